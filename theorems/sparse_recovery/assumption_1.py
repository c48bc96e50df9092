r"""Assumption 1 against the laws: signs and uniform rows are bounded, the paper's Gaussian ones are not.

Assumption 1 (line 165 of the source) asks $\|x\|\le b_x$ almost surely (and $\|\beta^*\|_1\le b_\beta$).
Section 6 (line 217) draws rows and coefficients from the standard normal distribution: $\mathbb
P\{\|x\|>b\}>0$ for every b, so that no theorem with Assumption 1 speaks of the experiments. Probabilities are
exact, for even d (the paper has 20).
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, at_most, box, dims, lines, scales, some, space
from lemmata.numbers import Array, sum
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Gaussian:
    m: int  # d = 2m
    b_x: float


bounded = PAPER.claim(
    "Assumption 1",
    origin="read",
    at=lines(165),
    summary="The Gaussian rows of section 6 are bounded, as Assumption 1 wants them",
    settings=space(
        Gaussian,
        m=dims(1, 10),
        b_x=some(scales(0, 5), for_each=("m",), weaker="larger", fails_at=lambda b: Gaussian(m=1, b_x=b)),
    ),
)


@bounded.printed(
    r"Gaussian rows, as in section 6, meet Assumption 1: for each $d=2m$ there is a $b_x$ with $\mathbb P\{"
    r"\|x\|>b_x\}=0$, "
    r"where $e^{b_x^2/2}\,\mathbb P\{\|x\|>b_x\}=\sum_{j<m}\frac{(b_x^2/2)^j}{j!}$.",
    defect="statement",
    because="The probability is positive for every b_x (and likewise for the coefficients: the l1 norm of a "
    "Gaussian beta* has no bound).",
)
def is_bounded(s: Gaussian) -> Margin:
    """Times exp(b_x^2 / 2), the probability of a longer row is not positive."""
    total: Array = 1
    term: Array = 1
    for j in range(1, s.m):
        term = term * s.b_x * s.b_x / (2 * j)
        total = total + term
    return at_most(total, 0)


@dataclass(frozen=True)
class Cube:
    d: int


Size = Callable[[Cube], int]
"""The square of b_x."""


@bounded.amended(
    r"Rows in $[-1,1]^d$ (Rademacher, uniform) meet it with $b_x=\sqrt d$: $\|x\|^2\le d$.",
    adds="rows in [-1, 1]^d (Rademacher, uniform), b_x = sqrt(d)",
    because="No square exceeds 1.",
    settings=space(Cube, d=dims(1, 20)),
    prompts=lambda s: space(x=box(s.d, low=-1.0, high=1.0)),
    entries=lambda s: s.d,
)
def row_is_short(s: Cube, prompt: Prompt, entries: Size) -> Margin:
    """The squared norm of a row is at most the bound."""
    return at_most(sum(prompt.x * prompt.x, -1), entries(s))


bounded.mutant("b_x = sqrt(d - 1)", entries=lambda s: s.d - 1)
bounded.mutant("b_x = 1", entries=lambda s: 1)
