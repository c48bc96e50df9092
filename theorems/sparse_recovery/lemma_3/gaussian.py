r"""Lemma 3 for Gaussian rows (those of section 6), which Assumption 1 excludes: what is true of them.

The proof speaks of sub-Gaussian rows and sub-exponential products. Such products have exponential tails: beyond
s = 1 the tail is $e^{-Ncs}$, not $e^{-Ncs^2}$, and the proof's "consider $0<s\le1$" is lost when s is set to
$\sqrt{(\log d-\log\delta)/ (Nc)}$. For a fixed N and small $\delta$ the bound fails, whatever c is; for
$N\ge8(\log d-\log\delta)$, which $n\ge N_0$ implies, $c=\frac15$ is good, and for the squares, where S is meant
for d, $c=\frac4{25}$. At $N=8\log(d/\delta)$ Chernoff's exponents are then just large enough,
$2.03\log(d/\delta)$ for the $d^2/2$ pairs and $1.002\log(S/\delta)$ for the S columns; $c=\frac14$ and
$\frac15$ fail. All probabilities are exact, for even N: sums of products of Gaussians are differences of Gamma
variables, sums of squares Gamma variables.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from baselines.concentration import gamma_tail, product_sum_tail
from lemmata import Margin, Prompt, Space, at_most, dims, space
from lemmata.numbers import Array, log, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_3.setting import deltas


@dataclass(frozen=True)
class Setting:
    half: int  # N = 2 half
    d: int
    S: int = 1

    @property
    def N(self) -> int:
        """The number of rows."""
        return 2 * self.half


def sizes(half: int, d: int = 4, **more: Any) -> Space:
    """Even numbers of rows; S where a claim speaks of it."""
    return space(Setting, half=dims(1, half), d=dims(2, d), **more)


def supports(s: Setting) -> dims:
    return dims(1, s.d, most=s.d)


Inverse = Callable[[Setting], Array]
"""1/c."""
MODEL = r"independent standard Gaussian rows, $D=\frac1{2N+1}X(M^V)^\top$, $M^V=2I$"

gaussian = PAPER.claim(
    "Lemma 3",
    part="coherence, Gaussian rows",
    id="lemma-3/gaussian/off-diagonal",
    rank="step",
    origin="ours",
    summary="For Gaussian rows the third part of Lemma 3 holds with c = 1/5 for even N >= 8 log(d/delta)",
    settings=sizes(256, 2**20),
    prompts=deltas(-1000, drawn=-64),  # smaller ones take more rows
    examples=[Setting(half=90, d=2**30)],  # N is just 8 log(d/delta)
)


@gaussian.printed(
    rf"For {MODEL}, $c=\frac15$ and even $N\ge8(\log d-\log\delta)$: with probability at least $1-\delta$, "
    r"$\max_{i\ne j}|D_{:,i}^\top X_{:,j}|\le\sqrt{\frac{\log d-\log\delta}{Nc}}$.",
    slack="The probability stays below delta/40: what bounds it is Chernoff's exponent. The constant is sharp "
    "as d grows: at N = 8 log(d/delta) and c = 1/4 the union bound is 7 delta at d = 2^30.",
    long=True,
    inverse=lambda s: 5,
)
def gaussian_coherence(s: Setting, prompt: Prompt, long: bool, inverse: Inverse) -> Margin:
    """All columns are nearly orthogonal, by the exact law of a sum of N products of Gaussians.

    ``long``: where N >= 8 (log d - log delta). ``inverse`` is 1/c.
    """
    exponent = log(s.d / prompt.delta)
    bound = sqrt(exponent * inverse(s) / s.N)
    # The entry is 2 / (2N + 1) times the sum of N products.
    chance = product_sum_tail(s.half, bound * (2 * s.N + 1) / 2) * (s.d * (s.d - 1) // 2)
    margin = at_most(chance / prompt.delta, 1)
    return margin.given(s.N - exponent * 8) if long else margin


gaussian.mutant("every N", long=False)
gaussian.mutant("c = 1/4", inverse=lambda s: 4)
gaussian.mutant("c = 1/2", inverse=lambda s: 2)

largest = PAPER.claim(
    "Lemma 3",
    part="largest diagonal entry, Gaussian rows",
    id="lemma-3/gaussian/max",
    rank="step",
    origin="ours",
    summary="For Gaussian rows the second part of Lemma 3, 2N/(2N + 1) for N/(N + 2), holds with c = 4/25 for "
    "even N >= 8 log(S/delta)",
    settings=sizes(128, S=supports),
    prompts=deltas(-1000, drawn=-64),
    examples=[Setting(half=80, d=2), Setting(half=5, d=2)],  # N is just 8 log(S/delta)
)
ROOT = r"$s=\sqrt{\frac{\log S-\log\delta}{Nc}}$"


@largest.printed(
    rf"For {MODEL}, $c=\frac4{{25}}$ and even $N\ge8(\log S-\log\delta)$: with probability at least "
    r"$1-\delta$, "
    r"$\max_{i\in\mathbb S}D_{:,i}^\top X_{:,i}\le\frac{2N}{2N+1}(1+s)$, " + ROOT + ".",
    because="Chernoff; the probability is the exact chi-square tail, times S.",
    slack="The probability stays below delta/6: what bounds it is Chernoff's exponent. The constant is sharp: "
    "at N = 8 log(S/delta) any c above 0.1605 fails for small delta, c = 1/5 from N = 136 on.",
    long=True,
    inverse=lambda s: 25 / 4,
)
def gaussian_diagonal(s: Setting, prompt: Prompt, long: bool, inverse: Inverse) -> Margin:
    """Diagonal entries on the support are not too large, by exact chi-square tails.

    ``long``: where N >= 8 (log S - log delta). ``inverse`` is 1/c.
    """
    exponent = log(s.S / prompt.delta)
    bound = (sqrt(exponent * inverse(s) / s.N) + 1) * (2 * s.N) / (2 * s.N + 1)
    # The entry is 2 / (2N + 1) times a chi-square variable of N degrees, which is twice a Gamma variable.
    chance = gamma_tail(s.half, bound * (2 * s.N + 1) / 4) * s.S
    margin = at_most(chance / prompt.delta, 1)
    return margin.given(s.N - exponent * 8) if long else margin


largest.mutant("c = 1/5", inverse=lambda s: 5)
largest.mutant("every N", long=False)
