r"""The steepness $\tau=1/\sqrt\varepsilon$ of (30), Section 4, is not always one that Lemma 1 allows.

Lemma 1 wants $\tau>4$, that is $\varepsilon<\frac1{16}$, and Theorem 1 allows every
$\varepsilon\lesssim\sqrt{\log N/N}+n/L$, which nothing keeps small (here with the constant 1). The other
half of (30) is the discretisation error $\varepsilon_{\mathsf{dis}}=c_{\mathsf{dis}}C_{\mathcal
F}(\sqrt\varepsilon+\sqrt{\log|\mathcal N_\varepsilon|/n})$; its uses are the claims ``eq-31``,
``lemma-3/eq-100/exponent`` and ``step-5/eq-61/b``.
"""

from dataclasses import dataclass
from fractions import Fraction

from lemmata import Margin, Prompt, Space, at_least, box, dims, lines, space
from lemmata.numbers import Array, log, sqrt
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    N: int
    n: int
    L: int


def largest(s: Setting) -> Array:
    """The largest eps that Theorem 1 allows, with the constant 1."""
    return sqrt(log(s.N) / s.N) + s.n / s.L


def shares(s: Setting) -> Space:
    """How large eps is beside its upper bound, the square root of log N / N and n / L."""
    return space(share=box(1, low=0.015625, high=1.0))


steepness = PAPER.claim(
    "(30), tau",
    id="eq-30",
    rank="step",
    origin="read",
    summary="The steepness 1 / sqrt(eps) is one that Lemma 1 allows",
    at=lines(311, 313),
    settings=space(Setting, N=dims(2, 1 << 20), n=dims(1, 16), L=dims(1, 4096)),
    prompts=shares,
    examples=[Setting(N=1 << 20, n=1, L=17)],
)


@steepness.printed(
    r"$\tau=1/\sqrt\varepsilon\ge4$ (Lemma 1 wants $\tau>4$) for every $0<\varepsilon\le\sqrt{\frac{\log "
    r"N}N}+\frac nL$, "
    r"which Theorem 1 allows; $\varepsilon$ is drawn as a share of that.",
    defect="proof-step",
    because="Nothing keeps sqrt(log N / N) + n/L below 1/16.",
    fails_where=lambda s: largest(s) > Fraction(1, 16),
    limit=4,
)
@steepness.amended(
    r"$\tau=1/\sqrt\varepsilon\ge4$ for every $0<\varepsilon\le\sqrt{\frac{\log N}N}+\frac nL$ if that is at "
    r"most "
    r"$\frac1{16}$.",
    because="For other N, n and L the bound (24) is at least a sixteenth of the trivial one.",
    adds="sqrt(log N / N) + n / L <= 1/16",
    settings=space(
        Setting,
        N=dims(2, 1 << 20),
        n=dims(1, 16),
        L=dims(1, 4096),
        where=lambda s: largest(s) <= Fraction(1, 16),
    ),
    limit=4,
)
def ramps_are_steep_enough(s: Setting, prompt: Prompt, limit: Fraction | int) -> Margin:
    """The squared steepness of the features against the square of the limit."""
    return at_least(1 / (prompt.share * largest(s)), limit * limit)


steepness.mutant("21/5 for 4", limit=Fraction(21, 5))
steepness.mutant("5 for 4", limit=5)
