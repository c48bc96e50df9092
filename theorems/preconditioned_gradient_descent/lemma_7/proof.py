r"""Proof of Lemma 7, and with $\Lambda=I$ of Lemma 6: $f_j$ is convex, its gradient vanishes at $X_j$; moments.

(20), (21) and the generalisations of (16) and (18) on which they rest are for any $\Lambda$; with $\Lambda=I$
they are (17), (19), (16) and (18). That $f_j$ is convex is said where Lemma 6 is proved, and so is the gradient
of which Lemma 7 needs the zero. The gradient is compared with central differences, which are exact for a
quadratic function.

Line 438 says "convex" where $\Lambda=I$. That is an inequality for all points between two given ones; with a
continuous $f_j$ their midpoint is enough.
"""

from collections.abc import Callable
from typing import Any

from lemmata import Expectation, Margin, Prompt, at_least, equal, lines
from lemmata.numbers import Array, concatenate, eye, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.finite_law import DIAGONAL, GENERAL, UNITS, Law, law
from theorems.preconditioned_gradient_descent.lemma_6 import OBJECTIVE
from theorems.preconditioned_gradient_descent.lemma_6.setting import (
    Optimum,
    Setting,
    corner,
    inner,
    matrices,
    objective,
    optimum,
    population,
    settings,
    unit,
)
from theorems.preconditioned_gradient_descent.lemma_7 import NONZERO

Value = Callable[[Law], Array]
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
    + r"$f_j$ is convex, which is said where $\Lambda=I$: $f_j(\frac{X+Y}2)\le\frac{f_j(X)+f_j(Y)}2$ for all X "
    r"and Y (enough, as $f_j$ is continuous).",
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
    rf"{GRADIENT} for all $X_0$ (displayed where $\Lambda=I$), and it vanishes at the $X_j$ of Lemma 7.",
    best=optimum,
    factor=2,
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
    "(17), (20)",
    id="lemma-7/proof/eq-20",
    summary="The mean of a weight times C has two entries, which are a variance.",
    rank="step",
    at=lines(588, 593),
    **GENERAL,
)


@eq_20.printed(
    DIAGONAL + UNITS + r"$\mathbf E[w_\star[j]C]=\lambda_j(E_{d+1,j}+E_{j,d+1})$ (with $\Lambda=I$, (17)).",
    value=lambda m: m.lam_j,
)
def coordinate_times_matrix(s: Setting, prompt: Prompt, value: Value) -> Margin:
    """The mean of a coordinate of w times the matrix C."""
    m = law(s, prompt.root, 3)
    mean = m.mean(m.C * m.w_j[:, None, None])
    return equal(mean, corner(s.d, s.j, m.root) * value(m)[:, None, None])


eq_20.mutant("the square of the eigenvalue", value=lambda m: m.lam_j * m.lam_j)
eq_20.mutant("the first eigenvalue", value=lambda m: m.lam[:, 0])

eq_16 = PAPER.claim(
    "(16), and for any variances",
    id="lemma-7/proof/eq-16",
    summary="The mean of a weight, a label and a covariate is a variance or 0.",
    rank="step",
    at=lines(595, 599),
    **GENERAL,
)


@eq_16.printed(
    DIAGONAL + r"for all i, j and k, $\mathbf E[w_\star[j]y^{(i)}x^{(i)}[k]]=\mathbf "
    r"E[w_\star[j]^2x^{(i)}[j]x^{(i)}[k]]=\lambda_j\mathbb 1_{[j=k]}$ (with $\Lambda=I$, (16)).",
    value=lambda m: m.lam_j,
)
def coordinate_times_label(s: Setting, prompt: Prompt, value: Value) -> Margin:
    """The mean of a coordinate of w, a label and its covariate."""
    m = law(s, prompt.root, 3)
    w_j = m.w_j[:, None, None]
    first = m.mean(m.y[..., None] * m.x * w_j)  # (batch, n, d)
    second = m.mean(m.x_j[..., None] * m.x * (w_j * w_j))
    stated = value(m)[:, None, None] * unit(s.d, s.j, s.j, m.root)[s.j - 1, : s.d]
    return equal(stack([first, second], 1), stated[:, None])


eq_16.mutant("the square of the eigenvalue", value=lambda m: m.lam_j * m.lam_j)
eq_16.mutant("the first eigenvalue", value=lambda m: m.lam[:, 0])

eq_18 = PAPER.claim(
    "(18), and for any variances",
    id="lemma-7/proof/eq-18",
    summary="The two kinds of fourth moments are products of variances.",
    rank="step",
    at=lines(601, 615),
    **GENERAL,
)


@eq_18.printed(
    DIAGONAL
    + r"$\mathbf E[\langle w_\star,x^{(i)}\rangle x^{(i)}[j]\langle w_\star,x^{(i')}\rangle x^{(i')}[j]]$ "
    r"is $\mathbf E[x^{(i)}[j]^2x^{(i')}[j]^2]=\lambda_j^2$ for $i\ne i'$ and $\mathbf "
    r"E[x^{(i)}[j]^2\sum_kx^{(i)}[k]^2]=\lambda_j\sum_k\lambda_k+2\lambda_j^2$ for $i=i'$ (with $\Lambda=I$, "
    r"1 and $d+2$: (18)).",
    same=lambda m: m.lam_j * (sum(m.lam, -1) + m.lam_j * 2),
)
def products_of_two_samples(s: Setting, prompt: Prompt, same: Value) -> Margin:
    """The two cases of the fourth moments."""
    m = law(s, prompt.root)
    a = m.y * m.x_j
    squares, norms = m.x_j * m.x_j, sum(m.x * m.x, -1)
    one = eye(s.n, m.root)  # where i = i'
    first = m.mean(a[..., :, None] * a[..., None, :])  # (batch, n, n), for all i and i'
    apart = squares[..., :, None] * squares[..., None, :]
    second = m.mean(apart * (1 - one) + (squares * norms)[..., None] * one)
    stated = (m.lam_j * m.lam_j)[:, None, None] * (1 - one) + same(m)[:, None, None] * one
    return equal(stack([first, second], 1), stack([stated, stated], 1))


eq_18.mutant("lambda_j^2 once", same=lambda m: m.lam_j * (sum(m.lam, -1) + m.lam_j))
eq_18.mutant("(d + 2) lambda_j^2", same=lambda m: m.lam_j * m.lam_j * (m.s.d + 2))

eq_21 = PAPER.claim(
    "(19), (21)",
    id="lemma-7/proof/eq-21",
    summary="The mean of C times an entry of it has two equal entries.",
    rank="step",
    at=lines(617, 626),
    **GENERAL,
)


@eq_21.printed(
    DIAGONAL
    + UNITS
    + r"$\mathbf E[\langle C,E_{d+1,j}\rangle C]=\frac1{n^2}(n(n-1)\lambda_j^2+n\lambda_j\sum_k\lambda_k"
    r"+2n\lambda_j^2)(E_{d+1,j}+E_{j,d+1})=(\frac{n+1}n\lambda_j^2+\frac1n(\lambda_j\sum_k\lambda_k))"
    r"(E_{d+1,j}+E_{j,d+1})$ (with $\Lambda=I$, (19)).",
    middle=lambda m: m.lam_j * (m.lam_j * (m.s.n - 1 + 2) + sum(m.lam, -1)) * m.s.n / m.s.n**2,
    value=lambda m: m.lam_j * (m.lam_j * (m.s.n + 1) + sum(m.lam, -1)) / m.s.n,
)
def corner_times_matrix(s: Setting, prompt: Prompt, middle: Value, value: Value) -> Margin:
    """The mean of the matrix C times one of its last entries."""
    m = law(s, prompt.root, 3)
    entry = inner(m.C, unit(s.d, s.d + 1, s.j, m.root))
    mean = m.mean(m.C * entry[..., None, None])
    stated = stack([middle(m), value(m)], 1)[..., None, None] * corner(s.d, s.j, m.root)
    return equal(stack([mean, mean], 1), stated)


eq_21.mutant("without the trace", value=lambda m: m.lam_j * m.lam_j * (m.s.n + 1) / m.s.n)
eq_21.mutant("d lambda_j for the trace", value=lambda m: m.lam_j * m.lam_j * (m.s.n + 1 + m.s.d) / m.s.n)
