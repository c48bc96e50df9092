r"""The fast path: a transformer run by the named blocks of its own dense weights.

The plan is read off the weights once. Blocks that are zero are skipped, multiples of the identity
and diagonal blocks are not multiplied out, and what several heads share up to sign (a product
$\beta_i^\top x_j$, say, or a matrix $M$) is computed once; so is, over all layers, what only depends on
blocks that no layer writes. Every head, token and hidden block keeps its part: nothing is known here of
what a construction is for, and a mutant is run as faithfully as the original. A property test shows
the result equal to the dense forward, up to rounding, for arbitrary weights.

Layers of another type than :class:`CausalReluAttention` and :class:`Mlp` are run as they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import pad

from constructions.streams import Stream
from constructions.transformer import CausalReluAttention, Layer, Mlp, Transformer
from lemmata.arrays import Array, stack

WORTHWHILE = 16
"""From this batch on :func:`read_states` takes the fast path: the plan costs more than small batches."""
_ALL = slice(None)
_PAD = 8
_CACHE_BYTES = 2**19
_DEVICE_BYTES = 2**28


# -- the plan -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Map:
    """A non-zero block as ``scale`` times an array that blocks equal up to sign share.

    ``array`` is None for the identity, a vector for a diagonal, and a transposed matrix otherwise.
    ``key`` is the same for the same array.
    """

    scale: float
    key: int
    array: Tensor | None


_Terms = tuple[tuple[str, _Map], ...]
"""What is read by which map; the sum of them is meant."""


@dataclass(frozen=True)
class _Head:
    name: str
    scores: tuple[tuple[_Terms, _Terms], ...]
    """(query side, key side) of every written block that both sides write."""
    values: tuple[tuple[str, str, _Map], ...]
    """(written block, read block, map)."""

    def reads(self) -> set[str]:
        """The blocks that the scores are made of."""
        return {read for pair in self.scores for terms in pair for read, _ in terms}


@dataclass(frozen=True)
class _Hidden:
    reads: _Terms
    bias: Tensor | None
    writes: _Terms


@dataclass(frozen=True)
class _Attention:
    heads: tuple[_Head, ...]


@dataclass(frozen=True)
class _Perceptron:
    hidden: tuple[_Hidden, ...]


_Step = _Attention | _Perceptron | Layer


def _padded(size: int) -> int:
    """Sizes just below a multiple of 8 are filled up with zeros: small products are faster so."""
    filled = -(-size // _PAD) * _PAD
    return filled if 4 * filled <= 5 * size else size


class _Reader:
    """Reads maps off blocks and gives equal arrays one key."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[int, Tensor | None]] = {("identity",): (0, None)}
        self._read: dict[tuple[int, Stream, Stream], dict[str, _Terms]] = {}

    def block(self, block: Tensor) -> _Map | None:
        values = block.detach().to("cpu", torch.float64).numpy()  # every smaller dtype fits in
        if not (count := np.count_nonzero(values)):
            return None
        rows, columns = values.shape
        diagonal = values.diagonal()
        if rows == columns and count == np.count_nonzero(diagonal):
            if (diagonal == diagonal[0]).all():
                return _Map(float(diagonal[0]), *self._intern(("identity",), None))
            part = pad(block.diagonal(), (0, _padded(rows) - rows))
        else:
            part = pad(block.mT, (0, _padded(rows) - rows, 0, _padded(columns) - columns))
        sign = 1.0 if values[values != 0][0] > 0 else -1.0
        name = (part.ndim, rows, columns, (values * sign + 0.0).tobytes())
        return _Map(sign, *self._intern(name, (part * sign).contiguous()))

    def _intern(self, name: Hashable, array: Tensor | None) -> tuple[int, Tensor | None]:
        return self._known.setdefault(name, (len(self._known), array))

    def rows(self, array: Tensor, writes: Stream, reads: Stream) -> dict[str, _Terms]:
        """For every written block the blocks that it is made of."""
        place = id(array), writes, reads
        if place not in self._read:  # the same array may stand in every layer
            found: dict[str, list[tuple[str, _Map]]] = {}
            for (written, read), block in writes.blocks(array, reads=reads).items():
                if (told := self.block(block)) is not None:
                    found.setdefault(written, []).append((read, told))
            self._read[place] = {written: tuple(terms) for written, terms in found.items()}
        return self._read[place]

    def attention(self, layer: CausalReluAttention, stream: Stream) -> _Attention:
        heads = []
        for head in layer.heads:
            V, Q, K = (self.rows(w, stream, stream) for w in (head.V, head.Q, head.K))
            scores = tuple((Q[name], K[name]) for name in stream.names if name in Q and name in K)
            values = tuple((w, read, told) for w, terms in V.items() for read, told in terms)
            heads.append(_Head(head.name, scores, values))
        return _Attention(tuple(heads))

    def mlp(self, layer: Mlp, stream: Stream) -> _Perceptron:
        hidden = layer.hidden or Stream(hidden=layer.W1.shape[0])
        W1 = self.rows(layer.W1, hidden, stream)
        W2 = self.rows(layer.W2, stream, hidden)
        found = []
        for name, where in hidden.slices.items():
            writes = tuple(
                (written, told) for written, terms in W2.items() for r, told in terms if r == name
            )
            bias = pad(layer.b[where], (0, _padded(hidden.sizes[name]) - hidden.sizes[name]))
            silent = not bool((bias != 0).any())
            if writes and (name in W1 or not silent):
                found.append(_Hidden(W1.get(name, ()), None if silent else bias, writes))
        return _Perceptron(tuple(found))


# -- running it -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Value:
    """A tensor with the name of what it is: values of one name are equal."""

    tensor: Tensor
    name: Hashable


class _Scratch:
    """Buffers by name and shape, so that every chunk works in the same memory (it stays in cache)."""

    def __init__(self) -> None:
        self._buffers: dict[Hashable, Tensor] = {}

    def take(self, name: Hashable, shape: tuple[int, ...], like: Tensor) -> Tensor:
        found = self._buffers.get((name, shape))
        if found is None:
            found = self._buffers[name, shape] = like.new_empty(shape)
        return found


class _Run:
    """One chunk on its way through the layers.

    Attributes:
        state: the blocks, ``(batch, tokens, size)`` each.
    """

    def __init__(
        self,
        H: Tensor,
        stream: Stream,
        still: frozenset[str],
        scratch: _Scratch,
    ) -> None:
        self.stream = stream
        self._still = still  # blocks that no layer writes: what is made of them alone is kept
        self._scratch = scratch
        self._kept: dict[Hashable, Tensor] = {}
        self._passing: dict[Hashable, Tensor] = {}  # kept until the next layer
        self._layer = 0
        self._count = {True: 0, False: 0}
        self._like = H
        self.batch, _, self._real = H.shape
        self.tokens = _padded(self._real)  # tokens after the last real one change no real one
        self.state: dict[str, _Value] = {}
        self._fill(H, self.stream.names)

    def _fill(self, H: Tensor, names: Iterable[str]) -> None:
        for name in names:
            place = self._place(name)
            size = self.stream.sizes[name]
            if self.tokens > self._real or place.shape[-1] > size:
                place.zero_()
            place[:, : self._real, :size] = H[:, self.stream.slices[name]].mT
            self.state[name] = _Value(place, (name, self._layer))

    def block(self, name: str) -> Tensor:
        """The block ``(batch, tokens, size)`` without what it was filled up with."""
        return self.state[name].tensor[:, : self._real, : self.stream.sizes[name]]

    def whole(self, out: Tensor) -> Tensor:
        """All blocks, as the tokens of the dense forward, written to ``(batch, tokens, D)``."""
        for name, where in self.stream.slices.items():
            out[..., where] = self.block(name)
        return out.mT

    def step(self, step: _Step) -> None:
        """The next layer."""
        self._layer += 1
        self._passing.clear()
        self._count[False] = 0
        if isinstance(step, _Attention):
            written = self._attend(step)
        elif isinstance(step, _Perceptron):
            written = self._perceive(step)
        else:
            before = self.whole(self._new((self.batch, self._real, self.stream.size)))
            self._fill(step(before), self.stream.names)
            written = {}
        for name, tensor in written.items():
            self.state[name] = _Value(tensor, (name, self._layer))

    # -- memory

    def _place(self, name: str) -> Tensor:
        """Where the next value of a block is written; the present one stays untouched."""
        shape = (self.batch, self.tokens, _padded(self.stream.sizes[name]))
        one, other = (self._scratch.take(("state", name, k), shape, self._like) for k in (0, 1))
        return other if name in self.state and self.state[name].tensor is one else one

    def _new(self, shape: tuple[int, ...], keep: bool = False) -> Tensor:
        self._count[keep] += 1
        return self._scratch.take((keep, self._count[keep]), shape, self._like)

    def _square(self, keep: bool = False) -> Tensor:
        return self._new((self.batch, self.tokens, self.tokens), keep)

    def _keeps(self, reads: Iterable[str]) -> bool:
        return all(name in self._still for name in reads)

    # -- linear forms: a scale and a value

    def _applied(self, read: str, told: _Map) -> _Value:
        """The map without its scale."""
        value = self.state[read]
        if told.array is None:
            return value
        name = ("map", told.key, value.name)
        keep = self._keeps((read,))
        store = self._kept if keep else self._passing
        if name not in store:
            store[name] = self._times(value.tensor, told.array, keep)
        return _Value(store[name], name)

    def _times(self, tensor: Tensor, array: Tensor, keep: bool = False) -> Tensor:
        shape = (self.batch, self.tokens, array.shape[-1])
        every = tensor.expand(self.batch, self.tokens, -1)  # a bias is the same at every token
        if array.ndim == 1:
            return torch.mul(every, array, out=self._new(shape, keep))
        out = self._new(shape, keep)
        rows = every.reshape(-1, array.shape[0])
        torch.mm(rows, array, out=out.view(-1, array.shape[1]))
        return out

    def _form(self, terms: _Terms) -> tuple[float, _Value]:
        if len(terms) == 1:
            read, told = terms[0]
            return told.scale, self._applied(read, told)
        parts = [(told.scale, self._applied(read, told)) for read, told in terms]
        name = ("form", *((scale, value.name) for scale, value in parts))
        keep = self._keeps(read for read, _ in terms)
        store = self._kept if keep else self._passing
        if name not in store:
            tensors = [(scale, value.tensor) for scale, value in parts]
            store[name] = _sum(tensors, self._new(tuple(tensors[0][1].shape), keep))
        return 1.0, _Value(store[name], name)

    # -- attention

    def _attend(self, step: _Attention) -> dict[str, Tensor]:
        groups: dict[tuple[str, str, int], list[tuple[float, int]]] = {}
        maps: dict[int, _Map] = {}
        for m, head in enumerate(step.heads):
            if head.scores:  # otherwise relu(0) = 0 everywhere
                for written, read, told in head.values:
                    groups.setdefault((written, read, told.key), []).append((told.scale, m))
                    maps[told.key] = told
        weights: dict[tuple[tuple[float, int], ...], Tensor] = {}
        parts: list[tuple[str, Tensor, Tensor]] = []
        for (written, read, key), members in groups.items():
            heads = tuple(members)
            if heads not in weights:
                weights[heads] = self._weights(step, heads)
            parts.append((written, weights[heads], self._applied(read, maps[key]).tensor))
        found: dict[str, Tensor] = {}
        for written, weight, moved in parts:
            if written not in found:
                start = self.state[written].tensor
                # All that is made of the block has been made, so that it may change in place.
                if any(start is other for _, _, other in parts):
                    start = self._place(written).copy_(start)
                found[written] = start
            found[written].baddbmm_(weight, moved)
        return found

    def _weights(self, step: _Attention, members: tuple[tuple[float, int], ...]) -> Tensor:
        """The sum of the heads' weights ``(batch, tokens, tokens)``, masked and averaged."""
        still: list[tuple[float, int]] = []
        moving: list[tuple[float, int]] = []
        for scale, m in members:
            (still if self._keeps(step.heads[m].reads()) else moving).append((scale, m))
        fixed = None
        if still:
            name = ("weights", *((scale, self._score_name(step.heads[m])) for scale, m in still))
            if name not in self._kept:
                total = self._sum_of_heads(step, still, keep=True)
                self._kept[name] = total.mul_(self._average())
            fixed = self._kept[name]
        if not moving:
            assert fixed is not None
            return fixed
        total = self._sum_of_heads(step, moving)
        if fixed is None:
            return total.mul_(self._average())
        return torch.addcmul(fixed, total, self._average(), out=total)

    def _sum_of_heads(
        self, step: _Attention, members: list[tuple[float, int]], keep: bool = False
    ) -> Tensor:
        # One that is neither scaled nor negated comes first: the others are added to it.
        ordered = sorted(members, key=lambda member: member[0] != 1)
        terms = [(scale, self._relu_of_scores(step.heads[m])) for scale, m in ordered]
        if not keep and terms[0][0] == 1:
            return _add(terms[0][1], terms[1:])  # the scores are of no further use
        return _sum(terms, self._square(keep))

    def _score_name(self, head: _Head) -> Hashable:
        sides = []
        for query, key in head.scores:
            (a, q), (b, k) = self._form(query), self._form(key)
            sides.append((a * b, q.name, k.name))
        return tuple(sides)

    def _relu_of_scores(self, head: _Head) -> Tensor:
        still: list[tuple[float, Tensor]] = []
        moving: list[tuple[float, Tensor]] = []
        names: list[Hashable] = []
        for query, key in head.scores:
            (a, q), (b, k) = self._form(query), self._form(key)
            keep = self._keeps(read for side in (query, key) for read, _ in side)
            store = self._kept if keep else self._passing
            name = ("product", q.name, k.name)
            if name not in store:
                store[name] = _products(q.tensor, k.tensor, self._square(keep))
            (still if keep else moving).append((a * b, store[name]))
            if keep:
                names.append((a * b, name))
        if not still:
            return _sum(moving, self._square()).relu_()
        scores = ("scores", *names)
        if scores not in self._kept:
            self._kept[scores] = _sum(still, self._square(keep=True))
        fixed = self._kept[scores]
        if not moving:
            return torch.clamp_min(fixed, 0.0, out=self._square())
        (scale, first), *rest = moving
        total = torch.add(fixed, first, alpha=scale, out=self._square())
        return _add(total, rest).relu_()

    def _average(self) -> Tensor:
        """``(tokens, tokens)``: 1 / i for the keys j <= i (counted from 1), else 0."""
        if "average" not in self._kept:
            like, tokens = self._like, self.tokens
            positions = torch.arange(1, tokens + 1, device=like.device, dtype=like.dtype)
            self._kept["average"] = like.new_ones(tokens, tokens).tril() / positions[:, None]
        return self._kept["average"]

    # -- token-wise

    def _perceive(self, step: _Perceptron) -> dict[str, Tensor]:
        found: dict[str, Tensor] = {}
        for hidden in step.hidden:
            sign, active = self._activation(hidden)
            for written, told in hidden.writes:
                moved = active if told.array is None else self._times(active, told.array)
                scale = sign * told.scale
                if written in found:
                    found[written].add_(moved, alpha=scale)
                else:
                    start, place = self.state[written].tensor, self._place(written)
                    found[written] = torch.add(start, moved, alpha=scale, out=place)
        return found

    def _activation(self, hidden: _Hidden) -> tuple[float, Tensor]:
        """(sign, tensor) with ``relu(...) = sign * tensor``."""
        if not hidden.reads:
            assert hidden.bias is not None
            return 1.0, torch.relu(hidden.bias)
        scale, value = self._form(hidden.reads)
        out = self._new(tuple(value.tensor.shape))
        if hidden.bias is not None:
            return 1.0, torch.add(hidden.bias, value.tensor, alpha=scale, out=out).relu_()
        if abs(scale) != 1:
            return 1.0, torch.mul(value.tensor, scale, out=out).relu_()
        if scale > 0:
            return 1.0, torch.clamp_min(value.tensor, 0.0, out=out)
        return -1.0, torch.clamp_max(value.tensor, 0.0, out=out)


def _products(q: Tensor, k: Tensor, out: Tensor) -> Tensor:
    """All inner products of queries and keys, ``(batch, tokens, tokens)``."""
    return torch.mul(q, k.mT, out=out) if q.shape[-1] == 1 else torch.bmm(q, k.mT, out=out)


def _sum(terms: list[tuple[float, Tensor]], out: Tensor) -> Tensor:
    """The sum of ``scale * tensor``."""
    (scale, tensor), *rest = terms
    if scale == 1 and rest:
        (other_scale, other), *rest = rest
        torch.add(tensor, other, alpha=other_scale, out=out)
    else:
        torch.mul(tensor, scale, out=out)
    return _add(out, rest)


def _add(total: Tensor, terms: list[tuple[float, Tensor]]) -> Tensor:
    for scale, tensor in terms:
        total.add_(tensor, alpha=scale)
    return total


# -- the whole ------------------------------------------------------------------------------------


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
        reader = _Reader()
        self._steps: list[_Step] = []
        for layer in tf.layers:
            if isinstance(layer, CausalReluAttention):
                self._steps.append(reader.attention(layer, tf.stream))
            elif isinstance(layer, Mlp):
                self._steps.append(reader.mlp(layer, tf.stream))
            else:
                self._steps.append(layer)
        written = {name for step in self._steps for name in self._written(step)}
        self._still = frozenset(set(tf.stream.names) - written)

    def _written(self, step: _Step) -> set[str]:
        if isinstance(step, _Attention):
            return {w for head in step.heads if head.scores for w, _, _ in head.values}
        if isinstance(step, _Perceptron):
            return {w for hidden in step.hidden for w, _ in hidden.writes}
        return set(self.stream.names)

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

        def act(where: slice, scratch: _Scratch) -> None:
            run = _Run(H[where], self.stream, self._still, scratch)
            for step in self._steps:
                run.step(step)
            run.whole(out[where])

        self._chunked(H, chunk, act)
        return out.mT

    def run(self, H: Tensor, *, chunk: int | None = None) -> tuple[Tensor, ...]:
        """The input and the output of every layer, as ``Transformer.run``."""
        self._check(H)
        outs = [self._empty(H, self.stream.size) for _ in range(len(self._steps) + 1)]

        def act(where: slice, scratch: _Scratch) -> None:
            run = _Run(H[where], self.stream, self._still, scratch)
            run.whole(outs[0][where])
            for step, out in zip(self._steps, outs[1:], strict=True):
                run.step(step)
                run.whole(out[where])

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

        def act(where: slice, scratch: _Scratch) -> None:
            run = _Run(H[where], self.stream, self._still, scratch)
            out[where, 0] = run.block(name)[:, tokens]
            for k, step in enumerate(self._steps, 1):
                run.step(step)
                if k % every == 0:
                    out[where, k // every] = run.block(name)[:, tokens]

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

    def _chunked(
        self, H: Tensor, chunk: int | None, act: Callable[[slice, _Scratch], None]
    ) -> None:
        size, first, scratch = chunk or self.chunk(H), 0, _Scratch()
        with torch.no_grad():
            while first < len(H):
                try:
                    act(slice(first, min(first + size, len(H))), scratch)
                except torch.OutOfMemoryError:
                    size = min(size, len(H) - first)
                    if size == 1:
                        raise
                    size, scratch = (size + 1) // 2, _Scratch()
                    torch.cuda.empty_cache()
                    continue
                first += size

    def chunk(self, H: Tensor) -> int:
        """How many instances of the size of ``H`` are run at once."""
        tokens = H.shape[-1]
        each = tokens * max(tokens, max(self.stream.sizes.values())) * H.element_size()
        room = _CACHE_BYTES if H.device.type == "cpu" else _DEVICE_BYTES
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
