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
_PATH_COLUMNS = 64
_PATH_ENTRIES = 2**17
"""Tableau entries that are worked on at once: they stay in cache."""
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
    """Many Lassos at once: along the path of penalties to the one that is wanted, then Newton steps.

    The path of solutions is followed from the largest penalty down, one pivot of a tableau for each
    variable that enters or leaves (Osborne et al. 2000; Efron et al. 2004); a Newton step on the
    support removes the rounding of the pivots. What misses the tolerance (ties on the path, many
    columns) goes on with FISTA with adaptive restart (O'Donoghue and Candes 2015) and further Newton
    steps, each of which is kept only if its own gap is smaller.

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
    lipschitz = _largest_eigenvalue(X)
    beta = X.new_zeros(X.shape[0], X.shape[2])
    if X.shape[2] <= _PATH_COLUMNS:
        size = max(1, _PATH_ENTRIES // X.shape[2] ** 2)
        for first in range(0, len(X), size):
            k = slice(first, first + size)
            beta[k] = _along_the_path(X[k], y[k], penalty[k], max_iterations)
            beta[k] = _newton_step(X[k], y[k], penalty[k], lipschitz[k][:, None], beta[k])
    worth = _gap(X, y, penalty, beta)
    gap = worth.bound
    goal = tolerance * _objective(X, y, penalty, beta) + 4 * worth.rounding
    left = ((gap > goal) & torch.isfinite(lipschitz)).nonzero()[:, 0]
    done, chunk = 0, 40
    while len(left) and done < max_iterations:
        part = X[left], y[left], penalty[left]
        point = _proximal_steps(*part, lipschitz[left], beta[left], chunk)
        polished, worth = _polished(*part, point, lipschitz[left])
        better = worth.bound < gap[left]
        beta[left] = torch.where(better[:, None], polished, beta[left])
        gap[left] = torch.where(better, worth.bound, gap[left])
        goal = tolerance * _objective(*part, beta[left]) + 4 * worth.rounding
        left = left[gap[left] > goal]
        done, chunk = done + chunk, 2 * chunk
    return Certified(beta, gap, f"{GAP} (batched path, FISTA and Newton)")


def _largest_eigenvalue(X: Tensor) -> Tensor:
    gram = X @ X.mT if X.shape[1] <= X.shape[2] else X.mT @ X
    finite = torch.isfinite(gram).all((-2, -1))  # huge data overflow here
    largest = torch.linalg.eigvalsh(torch.where(finite[:, None, None], gram, 0.0))[:, -1]
    return torch.where(finite, (largest * (1 + 2.0**-20)).clamp_min(_TINY), torch.inf)


def _shrink(x: Tensor, by: Tensor) -> Tensor:
    return torch.nn.functional.relu(x - by) - torch.nn.functional.relu(-x - by)


def _along_the_path(X: Tensor, y: Tensor, penalty: Tensor, pivots: int) -> Tensor:
    r"""The solutions ``(batch, d)`` up to the rounding of the pivots, or points on the way to them.

    With the Gram matrix swept on the support $S$ and the correlations beside it, $r-\lambda q$ with
    $q=T\sigma$ holds the coefficients on $S$ and the correlations off it, while no sign changes.
    """
    solution = X.new_zeros(X.shape[0], X.shape[2])
    rows = torch.arange(len(X), device=X.device)
    T = X.mT @ X
    r = (X.mT @ y[..., None])[..., 0]
    sigma = torch.zeros_like(r)
    level = r.abs().amax(-1)
    for _ in range(min(pivots, 8 * min(X.shape[1:]) + 8)):
        q = torch.bmm(T, sigma[..., None])[..., 0]
        on = sigma != 0
        # Where a coefficient reaches 0, where a correlation reaches the penalty from below or above.
        leaves = torch.where(sigma * q < 0, r / q, -torch.inf)
        up, down = 1 + q, 1 - q
        enters = torch.maximum(
            torch.where(up > 0, r / up, -torch.inf), torch.where(down > 0, -r / down, -torch.inf)
        )
        event, k = torch.where(on, leaves, enters).max(-1)
        event = torch.minimum(event, level)
        ends = ~(event > penalty[rows])
        if bool(ends.any()):
            done = ends.nonzero()[:, 0]
            at = rows[done]
            solution[at] = torch.where(on[done], r[done] - penalty[at][:, None] * q[done], 0.0)
            keep = (~ends).nonzero()[:, 0]
            if not len(keep):
                break
            rows, T, r, sigma, q = rows[keep], T[keep], r[keep], sigma[keep], q[keep]
            event, k = event[keep], k[keep]
        level, at = event, k[:, None]
        value = (r - level[:, None] * q).gather(-1, at)
        old = sigma.gather(-1, at)
        sigma.scatter_(-1, at, torch.where(old == 0, value.sign(), 0.0))
        # The sweep on k; it is its own inverse.
        column = T.gather(-1, at[..., None].expand(-1, T.shape[1], 1))
        row = T.gather(-2, at[..., None].expand(-1, 1, T.shape[1]))
        pivot = column.gather(-2, at[..., None])
        row, entry = row / pivot, r.gather(-1, at) / pivot[..., 0]
        T.baddbmm_(column, row, alpha=-1)
        r = r - column[..., 0] * entry
        r.scatter_(-1, at, entry)
        inverse = -column / pivot
        T.scatter_(-1, at[..., None].expand(-1, T.shape[1], 1), inverse)
        row.scatter_(-1, at[..., None], 1 / pivot)
        T.scatter_(-2, at[..., None].expand(-1, 1, T.shape[1]), row)
    return torch.nan_to_num(solution, 0.0, 0.0, 0.0)


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
    X: Tensor, y: Tensor, penalty: Tensor, beta: Tensor, lipschitz: Tensor | None = None
) -> tuple[Tensor, _Gap]:
    """The best of the point and a few Newton steps on its support, by their own gaps."""
    L = (_largest_eigenvalue(X) if lipschitz is None else lipschitz)[:, None]
    best = _gap(X, y, penalty, beta)
    trial = beta
    for _ in range(3):
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
