r"""(4.3) and the sentence after it (section 4.3): what the main text says of the soft-thresholding MLP.

(4.3), read as a statement on the MLP of (C.2) with its bias corrected, thresholds the first $d+1$ entries of
a token, too, where (C.3) and the proof pass them through: the two descriptions of one MLP differ. (Other
weights could do what (4.3) says.)

"This can be realized by combining $-\mathrm{ReLU}(x)$, $\mathrm{ReLU}(-x)$, $\mathrm{ReLU}(x-\theta)$,
$-\mathrm{ReLU}(-x+\theta)$ and $x$." Their sum is $x-\theta$, the sign in the fourth being that of (C.2). And
no other combination does it: for $\theta>0$ all five are affine near $-\theta$ (their kinks are at 0 and
$\theta$), so every combination of them is, whatever the coefficients; $\mathcal S_\theta$ has a kink there:
for $0<h<\theta$ its second difference $f(-\theta+h)-2f(-\theta)+f(-\theta-h)$ is $-h$. With
$-\mathrm{ReLU}(-x-\theta)$ for the fourth, all coefficients being 1, it is right.
"""

from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import soft_threshold
from constructions.mlp import Mlp
from lemmata import Margin, Prompt, at_most, dyadics, equal, lines, reals, space
from lemmata.numbers import Array, absolute, constant, relu, stack, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.eq_c_2 import (
    Setting,
    any_sign,
    blocks,
    displays,
    flag_too,
    prompts,
    thresholds,
    with_minus_theta,
    with_plus_theta,
    x_and_y_too,
)

main_text = PAPER.claim(
    "(4.3)",
    id="eq-4.3",
    rank="slip",
    origin="read",
    at=lines(143, 147),
    possible_extraction=True,
    summary="The MLP of appendix C.1, its bias corrected, thresholds the first d + 1 entries of a token, too",
    settings=thresholds,
    prompts=prompts,
    uses=[displays],
)


@main_text.printed(
    r"For $\theta\ge0$ the MLP of (C.2), with its bias corrected, computes (4.3): "
    r"$\mathrm{MLP}(h_i)=\begin{bmatrix}\mathcal S_{\theta}\left((h_i)_{1:d+1}\right)\\"
    r"\mathcal S_{\theta}\left((h_i)_{d+2:2d+1}\right)\\(h_i)_{2d+2}\end{bmatrix}$.",
    defect="extraction",
    because="The first block is thresholded too, against (C.3) and the proof. The brackets of this "
    "display are garbled in our source.",
    fails_where=lambda s: s.theta > 0,
    construction=with_minus_theta,
    expected=x_and_y_too,
)
@main_text.amended(
    r"For $\theta\ge0$ the MLP of (C.2), with its bias corrected, computes (C.3): "
    r"$\mathrm{MLP}(h_i)=\begin{bmatrix}(h_i)_{1:d+1}\\"
    r"\mathcal S_{\theta}\left((h_i)_{d+2:2d+1}\right)\\(h_i)_{2d+2}\end{bmatrix}$.",
    adds="no threshold on the first d + 1 entries",
    construction=with_minus_theta,
    expected=blocks,
)
def main_text_agrees(
    s: Setting, tf: Mlp, prompt: Prompt, expected: Callable[[Setting, Array], Array]
) -> Margin:
    """The main text and the appendix describe the same MLP."""
    return equal(tf(prompt.h[..., None])[..., 0], expected(s, prompt.h))


main_text.mutant("theta may be negative", settings=any_sign)
main_text.mutant("the flag is thresholded", expected=flag_too)
main_text.mutant("the printed bias", construction=with_plus_theta)


# The sentence after it, with coefficients 1


plain_sum = PAPER.claim(
    "the sentence after (4.3)",
    id="eq-4.3/combination/sum",
    rank="step",
    origin="read",
    at=lines(147),
    summary="The four ReLUs that the main text lists and x add up to the soft threshold",
    settings=thresholds,
    prompts=lambda s: space(x=reals(s.d)),
)


@plain_sum.printed(
    r"$x-\mathrm{ReLU}(x)+\mathrm{ReLU}(-x)+\mathrm{ReLU}(x-\theta)-\mathrm{ReLU}(-x+\theta)="
    r"\mathcal S_\theta(x)$ for $\theta\ge0$.",
    defect="construction",
    because="The five terms sum to x - theta for every x.",
    fails_where=lambda s: s.theta > 0,
    last=lambda x, theta: relu(theta - x),
)
@plain_sum.amended(
    r"$x-\mathrm{ReLU}(x)+\mathrm{ReLU}(-x)+\mathrm{ReLU}(x-\theta)-\mathrm{ReLU}(-x-\theta)="
    r"\mathcal S_\theta(x)$ for $\theta\ge0$.",
    adds="ReLU(-x - theta) for the last term",
    last=lambda x, theta: relu(-x - theta),
)
def terms_add_up(s: Setting, prompt: Prompt, last: Callable[[Array, Array], Array]) -> Margin:
    """Four ReLU terms and the identity make the soft threshold."""
    x = prompt.x
    total = x - relu(x) + relu(-x) + relu(x - s.theta) - last(x, s.theta)
    return equal(total, soft_threshold(x, s.theta))


plain_sum.mutant("theta may be negative", settings=any_sign)
plain_sum.mutant("the last term is missing", last=lambda x, theta: 0)
plain_sum.mutant("no theta in the last term", last=lambda x, theta: relu(-x))


# The same with any coefficients


@dataclass(frozen=True)
class Threshold:
    theta: float


combination = PAPER.claim(
    "the sentence after (4.3), any coefficients",
    id="eq-4.3/combination",
    rank="step",
    origin="read",
    at=lines(147),
    summary="Some combination of the four ReLUs that the main text lists and x is the soft threshold",
    settings=space(Threshold, theta=dyadics(0, 4, open_low=True, of="(0, inf)")),
)


def terms(x: Array, theta: float, sign: int) -> Array:
    """The five functions at ``x``, ``(batch, 5)``; the fourth is -ReLU(-x + sign theta)."""
    five = [-relu(x), relu(-x), relu(x - theta), -relu(-x + theta * sign), x]
    return stack([f[:, 0] for f in five], -1)


def second_difference(f: Callable[[Array], Array], theta: float) -> Array:
    """The second difference of ``f`` at -theta with h = theta / 2."""
    x = constant([[-1]], theta) * theta
    h = theta / 2
    return f(x + h) - f(x) * 2 + f(x - h)


@combination.printed(
    r"For $\theta>0$ some combination of $-\mathrm{ReLU}(x)$, $\mathrm{ReLU}(-x)$, $\mathrm{ReLU}(x-\theta)$, "
    r"$-\mathrm{ReLU}(-x+\theta)$ and $x$ is $\mathcal S_\theta$. Where the second differences of all five "
    r"vanish, as they do at $-\theta$ with $h=\frac\theta2$, so does then that of $\mathcal S_\theta$ (which "
    r"is evaluated).",
    defect="construction",
    because="The five are affine near -theta, the soft threshold is not: no coefficients make it of them.",
)
def second_differences_vanish(s: Threshold) -> Margin:
    """The second difference of the soft threshold vanishes where those of the five functions do."""
    of_the_five = second_difference(lambda x: terms(x, s.theta, 1), s.theta)
    of_the_threshold = second_difference(lambda x: soft_threshold(x, s.theta), s.theta)
    return at_most(absolute(of_the_threshold), 0).given(-absolute(of_the_five))


@combination.amended(
    r"For $\theta>0$ the sum of $-\mathrm{ReLU}(x)$, $\mathrm{ReLU}(-x)$, $\mathrm{ReLU}(x-\theta)$, "
    r"$-\mathrm{ReLU}(-x-\theta)$ and $x$ is $\mathcal S_\theta(x)$.",
    adds="-ReLU(-x - theta) for the fourth function, coefficients 1",
    prompts=lambda s: space(x=reals(1)),
    sign=-1,
    coefficients=(1, 1, 1, 1, 1),
)
def is_the_soft_threshold(s: Threshold, prompt: Prompt, sign: int, coefficients: tuple[int, ...]) -> Margin:
    """A combination of four ReLUs and the identity is the soft threshold."""
    five = terms(prompt.x, s.theta, sign)
    combined = sum(five * constant([float(c) for c in coefficients], five), -1)
    return equal(combined, soft_threshold(prompt.x, s.theta)[:, 0])


combination.mutant("the printed sign", sign=1)
combination.waive(
    "as printed", because="The printed reading is checked by second differences at one point; it has no prompt."
)
combination.mutant("without x", coefficients=(1, 1, 1, 1, 0))
combination.mutant("without the last ReLU", coefficients=(1, 1, 1, 0, 1))
