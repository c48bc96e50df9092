r"""Can training end elsewhere? Yes: three layers have a local minimum outside of S, with a larger loss.

Section 7 leaves open whether "all critical points of the non-convex objective lead to similar optimization
methods", and whether gradient-based training may "converge to a different stationary point". For $d=2$,
$\Sigma=I$ (any $\Sigma$, by whitening), three layers (9) and n up to 10 there are diagonal $A_0,A_1,A_2$, none
a multiple of I, at which the loss has a local minimum: one coordinate takes its steps in one order, the other
in another, and since the Gram matrix mixes them this is not a reordering as in Lemma 8. The loss there is above
the minimum over S by 0.9 % ($n=1$) to 9 % ($n=10$). That training ends there from some Gaussian starts is
claim ``section-7/training``.

Turning all $A_i$ at once changes nothing, so that the minimum is one up to rotations; near the point, a
rotation makes $A_0$ diagonal, and R with diagonal $R_0$ are all that is left. The point is that of float64,
and R is taken of norm $2^{-30}$ and more, at which the slope that its rounding leaves does not count.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from torch import Tensor

from baselines.in_context_loss import in_context_loss, loss_and_gradient
from baselines.in_context_loss_minimisers import minimiser, minimiser_apart
from lemmata import Expectation, FigureRecord, Margin, Prompt, Series, at_least, dims, lines, space
from lemmata.numbers import concatenate, constant, diag_embed, eye, full, ones, sign
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import squared
from theorems.preconditioned_gradient_descent.draws import drawn_symmetric
from theorems.preconditioned_gradient_descent.theorem_3.scalar import least
from theorems.preconditioned_gradient_descent.theorem_4 import theorem

MOST = 10


@dataclass(frozen=True)
class Setting:
    n: int


Point = Callable[[Setting], Tensor]
elsewhere = PAPER.claim(
    "Section 7, another stationary point",
    id="section-7/other-minimum",
    summary="In two dimensions three layers with sparse weights have a local minimum outside of S, above "
    "that of Theorem 4.",
    rank="headline",
    origin="ours",
    at=lines(314, 315),
    kind=Expectation(),
    settings=space(Setting, n=dims(1, MOST, most=MOST)),
    prompts=lambda s: space(R=drawn_symmetric(3, 2)),
    uses=[theorem],
)


@elsewhere.printed(
    r"Let independent $x^{(i)},w_\star\sim N(0,I)$ in two dimensions, $n\le10$, and f the loss (5) with the "
    r"weights (9) "
    r"of three layers that it sees. There are diagonal $A_0,A_1,A_2$, not in $\mathcal S$, with "
    r"$f(A)\ge\frac{201}{200}\min_{\mathcal S}f$, at which f has a local minimum up to rotations of all $A_i$ "
    r"at once: $f(A\pm R)\ge f(A)$ for all symmetric R with $R_0$ diagonal and $2^{-30}\le\|R\|_F\le2^{-10}$.",
    point=lambda s: minimiser_apart(s.n),
    above=Fraction(201, 200),
)
def local_minimum(s: Setting, prompt: Prompt, point: Point, above: Fraction) -> Margin:
    """A point outside of S below which no neighbour is."""
    rows = [tuple(Fraction(v) for v in row) for row in point(s).tolist()]
    A = diag_embed(constant(rows, prompt.R))[None]
    free = ones((3, 2, 2), prompt.R) - constant(
        [[[0, 1], [1, 0]], [[0, 0], [0, 0]], [[0, 0], [0, 0]]], prompt.R
    )
    R = prompt.R * free
    size = squared(R)
    R = R / (size + 1)[:, None, None, None] / 512  # at most 2^-10 long
    f = in_context_loss(concatenate([A + R, A - R, A], 0), eye(2, R), s.n, task="inverse")
    neighbours, own = f[:-1].reshape(2, len(prompt)).mT, f[-1:]
    low = constant([least(2, s.n, 3)], R) * above
    none = full(0, like=neighbours)
    # A multiple of I has equal numbers on its diagonal.
    apart = sign((A[:, 0, 0, 0] - A[:, 0, 1, 1]) ** 2)
    sides = concatenate([neighbours, own + none[:, :1], apart + none[:, :1]], 1)
    floor = concatenate([own + none, low + none[:, :1], full(1, like=none[:, :1])], 1)
    return at_least(sides, floor).given(squared(R) * 4**30 - 1)


def of_S(s: Setting) -> Tensor:
    """The minimiser over S."""
    return minimiser(2, s.n, 3)[:, None].expand(3, 2)


elsewhere.mutant("the minimiser over S", point=of_S)
elsewhere.mutant("one percent off", point=lambda s: minimiser_apart(s.n) * 1.01)
elsewhere.mutant("the orders not exchanged", point=lambda s: minimiser_apart(s.n)[:, :1].expand(3, 2))
elsewhere.mutant("a tenth above", above=Fraction(11, 10))


@elsewhere.figure
def levels() -> FigureRecord:
    """The loss at the local minimum, over that at the critical point of Theorem 4."""
    one, lengths = eye(2, minimiser(2, 1, 1)), range(1, MOST + 1)
    ratios, norms = [], []
    for n in lengths:
        loss, gradient = loss_and_gradient(diag_embed(minimiser_apart(n)), one, n, task="inverse")
        ratios.append(float(loss) / float(least(2, n, 3)))
        norms.append(float(gradient.norm()))
    places = [float(n) for n in lengths]
    return FigureRecord(
        claim="",
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
