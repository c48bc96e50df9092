r"""The mean squared discretisation error of the examples is near its expectation, (95), appendix A.2.1.

$\mathcal E_2=\left|\frac1N\sum_ir_i^2-\mathbb Er^2\right|$ for $r=f(x)-\phi(x)^\top\rho^\star$ with
$|r|\le\varepsilon_{\mathsf{dis}}$: with probability $1-2N^{-12}$ at most
$\varepsilon_{\mathsf{dis}}^2\sqrt{6\log N/N}$, by Hoeffding's inequality. One function is concerned, so
that no union bound is missing here, other than for the features (``lemma-6/hoeffding``). The law of r is a coin
between a level and $\varepsilon_{\mathsf{dis}}$, which at the level 0 spreads as far as any.
"""

from lemmata import Probability, at_most, choices, dyadics, lines, mutants, printed, signs, theorem
from lemmata.numbers import abs, log, sqrt, sum
from theorems.universal_approximation import PAPER


@theorem(
    PAPER,
    "(95)",
    rank="step",
    origin="read",
    at=lines(804, 806),
    kind=Probability(failure=lambda N: 2 * float(N) ** -12),
    N=choices(2, 64, 256, 1024),
    eps_dis=dyadics(0.125, 2, of="(0, inf)"),
    level=dyadics(0, 0.5),  # the share of $\varepsilon_{\mathsf{dis}}$ that the other side of the coin has
    coin=signs("N"),
)
@printed(
    r"For $r=f-\phi^\top\rho^\star$ with $|r|\le\edis$: $\mathcal E_2=\left|\frac1N\sum_ir_i^2-\mathbb "
    r"Er^2\right|\le\edis^2\sqrt{\frac{6\log N}N}$ with probability at least $1-2N^{-12}$; here r is $\edis$ "
    "or at most half of that, by a fair coin."
)
@mutants(
    {
        "a rate 1/(2N)": dict(bound=lambda N: 1 / N / 2),
        "an eighth": dict(bound=lambda N: sqrt(log(N) * 6 / N) / 8),
    }
)
def squares_are_near_their_mean(N, eps_dis, level, coin, bound=lambda N: sqrt(log(N) * 6 / N)):
    """The mean squared discretisation error of the examples is near its expectation."""
    spread, allowed = eps_dis**2 * (1 - level**2) / 2, eps_dis**2 * bound
    return at_most(abs(sum(coin)) / N * spread, allowed).trivial_where(allowed - spread)  # all coins alike
