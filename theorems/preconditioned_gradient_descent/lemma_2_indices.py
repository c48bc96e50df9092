r"""Which matrices Lemma 2 speaks of: "k-step preconditioned gradient methods using $-A_1,\dots,-A_k$".

The sentence before Lemma 2, about "the k-layer transformer parameterized by $A_0\dots A_k$": by (4) the k-th
state $Z_k$ has gone through $A_0,\dots,A_{k-1}$. The first matrix is left out, and the last one is not used.
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.gradient import gradient_descent
from constructions.gradient_descent import preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_lemma_2 import Setting
from theorems.preconditioned_gradient_descent.instances_lemma_2_proof import (
    proof_prompts,
    proof_settings,
    states,
)
from theorems.preconditioned_gradient_descent.lemma_2 import entry

claim = PAPER.claim(
    "before Lemma 2",
    slug="lemma-2-indices",
    kind="forall",
    settings=proof_settings(layers=2),
    prompts=proof_prompts,
    uses=[entry],
)
claim.construction(lambda s: preconditioned_gd_transformer(s.A))


@claim.printed(
    r"With k + 1 matrices $A_0,\dots,A_k$, $-[Z_k]_{d+1,n+1}$ is the prediction of k steps with "
    r"$A_1,\dots,A_k$.",
    expect="refuted",
    defect="typo",
    because="The first layer is that of A_0, and after k layers A_k has not been used.",
    steps=lambda A: A[1:],
)
@claim.amended(
    r"With k + 1 matrices $A_0,\dots,A_k$, $-[Z_k]_{d+1,n+1}$ is the prediction of k steps with "
    r"$A_0,\dots,A_{k-1}$.",
    steps=lambda A: A[:-1],
)
def matrices_in_use(
    s: Setting, tf: Transformer, prompt: Prompt, steps: Callable[[Array], Array]
) -> Margin:
    """The matrices that the k-th prediction depends on."""
    w = gradient_descent(prompt.X, steps(s.A), w_star=prompt.w_star)[-1]
    Z_k = states(tf, prompt, prompt.query)[s.L - 1]
    return equal(-Z_k[:, -1, -1], sum(w * prompt.query, -1))


claim.mutant("all of them", steps=lambda A: A)
claim.mutant("descent with -A", steps=lambda A: -A[:-1])
