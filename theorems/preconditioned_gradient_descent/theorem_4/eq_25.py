r"""(25): within S one can descend as fast as along any direction; and its printed direction.

At a point of S ($A_i=a_i\Sigma^{-1}$, $w_\star\sim N(0,\Sigma^{-1})$), for any $R$ some $\tilde R$ in S has
$\frac d{dt}f(A+t\tilde R)\le\frac d{dt}f(A+tR)$ at $t=0$. It holds for $\tilde R_i=r_i\Sigma^{-1}$ with
$r_i=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_i\Sigma^{1/2})$, and with equality. (The existence alone says
little: any large multiple of a direction of descent would do, so the explicit one matters.)

"In fact" the text prints $\tilde R_i=r_iI$ (``direction``): that is no direction of S unless $\Sigma$
is a multiple of $I$, and it fails at $d=n=1$, where the two differ by the factor $\Sigma$. (27), the
layer-wise form, has $r_j\Sigma^{-1}$ again: it is (25) for a direction that moves one layer. Slopes are those
of the exact loss along the matrices themselves, symmetric or not.
"""

from collections.abc import Callable
from typing import Any

from baselines.gaussian_moments import Task
from baselines.in_context_loss import slope
from lemmata import Expectation, Margin, Prompt, at_most, equal, lines
from lemmata.numbers import Array, eye, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import (
    Setting,
    direction_at_a_point,
    half_traces,
    settings,
    times,
)

Direction = Callable[[Setting, Array], Array]


def in_S(s: Setting, R: Array) -> Array:
    r"""$r_i\Sigma^{-1}$."""
    return times(half_traces(R, s.Sigma) / s.d, s.precision)


def identity(s: Setting, R: Array) -> Array:
    """r_i I."""
    return times(half_traces(R, s.Sigma) / s.d, eye(s.d, R))


def together(s: Setting, R: Array) -> Array:
    """One direction, which moves all layers: ``(batch, 1, L, d, d)``."""
    return R[:, None]


SPACES: dict[str, Any] = {
    "kind": Expectation(),
    "settings": settings(d=4, n=6, L=3, largest=64.0),
    "prompts": direction_at_a_point,
}
inequality = PAPER.claim(
    "(25)",
    id="theorem-4/eq-25",
    summary="Within S the loss falls at least as fast as along any direction.",
    rank="step",
    origin="read",
    at=lines(779, 783),
    **SPACES,
)
direction = PAPER.claim(
    "(25), direction",
    id="theorem-4/eq-25/direction",
    summary="The direction in S that falls as fast is a multiple of the identity.",
    rank="slip",
    at=lines(785),
    uses=[inequality],
    **SPACES,
)
SLOPES = r"\frac{d}{dt}f(A+t\tilde R)\le\frac{d}{dt}f(A+tR)"

EQUAL = SLOPES.replace(r"\le", "=")
LAW = (
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, "
    r"$w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, f the loss "
    r"(5) with the weights (9), whose matrices need not be symmetric, and "
    r"$A\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$. "
)
TRACE = r"r_i=\frac1d\operatorname{Tr}(\Sigma^{1/2}R_i\Sigma^{1/2})"


@inequality.printed(
    rf"{LAW}For any $R$ there is $\tilde R\in\mathcal S$ such that, at $t=0$, ${SLOPES}$: "
    rf"$\tilde R_i=r_i\Sigma^{{-1}}$ with ${TRACE}$ is one (as (27) has it; printed below (25) as $r_iI$).",
    tilde=in_S,
    task="inverse",
    layers=together,
    conclusion=at_most,
)
@direction.printed(
    rf"{LAW}For any $R$, at $t=0$, ${SLOPES}$ for $\tilde R_i=r_iI$, ${TRACE}$.",
    defect="typo",
    because="r_i times the inverse of Sigma is meant: along r_i I the slope is Tr(Sigma) / d times as large.",
    fails_where=lambda s: s.spectrum.sum() != s.d,
    tilde=identity,
    task="inverse",
    layers=together,
    conclusion=at_most,
)
@direction.amended(
    rf"{LAW}For any $R$, at $t=0$, ${EQUAL}$ for $\tilde R_i=r_i\Sigma^{{-1}}$, ${TRACE}$.",
    adds="the inverse of Sigma for I, and the equality",
    tilde=in_S,
    task="inverse",
    layers=together,
    conclusion=equal,
)
def slope_in_S(
    s: Setting,
    prompt: Prompt,
    tilde: Direction,
    task: Task,
    layers: Direction,
    conclusion: Callable[[Array, Array], Margin],
) -> Margin:
    """The slope along a direction of S is at most that along the given direction."""
    A, R = times(prompt.a, s.precision)[:, None, None], layers(s, prompt.R)
    both = stack([tilde(s, R), R], 1)
    slopes = slope(A, both, s.Sigma, s.n, task=task, symmetric=False)
    return conclusion(slopes[:, 0], slopes[:, 1])


for claim in (inequality, direction):
    claim.mutant("a hundredth more", tilde=lambda s, R: in_S(s, R) * 101 / 100)
    claim.mutant("d + 1 times as much", tilde=lambda s, R: in_S(s, R) * (s.d + 1))
    claim.mutant("isotropic w", task="identity")
