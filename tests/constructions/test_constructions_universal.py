"""The transformer of A.4: its weights by offsets as printed, and the recursion that it should run."""

import math
from typing import Any

import pytest
import torch
from torch import Tensor

from baselines.barron import feature_vectors
from baselines.proximal import proximal_gradient
from constructions import blocks
from constructions.attention import Attention, logistic
from constructions.mlp import Mlp
from constructions.universal import (
    Weights,
    attn1,
    attn2,
    balanced_tau,
    check_tau,
    embed,
    ff0,
    ff1,
    iterates,
    printed_tau,
    residual_stream,
    universal_transformer,
)
from lemmata.numbers import values
from lemmata.search.lifting import lift

SCALAR = torch.zeros((), dtype=torch.float64)


def normal(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def zeros(*shape: int) -> Tensor:
    return torch.zeros(*shape, dtype=torch.float64)


def instance(d: int, n: int, N: int, batch: int = 3) -> tuple[Tensor, ...]:
    """omega, t, X, y, query."""
    X, query = normal(batch, N, d, seed=1), normal(batch, d, seed=2)
    X, query = (v / (1 + v.norm(dim=-1, keepdim=True)) for v in (X, query))
    t = torch.linspace(-1, 0.75, n, dtype=torch.float64)
    return normal(n, d, seed=3), t, X, normal(batch, N, seed=4), query


def deviations(
    weights: Weights, tau: tuple[float, float], d: int, n: int, N: int, L: int
) -> tuple[float, float]:
    """How far the iterates are from the exact method, and the predictions from their products."""
    omega, t, X, y, query = instance(d, n, N)
    tf = universal_transformer(omega, t, N=N, L=L, lam=0.01, tau_ff=8.0, tau=tau, weights=weights)
    rho, yhat = iterates(tf, embed(X, y, query, n))
    phi = feature_vectors(X, omega, t, 8.0)
    exact = proximal_gradient(phi, y, 0.01, zeros(3, n + 1), steps=(L - 1) // 2, inverse_step=2 * n)
    product = (feature_vectors(query[:, None], omega, t, 8.0) * rho).sum(-1)
    return float((rho - exact.movedim(0, 1)).abs().max()), float((yhat - product).abs().max())


def test_weights_of_ff0_are_those_of_116() -> None:
    d, n, tau, lam = 3, 2, 4.0, 0.5
    omega, t, *_ = instance(d, n, 2)
    layer = ff0(omega, t, tau, lam)
    D = d + 2 * n + 7
    W, U = zeros(D, D), zeros(D, D)
    unit = omega / omega.norm(dim=-1, keepdim=True)
    for i in range(n):
        for first, half in ((0, 0.5), (n + 1, -0.5)):
            W[first + i, :d] = tau * unit[i]
            W[first + i, d] = -t[i] * tau + half
    W[n, d], W[2 * n + 1, d], W[2 * n + 2, d] = 1.0, -1.0, lam
    eye = torch.eye(n + 1, dtype=torch.float64)
    U[d + 3 : d + n + 4, : n + 1] = eye
    U[d + 3 : d + n + 4, n + 1 : 2 * n + 2] = -eye
    U[d + 2 * n + 5, 2 * n + 2] = 1.0
    torch.testing.assert_close(layer.W1, W)
    torch.testing.assert_close(layer.W2, U)
    assert not layer.b.any()


def test_weights_of_ff1_are_those_of_122() -> None:
    d, n = 2, 3
    D, eta = d + 2 * n + 7, 1 / (2 * n)
    layer = ff1(residual_stream(d, n), 2 * n, SCALAR)
    W, U = zeros(D, D), zeros(D, D)
    eye = torch.eye(n + 1, dtype=torch.float64)
    rho, lam, yhat = slice(d + n + 4, d + 2 * n + 5), d + 2 * n + 5, D - 1
    W[: n + 1, rho], W[: n + 1, lam] = eye, eta
    W[n + 1 : 2 * n + 2, rho], W[n + 1 : 2 * n + 2, lam] = eye, -eta
    W[2 * n + 2, lam], W[2 * n + 3, yhat], W[2 * n + 4, yhat] = eta, 1.0, -1.0
    U[rho, : n + 1], U[rho, n + 1 : 2 * n + 2], U[rho, 2 * n + 2] = -eye, eye, 1.0
    U[yhat, 2 * n + 3], U[yhat, 2 * n + 4] = -1.0, 1.0
    torch.testing.assert_close(layer.W1, W)
    torch.testing.assert_close(layer.W2, U)


@pytest.mark.parametrize("weights", ["printed", "four heads", "repaired"])
def test_heads_are_those_of_the_table(weights: Weights) -> None:
    d, n, N, tau = 2, 2, 5, 8.0
    D, eta, stream = d + 2 * n + 7, 1 / (2 * n), residual_stream(d, n)
    phi, rho = slice(d + 3, d + n + 4), slice(d + n + 4, d + 2 * n + 5)
    eye = torch.eye(n + 1, dtype=torch.float64)
    V, Q, K = zeros(4, D, D), zeros(4, D, D), zeros(4, D, D)
    V[:, rho, phi] = 8 * tau * eye
    V[1], V[3] = -V[1], -V[3]
    Q[0, 0, d + 1], K[0, 0, d] = eta / tau, 1.0
    Q[1, : n + 1, phi], K[1, : n + 1, rho] = eta / tau * eye, eye
    Q[2, 0, d], Q[2, 0, d + 2], K[2, 0, D - 1] = eta / tau, -eta / tau, 1.0
    layer = attn1(stream, 2 * n, tau, weights=weights, like=SCALAR)
    H = normal(2, D, N + 1)
    count = 3 if weights == "printed" else 4
    assert len(layer.heads) == count
    expected = H.clone()
    for m in range(count):
        scores = torch.sigmoid((Q[m] @ H).mT @ (K[m] @ H))
        expected = expected + V[m] @ H @ scores / N
    torch.testing.assert_close(layer(H), expected)

    second = attn2(stream, N, tau, weights=weights, like=SCALAR)
    score = torch.sigmoid((H[:, phi] / tau).mT @ H[:, rho]) - 0.5
    size = 4 * tau * (N if weights == "repaired" else 1) / N
    expected = H.clone()
    expected[:, -1] += size * ((H[:, d] - H[:, d + 2])[:, None] @ score)[:, 0]
    torch.testing.assert_close(second(H), expected)


def test_repaired_weights_follow_the_exact_method() -> None:
    rho, prediction = deviations("repaired", (2.0**10, 2.0**14), d=2, n=32, N=64, L=9)
    assert rho < 1e-10
    assert prediction < 1e-10


@pytest.mark.parametrize("weights", ["printed", "four heads"])
def test_printed_weights_do_not(weights: Weights) -> None:
    rho, prediction = deviations(weights, (2.0**10, 2.0**14), d=2, n=4, N=8, L=5)
    assert rho > 1e-4
    assert prediction > 1e-3


def test_without_the_factor_the_first_step_is_right_and_the_second_is_not() -> None:
    first, _ = deviations("four heads", (2.0**10, 2.0**14), d=1, n=2, N=4, L=3)
    second, _ = deviations("four heads", (2.0**10, 2.0**14), d=1, n=2, N=4, L=5)
    assert first < 1e-8 < 1e-4 < second


@pytest.mark.parametrize("n", [1, 3])
def test_zero_rows_and_columns_change_nothing(n: int) -> None:
    d, N, batch = 2, 3, 200
    omega, t, X, y, query = instance(d, n, N, batch)
    H = embed(X, y, query, n) + normal(batch, d + 2 * n + 7, N + 1, seed=5)
    layers: list[Attention] = []
    for weights in ("printed", "repaired"):
        built = universal_transformer(omega, t, N=N, L=3, lam=0.5, tau_ff=2.0, tau=(2.0, 4.0), weights=weights)
        layers += [layer for layer in built.layers if isinstance(layer, Attention)]
    layers += [mutant for _, mutant in layers[-1].derived_mutants()]
    for layer in layers:
        assert layer.stream is not None
        tokens = blocks.split(H, layer.stream)
        by_blocks = blocks.joined(tokens | layer.changed_blocks(tokens, blocks.Kept()))
        torch.testing.assert_close(by_blocks, layer(H), rtol=1e-12, atol=1e-11)


def test_a_derived_mutant_by_name_is_the_one_that_is_listed() -> None:
    layer = attn1(residual_stream(1, 2), 4, 2.0, weights="repaired", like=SCALAR)
    for name, listed in layer.derived_mutants():
        one = layer.derived_mutant(name)
        for role, weight in listed.weights().items():
            assert torch.equal(one.weights()[role].array, weight.array)
    with pytest.raises(KeyError, match="no derived mutant"):
        layer.derived_mutant("Attn1 head label Q[x<-y] doubled")


def test_balanced_tau_is_better_than_its_neighbours() -> None:
    def error(tau: float) -> float:
        return deviations("repaired", (tau, 2.0**14), d=1, n=2, N=8, L=3)[0]

    best = balanced_tau(0.25)
    assert math.log2(best).is_integer()
    assert error(best) < 1e-9
    assert error(best) < error(best * 2**10)
    assert error(best) < error(best / 2**10)


def test_the_printed_tau_is_that_of_lemma_7() -> None:
    assert printed_tau(N=4, n=2, L=6, barron=1.0) == 1024.0  # 4 * 4 * 8 * 6 = 768
    assert balanced_tau(1.0, torch.float32) < balanced_tau(1.0)


def test_layers_run_in_exact_arithmetic() -> None:
    d, n, N = 1, 1, 2
    omega, t, X, y, query = (torch.round(v * 8) / 8 for v in instance(d, n, N, batch=1))
    omega = torch.ones(1, 1).double()
    build: dict[str, Any] = {"N": N, "L": 3, "tau_ff": 2, "weights": "repaired"}
    plain = universal_transformer(omega, t, lam=0.5, tau=(4.0, 4.0), **build)
    lam, tau = lift(0.5, "ball"), lift(4.0, "ball")
    exact = universal_transformer(lift(omega, "ball"), lift(t, "ball"), lam=lam, tau=(tau, tau), **build)
    found = exact(embed(lift(X, "ball"), lift(y, "ball"), lift(query, "ball"), n))
    torch.testing.assert_close(values(found), plain(embed(X, y, query, n)))


def test_logistic_function_at_zero_is_rational() -> None:
    assert str(logistic(lift(zeros(1), "rational")).values[0]) == "1/2"


def test_derived_mutants_name_heads_and_blocks() -> None:
    layer = attn2(residual_stream(1, 1), 2, 1.0, weights="repaired", like=SCALAR)
    names = [name for name, _ in layer.derived_mutants()]
    assert "Attn2 head product V[yhat<-one] zeroed" in names
    changed = layer.derived_mutant("Attn2 head product K[phi<-rho] negated")
    assert torch.equal(changed.heads[0].K, -layer.heads[0].K)
    assert isinstance(changed, Attention)


def test_structure_of_the_whole() -> None:
    omega, t, *_ = instance(2, 3, 4)
    tf = universal_transformer(omega, t, N=4, L=5, lam=0.0, tau_ff=1.0, tau=(1.0, 1.0), weights="repaired")
    assert tf.stream.size == 2 + 2 * 3 + 7
    assert [layer.name for layer in tf.layers] == ["Attn0", "FF0"] + ["Attn1", "FF1", "Attn2", "FF2"] * 2
    assert all(isinstance(layer, Attention | Mlp) for layer in tf.layers)
    moved = tf.to(dtype=torch.float32)
    assert {w.array.dtype for w in moved.weights().values()} == {torch.float32}


class TestRefusals:
    def build(self, **changes: object) -> None:
        omega, t, *_ = instance(1, 2, 2)
        given: dict[str, Any] = {"N": 2, "L": 3, "lam": 0.5, "tau_ff": 1.0, "tau": (1.0, 1.0)}
        given |= {"weights": "repaired", "omega": omega, "t": t} | changes
        universal_transformer(**given)

    @pytest.mark.parametrize(
        ("changes", "says"),
        [
            ({"L": 4}, "L is 4; expected an odd number"),
            ({"L": 0}, "L is 0"),
            ({"N": 0}, "N is 0; expected at least 1"),
            ({"lam": -0.5}, "lam is -0.5; expected at least 0"),
            ({"tau": (0.0, 1.0)}, "tau is 0.0; expected a finite number above 0"),
            ({"tau": (1.0, math.inf)}, "tau is inf"),
            ({"tau": (2.0**60, 1.0)}, "the scores are lost"),
            ({"weights": "best"}, "weights must be"),
            ({"omega": zeros(0, 1), "t": zeros(0)}, "n of at least 1"),
            ({"t": zeros(3)}, "t \\(3,\\)"),
        ],
    )
    def test_of_the_transformer(self, changes: dict[str, object], says: str) -> None:
        with pytest.raises(ValueError, match=says):
            self.build(**changes)

    def test_of_a_tau_beyond_the_precision(self) -> None:
        check_tau(2.0**20, torch.float32)
        with pytest.raises(ValueError, match=r"in torch\.float32 logistic"):
            check_tau(2.0**24, torch.float32)
        check_tau(2.0**24, torch.float64)

    def test_of_inputs_outside_of_the_ball(self) -> None:
        X, y, query = zeros(1, 2, 2), zeros(1, 2), zeros(1, 2)
        embed(X, y, query, 1)
        X[0, 1] = torch.tensor([0.8, 0.7])
        with pytest.raises(ValueError, match=r"X holds an input of norm 1\.06.*at most 1"):
            embed(X, y, query, 1)
        with pytest.raises(ValueError, match="query holds an input"):
            embed(zeros(1, 2, 2), y, query + 1, 1)

    def test_of_shapes_and_sizes(self) -> None:
        with pytest.raises(ValueError, match=r"n is 0; expected at least 1"):
            residual_stream(1, 0)
        with pytest.raises(ValueError, match="query"):
            embed(zeros(1, 2, 2), zeros(1, 2), zeros(1, 3), 1)
        layer = attn2(residual_stream(1, 1), 2, 1.0, weights="repaired", like=SCALAR)
        with pytest.raises(ValueError, match="H has shape"):
            layer(zeros(1, 3, 2))
        with pytest.raises(TypeError, match="dtype"):
            layer(zeros(1, 10, 2).float())
        with pytest.raises(ValueError, match="size is 0"):
            balanced_tau(0.0)
