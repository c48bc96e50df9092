r"""The diagonal of D^T X: the lower bound is right, the prefactor of the upper bound is not.

`tail`: the proof divides $X_{j,i}^2$ by $\sigma_i$, which leaves a mean of $\sigma_i$, not 1.

With $M^V=\frac2{\sigma_d^2}I$ the entries are $\frac{2N}{2N+1}$ times the mean of $x^2/\sigma_d^2$. From
below (`min`) $\frac{2N}{2N+1}\ge\frac N{N+2}$ helps, and the order $\sigma_i\ge\sigma_d$ does, too: the first
part of Lemma 3 holds for every covariance (read for Rademacher rows). From above (`max`, read with the c of
the tail bound) $\frac N{N+2}$ is too small: for Rademacher rows of equal variance the tail bound of the proof
holds for every c (nothing is random), but the second part fails as soon as $c>\frac{(2N+1)^2}{9N}(\log
S-\log\delta)$. ("Similarly, we have" hides the wrong direction.) $c\le1$ repairs it for every N and
$\delta<\frac13$; so does $M^V=\frac{2N+1}{(N+2)\sigma^2}I$.
"""

from collections.abc import Callable

from baselines.concentration import gamma_tail
from lemmata import Margin, Prompt, at_least, at_most, dims, dyadics, lines
from lemmata.numbers import exp
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_3.setting import Number, Sizes, at, deltas, depths, deviations, sizes

spread = dyadics(0.125, 4)
squares = PAPER.claim(
    "Lemma 3",
    id="lemma-3/diagonal/tail",
    rank="slip",
    at=lines(601, 607),
    settings=deviations(ratio=spread),
    prompts=depths,
)


@squares.printed(
    r"There is a c with $\mathbb P\{\frac1N\sum_j\frac1{\sigma_i}X_{j,i}^2\ge1-s\}\ge1-\exp(-Nc\min\{s^2,s\})"
    r"$ for $0<s\le1$ (Gaussian rows, even N).",
    defect="typo",
    because="The mean is sigma_i, not 1: for sigma_i < 1 - s and large N the probability vanishes, for "
    "every c. It should be sigma_i^2.",
    limit=lambda s: (1 - s.delta) / s.ratio,
    constant=lambda s: s.c,
)
@squares.amended(
    r"$\mathbb P\{\frac1N\sum_j\frac1{\sigma_i^2}X_{j,i}^2\ge1-s\}\ge1-\exp(-\frac14N\min\{s^2,s\})$ for "
    r"$0<s\le1$ (Gaussian rows, even N).",
    adds="sigma_i^2 for sigma_i; c = 1/4; Gaussian rows, even N",
    because="Laurent and Massart; the probability is the exact chi-square one.",
    limit=lambda s: 1 - s.delta,
    constant=lambda s: 1 / 4,
)
def squares_concentrate(s: Sizes, prompt: Prompt, limit: Number, constant: Number) -> Margin:
    """The mean square of a column is not much below its expectation (2N rows)."""
    q = at(s, prompt)
    below = 1 - gamma_tail(s.N, limit(q) * s.N)
    return at_most(below, exp(constant(q) * q.delta * q.delta * -2 * s.N))


squares.mutant("c = 1", constant=lambda s: 1)
squares.mutant("divided by sigma_i", limit=lambda s: (1 - s.delta) / s.ratio)

settings = sizes(N=dims(1, 400), d=dims(1, 6), ratio=dyadics(1, 4))

smallest = PAPER.claim(
    "Lemma 3",
    id="lemma-3/diagonal/min",
    rank="step",
    origin="read",
    at=lines(617, 619),
    settings=settings,
    prompts=deltas(),
)


@smallest.printed(
    r"With $M^V=\frac2{\sigma_d^2}I$ and any covariance, $\min_{i\in\mathbb S}|D_{:,i}^\top X_{:,i}|\ge\frac "
    r"N{N+2}\Big(1-\sqrt{\frac{\log S-\log\delta}{Nc}}\Big)$ (Rademacher rows: the smallest entry, of the "
    r"column d, is $\frac{2N}{2N+1}$).",
    scale=2,
    sign=-1,
)
def not_too_small(s: Sizes, prompt: Prompt, scale: float, sign: int) -> Margin:
    """Diagonal entries are not too small."""
    q = at(s, prompt)
    entry = scale * s.N / (2 * s.N + 1)
    return at_least(entry, (q.support * sign + 1) * s.N / (s.N + 2))


smallest.mutant("M^V halved", scale=1)
smallest.mutant("1 + s", sign=1)

equal_variances = sizes(N=dims(1, 400), d=dims(1, 6))
largest = PAPER.claim(
    "Lemma 3",
    id="lemma-3/diagonal/max",
    rank="step",
    origin="read",
    at=lines(621, 623),
    settings=equal_variances,
    prompts=deltas(),
)


@largest.printed(
    r"With $M^V=\frac2{\sigma_d^2}I$ and the c of the tail bound, $\max_{i\in\mathbb S}|D_{:,i}^\top X_{:,i}|"
    r"\le\frac N{N+2}\Big(1+\sqrt{\frac{\log S-\log\delta}{Nc}}\Big)$ (Rademacher rows of equal variance, "
    r"for which the tail bound holds with every c).",
    defect="constant",
    because="D^T X has 2N/(2N+1) where the bound has N/(N+2), which is less.",
    factor=lambda s: (s.N, s.N + 2),
)
@largest.amended(
    r"$\max_{i\in\mathbb S}|D_{:,i}^\top X_{:,i}|\le\frac{2N}{2N+1}\Big(1+\sqrt{\frac{\log S-\log\delta}{Nc}}"
    r"\Big)$.",
    adds="2N/(2N + 1) for N/(N + 2); Rademacher rows of equal variance",
    factor=lambda s: (2 * s.N, 2 * s.N + 1),
)
def not_too_large(s: Sizes, prompt: Prompt, factor: Callable[[Sizes], tuple[int, int]]) -> Margin:
    """Diagonal entries are not too large."""
    top, bottom = factor(s)
    q = at(s, prompt)
    entry = 2 * s.N / (2 * s.N + 1)
    return at_most(entry, (q.support + 1) * top / bottom)


largest.mutant("N / (N + 1)", factor=lambda s: (s.N, s.N + 1))
largest.mutant("half", factor=lambda s: (s.N, 2 * s.N + 1))

small_constant = PAPER.claim(
    "Lemma 3",
    id="lemma-3/diagonal/max-small-constant",
    rank="step",
    origin="read",
    at=lines(621, 623),
    settings=sizes(N=dims(1, 400), d=dims(1, 6), c=dyadics(1, 1)),
    prompts=deltas(),
)


@small_constant.printed(
    r"There is a c (c = 1 for Rademacher rows of equal variance) with which the second part holds as "
    r"printed, for every N, S and $\delta<\frac13$.",
    power=1,
    constant=lambda s: s.c,
)
def one_constant(s: Sizes, prompt: Prompt, power: int, constant: Number) -> Margin:
    """A small constant hides the wrong prefactor."""
    q = at(s, prompt)
    entry = 2 * s.N / (2 * s.N + 1)
    return at_most(entry, (q.support / constant(q) ** power + 1) * s.N / (s.N + 2))


small_constant.mutant("c = 4", constant=lambda s: s.c * 2)
small_constant.mutant("c = 16", constant=lambda s: s.c * 4)
