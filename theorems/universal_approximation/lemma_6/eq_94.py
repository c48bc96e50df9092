r"""The second moments of all features at once are near their means, in a fixed dimension: before (94), A.2.1.

The paper has it by Hoeffding's inequality for each of the $(n+1)^2$ entries, and forgets how many there are. In
dimension d all features (29) can be had at once. A ramp is a mean of half-spaces, so that a product of two is a
mean of intersections of two half-spaces. These meet 2N points in at most $(4(2N)^d)^2$ ways, and the inequality
of Vapnik and Chervonenkis (1971), $P(\sup_H|P_N(H)-P(H)|>t)\le4\Pi(2N)e^{-Nt^2/8}$ with $\Pi(2N)$ for that
number, gives the level below, whatever n is. With ``lemma-6/eq-96/noise`` this is what (36) of Lemma 2 needs
beside its amended form, if constants may depend on d.
"""

from itertools import product

import torch
from torch import Tensor

from lemmata import Probability, at_least, choices, dims, in_ball, lines, mutants, printed, signs, theorem
from lemmata.numbers import Array, Matrix, abs, constant, log, max, over_batches, sqrt, stack, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_6.eq_96 import beginnings

BITS = 3
ATOMS = 2**BITS


def distinct(rows: Tensor) -> Tensor:
    """Each row once."""
    return torch.stack(list({tuple(row.tolist()): row for row in rows}.values()))


def intersections(points: Array) -> Array:
    """What two half-spaces have in common of the points, as rows of zeros and ones, over a batch of one."""
    order = beginnings(points[0], points.shape[-1])  # (orders, ATOMS)
    places = order.argsort(-1)
    first = (
        places[:, None] <= torch.arange(ATOMS, device=places.device)[:, None]
    )  # [k]: the first k + 1 of an order
    halves = first.double().reshape(-1, ATOMS)
    halves = distinct(torch.cat([halves, 1 - halves]))
    return constant(distinct((halves[:, None] * halves).reshape(-1, ATOMS))[None], points)


def characters(signs: Matrix) -> Matrix:
    """Of rows of three signs: each, their products in pairs, and that of all."""
    a, b, c = signs.T
    return stack([a, b, c, a * b, a * c, b * c, a * b * c])


@theorem(
    PAPER,
    "before (94), in a fixed dimension",
    id="lemma-6/eq-94/spread",
    rank="step",
    origin="ours",
    at=lines(796),
    kind=Probability(failure=lambda N: float(N) ** -11),
    given=["points"],
    N=choices(1024, 4096),
    d=dims(1, 2),
    points=in_ball(ATOMS, "d", radius=1),  # the law is even on them
    bits=signs("N", BITS),  # which of them an example is
)
@printed(
    r"For independent inputs of one law in $\mathbb R^d$, and every intersection H of two half-spaces: "
    r"$\left|\frac1N\#\{i\le N:x_i\in H\}-P(H)\right|\le\sqrt{\frac{8(2d+11)\log N+8(2d+6)\log2}N}$ for all "
    "H at once with probability at least $1-N^{-11}$; drawn with laws that are even on 8 points of the "
    r"unit ball, $d\le2$, where all H are tried. A ramp is a mean of half-spaces, so that "
    r"$\left\|\frac1N\sum_i\phi_i\phi_i^\top-\mathbb E\phi\phi^\top\right\|_\infty$ is no larger for all "
    "features (29) at once, of any number, direction, offset and steepness, and the constant 1 (argued, "
    "not checked).",
    slack="The inequality is for probabilities of $N^{-11}$, which no draw sees, and for laws with any number "
    "of values.",
)
@mutants(
    {
        "a twentieth of the root of log N / N": dict(level=lambda N: sqrt(log(N) / N) / 20),
        "a rate 1/N": dict(level=lambda N: 1 / N),
    }
)
def moments_are_near_their_means(
    N, points, bits, level=lambda N, d: sqrt((log(N) * (2 * d + 11) + log(2) * (2 * d + 6)) * 8 / N)
):
    r"""The second moments of all features are near their means, at the rate of the root of $d \log N/N$."""
    names = constant(list(product([-1, 1], repeat=BITS)))
    # An example is the point with the signs n if all (1 + n_j s_j) / 2 are 1: their product, multiplied out.
    off = sum(characters(bits), 1) @ characters(names) / (N * ATOMS)  # share less probability
    largest = max(abs(over_batches(intersections)(points) @ off))
    return at_least(level, largest).trivial_where(level - 1)
