r"""The diagonal of D^T X: the lower bound is right, the prefactor of the upper bound is not.

With $M^V=\frac2{\sigma_d^2}I$ the entries are $\frac{2N}{2N+1}$ times the mean of $x^2/\sigma_d^2$. From
below $\frac{2N}{2N+1}\ge\frac N{N+2}$ helps, and the order $\sigma_i\ge\sigma_d$ does, too: the first part of
Lemma 3 holds for every covariance. From above $\frac N{N+2}$ is too small: for Rademacher rows of equal
variance the tail bound of the proof holds for every c (nothing is random), but the second part fails
as soon as $c>\frac{(2N+1)^2}{9N}(\log S-\log\delta)$. ("Similarly, we have" hides the wrong
direction.) $c\le1$ repairs it for every N and $\delta<\frac13$; so does $M^V=\frac{2N+1}{(N+2)\sigma^2}I$.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_least, at_most, dims, dyadics
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_lemma_3 import (
    Number,
    Sizes,
    at,
    deltas,
    sizes,
)

settings = sizes(N=dims(1, 400), d=dims(1, 6), ratio=dyadics(1, 4))

smallest = PAPER.claim("Lemma 3", suffix="min", kind="forall", settings=settings, prompts=deltas())


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
    entry = q.delta / q.delta * scale * s.N / (2 * s.N + 1)
    return at_least(entry, (q.support * sign + 1) * s.N / (s.N + 2))


smallest.mutant("M^V halved", scale=1)
smallest.mutant("1 + s", sign=1)

equal_variances = sizes(N=dims(1, 400), d=dims(1, 6))
largest = PAPER.claim(
    "Lemma 3", suffix="max", kind="forall", settings=equal_variances, prompts=deltas()
)


@largest.printed(
    r"With $M^V=\frac2{\sigma_d^2}I$ and the c of the tail bound, $\max_{i\in\mathbb S}|D_{:,i}^\top X_{:,i}|"
    r"\le\frac N{N+2}\Big(1+\sqrt{\frac{\log S-\log\delta}{Nc}}\Big)$ (Rademacher rows of equal variance, "
    r"for which the tail bound holds with every c).",
    expect="refuted",
    defect="constant",
    because="D^T X has 2N/(2N+1) where the bound has N/(N+2), which is less.",
    factor=lambda s: (s.N, s.N + 2),
)
@largest.amended(
    r"$\max_{i\in\mathbb S}|D_{:,i}^\top X_{:,i}|\le\frac{2N}{2N+1}\Big(1+\sqrt{\frac{\log S-\log\delta}{Nc}}"
    r"\Big)$.",
    factor=lambda s: (2 * s.N, 2 * s.N + 1),
)
def not_too_large(s: Sizes, prompt: Prompt, factor: Callable[[Sizes], tuple[int, int]]) -> Margin:
    """Diagonal entries are not too large."""
    top, bottom = factor(s)
    q = at(s, prompt)
    entry = q.delta / q.delta * 2 * s.N / (2 * s.N + 1)
    return at_most(entry, (q.support + 1) * top / bottom)


largest.mutant("N / (N + 1)", factor=lambda s: (s.N, s.N + 1))
largest.mutant("half", factor=lambda s: (s.N, 2 * s.N + 1))

small_constant = PAPER.claim(
    "Lemma 3", suffix="max-small-constant", kind="forall",
    settings=sizes(N=dims(1, 400), d=dims(1, 6), c=dyadics(1, 1)), prompts=deltas(),
)  # fmt: skip


@small_constant.printed(
    r"There is a c (c = 1 for Rademacher rows of equal variance) with which the second part holds as "
    r"printed, for every N, S and $\delta<\frac13$.",
    power=1,
    constant=lambda s: s.c,
)
def one_constant(s: Sizes, prompt: Prompt, power: int, constant: Number) -> Margin:
    """A small constant hides the wrong prefactor."""
    q = at(s, prompt)
    entry = q.delta / q.delta * 2 * s.N / (2 * s.N + 1)
    return at_most(entry, (q.support / constant(q) ** power + 1) * s.N / (s.N + 2))


small_constant.mutant("c = 4", constant=lambda s: s.c * 2)
small_constant.mutant("c = 16", constant=lambda s: s.c * 4)
