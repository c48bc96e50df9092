r"""The second moments of all features at once are near their means, in a fixed dimension: before (94), A.2.1.

The paper has $\|\frac1N\sum_i\phi_i\phi_i^\top-\mathbb E\phi\phi^\top\|_\infty\lesssim\sqrt{\log N/N}$ by
Hoeffding's inequality for each of the $(n+1)^2$ entries, and forgets how many there are. In dimension d all
features (29) can be had at once. A ramp is a mean of half-spaces, so that a product of two is a mean of
intersections of two half-spaces. These meet 2N points in at most $(4(2N)^d)^2$ ways, and the inequality of
Vapnik and Chervonenkis (1971), $P(\sup_H|P_N(H)-P(H)|>t)\le4\Pi(2N)e^{-Nt^2/8}$ with $\Pi(2N)$ for that number,
gives the level below, whatever n is.

With ``lemma-6/eq-96/noise`` this is what (36) of Lemma 2 needs beside its amended form, if constants may depend
on d. The cross term of (83), $\frac1N\sum_ir_i\phi_i-\mathbb Er\phi$, does not enter there; that it obeys a
bound of the same kind is not checked.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from lemmata import Margin, Probability, Prompt, at_least, choices, dims, in_ball, lines, signs, space
from lemmata.numbers import Array, absolute, amax, as_array, concatenate, constant, log, sqrt, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_6.eq_96 import beginnings

BITS = 3
ATOMS = 2**BITS


def distinct(rows: Tensor) -> Tensor:
    """Each row once."""
    return torch.stack(list({tuple(row.tolist()): row for row in rows}.values()))


@dataclass(frozen=True)
class Atoms:
    """A law that is even on some points."""

    N: int
    d: int
    points: Tensor  # (ATOMS, d)

    @cached_property
    def intersections(self) -> Tensor:
        """What two half-spaces have in common of the points, as rows of zeros and ones."""
        order = beginnings(self.points, self.d)  # (orders, ATOMS)
        places = order.argsort(-1)
        first = places[:, None] <= torch.arange(ATOMS)[:, None]  # [k]: the first k + 1 of an order
        halves = first.double().reshape(-1, ATOMS)
        halves = distinct(torch.cat([halves, 1 - halves]))
        return distinct((halves[:, None] * halves).reshape(-1, ATOMS))


spread = PAPER.claim(
    "before (94), in a fixed dimension",
    id="lemma-6/eq-94/spread",
    rank="step",
    origin="ours",
    summary="The second moments of all features at once are near their means, at the rate of the root of "
    "d log N over N, however many features there are",
    at=lines(796),
    kind=Probability(failure=lambda s: float(s.N) ** -11),
    settings=space(
        Atoms, N=choices(1024, 4096), d=dims(1, 2), points=lambda s: in_ball(ATOMS, s.d, radius=1.0)
    ),
    prompts=lambda s: space(bits=signs(s.N, BITS)),
)
Level = Callable[[Atoms], Array]


def level_of_all(s: Atoms) -> Array:
    """The inequality of Vapnik and Chervonenkis for intersections of two half-spaces."""
    two = as_array(2, s.N)
    return sqrt((log(s.N) * (2 * s.d + 11) + log(two) * (2 * s.d + 6)) * 8 / s.N)


def products(signs: Array) -> Array:
    """Of three signs, alone, in pairs and all together: ``(..., 7)``."""
    a, b, c = signs[..., :1], signs[..., 1:2], signs[..., 2:]
    return concatenate([a, b, c, a * b, a * c, b * c, a * b * c], -1)


@spread.printed(
    r"For independent inputs of one law in $\mathbb R^d$, and every intersection H of two half-spaces: "
    r"$\left|\frac1N\#\{i\le N:x_i\in H\}-P(H)\right|\le\sqrt{\frac{8(2d+11)\log N+8(2d+6)\log2}N}$ for all H "
    r"at once with probability at least $1-N^{-11}$, so that "
    r"$\left\|\frac1N\sum_i\phi_i\phi_i^\top-\mathbb E\phi\phi^\top\right\|_\infty$ is no larger for all "
    r"features (29), of any number, direction, offset and steepness, and the constant 1; drawn with laws that "
    rf"are even on {ATOMS} points of the unit ball, $d\le2$, where all H are tried.",
    slack="The inequality is for probabilities of N^-11, which no draw sees, and for laws with any number of "
    "values.",
    level=level_of_all,
)
def moments_are_near_their_means(s: Atoms, prompt: Prompt, level: Level) -> Margin:
    """The largest distance of a share of the examples from its probability, over the intersections."""
    names = torch.cartesian_prod(*[torch.tensor([-1.0, 1.0]).double()] * BITS)
    # An example is the point with the signs n if all (1 + n_j s_j) / 2 are 1: their product, multiplied out.
    own, of_point = products(prompt.bits), constant(products(names).mT, prompt.bits)
    off = sum(own, 1) @ of_point / s.N / ATOMS  # (batch, ATOMS), share less probability
    largest = amax(absolute(off @ constant(s.intersections.mT, prompt.bits)), -1)
    return at_least(level(s), largest).trivial_where(level(s) - 1)


spread.mutant("a twentieth of the root of log N / N", level=lambda s: sqrt(log(s.N) / s.N) / 20)
spread.mutant("a rate 1/N", level=lambda s: as_array(1, s.N) / s.N)
