r"""The coefficients are small in the l1 norm, (28): three times the Barron parameter, with equality allowed.

(28) is strict, and fails for $\mathcal F=\{0\}$, where its right side is 0, whatever the coefficients. With
3 for 4 and without strictness it holds, for the coefficients of ``lemma-1`` (here) and for the weights
(80), of which each is at most $3\widetilde C_{\mathcal F}$ (``lemma-5-eq-72``), without the Hoeffding
inequality and the probability 3/4 of the proof.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_least, at_most
from lemmata.numbers import Array, absolute, sign, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_cosines import cosine
from theorems.universal_approximation.instances_features import (
    Setting,
    barron,
    prompts,
    settings,
    staircase,
)

mass = PAPER.claim(
    "Lemma 1, (28)", slug="lemma-1-eq-28", kind="forall", settings=settings, prompts=prompts
)
mass.response(staircase)


@mass.printed(
    r"$|f(0)|+\frac1n\sum_i|\rho^\star_{f,i}|<4C_{\mathcal F}$.",
    expect="refuted",
    defect="typo",
    because="For the class that holds 0 alone both sides are 0.",
    compare=lambda total, C: at_least(sign(C * 4 - total), 1 + C * 0),
)
@mass.amended(
    r"$|f(0)|+\frac1n\sum_i|\rho^\star_{f,i}|\le3C_{\mathcal F}$.",
    because="The staircase has it, and so have the weights (80), by (72).",
    compare=lambda total, C: at_most(total, C * 3),
)
def coefficients_are_small(
    s: Setting, prompt: Prompt, staircase: Array, compare: Callable[[Array, Array], Margin]
) -> Margin:
    """The coefficients have a small l1 norm."""
    zero = cosine(prompt.theta)
    total = absolute(sum(zero * prompt.b, -1)) + sum(absolute(staircase), -1)
    return compare(total, barron(prompt))


mass.mutant("once", compare=lambda total, C: at_most(total, C))
mass.mutant("half", compare=lambda total, C: at_most(total, C / 2))
