r"""The final bounds on eigenvectors and eigenvalues, against real deflation.

The last displays of section 4 bound $a_{\eta+1}=\|v_{\eta+1}-p_{\eta+1}\|$ and
$b_{\eta+1}=|\lambda_{\eta+1}-\hat\lambda_{\eta+1}|$ for $\eta\in[k-1]$; brackets lost in the text are restored.
That they do not follow from the recursion is in :mod:`theorems.pca.finishing_up.algebra`.

Part ``a``: the bound knows the gaps among the first k eigenvalues only. With $\lambda_{k+1}\to\lambda_k$ the
k-th iterate stays between $v_k$ and $v_{k+1}$ for as many iterations as one likes, while the bound stays:
refuted for every constant C in $\tau$. With the gap $\lambda_k-\lambda_{k+1}$ in
$\Delta$, and relative gaps as the power method needs them, it holds.

Part ``b`` holds as printed, also where $\lambda_{k+1}$ is near $\lambda_k$: an iterate between $v_k$ and
$v_{k+1}$ has an eigenvalue estimate between two numbers that are near each other, so that the gap below
$\lambda_k$ matters for the vectors only. At $\epsilon_0=\frac18$ its right side is above
$10\lambda_{\eta+1}$, so that the estimate 0 meets it; it says something for $\epsilon_0<10^{-3}$, after
thousands of iterations, which are tried, too. Part ``tightness``: both are far above the errors.
"""

from collections.abc import Callable
from functools import reduce
from operator import mul

import torch

from lemmata import Margin, Prompt, at_most, choices, dims, lines, space
from lemmata.numbers import Array, absolute, stack
from theorems.pca import PAPER
from theorems.pca.finishing_up.deflation import (
    ALL_GAPS,
    FIRST_GAPS,
    FREE,
    LONGER,
    ONE_SIZE,
    OPEN,
    RELATIVE,
    Longer,
    Setting,
    any_gap,
    distinct,
    errors,
    gap,
    near,
    prompts,
    relative,
    root,
)
from theorems.pca.finishing_up.recursion import numbers, vectors

eigenvectors = PAPER.claim(
    "final bounds",
    id="finishing-up/final-bounds/a",
    rank="step",
    origin="read",
    at=lines(537, 539),
    summary="In deflation each eigenvector is found up to a bound in the gaps among the first k eigenvalues",
    settings=any_gap(2),
    pinned=ONE_SIZE,
    prompts=prompts,
    uses=[vectors, numbers],
    examples=[near(2)(16.0)],
)
eigenvalues = PAPER.claim(
    "final bounds",
    id="finishing-up/final-bounds/b",
    rank="step",
    origin="read",
    possible_extraction=True,
    at=lines(537, 540),
    summary="In deflation each eigenvalue is found up to a bound in the gaps among the first k eigenvalues",
    settings=space(
        Longer,
        where=distinct,
        k=dims(2, 3),
        **{**FREE, "eps": choices(0.125, 2**-14, 2**-12)},
        m=dims(1, 4, most=4),
    ),
    prompts=prompts,
    uses=[numbers],
    examples=[
        Longer(2, eps, 0.25, torch.tensor([0.0625, third]).double(), m=4)
        for eps, third in ((2.0**-14, 0.5), (0.125, 1 - 2.0**-6))
    ],
)
Formula = Callable[[Setting, int], Array]
"""The bound on component eta + 1."""


def printed(s: Setting, eta: int) -> Array:
    """The printed bound, brackets restored."""
    return final_bound(s, eta, gap(s, s.k), s.eigenvalues[0], 2)


def amended(s: Setting, eta: int) -> Array:
    """Delta includes the next gap; the offset is that of the smallest factor; 3 for 2."""
    return final_bound(s, eta, gap(s, s.k + 1), s.eigenvalues[s.k - 1], 3)


def growth(s: Setting, eta: int, delta: Array) -> Array:
    """By how much the errors of the components grow up to number eta + 1."""
    return reduce(mul, [s.eigenvalues[i] * 5 / delta for i in range(1, eta + 1)])


def final_bound(s: Setting, eta: int, delta: Array, slowest: Array, twice: int) -> Array:
    error = s.eigenvalues[0] * root(s)
    offset = 1 / (slowest * 5 / delta - 1)
    return ((offset + twice) * error * growth(s, eta, delta) - error * offset) / delta


@eigenvectors.printed(
    OPEN
    + "With "
    + FIRST_GAPS
    + r", for all $\eta\in[k-1]$: $a_{\eta+1}\le\frac1\Delta\left[\lambda_1\sqrt{2\epsilon_0}\left(2+\frac{1}"
    r"{\frac{5\lambda_1}\Delta-1}\right)\prod_{i=1}^\eta\frac{5\lambda_{i+1}}\Delta-\frac{\lambda_1"
    r"\sqrt{2\epsilon_0}}{\frac{5\lambda_1}\Delta-1}\right]$.",
    defect="statement",
    because="Delta leaves out the gap between the k-th and the next eigenvalue, without which v_k is not "
    "found from every start by any fixed number of iterations, whatever C is.",
    fails_where=lambda s: bool(s.ratios[s.k - 1] > (1 - s.eps) ** 2),
    formula=printed,
)
@eigenvectors.amended(
    RELATIVE
    + "with "
    + ALL_GAPS
    + r", for all $\eta\in[k-1]$: $a_{\eta+1}\le\frac1\Delta\left[\lambda_1\sqrt{2\epsilon_0}\left(3+c"
    r"\right)\prod_{i=1}^\eta\frac{5\lambda_{i+1}}\Delta-c\lambda_1\sqrt{2\epsilon_0}\right]$, "
    r"$c=\frac{1}{\frac{5\lambda_k}\Delta-1}$.",
    adds="relative gaps; C = 1; lambda_k - lambda_(k+1) in Delta; 3 for 2; the offset of lambda_k",
    settings=relative,
    formula=amended,
)
def eigenvectors_are_near(s: Setting, prompt: Prompt, formula: Formula) -> Margin:
    """The distance of each found vector to its eigenvector is within the final bound."""
    a = errors(s, prompt).a
    return at_most(a[:, 1:], stack([formula(s, eta) for eta in range(1, s.k)], -1))


@eigenvalues.printed(
    LONGER
    + "With "
    + FIRST_GAPS
    + r", for all $\eta\in[k-1]$: $b_{\eta+1}\le\frac{2\lambda_\eta\lambda_1\sqrt{2\epsilon_0}}\Delta"
    r"\left(2+\frac{1}"
    r"{\frac{5\lambda_1}\Delta-1}\right)\prod_{i=1}^\eta\frac{5\lambda_{i+1}}\Delta+\lambda_{\eta+1}"
    r"\sqrt{2\epsilon_0}$.",
    share=1,
    earlier=1,
)
def eigenvalues_are_near(
    s: Setting, prompt: Prompt, answer: Callable[..., Array], share: int, earlier: int
) -> Margin:
    """The estimate of each eigenvalue is within the final bound."""
    value = s.eigenvalues
    b = absolute(answer(errors(s, prompt).estimates) - value[: s.k])
    delta = gap(s, s.k)
    offset = 1 / (value[0] * 5 / delta - 1)
    right = [
        value[eta - 1] * 2 * value[0] * root(s) / delta * (offset + 2) * growth(s, eta, delta) * earlier
        + value[eta] * root(s)
        for eta in range(1, s.k)
    ]
    return at_most(b[:, 1:], stack(right, -1) / share)


eigenvectors.mutant("no amplification", formula=lambda s, eta: root(s) / 16)
eigenvectors.mutant("a five hundredth", formula=lambda s, eta: amended(s, eta) / 512)
eigenvalues.mutant("a 4096th", share=4096)
eigenvalues.mutant(
    "a 64th of the own error alone",
    why="The own error alone is enough where it was drawn; a 64th of it is not.",
    share=64,
    earlier=0,
)
eigenvalues.waive(
    "another instance's answer", because="Another start leads to nearly the same estimates, as it is to do."
)
