r"""The diagonal of $D^\top X$: the lower bound is right, the prefactor of the upper bound is not.

All rows here are bounded, as Assumption 1 asks; Gaussian ones are in `gaussian`. From below (`min`)
$\frac{2N}{2N+1}\ge\frac N{N+2}$ helps, and the order $\sigma_i\ge\sigma_d$ does, too. From above (`max`) $\frac
N{N+2}$ is too small: "Similarly" does not give it, since $D^\top X$ has $\frac{2N}{2N+1}$ times what the tail
bound is about. The lemma does not say how large c is, and a small c makes up for it: $c\le1$ will do for every
N and $\delta<\frac13$, and $c>\frac{(2N+1)^2}{9N}(\log S-\log\delta)$ will not. So does
$M^V=\frac{2N+1}{(N+2)\sigma^2}I$, with any c.
"""

from lemmata import amended, at_least, at_most, box, choices, dims, lines, mutants, printed, scales, theorem
from lemmata.numbers import exp, maximum, min, sign
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_3.setting import DELTA, EVERY_C, SIZES, open_c, root, rows, sign_sum_tail


@theorem(
    PAPER,
    "Lemma 3",
    part="tail of the diagonal",
    id="lemma-3/diagonal/tail",
    rank="slip",
    origin="read",
    possible_extraction=True,
    at=lines(601, 607),
    pinned={"c": "the amended statement says 1/2"},
    N=dims(1, 27),
    sigma=scales(-3, 2, of="(0, inf)"),
    c=open_c(lambda c: dict(N=16, sigma=0.125, c=c)),
    depth=box(low=0.0, high=1.0),  # s; at 0 it says nothing
)
@printed(
    r"There is a c with $\mathbb P\{\frac1N\sum_j\frac1{\sigma_i}X_{j,i}^2\ge1-s\}\ge1-\exp(-Nc\min\{s^2,s\})$ "
    r"for $0<s\le1$ and all $N$ (Rademacher rows times $\sigma_i$: the mean is $\sigma_i$).",
    defect="typo",
    because=r"The mean is $\sigma_i$, not 1: for $\sigma_i < 1 - s$ the probability is 0, for every c. It "
    r"should be $\sigma_i^2$.",
    fails_where=lambda sigma, depth: sigma < 1 - depth,
)
@amended(
    r"$\mathbb P\{\frac1N\sum_j\frac1{\sigma_i^2}X_{j,i}^2\ge1-s\}\ge1-\exp(-\frac12N\min\{s^2,s\})$ for "
    r"$0<s\le1$ and all $N$ (independent entries, 0 with probability $\frac12$ and else $\pm\sqrt2\sigma_i$).",
    adds=r"$\sigma_i^2$ for $\sigma_i$; $c = 1/2$; entries 0 and $\pm \sqrt{2} \sigma_i$",
    because="Hoeffding; the probability is the exact binomial one.",
    slack="The worst is 0.82, at $N = 1$ and s near 1. The exponent is sharp as N grows and s falls.",
    N=dims(1, 200),
    c=choices(1 / 2),
    over="the variance",
)
@mutants({"c = 1": dict(c=choices(1)), "1 - s/2 for 1 - s": dict(share=1 / 2)})
def squares_concentrate(N, sigma, c, depth, over="the deviation", share=1):
    """The mean of the squares of a column over its deviation, not its variance, is at least about 1."""
    if over == "the deviation":  # the mean is sigma, below 1 - s with probability 1 or 0
        below = maximum(sign(1 - depth - sigma), 0)
    else:  # a square over sigma^2 is 1 plus a fair sign; half of the tail of their sum is below its mean
        below = sign_sum_tail(N, (share * depth * N) ** 2) / 2
    return at_most(below, exp(-N * c * depth**2))


@theorem(
    PAPER,
    "Lemma 3",
    part="smallest diagonal entry",
    id="lemma-3/diagonal/min",
    rank="step",
    origin="read",
    at=lines(617, 619),
    uses=[squares_concentrate],
    N=dims(1, 400),
    **(SIZES | dict(d=dims(1, 6))),
    c=EVERY_C,
    delta=box(low=2.0**-12, high=2.0**-1, of="(0, 1)", scale="log"),
    sigma=box("d", low=1.0, high=4.0, of="(0, inf)"),
)
@printed(
    r"For Rademacher rows of any covariance, $\sigma_d$ the least deviation, $D=\frac1{2N+1}X(M^V)^\top$, "
    r"$M^V=\frac2{\sigma_d^2}I$ and every c: $\min_{i\in\mathbb S}|D_{:,i}^\top X_{:,i}|\ge\frac N{N+2}(1-s)$, "
    r"$s=\sqrt{\frac{\log S-\log\delta}{Nc}}$; here $D_{:,i}^\top X_{:,i}=\frac{2N}{2N+1}\frac{\sigma_i^2}{"
    r"\sigma_d^2}$."
)
@mutants({"M^V = 1 / sigma_d^2": dict(scale=1), "1 + s": dict(sign=1)})
def not_too_small(N, S, c, delta, sigma, scale=2, sign=-1):
    """For Rademacher rows no diagonal entry on the support is below $N/(N + 2)$ times $1 - s$."""
    entries = scale * N / (2 * N + 1) * sigma**2 / min(sigma) ** 2
    return at_least(entries, (1 + sign * root(S, delta, N, c)) * N / (N + 2))


@theorem(
    PAPER,
    "Lemma 3",
    part="largest diagonal entry",
    id="lemma-3/diagonal/max",
    rank="step",
    origin="read",
    at=lines(621, 623),
    N=dims(1, 400),
    **(SIZES | dict(d=dims(1, 6))),
    c=open_c(lambda c: dict(N=rows(1024, c), d=1, S=1, c=c)),
    delta=DELTA,
)
@printed(
    r"There is a c such that for all N, S and $\delta<\frac13$: $\max_{i\in\mathbb S}|D_{:,i}^\top "
    r"X_{:,i}|\le\frac N{N+2}(1+s)$, $s=\sqrt{\frac{\log S-\log\delta}{Nc}}$, $D=\frac1{2N+1}X(M^V)^\top$, "
    r"$M^V=\frac2{\sigma_d^2}I$ (Rademacher rows of one variance: the left side is $\frac{2N}{2N+1}$).",
    because="$c = 1$ will do: a small c makes up for $N/(N + 2)$, where the entries have $2N/(2N + 1)$.",
)
@mutants(no_s=dict(share=0), s_over_N=dict(share=lambda N: 1 / N))
def one_constant(N, S, c, delta, share=1):
    """For Rademacher rows and some c no diagonal entry exceeds $N/(N + 2)$ times $1 + s$."""
    return at_most(2 * N / (2 * N + 1), (1 + share * root(S, delta, N, c)) * N / (N + 2))
