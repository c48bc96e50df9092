"""What a layer of a transformer is: a map of token matrices made of named weights."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Self, TypeVar

from torch import Tensor

from constructions import blocks
from constructions.block_mutants import mutations
from constructions.blocks import Blocks, Kept
from constructions.streams import Stream
from constructions.weights import Weight
from lemmata.numbers import Array, stored


class Layer(ABC):
    """A map of token matrices ``(batch, D, tokens)`` to such; each is a frozen dataclass.

    Attributes:
        stream: the residual stream; None until a transformer fills it in.
        name: distinguishes layers of one type that play different parts; may be empty.
    """

    stream: Stream | None
    name: str

    @abstractmethod
    def __call__(self, H: Array) -> Array:
        """The output ``(batch, D, tokens)`` for tokens ``(batch, D, tokens)``, residual included.

        Raises:
            ValueError: ``H`` has the wrong shape.
            TypeError: ``H`` and the weights have different dtypes.
        """

    @abstractmethod
    def weights(self) -> dict[str, Weight]:
        """The weights by role."""

    @abstractmethod
    def with_weights(self, arrays: Mapping[str, Array]) -> Self:
        """The layer with other arrays in some roles, each shaped as the weight that it replaces."""

    def on(self, stream: Stream) -> Self:
        """The layer with ``stream`` filled in.

        Raises:
            ValueError: it is written on another one.
        """
        if self.stream == stream:
            return self
        if self.stream is not None:
            raise ValueError(f"a layer is written on {self.stream!r}, the transformer on {stream!r}")
        return replace(self, stream=stream)  # type: ignore[type-var]

    def changed_blocks(self, tokens: Blocks, kept: Kept) -> Blocks:
        """The blocks that the layer writes, ``(batch, tokens, size)``, from those before it."""
        assert self.stream is not None
        return blocks.split(self(blocks.joined(tokens)), self.stream)

    def derived_mutants(self) -> Iterator[tuple[str, Self]]:
        """As :meth:`constructions.transformer.Transformer.derived_mutants`, for the layer alone."""
        for name, layers in mutants((self,)):
            yield name, layers[0]

    def derived_mutant(self, name: str) -> Self:
        """As :meth:`constructions.transformer.Transformer.derived_mutant`, for the layer alone."""
        return mutant((self,), name)[0]


_L = TypeVar("_L", bound=Layer)


def mutants(layers: Sequence[_L], *, each_layer: bool = False) -> Iterator[tuple[str, tuple[_L, ...]]]:
    """The layers with one named block zeroed, negated or one percent off."""
    named = [(layer.name, layer.weights()) for layer in layers]
    for mutation in mutations(named, each_layer=each_layer):
        yield mutation.name, _exchanged(layers, mutation.arrays())


def mutant(layers: Sequence[_L], name: str) -> tuple[_L, ...]:
    """The mutant called ``name``, also where its block happens to be zero.

    Raises:
        KeyError: no weight has such a block, or there is no such change.
    """
    named = [(layer.name, layer.weights()) for layer in layers]
    for each_layer in (False, True):
        for mutation in mutations(named, name, each_layer=each_layer):
            return _exchanged(layers, mutation.arrays())
    example = next((m.name for m in mutations(named)), "head +1 Q[beta<-beta] negated")
    raise KeyError(
        f"there is no derived mutant {name!r}; names read like {example!r}, and derived_mutants() lists them"
    )


def _exchanged(layers: Sequence[_L], arrays: Iterator[tuple[int, str, Array]]) -> tuple[_L, ...]:
    changed = list(layers)
    for index, role, array in arrays:
        changed[index] = changed[index].with_weights({role: array})
    return tuple(changed)


def beside(H: Array, w: Array) -> Array:
    """The weight, of any shape, where the tokens are, and in their arithmetic if it is made of floats.

    Raises:
        TypeError: tokens and weight are tensors of different dtypes.
    """
    if not isinstance(w, Tensor):
        return w
    if not isinstance(H, Tensor):
        return stored(w, H)
    if w.dtype != H.dtype:
        raise TypeError(f"H has dtype {H.dtype} and the weights have {w.dtype}; move one of them with .to()")
    return w.to(H.device)


def check_tokens(H: Array, D: int, least: int = 0) -> None:
    """Refuses tokens that are not ``(batch, D, tokens)``, or fewer of them than ``least``.

    Raises:
        ValueError: names the shape, or the number of tokens.
    """
    if H.ndim != 3 or H.shape[1] != D:
        raise ValueError(f"H has shape {tuple(H.shape)}; expected (batch, {D}, tokens)")
    if H.shape[-1] < least:
        raise ValueError(f"H has {H.shape[-1]} tokens; expected at least one besides the query")
