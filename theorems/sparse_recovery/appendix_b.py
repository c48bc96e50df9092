r"""Appendix B defines the soft threshold without the bars that section 4.2 has.

$\operatorname{sign}(x)\max\{0,x-\theta\}$ is 0 for every $x<0$ when $\theta\ge0$; section 4.2 has
$|x|-\theta$. It is read as the point that minimises $\frac12(z-x)^2+\theta|z|$ (the step of ISTA), which the
appendix does not say. The bars may be lost in our source, as those of $\operatorname{sign}(x)=x/x$ there.
"""

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most, lines, reals, space
from lemmata.numbers import Array, absolute, maximum, sign
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.eq_c_2 import Setting, thresholds

notation = PAPER.claim(
    "Appendix B",
    rank="slip",
    origin="read",
    at=lines(367),
    possible_extraction=True,
    summary="The soft threshold defined without bars around x minimises half the squared distance to x plus "
    "theta times the size",
    settings=thresholds,
    prompts=lambda s: space(x=reals(s.d), z=reals(s.d)),
)


@notation.printed(
    r"$\mathcal S_\theta(x)=\operatorname{sign}(x)\max\{0,x-\theta\}$ minimises $\frac12(z-x)^2+\theta|z|$ "
    r"over z, $\theta\ge0$.",
    defect="extraction",
    because="Without the bars it is 0 for every negative x.",
    fails_where=lambda s, prompt: prompt.x.min() < -s.theta,
    size=lambda x: x,
)
@notation.amended(
    r"$\mathcal S_\theta(x)=\operatorname{sign}(x)\max\{0,|x|-\theta\}$ minimises $\frac12(z-x)^2+\theta|z|$ "
    r"over z, "
    r"$\theta\ge0$.",
    adds="bars around x",
    size=absolute,
)
def minimises(s: Setting, prompt: Prompt, size: Callable[[Array], Array]) -> Margin:
    """The soft threshold is the proximal map of the absolute value."""
    x = prompt.x

    def objective(z: Array) -> Array:
        return (z - x) * (z - x) / 2 + absolute(z) * s.theta

    threshold = sign(x) * maximum(size(x) - s.theta, 0)
    return at_most(objective(threshold), objective(prompt.z))


notation.mutant("half the size", size=lambda x: absolute(x) / 2)
notation.mutant("twice the size", size=lambda x: absolute(x) * 2)
