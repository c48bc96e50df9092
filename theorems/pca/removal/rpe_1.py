r"""Three layers are to remove a component from $XX^\top$; as printed none of them does.

rpe,1 to rpe,3 of the slides, offsets read as blocks. rpe,1 (suffix ``product``) writes $XX^\top p_4$ for
the next layer: its queries and keys write different rows, so it is the identity. rpe,2 is in
:mod:`theorems.pca.removal.rpe_2.root`. rpe,3 (the bare id) subtracts $ww^\top$, $w=\|XX^\top p\|^{1/2}p$
in $p_{4,1}$: with queries *and* keys reading $p_4$ the first column loses $\|w\|^2w$ and no other changes.
With keys from the identity it works. The index of what is left: :mod:`theorems.pca.removal.index`.
"""

from __future__ import annotations

from constructions.pca_layers import ReluAttention
from constructions.pca_printed import power_layer
from lemmata import Margin, Prompt, equal
from theorems.pca import PAPER
from theorems.pca.removal.setting import TWO, Build, common
from theorems.pca.tokens import Setting, gram, stream_with_y, tokens


def product(writes: str = "p5", query: str = "p3", vector: str = "p4") -> Build:
    return lambda s: power_layer(
        stream_with_y(s),
        writes=writes,
        query=query,
        key="p3" if query == "p3" else "p4",
        vector=vector,
    )


first = PAPER.claim("rpe,1", id="removal/rpe-1", **common)


@first.printed(
    r"With rpe,1 as printed and $p$ in $p_{4,1}$: the output holds $XX^\top p$, the rest stays.",
    expect="refuted",
    defect="construction",
    because="Q writes the rows of p1 and K those of p4, so the layer is the identity.",
    construction=product("p3", "p1"),
)
@first.amended(
    r"With one set of rows for $Q$ and $K$ and $V$ writing $p_5$: $p_{5,1}$ becomes $XX^\top p$.",
    construction=product(),
)
def product_is_written(s: Setting, tf: ReluAttention, prompt: Prompt) -> Margin:
    """The first removal layer multiplies the found vector by the matrix."""
    A, p = gram(prompt), prompt.starts.mT[..., :1]
    return equal(tf(tokens(s, prompt, p1=A, p4=p)), tokens(s, prompt, p1=A, p4=p, p5=A @ p))


first.mutant("the starts are read", construction=product(vector="p3"))


first.mutant("V writes the starts", construction=product(writes="p3"))


first.derive_mutants(at=TWO)
