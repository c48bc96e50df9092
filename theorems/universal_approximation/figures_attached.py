"""Attaches the figures to their claims; the figures run what the claims define."""

from __future__ import annotations

from theorems.universal_approximation import (
    figures,
    figures_risk,
    lemma_1,
    tau_precision,
    theorem_1,
)

tau_precision.double.figure(figures.error_against_tau)
lemma_1.lemma_1.figure(figures.error_against_features)
for claim, size in ((theorem_1.in_N, "N"), (theorem_1.in_n, "n"), (theorem_1.in_L, "L")):
    claim.figure(figures_risk.risk(size))
