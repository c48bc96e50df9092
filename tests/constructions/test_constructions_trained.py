"""The trainable transformers: their definition, and that Theorem 4.1's is one choice of their weights."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from constructions.attention import Attention, Head, causal_relu_attention
from constructions.lista_vm import embed, lista_vm_transformer, residual_stream
from constructions.mlp import Mlp
from constructions.trained import READOUTS, Gpt2, Readout, SmallTransformer, tokens_of
from constructions.transformer import Transformer

d, N, K = 3, 4, 2


def instances(dtype: torch.dtype = torch.float64) -> tuple[Tensor, Tensor, Tensor]:
    g = torch.Generator().manual_seed(0)
    X = torch.randn(5, N, d, generator=g, dtype=dtype)
    return (X, torch.randn(5, N, generator=g, dtype=dtype), torch.randn(5, d, generator=g, dtype=dtype))


def small(readout: Readout = "query") -> SmallTransformer:
    return SmallTransformer(d, K, 2, readout, torch.Generator().manual_seed(1)).double()


def test_tokens_are_the_embedding_4_2() -> None:
    assert torch.equal(tokens_of(*instances()), embed(*instances()).mT)


@pytest.mark.slow
def test_layers_are_definitions_3_1_and_3_2() -> None:
    model = small()
    layers: list[Attention | Mlp] = []
    for k in range(K):
        heads = tuple(Head(model.V[k, m], model.Q[k, m], model.K[k, m]) for m in range(2))
        layers += [causal_relu_attention(heads), Mlp(model.W1[k], model.W2[k], model.b[k])]
    known = Transformer(residual_stream(d), tuple(layers)).run(embed(*instances()))[::2]
    for ours, theirs in zip(model.states(*instances()), known, strict=True):
        torch.testing.assert_close(ours, theirs.mT)


def test_theorem_4_1_is_one_choice_of_the_weights() -> None:
    M = torch.randn(K, d, d, generator=torch.Generator().manual_seed(2), dtype=torch.float64) / 4
    theta = torch.tensor([0.125, 0.25], dtype=torch.float64)
    tf = lista_vm_transformer(M, theta, 1024.0, bias="corrected")
    model = SmallTransformer.holding(tf, d)
    X, y, query = instances()
    known = tf.run(embed(X, y, query))[::2]
    for ours, theirs in zip(model.states(X, y, query), known, strict=True):
        torch.testing.assert_close(ours, theirs.mT)
    beta = known[-1][:, d + 1 : 2 * d + 1, -1]
    torch.testing.assert_close(model(X, y, query)[:, -1], (beta * query).sum(-1))
    with pytest.raises(ValueError, match="expected Attention and Mlp"):
        SmallTransformer.holding(Transformer(tf.stream, tf.layers[1:3]), d)


@pytest.mark.parametrize("readout", READOUTS)
def test_a_label_is_predicted_from_what_stands_before_it(readout: Readout) -> None:
    model = small(readout)
    X, y, query = instances()
    told = model(X, y, query)
    assert told.shape == (5, N + 1)
    changed = y.clone()
    changed[:, 2] += 1  # y_3: the first three labels are predicted without it
    other = model(X, changed, query)
    assert torch.equal(told[:, :3], other[:, :3])
    assert not torch.allclose(told[:, 3:], other[:, 3:], rtol=1e-3)
    assert ("read" in dict(model.named_parameters())) == (readout != "constructed")


@pytest.mark.slow
def test_gpt_2_predicts_from_what_stands_before_and_is_made_by_its_seed() -> None:
    X, y, query = instances(torch.float32)
    model = Gpt2(d, N, 2, 8, 2, seed=3).eval()
    told = model(X, y, query)
    changed = y.clone()
    changed[:, 2] += 1
    torch.testing.assert_close(told[:, :3], model(X, changed, query)[:, :3])
    assert (told - model(X, changed, query))[:, 3:].abs().amax() > 1e-5
    state = torch.random.get_rng_state()
    assert torch.equal(Gpt2(d, N, 2, 8, 2, seed=3).eval()(X, y, query), told)
    assert not torch.equal(Gpt2(d, N, 2, 8, 2, seed=4).eval()(X, y, query), told)
    assert torch.equal(torch.random.get_rng_state(), state)


def test_misuse_is_named() -> None:
    with pytest.raises(ValueError, match="must be one of linear, query, constructed"):
        SmallTransformer(d, K, 2, "quadratic")  # type: ignore[arg-type]
    X, y, query = instances()
    with pytest.raises(ValueError, match="expected"):
        small()(X, y[:, 1:], query)
