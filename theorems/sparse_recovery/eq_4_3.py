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
from lemmata import Margin, Prompt, dyadics, equal, lines, reals, space
from lemmata.numbers import Array, full, relu, stack, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.eq_c_2 import Setting, any_sign, blocks, displays, mlp, prompts, thresholds

main_text = PAPER.claim(
    "(4.3)",
    id="eq-4.3",
    rank="slip",
    origin="read",
    at=lines(143, 147),
    possible_extraction=True,
    settings=thresholds,
    prompts=prompts,
    uses=[displays],
)


@main_text.printed(
    r"The MLP of (C.2), with its bias corrected, computes (4.3): "
    r"$\mathrm{MLP}(h_i)=\begin{bmatrix}\mathcal S_{\theta}\left((h_i)_{1:d+1}\right)\\"
    r"\mathcal S_{\theta}\left((h_i)_{d+2:2d+1}\right)\\(h_i)_{2d+2}\end{bmatrix}$.",
    defect="extraction",
    because="The first block is thresholded too, against (C.3) and the proof. The brackets of this "
    "display are garbled in our source.",
    construction=mlp("corrected"),
    expected=lambda s, h: blocks(s, h, first=True),
)
@main_text.amended(
    r"The MLP of (C.2), with its bias corrected, computes (C.3): "
    r"$\mathrm{MLP}(h_i)=\begin{bmatrix}(h_i)_{1:d+1}\\"
    r"\mathcal S_{\theta}\left((h_i)_{d+2:2d+1}\right)\\(h_i)_{2d+2}\end{bmatrix}$.",
    adds="no threshold on the first d + 1 entries",
    construction=mlp("corrected"),
    expected=blocks,
)
def main_text_agrees(
    s: Setting, tf: Mlp, prompt: Prompt, expected: Callable[[Setting, Array], Array]
) -> Margin:
    """The main text and the appendix describe the same MLP."""
    return equal(tf(prompt.h[..., None])[..., 0], expected(s, prompt.h))


main_text.mutant("theta may be negative", settings=any_sign)
main_text.mutant("the flag is thresholded", expected=lambda s, h: soft_threshold(h, s.theta))
main_text.mutant("the printed bias", construction=mlp("printed"))


# The sentence after it, with coefficients 1


plain_sum = PAPER.claim(
    "the sentence after (4.3)",
    id="eq-4.3/combination/sum",
    rank="step",
    origin="read",
    at=lines(147),
    settings=any_sign,
    prompts=prompts,
)


@plain_sum.printed(
    r"$x-\mathrm{ReLU}(x)+\mathrm{ReLU}(-x)+\mathrm{ReLU}(x-\theta)-\mathrm{ReLU}(-x+\theta)="
    r"\mathcal S_\theta(x)$.",
    defect="construction",
    because="The five terms sum to x - theta for every x.",
    last=lambda x, theta: relu(theta - x),
)
@plain_sum.amended(
    r"$x-\mathrm{ReLU}(x)+\mathrm{ReLU}(-x)+\mathrm{ReLU}(x-\theta)-\mathrm{ReLU}(-x-\theta)="
    r"\mathcal S_\theta(x)$ for $\theta\ge0$.",
    adds="ReLU(-x - theta) for the last term, theta >= 0",
    settings=thresholds,
    last=lambda x, theta: relu(-x - theta),
)
def terms_add_up(s: Setting, prompt: Prompt, last: Callable[[Array, Array], Array]) -> Margin:
    """Four ReLU terms and the identity make the soft threshold."""
    x = prompt.h
    total = x - relu(x) + relu(-x) + relu(x - s.theta) - last(x, s.theta)
    return equal(total, soft_threshold(x, s.theta))


plain_sum.mutant("theta may be negative", settings=any_sign)
plain_sum.mutant("the last term is missing", last=lambda x, theta: 0)
plain_sum.mutant("the last term keeps x", last=lambda x, theta: relu(-x))


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
    settings=space(Threshold, theta=dyadics(0, 4, open_low=True)),
    prompts=lambda _: space(coefficients=reals(5), x=reals(1)),
)
Sides = Callable[[Threshold, Prompt], tuple[Array, Array]]


def terms(x: Array, theta: float, sign: int) -> Array:
    """The five functions at ``x``, ``(batch, 5)``; the fourth is -ReLU(-x + sign theta)."""
    five = [-relu(x), relu(-x), relu(x - theta), -relu(-x + sign * theta), x]
    return stack([f[:, 0] for f in five], -1)


def second_differences(s: Threshold, prompt: Prompt) -> tuple[Array, Array]:
    """At -theta with h = theta / 2: of a combination, and of the soft threshold."""
    x = full(-s.theta, like=prompt.x)
    h = s.theta / 2

    def difference(f: Callable[[Array], Array]) -> Array:
        return f(x + h) - f(x) * 2 + f(x - h)

    of_the_five = difference(lambda v: terms(v, s.theta, 1))
    of_the_threshold = difference(lambda v: soft_threshold(v, s.theta))[:, 0]
    return sum(of_the_five * prompt.coefficients, -1), of_the_threshold


def all_ones(s: Threshold, prompt: Prompt, sign: int = -1, last: int = 1) -> tuple[Array, Array]:
    """The sum of the five, and the soft threshold."""
    five = terms(prompt.x, s.theta, sign)
    return sum(five[:, :4], -1) + five[:, 4] * last, soft_threshold(prompt.x, s.theta)[:, 0]


@combination.printed(
    r"Some combination of $-\mathrm{ReLU}(x)$, $\mathrm{ReLU}(-x)$, $\mathrm{ReLU}(x-\theta)$, $-\mathrm{ReLU}"
    r"(-x+\theta)$ and $x$ is $\mathcal S_\theta$; then it has the second difference of $\mathcal S_\theta$ at "
    r"$-\theta$.",
    defect="construction",
    because="The five are affine near -theta, the soft threshold is not: for no coefficients.",
    sides=second_differences,
)
@combination.amended(
    r"The sum of $-\mathrm{ReLU}(x)$, $\mathrm{ReLU}(-x)$, $\mathrm{ReLU}(x-\theta)$, "
    r"$-\mathrm{ReLU}(-x-\theta)$ and $x$ is $\mathcal S_\theta$.",
    adds="-ReLU(-x - theta) for the fourth function, coefficients 1",
    sides=all_ones,
)
def realises(s: Threshold, prompt: Prompt, sides: Sides) -> Margin:
    """The soft threshold is a combination of four ReLUs and the identity."""
    return equal(*sides(s, prompt))


combination.mutant("the printed sign", sides=lambda s, prompt: all_ones(s, prompt, sign=1))
combination.mutant("without x", sides=lambda s, prompt: all_ones(s, prompt, last=0))
combination.mutant("any coefficients", sides=second_differences)
