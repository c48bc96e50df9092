r"""Random ramps represent logistic units at a point: Lemma 1 for two-layer networks.

As in the claim ``lemma-1/pair`` (before (74)), for $f(x)=b/(1+e^{-ax})$ on the line with $|b|\le1$: by (134)
$\widetilde C_{\mathcal F}=\frac a4$, and (79) draws $|\omega|/a$ with the density $4u/\sinh(\pi u)$ and the
sign by a coin; the phase of f is $-\frac\pi2$ times the sign. With probability $1-\delta$ the n ramps with the
weights (80) are within $3C_{\mathcal F}/\tau+3\widetilde C_{\mathcal F}\sqrt{2\log(2/\delta)/n}$.
"""

from torch import Generator, Tensor

from baselines.barron import phi
from baselines.barron_features import logistic_frequencies
from lemmata import Probability, dyadics, lines, mutants, printed, reals, signs, theorem, uniform
from lemmata.numbers import exp, pi, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import gamma
from theorems.universal_approximation.lemma_1.draws import GIVEN, MANY, within


class of_logistic_units(reals):
    """Sizes of frequencies from (79) for logistic units with inner weight 1, ``(n,)``."""

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return logistic_frequencies(batch * self.shape[0], generator).reshape(batch, -1)


@theorem(
    PAPER,
    "Lemma 1, logistic networks",
    rank="step",
    origin="read",
    at=lines(539, 541),
    kind=Probability(failure=lambda delta: delta),
    **GIVEN,
    a=dyadics(0.25, 4, of="(0, inf)"),
    x=dyadics(-1, 1),
    t=uniform("n", low=-2, high=1),
    omega=of_logistic_units("n"),
    side=signs("n"),
    examples=[dict(**MANY, a=4.0, x=-1.0)],
)
@printed(
    r"For $\tau>4$, $\|x\|_2\le1$ and $n$ features (29) drawn from (79), with probability at least $1-\delta$: "
    r"$\left|f(x)-f(0)-\frac1n\sum_i\rho_f(t_i,\omega_i)\phi_i^{\mathsf{feature}}(x)\right|\le\frac{3\CF}"
    r"\tau+3\widetilde \CF\sqrt{\frac{2\log(2/\delta)}n}$ with the weights (80), by (70) and Hoeffding's "
    r"inequality, for one pair $(f,x)$ and not yet for all of a cover: $f(x)=\frac b{1+e^{-ax}}$ on the line, "
    r"of the class with $|b|\le1$ and one $a$."
)
@mutants(the_other_sign=dict(phase=1), an_eighth_of_the_bound=dict(share=8))
def ramps_represent_logistic_units(n, tau, b, delta, a, x, t, omega, side, phase=-1, share=1):
    """Random ramps represent a logistic unit on the line at a point, with the weights (80)."""
    # At -omega the phase is the opposite one, and the ramp looks the other way.
    ramps = phi((side * x - t) * tau)
    mixture = 3 * a / 4 * b * sum(gamma(a * omega, side * pi() / 2 * phase, t) * ramps) / n
    exact = b * (1 / (1 + exp(-a * x)) - 1 / 2)
    return within(mixture - exact, n, tau, delta, a / 4, 1 / 2, share)
