r"""Off the diagonal: a misprinted index, a union bound that loses a factor d, and the right constant.

The third part of Lemma 3 bounds $|D_{:,i}^\top X_{:,i}|$ over $i\ne j$, which is the diagonal: for
Rademacher rows it is $\frac{2N}{2N+1}$, above the bound for every c as soon as Nc is large. With
$X_{:,j}$ it holds with probability $1-\delta$ and $c=\frac14$, by exact binomial tails for every d, and
with no larger c: then one of the $d(d-1)/2$ pairwise independent sums is too large (Chung and Erdős).

`tail`: the bound that its proof starts from, $\mathbb P\{|\frac1N\sum_kx_{ki}x_{kj}|\le s\}\ge1-e^{-Ncs^2}$,
has two sides and lacks the factor 2; it holds for no c at all $0<s\le1$, since a single Rademacher product is
never below 1/2. `union-bound`: that over d^2 pairs gives $d\delta$, not $\delta$, whatever c is.
"""

from baselines.concentration import at_least_one, sign_sum_tail
from lemmata import Margin, Prompt, at_most, dims, lines
from lemmata.numbers import Array, exp, log
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_3.setting import (
    QUARTER,
    Number,
    Setting,
    Sides,
    Sizes,
    at,
    deltas,
    depths,
    deviations,
    sizes,
)

products = PAPER.claim(
    "Lemma 3",
    id="lemma-3/off-diagonal/tail",
    rank="step",
    origin="read",
    at=lines(629, 631),
    settings=deviations(),
    prompts=depths,
)


@products.printed(
    r"There is a c with $\mathbb P\{|\frac1N\sum_kx_{ki}x_{kj}|\le s\}\ge1-\exp(-Ncs^2)$, read for all "
    r"$0<s\le1$ (Rademacher rows).",
    defect="constant",
    because="At N = 1 the left side is 0 for s < 1, for every c. Two sides need the factor 2. (By the "
    "letter, 'there exist c and s', s = 1 will do, but the proof sets s as it needs.)",
    sides=1,
    constant=lambda s: s.c,
)
@products.amended(
    r"$\mathbb P\{|\frac1N\sum_kx_{ki}x_{kj}|\le s\}\ge1-2\exp(-\frac12Ns^2)$ (Rademacher rows).",
    adds="the factor 2 of two sides; Rademacher rows, c = 1/2",
    because="Hoeffding; the probability is the exact binomial one.",
    sides=2,
    constant=lambda s: 1 / 2,
)
def products_concentrate(s: Sizes, prompt: Prompt, sides: int, constant: Number) -> Margin:
    """The mean product of two columns is small."""
    q = at(s, prompt)
    beyond = sign_sum_tail(s.N, q.delta * q.delta * s.N**2)
    return at_most(beyond, exp(constant(q) * q.delta * q.delta * -s.N) * sides)


products.mutant("c = 1", constant=lambda s: 1)
products.mutant("one side", sides=1)


def on_the_diagonal(s: Setting) -> tuple[Array, Array]:
    """The diagonal entry of Rademacher rows and the bound on it."""
    return 2 * s.N / (2 * s.N + 1), s.dimension


def too_large(s: Setting, multiple: int, bound: int) -> tuple[Array, Array]:
    """A bound on the probability that some |D_i^T X_j| exceeds sqrt(log(d/delta)/(N c)); delta."""
    square = log(s.d / s.delta) * (2 * s.N + 1) ** 2 / (s.c * 4 * s.N * multiple)
    chance = sign_sum_tail(s.N, square)
    return at_least_one(s.d * (s.d - 1) // 2, chance)[bound], s.delta


wide = sizes(d=dims(2, 2**20), c=QUARTER)
entries = PAPER.claim(
    "Lemma 3",
    id="lemma-3/off-diagonal",
    rank="step",
    at=lines(644, 646),
    settings=sizes(N=dims(1, 400)),
    prompts=deltas(-8, limit=1),
    examples=[Sizes(N=56, d=1024, S=1, c=0.25, ratio=1.0)],
)


@entries.printed(
    r"With probability at least $1-\delta$: $\max_{i\ne j}|D_{:,i}^\top X_{:,i}|\le\sqrt{\frac{\log d-\log"
    r"\delta}{Nc}}$ (Rademacher rows: nothing is random).",
    defect="typo",
    because="X_i should be X_j: as printed it is the diagonal, which is about 1, for every c.",
    sides=on_the_diagonal,
)
@entries.amended(
    r"For Rademacher rows and $c=\frac14$, with probability at least $1-\delta$: $\max_{i\ne j}|D_{:,i}^\top "
    r"X_{:,j}|\le\sqrt{\frac{\log d-\log\delta}{Nc}}$, for every N and d.",
    adds="X_j for X_i; Rademacher rows, c = 1/4",
    because="Hoeffding; the probability is bounded by the union of exact binomial tails.",
    settings=wide,
    sides=lambda s: too_large(s, 1, 1),
)
def coherence(s: Sizes, prompt: Prompt, sides: Sides) -> Margin:
    """The columns of X are nearly orthogonal."""
    return at_most(*sides(at(s, prompt)))


entries.mutant("c = 1/2", sides=lambda s: too_large(s, 2, 0))
entries.mutant("c = 3/4", sides=lambda s: too_large(s, 3, 0))

union = PAPER.claim(
    "Lemma 3",
    id="lemma-3/off-diagonal/union-bound",
    rank="step",
    at=lines(635, 646),
    settings=sizes(),
    prompts=deltas(),
)


@union.printed(
    r"$d^2\exp(-Ncs^2)\le\delta$ for $s=\sqrt{\frac{\log d-\log\delta}{Nc}}$, so that the third part holds "
    r"with probability $1-\delta$.",
    defect="proof-step",
    because="exp(-N c s^2) is delta/d, and d^2 times that is d delta, for every c.",
    tail=lambda s: s.delta / s.d,
)
@union.amended(
    r"$d^2\exp(-Ncs^2)\le\delta$ for $s=\sqrt{\frac{2\log d-\log\delta}{Nc}}$.",
    adds="2 log d for log d in s",
    tail=lambda s: s.delta / s.d**2,
)
def union_bound(s: Sizes, prompt: Prompt, tail: Number) -> Margin:
    """The union over all pairs has probability at most delta."""
    return at_most(tail(at(s, prompt)) * s.d**2, prompt.delta)


union.mutant("d (d - 1) pairs", tail=lambda s: s.delta / (s.d * max(s.d - 1, 1)))
union.mutant("without delta", tail=lambda s: 1 / s.d**2)
