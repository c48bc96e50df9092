r"""Two layers make one power iteration, so that $2\tau+2$ layers make $\tau+1$ of them.

pow,1 and pow,2 form the first iterate, pow,3 and pow,4 the second, and so on. The display after them has
$\widetilde p_{3,1}^{(\tau)}$ in the state $\widetilde H^{pow,2\tau+2}$; its recursion, from
$\widetilde p^{(0)}=\widetilde p$, makes that the iterate of $2\tau$ layers. Tested on the layers of the working
transformer, which are exact up to a scalar: directions are compared, in rational numbers. (pow,4, which the
slides set equal to every later even layer, is printed nowhere.)
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from constructions.attention import Attention
from constructions.pca import Build, Shell
from lemmata import Margin, Prompt, dims, equal, lines, reals, space
from lemmata.numbers import Array, broadcast_to, eye
from theorems.pca import PAPER

BUILD = Build(2, 2, 1)


@dataclass(frozen=True)
class Setting:
    tau: int


count = PAPER.claim(
    "power iterations, count",
    id="power-iterations/count",
    rank="slip",
    origin="read",
    at=lines(390),
    summary="After 2 tau + 2 power layers the block holds iterate number tau",
    settings=space(Setting, tau=dims(1, 3)),
    prompts=space(X=reals(2, 2), p=reals(2)),
)


@cache
def layers() -> tuple[Attention, Attention]:
    """One power iteration."""
    return BUILD.apply(), BUILD.normalise(Shell(0.25, 16.0, 3))


def after(number: int, A: Array, start: Array) -> Array:
    """The iterate in token 1 after ``number`` layers."""
    one = broadcast_to(eye(2, A)[None], A.shape)
    H = BUILD.stream.embed(covariance=A, identity=one, iterate=start[..., None] * eye(2, A)[:1])
    for layer in range(number):
        H = layers()[layer % 2](H)
    return BUILD.stream.read(H, "iterate")[..., 0]


LAYERS = (
    r"With $p=\widetilde p^{(0)}\in\mathbb R^2$ and $X\in\mathbb R^{2\times2}$, two layers of the working "
    r"transformer making one power iteration: "
)


@count.printed(
    LAYERS + r"$\widetilde H^{pow,2\tau+2}$ has a multiple of $\widetilde p^{(\tau)}$ in $p_4$.",
    defect="typo",
    because="Two layers an iteration: that state has the next iterate. (It is right where the first normalised "
    "product, and not the start, is called iterate 0.)",
    number=lambda tau: 2 * tau + 2,
)
@count.amended(
    LAYERS + r"$\widetilde H^{pow,2\tau}$ has a multiple of $\widetilde p^{(\tau)}$ in $p_4$.",
    adds="the state of 2 tau layers",
    number=lambda tau: 2 * tau,
)
def iterate_is_reached(s: Setting, prompt: Prompt, number: Callable[[int], int]) -> Margin:
    """The stated number of layers makes the stated number of iterations."""
    A = prompt.X @ prompt.X.mT
    reached, power = after(number(s.tau), A, prompt.p), prompt.p
    for _ in range(s.tau):
        power = (A @ power[..., None])[..., 0]
    # The layers are exact up to a scalar: in the plane, two vectors with one direction have det = 0.
    return equal(reached[:, 0] * power[:, 1], reached[:, 1] * power[:, 0])


count.mutant("one iteration fewer", number=lambda tau: 2 * tau - 2)
count.mutant("a layer an iteration", number=lambda tau: tau)
