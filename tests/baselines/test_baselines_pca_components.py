"""The first components of a covariance, and what is no component."""

import math

import pytest
import torch

from baselines.pca import pca, top_components


def diagonal(*entries: float) -> torch.Tensor:
    return torch.diag(torch.tensor(entries, dtype=torch.float64))


def test_the_first_components_are_those_of_pca() -> None:
    generator = torch.Generator().manual_seed(0)
    X = torch.randn(5, 4, 9, generator=generator, dtype=torch.float64)
    A = X @ X.mT
    found, whole = top_components(A, 2), pca(A)
    assert torch.equal(found.eigenvalues.value, whole.eigenvalues.value[..., :2])
    assert torch.equal(found.eigenvectors.value, whole.eigenvectors.value[..., :2])
    assert bool((found.eigenvectors.error < 1e-9).all())


def test_a_repeated_eigenvalue_behind_the_first_k_does_no_harm() -> None:
    found = top_components(diagonal(4.0, 2.0, 1.0, 1.0), 2)
    assert found.eigenvalues.value.tolist() == [4.0, 2.0]


@pytest.mark.parametrize(
    ("A", "k", "told"),
    [
        (diagonal(2.0, 2.0, 1.0), 1, "number 1 equals number 2"),
        (diagonal(3.0, 1.0, 1.0), 2, "number 2 equals number 3"),
        (diagonal(3.0, 0.0), 2, "number 2 is 0"),
        (diagonal(0.0, 0.0), 1, "A is zero"),
        (diagonal(2.0, 1.0), 3, "k is 3; expected 1 to 2"),
        (diagonal(2.0, 1.0), 0, "k is 0; expected 1 to 2"),
        (diagonal(2.0, math.nan), 1, "NaN or infinite"),
        (torch.ones(2, 3, dtype=torch.float64), 1, "expected"),
    ],
)
def test_what_has_no_such_components_is_refused(A: torch.Tensor, k: int, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        top_components(A, k)


def test_single_precision_and_a_broken_count_are_refused() -> None:
    with pytest.raises(TypeError, match="float64"):
        top_components(torch.eye(2), 1)
    with pytest.raises(TypeError, match="whole number"):
        top_components(diagonal(2.0, 1.0), 1.5)  # type: ignore[arg-type]
