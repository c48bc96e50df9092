r"""Lemma 5 for linear functions, (21): false as printed, since (71) leaves the frequency 0 out.

All of a linear function's Fourier mass is at $\omega=0$. Without it (71) is 0, and (70) fails for every
$\tau>3(1+C_b/C_a)$. It holds for $\sin(h\,a^\top x)/h$, which tends to $a^\top x$, with the further error
$h^2\|a\|/6$.
"""

from collections.abc import Callable
from fractions import Fraction

from lemmata import Margin, Prompt, at_most, box, lines, space
from lemmata.numbers import Array, absolute, full, pi
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import mixture
from theorems.universal_approximation.eq_21 import Linear, linear

features = PAPER.claim(
    "(70) for (21)",
    id="lemma-5/linear",
    rank="step",
    origin="read",
    at=lines(527, 533),
    settings=linear,
    prompts=lambda s: space(a=box(1, low=-s.C_a, high=s.C_a), z=box(1, low=-1.0, high=1.0)),
)
Approximation = Callable[[Linear, Prompt], Array]


def sine(h: int, sign: int = 1) -> Approximation:
    """The mixture (71) for sin(a x / h) h, with h small: here 1/8."""

    def approximation(s: Linear, prompt: Prompt) -> Array:
        z = prompt.z
        wave = Prompt(omega=full(Fraction(1, h), like=z), theta=full(-pi(z) / 2, like=z))
        return mixture(wave, s.tau, z) * prompt.a * sign

    return approximation


@features.printed(
    r"$|f(x)-f(0)-f^{\mathsf{approx}}(x)|\le3C_{\mathcal F}\delta_\tau$ for $\mathcal F=\mathcal "
    r"F^{\mathsf{linear}}$, where $f^{\mathsf{approx}}=0$ by (71): no mass lies at "
    r"$\omega\ne0$.",
    defect="statement",
    because="The measure (79) and the integral (71) leave out the frequency 0, where all the mass is.",
    approximation=lambda s, prompt: 0,
    distance=0,
)
@features.amended(
    r"$|a^\top x-f^{\mathsf{approx}}(x)|\le3C_{\mathcal F}\delta_\tau+\frac{h^2}6\|a\|$ for the functions "
    r"$\sin(h\,a^\top x/\|a\|)\|a\|/h$ instead, $h=\frac18$.",
    because="They have their mass at a small frequency.",
    adds="sines of a small frequency for linear functions, their distance in the bound",
    approximation=sine(8),
    distance=1,
)
def linear_functions_by_ramps(s: Linear, prompt: Prompt, approximation: Approximation, distance: int) -> Margin:
    """Linear functions are mixtures of ramps."""
    error = absolute(prompt.a * prompt.z - approximation(s, prompt))
    allowed = (s.C_a + s.C_b) * 3 / s.tau + absolute(prompt.a) * distance / 384
    return at_most(error, allowed)


features.mutant("the other sign", approximation=sine(8, -1), distance=1)
features.mutant("twice as much", approximation=lambda s, p: sine(8)(s, p) * 2, distance=1)
