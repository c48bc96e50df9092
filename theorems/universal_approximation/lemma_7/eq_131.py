"""The iterates of the transformer stay bounded, (131), appendix A.4.6: with the constants of Lemma 4."""

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, at_most, lines
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import l1
from theorems.universal_approximation.lemma_4.network import run
from theorems.universal_approximation.lemma_4.setting import LARGE, Setting, data, radius, repaired, settings

iterates = PAPER.claim(
    "(131), explicit",
    id="lemma-7/eq-131",
    rank="step",
    origin="ours",
    summary="The iterates of the transformer stay within twice the squared size of the labels over lambda",
    at=lines(1185),
    settings=settings,
    prompts=data,
    examples=LARGE,
)
iterates.construction(repaired())


@iterates.printed(
    r"For $|y_i|\le Y$, $\lambda>0$ and the transformer of Lemma 4 with errors of at most $E$ (lemma-4): "
    r"$\|\rho_t\|_1\le\frac{2Y^2}\lambda$ for all $t\le T$.",
    share=1,
)
def iterates_are_bounded(s: Setting, tf: Transformer, prompt: Prompt, share: int) -> Margin:
    """The l1 norms of the transformer's iterates."""
    r = run(s, tf, prompt)
    return at_most(l1(r.rho), radius(s) / share)


iterates.mutant("a fifth", share=5)
iterates.mutant("a tenth", share=10)
iterates.waive("all weights zero", because="iterates that are 0 are bounded")
