r"""Assumption 1 against the laws: signs and uniform rows are bounded, the paper's Gaussian ones are not.

Assumption 1 (line 165 of the source) asks $\|x\|\le b_x$ almost surely (and $\|\beta^*\|_1\le b_\beta$).
Section 6 (line 217) draws rows and coefficients from the standard normal distribution: $\mathbb
P\{\|x\|>b\}>0$ for every b, so that none of the theorems speaks of the experiments. Probabilities are exact,
for even d.
"""

from collections.abc import Callable
from dataclasses import dataclass

from baselines.concentration import gamma_tail
from lemmata import Margin, Prompt, at_most, box, dims, lines, space
from lemmata.numbers import Array, exp
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    half: int  # d = 2 half


Probability = Callable[[Setting, Array], Array]
bounded = PAPER.claim(
    "Assumption 1",
    origin="read",
    at=lines(165),
    settings=space(Setting, half=dims(1, 10)),
    prompts=lambda _: space(b=box(low=1.0, high=64.0)),
)


def excess(s: Setting, room: int) -> int:
    """By how much the largest squared norm of a row in [-1, 1]^d exceeds ``room`` d; 0 if not."""
    return max(2 * s.half * (1 - room), 0)


@bounded.printed(
    r"Gaussian rows, as in section 6, meet Assumption 1 with some $b_x$: $\mathbb P\{\|x\|>b_x\}=0$.",
    defect="statement",
    because="The probability is positive for every b_x (and likewise for the coefficients).",
    beyond=lambda s, b: gamma_tail(s.half, b * b / 2),
)
@bounded.amended(
    r"Rows in $[-1,1]^d$ (Rademacher, uniform) do, with $b_x=\sqrt d$.",
    adds="rows in [-1, 1]^d (Rademacher, uniform), b_x = sqrt(d)",
    because="The largest squared norm is d.",
    beyond=lambda s, b: excess(s, room=1),
)
def is_bounded(s: Setting, prompt: Prompt, beyond: Probability) -> Margin:
    """No row exceeds the bound."""
    return at_most(beyond(s, prompt.b), 0)


bounded.mutant("exponential entries", beyond=lambda s, b: exp(-b))
bounded.mutant("b_x = 0", beyond=lambda s, b: excess(s, room=0))
