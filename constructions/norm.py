"""Layer normalisation, and layers that read normalised tokens (pre-norm)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from constructions.layer import Layer, beside, check_tokens
from constructions.streams import Stream
from constructions.weights import Weight
from lemmata.numbers import Array, as_array, concat, sqrt, sum


@dataclass(frozen=True)
class LayerNorm(Layer):
    """Token by token ``gain (h - mean) / sqrt(variance + eps) + shift`` (Ba, Kiros, Hinton 2016); not residual.

    Mean and variance are those of the entries of one block, by their number (not one less). Other blocks
    stay as they are.

    Attributes:
        gain, shift: ``(size of the block,)``.
        eps: added to the variance; as the fraction that it is in decimals, or a float as it is.
        block: the normalised block; all of the stream, if it is empty.
    """

    gain: Array
    shift: Array
    eps: Fraction | float
    stream: Stream | None = None
    name: str = ""
    block: str = ""

    def __call__(self, H: Array) -> Array:
        """The output ``(batch, D, tokens)`` for tokens ``(batch, D, tokens)``.

        Raises:
            KeyError: the block is not in the stream.
            ValueError: ``H`` has the wrong shape.
            TypeError: ``H`` and the weights have different dtypes.
        """
        stream = self._stream
        check_tokens(H, stream.size)
        rows = stream.slices[self.block] if self.block else slice(0, stream.size)
        h, size = H[:, rows], self.gain.shape[0]
        gain, shift = (beside(H, w)[:, None] for w in (self.gain, self.shift))
        centred = h - (sum(h, 1) / size)[:, None]
        variance = (sum(centred * centred, 1) / size)[:, None]
        normal = gain * (centred / sqrt(variance + as_array(self.eps, H))) + shift
        return concat([H[:, : rows.start], normal, H[:, rows.stop :]], 1)

    @property
    def _stream(self) -> Stream:
        return self.stream or Stream(h=self.gain.shape[0])

    def weights(self) -> dict[str, Weight]:
        block = Stream(**{self.block or "h": self.gain.shape[0]})
        return {"gain": Weight(self.gain, block, None), "shift": Weight(self.shift, block, None)}

    def with_weights(self, arrays: Mapping[str, Array]) -> LayerNorm:
        return replace(self, **arrays)


@dataclass(frozen=True)
class PreNorm(Layer):
    """A residual layer that reads normalised tokens: ``H + (layer(norm(H)) - norm(H))``.

    Attributes:
        norm: what the layer reads its tokens through.
        layer: a residual one.
    """

    norm: LayerNorm
    layer: Layer
    stream: Stream | None = None
    name: str = ""

    def __call__(self, H: Array) -> Array:
        """The output ``(batch, D, tokens)`` for tokens ``(batch, D, tokens)``; raises what its layers raise."""
        normal = self.norm(H)
        return H + (self.layer(normal) - normal)

    def on(self, stream: Stream) -> PreNorm:
        return replace(self, norm=self.norm.on(stream), layer=self.layer.on(stream), stream=stream)

    def weights(self) -> dict[str, Weight]:
        norm = {f"norm {role}": weight for role, weight in self.norm.weights().items()}
        return norm | self.layer.weights()

    def with_weights(self, arrays: Mapping[str, Array]) -> PreNorm:
        norm = {role.removeprefix("norm "): a for role, a in arrays.items() if role.startswith("norm ")}
        rest = {role: a for role, a in arrays.items() if not role.startswith("norm ")}
        return replace(self, norm=self.norm.with_weights(norm), layer=self.layer.with_weights(rest))
