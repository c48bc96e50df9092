r"""The labels are of the order of $C_{\mathcal F}+\sigma$, all at once: not if the noise is Gaussian.

After (120) the proof bounds every single label, $|y_i|\lesssim C_{\mathcal F}+\sigma$ (and writes $z_1$ for
$z_i$). With probability $1-O(N^{-10})$ that is false for Gaussian noise, for every constant $K$: each
$|z_i|$ exceeds $c=K(C_{\mathcal F}/\sigma+1)+C_{\mathcal F}/\sigma$ times $\sigma$ with a probability of at
least $p=\frac{2c}{1+c^2}\frac{e^{-c^2/2}}{\sqrt{2\pi}}$, whatever f, so that one of N does with probability
$1-(1-p)^N\ge\frac12$ once $Np\ge1$, which exceeds every $O(N^{-10})$. Here the left side is that lower
bound $Np/(1+Np)$ at $N=2^{k}$. What (120) needs is the mean of squares, for which the union bound is not
needed.

The suffix ``labels`` is this display; with the logarithm, $\sqrt{22\log(2N)}$ for the constant, it holds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, at_most, box, dims, space
from lemmata.numbers import Array, exp, log, pi, sqrt
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    K: int
    k: int

    @property
    def N(self) -> int:
        return int(2**self.k)


labels = PAPER.claim(
    "after (120)",
    slug="attention-error-labels",
    kind="forall",
    settings=space(Setting, K=dims(1, 3), k=dims(1, 40, most=60)),
    prompts=lambda s: space(one=box(1, low=1.0, high=1.0)),
)
Level = Callable[[Setting, Array], Array]


def at_least_one(s: Setting, c: Array) -> Array:
    """A lower bound on the probability that one of N normal numbers exceeds c (Mills)."""
    each = c * 2 / (c * c + 1) * exp(-c * c / 2) / sqrt(pi(c) * 2 + c * 0)
    return each * s.N / (each * s.N + 1)


def at_most_one(s: Setting, c: Array) -> Array:
    """An upper bound on it: the union bound with the tail exp(-c^2 / 2)."""
    return exp(-c * c / 2) * 2 * s.N


@labels.printed(
    r"$|y_i|\le K(C_{\mathcal F}+\sigma)$ for every $i\le N$, with probability at least $1-KN^{-10}$, for "
    r"a universal $K$; "
    r"for Gaussian noise and $C_{\mathcal F}=\sigma$.",
    expect="refuted",
    defect="proof-step",
    because="The largest of N labels grows like the root of log N.",
    probability=at_least_one,
    level=lambda s, one: one * (2 * s.K + 1),
)
@labels.amended(
    r"$|z_i|\le\sigma\sqrt{22\log(2N)}$ for every $i\le N$, with probability at least $1-N^{-10}$.",
    because="The union bound over N labels, by the sub-Gaussian tail.",
    probability=at_most_one,
    level=lambda s, one: sqrt(log(one * (2 * s.N)) * 22),
)
def all_labels_at_once(
    s: Setting, prompt: Prompt, probability: Callable[[Setting, Array], Array], level: Level
) -> Margin:
    """The largest label is of the order of the noise."""
    one = prompt.one[:, 0]
    allowed = one * 0 + s.K
    for _ in range(10):
        allowed = allowed / s.N
    return at_most(probability(s, level(s, one)), allowed)


labels.mutant("root of 2 log", level=lambda s, one: sqrt(log(one * (2 * s.N)) * 2))
labels.mutant("no logarithm", level=lambda s, one: one * 22)
