r"""The index of the matrix left after k removals.

By its own recursion, which starts with $A_1$ *after the first* removal, the matrix left after $k$ removals is
$A_k$, where the next display has $A_{k+1}$. (The second outer product has lost its transpose.)
"""

from __future__ import annotations

from baselines.pca import power_method_deflation
from lemmata.arrays import norm
from lemmata.margins import Margin, equal
from lemmata.spaces import Prompt
from theorems.pca import PAPER
from theorems.pca.deflation_layer import common
from theorems.pca.instances_layers import Setting

index = PAPER.claim("recursion of the A_i", slug="deflation-layer", suffix="index", **common)


@index.printed(
    r"$A_1=XX^\top-\|XX^\top p_1\|p_1p_1^\top$, $A_{i+1}=A_i-\|A_ip_{i+1}\|p_{i+1}p_{i+1}^\top$; after $k$ "
    r"removals $p_1$ holds $A_{k+1}$.",
    expect="refuted",
    defect="typo",
    because="A_1 is the matrix after the first removal, so k removals leave A_k.",
    shift=1,
)
@index.amended(r"With the same recursion, after $k$ removals $p_1$ holds $A_k$.", shift=0)
def matrix_left(s: Setting, prompt: Prompt, shift: int) -> Margin:
    """After k removals the matrix left is the one with the printed index."""
    X, starts = prompt.X, prompt.starts
    A = X @ X.mT
    left = power_method_deflation(A, starts, 0)
    for i in range(s.k + shift):
        p = starts[:, min(i, s.k - 1)][..., None]
        A = A - norm((A @ p)[..., 0])[..., None, None] * (p @ p.mT)
    return equal(left.matrices[s.k], A)


index.mutant("one more", shift=2)


index.mutant("one fewer", shift=-1)
