r"""Random starts do not meet the condition of Theorem 7 with high probability.

The third part of P: $\widetilde p_{3,1},\dots,\widetilde p_{3,k}$ are independent and uniform on the sphere,
and the slides say that this achieves the conditions of Theorem 7, $\widetilde p_{3,i}^\top v_i\ge\delta$ for
all i. For fixed $v_i$ each product is negative half of the time, so that no probability above $\frac12$ is
reached; "high" is read as at least $\frac34$. With $v_i$ on the side of its start
(the sign of an eigenvector is free) the probability is at least $1-k\delta\sqrt{2(d-1)/\pi}$: the density of a
product is at most $\Gamma(\frac d2)/(\sqrt\pi\,\Gamma(\frac{d-1}2))$ for $d\ge3$. Both are known exactly.
"""

from baselines.sphere import slab_probability
from lemmata import Margin, Probability, amended, at_most, dims, lines, mutants, printed, scales, some, theorem
from lemmata.numbers import Array, pi, sqrt
from theorems.pca import PAPER
from theorems.pca.lemma_8 import event


@theorem(
    PAPER,
    "design of P, random samples",
    rank="step",
    origin="read",
    at=lines(246),
    kind=Probability(),
    pinned=dict.fromkeys(
        "dk", r"$\delta$ may depend on d and k, so that all $\delta$ have to fail at one size"
    ),
    uses=[event],
    d=dims(2, 2),
    k=dims(1, 1),
    delta=some(
        scales(-12, -1),
        for_each=("d", "k"),
        weaker="smaller",
        fails_at=lambda delta: dict(d=2, k=1, delta=delta),
    ),
)
@printed(
    r"The conditions of Theorem 7 can be achieved through sampling: for all d and $k\le d$ there is a "
    r"$\delta>0$ such that for fixed unit vectors $v_i$ and independent uniform starts from the sphere "
    r"(directions of isotropic Gaussians) $\widetilde p_{3,i}^\top v_i\ge\delta$ for all $i\in[k]$ with "
    r"probability at least $\frac34$ (as high probability is read here).",
    defect="statement",
    because="Each product is negative with probability 1/2, so that the probability is at most $2^{-k}$ for "
    r"every $\delta$.",
)
@amended(
    r"For all d and k, fixed unit vectors $v_i$ and independent uniform starts from the sphere, $|\widetilde "
    r"p_{3,i}^\top v_i|\ge\delta$ for all $i\in[k]$ with probability at least $1-k\delta\sqrt{2(d-1)/\pi}$ "
    r"for $\delta\le\frac12$.",
    adds=r"the absolute value of each product; the probability as a function of $\delta$",
    d=dims(1, 40),
    k=dims(1, 40),
    delta=scales(-12, -1, of="(0, 1/2]"),
    sides=2,
    least=lambda d, k, delta: 1 - loss(d, k, delta),
)
@mutants(
    one_side=dict(sides=1),
    seven_eighths_of_the_loss=dict(least=lambda d, k, delta: 1 - loss(d, k, delta) * 7 / 8),
    probability_1=dict(least=1),
)
def starts_are_good(d: int, k: int, delta: Array, sides: int = 1, least: Array = 3 / 4) -> Margin:
    """Starts drawn from the sphere meet the condition of Theorem 7 with high probability."""
    single = (1 - slab_probability(d, delta)) * sides / 2
    return at_most(least, single**k).trivial_where(-least)


def loss(d: int, k: int, delta: Array) -> Array:
    r"""$k\delta\sqrt{2(d-1)/\pi}$."""
    return k * delta * sqrt(2 * (d - 1) / pi(delta))
