r"""Off the diagonal: a misprinted index, a union bound that loses a factor d, and the right constant.

The third part of Lemma 3 bounds $|D_{:,i}^\top X_{:,i}|$ over $i\ne j$, which is the diagonal: for
Rademacher rows it is $\frac{2N}{2N+1}$, above the bound for every c as soon as Nc is large. With
$X_{:,j}$ it holds with probability $1-\delta$ and $c=\frac14$, by exact binomial tails for every d, and
with no larger c: then one of the $d(d-1)/2$ pairwise independent sums is too large (Chung and Erdős).

`tail`: the bound that its proof starts from, $\mathbb P\{|\frac1N\sum_k\frac1{\sigma_d}X_{k,i}X_{k,j}|\le
s\}\ge1-e^{-Ncs^2}$, has two sides and lacks the factor 2; it holds for no c at all $0<s\le1$, since a single
Rademacher product is never below 1/2. `union-bound`: that over d^2 pairs gives $d\delta$, not $\delta$,
whatever c is.
"""

from collections.abc import Callable
from dataclasses import dataclass

from baselines.concentration import at_least_one, sign_sum_tail
from lemmata import Margin, Prompt, at_most, dims, lines, space
from lemmata.numbers import Array, exp, log
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_3.setting import (
    DEPTHS,
    Column,
    Setting,
    Sides,
    Sizes,
    Tail,
    at,
    deltas,
    open_c,
    rows,
    sizes,
)

products = PAPER.claim(
    "Lemma 3",
    part="tail of the coherence",
    id="lemma-3/off-diagonal/tail",
    rank="step",
    origin="read",
    at=lines(629, 631),
    summary="The mean product of two columns exceeds s with probability at most exp(-N c s^2), for some c",
    settings=space(Column, N=dims(1, 27), c=open_c(lambda c: Column(N=1, c=c))),
    prompts=DEPTHS,
    examples=[Column(N=2)],
)


@products.printed(
    r"There is a c with $\mathbb P\{|\frac1N\sum_k\frac1{\sigma_d}X_{k,i}X_{k,j}|\le s\}\ge1-\exp(-Ncs^2)$ for "
    r"$i\ne j$, read for all $N$ and all $0<s\le1$ (Rademacher rows of variance 1, so that $\sigma_d=1$).",
    defect="constant",
    because="At N = 1 the left side is 0 for s < 1, for every c. Two sides need the factor 2. (By the "
    "letter, 'there exist c and s', s = 1 will do, but the proof sets s as it needs.)",
    tail=lambda s, depth: exp(depth * depth * -s.N * s.c),
)
@products.amended(
    r"$\mathbb P\{|\frac1N\sum_kX_{k,i}X_{k,j}|\le s\}\ge1-2\exp(-\frac12Ns^2)$ for $i\ne j$, all $N$ and "
    r"$0<s\le1$ (Rademacher rows of variance 1).",
    adds="the factor 2 of two sides; Rademacher rows, c = 1/2",
    because="Hoeffding; the probability is the exact binomial one.",
    slack="Where the right side is below 1 the worst is 0.68, at N = 2 and s near 1. The exponent is sharp as "
    "N and N s^2 grow, and the factor could be 1.65, which N = 1 and s near 1 need.",
    settings=space(Column, N=dims(1, 200)),
    tail=lambda s, depth: exp(depth * depth * -s.N / 2) * 2,
)
def products_concentrate(s: Column, prompt: Prompt, tail: Tail) -> Margin:
    """The mean product of two columns is small."""
    bound = tail(s, prompt.s)
    return at_most(sign_sum_tail(s.N, prompt.s * prompt.s * s.N**2), bound).trivial_where(bound - 1)


products.mutant("c = 3/5", tail=lambda s, depth: exp(depth * depth * -s.N * 3 / 5) * 2)
products.mutant("c = 1", tail=lambda s, depth: exp(depth * depth * -s.N) * 2)
products.mutant("one side", tail=lambda s, depth: exp(depth * depth * -s.N / 2))


def on_the_diagonal(s: Setting) -> tuple[Array, Array]:
    """The diagonal entry of Rademacher rows and the bound on it."""
    return 2 * s.N / (2 * s.N + 1), s.dimension


def too_large(s: Setting, twentieths: int = 5, bound: int = 1) -> tuple[Array, Array]:
    """A bound on the probability that some |D_i^T X_j| exceeds sqrt(log(d/delta)/(N c)); delta.

    c is ``twentieths`` / 20; ``bound``: 1 for the union bound, 0 for Chung and Erdős' from below.
    """
    square = log(s.d / s.delta) * (2 * s.N + 1) ** 2 * 5 / (s.N * twentieths)
    chance = sign_sum_tail(s.N, square)
    return at_least_one(s.d * (s.d - 1) // 2, chance)[bound], s.delta


entries = PAPER.claim(
    "Lemma 3",
    part="coherence",
    id="lemma-3/off-diagonal",
    rank="step",
    origin="read",
    at=lines(644, 646),
    summary="With probability 1 - delta the diagonal of D^T X is as small as the coherence should be",
    settings=sizes(N=dims(1, 400), S=dims(1, 1), c=open_c(lambda c: Sizes(N=rows(64, c), d=2, S=1, c=c))),
    prompts=deltas(-8, limit=1),
    examples=[Sizes(N=56, d=1024, S=1), Sizes(N=256, d=2**30, S=1)],
    pinned={"S": "does not occur in the third part of Lemma 3"},
)


@entries.printed(
    r"There is a c such that with probability at least $1-\delta$: $\max_{i\ne j}|D_{:,i}^\top X_{:,i}|\le"
    r"\sqrt{"
    r"\frac{\log d-\log\delta}{Nc}}$, $D=\frac1{2N+1}X(M^V)^\top$, $M^V=\frac2{\sigma_d^2}I$ (Rademacher "
    r"rows of one "
    r"variance: the left side is $\frac{2N}{2N+1}$).",
    defect="typo",
    because="X_i should be X_j: as printed it is the diagonal, which is about 1, for every c.",
    sides=on_the_diagonal,
)
@entries.amended(
    r"For Rademacher rows of one variance, $c=\frac14$, with probability at least $1-\delta$: $\max_{i\ne j}"
    r"|D_{:,i}^\top X_{:,j}|\le\sqrt{\frac{\log d-\log\delta}{Nc}}$, $D=\frac1{2N+1}X(M^V)^\top$, $M^V=\frac2"
    r"{\sigma_d^2}I$.",
    adds="X_j for X_i; Rademacher rows of one variance, c = 1/4",
    because="Hoeffding; the probability is bounded by the union of exact binomial tails.",
    slack="The probability stays below delta/16: what bounds it is an exponent. The constant is sharp as d "
    "grows: c = 3/10 fails at N = 256, d = 2^30.",
    settings=sizes(N=dims(1, 400), d=dims(2, 2**20), S=dims(1, 1)),
    sides=too_large,
)
def coherence(s: Sizes, prompt: Prompt, sides: Sides) -> Margin:
    """The columns of X are nearly orthogonal."""
    return at_most(*sides(at(s, prompt)))


BELOW = "The probability is bounded from below, where the reading bounds it from above."
entries.mutant("c = 3/10", why=BELOW, sides=lambda s: too_large(s, 6, 0))
entries.mutant("c = 1/2", why=BELOW, sides=lambda s: too_large(s, 10, 0))


@dataclass(frozen=True)
class Columns:
    d: int


union = PAPER.claim(
    "Lemma 3",
    part="union bound over the pairs",
    id="lemma-3/off-diagonal/union-bound",
    rank="step",
    origin="read",
    at=lines(635, 646),
    summary="The union bound d^2 exp(-N c s^2) over the pairs of columns is at most delta",
    settings=space(Columns, d=dims(2, 12)),
    prompts=deltas(limit=1),
)
Chance = Callable[[Columns, Array], Array]
"""The probability exp(-N c s^2) of one pair, from d and delta."""


@union.printed(
    r"$d^2\exp(-Ncs^2)\le\delta$ for $s=\sqrt{\frac{\log d-\log\delta}{Nc}}$ (that is, $\exp(-Ncs^2)=\frac"
    r"\delta d$).",
    defect="proof-step",
    because="exp(-N c s^2) is delta/d, and d^2 times that is d delta, for every c.",
    pair=lambda s, delta: delta / s.d,
)
@union.amended(
    r"$d^2\exp(-Ncs^2)\le\delta$ for $s=\sqrt{\frac{2\log d-\log\delta}{Nc}}$ (that is, $\exp(-Ncs^2)=\frac"
    r"\delta"
    r"{d^2}$).",
    adds="2 log d for log d in s",
    pair=lambda s, delta: delta / s.d**2,
)
def union_bound(s: Columns, prompt: Prompt, pair: Chance) -> Margin:
    """The union bound, d^2 times exp(-N c s^2), is at most delta."""
    return at_most(pair(s, prompt.delta) * s.d**2, prompt.delta)


union.mutant("log d + log (d - 1) in s", pair=lambda s, delta: delta / (s.d * (s.d - 1)))
union.mutant("without delta", pair=lambda s, delta: 1 / s.d**2)
