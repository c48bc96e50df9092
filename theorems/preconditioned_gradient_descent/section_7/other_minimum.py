r"""Can training end elsewhere? Yes: three layers have a local minimum outside of S, with a larger loss.

Section 7 leaves open whether "all critical points of the non-convex objective lead to similar optimization
methods". At this minimum (any $\Sigma$, by whitening) one coordinate takes its steps in one order, the other in
another, and since the Gram matrix mixes them this is not a reordering as in Lemma 8. The loss there is above
the minimum over S by 0.9 % ($n=1$) to 9 % ($n=10$). Turning all $A_i$ at once changes nothing; near the point,
a rotation makes $A_0$ diagonal, and R with diagonal $R_0$ are all that is left. The point is that of float64,
and R is so long that the slope that its rounding leaves does not count.
"""

from collections.abc import Callable
from fractions import Fraction

from torch import Tensor

from baselines import in_context_loss as exact
from baselines.in_context_loss_minimisers import minimiser, minimiser_apart
from lemmata import Expectation, FigureRecord, Series, at_least, dims, lines, mutants, printed, theorem
from lemmata.numbers import Array, constant, diag_embed, eye, over_batches, sign, stack, stored
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn_symmetric
from theorems.preconditioned_gradient_descent.exact_loss import in_context_loss, squared
from theorems.preconditioned_gradient_descent.theorem_3.scalar import least
from theorems.preconditioned_gradient_descent.theorem_4 import theorem_4

MOST = 10


def point_of(found: Callable[[int], Tensor], n: int) -> Array:
    """The diagonals that a search in float64 finds, a row for each layer."""
    return over_batches(lambda n: tuple(map(tuple, found(n).tolist())))(n)


@theorem(
    PAPER,
    "Section 7, another stationary point",
    origin="ours",
    at=lines(314, 315),
    kind=Expectation(),
    uses=[theorem_4],
    n=dims(1, MOST, most=MOST),
    R=drawn_symmetric(3, 2),
)
@printed(
    r"Let independent $x^{(i)},w_\star\sim N(0,I)$ in two dimensions, $n\le10$, and f the loss (5) with the "
    r"weights (9) of three layers that it sees. There are diagonal $A_0,A_1,A_2$, not in $\mathcal S$, with "
    r"$f(A)\ge\frac{201}{200}\min_{\mathcal S}f$, at which f has a local minimum up to rotations of all $A_i$ "
    r"at once: $f(A\pm R)\ge f(A)$ for all symmetric R with $R_0$ diagonal and $2^{-30}\le\|R\|_F\le2^{-10}$."
)
@mutants(
    the_minimiser_over_S=dict(point=lambda n: point_of(lambda n: minimiser(2, n, 3)[:, None].expand(3, 2), n)),
    one_percent_off=dict(point=lambda n: point_of(lambda n: minimiser_apart(n) * 1.01, n)),
    the_orders_not_exchanged=dict(
        point=lambda n: point_of(lambda n: minimiser_apart(n)[:, :1].expand(3, 2), n)
    ),
    a_tenth_above=dict(above=Fraction(11, 10)),
)
def elsewhere(n, R, point=lambda n: point_of(minimiser_apart, n), above=Fraction(201, 200)):
    """In the plane three layers have a local minimum outside of S, above the critical point of Theorem 4."""
    A = diag_embed(stored(point))
    R = R * constant([[[1, 0], [0, 1]], [[1, 1], [1, 1]], [[1, 1], [1, 1]]])
    R = R / (squared(R) + 1) / 512  # at most 2^-10 long
    *neighbours, own = in_context_loss(stack([A + R, A - R, A]), eye(2), n, task="inverse")
    low = constant([least(2, n, 3) * above])[0]
    apart = sign((A[0, 0, 0] - A[0, 1, 1]) ** 2)  # a multiple of I has equal numbers on its diagonal
    return at_least([*neighbours, own, apart], [own, own, low, 1]).given(squared(R) * 4**30 - 1)


@elsewhere.figure
def levels() -> FigureRecord:
    """The loss at the local minimum, over that at the critical point of Theorem 4."""
    one, lengths = eye(2, minimiser(2, 1, 1)), range(1, MOST + 1)
    ratios, norms = [], []
    for n in lengths:
        loss, gradient = exact.loss_and_gradient(diag_embed(minimiser_apart(n)), one, n, task="inverse")
        ratios.append(float(loss) / float(least(2, n, 3)))
        norms.append(float(gradient.norm()))
    places = [float(n) for n in lengths]
    return FigureRecord(
        title="Two minima of one loss",
        x_label="length of the prompt $n$",
        y_label="loss, over the minimum of $\\mathcal S$",
        caption=f"Exact, three layers, two dimensions. The gradient at the other minimum is at most "
        f"{max(norms):.0e}, which is rounding; its loss is {ratios[0]:.3f} to {ratios[-1]:.3f} times as large.",
        series=(
            Series("local minimum outside of $\\mathcal S$", places, ratios),
            Series("critical point of Theorem 4", [places[0], places[-1]], [1.0, 1.0], role="guide"),
        ),
    )
