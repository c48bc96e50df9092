r"""'From Lemma 1': the proof of Proposition 2 shifts an index of the thresholds.

Lemma 1 prints $\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-c_2(k-2)}$ and gives an error of $c_1e^{-c_2(k-1)}$
after layer k; the proof quotes it for $\|\beta^{(k)}-\beta^*\|\le c_1e^{-c_2(k-1)}$, one layer earlier.
With $\theta^{(1)}=\gamma \sigma_{\max}c_1/q$ layer 1 need not reach $c_1q$.
"""

from lemmata import Margin, Prompt, lines
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.event_a import Sizes, sizes
from theorems.sparse_recovery.proposition_2 import CORNER, LAYERS, Sides, linear
from theorems.sparse_recovery.proposition_2.proof import chain
from theorems.sparse_recovery.proposition_2.recursion import data, errors, own

shift = PAPER.claim(
    "Proposition 2",
    id="proposition-2/shift",
    rank="step",
    origin="read",
    at=lines(688),
    settings=sizes(0.84, first=4),
    prompts=data,
    uses=[chain],
    examples=[CORNER],
)


@shift.printed(
    r"'From Lemma 1': with its $\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-c_2(k-2)}$, "
    r"$\|\beta^{(k)}-\beta^*\|\le c_1e^{-c_2(k-1)}$ for all k (event A, $\gamma\le0.84$, $n\ge4$).",
    defect="proof-step",
    because="Lemma 1 gives e^{-c_2(k-2)}: at k = 2 it has taken one layer with a threshold of c_1/q.",
    sides=lambda s, prompt: errors(s, prompt, own, own, late=1, layers=LAYERS),
)
@shift.amended(
    r"With $\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-c_2(k-1)}$ it is true.",
    adds="k - 1 for k - 2 in the thresholds",
    sides=lambda s, prompt: errors(s, prompt, own, own, late=0, layers=LAYERS),
)
def quoted(s: Sizes, prompt: Prompt, sides: Sides) -> Margin:
    """K layers with the thresholds of Lemma 1, for every K up to three, on any D^T X of event A."""
    return linear(s, prompt, sides)


shift.mutant(
    "sixteen times the threshold", sides=lambda s, p: errors(s, p, own, own, late=0, layers=LAYERS, shrink=16)
)
shift.mutant(
    "the square of the rate", sides=lambda s, p: errors(s, p, own, lambda _, q: q * q, late=0, layers=2)
)
