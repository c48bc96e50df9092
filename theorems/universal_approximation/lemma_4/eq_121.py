r"""The ramp (26) and soft thresholding (39b) by ReLUs: (113) and (121), appendix A.4.3.

(121) is for $\eta\lambda\ge0$; the penalty is not negative throughout the paper. Both hold, decided exactly.
"""

from collections.abc import Callable

from baselines.barron import phi
from baselines.proximal import soft_threshold_by_sign
from lemmata import dyadics, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, concat, relu
from theorems.universal_approximation import PAPER


def display_121(z: Array, theta: Array) -> Array:
    return z + relu(theta) - relu(z + theta) + relu(z - theta)


@theorem(
    PAPER,
    "(113) and (121)",
    rank="step",
    at=lines(1020, 1073),
    theta=dyadics(0, 2, of="[0, inf)"),  # $\eta\lambda$
    z=reals(1),
)
@printed(
    r"$\phi(z)=\sigma_{\mathsf{ff}}(z+\frac12)-\sigma_{\mathsf{ff}}(z-\frac12)$ (113) for the ramp $\phi$ of "
    r"(26), and $\mathsf{ST}_{\eta\lambda}(z)=z+\sigma_{\mathsf{ff}}(\eta\lambda)-\sigma_{\mathsf{ff}}(z+"
    r"\eta\lambda)+\sigma_{\mathsf{ff}}(z-\eta\lambda)$ (121), for all $z$ and $\eta\lambda\ge0$."
)
@mutants(
    no_shift=dict(ramp=lambda z: relu(z) - relu(z - 1)),
    no_constant=dict(terms=lambda z, theta: z - relu(z + theta) + relu(z - theta)),
    minus_the_threshold=dict(terms=lambda z, theta: display_121(z, -theta)),
    the_signs_of_the_last_two_terms=dict(
        terms=lambda z, theta: z + relu(theta) + relu(z + theta) - relu(z - theta)
    ),
    negative_thresholds=dict(theta=dyadics(-2, 0, open_high=True)),
)
def sums_of_relus(
    theta,
    z,
    ramp=lambda z: relu(z + 1 / 2) - relu(z - 1 / 2),
    terms: Callable[[Array, Array], Array] = display_121,
):
    """The ramp (26) is a difference of two ReLUs, soft thresholding the identity and three ReLUs."""
    return equal(concat([ramp, terms(z, theta)]), concat([phi(z), soft_threshold_by_sign(z, theta)]))
