r"""Theorem 4: on the set S the gradient of the in-context loss comes arbitrarily close to zero.

(24) in its proof. The infimum is attained, at the minimiser over S: $a_i=-1/x_i$ with the nodes $x_i$ of a
Gauss rule. On S the gradient is a multiple of $\Sigma$. The statement is checked at the point rounded to some
more than m bits, for $20\le m\le40$, along any directions $R$ of the full space of matrices, in rational
arithmetic. (As $2^{-m}$ is as small as wanted, this is the infimum.)

That the query $x^{(n+1)}$ is a further sample of the same law says section 3, whose X has $n+1$ i.i.d. rows
(line 43). It is needed: ``query``.

``deep``: up to nine layers (the paper's $k=8$ lists nine matrices). There the slope along R is that along the
part of R in S, which is what (25) says (``theorem-4/eq-25``, for up to three layers): the claim builds on it.
That such a point may be a global minimum is ``section-7/global-minimum``.
"""

from fractions import Fraction
from typing import Any

from baselines.in_context_loss_minimisers import minimiser_near
from lemmata import Expectation, at_most, dims, lines, mutants, printed, theorem
from lemmata.numbers import abs, eye, stored, sum, values
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import FIGURES, covariance, squared, times
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.exact_loss import slope
from theorems.preconditioned_gradient_descent.theorem_4.figure import plots

Coefficients = tuple[Fraction, ...]


def best(d: int, n: int, L: int, m: int) -> Coefficients:
    """The $a_i$ of the minimiser over S, rounded to $m + 32$ bits and as many as d has."""
    # With one layer the slope at a, along R, is 2 (1 + a (n + d + 1)/n) Tr(Sigma R): it grows with d.
    return minimiser_near(d, n, L, m + 32 + int(d).bit_length())


def one_percent_off(d: int, n: int, L: int, m: int) -> Coefficients:
    """As :func:`best`, times 1.01."""
    return tuple(a * Fraction(101, 100) for a in best(d, n, L, m))


WRONG: dict[str, Any] = {
    "one example more": dict(point=lambda d, n, L, m: best(d, n + 1, L, m)),
    "one percent off": dict(point=one_percent_off),
    "the best of one layer, throughout": dict(point=lambda d, n, L, m: best(d, n, 1, m) * L),
}


@theorem(
    PAPER,
    "Theorem 4",
    rank="headline",
    at=lines(211, 223),
    kind=Expectation(),
    d=dims(1, 3),
    n=dims(1, 20),
    L=dims(1, 3),
    **covariance(),
    m=dims(20, 40),
    R=drawn("L", "d", "d"),
    examples=[FIGURES | dict(n=20, L=3)],
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$ (the theorem lists $i\le n$; section 3 has the "
    r"query among its i.i.d. rows), $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, and f the loss (5) with "
    "the weights (9) (f and its gradient for $A_i$ that need not be symmetric: that among symmetric ones is "
    r"no larger) and the layers $A_0,\dots,A_k$ that it sees ($k=L-1$, any L). Then $\inf_{A\in\mathcal "
    r"S}\sum_{i=0}^k\|\nabla_{A_i}f(A)\|_F^2=0$, where $A\in\mathcal S$ means $A_i=a_i\Sigma^{-1}$ for all i: "
    r"for every $m\ge20$, and so for every m, some $A\in\mathcal S$ has "
    r"$|\sum_i\langle\nabla_{A_i}f(A),R_i\rangle|\le2^{-m}\|\Sigma\|_F\|R\|_F$ for all R.",
    slack="The minimiser over S has gradient exactly zero (claim footnote-1/attained); what its irrational "
    "coefficients, rounded, leave of it is less than $2^{-19}$ of the bound at the drawn sizes. Nearer than "
    "that comes only the rounding of float64, in which most prompts are searched, at the largest m.",
)
@mutants(WRONG, multiples_of_the_identity=dict(direction=lambda d: eye(d)), isotropic_w=dict(task="identity"))
def theorem_4(n, m, Sigma, R, point=best, direction=lambda precision: precision, task="inverse"):
    """For the sparse weights, the gradient on the set S comes arbitrarily close to zero."""
    along_R = slope(times(stored(point), direction), R, Sigma, n, task=task, symmetric=False)
    # |<gradient, R>| <= 2^-m |Sigma| |R| for all R says that the gradient has norm at most 2^-m |Sigma|.
    margin = at_most(along_R**2, squared(R) * sum(Sigma * Sigma) / 2**m / 2**m)
    return margin.report(slope_of_unit_directions=lambda: abs(values(along_R)) / values(squared(R)) ** 0.5)


theorem_4.figure(plots)
