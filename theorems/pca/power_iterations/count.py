r"""Two layers make one power iteration, and the display counts from the first normalised product on.

pow,1 and pow,2 form the first normalised product, pow,3 and pow,4 the second, and so on. (The error that the
display allows is 0 at $\tau=0$, which one layer need not meet: see `error`. With the start as iterate 0, the
state of $2\tau$ layers has it: mutant.) Tested on the layers of the working transformer, which are exact up to
a scalar: directions are compared, in rational numbers. (pow,4, which the slides set equal to every later even
layer, is printed nowhere.)
"""

from functools import cache

from constructions.attention import Attention
from constructions.pca import Build, Shell
from lemmata import dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, eye, outer, over_batches
from theorems.pca import PAPER

BUILD = Build(2, 2, 1)


@cache
def layers() -> tuple[Attention, Attention]:
    """One power iteration."""
    return BUILD.apply(), BUILD.normalise(Shell(0.25, 16.0, 3))


def after(number: int, A: Array, start: Array) -> Array:
    """The iterate in token 1 after ``number`` layers."""
    H = over_batches(BUILD.stream.embed)(covariance=A, identity=eye(2), iterate=outer(start, eye(2)[0]))
    iteration = over_batches(layers)()
    for layer in range(number):
        H = over_batches(iteration[layer % 2])(H)
    return over_batches(BUILD.stream.read)(H, "iterate")[:, 0]


@theorem(
    PAPER,
    "power iterations, count",
    rank="step",
    origin="read",
    at=lines(377, 390),
    tau=dims(0, 3),
    X=reals(2, 2),
    p=reals(2),
)
@printed(
    r"With $\widetilde p^{(0)}=\frac{XX^\top p}{\|XX^\top p\|_2}$ for the start $p\in\mathbb R^2$ (what the "
    r"display shows at $\tau=0$) and $X\in\mathbb R^{2\times2}$, two layers of the working transformer making "
    r"one power iteration: $\widetilde H^{pow,2\tau+2}$ has a multiple of $\widetilde p^{(\tau)}$ in $p_4$."
)
@mutants(
    the_start_is_iterate_0=dict(number=lambda tau: 2 * tau),
    one_iteration_more=dict(number=lambda tau: 2 * tau + 4),
    a_layer_an_iteration=dict(number=lambda tau: tau + 1),
)
def iterate_is_reached(tau, X, p, number=lambda tau: 2 * tau + 2):
    r"""After $2 \tau + 2$ power layers the block holds iterate number $\tau$."""
    reached = after(number, X @ X.T, p)
    for _ in range(tau + 1):
        p = X @ X.T @ p
    # The layers are exact up to a scalar: in the plane, two vectors with one direction have det = 0.
    return equal(reached[0] * p[1], reached[1] * p[0])
