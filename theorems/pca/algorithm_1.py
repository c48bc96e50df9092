r"""Algorithm 1 never divides by zero, unless there is nothing to find.

The slides do not say so: that the steps of Algorithm 1 are defined is read in writing them down. It divides by
$\|A_\ell v\|$, which is 0 for a start in the kernel of $A_\ell$. A random start is there only if $A_\ell=0$:
for $X=0$, and for later components where there are more of them than the rank is. The first component is
tested. (That its starts are drawn from $\mathbb S^{N-1}$ is in :mod:`theorems.pca.shapes`; what it returns,
against exact PCA, in :mod:`theorems.pca.finishing_up.recursion`.)
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, dims, equal, lines, reals, space
from lemmata.numbers import Array, norm, sign, sum
from theorems.pca import PAPER
from theorems.pca.strictly import strictly


@dataclass(frozen=True)
class Run:
    """The power method for the first component, tau steps long."""

    d: int
    N: int
    tau: int


defined = PAPER.claim(
    "Algorithm 1",
    part="no division by zero",
    id="algorithm-1/defined",
    rank="step",
    origin="read",
    at=lines(182),
    summary="For the first component Algorithm 1 never divides by zero, from any start that X^T does not "
    "send to 0",
    settings=space(Run, d=dims(1, 4), N=dims(1, 6), tau=dims(1, 4)),
    prompts=lambda s: space(X=reals(s.d, s.N), v=reals(s.d)),
)


@defined.printed(
    r"The divisions in Algorithm 1 are defined (as we read it, since it prints them): for every X, every "
    r"start v with $X^\top v\ne0$ (almost every one if $X\ne0$) and every number $\tau$ of steps, "
    r"$\|XX^\top v\|_2\ne0$ in each step $v\leftarrow XX^\top v/\|XX^\top v\|_2$ for the first component.",
    hypothesis=lambda s, prompt: norm((prompt.v[:, None, :] @ prompt.X)[:, 0]),
)
def steps_are_defined(s: Run, prompt: Prompt, hypothesis: Callable[[Run, Prompt], Array]) -> Margin:
    """No step of the algorithm divides by zero, where the hypothesis is not zero."""
    # Without the divisions: they change the lengths only.
    v, A = prompt.v, prompt.X @ prompt.X.mT
    for _ in range(s.tau):
        v = sum(A * v[:, None, :], -1)
    return equal(sign(sum(v * v, -1)), 1).given(strictly(hypothesis(s, prompt), above=0))


defined.mutant("every start but 0", hypothesis=lambda s, prompt: norm(prompt.v))
defined.mutant("the first row of X is not zero", hypothesis=lambda s, prompt: norm(prompt.X[:, 0, :]))
