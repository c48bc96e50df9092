r"""The two ReLU identities behind the feed-forward layers, (113) and (121).

(113): the ramp (26) is $\sigma_{\mathsf{ff}}(z+\frac12)-\sigma_{\mathsf{ff}}(z-\frac12)$. (121): for
$\eta\lambda\ge0$ soft thresholding (39b) is
$z+\sigma_{\mathsf{ff}}(\eta\lambda)-\sigma_{\mathsf{ff}}(z+\eta\lambda)+\sigma_{\mathsf{ff}}(z-\eta\lambda)$;
the penalty is not negative throughout the paper. Both hold, with equality decided exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from baselines.barron import phi
from baselines.proximal import soft_threshold
from lemmata import Margin, Prompt, dyadics, equal, reals, space
from lemmata.numbers import Array, as_array, relu
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_empty import Nothing


@dataclass(frozen=True)
class Setting:
    theta: float


settings = space(Setting, theta=dyadics(0, 2))
Terms = Callable[[Array, Array], Array]


def display_121(z: Array, theta: Array) -> Array:
    return z + relu(theta) - relu(z + theta) + relu(z - theta)


threshold = PAPER.claim(
    "(121)",
    slug="soft-threshold-identity",
    kind="forall",
    settings=settings,
    prompts=lambda s: space(z=reals(1)),
)


@threshold.printed(
    r"$\mathsf{ST}_{\eta\lambda}(z)=z+\sigma_{\mathsf{ff}}(\eta\lambda)-\sigma_{\mathsf{ff}}(z+\eta\lambda)+"
    r"\sigma_{\mathsf{ff}}(z-\eta\lambda)$.",
    terms=display_121,
)
def soft_thresholding_by_relu(s: Setting, prompt: Prompt, terms: Terms) -> Margin:
    """Soft thresholding is a sum of three ReLUs and the identity."""
    theta = as_array(s.theta, prompt.z)
    return equal(terms(prompt.z, theta), soft_threshold(prompt.z, theta))


threshold.mutant("no constant", terms=lambda z, theta: z - relu(z + theta) + relu(z - theta))
threshold.mutant("the shifts change places", terms=lambda z, theta: display_121(z, -theta))
threshold.mutant(
    "plus sign", terms=lambda z, theta: z + relu(theta) + relu(z + theta) - relu(z - theta)
)
threshold.mutant(
    "negative thresholds",
    settings=space(Setting, theta=dyadics(-2, 0, open_high=True)),
    terms=display_121,
)

ramp = PAPER.claim(
    "(113)",
    slug="soft-threshold-identity-113",
    kind="forall",
    settings=space(Nothing),
    prompts=lambda s: space(z=reals(1)),
)


@ramp.printed(
    r"$\phi(z)=\sigma_{\mathsf{ff}}(z+\frac12)-\sigma_{\mathsf{ff}}(z-\frac12)$ for the $\phi$ of (26).",
    terms=lambda z: relu(z + 0.5) - relu(z - 0.5),
)
def ramp_by_relu(prompt: Prompt, terms: Callable[[Array], Array]) -> Margin:
    """The ramp is a difference of two ReLUs."""
    return equal(terms(prompt.z), phi(prompt.z))


ramp.mutant("no shift", terms=lambda z: relu(z) - relu(z - 1))
ramp.mutant("a sum", terms=lambda z: relu(z + 0.5) + relu(z - 0.5))
