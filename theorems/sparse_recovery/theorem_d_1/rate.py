r"""The rates of Theorems 5.1 and D.1: not equal, and not always positive.

(D.3) multiplies the last root by $\gamma$, Theorem 5.1 does not: for $\gamma<1$ the rate of the appendix is the
faster one, for $\gamma>1$ that of the main text. (Nor are their probabilities the same, $1-3\delta$ and
$1-\delta$.) "$\gamma$ can be any positive constant less than 1.6" is read to say that $\alpha_n$ exists.
"""

from fractions import Fraction

from lemmata import amended, at_least, at_most, box, dims, lines, mutants, printed, theorem
from lemmata.numbers import Number
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.event_a import steps

SHARE = box(low=2.0**-20, high=1, of="(0, 1]", scale="log")
"""Of the root r_d in 1/(3 (4S - 2)), since r_d < 1/(2 sqrt(2) (4S - 2)) as n >= N_0 asks; of r_S in r_d."""


def rate(S: int, gamma: Number, share: Number, ratio: Number, last: Number, thirds: int = 2) -> Number:
    r"""$\exp(-\alpha_n)$ with ``last`` before the root with S, and ``thirds`` thirds of the step."""
    r_d = share / (3 * (4 * S - 2))
    return 1 - gamma * thirds / 3 + gamma * (2 * S - 1) * r_d + last * ratio * r_d


@theorem(
    PAPER,
    "Theorem D.1",
    part="its rate and that of Theorem 5.1",
    id="theorem-d.1/rate/equivalence",
    rank="step",
    origin="read",
    at=lines(650, 658),
    S=dims(1, 3),
    gamma=steps(1.5),
    share=SHARE,
    ratio=SHARE,
)
@printed(
    r"Theorem D.1 is an 'equivalent form of Theorem 5.1': the two $e^{-\alpha_n}$ are equal, for any "
    r"$\gamma\le\frac32$ and any two roots $0<r_S\le r_d\le\frac1{3(4S-2)}$, as $n\ge N_0$ allows (share is "
    r"$3(4S-2)r_d$, ratio is $r_S/r_d$): $1-\frac23\gamma+\gamma(2S-1)r_d+\gamma r_S=1-\frac23\gamma+\gamma(2S"
    r"-1)r_d+r_S$.",
    defect="typo",
    because=r"The last root has a factor $\gamma$ in (D.3) only; the probabilities differ as well.",
    fails_where=lambda gamma: gamma != 1,
    falls_with="sparse_recovery/theorem-5.1/rate/positive",
)
@amended(
    r"For $\gamma\le1$, $e^{-\alpha_n}$ of (D.3) is at most that of Theorem 5.1, for any two roots $0<r_S\le "
    r"r_d\le\frac1{3(4S-2)}$ (share is $3(4S-2)r_d$, ratio is $r_S/r_d$): $1-\frac23\gamma+\gamma(2S-1)r_d+"
    r"\gamma r_S\le1-\frac23\gamma+\gamma(2S-1)r_d+r_S$.",
    adds=r"$\gamma \le 1$; at most, for equal",
    gamma=steps(1),
    ways=(1,),
)
@mutants({"steps up to 3/2": dict(gamma=steps(1.5)), "the other way": dict(ways=(-1,))})
def rates_agree(S, gamma, share, ratio, ways=(1, -1)):
    """The rate of Theorem D.1 is that of Theorem 5.1, of which it is an equivalent form."""
    appendix, main_text = rate(S, gamma, share, ratio, gamma), rate(S, gamma, share, ratio, 1)
    return at_most([way * appendix for way in ways], [way * main_text for way in ways])


@theorem(
    PAPER,
    "(D.3)",
    rank="step",
    at=lines(656, 660),
    S=dims(1, 3),
    gamma=steps(1.6, below=True),
    share=SHARE,
    ratio=SHARE,
    examples=[dict(S=1, gamma=1.575)],
)
@printed(
    r"$\alpha_n=-\log\left(1-\frac23\gamma+\gamma(2S-1)r_d+\gamma r_S\right)$ with any two roots $0<r_S\le "
    r"r_d\le\frac1{3(4S-2)}$, as $n\ge N_0$ allows (share is $3(4S-2)r_d$, ratio is $r_S/r_d$), is defined for "
    r"every $\gamma<1.6$: the argument is not negative.",
    defect="statement",
    because=r"For $3/2 < \gamma < 1.6$ it tends to $1 - 2 \gamma/3 < 0$ as n grows. (So it does in "
    "Proposition 2 and, as (D.15), in Corollary D.1.)",
    fails_where=lambda gamma: gamma > Fraction(3, 2),
)
@amended(
    r"For every $\gamma\le\frac32$ and any two roots $0<r_S\le r_d\le\frac1{3(4S-2)}$ (share is $3(4S-2)r_d$, "
    r"ratio is $r_S/r_d$): $1-\frac23\gamma+\gamma(2S-1)r_d+\gamma r_S\ge0$.",
    adds=r"$\gamma \le 3/2$",
    gamma=steps(1.5),
)
@mutants(the_whole_step_for_two_thirds_of_it=dict(thirds=3), steps_up_to_2=dict(gamma=steps(2)))
def not_negative(S, gamma, share, ratio, thirds=2):
    r"""The rate $\alpha_n$ of (D.3) is defined for every step below 1.6."""
    return at_least(rate(S, gamma, share, ratio, gamma, thirds), 0)
