r"""Algorithm 1: the power method with deflation, and where it is not defined.

The algorithm draws its starts from $\mathbb S^{N-1}$ and multiplies them by the $d\times d$ matrix $A$: they
belong to $\mathbb S^{d-1}$, as the design of P has it. Part ``defined``: it divides by $\|A_\ell v\|$, which
is 0 for a start in the kernel. A random start is there only if $A_\ell=0$: for $X=0$, and for later components,
which are not tested, where there are more of them than the rank is. What it returns, against exact PCA,
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


@dataclass(frozen=True)
class Run(Shape):
    """The power method for the first component, tau steps long."""

    tau: int


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
    settings=space(Run, d=dims(1, 4), N=dims(1, 6), tau=dims(1, 4)),
    prompts=lambda s: space(X=reals(s.d, s.N), v=reals(s.d)),
)


@start.printed(
    r"$v_{0,\ell}\in\mathbb S^{N-1}$, and $A_\ell v_\ell^{(0)}$ is formed with $A_\ell\in\mathbb "
    r"R^{d\times d}$.",
    defect="typo",
    because="A start has to have d entries, not N, which differ in general.",
    fails_where=lambda s: s.d != s.N,
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
    r"For every X, every start $v\ne0$ (only its direction matters) and every number of steps, $\|XX^\top "
    r"v\|_2\ne0$ in each "
    r"step $v\leftarrow XX^\top v/\|XX^\top v\|_2$ for the first component.",
    defect="statement",
    because="X = 0 divides by 0 for every start; another X does so for the starts in the kernel of X X^T (none "
    "if X X^T is regular, and a random start is none of them, almost surely).",
    fails_where=lambda s, prompt: not bool((prompt.X.mT @ prompt.v).any()),
    hypothesis=lambda s, prompt: norm(prompt.v),
)
@defined.amended(
    r"For every X, every start v with $X^\top v\ne0$ and every number of steps, $\|XX^\top v\|_2\ne0$ in each "
    r"step $v\leftarrow XX^\top v/\|XX^\top v\|_2$ for the first component.",
    adds="X^T v != 0 at the start",
    hypothesis=lambda s, prompt: norm((prompt.v[:, None, :] @ prompt.X)[:, 0]),
)
def steps_are_defined(s: Run, prompt: Prompt, hypothesis: Callable[[Run, Prompt], Array]) -> Margin:
    """No step of the algorithm divides by zero, where the hypothesis is not zero."""
    # Without the divisions: they change the lengths only.
    v, A = prompt.v, prompt.X @ prompt.X.mT
    for _ in range(s.tau):
        v = sum(A * v[:, None, :], -1)
    return equal(sign(sum(v * v, -1)), 1).given(sign(hypothesis(s, prompt)) - 1)


start.mutant("one entry more", entries=lambda s: s.d + 1)
start.mutant("d N entries", entries=lambda s: s.d * s.N)
defined.mutant("the first row of X is not zero", hypothesis=lambda s, prompt: norm(prompt.X[:, 0, :]))
defined.mutant("no hypothesis", hypothesis=lambda s, prompt: 1)
