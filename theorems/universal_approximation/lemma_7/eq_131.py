"""The iterates of the transformer stay bounded, (131), appendix A.4.6: with the constants of Lemma 4."""

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, at_most, lines
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import l1
from theorems.universal_approximation.lemma_4.network import Setting, run
from theorems.universal_approximation.lemma_4.setting import prompts, radius, repaired, settings

iterates = PAPER.claim(
    "(131)", id="lemma-7/eq-131", rank="step", origin="ours", at=lines(1185), settings=settings, prompts=prompts
)
iterates.construction(repaired())


@iterates.printed(r"For $|y_i|\le Y$: $\|\rho_t\|_1\le\frac{Y^2+1}\lambda$ for all $t\le T$ (131).", share=1)
def iterates_are_bounded(s: Setting, tf: Transformer, prompt: Prompt, share: int) -> Margin:
    """The iterates stay bounded in the l1 norm."""
    r = run(s, tf, prompt)
    return at_most(l1(r.rho), radius(s) / share)


iterates.mutant("a tenth", share=10)
iterates.mutant("a hundredth", share=100)
