r"""The fast path: a transformer run by the named blocks of its own dense weights.

The plan is read off the weights once (:mod:`constructions.block_plan`) and laid out for chunks of one shape
(:mod:`constructions.block_program`). Blocks that are zero are skipped, multiples of the identity
and diagonal blocks are not multiplied out, and what several heads share up to sign (a product
$\beta_i^\top x_j$, say, or a matrix $M$) is computed once; so is, over all layers, what only depends on
blocks that no layer writes. Every head, token and hidden block keeps its part: nothing is known here of
what a construction is for, and a mutant is run as faithfully as the original. A property test shows
the result equal to the dense forward, up to rounding, for arbitrary weights.

Layers of another type than :class:`CausalReluAttention` and :class:`Mlp` are run as they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from constructions.block_plan import plan
from constructions.block_program import Program
from constructions.transformer import Transformer
from lemmata.numbers import Array, memory, stack

WORTHWHILE = 16
"""From this batch on :func:`read_states` takes the fast path: the plan costs more than small batches."""
_ALL = slice(None)
_IDLE = 2
"""So many programs are kept for the next call: that of the chunks and that of what was left over."""
_CACHE_BYTES = 2**18
_DEVICE_BYTES = 2**28


class Structured:
    """A transformer with torch weights, ready to run by its named blocks.

    The result is that of the transformer up to rounding (a block of weights that is exactly zero is
    skipped, so it also hides infinities and NaN that the dense product would spread).

    Args:
        tf: its weights are read once, where they are and in their dtype.

    Raises:
        TypeError: the weights are exact or tracked numbers.
    """

    def __init__(self, tf: Transformer) -> None:
        self.stream = tf.stream
        arrays = [w.array for w in tf.weights().values()]
        if not all(isinstance(a, Tensor) for a in arrays):
            raise TypeError(
                "the weights are exact or tracked numbers; the fast path runs torch tensors only "
                "(call the transformer itself)"
            )
        self._dtypes = {a.dtype for a in arrays}
        self._devices = {a.device for a in arrays}
        self._steps = plan(tf)
        self._idle: dict[torch.Size, Program] = {}

    def __getstate__(self) -> dict[str, object]:
        # A copy makes programs of its own: they are made to work in one memory.
        return {**self.__dict__, "_idle": {}}

    def __call__(self, H: Tensor, *, chunk: int | None = None) -> Tensor:
        """The output of the last layer, as ``Transformer.__call__``.

        Args:
            H: tokens ``(batch, D, tokens)``.
            chunk: instances run at once; chosen by cache or memory if left out.

        Raises:
            TypeError, ValueError: ``H`` has another dtype, device or shape than the weights need.
        """
        self._check(H)
        out = self._empty(H, self.stream.size)

        def act(where: slice, program: Program) -> None:
            for k in range(1, len(self._steps) + 1):
                program.step(k)
            program.whole(out[where], len(self._steps))

        self._chunked(H, chunk, act)
        return out.mT

    def run(self, H: Tensor, *, chunk: int | None = None) -> tuple[Tensor, ...]:
        """The input and the output of every layer, as ``Transformer.run``."""
        self._check(H)
        outs = [self._empty(H, self.stream.size) for _ in range(len(self._steps) + 1)]

        def act(where: slice, program: Program) -> None:
            for k, out in enumerate(outs):
                if k > 0:
                    program.step(k)
                program.whole(out[where], k)

        self._chunked(H, chunk, act)
        return tuple(out.mT for out in outs)

    def read(
        self,
        H: Tensor,
        name: str,
        *,
        every: int = 1,
        tokens: slice = _ALL,
        chunk: int | None = None,
    ) -> Tensor:
        """The block ``name`` of the states ``run(H)[::every]``: ``(batch, states, tokens, size)``.

        Raises:
            KeyError: the block is not in the stream; otherwise as :meth:`__call__`.
        """
        self._check(H)
        count = self.stream.read(H, name)[..., tokens].shape[-1]  # refuses an unknown name
        states = len(range(0, len(self._steps) + 1, every))
        out = H.new_empty(H.shape[0], states, count, self.stream.sizes[name])

        def act(where: slice, program: Program) -> None:
            out[where, 0] = program.block(name, 0)[:, tokens]
            for k in range(1, len(self._steps) + 1):
                program.step(k)
                if k % every == 0:
                    out[where, k // every] = program.block(name, k)[:, tokens]

        self._chunked(H, chunk, act)
        return out

    def _empty(self, H: Tensor, size: int) -> Tensor:
        return H.new_empty(H.shape[0], H.shape[-1], size)

    def _check(self, H: Tensor) -> None:
        if H.ndim != 3 or H.shape[1] != self.stream.size:
            raise ValueError(
                f"H has shape {tuple(H.shape)}; expected (batch, {self.stream.size}, tokens)"
            )
        if self._dtypes - {H.dtype} or self._devices - {H.device}:
            raise TypeError(
                f"H is {H.dtype} on {H.device} and the weights are "
                f"{', '.join(map(str, self._dtypes))} on {', '.join(map(str, self._devices))}; move "
                "one of them with .to()"
            )

    def _chunked(self, H: Tensor, chunk: int | None, act: Callable[[slice, Program], None]) -> None:
        size, first = chunk or self.chunk(H), 0
        with torch.no_grad():
            while first < len(H):
                where = slice(first, min(first + size, len(H)))
                try:
                    self._act(H[where], partial(act, where))
                except torch.OutOfMemoryError:
                    self._idle.clear()
                    size = where.stop - where.start
                    if size == 1:
                        raise
                    size = (size + 1) // 2
                    torch.cuda.empty_cache()
                    continue
                first += size
        if H.device.type != "cpu":
            self._idle.clear()  # others want the device's memory

    def _act(self, H: Tensor, act: Callable[[Program], None]) -> None:
        """One chunk, in a program that nobody else is using."""
        program = self._idle.pop(H.shape, None) or Program(self._steps, self.stream, H)
        program.load(H)
        act(program)
        self._idle[H.shape] = program
        if len(self._idle) > _IDLE:
            self._idle.pop(next(iter(self._idle)), None)

    def chunk(self, H: Tensor) -> int:
        """How many instances of the size of ``H`` are run at once."""
        tokens = H.shape[-1]
        each = tokens * max(tokens, max(self.stream.sizes.values())) * H.element_size()
        if H.device.type == "cpu":
            room = _CACHE_BYTES
        else:  # a program has about thirty buffers
            room = min(_DEVICE_BYTES, memory.free(H.device) // 64)
        # A power of two: sizes beside them were measured to be slower by a tenth.
        return 1 << max(0, round(math.log2(max(1.0, room / max(each, 1)))))


def structured(tf: Transformer) -> Structured:
    """The fast path of ``tf``; its plan is kept as long as ``tf`` lives.

    Raises:
        TypeError: as :class:`Structured`.
    """
    found = tf.__dict__.get(_PLAN)
    if found is None:
        found = tf.__dict__[_PLAN] = Structured(tf)
    assert isinstance(found, Structured)
    return found


_PLAN = "_structured"


def _is_constant(weight: Array) -> bool:
    return isinstance(weight, Tensor) and not weight.requires_grad


def read_states(
    tf: Transformer, H: Array, name: str, *, every: int = 1, tokens: slice = _ALL
) -> Array:
    """The block ``name`` of the states ``tf.run(H)[::every]``: ``(batch, states, tokens, size)``.

    By the fast path where that pays, that is for large batches of floats without gradients;
    everything else is run as written.
    """
    many = isinstance(H, Tensor) and H.shape[0] >= WORTHWHILE and not H.requires_grad
    if many and (_PLAN in tf.__dict__ or all(_is_constant(w.array) for w in tf.weights().values())):
        return structured(tf).read(H, name, every=every, tokens=tokens)
    states = tf.run(H)[::every]
    return stack([tf.stream.read(state, name)[..., tokens].mT for state in states], 1)
