"""Named blocks of the residual stream: weights are written with names, never with offsets.

``Stream(x=d, y=1, beta=d, flag=1)`` lists the blocks in the paper's order. A linear map is written
as the blocks that it is made of, ``stream.linear({("beta", "x"): A})`` reads x and writes ``A x``
into beta, and a matrix is read back by name with ``stream.blocks(matrix)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.numbers import Array, as_array, broadcast_to, concat, constant, exact, eye, zeros
from lemmata.numbers.exact import Exact, is_number
from lemmata.numbers.running_error import Tracked

Name = str
Block = tuple[Name, Name]
"""A block of a matrix: (written block, read block), as rows and columns."""


@dataclass(frozen=True, init=False, repr=False)
class Stream:
    """The blocks of a vector space, by name and in order.

    Attributes:
        names: the blocks in order.
        sizes: size of each block.
        slices: where each block lies.
        size: size of the whole.

    Raises:
        TypeError, ValueError: a size is no whole number above 0, or there is no block.
    """

    _blocks: tuple[tuple[Name, int], ...]

    def __init__(self, **sizes: int) -> None:
        if not sizes:
            raise ValueError("a stream needs at least one block: Stream(x=3, y=1)")
        for name, size in sizes.items():
            if isinstance(size, bool) or not isinstance(size, int):
                raise TypeError(f"the size of the block {name!r} must be a whole number, got {size!r}")
            if size < 1:
                raise ValueError(
                    f"the size of the block {name!r} must be at least 1, got {size}; leave an empty block out"
                )
        object.__setattr__(self, "_blocks", tuple(sizes.items()))

    @cached_property
    def names(self) -> tuple[Name, ...]:
        return tuple(name for name, _ in self._blocks)

    @cached_property
    def sizes(self) -> dict[Name, int]:
        return dict(self._blocks)

    @cached_property
    def size(self) -> int:
        return sum(size for _, size in self._blocks)

    @cached_property
    def slices(self) -> dict[Name, slice]:
        ends = accumulate(size for _, size in self._blocks)
        return {name: slice(end - size, end) for (name, size), end in zip(self._blocks, ends, strict=True)}

    def __repr__(self) -> str:
        return f"Stream({', '.join(f'{name}={size}' for name, size in self._blocks)})"

    # -- writing ---------------------------------------------------------------------------------

    def linear(
        self, blocks: Mapping[Block, Array], *, like: Array = None, reads: Stream | None = None
    ) -> Array:
        """The dense matrix of the map that is the sum of its named blocks, zero elsewhere.

        Args:
            blocks: from (written block, read block) to what is written there: a matrix
                ``(..., written size, read size)``, or a number, which stands for that multiple of
                the identity (so only between blocks of one size; in a 1 x 1 block it is the entry).
                Leading axes broadcast: a stack of matrices gives a stack.
            like: the arithmetic (and device) of the result where every entry is a plain number;
                float64 on the CPU if left out.
            reads: the stream that is read; this one if left out.

        Returns:
            ``(..., size, reads.size)`` in the arithmetic of the entries.

        Raises:
            KeyError: a block that is not in the stream.
            ValueError: an entry of the wrong shape.
        """
        source = reads or self
        for written, read in blocks:
            self._known(written)
            source._known(read)
        like = _arithmetic(blocks.values(), like)
        placed = {
            block: _matrix(entry, self.sizes[block[0]], source.sizes[block[1]], block, like)
            for block, entry in blocks.items()
        }
        lead = _lead((entry.shape[:-2] for entry in placed.values()), "blocks")
        matrix = zeros((*lead, self.size, source.size), like)
        for (written, read), entry in placed.items():
            _put(matrix, (..., self.slices[written], source.slices[read]), entry)
        return matrix

    def vector(self, blocks: Mapping[Name, Array], *, like: Array = None) -> Array:
        """The vector made of named blocks, zero elsewhere.

        Args:
            blocks: from a block's name to ``(..., size)`` or to a number that fills the block. A
                0-d array is a number; leading axes broadcast.
            like: as in :meth:`linear`.

        Returns:
            ``(..., size)``.

        Raises:
            KeyError, ValueError: as in :meth:`linear`.
        """
        for name in blocks:
            self._known(name)
        like = _arithmetic(blocks.values(), like)
        placed = {}
        for name, entry in blocks.items():
            array = _entry(entry, like)
            array = array if array.ndim else array.reshape(1)
            if array.shape[-1] not in (1, self.sizes[name]):
                raise ValueError(
                    f"the block {name!r} has shape {tuple(array.shape)}; expected "
                    f"(..., {self.sizes[name]}) or a number"
                )
            placed[name] = array
        lead = _lead((entry.shape[:-1] for entry in placed.values()), "blocks")
        parts = []
        for name, size in self._blocks:
            shape = (*lead, size)
            entry = placed.get(name)
            parts.append(zeros(shape, like) if entry is None else broadcast_to(entry, shape))
        return concat(parts, -1)

    def embed(self, **blocks: Array) -> Array:
        """Token matrices from the named blocks of the tokens, zero in blocks that are left out.

        Args:
            blocks: for each name ``(batch, size, tokens)``; axes of length 1 broadcast over the
                batch and the tokens. A number fills its block.

        Returns:
            ``(batch, stream size, tokens)``.

        Raises:
            KeyError: a block that is not in the stream.
            ValueError: a block of the wrong shape, or numbers only.
        """
        for name in blocks:
            self._known(name)
        like = _arithmetic(blocks.values(), None)
        placed = {}
        for name, entry in blocks.items():
            array = _entry(entry, like)
            if array.ndim and (array.ndim != 3 or array.shape[1] != self.sizes[name]):
                raise ValueError(
                    f"the block {name!r} has shape {tuple(array.shape)}; expected (batch, "
                    f"{self.sizes[name]}, tokens) or a number"
                )
            placed[name] = array if array.ndim else array.reshape(1, 1, 1)
        batch, tokens = _lead(((a.shape[0], a.shape[2]) for a in placed.values()), "batch, tokens")
        parts = []
        for name, size in self._blocks:
            shape = (batch, size, tokens)
            entry = placed.get(name)
            parts.append(zeros(shape, like) if entry is None else broadcast_to(entry, shape))
        return concat(parts, -2)

    # -- reading ---------------------------------------------------------------------------------

    def read(self, H: Array, name: Name) -> Array:
        """The block ``name``, ``(..., size, tokens)``, of token matrices ``(..., stream size, tokens)``.

        Raises:
            KeyError: the block is not in the stream.
            ValueError: ``H`` has another number of rows.
        """
        self._known(name)
        if H.ndim < 2 or H.shape[-2] != self.size:
            raise ValueError(f"H has shape {tuple(H.shape)}; expected (..., {self.size}, tokens) for {self!r}")
        return H[..., self.slices[name], :]

    def blocks(self, matrix: Array, *, reads: Stream | None = None) -> dict[Block, Array]:
        """Every block of ``matrix`` ``(..., size, reads.size)`` by (written block, read block).

        Raises:
            ValueError: the matrix has another shape.
        """
        source = reads or self
        if matrix.ndim < 2 or tuple(matrix.shape[-2:]) != (self.size, source.size):
            raise ValueError(
                f"matrix has shape {tuple(matrix.shape)}; expected (..., {self.size}, "
                f"{source.size}) for a map from {source!r} to {self!r}"
            )
        return {
            (written, read): matrix[..., rows, columns]
            for written, rows in self.slices.items()
            for read, columns in source.slices.items()
        }

    def _known(self, name: Name) -> None:
        if name not in self.names:
            raise KeyError(f"there is no block {name!r}; the stream has {', '.join(self.names)}")


def _put(matrix: Array, place: tuple[Any, ...], entry: Array) -> None:
    """Writes a block into a matrix that was just made.

    Raises:
        TypeError: it has other floats: none is rounded in silence.
    """
    if isinstance(matrix, Exact):
        matrix.values[place] = entry.values
    elif isinstance(matrix, Tracked):
        matrix.value[place], matrix.error[place] = entry.parts
    elif entry.dtype != matrix.dtype:
        raise TypeError(f"a block has dtype {entry.dtype} beside one of {matrix.dtype}; expected one dtype")
    else:
        matrix[place] = entry


def _arithmetic(entries: Iterable[Any], like: Any) -> Array:
    """What decides the arithmetic of a result: exact before tracked before torch."""
    candidates = [entry for entry in (like, *entries) if entry is not None]
    for candidate in candidates:
        if isinstance(candidate, Exact):
            return candidate
        plain = is_number(candidate) and not isinstance(candidate, Fraction)
        if not (plain or isinstance(candidate, Tensor | Tracked)):
            return Exact(np.array(candidate, dtype=object), exact.ring_of(candidate))
    for kind in (Tracked, Tensor):
        for candidate in candidates:
            if isinstance(candidate, kind):
                if isinstance(candidate, Tensor) and not candidate.is_floating_point():
                    raise TypeError(
                        f"a block has dtype {candidate.dtype}; expected a floating-point tensor "
                        "(use .to(torch.float64))"
                    )
                return candidate
    return torch.zeros((), dtype=torch.float64)


def _entry(entry: Any, like: Array) -> Array:
    """A number or array in the arithmetic of ``like``; floats of a tensor are taken as exact."""
    if isinstance(entry, Tensor) and not isinstance(like, Tensor):
        return constant(entry, like)
    return as_array(entry, like)


def _matrix(entry: Any, height: int, width: int, block: Block, like: Array) -> Array:
    array = _entry(entry, like)
    name = f"the block {block[0]!r} <- {block[1]!r}"
    if not array.ndim:
        if height != width:
            raise ValueError(
                f"{name} is {height} x {width}, so a number does not say what it holds; give a matrix"
            )
        if height == 1:
            return array.reshape(1, 1)
        if isinstance(entry, int):  # stays free of rounding in every arithmetic
            return eye(height, like) if entry == 1 else _times(entry, height, like)
        return eye(height, like) * array
    if array.ndim == 1 or tuple(array.shape[-2:]) != (height, width):
        raise ValueError(f"{name} has shape {tuple(array.shape)}; expected (..., {height}, {width})")
    return array


def _times(number: int, size: int, like: Array) -> Array:
    identity = eye(size, like)
    if isinstance(identity, Tracked):
        return Tracked(identity.value * number, identity.error)
    return identity * number


def _lead(shapes: Iterable[tuple[int, ...]], what: str) -> Any:
    leads = list(shapes)
    try:
        return tuple(np.broadcast_shapes(*leads))
    except ValueError:
        raise ValueError(
            f"the leading axes of the {what} do not fit together: {sorted(set(map(tuple, leads)))}"
        ) from None
