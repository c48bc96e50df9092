"""Plots of Proposition 2: N_0 for the laws of X whose constants are known, drawn and tabulated."""

import math

from lemmata import FigureRecord, HeatMapRecord, Panel, Series
from theorems.sparse_recovery.lemma_3.setting import LAWS

DIMENSIONS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
CASES = ((1, 0.1), (3, 0.1), (3, 0.01))
ROWS = (1, 5, 20, 100, 1000)
COLUMNS = ((1, 0.1), (1, 0.01), (3, 0.1), (3, 0.01), (10, 0.01))


def length(d: int, S: int, delta: float, inverse: int) -> float:
    """N_0 of (D.7) for c = 1 / ``inverse``."""
    return 8 * (4 * S - 2) ** 2 * math.log(d * S / delta) * inverse


def lengths() -> list[FigureRecord | HeatMapRecord]:
    """N_0 over d, for sparsities and failure probabilities, and for each law's constant c."""
    series = tuple(
        Series(
            f"{law}, $S={S}$, $\\delta={delta:g}$",
            [float(d) for d in DIMENSIONS],
            [length(d, S, delta, inverse) for d in DIMENSIONS],
        )
        for law, inverse in LAWS.items()
        for S, delta in CASES
    )
    constants = "; ".join(f"{law} $c=1/{inverse}$" for law, inverse in LAWS.items())
    drawn = FigureRecord(
        title="$N_0$ of (D.7)",
        x_label="dimension $d$",
        y_label="$N_0$",
        caption="The prompt length from which Theorem 5.1 speaks, with the constants $c$ proved for Lemma 3 "
        f"({constants}). At the paper's own size, $d=20$, $S=3$, $N_0$ exceeds $10^4$, while its prompts have "
        "$N=10$.",
        series=series,
        log_y=True,
    )
    down = ", ".join(map(str, ROWS))
    across = "; ".join(f"{S}, {delta:g}" for S, delta in COLUMNS)
    panels = tuple(
        Panel(f"{law}, $c=1/{inverse}$", [[length(d, S, delta, inverse) for S, delta in COLUMNS] for d in ROWS])
        for law, inverse in LAWS.items()
    )
    table = HeatMapRecord(
        title="$N_0$ of (D.7), tabulated",
        caption=f"Rows: $d={down}$. Columns: $S$, $\\delta$ = {across}.",
        panels=panels,
    )
    return [drawn, table]
