r"""How much one exact proximal gradient step gains, in squared distance to a fixed vector.

(97b) in the proof of Lemma 3, in the setting of
:mod:`theorems.universal_approximation.proximal_descent_97a`; $\rho^\star$ is the fixed vector of (35), of
which nothing but its existence is used. The proof wants $\sum_i\|\phi_i\|_2^2\le Nn$, but the features have
$n+1$ entries: the sum can reach $N(n+1)$, and the step $1/(2n)$ is longer than one over the smoothness
constant. With $n+1$ in place of $n$, in the step as in the bound, it holds.

Both squared distances are moved so that each side is positive.
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.proximal import lasso_objective
from lemmata import Margin, Prompt, at_most
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_proximal_descent import (
    Setting,
    Step,
    design,
    prompts,
    settings,
    squared,
    step,
)
from theorems.universal_approximation.proximal_descent_97a import descent

distance = PAPER.claim(
    "(97b)",
    slug="proximal-descent-97b",
    kind="forall",
    settings=settings,
    prompts=prompts,
    uses=[descent],
)


@distance.printed(
    r"With $\eta=\frac{1}{2n}$: $\ell(\rho^\star_{t+1})-\ell(\rho^\star)\le n\left("
    r"\|\rho^{\mathsf{proximal}}_t-\rho^\star\|_2^2-\|\rho^\star_{t+1}-\rho^\star\|_2^2\right)$.",
    expect="refuted",
    defect="proof-step",
    because="The features have n + 1 entries, not n: the squared norms sum to at most N(n+1), and the "
    "step 1/(2n) exceeds one over the smoothness constant 2(n+1).",
    step=step(lambda s: s.n),
    weight=lambda s: s.n,
)
@distance.amended(
    r"With $\eta=\frac{1}{2(n+1)}$: $\ell(\rho^\star_{t+1})-\ell(\rho^\star)\le (n+1)\left("
    r"\|\rho^{\mathsf{proximal}}_t-\rho^\star\|_2^2-\|\rho^\star_{t+1}-\rho^\star\|_2^2\right)$.",
    because="n + 1 bounds the squared norm of a feature vector.",
    step=step(lambda s: s.n + 1),
    weight=lambda s: s.n + 1,
)
def objective_gap_is_paid_by_distance(
    s: Setting, prompt: Prompt, step: Step, weight: Callable[[Setting], int]
) -> Margin:
    """The objective gap after a proximal step is at most the decrease of the squared distance."""
    phi = design(prompt)
    after = step(s, phi, prompt.y, prompt.rho)
    w = weight(s)
    return at_most(
        lasso_objective(phi, prompt.y, s.lam, after) + squared(after - prompt.rho_star) * w,
        lasso_objective(phi, prompt.y, s.lam, prompt.rho_star)
        + squared(prompt.rho - prompt.rho_star) * w,
    )


distance.mutant("the distance counts for half", weight=lambda s: 0.5 * s.n)
distance.mutant("twice the threshold", step=step(lambda s: s.n + 1, threshold=2))
distance.mutant("features up to 2", prompts=lambda s: prompts(s, limit=2.0))
