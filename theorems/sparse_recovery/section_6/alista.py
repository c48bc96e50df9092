r"""Section 6 on ALISTA: the problem of its weights is called non-convex, and is convex.

The problem is read as $\min_W\max_{i\ne j}|W_i^\top X_j|$ with $W_i^\top X_i=1$. The text gives its
non-convexity as the reason for not meta-training ALISTA, without writing the problem down, so that the claim is
ours. It is a linear program for each column (``baselines.analytic_weights.coherence_weights`` solves all of a
10 x 20 matrix in a fraction of a second). The constraint is linear, so that the objective decides.
"""

from fractions import Fraction

from lemmata import at_most, dims, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, Vector, abs, max, min
from theorems.sparse_recovery import PAPER


@theorem(
    PAPER,
    "section 6, ALISTA's weights",
    rank="step",
    origin="ours",
    at=lines(219),
    d=dims(1, 4),  # the other columns
    N=dims(1, 3),
    X=reals("N", "d"),
    w=reals("N"),
    v=reals("N"),
)
@printed(
    r"For one column i and $f(w)=\max_{j\ne i}|w^\top X_{:,j}|$, which $w^\top X_{:,i}=1$ constrains linearly: "
    r"$f(\frac{w+v}2)\le\frac{f(w)+f(v)}2$ for all $X$, $w$ and $v$.",
    because="A maximum of absolute values of linear functions is convex.",
)
@mutants(nine_tenths_of_the_mean=dict(share=Fraction(9, 10)), the_smallest_product=dict(most=False))
def middle(X, w, v, most=True, share=1):
    """The problem that ALISTA's weights solve, which section 6 calls non-convex, is convex."""

    def f(w: Vector) -> Array:
        return max(abs(w @ X)) if most else min(abs(w @ X))

    return at_most(f((w + v) / 2), (f(w) + f(v)) / 2 * share)
