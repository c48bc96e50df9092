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
    data,
    errors,
    layered,
    own,
)

shift = PAPER.claim(
    "Proposition 2",
    id="proposition-2/shift",
    rank="step",
    origin="read",
    at=lines(688),
    summary="With the thresholds of Lemma 1 k - 1 layers leave k - 1 factors exp(-c_2)",
    pinned=FACTOR,
    settings=layered(sizes(0.9375, first=4)),
    prompts=data,
    uses=["sparse_recovery/lemma-1"],
    examples=[CORNER, EDGE, Layers(d=2, S=2, n=44, gamma=1.125)],
)


@shift.printed(
    EVENT + r"'from Lemma 1', for $\gamma\le\frac{15}{16}$, $n\ge4$ and its $\theta^{(k)}=\gamma\sigma_{"
    r"\max}c_1e^{-c_2(k-2)}$: "
    r"$\|\beta^{(k)}-\beta^*\|\le c_1e^{-c_2(k-1)}$, $e^{-c_2}=\gamma(2S-1)\sigma_{\max}+|1-"
    r"\gamma\sigma_{\min}|$.",
    defect="proof-step",
    because="Lemma 1 gives e^{-c_2(k-2)}: at k = 2 it has taken one layer with a threshold of c_1/q.",
    sides=lambda s, prompt, answer: errors(s, prompt, answer, own, own, late=1),
)
@shift.amended(
    EVENT + r"for $\gamma\le\frac{15}{16}$, $n\ge4$ and $\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-c_2(k-1)}$: "
    r"$\|\beta^{(k)}-\beta^*\|\le c_1e^{-c_2(k-1)}$, $e^{-c_2}=\gamma(2S-1)\sigma_{\max}+|1-"
    r"\gamma\sigma_{\min}|$.",
    adds="k - 1 for k - 2 in the thresholds",
    sides=lambda s, prompt, answer: errors(s, prompt, answer, own, own, late=0),
)
def quoted(s: Layers, prompt: Prompt, answer: Answer, sides: Sides) -> Margin:
    """1, ..., K layers with the thresholds of Lemma 1, on any D^T X of event A."""
    return linear(s, prompt, answer, sides)


shift.mutant("steps up to 9/8", settings=layered(sizes(1.125, first=4)))
shift.mutant("twice the threshold", sides=lambda s, p, answer: errors(s, p, answer, own, own, late=0, shrink=2))
shift.mutant(
    "the square of the rate", sides=lambda s, p, answer: errors(s, p, answer, own, lambda _, q: q * q, late=0)
)
