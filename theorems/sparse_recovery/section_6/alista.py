r"""Section 6 on ALISTA: the problem of its weights is called non-convex, and is convex.

The problem is read as $\min_W\max_{i\ne j}|W_i^\top X_j|$ with $W_i^\top X_i=1$. The text gives its
non-convexity as the reason for not meta-training ALISTA. It is a linear program for each column
(``baselines.analytic_weights`` solves all of a 10 x 20 matrix in a fraction of a second). The constraint is
linear, so that the objective decides.
"""

from dataclasses import dataclass

from lemmata import Margin, Prompt, at_least, at_most, dims, lines, reals, space
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
    origin="read",
    at=lines(219),
    settings=space(Sizes, d=dims(1, 4), N=dims(1, 3)),
    prompts=lambda s: space(X=reals(s.N, s.d), w=reals(s.N), v=reals(s.N)),
)


@convex.printed(
    r"$f(\frac{w+v}2)>\frac{f(w)+f(v)}2$ with $f(w)=\max_{j\ne i}|w^\top X_j|$: the problem is non-convex.",
    defect="statement",
    because="Non-convex says that some pair does this; that none does is the amended reading.",
    above=True,
    most=True,
    scale=2,
)
@convex.amended(
    r"$f(\frac{w+v}2)\le\frac{f(w)+f(v)}2$ for all $w,v$: the problem is convex.",
    because="A maximum of absolute values of linear functions is convex.",
    adds="convex for non-convex",
    above=False,
    most=True,
    scale=2,
)
def middle(s: Sizes, prompt: Prompt, above: bool, most: bool, scale: int) -> Margin:
    """The objective of a column at the middle of two weights, beside the mean."""

    def f(w: Array) -> Array:
        products = absolute((w[:, None] @ prompt.X)[:, 0])
        return amax(products, -1) if most else -amax(-products, -1)

    at_middle, mean = f((prompt.w + prompt.v) / scale), (f(prompt.w) + f(prompt.v)) / 2
    return at_least(at_middle, mean) if above else at_most(at_middle, mean)


convex.mutant("the sum, not the middle", scale=1)
convex.mutant("the smallest product", most=False)
