r"""How the errors of one component reach the next, in real deflation.

Section 4 of the slides, with $a_\eta=\|v_\eta-p_\eta\|_2$ and $b_\eta=|\lambda_\eta-\hat\lambda_\eta|$ for the
iterates of Algorithm 1 after $\tau$ steps (the eigenvector is the one on the side of the iterate). The
first display bounds $a_{\eta+1}$ by the errors of the *earlier* components alone: with $p_1=v_1$ it says
that $p_2$ is exact, after any number of iterations. The component's own $\sqrt{2\epsilon_0}$ is missing. And
$\Delta$ has to include the gap $\lambda_k-\lambda_{k+1}$: without it nothing keeps $v_k$ apart
from $v_{k+1}$. The amended readings take the Davis and Kahan constant $2\sqrt2$. All suppose
$|p_{3,i}^\top v_i|>\delta$, $\lambda_{i+1}\le(1-\epsilon_0)^2\lambda_i$, and $\tau$ as for one component.
Suffixes: ``a``, ``b`` (the two recursions), ``start``; the bare id is the final bound on $a_{\eta+1}$
(:mod:`theorems.pca.finishing_up.final_bounds`).

The errors of the first component.

Section 4 of the slides: after $\tau\ge C\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}$ iterations "the
starting point is given by" $a_1\le\sqrt{2\epsilon_0}$, $b_1\le\lambda_1\sqrt{2\epsilon_0}$. Nothing supposes a
relative gap of $\epsilon_0$: with $\lambda_2\to\lambda_1$ the iterate stays between $v_1$ and $v_2$ for as many
iterations as one likes, so that $a_1$ is refuted for every C (1 to 4 are drawn here). With
$\lambda_{i+1}\le(1-\epsilon_0)^2\lambda_i$ and $|p_{3,i}^\top v_i|>\delta$ both hold at $C=1$. Real deflation,
as in :mod:`theorems.pca.finishing_up.recursion`.

The recursion of the eigenvalues' errors, with the component's own error at its end.

The display ends in "$\sum_{i=1}^\eta2\lambda_ia_i+\lambda_ia_i$", where the last i belongs to no sum. Under
``error-recursion-b`` it is read as part of the sum. Read as $\lambda_{\eta+1}a_{\eta+1}$, as the line that
follows suggests, it holds in real deflation, without a relative gap and for any number of iterations:
$|\lambda-\|Ap\||\le\|Ap-\lambda v\|$ and $\|A_{\eta+1}-A^*_{\eta+1}\|\le\sum_i(b_i+\lambda_ia_i)$ leave room.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import torch

from lemmata import Margin, Prompt, at_most, box, choices, dims, space
from lemmata.numbers import concatenate, stack
from theorems.pca import PAPER
from theorems.pca.finishing_up.deflation import (
    NEAR,
    Bound,
    Setting,
    any_gap,
    earlier,
    eigenvalue_bound,
    errors,
    gap,
    prompts,
    relative,
    root,
    sums,
)

EXACT_FIRST = Setting(2, 0.5, 0.25, torch.tensor([0.25, 0.25]).double())


common: dict[str, Any] = {
    "kind": "forall",
    "settings": relative,
    "prompts": prompts,
    "examples": [EXACT_FIRST],
}


vectors = PAPER.claim("recursion", id="finishing-up/recursion/a", **common)


numbers = PAPER.claim("recursion", id="finishing-up/recursion/b", **common)


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


NEAR_FIRST = replace(NEAR, ratios=torch.tensor([1 - 2**-6, 0.0625]).double())


close = replace(
    any_gap, fields={**any_gap.fields, "ratios": lambda s: box(s.k, low=0.9375, high=1 - 2**-6)}
)


start = PAPER.claim(
    "recursion",
    id="finishing-up/recursion/start",
    **{**common, "settings": any_gap, "examples": [NEAR_FIRST]},
)


@start.printed(
    r"$a_1\le\sqrt{2\epsilon_0}$ and $b_1\le\lambda_1\sqrt{2\epsilon_0}$.",
    expect="refuted",
    defect="proof-step",
    because="No relative gap is supposed: with lambda_2 near lambda_1 no fixed number of iterations finds v_1.",
    share=1,
)
@start.amended(
    r"$a_1\le\sqrt{2\epsilon_0}$ and $b_1\le\lambda_1\sqrt{2\epsilon_0}$ if "
    r"$\lambda_2\le(1-\epsilon_0)^2\lambda_1$.",
    settings=relative,
    share=1,
)
def first_component(s: Setting, prompt: Prompt, share: int) -> Margin:
    """The errors of the first component."""
    found = errors(s, prompt)
    right = root(s, found.a)[..., None] * s.eigenvalues[:1] / share
    return at_most(concatenate([found.a[:, :1], found.b[:, :1]], 1), right)


start.mutant("a sixteenth", share=16)


start.mutant("any gap", settings=close)


own = PAPER.claim(
    "recursion",
    id="finishing-up/recursion/b-own",
    kind="forall",
    settings=space(
        Setting,
        k=dims(2, 3),
        eps=choices(0.5, 0.25),
        delta=choices(0.25),
        ratios=lambda s: box(s.k, low=0.0625, high=1 - 2**-6),
    ),
    prompts=prompts,
)


@own.printed(
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta\max_{i\in[\eta]}b_i+\sum_{i=1}^\eta2\lambda_ia_i+"
    r"\lambda_{\eta+1}a_{\eta+1}$.",
    share=1,
    last=1,
)
def next_eigenvalue_by_its_vector(s: Setting, prompt: Prompt, share: int, last: int) -> Margin:
    """The error of the next eigenvalue is bounded by earlier errors and that of its own vector."""
    found, value, right = errors(s, prompt), s.eigenvalues, []
    for eta in range(1, s.k):
        largest, weighted = sums(s, found, eta)
        total = value[eta] * 2 / gap(s, s.k) * largest + weighted
        right.append((total + value[eta] * found.a[:, eta] * last) / share)
    return at_most(found.b[:, 1:], stack(right, -1))


own.mutant("without its own error", share=1, last=0)


own.mutant("a sixteenth", share=16, last=1)
