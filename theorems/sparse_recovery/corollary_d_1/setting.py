"""Quantities of Corollary D.1: columns inside and outside of the known set."""

from typing import Any

from lemmata import choices, dims, every, scales, signs, sparse
from theorems.sparse_recovery.theorem_5_1.network import scaled
from theorems.sparse_recovery.theorem_5_1.setting import with_c
from theorems.sparse_recovery.theorem_d_1.setting import IN_THE_APPENDIX

KNOWN: dict[str, Any] = dict(
    spare=dims(0, 3),  # columns outside of the known set, d being its size
    share=choices(1.0),  # of $b_\beta$, which $\|\beta^*\|_1$ does not exceed; no weight depends on it
)
KNOWN |= IN_THE_APPENDIX | dict(
    delta=scales(-1, 0, open_high=True, of="(0, 1)"),
    n=lambda N0: dims(N0, N0 + 60),
    X=signs("n", "d + spare"),
    beta_star=every(sparse("d", "S", "share * b_beta")),
    construction=scaled(1),
)
"""Steps below 1.6, as the appendix allows."""
AMENDED: dict[str, Any] = with_c(0.25, 0.875, d=2, S=2) | dict(spare=dims(0, 32), share=choices(1.0, 0.125))
