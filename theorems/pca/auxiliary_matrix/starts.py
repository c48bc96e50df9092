r"""Random starts do not meet the condition of Theorem 7 with high probability.

The third part of P: $\widetilde p_{3,1},\dots,\widetilde p_{3,k}$ are independent and uniform on the sphere,
and the slides say that this achieves the conditions of Theorem 7, $\widetilde p_{3,i}^\top v_i\ge\delta$ for
all i. For fixed $v_i$ each product is negative half of the time, so that no probability above $\frac12$ is
reached; "high" is read as at least $\frac34$. With $v_i$ on the side of its start
(the sign of an eigenvector is free) the probability is at least $1-k\delta\sqrt{2(d-1)/\pi}$: the density of a
product is at most $\Gamma(\frac d2)/(\sqrt\pi\,\Gamma(\frac{d-1}2))$ for $d\ge3$. Both are known exactly.
"""

from collections.abc import Callable
from dataclasses import dataclass

from baselines.sphere import slab_probability
from lemmata import Margin, Probability, at_most, dims, lines, scales, some, space
from lemmata.numbers import Array, pi, sqrt
from theorems.pca import PAPER
from theorems.pca.lemma_8 import event


@dataclass(frozen=True)
class Setting:
    d: int
    k: int
    delta: float


def one_size(delta: float) -> Setting:
    return Setting(d=2, k=1, delta=delta)


def above(share: float) -> Callable[[Setting], Array]:
    """``1 - k delta sqrt(2 (d - 1) / pi)``, or a share of what is taken from 1."""
    return lambda s: 1 - sqrt(2 * (s.d - 1) / pi(s.delta)) * s.delta * s.k * share


starts = PAPER.claim(
    "design of P, random samples",
    id="auxiliary-matrix/starts",
    rank="step",
    origin="read",
    at=lines(246),
    summary="Starts drawn from the sphere meet the condition of Theorem 7 with high probability",
    kind=Probability(),
    settings=space(
        Setting,
        d=dims(2, 2),
        k=dims(1, 1),
        delta=some(scales(-12, -1), for_each=("d", "k"), weaker="smaller", fails_at=one_size),
    ),
    pinned=dict.fromkeys("dk", "delta may depend on d and k, so that all delta have to fail at one size"),
    uses=[event],
)


@starts.printed(
    r"The conditions of Theorem 7 can be achieved through sampling: for all d and $k\le d$ there is a "
    r"$\delta>0$ such that for fixed unit vectors $v_i$ and independent uniform starts from the sphere "
    r"(directions "
    r"of isotropic Gaussians) $\widetilde p_{3,i}^\top v_i\ge\delta$ for all $i\in[k]$ with probability at "
    r"least "
    r"$\frac34$ (as high probability is read here).",
    defect="statement",
    because="Each product is negative with probability 1/2, so that the probability is at most 2^-k for "
    "every delta.",
    two_sided=False,
    least=lambda s: 3 / 4,
)
@starts.amended(
    r"For all d and k, fixed unit vectors $v_i$ and independent uniform starts from the sphere, "
    r"$|\widetilde p_{3,i}^\top v_i|\ge\delta$ for all $i\in[k]$ with probability at least "
    r"$1-k\delta\sqrt{2(d-1)/\pi}$ for $\delta\le\frac12$.",
    adds="the absolute value of each product; the probability as a function of delta",
    settings=space(Setting, d=dims(1, 40), k=dims(1, 40), delta=scales(-12, -1, of="(0, 1/2]")),
    two_sided=True,
    least=above(1),
)
def starts_are_good(s: Setting, two_sided: bool, least: Callable[[Setting], Array]) -> Margin:
    """Random starts meet the condition of Theorem 7."""
    slab = slab_probability(s.d, s.delta)
    single = 1 - slab if two_sided else (1 - slab) / 2
    return at_most(least(s), single**s.k).trivial_where(-least(s))


starts.mutant("one side", two_sided=False)
starts.mutant("seven eighths of the loss", least=above(7 / 8))
starts.mutant("probability 1", least=lambda s: 1)
