r"""Assumption 1 and the experiments: no bound on the length of a row serves Gaussian rows.

Assumption 1 (line 165 of the source) asks $\|x\|\le b_x$ almost surely (and $\|\beta^*\|_1\le b_\beta$).
Section 6 (line 217) draws rows and coefficients from the standard normal distribution, where no b does. (The
paper does not say that a theorem speaks of the experiments; it has $d=20$.)
"""

from fractions import Fraction

from lemmata import at_least, dims, mutants, printed, scales, theorem
from theorems.sparse_recovery import PAPER


@theorem(
    PAPER,
    "Assumption 1",
    rank="step",
    origin="ours",
    m=dims(1, 10),  # $d = 2m$
    b_x=scales(-2, 5, of="(0, inf)"),
)
@printed(
    r"Gaussian rows of $d=2m$ entries do not meet Assumption 1: for every $b_x>0$, $\mathbb P\{\|x\|>b_x\}\ge "
    r"e^{-b_x^2/2}>0$, since $e^{b_x^2/2}\,\mathbb P\{\|x\|>b_x\}=\sum_{j<m}\frac{(b_x^2/2)^j}{j!}\ge1$."
)
@mutants(a_tenth_more=dict(least=Fraction(11, 10)))
def some_rows_are_longer(m, b_x, least=1):
    """Gaussian rows have no bound $b_x$, so that no theorem under Assumption 1 speaks of those of section 6."""
    total = term = 1
    for j in range(1, m):
        term = term * b_x**2 / (2 * j)
        total = total + term
    return at_least(total, least)
