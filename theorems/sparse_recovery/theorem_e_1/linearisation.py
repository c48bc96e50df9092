r"""From a $K$-th power to its linear part: the displays (E.4) to (E.9) of the proof of Theorem E.1.

With $a=1-\frac23\gamma$ and $r_i=\sqrt{(\log d+\log S-\log\delta)/(ic)}$:

- (E.4) puts the two roots of $\alpha_n$ into one. It holds.
- (E.5) bounds $(a+2\gamma(2S-1)r_i)^K$ by $a^K+\eta_iKa^{K-1}r_i$ if $\eta_i\ge a/(a-(K-1)r_i)$ (E.6). The
  factor $2\gamma(2S-1)$ is lost on the right: at $K=1$, $\gamma=S=1$ it says $2r\le r$. With
  $x=2\gamma(2S-1)r_i$ in place of $r_i$ on the right and in (E.6) it holds where the denominator is positive.
- (E.7) takes one eta for all i, $\eta=a/(a-(K-1)r_{N_0})$, from which (E.6) should follow for every $i\ge N_0$.
  But $r_{N_0}=\frac1{2\sqrt2(4S-2)}$ whatever $c$, $d$ and $\delta$ are, so the denominator is negative for
  $K\ge3$ at $S=\gamma=1$ (and at the size of figure 1, $S=3$, $K=12$, with $\gamma=1$), and $\eta$ with it,
  while (E.6) asks for more than 1 at large $i$. The constant $c_4$ contains this $\eta$.
- (E.8) inherits the factor that (E.5) loses. (Evaluated are its second and its last line; the first sums the
  powers over $\mathcal O$, all of whose tokens come after $N_0$, and they fall with i.) The display after it
  ("combining (E.3) and (E.7)") drops $2(\sqrt{N_0+m}-\sqrt{N_0})$, $m=np-\frac p2$, in its first line, which
  exceeds 1 soon; its second line holds.
- (E.9), the mean of the errors, divides by $m$ but sums over all $i$ from $N_0+1$ to $n$, not over the $m$
  chosen ones: with $p$ small the sum has more terms than it is divided by. And it has lost the $\|\beta^*\|_1$
  of (E.3), already in the display before it, so that the bound of Theorem E.1 begins with $b_xa^K$ where
  $b_xb_\beta a^K$ is meant.

Only $r$ depends on $d$, $\delta$ and $c$, so that $r$ itself is drawn here, or the logarithms, or the width
$w=\sqrt i\,r_i$.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from lemmata import Margin, Prompt, at_least, at_most, box, dims, dyadics, lines, scales, space
from lemmata.numbers import Array, constant, sqrt, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.powers import powers


@dataclass(frozen=True)
class Step:
    S: int
    gamma: float

    @property
    def a(self) -> Array:
        return 1 - self.gamma * 2 / 3

    @property
    def factor(self) -> Array:
        """2 gamma (2S - 1)."""
        return self.gamma * (4 * self.S - 2)


@dataclass(frozen=True)
class Setting(Step):
    K: int


settings = space(Setting, K=dims(1, 6), S=dims(1, 3), gamma=dyadics(0, 1.5, open_low=True))
shares = space(r=box(1, low=0.0, high=1.0))
widths = space(share=powers(-20, 0))
"""r_i or w as a share of the largest that N_0 >= 8 (4S - 2)^2 w^2 allows."""
Factor = Callable[[Setting], Array]

cauchy = PAPER.claim(
    "(E.4)",
    id="theorem-e.1/linearisation/eq-e.4",
    rank="step",
    origin="read",
    summary="The two roots of alpha_n are at most one root, that of all logarithms together",
    at=lines(878, 880),
    settings=space(Step, S=dims(1, 3), gamma=dyadics(0, 1.5, open_low=True, of="(0, inf)")),
    prompts=space(logs=box(3, low=0.0, high=8.0, of="[0, inf)")),
)


@cauchy.printed(
    r"$\gamma(2S-1)\sqrt{\frac{\log d-\log\delta}{ic}}+\gamma\sqrt{\frac{\log S-\log\delta}{ic}}\le"
    r"2\gamma(2S-1)\sqrt{\frac{\log d+\log S-\log\delta}{ic}}$ for $\gamma>0$, $S\ge1$ and any three numbers "
    r"$x,y,z\ge0$ (logs) for $\log d,\log S,-\log\delta$ (both sides times $\sqrt{ic}$).",
    most=lambda s: s.factor,
)
def two_roots_are_one(s: Step, prompt: Prompt, most: Callable[[Step], Array]) -> Margin:
    """The two roots of alpha_n are at most one root; ``logs`` are x = log d, y = log S and z = -log delta."""
    x, y, z = (prompt.logs[:, k] for k in range(3))
    left = s.gamma * (2 * s.S - 1) * sqrt(x + z) + s.gamma * sqrt(y + z)
    return at_most(left, most(s) * sqrt(x + y + z))


cauchy.mutant("half of it", most=lambda s: s.factor / 2)
cauchy.mutant("1 for 2 (2S - 1)", most=lambda s: s.gamma)

power = PAPER.claim(
    "(E.5)",
    id="theorem-e.1/linearisation/eq-e.5",
    rank="step",
    origin="read",
    summary="The K-th power of a sum is its linear part up to a factor eta_i on the linear term",
    at=lines(886, 892),
    settings=settings,
    prompts=shares,
)


@power.printed(
    r"$\left(a+2\gamma(2S-1)r_i\right)^K\le a^K+\eta_iKa^{K-1}r_i$ for $\eta_i\ge\frac a{a-(K-1)r_i}$, "
    r"$a=1-\frac23\gamma\le1$, $0<\gamma\le\frac32$, $r_i=\sqrt{\frac{\log d+\log S-\log\delta}{ic}}$, any "
    r"number with $0\le r_i\le1$ (where this denominator is positive).",
    defect="proof-step",
    because="The factor 2 gamma (2S - 1) is missing on the right: it fails where this factor exceeds 1.",
    fails_where=lambda s: s.factor > 1,
    kept=lambda s: 1,
)
@power.amended(
    r"$\left(a+x\right)^K\le a^K+\eta_iKa^{K-1}x$ for $a=1-\frac23\gamma$, $0<\gamma\le\frac32$, "
    r"$x=2\gamma(2S-1)r_i$, $0\le r_i\le1$ and $\eta_i\ge\frac a{a-(K-1)x}$, where this denominator is "
    r"positive.",
    adds="the factor 2 gamma (2S - 1) on the right and in eta_i; eta_i > 0",
    because="With the factor on both sides.",
    kept=lambda s: s.factor,
)
def power_is_nearly_linear(s: Setting, prompt: Prompt, kept: Factor) -> Margin:
    """The K-th power is its linear part up to the factor eta (both sides times eta's denominator)."""
    r, a, K = prompt.r[:, 0], s.a, s.K
    x = r * kept(s)
    denominator = a - x * (K - 1)
    left = (a + s.factor * r) ** K
    return at_most(denominator * left, denominator * a**K + a**K * x * K).given(denominator)


power.mutant("half the factor", kept=lambda s: s.factor / 2)
power.mutant("1/8 for gamma", kept=lambda s: (4 * s.S - 2) / 8)

eta = PAPER.claim(
    "(E.7)",
    id="theorem-e.1/linearisation/eq-e.7",
    rank="step",
    origin="read",
    summary="The eta made for i = N_0 satisfies (E.6) for every i from N_0 on",
    at=lines(894, 898),
    settings=space(Setting, K=dims(1, 6), S=dims(1, 3), gamma=dyadics(0, 1.5, open_low=True, open_high=True)),
    prompts=widths,
    examples=[Setting(K=6, S=1, gamma=1.0), Setting(K=2, S=1, gamma=1.25)],
)


def r_N0(s: Setting) -> Array:
    """1 / (2 sqrt(2) (4S - 2)), from the definition of N_0."""
    return 1 / (sqrt(8) * (4 * s.S - 2))


Hypothesis = Callable[[Setting, Array], Array]
"""What is not negative where the claim speaks, from the denominator of eta."""


@eta.printed(
    r"For $a=1-\frac23\gamma>0$, $r_i=\sqrt{\frac{\log d+\log S-\log\delta}{ic}}$ and "
    r"$r_{N_0}=\frac1{2\sqrt2(4S-2)}$: $\eta=\frac a{a-(K-1)r_{N_0}}$ satisfies "
    r"$\eta\ge\frac a{a-(K-1)r_i}$ for every $i\ge N_0$, that is for $0<r_i\le r_{N_0}$ (share is "
    r"$r_i/r_{N_0}$).",
    defect="constant",
    because="The denominator can be negative: r at N_0 does not depend on c, d or delta.",
    fails_where=lambda s: bool(s.a < r_N0(s) * (s.K - 1)),
    met=lambda s, denominator: 1,
)
@eta.amended(
    r"If $(K-1)r_{N_0}<a=1-\frac23\gamma$, $r_{N_0}=\frac1{2\sqrt2(4S-2)}$, then $\eta=\frac "
    r"a{a-(K-1)r_{N_0}}$ satisfies $\eta\ge\frac a{a-(K-1)r_i}$ for every $i\ge N_0$, that is for $0<r_i\le "
    r"r_{N_0}$ (share is $r_i/r_{N_0}$).",
    adds="(K - 1) r_{N_0} < a",
    because="Then both denominators are positive.",
    met=lambda s, denominator: denominator,
)
def eta_serves_all(s: Setting, prompt: Prompt, met: Hypothesis) -> Margin:
    """The eta of N_0 is large enough for all i beyond (``share`` is r_i / r at N_0)."""
    r_i, denominator = r_N0(s) * prompt.share, s.a - r_N0(s) * (s.K - 1)
    return at_least(s.a / denominator, s.a / (s.a - r_i * (s.K - 1))).given(met(s, denominator))


eta.mutant("K >= 2 for (K - 1) r < a", met=lambda s, denominator: s.K - 2)
eta.mutant("(K - 1) r < 2 a for (K - 1) r < a", met=lambda s, denominator: s.a + denominator)


@dataclass(frozen=True)
class Sums(Setting):
    N0: int
    m: int  # np - p/2, how many errors are summed


several = space(
    Sums,
    K=dims(1, 4),
    S=dims(1, 2),
    gamma=dyadics(0, 1.5, open_low=True, open_high=True),
    N0=dims(1, 8),
    m=dims(1, 6),
)


def width(s: Sums, prompt: Prompt) -> Array:
    """w, at most sqrt(N_0) r at N_0."""
    return prompt.share * sqrt(s.N0) / (sqrt(8) * (4 * s.S - 2))


def spread(s: Sums) -> Array:
    """2 (sqrt(N_0 + m) - sqrt(N_0)), a bound on the sum of 1 / sqrt(i) from N_0 + 1 to N_0 + m."""
    return (sqrt(s.N0 + s.m) - sqrt(s.N0)) * 2


e8 = PAPER.claim(
    "(E.8)",
    id="theorem-e.1/linearisation/eq-e.8",
    rank="step",
    origin="read",
    summary="The sum of the K-th powers over m tokens is at most the sum of their linear parts",
    at=lines(898, 900),
    settings=several,
    prompts=widths,
    uses=[power],
    examples=[Sums(K=1, S=1, gamma=1.0, N0=1, m=6)],
)


@e8.printed(
    r"$\sum_{i=N_0+1}^{N_0+m}\left(a+2\gamma(2S-1)\frac w{\sqrt i}\right)^K\le ma^K+\eta "
    r"Ka^{K-1}w\cdot2\left(\sqrt{N_0+m}-\sqrt{N_0}\right)$ with $a=1-\frac23\gamma>0$, "
    r"$m=np-\frac p2$, $w=\sqrt{\frac{\log d+\log S-\log\delta}c}$, $0<w\le\frac{\sqrt{N_0}}{2\sqrt2(4S-2)}$ "
    r"(share is its share of that) and "
    r"$\eta=\frac a{a-(K-1)w/\sqrt{N_0}}$ (where it is positive).",
    defect="proof-step",
    because="(E.5) loses the factor 2 gamma (2S - 1): it fails where this factor exceeds 1.",
    fails_where=lambda s: s.factor > 1,
    kept=lambda s: 1,
)
@e8.amended(
    r"$\sum_{i=N_0+1}^{N_0+m}\left(a+\frac x{\sqrt i}\right)^K\le ma^K+\eta Ka^{K-1}x\cdot2\left("
    r"\sqrt{N_0+m}-\sqrt{N_0}\right)$ with $a=1-\frac23\gamma>0$, $x=2\gamma(2S-1)w$, $0<w\le"
    r"\frac{\sqrt{N_0}}{2\sqrt2(4S-2)}$ and $\eta=\frac a{a-(K-1)x/\sqrt{N_0}}$, where $\eta$ is positive.",
    adds="the factor 2 gamma (2S - 1) on the right and in eta; eta > 0",
    because="With the factor kept.",
    kept=lambda s: s.factor,
)
def sum_of_powers(s: Sums, prompt: Prompt, kept: Factor) -> Margin:
    """The sum of the powers is at most the sum of their linear parts (times eta's denominator)."""
    w = width(s, prompt)
    roots = sqrt(constant([s.N0 + j for j in range(1, s.m + 1)], w))
    total = sum((w[:, None] * s.factor / roots + s.a) ** s.K, -1)
    x = w * kept(s)
    denominator = s.a - x / sqrt(s.N0) * (s.K - 1)
    linear = x * spread(s) * s.a**s.K * s.K
    return at_most(total * denominator, denominator * s.a**s.K * s.m + linear).given(denominator)


e8.mutant("half the factor", kept=lambda s: s.gamma * (2 * s.S - 1))
e8.mutant("1/8 for gamma", kept=lambda s: (4 * s.S - 2) / 8)

combined = PAPER.claim(
    "(E.8) combined",
    id="theorem-e.1/linearisation/eq-e.8-combined",
    rank="step",
    origin="read",
    summary="What (E.8) leaves of the sum of 1/sqrt(i) is at most 1",
    at=lines(902, 904),
    settings=several,
    prompts=widths,
    uses=[eta],
    examples=[Sums(K=1, S=1, gamma=1.0, N0=1, m=6), Sums(K=1, S=1, gamma=1.0, N0=1, m=4096)],
)


@combined.printed(
    r"$ma^K+\eta Ka^{K-1}w\cdot2\left(\sqrt{N_0+m}-\sqrt{N_0}\right)\le ma^K+\eta Ka^{K-1}w$ for $\eta>0$, "
    r"that is $Ka^{K-1}w\cdot2\left(\sqrt{N_0+m}-\sqrt{N_0}\right)\le Ka^{K-1}w$, $a=1-\frac23\gamma>0$, "
    r"$m=np-\frac p2$, $w=\sqrt{\frac{\log d+\log S-\log\delta}c}$, $0<w\le\frac{\sqrt{N_0}}{2\sqrt2(4S-2)}$ "
    r"(share is its share of that).",
    defect="proof-step",
    because="The bound on the sum of 1 / sqrt(i) is dropped, which exceeds 1 from sqrt(N_0 + m) > sqrt(N_0) + "
    "1/2 on.",
    fails_where=lambda s: 4 * s.m > 4 * math.sqrt(s.N0) + 1,
    root=lambda s: 1,
)
@combined.amended(
    r"$ma^K+\eta Ka^{K-1}w\cdot2\left(\sqrt{N_0+m}-\sqrt{N_0}\right)\le ma^K+2\eta K\sqrt ma^{K-1}w$ for "
    r"$\eta>0$, that is $Ka^{K-1}w\cdot2\left(\sqrt{N_0+m}-\sqrt{N_0}\right)\le Ka^{K-1}w\cdot2\sqrt m$, "
    r"$a=1-\frac23\gamma>0$, $0<w\le\frac{\sqrt{N_0}}{2\sqrt2(4S-2)}$.",
    adds="2 sqrt(m) for the dropped sum",
    because="The second line of the display.",
    root=lambda s: sqrt(s.m) * 2,
)
def sum_of_roots(s: Sums, prompt: Prompt, root: Callable[[Sums], Array]) -> Margin:
    """What (E.8) leaves is at most the next line (eta > 0 is any factor; here 1)."""
    linear = width(s, prompt) * s.a ** (s.K - 1) * s.K
    return at_most(linear * spread(s), linear * root(s))


combined.mutant("half the root", root=lambda s: sqrt(s.m))
combined.mutant("3/2 of the root of sqrt(m)", root=lambda s: sqrt(sqrt(s.m)) * 3 / 2)


@dataclass(frozen=True)
class Mean(Sums):
    norm: float  # of beta*, the l1 norm


e9 = PAPER.claim(
    "(E.9)",
    id="theorem-e.1/linearisation/eq-e.9",
    rank="step",
    summary="The sum of all errors from N_0 on, divided by the number of the chosen ones, is of the order of "
    "one error, whatever the norm of beta*",
    origin="read",
    at=lines(906, 908),
    settings=replace(several, holder=Mean, fields={**several.fields, "norm": scales(-4, 4, of="(0, inf)")}),
    prompts=widths,
    uses=[combined],
    examples=[Mean(K=1, S=1, gamma=1.0, N0=1, m=1, norm=8.0)],
)
PREMISE = (
    r"If $m=np-\frac p2$ errors $\|\beta^*-\beta_{2i+1}\|$ sum to at most "
    r"$\|\beta^*\|_1(ma^K+2\eta K\sqrt ma^{K-1}w)$, as (E.3) and (E.8) have it, "
)
MEAN = r"a^K+\frac{2\sqrt2\eta K}{\sqrt{np}}a^{K-1}w"
WHERE = (
    r" (at $n=2N_0+m$ and errors that all are $\|\beta^*\|_1(a^K+\frac{2\eta K}{\sqrt m}a^{K-1}w)$, $\eta=1$; "
    r"$a=1-\frac23\gamma>0$, $w=\sqrt{\frac{\log d+\log S-\log\delta}c}$, "
    r"$0<w\le\frac{\sqrt{N_0}}{2\sqrt2(4S-2)}$; norm is $\|\beta^*\|_1$, "
    r"share that of w in its bound)."
)


@e9.printed(
    PREMISE + r"then $\frac1m\sum_{i=N_0+1}^n\|\beta^*-\beta_{2i+1}\|\le " + MEAN + "$" + WHERE,
    defect="proof-step",
    because="The sum runs over all n - N_0 errors, the division is by the m chosen ones; and the l1 norm of "
    "beta* is lost.",
    terms=lambda s: s.N0 + s.m,
    size=lambda s: 1,
)
@e9.amended(
    PREMISE + r"then their mean is at most $\|\beta^*\|_1\left(" + MEAN + r"\right)$" + WHERE,
    adds="the sum over the m chosen errors only; the l1 norm of beta*",
    because="Summed over the chosen ones.",
    terms=lambda s: s.m,
    size=lambda s: s.norm,
)
def mean_error(s: Mean, prompt: Prompt, terms: Callable[[Mean], int], size: Callable[[Mean], Array]) -> Margin:
    """The mean of the errors, all equal to what the premise allows; n = 2 N_0 + m."""
    n = 2 * s.N0 + s.m
    linear = width(s, prompt) * s.a ** (s.K - 1) * s.K
    error = (linear * 2 / sqrt(s.m) + s.a**s.K) * s.norm
    np_ = 2 * n * s.m / (2 * n - 1)  # since m = p (n - 1/2)
    return at_most(error * terms(s) / s.m, (linear * 2 * sqrt(2 / np_) + s.a**s.K) * size(s))


e9.mutant("one error more", terms=lambda s: s.m + 1)
e9.mutant("all n", terms=lambda s: 2 * s.N0 + s.m)
e9.mutant("without the l1 norm", size=lambda s: 1)
