r"""(C.5), what an odd token draws from an earlier one in the heads $\pm1$; after (C.9), from odd and even ones.

(C.10), whose last line sums over the rows, shows whose row it has to be. A witness needs two different rows.
"""

from typing import Literal

from constructions.lista_vm import attention_layer
from lemmata import amended, equal, lines, mutants, printed, theorem
from lemmata.numbers import Matrix, Number, Vector, concat, constant, relu
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import ATTENTION, STATE, column, drawn, rows, state

Token = Literal["i", "j"]
"""Whose row it is: that of the querying token or of the attended one."""


def row_of(token: Token, x: Matrix, i: int) -> Matrix:
    r"""The rows of the display for each $j \le i$."""
    return x[:i] if token == "j" else x[[i - 1] * i]


def by_estimates(
    token: Token, M: Matrix, X: Matrix, query: Vector, beta: Matrix, u: int, B: Number = 0, last: int = 0
) -> list[Matrix]:
    r"""$\sigma(-u\beta_i^\top x-1_{j\text{ odd}}B)(0;uMx;\text{last})$, as :func:`drawn` has them."""
    found = []
    for i in range(1, 2 * len(X) + 2, 2):
        x = row_of(token, rows(X, query), i)
        score = relu(-u * (x @ beta[i - 1]) - B * constant([j % 2 for j in range(1, i + 1)]))
        found.append(score[:, None] * column(u * x @ M.T, last))
    return found


@theorem(PAPER, "(C.5)", rank="slip", at=lines(433, 435), **ATTENTION)
@printed(
    STATE + r"for odd $i$, $j\le i$ and $u=\pm1$: $\drawn=\sigma(\beta_i^\top(M^Q_u)^\top "
    r"X^\top_{:,\lfloor(i+1)/2\rfloor}-1_{j\text{ odd}}B)\,(0_{d+1};M^V_u "
    r"X^\top_{:,\lfloor(i+1)/2\rfloor};0)$.",
    defect="typo",
    because="The row of the attended token j is meant; the display has that of the querying token i.",
)
@amended(
    STATE + r"for odd $i$, $j\le i$ and $u=\pm1$: $\drawn=\sigma(\beta_i^\top(M^Q_u)^\top "
    r"X^\top_{:,\lfloor(j+1)/2\rfloor}-1_{j\text{ odd}}B)\,(0_{d+1};M^V_u "
    r"X^\top_{:,\lfloor(j+1)/2\rfloor};0)$.",
    adds="the row of the attended token",
    row="j",
)
@mutants(B_is_not_subtracted=dict(shut_out=0), the_other_head_of_the_pair=dict(pair=-1))
def token_draws(M, B, tf, X, y, query, beta, row: Token = "i", shut_out=1, pair=1):
    """In the heads 1 and -1 score and value of an attended token have the row of the attending one."""
    H = state(X, y, query, beta)
    computed = drawn(tf, H, 1) + drawn(tf, H, -1)
    first, second = (by_estimates(row, M, X, query, beta, u * pair, shut_out * B) for u in (1, -1))
    return equal(concat(computed), concat(first + second))


@theorem(
    PAPER,
    "C.2, odd keys",
    id="proposition-1/eq-c.5/odd-keys",
    rank="step",
    origin="read",
    at=lines(473, 475),
    uses=[token_draws],
    **ATTENTION,
)
@printed(STATE + r"for odd $i$, $j\in[1,3,\dots,i]$ and $u=\pm1$: $\drawn=0_{2d+2}$.")
@mutants({"even keys, too": dict(step=1), "B is zero": dict(construction=lambda M: attention_layer(M, 0.0))})
def odd_tokens_give_nothing(tf, X, y, query, beta, step=2):
    """In the heads 1 and -1 an odd token draws nothing from odd tokens."""
    H = state(X, y, query, beta)
    return equal(concat([terms[::step] for u in (1, -1) for terms in drawn(tf, H, u)]), 0)


odd_tokens_give_nothing.waive(
    "all weights zero", because="It says that nothing is drawn, as where nothing is done."
)


@theorem(
    PAPER,
    "C.2, even keys",
    id="proposition-1/eq-c.5/even-keys",
    rank="slip",
    origin="read",
    at=lines(477, 479),
    possible_extraction=True,
    uses=[token_draws],
    **ATTENTION,
)
@printed(
    STATE + r"for odd $i$, $j\in[2,4,\dots,i-1]$ and $u=\pm1$: $\drawn=\sigma(\beta_i^\top(M^Q_u)^\top "
    r"X^\top_{:,\lfloor(i+1)/2\rfloor})\,(0_{d+1};M^V_u X^\top_{:,\lfloor(i+1)/2\rfloor};2)$.",
    defect="typo",
    because="The last block of a value is 0, not 2; and the row is that of the attended token j. (The display "
    "fails without the 2, too.)",
    falls_with="sparse_recovery/proposition-1/eq-c.5",
)
@amended(
    STATE + r"for odd $i$, $j\in[2,4,\dots,i-1]$ and $u=\pm1$: $\drawn=\sigma(\beta_i^\top(M^Q_u)^\top "
    r"X^\top_{:,\lfloor(j+1)/2\rfloor})\,(0_{d+1};M^V_u X^\top_{:,\lfloor(j+1)/2\rfloor};0)$.",
    adds="the row of the attended token, 0 for the last block",
    row="j",
    last=0,
)
@mutants(
    {
        "odd keys, too": dict(keys=slice(None)),
        "the last block is 2": dict(last=2),
        "the row of the query": dict(row="i"),
    }
)
def even_tokens_give_their_row(
    M, tf, X, y, query, beta, row: Token = "i", last=2, keys: slice = slice(1, None, 2)
):
    """In the heads 1 and -1 an odd token draws its own row, and a 2 below it, from even tokens."""
    H = state(X, y, query, beta)
    computed = drawn(tf, H, 1) + drawn(tf, H, -1)
    first, second = (by_estimates(row, M, X, query, beta, u, last=last) for u in (1, -1))
    return equal(*(concat([terms[keys] for terms in of]) for of in (computed, first + second)))
