r"""Section 1: Theorem 3 "characterizes the global minimizers ...: the optima correspond to gradient descent".

Theorem 3 itself only says that some minimiser is diagonal. What the search supports is more: no symmetric
pair has a smaller exact loss than the best multiples of the identity, $f(A_0,A_1)\ge
f_2=\min_{a_0,a_1}f(a_0I,a_1I)$, which is rational: $f_2=\int p\,d\mu$ for the p of degree 2 that is
orthogonal to all polynomials of smaller degree against $s\,d\mu$. There is no proof here; competitors are any
pairs and pairs near the optimum. (The other half, that all minimisers are of this form, is not checked.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from baselines.in_context_loss import in_context_loss
from baselines.in_context_loss_spectrum import (
    minimiser_near,
    orthogonal_polynomial,
    spectral_moment,
)
from lemmata.arrays import concatenate, eye
from lemmata.margins import Margin, at_least
from lemmata.spaces import Prompt, dims, space
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_critical_points import numbers, times
from theorems.preconditioned_gradient_descent.instances_draws import drawn_symmetric
from theorems.preconditioned_gradient_descent.theorem_3 import theorem


@dataclass(frozen=True)
class Setting:
    d: int
    n: int


claim = PAPER.claim(
    "Section 1, the optima of Theorem 3",
    slug="theorem-3-scalar",
    kind="expectation",
    settings=space(Setting, d=dims(1, 3), n=dims(1, 4)),
    prompts=lambda s: space(A=drawn_symmetric(2, s.d)),
    uses=[theorem],
)


def least(d: int, n: int, L: int = 2) -> Fraction:
    """The minimum over L multiples of the identity."""
    total = Fraction(0)
    for k, c in enumerate(orthogonal_polynomial(d, n, L)):
        total += c * spectral_moment(d, n, k)
    return total


@claim.printed(
    r"$f(A_0,A_1)\ge\min_{a_0,a_1}f(a_0I,a_1I)$ for all symmetric $A_0,A_1$ (isotropic data).",
    bound=lambda s: least(s.d, s.n),
)
def multiples_are_as_good(
    s: Setting, prompt: Prompt, bound: Callable[[Setting], Fraction]
) -> Margin:
    """No symmetric pair is below the best multiples of the identity."""
    one = eye(s.d, prompt.A)
    best = times(numbers(minimiser_near(s.d, s.n, 2, 40), prompt.A), one)[None]
    A = concatenate([prompt.A, best + prompt.A / 16, best + prompt.A / 1024], 0)
    loss = in_context_loss(A, one, s.n, task="identity").reshape(3, len(prompt)).mT
    return at_least(loss, loss * 0 + numbers([bound(s)], prompt.A))


claim.mutant("one layer", bound=lambda s: least(s.d, s.n, 1))
claim.mutant("one percent more", bound=lambda s: least(s.d, s.n) * Fraction(101, 100))
claim.mutant("in one dimension more", bound=lambda s: least(s.d + 1, s.n))
