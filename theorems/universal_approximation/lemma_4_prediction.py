r"""The iterates of the transformer of Lemma 4 stay bounded, (131), and its prediction is near, (59b).

The weights, constants and labels are those of :mod:`theorems.universal_approximation.lemma_4`.
"""

from __future__ import annotations

from dataclasses import replace

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, at_most
from lemmata.numbers import absolute, sum
from theorems.universal_approximation.instances_lemma_4 import Setting, transformer
from theorems.universal_approximation.instances_lemma_4_explicit import (
    l1,
    radius,
    repaired,
    tau,
)
from theorems.universal_approximation.instances_lemma_4_run import run
from theorems.universal_approximation.lemma_4 import claim

iterates = claim("(131)", "lemma-7-eq-131")
prediction = claim("(59b)", "lemma-4-eq-59b")


@iterates.printed(r"$\|\rho_t\|_1\le\frac{Y^2+1}\lambda$ for all $t\le T$ (131).", share=1)
def iterates_are_bounded(s: Setting, tf: Transformer, prompt: Prompt, share: int) -> Margin:
    """The iterates stay bounded in the l1 norm."""
    r = run(s, tf, prompt)
    return at_most(l1(r.rho), radius(s)[None, None] / share)


iterates.mutant("a tenth", share=10)
iterates.mutant("a hundredth", share=100)


@prediction.printed(
    r"There is a transformer with $|\phi_{N+1}^\top\rho^{(L)}-\widehat y^{(L)}|\le\frac{2R^2}\tau$ (59b).",
    share=1,
)
def prediction_is_near(s: Setting, tf: Transformer, prompt: Prompt, share: int) -> Margin:
    """The prediction is the product of the query's features with rho."""
    r = run(s, tf, prompt)
    product = sum(r.query * r.rho[:, -1], -1)
    R = radius(s)
    return at_most(absolute(product - r.yhat[:, -1]), R * R * 2 / tau(s) / share)


prediction.mutant("a thousandth of tau", construction=repaired(1_000))
prediction.mutant(
    "printed weights", construction=lambda s: transformer("printed")(replace(s, tau=tau(s)))
)
prediction.mutant(
    "without the factor N", construction=lambda s: transformer("four heads")(replace(s, tau=tau(s)))
)
