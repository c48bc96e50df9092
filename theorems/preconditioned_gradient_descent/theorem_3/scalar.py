r"""Beyond Theorem 3: one step size for all coordinates is as good as one for each.

Section 1 says that the optima of Theorem 3 "correspond to gradient descent with adaptive stepsizes":
"coordinate-wise" ones, as section 5.1 says twice, that is, diagonal matrices. What the search supports is more,
and it is ours. The minimum over multiples of the identity is rational: $\int p\,d\mu$ for the p of degree 2
with $p(0)=1$ that is orthogonal to all polynomials of smaller degree against $s\,d\mu$, with the $\mu$ of
``footnote-1/attained``.

What a proof wants for $d=2$: the loss less its minimum, a polynomial of degree 4 with 48 terms, as a sum of
squares; none was found. (At $d=1$ all pairs are multiples of the identity.)
"""

import functools
import operator
from fractions import Fraction
from typing import Any

from baselines.in_context_loss_minimisers import minimiser_near
from baselines.in_context_loss_rule import orthogonal_polynomial, spectral_moment
from lemmata import Expectation, at_least, dims, lines, mutants, printed, theorem
from lemmata.numbers import Array, constant, eye, sign, stack, sum, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn_symmetric
from theorems.preconditioned_gradient_descent.exact_loss import in_context_loss, times
from theorems.preconditioned_gradient_descent.theorem_3 import theorem_3

PAIRS: dict[str, Any] = {
    "origin": "ours",
    "at": lines(199),
    "kind": Expectation(),
    "uses": [theorem_3],
    "d": dims(1, 3),
    "n": dims(1, 4),
    "A": drawn_symmetric(2, "d"),
    "examples": [dict(d=6, n=1), dict(d=4, n=50)],
}


def least(d: int, n: int, L: int = 2) -> Fraction:
    """The minimum over L multiples of the identity."""
    terms = (c * spectral_moment(d, n, k) for k, c in enumerate(orthogonal_polynomial(d, n, L)))
    return functools.reduce(operator.add, terms)


def competitors(d: int, n: int, A: Array) -> tuple[Array, Array]:
    """Any pair and pairs near the optimum, and their losses."""
    best = times(constant(minimiser_near(d, n, 2, 40)), eye(d))
    pairs = stack([A, best + A / 16, best + A / 1024])
    return pairs, in_context_loss(pairs, eye(d), n, task="identity")


@theorem(PAPER, "Theorem 3, multiples of the identity", rank="headline", **PAIRS)
@printed(
    r"Let independent $x\sim N(0,I)$, $w_\star\sim N(0,I)$, and f the loss (5) of two layers with the weights "
    r"(9). The best multiples of I are as good as any pair: $f(A_0,A_1)\ge\min_{a_0,a_1}f(a_0I,a_1I)$ for all "
    r"symmetric $A_0,A_1$.",
    because="It is searched, not proved.",
)
@mutants(
    one_layer=dict(bound=lambda d, n: least(d, n, 1)),
    one_percent_more=dict(bound=lambda d, n: least(d, n) * Fraction(101, 100)),
    in_one_dimension_more=dict(bound=lambda d, n: least(d + 1, n)),
)
def scalar(d, n, A, bound=lambda d, n: least(d, n)):
    """No symmetric pair is below the best multiples of the identity."""
    return at_least(competitors(d, n, A)[1], bound)


@theorem(PAPER, "Theorem 3, multiples of the identity, unique", id="theorem-3/scalar/unique", **PAIRS)
@printed(
    r"Let independent $x\sim N(0,I)$, $w_\star\sim N(0,I)$, and f the loss (5) of two layers with the weights "
    r"(9). All minimisers are multiples of I: $f(A_0,A_1)>\min_{a_0,a_1}f(a_0I,a_1I)$ for all symmetric "
    r"$A_0,A_1$ that are not both multiples of I.",
    because="It is searched, not proved.",
)
@mutants(
    one_percent_more=dict(bound=lambda d, n: least(d, n) * Fraction(101, 100)),
    in_one_dimension_more=dict(bound=lambda d, n: least(d + 1, n)),
)
def unique(d, n, A, bound=lambda d, n: least(d, n)):
    """All symmetric pairs but multiples of the identity are above the best of these."""
    pairs, loss = competitors(d, n, A)
    gap = pairs - eye(d) * (trace(pairs) / d)[..., None, None]
    return at_least(sign(loss - constant(bound)), sign(sum(gap * gap, (-3, -2, -1))))
