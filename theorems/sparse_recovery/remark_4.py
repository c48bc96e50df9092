r"""Remark 4: orders of the bounds of Theorem 5.2.

With $a=1-\frac23\gamma$ the bounds are $b_xa^K+\frac{c_4K}{\sqrt n}a^{K-1}$ and $c_5e^{-\alpha_nK}$. Remark 4
calls them $O(e^{-K}+\frac K{\sqrt n}e^{-K})$ and $O(e^{-K})$. (The order is read at $b_x=c_4=n=1$, with one
constant for all K.) But $a^K$ is $O(e^{-K})$ only if $a\le e^{-1}$, that is
$\gamma\ge\frac32(1-e^{-1})\approx0.948$: at $\gamma=\frac12$ it exceeds $Ce^{-K}$ from $K=2\log C$ on, for
every $C$ (the hunt draws $C\ge4$, then $K$). It is linear convergence all the same, at any $\rho>a$: amended.

And the query read-out's bound does not "improve" the rate: $e^{-\alpha_n}=a+\dots>a$, so that for every $c_4$,
$c_5$ and $n$ it is the larger of the two at large $K$.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from lemmata import Margin, at_most, dims, dyadics, lines, scales, space
from lemmata.numbers import Array, exp, sqrt
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    gamma: float
    K: int
    constant: float  # of the O(...), or c_5
    c4: float
    excess: float  # exp(-alpha_n) - a, or rho - a
    n: int

    @property
    def a(self) -> Array:
        return 1 - self.gamma * 2 / 3


settings = space(
    Setting,
    gamma=dyadics(0, 1.5, open_low=True, open_high=True),
    K=dims(1, 64),
    constant=scales(2, 8),
    c4=scales(-2, 8),
    excess=scales(-3, -1),
    n=dims(1, 16),
)

order = PAPER.claim(
    "Remark 4",
    origin="read",
    at=lines(213),
    settings=settings,
    examples=[Setting(gamma=0.5, K=32, constant=4.0, c4=1.0, excess=0.125, n=1)],
)


@order.printed(
    r"The linear read-out's bound is of order $e^{-K}+\frac K{\sqrt n}e^{-K}$: $a^K+Ka^{K-1}\le C(1+K)e^{-K}$ "
    "for some $C$ and all $K$.",
    defect="statement",
    because="a = 1 - 2 gamma / 3 exceeds 1 / e for gamma below 0.948; then every C fails at some K.",
    bound=lambda s: exp(-s.K) * s.constant * (1 + s.K),
)
@order.amended(
    r"The linear read-out's bound converges linearly: $a^K+Ka^{K-1}\le\left(1+\frac1{\rho-a}\right)\rho^K$ for "
    r"every $\rho>a$ and all $K$.",
    because="K a^(K-1) is at most (rho^K - a^K) / (rho - a).",
    adds="rho > a = 1 - 2 gamma / 3 for 1 / e; b_x = c_4 = n = 1",
    bound=lambda s: (1 + 1 / s.excess) * (s.a + s.excess) ** s.K,
)
def bound_is_of_that_order(s: Setting, bound: Callable[[Setting], Array]) -> Margin:
    """The bound of the linear read-out (b_x = c_4 = n = 1) is of the order stated."""
    return at_most(s.a**s.K + s.a ** (s.K - 1) * s.K, bound(s))


order.mutant("rho = a", bound=lambda s: (1 + 1 / s.excess) * s.a**s.K)
order.mutant("no constant", bound=lambda s: (s.a + s.excess) ** s.K)

improves = PAPER.claim(
    "Remark 4, improvement",
    id="remark-4/improvement",
    origin="read",
    at=lines(213),
    settings=settings,
    examples=[Setting(gamma=1.0, K=64, constant=4.0, c4=1.0, excess=0.25, n=1)],
)


@improves.printed(
    r"The query read-out's bound $c_5(a+s)^K$, $a+s=e^{-\alpha_n}$, is at most the linear one's, "
    r"$a^K+\frac{c_4K}{\sqrt n}a^{K-1}$.",
    defect="statement",
    because="Its rate exp(-alpha_n) is larger than a, so that it is the larger bound at large K for all "
    "c_4, c_5 and n.",
    power=lambda s: s.K,
    side=1,
)
@improves.amended(
    r"It is the other way around in the end: $a^K+\frac{c_4K}{\sqrt n}a^{K-1}\le\left(1+\frac{c_4}s\right)"
    r"(a+s)^K$.",
    because="The query's bound decays no faster, up to constants.",
    adds="the other direction, with the constant 1 + c_4 / s",
    power=lambda s: s.K,
    side=-1,
)
def which_bound_is_smaller(s: Setting, power: Callable[[Setting], int], side: int) -> Margin:
    """One of the two bounds of Theorem 5.2 is at most (a multiple of) the other."""
    linear = s.a ** power(s) + s.a ** (power(s) - 1) * (s.c4 * power(s)) / sqrt(s.n)
    query = (s.a + s.excess) ** s.K
    if side > 0:
        return at_most(query * s.constant, linear)
    return at_most(linear, query * (1 + s.c4 / s.excess))


improves.mutant("as printed", side=1)
improves.mutant(
    "half the layers",
    power=lambda s: s.K // 2 + 1,
    settings=replace(settings, fields={**settings.fields, "K": dims(48, 64)}),
)
