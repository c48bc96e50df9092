"""Learned solvers against the recursions that define them, and what their form forces."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import Tensor, nn

from baselines.learned import Alista, Lista, ListaCp, ListaVm
from baselines.proximal import ista, lista_cp, lista_vm_from_all, soft_threshold

K, N, d = 3, 4, 6


def instances(seed: int = 0, batch: int = 5) -> tuple[Tensor, Tensor]:
    g = torch.Generator().manual_seed(seed)
    X = torch.randn(batch, N, d, generator=g, dtype=torch.float64)
    return X, torch.randn(batch, N, generator=g, dtype=torch.float64)


def shaken(model: Any) -> Any:
    """The model in float64 with random weights of moderate size."""
    g = torch.Generator().manual_seed(1)
    model = model.double()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=g, dtype=torch.float64) / 4)
    return model


def matrix() -> Tensor:
    return instances(7, 1)[0][0].float()


@pytest.mark.slow
def test_lista_is_its_recursion() -> None:
    model = shaken(Lista(matrix(), K))
    X, y = instances()
    beta = torch.zeros(len(y), d, dtype=torch.float64)
    for k in range(K):
        inner = y @ model.W1[k].mT + beta @ model.W2[k].mT
        beta = soft_threshold(inner, model.theta[k].abs())
        torch.testing.assert_close(model(X, y)[k + 1], beta)
    # It never looks at X.
    assert torch.equal(model(X, y), model(-X, y))


def test_lista_cp_is_its_recursion() -> None:
    model = shaken(ListaCp(matrix(), K))
    X, y = instances()
    torch.testing.assert_close(model(X, y), lista_cp(X, y, model.D, model.theta.abs()))


def test_alista_is_lista_cp_with_one_matrix_and_steps() -> None:
    W = instances(3, 1)[0][0].float()
    model = shaken(Alista(W, K))
    X, y = instances()
    D = model.gamma[:, None, None] * W.double()
    torch.testing.assert_close(model(X, y), lista_cp(X, y, D, model.theta.abs()))
    assert {name for name, _ in model.named_parameters()} == {"gamma", "theta"}


def test_lista_vm_is_its_recursion_and_takes_any_number_of_rows() -> None:
    model = shaken(ListaVm(d, K))
    X, y = instances()
    for n in (1, N):
        told = model(X[:, :n], y[:, :n])
        known = lista_vm_from_all(X[:, :n], y[:, :n], model.M, model.theta.abs())
        torch.testing.assert_close(told, known)


def test_known_support_is_the_recursion_on_zeroed_columns() -> None:
    model = shaken(ListaVm(d, K, support=2))
    X, y = instances()
    zeroed = X.clone()
    zeroed[..., 2:] = 0
    known = lista_vm_from_all(zeroed, y, model.M, model.theta.abs())
    torch.testing.assert_close(model(X, y), known)
    assert not torch.equal(model(X, y), lista_vm_from_all(X, y, model.M, model.theta.abs()))


def test_training_starts_from_ista() -> None:
    X, y = matrix().double()[None], instances(2, 1)[1]
    L = torch.linalg.matrix_norm(X[0], ord=2) ** 2
    known = ista(X, y, 0.05 * L, L, K)
    for model in (Lista(matrix(), K), ListaCp(matrix(), K)):
        torch.testing.assert_close(model.double()(X, y), known, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    "model", [Lista(matrix(), K), ListaCp(matrix(), K), Alista(matrix(), K), ListaVm(d, K)]
)
def test_every_weight_is_learned_and_misfits_are_refused(model: nn.Module) -> None:
    X, y = (v.float() for v in instances())
    model(X, y)[-1].square().sum().backward()
    for name, parameter in model.named_parameters():
        assert parameter.grad is not None, name
        assert parameter.grad.isfinite().all(), name
        assert (parameter.grad != 0).any(), name
    with pytest.raises(ValueError, match=rf"expected \(batch, \w+, {d}\)"):
        model(X[..., 1:], y)
    with pytest.raises(ValueError, match="expected"):
        model(X, y[:, 1:])


def test_fixed_sizes_are_fixed() -> None:
    X, y = (v.float() for v in instances())
    for model in (Lista(matrix(), K), ListaCp(matrix(), K), Alista(matrix(), K)):
        with pytest.raises(ValueError, match=rf"expected \(batch, {N}, {d}\)"):
            model(X[:, 1:], y[:, 1:])
