r"""Soft thresholding is a sum of three ReLUs and the identity, (121), appendix A.4.3.

For $\eta\lambda\ge0$ (39b) is
$z+\sigma_{\mathsf{ff}}(\eta\lambda)-\sigma_{\mathsf{ff}}(z+\eta\lambda)+\sigma_{\mathsf{ff}}(z-\eta\lambda)$;
the penalty is not negative throughout the paper. It holds, decided exactly.
"""

from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import soft_threshold
from lemmata import Margin, Prompt, dyadics, equal, lines, reals, space
from lemmata.numbers import Array, relu
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    theta: float
    """The threshold, eta lambda."""


settings = space(Setting, theta=dyadics(0, 2))
Terms = Callable[[Array, Array], Array]


def display_121(z: Array, theta: Array) -> Array:
    return z + relu(theta) - relu(z + theta) + relu(z - theta)


threshold = PAPER.claim(
    "(121)",
    id="lemma-4/eq-121",
    rank="step",
    summary="Soft thresholding is the identity and three ReLUs",
    at=lines(1070, 1073),
    settings=settings,
    prompts=lambda s: space(z=reals(1)),
)


@threshold.printed(
    r"$\mathsf{ST}_{\eta\lambda}(z)=z+\sigma_{\mathsf{ff}}(\eta\lambda)-\sigma_{\mathsf{ff}}(z+\eta\lambda)+"
    r"\sigma_{\mathsf{ff}}(z-\eta\lambda)$ for all $z$ and $\eta\lambda\ge0$.",
    terms=display_121,
)
def soft_thresholding_by_relu(s: Setting, prompt: Prompt, terms: Terms) -> Margin:
    """The sum of ReLUs against soft thresholding."""
    return equal(terms(prompt.z, s.theta), soft_threshold(prompt.z, s.theta))


threshold.mutant("no constant", terms=lambda z, theta: z - relu(z + theta) + relu(z - theta))
threshold.mutant("minus the threshold", terms=lambda z, theta: display_121(z, -theta))
threshold.mutant(
    "the signs of the last two terms",
    terms=lambda z, theta: z + relu(theta) + relu(z + theta) - relu(z - theta),
)
threshold.mutant("negative thresholds", settings=space(Setting, theta=dyadics(-2, 0, open_high=True)))
