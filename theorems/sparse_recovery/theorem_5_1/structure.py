r"""Theorem 5.1 for all networks of section 4.3: one of them serves three lengths with small probability only.

(C.1) leaves more weights free than (4.4) does: with $V_{+2}=3$, $V_{-2}=-2$ a layer recovers $\pm1$ exactly
from n signs with probability $n2^{-n}$, one half at $n = 1$ and 2. At $d=S=K=1$ the first layer has $\beta=0$.
With $B\ge0$ the heads $\pm1$ give nothing, and the heads $\pm2$ add $v_+$ for each positive label and $-v_-$
for each negative one, whatever their weights. What fits $n = 1$ and $n = 2$ is one of two networks, nearly, and
each fits longer prompts for one p alone, 1 or $n - 1$ (`fits-three`). So at $\gamma=\frac32$, where the bounds
vanish as $\delta$ tends to 1, Theorem 5.1 would need $1-\delta\le2n2^{-n}$, although $1-\delta$ is about
$cr^2$, and r need not be below a multiple of $\frac1n$.

A negative B or $\theta$ is no case of the proof, and not covered: the query's own sign ($B < 0$) or a threshold
that knows $b_\beta$ may then help with constant probability.
"""

from collections.abc import Callable
from fractions import Fraction

from baselines.proximal import soft_threshold_by_sign
from lemmata import at_least, at_most, box, choices, dims, lines, mutants, printed, scales, theorem
from lemmata.numbers import Array, abs, constant, exp, maximum, min, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1 import convergence
from theorems.sparse_recovery.theorem_5_1.setting import rate_of_length


@theorem(
    PAPER,
    "Theorem 5.1",
    part="three lengths",
    id="theorem-5.1/structure/fits-three",
    origin="ours",
    n=dims(4, 12),  # rows of the longest of three prompts; the others have one and two
    # Every network but those that fit n = 1 and n = 2 alike badly, by what it misses there: if so many rows of
    # one and of two are positive, the estimates are 1 + scale e_1 and 1 + scale e_2.
    first=choices(0.0, 1.0),
    second=choices(0.0, 1.0, 2.0),
    scale=scales(-12, 0, of="(0, inf)"),
    e=box(2, low=-1.0, high=1.0),
    theta=box(low=0.0, high=4.0, of="[0, inf)"),
    examples=[dict(n=40, first=0.0, second=1.0, scale=2.0**-12)],
)
@printed(
    r"At $d=S=K=1$, rows $\pm1$, $\beta^*=1$, for every network of section 4.3 with $B\ge0$ and "
    r"$\theta\ge0$ (from n rows, p of them positive, it estimates $o_n(p)=\mathcal "
    r"S_\theta\left(\frac{v_+p-v_-(n-p)}{2n+1}\right)$) and every $n\ge4$: "
    r"$3n\epsilon_1+5n\epsilon_2+(2n+1)\epsilon_n\ge1$, $\epsilon_m=\min_p|o_m(p)-1|$, for $\epsilon_n$ "
    r"over all p but 1 and $n-1$. (The $v_\pm$ are drawn by the estimates $1+e$ that they make of one and "
    "two rows, first and second of them positive; where second is twice first, what they make of one row "
    r"decides, as $6|e_1|+5|e_2|\ge1+\theta$ for every network that makes both.)"
)
@mutants(
    {
        "one positive row, too": dict(but=lambda n: (n - 1,)),
        "a tenth less": dict(shares=lambda n: constant([27 * n, 45 * n, 18 * n + 9]) / 10),
        "half as much of the second": dict(shares=lambda n: constant([6 * n, 5 * n, 4 * n + 2]) / 2),
        "negative thresholds": dict(theta=box(low=-1.0, high=4.0)),
    }
)
def fits(
    n,
    first,
    second,
    scale,
    e,
    theta,
    shares=lambda n: constant([3 * n, 5 * n, 2 * n + 1]),
    but: Callable[[int], tuple[int, ...]] = lambda n: (1, n - 1),
):
    r"""What fits one and two signs, by section 4.3, fits $n \ge 4$ with probability $2n/2^n$ at most."""
    # v_+ p - v_- (m - p) = slope p + start m is 3 (1 + e_1 + theta) and 5 (1 + e_2 + theta) at two places.
    one, two = (1 + scale * e[0] + theta) * 3, (1 + scale * e[1] + theta) * 5
    between = second - first * 2
    slope = 0 * one if between == 0 else (two - one * 2) / between
    start = one - slope * first

    def missed(m: int, but: tuple[int, ...] = ()) -> Array:
        counts = [p for p in range(m + 1) if p not in but]
        sums = [(slope * p + start * m) / (2 * m + 1) for p in counts]
        return min(abs(soft_threshold_by_sign(stack(sums), theta) - 1))

    return at_least(shares @ stack([missed(1), missed(2), missed(n, but(n))]), 1)


def least(n: int) -> Fraction:
    r"""The smallest c for which $cr^2\ge16n2^{-n}$ at $r=\frac1{21n}$: then $2n2^{-n}<1-\delta$."""
    return Fraction(16 * n * (21 * n) ** 2, 2**n)


@theorem(
    PAPER,
    "Theorem 5.1",
    part="every network of section 4.3",
    origin="ours",
    at=lines(187, 189),
    uses=[fits, convergence],
    gamma=choices(1.5),
    pinned={"gamma": "the step at which the bounds vanish with $1 - \\delta$"},
    n=dims(4, 40),
    more=scales(0, 20, of="[1, inf)"),  # c over the smallest with which n rows do
    c=lambda n, more: more * least(n),
    r=lambda n: Fraction(1, 21 * n),
)
@printed(
    r"At $d=S=K=1$, rows $\pm1$ and $\gamma=\frac32$, for every $c>0$, there are "
    r"$r=\sqrt{\log(1/\delta)/c}\le\frac18$, for which $N_0\le1$, and $n\ge4$, any n with $16n2^{-n}\le cr^2$ "
    r"at $r=\frac1{21n}$, such that no network with the heads (C.1), $B\ge0$ and $\theta\ge0$ keeps the bounds "
    r"of Theorem 5.1 for 1, 2 and n rows: "
    r"$\max\left\{\frac{2n2^{-n}}{1-\delta},3ne^{-\alpha_1}+5ne^{-\alpha_2}+(2n+1)e^{-\alpha_n}\right\}<1$, "
    r"$e^{-\alpha_m}=1-\frac23\gamma+(1+\gamma)\frac r{\sqrt m}$, $\delta=e^{-cr^2}$."
)
@mutants(
    {
        "gamma = 5/4": dict(gamma=choices(1.25)),
        "any c": dict(c=scales(-8, 4, of="(0, inf)")),
        "r = 1/8": dict(r=scales(-3, -3)),
    }
)
def none_serves_three_lengths(gamma, c, r, n):
    r"""At the step 3/2 no network of section 4.3, with B and $\theta \ge 0$, serves three lengths."""
    of_one, of_two, of_n = (rate_of_length(gamma, r, m) for m in (1, 2, n))
    chance = Fraction(2 * n, 2**n) / (1 - exp(-(c * r * r)))
    return at_most(maximum(chance, of_one * (3 * n) + of_two * (5 * n) + of_n * (2 * n + 1)), 1)
