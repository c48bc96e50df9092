r"""Section 1: Theorem 3 "characterizes the global minimizers ...: the optima correspond to gradient descent".

Theorem 3 itself only says that some minimiser is diagonal. What the search supports is more: no symmetric
pair has a smaller exact loss than the best multiples of the identity, $f(A_0,A_1)\ge
f_2=\min_{a_0,a_1}f(a_0I,a_1I)$, which is rational: $f_2=\int p\,d\mu$ for the p of degree 2 that is
orthogonal to all polynomials of smaller degree against $s\,d\mu$. There is no proof here; competitors are any
pairs and pairs near the optimum. Suffix ``unique``, the other half: wherever $A_0$ or $A_1$ is no multiple
of the identity the loss is strictly larger, so that all minimisers are of this form.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from baselines.in_context_loss import in_context_loss
from baselines.in_context_loss_minimisers import minimiser_near
from baselines.in_context_loss_rule import orthogonal_polynomial, spectral_moment
from lemmata import Margin, Prompt, at_least, dims, space
from lemmata.numbers import Array, concatenate, eye, sign, sum, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_critical_points import numbers, times
from theorems.preconditioned_gradient_descent.instances_draws import drawn_symmetric
from theorems.preconditioned_gradient_descent.theorem_3 import theorem


@dataclass(frozen=True)
class Setting:
    d: int
    n: int


claim, unique = (
    PAPER.claim(
        "Section 1, the optima of Theorem 3" + suffix.replace("-", ", "),
        slug="theorem-3-scalar" + suffix,
        kind="expectation",
        settings=space(Setting, d=dims(1, 3), n=dims(1, 4)),
        prompts=lambda s: space(A=drawn_symmetric(2, s.d)),
        uses=[theorem],
    )
    for suffix in ("", "-unique")
)


def least(d: int, n: int, L: int = 2) -> Fraction:
    """The minimum over L multiples of the identity."""
    total = Fraction(0)
    for k, c in enumerate(orthogonal_polynomial(d, n, L)):
        total += c * spectral_moment(d, n, k)
    return total


def competitors(s: Setting, prompt: Prompt) -> tuple[Array, Array]:
    """Any pairs and pairs near the optimum, and their losses."""
    one = eye(s.d, prompt.A)
    best = times(numbers(minimiser_near(s.d, s.n, 2, 40), prompt.A), one)[None]
    A = concatenate([prompt.A, best + prompt.A / 16, best + prompt.A / 1024], 0)
    loss = in_context_loss(A, one, s.n, task="identity").reshape(3, len(prompt)).mT
    return A, loss


@claim.printed(
    r"$f(A_0,A_1)\ge\min_{a_0,a_1}f(a_0I,a_1I)$ for all symmetric $A_0,A_1$ (isotropic data).",
    bound=lambda s: least(s.d, s.n),
)
def multiples_are_as_good(
    s: Setting, prompt: Prompt, bound: Callable[[Setting], Fraction]
) -> Margin:
    """No symmetric pair is below the best multiples of the identity."""
    _, loss = competitors(s, prompt)
    return at_least(loss, loss * 0 + numbers([bound(s)], prompt.A))


@unique.printed(
    r"$f(A_0,A_1)>\min_{a_0,a_1}f(a_0I,a_1I)$ for all symmetric $A_0,A_1$ that are not both multiples of I.",
    bound=lambda s: least(s.d, s.n),
    steps=1,
)
def others_are_worse(
    s: Setting, prompt: Prompt, bound: Callable[[Setting], Fraction], steps: int
) -> Margin:
    """All other symmetric pairs are above the best multiples of the identity."""
    A, loss = competitors(s, prompt)
    rest = A - eye(s.d, A) * (trace(A) / s.d)[..., None, None]
    apart = sum(rest * rest, (-3, -2, -1)).reshape(3, len(prompt)).mT
    return at_least(sign(loss - numbers([bound(s)], A)), sign(apart) * steps)


claim.mutant("one layer", bound=lambda s: least(s.d, s.n, 1))
claim.mutant("one percent more", bound=lambda s: least(s.d, s.n) * Fraction(101, 100))
claim.mutant("in one dimension more", bound=lambda s: least(s.d + 1, s.n))
unique.mutant("one percent more", bound=lambda s: least(s.d, s.n) * Fraction(101, 100))
unique.mutant("in one dimension more", bound=lambda s: least(s.d + 1, s.n))
unique.mutant("larger by the sign of 2", steps=2)
