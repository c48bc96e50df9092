r"""Section 6 on ALISTA: the problem of its weights is called non-convex, and is convex.

The problem is read as $\min_W\max_{i\ne j}|W_i^\top X_j|$ with $W_i^\top X_i=1$. The text gives its
non-convexity as the reason for not meta-training ALISTA, without writing the problem down, so that the claim is
ours. It is a linear program for each column (``baselines.analytic_weights.coherence_weights`` solves all of a
10 x 20 matrix in a fraction of a second). The constraint is linear, so that the objective decides.
"""

from dataclasses import dataclass
from fractions import Fraction

from lemmata import Margin, Prompt, at_most, dims, lines, reals, space
from lemmata.numbers import Array, absolute, amax
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Sizes:
    d: int  # the other columns
    N: int


convex = PAPER.claim(
    "section 6, ALISTA's weights",
    id="section-6/alista",
    rank="step",
    origin="ours",
    at=lines(219),
    summary="The problem that ALISTA's weights solve, which section 6 calls non-convex, is convex",
    settings=space(Sizes, d=dims(1, 4), N=dims(1, 3)),
    prompts=lambda s: space(X=reals(s.N, s.d), w=reals(s.N), v=reals(s.N)),
)


@convex.printed(
    r"For one column i and $f(w)=\max_{j\ne i}|w^\top X_{:,j}|$, which $w^\top X_{:,i}=1$ constrains linearly: "
    r"$f(\frac{w+v}2)\le\frac{f(w)+f(v)}2$ for all $X$, $w$ and $v$.",
    because="A maximum of absolute values of linear functions is convex.",
    most=True,
    share=1,
)
def middle(s: Sizes, prompt: Prompt, most: bool, share: Fraction | int) -> Margin:
    """The objective of a column at the middle of two weights is at most the mean."""

    def f(w: Array) -> Array:
        products = absolute((w[:, None] @ prompt.X)[:, 0])
        return amax(products, -1) if most else -amax(-products, -1)

    return at_most(f((prompt.w + prompt.v) / 2), (f(prompt.w) + f(prompt.v)) / 2 * share)


convex.mutant("nine tenths of the mean", share=Fraction(9, 10))
convex.mutant("the smallest product", most=False)
