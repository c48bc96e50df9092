r"""Two steps of the chain (98) to (102): where the distance is measured, and what an error costs.

(99) ends in $\frac nt\|\rho_0-\rho^\star\|_2^2=\frac nt\|\rho^\star\|_1^2$ "since $\rho_0=0$": an inequality,
the left norm being Euclidean. (100), before the noise is bounded, is deterministic and holds: an error e
after a step costs at most $\|e\|_1(\|\frac2N\sum_i(y_i-\phi_i^\top(\rho+e))\phi_i\|_\infty+\lambda)$.
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.proximal import lasso_objective
from lemmata import Margin, Prompt, at_most, equal, reals, space
from lemmata.numbers import Array, absolute, amax, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_proximal_descent import (
    Setting,
    design,
    prompts,
    settings,
    squared,
)

distance = PAPER.claim(
    "(99)",
    slug="lemma-3-eq-99",
    kind="forall",
    settings=settings,
    prompts=lambda s: space(rho_star=reals(s.n + 1)),
)
cost = PAPER.claim(
    "(100)", slug="lemma-3-eq-100", kind="forall", settings=settings, prompts=prompts
)


def l1(x: Array) -> Array:
    return sum(absolute(x), -1)


@distance.printed(
    r"$\frac nt\|\rho_0-\rho^\star\|_2^2=\frac nt\|\rho^\star\|_1^2$ for $\rho_0=0$.",
    expect="refuted",
    defect="typo",
    because="The norm on the left is the Euclidean one.",
    compare=equal,
    share=1,
)
@distance.amended(
    r"$\frac nt\|\rho_0-\rho^\star\|_2^2\le\frac nt\|\rho^\star\|_1^2$ for $\rho_0=0$.",
    because="No more is used.",
    compare=at_most,
    share=1,
)
def distance_of_the_start(
    s: Setting, prompt: Prompt, compare: Callable[[Array, Array], Margin], share: int
) -> Margin:
    """The squared distance of the start to rho* against its squared l1 norm."""
    size = l1(prompt.rho_star)
    return compare(squared(prompt.rho_star) * s.n, size * size * s.n / share)


distance.mutant("half", compare=at_most, share=2)
distance.mutant("an equality of norms", compare=equal, share=1)


@cost.printed(
    r"$\ell(\rho+e)-\ell(\rho)\le\|e\|_1\left(\left\|\frac2N\sum_i(y_i-\phi_i^\top(\rho+e))\phi_i\right\|_"
    r"\infty+\lambda\right)$ for all $\rho$ and $e$.",
    at=lambda rho, e: rho + e,
    penalty=1,
)
def cost_of_an_error(
    s: Setting, prompt: Prompt, at: Callable[[Array, Array], Array], penalty: int
) -> Margin:
    """An error after a step costs at most its l1 norm times the largest slope."""
    phi, y, rho, e = design(prompt), prompt.y, prompt.rho, prompt.rho_star
    residual = y - (phi @ at(rho, e)[..., None])[..., 0]
    slope = amax(absolute((phi.mT @ residual[..., None])[..., 0]), -1) * 2 / s.N
    before, after = (lasso_objective(phi, y, s.lam, r) for r in (rho, rho + e))
    return at_most(after, before + l1(e) * (slope + s.lam * penalty))


cost.mutant("the residual at rho", at=lambda rho, e: rho, penalty=1)
cost.mutant("no penalty", at=lambda rho, e: rho + e, penalty=0)
