r"""Cosines are mixtures of steep ramps, (75), appendix A.1.1.

(75a) and (75b) hold. It has no meaning at $\omega=0$, which it does not exclude. Integrals are in closed form.
"""

from fractions import Fraction

from lemmata import at_most, box, dyadics, lines, mutants, printed, theorem
from lemmata.numbers import abs, concat
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import g, gamma, mixture


@theorem(
    PAPER,
    "(75)",
    rank="step",
    origin="read",
    at=lines(604, 607),
    uses=["universal_approximation/lemma-5/eq-81/a", "universal_approximation/lemma-5/eq-81/b"],
    tau=dyadics(2, 32, of="[2, inf)"),
    omega=box(
        1, low=0.125, high=8, of="(0, inf)"
    ),  # $\|\omega\|_2$, and z the projection of x on its direction
    theta=box(1, low=0, high=6.25, of="(-inf, inf)"),
    z=box(1, low=-1, high=1),
    t=box(1, low=-2, high=1),
)
@printed(
    r"For all $\omega\ne0$, $\theta$ and $\tau\ge2$ there is a $\gamma_{\omega,\theta}$ (that of (82)) with, "
    r"for $\|x\|_2\le1$: $\left|\frac{\cos(\omega^\top x+\theta)-\cos\theta}{\|\omega\|_2}-\int_{-2}^1\gamma_{"
    r"\omega,\theta}(t)\phi(\tau(\|\omega\|_2^{-1}\omega^\top x-t))\,\mathrm dt\right|\le3\delta_\tau$, "
    r"$\delta_\tau=\frac1\tau$ (75a), and $|\gamma_{\omega,\theta}(t)|\le1$ for $-2\le t\le1$ (75b)."
)
@mutants(
    {
        "1/5 for 3": dict(factor=Fraction(1, 5)),
        "1/8 for 3": dict(factor=Fraction(1, 8)),
        "weights of at most nine tenths": dict(most=Fraction(9, 10)),
        "weights of at most a half": dict(most=Fraction(1, 2)),
    }
)
def ramps_represent_a_cosine(tau, omega, theta, z, t, answer, factor=3, most=1):
    r"""A single cosine is a mixture of steep ramps with weights of at most 1, up to three $\delta_\tau$."""
    error = abs(g(omega, theta, z) - answer(mixture(omega, theta, tau, z)))
    allowed = factor / tau
    both = concat([error, abs(gamma(omega, theta, t))])
    return at_most(both, [allowed, most]).trivial_where(allowed - 1)  # g is at most 1
