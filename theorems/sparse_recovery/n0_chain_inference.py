r"""The inference in (D.9): a half may be replaced by n / (n + 2), if n is at least 2.

$\frac12(1-x)\le\frac n{n+2}(1-x)$ fails at n = 1. (The conclusion of (D.9) holds there all the same if
$n\ge N_0$, since (D.8) leaves a factor of $\sqrt2$ and more.)
"""

from __future__ import annotations

from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_most, box, dims, space
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Lengths:
    S: int
    n: int


def lengths(first: int) -> Space:
    return space(Lengths, S=dims(1, 3), n=dims(first, first + 6))


inferred = PAPER.claim(
    "(D.9)", slug="n0-chain-d.9-inference", kind="forall", settings=lengths(1),
    prompts=lambda _: space(x=box(2, low=0.0, high=1.0)),
)  # fmt: skip


@inferred.printed(
    r"$(2S-1)x\le\frac12(1-y)$ implies $(2S-1)x\le\frac n{n+2}(1-y)$, $x$ and $y$ being the two roots.",
    expect="refuted",
    defect="proof-step",
    because="At n = 1 the factor n/(n+2) is a third.",
    half=2,
)
@inferred.amended(r"The same for $n\ge2$.", settings=lengths(2), half=2)
def implied(s: Lengths, prompt: Prompt, half: int) -> Margin:
    """A half may be replaced by n / (n + 2)."""
    x, room = prompt.x[:, 0] * (2 * s.S - 1), prompt.x[:, 1] * -1 + 1
    return at_most(x, room * s.n / (s.n + 2)).given(room - x * half)


inferred.mutant("without the half", half=1)
inferred.mutant("n = 1 as well", settings=lengths(1))
