r"""Appendix B defines the soft threshold without the bars that section 4.2 has.

Read as the point that minimises $\frac12(z-x)^2+\theta|z|$ (the step of ISTA), which the appendix does not say.
"""

from lemmata import amended, at_most, dims, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, Vector, abs, maximum, sign
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.eq_c_2 import THRESHOLD


@theorem(
    PAPER,
    "Appendix B",
    rank="slip",
    origin="read",
    at=lines(367),
    possible_extraction=True,
    d=dims(1, 4),
    theta=THRESHOLD,
    x=reals("d"),
    z=reals("d"),
)
@printed(
    r"$\mathcal S_\theta(x)=\operatorname{sign}(x)\max\{0,x-\theta\}$ minimises $\frac12(z-x)^2+\theta|z|$ "
    r"over z, $\theta\ge0$.",
    open="Our source has lost every bar of this table, those of sign(x) = x/|x| and of the norms as well. "
    "Without the bars the threshold would be 0 for every negative x.",
    size=lambda x: x,
)
@amended(
    r"$\mathcal S_\theta(x)=\operatorname{sign}(x)\max\{0,|x|-\theta\}$ minimises $\frac12(z-x)^2+\theta|z|$ "
    r"over z, $\theta\ge0$.",
    adds="bars around x",
    size=lambda x: abs(x),
)
@mutants(
    without_the_bars=dict(size=lambda x: x),
    half_the_size=dict(size=lambda x: abs(x) / 2),
    twice_the_size=dict(size=lambda x: 2 * abs(x)),
)
def minimises(theta, x, z, size):
    r"""The soft threshold minimises half the squared distance to x and $\theta$ times the size."""

    def objective(z: Vector) -> Array:
        return (z - x) ** 2 / 2 + theta * abs(z)

    return at_most(objective(sign(x) * maximum(size - theta, 0)), objective(z))
