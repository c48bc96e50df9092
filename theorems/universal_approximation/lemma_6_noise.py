r"""Given features are hardly correlated with the noise: Hoeffding's inequality with the union bound.

What the proof of Lemma 6 uses before (96), for features that are given (n of them and the constant 1) and
signs $z_i$ of size $\sigma$: $\|\frac1N\sum_iz_i\phi_i\|_\infty\le\sigma\sqrt{22\log(2(n+1)N)/N}$ with
probability
$1-N^{-11}$. The paper has $\log N$ and forgets the number of features, see
:mod:`theorems.universal_approximation.lemma_6`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from lemmata import Margin, Prompt, at_least, box, choices, dims, signs, space
from lemmata.numbers import Array, absolute, amax, as_array, log, sqrt, sum
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Given:
    N: int
    n: int
    features: Tensor  # (n, N)


noise = PAPER.claim(
    "before (96)",
    slug="lemma-6-noise",
    kind="probability",
    settings=space(
        Given,
        N=choices(4, 16, 64),
        n=dims(1, 3),
        features=lambda s: box(s.n, s.N, low=0.0, high=1.0),
    ),
    prompts=lambda s: space(z=signs(s.N)),
    failure=lambda s: float(s.N) ** -11,
)
Level = Callable[[Given, Array], Array]


@noise.printed(
    r"For given features and signs $z_i$ of size $\sigma$: "
    r"$\left\|\frac1N\sum_iz_i\phi_i\right\|_\infty\le\sigma\sqrt{\frac{22\log(2(n+1)N)}N}$ with "
    r"probability at least "
    r"$1-N^{-11}$.",
    level=lambda s, like: sqrt(log(as_array(2 * (s.n + 1) * s.N, like)) * 22 / s.N),
)
def features_do_not_see_the_noise(s: Given, prompt: Prompt, level: Level) -> Margin:
    """Given features are hardly correlated with the noise."""
    correlations = absolute(prompt.z @ s.features.mT) / s.N
    last = absolute(sum(prompt.z, -1)) / s.N
    return at_least(level(s, last) + last * 0, amax(correlations, -1))


noise.mutant("a twentieth", level=lambda s, like: sqrt(log(as_array(s.N, like)) / s.N) / 20)
noise.mutant("a rate 1/N", level=lambda s, like: as_array(1, like) / s.N)
