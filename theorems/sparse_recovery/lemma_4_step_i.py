r"""Step (i) of the proof of Lemma 4: a factor 2 is lost, and a long step overshoots.

$M^V=\frac2{\sigma_d^2}I$ has a factor 2 that the display does not have in front of $\|X^\top Y\|$ (at
$\beta=0$ the two sides are twice and once the same number), and $I-\frac\gamma iM^VG_n$ may expand.
($\sigma_d=1$; X is two reflections of a diagonal, so that its eigenvalues are known for every d.)
"""

from __future__ import annotations

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import norm
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_lemma_4 import Setting, matrix, settings, spectra
from theorems.sparse_recovery.lemma_4_steps import moved, pieces

first = PAPER.claim(
    "Lemma 4", suffix="step-i", kind="forall", settings=settings(shortest=False), prompts=spectra
)


@first.printed(
    r"(i) $\|(I-\frac\gamma iM^VG_n)\beta+\frac\gamma iM^VX^\top Y\|\le(1-\frac\gamma{i\sigma_d^2}\sigma_{\min}"
    r"(G_n))\|\beta\|+\frac\gamma{i\sigma_d^2}\|X^\top Y\|$ by $M^V=\frac2{\sigma_d^2}I$.",
    expect="refuted",
    defect="proof-step",
    because="The factor 2 of M^V is lost in the last term, and a long step makes I - G expand.",
    double=1,
    cap=0,
)
@first.amended(
    r"(i) with $2\gamma$ for $\gamma$ on the right, if $\frac{2\gamma}i\lambda_{\max}(G_n)\le1$.",
    double=2,
    cap=1,
)
def triangle(s: Setting, prompt: Prompt, double: int, cap: int) -> Margin:
    """The norm after the step, before thresholding."""
    X, low, high = matrix(s, prompt)
    beta, _, XY = pieces(s, prompt, X)
    share = s.gamma * double / (2 * s.n + 1)
    bound = (low * share * -1 + 1) * norm(beta) + norm(XY) * share
    margin = at_most(norm(moved(s, prompt, X, 1)), bound)
    return margin.given(high * s.gamma * -2 / (2 * s.n + 1) + cap) if cap else margin


first.mutant("four times", double=4)
first.mutant("a long step", cap=3)
