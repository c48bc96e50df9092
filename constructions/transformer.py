"""Transformers as data: layers with dense weights and the paper's conventions in their types.

The conventions differ between papers, so each is a type of its own: what is normalised by what,
what is masked, which activation. Every layer here is residual. One body of code runs a layer
batched in torch (any device and dtype), with running error bounds, and in exact arithmetic.

Each weight knows the streams that it writes and reads, so its named blocks can be read off, and
mutants (a block zeroed, negated, one percent off) are derived from them.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, Protocol, TypeVar

import torch
from torch import Tensor

from constructions.streams import Stream
from lemmata.numbers import Array, concatenate, constant, moveaxis, relu, stored, sum, values

Change = Literal["zeroed", "negated", "one percent off"]
CHANGES: tuple[Change, ...] = ("zeroed", "negated", "one percent off")
_LOOP_FROM = 8
"""Batches from this size on take the heads one by one; below it each operation's own cost counts."""


@dataclass(frozen=True)
class Weight:
    """A dense weight with the streams that name its blocks.

    Attributes:
        array: ``(writes.size, reads.size)``, or ``(writes.size,)`` for a bias.
        writes: the stream of the rows.
        reads: the stream of the columns; None for a bias.
        ignored: read blocks that cannot matter (they are always 0); no mutants are made of them.
    """

    array: Array
    writes: Stream
    reads: Stream | None
    ignored: frozenset[str] = frozenset()

    def names(self) -> list[str]:
        """The names of the blocks: ``beta<-x`` for a matrix, ``beta`` for a bias."""
        if self.reads is None:
            return list(self.writes.names)
        return [f"{written}<-{read}" for written in self.writes.names for read in self.reads.names]

    def blocks(self) -> dict[str, Array]:
        """The blocks by name."""
        if self.reads is None:
            return {name: self.array[where] for name, where in self.writes.slices.items()}
        found = self.writes.blocks(self.array, reads=self.reads)
        return dict(zip(self.names(), found.values(), strict=True))

    def changed(self, block: str, change: Change) -> Weight:
        """The weight with one of its blocks changed."""
        written, _, read = block.partition("<-")
        rows = self.writes.slices[written]
        if self.reads is None:
            parts = [
                self.array[: rows.start],
                _changed(self.array[rows], change),
                self.array[rows.stop :],
            ]
            return replace(self, array=concatenate(parts, 0))
        columns = self.reads.slices[read]
        middle = self.array[rows]
        parts = [
            middle[:, : columns.start],
            _changed(middle[:, columns], change),
            middle[:, columns.stop :],
        ]
        rest = [self.array[: rows.start], concatenate(parts, 1), self.array[rows.stop :]]
        return replace(self, array=concatenate(rest, 0))

    def alterable(self) -> list[str]:
        """Names of the blocks that are not zero and can matter."""
        return [
            name
            for name, block in self.blocks().items()
            if name.partition("<-")[2] not in self.ignored and bool((values(block) != 0).any())
        ]


def _changed(block: Array, change: Change) -> Array:
    if change == "zeroed":
        return block * 0
    if change == "negated":
        return -block
    return block * 101 / 100


class Layer(Protocol):
    """A map of token matrices ``(batch, D, tokens)`` to such, made of named weights."""

    @property
    def name(self) -> str:
        """Distinguishes layers of one type that play different parts; may be empty."""

    @property
    def stream(self) -> Stream | None:
        """The residual stream; None until a transformer fills it in."""

    def __call__(self, H: Array) -> Array:
        """The layer's output, residual included."""

    def on(self, stream: Stream) -> Layer:
        """The layer with ``stream`` filled in."""

    def weights(self) -> dict[str, Weight]:
        """The weights by role."""

    def with_weights(self, arrays: Mapping[str, Array]) -> Layer:
        """The layer with other arrays in some roles."""


# -- attention ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LinearAttention:
    """Attention without softmax: ``Z + (1/n) P Z M (Z^T Q Z)`` with ``n = tokens - 1``.

    ``M`` masks the last token, the query, as a key (Ahn et al. 2023, (3) and (4)). Computed as
    ``P (Z M Z^T / n) (Q Z)``, which is the same by associativity.

    Attributes:
        P, Q: ``(D, D)``.
    """

    P: Array
    Q: Array
    stream: Stream | None = None
    name: str = ""

    def __call__(self, H: Array) -> Array:
        """The output ``(batch, D, n + 1)`` for tokens ``(batch, D, n + 1)``.

        Raises:
            ValueError: ``H`` has the wrong shape, or no token besides the query.
        """
        P, Q = _follow(H, self.P), _follow(H, self.Q)
        _check_tokens(H, P.shape[-1])
        n = H.shape[-1] - 1
        if n < 1:
            raise ValueError(f"H has {n + 1} tokens; expected at least one besides the query")
        keys = H[..., :-1]
        return H + P @ (keys @ keys.mT / n) @ (Q @ H)

    def on(self, stream: Stream) -> LinearAttention:
        return replace(self, stream=_agree(self.stream, stream))

    def weights(self) -> dict[str, Weight]:
        stream = _named(self.stream, self.P)
        return {"P": Weight(self.P, stream, stream), "Q": Weight(self.Q, stream, stream)}

    def with_weights(self, arrays: Mapping[str, Array]) -> LinearAttention:
        return replace(self, **arrays)


@dataclass(frozen=True)
class Head:
    """One attention head with dense ``(D, D)`` value, query and key matrices."""

    V: Array
    Q: Array
    K: Array
    name: str = ""


@dataclass(frozen=True)
class CausalReluAttention:
    """Attention with ReLU scores over the past, averaged by position (Liu et al. 2025, Def. 3.1).

    Token ``i`` (counted from 1) becomes
    ``h_i + sum_m sum_{j<=i} (1/i) relu(<Q_m h_i, K_m h_j>) V_m h_j``.
    """

    heads: tuple[Head, ...]
    stream: Stream | None = None
    name: str = ""

    def __call__(self, H: Array) -> Array:
        """The output ``(batch, D, tokens)`` for tokens ``(batch, D, tokens)``.

        Raises:
            ValueError: ``H`` has the wrong shape.
        """
        stacked = _follow(H, self._stacked)
        D, heads = stacked.shape[-1], len(self.heads)
        _check_tokens(H, D)
        batch, tokens = H.shape[0], H.shape[-1]
        earlier = constant(torch.ones(tokens, tokens, dtype=torch.float64).tril(), H)  # j <= i
        # Tokens as rows: in torch this makes one large matrix product of all tokens and heads.
        rows = H.mT
        projected = rows @ stacked.mT
        if batch < _LOOP_FROM:
            split = moveaxis(projected.reshape(batch, tokens, 3 * heads, D), 2, 1)
            V, Q, K = (split[:, r * heads : (r + 1) * heads] for r in range(3))
            gathered = sum((relu(Q @ K.mT) * earlier) @ V, 1)
        else:  # slices of columns, which no product has to copy
            parts = [projected[..., r * D : (r + 1) * D] for r in range(3 * heads)]
            terms = (
                (relu(parts[heads + m] @ parts[2 * heads + m].mT) * earlier) @ parts[m]
                for m in range(heads)
            )
            gathered = functools.reduce(operator.add, terms)
        positions = constant(torch.arange(1, tokens + 1), H)
        return (gathered / positions[:, None] + rows).mT  # in this order in torch: rows stay rows

    @cached_property
    def _stacked(self) -> Array:
        """All values, then all queries, then all keys: ``(3 * heads * D, D)``."""
        return concatenate([getattr(h, role) for role in "VQK" for h in self.heads], 0)

    def on(self, stream: Stream) -> CausalReluAttention:
        return replace(self, stream=_agree(self.stream, stream))

    def weights(self) -> dict[str, Weight]:
        stream = _named(self.stream, self.heads[0].V)
        return {
            f"{_head(k, head)} {role}": Weight(getattr(head, role), stream, stream)
            for k, head in enumerate(self.heads)
            for role in "VQK"
        }

    def with_weights(self, arrays: Mapping[str, Array]) -> CausalReluAttention:
        heads = []
        for k, head in enumerate(self.heads):
            V, Q, K = (arrays.get(f"{_head(k, head)} {r}", getattr(head, r)) for r in "VQK")
            heads.append(Head(V, Q, K, head.name))
        return replace(self, heads=tuple(heads))


def _head(k: int, head: Head) -> str:
    return f"head {head.name or k + 1}"


# -- token-wise layers ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Mlp:
    """Token by token ``h + W2 relu(W1 h + b)`` (Liu et al. 2025, Def. 3.2).

    Attributes:
        W1: ``(D', D)``, from the stream to the hidden stream.
        W2: ``(D, D')``, back.
        b: ``(D',)``.
        hidden: names the blocks of the hidden layer.
    """

    W1: Array
    W2: Array
    b: Array
    stream: Stream | None = None
    hidden: Stream | None = None
    name: str = ""

    def __call__(self, H: Array) -> Array:
        """The output ``(batch, D, tokens)`` for tokens ``(batch, D, tokens)``.

        Raises:
            ValueError: ``H`` has the wrong shape.
        """
        W1, W2, b = (_follow(H, w) for w in (self.W1, self.W2, self.b))
        _check_tokens(H, W1.shape[-1])
        rows = H.mT
        return (relu(rows @ W1.mT + b) @ W2.mT + rows).mT

    def on(self, stream: Stream) -> Mlp:
        return replace(self, stream=_agree(self.stream, stream))

    def weights(self) -> dict[str, Weight]:
        stream = _named(self.stream, self.W2)
        hidden = self.hidden or Stream(hidden=self.W1.shape[0])
        return {
            "W1": Weight(self.W1, hidden, stream),
            "b": Weight(self.b, hidden, None),
            "W2": Weight(self.W2, stream, hidden, self._silent(hidden)),
        }

    def _silent(self, hidden: Stream) -> frozenset[str]:
        """Hidden blocks with neither weights nor bias: they are relu(0) = 0 for every input."""
        return frozenset(
            name
            for name, rows in hidden.slices.items()
            if not bool((values(self.W1[rows]) != 0).any())
            and not bool((values(self.b[rows]) != 0).any())
        )

    def with_weights(self, arrays: Mapping[str, Array]) -> Mlp:
        return replace(self, **arrays)

    def derived_mutants(self) -> Iterator[tuple[str, Mlp]]:
        """As :meth:`Transformer.derived_mutants`, for the layer alone."""
        for name, layers in _mutants((self,)):
            yield name, layers[0]

    def derived_mutant(self, name: str) -> Mlp:
        """As :meth:`Transformer.derived_mutant`, for the layer alone."""
        return _mutant((self,), name)[0]


# -- the whole ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Transformer:
    """Layers on a residual stream.

    Attributes:
        stream: names the blocks of the residual stream.
        layers: in the order in which they act. Where a paper's layer is an attention followed by
            an MLP, these are two layers here.

    Raises:
        ValueError: a layer names another stream.
    """

    stream: Stream
    layers: tuple[Layer, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "layers", tuple(layer.on(self.stream) for layer in self.layers))

    def run(self, H: Array) -> tuple[Array, ...]:
        """The input and the output of every layer.

        Args:
            H: tokens ``(batch, D, tokens)``.

        Returns:
            One ``(batch, D, tokens)`` for the input and one for each layer. For blocks of
            attention and MLP, ``run(H)[::2]`` are the paper's ``H^(1), ..., H^(K+1)``.
        """
        states = [H]
        for layer in self.layers:
            states.append(layer(states[-1]))
        return tuple(states)

    def __call__(self, H: Array) -> Array:
        """The output of the last layer, ``(batch, D, tokens)``."""
        for layer in self.layers:
            H = layer(H)
        return H

    def to(
        self, device: torch.device | str | None = None, dtype: torch.dtype | None = None
    ) -> Transformer:
        """The transformer with its weights on ``device`` and in ``dtype``.

        Raises:
            TypeError: the weights are exact or tracked numbers, which have neither.
        """
        return replace(
            self,
            layers=tuple(_map(layer, lambda w: _to(w, device, dtype)) for layer in self.layers),
        )

    def weights(self) -> dict[str, Weight]:
        """Every weight, by the number of its layer (from 1) and its role: ``layer 1 head +1 Q``."""
        return {
            f"layer {number} {name}": weight
            for number, layer in enumerate(self.layers, 1)
            for name, weight in layer.weights().items()
        }

    # -- mutants ---------------------------------------------------------------------------------

    def derived_mutants(self, *, each_layer: bool = False) -> Iterator[tuple[str, Transformer]]:
        """The transformer with one named block zeroed, negated or one percent off.

        A weight that plays one role in several layers is changed in all of them at once, so names
        are independent of the depth: ``head +1 Q[beta<-beta] negated``. Blocks that are zero in
        every layer are left out, and so are those that read a silent hidden block (:class:`Mlp`).

        Args:
            each_layer: change one layer at a time: ``layer 1 head +1 Q[beta<-beta] negated``.
        """
        for name, layers in _mutants(self.layers, each_layer):
            yield name, replace(self, layers=layers)

    def derived_mutant_names(self, *, each_layer: bool = False) -> tuple[str, ...]:
        """The names of :meth:`derived_mutants`, in order."""
        return tuple(_alterable(self.layers, each_layer))

    def derived_mutant(self, name: str) -> Transformer:
        """The mutant called ``name``, also where its block happens to be zero.

        Raises:
            KeyError: no weight has such a block, or there is no such change.
        """
        return replace(self, layers=_mutant(self.layers, name))


_L = TypeVar("_L", bound=Layer)
_Places = dict[str, tuple[list[tuple[int, str]], str, Change]]


def _places(layers: tuple[Layer, ...], each_layer: bool) -> _Places:
    """For every name: (layer, role) of the weights to change, the block, and the change."""
    groups: dict[str, tuple[list[tuple[int, str]], list[str]]] = {}
    for index, layer in enumerate(layers):
        for role, weight in layer.weights().items():
            part = f"{layer.name} {role}" if layer.name else role
            group = f"layer {index + 1} {part}" if each_layer else part
            members, _ = groups.setdefault(group, ([], weight.names()))
            members.append((index, role))
    found: _Places = {}
    for group, (members, blocks) in groups.items():
        for block in blocks:
            for change in CHANGES:
                found[f"{group}[{block}] {change}"] = (members, block, change)
    return found


def _alterable(layers: tuple[Layer, ...], each_layer: bool) -> _Places:
    alterable = {
        (index, role): set(weight.alterable())
        for index, layer in enumerate(layers)
        for role, weight in layer.weights().items()
    }
    return {
        name: (members, block, change)
        for name, (members, block, change) in _places(layers, each_layer).items()
        if any(block in alterable[member] for member in members)
    }


def _mutants(
    layers: tuple[_L, ...], each_layer: bool = False
) -> Iterator[tuple[str, tuple[_L, ...]]]:
    for name, place in _alterable(layers, each_layer).items():
        yield name, _change(layers, *place)


def _mutant(layers: tuple[_L, ...], name: str) -> tuple[_L, ...]:
    for each_layer in (False, True):
        places = _places(layers, each_layer)
        if name in places:
            return _change(layers, *places[name])
    raise KeyError(
        f"there is no derived mutant {name!r}; names read like "
        f"{next(iter(_places(layers, False)))!r}, and derived_mutants() lists them"
    )


def _change(
    layers: tuple[_L, ...], members: list[tuple[int, str]], block: str, change: Change
) -> tuple[_L, ...]:
    changed = list(layers)
    for index, role in members:
        weight = changed[index].weights()[role].changed(block, change)
        changed[index] = changed[index].with_weights({role: weight.array})  # type: ignore[assignment]
    return tuple(changed)


# -- helpers --------------------------------------------------------------------------------------


def _map(layer: Layer, function: Any) -> Layer:
    return layer.with_weights(
        {role: function(weight.array) for role, weight in layer.weights().items()}
    )


def _to(w: Array, device: torch.device | str | None, dtype: torch.dtype | None) -> Tensor:
    if not isinstance(w, Tensor):
        raise TypeError(
            f"the weights are {type(w).__name__} numbers, which have no device and no dtype; build "
            "the transformer from torch tensors"
        )
    return w.to(device=device, dtype=dtype)


def _follow(H: Array, w: Array) -> Array:
    """The weight where the tokens are, and in their arithmetic if it is made of floats."""
    if not isinstance(w, Tensor):
        return w
    if not isinstance(H, Tensor):
        return stored(w, H)
    if w.dtype != H.dtype:
        raise TypeError(
            f"H has dtype {H.dtype} and the weights have {w.dtype}; move one of them with .to()"
        )
    return w.to(H.device)


def _check_tokens(H: Array, D: int) -> None:
    if H.ndim != 3 or H.shape[1] != D:
        raise ValueError(f"H has shape {tuple(H.shape)}; expected (batch, {D}, tokens)")


def _named(stream: Stream | None, square: Array) -> Stream:
    return stream or Stream(h=square.shape[0])


def _agree(own: Stream | None, given: Stream) -> Stream:
    if own is not None and own != given:
        raise ValueError(f"a layer is written on {own!r}, the transformer on {given!r}")
    return given
