r"""How many blocks the auxiliary matrix has.

*Place holder*: the blocks $p_1,\dots,p_{k+3}$ are vectors in $\mathbb R^d$, so P has $(k+3)d$ rows and its
last block is number $(D-d)/d$; the display has $\widetilde p_{D-d}$ last.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.pca_printed import printed_stream
from lemmata import Margin, equal
from theorems.pca import PAPER
from theorems.pca.auxiliary_matrix import Setting, enough

rows = PAPER.claim(
    "design of P", slug="auxiliary-matrix", suffix="rows", kind="forall", settings=enough
)


@rows.printed(
    r"$P\in\mathbb R^{(D-d)\times N}$ has the blocks $\widetilde p_1,\dots,\widetilde p_{D-d}$ with "
    r"$\widetilde p_{\ell,i}\in\mathbb R^d$.",
    expect="refuted",
    defect="typo",
    because="Blocks of d rows each: there are k + 3 of them, which is D - d only for d = 1.",
    last=lambda s: rows_of(s),
)
@rows.amended(
    r"$P\in\mathbb R^{(D-d)\times N}$ has the blocks $\widetilde p_1,\dots,\widetilde p_{k+3}$ with "
    r"$\widetilde p_{\ell,i}\in\mathbb R^d$, $D=(k+4)d$.",
    last=lambda s: s.k + 3,
)
def blocks_fill_the_rows(s: Setting, last: Callable[[Setting], int]) -> Margin:
    """The blocks of P fill its rows."""
    return equal(last(s) * s.d, rows_of(s))


def rows_of(s: Setting) -> int:
    """D - d of the stream on which the layers are written."""
    return printed_stream(s.d, s.k, y=False).size - s.d


rows.mutant("one block more", last=lambda s: s.k + 4)


rows.mutant("no placeholders", last=lambda s: 3)
