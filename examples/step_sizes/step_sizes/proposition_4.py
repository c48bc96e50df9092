r"""From a random start the distance is small with high probability.

Proposition 4 of the note, of kind `probability`: the start follows its law, and the statement is made for
*every* choice of curvatures. The bound on $\|x_0\|^2$ is that of Laurent and Massart (2000).
"""

from __future__ import annotations

from lemmata import Probability, at_most, box, choices, every, gaussian, lines, mutants, printed, theorem
from lemmata.numbers import Array, log, sqrt
from step_sizes import PAPER
from step_sizes.quadratics import DESCENT, curvatures, descended
from step_sizes.theorem_2 import contraction


def excess(d: int, delta: Array) -> Array:
    """What the squared norm of a normal vector has above its mean, d."""
    t = log(1 / delta)
    return 2 * sqrt(d * t) + 2 * t


START = dict(delta=choices(1 / 2, 1 / 16), x=gaussian("d"), place=every(box("d", low=0, high=1)))


@theorem(
    PAPER,
    "Proposition 4",
    kind=Probability(failure=lambda delta: delta),
    at=lines(22, 24),
    uses=[contraction],
    **(DESCENT | START),
)
@printed(
    r"$\|x_k\|^2\le(1-\eta\mu)^{2k}(d+2\sqrt{d\log\frac1\delta}+2\log\frac1\delta)$ with probability at least "
    r"$1-\delta$, for $x_0\sim N(0,I)$ and $0<\eta\le\frac2{\mu+L}$.",
    more=excess,
)
@mutants(the_mean_alone=dict(more=0))
def from_a_random_start(d, L, share, step, x, place, k, more):
    """From a normal start the squared distance is little above the dimension, with high probability."""
    mu = share * L
    eta = step * 2 / (mu + L)
    after = descended(curvatures(L, share, place), x, eta, k)
    return at_most(after @ after, (1 - eta * mu) ** (2 * k) * (d + more))
