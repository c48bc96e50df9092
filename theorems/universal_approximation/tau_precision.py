r"""What floating point makes of the printed temperature: it fails in float32 at once, in float64 at n = 64.

Attn1 writes a sum of logistic functions times $8\tau$ that nearly cancel: a rounding error of about $8\tau
u$ stands beside a linearisation error of order $\eta^3/\tau^2$. Lemma 7 wants $\tau\ge
CNn^2(L+n)(N+n)C_{\mathcal F}$ with a large $C$. The claim is (58b), $\|e_t\|_1\le C_{\mathcal
F}/((L+n)nN)$, of the repaired transformer run in that precision, here with $C=1$ and $C_{\mathcal F}=1$; a
larger C makes the rounding worse. In float32 it fails for a handful of examples and features, in float64 at
$n=N=64$. The temperatures that balance both errors, one for Attn1 and one for Attn2
(``balanced_tau``), give (58b) in float64 up to these sizes and in float32 up to $n=4$, $N=8$.
"""

from __future__ import annotations

import torch

from lemmata import Margin, Prompt, at_most, dims, space
from lemmata.numbers import as_array
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_tau import (
    Sizes,
    Taus,
    balanced,
    printed,
    prompts,
    scaled,
    sizes,
    step_errors,
)

small = space(Sizes, n=dims(1, 4, most=4), N=dims(1, 8, most=8), T=dims(1, 2, most=2))
double = PAPER.claim(
    "Lemma 7, tau in float64",
    slug="tau-precision",
    kind="forall",
    settings=sizes(4, 8),
    prompts=prompts,
    examples=[Sizes(64, 64, 1)],
)
single = PAPER.claim(
    "Lemma 7, tau in float32",
    slug="tau-precision-float32",
    kind="forall",
    settings=small,
    prompts=prompts,
)
BOUND = r"$\|e_t\|_1\le\frac{C_{\mathcal F}}{(L+n)nN}$ for all $t\le T$"


@double.printed(
    rf"With $\tau=Nn^2(L+n)(N+n)C_{{\mathcal F}}$, in float64: {BOUND}.",
    expect="refuted",
    defect="construction",
    because="The logistic functions cancel up to rounding, which tau multiplies.",
    taus=printed,
    dtype=torch.float64,
)
@double.amended(
    rf"With the temperatures that balance rounding and linearisation in float64: {BOUND}.",
    because="Both errors are then about the two thirds power of the unit roundoff.",
    taus=balanced(torch.float64),
    dtype=torch.float64,
)
@single.printed(
    rf"With $\tau=Nn^2(L+n)(N+n)C_{{\mathcal F}}$, in float32, $n\le4$, $N\le8$: {BOUND}.",
    expect="refuted",
    defect="construction",
    because="The logistic functions cancel up to rounding, which tau multiplies.",
    taus=printed,
    dtype=torch.float32,
)
@single.amended(
    rf"With the temperatures that balance rounding and linearisation in float32, $n\le4$, $N\le8$: {BOUND}.",
    because="Both errors are then about the two thirds power of the unit roundoff.",
    taus=balanced(torch.float32),
    dtype=torch.float32,
)
def steps_in_floating_point(s: Sizes, prompt: Prompt, taus: Taus, dtype: torch.dtype) -> Margin:
    """The steps of the transformer in floating point are proximal gradient steps."""
    errors = step_errors(s, prompt, taus, dtype)
    bound = as_array(1, errors) / ((s.L + s.n) * s.n * s.N)
    return at_most(errors, bound[None, None])


for claim, precision in ((double, torch.float64), (single, torch.float32)):
    claim.mutant("tau too small", taus=scaled(balanced(precision), 2.0**-16))
    claim.mutant("tau too large", taus=scaled(balanced(precision), 2.0**30))
