r"""Lemma 3 and covariances: the printed matrix serves equal variances, and no constant serves all.

The printed $M^V=\frac2{\sigma_d^2}I$ makes the diagonal entry of column i about $\sigma_i^2/\sigma_d^2$.

No c serves all covariances: with $\rho=\sigma_1/\sigma_2$, $z=\frac1N\sum_kr_{k1}r_{k2}$ and any second
row of $M^V$ the entries are $D_{:,2}^\top X_{:,2}=u+vz$ and $D_{:,2}^\top X_{:,1}=\rho(uz+v)$. If z and -z
both met the third bound T, then $|u||z|\le T/\rho$ and $|v|\le T/\rho$, so $|u+vz|\le\frac T\rho(|z|+
1/|z|)\le\frac T\rho(N+\frac1N)$ for odd N. For $\delta<\frac16$ one such pair must be good.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, at_most, choices, dims, dyadics, scales
from lemmata.numbers import Array, log, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_lemma_3 import (
    QUARTER,
    Number,
    Setting,
    Sizes,
    at,
    deltas,
    sizes,
)
from theorems.sparse_recovery.instances_d_n0 import row

construction = PAPER.claim(
    "Lemma 3", suffix="construction", kind="forall",
    settings=sizes(N=dims(8, 4096), ratio=dyadics(1.25, 4)), prompts=deltas(),
)  # fmt: skip


def deterministic(s: Setting, first: Number, last: Number) -> tuple[Array, Array]:
    """Rademacher rows: the diagonal entries of the columns 1 and d are not random."""
    high, low = (s.support + 1) * s.N / (s.N + 2), (s.support - 1) * s.N / (s.N + 2)
    share = s.delta / s.delta * (2 * s.N) / (2 * s.N + 1)
    return row(share * first(s), share * -1 * last(s)), row(high * 2, low)


@construction.printed(
    r"$M^V=\frac2{\sigma_d^2}I$, as in the proof, gives the first two bounds of Lemma 3 (the second up to "
    r"a factor 2) for unequal variances, $\sigma_1\ge\frac54\sigma_d$.",
    expect="refuted",
    defect="construction",
    because="The diagonal entry of column i is about sigma_i^2/sigma_d^2. For Rademacher rows it is not "
    "random; let N c grow and the bound is 1, whatever c is.",
    first=lambda s: s.ratio * s.ratio,
    last=lambda s: 1,
)
@construction.amended(
    r"$M^V=2\operatorname{diag}(\sigma_i^{-2})$ does.",
    first=lambda s: 1,
    last=lambda s: 1,
)
def diagonal_is_near_one(s: Sizes, prompt: Prompt, first: Number, last: Number) -> Margin:
    """Every diagonal entry on the support is about 1."""
    return at_most(*deterministic(at(s, prompt), first, last))


construction.mutant("2 over the largest variance", first=lambda s: 1, last=lambda s: 1 / s.ratio**2)
construction.mutant("4 over the variances", first=lambda s: 4, last=lambda s: 4)

universal = PAPER.claim(
    "Lemma 3", suffix="one-constant", kind="forall",
    settings=sizes(N=dims(0, 63), d=dims(2, 2, most=2), ratio=scales(0, 40)),
    prompts=deltas(-8, -3),
)  # fmt: skip


@universal.printed(
    r"One c serves every covariance of section 4.1 (given the law of $x_i/\sigma_i$), with some $M^V$ for "
    r"each: for $d=2$, $\mathbb S=\{2\}$, $2N+1$ Rademacher rows and $\delta\le\frac18$ this implies "
    r"$\frac N{N+2}(1-s)\le\frac{\sigma_2}{\sigma_1}(N+\frac1N)\sqrt{\frac{\log2-\log\delta}{Nc}}$ "
    r"(2N + 1 for N).",
    expect="refuted",
    defect="constant",
    because="The right side vanishes as the ratio of the deviations grows, for every c.",
    power=0,
)
@universal.amended(
    r"The necessary condition is met with $c=\frac14(\sigma_2/\sigma_1)^2$.",
    settings=sizes(N=dims(0, 63), d=dims(2, 2, most=2), ratio=scales(0, 40), c=QUARTER),
    power=1,
)
def necessary(s: Sizes, prompt: Prompt, power: int) -> Margin:
    """What the diagonal demands is possible with a small coherence."""
    N, spread = 2 * s.N + 1, s.ratio**power
    support = sqrt(log(1 / prompt.delta) / (s.c * N)) * spread
    coherence = sqrt(log(2 / prompt.delta) / (s.c * N)) * spread / s.ratio
    return at_most((support * -1 + 1) * N / (N + 2), coherence * (N * N + 1) / N)


universal.mutant("c does not shrink", power=0)
universal.mutant(
    "c = 4096 in place of 1/4",
    settings=sizes(N=dims(0, 63), d=dims(2, 2, most=2), ratio=scales(0, 40), c=choices(4096.0)),
)
