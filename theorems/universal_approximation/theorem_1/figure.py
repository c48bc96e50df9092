"""The risk of the transformer against N, n and L, beside the bound (24)."""

from collections.abc import Callable

from lemmata import FigureRecord, Rate, Series
from theorems.universal_approximation.survivor import margin_of
from theorems.universal_approximation.theorem_1 import in_L, in_N, in_n

LADDERS = {"N": in_N, "n": in_n, "L": in_L}


def risk(size: str) -> Callable[[], FigureRecord]:
    """The mean squared error against N, n or L, beside the bound (24) with the constant 1."""

    def draw() -> FigureRecord:
        claim = LADDERS[size].complete()
        rate = claim.kind
        assert isinstance(rate, Rate)
        margins = [margin_of(claim, s) for s in rate.ladder]
        x = [float(rate.size(s)) for s in rate.ladder]
        return FigureRecord(
            claim="",
            title=f"Mean squared error against {size}",
            x_label=size,
            y_label="mean squared error",
            caption="The repaired transformer on tasks of two cosines; the bound (24) with constant 1.",
            series=(
                Series("transformer", x, [float(m.left.mean()) for m in margins]),
                Series("(24)", x, [float(m.right.mean()) for m in margins], role="theory"),
            ),
            log_x=True,
            log_y=True,
        )

    return draw


for name, ladder in LADDERS.items():
    ladder.figure(risk(name))
