"""Proposition 6: the weights of the decoder that converts the format, by blocks."""

from constructions.attention import Attention
from constructions.format_conversion import format_conversion
from lemmata import Block, HeatMapRecord, Panel


def weights() -> HeatMapRecord:
    """Query, key and value of each head, for two features."""
    tf = format_conversion(2)
    names = tuple(
        Block({"pair": "k", "one": "1", "even": "e"}.get(n, n), size) for n, size in tf.stream.sizes.items()
    )
    panels = [
        Panel(f"layer {number}, head “{head.name}”: ${letter}$", matrix.tolist(), names, names)
        for number, layer in enumerate(tf.layers, start=1)
        if isinstance(layer, Attention)
        for head in layer.heads
        for letter, matrix in (("Q", head.Q), ("K", head.K), ("V", head.V))
    ]
    return HeatMapRecord(
        claim="",
        title="A decoder that converts the format",
        caption="$d=2$, rows written and columns read. The token carries $x$, $y$, the pair index $k$, a 1 "
        "and $e$, which is 1 at even tokens. Layer 1 turns the pair index into $k^2+3k$ at odd and $k^2+2k$ "
        "at even tokens; layer 2 copies $x$ from an odd token to the even one after it.",
        panels=tuple(panels),
    )
