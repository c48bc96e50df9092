r"""Remark 4: orders of the bounds of Theorem 5.2.

The order is read at $b_x=c_4=n=1$, with one constant for all K. $a^K$, $a=1-\frac23\gamma$, is $O(e^{-K})$ only
if $a\le e^{-1}$: at $\gamma=\frac12$ it exceeds $Ce^{-K}$ from $K=2\log C$ on, for every $C$.
"""

from fractions import Fraction
from math import frexp

from lemmata import amended, at_most, dims, dyadics, lines, mutants, printed, scales, some, theorem
from lemmata.numbers import exp, sqrt
from theorems.sparse_recovery import PAPER

GAMMA, LAYERS = dyadics(0, 1.5, open_low=True, open_high=True), dims(1, 64)


def half_step(C: float) -> dict[str, float]:
    """A step of 1/2, a = 2/3, and so many layers that ``(e a)^K``, more than ``1.8^K``, exceeds C."""
    return dict(gamma=0.5, K=2 * max(1, frexp(C)[1]), C=C)


@theorem(
    PAPER,
    "Remark 4",
    origin="read",
    at=lines(213),
    gamma=GAMMA,
    K=LAYERS,
    a=lambda gamma: 1 - gamma * 2 / 3,
    C=some(scales(2, 8), weaker="larger", fails_at=half_step),
    examples=[half_step(4.0), dict(gamma=1.5 - 2.0**-11, K=1, C=2.0**-6)],  # there rho and a are near 0
)
@printed(
    r"The linear read-out's bound (at $b_x=c_4=n=1$, $a=1-\frac23\gamma$) is of order $e^{-K}+\frac K{\sqrt "
    r"n}e^{-K}$: there is a $C$ with $a^K+Ka^{K-1}\le C(1+K)e^{-K}$ for all $0<\gamma<\frac32$ and all $K$.",
    defect="typo",
    because=r"$a = 1 - 2 \gamma/3$ exceeds 1 / e for $\gamma$ below 0.948; then every C, also one for each "
    r"$\gamma$, fails at some K.",
    fails_where=lambda gamma: gamma < Fraction(237, 250),
    bound=lambda K, C: C * (1 + K) * exp(-K),
)
@amended(
    r"The linear read-out's bound (at $b_x=c_4=n=1$, $a=1-\frac23\gamma$) converges linearly: "
    r"$a^K+Ka^{K-1}\le\left(1+\frac1C\right)\rho^K$ for every $\rho=a+C>a$, all $0<\gamma<\frac32$ and all "
    r"$K$.",
    because=r"$K a^{K-1}$ is at most $(\rho^K - a^K)/(\rho - a)$.",
    adds=r"$\rho > a = 1 - 2 \gamma/3$ for 1 / e, and $1 + 1/(\rho - a)$ for C",
    C=scales(-6, 2, of="(0, inf)"),
    bound=lambda K, a, C: (1 + 1 / C) * (a + C) ** K,
)
@mutants(
    {
        "four fifths of the bound": dict(bound=lambda K, a, C: (1 + 1 / C) * (a + C) ** K * 4 / 5),
        "a for rho in the power": dict(bound=lambda K, a, C: (1 + 1 / C) * a**K),
        "1 for 1 + 1/(rho - a)": dict(bound=lambda K, a, C: (a + C) ** K),
    }
)
def bound_is_of_that_order(K, a, bound):
    r"""The bound for a linear read-out is of the order $e^{-K} + K e^{-K}/\sqrt{n}$."""
    return at_most(a**K + K * a ** (K - 1), bound)


def many_layers(C: float) -> dict[str, float]:
    """A step of 1, a = 1/3, epsilon = 1/8, and so many layers that ``1.37^K`` exceeds ``C^2 (1 + 3 K)``."""
    return dict(gamma=1.0, K=16 + 8 * frexp(C)[1], n=1, epsilon=0.125, C=C)


@theorem(
    PAPER,
    "Remark 4, improvement",
    id="remark-4/improvement",
    origin="read",
    at=lines(213),
    gamma=GAMMA,
    K=LAYERS,
    n=dims(1, 16),
    epsilon=scales(-6, -3, of="(0, inf)"),  # $e^{-\alpha_n}-a$
    a=lambda gamma: 1 - gamma * 2 / 3,
    C=some(scales(0, 8), weaker="larger", fails_at=many_layers),  # $c_4$ and $1/c_5$
    where=lambda epsilon, gamma: 8 * epsilon <= gamma,
    examples=[many_layers(1.0)],
)
@printed(
    r"For some $c_4$ and $c_5>0$ the query read-out's bound $c_5(a+\epsilon)^K$, $a+\epsilon=e^{-\alpha_n}$, "
    r"is at most the linear one's (at $b_x=1$), $a^K+\frac{c_4K}{\sqrt n}a^{K-1}$, for all $0<\gamma<\frac32$, "
    r"$0<\epsilon\le\frac\gamma8$ (each of which some $c$, $d$, $\delta$ and $n\ge N_0$ have at $S=1$), n and "
    r"K; with $c_4\le C$ and $c_5\ge\frac1C$: $(a+\epsilon)^K\le C\left(a^K+\frac{CK}{\sqrt n}a^{K-1}\right)$ "
    r"for some $C\ge1$.",
    defect="statement",
    because=r"Its rate $\exp(-\alpha_n)$ is larger than a, so that it is the larger bound at large K for all "
    "$c_4$, $c_5$ and n.",
)
@amended(
    r"It is the other way around in the end: $a^K+\frac{CK}{\sqrt n}a^{K-1}\le\left(1+\frac "
    r"C\epsilon\right)(a+\epsilon)^K$ for all $c_4=C>0$, $\epsilon>0$, $0<\gamma<\frac32$, "
    r"$a=1-\frac23\gamma$, n and K.",
    because="The query's bound decays no faster, up to constants.",
    adds=r"the other direction, with the constant $1 + c_4/\varepsilon$",
    epsilon=scales(-6, 2, of="(0, inf)"),
    C=scales(-2, 8, of="(0, inf)"),
    where=None,
    constant=lambda C, epsilon: 1 + C / epsilon,
)
@mutants(
    {"1 for 1 + c_4/epsilon": dict(constant=1), "twice the power of the rate": dict(power=lambda K: 2 * K)}
)
def query_bound_is_smaller(K, n, a, epsilon, C, constant=0, power=lambda K: K):
    """The bound for the query read-out improves on that for the linear one."""
    linear = a**K + C * K / sqrt(n) * a ** (K - 1)
    if constant:
        return at_most(linear, constant * (a + epsilon) ** power)
    return at_most((a + epsilon) ** K, C * linear)
