r"""(4.3) and the sentence after it (section 4.3): what the main text says of the soft-thresholding MLP.

The sum of the five terms is $x-\theta$, the sign in the fourth being that of (C.2). And no other combination
does it: for $\theta>0$ all five are affine near $-\theta$ (their kinks are at 0 and $\theta$), so every
combination of them is; $\mathcal S_\theta$ has a kink there: for $0<h<\theta$ its second difference is $-h$.
"""

from baselines.proximal import soft_threshold_by_sign
from constructions.lista_vm import mlp_soft_threshold
from lemmata import amended, at_most, dims, dyadics, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Vector, abs, constant, relu, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.eq_c_2 import ANY_SIGN, THRESHOLD, displays, thresholded


@theorem(
    PAPER,
    "(4.3)",
    rank="slip",
    origin="read",
    at=lines(143, 147),
    possible_extraction=True,
    uses=[displays],
    d=dims(1, 4),
    theta=THRESHOLD,
    h=reals("2 * d + 2"),
    construction=lambda d, theta: mlp_soft_threshold(d, theta, bias="corrected"),
)
@printed(
    r"For $\theta\ge0$ the MLP of (C.2), with its bias corrected, computes (4.3): $\mathrm{MLP}(h_i)="
    r"\begin{bmatrix}\mathcal S_{\theta}\left((h_i)_{1:d+1}\right)\\\mathcal S_{\theta}\left((h_i)_{d+2:2d+1}"
    r"\right)\\(h_i)_{2d+2}\end{bmatrix}$.",
    open="The brackets of this display are garbled in our source. As it stands the first block is "
    "thresholded, too, against (C.3) and the proof; the paper has to be looked up.",
)
@amended(
    r"For $\theta\ge0$ the MLP of (C.2), with its bias corrected, computes (C.3): $\mathrm{MLP}(h_i)="
    r"\begin{bmatrix}(h_i)_{1:d+1}\\\mathcal S_{\theta}\left((h_i)_{d+2:2d+1}\right)\\(h_i)_{2d+2}"
    r"\end{bmatrix}$.",
    adds="no threshold on the first $d + 1$ entries",
    because=r"(C.2) with the bias $-\theta$.",
)
@mutants(
    theta_may_be_negative=dict(theta=ANY_SIGN),
    the_flag_is_thresholded=dict(blocks=(1, 2)),
    the_first_entries_are_thresholded=dict(blocks=(0, 1)),
    the_printed_bias=dict(construction=lambda d, theta: mlp_soft_threshold(d, theta, bias="printed")),
)
def main_text_agrees(d, theta, tf, h, blocks=(1,)):
    """The MLP of appendix C.1, its bias corrected, does to a token what (4.3) says."""
    return equal(tf(h[:, None])[:, 0], thresholded(d, theta, h, blocks))


@theorem(
    PAPER,
    "the sentence after (4.3)",
    id="eq-4.3/combination/sum",
    rank="step",
    at=lines(147),
    d=dims(1, 4),
    theta=THRESHOLD,
    x=reals("d"),
)
@printed(
    r"$x-\mathrm{ReLU}(x)+\mathrm{ReLU}(-x)+\mathrm{ReLU}(x-\theta)-\mathrm{ReLU}(-x+\theta)=\mathcal "
    r"S_\theta(x)$ for $\theta\ge0$.",
    defect="construction",
    because=r"The five terms sum to $x - \theta$ for every x.",
    fails_where=lambda theta: theta > 0,
    last=lambda x, theta: relu(theta - x),
    falls_with="sparse_recovery/eq-c.2",
)
@amended(
    r"$x-\mathrm{ReLU}(x)+\mathrm{ReLU}(-x)+\mathrm{ReLU}(x-\theta)-\mathrm{ReLU}(-x-\theta)=\mathcal "
    r"S_\theta(x)$ for $\theta\ge0$.",
    adds=r"$\mathrm{ReLU}(-x - \theta)$ for the last term",
    last=lambda x, theta: relu(-x - theta),
)
@mutants(
    theta_may_be_negative=dict(theta=ANY_SIGN),
    the_last_term_is_missing=dict(last=0),
    no_theta_in_the_last_term=dict(last=lambda x: relu(-x)),
)
def terms_add_up(theta, x, last):
    """The four ReLUs that the main text lists and x add up to the soft threshold."""
    return equal(x - relu(x) + relu(-x) + relu(x - theta) - last, soft_threshold_by_sign(x, theta))


@theorem(
    PAPER,
    "the sentence after (4.3), any coefficients",
    id="eq-4.3/combination",
    rank="step",
    origin="read",
    at=lines(147),
    theta=dyadics(0, 4, open_low=True, of="(0, inf)"),
    x=reals(1),
)
@printed(
    r"For $\theta>0$ some combination of $-\mathrm{ReLU}(x)$, $\mathrm{ReLU}(-x)$, $\mathrm{ReLU}(x-\theta)$, "
    r"$-\mathrm{ReLU}(-x+\theta)$ and $x$ is $\mathcal S_\theta$.",
    implies=r"Where the second differences of all five vanish, as they do at $-\theta$ with $h=\frac\theta2$, "
    r"so does that of $\mathcal S_\theta$.",
    defect="construction",
    because=r"The five are affine near $-\theta$, the soft threshold is not: no coefficients make it of them.",
    falls_with="sparse_recovery/eq-c.2",
)
@amended(
    r"For $\theta>0$ the sum of $-\mathrm{ReLU}(x)$, $\mathrm{ReLU}(-x)$, $\mathrm{ReLU}(x-\theta)$, "
    r"$-\mathrm{ReLU}(-x-\theta)$ and $x$ is $\mathcal S_\theta(x)$.",
    adds=r"$-\mathrm{ReLU}(-x - \theta)$ for the fourth function, coefficients 1",
    coefficients=(1, 1, 1, 1, 1),
    sign=-1,
)
@mutants(
    the_printed_sign=dict(sign=1),
    without_x=dict(coefficients=(1, 1, 1, 1, 0)),
    without_the_last_ReLU=dict(coefficients=(1, 1, 1, 0, 1)),
)
def is_the_soft_threshold(theta, x, coefficients=(), sign=1):
    """Some combination of the four ReLUs that the main text lists and x is the soft threshold."""

    def five(x: Vector) -> list[Vector]:
        return [-relu(x), relu(-x), relu(x - theta), -relu(-x + sign * theta), x]

    if coefficients:
        combined = [coefficient * f for coefficient, f in zip(coefficients, five(x), strict=True)]
        return equal(sum(combined), soft_threshold_by_sign(x, theta))
    left, middle, right = (
        five(z) + [soft_threshold_by_sign(z, theta)] for z in theta * constant([[-3], [-2], [-1]]) / 2
    )
    *of_the_five, of_the_threshold = (a - 2 * b + c for a, b, c in zip(left, middle, right, strict=True))
    return at_most(abs(of_the_threshold), 0).given([-abs(f) for f in of_the_five])
