r"""Footnote 2: "the infimum may not be attained", in (14) of Theorem 5. It always is: the hedge is not needed.

At the explicit point no $B_i$ matters to first order, the slope in the last $A$ is that of one layer at its
minimum, and with $q=1+a^*s$, which is orthogonal to $s$, the slope in another $a_i$ is twice
$\int(sq^2+2a^*b_is^2q)\,d\mu=a^*(1+2b_i)\int s^2q\,d\mu=0$. To first order idle layers do not meet
(``every-depth``). The sentence is modal ("may", "it is possible"), so that nothing in it is false. But the
point that shows (14) runs one step of gradient descent (``saddle``); a local minimum over S is
``theorem-5/minimiser``.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from baselines.in_context_loss_minimisers import critical_point_with_b
from baselines.in_context_loss_rule import spectral_moment
from baselines.in_context_loss_spectrum import spectral_loss, spectral_slope
from lemmata import Expectation, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, concat, constant, derivative, over_batches, sign, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.exact_loss import covariance
from theorems.preconditioned_gradient_descent.layers import labels
from theorems.preconditioned_gradient_descent.theorem_3.scalar import least
from theorems.preconditioned_gradient_descent.theorem_5 import explicit, scaled, slope_along
from theorems.preconditioned_gradient_descent.theorem_5.eq_34 import inequality

WRONG: dict[str, Any] = {
    "every a_i one percent off": dict(point=lambda d, n, L: scaled(explicit(d, n, L), a=Fraction(101, 100))),
    "every b_i negated": dict(point=lambda d, n, L: scaled(explicit(d, n, L), b=Fraction(-1))),
    "every b_i zero": dict(point=lambda d, n, L: scaled(explicit(d, n, L), b=Fraction(0))),
}


@theorem(
    PAPER,
    "Footnote 2",
    origin="ours",
    at=lines(291),
    kind=Expectation(),
    pinned={"L": "the statement is about two layers; footnote-2/attained has more"},
    d=dims(1, 3),
    n=dims(1, 10),
    L=dims(2, 2, most=2),
    **covariance(),
    R=drawn("L", "d", "d"),
    S=drawn("L", "d", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, and f the loss (5) with the weights (13). For two layers the infimum in (14) is "
    "attained: the gradient in all $A_i$, which need not be symmetric, and all $B_i$ is exactly zero at "
    r"$A_0=0$, $B_0=-\frac12I$, $A_1=-\frac{n}{n+d+1}\Sigma^{-1}$, a point of $\mathcal S$ (with any $B_1$, "
    "which has no influence)."
)
@mutants(WRONG)
def footnote(n, Sigma, precision, R, S, point=explicit):
    """Two layers of S have a gradient of exactly zero, so that the infimum in (14) is attained."""
    return equal(slope_along(R, S, point, Sigma, precision, n) + 1, 1)  # one gives both sides a size


@theorem(
    PAPER,
    "Footnote 2, more layers",
    id="footnote-2/attained",
    origin="ours",
    at=lines(291),
    kind=Expectation(),
    uses=[inequality],
    d=dims(1, 5),
    n=dims(1, 20),
    L=dims(2, 9, most=9),
    r=reals("L"),  # any direction within S
    t=reals("L - 1"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, and f the loss (5) with the weights (13). For L layers, $2\le L\le9$, at the point "
    r"$A_{L-1}=-\frac{n}{n+d+1}\Sigma^{-1}$, otherwise $A_i=0$, $B_i=-\frac12I$, of $\mathcal S$ the slope of "
    r"f along any $(r_i\Sigma^{-1},t_iI)$ is exactly zero, evaluated by $f=\int p^2d\mu$ on $\mathcal S$, with "
    r"$\mu$ the mean spectral measure, of mass d, of $\frac1n\sum_{i=1}^ng_ig_i^\top$ for independent standard "
    r"normal $g_i\in\mathbb R^d$ and $p(s)=\prod_i(1+a_is_i)$ for $s_0=s$, $s_{i+1}=s_i(1+a_ib_is_i)^2$. (By "
    "(34) it is then zero along any direction, and the infimum in (14) is attained.)"
)
@mutants(WRONG)
def attained(d, n, r, t, point=explicit):
    """Up to nine layers, the loss has slopes of exactly zero within S at an explicit point of it."""
    a, b = map(constant, point)
    return equal(over_batches(spectral_slope)(a, r, d, n, b[:-1], t) + 1, 1)


def labels_of(X: Array, w: Array, L: int) -> Callable[[Array], Array]:
    """The labels of L layers as a function of their A and B together."""
    return lambda both: labels(X, w, both[:L], both[L:])


@theorem(
    PAPER,
    "Footnote 2, every depth",
    id="footnote-2/every-depth",
    origin="ours",
    at=lines(291),
    uses=[footnote],
    d=dims(1, 3),
    n=dims(1, 4),
    L=dims(2, 5),
    X=drawn("d", "n + 1"),
    w=drawn("d"),
    C=drawn("d", "d"),
    B=drawn("L", "d", "d"),
    R=drawn("L", "d", "d"),
    S=drawn("L", "d", "d"),
)
@printed(
    r"Let the weights be (13) with $A_i=0$ for $i<L-1$, any $A_{L-1}=C$ and any $B_i$, $L\ge2$. For every "
    "prompt the derivative of the labels after L layers along $(R_i,S_i)_{i<L}$ is the sum of those of two "
    "layers, $A_0=0$, $B_0=B_i$, $A_1=C$, along $R_i$ in $A_0$, over $i<L-1$, and of that of one layer, "
    "$A_0=C$, along $R_{L-1}$. (So the gradient of the loss (5) at such a point is zero for every L if it is "
    r"for two layers, as at $B_i=-\frac12I$, $C=-\frac n{n+d+1}\Sigma^{-1}$.)"
)
@mutants(a_hundredth_of_C_in_all_layers=dict(idle=Fraction(1, 100)), B_0_in_all_layers=dict(own=0))
def idle_layers_do_not_meet(L, X, w, C, B, R, S, idle=Fraction(0), own=1):
    """Where all layers but the last are idle, each moves the labels as if it were alone before the last one."""
    A = stack([*[C * idle] * (L - 1), C])
    whole = derivative(labels_of(X, w, L), concat([A, B]), along=concat([R, S]))
    parts = derivative(labels_of(X, w, 1), concat([C[None], B[-1:]]), along=concat([R[-1:], 0 * R[-1:]]))
    for i in range(L - 1):
        pair = concat([stack([0 * C, C]), stack([B[i * own], B[-1]])])
        along = stack([R[i], 0 * C, 0 * C, 0 * C])
        parts = parts + derivative(labels_of(X, w, 2), pair, along=along)
    return equal(whole, parts)


@theorem(
    PAPER,
    "Footnote 2, a saddle",
    id="footnote-2/saddle",
    rank="headline",
    origin="ours",
    at=lines(291),
    kind=Expectation(),
    uses=[attained],
    d=dims(1, 5),
    n=dims(1, 20),
    L=dims(2, 9, most=9),
    delta=reals(1),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, and f the loss (5) with the weights (13). For L layers, $2\le L\le9$, the point "
    r"$A_{L-1}=-\frac{n}{n+d+1}\Sigma^{-1}$, otherwise $A_i=0$, $B_i=-\frac12I$, of $\mathcal S$ is a saddle "
    r"there: with $b_{L-2}=-\frac12+\delta$ for $-\frac12$ there, the loss is the same for every $\delta$, the "
    r"minimum over $\mathcal S$ of one layer alone, and the slope of f in $a_{L-2}$ is $4c\delta$ with "
    r"$c=-\frac n{n+d+1}\int s^2(1-\frac n{n+d+1}s)\,d\mu>0$, with $\mu$ the mean spectral measure, of mass d, "
    r"of $\frac1n\sum_{i=1}^ng_ig_i^\top$ for independent standard normal $g_i\in\mathbb R^d$, so that f falls "
    "on either side of the point."
)
@mutants(twice_the_slope=dict(factor=8), no_slope=dict(factor=0))
def saddle(d, n, L, delta, factor=4):
    """The explicit point that attains (14) leaves all layers but one idle, and is a saddle."""
    a, b = map(constant, critical_point_with_b(d, n, L))
    b = concat([b[: L - 2], b[L - 2 :] + delta])
    along = constant([int(i == L - 2) for i in range(L)])
    slope = over_batches(spectral_slope)(a, along, d, n, b, 0 * b)
    loss = over_batches(spectral_loss)(a, d, n, b)
    best = Fraction(-n, n + d + 1)  # of one layer
    c = constant([best * (spectral_moment(d, n, 2) + best * spectral_moment(d, n, 3))])[0]
    return equal([slope, loss, sign(c)], [c * delta[0] * factor, constant([least(d, n, 1)])[0], 1])
