r"""Assumption 1 and the experiments: no bound on the length of a row serves Gaussian rows.

Assumption 1 (line 165 of the source) asks $\|x\|\le b_x$ almost surely (and $\|\beta^*\|_1\le b_\beta$), which
rows of signs meet with $b_x=\sqrt d$. Section 6 (line 217) draws rows and coefficients from the standard normal
distribution, where no b does: no theorem with Assumption 1 speaks of the experiments. (The paper does not say
that one does.) Probabilities are exact, for even d (the paper has 20).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from lemmata import Margin, at_least, dims, scales, space
from lemmata.numbers import Array
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Gaussian:
    m: int  # d = 2m
    b_x: float


unbounded = PAPER.claim(
    "Assumption 1",
    rank="step",
    origin="ours",
    summary="Gaussian rows, those of section 6, have no bound b_x, so that no theorem under Assumption 1 "
    "speaks of them",
    settings=space(Gaussian, m=dims(1, 10), b_x=scales(-2, 5, of="(0, inf)")),
)


@unbounded.printed(
    r"Gaussian rows of $d=2m$ entries do not meet Assumption 1: for every $b_x>0$, $\mathbb P\{\|x\|>b_x\}\ge "
    r"e^{-b_x^2/2}>0$, since $e^{b_x^2/2}\,\mathbb P\{\|x\|>b_x\}=\sum_{j<m}\frac{(b_x^2/2)^j}{j!}\ge1$.",
    least=lambda s: 1,
)
def some_rows_are_longer(s: Gaussian, least: Callable[[Gaussian], Array]) -> Margin:
    """Times exp(b_x^2 / 2), the probability of a longer row is at least a positive number."""
    total: Array = 1
    term: Array = 1
    for j in range(1, s.m):
        term = term * s.b_x * s.b_x / (2 * j)
        total = total + term
    return at_least(total, least(s))


unbounded.mutant("a tenth more", least=lambda s: Fraction(11, 10))
