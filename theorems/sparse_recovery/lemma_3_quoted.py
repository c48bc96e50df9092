r"""What Lemma 3 is quoted for: 1 - 2 delta. What it says: 1 - 3 delta.

The sentence after the proof of Proposition 2. (For Rademacher rows $1-\delta$ is true: the diagonal is
not random. That is not what the lemma demonstrates.)
"""

from __future__ import annotations

from lemmata import Margin, Prompt, at_least, dims
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_lemma_3 import Sizes, deltas, sizes

quoted = PAPER.claim(
    "Lemma 3", suffix="as-quoted", kind="forall", settings=sizes(d=dims(1, 1)), prompts=deltas()
)


@quoted.printed(
    r"'Lemma 3 demonstrates that event A occurs with a probability of at least $1-2\delta$.'",
    expect="refuted",
    defect="typo",
    because="The lemma, and the sum of its three parts, have 1 - 3 delta.",
    count=2,
)
@quoted.amended(r"Lemma 3 gives event A a probability of at least $1-3\delta$.", count=3)
def what_it_says(s: Sizes, prompt: Prompt, count: int) -> Margin:
    """The probability that Lemma 3 gives covers the quotation."""
    return at_least(1 - prompt.delta * 3, 1 - prompt.delta * count)


quoted.mutant("1 - delta", count=1)
quoted.mutant("certainty", count=0)
