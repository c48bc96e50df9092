r"""The sets $\mathcal O$ of the proof of Theorem E.1: how many tokens they are to have is no whole number.

"We randomly select a set $\{o_j'\}$ such that $|\mathcal O|=pn-\frac r2$" (p for r). For $p=\frac12$ and
for $p=1$ that is $\frac n2-\frac14$ and $n-\frac12$, for no n a whole number; it is one only if $p(2n-1)$
is even. With the nearest whole number for it everything that follows changes by at most half a token,
which $\epsilon$ can take up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, at_most, box, dims, space
from lemmata.numbers import absolute
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    n: int
    over: int  # p = over / under
    under: int

    @property
    def nearest(self) -> int:
        """The whole number nearest to p (n - 1/2)."""
        return (self.over * (2 * self.n - 1) + self.under) // (2 * self.under)

    @property
    def below(self) -> int:
        """The whole number below it."""
        return (self.over * (2 * self.n - 1)) // (2 * self.under)


sets = PAPER.claim(
    "Theorem E.1, sets O", slug="theorem-5.2-linear-sets", kind="forall",
    settings=space(
        Setting, n=dims(1, 24), over=dims(1, 8), under=lambda s: dims(s.over, s.over + 8)
    ),
    prompts=lambda _: space(epsilon=box(low=0.0, high=4.0)),
)  # fmt: skip
Size = Callable[[Setting], int]


@sets.printed(
    r"There is a set of $|\mathcal O|=pn-\frac p2$ tokens (r read as p), for the p of every threshold: the "
    r"distance to the nearest whole number is 0.",
    expect="refuted",
    defect="proof-step",
    because="At p = 1/2 and p = 1 it is no whole number for any n.",
    size=lambda s: s.nearest,
    room=0,
)
@sets.amended(
    r"There is one with $\big||\mathcal O|-(pn-\frac p2)\big|\le\frac12$, so that on $\mathcal E_2(\epsilon)$ "
    r"$\epsilon+\frac12$ tokens are taken in or left out.",
    size=lambda s: s.nearest,
    room=1,
)
def some_set_fits(s: Setting, prompt: Prompt, size: Size, room: int) -> Margin:
    """As many tokens as the proof wants."""
    zero = prompt.epsilon * 0
    wanted = (zero + s.over * (2 * s.n - 1)) / (2 * s.under)
    return at_most(absolute(wanted - size(s)), (zero + room) / 2)


sets.mutant("rounded down", size=lambda s: s.below)
sets.mutant("one more", size=lambda s: s.nearest + 1)
