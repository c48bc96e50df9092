r"""The Barron parameter of linear functions is at most the sum of their bounds: below (21), Section 2.3.

$C_{\mathcal F^{\mathsf{linear}}}\le C_a+C_b$ for all $a^\top x+b$ with $\|a\|_2\le C_a$ and $|b|\le C_b$.
By (20) it holds: the gradient is constant, so that its transform has all its mass at $\omega=0$. That is
why Lemma 5 misses these functions (claim ``lemma-5/linear``).
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, at_most, box, dims, dyadics, in_ball, lines, space
from lemmata.numbers import Array, absolute, norm
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Linear:
    d: int
    C_a: float
    C_b: float
    tau: float


linear = space(Linear, d=dims(1, 3), C_a=dyadics(0.25, 2), C_b=dyadics(0, 1), tau=dyadics(2, 32))
affine = PAPER.claim(
    "(21)",
    id="eq-21",
    at=lines(183, 185),
    settings=linear,
    prompts=lambda s: space(a=in_ball(s.d, radius=s.C_a), b=box(1, low=-s.C_b, high=s.C_b)),
)


@affine.printed(
    r"$C_{\mathcal F^{\mathsf{linear}}}\le C_a+C_b$, since the gradient of $a^\top x+b$ has the Fourier "
    r"transform $a\delta$.",
    bound=lambda s: s.C_a + s.C_b,
)
def parameter_of_linear_functions(s: Linear, prompt: Prompt, bound: Callable[[Linear], Array]) -> Margin:
    """The Barron parameter of linear functions, by (20)."""
    parameter = norm(prompt.a) + absolute(prompt.b[:, 0])
    return at_most(parameter, bound(s))


affine.mutant("the slope alone", bound=lambda s: s.C_a)
affine.mutant("the average", bound=lambda s: (s.C_a + s.C_b) / 2)
