"""The fast path gives what the dense forward gives, for arbitrary weights."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Generator, Tensor

from constructions.block_plan import Step
from constructions.block_program import Program
from constructions.lista_vm import embed, lista_vm_transformer
from constructions.streams import Stream
from constructions.structured import Structured, read_states, structured
from constructions.transformer import (
    CausalReluAttention,
    Head,
    Layer,
    LinearAttention,
    Mlp,
    Transformer,
)
from lemmata.search.lifting import lift

KINDS = ("zero", "identity", "multiple", "diagonal", "negated", "matrix")


def normal(g: Generator, *shape: int) -> Tensor:
    return torch.randn(*shape, generator=g, dtype=torch.float64)


def matrix(
    draw: Any, g: Generator, writes: Stream, reads: Stream, shared: dict[Any, Tensor]
) -> Tensor:
    """A weight whose blocks are of every kind; some are shared, or minus a shared one."""
    rows = []
    for height in writes.sizes.values():
        row = []
        for width in reads.sizes.values():
            kind = draw(
                st.sampled_from(KINDS if height == width else ("zero", "negated", "matrix"))
            )
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


@st.composite
def transformers(draw: Any) -> Transformer:
    """Any sizes (11 and 15 are filled up to multiples of 8), any layers, any pattern of blocks."""
    g = Generator().manual_seed(draw(st.integers(0, 2**16)))
    d = draw(st.sampled_from([1, 2, 3, 15]))
    stream, hidden = Stream(x=d, y=1, beta=d, flag=1), Stream(a=d, b=1, c=2)
    shared: dict[Any, Tensor] = {}
    layers: list[Layer] = []
    for kind in draw(st.lists(st.sampled_from(["attention", "mlp", "linear"]), max_size=4)):
        if kind == "attention":
            heads = []
            for _ in range(draw(st.integers(1, 3))):
                V, Q, K = (matrix(draw, g, stream, stream, shared) for _ in range(3))
                heads.append(Head(V, Q, K))
            layers.append(CausalReluAttention(tuple(heads), stream))
        elif kind == "mlp":
            W1, W2 = (
                matrix(draw, g, hidden, stream, shared),
                matrix(draw, g, stream, hidden, shared),
            )
            bias = {name: draw(st.sampled_from([0.0, 0.5, -0.5])) for name in hidden.names}
            layers.append(Mlp(W1, W2, hidden.vector(bias), stream, hidden))
        else:
            P, Q = (matrix(draw, g, stream, stream, shared) for _ in range(2))
            layers.append(LinearAttention(P, Q, stream))
    return Transformer(stream, tuple(layers))


def assert_same(found: Tensor, expected: Tensor) -> None:
    assert found.shape == expected.shape and found.dtype == expected.dtype
    # Entries of very different size may meet: rounding is measured by the largest of an instance.
    scale = expected.abs().amax((1, 2), keepdim=True).clamp_min(1.0)
    usable = torch.isfinite(scale) & (scale < 1e100)
    assert bool((((found - expected).abs() / scale) < 1e-9)[usable.expand_as(found)].all())


@settings(max_examples=60)
@given(tf=transformers(), tokens=st.sampled_from([1, 2, 5, 7, 15]), batch=st.integers(1, 5))
def test_the_fast_path_is_the_dense_forward(tf: Transformer, tokens: int, batch: int) -> None:
    if any(isinstance(layer, LinearAttention) for layer in tf.layers):
        tokens += 1  # one besides the query
    g = Generator().manual_seed(batch)
    H = normal(g, batch, tf.stream.size, tokens) / 4
    states = tf.run(H)
    blocks = Structured(tf)
    assert_same(blocks(H), states[-1])
    for chunk in (None, 2):
        for found, state in zip(blocks.run(H, chunk=chunk), states, strict=True):
            assert_same(found, state)
        for name in tf.stream.names:
            read = blocks.read(H, name, every=2, tokens=slice(0, None, 2), chunk=chunk)
            assert read.shape[1] == len(states[::2])
            for k, state in enumerate(states[::2]):
                assert_same(read[:, k].mT, tf.stream.read(state, name)[..., ::2])


def lista(d: int = 3, N: int = 4, K: int = 3, batch: int = 20) -> tuple[Transformer, Tensor]:
    g = Generator().manual_seed(0)
    M, theta = normal(g, K, d, d) / 2, normal(g, K).abs() / 4
    tf = lista_vm_transformer(M, theta, 1000.0, bias="corrected")
    return tf, embed(normal(g, batch, N, d), normal(g, batch, N), normal(g, batch, d))


@pytest.mark.parametrize("each_layer", [False, True])
def test_every_derived_mutant_is_run_as_it_is(each_layer: bool) -> None:
    tf, H = lista(K=2)
    original, count = tf(H), 0
    for name, mutant in tf.derived_mutants(each_layer=each_layer):
        dense, found = mutant(H), Structured(mutant)(H)
        assert_same(found, dense)
        changes = float((dense - original).abs().max())
        if changes > 1e-6:  # the fast path sees it too
            assert float((found - original).abs().max()) > changes / 2, name
            count += 1
    assert count > 20


@pytest.mark.parametrize("factor", [1, -1, 3])
@pytest.mark.parametrize("B", [0.5, -0.5])
def test_relus_that_mirror_each_other(B: float, factor: float) -> None:
    g = Generator().manual_seed(0)
    # Thresholds below zero, too: what is still in the scores and hidden units has either sign.
    M, theta = normal(g, 4, 3, 3), torch.tensor([0.5, 0.1, 0.0, 2.0], dtype=torch.float64)
    tf = lista_vm_transformer(M, theta, B, bias="corrected")
    layers = []
    for k, layer in enumerate(tf.layers):
        arrays = {role: weight.array for role, weight in layer.weights().items()}
        for role in arrays:
            if role.endswith((" Q", "W1")):
                arrays[role] = factor * arrays[role]
            if role == "b" and k > 4:
                arrays[role] = -arrays[role]
        layers.append(layer.with_weights(arrays))
    tf = Transformer(tf.stream, tuple(layers))
    H = embed(normal(g, 20, 4, 3), normal(g, 20, 4), normal(g, 20, 3))
    for found, state in zip(Structured(tf).run(H), tf.run(H), strict=True):
        assert_same(found, state)


def test_at_the_papers_size_blocks_are_filled_up_and_nothing_shows() -> None:
    tf, H = lista(20, 10, 12, 40)
    for found, state in zip(structured(tf).run(H, chunk=16), tf.run(H), strict=True):
        assert_same(found, state)
    assert structured(tf) is structured(tf)


def test_chunks_and_calls_do_not_touch_each_other() -> None:
    tf, H = lista(20, 10, 3, 24)
    one, other = Structured(tf), Structured(tf)
    expected = tf(H)
    one(H * 1e200)  # overflows, and leaves that in the memory of the next call
    copied = copy.deepcopy(one)
    for blocks in (one, copied, pickle.loads(pickle.dumps(one))):
        for part in (slice(0, 24), slice(0, 7), slice(7, 24), slice(0, 24)):
            assert_same(blocks(H[part]), expected[part])
            assert torch.equal(blocks(H[part], chunk=5), other(H[part], chunk=5))
    assert len(pickle.dumps(one)) < len(pickle.dumps(tf)) + 2**16


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_other_dtypes(dtype: torch.dtype) -> None:
    tf, H = lista()
    tf, H = tf.to(dtype=dtype), H.to(dtype)
    away = (Structured(tf)(H) - tf(H)).abs().amax() / tf(H).abs().amax()
    assert float(away) < 64 * torch.finfo(dtype).eps


@pytest.mark.gpu
def test_on_a_device() -> None:
    if not torch.cuda.is_available():
        pytest.skip("there is no CUDA device")
    tf, H = lista(20, 10, 12, 40)
    found = Structured(tf.to("cuda"))(H.cuda())
    assert found.device.type == "cuda"
    assert_same(found.cpu(), tf(H))


def test_chunks_suit_the_memory_of_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    tf, H = lista()
    blocks, far = Structured(tf), H.to("meta")
    monkeypatch.setattr("lemmata.numbers.memory.free", lambda device: 2**20)
    little = blocks.chunk(far)
    monkeypatch.setattr("lemmata.numbers.memory.free", lambda device: 2**40)
    assert little < blocks.chunk(H) < blocks.chunk(far)


def test_an_out_of_memory_halves_the_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    tf, H = lista()
    sizes = []

    def program(steps: Sequence[Step], stream: Stream, like: Tensor) -> Program:
        sizes.append(len(like))
        if len(like) > 5:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return Program(steps, stream, like)

    monkeypatch.setattr("constructions.structured.Program", program)
    assert_same(Structured(tf)(H), tf(H))
    assert sizes == [20, 10, 5]


@pytest.mark.parametrize("arithmetic", ["tracked", "rational"])
def test_what_is_no_float_is_run_as_written(arithmetic: Any) -> None:
    tf, H = lista(1, 1, 1, 2)
    states = read_states(tf, lift(H, arithmetic), "beta", every=2)
    assert states.shape == (2, 2, 3, 1) and type(states) is type(lift(H, arithmetic))


def test_small_batches_and_gradients_are_run_as_written() -> None:
    tf, H = lista()
    for part in (H[:2], H, H.clone().requires_grad_()):
        states = read_states(tf, part, "beta", tokens=slice(2, None))
        for k, state in enumerate(tf.run(part)):
            expected = tf.stream.read(state, "beta")[..., 2:].mT
            assert torch.allclose(states[:, k], expected, atol=1e-12)
        assert states.requires_grad == part.requires_grad


def test_misuse_is_named() -> None:
    tf, H = lista()
    with pytest.raises(ValueError, match=r"expected \(batch, 8, tokens\)"):
        Structured(tf)(H[:, 1:])
    with pytest.raises(TypeError, match=r"move one of them with \.to"):
        Structured(tf)(H.to(torch.float32))
    with pytest.raises(KeyError, match="there is no block 'z'"):
        Structured(tf).read(H, "z")
    exact = lista_vm_transformer(
        lift(torch.ones(1, 1, 1, dtype=torch.float64), "rational"),
        lift(torch.ones(1, dtype=torch.float64), "rational"),
        7,
        bias="corrected",
    )
    with pytest.raises(TypeError, match="exact or tracked numbers"):
        Structured(exact)


def test_an_empty_batch() -> None:
    tf, H = lista()
    assert Structured(tf)(H[:0]).shape == (0, 8, 9)
