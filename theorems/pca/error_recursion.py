r"""How the errors of one component reach the next, in real deflation.

Section 4 of the slides, with $a_\eta=\|v_\eta-p_\eta\|_2$ and $b_\eta=|\lambda_\eta-\hat\lambda_\eta|$ for the
iterates of Algorithm 1 after $\tau$ steps (the eigenvector is the one on the side of the iterate). The
first display bounds $a_{\eta+1}$ by the errors of the *earlier* components alone: with $p_1=v_1$ it says
that $p_2$ is exact, after any number of iterations. The component's own $\sqrt{2\epsilon_0}$ is missing. And
$\Delta$ has to include the gap $\lambda_k-\lambda_{k+1}$: without it nothing keeps $v_k$ apart
from $v_{k+1}$. The amended readings take the Davis and Kahan constant $2\sqrt2$. All suppose
$|p_{3,i}^\top v_i|>\delta$, $\lambda_{i+1}\le(1-\epsilon_0)^2\lambda_i$, and $\tau$ as for one component.
Suffixes: ``a``, ``b`` (the two recursions), ``start``; the bare id is the final bound on $a_{\eta+1}$
(:mod:`theorems.pca.error_bounds`).
"""

from __future__ import annotations

from typing import Any

import torch

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import stack
from theorems.pca import PAPER
from theorems.pca.instances_deflation import (
    Setting,
    prompts,
    relative,
    root,
)
from theorems.pca.instances_error_recursion import Bound, earlier, eigenvalue_bound, errors

EXACT_FIRST = Setting(2, 0.5, 0.25, torch.tensor([0.25, 0.25]).double())
common: dict[str, Any] = {
    "kind": "forall",
    "settings": relative,
    "prompts": prompts,
    "examples": [EXACT_FIRST],
}


vectors = PAPER.claim("recursion", slug="error-recursion", suffix="a", **common)


numbers = PAPER.claim("recursion", slug="error-recursion", suffix="b", **common)


@vectors.printed(
    r"$a_{\eta+1}\le\frac{\max_{i\in[\eta]}b_i+\sum_{i=1}^\eta2\lambda_ia_i}{\Delta}$.",
    expect="refuted",
    defect="proof-step",
    because="The component's own finite iteration is missing: p_1 = v_1 makes the right side 0.",
    bound=earlier(1, False),
)
@vectors.amended(
    r"$a_{\eta+1}\le2\sqrt2\,\frac{\max_{i\in[\eta]}b_i+\sum_{i=1}^\eta2\lambda_ia_i}{\Delta}+"
    r"\sqrt{2\epsilon_0}$, $\Delta$ including $\lambda_k-\lambda_{k+1}$.",
    bound=earlier(8, True),
)
def next_vector(s: Setting, prompt: Prompt, bound: Bound) -> Margin:
    """The error of the next eigenvector is bounded by those of the earlier ones."""
    found = errors(s, prompt)
    right = stack([bound(s, found, eta) for eta in range(1, s.k)], -1)
    return at_most(found.a[:, 1:], right)


@numbers.printed(
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta\max_{i\in[\eta]}b_i+\sum_{i=1}^\eta(2\lambda_ia_i+\lambda_i"
    r"a_i)$ (brackets restored).",
    expect="refuted",
    defect="proof-step",
    because="The component's own finite iteration is missing: p_1 = v_1 makes the right side 0.",
    bound=eigenvalue_bound(False),
)
@numbers.amended(
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta\max_{i\in[\eta]}b_i+\sum_{i=1}^\eta3\lambda_ia_i+"
    r"\lambda_{\eta+1}\sqrt{2\epsilon_0}$, $\Delta$ including $\lambda_k-\lambda_{k+1}$.",
    bound=eigenvalue_bound(True),
)
def next_eigenvalue(s: Setting, prompt: Prompt, bound: Bound) -> Margin:
    """The error of the next eigenvalue is bounded by those of the earlier components."""
    found = errors(s, prompt)
    right = stack([bound(s, found, eta) for eta in range(1, s.k)], -1)
    return at_most(found.b[:, 1:], right)


vectors.mutant("the gap of the first k", bound=earlier(1, False))


vectors.mutant("no earlier errors", bound=lambda s, found, eta: root(s, found.a[:, 0]) / 4)


numbers.mutant("no iteration error", bound=eigenvalue_bound(False))


numbers.mutant("a hundredth", bound=eigenvalue_bound(True, 100))
