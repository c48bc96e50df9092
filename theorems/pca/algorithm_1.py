r"""Algorithm 1: the power method with deflation, and where it is not defined.

The algorithm draws its starts from $\mathbb S^{N-1}$ and multiplies them by the $d\times d$ matrix $A$: they
belong to $\mathbb S^{d-1}$, as the design of P has it. Part ``defined``: it divides by $\|A_\ell v\|$, which
is 0 for a start in the kernel ($X=0$, or more components than the rank). What it returns, against exact PCA,
is in :mod:`theorems.pca.finishing_up.recursion`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, dims, equal, lines, reals, space
from lemmata.numbers import Array, norm, sign, sum
from theorems.pca import PAPER


@dataclass(frozen=True)
class Shape:
    d: int
    N: int


shapes = space(Shape, d=dims(1, 4), N=dims(1, 6))

start = PAPER.claim(
    "Algorithm 1",
    rank="slip",
    at=lines(182),
    summary="The starts of Algorithm 1 lie on the sphere of dimension N - 1",
    settings=shapes,
)

defined = PAPER.claim(
    "Algorithm 1",
    id="algorithm-1/defined",
    origin="read",
    at=lines(182),
    summary="Algorithm 1 never divides by zero",
    settings=shapes,
    prompts=lambda s: space(X=reals(s.d, s.N), v=reals(s.d)),
)


@start.printed(
    r"$v_{0,\ell}\in\mathbb S^{N-1}$, and $A_\ell v_\ell^{(0)}$ is formed with $A_\ell\in\mathbb "
    r"R^{d\times d}$.",
    defect="typo",
    because="A start has to have d entries, not N.",
    entries=lambda s: s.N,
)
@start.amended(
    r"$v_{0,\ell}\in\mathbb S^{d-1}$, and $A_\ell v_\ell^{(0)}$ is formed with $A_\ell\in\mathbb "
    r"R^{d\times d}$.",
    adds="starts from the sphere of R^d, not of R^N",
    entries=lambda s: s.d,
)
def start_fits(s: Shape, entries: Callable[[Shape], int]) -> Margin:
    """A start has as many entries as the matrix has columns."""
    return equal(entries(s), s.d)


@defined.printed(
    r"For every X and every start, $\|A_\ell v\|_2\ne0$ in $v\leftarrow A_\ell v/\|A_\ell v\|_2$.",
    defect="statement",
    because="X = 0, or a start in the kernel of X X^T, divides by 0.",
    hypothesis=lambda s, prompt: norm(prompt.v),
)
@defined.amended(
    r"For every X and every start with $X^\top v\ne0$, $\|A_\ell v\|_2\ne0$ in the first step.",
    adds="X^T v != 0; the first step only",
    hypothesis=lambda s, prompt: norm((prompt.v[:, None, :] @ prompt.X)[:, 0]),
)
def step_is_defined(s: Shape, prompt: Prompt, hypothesis: Callable[[Shape, Prompt], Array]) -> Margin:
    """The algorithm never divides by zero."""
    image = sum((prompt.X @ prompt.X.mT) * prompt.v[:, None, :], -1)
    size = sum(image * image, -1)
    # The smallest draws are 1/64: below this, the hypothesis counts as not met.
    return equal(sign(size), 1).given(hypothesis(s, prompt) - 1 / 1024)


start.mutant("one entry more", entries=lambda s: s.d + 1)
start.mutant("d N entries", entries=lambda s: s.d * s.N)
defined.mutant("X is not zero", hypothesis=lambda s, prompt: norm(prompt.X[:, 0, :]))
defined.mutant("no hypothesis", hypothesis=lambda s, prompt: 1)
