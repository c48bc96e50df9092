r"""The Lasso, $\min_\beta\frac12\|y-X\beta\|_2^2+\alpha\|\beta\|_1$ (Liu et al. 2025, section 4.1).

Every answer carries a duality gap that is computed here, from the returned point alone: a solver's
status is not a certificate. For the residual $r=y-X\beta$ and any $s$ with
$s\|X^\top r\|_\infty\le\alpha$ the point $sr$ is feasible for the dual problem, and the gap is a sum of
terms that are not negative, $\frac12(1-s)^2\|r\|^2+\sum_j(\alpha|\beta_j|-s\beta_jx_j^\top r)$, so that
nothing large cancels.
"""

from __future__ import annotations

import warnings
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from baselines.bounds import LEAST, norm_above, raised
from baselines.certified import Certified, MissingDependency
from baselines.checks import require_finite, require_float64, require_shape
from baselines.pca import eigenvalues
from lemmata.numbers import sum
from lemmata.numbers.running_error import UNIT_ROUNDOFF, Tracked

GAP = "objective above its minimum: duality gap recomputed from the point"
_TINY = 2.0**-1000
_ABOVE = 1 + 2.0**-48
"""Events on the path that only rounding keeps above the penalty are no events."""
_INDEPENDENT = 2.0**-40
"""A column may enter if this share of its square is not in the span of the support."""
_PATH_COLUMNS = 256
_PATH_ENTRIES = 2**19
"""Tableau entries that are worked on at once: fewer stay in cache, more share the interpreter's time."""
_CLARABEL = {"tol_gap_abs": 1e-13, "tol_gap_rel": 1e-13, "tol_feas": 1e-13}


# -- what a point is worth --------------------------------------------------------------------------


def objective(X: Tensor, y: Tensor, alpha: float | Tensor, beta: Tensor) -> Tensor:
    """The objective ``(batch,)`` at ``beta``.

    Args:
        X: ``(batch, N, d)``.
        y: ``(batch, N)``.
        alpha: the penalty, above 0: a number or ``(batch,)``.
        beta: ``(batch, d)``.

    Raises:
        TypeError: an argument is no float64 tensor.
        ValueError: shapes that do not fit together, NaN, or a penalty that is not above 0.
    """
    penalty = _checked(X, y, alpha, beta)
    return _objective(X, y, penalty, beta)


def duality_gap(X: Tensor, y: Tensor, alpha: float | Tensor, beta: Tensor) -> Tensor:
    """A rigorous bound ``(batch,)`` on how far the objective at ``beta`` is above its minimum.

    The rounding of its own computation is included. Arguments and errors are those of
    :func:`objective`.
    """
    return _gap(X, y, _checked(X, y, alpha, beta), beta).bound


def distance(X: Tensor, y: Tensor, alpha: float | Tensor, beta: Tensor) -> Tensor:
    r"""A rigorous bound ``(batch,)`` on ``|beta - beta*|_2``, infinite where there is none.

    With $S$ the support of ``beta`` and $\sigma$ its signs, the point on $S$ with
    $X_S^\top(y-X\beta)=\alpha\sigma$ is within
    $\delta=\|X_S^\top(y-X\beta)-\alpha\sigma\|/\lambda_{\min}(X_S^\top X_S)$. If no sign can change on the
    way, and the correlations off $S$ stay strictly below $\alpha$, then that point meets the
    optimality conditions, and no other does.

    Arguments and errors are those of :func:`objective`.
    """
    penalty = _checked(X, y, alpha, beta)
    correlation = _correlations(X, y, beta)
    support = beta != 0
    on = support.to(X.dtype)
    violation = (correlation - Tracked.of(penalty[:, None] * beta.sign())) * on
    restricted = Tracked.of(X * on[:, None, :])
    frobenius = norm_above(X, (1, 2))
    # Off the support the Gram matrix gets a diagonal that its smallest eigenvalue does not see.
    filler = torch.where(frobenius > 0, frobenius * frobenius, 1.0)[:, None]
    gram = restricted.mT @ restricted + Tracked.of(torch.diag_embed((1 - on) * filler))
    finite = torch.isfinite(gram.value + gram.error).all((-2, -1))  # huge data overflow here
    spectrum = eigenvalues(
        Tracked(*(torch.where(finite[:, None, None], part, 0.0) for part in (gram.value, gram.error)))
    )
    smallest = spectrum.value.value[:, -1] - spectrum.error[:, -1]
    size = norm_above(Tracked(violation.value * on, violation.error * on), -1)
    delta = raised(torch.where(size > 0, size / smallest + LEAST, 0.0))
    moved = raised(raised(frobenius * delta)[:, None] * norm_above(X, 1))
    reach = raised(correlation.value.abs() + correlation.error + moved)
    certain = (support & (beta.abs() > delta[:, None])) | (~support & (reach < penalty[:, None]))
    return torch.where(finite & (smallest > 0) & certain.all(-1), delta, torch.inf)


@dataclass(frozen=True)
class _Gap:
    """A bound on the gap ``(batch,)``, and the part of it that rounding alone accounts for."""

    bound: Tensor
    rounding: Tensor


def _objective(X: Tensor, y: Tensor, penalty: Tensor, beta: Tensor) -> Tensor:
    residual = y - (X @ beta[..., None])[..., 0]
    return (residual * residual).sum(-1) / 2 + penalty * beta.abs().sum(-1)


def _correlations(X: Tensor, y: Tensor, beta: Tensor) -> Tracked:
    return _residual_and_correlations(X, y, beta)[1]


def _residual_and_correlations(X: Tensor, y: Tensor, beta: Tensor) -> tuple[Tracked, Tracked]:
    exact = Tracked.of(X)
    residual = Tracked.of(y) - (exact @ Tracked.of(beta[..., None]))[..., 0]
    return residual, (exact.mT @ residual[..., None])[..., 0]


def _gap(X: Tensor, y: Tensor, penalty: Tensor, beta: Tensor) -> _Gap:
    residual, correlation = _residual_and_correlations(X, y, beta)
    largest = (correlation.value.abs() + correlation.error).amax(-1)
    # Any s that is feasible will do; this one is the best of them up to rounding.
    squared = sum(residual * residual, -1)
    best = 1 + (beta * correlation.value).sum(-1) / squared.value.clamp_min(_TINY)
    feasible = penalty / largest.clamp_min(_TINY) * (1 - 8 * UNIT_ROUNDOFF) - LEAST
    s = torch.minimum(best, feasible).clamp_min(0.0)
    point, scale = Tracked.of(beta), Tracked.of(s[:, None])
    slack = Tracked.of(penalty[:, None]) * abs(point) - correlation * scale * point
    gap = squared * (1 - Tracked.of(s)) ** 2 / 2 + sum(slack, -1)
    bound = raised((gap.value + gap.error).clamp_min(0.0))
    rounding = gap.error + correlation.error.amax(-1) * beta.abs().sum(-1)
    return _Gap(torch.where(torch.isnan(bound), torch.inf, bound), rounding)


def _checked(X: Any, y: Any, alpha: Any, beta: Any = None) -> Tensor:
    """The penalties ``(batch,)``, or an error that names the argument."""
    require_float64(X=X, y=y)
    agree = X.ndim == 3 and tuple(y.shape) == tuple(X.shape[:2]) and X.numel() > 0
    require_shape("(batch, N, d), (batch, N), none of them 0", agree, X=X, y=y)
    require_finite(X=X, y=y)
    if beta is not None:
        require_float64(beta=beta)
        agree = tuple(beta.shape) == (X.shape[0], X.shape[2])
        require_shape("(batch, N, d), (batch, d)", agree, X=X, beta=beta)
        require_finite(beta=beta)
    if isinstance(alpha, int | float):
        alpha = torch.tensor(float(alpha), dtype=X.dtype, device=X.device)
    require_float64(alpha=alpha)
    require_shape("a number or (batch,)", alpha.ndim == 0 or alpha.shape == X.shape[:1], alpha=alpha)
    require_finite(alpha=alpha)
    if not bool((alpha > 0).all()):
        raise ValueError(
            f"alpha must be above 0, got {float(alpha.min())}; without a penalty the problem is least "
            "squares (torch.linalg.lstsq)"
        )
    penalty: Tensor = alpha.to(X.device).expand(X.shape[0])
    return penalty


# -- solvers ----------------------------------------------------------------------------------------


def lasso_cvxpy(X: Tensor, y: Tensor, alpha: float) -> Certified:
    """One Lasso through cvxpy and Clarabel at tight tolerances; the reference of references.

    Args:
        X: ``(N, d)``.
        y: ``(N,)``.
        alpha: the penalty, above 0.

    Returns:
        value ``(d,)``; error, a bound on how far its objective is above the minimum. Where the
        solver gives up the best point known (at worst 0) comes with its honest gap.

    Raises:
        MissingDependency: cvxpy is not installed.
        TypeError, ValueError: as :func:`objective`.
    """
    require_float64(X=X, y=y)
    require_shape("(N, d), (N,)", X.ndim == 2 and y.ndim == 1, X=X, y=y)
    penalty = _checked(X[None], y[None], alpha)
    try:
        import cvxpy
    except ImportError as error:
        raise MissingDependency("cvxpy is not installed: pip install cvxpy") from error
    beta = cvxpy.Variable(X.shape[1])
    misfit = cvxpy.sum_squares(y.cpu().numpy() - X.cpu().numpy() @ beta) / 2
    problem = cvxpy.Problem(cvxpy.Minimize(misfit + float(penalty[0]) * cvxpy.norm1(beta)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "may be inaccurate": the gap says how inaccurate
        with suppress(cvxpy.error.SolverError):
            problem.solve(solver=cvxpy.CLARABEL, **_CLARABEL)
    start = torch.zeros_like(X[:1])
    if beta.value is not None:
        start = torch.as_tensor(beta.value, dtype=X.dtype, device=X.device)[None]
    polished, gap = _polished(X[None], y[None], penalty, start)
    return Certified(polished[0], gap.bound[0], f"{GAP} (cvxpy, Clarabel)")


def lasso_batched(
    X: Tensor, y: Tensor, alpha: float | Tensor, *, tolerance: float = 1e-13, max_iterations: int = 20_000
) -> Certified:
    """Many Lassos at once: along the path of penalties to the one that is wanted.

    The path of solutions is followed from the largest penalty down, one pivot of a tableau for each
    variable that enters or leaves (Osborne et al. 2000; Efron et al. 2004). What misses the tolerance
    (the rounding of the pivots, ties on the path, many columns) goes on with Newton steps on the support
    and FISTA with adaptive restart (O'Donoghue and Candes 2015), and each point is kept only if its own
    gap is smaller.

    Args:
        X: ``(batch, N, d)``.
        y: ``(batch, N)``.
        alpha: the penalty, above 0: a number or ``(batch,)``.
        tolerance: the duality gap aimed at, relative to the objective (rounding permitting).
        max_iterations: pivots on the path, and steps of the proximal method.

    Returns:
        value ``(batch, d)``; error ``(batch,)``, a bound on how far each objective is above its
        minimum. An instance that did not converge has a large error, never a wrong one.

    Raises:
        TypeError, ValueError: as :func:`objective`.
    """
    penalty = _checked(X, y, alpha)
    beta = X.new_zeros(X.shape[0], X.shape[2])
    if X.shape[2] <= _PATH_COLUMNS:
        size = max(1, _PATH_ENTRIES // X.shape[2] ** 2)
        for first in range(0, len(X), size):
            k = slice(first, first + size)
            beta[k] = _along_the_path(X[k], y[k], penalty[k], max_iterations)
    beta[~(_objective(X, y, penalty, beta) <= (y * y).sum(-1) / 2)] = 0.0  # where rounding led astray
    worth = _gap(X, y, penalty, beta)
    gap = worth.bound
    left = (gap > tolerance * _objective(X, y, penalty, beta) + 4 * worth.rounding).nonzero()[:, 0]
    lipschitz = _largest_eigenvalue(X[left])
    finite = torch.isfinite(lipschitz)
    left, lipschitz, done, chunk = left[finite], lipschitz[finite], 0, 0
    while len(left) and done < max_iterations:
        part = X[left], y[left], penalty[left]
        point = _proximal_steps(*part, lipschitz, beta[left], chunk)
        polished, worth = _polished(*part, point, lipschitz, 3 if chunk else 1)
        better = worth.bound < gap[left]
        beta[left] = torch.where(better[:, None], polished, beta[left])
        gap[left] = torch.where(better, worth.bound, gap[left])
        misses = gap[left] > tolerance * _objective(*part, beta[left]) + 4 * worth.rounding
        left, lipschitz = left[misses], lipschitz[misses]
        done, chunk = done + chunk, 2 * chunk or 40
    return Certified(beta, gap, f"{GAP} (batched path, FISTA and Newton)")


def _largest_eigenvalue(X: Tensor) -> Tensor:
    gram = X @ X.mT if X.shape[1] <= X.shape[2] else X.mT @ X
    finite = torch.isfinite(gram).all((-2, -1))  # huge data overflow here
    largest = torch.linalg.eigvalsh(torch.where(finite[:, None, None], gram, 0.0))[:, -1]
    return torch.where(finite, (largest * (1 + 2.0**-20)).clamp_min(_TINY), torch.inf)


def _shrink(x: Tensor, by: Tensor) -> Tensor:
    return torch.nn.functional.relu(x - by) - torch.nn.functional.relu(-x - by)


def _along_the_path(X: Tensor, y: Tensor, penalty: Tensor, pivots: int) -> Tensor:
    r"""The solutions ``(batch, d)`` up to the rounding of the pivots; some points where those do not suffice.

    The Gram matrix $T$ is swept on the support $S$, and with it $r=X^\top y$ and the signs $q$ on $S$:
    $r-\lambda q$ are the coefficients on $S$ and the correlations off it at the penalty $\lambda$, while
    no sign changes. Where the end is reached nothing moves; it is dropped once half of them are there.
    """
    scale = X.abs().amax((1, 2)).clamp_min(_TINY)[:, None] * X.shape[1] ** 0.5
    X = X / scale[..., None]  # so that no pivot of a variable that enters is above 1
    T, r = X.mT @ X, (X.mT @ y[..., None])[..., 0]
    q, sign, solution = torch.zeros_like(r), torch.zeros_like(r), torch.zeros_like(r)
    least, goal, zero = _INDEPENDENT * T.diagonal(0, 1, 2), penalty[:, None] / scale, X.new_zeros(())
    rows = torch.arange(len(X), device=X.device)
    for _ in range(min(pivots, 8 * min(X.shape[1:]) + 8)):
        # Off S a correlation reaches the penalty, with the sign of r; on S a coefficient reaches 0, and
        # its sign is taken away.
        off = 1 - sign.abs()
        change = torch.copysign(off, r) - sign
        speed = torch.addcmul(off, change, q)
        possible = (speed > 0) & (T.diagonal(0, 1, 2).abs() > least)
        event, k = torch.where(possible, change * r / speed, zero).max(-1, keepdim=True)
        live = event > goal * _ABOVE
        count = int(live.sum())
        if 2 * count <= len(rows):
            solution[rows] = torch.where(sign != 0, r - goal * q, zero)
            if not count:
                break
            keep = live[:, 0].nonzero()[:, 0]
            T, r, q, sign, off, change, k, live, least, goal, rows = (
                x[keep] for x in (T, r, q, sign, off, change, k, live, least, goal, rows)
            )
        change, enters = change.gather(-1, k) * live, off.gather(-1, k)
        way = (2 * enters - 1) * live
        # The sweep on k is one product: of its row, less 1 at k where k enters, plus 1 where it leaves.
        row = T[torch.arange(len(T), device=T.device), k[:, 0]]
        pivot = row.gather(-1, k)
        row.scatter_add_(-1, k, -way)
        by = torch.where(live, row / pivot, zero)
        T.addcmul_(row[..., None], by[:, None], value=-1)
        T.view(len(T), -1).scatter_add_(-1, k * (T.shape[1] + 1), -2 * way)
        r = torch.addcmul(r, by, r.gather(-1, k), value=-1)
        q = torch.addcmul(q, by, torch.addcmul(q.gather(-1, k), change, enters), value=-1)
        q.scatter_add_(-1, k, change)
        sign.scatter_add_(-1, k, change)
    return torch.nan_to_num(solution / scale, 0.0, 0.0, 0.0)


def _proximal_steps(
    X: Tensor, y: Tensor, penalty: Tensor, lipschitz: Tensor, beta: Tensor, steps: int
) -> Tensor:
    step = (1 / lipschitz)[:, None]
    shrink_by = (penalty / lipschitz)[:, None]
    target = (X.mT @ y[..., None] * step[..., None])[..., 0]
    small = X.shape[2] <= 2 * X.shape[1]
    gram = X.mT @ X * step[..., None] if small else X
    other = None if small else (X * step[..., None]).mT
    ahead, t = beta, torch.ones_like(step)
    for _ in range(steps):
        before = beta
        pull = torch.bmm(gram, ahead[..., None])
        pull = pull if other is None else torch.bmm(other, pull)
        beta = _shrink(ahead + target - pull[..., 0], shrink_by)
        moved = beta - before
        uphill = ((ahead - beta) * moved).sum(-1, keepdim=True) > 0
        t = torch.where(uphill, 1.0, t)
        t_next = (1 + (1 + 4 * t * t).sqrt()) / 2
        ahead = beta + moved * ((t - 1) / t_next)
        t = t_next
    return beta


def _polished(
    X: Tensor, y: Tensor, penalty: Tensor, beta: Tensor, lipschitz: Tensor | None = None, steps: int = 3
) -> tuple[Tensor, _Gap]:
    """The best of the point and a few Newton steps on its support, by their own gaps."""
    L = (_largest_eigenvalue(X) if lipschitz is None else lipschitz)[:, None]
    best = _gap(X, y, penalty, beta)
    trial = beta
    for _ in range(steps):
        trial = _newton_step(X, y, penalty, L, trial)
        worth = _gap(X, y, penalty, trial)
        better = worth.bound < best.bound
        beta = torch.where(better[:, None], trial, beta)
        best = _Gap(
            torch.where(better, worth.bound, best.bound), torch.where(better, worth.rounding, best.rounding)
        )
    return beta, best


def _newton_step(X: Tensor, y: Tensor, penalty: Tensor, L: Tensor, beta: Tensor) -> Tensor:
    """The solution of the optimality conditions on the support that a proximal step would choose.

    Where the equations are singular the point stays as it is.
    """
    correlation = (X.mT @ (y - (X @ beta[..., None])[..., 0])[..., None])[..., 0]
    moved = beta + correlation / L
    support = moved.abs() * L > penalty[:, None]
    on = support.to(X.dtype)
    restricted = X * on[:, None, :]
    factors, pivots, info = torch.linalg.lu_factor_ex(restricted.mT @ restricted + torch.diag_embed(1 - on))
    wanted = penalty[:, None] * moved.sign()
    point = torch.zeros_like(beta)
    for _ in range(2):  # the second round removes the error of the first
        residual = y - (restricted @ point[..., None])[..., 0]
        violation = ((X.mT @ residual[..., None])[..., 0] - wanted) * on
        point = point + torch.linalg.lu_solve(factors, pivots, violation[..., None])[..., 0]
    usable = (info == 0) & torch.isfinite(point).all(-1)
    return torch.where(usable[:, None], point, beta)
