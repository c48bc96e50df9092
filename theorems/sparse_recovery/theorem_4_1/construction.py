r"""The weights that appendix C.1 prints do not follow LISTA-VM; with one sign changed they do.

The construction of Theorem 4.1 as a claim of its own: heads of (C.1), MLP of (C.2), parameters listed
after (C.6). (C.2) fails (its fourth bias block has the wrong sign), and the network with it: at
$d=N=K=1$ and $\theta=\frac18$ the estimate from data that are all zero is $-\frac18$. The existence claim
survives. The mutants of every block of these weights are tested on (C.12) and (C.2), the exact
identities of a layer and of an MLP.
"""

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, lines
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.eq_c_2 import displays as soft_threshold_mlp
from theorems.sparse_recovery.theorem_4_1 import (
    RECURSION,
    Recursion,
    add_mutants,
    some_weights_follow_the_recursion,
)
from theorems.sparse_recovery.theorem_4_1.setting import (
    PAPER_SIZE,
    Setting,
    network,
    prompts,
    recursion,
    settings,
)

weights = PAPER.claim(
    "Theorem 4.1, weights of C.1",
    id="theorem-4.1/construction",
    at=lines(377, 383),
    settings=settings(),
    prompts=prompts,
    examples=[PAPER_SIZE],
    uses=[soft_threshold_mlp],
)


@weights.printed(
    r"With the weights of (C.1), (C.2) and those listed after (C.6), the fourth block of $\mathbf b$ "
    rf"being $+\theta^{{(k)}}\cdot\mathbf 1_d$, for any $k\in[1:K]$, $n\in[N]$: ${RECURSION}$.",
    defect="construction",
    because="The fourth bias block of (C.2) has the wrong sign, so that every layer subtracts theta "
    "instead of thresholding.",
    construction=network("printed"),
    recursion=recursion,
)
@weights.amended(
    r"With the weights of (C.1), (C.2) and those listed after (C.6), the fourth block of $\mathbf b$ "
    rf"being $-\theta^{{(k)}}\cdot\mathbf 1_d$, and $\theta^{{(k)}}\ge0$, for any $k\in[1:K]$, $n\in[N]$: "
    rf"${RECURSION}$.",
    because="Only the sign of that block is changed.",
    adds="-theta in the fourth block of b, theta >= 0",
    construction=network(),
    recursion=recursion,
)
def these_weights_follow_the_recursion(
    s: Setting, tf: Transformer, prompt: Prompt, recursion: Recursion
) -> Margin:
    """The weights of appendix C.1 run LISTA-VM at every layer and prefix."""
    return some_weights_follow_the_recursion(s, tf, prompt, recursion)


add_mutants(weights)
