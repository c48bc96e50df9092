r"""(C.6), what an odd token draws from an earlier one in the heads $\pm2$: the slip of (C.5) again.

It prints the row of the querying token $i$ where the attended token $j$ has its own.
"""

from lemmata import Prompt, lines
from lemmata.numbers import Array
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import STATE, Setting, attending, attention, labels, prompts
from theorems.sparse_recovery.proposition_1.eq_c_5 import (
    DRAWN,
    EVERY,
    X_I,
    X_J,
    Terms,
    attended,
    drawn,
    token_draws,
)

c6 = PAPER.claim(
    "(C.6)",
    id="proposition-1/eq-c.6",
    rank="slip",
    origin="read",
    at=lines(437, 439),
    summary="In the heads 2 and -2 an odd token draws its own row from an even one, times its label",
    settings=attending,
    prompts=prompts,
)
c6.construction(attention)
LABEL = r"1_{j\text{ even}}\,\sigma(m_uy_{j/2})\,(0_{d+1};M^V_u %s;0)"


def label_terms(*, query: bool) -> Terms:
    """The right side of (C.6), with the row of the query or of the key."""

    def right(s: Setting, prompt: Prompt, u: int) -> Array:
        score = labels(s, prompt)[:, None] * (1 if u > 0 else -1)
        return drawn(s, prompt, score, attended(s, prompt, query), u)

    return right


c6.printed(
    STATE + rf"for odd $i$, $j\le i$ and $u=\pm2$: ${DRAWN}={LABEL % X_I}$.",
    defect="typo",
    because="The row of the attended token j is meant; the display has that of the querying token i.",
    right=label_terms(query=True),
    head=2,
    keys=EVERY,
)(token_draws)
c6.amended(
    STATE + rf"for odd $i$, $j\le i$ and $u=\pm2$: ${DRAWN}={LABEL % X_J}$.",
    because="With the row of the attended token.",
    adds="the row of the attended token",
    right=label_terms(query=False),
    head=2,
    keys=EVERY,
)(token_draws)
c6.mutant("the other head of the pair", right=lambda s, p, u: label_terms(query=False)(s, p, -u))
c6.mutant("the labels are doubled", right=lambda s, p, u: label_terms(query=False)(s, p, u) * 2)
