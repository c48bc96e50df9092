"""The exact in-context loss: two methods against each other, and against the literal forward pass."""

import itertools
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
import torch
from torch import Tensor

from baselines.gaussian_moments import in_context_loss as one_layer_loss
from baselines.in_context_loss import in_context_loss, loss_and_gradient, slope
from baselines.in_context_loss_quadrature import quadrature_loss
from baselines.in_context_loss_words import Alphabet, expectation
from lemmata.claims.margin import interval
from lemmata.numbers.exact import fraction
from lemmata.search.lifting import lift

AGREE = 1e-13


def normal(*shape: int, seed: int = 0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


def covariance(d: int, seed: int = 0) -> Tensor:
    root = normal(d, d, seed=seed)
    return root @ root.mT + 0.3 * torch.eye(d, dtype=torch.float64)


def symmetric(*shape: int, seed: int = 0) -> Tensor:
    matrix = normal(*shape, seed=seed)
    return (matrix + matrix.mT) / 2


def forward(A: Tensor, B: Tensor | None, X: Tensor, w: Tensor) -> Tensor:
    """The literal forward pass (4) with (9) or (13): last entry plus the label, squared."""
    n, d = X.shape[1] - 1, X.shape[2]
    y = (X @ w[..., None])[..., 0]
    Z = torch.cat([X, y[..., None]], -1).mT.clone()
    Z[:, d, n] = 0
    M = torch.diag(torch.tensor([1.0] * n + [0.0], dtype=torch.float64))
    for i in range(len(A)):
        P = torch.zeros(d + 1, d + 1, dtype=torch.float64)
        Q = P.clone()
        P[d, d] = 1
        Q[:d, :d] = A[i]
        if B is not None:
            P[:d, :d] = B[i]
        Z = Z + P @ Z @ M @ (Z.mT @ Q @ Z) / n
    return (Z[:, d, n] + y[:, n]) ** 2


@pytest.mark.parametrize("task", ["identity", "inverse"])
@pytest.mark.parametrize("L", [1, 2, 3])
@pytest.mark.parametrize(("d", "n"), [(1, 1), (1, 5), (2, 1), (2, 4)])
def test_words_and_quadrature_agree(d: int, n: int, L: int, task: str) -> None:
    Sigma = covariance(d)
    for symmetry in (True, False):
        A = (symmetric if symmetry else normal)(L, d, d, seed=L)
        words = in_context_loss(A, Sigma, n, task=task, symmetric=symmetry)  # type: ignore[arg-type]
        other = quadrature_loss(A, Sigma, n, task=task)  # type: ignore[arg-type]
        assert abs(float(words / other) - 1) < AGREE


def test_they_agree_for_more_dimensions_than_examples() -> None:
    A, Sigma = symmetric(2, 3, 3), covariance(3)
    for n in (1, 2, 6):
        words = in_context_loss(A, Sigma, n, task="identity")
        assert abs(float(words / quadrature_loss(A, Sigma, n, task="identity")) - 1) < AGREE


@pytest.mark.parametrize(("d", "n"), [(1, 2), (2, 1), (2, 3)])
def test_they_agree_where_the_covariates_move(d: int, n: int) -> None:
    A, B, Sigma = symmetric(2, d, d, seed=3), normal(2, d, d, seed=4), covariance(d)
    words = in_context_loss(A, Sigma, n, task="inverse", B=B)
    assert abs(float(words / quadrature_loss(A, Sigma, n, task="inverse", B=B)) - 1) < AGREE


def test_the_comparison_notices_one_example_less() -> None:
    A, Sigma = symmetric(3, 2, 2), covariance(2)
    words = in_context_loss(A, Sigma, 4, task="inverse")
    assert abs(float(words / quadrature_loss(A, Sigma, 3, task="inverse")) - 1) > 1e-2


@pytest.mark.parametrize("task", ["identity", "inverse"])
def test_one_layer_is_the_closed_form(task: str) -> None:
    d, n = 3, 4
    A, Sigma = symmetric(5, 1, d, d), covariance(d)
    b = torch.zeros(5, d + 1, dtype=torch.float64)
    b[:, d] = 1
    full = torch.cat([A[:, 0], torch.zeros(5, 1, d, dtype=torch.float64)], 1)
    expected = one_layer_loss(b, full, Sigma, n, task=task)  # type: ignore[arg-type]
    assert torch.allclose(in_context_loss(A, Sigma, n, task=task), expected, rtol=AGREE)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("task", ["identity", "inverse"])
@pytest.mark.parametrize(("L", "moving"), [(1, False), (2, False), (3, False), (2, True)])
def test_the_literal_forward_pass_agrees(L: int, moving: bool, task: str) -> None:
    d, n, count = 2, 6, 100_000
    Sigma = covariance(d)
    A = (symmetric(L, d, d, seed=1) / 8 - torch.eye(d) / 2) @ torch.linalg.inv(Sigma)
    A = (A + A.mT) / 2
    B = normal(L, d, d, seed=2) / 8 if moving else None
    X = normal(count, n + 1, d, seed=3) @ torch.linalg.cholesky(Sigma).mT
    w = normal(count, d, seed=4)
    if task == "inverse":
        w = w @ torch.linalg.inv(torch.linalg.cholesky(Sigma))
    seen = forward(A, B, X, w)
    exact = float(in_context_loss(A, Sigma, n, task=task, B=B))  # type: ignore[arg-type]
    error = float(seen.std()) / count**0.5
    assert abs(float(seen.mean()) - exact) < 5 * error
    assert abs(float(seen.mean()) - 1.3 * exact) > 5 * error


def test_the_words_are_the_sum_over_all_pairings() -> None:
    """Isserlis literally: every pairing of the vectors of tr(S M S N) tr S, for d = 1."""
    n, m, k = 3, 2, 5
    found = expectation({(0, 1, 0, 2, 0): 1}, Alphabet([1, 2]))
    value = sum(
        Fraction(c, n**p) * m ** sum(t.count(1) for t in mono) * k ** sum(t.count(2) for t in mono)
        for mono, polynomial in found.items()
        for p, c in polynomial.items()
    )
    legs = [0, 0, 1, 1, 2, 2]  # two vectors each; samples are equal along pairs
    total = Fraction(0)
    for pairing in pairings(list(range(6))):
        joined: Counter[int] = Counter()
        parent = list(range(3))

        def root(i: int, parent: list[int] = parent) -> int:
            return i if parent[i] == i else root(parent[i])

        for i, j in pairing:
            parent[root(legs[i])] = root(legs[j])
        joined.update(root(i) for i in range(3))
        total += Fraction(n ** len(joined), n**3)
    assert value == total * m * k


def pairings(items: list[int]) -> list[list[tuple[int, int]]]:
    if not items:
        return [[]]
    first, *rest = items
    return [[(first, other), *tail] for other in rest for tail in pairings([x for x in rest if x != other])]


def test_rationals_and_error_bounds() -> None:
    A = torch.round(symmetric(1, 3, 2, 2) * 8) / 8
    Sigma = torch.tensor([[1.5, 0.25], [0.25, 1.0]], dtype=torch.float64)
    floats = in_context_loss(A, Sigma, 3, task="identity")
    exact = in_context_loss(lift(A, "rational"), lift(Sigma, "rational"), 3, task="identity")
    tracked = in_context_loss(lift(A, "tracked"), lift(Sigma, "tracked"), 3, task="identity")
    true = fraction(exact.values[0])
    assert abs(Fraction(float(floats[0])) / true - 1) < AGREE
    low, high = interval(tracked)
    assert Fraction(float(low[0])) <= true <= Fraction(float(high[0]))
    assert float(high[0] - low[0]) < 1e-10 * float(high[0])


def test_a_batch_is_one_network_each() -> None:
    A, Sigma = symmetric(3, 4, 2, 2, 2), covariance(2)
    together = in_context_loss(A, Sigma, 5, task="identity")
    assert tuple(together.shape) == (3, 4)
    for i, j in itertools.product(range(3), range(4)):
        alone = in_context_loss(A[i, j], Sigma, 5, task="identity")
        assert abs(float(together[i, j] / alone) - 1) < AGREE


@pytest.mark.parametrize("symmetry", [True, False])
def test_the_gradient_is_the_derivative(symmetry: bool) -> None:
    d, n, L = 2, 3, 2
    A, Sigma = symmetric(L, d, d), covariance(d)
    _, gradient = loss_and_gradient(A, Sigma, n, task="identity", symmetric=symmetry)
    R = (symmetric if symmetry else normal)(L, d, d, seed=9)

    def along(t: int) -> float:
        return float(in_context_loss(A + t * R / 8, Sigma, n, task="identity", symmetric=symmetry))

    # Along a line the loss is a polynomial of degree 4: this difference is its derivative.
    slope = (8 * (along(1) - along(-1)) - (along(2) - along(-2))) / 12 * 8
    assert abs(float((gradient * R).sum()) / slope - 1) < 1e-10
    assert torch.equal(gradient, gradient.mT) == symmetry


def test_the_gradient_in_B() -> None:
    A, B, Sigma = symmetric(2, 2, 2), normal(2, 2, 2), covariance(2)
    _, in_A, in_B = loss_and_gradient(A, Sigma, 3, task="inverse", B=B)
    points = [A.clone().requires_grad_(), B.clone().requires_grad_()]
    loss = quadrature_loss(points[0], Sigma, 3, task="inverse", B=points[1])
    by_A, by_B = torch.autograd.grad(loss, points)
    assert torch.allclose(in_A, (by_A + by_A.mT) / 2, rtol=1e-11)
    assert torch.allclose(in_B, by_B, rtol=1e-11)
    assert float(in_B[1].abs().max()) == 0  # footnote 3


@pytest.mark.gpu
def test_on_a_device() -> None:
    if not torch.cuda.is_available():
        pytest.skip("no CUDA device")
    A, Sigma = symmetric(3, 5, 5), covariance(5)
    here = in_context_loss(A, Sigma, 20, task="identity")
    there = in_context_loss(A.cuda(), Sigma.cuda(), 20, task="identity")
    assert there.is_cuda
    assert abs(float(there) / float(here) - 1) < AGREE


EYE = torch.eye(2, dtype=torch.float64)


@pytest.mark.parametrize("loss", [in_context_loss, quadrature_loss])
@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"A": EYE.float()[None]}, TypeError, "A has dtype torch.float32"),
        ({"Sigma": EYE.float()}, TypeError, "Sigma has dtype torch.float32"),
        ({"A": torch.zeros(0, 2, 2, dtype=torch.float64)}, ValueError, "no layers"),
        ({"A": EYE}, ValueError, "shapes"),
        ({"Sigma": -EYE}, ValueError, "not positive definite"),
        ({"Sigma": 0 * EYE}, ValueError, "not positive definite"),
        ({"Sigma": EYE + torch.triu(EYE.new_ones(2, 2), 1)}, ValueError, "not symmetric"),
        ({"n": 0}, ValueError, "n must be at least 1, got 0"),
        ({"n": 1.5}, TypeError, "n must be a whole number"),
        ({"task": "none"}, ValueError, "task must be"),
        ({"B": EYE[None, :1]}, ValueError, "B like A"),
    ],
)
def test_bad_input(loss: object, change: dict[str, object], error: type, words: str) -> None:
    given = {"A": EYE[None], "Sigma": EYE, "n": 2, "task": "identity", **change}
    with pytest.raises(error, match=words):
        loss(given.pop("A"), given.pop("Sigma"), given.pop("n"), **given)  # type: ignore[operator]


def test_what_only_the_words_refuse() -> None:
    skew = torch.tensor([[[1.0, 2.0], [0.0, 1.0]]], dtype=torch.float64)
    with pytest.raises(ValueError, match=r"A is not symmetric.*symmetric=False"):
        in_context_loss(skew, EYE, 2, task="identity")
    with pytest.raises(ValueError, match="A has 5 layers; expected at most 4"):
        in_context_loss(EYE.repeat(5, 1, 1), EYE, 2, task="identity")
    with pytest.raises(ValueError, match="A has 3 layers; expected at most 2 with B"):
        in_context_loss(EYE.repeat(3, 1, 1), EYE, 2, task="identity", B=EYE.repeat(3, 1, 1))
    two = lift(EYE.repeat(2, 1, 1), "rational")
    with pytest.raises(ValueError, match="precision is missing"):
        in_context_loss(two, lift(EYE, "rational"), 2, task="identity", B=two)


def test_what_only_the_quadrature_refuses() -> None:
    with pytest.raises(ValueError, match="nodes; expected at most"):
        quadrature_loss(torch.eye(6, dtype=torch.float64)[None], torch.eye(6).double(), 9, task="identity")


@pytest.mark.parametrize("moving", [False, True])
def test_the_slope_is_the_gradient_along_the_direction(moving: bool) -> None:
    d, n, L = 2, 3, 2
    A, R, Sigma = symmetric(L, d, d), symmetric(5, L, d, d, seed=7), covariance(d)
    more: dict[str, Any] = {"B": normal(L, d, d, seed=8), "S": normal(5, L, d, d, seed=9)} if moving else {}
    seen = slope(A, R, Sigma, n, task="inverse", **more)
    given = {"B": more["B"]} if moving else {}
    _, *gradients = loss_and_gradient(A, Sigma, n, task="inverse", **given)
    expected = (gradients[0] * R).sum((-3, -2, -1))
    if moving:
        expected = expected + (gradients[1] * more["S"]).sum((-3, -2, -1))
    assert torch.allclose(seen, expected, rtol=1e-11)


def test_slopes_beyond_symmetric_directions() -> None:
    A, R, Sigma = normal(3, 2, 2), normal(3, 2, 2, seed=7), covariance(2)
    _, gradient = loss_and_gradient(A, Sigma, 3, task="identity", symmetric=False)
    seen = slope(A, R, Sigma, 3, task="identity", symmetric=False)
    assert abs(float(seen / (gradient * R).sum()) - 1) < 1e-11
    with pytest.raises(ValueError, match="A is not symmetric"):
        slope(A, R, Sigma, 3, task="identity")
    with pytest.raises(ValueError, match="B and S belong together"):
        slope(A, R, Sigma, 3, task="identity", B=A, symmetric=False)


def test_many_directions_at_one_point_are_those_one_by_one() -> None:
    A, B = symmetric(3, 1, 2, 2, 2), normal(3, 1, 2, 2, 2, seed=1)
    R, S = symmetric(5, 2, 2, 2, seed=2), normal(5, 2, 2, 2, seed=3)
    law: dict[str, Any] = {"task": "inverse"}
    together = slope(A, R, covariance(2), 3, B=B, S=S, **law)
    each = [slope(A[:, 0], R[k], covariance(2), 3, B=B[:, 0], S=S[k], **law) for k in range(5)]
    assert torch.allclose(together, torch.stack(each, 1), rtol=1e-13)
