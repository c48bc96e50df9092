r"""Lemma 5 for linear functions, (21): false as printed, since (71) leaves the frequency 0 out.

All of a linear function's Fourier mass is at $\omega=0$; without it (71) is 0. (What falls is the proof: the
lemma asks for some $\Lambda$.)

It holds for $h\sum_ia_i\sin(x_i/h)$, which tends to $a^\top x$ as h grows; a ramp averages over a window of
width $1/\tau$, which misses a function of slope 1 by at most $1/(4\tau)$, as it does at the turn at $z=-1$. The
features have to serve all directions of a at once, so that the supremum (18) counts each of the d coordinates.
No choice of frequencies does with less than $\sqrt dC_a$ (claim ``eq-21/directions``).
"""

from fractions import Fraction

from lemmata import amended, at_most, box, choices, dims, dyadics, in_ball, lines, mutants, printed, theorem
from lemmata.numbers import abs, pi, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import mixture


@theorem(
    PAPER,
    "(70) for (21)",
    rank="step",
    origin="read",
    at=lines(527, 533),
    uses=["universal_approximation/eq-21/directions"],
    C_a=dyadics(0.25, 2, of="(0, inf)"),
    C_b=dyadics(0, 1, of="[0, inf)"),
    tau=dyadics(2, 32, open_low=True, of="(2, inf)"),
    a=box(1, low="-C_a", high="C_a"),  # the norm of the slope up to its sign
    x=box(1, low=-1, high=1),  # the projection of the input on its direction: any dimension
)
@printed(
    r"For $f(x)=a^\top x+b$ with $\|a\|_2\le C_a$, $|b|\le C_b$, $\|x\|_2\le1$ and $\tau>2$, with $\Lambda$ "
    r"and $\rho_f$ of the proof, (79) and (80): $|f(x)-f(0)-f^{\mathsf{approx}}(x)|\le3(C_a+C_b)\delta_\tau$, "
    r"$\delta_\tau=\frac1\tau$, where $f^{\mathsf{approx}}=0$ by (71): no mass lies at $\omega\ne0$.",
    defect="proof-step",
    because="The measure (79) and the integral (71) leave out the frequency 0, where all the mass is, so that "
    "steep ramps gain nothing.",
    fails_where=lambda tau, C_a, C_b: tau * C_a > 3 * (C_a + C_b),
)
def linear_functions(C_a, C_b, tau, a, x):
    """Lemma 5 covers linear functions as well."""
    bound = 3 * (C_a + C_b) / tau
    return at_most(abs(a @ x), bound).trivial_where(bound - sum(abs(a)))


@amended(
    r"For $\|a\|_2\le C_a$ and $\|x\|_2\le1$ in $\mathbb R^d$, $\tau>2$ and $h>0$: $|a^\top "
    r"x-f^{\mathsf{approx}}(x)|\le\frac{\|a\|_1}{4\tau}+\frac{\|a\|_1}{6h^2}$ with the mixture (71) of "
    r"$h\sum_{i\le d}a_i\sin(x_i/h)$ instead (with the mass of each at $\frac1he_i$, as in lemma-5), for "
    r"which $\int\|\omega\|_2F^{\mathsf{sup}}(\mathrm d\omega)=dC_a$.",
    of=linear_functions,
    because="That sum of sines is near the linear function and has its mass at a small frequency.",
    adds="sines of a small frequency for linear functions, their distance in the bound, 1/4 for 3, $d C_a$ for "
    "$C_a$",
    C_a=dyadics(0.25, 2, of="(0, inf)"),
    tau=dyadics(2, 32, open_low=True, of="(2, inf)"),
    d=dims(1, 4),
    h=choices(8, 4, 32),
    a=in_ball("d", radius="C_a"),
    x=in_ball("d", radius=1),
)
@mutants(
    the_other_sign=dict(times=-1), twice_the_mixture=dict(times=2), nine_tenths=dict(share=Fraction(9, 10))
)
def sines_for_linear_functions(tau, h, a, x, times=1, share=1):
    """The change of a linear function against the mixture of ramps of sines of frequency 1/h."""
    approximation = a @ mixture(1 / h + 0 * x, -pi() / 2 + 0 * x, tau, x) * times
    bound = sum(abs(a)) * (1 / (4 * tau) + 1 / (6 * h * h)) * share
    return at_most(abs(a @ x - approximation), bound).trivial_where(bound - sum(abs(a)))


for quantity in ("a", "x"):
    linear_functions.waive(
        f"without the hypothesis on {quantity}",
        because="it is the same ball, which the printed reading draws by norm and projection",
    )
