r"""The mean squared discretisation error of the examples is near its expectation, (95), appendix A.2.1.

$\mathcal E_2=\left|\frac1N\sum_ir_i^2-\mathbb Er^2\right|$ for $r=f(x)-\phi(x)^\top\rho^\star$ with
$|r|\le\varepsilon_{\mathsf{dis}}$: with probability $1-2N^{-12}$ at most
$\varepsilon_{\mathsf{dis}}^2\sqrt{6\log N/N}$, by Hoeffding's inequality. One function is concerned, so
that no union bound is missing here, other than for the features (claim ``lemma-6``). The law of r is a coin
between a level and $\varepsilon_{\mathsf{dis}}$, which at the level 0 spreads as far as any.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Probability, Prompt, at_most, choices, dyadics, lines, signs, space
from lemmata.numbers import Array, absolute, log, sqrt, sum
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    N: int
    eps_dis: float
    level: float
    """The share of eps_dis that the other side of the coin has."""


average = PAPER.claim(
    "(95)",
    id="lemma-6/eq-95",
    rank="step",
    origin="read",
    summary="The mean squared discretisation error of the examples is near its expectation",
    at=lines(804, 806),
    kind=Probability(failure=lambda s: 2 * float(s.N) ** -12),
    settings=space(
        Setting, N=choices(2, 64, 256, 1024), eps_dis=dyadics(0.125, 2, of="(0, inf)"), level=dyadics(0, 0.5)
    ),
    prompts=lambda s: space(coin=signs(s.N)),
)
Level = Callable[[Setting], Array]


@average.printed(
    r"For $r=f-\phi^\top\rho^\star$ with $|r|\le\varepsilon_{\mathsf{dis}}$: $\mathcal "
    r"E_2=\left|\frac1N\sum_ir_i^2-\mathbb "
    r"Er^2\right|\le\varepsilon_{\mathsf{dis}}^2\sqrt{\frac{6\log N}N}$ with probability at least "
    r"$1-2N^{-12}$; here r is $\varepsilon_{\mathsf{dis}}$ or at most half of that, by a fair coin.",
    level=lambda s: sqrt(log(s.N) * 6 / s.N),
)
def squares_are_near_their_mean(s: Setting, prompt: Prompt, level: Level) -> Margin:
    """The distance of the mean of squares from its expectation, for a coin between two levels."""
    top, low = s.eps_dis, s.level * s.eps_dis
    spread = (top * top - low * low) / 2
    error, allowed = absolute(sum(prompt.coin, -1)) / s.N * spread, level(s) * top * top
    return at_most(error, allowed).trivial_where(allowed - spread)  # all coins alike


average.mutant("a rate 1/(2N)", level=lambda s: 1 / s.N / 2)
average.mutant("an eighth", level=lambda s: sqrt(log(s.N) * 6 / s.N) / 8)
