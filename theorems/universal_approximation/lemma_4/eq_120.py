r"""How far Attn1 is from an exact gradient step, (120), appendix A.4.3, and the labels after it.

The first line: with $\eta=\frac1{2n}$ the error of (118) beside (108) is at most
$\frac{4\eta^2}{N\tau}\left(\sum_{i\le N}y_i^2+\sum_{i\le N+1}(\phi_i^\top\rho)^2+\widehat
y^2\right)+\frac{2\eta}N|\widehat y-\phi_{N+1}^\top\rho|$ in every entry. It holds as printed.

For its second line the proof bounds every single label, $|y_i|\lesssim C_{\mathcal F}+\sigma$ (and writes
$z_1$ for $z_i$). With probability $1-O(N^{-10})$ that is false for Gaussian noise, for every constant $K$:
each $|z_i|$ exceeds $c=K(C_{\mathcal F}/\sigma+1)+C_{\mathcal F}/\sigma$ times $\sigma$ with a probability
of at least $p=\frac{2c}{1+c^2}\frac{e^{-c^2/2}}{\sqrt{2\pi}}$, whatever f, so that one of N does with
probability $1-(1-p)^N\ge\frac12$ once $Np\ge1$, which exceeds every $O(N^{-10})$. In the claim ``labels``
the left side is that lower bound $Np/(1+Np)$ at $N=2^{k}$. What (120) needs is the mean of squares, for
which the union bound is not needed; with the logarithm, $\sqrt{22\log(2N)}$ for the constant, it holds for
all labels at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from lemmata import Margin, Prompt, at_most, box, dims, lines, space
from lemmata.numbers import Array, absolute, amax, exp, log, pi, sqrt, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import squared
from theorems.universal_approximation.lemma_4 import layers

gradient = PAPER.claim(
    "(120)",
    id="lemma-4/eq-120",
    rank="step",
    at=lines(1061, 1064),
    settings=layers.settings(2),
    prompts=layers.states,
)
Bound = Callable[[layers.Setting, layers.State], Array]


def bound_120(s: layers.Setting, p: layers.State) -> Array:
    """The first line of (120) at a state, ``(batch,)``."""
    return curvature(s, p) + leak(s, p)


def curvature(s: layers.Setting, p: layers.State) -> Array:
    """Its first three terms: the scores are linearised, with an error of second order."""
    squares = squared(p.y) + squared(layers.scores(p)) + p.yhat[:, 0] ** 2
    return squares / (s.n * s.n * s.N) / s.tau


def leak(s: layers.Setting, p: layers.State) -> Array:
    """What the query's own feature adds where the prediction is not exact."""
    return absolute(p.yhat[:, 0] - query_score(p)) / (s.n * s.N)


def query_score(p: layers.State) -> Array:
    """The exact prediction, ``(batch,)``."""
    return sum(p.phi[:, -1] * p.rho, -1)


@gradient.printed(
    r"$\|e^{(l)}\|_\infty\le\frac{4\eta^2}{N\tau}\sum_{i=1}^N(y_i)^2+\frac{4\eta^2}{N\tau}\sum_{i=1}^{N+1}"
    r"\left(\phi_i^\top\rho\right)^2+\frac{4\eta^2\widehat y^2}{N\tau}+\frac{2\eta}N\left|\widehat "
    r"y-\phi_{N+1}^\top\rho\right|$.",
    bound=bound_120,
)
def error_of_the_gradient_step(s: layers.Setting, prompt: Prompt, bound: Bound) -> Margin:
    """The linearised gradient step is near the exact one."""
    p = layers.state(s, prompt)
    error = amax(absolute(layers.display_118(s, p) - layers.display_108(s, p)), -1)
    return at_most(error, bound(s, p))


gradient.mutant("no leak of the query", bound=curvature)
gradient.mutant("the leak alone", bound=leak)
gradient.mutant("half the leak", bound=lambda s, p: curvature(s, p) / 8 + leak(s, p) / 2)


@dataclass(frozen=True)
class Sample:
    K: int
    k: int

    @property
    def N(self) -> int:
        return int(2**self.k)


labels = PAPER.claim(
    "after (120)",
    id="lemma-4/eq-120/labels",
    rank="step",
    origin="read",
    at=lines(1066, 1068),
    settings=space(Sample, K=dims(1, 3), k=dims(1, 40, most=60)),
    prompts=lambda s: space(one=box(1, low=1.0, high=1.0)),
)
Level = Callable[[Sample, Array], Array]


def at_least_one(s: Sample, c: Array) -> Array:
    """A lower bound on the probability that one of N normal numbers exceeds c (Mills)."""
    each = c * 2 / (c * c + 1) * exp(-c * c / 2) / sqrt(pi(c) * 2)
    return each * s.N / (each * s.N + 1)


def at_most_one(s: Sample, c: Array) -> Array:
    """An upper bound on it: the union bound with the tail exp(-c^2 / 2)."""
    return exp(-c * c / 2) * 2 * s.N


@labels.printed(
    r"$|y_i|\le K(C_{\mathcal F}+\sigma)$ for every $i\le N$, with probability at least $1-KN^{-10}$, for "
    r"a universal $K$; for Gaussian noise and $C_{\mathcal F}=\sigma$.",
    defect="proof-step",
    because="The largest of N labels grows like the root of log N.",
    probability=at_least_one,
    level=lambda s, one: one * (2 * s.K + 1),
)
@labels.amended(
    r"$|z_i|\le\sigma\sqrt{22\log(2N)}$ for every $i\le N$, with probability at least $1-N^{-10}$.",
    because="The union bound over N labels, by the sub-Gaussian tail.",
    adds="the noise alone, the root of 22 log(2N) for the constant",
    probability=at_most_one,
    level=lambda s, one: sqrt(log(one * (2 * s.N)) * 22),
)
def all_labels_at_once(
    s: Sample, prompt: Prompt, probability: Callable[[Sample, Array], Array], level: Level
) -> Margin:
    """The largest label is of the order of the noise."""
    return at_most(probability(s, level(s, prompt.one[:, 0])), Fraction(s.K, s.N**10))


labels.mutant("root of 2 log", level=lambda s, one: sqrt(log(one * (2 * s.N)) * 2))
labels.mutant("no logarithm", level=lambda s, one: one * 22)
