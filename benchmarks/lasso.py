"""The batched certified Lasso against cvxpy and scikit-learn, at N = 10 and d = 20."""

from __future__ import annotations

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
            judged = 30 if side == "fresh" and not suffix else None
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
        judged = None if suffix else 2.5
        yield _compared(bench, "lasso-vs-sklearn" + suffix, share, solver, text, few, judged)


def _compared(
    bench: Bench,
    name: str,
    share: float,
    solver: Callable[[Problem], Tensor],
    text: str,
    few: int,
    judged: float | None,
) -> Result:
    batch = bench.count(_BATCH, 4)
    problem = problems(batch, share)
    few = min(few, batch)
    some = _first(problem, few)
    seconds = bench.interleaved(
        {"ours": lambda: lasso_batched(*problem, tolerance=_GAP), "theirs": lambda: solver(some)}, 5
    )
    solution = lasso_batched(*problem, tolerance=_GAP)
    ours = solution.error / objective(*problem, solution.value)
    theirs = relative_gap(some, solver(some))
    missed = int((ours > _GAP).sum())
    # Gram matrix, its largest eigenvalue (as many operations as five products) and one factorisation (as
    # many as a third of one): the least there is.
    products = {(_D, _N, _D): batch, (_N, _N, _N): 5 * batch, (_D, _D, _D): batch / 3}
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
