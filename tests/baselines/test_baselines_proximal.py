"""Soft thresholding and its recursions, against optimality conditions and loops over definitions."""

from fractions import Fraction
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from baselines.proximal import (
    fista,
    ista,
    lasso_objective,
    lista_cp,
    lista_vm,
    lista_vm_from_all,
    proximal_gradient,
    soft_threshold,
    soft_threshold_by_sign,
)
from lemmata.numbers import exact
from lemmata.search.lifting import lift


def normal(*shape: int, seed: int = 0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.round(torch.randn(*shape, generator=generator, dtype=torch.float64) * 64) / 64


def penalised(X: Tensor, y: Tensor, alpha: float, beta: Tensor) -> Tensor:
    return ((y - (X @ beta[..., None])[..., 0]) ** 2).sum(-1) / 2 + alpha * beta.abs().sum(-1)


@given(st.floats(-5, 5), st.floats(0, 3), st.floats(-5, 5))
def test_soft_threshold_is_the_proximal_point_of_the_l1_norm(x: float, theta: float, z: float) -> None:
    point = float(soft_threshold(torch.tensor(x, dtype=torch.float64), theta))

    def value(u: float) -> float:
        return (u - x) ** 2 / 2 + theta * abs(u)

    # Strong convexity: any other z is worse by half of its squared distance.
    assert value(z) >= value(point) + (z - point) ** 2 / 2 - 1e-12


@given(st.floats(-5, 5), st.floats(0, 3))
def test_two_ramps_are_the_soft_threshold_to_the_last_bit(x: float, theta: float) -> None:
    at = torch.tensor(x, dtype=torch.float64)
    assert soft_threshold(at, theta) == soft_threshold_by_sign(at, theta)


def test_the_formula_by_sign_jumps_for_negative_thresholds() -> None:
    x = torch.tensor([-1.0, 0.0, 2.0], dtype=torch.float64)
    assert soft_threshold_by_sign(x, -1.0).tolist() == [-2.0, 0.0, 3.0]


def test_soft_threshold_is_exact_in_rationals() -> None:
    x = torch.tensor([-1.0, 0.25, 2.0], dtype=torch.float64)
    found = soft_threshold(lift(x, "rational"), lift(0.1, "rational"))
    tenth = Fraction(0.1)
    assert [exact.fraction(v) for v in found.values] == [-1 + tenth, Fraction(1, 4) - tenth, 2 - tenth]


def naive_lista_vm(X: Tensor, y: Tensor, M: Tensor, theta: Tensor) -> Tensor:
    """(4.4) for one instance, prefix by prefix."""
    N, d = X.shape
    out = torch.zeros(len(M) + 1, N, d, dtype=torch.float64)
    for n in range(1, N + 1):
        beta = torch.zeros(d, dtype=torch.float64)
        for k in range(len(M)):
            step = M[k] @ X[:n].mT @ (X[:n] @ beta - y[:n]) / (2 * n + 1)
            moved = beta - step
            beta = moved.sign() * torch.clamp(moved.abs() - theta[k], min=0.0)
            out[k + 1, n - 1] = beta
    return out


def test_lista_vm_is_4_4_for_every_prefix() -> None:
    X, y, M, theta = normal(3, 6, 4), normal(3, 6, seed=1), normal(5, 4, 4, seed=2), normal(5).abs()
    found = lista_vm(X, y, M, theta / 8)
    for i in range(3):
        expected = naive_lista_vm(X[i], y[i], M, theta / 8)
        assert torch.allclose(found[:, i], expected, rtol=1e-11, atol=1e-11)
    assert torch.allclose(lista_vm_from_all(X, y, M, theta / 8), found[:, :, -1], rtol=1e-11)


def test_a_prefix_sees_its_own_data_only() -> None:
    X, y, M, theta = normal(2, 4, 3), normal(2, 4, seed=1), normal(3, 3, 3, seed=2), normal(3).abs()
    other = X.clone()
    other[:, 2:] += 1
    found, changed = lista_vm(X, y, M, theta / 8), lista_vm(other, y, M, theta / 8)
    assert torch.equal(found[:, :, :2], changed[:, :, :2])
    assert not torch.equal(found[:, :, 2:], changed[:, :, 2:])


def test_lista_vm_agrees_in_every_arithmetic() -> None:
    parts = normal(1, 3, 2), normal(1, 3, seed=1), normal(2, 2, 2, seed=2), normal(2).abs()
    tracked = lista_vm(*(lift(v, "tracked") for v in parts))
    rational = lista_vm(*(lift(v, "rational") for v in parts))
    assert rational.shape == (3, 1, 3, 2)
    for value, error, truth in zip(
        tracked.value.ravel().tolist(), tracked.error.ravel().tolist(), rational.values.ravel(), strict=True
    ):
        assert abs(Fraction(value) - exact.fraction(truth)) <= Fraction(error)


@pytest.mark.parametrize("method", [ista, fista])
def test_ista_and_fista_reach_the_optimality_conditions(method: Any) -> None:
    X, y, alpha = normal(4, 12, 6), normal(4, 12, seed=1), 0.5
    L = torch.linalg.eigvalsh(X.mT @ X)[:, -1]
    beta = method(X, y, alpha, L, 3000)[-1]
    correlation = (X.mT @ (y - (X @ beta[..., None])[..., 0])[..., None])[..., 0]
    active = beta != 0
    assert torch.allclose(correlation[active], alpha * beta.sign()[active], atol=1e-10)
    assert bool((correlation[~active].abs() <= alpha + 1e-10).all())
    assert active.any()
    assert (~active).any()


@pytest.mark.slow
def test_ista_descends_at_the_proven_rate_and_fista_at_its_own() -> None:
    X, y, alpha, steps = normal(4, 6, 12), normal(4, 6, seed=1), 0.5, 200
    L = torch.linalg.eigvalsh(X.mT @ X)[:, -1]
    best = fista(X, y, alpha, L, 20_000)[-1]
    low, distance = penalised(X, y, alpha, best), (best * best).sum(-1)
    slow = penalised(X, y, alpha, ista(X, y, alpha, L, steps))
    fast = penalised(X, y, alpha, fista(X, y, alpha, L, steps))
    k = torch.arange(1, steps + 1)[:, None]
    assert bool((slow.diff(dim=0) <= 1e-12).all())
    assert bool((slow[1:] - low <= L * distance / (2 * k) + 1e-12).all())
    assert bool((fast[1:] - low <= 2 * L * distance / (k + 1) ** 2 + 1e-12).all())


def test_too_long_a_step_diverges() -> None:
    X, y = normal(2, 12, 6), normal(2, 12, seed=1)
    L = torch.linalg.eigvalsh(X.mT @ X)[:, -1]
    assert bool((ista(X, y, 0.5, L / 4, 200)[-1].abs().amax(-1) > 1e6).all())


@pytest.mark.slow
def test_proximal_gradient_on_the_objective_of_32() -> None:
    Phi, y, lam, N = normal(3, 8, 5), normal(3, 8, seed=1), 0.25, 8
    smooth = 2 * torch.linalg.eigvalsh(Phi.mT @ Phi).max() / N
    path = proximal_gradient(Phi, y, lam, torch.zeros(3, 5).double(), inverse_step=smooth, steps=4000)
    values = torch.stack([lasso_objective(Phi, y, lam, rho) for rho in path])
    assert bool((values.diff(dim=0) <= 1e-12).all())
    rho = path[-1]
    minus_gradient = 2 * (Phi.mT @ (y - (Phi @ rho[..., None])[..., 0])[..., None])[..., 0] / N
    active = rho != 0
    assert torch.allclose(minus_gradient[active], lam * rho.sign()[active], atol=1e-9)
    assert bool((minus_gradient[~active].abs() <= lam + 1e-9).all())
    literal = ((y - torch.einsum("bnp,bp->bn", Phi, rho)) ** 2).mean(-1) + lam * rho.abs().sum(-1)
    assert torch.allclose(values[-1], literal, rtol=1e-14)


def test_the_step_may_be_given_by_its_inverse() -> None:
    Phi, y, start = normal(2, 3, 2), normal(2, 3, seed=1), normal(2, 2, seed=2)
    by_inverse = proximal_gradient(Phi, y, 0.5, start, inverse_step=8, steps=3)
    assert torch.equal(by_inverse, proximal_gradient(Phi, y, 0.5, start, eta=0.125, steps=3))
    assert by_inverse.shape == (4, 2, 2)
    assert torch.equal(by_inverse[0], start)
    # 1/6 is no float, yet the rational step is exact: one step by hand.
    Phi_, y_, start_ = (lift(v, "rational") for v in (Phi, y, start))
    found = proximal_gradient(Phi_, y_, lift(0.5, "rational"), start_, inverse_step=6, steps=1)[1]
    residual = y - (Phi @ start[..., None])[..., 0]
    moved = start + 2 * (Phi.mT @ residual[..., None])[..., 0] / 3 / 6
    expected = moved.sign() * (moved.abs() - 0.5 / 6).clamp_min(0)
    close = [
        abs(exact.as_float(a) - float(b)) for a, b in zip(found.values.flat, expected.ravel(), strict=True)
    ]
    assert max(close) < 1e-14


@pytest.mark.parametrize(
    ("act", "error", "words"),
    [
        (
            lambda: lista_vm(normal(2, 3, 2).float(), normal(2, 3), normal(1, 2, 2), normal(1)),
            TypeError,
            r"X has dtype torch.float32; expected torch.float64.*X.to\(torch.float64\)",
        ),
        (lambda: lista_vm(normal(2, 3, 2), [1.0], normal(1, 2, 2), normal(1)), TypeError, "y is a list"),
        (
            lambda: lista_vm(normal(2, 3, 2), normal(2, 3), normal(1, 3, 3), normal(1)),
            ValueError,
            r"the shapes are .* M \(1, 3, 3\).*; expected",
        ),
        (lambda: ista(normal(2, 3, 2), normal(2, 4), 1.0, 1.0, 3), ValueError, "expected"),
        (
            lambda: proximal_gradient(normal(2, 3, 2), normal(2, 3), 1.0, normal(2, 2), steps=1),
            TypeError,
            "either eta or inverse_step",
        ),
        (lambda: lasso_objective(normal(2, 3, 2), normal(2, 3), 1.0, normal(2, 3)), ValueError, "expected"),
    ],
)
def test_misuse_is_named(act: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        act()


def test_results_stay_on_the_device_of_the_data() -> None:
    # The meta device refuses to meet the CPU, as a GPU does, and is everywhere.
    X, y, start = (v.to("meta") for v in (normal(2, 3, 2), normal(2, 3), normal(2, 2)))
    for found in (
        fista(X, y, 0.5, 2.0, 3),
        proximal_gradient(X, y, 0.5, start, inverse_step=3, steps=2),
        lasso_objective(X, y, 0.5, start),
    ):
        assert found.device.type == "meta"


# -- LISTA-CP, and what is refused ------------------------------------------------------------------------


def test_lista_cp_is_a_loop_over_its_display() -> None:
    X, y, D, theta = normal(3, 4, 2), normal(3, 4), normal(5, 4, 2) / 8, normal(5).abs() / 8
    path = lista_cp(X, y, D, theta)
    for b in range(3):
        beta = torch.zeros(2, dtype=torch.float64)
        for k in range(5):
            beta = soft_threshold(beta - D[k].T @ (X[b] @ beta - y[b]), theta[k])
            assert torch.allclose(path[k + 1, b], beta)


def test_lista_cp_with_matrices_that_follow_the_data_is_lista_vm() -> None:
    X, y, M, theta = normal(3, 4, 2), normal(3, 4), normal(2, 2, 2) / 8, normal(2).abs() / 8
    D = torch.stack([X @ M[k].mT / 9 for k in range(2)])
    assert torch.allclose(lista_cp(X, y, D, theta), lista_vm_from_all(X, y, M, theta))


def test_ista_is_lista_cp_with_the_matrix_itself() -> None:
    X, y = normal(3, 4, 2), normal(3, 4)
    D = torch.stack([X[:1].expand(3, 4, 2)] * 3) / 64
    same = X[:1].expand(3, 4, 2)
    theta = torch.full((3,), 0.5 / 64, dtype=torch.float64)
    assert torch.allclose(lista_cp(same, y, D, theta), ista(same, y, 0.5, 64.0, 3))


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda X, y: lista_cp(X, y, normal(2, 3, 2), normal(2)), r"\(K, N, d\)"),
        (lambda X, y: lista_cp(X, y, normal(2, 4, 2), normal(3)), r"\(K, N, d\)"),
        (lambda X, y: lista_vm(X * torch.nan, y, normal(1, 2, 2), normal(1)), "X has 24 entries"),
        (lambda X, y: lista_vm(X, y / 0, normal(1, 2, 2), normal(1)), "y has 12 entries"),
        (lambda X, y: lista_vm(X[:, :0], y[:, :0], normal(1, 2, 2), normal(1)), "N >= 1"),
        (lambda X, y: lista_vm_from_all(X, y, normal(1, 3, 3), normal(1)), r"\(K, d, d\)"),
        (lambda X, y: ista(X, y[:, :3], 0.5, 8.0, 2), r"\(batch, N\) with N >= 1"),
        (lambda X, y: fista(X[0], y, 0.5, 8.0, 2), r"\(batch, N, d\)"),
    ],
)
def test_bad_data_is_named(act: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        act(normal(3, 4, 2), normal(3, 4))
