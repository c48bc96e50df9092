r"""The third removal layer is to subtract the outer product; as printed one column changes.

rpe,3 of the slides subtracts $ww^\top$, $w=\|XX^\top p\|^{1/2}p$ in $p_{4,1}$: with queries *and* keys reading
$p_4$ the first column loses $\|w\|^2w$ and no other changes. With keys from the identity it works.
"""

from constructions.attention import Attention
from constructions.pca_printed import removal_layer
from lemmata import Margin, Prompt, equal, lines
from theorems.pca import PAPER
from theorems.pca.removal import ON_TWO_COMPONENTS, Build
from theorems.pca.tokens import COVARIANCE, TWO, Setting, gram, stream_with_y, tokens


def removal(key: str) -> Build:
    return lambda s: removal_layer(stream_with_y(s), key=key)


third = PAPER.claim(
    "rpe,3",
    id="removal/rpe-3",
    rank="step",
    origin="read",
    at=lines(466, 474),
    summary="The third removal layer subtracts the outer product of the weighted vector",
    **ON_TWO_COMPONENTS,
)


@third.printed(
    COVARIANCE
    + r"With rpe,3 and $w=\|XX^\top p\|^{1/2}p$ in $p_{4,1}$: $p_1$ becomes $XX^\top-\|XX^\top p\|pp^\top$.",
    defect="construction",
    because="Queries and keys both read p4: only the first column changes, by -|w|^2 w.",
    construction=removal("p4"),
)
@third.amended(
    COVARIANCE + r"With rpe,3, keys from $p_2$, and $w$ in $p_{4,1}$: $p_1$ becomes $XX^\top-ww^\top$.",
    adds="keys from p_2",
    construction=removal("p2"),
)
def component_is_removed(s: Setting, tf: Attention, prompt: Prompt) -> Margin:
    """The third removal layer subtracts the rank-one matrix."""
    A, w = gram(prompt), prompt.starts.mT[..., :1]
    return equal(tf(tokens(s, prompt, p1=A, p4=w)), tokens(s, prompt, p1=A - w @ w.mT, p4=w))


third.mutant("keys from X", construction=removal("x"))
third.mutant("keys from the starts", construction=removal("p3"))
third.derive_mutants(at=TWO)
