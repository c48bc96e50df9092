"""Figures of appendix D: N_0 for the laws whose constants are known."""

from __future__ import annotations

import math

from lemmata.evidence import FigureRecord, Series
from theorems.sparse_recovery.instances_d_laws import LAWS

DIMENSIONS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
CASES = ((1, 0.1), (3, 0.1), (3, 0.01))


def lengths() -> FigureRecord:
    """N_0 over d, for sparsities and failure probabilities, and for each law's constant c."""
    series = tuple(
        Series(
            f"{law}, S = {S}, delta = {delta:g}",
            [float(d) for d in DIMENSIONS],
            [8 * (4 * S - 2) ** 2 * math.log(d * S / delta) * denominator for d in DIMENSIONS],
        )
        for law, denominator in LAWS.items()
        for S, delta in CASES
    )
    table = "; ".join(f"{law} c = 1/{denominator}" for law, denominator in LAWS.items())
    return FigureRecord(
        claim="",
        title="N_0 of (D.7)",
        x_label="dimension d",
        y_label="N_0",
        caption="The prompt length from which Theorem 5.1 speaks, with the constants c proved for "
        f"Lemma 3 ({table}). At the paper's own size, d = 20, S = 3, N_0 exceeds 10^4, while its "
        "prompts have N = 10.",
        series=series,
        log_y=True,
    )
