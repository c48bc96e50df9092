"""Layers run by the blocks of their weights give what the dense layers give, for arbitrary weights."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Generator, Tensor

from constructions import blocks
from constructions.attention import Attention, Head, LinearAttention, Score
from constructions.layer import Layer
from constructions.lista_vm import embed, lista_vm_transformer
from constructions.mlp import Mlp
from constructions.streams import Stream
from constructions.transformer import Transformer
from lemmata.numbers.exact import ball_precision, bounds
from lemmata.search.lifting import lift

KINDS = ("zero", "identity", "multiple", "diagonal", "negated", "matrix")


def normal(g: Generator, *shape: int) -> Tensor:
    return torch.randn(*shape, generator=g, dtype=torch.float64)


def matrix(draw: Any, g: Generator, writes: Stream, reads: Stream, shared: dict[Any, Tensor]) -> Tensor:
    """A weight whose blocks are of every kind; some are shared, or minus a shared one."""
    rows = []
    for height in writes.sizes.values():
        row = []
        for width in reads.sizes.values():
            kind = draw(st.sampled_from(KINDS if height == width else ("zero", "negated", "matrix")))
            common = shared.setdefault((height, width), normal(g, height, width))
            row.append(_block(kind, common, g))
        rows.append(torch.cat(row, 1))
    return torch.cat(rows)


def _block(kind: str, common: Tensor, g: Generator) -> Tensor:
    one = torch.eye(len(common), dtype=torch.float64)
    if kind in ("identity", "multiple"):
        return one if kind == "identity" else -3 * one
    if kind == "diagonal":
        return normal(g, len(common)).diag()
    return {"zero": 0, "negated": -1, "matrix": 1}[kind] * common


@contextmanager
def from_so_many_numbers(least: float, chunk: int | None = None) -> Iterator[None]:
    """Plans are made for floats from so many numbers on; ``chunk`` instances are run at once."""
    with patch.object(blocks, "_WORTHWHILE", least):
        if chunk is None:
            yield
        else:
            with patch.object(blocks, "chunk", lambda H: chunk):
                yield


def dense(tf: Transformer, H: Tensor) -> tuple[Tensor, ...]:
    with from_so_many_numbers(float("inf")):
        return tf.run(H)


@st.composite
def transformers(draw: Any) -> Transformer:
    """Any sizes, layers, conventions and patterns of blocks."""
    g = Generator().manual_seed(draw(st.integers(0, 2**16)))
    d = draw(st.sampled_from([1, 2, 3]))
    stream, hidden = Stream(x=d, y=1, beta=d, flag=1), Stream(a=d, b=1, c=2)
    shared: dict[Any, Tensor] = {}
    layers: list[Layer] = []
    for kind in draw(st.lists(st.sampled_from(["attention", "mlp", "linear"]), max_size=4)):
        if kind == "attention":
            heads = []
            for _ in range(draw(st.integers(0, 3))):
                V, Q, K = (matrix(draw, g, stream, stream, shared) for _ in range(3))
                heads.append(Head(V, Q, K))
            layers.append(
                Attention(
                    tuple(heads),
                    stream,
                    score=draw(st.sampled_from(["relu", "logistic"])),
                    mask=draw(st.sampled_from(["causal", "none"])),
                    average=draw(st.sampled_from(["position", "tokens", "examples", "none"])),
                    form=draw(st.sampled_from(["vector", "matrix"])),
                )
            )
        elif kind == "mlp":
            W1, W2 = (matrix(draw, g, hidden, stream, shared), matrix(draw, g, stream, hidden, shared))
            bias = {name: draw(st.sampled_from([0.0, 0.5, -0.5])) for name in hidden.names}
            layers.append(Mlp(W1, W2, hidden.vector(bias), stream, hidden))
        else:
            P, Q = (matrix(draw, g, stream, stream, shared) for _ in range(2))
            layers.append(LinearAttention(P, Q, stream))
    return Transformer(stream, tuple(layers))


def assert_same(result: Tensor, expected: Tensor, error: Tensor | None = None) -> None:
    """Up to rounding, measured by the largest entry of an instance, and a few times ``error``."""
    assert result.shape == expected.shape and result.dtype == expected.dtype
    scale = expected.abs().amax((1, 2), keepdim=True).clamp_min(1.0)
    usable = torch.isfinite(scale) & (scale < 1e100)
    allowed = 1e-9 * scale + (0 if error is None else 4 * error.nan_to_num(torch.inf))
    assert bool(((result - expected).abs() <= allowed)[usable.expand_as(result)].all())


@pytest.mark.slow
@settings(max_examples=80)
@given(tf=transformers(), tokens=st.sampled_from([2, 5, 7]), batch=st.integers(1, 5))
def test_blocks_give_what_the_dense_layers_give(tf: Transformer, tokens: int, batch: int) -> None:
    H = normal(Generator().manual_seed(batch), batch, tf.stream.size, tokens) / 4
    states = dense(tf, H)
    # Scores near zero beside large ones: a logistic function of them is decided by rounding.
    errors = [state.error for state in tf.run(lift(H, "tracked"))]
    for chunk in (None, 2):
        with from_so_many_numbers(0, chunk):
            assert_same(tf(H), states[-1], errors[-1])
            for result, state, error in zip(tf.run(H), states, errors, strict=True):
                assert_same(result, state, error)
            for layer, before, after, error in zip(tf.layers, states, states[1:], errors[1:], strict=False):
                assert_same(layer(before), after, error)
            for name, rows in tf.stream.slices.items():
                read = tf.read(H, name, every=2, tokens=slice(0, None, 2))
                assert read.shape[1] == len(states[::2])
                for k, (state, error) in enumerate(zip(states[::2], errors[::2], strict=True)):
                    assert_same(read[:, k].mT, state[:, rows, ::2], error[:, rows, ::2])


@settings(max_examples=20)
@given(tf=transformers())
def test_exact_tokens_are_run_by_blocks_too(tf: Transformer) -> None:
    H = torch.randint(-4, 5, (1, tf.stream.size, 3), generator=Generator().manual_seed(1)) / 4
    tokens = lift(H.double(), "ball")
    with ball_precision(), patch.object(blocks, "worthwhile", lambda *_: False):
        expected = tf(tokens)
    with ball_precision():
        difference = tf(tokens) - expected
        assert all(low <= 0 <= high for low, high in map(bounds, difference.values.ravel()))


def lista(d: int = 3, N: int = 4, K: int = 3, batch: int = 20) -> tuple[Transformer, Tensor]:
    g = Generator().manual_seed(0)
    M, theta = normal(g, K, d, d) / 2, normal(g, K).abs() / 4
    tf = lista_vm_transformer(M, theta, 1000.0, bias="corrected")
    return tf, embed(normal(g, batch, N, d), normal(g, batch, N), normal(g, batch, d))


@pytest.mark.slow
@pytest.mark.parametrize("each_layer", [False, True])
def test_every_derived_mutant_is_run_as_it_is(each_layer: bool) -> None:
    tf, H = lista(K=2)
    original, count = tf(H), 0
    for name, mutant in tf.derived_mutants(each_layer=each_layer):
        expected = dense(mutant, H)[-1]
        with from_so_many_numbers(0):
            result = mutant(H)
        assert_same(result, expected)
        changes = float((expected - original).abs().max())
        if changes > 1e-6:  # the plan sees it too
            assert float((result - original).abs().max()) > changes / 2, name
            count += 1
    assert count > 20


def test_at_the_papers_size() -> None:
    tf, H = lista(20, 10, 12, 200)
    assert tf._by_blocks(H)
    for result, state in zip(tf.run(H), dense(tf, H), strict=True):
        assert_same(result, state)


def test_what_several_heads_share_is_made_once() -> None:
    tf, H = lista(K=1)
    plan = tf.layers[0]._plan(H.mT)  # type: ignore[attr-defined]
    assert len(plan.products) == 3  # beta_i x_j, the two flags, and y_j
    # All have the values M x_j, up to sign; those of y_j are a pair of opposites.
    assert [(len(group.heads), len(group.linear)) for group in plan.groups] == [(2, 1)]
    mlp = tf.layers[1]._plan(H.mT)  # type: ignore[attr-defined]
    # -relu(beta) + relu(-beta) takes beta away
    assert (len(mlp.hidden), mlp.linear, mlp.residual) == (2, (), {"beta": 0})


def test_pairs_of_opposites_are_linear_only_where_they_are_opposite() -> None:
    """``relu(z) - relu(-z)`` is z; with other weights, a bias or another function it is not."""
    stream, g = Stream(u=2, v=2), Generator().manual_seed(3)
    H = normal(g, 3, 4, 5)
    A, B = normal(g, 4, 4), normal(g, 4, 4)
    for flip, bias, write in itertools.product((1.0, -1.0), (0.0, 0.5), (1.0, -1.0, 2.0)):
        W1, W2 = torch.cat([A, flip * A]), torch.cat([B, write * B], 1)
        b = torch.full((8,), bias, dtype=torch.float64)
        tf = Transformer(stream, (Mlp(W1, W2, b, hidden=Stream(one=4, two=4)),))
        with from_so_many_numbers(0):
            assert_same(tf(H), dense(tf, H)[-1])
    scores: tuple[Score, ...] = ("relu", "logistic")
    for score, flip, write in itertools.product(scores, (1.0, -1.0, 0.0), (1.0, -1.0, 2.0)):
        heads = (Head(A, abs(flip) * B, A), Head(write * A, flip * B, A))
        layer = Attention(heads, score=score, mask="causal", average="position", form="vector")
        tf = Transformer(stream, (layer,))
        with from_so_many_numbers(0):
            assert_same(tf(H), dense(tf, H)[-1])


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_other_dtypes(dtype: torch.dtype) -> None:
    tf, H = lista()
    tf, H = tf.to(dtype=dtype), H.to(dtype)
    expected = dense(tf, H)[-1]
    with from_so_many_numbers(0):
        away = (tf(H) - expected).abs().amax() / expected.abs().amax()
    assert float(away) < 64 * torch.finfo(dtype).eps


def test_infinite_weights_make_nan_of_zeros_as_in_the_dense_layers() -> None:
    M, theta = torch.eye(3, dtype=torch.float64)[None], torch.ones(1, dtype=torch.float64)
    tf = lista_vm_transformer(M, theta, 1e39, bias="corrected").to(dtype=torch.float32)
    H = lista()[1].to(torch.float32)
    with from_so_many_numbers(0):
        result = tf(H)
    assert bool(result.isnan().any())
    assert torch.equal(result.isnan(), dense(tf, H)[-1].isnan())


@pytest.mark.gpu
def test_on_a_device() -> None:
    if not torch.cuda.is_available():
        pytest.skip("there is no CUDA device")
    tf, H = lista(20, 10, 12, 40)
    result = tf.to("cuda")(H.cuda())
    assert result.device.type == "cuda"
    assert_same(result.cpu(), tf(H))


def test_gradients_of_tokens_pass_and_those_of_weights_are_not_cut() -> None:
    tf, H = lista()
    # Away from beta = 0, where torch's derivative of a ReLU is one of many.
    H = normal(Generator().manual_seed(5), *H.shape)
    H.requires_grad_()
    expected = torch.autograd.grad(dense(tf, H)[-1].sum(), H)[0]
    with from_so_many_numbers(0):
        assert torch.allclose(torch.autograd.grad(tf(H).sum(), H)[0], expected)
        M = torch.zeros(1, 3, 3, dtype=torch.float64, requires_grad=True)
        trained = lista_vm_transformer(M, torch.ones(1).double(), 1000.0, bias="corrected")
        assert bool(torch.autograd.grad(trained(H).sum(), M)[0].any())


def test_misuse_is_named() -> None:
    tf, H = lista()
    with from_so_many_numbers(0):
        with pytest.raises(ValueError, match=r"expected \(batch, 8, tokens\)"):
            tf(H[:, 1:])
        with pytest.raises(TypeError, match=r"move one of them with \.to"):
            tf(H.to(torch.float32))
        with pytest.raises(KeyError, match="there is no block 'z'"):
            tf.read(H, "z")


def test_an_empty_batch() -> None:
    tf, H = lista()
    with from_so_many_numbers(0):
        assert tf(H[:0]).shape == (0, 8, 9)


def test_whole_factors_beyond_64_bits() -> None:
    M, theta = torch.eye(2, dtype=torch.float64)[None] * 2.0**90, torch.zeros(1, dtype=torch.float64)
    tf = lista_vm_transformer(M, theta, 2.0**70, bias="corrected")
    X = torch.ones(1, 2, 2, dtype=torch.float64)
    H = embed(X, X[..., 0], X[:, 0])
    with from_so_many_numbers(0):
        assert_same(tf(H), dense(tf, H)[-1])
