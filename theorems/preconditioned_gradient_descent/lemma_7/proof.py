r"""Proof of Lemma 7: $f_j$ is convex, its gradient vanishes at $X_j$; the moments (20) and (21).

(20) rests on a generalisation of (16), (21) on one of (18). That $f_j$ is convex is said where Lemma 6 is
proved, and so is the gradient of which Lemma 7 needs the zero.

Lemma 6 is the case $\Lambda=I$, and its proof has the checks of the moments. The gradient is compared with
central differences, which are exact for a quadratic function.

Line 438 says "convex" of isotropic data, and of any two points; with a continuous $f_j$ midpoints are enough.
"""

from collections.abc import Callable
from typing import Any

from lemmata import Expectation, Margin, Prompt, at_least, equal, lines
from lemmata.numbers import Array, concatenate, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.finite_law import DIAGONAL, GENERAL, UNITS
from theorems.preconditioned_gradient_descent.lemma_6 import OBJECTIVE
from theorems.preconditioned_gradient_descent.lemma_6.proof import (
    coordinate_times_label,
    coordinate_times_matrix,
    corner_times_matrix,
    products_of_two_samples,
)
from theorems.preconditioned_gradient_descent.lemma_6.setting import (
    Optimum,
    Setting,
    inner,
    matrices,
    objective,
    optimum,
    population,
    settings,
)
from theorems.preconditioned_gradient_descent.lemma_7 import NONZERO

ON_MATRICES: dict[str, Any] = {
    "kind": Expectation(),
    "settings": settings(isotropic=False),
    "prompts": matrices,
}
convex = PAPER.claim(
    "Lemma 7, convex",
    id="lemma-7/proof/convex",
    summary="The component f_j is convex.",
    rank="step",
    origin="read",
    at=lines(438),
    **ON_MATRICES,
)


@convex.printed(
    DIAGONAL
    + OBJECTIVE
    + NONZERO
    + r"$f_j$ is convex: $f_j(\frac{X+Y}2)\le\frac{f_j(X)+f_j(Y)}2$ for all X and Y.",
    middle=lambda X, Y: X + Y,
)
def is_convex(s: Setting, prompt: Prompt, middle: Callable[[Array, Array], Array]) -> Margin:
    """The objective is convex."""
    X, Y = prompt.X, prompt.Y + 0.0625  # which keeps the two apart
    f = objective(population(s), concatenate([X, Y, middle(X, Y) / 2], 0)).reshape(3, len(prompt))
    return at_least((f[0] + f[1]) / 2, f[2])


convex.mutant("half the gap beyond X", middle=lambda X, Y: X * 3 - Y)
convex.mutant("at the reflected point", middle=lambda X, Y: X * 4 - Y * 2)

gradient = PAPER.claim(
    "Lemma 7, gradient",
    id="lemma-7/proof/gradient",
    summary="The displayed gradient is that of f_j, and vanishes at X_j.",
    rank="step",
    origin="read",
    at=lines(576, 580),
    **ON_MATRICES,
)
GRADIENT = (
    DIAGONAL
    + OBJECTIVE
    + NONZERO
    + r"$\nabla f_j(X_0)=2\mathbf E[\langle C,X_0\rangle C]+2\mathbf E[w_\star[j]C]$"
)


@gradient.printed(
    rf"{GRADIENT} for all $X_0$, and it vanishes at the $X_j$ of Lemma 7.", best=optimum, factor=2
)
def displayed_gradient(s: Setting, prompt: Prompt, best: Optimum, factor: int) -> Margin:
    """The displayed gradient is that of the objective, and vanishes at the minimum."""
    m, X_j, X, Y = population(s), best(s)[None], prompt.X, prompt.Y
    rows = concatenate([X + Y, X - Y, X_j + Y, X_j - Y], 0)
    f = objective(m, rows).reshape(4, len(prompt))
    terms = inner(m.C, X[:, None]) * factor + m.w_j * 2
    slope = m.mean(terms * inner(m.C, Y[:, None]))
    return equal(stack([f[0] - f[1], f[2]], 1), stack([slope * 2, f[3]], 1))


gradient.mutant("the first term without its factor 2", best=optimum, factor=1)
gradient.mutant("n in place of n + 1", best=lambda s: optimum(s, 0))
gradient.mutant(
    "the trace is left out",
    why="Without the trace the formula divides by zero at a singular covariance.",
    settings=settings(isotropic=False, least=0.125),  # else it divides by zero
    best=lambda s: optimum(s, 1, 0),
)

eq_20 = PAPER.claim(
    "Lemma 7, eq 20",
    id="lemma-7/proof/eq-20",
    summary="For a diagonal covariance the mean of a weight times C has two entries, which are a variance.",
    rank="step",
    at=lines(588, 593),
    **GENERAL,
)
eq_20.printed(
    DIAGONAL + UNITS + r"$\mathbf E[w_\star[j]C]=\lambda_j(E_{d+1,j}+E_{j,d+1})$.", value=lambda m: m.lam_j
)(coordinate_times_matrix)
eq_20.mutant("the square of the eigenvalue", value=lambda m: m.lam_j * m.lam_j)
eq_20.mutant("the first eigenvalue", value=lambda m: m.lam[:, 0])

eq_16 = PAPER.claim(
    "Lemma 7, eq 16",
    id="lemma-7/proof/eq-16",
    summary="For a diagonal covariance the mean of a weight, a label and a covariate is a variance or 0.",
    rank="step",
    at=lines(595, 599),
    **GENERAL,
)
eq_16.printed(
    DIAGONAL + r"for all i, j and k, $\mathbf E[w_\star[j]y^{(i)}x^{(i)}[k]]=\mathbf "
    r"E[w_\star[j]^2x^{(i)}[j]x^{(i)}[k]]"
    r"=\lambda_j\mathbb 1_{[j=k]}$.",
    value=lambda m: m.lam_j,
)(coordinate_times_label)
eq_16.mutant("the square of the eigenvalue", value=lambda m: m.lam_j * m.lam_j)
eq_16.mutant("the first eigenvalue", value=lambda m: m.lam[:, 0])

eq_18 = PAPER.claim(
    "before (21)",
    id="lemma-7/proof/eq-18",
    summary="For a diagonal covariance the two kinds of fourth moments are products of variances.",
    rank="step",
    at=lines(601, 615),
    **GENERAL,
)
eq_18.printed(
    DIAGONAL
    + r"$\mathbf E[\langle w_\star,x^{(i)}\rangle x^{(i)}[j]\langle w_\star,x^{(i')}\rangle x^{(i')}[j]]$ "
    r"is "
    r"$\mathbf E[x^{(i)}[j]^2x^{(i')}[j]^2]=\lambda_j^2$ for $i\ne i'$ and "
    r"$\mathbf E[x^{(i)}[j]^2\sum_kx^{(i)}[k]^2]=\lambda_j\sum_k\lambda_k+2\lambda_j^2$ for $i=i'$.",
    same=lambda m: m.lam_j * (sum(m.lam, -1) + m.lam_j * 2),
)(products_of_two_samples)
eq_18.mutant("lambda_j^2 once", same=lambda m: m.lam_j * (sum(m.lam, -1) + m.lam_j))
eq_18.mutant("(d + 2) lambda_j^2", same=lambda m: m.lam_j * m.lam_j * (m.s.d + 2))

eq_21 = PAPER.claim(
    "Lemma 7, eq 21",
    id="lemma-7/proof/eq-21",
    summary="For a diagonal covariance the mean of C times an entry of it has two equal entries.",
    rank="step",
    at=lines(617, 626),
    **GENERAL,
)
eq_21.printed(
    DIAGONAL
    + UNITS
    + r"$\mathbf E[\langle C,E_{d+1,j}\rangle C]=\frac1{n^2}(n(n-1)\lambda_j^2+n\lambda_j\sum_k\lambda_k"
    r"+2n\lambda_j^2)(E_{d+1,j}+E_{j,d+1})=(\frac{n+1}n\lambda_j^2+\frac1n(\lambda_j\sum_k\lambda_k))"
    r"(E_{d+1,j}+E_{j,d+1})$.",
    middle=lambda m: m.lam_j * (m.lam_j * (m.s.n - 1 + 2) + sum(m.lam, -1)) * m.s.n / m.s.n**2,
    value=lambda m: m.lam_j * (m.lam_j * (m.s.n + 1) + sum(m.lam, -1)) / m.s.n,
)(corner_times_matrix)
eq_21.mutant("without the trace", value=lambda m: m.lam_j * m.lam_j * (m.s.n + 1) / m.s.n)
eq_21.mutant("d lambda_j for the trace", value=lambda m: m.lam_j * m.lam_j * (m.s.n + 1 + m.s.d) / m.s.n)
