r"""How the covariates move at the critical points of Theorem 5: section 6.1, first observation.

"The update to $X_k$ is $X_{k+1}=X_k+B_kX_kMX_k^\top A_kX_k\approx X_k(I-|a_kb_k|MX_k^\top X_k)$." The network
runs literally as (4) says. Three slips, one claim each:

- ``update``: the factor $\frac1n$ of (4) is missing (only appendix B says that it is left out).
- bare id: the preconditioner is lost. At $A_k=a_k\Sigma^{-1}$, $B_k=b_kI$ the step is
  $-\frac1n|a_kb_k|X_kMX_k^\top\Sigma^{-1}X_k$; for $\Sigma=\lambda I$ the printed one is $\lambda$ times as
  long, which is no approximation: "off by at most half of the step" fails. (Here $\frac1n$ is kept on both
  sides, and $a_kb_k\le0$, as the absolute value wants.)
- ``sign``: S does not ask for $a_kb_k\le0$. With $+a_kb_k$ for $-|a_kb_k|$ it is right on all of S.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from constructions.transformer import Transformer
from lemmata import Claim, Margin, Prompt, at_most, equal
from lemmata.numbers import Array, diag_embed, eye, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_observation import (
    Setting,
    layer,
    prompts,
    settings,
    steps,
)
from theorems.preconditioned_gradient_descent.theorem_5 import theorem


def display(part: str, top: float) -> Claim:
    claim = PAPER.claim(
        "6.1, first observation" + (f", {part}" if part else ""),
        slug="observation-1" + (f"-{part}" if part else ""),
        kind="forall",
        settings=settings(top),
        prompts=prompts,
        uses=[theorem],
    )
    claim.construction(layer)
    return claim


observation, update, signed = display("", 0), display("update", 2), display("sign", 2)
Inner = Callable[[Setting], Array]
Number = Callable[[Setting], Any]


@observation.printed(
    r"$X_{k+1}\approx X_k(I-\frac1n|a_kb_k|MX_k^\top X_k)$ at $A_k=a_k\Sigma^{-1}$, $B_k=b_kI$, "
    r"$a_kb_k\le0$: the step is off by at most half of its length.",
    expect="refuted",
    defect="statement",
    because="The preconditioner is missing: for Sigma = 4 I the printed step is four times as long.",
)
def step_is_close(s: Setting, tf: Transformer, prompt: Prompt) -> Margin:
    """The step of the covariates without its preconditioner is close to the step itself."""
    step, stated = steps(s, tf, prompt, eye(s.d, s.spectrum))
    gap = step - stated * s.a * s.b / s.n
    return at_most(sum(gap * gap, (1, 2)) * 4, sum(step * step, (1, 2)))


@observation.amended(
    r"$X_{k+1}=X_k(I-\frac1n|a_kb_k|MX_k^\top\Sigma^{-1}X_k)$ at $A_k=a_k\Sigma^{-1}$, "
    r"$B_k=b_kI$, $a_kb_k\le0$.",
    inner=lambda s: s.inverse,
    number=lambda s: -abs(s.a * s.b) / s.n,
)
@update.printed(
    r"$X_{k+1}=X_k+B_kX_kMX_k^\top A_kX_k$.",
    expect="refuted",
    defect="typo",
    because="The factor 1/n of (4) is missing.",
    inner=lambda s: s.inverse,
    number=lambda s: s.a * s.b,
)
@update.amended(
    r"$X_{k+1}=X_k+\frac1nB_kX_kMX_k^\top A_kX_k$.",
    inner=lambda s: s.inverse,
    number=lambda s: s.a * s.b / s.n,
)
@signed.printed(
    r"On S, $X_{k+1}=X_k(I-\frac1n|a_kb_k|MX_k^\top\Sigma^{-1}X_k)$.",
    expect="refuted",
    defect="statement",
    because="Where a_k and b_k have the same sign the covariates grow.",
    inner=lambda s: s.inverse,
    number=lambda s: -abs(s.a * s.b) / s.n,
)
@signed.amended(
    r"On S, $X_{k+1}=X_k(I+\frac1na_kb_kMX_k^\top\Sigma^{-1}X_k)$.",
    inner=lambda s: s.inverse,
    number=lambda s: s.a * s.b / s.n,
)
def step_of_the_covariates(
    s: Setting, tf: Transformer, prompt: Prompt, inner: Inner, number: Number
) -> Margin:
    """The step of the covariates, as a product with them."""
    step, stated = steps(s, tf, prompt, inner(s))
    return equal(step * s.n, stated * (number(s) * s.n))


for claim in (observation, update, signed):
    claim.mutant("Sigma itself", inner=lambda s: diag_embed(s.spectrum))
    claim.mutant("twice the inverse", inner=lambda s: s.inverse * 2)
    claim.mutant("over n + 1", number=lambda s: s.a * s.b / (s.n + 1))
