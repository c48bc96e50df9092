"""Lasso solutions meet the optimality conditions; gaps and distances bound what they claim."""

import sys
from fractions import Fraction
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from baselines import lasso
from baselines.certified import MissingDependency
from baselines.lasso import distance, duality_gap, lasso_batched, lasso_cvxpy, objective
from lemmata import errors


def normal(*shape: int, seed: int = 0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


def instances(batch: int, N: int, d: int, seed: int = 0) -> tuple[Tensor, Tensor]:
    """Sparse signals in noise."""
    X, beta = normal(batch, N, d, seed=seed), normal(batch, d, seed=seed + 1)
    beta[:, 3:] = 0
    return X, (X @ beta[..., None])[..., 0] + 0.1 * normal(batch, N, seed=seed + 2)


def correlations(X: Tensor, y: Tensor, beta: Tensor) -> Tensor:
    return (X.mT @ (y - (X @ beta[..., None])[..., 0])[..., None])[..., 0]


SIZES = [(10, 20), (20, 10), (5, 5), (4, 30), (1, 3), (3, 1)]


@pytest.mark.parametrize(("N", "d"), SIZES)
@pytest.mark.parametrize("alpha", [0.1, 1.0])
def test_the_batched_solver_meets_the_optimality_conditions(N: int, d: int, alpha: float) -> None:
    X, y = instances(50, N, d)
    found = lasso_batched(X, y, alpha)
    correlation, active = correlations(X, y, found.value), found.value != 0
    assert torch.allclose(correlation[active], alpha * found.value.sign()[active], rtol=0, atol=1e-10)
    assert bool((correlation[~active].abs() <= alpha * (1 + 1e-10)).all())
    assert float((found.error / objective(X, y, alpha, found.value)).max()) < 1e-11


def test_the_certificate_reaches_1e_12_at_the_papers_size() -> None:
    X, y = instances(200, 10, 20)
    found = lasso_batched(X, y, 1.0)
    assert float((found.error / objective(X, y, 1.0, found.value)).max()) < 1e-12


def test_each_instance_may_have_its_own_penalty() -> None:
    X, y = instances(4, 10, 20)
    alphas = torch.tensor([0.1, 0.5, 1.0, 1e6], dtype=torch.float64)
    found = lasso_batched(X, y, alphas)
    for k in range(4):
        one = lasso_batched(X[k : k + 1], y[k : k + 1], float(alphas[k])).value[0]
        assert torch.allclose(found.value[k], one, atol=1e-10)


def test_cvxpy_and_scikit_learn_agree_with_the_batched_solver() -> None:
    linear_model = pytest.importorskip("sklearn.linear_model")
    X, y = instances(3, 10, 20)
    found = lasso_batched(X, y, 0.5)
    for k in range(3):
        reference = lasso_cvxpy(X[k], y[k], 0.5)
        assert float(reference.error) < 1e-11
        assert torch.allclose(found.value[k], reference.value, atol=1e-10)
        model = linear_model.Lasso(alpha=0.5 / 10, fit_intercept=False, tol=1e-14, max_iter=10**6)
        model.fit(X[k].numpy(), y[k].numpy())
        assert torch.allclose(found.value[k], torch.as_tensor(model.coef_), atol=1e-7)


@pytest.mark.slow
@given(st.integers(0, 10_000), st.sampled_from(SIZES), st.floats(0.01, 10), st.floats(0, 2))
def test_the_gap_bounds_the_excess_of_any_point(
    seed: int, size: tuple[int, int], alpha: float, off: float
) -> None:
    X, y = instances(4, *size, seed=seed)
    best = lasso_batched(X, y, alpha)
    point = best.value + off * normal(4, size[1], seed=seed + 3)
    value = objective(X, y, alpha, point)
    excess = value - objective(X, y, alpha, best.value)
    gap = duality_gap(X, y, alpha, point)
    assert bool((gap >= excess - 1e-13 * value).all())  # the difference is rounded, the gap is not


@pytest.mark.slow
@given(st.lists(st.integers(-40, 40), min_size=3, max_size=3), st.integers(1, 20))
def test_the_gap_bounds_the_excess_in_rationals(labels: list[int], tenths: int) -> None:
    # With X = I the minimum is known: the soft threshold of y.
    y, alpha = torch.tensor([[v / 7 for v in labels]], dtype=torch.float64), tenths / 10
    X = torch.eye(3, dtype=torch.float64)[None]
    found = lasso_batched(X, y, alpha)

    def value(beta: list[Fraction]) -> Fraction:
        pairs = zip(map(Fraction, y[0].tolist()), beta, strict=True)
        return sum(((v - b) ** 2 / 2 + Fraction(alpha) * abs(b) for v, b in pairs), Fraction(0))

    threshold = [
        (1 if v > 0 else -1) * max(Fraction(0), abs(v) - Fraction(alpha)) for v in map(Fraction, y[0].tolist())
    ]
    for beta in (found.value[0].tolist(), [0.0, 0.5, -1.0]):
        excess = value(list(map(Fraction, beta))) - value(threshold)
        gap = duality_gap(X, y, alpha, torch.tensor([beta], dtype=torch.float64))
        assert 0 <= excess <= Fraction(float(gap))
    far = distance(X, y, alpha, found.value)
    if float(far) < float("inf"):
        off = sum((Fraction(a) - b) ** 2 for a, b in zip(found.value[0].tolist(), threshold, strict=True))
        assert off <= Fraction(float(far)) ** 2


def test_the_distance_bounds_the_error_of_perturbed_solutions() -> None:
    X, y = instances(100, 10, 20)
    best = lasso_batched(X, y, 0.5).value
    certain = distance(X, y, 0.5, best)
    assert float(certain.max()) < 1e-10
    noise = 1e-6 * normal(100, 20) * (best != 0)
    bound = distance(X, y, 0.5, best + noise)
    assert bool((bound + certain >= noise.norm(dim=-1)).all())
    assert float(bound.median()) < 1e-4
    # Nothing is claimed for a point on the wrong support.
    assert bool(torch.isinf(distance(X, y, 0.5, best + normal(100, 20))).all())
    assert bool(torch.isinf(distance(X, y, 0.5, best * 0)).all())


def test_no_distance_where_the_solution_is_not_unique() -> None:
    X = torch.ones(1, 2, 2, dtype=torch.float64)
    y = torch.ones(1, 2, dtype=torch.float64)
    beta = torch.tensor([[0.75, 0.0]], dtype=torch.float64)
    assert float(duality_gap(X, y, 0.5, beta)) < 1e-14
    assert float(distance(X, y, 0.5, beta)) == float("inf")


def test_a_large_penalty_gives_zero_with_a_vanishing_gap() -> None:
    X, y = instances(20, 10, 20)
    largest = correlations(X, y, torch.zeros(20, 20).double()).abs().amax(-1)
    found = lasso_batched(X, y, largest)
    assert not found.value.any()
    assert float(found.error.max()) < 1e-13
    assert bool(lasso_batched(X, y, largest * 0.99).value.any(-1).all())


def test_degenerate_data() -> None:
    X, y = instances(2, 4, 3)
    none = torch.zeros_like(X)
    for data, label in ((none, y), (X, y * 0), (none, y * 0)):
        found = lasso_batched(data, label, 0.5)
        assert not found.value.any()
        assert float(found.error.max()) < 1e-13
    twins = X[:, :, :1].repeat(1, 1, 3)  # equal columns: singular on every larger support
    found = lasso_batched(twins, y, 0.1)
    assert float((found.error / objective(twins, y, 0.1, found.value)).max()) < 1e-12


def degenerate(kind: str) -> tuple[Tensor, Tensor, float]:
    """Data and the penalty, as a share of the smallest one whose solution is zero."""
    X, y, share = normal(40, 10, 20, seed=5), normal(40, 10, seed=6), 0.05
    if kind == "zero columns":
        X[..., ::3] = 0
    elif kind == "equal columns":
        X[..., 10:] = X[..., :10]
    elif kind == "opposite columns":
        X[..., 10:] = -X[..., :10]
    elif kind == "sums of columns":
        X[..., 10:] = X[..., :10] + X[..., 1:11]
    elif kind == "signs":
        X, y = X.sign(), y.sign()  # several enter at once
    elif kind == "equal coefficients":
        X, y = torch.eye(20).double().expand(40, 20, 20), torch.ones(40, 20).double()
    elif kind == "no penalty to speak of":
        X, share = X[..., :8], 1e-6
    elif kind == "above the maximum":
        share = 1.5
    elif kind == "one column":
        X = X[..., :1]
    elif kind == "one row":
        X, y = X[:, :1], y[:, :1]
    elif kind == "scaled columns":
        X = X * 10.0 ** torch.linspace(-3, 3, 20).double()
    return X, y, share


@pytest.mark.parametrize(
    "kind",
    ["zero columns", "equal columns", "opposite columns", "sums of columns", "signs", "equal coefficients",
     "no penalty to speak of", "above the maximum", "one column", "one row", "scaled columns"],
)  # fmt: skip
def test_the_path_solves_degenerate_problems(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []
    proximal = lasso._proximal_steps

    def counted(*arguments: Any) -> Tensor:
        steps.append(arguments[-1])
        return proximal(*arguments)

    monkeypatch.setattr(lasso, "_proximal_steps", counted)
    X, y, share = degenerate(kind)
    alpha = share * correlations(X, y, X.new_zeros(40, X.shape[2])).abs().amax(-1)
    found = lasso_batched(X, y, alpha)
    correlation, active, penalty = correlations(X, y, found.value), found.value != 0, alpha[:, None]
    assert bool(((correlation - penalty * found.value.sign())[active].abs() < 1e-9 * y.norm()).all())
    assert bool((correlation[~active].abs() <= (penalty * (1 + 1e-9)).expand_as(correlation)[~active]).all())
    assert bool((found.error <= 1e-10 * objective(X, y, alpha, found.value)).all())
    # Newton's step at most; with sums of columns several variables enter and leave at once.
    assert kind == "sums of columns" or not any(steps)


def test_instances_do_not_disturb_one_another() -> None:
    X, y = instances(40, 6, 9)
    X[5], X[6, :, 4], y[7] = 0, X[6, :, 3], 0
    alpha = 10.0 ** torch.linspace(-4, 2, 40).double()
    together = lasso_batched(X, y, alpha)
    for k in range(40):
        one = lasso_batched(X[k : k + 1], y[k : k + 1], float(alpha[k]))
        assert torch.allclose(together.value[k], one.value[0], atol=1e-9)


def test_giving_up_early_is_honest() -> None:
    X, y = instances(50, 10, 20)
    early, late = lasso_batched(X, y, 0.01, max_iterations=1), lasso_batched(X, y, 0.01)
    excess = objective(X, y, 0.01, early.value) - objective(X, y, 0.01, late.value)
    assert bool((early.error >= excess * (1 - 1e-12)).all())
    assert float(early.error.max()) > 1e-6


def test_without_cvxpy_there_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cvxpy", None)
    X, y = instances(1, 4, 3)
    with pytest.raises(MissingDependency, match="cvxpy is not installed: pip install cvxpy"):
        lasso_cvxpy(X[0], y[0], 0.5)
    assert MissingDependency is errors.MissingDependency
    assert issubclass(MissingDependency, ImportError)


X0, Y0 = instances(2, 4, 3)
ZERO = torch.zeros(2, 3, dtype=torch.float64)


@pytest.mark.parametrize(
    ("act", "error", "words"),
    [
        (lambda: lasso_batched(X0.float(), Y0, 1.0), TypeError, "X has dtype torch.float32"),
        (lambda: lasso_batched(X0, [1.0], 1.0), TypeError, "y is a list"),  # type: ignore[arg-type]
        (lambda: lasso_batched(X0, Y0, "1"), TypeError, "alpha is a str"),  # type: ignore[arg-type]
        (lambda: lasso_batched(X0, Y0, 0.0), ValueError, "alpha must be above 0, got 0.0.*lstsq"),
        (lambda: lasso_batched(X0, Y0, -1.0), ValueError, "alpha must be above 0"),
        (lambda: lasso_batched(X0, Y0, float("nan")), ValueError, "alpha has 1 entries"),
        (lambda: lasso_batched(X0 * torch.nan, Y0, 1.0), ValueError, "X has 24 entries"),
        (lambda: lasso_batched(X0, Y0[:, :2], 1.0), ValueError, r"expected \(batch, N, d\)"),
        (lambda: lasso_batched(X0[:, :0], Y0[:, :0], 1.0), ValueError, "none of them 0"),
        (lambda: lasso_batched(X0[:0], Y0[:0], 1.0), ValueError, "none of them 0"),
        (lambda: lasso_batched(X0, Y0, torch.ones(3).double()), ValueError, r"\(batch,\)"),
        (lambda: duality_gap(X0, Y0, 1.0, ZERO[:, :2]), ValueError, r"\(batch, d\)"),
        (lambda: duality_gap(X0, Y0, 1.0, ZERO / 0), ValueError, "beta has 6 entries"),
        (lambda: lasso_cvxpy(X0, Y0, 1.0), ValueError, r"expected \(N, d\), \(N,\)"),
    ],
)
def test_misuse_is_named(act: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        act()
