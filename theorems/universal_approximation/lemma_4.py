r"""A transformer with L layers reaches the Lasso objective of rho*, with explicit constants.

Lemma 4 speaks of constants that it leaves open; here they are explicit, for labels $|y_i|\le Y$ and
$\lambda>0$, and the statement holds for all data instead of most. The weights are those of A.4 with the two
repairs and the step $\eta=\frac1{2(n+1)}$ (see Lemma 3). With $R=(Y^2+1)/\lambda$, the error
$E=\min\left\{\frac Y{(L+n)nN},\frac1{T(2Y+2R+\lambda)}\right\}$ and $\tau=\max\{2R,(Y^2+8R^2)/E\}$, by
induction over (120), (125) and (100):

- (58b), which is (130): $\|e_t\|_1\le E$, for $e_t$ the distance of $\rho^{(2t+1)}$ to the exact step (38)
  from $\rho^{(2t-1)}$;
- (131): $\|\rho^{(2t+1)}\|_1\le R$;
- (59a), the bare id:
  $\ell(\rho^{(L)})\le\ell(\rho^\star)+\frac{(n+1)\|\rho^\star\|_2^2}T+E(2(n+1)(R+\|\rho^\star\|_1)+T(2Y+2R+
  \lambda))$ for every $\rho^\star$;
- (59b): $|\phi_{N+1}^\top\rho^{(L)}-\widehat y^{(L)}|\le2R^2/\tau$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from baselines.proximal import lasso_objective, proximal_gradient
from constructions.transformer import Transformer
from lemmata import Claim, Margin, Prompt, at_most
from lemmata.numbers import Array, stack
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_lemma_4 import Setting, transformer
from theorems.universal_approximation.instances_lemma_4_explicit import (
    error,
    excess,
    l1,
    prompts,
    repaired,
    settings,
    tau,
)
from theorems.universal_approximation.instances_lemma_4_run import run


def claim(label: str, slug: str) -> Claim:
    made = PAPER.claim(label, slug=slug, kind="forall", settings=settings, prompts=prompts)
    made.construction(repaired())
    return made


objective = claim("Lemma 4, (59a)", "lemma-4")
steps = claim("(58b), (130)", "lemma-4-eq-58b")


@objective.printed(
    r"There is a transformer with $\ell(\rho^{(L)})-\ell(\rho^\star)\le\frac{(n+1)\|\rho^\star\|_2^2}T+E"
    r"\left(2(n+1)(R+\|\rho^\star\|_1)+"
    r"T(2Y+2R+\lambda)\right)$ (59a).",
    bound=excess,
)
def objective_is_reached(
    s: Setting, tf: Transformer, prompt: Prompt, bound: Callable[..., Array]
) -> Margin:
    """The transformer reaches the Lasso objective of rho*."""
    r = run(s, tf, prompt)
    reached = lasso_objective(r.phi, prompt.y, s.lam, r.rho[:, -1])
    star = lasso_objective(r.phi, prompt.y, s.lam, prompt.rho_star)
    return at_most(reached, star + bound(s, r, prompt.rho_star))


objective.mutant("no bound at all", bound=lambda s, r, star: l1(star) * 0)
objective.mutant("a prediction instead", bound=lambda s, r, star: -excess(s, r, star))


@steps.printed(
    r"There is a transformer with $\max_{1\le t\le T}\|e_t\|_1\le\frac Y{(L+n)nN}$ (58b).", share=1
)
def errors_are_small(s: Setting, tf: Transformer, prompt: Prompt, share: int) -> Margin:
    """Every step of the transformer is a proximal gradient step up to a small error."""
    r = run(s, tf, prompt)
    found = []
    for k in range(s.T):
        step = proximal_gradient(
            r.phi, r.y, s.lam, r.rho[:, k], steps=1, inverse_step=2 * (s.n + 1)
        )
        found.append(l1(r.rho[:, k + 1] - step[-1]))
    return at_most(stack(found, 1), error(s)[None, None] / share)


steps.mutant("a millionth of tau", construction=repaired(1_000_000))
steps.mutant(
    "printed weights", construction=lambda s: transformer("printed")(replace(s, tau=tau(s)))
)
steps.mutant(
    "2n in the step", construction=lambda s: transformer("repaired")(replace(s, tau=tau(s)))
)
