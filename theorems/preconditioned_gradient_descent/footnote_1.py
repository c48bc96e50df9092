r"""Footnote 1: "the infimum may not be attained", in Theorem 4. It always is: the hedge is not needed.

The roots of any orthogonal polynomial on the half-line are real, simple and positive, so that the polynomial of
``attained`` is the $p=\prod_i(1+a_is)$ of a point of S; for more than one layer they are irrational. The
sentence is modal ("may", "it is possible"), so that nothing in it is false.
"""

import functools
import operator
from fractions import Fraction

from baselines.in_context_loss_rule import orthogonal_polynomial, spectral_moment
from lemmata import Expectation, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import constant
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.exact_loss import covariance, slope, times
from theorems.preconditioned_gradient_descent.theorem_4.eq_25 import inequality


@theorem(
    PAPER,
    "Footnote 1",
    origin="ours",
    at=lines(239),
    kind=Expectation(),
    pinned={"L": "the statement is about one layer; footnote-1/attained has what more layers need"},
    d=dims(1, 5),
    n=dims(1, 20),
    L=dims(1, 1, most=1),
    **covariance(),
    R=drawn("L", "d", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, and f the loss (5) with the weights (9), whose matrix need not be symmetric. For one "
    "layer the infimum in Theorem 4 is attained: the gradient is exactly zero at "
    r"$A_0=-\frac{n}{n+d+1}\Sigma^{-1}$, a point of $\mathcal S$."
)
@mutants(
    half_of_it=dict(a=lambda d, n: Fraction(-n, n + d + 1) / 2),
    with_twice_the_dimension=dict(a=lambda d, n: Fraction(-n, n + 1 + 2 * d)),
    without_the_one=dict(a=lambda d, n: Fraction(-n, n + d)),
)
def footnote(n, Sigma, precision, R, a=lambda d, n: Fraction(-n, n + d + 1)):
    """For one layer the infimum of Theorem 4 is attained: a point of S has a gradient of exactly zero."""
    along_R = slope(times(constant([a]), precision), R, Sigma, n, task="inverse", symmetric=False)
    return equal(along_R + 1, 1)  # one on both sides gives them a size


@theorem(
    PAPER,
    "Footnote 1, more layers",
    id="footnote-1/attained",
    summary="Up to nine layers the polynomial at whose roots the infimum of Theorem 4 would be attained has "
    "the orthogonality that this takes (its roots are not evaluated).",
    rank="headline",
    origin="ours",
    at=lines(239),
    kind=Expectation(),
    uses=[inequality],
    d=dims(1, 5, most=5),
    n=dims(1, 20, most=20),
    L=dims(1, 9, most=9),
    q=reals("L"),  # any polynomial of smaller degree
)
@printed(
    r"For $L\le9$, $d\le5$, $n\le20$, with $\mu$ the mean spectral measure, of mass d, of "
    r"$\frac1n\sum_{i=1}^ng_ig_i^\top$ for independent standard normal $g_i\in\mathbb R^d$, the polynomial p "
    r"of degree L with $p(0)=1$ that the recurrence of the orthogonal polynomials of $s\,d\mu(s)$ ends with "
    r"has $\int p\,q\,s\,d\mu=0$ for all q of degree below L. (Not evaluated: its roots $x_i$ are real, simple "
    r"and positive, and at the point $A_i=-x_i^{-1}\Sigma^{-1}$ of $\mathcal S$, where $f=\int p^2d\mu$, the "
    r"slope of f in $a_i$ is twice this integral with $q=\prod_{j\ne i}(1-s/x_j)$; by (25) the whole gradient "
    "is then zero, so that the infimum of Theorem 4 is attained for L layers.)"
)
@mutants(one_example_more=dict(shift=1), two_examples_more=dict(shift=2))
def attained(d, n, L, q, shift=0):
    """The polynomial of the minimiser over S is orthogonal to all of smaller degree, against s dmu(s)."""
    p = orthogonal_polynomial(d, n + shift, L)
    means = [  # of p s^(j + 1)
        functools.reduce(operator.add, (c * spectral_moment(d, n, i + j + 1) for i, c in enumerate(p)))
        for j in range(L)
    ]
    return equal(q @ constant(means) + 1, 1)
