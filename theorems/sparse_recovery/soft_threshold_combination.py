r"""Can the five functions of the sentence after (4.3) be combined to the soft threshold? With no coefficients.

"This can be realized by combining $-\mathrm{ReLU}(x)$, $\mathrm{ReLU}(-x)$, $\mathrm{ReLU}(x-\theta)$,
$-\mathrm{ReLU}(-x+\theta)$ and $x$." For $\theta>0$ all five are affine near $-\theta$ (their kinks are at 0
and $\theta$), so every combination of them is, whatever the coefficients; $\mathcal S_\theta$ has a kink
there: for $0<h<\theta$ its second difference $f(-\theta+h)-2f(-\theta)+f(-\theta-h)$ is $-h$. With
$-\mathrm{ReLU}(-x- \theta)$ for the fourth, all coefficients being 1, it is right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import soft_threshold
from lemmata import Margin, Prompt, dyadics, equal, reals, space
from lemmata.numbers import Array, relu, stack, sum
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    theta: float


combination = PAPER.claim(
    "the sentence after (4.3), any coefficients",
    id="eq-4.3/combination",
    kind="forall",
    settings=space(Setting, theta=dyadics(0, 4, open_low=True)),
    prompts=lambda _: space(coefficients=reals(5), x=reals(1)),
)
Sides = Callable[[Setting, Prompt], tuple[Array, Array]]


def terms(x: Array, theta: float, sign: int) -> Array:
    """The five functions at ``x``, ``(batch, 5)``; the fourth is -ReLU(-x + sign theta)."""
    five = [relu(x) * -1, relu(-x), relu(x - theta), relu(x * -1 + sign * theta) * -1, x]
    return stack([f[:, 0] for f in five], -1)


def second_differences(s: Setting, prompt: Prompt) -> tuple[Array, Array]:
    """At -theta with h = theta/2: of a combination, and of the soft threshold."""
    x = prompt.x * 0 - s.theta
    h = s.theta / 2

    def difference(f: Callable[[Array], Array]) -> Array:
        return f(x + h) - f(x) * 2 + f(x - h)

    five = difference(lambda v: terms(v, s.theta, 1))
    own = difference(lambda v: soft_threshold(v, s.theta))[:, 0]
    return sum(five * prompt.coefficients, -1), own


def all_ones(s: Setting, prompt: Prompt, sign: int = -1, last: int = 1) -> tuple[Array, Array]:
    """The sum of the five, and the soft threshold."""
    five = terms(prompt.x, s.theta, sign)
    return sum(five[:, :4], -1) + five[:, 4] * last, soft_threshold(prompt.x, s.theta)[:, 0]


@combination.printed(
    r"Some combination of $-\mathrm{ReLU}(x)$, $\mathrm{ReLU}(-x)$, $\mathrm{ReLU}(x-\theta)$, $-\mathrm{ReLU}"
    r"(-x+\theta)$ and $x$ is $\mathcal S_\theta$; then it has the second difference of $\mathcal S_\theta$ at "
    r"$-\theta$.",
    expect="refuted",
    defect="construction",
    because="The five are affine near -theta, the soft threshold is not: for no coefficients.",
    sides=second_differences,
)
@combination.amended(
    r"The sum of $-\mathrm{ReLU}(x)$, $\mathrm{ReLU}(-x)$, $\mathrm{ReLU}(x-\theta)$, "
    r"$-\mathrm{ReLU}(-x-\theta)$ and $x$ is $\mathcal S_\theta$.",
    sides=all_ones,
)
def realises(s: Setting, prompt: Prompt, sides: Sides) -> Margin:
    """The soft threshold is a combination of four ReLUs and the identity."""
    return equal(*sides(s, prompt))


combination.mutant("the printed sign", sides=lambda s, prompt: all_ones(s, prompt, sign=1))
combination.mutant("without x", sides=lambda s, prompt: all_ones(s, prompt, last=0))
combination.mutant("any coefficients", sides=second_differences)
