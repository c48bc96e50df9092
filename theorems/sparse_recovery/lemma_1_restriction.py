r"""On the support, a layer sees the columns of the support alone: if the estimate lives there.

The first display of the proof of Lemma 1. The statement of the lemma does not say that
$\operatorname{supp}\beta^{(k)}\subset\mathbb S$ (it is a conclusion of Lemma 2, used later in the
proof), and without it the other columns contribute: this is where the lemma breaks.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, equal
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_lemma_1 import Setting, layer, prompts, settings
from theorems.sparse_recovery.instances_d_lemma_1_step import after, before, threshold
from theorems.sparse_recovery.lemma_1 import EVERYWHERE, ON_SUPPORT, Count

restricted = PAPER.claim(
    "Lemma 1", suffix="restriction", kind="forall", settings=settings, prompts=prompts
)


@restricted.printed(
    r"$\beta^{(k+1)}_{\mathbb S}=\mathcal S_{\theta^{(k)}}\big(\beta^{(k)}_{\mathbb S}-\gamma(D_{:,\mathbb "
    r"S})^\top X_{:,\mathbb S}(\beta^{(k)}_{\mathbb S}-\beta^*_{\mathbb S})\big)$ (under Lemma 1's "
    r"hypotheses).",
    expect="refuted",
    defect="proof-step",
    because="Columns outside of S contribute unless beta^(k) vanishes there.",
    free=EVERYWHERE,
    transposed=False,
)
@restricted.amended(
    r"The same if $\operatorname{supp}\beta^{(k)}\subset\mathbb S$.",
    free=ON_SUPPORT,
    transposed=False,
)
def restricts(s: Setting, prompt: Prompt, free: Count, transposed: bool) -> Margin:
    """On the support the step sees only the columns of the support."""
    a = layer(s, prompt)
    beta, S = before(s, prompt, a, free(s)), s.S
    block = a.G.mT[:, :S, :S] if transposed else a.G[:, :S, :S]
    part = a._replace(G=block, beta_star=a.beta_star[:, :S])
    left = after(s, a, beta, threshold(s, a))[:, :S]
    return equal(left, after(s, part, beta[:, :S], threshold(s, a))).given(a.known)


restricted.mutant("X^T D in place of D^T X", transposed=True)
restricted.mutant("one column of noise", free=lambda s: min(s.S + 1, s.d))
