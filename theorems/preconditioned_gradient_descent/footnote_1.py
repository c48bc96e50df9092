r"""Footnote 1: "the infimum may not be attained", in Theorem 4. It always is: the hedge is not needed.

Said is that S may contain no point with gradient exactly zero. It always does. On S, $f=\int p^2d\mu$ with
$p=\prod_i(1+a_is)$ and the spectral measure $\mu$ of the whitened Gram matrix. Let $p$ be the polynomial of
degree $L$ with $p(0)=1$ that is orthogonal to all polynomials of smaller degree against $s\,d\mu$: its
coefficients are rational, its $L$ roots real, simple and positive (as those of any orthogonal polynomial on
the half-line), so that it is the $p$ of a point of S, and there the slope of f in $a_i$, which is
$2\int p\,q\,s\,d\mu$ with $q=\prod_{j\ne i}(1+a_js)$, is exactly zero; by (25) so are all others.

The sentence is modal ("may", "it is possible"), so that nothing in it is false; the claims say what is the
case. The bare id checks the whole gradient for one layer, where $a=-n/(n+d+1)$ is rational; ``attained``
only the orthogonality, of which the paragraph above is the rest: for more layers the roots are irrational.
"""

import functools
import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from baselines.in_context_loss import slope
from baselines.in_context_loss_rule import orthogonal_polynomial, spectral_moment
from lemmata import Expectation, Margin, Prompt, dims, equal, lines, reals, space
from lemmata.numbers import constant, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import Setting, any_direction, settings, times
from theorems.preconditioned_gradient_descent.theorem_4.eq_25 import inequality


@dataclass(frozen=True)
class Sizes:
    d: int
    n: int
    L: int


footnote = PAPER.claim(
    "Footnote 1",
    summary="For one layer the infimum of Theorem 4 is attained: a point of S has a gradient of exactly zero.",
    origin="ours",
    at=lines(239),
    kind=Expectation(),
    settings=settings(d=5, n=20, L=1, deepest=1),
    pinned={"L": "the statement is about one layer; footnote-1/attained has what more layers need"},
    prompts=any_direction,
)
attained = PAPER.claim(
    "Footnote 1, more layers",
    id="footnote-1/attained",
    summary="Up to nine layers the infimum of Theorem 4 is attained, at the roots of a polynomial whose "
    "orthogonality is checked.",
    rank="headline",
    origin="ours",
    at=lines(239),
    kind=Expectation(),
    settings=space(Sizes, d=dims(1, 5, most=5), n=dims(1, 20, most=20), L=dims(1, 9, most=9)),
    prompts=lambda s: space(q=reals(s.L)),  # any polynomial of smaller degree
    uses=[inequality],
)


def one_layer(s: Setting) -> tuple[Fraction, ...]:
    return (Fraction(-s.n, s.n + s.d + 1),)


LAW = (
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$"
    r", and f the loss (5) with the weights (9), whose matrix need not be symmetric. "
)


@footnote.printed(
    LAW + r"For one layer the infimum in Theorem 4 is attained: the gradient is exactly zero at "
    r"$A_0=-\frac{n}{n+d+1}\Sigma^{-1}$, a point of $\mathcal S$.",
    point=one_layer,
)
def slope_at_the_point(s: Setting, prompt: Prompt, point: Callable[[Setting], tuple[Fraction, ...]]) -> Margin:
    """The gradient is exactly zero at an explicit point of S."""
    A = times(constant(point(s), s.spectrum), s.precision)
    along_R = slope(A, prompt.R, s.Sigma, s.n, task="inverse", symmetric=False)
    return equal(along_R + 1, 1)  # one on both sides gives them a size


@attained.printed(
    r"For $L\le9$, $d\le5$, $n\le20$, with $\mu$ the mean spectral measure, of mass d, of "
    r"$\frac1n\sum_{i=1}^ng_ig_i^\top$ for independent standard normal $g_i\in\mathbb R^d$, the polynomial p "
    r"of degree L "
    r"with $p(0)=1$ that the recurrence of the orthogonal polynomials of $s\,d\mu(s)$ ends with has $\int "
    r"p\,q\,s\,d\mu=0$ for all q of degree below L. (Not evaluated: its roots $x_i$ are real, simple and "
    r"positive, and at the point $A_i=-x_i^{-1}\Sigma^{-1}$ of $\mathcal S$, where $f=\int p^2d\mu$, the "
    r"slope of f in $a_i$ is twice this integral with $q=\prod_{j\ne i}(1-s/x_j)$; by (25) the whole gradient "
    r"is then zero, so that the infimum of Theorem 4 is attained for L layers.)",
    shift=0,
)
def slopes_vanish(s: Sizes, prompt: Prompt, shift: int) -> Margin:
    """The polynomial of the minimiser over S is orthogonal to all of smaller degree, against s dmu(s)."""
    p = orthogonal_polynomial(s.d, s.n + shift, s.L)
    means = [  # of p s^(j + 1)
        functools.reduce(operator.add, (c * spectral_moment(s.d, s.n, i + j + 1) for i, c in enumerate(p)))
        for j in range(s.L)
    ]
    return equal(sum(prompt.q * constant(means, prompt.q), -1) + 1, 1)


footnote.mutant("half of it", point=lambda s: (one_layer(s)[0] / 2,))
footnote.mutant("with twice the dimension", point=lambda s: (Fraction(-s.n, s.n + 1 + 2 * s.d),))
footnote.mutant("without the one", point=lambda s: (Fraction(-s.n, s.n + s.d),))
attained.mutant("one example more", shift=1)
attained.mutant("two examples more", shift=2)
