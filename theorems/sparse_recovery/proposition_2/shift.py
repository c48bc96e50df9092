r"""'From Lemma 1': the proof of Proposition 2 shifts an index of the thresholds.

Lemma 1 prints $\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-c_2(k-2)}$ and gives an error of $c_1e^{-c_2(k-1)}$
after layer k; the proof quotes it for $\|\beta^{(k)}-\beta^*\|\le c_1e^{-c_2(k-1)}$, one layer earlier.
With $\theta^{(1)}=\gamma \sigma_{\max}c_1/q$ layer 1 need not reach $c_1q$.
"""

from lemmata import Margin, Prompt, lines
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.event_a import sizes
from theorems.sparse_recovery.proposition_2 import CORNER, EDGE, Sides, linear
from theorems.sparse_recovery.proposition_2.recursion import (
    EVENT,
    FACTOR,
    Answer,
    Layers,
    conditions,
    data,
    errors,
    layered,
    more_rows,
    own,
)

shift = PAPER.claim(
    "Proposition 2",
    part="the index of the layers",
    id="proposition-2/shift",
    rank="step",
    origin="read",
    at=lines(688, 692),
    summary="With the thresholds of Lemma 1 k - 1 layers leave k - 1 factors exp(-c_2)",
    pinned=FACTOR,
    settings=layered(more_rows(sizes(1.6, below=True))),
    prompts=data,
    uses=["sparse_recovery/lemma-1"],
    examples=[CORNER, EDGE, Layers(d=2, S=2, n=44, gamma=1.125)],
)
IF = (
    r"'from Lemma 1', if (D.5) $\gamma(2S-1)\sigma_{\max}+|1-\gamma\sigma_{\min}|\le1$ and (D.6) "
    r"$0\le\gamma D_{:,i}^\top X_{:,i}\le1$ for all $i\in[d]$, with %s $\theta^{(k)}=\gamma\sigma_{\max}c_1"
    r"e^{-c_2(k-%d)}$: $\|\beta^{(k)}-\beta^*\|\le c_1e^{-c_2(k-1)}$, $e^{-c_2}=\gamma(2S-1)\sigma_{\max}+|1-"
    r"\gamma\sigma_{\min}|$."
)


@shift.printed(
    EVENT + IF % ("its", 2),
    defect="proof-step",
    because="Lemma 1 gives e^{-c_2(k-2)}: at k = 2 it has taken one layer with a threshold of c_1/q.",
    sides=lambda s, prompt, answer: errors(s, prompt, answer, own, own, late=1),
    conditioned=True,
)
@shift.amended(
    EVENT + IF % ("thresholds", 1),
    adds="k - 1 for k - 2 in the thresholds",
    sides=lambda s, prompt, answer: errors(s, prompt, answer, own, own, late=0),
    conditioned=True,
)
def quoted(s: Layers, prompt: Prompt, answer: Answer, sides: Sides, conditioned: bool) -> Margin:
    """1, ..., K layers with the thresholds of Lemma 1, on any D^T X of event A with (D.5) and (D.6)."""
    margin = linear(s, prompt, answer, sides)
    return margin.given(conditions(s, prompt)) if conditioned else margin


shift.mutant("without (D.5) and (D.6)", conditioned=False)
shift.mutant("twice the threshold", sides=lambda s, p, answer: errors(s, p, answer, own, own, late=0, shrink=2))
shift.mutant(
    "the square of the rate", sides=lambda s, p, answer: errors(s, p, answer, own, lambda _, q: q * q, late=0)
)
