r"""(34): within S one can descend as fast as along any direction, also where the covariates move.

At a point of S ($A_i=a_i\Sigma^{-1}$, $B_i=b_iI$, $w_\star\sim N(0,\Sigma^{-1})$), for any $(R,S)$ some
$(\tilde R,\tilde S)$ in S has $\frac d{dt}f(A+t\tilde R,B+t\tilde S)\le\frac d{dt}f(A+tR,B+tS)$ at $t=0$. It
holds, with equality, for $\tilde R_i=r_i\Sigma^{-1}$, $\tilde S_i=s_iI$. "In fact" the text prints
$\tilde R_i=r_iI$ (``direction``), which fails as for (25). (36) and (37) are
its parts that move A or B alone. $R$ is symmetric, as (13) demands of $A_i$.
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
    "settings": settings(d=2, n=2, L=2),
    "prompts": direction_at_a_point_with_B,
}
inequality = PAPER.claim("(34)", id="theorem-5/eq-34", rank="step", at=lines(949, 953), **SPACES)
direction = PAPER.claim(
    "(34), direction", id="theorem-5/eq-34/direction", rank="slip", at=lines(955), uses=[inequality], **SPACES
)
SLOPES = r"\frac{d}{dt}f(A+t\tilde R,B+t\tilde S)\le\frac{d}{dt}f(A+tR,B+tS)"

TRACES = (
    r"$r_i=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_i\Sigma^{1/2})$, "
    r"$s_i=\frac1d\operatorname{Tr}(\Sigma^{-1/2}S_i\Sigma^{1/2})$"
)


@inequality.printed(
    r"If $(A,B)\in\mathcal S$, then for any $(R,S)$ there is $(\tilde R,\tilde S)\in\mathcal S$ such that, at "
    rf"$t=0$, ${SLOPES}$ (it is an equality).",
    tilde_R=in_S,
    tilde_S=multiples,
    conclusion=equal,
    only_B=0,
)
@direction.printed(
    rf"${SLOPES}$ for $\tilde R_i=r_iI$, $\tilde S_i=s_iI$, {TRACES}.",
    defect="typo",
    because="A direction of S has multiples of the inverse of Sigma in A: the identity is none.",
    tilde_R=identity,
    tilde_S=multiples,
    conclusion=at_most,
    only_B=0,
)
@direction.amended(
    rf"${SLOPES}$, with equality, for $\tilde R_i=r_i\Sigma^{{-1}}$, $\tilde S_i=s_iI$, {TRACES}.",
    adds="the inverse of Sigma for I in A, and the equality",
    tilde_R=in_S,
    tilde_S=multiples,
    conclusion=equal,
    only_B=0,
)
def slope_in_S(
    s: Setting,
    prompt: Prompt,
    tilde_R: Direction,
    tilde_S: Direction,
    conclusion: Callable[[Array, Array], Margin],
    only_B: int,
) -> Margin:
    """The slope along a direction of S is at most that along the given direction."""
    A, B = times(prompt.a, s.precision), times(prompt.b, eye(s.d, prompt.b))
    R, S = prompt.R * (1 - only_B), prompt.S
    law: dict[str, Any] = {"task": "inverse", "precision": s.precision}
    both_R, both_S = stack([tilde_R(s, R), R], 1), stack([tilde_S(s, S), S], 1)
    slopes = slope(A[:, None], both_R, s.Sigma, s.n, B=B[:, None], S=both_S, **law)
    return conclusion(slopes[:, 0], slopes[:, 1])


for claim in (inequality, direction):
    claim.mutant("S not divided by d", tilde_S=lambda s, S: multiples(s, S) * (s.d + 1))
    claim.mutant("no direction in B", tilde_S=lambda s, S: full(0, like=S))
inequality.mutant("R not divided by d", tilde_R=lambda s, R: in_S(s, R) * (s.d + 1))
