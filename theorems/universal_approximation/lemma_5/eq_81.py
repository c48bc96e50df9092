r"""Functions with slope at most 1 are mixtures of ramps: with $z-t$ in (81a), not with the printed $z+t$.

At $z=-1$ no ramp $\phi(\tau(z+t))$ with $t\le1$ is above $1/2$. That no $\gamma$ at all serves $g=1$ is shown
by a certificate: for points $z_j$ with weights $\nu_j$, $\sum|\nu_j|=1$, the error is at least
$\sum_j\nu_jg(z_j)-3\max_t|\sum_j\nu_j\phi(\tau(z_j+t))|$, here $\frac16$ (the maximum of a piecewise linear
function, at its kinks). The proof, appendix A.1.1, has $z-t$, and with it the $\gamma$ of (82) serves.
"""

from fractions import Fraction

from baselines.barron import phi
from lemmata import amended, at_most, box, dims, dyadics, lines, mutants, printed, scales, theorem
from lemmata.numbers import Array, abs, concat, constant, max, maximum, relu, sign, sum
from theorems.universal_approximation import PAPER

STEEP = box("pieces", low=-64, high=64)
"""Slopes that (81) does not allow."""


def ramp_integral(u: Array) -> Array:
    """The integral of the ramp up to u."""
    return (relu(u + 1 / 2) ** 2 - relu(u - 1 / 2) ** 2) / 2


@theorem(
    PAPER,
    "(81a)",
    id="lemma-5/eq-81/a",
    rank="slip",
    at=lines(664, 668),
    tau=dyadics(0.125, 64, of="(0, inf)"),
    examples=[dict(tau=32.0)],
)
@printed(
    r"For every $g:[-1,1]\to\mathbb R$ with $|g'|\le1$, $|g(-1)|\le1$ and every $\tau>0$ there is a $\gamma$ "
    r"with $\int_{-2}^1|\gamma(t)|\,\mathrm dt\le3$ and $\left|g(z)-\int_{-2}^1\gamma(t)\phi(\tau(z+t))\,"
    r"\mathrm dt\right|\le3\delta_\tau$, $\delta_\tau=\frac1{\max\{\tau,2\}}$ by (69); for $g=1$ the error of "
    r"every $\gamma$ is at least $\sum_j\nu_jg(z_j)-3\max_t|\sum_j\nu_j\phi(\tau(z_j+t))|$, here with "
    r"$\nu=(\frac59,-\frac39,\frac19)$ at $z_j=-1+\frac j{2\tau}$.",
    defect="typo",
    because="The sign of t: with $z + t$ nothing represents $g = 1$ near $z = -1$, once the ramps are steep "
    r"($\tau > 18$).",
    fails_where=lambda tau: tau > 18,
)
def with_plus_t(tau):
    r"""Every function with slopes and start of at most 1 is a mixture of the ramps $\phi(\tau(z + t))$."""
    nu = constant([5, -3, 1]) / 9
    z = constant([0, 1, 2]) / (2 * tau) - 1
    half = 1 / (2 * tau)
    # sum_j nu_j phi(tau (z_j + t)) is piecewise linear in t: largest in size at a kink or an end. The first
    # kink, -z_0 + 1 / (2 tau), lies beyond the end 1.
    kinks = concat([(half - z)[1:], -z - half, [1, -2]])
    mixed = phi((z[:, None] + kinks) * tau).T @ nu
    return at_most(sum(nu) - 3 * max(abs(mixed)), 3 / maximum(tau, 2))


@amended(
    r"For every $g:[-1,1]\to\mathbb R$ with $|g'|\le1$, $|g(-1)|\le1$ and every $\tau>0$ there is a $\gamma$ "
    r"with $\int_{-2}^1|\gamma(t)|\,\mathrm dt\le3$ and $\left|g(z)-\int_{-2}^1\gamma(t)\phi(\tau(z-t))\,"
    r"\mathrm dt\right|\le3\delta_\tau$, $\delta_\tau=\frac1{\max\{\tau,2\}}$ by (69), namely (82), of which "
    "lemma-5/eq-81/b has the mass; here for piecewise linear $g$.",
    of=with_plus_t,
    adds="$z - t$ for $z + t$, as the proof has it",
    pieces=dims(1, 3),
    tau=scales(-8, 8, of="(0, inf)"),
    slopes=box("pieces", low=-1, high=1),  # on equal pieces of [-1, 1]
    start=box(1, low=-1, high=1),  # the value at -1
    z=box(1, low=-1, high=1),
)
@mutants(fifteen_times_the_error=dict(times=15), slopes_up_to_64=dict(slopes=STEEP))
def with_minus_t(pieces, tau, slopes, start, z, times=1):
    """The distance of a function from its mixture of ramps."""
    value = start
    before = ramp_integral((z + 1 + abs(start)) * tau) - ramp_integral((z + 1) * tau)
    mixed = sign(start) * before / tau
    for k in range(pieces):
        # from -1 + 2k/p to -1 + 2(k+1)/p; z + 1 is measured from the left end
        left, right = (z + 1 - 2 * end / pieces for end in (k, k + 1))
        value = value + slopes[k] * (relu(left) - relu(right))
        mixed = mixed + slopes[k] * (ramp_integral(left * tau) - ramp_integral(right * tau)) / tau
    return at_most(times * abs(value - mixed), 3 / maximum(tau, 2))


@theorem(
    PAPER,
    "(81b)",
    id="lemma-5/eq-81/b",
    rank="step",
    origin="read",
    at=lines(664, 668),
    pieces=dims(1, 3),
    slopes=box("pieces", low=-1, high=1),
    start=box(1, low=-1, high=1),
)
@printed(
    r"$\int_{-2}^1|\gamma(t)|\,\mathrm dt\le3$ for the $\gamma$ of (82), if $|g'|\le1$ and $|g(-1)|\le1$; here "
    "for piecewise linear $g$."
)
@mutants({"27/10 for 3": dict(bound=Fraction(27, 10)), "slopes up to 64": dict(slopes=STEEP)})
def mixtures_have_bounded_mass(pieces, slopes, start, bound=3):
    """The weight function of such a mixture has an integral of at most 3 in absolute value."""
    return at_most(2 * sum(abs(slopes)) / pieces + abs(start[0]), bound)
