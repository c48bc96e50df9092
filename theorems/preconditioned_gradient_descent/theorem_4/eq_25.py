r"""(25): within S one can descend as fast as along any direction; and its printed direction.

The inequality holds with equality. (The existence alone says little: any large multiple of a direction of
descent would do, so the explicit one matters.) The printed $\tilde R_i=r_iI$ (``direction``) is no direction of
S unless $\Sigma$ is a multiple of $I$. (27), the layer-wise form, has $r_j\Sigma^{-1}$ again: it is (25) for a
direction that moves one layer.
"""

from collections.abc import Callable
from typing import Any

from baselines.gaussian_moments import Task
from lemmata import Expectation, Margin, amended, at_most, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, eye, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.exact_loss import covariance, half_traces, slope, times

AT_A_POINT: dict[str, Any] = {
    "kind": Expectation(),
    "d": dims(1, 4),
    "n": dims(1, 6),
    "L": dims(1, 3),
    **covariance(largest=64.0),
    "a": reals("L"),
    "R": reals("L", "d", "d"),
}
WRONG: dict[str, Any] = {
    "a hundredth more": dict(tilde=lambda d, R, Sigma, precision: in_S(d, R, Sigma, precision) * 101 / 100),
    "d + 1 times as much": dict(tilde=lambda d, R, Sigma, precision: in_S(d, R, Sigma, precision) * (d + 1)),
    "isotropic w": dict(task="identity"),
}


def in_S(d: int, R: Array, Sigma: Array, precision: Array) -> Array:
    r"""$r_i\Sigma^{-1}$."""
    return times(half_traces(R, Sigma) / d, precision)


def slopes(A: Array, directions: list[Array], Sigma: Array, n: int, task: Task) -> Array:
    """The slopes of the loss at A along several directions."""
    return slope(A[None], stack(directions), Sigma, n, task=task, symmetric=False)


@theorem(PAPER, "(25)", rank="step", origin="read", at=lines(779, 783), **AT_A_POINT | {"d": dims(2, 4)})
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, f the loss (5) with the weights (9), whose matrices need not be symmetric, and "
    r"$A\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$, $d\ge2$ (for $d=1$ every $R$ is in $\mathcal S$). For "
    r"any $R$ there is $\tilde R\in\mathcal S$ such that, at $t=0$, $\frac{d}{dt}f(A+t\tilde "
    r"R)\le\frac{d}{dt}f(A+tR)$: $\tilde R_i=r_i\Sigma^{-1}$ with "
    r"$r_i=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_i\Sigma^{1/2})$ is one (as (27) has it; printed below (25) "
    "as $r_iI$)."
)
@mutants(WRONG)
def inequality(n, Sigma, precision, a, R, tilde=in_S, task="inverse"):
    """Within S the loss falls at least as fast as along any direction."""
    in_S, along_R = slopes(times(a, precision), [tilde, R], Sigma, n, task)
    return at_most(in_S, along_R)


@theorem(
    PAPER,
    "(25), direction",
    id="theorem-4/eq-25/direction",
    rank="slip",
    at=lines(785),
    uses=[inequality],
    **AT_A_POINT,
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, f the loss (5) with the weights (9), whose matrices need not be symmetric, and "
    r"$A\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$. For any $R$, at $t=0$, $\frac{d}{dt}f(A+t\tilde "
    r"R)\le\frac{d}{dt}f(A+tR)$ for $\tilde R_i=r_iI$, $r_i=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_i"
    r"\Sigma^{1/2})$.",
    defect="typo",
    because=r"$r_i$ times the inverse of $\Sigma$ is meant: along $r_i I$ the slope is Tr($\Sigma$) / d times "
    "as large.",
    fails_where=lambda d, spectrum: sum(spectrum) != d,
)
@amended(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, f the loss (5) with the weights (9), whose matrices need not be symmetric, and "
    r"$A\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$. For any $R$, at $t=0$, $\frac{d}{dt}f(A+t\tilde "
    r"R)=\frac{d}{dt}f(A+tR)$ for $\tilde R_i=r_i\Sigma^{-1}$, $r_i=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_i"
    r"\Sigma^{1/2})$.",
    adds=r"the inverse of $\Sigma$ for I, and the equality",
    tilde=in_S,
    conclusion=equal,
)
@mutants(WRONG)
def direction(
    n,
    Sigma,
    precision,
    a,
    R,
    tilde=lambda d, R, Sigma: times(half_traces(R, Sigma) / d, eye(d)),
    task="inverse",
    conclusion: Callable[[Array, Array], Margin] = at_most,
):
    """The direction in S that falls as fast is a multiple of the identity."""
    in_S, along_R = slopes(times(a, precision), [tilde, R], Sigma, n, task)
    return conclusion(in_S, along_R)
