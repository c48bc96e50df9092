r"""A.3, step 2: a rotation reduces Theorem 1 to a diagonal covariance.

$\tilde x=U^\top x$, $\tilde w_\star=U^\top w_\star$, $\tilde b^\top=b^\top\operatorname{diag}(U,1)$,
$\tilde A=\operatorname{diag}(U^\top,1)AU$. ``rotation`` is $f(b,A)$ at $\Sigma$ = $f(\tilde b,\tilde A)$ at
$\Lambda$. (The chain for one prompt has a file of its own.)
"""

from __future__ import annotations

from baselines.gaussian_moments import in_context_loss
from lemmata import Margin, Prompt, equal
from lemmata.numbers import diag_embed
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_rotation import ROTATED, turned
from theorems.preconditioned_gradient_descent.instances_theorem_1 import Setting
from theorems.preconditioned_gradient_descent.lemma_6 import seven

rotation = PAPER.claim("A.3, step 2", slug="lemma-7-rotation", uses=[seven], **ROTATED)


@rotation.printed(
    r"$f(b,A)$ for $x\sim N(0,\Sigma)$ is $f(\tilde b,\tilde A)$ for $\tilde x\sim N(0,\Lambda)$.",
    both=1,
)
def loss_in_the_eigenbasis(s: Setting, prompt: Prompt, both: int) -> Margin:
    """The loss in the eigenbasis of the covariance."""
    b, A = turned(s, prompt.b, prompt.A)
    b = prompt.b if both < 0 else b
    there = in_context_loss(b, A if both > 0 else prompt.A, diag_embed(s.spectrum), s.n)
    return equal(in_context_loss(prompt.b, prompt.A, s.Sigma, s.n), there)


rotation.mutant("A is not turned", both=0)
rotation.mutant("neither is turned", both=-1)
