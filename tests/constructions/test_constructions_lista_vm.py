"""The weights of (C.1) and (C.2), by offsets as printed; and the recursion that they should run."""

from typing import Any

import pytest
import torch
from torch import Tensor

from baselines.proximal import lista_vm, soft_threshold
from constructions import blocks
from constructions.lista_vm import (
    Bias,
    attention_layer,
    embed,
    label_layer,
    linear_readout,
    lista_vm_transformer,
    mlp_soft_threshold,
    query_matrix,
    query_readout,
)
from constructions.transformer import Transformer
from lemmata.numbers import Array, stack, values
from lemmata.numbers.running_error import Tracked
from lemmata.search.lifting import lift


def normal(*shape: int, seed: int = 0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


def instance(d: int, N: int, K: int, batch: int) -> tuple[Tensor, ...]:
    """M, theta, X, y, query, with entries that are multiples of 1/64."""
    M, theta = normal(K, d, d, seed=1) / 8, normal(K, seed=2).abs() / 8
    X, y, query = normal(batch, N, d, seed=3), normal(batch, N, seed=4), normal(batch, d, seed=5)
    return tuple(torch.round(v * 64) / 64 for v in (M, theta, X, y, query))


def estimates(tf: Transformer, H: Array) -> Array:
    """The beta block at the tokens 3, 5, ..., 2N + 1 after every block, as the recursion has it."""
    return stack([tf.stream.read(state, "beta")[..., 2::2].mT for state in tf.run(H)[::2]], 0)


def test_the_heads_are_those_of_c1() -> None:
    d, B = 3, 7.0
    M = normal(2, d, d)
    weights = lista_vm_transformer(M, torch.ones(2).double(), B, bias="printed").weights()
    D = 2 * d + 2
    for sign in (1, -1):
        Q, K, V = torch.zeros(3, D, D, dtype=torch.float64)
        Q[d + 1 : 2 * d + 1, d + 1 : 2 * d + 1] = -sign * torch.eye(d)
        Q[-1, -1] = -B
        K[d + 1 : 2 * d + 1, :d] = torch.eye(d)
        K[-1, -1] = 1
        V[d + 1 : 2 * d + 1, :d] = sign * M[1]
        for role, expected in zip("QKV", (Q, K, V), strict=True):
            assert torch.equal(weights[f"layer 3 head {sign:+d} {role}"].array, expected)
        Q, K = torch.zeros(2, D, D, dtype=torch.float64)
        Q[d, -1] = sign
        K[d, d] = 1
        for role, expected in zip("QKV", (Q, K, V), strict=True):
            assert torch.equal(weights[f"layer 3 head {2 * sign:+d} {role}"].array, expected)


def test_the_mlp_is_that_of_c2() -> None:
    d, theta = 3, 0.75
    sub = torch.zeros(2 * d + 2, 2 * d + 2, dtype=torch.float64)
    sub[d + 1 : 2 * d + 1, d + 1 : 2 * d + 1] = torch.eye(d)
    identity = torch.eye(2 * d + 2, dtype=torch.float64)

    def constant(value: float, size: int) -> Tensor:
        return torch.full((size,), value, dtype=torch.float64)

    layer = mlp_soft_threshold(d, theta, bias="printed")
    assert torch.equal(layer.W1, torch.cat([sub, -sub, sub, -sub]))
    assert torch.equal(layer.W2.mT, torch.cat([-identity, identity, identity, -identity]))
    zero = constant(0, 5 * d + 5), constant(0, d + 2), constant(0, 1)
    b = torch.cat([zero[0], constant(-theta, d), zero[1], constant(theta, d), zero[2]])
    assert torch.equal(layer.b, b)
    corrected = mlp_soft_threshold(d, theta, bias="corrected").b
    assert torch.equal(corrected[: 7 * d + 7], b[: 7 * d + 7])
    assert torch.equal(corrected[7 * d + 7 :], -b[7 * d + 7 :])


def test_the_input_is_4_2() -> None:
    X, y, query = normal(1, 2, 3), normal(1, 2, seed=1), normal(1, 3, seed=2)
    (a, b), zero = X[0], torch.zeros(3, dtype=torch.float64)
    columns = [
        torch.cat([x, x.new_tensor([label]), zero, x.new_tensor([flag])])
        for x, label, flag in (
            (a, 0.0, 1.0),
            (a, float(y[0, 0]), 0.0),
            (b, 0.0, 1.0),
            (b, float(y[0, 1]), 0.0),
            (query[0], 0.0, 1.0),
        )
    ]
    assert torch.equal(embed(X, y, query)[0], torch.stack(columns, 1))


def test_the_corrected_weights_follow_the_recursion_at_the_papers_size() -> None:
    M, theta, X, y, query = instance(d=20, N=10, K=12, batch=16)
    tf = lista_vm_transformer(M, theta, 1e5, bias="corrected")
    found, expected = estimates(tf, embed(X, y, query)), lista_vm(X, y, M, theta)
    assert found.shape == expected.shape == (13, 16, 10, 20)
    scale = expected.abs().amax((1, 2, 3)).clamp_min(1.0)
    assert float(((found - expected).abs().amax((1, 2, 3)) / scale).max()) < 1e-13


@pytest.mark.parametrize(("d", "N", "K"), [(1, 1, 1), (2, 3, 2), (3, 2, 3)])
def test_they_follow_it_exactly_in_rationals(d: int, N: int, K: int) -> None:
    M, theta, X, y, query = (lift(v, "rational") for v in instance(d, N, K, batch=2))
    tf = lista_vm_transformer(M, theta, 1000, bias="corrected")
    difference = estimates(tf, embed(X, y, query)) - lista_vm(X, y, M, theta)
    assert difference.shape == (K + 1, 2, N, d)
    assert not any(difference.values.ravel())


def test_the_running_error_covers_the_difference() -> None:
    M, theta, X, y, query = (lift(v, "tracked") for v in instance(3, 3, 2, batch=4))
    tf = lista_vm_transformer(M, theta, lift(50.0, "tracked"), bias="corrected")
    difference = estimates(tf, embed(X, y, query)) - lista_vm(X, y, M, theta)
    assert isinstance(difference, Tracked)
    assert bool((difference.value.abs() <= difference.error).all())
    assert float(difference.error.max()) < 1e-9


def test_the_printed_bias_does_not() -> None:
    M, theta, X, y, query = instance(2, 3, 2, batch=4)
    tf = lista_vm_transformer(M, theta, 1000.0, bias="printed")
    assert (estimates(tf, embed(X, y, query)) - lista_vm(X, y, M, theta)).abs().max() > 0.01


def test_too_small_a_B_lets_odd_tokens_in() -> None:
    M, theta, X, y, query = instance(2, 3, 3, batch=4)
    tf = lista_vm_transformer(M * 8, theta, 0.0, bias="corrected")
    assert (estimates(tf, embed(X, y, query)) - lista_vm(X, y, M * 8, theta)).abs().max() > 1e-3


@pytest.mark.parametrize("bias", ["printed", "corrected"])
def test_what_the_mlp_computes(bias: Bias) -> None:
    d, theta = 3, 0.5
    h = normal(100, 2 * d + 2, 1)
    out = mlp_soft_threshold(d, theta, bias=bias)(h)
    expected = h.clone()
    beta = h[:, d + 1 : 2 * d + 1]
    expected[:, d + 1 : 2 * d + 1] = soft_threshold(beta, theta) if bias == "corrected" else beta - theta
    assert torch.allclose(out, expected, rtol=0, atol=1e-15)


def test_thresholds_of_every_arithmetic_make_an_mlp() -> None:
    h = normal(5, 6, 1)
    plain = mlp_soft_threshold(2, 0.1, bias="corrected")(h)
    for arithmetic in ("tracked", "rational", "ball"):
        kind: Any = arithmetic
        found = mlp_soft_threshold(2, lift(0.1, kind), bias="corrected")(lift(h, kind))
        reference = soft_threshold(lift(h, kind)[:, 3:5], lift(0.1, kind))
        difference = found[:, 3:5] - reference
        if kind == "rational":
            assert not any(difference.values.ravel())
        elif kind == "ball":
            assert all(v.contains(0) for v in difference.values.ravel())
        else:
            assert bool((difference.value.abs() <= difference.error).all())
            assert torch.allclose(found.value, plain, atol=1e-15)


def test_every_mutant_but_a_larger_B_is_seen() -> None:
    M, theta, X, y, query = instance(2, 3, 2, batch=32)
    M, H = M * 4, embed(X, y, query)
    expected = lista_vm(X, y, M, theta)
    tf = lista_vm_transformer(M, theta, 1000.0, bias="corrected")
    unseen = {
        name for name, mutant in tf.derived_mutants() if (estimates(mutant, H) - expected).abs().max() < 1e-9
    }
    assert unseen == {f"head {s} {r}[flag<-flag] one percent off" for s in ("+1", "-1") for r in "QK"}


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda: embed(normal(2, 3, 4), normal(2, 2), normal(2, 4)), r"expected \(batch, N, d\)"),
        (lambda: embed(normal(2, 3, 4), normal(2, 3), normal(2, 3)), r"expected \(batch, N, d\)"),
        (
            lambda: lista_vm_transformer(normal(2, 3, 4), normal(2), 1.0, bias="printed"),
            r"expected \(K, d, d\)",
        ),
        (
            lambda: lista_vm_transformer(normal(2, 3, 3), normal(3), 1.0, bias="printed"),
            r"expected \(K, d, d\) and \(K,\)",
        ),
        (lambda: mlp_soft_threshold(2, 0.5, bias="wrong"), "got 'wrong'"),  # type: ignore[arg-type]
    ],
)
def test_misuse_is_named(act: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        act()


def test_weights_and_tokens_stay_on_the_device_of_the_setting() -> None:
    # The meta device refuses to meet the CPU, as a GPU does, and is everywhere.
    M, theta, X, y, query = (v.to("meta") for v in instance(2, 3, 2, batch=4))
    tf = lista_vm_transformer(M, theta, 7.0, bias="corrected")
    assert tf(embed(X, y, query)).device.type == "meta"
    assert lista_vm(X, y, M, theta).device.type == "meta"
    M, theta, *_ = instance(2, 3, 2, batch=4)
    on_cpu = lista_vm_transformer(M, theta, 7.0, bias="corrected")
    assert on_cpu(embed(X, y, query)).device.type == "meta"


# -- the network of appendix D.2, read-outs, the layer of Theorem E.1 -----------------------------------


def test_the_restricted_mlp_is_that_of_d2() -> None:
    d, size, theta = 3, 2, 0.75
    D, zero = 2 * d + 2, torch.zeros(2 * d + 2, 2 * d + 2, dtype=torch.float64)
    on = torch.tensor([1.0] * size + [0.0] * (d - size)).double()
    blocks = []
    for inside, outside in ((1, 1), (-1, 1), (1, -1), (-1, 1)):
        sub = zero.clone()
        sub[d + 1 : 2 * d + 1, d + 1 : 2 * d + 1] = torch.diag(on * inside + (1 - on) * outside)
        blocks.append(sub)
    layer = mlp_soft_threshold(d, theta, bias="printed", support=size)
    assert torch.equal(layer.W1, torch.cat(blocks))
    b = torch.zeros(4 * D, dtype=torch.float64)
    b[5 * d + 5 : 5 * d + 5 + size] = -theta
    b[7 * d + 7 : 7 * d + 7 + size] = theta
    assert torch.equal(layer.b, b)


def test_the_restricted_heads_are_those_of_d2() -> None:
    d, size, B = 3, 2, 7.0
    M = normal(1, d, d)
    weights = lista_vm_transformer(M, torch.ones(1).double(), B, bias="printed", support=size).weights()
    on = torch.diag(torch.tensor([1.0, 1.0, 0.0]).double())
    for sign in (1, -1):
        Q, K, V = torch.zeros(3, 2 * d + 2, 2 * d + 2, dtype=torch.float64)
        Q[d + 1 : 2 * d + 1, d + 1 : 2 * d + 1] = -sign * on
        Q[-1, -1] = -B
        K[d + 1 : 2 * d + 1, :d] = on
        K[-1, -1] = 1
        V[d + 1 : 2 * d + 1, :d] = sign * on @ M[0]
        for role, expected in zip("QKV", (Q, K, V), strict=True):
            assert torch.equal(weights[f"layer 1 head {sign:+d} {role}"].array, expected)


def test_the_whole_set_restricts_nothing() -> None:
    M, theta, X, y, query = instance(3, 2, 2, batch=4)
    H = embed(X, y, query)
    free = lista_vm_transformer(M, theta, 100.0, bias="corrected")(H)
    whole = lista_vm_transformer(M, theta, 100.0, bias="corrected", support=3)(H)
    assert torch.equal(free, whole)


def test_the_restricted_network_is_run_by_blocks() -> None:
    M, theta, X, y, query = instance(4, 3, 2, batch=32)
    tf = lista_vm_transformer(M, theta, 100.0, bias="corrected", support=2)
    H = embed(X, y, query)
    tokens = blocks.split(H, tf.stream)
    for layer in tf.layers:
        tokens |= layer.changed_blocks(tokens, blocks.Kept())
    assert torch.allclose(blocks.joined(tokens), tf(H), atol=1e-12)


def test_attention_layer_is_the_first_of_the_network() -> None:
    M = normal(2, 3, 3)
    tf = lista_vm_transformer(M, torch.ones(2).double(), 7.0, bias="corrected")
    H = normal(2, 8, 5)
    assert torch.equal(attention_layer(M[0], 7.0)(H), tf.layers[0](H))


def test_readouts_are_their_definitions() -> None:
    d = 3
    h, X_tilde = normal(4, 2 * d + 2), normal(4, 3, d, seed=1)
    v, V = normal(2 * d + 2, seed=2), normal(2 * d + 2, d, seed=3)
    assert torch.allclose(linear_readout(v, h), h @ v)
    for i in range(1, 7):
        row = X_tilde[:, (i + 1) // 2 - 1]
        expected = torch.einsum("bD,Dd,bd->b", h, V, row)
        assert torch.allclose(query_readout(V, h, i, X_tilde), expected)
    beta = h[:, d + 1 : 2 * d + 1]
    read = query_readout(query_matrix(d, h), h, 5, X_tilde)
    assert torch.allclose(read, (beta * X_tilde[:, 2]).sum(-1))


def test_the_label_layer_averages_the_scores_above_the_threshold() -> None:
    d, n, threshold, p = 2, 3, 0.25, 0.5
    X, y, query, beta = normal(5, n, d), normal(5, n), normal(5, d), normal(5, 2 * n + 1, d, seed=9)
    H = embed(X, y, query)
    H[:, d + 1 : 2 * d + 1] = beta.mT
    attention, mlp = label_layer(d, threshold, p)
    found = mlp(attention(H))
    rows = torch.cat([X, query[:, None]], 1)
    for i in range(1, 2 * n + 2, 2):
        x = rows[:, (i + 1) // 2 - 1]
        scores = torch.relu((beta[:, 0:i:2] * x[:, None]).sum(-1) - threshold)
        assert torch.allclose(found[:, d, i - 1], 2 / p * scores.sum(-1) / i + threshold)
    assert torch.equal(found[:, :d], H[:, :d])
    assert torch.equal(found[:, d + 1 :], H[:, d + 1 :])


def spoiled(X: Tensor, value: float) -> Tensor:
    X = X.clone()
    X.view(-1)[1] = value
    return X


M3, T3 = normal(2, 3, 3), normal(2).abs()


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda: embed(spoiled(normal(2, 3, 4), torch.nan), normal(2, 3), normal(2, 4)), "X has 1"),
        (lambda: embed(normal(2, 3, 4), spoiled(normal(2, 3), torch.inf), normal(2, 4)), "y has 1"),
        (lambda: embed(normal(2, 0, 4), normal(2, 0), normal(2, 4)), "N >= 1"),
        (lambda: embed(normal(2, 3), normal(2, 3), normal(2, 3)), r"expected \(batch, N, d\)"),
        (lambda: lista_vm_transformer(M3, -T3, 1.0, bias="printed"), "theta has an entry -"),
        (lambda: lista_vm_transformer(M3, T3, torch.inf, bias="printed"), "B is inf"),
        (lambda: lista_vm_transformer(M3, T3, float("nan"), bias="printed"), "B is nan"),
        (lambda: lista_vm_transformer(M3, T3, torch.tensor(torch.inf), bias="printed"), "B is inf"),
        (lambda: lista_vm_transformer(M3, T3, 1.0, bias="printed", support=4), "from 1 to d = 3"),
        (lambda: mlp_soft_threshold(3, 0.5, bias="printed", support=0), "from 1 to d = 3"),
        (lambda: linear_readout(normal(3), normal(2, 4)), r"expected \(D,\)"),
        (lambda: query_readout(normal(4, 2), normal(2, 4), 1, normal(2, 3, 3)), r"expected \(D, d"),
        (lambda: label_layer(2, 0.5, 0.0), "p is 0.0"),
    ],
)
def test_bad_input_is_named(act: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        act()


def test_a_row_that_is_not_there_is_named() -> None:
    with pytest.raises(IndexError, match="asks for the row 4"):
        query_readout(normal(4, 2), normal(2, 4), 7, normal(2, 3, 2))


def test_the_restricted_network_and_the_label_layer_are_exact_in_rationals() -> None:
    M, theta, X, y, query = (lift(v, "rational") for v in instance(2, 2, 2, batch=2))
    tf = lista_vm_transformer(M, theta, 1000, bias="corrected", support=1)
    H = tf(embed(X, y, query))
    off = tf.stream.read(H, "beta")[:, 1:]
    assert not any(off.values.ravel())
    attention, mlp = label_layer(2, lift(0.25, "rational"), lift(0.5, "rational"))
    exact_label = tf.stream.read(mlp(attention(H)), "y")
    M, theta, X, y, query = instance(2, 2, 2, batch=2)
    tf = lista_vm_transformer(M, theta, 1000, bias="corrected", support=1)
    attention, mlp = label_layer(2, 0.25, 0.5)
    label = tf.stream.read(mlp(attention(tf(embed(X, y, query)))), "y")
    assert torch.allclose(values(exact_label), label, rtol=0, atol=1e-14)
