"""Transformers as data: layers with dense weights and the paper's conventions in their options.

One body of code runs a layer batched in torch (any device and dtype), with running error bounds, and in
exact arithmetic. Each weight knows the streams that it writes and reads, so its named blocks can be read
off: mutants (a block zeroed, negated, one percent off) are derived from them, and large batches and exact
tokens are run by them (:mod:`constructions.blocks`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import torch
from torch import Tensor

from constructions import blocks
from constructions.blocks import Blocks
from constructions.layer import Layer, mutant, mutants
from constructions.streams import Stream
from constructions.weights import Weight
from lemmata.numbers import Array, concat, stack

_ALL = slice(None)


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

    def __call__(self, H: Array) -> Array:
        """The output of the last layer, ``(batch, D, tokens)``.

        Args:
            H: tokens ``(batch, D, tokens)``.

        Raises:
            ValueError: ``H`` has the wrong shape, or no token besides the query where one is needed.
            TypeError: ``H`` and the weights have different dtypes.
        """
        if self._by_blocks(H):
            parts = self._parts(H, lambda k: k == len(self.layers), blocks.joined)
            return concat([last for (last,) in parts], 0)
        for layer in self.layers:
            H = layer(H)
        return H

    def run(self, H: Array) -> tuple[Array, ...]:
        """The input and the output of every layer.

        Args:
            H: as in :meth:`__call__`.

        Returns:
            One ``(batch, D, tokens)`` for the input and one for each layer. For blocks of
            attention and MLP, ``run(H)[::2]`` are the paper's ``H^(1), ..., H^(K+1)``.

        Raises:
            ValueError, TypeError: as :meth:`__call__`.
        """
        if self._by_blocks(H):
            parts = self._parts(H, lambda k: k > 0, blocks.joined)
            return (H, *(concat(states, 0) for states in zip(*parts, strict=True)))
        states = [H]
        for layer in self.layers:
            states.append(layer(states[-1]))
        return tuple(states)

    def read(self, H: Array, name: str, *, every: int = 1, tokens: slice = _ALL) -> Array:
        """The block ``name`` of the states ``run(H)[::every]``: ``(batch, states, tokens, size)``.

        Raises:
            KeyError: the block is not in the stream.
            ValueError, TypeError: as :meth:`__call__`.
        """
        start = self.stream.read(H, name)  # refuses an unknown name
        if self._by_blocks(H):
            parts = self._parts(H, lambda k: k % every == 0, lambda b: b[name][:, tokens])
            return concat([stack(states, 1) for states in parts], 0)
        states = [start, *(self.stream.read(state, name) for state in self.run(H)[1:])]
        return stack([state[..., tokens].mT for state in states[::every]], 1)

    def _by_blocks(self, H: Array) -> bool:
        if not self.layers or H.ndim != 3 or H.shape[1] != self.stream.size:
            return False
        return blocks.worthwhile(H, self.stream, lambda: self._all_weights, len(self.layers))

    @cached_property
    def _all_weights(self) -> blocks.Weights:
        return blocks.Weights(weight.array for weight in self.weights().values())

    def _parts(
        self, H: Array, wanted: Callable[[int], bool], part: Callable[[Blocks], Array]
    ) -> Iterator[list[Array]]:
        """A part of every wanted state (0 is the input), by blocks, a chunk of the batch at a time."""
        size = blocks.chunk(H) if isinstance(H, Tensor) else len(H)
        for first in range(0, len(H), max(1, size)):
            tokens, parts, kept = blocks.split(H[first : first + size], self.stream), [], blocks.Kept()
            for k in range(len(self.layers) + 1):
                tokens = tokens | self.layers[k - 1].changed_blocks(tokens, kept) if k else tokens
                if wanted(k):
                    parts.append(part(tokens))
            yield parts

    def to(self, device: torch.device | str | None = None, dtype: torch.dtype | None = None) -> Transformer:
        """The transformer with its weights on ``device`` and in ``dtype``.

        Raises:
            TypeError: the weights are exact or tracked numbers, which have neither.
        """

        def moved(w: Array) -> Tensor:
            if not isinstance(w, Tensor):
                raise TypeError(
                    f"the weights are {type(w).__name__} numbers, which have no device and no dtype; "
                    "build the transformer from torch tensors"
                )
            return w.to(device=device, dtype=dtype)

        layers = (
            layer.with_weights({role: moved(w.array) for role, w in layer.weights().items()})
            for layer in self.layers
        )
        return replace(self, layers=tuple(layers))

    def weights(self) -> dict[str, Weight]:
        """Every weight, by the number of its layer (from 1) and its role: ``layer 1 head +1 Q``."""
        return {
            f"layer {number} {name}": weight
            for number, layer in enumerate(self.layers, 1)
            for name, weight in layer.weights().items()
        }

    def derived_mutants(self, *, each_layer: bool = False) -> Iterator[tuple[str, Transformer]]:
        """The transformer with one named block zeroed, negated or one percent off.

        A weight that plays one role in several layers is changed in all of them at once, so names
        are independent of the depth: ``head +1 Q[beta<-beta] negated``. Blocks that are zero in
        every layer are left out, and so are those that read a silent hidden block (:class:`Mlp`).

        Args:
            each_layer: change one layer at a time: ``layer 1 head +1 Q[beta<-beta] negated``.
        """
        for name, layers in mutants(self.layers, each_layer=each_layer):
            yield name, replace(self, layers=layers)

    def derived_mutant(self, name: str) -> Transformer:
        """The mutant called ``name``, also where its block happens to be zero.

        Raises:
            KeyError: no weight has such a block, or there is no such change.
        """
        return replace(self, layers=mutant(self.layers, name))
