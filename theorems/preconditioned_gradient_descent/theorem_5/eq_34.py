r"""(34): within S one can descend as fast as along any direction, also where the covariates move.

At a point of S ($A_i=a_i\Sigma^{-1}$, $B_i=b_iI$, $w_\star\sim N(0,\Sigma^{-1})$), for any $(R,S)$ some
$(\tilde R,\tilde S)$ in S has $\frac d{dt}f(A+t\tilde R,B+t\tilde S)\le\frac d{dt}f(A+tR,B+tS)$ at $t=0$. It
holds, with equality, for $\tilde R_i=r_i\Sigma^{-1}$, $\tilde S_i=s_iI$. "In fact" the text prints
$\tilde R_i=r_iI$ (``direction``), which fails as for (25). (36) and (37) are
its parts that move A or B alone. Slopes are those of the exact loss, whose expansion is too long for three
layers with B: for these see ``theorem-5/three-layers``, by quadrature, and for any number, with (36) and (37),
``step-4/chain``, prompt by prompt. $R$ is any matrix, as the
text has it, though (13) demands symmetric $A_i$.
"""

from collections.abc import Callable
from typing import Any

from baselines.in_context_loss import slope
from lemmata import Expectation, Margin, Prompt, at_most, equal, lines
from lemmata.numbers import Array, eye, full, stack, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import (
    Setting,
    direction_at_a_point_with_B,
    settings,
    times,
)
from theorems.preconditioned_gradient_descent.theorem_4.eq_25 import identity, in_S

Direction = Callable[[Setting, Array], Array]


def multiples(s: Setting, S: Array) -> Array:
    r"""$s_iI$: the trace of $\Sigma^{-1/2}S_i\Sigma^{1/2}$ is that of $S_i$."""
    return times(trace(S) / s.d, eye(s.d, S))


SPACES: dict[str, Any] = {
    "kind": Expectation(),
    "settings": settings(d=3, n=6, L=2, largest=64.0),
    "prompts": direction_at_a_point_with_B,
}
inequality = PAPER.claim(
    "(34)",
    id="theorem-5/eq-34",
    summary="Where the covariates move, the loss falls within S at least as fast as along any direction.",
    rank="step",
    origin="read",
    at=lines(949, 953),
    **SPACES,
)
direction = PAPER.claim(
    "(34), direction",
    id="theorem-5/eq-34/direction",
    summary="Where the covariates move, the direction in S that falls as fast has multiples of I in A.",
    rank="slip",
    at=lines(955),
    uses=[inequality],
    **SPACES,
)
SLOPES = r"\frac{d}{dt}f(A+t\tilde R,B+t\tilde S)\le\frac{d}{dt}f(A+tR,B+tS)"

EQUAL = SLOPES.replace(r"\le", "=")
LAW = (
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, "
    r"$w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, f the loss "
    r"(5) with the weights (13), whose $A_i$ need not be symmetric, and $(A,B)\in\mathcal S$, that is, "
    r"$A_i=a_i\Sigma^{-1}$, $B_i=b_iI$. "
)
TRACES = (
    r"$r_i=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_i\Sigma^{1/2})$, "
    r"$s_i=\frac1d\operatorname{Tr}(\Sigma^{-1/2}S_i\Sigma^{1/2})$"
)


def slopes_at(s: Setting, prompt: Prompt, R: Array, S: Array, symmetric: bool = False) -> Array:
    """The slopes of the loss at the prompt's point of S along directions ``(batch, ..., L, d, d)``."""
    A, B = times(prompt.a, s.precision), times(prompt.b, eye(s.d, prompt.b))
    middle = (slice(None), *[None] * (R.ndim - 4))
    law: dict[str, Any] = {"task": "inverse", "precision": s.precision, "symmetric": symmetric}
    return slope(A[middle], R, s.Sigma, s.n, B=B[middle], S=S, **law)


@inequality.printed(
    rf"{LAW}For any $(R,S)$ there is $(\tilde R,\tilde S)\in\mathcal S$ such that, at $t=0$, ${SLOPES}$: "
    rf"$\tilde R_i=r_i\Sigma^{{-1}}$ (as (36) has it; printed below (34) as $r_iI$) and "
    rf"$\tilde S_i=s_iI$ with {TRACES} are such.",
    tilde_R=in_S,
    tilde_S=multiples,
    conclusion=at_most,
)
@direction.printed(
    rf"{LAW}For any $(R,S)$, at $t=0$, ${SLOPES}$ for $\tilde R_i=r_iI$, $\tilde S_i=s_iI$, {TRACES}.",
    defect="typo",
    because="r_i times the inverse of Sigma is meant: along r_i I the part of A in the slope is Tr(Sigma) / d "
    "times as large.",
    fails_where=lambda s: s.spectrum.sum() != s.d,
    tilde_R=identity,
    tilde_S=multiples,
    conclusion=at_most,
)
@direction.amended(
    rf"{LAW}For any $(R,S)$, at $t=0$, ${EQUAL}$ for $\tilde R_i=r_i\Sigma^{{-1}}$, $\tilde S_i=s_iI$, "
    rf"{TRACES}.",
    adds="the inverse of Sigma for I in A, and the equality",
    tilde_R=in_S,
    tilde_S=multiples,
    conclusion=equal,
)
def slope_in_S(
    s: Setting,
    prompt: Prompt,
    tilde_R: Direction,
    tilde_S: Direction,
    conclusion: Callable[[Array, Array], Margin],
) -> Margin:
    """The slope along a direction of S is at most that along the given direction."""
    R, S = prompt.R, prompt.S
    both = slopes_at(s, prompt, stack([tilde_R(s, R), R], 1), stack([tilde_S(s, S), S], 1))
    return conclusion(both[:, 0], both[:, 1])


for claim in (inequality, direction):
    claim.mutant("a hundredth more in S", tilde_S=lambda s, S: multiples(s, S) * 101 / 100)
    claim.mutant("d + 1 times as much in S", tilde_S=lambda s, S: multiples(s, S) * (s.d + 1))
    claim.mutant("no direction in B", tilde_S=lambda s, S: full(0, like=S))
inequality.mutant("a hundredth more in R", tilde_R=lambda s, R: in_S(s, R) * 101 / 100)
inequality.mutant("d + 1 times as much in R", tilde_R=lambda s, R: in_S(s, R) * (s.d + 1))
