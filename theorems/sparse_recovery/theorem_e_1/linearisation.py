r"""From a $K$-th power to its linear part: the displays (E.4) to (E.9) of the proof of Theorem E.1.

With $a=1-\frac23\gamma$ and $r_i=\sqrt{(\log d+\log S-\log\delta)/(ic)}$; only $r$ depends on $d$, $\delta$ and
$c$, so that $r$ itself is drawn here, or the logarithms, or the width $w=\sqrt i\,r_i$:

- (E.5) loses a factor on its right: at $K=1$, $\gamma=S=1$ it says $2r\le r$.
- (E.7) takes one $\eta$ for all i. But its denominator is < 0 for $K\ge3$ at $S=\gamma=1$ (and at the size of
  figure 1, $S=3$, $K=12$, with $\gamma=1$), while (E.6) asks for more than 1 at large $i$. The constant $c_4$
  contains this $\eta$.
- Of (E.8) the second and the last line are evaluated; the first sums the powers over $\mathcal O$, all of whose
  tokens come after $N_0$, and they fall with i.
- (E.9) divides by $m$ but sums over all $i$ from $N_0+1$ to $n$. And it has lost the $\|\beta^*\|_1$ of (E.3),
  already in the display before it, so that the bound of Theorem E.1 begins with $b_xa^K$ where $b_xb_\beta a^K$
  is meant.
"""

from typing import Any

from lemmata import amended, at_least, at_most, box, dims, dyadics, lines, mutants, printed, scales, theorem
from lemmata.numbers import Number, constant, sqrt, sum
from theorems.sparse_recovery import PAPER

SMALL = dyadics(0, 1.5, open_low=True, open_high=True)
"""Steps gamma for which a > 0."""
STEP: dict[str, Any] = dict(
    a=lambda gamma: 1 - gamma * 2 / 3,
    factor=lambda S, gamma: gamma * (4 * S - 2),  # $2\gamma(2S-1)$
)
SUMS: dict[str, Any] = dict(
    K=dims(1, 4),
    S=dims(1, 2),
    gamma=SMALL,
    N0=dims(1, 8),
    m=dims(1, 6),  # np - p/2, how many errors are summed
    share=box(low=2.0**-20, high=1, of="(0, 1]", scale="log"),  # of w in the largest that N_0 allows
    **STEP,
)


def r_N0(S: int) -> Number:
    r"""$r_{N_0}=\frac1{2\sqrt2(4S-2)}$, from the definition of $N_0$."""
    return 1 / sqrt(8 * (4 * S - 2) ** 2)


def spread(N0: int, m: int) -> Number:
    r"""$2(\sqrt{N_0+m}-\sqrt{N_0})$, a bound on the sum of $1/\sqrt i$ from $N_0+1$ to $N_0+m$."""
    return 2 * (sqrt(N0 + m) - sqrt(N0))


@theorem(
    PAPER,
    "(E.4)",
    id="theorem-e.1/linearisation/eq-e.4",
    rank="step",
    origin="read",
    at=lines(878, 880),
    S=dims(1, 3),
    gamma=dyadics(0, 1.5, open_low=True, of="(0, inf)"),
    logs=box(3, low=0.0, high=8.0, of="[0, inf)"),  # log d, log S and -log delta
)
@printed(
    r"$\gamma(2S-1)\sqrt{\frac{\log d-\log\delta}{ic}}+\gamma\sqrt{\frac{\log S-\log\delta}{ic}}\le2\gamma(2S"
    r"-1)\sqrt{\frac{\log d+\log S-\log\delta}{ic}}$ for $\gamma>0$, $S\ge1$ and any three numbers $x,y,z\ge0$ "
    r"(logs) for $\log d,\log S,-\log\delta$ (both sides times $\sqrt{ic}$).",
    most=lambda S, gamma: 2 * gamma * (2 * S - 1),
)
@mutants(
    {
        "half of it": dict(most=lambda S, gamma: gamma * (2 * S - 1)),
        "1 for 2 (2S - 1)": dict(most=lambda gamma: gamma),
    }
)
def two_roots_are_one(S, gamma, logs, most):
    r"""The two roots of $\alpha_n$ are at most one root, that of all logarithms together."""
    x, y, z = logs
    return at_most(gamma * (2 * S - 1) * sqrt(x + z) + gamma * sqrt(y + z), most * sqrt(x + y + z))


@theorem(
    PAPER,
    "(E.5)",
    id="theorem-e.1/linearisation/eq-e.5",
    rank="step",
    origin="read",
    at=lines(886, 892),
    K=dims(1, 6),
    S=dims(1, 3),
    gamma=dyadics(0, 1.5, open_low=True),
    **STEP,
    r=box(1, low=0.0, high=1.0),
)
@printed(
    r"$\left(a+2\gamma(2S-1)r_i\right)^K\le a^K+\eta_iKa^{K-1}r_i$ for $\eta_i\ge\frac a{a-(K-1)r_i}$, "
    r"$a=1-\frac23\gamma\le1$, $0<\gamma\le\frac32$, $r_i=\sqrt{\frac{\log d+\log S-\log\delta}{ic}}$, any "
    r"number with $0\le r_i\le1$ (where this denominator is positive).",
    defect="proof-step",
    because=r"The factor $2 \gamma (2S - 1)$ is missing on the right: it fails where this factor exceeds 1.",
    fails_where=lambda factor: factor > 1,
)
@amended(
    r"$\left(a+x\right)^K\le a^K+\eta_iKa^{K-1}x$ for $a=1-\frac23\gamma$, $0<\gamma\le\frac32$, "
    r"$x=2\gamma(2S-1)r_i$, $0\le r_i\le1$ and $\eta_i\ge\frac a{a-(K-1)x}$, where this denominator is "
    r"positive.",
    adds=r"the factor $2 \gamma (2S - 1)$ on the right and in $\eta_i$; $\eta_i > 0$",
    kept=lambda factor: factor,
)
@mutants(
    {
        "half the factor": dict(kept=lambda factor: factor / 2),
        "1/8 for gamma": dict(kept=lambda S: (4 * S - 2) / 8),
    }
)
def power_is_nearly_linear(K, a, factor, r, kept=1):
    r"""The K-th power of a sum is its linear part up to a factor $\eta_i$ on the linear term."""
    x = kept * r[0]
    denominator = a - (K - 1) * x  # of eta_i; both sides are multiplied by it
    margin = at_most(denominator * (a + factor * r[0]) ** K, denominator * a**K + a**K * K * x)
    return margin.given(denominator)


@theorem(
    PAPER,
    "(E.7)",
    id="theorem-e.1/linearisation/eq-e.7",
    rank="step",
    origin="read",
    at=lines(894, 898),
    K=dims(1, 6),
    S=dims(1, 3),
    gamma=SMALL,
    share=box(low=2.0**-20, high=1, of="(0, 1]", scale="log"),  # of r_i in r at N_0
    examples=[dict(K=6, S=1, gamma=1.0), dict(K=2, S=1, gamma=1.25)],
)
@printed(
    r"For $a=1-\frac23\gamma>0$, $r_i=\sqrt{\frac{\log d+\log S-\log\delta}{ic}}$ and "
    r"$r_{N_0}=\frac1{2\sqrt2(4S-2)}$: $\eta=\frac a{a-(K-1)r_{N_0}}$ satisfies $\eta\ge\frac a{a-(K-1)r_i}$ "
    r"for every $i\ge N_0$, that is for $0<r_i\le r_{N_0}$ (share is $r_i/r_{N_0}$).",
    defect="constant",
    because=r"The denominator can be negative: r at $N_0$ does not depend on c, d or $\delta$.",
    fails_where=lambda K, S, gamma: 1 - gamma * 2 / 3 < (K - 1) * r_N0(S),
    met=1,
)
@amended(
    r"If $(K-1)r_{N_0}<a=1-\frac23\gamma$, $r_{N_0}=\frac1{2\sqrt2(4S-2)}$, then $\eta=\frac "
    r"a{a-(K-1)r_{N_0}}$ satisfies $\eta\ge\frac a{a-(K-1)r_i}$ for every $i\ge N_0$, that is for $0<r_i\le "
    r"r_{N_0}$ (share is $r_i/r_{N_0}$).",
    adds="$(K - 1) r_{N_0} < a$",
    because="Then both denominators are positive.",
    met=lambda K, S, gamma: 1 - gamma * 2 / 3 - (K - 1) * r_N0(S),
)
@mutants(
    {
        "K >= 2 for (K - 1) r < a": dict(met=lambda K: K - 2),
        "(K - 1) r < 2 a for (K - 1) r < a": dict(
            met=lambda K, S, gamma: 2 - gamma * 4 / 3 - (K - 1) * r_N0(S)
        ),
    }
)
def eta_serves_all(K, S, gamma, share, met):
    r"""The $\eta$ made for $i = N_0$ satisfies (E.6) for every i from $N_0$ on."""
    a, r = 1 - gamma * 2 / 3, r_N0(S)
    return at_least(a / (a - (K - 1) * r), a / (a - (K - 1) * r * share)).given(met)


@theorem(
    PAPER,
    "(E.8)",
    id="theorem-e.1/linearisation/eq-e.8",
    rank="step",
    origin="read",
    at=lines(898, 900),
    uses=[power_is_nearly_linear],
    **SUMS,
    examples=[dict(K=1, S=1, gamma=1.0, N0=1, m=6)],
)
@printed(
    r"$\sum_{i=N_0+1}^{N_0+m}\left(a+2\gamma(2S-1)\frac w{\sqrt i}\right)^K\le ma^K+\eta "
    r"Ka^{K-1}w\cdot2\left(\sqrt{N_0+m}-\sqrt{N_0}\right)$ with $a=1-\frac23\gamma>0$, $m=np-\frac p2$, "
    r"$w=\sqrt{\frac{\log d+\log S-\log\delta}c}$, $0<w\le\frac{\sqrt{N_0}}{2\sqrt2(4S-2)}$ (share is its "
    r"share of that) and $\eta=\frac a{a-(K-1)w/\sqrt{N_0}}$ (where it is positive).",
    defect="proof-step",
    because=r"(E.5) loses the factor $2 \gamma (2S - 1)$: it fails where this factor exceeds 1.",
    fails_where=lambda factor: factor > 1,
    falls_with="sparse_recovery/theorem-e.1/linearisation/eq-e.5",
)
@amended(
    r"$\sum_{i=N_0+1}^{N_0+m}\left(a+\frac x{\sqrt i}\right)^K\le ma^K+\eta Ka^{K-1}x\cdot2\left(\sqrt{N_0+m}"
    r"-\sqrt{N_0}\right)$ with $a=1-\frac23\gamma>0$, $x=2\gamma(2S-1)w$, $0<w\le\frac{\sqrt{N_0}}{2\sqrt2(4S"
    r"-2)}$ and $\eta=\frac a{a-(K-1)x/\sqrt{N_0}}$, where $\eta$ is positive.",
    adds=r"the factor $2 \gamma (2S - 1)$ on the right and in $\eta$; $\eta > 0$",
    kept=lambda factor: factor,
)
@mutants(
    {
        "half the factor": dict(kept=lambda factor: factor / 2),
        "1/8 for gamma": dict(kept=lambda S: (4 * S - 2) / 8),
    }
)
def sum_of_powers(K, S, N0, m, a, factor, share, kept=1):
    """The sum of the K-th powers over m tokens is at most the sum of their linear parts."""
    w = share * sqrt(N0) * r_N0(S)
    roots = sqrt(constant(list(range(N0 + 1, N0 + m + 1))))
    x = kept * w
    denominator = a - (K - 1) * x / sqrt(N0)  # of eta; both sides are multiplied by it
    total, linear = sum((a + factor * w / roots) ** K), K * a**K * x * spread(N0, m)
    return at_most(denominator * total, denominator * m * a**K + linear).given(denominator)


@theorem(
    PAPER,
    "(E.8) combined",
    id="theorem-e.1/linearisation/eq-e.8-combined",
    rank="step",
    at=lines(902, 904),
    uses=[eta_serves_all],
    **SUMS,
    examples=[dict(K=1, S=1, gamma=1.0, N0=1, m=6), dict(K=1, S=1, gamma=1.0, N0=1, m=4096)],
)
@printed(
    r"$ma^K+\eta Ka^{K-1}w\cdot2\left(\sqrt{N_0+m}-\sqrt{N_0}\right)\le ma^K+\eta Ka^{K-1}w$ for $\eta>0$, "
    r"that is $Ka^{K-1}w\cdot2\left(\sqrt{N_0+m}-\sqrt{N_0}\right)\le Ka^{K-1}w$, $a=1-\frac23\gamma>0$, "
    r"$m=np-\frac p2$, $w=\sqrt{\frac{\log d+\log S-\log\delta}c}$, $0<w\le\frac{\sqrt{N_0}}{2\sqrt2(4S-2)}$ "
    r"(share is its share of that).",
    defect="typo",
    because=r"The bound on the sum of $1/\sqrt{i}$ is dropped, which exceeds 1 from "
    r"$\sqrt{N_0 + m} > \sqrt{N_0} + 1/2$ on.",
    fails_where=lambda N0, m: 4 * m > 4 * sqrt(N0) + 1,
)
@amended(
    r"$ma^K+\eta Ka^{K-1}w\cdot2\left(\sqrt{N_0+m}-\sqrt{N_0}\right)\le ma^K+2\eta K\sqrt ma^{K-1}w$ for "
    r"$\eta>0$, that is $Ka^{K-1}w\cdot2\left(\sqrt{N_0+m}-\sqrt{N_0}\right)\le Ka^{K-1}w\cdot2\sqrt m$, "
    r"$a=1-\frac23\gamma>0$, $0<w\le\frac{\sqrt{N_0}}{2\sqrt2(4S-2)}$.",
    adds=r"$2 \sqrt{m}$ for the dropped sum, as the second line of the display has it",
    root=lambda m: 2 * sqrt(m),
)
@mutants(
    {
        "half the root": dict(root=lambda m: sqrt(m)),
        "3/2 of the root of sqrt(m)": dict(root=lambda m: sqrt(sqrt(m)) * 3 / 2),
    }
)
def sum_of_roots(K, S, N0, m, a, share, root=1):
    r"""What (E.8) leaves of the sum of $1/\sqrt{i}$ is at most 1."""
    linear = K * a ** (K - 1) * share * sqrt(N0) * r_N0(S)
    return at_most(linear * spread(N0, m), linear * root)


@theorem(
    PAPER,
    "(E.9)",
    id="theorem-e.1/linearisation/eq-e.9",
    rank="step",
    origin="read",
    at=lines(906, 908),
    uses=[sum_of_roots],
    **SUMS,
    norm=scales(-4, 4, of="(0, inf)"),  # $\|\beta^*\|_1$
    examples=[dict(K=1, S=1, gamma=1.0, N0=1, m=1, norm=8.0)],
)
@printed(
    r"If $m=np-\frac p2$ errors $\|\beta^*-\beta_{2i+1}\|$ sum to at most $\|\beta^*\|_1(ma^K+2\eta K\sqrt "
    r"ma^{K-1}w)$, as (E.3) and (E.8) have it, then $\frac1m\sum_{i=N_0+1}^n\|\beta^*-\beta_{2i+1}\|\le "
    r"a^K+\frac{2\sqrt2\eta K}{\sqrt{np}}a^{K-1}w$ (at $n=2N_0+m$ and errors that all are "
    r"$\|\beta^*\|_1(a^K+\frac{2\eta K}{\sqrt m}a^{K-1}w)$, $\eta=1$; $a=1-\frac23\gamma>0$, "
    r"$w=\sqrt{\frac{\log d+\log S-\log\delta}c}$, $0<w\le\frac{\sqrt{N_0}}{2\sqrt2(4S-2)}$; norm is "
    r"$\|\beta^*\|_1$, share that of w in its bound).",
    defect="proof-step",
    because=r"The sum runs over all $n - N_0$ errors, the division is by the m chosen ones; and the $\ell_1$ "
    r"norm of $\beta^*$ is lost.",
    terms=lambda N0, m: N0 + m,
    size=1,
)
@amended(
    r"If $m=np-\frac p2$ errors $\|\beta^*-\beta_{2i+1}\|$ sum to at most $\|\beta^*\|_1(ma^K+2\eta K\sqrt "
    r"ma^{K-1}w)$, as (E.3) and (E.8) have it, then their mean is at most $\|\beta^*\|_1\left(a^K+\frac{2"
    r"\sqrt2\eta K}{\sqrt{np}}a^{K-1}w\right)$ (at $n=2N_0+m$ and errors that all are "
    r"$\|\beta^*\|_1(a^K+\frac{2\eta K}{\sqrt m}a^{K-1}w)$, $\eta=1$; $a=1-\frac23\gamma>0$, "
    r"$w=\sqrt{\frac{\log d+\log S-\log\delta}c}$, $0<w\le\frac{\sqrt{N_0}}{2\sqrt2(4S-2)}$; norm is "
    r"$\|\beta^*\|_1$, share that of w in its bound).",
    adds=r"the sum over the m chosen errors only; the $\ell_1$ norm of $\beta^*$",
    terms=lambda m: m,
    size=lambda norm: norm,
)
@mutants(
    one_error_more=dict(terms=lambda m: m + 1),
    all_n=dict(terms=lambda N0, m: 2 * N0 + m),
    without_the_l1_norm=dict(size=1),
)
def mean_error(K, S, N0, m, a, share, norm, terms, size):
    r"""The sum of all errors from $N_0$ on over the number of the chosen ones is of the order of one error."""
    n = 2 * N0 + m
    linear = K * a ** (K - 1) * share * sqrt(N0) * r_N0(S)
    error = norm * (a**K + 2 * linear / sqrt(m))
    np = 2 * n * m / (2 * n - 1)  # since m = p (n - 1/2)
    return at_most(terms * error / m, size * (a**K + 2 * linear * sqrt(2 / np)))
