"""Layers against the papers' formulas written out, token by token; mutants against their names."""

from fractions import Fraction
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from constructions.attention import Head, LinearAttention, causal_relu_attention
from constructions.mlp import Mlp
from constructions.streams import Stream
from constructions.transformer import Transformer
from constructions.weights import CHANGES
from lemmata.numbers import exact, values
from lemmata.numbers.running_error import Tracked
from lemmata.search.lifting import lift

STREAM = Stream(u=2, v=1, w=2)
D = STREAM.size


def normal(*shape: int, seed: int = 0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


def heads(count: int, seed: int = 0) -> tuple[Head, ...]:
    return tuple(
        Head(*normal(3, D, D, seed=seed + k), name=f"{k:+d}")  # type: ignore[misc]
        for k in range(1, count + 1)
    )


def mlp(seed: int = 0) -> Mlp:
    hidden = Stream(first=3, second=4)
    return Mlp(normal(7, D, seed=seed), normal(D, 7, seed=seed + 1), normal(7, seed=seed + 2), hidden=hidden)


def network(layers: int = 2) -> Transformer:
    parts: list[Any] = []
    for k in range(layers):
        parts += [causal_relu_attention(heads(2, seed=10 * k)), mlp(seed=10 * k)]
    return Transformer(STREAM, tuple(parts))


def names_of(tf: Transformer, each_layer: bool = False) -> tuple[str, ...]:
    return tuple(name for name, _ in tf.derived_mutants(each_layer=each_layer))


# -- the formulas ----------------------------------------------------------------------------------


def test_causal_relu_attention_is_definition_3_1_token_by_token() -> None:
    H, layer = normal(2, D, 6, seed=5), causal_relu_attention(heads(3))
    expected = H.clone()
    for batch in range(2):
        for i in range(6):
            h_i = H[batch, :, i]
            for head in layer.heads:
                for j in range(i + 1):
                    h_j = H[batch, :, j]
                    score = torch.relu((head.Q @ h_i) @ (head.K @ h_j))
                    expected[batch, :, i] += score / (i + 1) * (head.V @ h_j)
    assert torch.allclose(layer(H), expected, rtol=1e-13, atol=1e-13)


def test_causal_relu_attention_is_definition_3_1_in_matrices() -> None:
    H, layer = normal(2, D, 6, seed=5), causal_relu_attention(heads(3))
    mask = torch.ones(6, 6, dtype=torch.float64).triu() / torch.arange(1, 7)
    expected = H + sum((h.V @ H) @ (mask * torch.relu((h.K @ H).mT @ (h.Q @ H))) for h in layer.heads)
    assert torch.allclose(layer(H), expected, rtol=1e-13, atol=1e-13)


def test_linear_attention_is_equations_3_and_4() -> None:
    Z, n = normal(2, D, 5, seed=5), 4
    P, Q = normal(2, D, D)
    M = torch.diag(torch.tensor([1.0] * n + [0.0], dtype=torch.float64))
    expected = Z + (P @ Z @ M @ (Z.mT @ Q @ Z)) / n
    assert torch.allclose(LinearAttention(P, Q)(Z), expected, rtol=1e-13, atol=1e-12)


def test_mlp_is_definition_3_2_token_by_token() -> None:
    H, layer = normal(2, D, 4, seed=5), mlp()
    expected = torch.stack(
        [H[..., i] + torch.relu(H[..., i] @ layer.W1.mT + layer.b) @ layer.W2.mT for i in range(4)], -1
    )
    assert torch.allclose(layer(H), expected, rtol=1e-13, atol=1e-13)


@given(st.integers(0, 100), st.integers(1, 5))
def test_the_past_does_not_see_the_future(seed: int, i: int) -> None:
    H = normal(1, D, 6, seed=seed)
    other = H.clone()
    other[..., i:] += 1
    layer = causal_relu_attention(heads(2))
    assert torch.equal(layer(H)[..., :i], layer(other)[..., :i])
    assert not torch.equal(layer(H)[..., i:], layer(other)[..., i:])


def test_the_query_of_linear_attention_is_no_key() -> None:
    Z = normal(1, D, 6)
    other = Z.clone()
    other[..., -1] += 1
    layer = LinearAttention(*normal(2, D, D, seed=1))
    assert torch.equal(layer(Z)[..., :-1], layer(other)[..., :-1])
    other[..., 0] += 1
    assert not torch.allclose(layer(Z)[..., :-1], layer(other)[..., :-1])


# -- one body of code ------------------------------------------------------------------------------


def lifted(tf: Transformer, arithmetic: Any) -> Transformer:
    return Transformer(
        tf.stream,
        tuple(
            layer.with_weights({r: lift(w.array, arithmetic) for r, w in layer.weights().items()})
            for layer in tf.layers
        ),
    )


@pytest.mark.parametrize("attention", ["causal", "linear"])
def test_running_errors_enclose_the_rational_result(attention: str) -> None:
    tf = network(1)
    if attention == "linear":
        tf = Transformer(STREAM, (LinearAttention(*normal(2, D, D)), mlp()))
    H = normal(2, D, 3, seed=9)
    rational = lifted(tf, "rational")(lift(H, "rational"))
    tracked = lifted(tf, "tracked")(lift(H, "tracked"))
    assert isinstance(tracked, Tracked)
    for truth, value, error, plain in zip(
        rational.values.ravel(),
        tracked.value.ravel().tolist(),
        tracked.error.ravel().tolist(),
        tf(H).ravel().tolist(),
        strict=True,
    ):
        assert abs(Fraction(value) - exact.fraction(truth)) <= Fraction(error)
        assert abs(Fraction(plain) - exact.fraction(truth)) <= Fraction(error)


def test_float_weights_follow_exact_tokens() -> None:
    tf, H = network(1), normal(1, D, 3)
    found = tf(lift(H, "rational")) - lifted(tf, "rational")(lift(H, "rational"))
    assert not any(found.values.ravel())


def test_single_precision_on_demand_only() -> None:
    tf, H = network(), normal(2, D, 4) / 4
    single = tf.to(dtype=torch.float32)(H.to(torch.float32))
    assert single.dtype == torch.float32
    assert torch.allclose(single.double(), tf(H), rtol=1e-3, atol=1e-3)
    with pytest.raises(TypeError, match=r"float32.*float64"):
        tf(H.to(torch.float32))
    with pytest.raises(TypeError, match="no device"):
        lifted(tf, "rational").to("cpu")


@pytest.mark.gpu
def test_weights_follow_the_tokens_to_the_gpu() -> None:
    if not torch.cuda.is_available():
        pytest.skip("there is no CUDA device")
    tf, H = network(), normal(2, D, 4)
    for moved in (tf, tf.to("cuda")):
        assert torch.allclose(moved(H.to("cuda")).cpu(), tf(H), rtol=1e-12, atol=1e-12)


def test_gradients_reach_tokens_and_weights() -> None:
    H = normal(1, D, 4).requires_grad_()
    P = normal(D, D).requires_grad_()
    loss = Transformer(STREAM, (LinearAttention(P, P), mlp()))(H).sum()
    assert all(bool(g.any()) for g in torch.autograd.grad(loss, [H, P]))


def test_run_returns_the_input_and_every_layer() -> None:
    tf, H = network(), normal(2, D, 4)
    states = tf.run(H)
    assert len(states) == 5
    assert states[0] is H
    assert torch.equal(states[-1], tf(H))
    assert torch.equal(states[2], tf.layers[1](tf.layers[0](H)))


def test_weights_are_read_off_by_name() -> None:
    weights = network().weights()
    assert list(weights)[:4] == [f"layer 1 head +1 {r}" for r in "VQK"] + ["layer 1 head +2 V"]
    assert list(weights)[-3:] == ["layer 4 W1", "layer 4 b", "layer 4 W2"]
    W2 = weights["layer 2 W2"]
    assert torch.equal(W2.blocks()["w<-second"], W2.array[3:, 3:])
    assert torch.equal(weights["layer 2 b"].blocks()["first"], weights["layer 2 b"].array[:3])


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda: network()(normal(D, 4)), r"expected \(batch, 5, tokens\)"),
        (lambda: network()(normal(2, D + 1, 4)), r"expected \(batch, 5, tokens\)"),
        (lambda: LinearAttention(*normal(2, D, D))(normal(2, D, 1)), "at least one besides"),
        (
            lambda: Transformer(STREAM, (LinearAttention(normal(D, D), normal(D, D), Stream(h=D)),)),
            "a layer is written on",
        ),
    ],
)
def test_misuse_is_named(act: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        act()


# -- derived mutants -------------------------------------------------------------------------------


def sparse_network() -> Transformer:
    """Two equal blocks in which some named blocks of the weights are zero."""
    layers: list[Any] = []
    for k in range(2):
        A = normal(2, 2, seed=k)
        head = Head(
            V=STREAM.linear({("w", "u"): A}),
            Q=STREAM.linear({("w", "w"): 1, ("v", "v"): 2}),
            K=STREAM.linear({("w", "u"): 1, ("v", "v"): 1}),
            name="+1",
        )
        hidden = Stream(live=2, silent=1)
        layers += [
            causal_relu_attention((head,)),
            Mlp(
                W1=hidden.linear({("live", "w"): 1}, reads=STREAM),
                W2=STREAM.linear({("w", "live"): A, ("v", "silent"): 1}, reads=hidden),
                b=hidden.vector({"live": 1.5}),
                hidden=hidden,
            ),
        ]
    return Transformer(STREAM, tuple(layers))


def test_mutants_are_named_by_role_and_block_and_skip_what_cannot_matter() -> None:
    names = names_of(sparse_network())
    assert names == tuple(
        f"{block} {change}"
        for block in (
            "head +1 V[w<-u]",
            "head +1 Q[v<-v]",
            "head +1 Q[w<-w]",
            "head +1 K[v<-v]",
            "head +1 K[w<-u]",
            "W1[live<-w]",
            "b[live]",
            "W2[w<-live]",
        )
        for change in CHANGES
    )


def test_a_silent_hidden_block_cannot_matter() -> None:
    tf, H = sparse_network(), normal(3, D, 5)
    assert torch.equal(tf.derived_mutant("W2[v<-silent] zeroed")(H), tf(H))


FACTORS = {"zeroed": Fraction(0), "negated": Fraction(-1), "one percent off": Fraction(101, 100)}


def test_a_mutant_differs_in_its_block_alone_and_by_its_factor_exactly() -> None:
    tf = lifted(sparse_network(), "rational")
    before = tf.weights()
    for name, mutant in tf.derived_mutants():
        group, _, rest = name.partition("[")
        block, _, change = rest.partition("] ")
        for label, weight in mutant.weights().items():
            hit = label.partition(" ")[2].partition(" ")[2] == group
            for key, value in weight.blocks().items():
                factor = FACTORS[change] if hit and key == block else Fraction(1)
                for new, old in zip(
                    value.values.ravel(), before[label].blocks()[key].values.ravel(), strict=True
                ):
                    assert exact.fraction(new) == factor * exact.fraction(old)


@pytest.mark.parametrize("arithmetic", ["tracked", "ball"])
def test_mutants_exist_in_every_arithmetic(arithmetic: Any) -> None:
    plain, other = sparse_network(), lifted(sparse_network(), arithmetic)
    name = "W2[w<-live] one percent off"
    for a, b in zip(
        plain.derived_mutant(name).weights().values(),
        other.derived_mutant(name).weights().values(),
        strict=True,
    ):
        assert torch.allclose(a.array, values(b.array), rtol=1e-15, atol=0)


def test_a_mutant_is_found_by_name_at_another_depth_and_where_its_block_is_zero() -> None:
    deeper = network(3)
    for name in names_of(network(1)):
        assert deeper.derived_mutant(name) is not None
    flat = Transformer(STREAM, (LinearAttention(normal(D, D) * 0, normal(D, D)),))
    assert all(name.startswith("Q[") for name in names_of(flat))
    assert not flat.derived_mutant("P[u<-u] negated").weights()["layer 1 P"].array.any()


def test_one_layer_at_a_time_on_demand() -> None:
    tf = sparse_network()
    names = names_of(tf, each_layer=True)
    assert names[0] == "layer 1 head +1 V[w<-u] zeroed"
    assert len(names) == 2 * len(names_of(tf))
    changed = tf.derived_mutant("layer 3 head +1 V[w<-u] zeroed").weights()
    assert changed["layer 1 head +1 V"].array.any()
    assert not changed["layer 3 head +1 V"].array.any()


def test_layers_with_names_are_changed_apart() -> None:
    first = causal_relu_attention(heads(1), name="read in")
    tf = Transformer(STREAM, (first, causal_relu_attention(heads(1))))
    names = names_of(tf)
    assert "read in head +1 V[u<-u] zeroed" in names
    assert "head +1 V[u<-u] zeroed" in names
    changed = tf.derived_mutant("read in head +1 V[u<-u] zeroed").weights()
    assert torch.equal(changed["layer 2 head +1 V"].array, tf.weights()["layer 2 head +1 V"].array)


@pytest.mark.parametrize("name", ["V[w<-u] zeroed", "head +1 V[w<-u] halved", "head +1 V[w<-x] zeroed"])
def test_an_unknown_mutant_is_an_error(name: str) -> None:
    with pytest.raises(KeyError, match="no derived mutant"):
        sparse_network().derived_mutant(name)


def test_an_mlp_alone_has_mutants_too() -> None:
    layer = mlp()
    names = [name for name, _ in layer.derived_mutants()]
    assert "b[second] negated" in names
    assert torch.equal(layer.derived_mutant("b[second] negated").b[3:], -layer.b[3:])
