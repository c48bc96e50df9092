r"""The Barron parameter of two-layer logistic networks, appendix B: the bound of Section 2.3, and its proof.

The bound is checked on finitely many units: by (132) a unit has the moment $\rho_{\max}\|a\|_2
\int_0^\infty\frac\omega{\sinh\pi\omega}\,\mathrm d\omega$, along the direction of a. That integral is
$\frac14$: the integrand is even, and analytic for $|\mathrm{Im}\,\omega|<1$; on the lines
$|\mathrm{Im}\,\omega|=\frac12$ its absolute value has an integral below 1, so that the trapezoidal sum with
step $1/K$ is within $\frac1{e^{\pi K}-1}$ of it (Trefethen and Weideman, 2014, Theorem 5.1). The sum ends at
$2K+2$, beyond which less than $(2K+3)e^{-\pi(2K+2)}$ is left (with a fixed end, what is left would exceed the
bound for large K).

(134) is checked by the same rule, whose error is below $2^{-40}$ for $|\omega|\le4$ (the integrand is analytic
for $|\mathrm{Im}\,x|<\pi$); at $\omega=0$ it holds as a limit.
"""

from fractions import Fraction

from lemmata import at_most, box, dims, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, Number, abs, constant, cos, exp, norm, pi, sum
from theorems.universal_approximation import PAPER


def integrand(x: Array) -> Array:
    """``x / sinh(pi x)`` for x above 0."""
    e = exp(x * pi())
    return 2 * x / (e - 1 / e)


def trapezoid(K: int) -> Number:
    """The trapezoidal sum of ``x / sinh(pi x)`` over $[0, 2K + 2]$ with step 1/K; at 0 it is ``1 / pi``."""
    return (sum(integrand(constant(list(range(1, (2 * K + 2) * K + 1))) / K)) + 1 / (2 * pi())) / K


def error_of_the_rule(K: int) -> Number:
    """How far that sum may be from the integral."""
    return 1 / (exp(pi() * K) - 1)


@theorem(
    PAPER,
    "Appendix B, logistic networks",
    id="appendix-b/logistic",
    at=lines(193, 201),
    m=dims(1, 3),
    d=dims(1, 3),
    a=reals("m", "d"),
    rho_max=box("m", low=0, high=2, of="[0, inf)"),
)
@printed(
    r"$C_{\mathcal F^{\mathsf{neural}}}\le\frac14\int\rho_{\max}(a)(\|a\|_2+2)\,\mathrm da$, for "
    r"$f_\rho(x)=\int\rho(a)\sigma(a^\top x)\,\mathrm da$ with $|\rho(a)|\le\rho_{\max}(a)$; here sums over "
    "$m$ units, with the moments of (132), whose integral is taken as a trapezoidal sum minus the most that "
    r"this may miss it by (it is $\frac14$, appendix-b/integral)."
)
@mutants({"no slope": dict(slope=0), "1 for 2": dict(offset=1)})
def parameter_of_logistic_networks(a, rho_max, slope=1, offset=2):
    """A logistic network has a parameter of at most a quarter of the sum of its inner norms plus 2."""
    integral, size = trapezoid(8) - error_of_the_rule(8), norm(a, axis=1)
    parameter = sum(rho_max) / 2 + sum(rho_max * size) * integral
    return at_most(parameter, sum(rho_max * (slope * size + offset)) / 4)


@theorem(
    PAPER,
    "Appendix B, (i)",
    id="appendix-b/integral",
    rank="step",
    origin="read",
    at=lines(1261, 1263),
    K=dims(1, 8),  # steps per unit
)
@printed(
    r"$\int_0^\infty\frac\omega{\sinh(\pi\omega)}\,\mathrm d\omega=\frac14$: for every $K\ge1$ the trapezoidal "
    r"sum on $[0,2K+2]$ with step $\frac1K$ is within $\frac1{e^{\pi K}-1}$ of $\frac14$, as it is of the "
    "integral.",
    slack=r"The theorem allows $\exp(-\pi K)$, the sum misses by about $\exp(-2 \pi K)$: its poles are at "
    "distance 1.",
)
@mutants(
    a_millionth_more=dict(value=Fraction(1_000_001, 4_000_000)),
    a_millionth_less=dict(value=Fraction(999_999, 4_000_000)),
    a_ten_thousandth_more=dict(value=Fraction(10_001, 40_000)),  # is seen at four steps per unit
)
def integral_is_a_quarter(K, value=Fraction(1, 4)):
    r"""The integral of $\omega$ over $\sinh(\pi \omega)$ along the positive half-line is one quarter."""
    return at_most(abs(trapezoid(K) - value), error_of_the_rule(K))


@theorem(
    PAPER,
    "(134)",
    id="appendix-b/eq-134",
    rank="step",
    origin="read",
    at=lines(1277, 1279),
    omega=box(1, low=0.125, high=4),
)
@printed(
    r"$\frac1{2\pi}\int\frac{e^{-x}}{(1+e^{-x})^2}e^{-j\omega x}\,\mathrm dx=\frac\omega{e^{\pi\omega}-e^{-"
    r"\pi\omega}}$ for $\frac18\le\omega\le4$ (both sides are even): the trapezoidal sum with step $\frac14$ "
    r"on $[-40,40]$, with $\cos\omega x$ for the exponential, the density being even, is within $2^{-40}$ of "
    "the right side.",
    slack="$2^{-40}$ is what the rule is shown to miss at most; it misses $2^{-59}$, what lies beyond 40.",
)
@mutants(
    a_millionth_more=dict(factor=Fraction(1_000_001, 1_000_000)),
    a_millionth_less=dict(factor=Fraction(999_999, 1_000_000)),
)
def fourier_transform_of_the_density(omega, factor=1):
    r"""The logistic density has the Fourier transform $\omega$ over twice $\sinh(\pi \omega)$."""
    x = constant(list(range(-160, 161))) / 4
    e = exp(-abs(x))
    transformed = sum(cos(omega * x) * e / (1 + e) ** 2) / 4 / (2 * pi())
    return at_most(abs(transformed - integrand(omega) / 2 * factor), Fraction(1, 2**40))
