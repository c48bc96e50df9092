r"""Three layers are to remove a component from $XX^\top$; as printed none of them does.

rpe,1 to rpe,3 of the slides, offsets read as blocks. rpe,1 (suffix ``product``) writes $XX^\top p_4$ for
the next layer: its queries and keys write different rows, so it is the identity. rpe,2 is in
:mod:`theorems.pca.deflation_layer_root`. rpe,3 (the bare id) subtracts $ww^\top$, $w=\|XX^\top p\|^{1/2}p$
in $p_{4,1}$: with queries *and* keys reading $p_4$ the first column loses $\|w\|^2w$ and no other changes.
With keys from the identity it works. The index of what is left: :mod:`theorems.pca.deflation_index`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from constructions.pca_layers import ReluAttention
from constructions.pca_printed import power_layer, removal_layer
from lemmata import Margin, Prompt, dims, equal, space
from theorems.pca import PAPER
from theorems.pca.instances_layers import Setting, gram, prompts, stream_with_y, tokens

settings = space(Setting, d=dims(2, 3), N=lambda s: dims(s.d, s.d + 2), k=dims(2, 2))


TWO = Setting(d=2, N=2, k=2)


Build = Callable[[Setting], ReluAttention]


def removal(key: str) -> Build:
    return lambda s: removal_layer(stream_with_y(s), key=key)


def product(writes: str = "p5", query: str = "p3", vector: str = "p4") -> Build:
    return lambda s: power_layer(
        stream_with_y(s),
        writes=writes,
        query=query,
        key="p3" if query == "p3" else "p4",
        vector=vector,
    )


common: dict[str, Any] = {
    "kind": "forall",
    "settings": settings,
    "prompts": prompts,
    "examples": [TWO],
}


third = PAPER.claim("rpe,3", slug="deflation-layer", **common)


first = PAPER.claim("rpe,1", slug="deflation-layer", suffix="product", **common)


@third.printed(
    r"With rpe,3 and $w=\|XX^\top p\|^{1/2}p$ in $p_{4,1}$: $p_1$ becomes $XX^\top-\|XX^\top p\|pp^\top$.",
    expect="refuted",
    defect="construction",
    because="Queries and keys both read p4: only the first column changes, by -|w|^2 w.",
    construction=removal("p4"),
)
@third.amended(
    r"With rpe,3, keys from $p_2$, and $w$ in $p_{4,1}$: $p_1$ becomes $XX^\top-ww^\top$.",
    construction=removal("p2"),
)
def component_is_removed(s: Setting, tf: ReluAttention, prompt: Prompt) -> Margin:
    """The third removal layer subtracts the rank-one matrix."""
    A, w = gram(prompt), prompt.starts.mT[..., :1]
    return equal(tf(tokens(s, prompt, p1=A, p4=w)), tokens(s, prompt, p1=A - w @ w.mT, p4=w))


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


third.mutant("keys from X", construction=removal("x"))


third.mutant("keys from the starts", construction=removal("p3"))


first.mutant("the starts are read", construction=product(vector="p3"))


first.mutant("V writes the starts", construction=product(writes="p3"))


third.derive_mutants(at=TWO)


first.derive_mutants(at=TWO)
