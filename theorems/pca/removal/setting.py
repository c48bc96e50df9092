r"""Three layers are to remove a component from $XX^\top$; as printed none of them does.

rpe,1 to rpe,3 of the slides, offsets read as blocks. rpe,1 (suffix ``product``) writes $XX^\top p_4$ for
the next layer: its queries and keys write different rows, so it is the identity. rpe,2 is in
:mod:`theorems.pca.removal.rpe_2.root`. rpe,3 (the bare id) subtracts $ww^\top$, $w=\|XX^\top p\|^{1/2}p$
in $p_{4,1}$: with queries *and* keys reading $p_4$ the first column loses $\|w\|^2w$ and no other changes.
With keys from the identity it works. The index of what is left: :mod:`theorems.pca.removal.index`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from constructions.pca_layers import ReluAttention
from lemmata import dims, space
from theorems.pca.tokens import Setting, prompts

settings = space(Setting, d=dims(2, 3), N=lambda s: dims(s.d, s.d + 2), k=dims(2, 2))


TWO = Setting(d=2, N=2, k=2)


Build = Callable[[Setting], ReluAttention]


common: dict[str, Any] = {
    "kind": "forall",
    "settings": settings,
    "prompts": prompts,
    "examples": [TWO],
}
