"""The certificate of the eigensolver really bounds, in every arithmetic; the power method."""

from typing import Any

import flint
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from baselines.pca import eigenvalues, last_iterate, pca, power_method, power_method_deflation
from lemmata.numbers import exact, values
from lemmata.numbers.exact import Exact, NotExact
from lemmata.numbers.running_error import Tracked
from lemmata.search.lifting import lift


def normal(*shape: int, seed: int = 0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


def symmetric(*shape: int, seed: int = 0) -> Tensor:
    A = normal(*shape, shape[-1], seed=seed)
    return (A + A.mT) / 2


def with_spectrum(spectrum: list[float], seed: int = 0) -> Tensor:
    d = len(spectrum)
    Q = torch.linalg.qr(normal(d, d, seed=seed)).Q
    A = Q @ torch.diag(torch.tensor(spectrum, dtype=torch.float64)) @ Q.mT
    return (A + A.mT) / 2


def truth(A: Tensor) -> tuple[Exact, Exact]:
    """Eigenvalues and eigenvectors in 256-bit balls, by this module's exact path."""
    found = pca(lift(A, "ball"))
    return found.eigenvalues.value, found.eigenvectors.value


def within(value: Tensor, error: Tensor, exact_values: Exact) -> bool:
    """Whether every ball lies within the error of its float."""
    return all(
        bool(abs(exact.lift(v, "ball") - ball) <= exact.lift(e, "ball")) or e == float("inf")
        for v, e, ball in zip(
            value.ravel().tolist(), error.ravel().tolist(), exact_values.values.ravel(), strict=True
        )
    )


SPECTRA = [[3.0, 2.0, 1.0], [3.0, 3.0 - 1e-9, 1.0], [1e6, 1.0, 1e-6, 0.0], [1.0, -1.0, 0.5, -0.5, 0.0], [5.0]]


@pytest.mark.parametrize("spectrum", SPECTRA)
def test_the_bounds_hold_and_are_useful(spectrum: list[float]) -> None:
    with exact.ball_precision():
        A = with_spectrum(spectrum)
        found = pca(A)
        exact_values, exact_vectors = truth(A)
        assert within(found.eigenvalues.value, found.eigenvalues.error, exact_values)
        distance = (found.eigenvectors.value - values(exact_vectors)).norm(dim=-2)
        # The midpoints are exact far beyond floats.
        assert bool((distance <= found.eigenvectors.error + 1e-16).all())
    size = max(map(abs, spectrum))
    assert float(found.eigenvalues.error.max()) < 1e-13 * size * len(spectrum)
    gaps = [b - a for a, b in zip(sorted(spectrum)[:-1], sorted(spectrum)[1:], strict=True)]
    assert float(found.eigenvectors.error.max()) < 1e-12 * size / min(gaps, default=size)


def test_the_ball_path_is_certified_by_its_own_residual() -> None:
    with exact.ball_precision():
        A = lift(symmetric(2, 5), "ball")
        found = pca(A)
        V, Lambda = found.eigenvectors.value, found.eigenvalues.value
        residual = A @ V - V * Lambda[:, None, :]
        defect = V.mT @ V - lift(torch.eye(5, dtype=torch.float64), "ball")
        for entry in (*residual.values.flat, *defect.values.flat):
            assert entry.contains(0)
            assert float(entry.rad()) < 1e-70
        flint_values = sorted((v.real for v in _flint_matrix(A.values[0]).eig()), key=lambda v: -float(v.mid()))
        assert all(a.overlaps(b) for a, b in zip(Lambda.values[0], flint_values, strict=True))


def _flint_matrix(matrix: Any) -> Any:
    return flint.acb_mat(flint.arb_mat(*matrix.shape, matrix.ravel().tolist()))


def test_order_and_sign() -> None:
    found = pca(symmetric(20, 6))
    assert bool((found.eigenvalues.value.diff(dim=-1) < 0).all())
    vectors = found.eigenvectors.value
    largest = torch.take_along_dim(vectors, vectors.abs().argmax(-2, keepdim=True), -2)
    assert bool((largest > 0).all())
    assert bool((found.eigenvectors.error < 1e-11).all())


def test_a_tie_of_largest_entries_is_decided_by_the_first() -> None:
    A = torch.tensor([[2.0, -1.0], [-1.0, 2.0]], dtype=torch.float64)
    found = pca(A)
    assert bool((found.eigenvectors.value[0] > 0).all())
    assert bool((found.eigenvectors.error < 1e-14).all())
    with exact.ball_precision():
        assert bool((values(pca(lift(A, "ball")).eigenvectors.value)[0] > 0).all())


def test_a_sign_that_rounding_decides_is_not_certified() -> None:
    # The second vector is (3 * 2047, -3 * 2048) up to scale: its weighted entries are tied.
    first = torch.tensor([2048.0, 2047.0], dtype=torch.float64)
    first = first / first.norm()
    second = torch.stack([first[1], -first[0]])
    A = 2 * torch.outer(first, first) + torch.outer(second, second)
    error = pca((A + A.mT) / 2).eigenvectors.error
    assert error[0] < 1e-14
    assert error[1] > 2


def test_signs_toward_a_reference() -> None:
    A, reference = symmetric(20, 4), normal(20, 4, seed=1)
    found = pca(A, toward=reference)
    inner = (found.eigenvectors.value * reference[..., None]).sum(-2)
    assert bool((inner > 0).all())
    own = pca(A, toward=-found.eigenvectors.value)
    assert torch.equal(own.eigenvectors.value, -found.eigenvectors.value)
    orthogonal = pca(torch.diag(torch.tensor([2.0, 1.0]).double()), toward=normal(2) * 0)
    assert bool((orthogonal.eigenvectors.error > 2).all())
    with exact.ball_precision():
        balls = pca(lift(A, "ball"), toward=lift(reference, "ball")).eigenvectors.value
        assert torch.allclose(values(balls), found.eigenvectors.value, atol=1e-10)
        with pytest.raises(NotExact, match="sets an eigenvector's sign"):
            pca(lift(A[0], "ball"), toward=lift(reference[0] * 0, "ball"))
        with pytest.raises(TypeError, match="toward is a Tensor"):
            pca(lift(A[0], "ball"), toward=reference[0])


def test_repeated_eigenvalues_have_no_eigenvectors_but_the_others_do() -> None:
    A = with_spectrum([3.0, 1.0, 1.0])
    error = pca(A).eigenvectors.error
    assert error[0] < 1e-13
    assert bool(torch.isinf(error[1:]).all())
    ones = torch.ones(3, 3, dtype=torch.float64) + torch.eye(3, dtype=torch.float64)
    with exact.ball_precision():
        found = pca(lift(ones, "ball"))
        assert found.eigenvectors.error.tolist() == [0.0, float("inf"), float("inf")]
        root = exact.sqrt(exact.lift(1.0, "ball") / 3)
        assert all(v.overlaps(root) for v in found.eigenvectors.value.values[:, 0])
        assert all(v.contains(1) and v.contains(-1) for v in found.eigenvectors.value.values[:, 1])
        assert [v.contains(w) for v, w in zip(found.eigenvalues.value.values, (4, 1, 1), strict=True)]


def test_tracked_input_brings_its_own_error() -> None:
    A = with_spectrum([4.0, 2.0, 1.0])
    blurred = Tracked(A, torch.full_like(A, 1e-4))
    found = pca(blurred)
    assert isinstance(found.eigenvectors.value, Tracked)
    assert torch.equal(found.eigenvalues.value.error, found.eigenvalues.error)
    vectors = found.eigenvectors
    assert torch.equal(vectors.value.error, vectors.error[None, :].expand(3, 3))
    assert float(found.eigenvalues.error.max()) < 1e-2
    for seed in range(50):
        other = pca(A + 1e-4 * symmetric(3, 3, seed=seed).clamp(-1, 1)[0])
        moved = (other.eigenvalues.value - found.eigenvalues.value.value).abs()
        assert bool((moved <= found.eigenvalues.error).all())
        turned = (other.eigenvectors.value - vectors.value.value).norm(dim=-2)
        assert bool((turned <= vectors.error).all())


@pytest.mark.slow
@given(st.integers(0, 10_000), st.floats(1e-12, 1e-2))
def test_the_certificate_does_not_trust_the_solver(seed: int, size: float) -> None:
    A = with_spectrum([3.0, 1.5, 1.0, -2.0], seed=seed)
    honest, solver = pca(A), torch.linalg.eigh
    noise = size * normal(4, 4, seed=seed + 1)

    def liar(matrix: Tensor) -> tuple[Tensor, Tensor]:
        found, vectors = solver(matrix)
        return found + noise[0].sort().values, vectors + noise

    torch.linalg.eigh = liar
    try:
        found = pca(A)
    finally:
        torch.linalg.eigh = solver
    off = (found.eigenvalues.value - honest.eigenvalues.value).abs()
    assert bool((off <= found.eigenvalues.error + honest.eigenvalues.error).all())
    turned = (found.eigenvectors.value - honest.eigenvectors.value).norm(dim=-2)
    assert bool((turned <= found.eigenvectors.error + honest.eigenvectors.error).all())


def test_diagonal_rationals_are_exact() -> None:
    A = lift(torch.diag(torch.tensor([1.0, 3.0, 2.0], dtype=torch.float64)) / 4, "rational")
    found = pca(A)
    assert [exact.fraction(v) * 4 for v in found.eigenvalues.value.values] == [3, 2, 1]
    V = found.eigenvectors.value
    difference = A @ V - V * found.eigenvalues.value[None, :]
    assert not any(difference.values.flat)
    assert not found.eigenvectors.error.any()


def test_what_rationals_cannot_hold_is_refused() -> None:
    dense = lift(torch.tensor([[1.0, 1.0], [1.0, 2.0]], dtype=torch.float64), "rational")
    for function in (pca, eigenvalues):
        with pytest.raises(NotExact, match="not diagonal"):
            function(dense)
    identity = lift(torch.eye(2, dtype=torch.float64), "rational")
    with pytest.raises(NotExact, match="repeated"):
        pca(identity)
    assert [exact.fraction(v) for v in eigenvalues(identity).value.values] == [1, 1]


def test_gradients_flow_through_the_values() -> None:
    A = with_spectrum([3.0, 2.0, 1.0]).requires_grad_()
    found = pca(A)
    (gradient,) = torch.autograd.grad(found.eigenvalues.value[0], A)
    top = found.eigenvectors.value[:, 0].detach()
    assert torch.allclose(gradient, torch.outer(top, top), atol=1e-12)
    assert not found.eigenvalues.error.requires_grad


@pytest.mark.parametrize(
    ("A", "error", "words"),
    [
        (torch.eye(2), TypeError, "A has dtype torch.float32"),
        ([[1.0]], TypeError, "A is a list"),
        (normal(2, 3), ValueError, r"A \(2, 3\); expected \(..., d, d\)"),
        (torch.tensor([[1.0, 2.0], [0.0, 1.0]]).double(), ValueError, "not symmetric: .* reaches 2"),
        (lift(torch.tensor([[1.0, 2.0], [0.0, 1.0]]), "rational"), ValueError, "not symmetric"),
        (torch.eye(2).double() * torch.nan, ValueError, "A has 4 entries that are NaN"),
    ],
)
def test_misuse_is_named(A: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        pca(A)


# -- the power method ------------------------------------------------------------------------------


def test_the_power_method_normalises_every_iterate_and_finds_the_first_eigenvector() -> None:
    A, start = with_spectrum([4.0, 1.0, 0.5])[None], normal(1, 3, seed=1)
    path = power_method(A, start, 40)
    assert path.shape == (41, 1, 3)
    assert torch.equal(path[0], start)
    assert torch.allclose(path[1:].norm(dim=-1), torch.ones(40, 1).double(), atol=1e-15)
    for before, after in zip(path[:-1, 0], path[1:, 0], strict=True):
        moved = A[0] @ before
        assert torch.allclose(after, moved / moved.norm(), atol=1e-15)
    top = pca(A[0], toward=path[-1, 0]).eigenvectors.value[:, 0]
    assert torch.allclose(path[-1, 0], top, atol=1e-14)
    cosine = (path[1:4, 0] @ top).abs()
    assert bool((cosine.diff() > 0).all())


def test_the_power_method_in_other_arithmetics() -> None:
    A = torch.tensor([[[3.0, 0.0], [0.0, 4.0]]], dtype=torch.float64)
    start = torch.tensor([[1.0, 1.0]], dtype=torch.float64)
    # (3, 4) has the rational norm 5; the next iterate has none.
    found = power_method(lift(A, "rational"), lift(start, "rational"), 1)[1, 0]
    assert [5 * exact.fraction(v) for v in found.values] == [3, 4]
    with pytest.raises(NotExact):
        power_method(lift(A, "rational"), lift(start, "rational"), 2)
    plain = power_method(A, start, 5)
    tracked = power_method(lift(A, "tracked"), lift(start, "tracked"), 5)
    with exact.ball_precision():
        balls = power_method(lift(A, "ball"), lift(start, "ball"), 5)
        assert within(tracked.value, tracked.error, balls)
        assert torch.allclose(values(balls), plain, atol=1e-15)


@pytest.mark.parametrize("iterations", [0, 1, 2, 7, 50])
def test_the_last_iterate_is_that_of_the_step_by_step_method(iterations: int) -> None:
    A = torch.stack([with_spectrum([4.0, 3.9, 0.5]), with_spectrum([1e-3, 1e-3, 1e-9])])
    A = torch.cat([A, with_spectrum([2.0, -1.9, 0.0])[None] * 1e12])
    start = normal(3, 3, seed=2)
    plain = power_method(A, start, iterations)[-1]
    assert torch.allclose(last_iterate(A, start, iterations), plain, rtol=0, atol=1e-12)
    tracked = last_iterate(lift(A, "tracked"), lift(start, "tracked"), iterations)
    with exact.ball_precision():
        balls = last_iterate(lift(A, "ball"), lift(start, "ball"), iterations)
        assert within(tracked.value, tracked.error, balls)
        assert torch.allclose(values(balls), plain, rtol=0, atol=1e-12)
    assert float(tracked.error.max()) < 1e-9
    if iterations > 1:
        with pytest.raises(NotExact):
            last_iterate(lift(A, "rational"), lift(start, "rational"), iterations)


def test_a_start_in_the_kernel_has_no_iterate() -> None:
    A = torch.diag(torch.tensor([1.0, 0.0], dtype=torch.float64))[None]
    start = torch.tensor([[0.0, 1.0]], dtype=torch.float64)
    for iterations in (1, 5):
        assert bool(last_iterate(A, start, iterations).isnan().all())


def test_deflation_finds_the_spectrum_one_by_one() -> None:
    spectrum = [5.0, 3.0, 2.0, 1.0]
    A, starts = with_spectrum(spectrum)[None], normal(1, 4, 4, seed=1)
    found = power_method_deflation(A, starts, 200)
    assert torch.allclose(found.eigenvalues[:, 0], torch.tensor(spectrum).double(), rtol=1e-12)
    exact_vectors = pca(A[0], toward=found.vectors[:, 0].mT).eigenvectors.value
    assert torch.allclose(found.vectors[:, 0].mT, exact_vectors, atol=1e-10)
    assert float(found.matrices[-1].norm()) < 1e-10
    first = found.vectors[0, 0]
    step = A[0] - found.eigenvalues[0] * torch.outer(first, first)
    assert torch.allclose(found.matrices[1, 0], step, atol=1e-14)


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda: power_method(normal(2, 3, 3), normal(1, 3), 2), "expected"),
        (lambda: power_method(normal(3, 3), normal(3), 2), "expected"),
        (lambda: power_method_deflation(normal(2, 3, 3), normal(2, 3), 2), "expected"),
    ],
)
def test_shapes_are_checked(act: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        act()
