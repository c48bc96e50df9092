r"""Section 3 of the proof: three layers are to remove a component from $XX^\top$; as printed none does.

rpe,1 to rpe,3 of the slides, offsets read as blocks: rpe,1 writes $XX^\top p$, rpe,2 weighs $p$ with the root
of its norm, rpe,3 subtracts the outer product. The matrices that k removals leave are in
:mod:`theorems.pca.removal.index`. All claims on whole layers have two components, whose starts differ.
"""

from collections.abc import Callable
from typing import Any

from constructions.attention import Attention
from lemmata import dims, space
from theorems.pca.tokens import ON_TOKENS, TWO, Setting

Build = Callable[[Setting], Attention]

ON_TWO_COMPONENTS: dict[str, Any] = {
    **ON_TOKENS,
    "settings": space(
        Setting, d=dims(2, 3), N=lambda s: dims(s.d, s.d + 2), k=lambda s: dims(2, s.d, most=s.d)
    ),
    "examples": [TWO],
}
