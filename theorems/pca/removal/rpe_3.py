r"""The third removal layer is to subtract the outer product; as printed one column changes.

rpe,3 of the slides is to subtract $ww^\top$, $w=\|XX^\top p\|^{1/2}p$. It reads $p_4$, so that w is put there
(the state before has p in $p_4$, and w in $p_5$). With queries *and* keys reading $p_4$ the first column loses
$\|w\|^2w$ and no other changes. With keys from the identity it works, for any w.
"""

from collections.abc import Callable

from constructions.attention import Attention
from constructions.pca_printed import removal_layer
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array, norm, sqrt
from theorems.pca import PAPER
from theorems.pca.removal import Build
from theorems.pca.removal.rpe_1 import prompts
from theorems.pca.tokens import COVARIANCE, ON_TOKENS, TWO, Setting, gram, stream_with_y, tokens

Weigh = Callable[[Array, Array], Array]
"""The vector in p_{4,1}, from the matrix in p_1 and a vector."""


def removal(key: str) -> Build:
    return lambda s: removal_layer(stream_with_y(s), key=key)


third = PAPER.claim(
    "rpe,3",
    id="removal/rpe-3",
    rank="step",
    origin="read",
    at=lines(466, 474),
    summary="The third removal layer subtracts the outer product of the weighted vector",
    **{**ON_TOKENS, "prompts": prompts},
)
RPE_3 = COVARIANCE + r"With $-V_1=V_2$ writing $p_1$ from $p_4$, $Q_1=-Q_2$ reading $p_4$, $K_1=K_2$ reading "


@third.printed(
    RPE_3 + r"$p_4$ (rpe,3), and $w=\|XX^\top p\|^{1/2}p$ in $p_{4,1}$ for any vector $p$: $p_1$ becomes "
    r"$XX^\top-\|XX^\top p\|pp^\top$, and the rest stays.",
    defect="construction",
    because="Queries and keys both read p_4: only the first column changes, by -|w|^2 w.",
    construction=removal("p4"),
    weigh=lambda A, p: p * sqrt(norm(A @ p, -2))[..., None],
)
@third.amended(
    RPE_3 + r"$p_2$, and any vector $w$ in $p_{4,1}$: $p_1$ becomes $XX^\top-ww^\top$, and the rest stays.",
    adds="keys from p_2",
    construction=removal("p2"),
    weigh=lambda A, p: p,
)
def component_is_removed(s: Setting, tf: Attention, prompt: Prompt, weigh: Weigh) -> Margin:
    """The third removal layer subtracts the rank-one matrix and leaves the rest as it is."""
    A = gram(prompt)
    w = weigh(A, prompt.p[..., None])
    return equal(tf(tokens(s, prompt, p1=A, p4=w)), tokens(s, prompt, p1=A - w @ w.mT, p4=w))


third.mutant("keys from X", construction=removal("x"))
third.mutant("keys from the starts", construction=removal("p3"))
third.derive_mutants(at=TWO)
