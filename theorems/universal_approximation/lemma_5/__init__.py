r"""Combinations of cosines are mixtures of steep ramps, with weights that are bounded: Lemma 5, (70) and (72).

For the class of all $f(x)=\sum_kb_k\cos(\omega_k^\top x+\theta_k)$ with $|b_k|\le B_k$ $F^{\mathsf{sup}}$ is
known, (68) is the sum itself, $f^{\mathsf{approx}}$ of (71) is the sum of the mixtures (76) with weights
$b_k\|\omega_k\|$, and integrals are in closed form. So (70), in the proof (77), holds here, as (75) does for a
single cosine; for linear functions it fails (``lemma-5/linear``).

(72): the weights (80) are $\rho_f(t,\omega)=\Gamma_{\mathcal
F}\gamma_{\omega,\theta_f(\omega)}(t)|F_f(\omega)|/F^{\mathsf{sup}}(\omega)$; with given phases that is
$3\sum_jB_j\omega_j\,\gamma_{\omega_k,\theta_k}(t)\,b_k/B_k$ at $\omega_k$. The bound on the expectation follows
from the one on the values, and (78) is an equality. (72) holds, with equality at a phase of $\frac\pi2$; (28)
and the $\ell_1$ norm before (74) rest on it.

(75) has no meaning at $\omega=0$, which it does not exclude, and (79) needs $\widetilde C_{\mathcal F}>0$: for
a class of constants it divides by 0.
"""

from collections.abc import Callable
from fractions import Fraction

from lemmata import at_most, box, dims, dyadics, lines, mutants, printed, theorem
from lemmata.numbers import Array, Vector, abs, concat, cos, max, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import WAVES, g, gamma, mixture


@theorem(
    PAPER,
    "(75)",
    id="lemma-5/eq-75",
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


@theorem(
    PAPER,
    "Lemma 5, (70)",
    at=lines(527, 533),
    uses=["universal_approximation/lemma-5/eq-75"],
    tau=dyadics(2, 32, open_low=True, of="(2, inf)"),
    K=dims(1, 3),
    **WAVES,
    z=box("K", low=-1, high=1),
)
@printed(
    r"For every $f\in\mathcal F$, $\|x\|_2\le1$ and $\tau>2$: $|f(x)-f(0)-f^{\mathsf{approx}}(x)|\le3\CF\delta_"
    r"\tau$ with $\delta_\tau=\frac1\tau$ and $f^{\mathsf{approx}}$ of (71); here for $f(x)=\sum_{k\le "
    r"K}b_k\cos(\omega_k^\top x+\theta_k)$ with $|b_k|\le B_k$, in any dimension at $z_k=\omega_k^\top "
    r"x/\|\omega_k\|_2$ (with the whole mass of a cosine at $\omega_k$; the half of it that stands at "
    r"$-\omega_k$ has $-\theta_k$ and $-z_k$, which are drawn as well), where $\CF=\sum_kB_k(1+\|"
    r"\omega_k\|_2)$ is least for $B_k=|b_k|$.",
    slack=r"A ramp averages over a window of width $1/\tau$, which misses a function of slope 1 by at most "
    r"$1/(4 \tau)$: 1/4 would do for 3.",
)
@mutants({"1/6 for 3": dict(factor=Fraction(1, 6)), "b_k for b_k ||omega_k||": dict(parts=lambda b: b)})
def ramps_represent_the_class(tau, omega, theta, b, z, answer, factor=3, parts=lambda b, omega: b * omega):
    r"""Every function of the class is a mixture of steep ramps, up to three times $C_F \delta_\tau$."""
    error = sum(b * omega * g(omega, theta, z)) - answer(sum(parts * mixture(omega, theta, tau, z)))
    allowed = factor * sum(abs(b) * (1 + omega)) / tau
    # No function of the class changes by more than its moment.
    return at_most(abs(error), allowed).trivial_where(allowed - sum(abs(b) * omega))


@theorem(
    PAPER,
    "Lemma 5, (72)",
    id="lemma-5/eq-72",
    at=lines(535, 537),
    uses=["universal_approximation/lemma-5/eq-75"],
    K=dims(1, 3),
    B=box("K", low=0, high=2, of="[0, inf)"),
    omega=box("K", low=0.125, high=8, of="(0, inf)"),
    theta=box("K", low=0, high=6.25, of="(-inf, inf)"),
    share=box("K", low=-1, high=1),
    t=box(1, low=-2, high=1),
)
@printed(
    r"$|\rho_f(t,\omega)|\le3(\CF-\sup_{\tilde f}|\tilde f(0)|)$ for the weights (80), all $t$ and $\omega$, "
    r"which bounds $\mathbb E|\rho_f|$ as well; here for $f(x)=\sum_{k\le K}b_k\cos(\omega_k^\top "
    r"x+\theta_k)$ with $|b_k|\le B_k$, in any dimension, $b_k$ a share of $B_k$, phases given and "
    r"$\CF=\sum_kB_k(|\cos\theta_k|+\|\omega_k\|_2)$."
)
@mutants(
    {
        "27/10 for 3": dict(factor=Fraction(27, 10)),
        "1 for 3": dict(factor=1),
        "not over the norm": dict(slope=lambda omega, theta, t: omega * gamma(omega, theta, t)),
    }
)
def weights_are_bounded(
    B, omega, theta, share, t, factor=3, slope: Callable[[Vector, Vector, Array], Vector] = gamma
):
    """The weights of the mixture, and so their mean, are at most three times $C_F$ minus the largest |f(0)|."""
    rho = 3 * sum(B * omega) * max(abs(slope(omega, theta, t) * share))
    C, at_zero = sum(B * (abs(cos(theta)) + omega)), sum(B * abs(cos(theta)))
    return at_most(rho, factor * (C - at_zero))
