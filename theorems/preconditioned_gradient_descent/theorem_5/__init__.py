r"""Theorem 5: on the set S the gradient comes arbitrarily close to zero, also where the covariates move.

(14) and (33). The infimum is attained at an explicit point, for every $\Sigma$, $n$ and number of layers:
$A_i=0$ and $B_i=-\frac12I$ but for the last layer, $A_{L-1}=-\frac n{n+d+1}\Sigma^{-1}$ (``footnote-2`` says
why). As in Theorem 4 the query $x^{(n+1)}$ is of the same law by section 3, whose X has $n+1$ i.i.d. rows (line
43). Slopes are those of the exact loss along any $R$ and $S$: (13) demands symmetric $A_i$, the gradient among
which is a part of that.

With more than two layers the slope along (R, S) at that point is a sum of slopes of two: the first-order terms
of different layers do not meet, as all $A_i$ but the last are zero. So it is evaluated: the exact loss of three
layers that move has too many words.

That point is a saddle: ``footnote-2/saddle``. ``minimiser``: the same at a local minimum over S, found by
descent to rounding. The theorem's "any PSD matrix" is read as positive definite, as its next line says
($\Sigma^{-1}$ is used).
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from lemmata import Expectation, Margin, at_most, dims, lines, mutants, printed, theorem
from lemmata.numbers import Array, abs, values
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import FIGURES, covariance, squared
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.theorem_5.figure import plots
from theorems.preconditioned_gradient_descent.theorem_5.setting import (
    Point,
    explicit,
    minimiser,
    scaled,
    slope_along,
)


def wrong(point: Callable[[int, int, int], Point]) -> dict[str, Any]:
    """Mutants that move the point, or change the law of w."""
    return {
        "every a_i one percent off": dict(point=lambda d, n, L: scaled(point(d, n, L), a=Fraction(101, 100))),
        "every b_i negated": dict(point=lambda d, n, L: scaled(point(d, n, L), b=Fraction(-1))),
        "every b_i zero": dict(point=lambda d, n, L: scaled(point(d, n, L), b=Fraction(0))),
        "isotropic w": dict(task="identity"),
    }


def slope_is_small(along: Array, R: Array, S: Array, m: int) -> Margin:
    """The slope along (R, S) is at most $2^{-m}$ times its norm."""
    size = squared(R) + squared(S)
    margin = at_most(along**2, size / 2**m / 2**m)
    return margin.report(slope_of_unit_directions=lambda: abs(values(along)) / values(size) ** 0.5)


@theorem(
    PAPER,
    "Theorem 5",
    rank="headline",
    at=lines(265, 277),
    kind=Expectation(),
    uses=["preconditioned_gradient_descent/footnote-2", "preconditioned_gradient_descent/footnote-2/saddle"],
    d=dims(1, 3),
    n=dims(1, 10),
    L=dims(1, 4),
    **covariance(),
    m=dims(20, 40),
    R=drawn("L", "d", "d"),
    S=drawn("L", "d", "d"),
    examples=[FIGURES | dict(n=10, L=2)],
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$ (the theorem lists $i\le n$; section 3 has the "
    r"query among its i.i.d. rows), $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, and f the loss (5) with "
    "the weights (13) (f and its gradient for $A_i$ that need not be symmetric: that among symmetric ones is "
    r"no larger). With the layers $0,\dots,k$ that f sees ($k=L-1$, any L): $\inf_{(A,B)\in\mathcal "
    r"S}\sum_{i=0}^k\|\nabla_{A_i}f(A,B)\|_F^2+\|\nabla_{B_i}f(A,B)\|_F^2=0$, where $(A,B)\in\mathcal S$ means "
    r"$A_i=a_i\Sigma^{-1}$, $B_i=b_iI$ for all i: for every $m\ge20$, and so for every m, some "
    r"$(A,B)\in\mathcal S$ has $|\sum_i\langle\nabla_{A_i}f,R_i\rangle+\langle\nabla_{B_i}f,S_i\rangle|"
    r"\le2^{-m}\|(R,S)\|_F$ for all $R_i$ and $S_i$. (The left side for $L>2$ is evaluated as a sum over "
    "$i<L-1$ of the slopes of the two layers i and $L-1$: at a point with $A_i=0$ for all these i they add up "
    "to it.)",
    because="The gradient is exactly zero at a point of S where all layers but the last are idle, $A_i = 0$ "
    "and $B_i = -I/2$ (claim footnote-2); from two layers on it is a saddle, no minimum (claim "
    "footnote-2/saddle).",
    slack="At the explicit point the gradient is exactly zero (claim footnote-2): rounding alone is left.",
)
@mutants(wrong(explicit))
def theorem_5(n, m, Sigma, precision, R, S, point=explicit, task="inverse"):
    """Where the covariates move, the gradient on the set S comes arbitrarily close to zero."""
    return slope_is_small(slope_along(R, S, point, Sigma, precision, n, task), R, S, m)


theorem_5.figure(plots)


@theorem(
    PAPER,
    "Theorem 5, minimiser over S",
    id="theorem-5/minimiser",
    origin="ours",
    kind=Expectation(),
    pinned={"L": "the statement is about two layers"},
    d=dims(1, 2, most=2),
    n=dims(1, 2, most=2),
    L=dims(2, 2, most=2),
    **covariance(bounded=True),
    m=dims(19, 38, most=38),
    R=drawn("L", "d", "d"),
    S=drawn("L", "d", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$ (the theorem lists $i\le n$; section 3 has the "
    r"query among its i.i.d. rows), $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, and f the loss (5) with "
    "the weights (13) (f and its gradient for $A_i$ that need not be symmetric: that among symmetric ones is "
    r"no larger). With two layers, $d,n\le2$ and $\frac14I\preceq\Sigma\preceq4I$ the gradient vanishes at the "
    r"point where descent of f over $A_i=a_i\Sigma^{-1}$, $B_i=b_iI$ ends (a local minimum there; that it is "
    r"one is not checked), up to rounding: $|\sum_i\langle\nabla_{A_i}f,R_i\rangle+\langle\nabla_{B_i}f,S_i"
    r"\rangle|\le2^{-m}\|(R,S)\|_F$ for all $R_i$ and $S_i$, for $19\le m\le38$.",
    slack="The gradient at the minimum itself is zero: what the rounding of its float64 numbers leaves is, "
    "at the drawn sizes, $2^{-7}$ of the bound with the largest m or less. Nearer than that comes only the "
    "rounding of float64, in which most prompts are searched.",
)
@mutants(wrong(minimiser))
def at_minimiser(n, m, Sigma, precision, R, S, point=minimiser, task="inverse"):
    """With two layers the gradient vanishes, up to rounding, at the point of S to which descent leads."""
    return slope_is_small(slope_along(R, S, point, Sigma, precision, n, task), R, S, m)
