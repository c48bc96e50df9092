r"""Off the diagonal: a misprinted index, a union bound that loses a factor d, and the right constant.

With $X_{:,j}$ the third part of Lemma 3 holds with $c=\frac14$ for every d, and with no larger c: then one of
the $d(d-1)/2$ pairwise independent sums is too large (Chung and Erdős). The bound that its proof starts from
(`tail`) holds for the s that the proof sets, since $2e^{-Ns^2/2}=2(\delta/d)^2\le\delta/d$. (For all $0<s\le1$
it would hold for no c, for want of that factor 2; the source does not say so.) `union-bound`: that over $d^2$
pairs gives $d\delta$, not $\delta$.
"""

from fractions import Fraction

from baselines.concentration import at_least_one
from lemmata import amended, at_most, box, choices, dims, lines, mutants, printed, scales, theorem
from lemmata.numbers import log
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_3.setting import open_c, root, rows, sign_sum_tail


@theorem(
    PAPER,
    "Lemma 3",
    part="tail of the coherence",
    id="lemma-3/off-diagonal/tail",
    rank="step",
    origin="read",
    at=lines(629, 646),
    pinned={"c": "the statement says that there is a c: this one"},
    N=dims(1, 200),
    d=dims(2, 2**10),
    c=choices(1 / 4),
    delta=scales(-12, 0, open_high=True, of="(0, 1)"),
    where=lambda N, d, c, delta: log(d / delta) <= N * c,
    examples=[dict(N=6, d=2, c=1 / 4, delta=0.5), dict(N=64, d=8, c=1 / 4, delta=0.25)],
)
@printed(
    r"There is a c with $\mathbb P\{|\frac1N\sum_k\frac1{\sigma_d}X_{k,i}X_{k,j}|\le s\}\ge1-\exp(-Ncs^2)$ "
    r"for $i\ne j$, where $0<s=\sqrt{\frac{\log d-\log\delta}{Nc}}\le1$ as the proof sets it, $d\ge2$ "
    r"(Rademacher rows of variance 1, so that $\sigma_d=1$; $c=\frac14$).",
    slack="Hoeffding's bound is the square of what is allowed, twice.",
)
@mutants({"c = 1": dict(c=choices(1)), "c = 3/5": dict(c=choices(Fraction(3, 5)))})
def products_concentrate(N, d, c, delta):
    r"""The mean product of two columns exceeds s with probability at most $\exp(-N c s^2)$, for some c."""
    return at_most(sign_sum_tail(N, N * log(d / delta) / c), delta / d)  # N^2 s^2, and e^(-N c s^2)


BELOW = "The probability is bounded from below, where the reading bounds it from above."


@theorem(
    PAPER,
    "Lemma 3",
    part="coherence",
    rank="step",
    origin="read",
    at=lines(644, 646),
    uses=[products_concentrate, "sparse_recovery/lemma-3/off-diagonal/union-bound"],
    pinned={"c": "the amended statement says 1/4"},
    N=dims(1, 400),
    d=dims(2, 6),
    c=open_c(lambda c: dict(N=rows(64, c), d=2, c=c)),
    delta=box(low=2.0**-8, high=2.0**-1, of="(0, 1)", scale="log"),
    examples=[
        dict(N=56, d=1024, c=1 / 4),
        dict(N=56, d=1024, c=1 / 2),
        dict(N=256, d=2**30, c=1 / 4),
        dict(N=256, d=2**30, c=Fraction(3, 10)),
    ],
)
@printed(
    r"There is a c such that with probability at least $1-\delta$: $\max_{i\ne j}|D_{:,i}^\top "
    r"X_{:,i}|\le\sqrt{\frac{\log d-\log\delta}{Nc}}$, $D=\frac1{2N+1}X(M^V)^\top$, $M^V=\frac2{\sigma_d^2}I$ "
    r"(Rademacher rows of one variance: the left side is $\frac{2N}{2N+1}$).",
    defect="typo",
    because="$X_i$ should be $X_j$: as printed it is the diagonal, which is about 1, for every c.",
)
@amended(
    r"For Rademacher rows of one variance, $c=\frac14$, with probability at least $1-\delta$: $\max_{i\ne "
    r"j}|D_{:,i}^\top X_{:,j}|\le\sqrt{\frac{\log d-\log\delta}{Nc}}$, $D=\frac1{2N+1}X(M^V)^\top$, "
    r"$M^V=\frac2{\sigma_d^2}I$.",
    adds="$X_j$ for $X_i$; Rademacher rows of one variance, $c = 1/4$",
    because="Hoeffding; the probability is bounded by the union of exact binomial tails.",
    slack=r"The probability stays below $\delta/16$: what bounds it is an exponent. The constant is sharp as "
    "d grows: $c = 3/10$ fails at $N = 256$, $d = 2^{30}$.",
    d=dims(2, 2**20),
    c=choices(1 / 4),
    misprinted=False,
)
@mutants(
    {
        "c = 3/10": dict(why=BELOW, c=choices(Fraction(3, 10)), bound=0),
        "c = 1/2": dict(why=BELOW, c=choices(1 / 2), bound=0),
    }
)
def coherence(N, d, c, delta, misprinted=True, bound=1):
    r"""With probability $1 - \delta$ the diagonal of $D^\top X$ is as small as the coherence should be."""
    if misprinted:
        return at_most(2 * N / (2 * N + 1), root(d, delta, N, c))
    # That some |D_i^T X_j| is too large: by the union bound (``bound`` 1), or Chung and Erdős' from below (0).
    chance = sign_sum_tail(N, log(d / delta) * (2 * N + 1) ** 2 / (4 * c * N))
    return at_most(at_least_one(d * (d - 1) // 2, chance)[bound], delta)


@theorem(
    PAPER,
    "Lemma 3",
    part="union bound over the pairs",
    id="lemma-3/off-diagonal/union-bound",
    rank="step",
    at=lines(635, 646),
    d=dims(2, 12),
    delta=box(low=2.0**-12, high=2.0**-1, of="(0, 1)", scale="log"),
)
@printed(
    r"$d^2\exp(-Ncs^2)\le\delta$ for $s=\sqrt{\frac{\log d-\log\delta}{Nc}}$ (that is, "
    r"$\exp(-Ncs^2)=\frac\delta d$).",
    defect="proof-step",
    because=r"$\exp(-N c s^2)$ is $\delta/d$, and $d^2$ times that is $d \delta$, for every c.",
    pair=lambda d, delta: delta / d,
)
@amended(
    r"$d^2\exp(-Ncs^2)\le\delta$ for $s=\sqrt{\frac{2\log d-\log\delta}{Nc}}$ (that is, "
    r"$\exp(-Ncs^2)=\frac\delta{d^2}$).",
    adds=r"$2 \log d$ for $\log d$ in s",
    pair=lambda d, delta: delta / d**2,
)
@mutants(
    {
        "log d + log (d - 1) in s": dict(pair=lambda d, delta: delta / (d * (d - 1))),
        "without delta": dict(pair=lambda d: 1 / d**2),
    }
)
def union_bound(d, delta, pair):
    r"""The union bound $d^2 \exp(-N c s^2)$ over the pairs of columns is at most $\delta$."""
    return at_most(pair * d**2, delta)
