r"""One eta for all i: (E.7), from which (E.6) should follow for every $i\ge N_0$.

$\eta=a/(a-(K-1)r_{N_0})$ with $a=1-\frac23\gamma$. But $r_{N_0}=\frac1{2\sqrt2(4S-2)}$ whatever $c$, $d$ and
$\delta$ are, so the denominator is negative for $K\ge3$ at $S=\gamma=1$ (and at the size of figure 1, $S=3$,
$K=12$, with $\gamma=1$), and $\eta$ with it, while (E.6) asks for more than 1 at large $i$. The constant
$c_4$ of Theorem 5.2 contains this $\eta$.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_least, box, dims, dyadics, space
from lemmata.numbers import Array, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.linearisation import Setting

eta = PAPER.claim(
    "(E.7)",
    slug="linearisation-e.7",
    kind="forall",
    settings=space(
        Setting,
        K=dims(1, 6),
        S=dims(1, 3),
        gamma=dyadics(0, 1.5, open_low=True, open_high=True),
    ),
    prompts=space(r=box(1, low=0.0, high=1.0)),
    examples=[Setting(6, 1, 1.0), Setting(2, 1, 1.25)],
)


def r_at_N0(s: Setting, like: Array) -> Array:
    """1 / (2 sqrt(2) (4S - 2)), from the definition of N_0."""
    return 1 / (sqrt(like * 0 + 8) * (4 * s.S - 2))


def always(s: Setting, below: Array) -> Array:
    return below * 0 + 1


def positive(s: Setting, below: Array) -> Array:
    return below


@eta.printed(
    r"$\eta=\frac a{a-(K-1)r_{N_0}}$ satisfies $\eta\ge\frac a{a-(K-1)r_i}$ for every $i\ge N_0$.",
    expect="refuted",
    defect="constant",
    because="The denominator can be negative: r at N_0 does not depend on c, d or delta.",
    where=always,
)
@eta.amended(
    r"If $(K-1)r_{N_0}<a$, then $\eta=\frac a{a-(K-1)r_{N_0}}$ satisfies $\eta\ge\frac a{a-(K-1)r_i}$ for "
    r"every $i\ge N_0$.",
    because="Then both denominators are positive.",
    where=positive,
)
def eta_serves_all(s: Setting, prompt: Prompt, where: Callable[[Setting, Array], Array]) -> Margin:
    """The eta of N_0 is large enough for all i beyond (r_i is a share of r at N_0)."""
    share = prompt.r[:, 0]
    r = r_at_N0(s, share)
    first, later = (s.a - r * (s.K - 1), s.a - r * share * (s.K - 1))
    return at_least(s.a / first, s.a / later).given(where(s, first))


eta.mutant("only K = 1 is excluded", where=lambda s, below: below * 0 + (s.K - 2))
eta.mutant("twice the denominator", where=lambda s, below: s.a * 2 - (s.a - below))
