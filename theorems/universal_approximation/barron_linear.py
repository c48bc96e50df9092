r"""The Barron parameter of linear functions, (21), and what Lemma 5 makes of it.

(21): $C_{\mathcal F^{\mathsf{linear}}}\le C_a+C_b$ holds by (20). But Lemma 5 leaves $\omega=0$ out, where
all of a linear function's Fourier mass is: (71) is then 0, and (70) fails for every $\tau>3(1+C_b/C_a)$. It
holds for $\sin(h\,a^\top x)/h$, which tends to $a^\top x$, with the further error $h^2\|a\|/6$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, at_most, box, dims, dyadics, in_ball, space
from lemmata.numbers import Array, absolute, as_array, norm, pi
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_cosines import mixture


@dataclass(frozen=True)
class Linear:
    d: int
    C_a: float
    C_b: float
    tau: float


linear = space(Linear, d=dims(1, 3), C_a=dyadics(0.25, 2), C_b=dyadics(0, 1), tau=dyadics(2, 32))


affine = PAPER.claim(
    "(21)",
    slug="barron-linear",
    kind="forall",
    settings=linear,
    prompts=lambda s: space(a=in_ball(s.d, radius=s.C_a), b=box(1, low=-s.C_b, high=s.C_b)),
)


@affine.printed(
    r"$C_{\mathcal F^{\mathsf{linear}}}\le C_a+C_b$, since the gradient of $a^\top x+b$ has the Fourier "
    r"transform $a\delta$.",
    bound=lambda s: s.C_a + s.C_b,
)
def parameter_of_linear_functions(
    s: Linear, prompt: Prompt, bound: Callable[[Linear], Array]
) -> Margin:
    """The Barron parameter of linear functions, by (20)."""
    own = norm(prompt.a) + absolute(prompt.b[:, 0])
    return at_most(own, own * 0 + bound(s))


affine.mutant("the slope alone", bound=lambda s: s.C_a)
affine.mutant("the average", bound=lambda s: (s.C_a + s.C_b) / 2)

features = PAPER.claim(
    "(70) for (21)",
    slug="barron-linear-lemma-5",
    kind="forall",
    settings=linear,
    prompts=lambda s: space(a=box(1, low=-s.C_a, high=s.C_a), z=box(1, low=-1.0, high=1.0)),
)
Approximation = Callable[[Linear, Prompt], Array]


def sine(h: int, sign: int = 1) -> Approximation:
    """The mixture (71) for sin(a x / h) h, with h small: here 1/8."""

    def find(s: Linear, prompt: Prompt) -> Array:
        z = prompt.z
        cosines = Prompt(omega=z * 0 + 1 / as_array(h, z), theta=z * 0 - pi(z) / 2)
        return mixture(cosines, as_array(s.tau, z), z) * prompt.a * sign

    return find


@features.printed(
    r"$|f(x)-f(0)-f^{\mathsf{approx}}(x)|\le3C_{\mathcal F}\delta_\tau$ for $\mathcal F=\mathcal "
    r"F^{\mathsf{linear}}$, where $f^{\mathsf{approx}}=0$ by (71): no mass lies at "
    r"$\omega\ne0$.",
    expect="refuted",
    defect="statement",
    because="The measure (79) and the integral (71) leave out the frequency 0, where all the mass is.",
    approximation=lambda s, prompt: prompt.z * 0,
    rest=0,
)
@features.amended(
    r"$|a^\top x-f^{\mathsf{approx}}(x)|\le3C_{\mathcal F}\delta_\tau+\frac{h^2}6\|a\|$ for the functions "
    r"$\sin(h\,a^\top x/\|a\|)\|a\|/h$ instead, $h=\frac18$.",
    because="They have their mass at a small frequency.",
    approximation=sine(8),
    rest=1,
)
def linear_functions_by_ramps(
    s: Linear, prompt: Prompt, approximation: Approximation, rest: int
) -> Margin:
    """Linear functions are mixtures of ramps."""
    error = absolute(prompt.a * prompt.z - approximation(s, prompt))
    allowed = (s.C_a + s.C_b) * 3 / as_array(s.tau, prompt.z) + absolute(prompt.a) * rest / 384
    return at_most(error, allowed)


features.mutant("the other sign", approximation=sine(8, -1), rest=1)
features.mutant("twice as much", approximation=lambda s, p: sine(8)(s, p) * 2, rest=1)
