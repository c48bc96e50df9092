r"""The first error term: how far the transformer is from the power method.

"The first error term comes from the approximation of the Power Method iterations by transformers":
$C\tau\epsilon\lambda_1^2$, growing with the number of iterations. For the working transformer nothing adds up:
each normalisation multiplies by a scalar, which the next one forgets, so that the error is that of the *last*
normalisation, whatever $\tau$ and $\lambda_1$ are.
"""

from torch import Tensor

from baselines.pca import power_method
from lemmata import at_most, lines, mutants, printed, theorem
from lemmata.numbers import Array, norm, over_batches
from theorems.pca import PAPER
from theorems.pca.theorem_7.working import ONE_COMPONENT, build, inputs, outputs


@over_batches
def plain_iterate(X: Array, start: Array, tau: int) -> Array:
    """The power method's; without a gradient, since the transformer's output has none (see `tokens`)."""
    return power_method(X @ X.mT, start.detach() if isinstance(start, Tensor) else start, tau)[-1]


@theorem(PAPER, "Theorem 7, first error term", at=lines(237), **ONE_COMPONENT, construction=build)
@printed(
    r"For every $X\in\mathbb R^{d\times N}$ but 0, $d\le N$, the working transformer with $k=1$, $\tau\ge1$ "
    r"iterations and $M\ge3$ heads for $r\le\|u\|\le R$, $r=\lambda_1\delta/2$, $R=2\lambda_1$, has "
    r"$\|v_1-\widetilde p_{3,1}^{(\tau)}\|_2\le\frac3{64}\left(\frac{2\ln(R/r)}{M-1}\right)^2$ for all unit "
    r"starts with $|\widetilde p_{3,1}^\top\mathbf v_1|\ge\delta$, $0<\delta<1$, $\widetilde "
    r"p_{3,1}^{(\tau)}$ being the iterate of the power method after the same $\tau$ iterations."
)
@mutants(
    four_fifths_of_the_bound=dict(bound=lambda eps: eps * 4 / 5),
    the_power_4_of_the_heads=dict(bound=lambda eps, M: eps / (M - 1) ** 2),
)
def distance_to_the_power_method(tau, tf, answer, given=inputs, bound=lambda eps: eps):
    """The working transformer is no farther from the power method than one normalisation may be inexact."""
    # The logarithm in the bound calls for balls at once: rationals would have 3^tau digits.
    X, start, _ = given
    v = answer(outputs(tf, X, start)[0], untouched=start[0])
    return at_most(norm(v - plain_iterate(X, start[0], tau)), bound)
