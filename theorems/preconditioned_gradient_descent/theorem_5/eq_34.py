r"""(34): within S one can descend as fast as along any direction, also where the covariates move.

It holds with equality. The printed $\tilde R_i=r_iI$ (``direction``) fails as for (25). (36) and (37) are its
parts that move A or B alone. The expansion of the exact loss is too long for three layers with B: for these see
``theorem-5/three-layers``, by quadrature, and for any number, with (36) and (37), ``step-4/chain``, prompt by
prompt.
"""

from collections.abc import Callable
from typing import Any

from lemmata import Expectation, Margin, amended, at_most, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, eye, stack, sum, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.exact_loss import covariance, half_traces, slope, times
from theorems.preconditioned_gradient_descent.theorem_4.eq_25 import in_S

AT_A_POINT: dict[str, Any] = {
    "kind": Expectation(),
    "d": dims(1, 3),
    "n": dims(1, 6),
    "L": dims(1, 2),
    **covariance(largest=64.0),
    "a": reals("L"),
    "b": reals("L"),
    "R": reals("L", "d", "d"),
    "S": reals("L", "d", "d"),
}
WRONG: dict[str, Any] = {
    "a hundredth more in S": dict(tilde_S=lambda S: multiples(S) * 101 / 100),
    "d + 1 times as much in S": dict(tilde_S=lambda d, S: multiples(S) * (d + 1)),
    "no direction in B": dict(tilde_S=lambda S: 0 * S),
}


def multiples(S: Array) -> Array:
    r"""$s_iI$: the trace of $\Sigma^{-1/2}S_i\Sigma^{1/2}$ is that of $S_i$."""
    d = S.shape[-1]
    return times(trace(S) / d, eye(d))


def slopes_at(a: Array, b: Array, Sigma: Array, precision: Array, n: int) -> Callable[..., Array]:
    """The slopes of the loss at a point of S, along two directions."""
    law: dict[str, Any] = {"task": "inverse", "precision": precision, "symmetric": False}
    A, B = times(a, precision)[None], times(b, eye(len(Sigma)))[None]
    return lambda R, S: slope(A, stack(R), Sigma, n, B=B, S=stack(S), **law)


@theorem(PAPER, "(34)", rank="step", origin="read", at=lines(949, 953), **AT_A_POINT | {"d": dims(2, 3)})
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, f the loss (5) with the weights (13), whose $A_i$ need not be symmetric, and "
    r"$(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$, $B_i=b_iI$, $d\ge2$ (for $d=1$ every $(R,S)$ is "
    r"in $\mathcal S$). For any $(R,S)$ there is $(\tilde R,\tilde S)\in\mathcal S$ such that, at $t=0$, "
    r"$\frac{d}{dt}f(A+t\tilde R,B+t\tilde S)\le\frac{d}{dt}f(A+tR,B+tS)$: $\tilde R_i=r_i\Sigma^{-1}$ (as "
    r"(36) has it; printed below (34) as $r_iI$) and $\tilde S_i=s_iI$ with "
    r"$r_i=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_i\Sigma^{1/2})$, "
    r"$s_i=\frac1d\operatorname{Tr}(\Sigma^{-1/2}S_i\Sigma^{1/2})$ are such."
)
@mutants(
    WRONG
    | {
        "a hundredth more in R": dict(
            tilde_R=lambda d, R, Sigma, precision: in_S(d, R, Sigma, precision) * 101 / 100
        ),
        "d + 1 times as much in R": dict(
            tilde_R=lambda d, R, Sigma, precision: in_S(d, R, Sigma, precision) * (d + 1)
        ),
    }
)
def inequality(R, S, slopes=slopes_at, tilde_R=in_S, tilde_S=multiples):
    """Where the covariates move, the loss falls within S at least as fast as along any direction."""
    return at_most(*slopes([tilde_R, R], [tilde_S, S]))


@theorem(
    PAPER,
    "(34), direction",
    id="theorem-5/eq-34/direction",
    rank="slip",
    at=lines(955),
    uses=[inequality],
    **AT_A_POINT,
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, f the loss (5) with the weights (13), whose $A_i$ need not be symmetric, and "
    r"$(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$, $B_i=b_iI$. For any $(R,S)$, at $t=0$, "
    r"$\frac{d}{dt}f(A+t\tilde R,B+t\tilde S)\le\frac{d}{dt}f(A+tR,B+tS)$ for $\tilde R_i=r_iI$, $\tilde "
    r"S_i=s_iI$, $r_i=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_i\Sigma^{1/2})$, "
    r"$s_i=\frac1d\operatorname{Tr}(\Sigma^{-1/2}S_i\Sigma^{1/2})$.",
    defect="typo",
    because=r"$r_i$ times the inverse of $\Sigma$ is meant: along $r_i I$ the part of A in the slope is "
    r"Tr($\Sigma$) / d times as large.",
    fails_where=lambda d, spectrum: sum(spectrum) != d,
    falls_with="preconditioned_gradient_descent/theorem-4/eq-25/direction",
)
@amended(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, f the loss (5) with the weights (13), whose $A_i$ need not be symmetric, and "
    r"$(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$, $B_i=b_iI$. For any $(R,S)$, at $t=0$, "
    r"$\frac{d}{dt}f(A+t\tilde R,B+t\tilde S)=\frac{d}{dt}f(A+tR,B+tS)$ for $\tilde R_i=r_i\Sigma^{-1}$, "
    r"$\tilde S_i=s_iI$, $r_i=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_i\Sigma^{1/2})$, "
    r"$s_i=\frac1d\operatorname{Tr}(\Sigma^{-1/2}S_i\Sigma^{1/2})$.",
    adds=r"the inverse of $\Sigma$ for I in A, and the equality",
    tilde_R=in_S,
    conclusion=equal,
)
@mutants(WRONG)
def direction(
    R,
    S,
    slopes=slopes_at,
    tilde_R=lambda d, R, Sigma: times(half_traces(R, Sigma) / d, eye(d)),
    tilde_S=multiples,
    conclusion: Callable[[Array, Array], Margin] = at_most,
):
    """Where the covariates move, the direction in S that falls as fast has multiples of I in A."""
    return conclusion(*slopes([tilde_R, R], [tilde_S, S]))
