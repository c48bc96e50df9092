r"""The errors of the first component.

Section 4 of the slides: after $\tau\ge C\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}$ iterations "the
starting point is given by" $a_1\le\sqrt{2\epsilon_0}$, $b_1\le\lambda_1\sqrt{2\epsilon_0}$. Nothing supposes a
relative gap of $\epsilon_0$: with $\lambda_2\to\lambda_1$ the iterate stays between $v_1$ and $v_2$ for as many
iterations as one likes, so that $a_1$ is refuted for every C (1 to 4 are drawn here). With
$\lambda_{i+1}\le(1-\epsilon_0)^2\lambda_i$ and $|p_{3,i}^\top v_i|>\delta$ both hold at $C=1$. Real deflation,
as in :mod:`theorems.pca.error_recursion`.
"""

from __future__ import annotations

from dataclasses import replace

import torch

from lemmata import Margin, Prompt, at_most, box
from lemmata.numbers import concatenate
from theorems.pca import PAPER
from theorems.pca.error_bounds import NEAR, any_gap
from theorems.pca.error_recursion import common
from theorems.pca.instances_deflation import Setting, relative, root
from theorems.pca.instances_error_recursion import errors

NEAR_FIRST = replace(NEAR, ratios=torch.tensor([1 - 2**-6, 0.0625]).double())
close = replace(
    any_gap, fields={**any_gap.fields, "ratios": lambda s: box(s.k, low=0.9375, high=1 - 2**-6)}
)
start = PAPER.claim(
    "recursion",
    slug="error-recursion",
    suffix="start",
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
