r"""After Theorem 4: "in contrast to Theorem 1, there is no trade-off with statistical robustness".

Read for one layer, where the minimum is explicit. The multiple itself, $-\frac n{n+d+1}$, does shrink with few
samples, just as (8) does at $\Sigma=I$, where the two laws of $w_\star$ are the same.
"""

from fractions import Fraction

from lemmata import Expectation, at_least, dims, dyadics, lines, mutants, printed, symmetric, theorem
from lemmata.numbers import stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import covariance
from theorems.preconditioned_gradient_descent.exact_loss import in_context_loss
from theorems.preconditioned_gradient_descent.theorem_4 import theorem_4


@theorem(
    PAPER,
    "after Theorem 4, no trade-off",
    rank="step",
    origin="read",
    at=lines(225),
    kind=Expectation(),
    uses=[theorem_4],
    pinned={"L": "the statement is about one layer"},
    d=dims(1, 3),
    n=dims(1, 20),
    L=dims(1, 1, most=1),
    **covariance(),
    r=dyadics(-1, 0),
    R=symmetric("d"),
)
@printed(
    r"One layer with the weights (9), its loss f (5) for independent $x^{(i)}\sim N(0,\Sigma)$, $w_\star\sim "
    r"N(0,\Sigma^{-1})$, $\Sigma\succ0$: there is no trade-off with few samples, read as: for every n a "
    r"multiple of $\Sigma^{-1}$, without the trace of $\Sigma$ that (8) adds, minimises f over symmetric "
    r"$A_0$: $-\frac n{n+1+d}\Sigma^{-1}$."
)
@mutants(
    {
        "without d": dict(a=lambda n: Fraction(-n, n + 1)),
        "twice d": dict(a=lambda n, d: Fraction(-n, n + 1 + 2 * d)),
        "half of the optimum": dict(a=lambda n, d: Fraction(-n, n + 1 + d) / 2),
        "n + 2 in place of n + 1": dict(a=lambda n, d: Fraction(-n, n + 2 + d)),
    }
)
def no_trade_off(n, Sigma, precision, r, R, a=lambda n, d: Fraction(-n, n + 1 + d)):
    """The optimum of one layer is a multiple of the inverse covariance, however few the samples."""
    own = a.numerator * precision / a.denominator
    others = [r * precision, R, own + R / 16]
    loss = in_context_loss(stack([*others, own])[:, None], Sigma, n, task="inverse", precision=precision)
    return at_least(loss[:3], loss[3])
