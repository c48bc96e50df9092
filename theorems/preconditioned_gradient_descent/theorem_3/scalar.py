r"""Beyond Theorem 3: one step size for all coordinates is as good as one for each.

Section 1 says that Theorem 3 "characterizes the global minimizers of the training objective of a two-layer
linear transformer over isotropic regression instances, and shows that the optima correspond to gradient
descent with adaptive stepsizes": "coordinate-wise" ones, as section 5.1 says twice, that is, diagonal matrices.
What the search supports is more, and it is ours: no symmetric pair has a smaller exact loss than the best
multiples of the identity, $f(A_0,A_1)\ge f_2=\min_{a_0,a_1}f(a_0I,a_1I)$, which is rational:
$f_2=\int p\,d\mu$ for the p of degree 2 with $p(0)=1$ that is orthogonal to all polynomials of smaller degree
against $s\,d\mu$, with the $\mu$ of ``footnote-1/attained``. There is no proof here; competitors are any pairs
and pairs near the optimum. ``unique`` is the other half: wherever $A_0$ or $A_1$ is no multiple of the identity
the loss is strictly larger, so that all minimisers are of this form.
"""

import functools
import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from baselines.in_context_loss import in_context_loss
from baselines.in_context_loss_minimisers import minimiser_near
from baselines.in_context_loss_rule import orthogonal_polynomial, spectral_moment
from lemmata import Expectation, Margin, Prompt, at_least, dims, lines, space
from lemmata.numbers import Array, concatenate, constant, eye, sign, sum, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import times
from theorems.preconditioned_gradient_descent.draws import drawn_symmetric
from theorems.preconditioned_gradient_descent.theorem_3 import theorem
from theorems.preconditioned_gradient_descent.theorem_3.setting import ISOTROPIC


@dataclass(frozen=True)
class Setting:
    d: int
    n: int


SPACES: dict[str, Any] = {
    "kind": Expectation(),
    "settings": space(Setting, d=dims(1, 3), n=dims(1, 4)),
    "prompts": lambda s: space(A=drawn_symmetric(2, s.d)),
    "examples": [Setting(d=6, n=1), Setting(d=4, n=50)],
    "uses": [theorem],
}
scalar = PAPER.claim(
    "Theorem 3, multiples of the identity",
    id="theorem-3/scalar",
    rank="headline",
    summary="No symmetric pair is below the best multiples of the identity.",
    origin="ours",
    at=lines(199),
    **SPACES,
)
unique = PAPER.claim(
    "Theorem 3, multiples of the identity, unique",
    id="theorem-3/scalar/unique",
    summary="All symmetric pairs but multiples of the identity are above the best of these.",
    origin="ours",
    at=lines(199),
    **SPACES,
)


def least(d: int, n: int, L: int = 2) -> Fraction:
    """The minimum over L multiples of the identity."""
    terms = (c * spectral_moment(d, n, k) for k, c in enumerate(orthogonal_polynomial(d, n, L)))
    return functools.reduce(operator.add, terms)


def competitors(s: Setting, prompt: Prompt) -> tuple[Array, Array]:
    """Any pairs and pairs near the optimum, and their losses."""
    one = eye(s.d, prompt.A)
    best = times(constant(minimiser_near(s.d, s.n, 2, 40), prompt.A), one)[None]
    A = concatenate([prompt.A, best + prompt.A / 16, best + prompt.A / 1024], 0)
    loss = in_context_loss(A, one, s.n, task="identity").reshape(3, len(prompt)).mT
    return A, loss


@scalar.printed(
    ISOTROPIC + r"The best multiples of I are as good as any pair: "
    r"$f(A_0,A_1)\ge\min_{a_0,a_1}f(a_0I,a_1I)$ for all symmetric $A_0,A_1$.",
    because="It is searched, not proved.",
    bound=lambda s: least(s.d, s.n),
)
def multiples_are_as_good(s: Setting, prompt: Prompt, bound: Callable[[Setting], Fraction]) -> Margin:
    """No symmetric pair is below the best multiples of the identity."""
    _, loss = competitors(s, prompt)
    return at_least(loss, bound(s))


@unique.printed(
    ISOTROPIC + r"All minimisers are multiples of I: $f(A_0,A_1)>\min_{a_0,a_1}f(a_0I,a_1I)$ for all symmetric "
    r"$A_0,A_1$ that are not both multiples of I.",
    because="It is searched, not proved.",
    bound=lambda s: least(s.d, s.n),
)
def others_are_worse(s: Setting, prompt: Prompt, bound: Callable[[Setting], Fraction]) -> Margin:
    """All other symmetric pairs are above the best multiples of the identity."""
    A, loss = competitors(s, prompt)
    gap = A - eye(s.d, A) * (trace(A) / s.d)[..., None, None]
    apart = sum(gap * gap, (-3, -2, -1)).reshape(3, len(prompt)).mT
    return at_least(sign(loss - constant([bound(s)], A)), sign(apart))


scalar.mutant("one layer", bound=lambda s: least(s.d, s.n, 1))
scalar.mutant("one percent more", bound=lambda s: least(s.d, s.n) * Fraction(101, 100))
scalar.mutant("in one dimension more", bound=lambda s: least(s.d + 1, s.n))
unique.mutant("one percent more", bound=lambda s: least(s.d, s.n) * Fraction(101, 100))
unique.mutant("in one dimension more", bound=lambda s: least(s.d + 1, s.n))
