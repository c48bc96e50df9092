"""A step of the proof of Lemma 2: the gradient outside of the support is at most coherence times error."""

from __future__ import annotations

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import absolute
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_lemma_1 import Setting
from theorems.sparse_recovery.lemma_2 import examined, l1, prompts, with_complement

correlation = PAPER.claim(
    "Lemma 2", suffix="correlation", kind="forall", settings=with_complement, prompts=prompts
)


@correlation.printed(
    r"$|\gamma\sum_{j\in\mathbb S}D_{:,i}^\top X_{:,j}(\beta^{(k)}_j-\beta^*_j)|\le\gamma\sigma_{\max}\|"
    r"\beta^{(k)}-\beta^*\|_1$ for every $i\notin\mathbb S$.",
    share=1,
)
def correlated(s: Setting, prompt: Prompt, share: int) -> Margin:
    """Outside of the support the gradient is at most gamma sigma_max times the l1 error."""
    a, beta, _ = examined(s, prompt, l1)
    error = beta - a.beta_star
    step = (a.G @ error[..., None])[:, s.S :, 0] * s.gamma
    return at_most(absolute(step), (a.sigma_max * s.gamma * l1(error) / share)[:, None])


correlation.mutant("half of it", share=2)
correlation.mutant("a third", share=3)
