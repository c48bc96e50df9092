r"""Theorem 4: on the set S the gradient of the in-context loss comes arbitrarily close to zero.

(24) in its proof. The infimum is attained, at the minimiser over S: $a_i=-1/x_i$ with the nodes $x_i$ of a
Gauss rule. On S the gradient is a multiple of $\Sigma$. The statement is checked at the point rounded to some
more than m bits, for $20\le m\le40$. (As $2^{-m}$ is as small as wanted, this is the infimum.) That the query
$x^{(n+1)}$ is a further sample of the same law, as section 3 says (line 43), is needed: ``query``. ``deep``
builds on (25), which is checked for up to three layers; the paper's $k=8$ lists nine matrices.

After the theorem: "in contrast to Theorem 1, there is no trade-off with statistical robustness", and the $A_i$
"are also similar to $A_i$'s in Theorem 1 when n is large", both read for one layer, where the minimum is
explicit. Its multiple $-\frac n{n+d+1}$ does shrink with few samples, just as (8) does at $\Sigma=I$, where the
two laws of $w_\star$ are the same.

``locally-optimal``: section 5.2 says that $A_i\propto\Sigma^{-1}$ "appears to be locally optimal, in
expectation over prompts". (In float64 the Hessian over all symmetric directions is positive wherever it was
computed, with least eigenvalue 0.074 at $d=5$, $n=20$, three layers, $\Sigma=I$, and 0.0039 at $d=2$, $n=100$.)
The radius is our own, for few numbers and a $\Sigma$ near I: the scale of A is that of $\Sigma^{-1}$.
"""

from fractions import Fraction
from typing import Any

from baselines.in_context_loss_minimisers import minimiser_near
from baselines.in_context_loss_spectrum import spectral_slope
from lemmata import Expectation, at_least, at_most, dims, dyadics, lines, mutants, printed, symmetric, theorem
from lemmata.numbers import abs, constant, eye, over_batches, stack, stored, sum, values
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn, drawn_symmetric
from theorems.preconditioned_gradient_descent.exact_loss import (
    FIGURES,
    covariance,
    half_traces,
    in_context_loss,
    slope,
    squared,
    times,
)
from theorems.preconditioned_gradient_descent.theorem_1.trade_off import SPECTRA, diagonal
from theorems.preconditioned_gradient_descent.theorem_4.eq_25 import inequality
from theorems.preconditioned_gradient_descent.theorem_4.figure import minimum_over_S, plots

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


@theorem(
    PAPER,
    "Theorem 4, deep networks",
    id="theorem-4/deep",
    origin="read",
    at=lines(211, 223),
    kind=Expectation(),
    uses=[theorem_4, inequality],
    d=dims(1, 5),
    n=dims(1, 20),
    L=dims(1, 9, most=9),
    **covariance(),
    m=dims(20, 40),
    R=drawn("L", "d", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$ (the theorem lists $i\le n$; section 3 has the "
    r"query among its i.i.d. rows), $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, and f the loss (5) with "
    "the weights (9) (f and its gradient for $A_i$ that need not be symmetric: that among symmetric ones is "
    r"no larger) and the layers $A_0,\dots,A_k$ that it sees ($k=L-1$, $L\le9$). Then $\inf_{A\in\mathcal "
    r"S}\sum_{i=0}^k\|\nabla_{A_i}f(A)\|_F^2=0$, where $A\in\mathcal S$ means $A_i=a_i\Sigma^{-1}$ for all i: "
    r"for every $m\ge20$, and so for every m, some $A\in\mathcal S$ has "
    r"$|\sum_i\langle\nabla_{A_i}f(A),R_i\rangle|\le2^{-m}\|\Sigma\|_F\|R\|_F$ for all R. In place of the "
    r"slope along R, the one is evaluated that by (25), for R and $-R$, is equal: that along $\tilde "
    r"R_i=\frac1d\operatorname{Tr}(\Sigma R_i)\Sigma^{-1}$, in $\mathcal S$, where f is the mean of "
    r"$\sum_s\prod_i(1+a_is)^2$ over the eigenvalues s of the Gram matrix of n independent standard normal "
    "vectors, over n.",
    slack="As for Theorem 4: the slopes at the minimiser itself are exactly zero (claim footnote-1/attained); "
    "what is left is its rounding.",
)
@mutants(WRONG)
def deep(d, n, m, Sigma, R, point=best):
    """Up to nine layers, the slopes within S come arbitrarily close to zero on S, all at once."""
    # At a point of S everything commutes but R: by (25) the slope along R is that along its part in S.
    along_R = over_batches(spectral_slope)(stored(point), half_traces(R, Sigma) / d, d, n)
    return at_most(along_R**2, squared(R) * sum(Sigma * Sigma) / 2**m / 2**m)


deep.figure(minimum_over_S)


@theorem(
    PAPER,
    "after Theorem 4, no trade-off",
    id="theorem-4/no-trade-off",
    rank="step",
    origin="read",
    at=lines(225),
    kind=Expectation(),
    uses=[theorem_4],
    pinned={"L": "the statement is about one layer"},
    d=dims(1, 3),
    n=dims(1, 20),
    L=dims(1, 1, most=1),
    **covariance(),
    r=dyadics(-1, 0),
    R=symmetric("d"),
)
@printed(
    r"One layer with the weights (9), its loss f (5) for independent $x^{(i)}\sim N(0,\Sigma)$, $w_\star\sim "
    r"N(0,\Sigma^{-1})$, $\Sigma\succ0$: there is no trade-off with few samples, read as: for every n a "
    r"multiple of $\Sigma^{-1}$, without the trace of $\Sigma$ that (8) adds, minimises f over symmetric "
    r"$A_0$: $-\frac n{n+1+d}\Sigma^{-1}$."
)
@mutants(
    {
        "without d": dict(a=lambda n: Fraction(-n, n + 1)),
        "twice d": dict(a=lambda n, d: Fraction(-n, n + 1 + 2 * d)),
        "half of the optimum": dict(a=lambda n, d: Fraction(-n, n + 1 + d) / 2),
        "n + 2 in place of n + 1": dict(a=lambda n, d: Fraction(-n, n + 2 + d)),
    }
)
def no_trade_off(n, Sigma, precision, r, R, a=lambda n, d: Fraction(-n, n + 1 + d)):
    """The optimum of one layer is a multiple of the inverse covariance, however few the samples."""
    own = a.numerator * precision / a.denominator
    others = [r * precision, R, own + R / 16]
    loss = in_context_loss(stack([*others, own])[:, None], Sigma, n, task="inverse", precision=precision)
    return at_least(loss[:3], loss[3])


@theorem(
    PAPER,
    "after Theorem 4, large n",
    id="theorem-4/large-n",
    at=lines(225),
    **SPECTRA | {"uses": [no_trade_off]},
)
@printed(
    r"One layer, independent $x^{(i)}\sim N(0,\Sigma)$, $\Sigma$ with eigenvalues $\lambda_i>0$: the "
    r"minimiser for $w_\star\sim N(0,\Sigma^{-1})$, whose eigenvalues are $-n/((n+1+d)\lambda_i)$, is similar "
    r"to (8) for large n: their eigenvalues differ by at most $|\sum_k\lambda_k-d\lambda_i|/(n\lambda_i^2)$."
)
@mutants(
    {
        "of order 1 / n^2": dict(power=2),
        "the inverse itself": dict(own=lambda lam: -1 / lam),
        "n + 2 in place of n + 1": dict(own=lambda d, n, lam: -n / (lam * (n + 2 + d))),
    }
)
def large_n(d, n, lam, own=lambda d, n, lam: -n / (lam * (n + 1 + d)), power=1):
    """One layer's optimum differs from that of Theorem 1 by at most a term of order 1/n."""
    gap = abs(sum(lam) - lam * d) / lam**2 / n**power
    # Both are between -1 / lam and 0: they are never further apart.
    return at_most(abs(own - diagonal(lam, n)), gap).trivial_where(gap - 1 / lam)


def rounded(d: int, n: int, L: int) -> Coefficients:
    """The $a_i$ of the minimiser over S, rounded to 104 bits."""
    return minimiser_near(d, n, L, 104)


@theorem(
    PAPER,
    "5.2, locally optimal",
    id="theorem-4/locally-optimal",
    rank="step",
    origin="read",
    at=lines(207),
    kind=Expectation(),
    uses=[theorem_4],
    d=dims(1, 2, most=2),  # the sizes that the radius is for
    n=dims(1, 3, most=3),
    L=dims(1, 3, most=3),
    **covariance(bounded=True),
    R=drawn_symmetric("L", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\frac14I\preceq\Sigma\preceq4I$, $d\le2$, $n\le3$, and f the loss (5) with the weights (9) of $L\le3$ "
    r"layers that it sees. The minimiser A of f over $A_i=a_i\Sigma^{-1}$, its $a_i$ rounded to 104 bits, is "
    r"locally optimal: $f(A\pm R)\ge f(A)$ for all symmetric R with $2^{-30}\le\|R\|_F\le2^{-10}$."
)
@mutants(
    one_percent_off=dict(point=lambda d, n, L: tuple(a * Fraction(101, 100) for a in rounded(d, n, L))),
    multiples_of_the_identity=dict(direction=lambda d: eye(d)),
    isotropic_w=dict(task="identity"),
)
def locally_optimal(
    n, Sigma, precision, R, point=rounded, direction=lambda precision: precision, task="inverse"
):
    """No symmetric matrices at a small distance from the minimiser over S have a smaller loss."""
    A = times(constant(point), direction)
    R = R / (squared(R) + 1) / 512  # at most 2^-10 long, and any such R
    loss = in_context_loss(stack([A + R, A - R, A]), Sigma, n, task=task, precision=precision)
    # Nearer to the rounded point its own slope, some 2^-104, would count.
    return at_least(loss[:2], loss[2]).given(squared(R) * 4**30 - 1)
