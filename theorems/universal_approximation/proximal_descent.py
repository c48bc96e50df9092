r"""The proof of (97a) and (97b), display by display: (103) to (105) and what stands between them.

$g$ is the mean squared residual, $\psi(\rho)=g(\rho_t)+(\rho-\rho_t)^\top\nabla
g(\rho_t)+n\|\rho-\rho_t\|_2^2+\lambda\|\rho\|_1$ and $\rho^\star_{t+1}$ its minimiser, the exact proximal
step from $\rho_t$ with $\eta=1/(2n)$.

(103) and (105) hold. (104) is where the entries of the features are miscounted: it needs
$\sum_i\|\phi_i\|_2^2\le Nn$, but $\phi_i$ has $n+1$ entries. With $n+1$ in $\psi$ and in the step it holds. The
display before it expands $g$ at $\rho_t$ with the residual at $\rho$, a slip that makes both of its equalities
false. And the last line of the proof says more than (97a): a decrease by $n\|\rho_t-\rho^\star_{t+1}\|_2^2$,
which fails where the step reaches the limit of stability.
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.proximal import lasso_objective
from lemmata import Margin, Prompt, at_least, at_most
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_proximal_descent import (
    Setting,
    design,
    prompts,
    psi,
    settings,
    squared,
    step,
)

Count = Callable[[Setting], int]


strong = PAPER.claim(
    "(103)", slug="proximal-descent-103", kind="forall", settings=settings, prompts=prompts
)
upper = PAPER.claim(
    "(104)", slug="proximal-descent-104", kind="forall", settings=settings, prompts=prompts
)
lower = PAPER.claim(
    "(105)", slug="proximal-descent-105", kind="forall", settings=settings, prompts=prompts
)


@strong.printed(
    r"$\psi(\widehat\rho)\ge\psi(\rho^\star_{t+1})+n\|\rho^\star_{t+1}-\widehat\rho\|_2^2$ for any "
    r"$\widehat\rho$.",
    factor=lambda s: s.n,
    shrink=1,
)
def surrogate_is_strongly_convex(s: Setting, prompt: Prompt, factor: Count, shrink: int) -> Margin:
    """The surrogate grows quadratically away from the proximal step."""
    phi = design(prompt)
    after = step(lambda s: s.n, shrink)(s, phi, prompt.y, prompt.rho)
    found = psi(s, phi, prompt.y, prompt.rho, prompt.rho_star, s.n)
    least = psi(s, phi, prompt.y, prompt.rho, after, s.n)
    return at_least(found, least + squared(after - prompt.rho_star) * factor(s))


strong.mutant("twice the modulus", factor=lambda s: 2 * s.n, shrink=1)
strong.mutant("n + 1", factor=lambda s: s.n + 1, shrink=1)
strong.mutant("twice the threshold", factor=lambda s: s.n, shrink=2)


@upper.printed(
    r"$\psi(\rho^\star_{t+1})\ge\ell(\rho^\star_{t+1})$, since $\sum_i\|\phi_i\|_2^2\le Nn$.",
    expect="refuted",
    defect="proof-step",
    because="The features have n + 1 entries: where all are 1 the sum is N(n+1).",
    weight=lambda s: s.n,
)
@upper.amended(
    r"With $n+1$ in place of $n$ in $\psi$ and $\eta$: $\psi(\rho^\star_{t+1})\ge\ell(\rho^\star_{t+1})$, "
    r"since "
    r"$\sum_i\|\phi_i\|_2^2\le N(n+1)$.",
    because="n + 1 bounds the squared norm of a feature vector.",
    weight=lambda s: s.n + 1,
)
def surrogate_is_above(s: Setting, prompt: Prompt, weight: Count) -> Margin:
    """The surrogate at the proximal step is at least the Lasso objective there."""
    phi = design(prompt)
    after = step(weight)(s, phi, prompt.y, prompt.rho)
    surrogate = psi(s, phi, prompt.y, prompt.rho, after, weight(s))
    return at_least(surrogate, lasso_objective(phi, prompt.y, s.lam, after))


upper.mutant("half the weight", weight=lambda s: (s.n + 1) // 2)
upper.mutant("features up to 2", weight=lambda s: s.n + 1, prompts=lambda s: prompts(s, 2.0))


@lower.printed(
    r"$\psi(\widehat\rho)\le\ell(\widehat\rho)+n\|\widehat\rho-\rho_t\|_2^2$ for any $\widehat\rho$.",
    factor=lambda s: s.n,
)
def surrogate_is_near(s: Setting, prompt: Prompt, factor: Count) -> Margin:
    """The surrogate exceeds the objective by at most its own quadratic term."""
    phi = design(prompt)
    surrogate = psi(s, phi, prompt.y, prompt.rho, prompt.rho_star, s.n)
    objective = lasso_objective(phi, prompt.y, s.lam, prompt.rho_star)
    return at_most(surrogate, objective + squared(prompt.rho_star - prompt.rho) * factor(s))


lower.mutant("no quadratic term", factor=lambda s: 0)
lower.mutant("n - 1", factor=lambda s: s.n - 1)
