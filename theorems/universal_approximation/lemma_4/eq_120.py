r"""How far Attn1 is from an exact gradient step, (120), appendix A.4.3, and the labels after it.

The first line: with $\eta=\frac1{2n}$ the error of (118) beside (108) is at most
$\frac{4\eta^2}{N\tau}\left(\sum_{i\le N}y_i^2+\sum_{i\le N+1}(\phi_i^\top\rho)^2+\widehat
y^2\right)+\frac{2\eta}N|\widehat y-\phi_{N+1}^\top\rho|$ in every entry. It holds as printed.

For its second line the proof bounds every single label, $|y_i|\lesssim C_{\mathcal F}+\sigma$ (and writes
$z_1$ for $z_i$). With probability $1-O(N^{-10})$ that is false for Gaussian noise, for every constant $K$:
each $|z_i|$ exceeds $c=K(C_{\mathcal F}/\sigma+1)+C_{\mathcal F}/\sigma$ times $\sigma$ with a probability of
at least $p=\frac{2c}{1+c^2}\frac{e^{-c^2/2}}{\sqrt{2\pi}}$, whatever f and N, so that one of N does with
probability $1-(1-p)^N\ge\frac{Np}{1+Np}\ge\frac12\min\{Np,1\}$, which exceeds every $KN^{-10}$ once N is
large. In the claim ``lemma-4/eq-120/labels`` the logarithms of both are compared, at $N=2^k$. What (120)
needs is the mean of squares, for which the union bound is not needed; with the logarithm, $\sqrt{22\log(2N)}$
for the constant, it holds for all labels at once.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, at_most, dims, lines, scales, some, space
from lemmata.numbers import Array, absolute, amax, as_array, log, minimum, pi, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import squared
from theorems.universal_approximation.lemma_4 import layers

gradient = PAPER.claim(
    "(120)",
    id="lemma-4/eq-120",
    rank="step",
    summary="Attn1 misses the exact gradient step by at most squares over the temperature and what the query "
    "leaks",
    at=lines(1061, 1064),
    settings=layers.sizes,
    prompts=layers.parts,
)
Bound = Callable[[layers.Sizes, layers.State], Array]


def bound_120(s: layers.Sizes, p: layers.State) -> Array:
    """The first line of (120) at a state, ``(batch,)``."""
    return curvature(s, p) + leak(s, p)


def curvature(s: layers.Sizes, p: layers.State) -> Array:
    """Its first three terms: the scores are linearised, with an error of second order."""
    squares = squared(p.y) + squared(layers.scores(p)) + p.yhat[:, 0] ** 2
    return squares / (s.n * s.n * s.N) / s.tau


def leak(s: layers.Sizes, p: layers.State) -> Array:
    """What the query's own feature adds where the prediction is not exact."""
    return absolute(p.yhat[:, 0] - query_score(p)) / (s.n * s.N)


def query_score(p: layers.State) -> Array:
    """The exact prediction, ``(batch,)``."""
    return sum(p.phi[:, -1] * p.rho, -1)


@gradient.printed(
    r"$\|e^{(l)}\|_\infty\le\frac{4\eta^2}{N\tau}\sum_{i=1}^N(y_i)^2+\frac{4\eta^2}{N\tau}\sum_{i=1}^{N+1}"
    r"\left(\phi_i^\top\rho\right)^2+\frac{4\eta^2\widehat y^2}{N\tau}+\frac{2\eta}N\left|\widehat "
    r"y-\phi_{N+1}^\top\rho\right|$ for the difference $e^{(l)}$ of (118) and the exact step, "
    r"$\eta=\frac1{2n}$, at every state (50) with " + layers.MARKS + r" and features in $[0,1]$ beside the "
    r"constant 1, $\tau>0$.",
    bound=bound_120,
)
def error_of_the_gradient_step(s: layers.Sizes, prompt: Prompt, bound: Bound) -> Margin:
    """The largest entry of the difference of (118) and (108)."""
    p = layers.state(s, prompt)
    error = amax(absolute(layers.display_118(s, p) - layers.display_108(s, p)), -1)
    return at_most(error, bound(s, p))


gradient.mutant("no leak of the query", bound=curvature)
gradient.mutant("the leak alone", bound=leak)
gradient.mutant("nine tenths of the leak", bound=lambda s, p: curvature(s, p) + leak(s, p) * 9 / 10)


@dataclass(frozen=True)
class Sample:
    """2^k examples; K is the constant of the bound and that of the probability."""

    k: int
    K: float


def large(K: float) -> Sample:
    """So many examples that N^11 p exceeds 2 K."""
    c = 2 * K + 1
    return Sample(k=math.ceil((c * c / 2 + 3 * math.log(c) + 8) / (11 * math.log(2))), K=K)


@dataclass(frozen=True)
class Count:
    N: int


labels = PAPER.claim(
    "after (120)",
    id="lemma-4/eq-120/labels",
    rank="step",
    origin="read",
    summary="All labels at once are of the order of C_F + sigma, with probability 1 - O(N^-10)",
    at=lines(1066, 1068),
    settings=space(Sample, k=dims(1, 64), K=some(scales(0, 3), weaker="larger", fails_at=large)),
    examples=[large(8.0)],
)


@labels.printed(
    r"For some $K$ and all $N=2^k$: $|y_i|\le K(C_{\mathcal F}+\sigma)$ for every $i\le N$, with probability "
    r"at least $1-KN^{-10}$; for Gaussian noise and $C_{\mathcal F}=\sigma$ a label exceeds that with "
    r"probability at least "
    r"$\frac12\min\{Np,1\}$ with $p=\frac{2c}{1+c^2}\frac{e^{-c^2/2}}{\sqrt{2\pi}}$ and $c=2K+1$, which would "
    r"have to "
    r"be at most $KN^{-10}$.",
    defect="proof-step",
    because="A single label exceeds any multiple of the noise with a probability that does not fall with N, "
    "while "
    "N^-10 does: the largest of N labels grows like the root of log N.",
)
def probability_of_a_large_label(s: Sample) -> Margin:
    """The logarithm of the least probability of a large label, against that of K over the tenth power of N."""
    c, log_N = 2 * as_array(s.K, s.K) + 1, log(as_array(2, s.K)) * s.k
    log_p = log(c * 2 / (c * c + 1)) - c * c / 2 - log(pi(s.K) * 2) / 2
    return at_most(minimum(log_N + log_p, 0) - log(as_array(2, s.K)), log(as_array(s.K, s.K)) - log_N * 10)


@labels.amended(
    r"$|z_i|\le\sigma\sqrt{22\log(2N)}$ for every $i\le N$, with probability at least $1-N^{-10}$: by the "
    r"union bound "
    r"$2Ne^{-c^2/2}\le N^{-10}$ for $c^2=22\log(2N)$.",
    because="The union bound over N labels, by the sub-Gaussian tail.",
    adds="the noise alone, the root of 22 log(2N) for the constant",
    settings=space(Count, N=dims(2, 1 << 20)),
    factor=22,
)
def probability_of_large_noise(s: Count, factor: int) -> Margin:
    """The logarithm of the union bound, against that of the tenth power of 1/N."""
    c_squared = log(as_array(2 * s.N, s.N)) * factor
    return at_most(log(as_array(2 * s.N, s.N)) - c_squared / 2, -log(as_array(s.N, s.N)) * 10)


labels.mutant("20 for 22", factor=20)
labels.mutant("2 for 22", factor=2)
