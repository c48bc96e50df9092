"""The risk of the transformer against N, n and L, beside the bound (24)."""

from collections.abc import Callable

from lemmata import FigureRecord, Series
from theorems.universal_approximation.survivor import margin_of
from theorems.universal_approximation.theorem_1 import Sizes, in_L, in_n, theorem

LADDERS = {
    "N": (theorem, [Sizes(N, 16, 257, 0.125) for N in (4, 16, 64, 256)]),
    "n": (in_n, [Sizes(64, n, 257, 0.125) for n in (2, 4, 8, 16)]),
    "L": (in_L, [Sizes(64, 16, L, 0.125) for L in (17, 33, 65, 129, 257)]),
}


def risk(size: str) -> Callable[[], FigureRecord]:
    """The mean squared error against N, n or L, beside the bound (24) with the constant 1."""

    def draw() -> FigureRecord:
        rungs = LADDERS[size][1]
        margins = [margin_of(in_n.complete(), s) for s in rungs]
        x = [float(getattr(s, size)) for s in rungs]
        return FigureRecord(
            claim="",
            title=f"Mean squared error against {size}",
            x_label=size,
            y_label="mean squared error",
            caption="The repaired transformer on slow cosines, and (24) with constant 1; that of 0 is 1/2.",
            series=(
                Series("transformer", x, [float(m.left.mean()) for m in margins]),
                Series("(24)", x, [float(m.right.mean()) for m in margins], role="theory"),
            ),
            log_x=True,
            log_y=True,
        )

    return draw


for name, (claim, _) in LADDERS.items():
    claim.figure(risk(name))
