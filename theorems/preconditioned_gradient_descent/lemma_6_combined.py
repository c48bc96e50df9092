r"""From Lemmas 6 and 7 to Theorem 1: the loss as a sum of the $f_j$.

For data $N(0,\Lambda)$ the loss is $f(b,A)=\sum_j\lambda_jf_j(ba_j^\top)$; after Lemma 7 the text writes
$f(b,A)=\sum_jf_j(b,A_j)$, which is right for $\Lambda=I$ only (``lemma-7-decomposition``;
``lemma-6-decomposition`` is the isotropic display). The $f_j$ are sums over literal prompts, f is the
closed form.
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.gaussian_moments import in_context_loss
from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, diag_embed
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_law import Law
from theorems.preconditioned_gradient_descent.instances_lemma_6 import (
    ON_PARAMETERS,
    Setting,
    population,
    settings,
)
from theorems.preconditioned_gradient_descent.lemma_6 import seven

six = PAPER.claim(
    "A.2, step 1",
    slug="lemma-6-decomposition",
    uses=[seven],
    **{**ON_PARAMETERS, "settings": settings(True)},
)
lemma_7 = PAPER.claim("after Lemma 7", slug="lemma-7-decomposition", uses=[seven], **ON_PARAMETERS)
Weight = Callable[[Array], Array]


@six.printed(
    r"For $\Lambda=I$: $f(b,A)=\sum_j\mathbf E[b^\top Ca_j+w_\star[j]]^2=\sum_jf_j(ba_j^\top)$.",
    weight=lambda lam: lam * 0 + 1,
)
@lemma_7.printed(
    r"$f(b,A)=\sum_jf_j(ba_j^\top)$.",
    expect="refuted",
    defect="typo",
    because="The factor lambda_j = E[x[j]^2] is lost (A.3 has it in its step 2).",
    weight=lambda lam: lam * 0 + 1,
)
@lemma_7.amended(r"$f(b,A)=\sum_j\lambda_jf_j(ba_j^\top)$.", weight=lambda lam: lam)
def sum_of_components(s: Setting, prompt: Prompt, weight: Weight) -> Margin:
    """The loss is a sum over the coordinates of the query."""
    m: Law = population(s)
    lam = m.lam[0]
    rows = prompt.b[:, None, None] @ m.C @ prompt.A[:, None]  # (batch, points, 1, d)
    terms = rows[..., 0, :] + m.w
    components = m.mean(terms * terms)
    total = (components * weight(lam)).sum(-1)
    return equal(total, in_context_loss(prompt.b, prompt.A, diag_embed(lam), s.n))


six.mutant("any covariance", settings=settings(isotropic=False))
six.mutant("half", weight=lambda lam: lam / 2)
lemma_7.mutant("the square of the eigenvalue", weight=lambda lam: lam * lam)
lemma_7.mutant("twice", weight=lambda lam: lam * 2)
