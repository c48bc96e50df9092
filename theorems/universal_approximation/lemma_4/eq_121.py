r"""The ramp (26) and soft thresholding (39b) by ReLUs: (113) and (121), appendix A.4.3.

(121) is for $\eta\lambda\ge0$; the penalty is not negative throughout the paper. Both hold, decided exactly.
"""

from collections.abc import Callable
from dataclasses import dataclass

from baselines.barron import phi
from baselines.proximal import soft_threshold
from lemmata import Margin, Prompt, dyadics, equal, lines, reals, space
from lemmata.numbers import Array, concatenate, relu
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    theta: float
    """The threshold, eta lambda."""


Terms = Callable[[Array, Array], Array]


def display_121(z: Array, theta: Array) -> Array:
    return z + relu(theta) - relu(z + theta) + relu(z - theta)


by_relu = PAPER.claim(
    "(113) and (121)",
    id="lemma-4/eq-121",
    rank="step",
    summary="The ramp (26) is a difference of two ReLUs, soft thresholding the identity and three ReLUs",
    at=lines(1020, 1073),
    settings=space(Setting, theta=dyadics(0, 2, of="[0, inf)")),
    prompts=lambda s: space(z=reals(1)),
)


@by_relu.printed(
    r"$\phi(z)=\sigma_{\mathsf{ff}}(z+\frac12)-\sigma_{\mathsf{ff}}(z-\frac12)$ (113) for the ramp $\phi$ of "
    r"(26), "
    r"and "
    r"$\mathsf{ST}_{\eta\lambda}(z)=z+\sigma_{\mathsf{ff}}(\eta\lambda)-\sigma_{\mathsf{ff}}(z+\eta\lambda)+"
    r"\sigma_{\mathsf{ff}}(z-\eta\lambda)$ (121), for all $z$ and $\eta\lambda\ge0$.",
    ramp=lambda z: relu(z + 0.5) - relu(z - 0.5),
    terms=display_121,
)
def sums_of_relus(s: Setting, prompt: Prompt, ramp: Callable[[Array], Array], terms: Terms) -> Margin:
    """The sums of ReLUs against the ramp and soft thresholding."""
    z = prompt.z
    return equal(
        concatenate([ramp(z), terms(z, s.theta)], -1), concatenate([phi(z), soft_threshold(z, s.theta)], -1)
    )


by_relu.mutant("no shift", ramp=lambda z: relu(z) - relu(z - 1))
by_relu.mutant("no constant", terms=lambda z, theta: z - relu(z + theta) + relu(z - theta))
by_relu.mutant("minus the threshold", terms=lambda z, theta: display_121(z, -theta))
by_relu.mutant(
    "the signs of the last two terms",
    terms=lambda z, theta: z + relu(theta) + relu(z + theta) - relu(z - theta),
)
by_relu.mutant("negative thresholds", settings=space(Setting, theta=dyadics(-2, 0, open_high=True)))
