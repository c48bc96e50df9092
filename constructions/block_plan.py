"""What the named blocks of a transformer's weights do: the plan of the fast path, read off once.

Blocks that are zero are left out, multiples of the identity and diagonal blocks are known as such, and
arrays that are equal up to sign get one key, so that what is made of them is made once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import pad

from constructions.streams import Stream
from constructions.transformer import CausalReluAttention, Layer, Mlp, Transformer

_PAD = 8


@dataclass(frozen=True)
class Map:
    """A non-zero block as ``scale`` times an array that blocks equal up to sign share.

    ``array`` is None for the identity, a vector for a diagonal, and a transposed matrix otherwise;
    what it writes is filled up with zeros beyond ``size``. ``key`` is the same for the same array.
    """

    scale: float
    size: int
    key: int
    array: Tensor | None


Terms = tuple[tuple[str, Map], ...]
"""What is read by which map; the sum of them is meant."""


@dataclass(frozen=True)
class HeadPlan:
    """One head.

    Attributes:
        scores: (query side, key side) of every written block that both sides write.
        values: (written block, read block, map).
    """

    scores: tuple[tuple[Terms, Terms], ...]
    values: tuple[tuple[str, str, Map], ...]

    def reads(self) -> Iterator[tuple[str, Map]]:
        for pair in self.scores:
            for terms in pair:
                yield from terms
        for _, read, told in self.values:
            yield read, told


@dataclass(frozen=True)
class AttentionPlan:
    """The heads of a layer; one without scores adds nothing, as relu(0) = 0."""

    heads: tuple[HeadPlan, ...]

    def written(self) -> set[str]:
        """The blocks that the layer changes."""
        return {name for head in self.heads for name, _, _ in head.values}

    def reads(self) -> Iterator[tuple[str, Map]]:
        """The blocks that the layer reads, each with the map by which it does."""
        return (use for head in self.heads for use in head.reads())


@dataclass(frozen=True)
class HiddenPlan:
    """A block of hidden units: what it reads, its bias (None for zero) and what it writes."""

    size: int
    reads: Terms
    bias: Tensor | None
    writes: Terms


@dataclass(frozen=True)
class MlpPlan:
    """The hidden blocks of a layer."""

    hidden: tuple[HiddenPlan, ...]

    def written(self) -> set[str]:
        """The blocks that the layer changes."""
        return {name for hidden in self.hidden for name, _ in hidden.writes}

    def reads(self) -> Iterator[tuple[str, Map]]:
        """The blocks that the layer reads, each with the map by which it does."""
        return (use for hidden in self.hidden for use in hidden.reads)


Step = AttentionPlan | MlpPlan | Layer
"""A layer; one of another type than ``CausalReluAttention`` and ``Mlp`` is run as it is."""


def still(steps: Iterable[Step], stream: Stream) -> frozenset[str]:
    """The blocks that no layer writes."""
    written: set[str] = set()
    for step in steps:
        if isinstance(step, AttentionPlan | MlpPlan):
            written |= step.written()
        else:
            written.update(stream.names)
    return frozenset(set(stream.names) - written)


def used_again(steps: Iterable[Step]) -> frozenset[tuple[str, int]]:
    """The (read block, key of the map) that more than one layer uses."""
    count = Counter(
        use
        for step in steps
        if isinstance(step, AttentionPlan | MlpPlan)
        for use in {(read, told.key) for read, told in step.reads()}
    )
    return frozenset(use for use, times in count.items() if times > 1)


def plan(tf: Transformer) -> tuple[Step, ...]:
    """A step for each layer of a transformer with torch weights."""
    reader, steps = _Reader(), list[Step]()
    for layer in tf.layers:
        if isinstance(layer, CausalReluAttention):
            steps.append(reader.attention(layer, tf.stream))
        elif isinstance(layer, Mlp):
            steps.append(reader.mlp(layer, tf.stream))
        else:
            steps.append(layer)
    return tuple(steps)


def padded(size: int) -> int:
    """Sizes just below a multiple of 8 are filled up: small products are faster so."""
    filled = -(-size // _PAD) * _PAD
    return filled if 4 * filled <= 5 * size else size


class _Reader:
    """Reads maps off blocks and gives equal arrays one key."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[int, Tensor | None]] = {("identity",): (0, None)}
        self._read: dict[tuple[int, Stream, Stream], dict[str, Terms]] = {}

    def block(self, block: Tensor) -> Map | None:
        values = block.detach().to("cpu", torch.float64).numpy()  # every smaller dtype fits in
        if not (count := np.count_nonzero(values)):
            return None
        rows, columns = values.shape
        diagonal = values.diagonal()
        if rows == columns and count == np.count_nonzero(diagonal):
            if (diagonal == diagonal[0]).all():
                return Map(float(diagonal[0]), rows, *self._intern(("identity",), None))
            part = _filled(block.diagonal())
        else:
            part = _filled(block.mT)
        sign = 1.0 if values[values != 0][0] > 0 else -1.0
        name = (part.ndim, rows, columns, (values * sign + 0.0).tobytes())
        return Map(sign, rows, *self._intern(name, (part * sign).contiguous()))

    def _intern(self, name: Hashable, array: Tensor | None) -> tuple[int, Tensor | None]:
        return self._known.setdefault(name, (len(self._known), array))

    def rows(self, array: Tensor, writes: Stream, reads: Stream) -> dict[str, Terms]:
        """For every written block the blocks that it is made of."""
        place = id(array), writes, reads
        if place not in self._read:  # the same array may stand in every layer
            found: dict[str, list[tuple[str, Map]]] = {}
            for (written, read), block in writes.blocks(array, reads=reads).items():
                if (told := self.block(block)) is not None:
                    found.setdefault(written, []).append((read, told))
            self._read[place] = {written: tuple(terms) for written, terms in found.items()}
        return self._read[place]

    def attention(self, layer: CausalReluAttention, stream: Stream) -> AttentionPlan:
        heads = []
        for head in layer.heads:
            V, Q, K = (self.rows(w, stream, stream) for w in (head.V, head.Q, head.K))
            scores = tuple((Q[name], K[name]) for name in stream.names if name in Q and name in K)
            values = tuple((w, read, told) for w, terms in V.items() for read, told in terms)
            if scores:
                heads.append(HeadPlan(scores, values))
        return AttentionPlan(tuple(heads))

    def mlp(self, layer: Mlp, stream: Stream) -> MlpPlan:
        hidden = layer.hidden or Stream(hidden=layer.W1.shape[0])
        W1 = self.rows(layer.W1, hidden, stream)
        W2 = self.rows(layer.W2, stream, hidden)
        found = []
        for name, where in hidden.slices.items():
            writes = tuple(
                (written, told) for written, terms in W2.items() for r, told in terms if r == name
            )
            bias = _filled(layer.b[where])
            silent = not bool((bias != 0).any())
            if writes and (name in W1 or not silent):
                found.append(
                    HiddenPlan(
                        where.stop - where.start, W1.get(name, ()), None if silent else bias, writes
                    )
                )
        return MlpPlan(tuple(found))


def _filled(array: Tensor) -> Tensor:
    """With zeros up to the padded size of the last axis."""
    return pad(array, (0, padded(array.shape[-1]) - array.shape[-1]))
