r"""Lemma 3 for Gaussian rows (those of section 6): for no constant c at every number of rows.

They are not bounded, so Assumption 1 excludes them, but the proof speaks of sub-Gaussian rows and
sub-exponential products. Such products have exponential tails: beyond s = 1 the tail is $e^{-Ncs}$, not
$e^{-Ncs^2}$, and the proof's "consider $0<s\le1$" is lost when s is set to $\sqrt{(\log d-\log\delta)/
(Nc)}$. For a fixed N and small $\delta$ the bound fails, whatever c is; for $N\ge8(\log d-\log\delta)$,
which $n\ge N_0$ implies, $c=\frac15$ is good, and for the squares, where S is meant for d, $c=\frac4{25}$. At
$N=8\log(d/\delta)$ Chernoff's exponents are then just large enough, $2.03\log(d/\delta)$ for the $d^2/2$ pairs
and $1.002\log(S/\delta)$ for the S columns; $c=\frac14$ and $\frac15$ fail. All probabilities are exact, for
even N: sums of products of Gaussians are differences of Gamma variables, sums of squares Gamma variables.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from baselines.concentration import gamma_tail, product_sum_tail
from lemmata import Margin, Prompt, Space, at_most, dims, lines, scales, some, space
from lemmata.numbers import Array, log, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_3.setting import deltas


@dataclass(frozen=True)
class Setting:
    half: int  # N = 2 half
    d: int
    S: int = 1
    c: float = 1.0

    @property
    def N(self) -> int:
        """The number of rows."""
        return 2 * self.half


def sizes(half: int = 27, d: int = 4, **more: Any) -> Space:
    """Even numbers of rows; S where a claim speaks of it; c where it leaves it open."""
    return space(Setting, half=dims(1, half), d=dims(2, d), **more)


def supports(s: Setting) -> dims:
    return dims(1, s.d, most=s.d)


def open_c(low: int) -> some:
    """The constant c from 2^low on: two rows, where the bound fails once log(1/delta) is of the order of 1/c.

    Smaller ones fail, too, at delta that no float holds.
    """
    return some(scales(low, 6), weaker="smaller", fails_at=lambda c: Setting(half=1, d=2, c=c))


Count = Callable[[Setting], int]
"""How many columns or pairs of columns are meant."""
Inverse = Callable[[Setting], Array]
"""1/c."""
Ratio = Callable[[Setting], tuple[int, int]]
"""A numerator and a denominator."""
MODEL = r"standard Gaussian rows, $D=\frac1{2N+1}X(M^V)^\top$, $M^V=2I$"

gaussian = PAPER.claim(
    "Lemma 3",
    id="lemma-3/gaussian/off-diagonal",
    rank="step",
    origin="read",
    at=lines(629, 646),
    summary="For Gaussian rows the third part of Lemma 3 holds with one c for every number of rows",
    settings=sizes(c=open_c(3)),
    prompts=deltas(-1000),
    examples=[Setting(half=90, d=2**30)],  # N is just 8 log(d/delta)
)


@gaussian.printed(
    rf"Without the boundedness of Assumption 1, for {MODEL}: there is a c such that for every even N and $d"
    rf"\ge2$, with "
    r"probability at least $1-3\delta$, $|D_{:,1}^\top X_{:,2}|\le\sqrt{\frac{\log d-\log\delta}{Nc}}$.",
    defect="statement",
    because="Products of Gaussians have exponential tails only: at N = 2 the sum is Laplace, and for "
    "small delta the bound fails for every c (tried from 2^-7 on; smaller ones need a delta below 2^-1000). "
    "The rows are not bounded, yet those of section 6.",
    failures=3,
    pairs=lambda s: 1,
    long=False,
    inverse=lambda s: 1 / s.c,
)
@gaussian.amended(
    rf"For {MODEL}, $c=\frac15$ and even $N\ge8(\log d-\log\delta)$: with probability at least $1-\delta$, "
    r"$\max_{i\ne j}|D_{:,i}^\top X_{:,j}|\le\sqrt{\frac{\log d-\log\delta}{Nc}}$.",
    adds="N >= 8 (log d - log delta), c = 1/5; all pairs, probability 1 - delta",
    slack="The probability stays below delta/40: what bounds it is Chernoff's exponent. The constant is sharp "
    "as d grows: at N = 8 log(d/delta) and c = 1/4 the union bound is 7 delta at d = 2^30.",
    settings=sizes(256, 2**20),
    prompts=deltas(-1000, drawn=-64),  # smaller ones take more rows
    failures=1,
    pairs=lambda s: s.d * (s.d - 1) // 2,
    long=True,
    inverse=lambda s: 5,
)
def gaussian_coherence(
    s: Setting, prompt: Prompt, failures: int, pairs: Count, long: bool, inverse: Inverse
) -> Margin:
    """Columns are nearly orthogonal, by the exact law of a sum of N products of Gaussians.

    Some of ``pairs`` is too large with probability at most ``failures`` delta; ``long``: where N >=
    8 (log d - log delta). ``inverse`` is 1/c.
    """
    exponent = log(s.d / prompt.delta)
    bound = sqrt(exponent * inverse(s) / s.N)
    # The entry is 2 / (2N + 1) times the sum of N products.
    chance = product_sum_tail(s.half, bound * (2 * s.N + 1) / 2) * pairs(s)
    margin = at_most(chance / prompt.delta, failures)
    return margin.given(s.N - exponent * 8) if long else margin


gaussian.mutant("every N", long=False)
gaussian.mutant("c = 1/4", inverse=lambda s: 4)
gaussian.mutant("c = 1/2", inverse=lambda s: 2)

largest = PAPER.claim(
    "Lemma 3",
    id="lemma-3/gaussian/max",
    rank="step",
    origin="read",
    at=lines(601, 623),
    summary="For Gaussian rows the second part of Lemma 3 holds with one c for every number of rows",
    settings=sizes(S=supports, c=open_c(0)),
    prompts=deltas(-1000),
    examples=[Setting(half=80, d=2), Setting(half=5, d=2)],  # N is just 8 log(S/delta)
)
ROOT = r"$s=\sqrt{\frac{\log S-\log\delta}{Nc}}$"


@largest.printed(
    rf"Without the boundedness of Assumption 1, for {MODEL}: there is a c such that for every even N, with "
    r"probability at least $1-3\delta$, $D_{:,1}^\top X_{:,1}\le\frac N{N+2}(1+s)$, " + ROOT + ".",
    defect="statement",
    because="A square of a Gaussian has an exponential tail: at N = 2 the probability is exp(-5(1 + s)/8) "
    "with s of the order of the root of log(1/delta)/c, more than 3 delta for small delta and every c (tried "
    "from 2^-10 on; smaller ones need a smaller delta).",
    failures=3,
    columns=lambda s: 1,
    prefactor=lambda s: (s.N, s.N + 2),
    long=False,
    inverse=lambda s: 1 / s.c,
)
@largest.amended(
    rf"For {MODEL}, $c=\frac4{{25}}$ and even $N\ge8(\log S-\log\delta)$: with probability at least "
    r"$1-\delta$, "
    r"$\max_{i\in\mathbb S}D_{:,i}^\top X_{:,i}\le\frac{2N}{2N+1}(1+s)$, " + ROOT + ".",
    adds="N >= 8 (log S - log delta), c = 4/25, 2N/(2N + 1) for N/(N + 2); all of S, probability 1 - delta",
    because="Chernoff; the probability is the exact chi-square tail, times S.",
    slack="The probability stays below delta/6: what bounds it is Chernoff's exponent. The constant is sharp: "
    "at N = 8 log(S/delta) any c above 0.1605 fails for small delta, c = 1/5 from N = 136 on.",
    settings=sizes(128, S=supports),
    prompts=deltas(-1000, drawn=-64),
    failures=1,
    columns=lambda s: s.S,
    prefactor=lambda s: (2 * s.N, 2 * s.N + 1),
    long=True,
    inverse=lambda s: 25 / 4,
)
def gaussian_diagonal(
    s: Setting, prompt: Prompt, failures: int, columns: Count, prefactor: Ratio, long: bool, inverse: Inverse
) -> Margin:
    """Diagonal entries are not too large, by exact chi-square tails.

    Some of ``columns`` is too large with probability at most ``failures`` delta; ``long``: where N >=
    8 (log S - log delta). ``inverse`` is 1/c.
    """
    exponent = log(s.S / prompt.delta)
    top, bottom = prefactor(s)
    bound = (sqrt(exponent * inverse(s) / s.N) + 1) * top / bottom
    # The entry is 2 / (2N + 1) times a chi-square variable of N degrees, which is twice a Gamma variable.
    chance = gamma_tail(s.half, bound * (2 * s.N + 1) / 4) * columns(s)
    margin = at_most(chance / prompt.delta, failures)
    return margin.given(s.N - exponent * 8) if long else margin


largest.mutant("c = 1/5", inverse=lambda s: 5)
largest.mutant("every N", long=False)
