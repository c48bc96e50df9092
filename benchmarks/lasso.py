"""The batched certified Lasso against cvxpy, scikit-learn, skglm and a plain FISTA, at N = 10 and d = 20."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable
from statistics import median
from typing import Any

import torch
from torch import Generator, Tensor

from baselines.lasso import duality_gap, lasso_batched, objective
from benchmarks.runner import Bench, Result, ratio

_N, _D, _BATCH = 10, 20, 1000
_GAP = 1e-12
_STEPS = 10**4
_TIGHT = {"tol_gap_abs": 1e-13, "tol_gap_rel": 1e-13, "tol_feas": 1e-13}
Problem = tuple[Tensor, Tensor, Tensor]


def problems(batch: int, share: float) -> Problem:
    """X, y with four non-zero coefficients in the mean and little noise, and the penalties.

    ``share``: of the smallest penalty at which the solution is zero.
    """
    g = Generator().manual_seed(0)
    X = torch.randn(batch, _N, _D, generator=g, dtype=torch.float64)
    picked = torch.rand(batch, _D, generator=g) < 0.2
    beta = torch.randn(batch, _D, generator=g, dtype=torch.float64) * picked
    noise = torch.randn(batch, _N, generator=g, dtype=torch.float64) / 100
    y = (X @ beta[..., None])[..., 0] + noise
    return X, y, share * (X.mT @ y[..., None])[..., 0].abs().amax(-1)


def relative_gap(problem: Problem, beta: Tensor) -> Tensor:
    """Our own duality gap of any solver's answer, relative to the objective."""
    return duality_gap(*problem, beta) / objective(*problem, beta)


def lasso_vs_cvxpy(bench: Bench) -> Iterable[Result]:
    """Against a fresh cvxpy problem each, Clarabel at its tight setting; and against re-used ones."""
    few = bench.count(40, 2)
    for share, suffix in ((0.1, ""), (0.01, "-penalty-0.01")):
        solvers: dict[str, Callable[[Problem], Tensor]] = {"fresh": _cvxpy, "reused": _Reused()}
        for side, name in (("fresh", "lasso-vs-cvxpy"), ("reused", "lasso-vs-cvxpy-reused")):
            judged = 100 if side == "fresh" and not suffix else None
            text = f"cvxpy with Clarabel at 1e-13, {side} problems, {few} of them"
            yield _compared(bench, name + suffix, share, solvers[side], text, few, judged)


def lasso_vs_sklearn(bench: Bench) -> Iterable[Result]:
    """Against the faster of scikit-learn's two solvers that reach the gap."""
    few = bench.count(200, 2)
    for share, suffix in ((0.1, ""), (0.01, "-penalty-0.01")):
        some = _first(problems(few, share), few)
        rounds = bench.interleaved(
            {"lars_path": lambda s=some: _lars(s), "Lasso": lambda s=some: _descent(s)},  # type: ignore[misc]
            2,
        )
        name, solver = min((("lars_path", _lars), ("Lasso", _descent)), key=lambda pair: min(rounds[pair[0]]))
        text = f"scikit-learn's {name} (its faster one), {few} problems"
        judged = None if suffix else 10
        yield _compared(bench, "lasso-vs-sklearn" + suffix, share, solver, text, few, judged)


def lasso_vs_skglm(bench: Bench) -> Iterable[Result]:
    """Against skglm's working sets with Anderson acceleration, compiled by numba before."""
    few = bench.count(100, 2)
    for share, suffix in ((0.1, ""), (0.01, "-penalty-0.01")):
        judged = None if suffix else 25
        text = f"skglm's Lasso, {few} problems"
        yield _compared(bench, "lasso-vs-skglm" + suffix, share, _working_sets, text, few, judged)


def lasso_vs_fista(bench: Bench) -> Iterable[Result]:
    """Against FISTA on the whole batch, as one would write it in torch."""
    for share, suffix in ((0.1, ""), (0.01, "-penalty-0.01")):
        judged = None if suffix else 80
        text = f"batched FISTA, at most {_STEPS} steps"
        yield _compared(bench, "lasso-vs-fista" + suffix, share, _fista, text, _BATCH, judged, rounds=1)


def _compared(
    bench: Bench,
    name: str,
    share: float,
    solver: Callable[[Problem], Tensor],
    text: str,
    few: int,
    judged: float | None,
    rounds: int = 5,
) -> Result:
    batch = bench.count(_BATCH, 4)
    problem = problems(batch, share)
    few = min(few, batch)
    some = _first(problem, few)
    kept: dict[str, Any] = {}
    seconds = bench.interleaved(
        {
            "ours": lambda: kept.update(ours=lasso_batched(*problem, tolerance=_GAP)),
            "theirs": lambda: kept.update(theirs=solver(some)),
        },
        rounds,
    )
    ours = kept["ours"].error / objective(*problem, kept["ours"].value)
    theirs = relative_gap(some, kept["theirs"])
    missed = int((ours > _GAP).sum())
    # Gram matrix, one factorisation on a support (a third of a product), and for the gap the residual and
    # the correlations, each with the bound on its rounding: the least there is.
    products = {(_D, _N, _D): batch, (_N, _N, _N): batch / 3, (_N, _D, 1): 2 * batch, (_D, _N, 1): 2 * batch}
    floor = bench.floor(products, batch * 8 * (_N * _D + _N + 2 * _D)) / median(seconds["ours"])
    return Result(
        name,
        ratio(seconds, "theirs", "ours") * batch / few,
        "x",
        f"{text}; one thread, penalty {share:g} of its maximum",
        batch,
        floor,
        at_least=judged,
        note=f"{min(seconds['ours']) / batch * 1e6:.0f} us a problem, certificate included, "
        f"theirs {min(seconds['theirs']) / few * 1e6:.0f} us; largest relative gap {ours.max():.1e}"
        + (f" ({missed} of {batch} above {_GAP:g})" if missed else "")
        + f", theirs {theirs.max():.1e}",
    )


def _first(problem: Problem, few: int) -> Problem:
    X, y, penalty = problem
    return X[:few], y[:few], penalty[:few]


def _cvxpy(problem: Problem) -> Tensor:
    import cvxpy

    solutions = []
    for X, y, penalty in zip(*problem, strict=True):
        beta = cvxpy.Variable(_D)
        misfit = cvxpy.sum_squares(y.numpy() - X.numpy() @ beta) / 2
        task = cvxpy.Problem(cvxpy.Minimize(misfit + float(penalty) * cvxpy.norm1(beta)))
        solutions.append(_solved(task, beta))
    return torch.stack(solutions)


def _solved(task: Any, beta: Any) -> Tensor:
    import cvxpy

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the gap says how inaccurate
        task.solve(solver=cvxpy.CLARABEL, **_TIGHT)
    return torch.as_tensor(beta.value, dtype=torch.float64)


class _Reused:
    """One problem with parameters, compiled at its first use."""

    def __init__(self) -> None:
        self._task: Any = None

    def __call__(self, problem: Problem) -> Tensor:
        import cvxpy

        if self._task is None:
            self._X, self._y = cvxpy.Parameter((_N, _D)), cvxpy.Parameter(_N)
            self._penalty, self._beta = cvxpy.Parameter(nonneg=True), cvxpy.Variable(_D)
            misfit = cvxpy.sum_squares(self._y - self._X @ self._beta) / 2
            l1 = self._penalty * cvxpy.norm1(self._beta)
            self._task = cvxpy.Problem(cvxpy.Minimize(misfit + l1))
        solutions = []
        for X, y, penalty in zip(*problem, strict=True):
            self._X.value, self._y.value = X.numpy(), y.numpy()
            self._penalty.value = float(penalty)
            solutions.append(_solved(self._task, self._beta))
        return torch.stack(solutions)


def _lars(problem: Problem) -> Tensor:
    from sklearn.linear_model import lars_path

    solutions = []
    for X, y, penalty in zip(*problem, strict=True):
        path = lars_path(X.numpy(), y.numpy(), alpha_min=float(penalty) / _N, method="lasso")[2]
        solutions.append(torch.from_numpy(path[:, -1].copy()))
    return torch.stack(solutions)


def _descent(problem: Problem) -> Tensor:
    from sklearn.linear_model import Lasso

    solutions = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the gap says whether it converged
        for X, y, penalty in zip(*problem, strict=True):
            model = Lasso(float(penalty) / _N, fit_intercept=False, tol=1e-14, max_iter=10**5)
            solutions.append(torch.as_tensor(model.fit(X.numpy(), y.numpy()).coef_))
    return torch.stack(solutions)


def _working_sets(problem: Problem) -> Tensor:
    from skglm import Lasso

    solutions = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the gap says whether it converged
        for X, y, penalty in zip(*problem, strict=True):
            model = Lasso(float(penalty) / _N, fit_intercept=False, tol=1e-14, max_iter=100)
            solutions.append(torch.as_tensor(model.fit(X.numpy(), y.numpy()).coef_))
    return torch.stack(solutions)


def _fista(problem: Problem) -> Tensor:
    """FISTA (Beck and Teboulle 2009) until the largest gap, looked at every 100 steps, is small."""
    X, y, penalty = problem
    gram, target = X.mT @ X, X.mT @ y[..., None]
    step = 1 / torch.linalg.eigvalsh(gram)[:, -1:, None]
    threshold = penalty[:, None, None] * step
    beta = ahead = torch.zeros_like(target)
    t = 1.0
    for k in range(_STEPS):
        if k % 100 == 0 and float(_plain_gap(problem, beta[..., 0]).max()) <= _GAP:
            break
        before, point = beta, ahead - step * (gram @ ahead - target)
        beta = point - point.clamp(-threshold, threshold)
        before_t, t = t, (1 + math.sqrt(1 + 4 * t * t)) / 2
        ahead = beta + (before_t - 1) / t * (beta - before)
    return beta[..., 0]


def _plain_gap(problem: Problem, beta: Tensor) -> Tensor:
    """The duality gap relative to the objective, without a bound on its rounding."""
    X, y, penalty = problem
    residual = y - (X @ beta[..., None])[..., 0]
    correlation = (X.mT @ residual[..., None])[..., 0]
    s = (penalty / correlation.abs().amax(-1)).clamp_max(1.0)
    slack = penalty * beta.abs().sum(-1) - s * (beta * correlation).sum(-1)
    return ((1 - s) ** 2 * residual.square().sum(-1) / 2 + slack) / objective(*problem, beta)
