r"""Figure 3 (c): the loss "appears to be converging to 0 ... to the global minimum". It stops above 0.

With 2,000 prompts the loss of the sample ends at 0.024 to 0.038, and hardly moves any more. No network has
loss 0: for samples near 0 every prediction is near 0. Over S the least exact loss of three layers that
descent found (from twelve starts) is about 0.039. "Converging to 0" is read as: in the last hundred
iterations the loss still falls by a tenth at least. How many iterations the paper ran it does not say.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, at_least, at_most
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.figures_3_4 import SAMPLED, SPACES, sampled_run, told
from theorems.preconditioned_gradient_descent.figures_losses import Descent

claim = PAPER.claim("Figure 3 (c)", slug="figure-3-loss", **SPACES)
claim.experiment(**SAMPLED, paper={"final_loss": "appears to be converging to 0"})(sampled_run)


@claim.printed(
    "The loss converges to 0: it still falls by a tenth in the last hundred iterations.",
    expect="refuted",
    defect="statement",
    because="It has settled at a positive number.",
)
def still_falling(s: Descent, prompt: Prompt) -> Margin:
    """The loss is still falling at the end."""
    return told(at_most(prompt.loss[:, -1], prompt.loss[:, -101] * 0.9), prompt)


@claim.amended(
    "The loss settles at a positive number: in the last hundred iterations it falls by less than a tenth.",
    window=(-101, -1),
    share=0.9,
)
def settled(s: Descent, prompt: Prompt, window: tuple[int, int], share: float) -> Margin:
    """The loss has settled at the end."""
    first, last = (prompt.loss[:, k] for k in window)
    return told(at_least(last, first * share), prompt)


claim.mutant("in the first hundred", window=(0, 100))
claim.mutant("in the first two hundred", window=(0, 200))
claim.mutant("it rises by a tenth", share=1.1)
