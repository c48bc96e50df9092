r"""Remark 4: orders of the bounds of Theorem 5.2.

With $a=1-\frac23\gamma$ the bounds are $b_xa^K+\frac{c_4K}{\sqrt n}a^{K-1}$ and $c_5e^{-\alpha_nK}$. Remark 4
calls them $O(e^{-K}+\frac K{\sqrt n}e^{-K})$ and $O(e^{-K})$. (The order is read at $b_x=c_4=n=1$, with one
constant for all K.) But $a^K$ is $O(e^{-K})$ only if $a\le e^{-1}$, that is
$\gamma\ge\frac32(1-e^{-1})\approx0.948$: at $\gamma=\frac12$ it exceeds $Ce^{-K}$ from $K=2\log C$ on, for
every $C$. It is linear convergence all the same, at any $\rho>a$: amended.

And the query read-out's bound does not "improve" the rate: $e^{-\alpha_n}=a+\dots>a$, so that for every $c_4$,
$c_5$ and $n$ it is the larger of the two at large $K$.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import frexp

from lemmata import Margin, at_most, dims, dyadics, lines, scales, some, space
from lemmata.numbers import Array, exp, sqrt
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    gamma: float
    K: int

    @property
    def a(self) -> Array:
        """What a layer leaves in the bound of the linear read-out."""
        return 1 - self.gamma * 2 / 3


@dataclass(frozen=True)
class Order(Setting):
    C: float = 1.0  # of the O(...)
    excess: float = 0.25  # rho - a

    @property
    def rho(self) -> Array:
        """A rate above a."""
        return self.a + self.excess


@dataclass(frozen=True)
class Both(Setting):
    """The bounds of the two read-outs."""

    n: int
    epsilon: float  # exp(-alpha_n) - a
    C: float = 1.0  # c_4 and 1/c_5
    c4: float = 1.0


GAMMA, LAYERS = dyadics(0, 1.5, open_low=True, open_high=True), dims(1, 64)


def half_step(C: float) -> Order:
    """A step of 1/2, a = 2/3, and so many layers that ``(e a)^K``, more than ``1.8^K``, exceeds C."""
    return Order(gamma=0.5, K=2 * max(1, frexp(C)[1]), C=C)


order = PAPER.claim(
    "Remark 4",
    origin="read",
    at=lines(213),
    summary="The bound for a linear read-out is of the order e^-K + K e^-K/sqrt(n)",
    settings=space(Order, gamma=GAMMA, K=LAYERS, C=some(scales(2, 8), weaker="larger", fails_at=half_step)),
    examples=[half_step(4.0), Order(gamma=1.5 - 2.0**-11, K=1, excess=2.0**-6)],  # rho and a near 0
)


@order.printed(
    r"The linear read-out's bound (at $b_x=c_4=n=1$, $a=1-\frac23\gamma$) is of order $e^{-K}+\frac K{\sqrt "
    r"n}e^{-K}$: there is a $C$ with $a^K+Ka^{K-1}\le C(1+K)e^{-K}$ for all $0<\gamma<\frac32$ and all $K$.",
    defect="statement",
    because="a = 1 - 2 gamma / 3 exceeds 1 / e for gamma below 0.948; then every C, also one for "
    "each gamma, fails at some K.",
    fails_where=lambda s: s.gamma < Fraction(237, 250),
    bound=lambda s: s.C * (1 + s.K) * exp(-s.K),
)
@order.amended(
    r"The linear read-out's bound (at $b_x=c_4=n=1$, $a=1-\frac23\gamma$) converges linearly: "
    r"$a^K+Ka^{K-1}\le\left(1+\frac1{\rho-a}\right)\rho^K$ for every $\rho>a$, all $0<\gamma<\frac32$ and all "
    r"$K$.",
    because="K a^(K-1) is at most (rho^K - a^K) / (rho - a).",
    adds="rho > a = 1 - 2 gamma / 3 for 1 / e, and 1 + 1/(rho - a) for C",
    settings=space(Order, gamma=GAMMA, K=LAYERS, excess=scales(-6, 2, of="(0, inf)")),
    bound=lambda s: (1 + 1 / (s.rho - s.a)) * s.rho**s.K,
)
def bound_is_of_that_order(s: Order, bound: Callable[[Order], Array]) -> Margin:
    """The bound of the linear read-out (b_x = c_4 = n = 1) is at most that of the order."""
    return at_most(s.a**s.K + s.K * s.a ** (s.K - 1), bound(s))


order.mutant("four fifths of the bound", bound=lambda s: (1 + 1 / (s.rho - s.a)) * s.rho**s.K * 4 / 5)
order.mutant("a for rho in the power", bound=lambda s: (1 + 1 / (s.rho - s.a)) * s.a**s.K)
order.mutant("1 for 1 + 1/(rho - a)", bound=lambda s: s.rho**s.K)


def many_layers(C: float) -> Both:
    """A step of 1, a = 1/3, epsilon = 1/8, and so many layers that ``1.37^K`` exceeds ``C^2 (1 + 3 K)``."""
    return Both(gamma=1.0, K=16 + 8 * frexp(C)[1], n=1, epsilon=0.125, C=C)


improves = PAPER.claim(
    "Remark 4, improvement",
    id="remark-4/improvement",
    origin="read",
    at=lines(213),
    summary="The bound for the query read-out improves on that for the linear one",
    settings=space(
        Both,
        where=lambda s: s.epsilon * 8 <= s.gamma,
        gamma=GAMMA,
        K=LAYERS,
        n=dims(1, 16),
        epsilon=scales(-6, -3, of="(0, inf)"),
        C=some(scales(0, 8), weaker="larger", fails_at=many_layers),
    ),
    examples=[many_layers(1.0)],
)


@improves.printed(
    r"For some $c_4$ and $c_5>0$ the query read-out's bound $c_5(a+\epsilon)^K$, $a+\epsilon=e^{-\alpha_n}$, "
    r"is at most the "
    r"linear one's (at $b_x=1$), $a^K+\frac{c_4K}{\sqrt n}a^{K-1}$, for all $0<\gamma<\frac32$, "
    r"$0<\epsilon\le\frac\gamma8$ (each of which some $c$, $d$, $\delta$ and $n\ge N_0$ have at $S=1$), n and "
    r"K; with $c_4\le C$ and "
    r"$c_5\ge\frac1C$: $(a+\epsilon)^K\le C\left(a^K+\frac{CK}{\sqrt n}a^{K-1}\right)$ for some $C\ge1$.",
    defect="statement",
    because="Its rate exp(-alpha_n) is larger than a, so that it is the larger bound at large K for all "
    "c_4, c_5 and n.",
)
def query_bound_is_smaller(s: Both) -> Margin:
    """The bound of the query read-out is at most that of the linear one, at c_4 = C and c_5 = 1/C."""
    linear = s.a**s.K + s.C * s.K / sqrt(s.n) * s.a ** (s.K - 1)
    return at_most((s.a + s.epsilon) ** s.K, s.C * linear)


@improves.amended(
    r"It is the other way around in the end: $a^K+\frac{c_4K}{\sqrt "
    r"n}a^{K-1}\le\left(1+\frac{c_4}\epsilon\right)(a+\epsilon)^K$ for all $c_4>0$, $\epsilon>0$, "
    r"$0<\gamma<\frac32$, "
    r"$a=1-\frac23\gamma$, n and K.",
    because="The query's bound decays no faster, up to constants.",
    adds="the other direction, with the constant 1 + c_4 / epsilon",
    settings=space(
        Both,
        gamma=GAMMA,
        K=LAYERS,
        n=dims(1, 16),
        epsilon=scales(-6, 2, of="(0, inf)"),
        c4=scales(-2, 8, of="(0, inf)"),
    ),
    power=lambda s: s.K,
    constant=lambda s: 1 + s.c4 / s.epsilon,
)
def linear_bound_is_smaller(s: Both, power: Callable[[Both], int], constant: Callable[[Both], Array]) -> Margin:
    """The bound of the linear read-out is at most a multiple of a power of the query's rate."""
    linear = s.a**s.K + s.c4 * s.K / sqrt(s.n) * s.a ** (s.K - 1)
    return at_most(linear, constant(s) * (s.a + s.epsilon) ** power(s))


improves.mutant("1 for 1 + c_4/epsilon", constant=lambda s: 1)
improves.mutant("twice the power of the rate", power=lambda s: 2 * s.K)
