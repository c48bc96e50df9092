r"""One exact proximal gradient step does not increase the Lasso objective.

(97a) in the proof of Lemma 3. The objective is (32), $\ell(\rho)=\frac1N\sum_i (y_i-\phi_i^\top\rho)^2+
\lambda\|\rho\|_1$ on $\mathbb R^{n+1}$; the features are $n$ numbers in $[-1,1]$ and a constant 1, as (26) and
(33) say. $\rho^\star_{t+1}$ is the exact proximal step (38) from $\rho^{\mathsf{proximal}}_t$ with step
$\eta=1/(2n)$.

It survives as printed although that step is longer than one over the smoothness constant $2(n+1)$, on
which the proof relies: for descent a step of at most two over it is enough.
"""

from __future__ import annotations

from baselines.proximal import lasso_objective, proximal_gradient
from lemmata import Margin, Prompt, at_most
from lemmata.numbers import Array
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_proximal_descent import (
    Setting,
    Step,
    design,
    prompts,
    settings,
    step,
)

descent = PAPER.claim(
    "(97a)",
    slug="proximal-descent-97a",
    kind="forall",
    settings=settings,
    prompts=prompts,
    examples=[Setting(n=1, N=1, lam=lam) for lam in (1.0, 0.5)],
)


@descent.printed(
    r"With $\eta=\frac{1}{2n}$: $\ell(\rho^\star_{t+1})\le\ell(\rho^{\mathsf{proximal}}_t)$.",
    step=step(lambda s: s.n),
)
def objective_decreases(s: Setting, prompt: Prompt, step: Step) -> Margin:
    """The proximal step does not increase the Lasso objective."""
    phi = design(prompt)
    after = step(s, phi, prompt.y, prompt.rho)
    return at_most(
        lasso_objective(phi, prompt.y, s.lam, after),
        lasso_objective(phi, prompt.y, s.lam, prompt.rho),
    )


def double(s: Setting, phi: Array, y: Array, rho: Array) -> Array:
    """The step 1 / n instead of 1 / (2n)."""
    return proximal_gradient(phi, y, s.lam, rho, inverse_step=s.n, steps=1)[-1]


descent.mutant("the step is 1/n", step=double)
descent.mutant("twice the threshold", step=step(lambda s: s.n, threshold=2))
descent.mutant("features up to 2", prompts=lambda s: prompts(s, limit=2.0))
