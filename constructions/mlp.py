"""The feed-forward layer of the papers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

from constructions import blocks
from constructions.blocks import Blocks, Kept, MlpPlan
from constructions.layer import Layer, beside, check_tokens
from constructions.streams import Stream
from constructions.weights import Weight
from lemmata.numbers import Array, relu, values
from lemmata.numbers.fused import plus_product, scored


@dataclass(frozen=True)
class Mlp(Layer):
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
            TypeError: ``H`` and the weights have different dtypes.
        """
        check_tokens(H, self.W2.shape[0])
        W1, W2, b = (beside(H, w) for w in (self.W1, self.W2, self.b))
        rows = H.mT
        hidden = scored(plus_product(b, rows, W1.mT), relu)
        return plus_product(rows, hidden, W2.mT).mT

    def changed_blocks(self, tokens: Blocks, kept: Kept) -> Blocks:
        return blocks.perceived(self._plan(next(iter(tokens.values()))), tokens)

    @cached_property
    def _plans(self) -> dict[Hashable, MlpPlan]:
        return {}

    def _plan(self, like: Array) -> MlpPlan:
        kind = blocks.kind(like)
        if kind not in self._plans:
            W1, b, W2 = self.weights().values()
            self._plans[kind] = blocks.mlp_plan(W1, b, W2, like)
        return self._plans[kind]

    def weights(self) -> dict[str, Weight]:
        stream = self.stream or Stream(h=self.W2.shape[0])
        hidden = self.hidden or Stream(hidden=self.W1.shape[0])
        return {
            "W1": Weight(self.W1, hidden, stream),
            "b": Weight(self.b, hidden, None),
            "W2": Weight(self.W2, stream, hidden, partial(self._silent, hidden)),
        }

    def _silent(self, hidden: Stream) -> frozenset[str]:
        """Hidden blocks with neither weights nor bias: they are relu(0) = 0 for every input."""
        return frozenset(
            name
            for name, rows in hidden.slices.items()
            if not bool((values(self.W1[rows]) != 0).any()) and not bool((values(self.b[rows]) != 0).any())
        )

    def with_weights(self, arrays: Mapping[str, Array]) -> Mlp:
        return replace(self, **arrays)
