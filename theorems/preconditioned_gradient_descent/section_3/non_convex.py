r"""Section 3, (i): "f is non-convex in parameters $\{P_i,Q_i\}$ even for a single layer transformer".

Along the segment from $(b,A)$ of (8) to $(-b,-A)$, two global minima, the loss at the middle, where
$P=Q=0$, is above the mean of the ends by
$\sum_i\lambda_i^2/(\frac{n+1}n\lambda_i+\frac1n\sum_k\lambda_k)>0$, for every d, n and $\Sigma$.
In A alone, or in b alone, the loss is convex.
"""

from collections.abc import Callable
from fractions import Fraction

from baselines.gaussian_moments import in_context_loss
from lemmata import Expectation, Margin, Prompt, dyadics, equal, lines, space
from lemmata.numbers import Array, concatenate, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_1 import minimum
from theorems.preconditioned_gradient_descent.theorem_1.setting import Setting, printed_form, singular_too

non_convex = PAPER.claim(
    "Section 3, (i)",
    id="section-3/non-convex",
    summary="The loss of a single layer is not convex.",
    origin="read",
    at=lines(93),
    kind=Expectation(),
    settings=singular_too(),
    prompts=lambda s: space(gamma=dyadics(0.125, 4, of="(0, inf)")),
    uses=[minimum],
)
Ends = Callable[[Array, Array], tuple[Array, Array]]


@non_convex.printed(
    r"f is not convex for one layer: with b and A of (8) for independent $x^{(i)}\sim N(0,\Sigma)$, "
    r"$\Sigma\ne0$ with eigenvalues $\lambda_i$, $w_\star\sim N(0,I)$ and any $\gamma>0$, "
    r"in the middle of the segment from $(\gamma b,\gamma^{-1}A)$ to "
    r"$(-\gamma b,-\gamma^{-1}A)$ the loss is above the mean of the ends by "
    r"$\sum_i\lambda_i^2/(\frac{n+1}n\lambda_i+\frac1n\sum_k\lambda_k)>0$.",
    other=lambda b, A: (-b, -A),
    share=1,
)
def middle_above_the_mean(s: Setting, prompt: Prompt, other: Ends, share: Fraction | int) -> Margin:
    """The loss of one layer is not convex."""
    b, A = printed_form(s)
    b, A = b * prompt.gamma[:, None], A / prompt.gamma[:, None, None]
    c, B = other(b, A)
    f = in_context_loss(
        concatenate([b, c, (b + c) / 2], 0), concatenate([A, B, (A + B) / 2], 0), s.Sigma, s.n
    ).reshape(3, len(prompt))
    lam = s.spectrum
    gap = sum(lam * lam * s.n / (lam * (s.n + 1) + sum(lam, 0)), 0)
    return equal(f[2], (f[0] + f[1]) / 2 + gap * share)


non_convex.mutant("A alone changes", other=lambda b, A: (b, -A))
non_convex.mutant("b alone changes", other=lambda b, A: (-b, A))
non_convex.mutant("a tenth more", share=Fraction(11, 10))
