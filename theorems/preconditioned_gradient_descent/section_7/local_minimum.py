r"""Can training of one layer end elsewhere than in (8)? Yes: there are local minima with a larger loss.

Section 7 asks it of the very loss whose global minimum Theorem 1 gives. The point is one step of descent on the
first coordinate of w with b and A in each other's place. As the loss is $\mathbf E|b^\top CA x+w^\top x|^2$, it
does not change where b and A are rescaled against each other, or the plane is rotated. A proof by a sum of
squares exists; it takes about 480,000 operations to find, seven times what `quick` gives.
"""

from fractions import Fraction

from lemmata import Expectation, at_least, box, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Matrix, Number, Vector, constant, eye
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_1 import f, minimum

Point = list[list[int | Fraction]]
STEP = Fraction(-1, 4)
LOCAL: Point = [[1, 0, 0], [0, 0, STEP], [0, 0, 0]]
"""$b=e_1$ and the two columns of $A$, of which one takes the step along $e_3$."""
EXCHANGED: Point = [[0, 0, 1], [STEP, 0, 0], [0, 0, 0]]
"""The same step with the roles of b and A as (8) has them."""
GLOBAL: Point = [[0, 0, 1], [STEP, 0, 0], [0, STEP, 0]]
"""(8) at d = 2, n = 1 and the identity: both columns take that step."""


def loss(beta: Vector, alpha: Matrix, at: Point, t: int = 1) -> Number:
    """The loss at the point, whose rows are b and the columns of A, and t times a direction."""
    first, *columns = at
    return f(constant(first) + t * beta, constant(columns).T + t * alpha, eye(2), 1)


@theorem(
    PAPER,
    "Section 7, a local minimum of one layer",
    id="section-7/local-minimum",
    rank="headline",
    origin="ours",
    at=lines(315),
    kind=Expectation(),
    uses=[minimum],
    beta=box(3, low=-0.25, high=0.25, of="[-1/4, 1/4]"),
    alpha=box(3, 2, low=-0.25, high=0.25, of="[-1/4, 1/4]"),
)
@printed(
    r"Let independent $x^{(1)},x^{(2)}\sim N(0,I_2)$, $w_\star\sim N(0,I_2)$, and f the loss (5) of one layer "
    r"with the parametrisation (7), $n=1$, whose minimum is $\frac32$. At $b=e_1$, $A=-\frac14e_3e_1^\top$ "
    r"it has a local minimum of $\frac74$: $f(b+\beta,A+\alpha)\ge\frac74$ for all $\beta\in\mathbb R^3$, "
    r"$\alpha\in\mathbb R^{3\times2}$ with entries in $[-\frac14,\frac14]$."
)
@mutants(
    b_and_A_as_in_8=dict(at=EXCHANGED),
    twice_as_far=dict(
        why="All entries may be larger.", beta=box(3, low=-0.5, high=0.5), alpha=box(3, 2, low=-0.5, high=0.5)
    ),
    a_thousandth_more=dict(least=Fraction(1751, 1000)),
)
def is_no_saddle(beta, alpha, at=LOCAL, least=Fraction(7, 4)):
    """One layer has a local minimum that is no global one: no point around it has a smaller loss."""
    return at_least(loss(beta, alpha, at), least)


@theorem(
    PAPER,
    "Section 7, a local minimum of one layer",
    part="the slopes there",
    id="section-7/local-minimum/hessian",
    origin="ours",
    at=lines(315),
    kind=Expectation(),
    uses=[minimum],
    beta=reals(3),
    alpha=reals(3, 2),
)
@printed(
    r"Let independent $x^{(1)},x^{(2)}\sim N(0,I_2)$, $w_\star\sim N(0,I_2)$, f the loss (5) of one layer "
    r"with the parametrisation (7), $n=1$, and $p(t)=f(e_1+t\beta,-\frac14e_3e_1^\top+t\alpha)$. Then "
    r"$f=\frac32$ at (8), $p(0)=\frac74$, $p'(0)=0$ and "
    r"$p''(0)=\frac12(\beta_1-4\alpha_{31})^2+\frac12(\beta_2+4\alpha_{32})^2+2(\alpha_{22}+\beta_3)^2+"
    r"(\beta_3-2\alpha_{11})^2+2\alpha_{11}^2+6\alpha_{12}^2+2\alpha_{21}^2$, "
    r"which is positive but for $\alpha_{31}=\frac14\beta_1$, $\alpha_{32}=-\frac14\beta_2$ and zeros: "
    "rescalings and rotations, which leave f as it is."
)
@mutants(half_of_the_step=dict(at=[[1, 0, 0], [0, 0, STEP / 2], [0, 0, 0]]), b_and_A_as_in_8=dict(at=EXCHANGED))
def slopes(beta, alpha, at=LOCAL):
    """At the local minimum the loss has no slope, and bends upwards but where a symmetry leaves it as it is."""
    best = loss(beta, alpha, GLOBAL, 0)
    less, low, own, high, more = (loss(beta, alpha, at, t) for t in (-2, -1, 0, 1, 2))
    # p has degree 4: its derivatives at 0 follow from five values.
    first, second = 8 * (high - low) - (more - less), 16 * (high + low) - 30 * own - (more + less)
    squares = (
        (beta[0] - 4 * alpha[2, 0]) ** 2 / 2
        + (beta[1] + 4 * alpha[2, 1]) ** 2 / 2
        + 2 * (alpha[1, 1] + beta[2]) ** 2
        + (beta[2] - 2 * alpha[0, 0]) ** 2
        + 2 * alpha[0, 0] ** 2
        + 6 * alpha[0, 1] ** 2
        + 2 * alpha[1, 0] ** 2
    )
    return equal([own, best, first, second], [Fraction(7, 4), Fraction(3, 2), 0, 12 * squares])
