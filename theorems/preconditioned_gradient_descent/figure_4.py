r"""Figure 4 and the second observation of section 6.1: "increasing magnitude", in the order of the layers.

The runs are those of figure 3. It is about the ends that training reaches, not about critical points: the
exact loss has a local minimum whose first step is the larger one (see ``figure-3/exact``).
"""

from lemmata import Margin, Prompt, at_least, lines
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.descent import Descent
from theorems.preconditioned_gradient_descent.figure_3 import (
    SAMPLED,
    SPACES,
    TRAINED,
    WORDS,
    report,
    sampled_run,
)

magnitude = PAPER.claim(
    "Figure 4, magnitudes",
    id="figure-4/magnitudes",
    summary="Later trained layers take larger steps.",
    origin="read",
    at=lines(302),
    **SPACES,
)
magnitude.experiment(**SAMPLED, paper=WORDS)(sampled_run)


@magnitude.printed(
    TRAINED + "$A_0,A_1,A_2$ have increasing magnitude, in that order, read as: so have the "
    r"absolute means of the diagonals of $\Sigma^{1/2}A_i\Sigma^{1/2}$.",
    order=(0, 1, 2),
)
def magnitudes_increase(s: Descent, prompt: Prompt, order: tuple[int, ...]) -> Margin:
    """Later layers take larger steps."""
    size = prompt.level.abs()[:, list(order)]
    return report(at_least(size[:, 1:], size[:, :-1]), prompt)


magnitude.mutant("in the opposite order", order=(2, 1, 0))
magnitude.mutant("the first one not the smallest", order=(1, 0, 2))
