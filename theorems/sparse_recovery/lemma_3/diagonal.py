r"""The diagonal of D^T X: the lower bound is right, the prefactor of the upper bound is not.

`tail`: the proof divides $X_{j,i}^2$ by $\sigma_i$, which leaves a mean of $\sigma_i$, not 1. (All rows here
are bounded, as Assumption 1 asks; Gaussian ones are in `gaussian`.)

With $M^V=\frac2{\sigma_d^2}I$ the entries are $\frac{2N}{2N+1}$ times the mean of $x^2/\sigma_d^2$. From
below (`min`) $\frac{2N}{2N+1}\ge\frac N{N+2}$ helps, and the order $\sigma_i\ge\sigma_d$ does, too: the first
part of Lemma 3 holds for every covariance (read for Rademacher rows). From above (`max`, read with the c of
the tail bound) $\frac N{N+2}$ is too small: for Rademacher rows of equal variance the tail bound of the proof
holds for every c (nothing is random), but the second part fails as soon as $c>\frac{(2N+1)^2}{9N}(\log
S-\log\delta)$. ("Similarly, we have" hides the wrong direction.) $c\le1$ repairs it for every N and
$\delta<\frac13$ (`max-small-constant`); so does $M^V=\frac{2N+1}{(N+2)\sigma^2}I$.
"""

from collections.abc import Callable
from fractions import Fraction

from baselines.concentration import sign_sum_tail
from lemmata import Margin, Prompt, Space, at_least, at_most, box, dims, lines, scales, space
from lemmata.numbers import Array, amax, exp, log, maximum, sign
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_3.setting import (
    DEPTHS,
    EVERY_C,
    ROOT,
    Column,
    Number,
    Sizes,
    at,
    deltas,
    open_c,
    rows,
    sizes,
)
from theorems.sparse_recovery.powers import powers

squares = PAPER.claim(
    "Lemma 3",
    part="tail of the diagonal",
    id="lemma-3/diagonal/tail",
    rank="slip",
    origin="read",
    possible_extraction=True,
    at=lines(601, 607),
    summary="The mean of the squares of a column over its deviation, not its variance, is at least about 1",
    settings=space(
        Column,
        N=dims(1, 27),
        c=open_c(lambda c: Column(N=16, c=c, sigma=0.125)),
        sigma=scales(-3, 2, of="(0, inf)"),
    ),
    prompts=DEPTHS,
)


@squares.printed(
    r"There is a c with $\mathbb P\{\frac1N\sum_j\frac1{\sigma_i}X_{j,i}^2\ge1-s\}\ge1-\exp(-Nc\min\{s^2,s\})$ "
    r"for $0<s\le1$ and all $N$ (Rademacher rows times $\sigma_i$: the mean is $\sigma_i$).",
    defect="typo",
    because="The mean is sigma_i, not 1: for sigma_i < 1 - s the probability is 0, for every c. It should be "
    "sigma_i^2.",
    fails_where=lambda s, prompt: s.sigma < 1 - prompt.s,
)
def mean_over_the_deviation(s: Column, prompt: Prompt) -> Margin:
    """The mean, which is sigma_i, is below 1 - s with a small probability (it is 1 or 0)."""
    below = maximum(sign(1 - prompt.s - s.sigma), 0)
    return at_most(below, exp(-prompt.s * prompt.s * s.N * s.c))


@squares.amended(
    r"$\mathbb P\{\frac1N\sum_j\frac1{\sigma_i^2}X_{j,i}^2\ge1-s\}\ge1-\exp(-\frac12N\min\{s^2,s\})$ for "
    r"$0<s\le1$ and all $N$ (independent entries, 0 with probability $\frac12$ and else $\pm\sqrt2\sigma_i$).",
    adds="sigma_i^2 for sigma_i; c = 1/2; entries 0 and +-sqrt(2) sigma_i",
    because="Hoeffding; the probability is the exact binomial one.",
    slack="The worst is 0.82, at N = 1 and s near 1. The exponent is sharp as N grows and s falls.",
    settings=space(Column, N=dims(1, 200)),
    depth=lambda s: s,
    constant=Fraction(1, 2),
)
def squares_concentrate(
    s: Column, prompt: Prompt, depth: Callable[[Array], Array], constant: Fraction
) -> Margin:
    """The mean square of a column is not much below its expectation."""
    # A square over sigma_i^2 is 1 plus a fair sign; half of the tail of their sum is below its mean.
    below = sign_sum_tail(s.N, depth(prompt.s) ** 2 * s.N**2) / 2
    return at_most(below, exp(-prompt.s * prompt.s * s.N * constant))


squares.mutant("c = 1", constant=Fraction(1))
squares.mutant("1 - s/2 for 1 - s", depth=lambda s: s / 2)


def deviations(s: Sizes) -> Space:
    """A failure probability and the standard deviations of the columns."""
    return space(delta=powers(-12, -1, limit=1), sigma=box(s.d, low=1.0, high=4.0, of="(0, inf)"))


smallest = PAPER.claim(
    "Lemma 3",
    part="smallest diagonal entry",
    id="lemma-3/diagonal/min",
    rank="step",
    origin="read",
    at=lines(617, 619),
    summary="For Rademacher rows no diagonal entry on the support is below N / (N + 2) times 1 - s, whatever "
    "the covariance",
    settings=sizes(N=dims(1, 400), d=dims(1, 6), c=EVERY_C),
    prompts=deviations,
)


@smallest.printed(
    r"For Rademacher rows of any covariance, $\sigma_d$ the least deviation, $D=\frac1{2N+1}X(M^V)^\top$, "
    r"$M^V=\frac2"
    r"{\sigma_d^2}I$ and every c: $\min_{i\in\mathbb S}|D_{:,i}^\top X_{:,i}|\ge\frac N{N+2}(1-s)$, "
    + ROOT
    + r"; here $D_{:,i}^\top X_{:,i}=\frac{2N}{2N+1}\frac{\sigma_i^2}{\sigma_d^2}$.",
    scale=2,
    sign=-1,
)
def not_too_small(s: Sizes, prompt: Prompt, scale: Fraction | int, sign: int) -> Margin:
    """Diagonal entries are not too small."""
    variances = prompt.sigma * prompt.sigma
    entries = variances / -amax(-variances, -1)[:, None] * scale * s.N / (2 * s.N + 1)
    return at_least(entries, ((at(s, prompt).support * sign + 1) * s.N / (s.N + 2))[:, None])


smallest.mutant("M^V = 1 / sigma_d^2", scale=1)
smallest.mutant("1 + s", sign=1)

equal_variances = sizes(N=dims(1, 400), d=dims(1, 6), c=EVERY_C)
largest = PAPER.claim(
    "Lemma 3",
    part="largest diagonal entry",
    id="lemma-3/diagonal/max",
    rank="step",
    origin="read",
    at=lines(621, 623),
    summary="With any c of the tail bound no diagonal entry exceeds N / (N + 2) times 1 + s",
    settings=equal_variances,
    prompts=deltas(limit=1),
)


@largest.printed(
    r"For $D=\frac1{2N+1}X(M^V)^\top$, $M^V=\frac2{\sigma_d^2}I$ and every c with which the tail bound holds: "
    r"$\max_{i\in\mathbb S}|D_{:,i}^\top X_{:,i}|\le\frac N{N+2}(1+s)$, " + ROOT + " (Rademacher rows of one "
    r"variance, for which the tail bound holds with every c and the left side is $\frac{2N}{2N+1}$).",
    defect="proof-step",
    because="D^T X has 2N/(2N+1) where the bound has N/(N+2), which is less.",
    fails_where=lambda s, prompt: s.c * 9 * s.N > log(s.S / prompt.delta) * (2 * s.N + 1) ** 2,
    factor=lambda s: (s.N, s.N + 2),
)
@largest.amended(
    r"For Rademacher rows of one variance, $D=\frac1{2N+1}X(M^V)^\top$, $M^V=\frac2{\sigma_d^2}I$ and every c: "
    r"$\max_{i\in\mathbb S}|D_{:,i}^\top X_{:,i}|\le\frac{2N}{2N+1}(1+s)$, " + ROOT + ".",
    adds="2N/(2N + 1) for N/(N + 2); Rademacher rows of one variance",
    factor=lambda s: (2 * s.N, 2 * s.N + 1),
)
def not_too_large(s: Sizes, prompt: Prompt, factor: Callable[[Sizes], tuple[int, int]]) -> Margin:
    """Diagonal entries are not too large."""
    top, bottom = factor(s)
    return at_most(2 * s.N / (2 * s.N + 1), (at(s, prompt).support + 1) * top / bottom)


largest.mutant("N / (N + 1)", factor=lambda s: (s.N, s.N + 1))
largest.mutant("half", factor=lambda s: (s.N, 2 * s.N + 1))

small_constant = PAPER.claim(
    "Lemma 3",
    part="largest diagonal entry, for some c",
    id="lemma-3/diagonal/max-small-constant",
    rank="step",
    origin="read",
    at=lines(621, 623),
    summary="For Rademacher rows of one variance and some c no diagonal entry exceeds N / (N + 2) times 1 + s",
    settings=sizes(N=dims(1, 400), d=dims(1, 6), c=open_c(lambda c: Sizes(N=rows(1024, c), d=1, S=1, c=c))),
    prompts=deltas(),
)


@small_constant.printed(
    r"There is a c such that for all N, S and $\delta<\frac13$: $\max_{i\in\mathbb S}|D_{:,i}^\top X_{:,i}|\le"
    r"\frac N{N+2}(1+s)$, " + ROOT + r", $D=\frac1{2N+1}X(M^V)^\top$, $M^V=\frac2{\sigma_d^2}I$ (Rademacher "
    r"rows of one "
    r"variance: the left side is $\frac{2N}{2N+1}$).",
    because="c = 1 will do: a small constant hides the wrong prefactor.",
    width=lambda q: q.support,
)
def one_constant(s: Sizes, prompt: Prompt, width: Number) -> Margin:
    """A small constant hides the wrong prefactor."""
    return at_most(2 * s.N / (2 * s.N + 1), (width(at(s, prompt)) + 1) * s.N / (s.N + 2))


small_constant.mutant("no s", width=lambda q: 0)
small_constant.mutant("s over N", width=lambda q: q.support / q.N)
