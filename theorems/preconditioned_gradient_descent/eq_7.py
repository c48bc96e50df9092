"""The sentences before (7): which entries of P and Q the loss of one layer depends on.

For $n<d$ a further column of Q matters; for $n>d$ "the first n rows of P" include the last one. With d both
hold, as (7) and appendix A.1 have it. Expectations are sums over literal prompts, as in (6).
"""

from typing import Any

from constructions.gradient_descent import linear_transformer
from constructions.transformer import Transformer
from lemmata import Margin, amended, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, concat, over_batches
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.one_layer import ANY_LAYER, Population, loss, population

EXCHANGED: dict[str, Any] = ANY_LAYER | {
    "given": ["P", "Q", "P_else", "Q_else"],
    "P_else": drawn("d + 1", "d + 1"),  # what some entries of P are exchanged for
    "Q_else": drawn("d + 1", "d + 1"),  # and some of Q
}


def without_influence(m: Population, tf: Transformer, P: Array, Q: Array) -> Margin:
    """The loss of the layer is that of another one, with P and Q."""

    def other(Z: Array, P: Array, Q: Array) -> Array:
        return linear_transformer(P[None], Q[None])(Z.reshape(-1, *Z.shape[-2:])).reshape(*Z.shape)

    run = over_batches(other, given=["P", "Q"])
    exchanged = m.mean((run(m.Z, P=P, Q=Q)[:, -1, -1] + m.truth) ** 2)
    return equal(exchanged, loss(tf, m))


def rows(old: Array, new: Array, first: int, last: int) -> Array:
    """``old`` with some rows taken from ``new``."""
    return concat([old[:first], new[first:last], old[last:]])


@theorem(PAPER, "before (7)", rank="slip", at=lines(108), **EXCHANGED)
@printed(
    r"For one layer with independent $x^{(i)}\sim N(0,\Sigma)$ (the law of Theorem 1, where section 3 has "
    r"any) and $w_\star\sim N(0,I)$ ($\Sigma$ diagonal, drawn by the roots of its entries: a rotation of the "
    "covariates goes into the first d rows and columns of P and Q): $f(P,Q)$ depends on the last row of P and "
    "the first $n$ columns of Q only.",
    defect="typo",
    because="n is printed for d: P and Q have $d + 1$ rows and columns, whatever the number of samples.",
    fails_where=lambda d, n: n < d,
)
@amended(
    r"For one layer with independent $x^{(i)}\sim N(0,\Sigma)$ (the law of Theorem 1, where section 3 has "
    r"any) and $w_\star\sim N(0,I)$ ($\Sigma$ diagonal, drawn by the roots of its entries: a rotation of the "
    "covariates goes into the first d rows and columns of P and Q): $f(P,Q)$ depends on the last row of P and "
    "the first $d$ columns of Q only.",
    adds="d for n",
    columns=lambda d: d,
)
@mutants(
    all_rows_of_P=dict(free=lambda d: (0, d + 1)),
    the_last_two_columns_of_Q=dict(columns=lambda d: d - 1),
    the_last_row_of_P_instead_of_the_others=dict(free=lambda d: (d, d + 1)),
)
def only(P, P_else, Q, Q_else, tf, m=population, free=lambda d: (0, d), columns=lambda n: n):
    """The loss of one layer depends on the last row of P and the first n columns of Q only."""
    P, Q = rows(P, P_else, *free), concat([Q[:, :columns], Q_else[:, columns:]], 1)
    return without_influence(m, tf, P, Q)


@theorem(PAPER, "before (7), in other words", id="eq-7/rows", rank="slip", at=lines(108), **EXCHANGED)
@printed(
    r"For one layer with independent $x^{(i)}\sim N(0,\Sigma)$ (the law of Theorem 1, where section 3 has "
    r"any) and $w_\star\sim N(0,I)$ ($\Sigma$ diagonal, drawn by the roots of its entries: a rotation of the "
    "covariates goes into the first d rows and columns of P and Q): What appears in the first $n$ rows of P "
    "and the last column of Q does not affect $f(P,Q)$.",
    defect="typo",
    because="n is printed for d: P and Q have $d + 1$ rows and columns, whatever the number of samples.",
    fails_where=lambda d, n: n > d,
    falls_with="preconditioned_gradient_descent/eq-7",
)
@amended(
    r"For one layer with independent $x^{(i)}\sim N(0,\Sigma)$ (the law of Theorem 1, where section 3 has "
    r"any) and $w_\star\sim N(0,I)$ ($\Sigma$ diagonal, drawn by the roots of its entries: a rotation of the "
    "covariates goes into the first d rows and columns of P and Q): What appears in the first $d$ rows of P "
    "and the last column of Q does not affect $f(P,Q)$.",
    adds="d for n",
    last=lambda d: d,
)
@mutants(all_rows_of_P=dict(last=lambda d: d + 1), the_last_two_columns_of_Q=dict(columns=lambda d: d - 1))
def first_rows(P, P_else, Q, Q_else, tf, m=population, last=lambda n: n, columns=lambda d: d):
    """The first n rows of P and the last column of Q do not affect the loss of one layer."""
    P, Q = rows(P, P_else, 0, last), concat([Q[:, :columns], Q_else[:, columns:]], 1)
    return without_influence(m, tf, P, Q)
