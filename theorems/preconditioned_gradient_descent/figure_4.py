"""Figure 4 and the second observation of section 6.1: "increasing magnitude", in the order of the layers.

It is about the ends that training reaches in figure 3, not about critical points. Where the $B_i$ are 0, any
order is as good as any other (Lemma 8).
"""

from collections.abc import Callable

from torch import Tensor

from baselines.in_context_loss_minimisers import larger_first_step, minimiser_with_b
from baselines.in_context_loss_spectrum import spectral_loss
from lemmata import Expectation, Experiment, at_least, dims, lines, mutants, printed, reals, theorem
from lemmata.numbers import abs, over_batches, sign, stack, stored
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.figure_3 import SAMPLED, TRAINED, WORDS, report, sampled_run
from theorems.preconditioned_gradient_descent.theorem_5 import theorem_5


@theorem(
    PAPER,
    "Figure 4, magnitudes",
    id="figure-4/magnitudes",
    origin="read",
    at=lines(302),
    uses=[theorem_5],
    kind=Experiment(sampled_run, **SAMPLED, paper=WORDS),
)
@printed(
    TRAINED + "$A_0,A_1,A_2$ have increasing magnitude, in that order, read as: so have the "
    r"absolute means of the diagonals of $\Sigma^{1/2}A_i\Sigma^{1/2}$."
)
@mutants(in_the_opposite_order=dict(order=(2, 1, 0)), the_first_one_not_the_smallest=dict(order=(1, 0, 2)))
def magnitudes_increase(level, measured, order=(0, 1, 2)):
    """Later trained layers take larger steps."""
    size = abs(level)[list(order)]
    return report(at_least(size[1:], size[:-1]), measured)


def point_of(d: int, n: int, found: Callable[[int, int], tuple[Tensor, Tensor]]) -> tuple[float, ...]:
    """The $a_0,a_1,b_0$ that a search in float64 finds."""
    point: tuple[float, ...] = over_batches(lambda: tuple(v for part in found(d, n) for v in part.tolist()))()
    return point


@theorem(
    PAPER,
    "Figure 4, another order",
    id="figure-4/magnitudes/reversed",
    origin="ours",
    at=lines(302),
    kind=Expectation(),
    d=dims(1, 5, most=5),
    n=dims(2, 15, most=15),
    r=reals(3),
)
@printed(
    r"For two layers (13), $d\le5$, $2\le n\le15$, independent $x^{(i)}\sim N(0,\Sigma)$, "
    r"$w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, the loss f as a function of $a_0,a_1,b_0$, at "
    r"$A_i=a_i\Sigma^{-1}$, $B_0=b_0I$, has a local minimum p with $|a_0|>|a_1|$: $f(p\pm r)\ge f(p)$ for "
    r"$2^{-30}\le\|r\|\le2^{-10}$. (There f is critical in all matrices, by (34).)"
)
@mutants(
    the_best_minimum_known=dict(point=lambda d, n: point_of(d, n, lambda d, n: minimiser_with_b(d, n, 2))),
    one_percent_off=dict(
        point=lambda d, n: point_of(
            d, n, lambda d, n: (larger_first_step(d, n)[0] * 1.01, larger_first_step(d, n)[1])
        )
    ),
)
def reversed_order(d, n, r, point=lambda d, n: point_of(d, n, larger_first_step)):
    """Two layers have a local minimum over S whose first step is the larger one."""
    p = stored(point)
    r = r / (r @ r + 1) / 512  # at most 2^-10 long
    at = stack([p + r, p - r, p])
    *neighbours, own = over_batches(spectral_loss)(at[:, :2], d, n, at[:, 2:])
    first = sign(abs(p[0]) - abs(p[1]))
    return at_least([*neighbours, first], [own, own, 1]).given(r @ r * 4**30 - 1)
