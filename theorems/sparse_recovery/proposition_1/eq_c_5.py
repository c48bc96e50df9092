r"""(C.5), what an odd token draws from an earlier one in the heads $\pm1$; and the two displays made from it.

(C.5) prints $X^\top_{:,\lfloor(i+1)/2\rfloor}$, the row of the querying token $i$, where the attended token
$j$ has its own row $\lfloor(j+1)/2\rfloor$: a slip of the index, since the last line of (C.10) sums over the
rows again. A witness needs two different rows.

After (C.9) the proof has it for odd $j$, from which nothing is drawn (true, thanks to $B$), and for even $j$,
where the row is that of the querying token again, and the last block is 2 where that of a value is 0.
"""

from collections.abc import Callable

from constructions.attention import Attention
from constructions.lista_vm import attention_layer
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array, concatenate, relu, sum, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import (
    STATE,
    Setting,
    attending,
    attention,
    column,
    earlier,
    odd,
    prompts,
    rows,
    state,
    terms,
)

c5 = PAPER.claim(
    "(C.5)",
    id="proposition-1/eq-c.5",
    rank="slip",
    origin="read",
    at=lines(433, 435),
    summary="In the heads 1 and -1 score and value of an attended token have the row of the attending one",
    settings=attending,
    prompts=prompts,
)
c5.construction(attention)
Terms = Callable[[Setting, Prompt, int], Array]
"""For a head u: ``(batch, odd i, j, 2d + 2)``, 0 for j > i."""
EVERY, ODD, EVEN = slice(None), slice(0, None, 2), slice(1, None, 2)
DRAWN = r"\sigma(\langle Q_uh_i,K_uh_j\rangle)V_uh_j"
X_I, X_J = (rf"X^\top_{{:,\lfloor({t}+1)/2\rfloor}}" for t in "ij")
SCORE = r"\sigma(\beta_i^\top(M^Q_u)^\top %s-1_{j\text{ odd}}B)\,(0_{d+1};M^V_u %s;0)"


def attended(s: Setting, prompt: Prompt, query: bool) -> Array:
    """The row of token j, or of token i if ``query``: ``(batch, i or 1, j or 1, d)``."""
    x = rows(s, prompt)
    return x[:, ::2, None] if query else x[:, None]


def drawn(s: Setting, prompt: Prompt, score: Array, x: Array, u: int, last: int = 0) -> Array:
    """``sigma(score) (0; M_u^V x; last)`` where j <= i."""
    weight = relu(score) * earlier(state(s, prompt))
    return weight[..., None] * column(s, (x @ s.M.mT) * (1 if u > 0 else -1), last)


def estimate_terms(*, query: bool, B: bool = True, last: int = 0) -> Terms:
    """The right side of (C.5), heads +1 and -1, with the row of the query or of the key."""

    def right(s: Setting, prompt: Prompt, u: int) -> Array:
        x = attended(s, prompt, query)
        score = sum(prompt.beta[:, ::2, None] * x, -1) * -u
        if B:  # odd tokens are shut out
            score = score - odd(state(s, prompt)) * s.B
        return drawn(s, prompt, score, x, u, last)

    return right


@c5.printed(
    STATE + rf"for odd $i$, $j\le i$ and $u=\pm1$: ${DRAWN}={SCORE % (X_I, X_I)}$.",
    defect="typo",
    because="The row of the attended token j is meant; the display has that of the querying token i.",
    right=estimate_terms(query=True),
    head=1,
    keys=EVERY,
)
@c5.amended(
    STATE + rf"for odd $i$, $j\le i$ and $u=\pm1$: ${DRAWN}={SCORE % (X_J, X_J)}$.",
    because="With the row of the attended token.",
    adds="the row of the attended token",
    right=estimate_terms(query=False),
    head=1,
    keys=EVERY,
)
def token_draws(s: Setting, tf: Attention, prompt: Prompt, right: Terms, head: int, keys: slice) -> Margin:
    """What an odd token draws from each token before it is what the display says."""
    H = state(s, prompt)
    computed = [terms(tf, H, u)[:, :, keys] for u in (head, -head)]
    expected = [right(s, prompt, u)[:, :, keys] for u in (head, -head)]
    return equal(concatenate(computed, 1), concatenate(expected, 1))


c5.mutant("B is not subtracted", right=estimate_terms(query=False, B=False))
c5.mutant("the other head of the pair", right=lambda s, p, u: estimate_terms(query=False)(s, p, -u))


# Odd keys and even keys (after (C.9))


odd_keys = PAPER.claim(
    "C.2, odd keys",
    id="proposition-1/eq-c.5/odd-keys",
    rank="step",
    origin="read",
    at=lines(473, 475),
    summary="In the heads 1 and -1 an odd token draws nothing from odd tokens",
    settings=attending,
    prompts=prompts,
    uses=[c5],
)
odd_keys.construction(attention)


def nothing(s: Setting, prompt: Prompt, u: int) -> Array:
    tokens = 2 * s.N + 1
    return zeros((len(prompt), s.N + 1, tokens, 2 * s.d + 2), prompt.X)


odd_keys.printed(
    STATE + rf"for odd $i$, $j\in[1,3,\dots,i]$ and $u=\pm1$: ${DRAWN}=0_{{2d+2}}$.",
    right=nothing,
    head=1,
    keys=ODD,
)(token_draws)
odd_keys.mutant("even keys, too", keys=EVERY)
odd_keys.mutant("B is zero", construction=lambda s: attention_layer(s.M, 0.0))
odd_keys.waive("all weights zero", because="It says that nothing is drawn, as where nothing is done.")

even_keys = PAPER.claim(
    "C.2, even keys",
    id="proposition-1/eq-c.5/even-keys",
    rank="slip",
    origin="read",
    at=lines(477, 479),
    possible_extraction=True,
    summary="In the heads 1 and -1 an odd token draws its own row, and a 2 below it, from even tokens",
    settings=attending,
    prompts=prompts,
    uses=[c5],
)
even_keys.construction(attention)
EVEN_SCORE = r"\sigma(\beta_i^\top(M^Q_u)^\top %s)\,(0_{d+1};M^V_u %s;%d)"
even_keys.printed(
    STATE + rf"for odd $i$, $j\in[2,4,\dots,i-1]$ and $u=\pm1$: ${DRAWN}={EVEN_SCORE % (X_I, X_I, 2)}$.",
    defect="typo",
    because="The last block of a value is 0, not 2; and the row is that of the attended token j. (The display "
    "fails without the 2, too.)",
    right=estimate_terms(query=True, B=False, last=2),
    head=1,
    keys=EVEN,
)(token_draws)
even_keys.amended(
    STATE + rf"for odd $i$, $j\in[2,4,\dots,i-1]$ and $u=\pm1$: ${DRAWN}={EVEN_SCORE % (X_J, X_J, 0)}$.",
    because="With the row of the attended token and a last block 0.",
    adds="the row of the attended token, 0 for the last block",
    right=estimate_terms(query=False, B=False),
    head=1,
    keys=EVEN,
)(token_draws)
even_keys.mutant("odd keys, too", keys=EVERY)
even_keys.mutant("the last block is 2", right=estimate_terms(query=False, B=False, last=2))
even_keys.mutant("the row of the query", right=estimate_terms(query=True, B=False))
