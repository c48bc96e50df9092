r"""Lemma 3 for Gaussian rows (those of section 6), which Assumption 1 excludes: what is true of them.

Products of Gaussians have exponential tails: beyond $s = 1$ the tail is $e^{-Ncs}$, not $e^{-Ncs^2}$, and the
proof's "consider $0<s\le1$" is lost when s is set. For a fixed N and small $\delta$ the bound fails, whatever c
is; what $N\ge8(\log d-\log\delta)$ asks $n\ge N_0$ implies. There Chernoff's exponents are just large enough,
$2.03\log(d/\delta)$ for the $d^2/2$ pairs and $1.002\log(S/\delta)$ for the S columns; $c=\frac14$ and
$\frac15$ fail. All probabilities are exact, for even N: sums of products of Gaussians are differences of Gamma
variables, sums of squares Gamma variables.
"""

from fractions import Fraction

from baselines.concentration import gamma_tail, product_sum_tail
from lemmata import at_most, box, dims, mutants, printed, theorem
from lemmata.numbers import log, over_batches, sqrt
from theorems.sparse_recovery import PAPER

DELTA = box(low=2.0**-64, high=Fraction(1, 3), of="(0, 1/3)", scale="log")  # smaller ones take more rows


@theorem(
    PAPER,
    "Lemma 3",
    part="coherence, Gaussian rows",
    id="lemma-3/gaussian/off-diagonal",
    rank="step",
    origin="ours",
    half=dims(8, 256),  # for fewer rows no d and delta meet the hypothesis
    N=lambda half: 2 * half,
    d=dims(2, 2**20),
    delta=DELTA,
    examples=[dict(half=90, d=2**30)],  # N is just 8 log(d/delta)
)
@printed(
    r"For independent standard Gaussian rows, $D=\frac1{2N+1}X(M^V)^\top$, $M^V=2I$, $c=\frac15$ and even "
    r"$N\ge8(\log d-\log\delta)$: with probability at least $1-\delta$, $\max_{i\ne j}|D_{:,i}^\top "
    r"X_{:,j}|\le\sqrt{\frac{\log d-\log\delta}{Nc}}$.",
    slack=r"The probability stays below $\delta/40$: what bounds it is Chernoff's exponent. The constant is "
    r"sharp as d grows: at $N = 8 \log(d/\delta)$ and $c = 1/4$ the union bound is $7 \delta$ at $d = 2^{30}$.",
)
@mutants({"every N": dict(long=False), "c = 1/4": dict(inverse=4), "c = 1/2": dict(inverse=2)})
def gaussian_coherence(half, N, d, delta, long=True, inverse=5):
    r"""For Gaussian rows the third part of Lemma 3 holds with $c = 1/5$ for even $N \ge 8 \log(d/\delta)$."""
    exponent = log(d / delta)
    bound = sqrt(exponent * inverse / N)
    # The entry is 2 / (2N + 1) times the sum of N products.
    chance = over_batches(product_sum_tail)(half, bound * (2 * N + 1) / 2) * (d * (d - 1) // 2)
    margin = at_most(chance / delta, 1)
    return margin.given(N - 8 * exponent) if long else margin


@theorem(
    PAPER,
    "Lemma 3",
    part="largest diagonal entry, Gaussian rows",
    id="lemma-3/gaussian/max",
    rank="step",
    origin="ours",
    half=dims(5, 128),  # for fewer rows no S and delta meet the hypothesis
    N=lambda half: 2 * half,
    S=dims(1, 4),
    delta=DELTA,
    examples=[dict(half=80, S=1), dict(half=5, S=1)],  # N is just 8 log(S/delta)
)
@printed(
    r"For independent standard Gaussian rows, $D=\frac1{2N+1}X(M^V)^\top$, $M^V=2I$, $c=\frac4{25}$ and even "
    r"$N\ge8(\log S-\log\delta)$: with probability at least $1-\delta$, $\max_{i\in\mathbb S}D_{:,i}^\top "
    r"X_{:,i}\le\frac{2N}{2N+1}(1+s)$, $s=\sqrt{\frac{\log S-\log\delta}{Nc}}$.",
    because=r"Chernoff; the probability is the exact $\chi$-square tail, times S.",
    slack=r"The probability stays below $\delta/6$: what bounds it is Chernoff's exponent. The constant is "
    r"sharp: at $N = 8 \log(S/\delta)$ any c above 0.1605 fails for small $\delta$, $c = 1/5$ from "
    "$N = 136$ on.",
)
@mutants({"c = 1/5": dict(inverse=5), "every N": dict(long=False)})
def gaussian_diagonal(half, N, S, delta, long=True, inverse=25 / 4):
    r"""For Gaussian rows the diagonal is at most $2N/(2N+1)(1+s)$, $c=4/25$, for even $N\ge8\log(S/\delta)$."""
    exponent = log(S / delta)
    bound = (sqrt(exponent * inverse / N) + 1) * 2 * N / (2 * N + 1)
    # The entry is 2 / (2N + 1) times a chi-square variable of N degrees, which is twice a Gamma variable.
    chance = over_batches(gamma_tail)(half, bound * (2 * N + 1) / 4) * S
    margin = at_most(chance / delta, 1)
    return margin.given(N - 8 * exponent) if long else margin
