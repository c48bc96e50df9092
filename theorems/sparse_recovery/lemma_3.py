r"""Lemma 3: D^T X is close to the identity, with high probability.

For $D=\frac1{2N+1}X(M^V)^\top$ there is an $M^V$ such that with probability at least $1-3\delta$ the
diagonal on $\mathbb S$ lies in $\frac N{N+2}(1\pm s)$, $s=\sqrt{\frac{\log S-\log\delta}{Nc}}$, and
$\max_{i\ne j}|D_{:,i}^\top X_{:,i}|\le\sqrt{\frac{\log d-\log\delta}{Nc}}$. The last index is a misprint:
as it stands the diagonal is bounded below and, for large N, above by less, for every $M^V$ and c.

With $X_{:,j}$ it is true for Rademacher rows of any covariance, if $M^V$ is $\frac{2N+1}{N+2}\operatorname{
diag}(\sigma_i^{-2})$, and if c may depend on the covariance: $c=\frac14(\sigma_d/\sigma_1)^2$. The
failure probability is bounded by exact binomial tails. The printed $M^V$ and the constant are claims of
their own (`-construction`, `-one-constant`).
"""

from __future__ import annotations

from baselines.concentration import at_least_one, sign_sum_tail
from lemmata import Margin, Prompt, at_most, dims, dyadics
from lemmata.numbers import Array, log
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_lemma_3 import (
    QUARTER,
    Setting,
    Sides,
    Sizes,
    at,
    deltas,
    sizes,
)


def misprinted(s: Setting) -> tuple[Array, Array]:
    """What the first part forces on the diagonal, and what the third allows it as printed."""
    return (s.support * -1 + 1) * s.N / (s.N + 2), s.dimension


def failures(s: Setting, quarters: int, power: int = 1, bound: int = 1) -> tuple[Array, Array]:
    """A bound on the probability that an entry off the diagonal is too large; 3 delta."""
    # |S_ij| sigma_j / sigma_i / (N + 2) > sqrt(log(d / delta) / (N c)), c = quarters / (4 ratio^2)
    square = log(s.d / s.delta) * 4 * (s.N + 2) ** 2 / s.N**power / quarters
    chances = sign_sum_tail(s.N, square)
    return at_least_one(s.d * (s.d - 1) // 2, chances)[bound], s.delta * 3


lemma = PAPER.claim(
    "Lemma 3", kind="forall", settings=sizes(N=dims(1, 400), ratio=dyadics(1, 4)), prompts=deltas()
)


@lemma.printed(
    r"There is an $M^V$ such that with probability at least $1-3\delta$: $\min_{i\in\mathbb S}|D_{:,i}^\top "
    r"X_{:,i}|\ge\frac N{N+2}(1-s)$, $\max_{i\in\mathbb S}|D_{:,i}^\top X_{:,i}|\le\frac N{N+2}(1+s)$, "
    r"$\max_{i\ne j}|D_{:,i}^\top X_{:,i}|\le\sqrt{\frac{\log d-\log\delta}{Nc}}$. ($\delta<\frac13$, "
    r"$d\ge2$.)",
    expect="refuted",
    defect="typo",
    because="The third bound has X_i for X_j. For large N it contradicts the first, whatever M^V, the "
    "law and c are: the sides are what the two demand of the same number.",
    sides=misprinted,
)
@lemma.amended(
    r"For Rademacher rows with any covariance, $M^V=\frac{2N+1}{N+2}\operatorname{diag}(\sigma_i^{-2})$ "
    r"and $c=\frac14(\sigma_d/\sigma_1)^2$: the first two, and $\max_{i\ne j}|D_{:,i}^\top X_{:,j}|\le\sqrt{"
    r"\frac{\log d-\log\delta}{Nc}}$.",
    because="The diagonal is N/(N+2); off it, exact binomial tails and the union bound.",
    settings=sizes(ratio=dyadics(1, 4), c=QUARTER),
    sides=lambda s: failures(s, 1),
)
def concentration(s: Sizes, prompt: Prompt, sides: Sides) -> Margin:
    """One matrix makes D^T X nearly the identity."""
    return at_most(*sides(at(s, prompt)))


lemma.mutant("c = 1", sides=lambda s: failures(s, 4, bound=0))
lemma.mutant("1/N for the square root", sides=lambda s: failures(s, 1, power=2, bound=0))
