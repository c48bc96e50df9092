r"""Two unnumbered displays of the proof of Lemma 3 (appendix A.3) that are false as printed.

The expansion of $g$ before (104) has the residual $y_i-\phi_i^\top\rho$ where the gradient at $\rho_t$ has
$y_i-\phi_i^\top\rho_t$. The last line for (97a) claims a decrease by $n\|\rho_t-\rho^\star_{t+1}\|_2^2$.
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.proximal import lasso_objective
from lemmata import Margin, Prompt, at_least, equal
from lemmata.numbers import Array, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_proximal_descent import (
    Setting,
    design,
    g,
    linear,
    prompts,
    settings,
    squared,
    step,
)
from theorems.universal_approximation.proximal_descent import Count

expansion = PAPER.claim(
    "before (104)",
    slug="proximal-descent-expansion",
    kind="forall",
    settings=settings,
    prompts=prompts,
)
sharp = PAPER.claim(
    "after (105)",
    slug="proximal-descent-97a-sharp",
    kind="forall",
    settings=settings,
    prompts=prompts,
)
At = Callable[[Prompt], Array]


@expansion.printed(
    r"$g(\rho_t)-\frac2N\sum_i(\rho-\rho_t)^\top(y_i-\phi_i^\top\rho)\phi_i+\frac1N\sum_i"
    r"(\phi_i^\top(\rho-\rho_t))^2=g(\rho)$.",
    expect="refuted",
    defect="typo",
    because="The residual in the gradient belongs at rho_t.",
    at=lambda prompt: prompt.rho_star,
    quadratic=1,
)
@expansion.amended(
    r"$g(\rho_t)-\frac2N\sum_i(\rho-\rho_t)^\top(y_i-\phi_i^\top\rho_t)\phi_i+\frac1N\sum_i"
    r"(\phi_i^\top(\rho-\rho_t))^2=g(\rho)$.",
    because="Only the index t is added.",
    at=lambda prompt: prompt.rho,
    quadratic=1,
)
def expansion_of_the_square(prompt: Prompt, at: At, quadratic: int) -> Margin:
    """The mean squared residual is a quadratic polynomial."""
    phi = design(prompt)
    move = (phi @ (prompt.rho_star - prompt.rho)[..., None])[..., 0]
    left = g(phi, prompt.y, prompt.rho) + sum(move * move, -1) * quadratic / phi.shape[1]
    slope = linear(phi, prompt.y, prompt.rho, prompt.rho_star, at(prompt))
    return equal(left + slope, g(phi, prompt.y, prompt.rho_star))


expansion.mutant("no quadratic term", at=lambda prompt: prompt.rho, quadratic=0)
expansion.mutant("the residual half way", at=lambda p: (p.rho + p.rho_star) / 2, quadratic=1)


@sharp.printed(
    r"With $\eta=\frac1{2n}$: $\ell(\rho_t)\ge\ell(\rho^\star_{t+1})+n\|\rho_t-\rho^\star_{t+1}\|_2^2$.",
    expect="refuted",
    defect="proof-step",
    because="It rests on (104). At n = 1 the objective can stay the same while the iterate moves.",
    count=lambda s: s.n,
    gain=lambda s: s.n,
)
@sharp.amended(
    r"With $\eta=\frac1{2(n+1)}$: $\ell(\rho_t)\ge\ell(\rho^\star_{t+1})+(n+1)\|\rho_t-\rho^\star_{t+1}"
    r"\|_2^2$.",
    because="n + 1 bounds the squared norm of a feature vector.",
    count=lambda s: s.n + 1,
    gain=lambda s: s.n + 1,
)
def sufficient_decrease(s: Setting, prompt: Prompt, count: Count, gain: Count) -> Margin:
    """A proximal step decreases the objective by the square of its length."""
    phi = design(prompt)
    after = step(count)(s, phi, prompt.y, prompt.rho)
    before = lasso_objective(phi, prompt.y, s.lam, prompt.rho)
    gained = squared(prompt.rho - after) * gain(s)
    return at_least(before, lasso_objective(phi, prompt.y, s.lam, after) + gained)


sharp.mutant("twice the decrease", count=lambda s: s.n + 1, gain=lambda s: 2 * s.n + 2)
sharp.mutant("a longer step", count=lambda s: (s.n + 1) // 2, gain=lambda s: s.n + 1)
