r"""Lemma 3: D^T X is close to the identity, with high probability.

For $D=\frac1{2N+1}X(M^V)^\top$ there is an $M^V$ such that with probability at least $1-3\delta$ the diagonal
on $\mathbb S$ lies in $\frac N{N+2}(1\pm s)$, $s=\sqrt{\frac{\log S-\log\delta}{Nc}}$, and $\max_{i\ne
j}|D_{:,i}^\top X_{:,i}|\le\sqrt{\frac{\log d-\log\delta}{Nc}}$. (With n for N these are event A, (D.4), which
section 5.1 calls the core of the proof.) The last index is a misprint: as it stands the diagonal is bounded
below and, for large N, above by less, for every $M^V$ and c.

With $X_{:,j}$ it is true for Rademacher rows of any covariance, if $M^V$ is $\frac{2N+1}{N+2}\operatorname{
diag}(\sigma_i^{-2})$, and if c may depend on the covariance: $c=\frac14(\sigma_d/\sigma_1)^2$. The
failure probability is bounded by exact binomial tails.

- `construction`: the printed matrix serves equal variances only (read with twice the second bound).
  $M^V=\frac2{\sigma_d^2}I$ makes the diagonal entry of column i about $\sigma_i^2/\sigma_d^2$.
- `one-constant`: no c serves all covariances.
- `as-quoted`: after the proof of Proposition 2 the lemma is quoted for $1-2\delta$, while it says $1-3\delta$.
  (For Rademacher rows $1-\delta$ is true: the diagonal is not random. That is not what the lemma demonstrates.)

Its parts and their proofs: `diagonal.py`, `off_diagonal.py`; other laws of the rows: `gaussian.py`,
`uniform.py`.
"""

from baselines.concentration import at_least_one, sign_sum_tail
from lemmata import Margin, Prompt, at_least, at_most, choices, dims, dyadics, lines, scales
from lemmata.numbers import Array, full, log, sqrt, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_3.setting import QUARTER, Number, Setting, Sides, Sizes, at, deltas, sizes


def misprinted(s: Setting) -> tuple[Array, Array]:
    """What the first part forces on the diagonal, and what the third allows it as printed."""
    return (1 - s.support) * s.N / (s.N + 2), s.dimension


def failures(s: Setting, quarters: int, power: int = 1, bound: int = 1) -> tuple[Array, Array]:
    """A bound on the probability that an entry off the diagonal is too large; 3 delta."""
    # |S_ij| sigma_j / sigma_i / (N + 2) > sqrt(log(d / delta) / (N c)), c = quarters / (4 ratio^2)
    square = log(s.d / s.delta) * 4 * (s.N + 2) ** 2 / s.N**power / quarters
    chances = sign_sum_tail(s.N, square)
    return at_least_one(s.d * (s.d - 1) // 2, chances)[bound], s.delta * 3


lemma = PAPER.claim(
    "Lemma 3", at=lines(593, 595), settings=sizes(N=dims(1, 400), ratio=dyadics(1, 4)), prompts=deltas()
)


@lemma.printed(
    r"There is an $M^V$ such that with probability at least $1-3\delta$: $\min_{i\in\mathbb S}|D_{:,i}^\top "
    r"X_{:,i}|\ge\frac N{N+2}(1-s)$, $\max_{i\in\mathbb S}|D_{:,i}^\top X_{:,i}|\le\frac N{N+2}(1+s)$, "
    r"$\max_{i\ne j}|D_{:,i}^\top X_{:,i}|\le\sqrt{\frac{\log d-\log\delta}{Nc}}$. ($\delta<\frac13$, "
    r"$d\ge2$.)",
    defect="typo",
    because="The third bound has X_i for X_j. For large N it contradicts the first, whatever M^V, the "
    "law and c are: the sides are what the two demand of the same number.",
    sides=misprinted,
)
@lemma.amended(
    r"For Rademacher rows with any covariance, $M^V=\frac{2N+1}{N+2}\operatorname{diag}(\sigma_i^{-2})$ "
    r"and $c=\frac14(\sigma_d/\sigma_1)^2$: the first two, and $\max_{i\ne j}|D_{:,i}^\top X_{:,j}|\le\sqrt{"
    r"\frac{\log d-\log\delta}{Nc}}$.",
    adds="X_j for X_i in the third bound; Rademacher rows, M^V = (2N + 1)/(N + 2) "
    "diag(sigma_i^-2), c = (sigma_d/sigma_1)^2/4; d >= 2, delta < 1/3",
    because="The diagonal is N/(N+2); off it, exact binomial tails and the union bound.",
    settings=sizes(ratio=dyadics(1, 4), c=QUARTER),
    sides=lambda s: failures(s, 1),
)
def concentration(s: Sizes, prompt: Prompt, sides: Sides) -> Margin:
    """One matrix makes D^T X nearly the identity."""
    return at_most(*sides(at(s, prompt)))


lemma.mutant("c = 1", sides=lambda s: failures(s, 4, bound=0))
lemma.mutant("1/N for the square root", sides=lambda s: failures(s, 1, power=2, bound=0))

construction = PAPER.claim(
    "Lemma 3",
    id="lemma-3/construction",
    rank="step",
    origin="read",
    at=lines(597, 623),
    settings=sizes(N=dims(8, 4096), ratio=dyadics(1.25, 4)),
    prompts=deltas(),
)


def deterministic(s: Setting, first: Number, last: Number) -> tuple[Array, Array]:
    """Rademacher rows: the diagonal entries of the columns 1 and d are not random."""
    high, low = (s.support + 1) * s.N / (s.N + 2), (s.support - 1) * s.N / (s.N + 2)
    entry = full(2 * s.N, like=s.delta) / (2 * s.N + 1)  # where sigma_i M^V sigma_i = 2
    return stack([entry * first(s), entry * -last(s)], -1), stack([high * 2, low], -1)


@construction.printed(
    r"$M^V=\frac2{\sigma_d^2}I$, as in the proof, gives the first two bounds of Lemma 3 (the second up to "
    r"a factor 2) for unequal variances, $\sigma_1\ge\frac54\sigma_d$.",
    defect="construction",
    because="The diagonal entry of column i is about sigma_i^2/sigma_d^2. For Rademacher rows it is not "
    "random; let N c grow and the bound is 1, whatever c is.",
    first=lambda s: s.ratio * s.ratio,
    last=lambda s: 1,
)
@construction.amended(
    r"$M^V=2\operatorname{diag}(\sigma_i^{-2})$ does.",
    adds="M^V = 2 diag(sigma_i^-2); Rademacher rows, the second bound up to a factor 2",
    first=lambda s: 1,
    last=lambda s: 1,
)
def diagonal_is_near_one(s: Sizes, prompt: Prompt, first: Number, last: Number) -> Margin:
    """Every diagonal entry on the support is about 1."""
    return at_most(*deterministic(at(s, prompt), first, last))


construction.mutant("2 over the largest variance", first=lambda s: 1, last=lambda s: 1 / s.ratio**2)
construction.mutant("4 over the variances", first=lambda s: 4, last=lambda s: 4)

universal = PAPER.claim(
    "Lemma 3",
    id="lemma-3/one-constant",
    rank="step",
    origin="read",
    at=lines(593, 595),
    settings=sizes(N=dims(0, 63), d=dims(2, 2, most=2), ratio=scales(0, 40)),
    prompts=deltas(-8, -3),
)


@universal.printed(
    r"One c serves every covariance of section 4.1 (given the law of $x_i/\sigma_i$), with some $M^V$ for "
    r"each: for $d=2$, $\mathbb S=\{2\}$, $2N+1$ Rademacher rows and $\delta\le\frac18$ this implies "
    r"$\frac N{N+2}(1-s)\le\frac{\sigma_2}{\sigma_1}(N+\frac1N)\sqrt{\frac{\log2-\log\delta}{Nc}}$ "
    r"(2N + 1 for N).",
    defect="constant",
    because="The right side vanishes as the ratio of the deviations grows, for every c.",
    power=0,
)
@universal.amended(
    r"The necessary condition is met with $c=\frac14(\sigma_2/\sigma_1)^2$.",
    adds="c = (sigma_2/sigma_1)^2/4, which depends on the covariance; d = 2, an odd number of Rademacher rows",
    settings=sizes(N=dims(0, 63), d=dims(2, 2, most=2), ratio=scales(0, 40), c=QUARTER),
    power=1,
)
def necessary(s: Sizes, prompt: Prompt, power: int) -> Margin:
    """What the diagonal demands is possible with a small coherence."""
    # With rho = sigma_1/sigma_2, z the mean product of the two columns (divided by their sigma) and any
    # second row of M^V, the entries are D_2^T X_2 = u + v z and D_2^T X_1 = rho (u z + v). If z and -z
    # both met the third bound T, then |u||z| <= T/rho and |v| <= T/rho, so that |u + v z| <=
    # T/rho (|z| + 1/|z|) <= T/rho (N + 1/N) for odd N. For delta < 1/6 one such pair must be good.
    N, spread = 2 * s.N + 1, s.ratio**power
    support = sqrt(log(1 / prompt.delta) / (s.c * N)) * spread
    coherence = sqrt(log(2 / prompt.delta) / (s.c * N)) * spread / s.ratio
    return at_most((1 - support) * N / (N + 2), coherence * (N * N + 1) / N)


universal.mutant("c does not shrink", power=0)
universal.mutant(
    "c = 4096 in place of 1/4",
    settings=sizes(N=dims(0, 63), d=dims(2, 2, most=2), ratio=scales(0, 40), c=choices(4096.0)),
)

quoted = PAPER.claim(
    "Lemma 3",
    id="lemma-3/as-quoted",
    rank="slip",
    at=lines(734),
    settings=sizes(d=dims(1, 1)),
    prompts=deltas(),
)


@quoted.printed(
    r"'Lemma 3 demonstrates that event A occurs with a probability of at least $1-2\delta$.'",
    defect="typo",
    because="The lemma, and the sum of its three parts, have 1 - 3 delta.",
    count=2,
)
@quoted.amended(
    r"Lemma 3 gives event A a probability of at least $1-3\delta$.", adds="1 - 3 delta for 1 - 2 delta", count=3
)
def what_it_says(s: Sizes, prompt: Prompt, count: int) -> Margin:
    """The probability that Lemma 3 gives covers the quotation."""
    return at_least(1 - prompt.delta * 3, 1 - prompt.delta * count)


quoted.mutant("1 - delta", count=1)
quoted.mutant("certainty", count=0)
