"""Named blocks: what is written by name stands where the paper puts it, in every arithmetic."""

from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from constructions.streams import Stream
from lemmata.numbers import stored, values
from lemmata.numbers.exact import Exact
from lemmata.numbers.literals import FloatSlipped
from lemmata.numbers.running_error import Tracked
from lemmata.search.lifting import lift

STREAM = Stream(x=3, y=1, beta=3, flag=1)


def normal(*shape: int, seed: int = 0) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


def test_blocks_stand_in_the_order_given() -> None:
    assert STREAM.names == ("x", "y", "beta", "flag")
    assert STREAM.sizes == {"x": 3, "y": 1, "beta": 3, "flag": 1}
    assert STREAM.slices["beta"] == slice(4, 7)
    assert STREAM.size == 8
    assert repr(STREAM) == "Stream(x=3, y=1, beta=3, flag=1)"


def test_streams_are_equal_by_their_blocks_and_order() -> None:
    assert Stream(x=3, y=1) == Stream(x=3, y=1)
    assert Stream(x=3, y=1) != Stream(y=1, x=3)
    assert len({Stream(x=3, y=1), Stream(x=3, y=1)}) == 1


def test_a_linear_map_reads_one_block_and_writes_another() -> None:
    A, H = normal(3, 3), normal(2, 8, 5)
    written = STREAM.linear({("beta", "x"): A}) @ H
    assert torch.equal(STREAM.read(written, "beta"), A @ H[:, :3])
    assert torch.count_nonzero(written) == torch.count_nonzero(STREAM.read(written, "beta"))


@given(st.integers(0, 1000), st.sets(st.sampled_from([(a, b) for a in "uvw" for b in "uvw"])))
def test_blocks_read_back_what_was_written(seed: int, where: set[tuple[str, str]]) -> None:
    stream = Stream(u=2, v=1, w=3)
    entries = {
        (a, b): normal(stream.sizes[a], stream.sizes[b], seed=seed + 7 * k)
        for k, (a, b) in enumerate(sorted(where))
    }
    found = stream.blocks(stream.linear(entries, like=torch.zeros((), dtype=torch.float64)))
    for block, value in found.items():
        expected = entries.get(block, torch.zeros_like(value))
        assert torch.equal(value, expected)


def test_numbers_are_multiples_of_the_identity_between_blocks_of_one_size() -> None:
    matrix = STREAM.linear({("beta", "x"): -2, ("y", "flag"): 0.5})
    blocks = STREAM.blocks(matrix)
    assert matrix.dtype == torch.float64
    assert torch.equal(blocks["beta", "x"], -2 * torch.eye(3, dtype=torch.float64))
    assert float(blocks["y", "flag"]) == 0.5


def test_maps_between_two_streams_are_rectangular() -> None:
    hidden = Stream(a=2, b=4)
    A = normal(4, 3)
    matrix = hidden.linear({("b", "beta"): A}, reads=STREAM)
    assert matrix.shape == (6, 8)
    assert torch.equal(hidden.blocks(matrix, reads=STREAM)["b", "beta"], A)


def test_leading_axes_broadcast() -> None:
    A = normal(5, 3, 3)
    matrix = STREAM.linear({("beta", "x"): A, ("flag", "flag"): 1})
    assert matrix.shape == (5, 8, 8)
    assert torch.equal(matrix[2], STREAM.linear({("beta", "x"): A[2], ("flag", "flag"): 1}))


@pytest.mark.parametrize(("arithmetic", "kind"), [("tracked", Tracked), ("rational", Exact), ("ball", Exact)])
def test_the_arithmetic_is_that_of_the_entries(arithmetic: Any, kind: type) -> None:
    A, theta = normal(3, 3), 0.1
    entries = {("beta", "x"): A, ("beta", "beta"): 1, ("y", "flag"): theta}
    plain = STREAM.linear(entries)
    lifted = STREAM.linear(
        {**entries, ("beta", "x"): lift(A, arithmetic), ("y", "flag"): lift(theta, arithmetic)}
    )
    assert isinstance(lifted, kind)
    assert torch.equal(values(lifted), plain)
    if isinstance(lifted, Tracked):
        assert not lifted.error.any(), "placing a block rounds nothing"
    vector = STREAM.vector({"beta": lift(theta, arithmetic)})
    assert isinstance(vector, kind)
    assert torch.equal(values(vector), STREAM.vector({"beta": theta}))


def test_like_decides_where_all_entries_are_plain_numbers() -> None:
    like = lift(normal(1), "rational")
    assert isinstance(STREAM.linear({("beta", "x"): 1}, like=like), Exact)
    assert STREAM.linear({("beta", "x"): 1}, like=torch.zeros(1)).dtype == torch.float32
    assert STREAM.linear({}).shape == (8, 8)


def test_a_float_that_is_not_dyadic_does_not_pass_for_an_exact_number() -> None:
    with pytest.raises(TypeError, match="not dyadic"):
        STREAM.linear({("flag", "flag"): 0.1}, like=lift(normal(1), "rational"))


def test_vectors_and_tokens() -> None:
    vector = STREAM.vector({"beta": normal(3), "flag": 2})
    assert torch.equal(vector[4:7], normal(3))
    assert vector[7] == 2
    assert not vector[:4].any()
    x, flag = normal(2, 3, 5), normal(1, 1, 5)
    H = STREAM.embed(x=x, flag=flag, y=1)
    assert H.shape == (2, 8, 5)
    assert torch.equal(STREAM.read(H, "x"), x)
    assert torch.equal(STREAM.read(H, "flag"), flag.expand(2, 1, 5))
    assert bool((STREAM.read(H, "y") == 1).all())
    assert not STREAM.read(H, "beta").any()


def test_floats_among_exact_tokens_have_to_be_meant() -> None:
    x = normal(1, 3, 2)
    with pytest.raises(FloatSlipped):
        STREAM.embed(x=lift(x, "rational"), beta=x)
    H = STREAM.embed(x=lift(x, "rational"), beta=stored(x, like=lift(x, "rational")))
    assert isinstance(H, Exact)
    assert bool((STREAM.read(H, "x") - STREAM.read(H, "beta")).values.any()) is False


@pytest.mark.parametrize(
    ("act", "error", "words"),
    [
        (lambda: Stream(), ValueError, "at least one block"),
        (lambda: Stream(x=0), ValueError, "'x' must be at least 1, got 0"),
        (lambda: Stream(x=True), TypeError, "whole number, got True"),
        (lambda: Stream(x=2.0), TypeError, "whole number, got 2.0"),  # type: ignore[arg-type]
        (lambda: STREAM.linear({("gamma", "x"): 1}), KeyError, "no block 'gamma'; the stream has x, y"),
        (lambda: STREAM.linear({("x", "gamma"): 1}), KeyError, "no block 'gamma'"),
        (lambda: STREAM.linear({("y", "x"): 1}), ValueError, "1 x 3"),
        (lambda: STREAM.linear({("x", "x"): normal(3, 2)}), ValueError, r"shape \(3, 2\); expected"),
        (lambda: STREAM.linear({("x", "x"): normal(3)}), ValueError, r"shape \(3,\)"),
        (lambda: STREAM.linear({("x", "x"): torch.eye(3, dtype=torch.int64)}), TypeError, "int64"),
        (
            lambda: STREAM.linear({("x", "x"): normal(2, 3, 3), ("y", "y"): normal(3, 1, 1)}),
            ValueError,
            "leading axes",
        ),
        (lambda: STREAM.vector({"x": normal(2)}), ValueError, r"expected \(..., 3\)"),
        (lambda: STREAM.vector({"gamma": 1}), KeyError, "gamma"),
        (lambda: STREAM.embed(x=normal(3, 5)), ValueError, r"\(batch, 3, tokens\)"),
        (lambda: STREAM.embed(x=normal(2, 1, 5)), ValueError, r"\(batch, 3, tokens\)"),
        (lambda: STREAM.embed(x=normal(2, 3, 5), y=normal(2, 1, 4)), ValueError, "do not fit"),
        (lambda: STREAM.embed(gamma=normal(2, 3, 5)), KeyError, "gamma"),
        (lambda: STREAM.read(normal(2, 8, 5), "gamma"), KeyError, "gamma"),
        (lambda: STREAM.read(normal(2, 7, 5), "x"), ValueError, r"\(..., 8, tokens\)"),
        (lambda: STREAM.blocks(normal(8, 7)), ValueError, r"expected \(..., 8, 8\)"),
    ],
)
def test_misuse_is_named(act: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        act()
