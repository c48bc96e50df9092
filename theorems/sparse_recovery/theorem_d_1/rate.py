r"""The rates of Theorems 5.1 and D.1: not equal, and not always positive.

(D.3) multiplies the last root by $\gamma$, Theorem 5.1 does not: the theorems are not equivalent, read as
"have the same rate" (nor are their probabilities the same, $1-3\delta$ and $1-\delta$). For $\gamma<1$ the rate
of the appendix is the faster one, for $\gamma>1$ that of the main text. For $\frac32<\gamma<1.6$ and large n
the argument of the logarithm is negative (`rate`: "$\gamma$ can be any positive constant less than 1.6" is read
to say that $\alpha_n$ exists).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from lemmata import Margin, Prompt, Space, at_least, at_most, dims, dyadics, lines, space
from lemmata.numbers import Array, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.powers import powers


@dataclass(frozen=True)
class Setting:
    S: int
    gamma: float


def settings(top: float) -> Space:
    return space(Setting, S=dims(1, 3), gamma=dyadics(0, top, open_low=True, open_high=top == 1.6, grid=40))


def roots(_s: Setting) -> Space:
    """The root with d as a share of 1/(3 (4S - 2)), and that with S as a share of it."""
    return space(share=powers(-20, 0), ratio=powers(-20, 0))


def both(s: Setting, prompt: Prompt) -> tuple[Array, Array]:
    """r_d and r_S: 0 < r_S <= r_d since S <= d, and r_d < 1/(2 sqrt(2) (4S - 2)) as n >= N_0 asks."""
    r_d = prompt.share / (3 * (4 * s.S - 2))
    return r_d, r_d * prompt.ratio


def appendix(s: Setting, prompt: Prompt, thirds: int = 2) -> Array:
    """exp(-alpha_n) by (D.3), with ``thirds`` thirds of the step."""
    r_d, r_S = both(s, prompt)
    return 1 - s.gamma * thirds / 3 + r_d * s.gamma * (2 * s.S - 1) + r_S * s.gamma


def main_text(s: Setting, prompt: Prompt) -> Array:
    """exp(-alpha_n) by Theorem 5.1."""
    r_d, r_S = both(s, prompt)
    return 1 - s.gamma * 2 / 3 + r_d * s.gamma * (2 * s.S - 1) + r_S


Pairs = Callable[[Array, Array], tuple[Array, Array]]
same = PAPER.claim(
    "Theorem D.1",
    part="its rate and that of Theorem 5.1",
    id="theorem-d.1/rate/equivalence",
    rank="step",
    summary="The rate of Theorem D.1 is that of Theorem 5.1, of which it is an equivalent form",
    origin="read",
    at=lines(650, 658),
    settings=settings(1.5),
    prompts=roots,
)


@same.printed(
    r"Theorem D.1 is an 'equivalent form of Theorem 5.1': the two $e^{-\alpha_n}$ are equal, for any "
    r"$\gamma\le\frac32$ and any two roots $0<r_S\le r_d\le\frac1{3(4S-2)}$, as $n\ge N_0$ allows (share is "
    r"$3(4S-2)r_d$, ratio is $r_S/r_d$): "
    r"$1-\frac23\gamma+\gamma(2S-1)r_d+\gamma "
    r"r_S=1-\frac23\gamma+\gamma(2S-1)r_d+r_S$.",
    defect="typo",
    because="The last root has a factor gamma in (D.3) only; the probabilities differ as well.",
    fails_where=lambda s: s.gamma != 1,
    pairs=lambda a, m: (stack([a, m], -1), stack([m, a], -1)),
)
@same.amended(
    r"For $\gamma\le1$, $e^{-\alpha_n}$ of (D.3) is at most that of Theorem 5.1, for any two roots "
    r"$0<r_S\le r_d\le\frac1{3(4S-2)}$ (share is $3(4S-2)r_d$, ratio is $r_S/r_d$): "
    r"$1-\frac23\gamma+\gamma(2S-1)r_d+\gamma r_S\le1-\frac23\gamma+\gamma(2S-1)r_d+r_S$.",
    adds="gamma <= 1; at most, for equal",
    settings=settings(1.0),
    pairs=lambda a, m: (a, m),
)
def rates_agree(s: Setting, prompt: Prompt, pairs: Pairs) -> Margin:
    """The rate of the appendix against that of the main text."""
    return at_most(*pairs(appendix(s, prompt), main_text(s, prompt)))


same.mutant("steps up to 3/2", settings=settings(1.5))
same.mutant("the other way", pairs=lambda a, m: (m, a))

defined = PAPER.claim(
    "(D.3)",
    id="theorem-d.1/rate",
    rank="step",
    summary="The rate alpha_n of (D.3) is defined for every step below 1.6",
    origin="read",
    at=lines(656, 660),
    settings=settings(1.6),
    prompts=roots,
    examples=[Setting(1, 1.575)],
)


@defined.printed(
    r"$\alpha_n=-\log\left(1-\frac23\gamma+\gamma(2S-1)r_d+\gamma r_S\right)$ with any two roots "
    r"$0<r_S\le r_d\le\frac1{3(4S-2)}$, as $n\ge N_0$ allows (share is $3(4S-2)r_d$, "
    r"ratio is $r_S/r_d$), is defined for every $\gamma<1.6$: the "
    r"argument is not negative.",
    defect="statement",
    because="For 3/2 < gamma < 1.6 it tends to 1 - 2 gamma/3 < 0 as n grows.",
    fails_where=lambda s: s.gamma > Fraction(3, 2),
    thirds=2,
)
@defined.amended(
    r"For every $\gamma\le\frac32$ and any two roots $0<r_S\le r_d\le\frac1{3(4S-2)}$ (share is $3(4S-2)r_d$, "
    r"ratio is "
    r"$r_S/r_d$): $1-\frac23\gamma+\gamma(2S-1)r_d+\gamma r_S\ge0$.",
    adds="gamma <= 3/2",
    settings=settings(1.5),
    thirds=2,
)
def not_negative(s: Setting, prompt: Prompt, thirds: int) -> Margin:
    """The argument of the logarithm, with ``thirds`` / 3 for its 2/3, is not negative."""
    return at_least(appendix(s, prompt, thirds), 0)


defined.mutant("the whole step for two thirds of it", thirds=3)
defined.mutant("steps up to 2", settings=settings(2))
