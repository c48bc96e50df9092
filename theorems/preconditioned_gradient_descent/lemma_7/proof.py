r"""Proof of Lemma 7, and with $\Lambda=I$ of Lemma 6: $f_j$ is convex, its gradient vanishes at $X_j$; moments.

(20), (21) and the generalisations of (16) and (18) on which they rest are for any $\Lambda$; with $\Lambda=I$
they are (17), (19), (16) and (18). The gradient is compared with central differences, which are exact for a
quadratic function.
"""

from collections.abc import Callable
from typing import Any

from lemmata import at_least, box, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, eye, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.finite_law import GENERAL, law
from theorems.preconditioned_gradient_descent.lemma_6 import COMPONENT, corner, inner, objective, optimum, unit

Same = Callable[[Array, Array], Array]
Entry = Callable[[int, int, Array, Array], Array]
MATRICES: dict[str, Any] = COMPONENT | {
    "rank": "step",
    "origin": "read",
    "X": drawn("d + 1", "d + 1"),
    "Y": drawn("d + 1", "d + 1"),
}


@theorem(PAPER, "Lemma 7, convex", id="lemma-7/proof/convex", at=lines(438), **MATRICES)
@printed(
    r"Let $\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)$ with any "
    r"$\lambda_i=\mathrm{root}_i^2\ge0$. For n samples $x^{(i)}\sim N(0,\Lambda)$ and $w_\star\sim N(0,I)$, "
    r"all independent, $y^{(i)}=\langle w_\star,x^{(i)}\rangle$, $z^{(i)}=(x^{(i)},y^{(i)})$ and "
    r"$C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: with $f_j(X)=\mathbf E(\langle C,X\rangle+w_\star[j])^2$ on "
    r"$X\in\mathbb R^{(d+1)\times(d+1)}$, for $\Lambda\ne0$, $f_j$ is convex, which is said where $\Lambda=I$: "
    r"$f_j(\frac{X+Y}2)\le\frac{f_j(X)+f_j(Y)}2$ for all X and Y (enough, as $f_j$ is continuous)."
)
@mutants(
    half_the_gap_beyond_X=dict(middle=lambda X, Y: X * 3 - Y),
    at_the_reflected_point=dict(middle=lambda X, Y: X * 4 - Y * 2),
)
def convex(X, Y, f=objective, middle: Callable[[Array, Array], Array] = lambda X, Y: X + Y):
    """The component $f_j$ is convex."""
    Y = Y + 0.0625  # which keeps the two apart
    return at_least((f(X) + f(Y)) / 2, f(middle(X, Y) / 2))


@theorem(PAPER, "Lemma 7, gradient", id="lemma-7/proof/gradient", at=lines(576, 580), **MATRICES)
@printed(
    r"Let $\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)$ with any $\lambda_i=\mathrm{root}_i^2\ge0$. "
    r"For n samples $x^{(i)}\sim N(0,\Lambda)$ and $w_\star\sim N(0,I)$, all independent, $y^{(i)}=\langle "
    r"w_\star,x^{(i)}\rangle$, $z^{(i)}=(x^{(i)},y^{(i)})$ and $C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: with "
    r"$f_j(X)=\mathbf E(\langle C,X\rangle+w_\star[j])^2$ on $X\in\mathbb R^{(d+1)\times(d+1)}$, for "
    r"$\Lambda\ne0$, $\nabla f_j(X_0)=2\mathbf E[\langle C,X_0\rangle C]+2\mathbf E[w_\star[j]C]$ for all "
    r"$X_0$ (displayed where $\Lambda=I$), and it vanishes at the $X_j$ of Lemma 7."
)
@mutants(
    {
        "the first term without its factor 2": dict(factor=1),
        "n in place of n + 1": dict(best=lambda d, n, j, root: optimum(d, n, j, root, weight=0)),
        "the trace is left out": dict(
            why="Without the trace the formula divides by zero at a singular covariance.",
            root=box("d", low=0.125, high=2.0, of="(0, inf)"),
            best=lambda d, n, j, root: optimum(d, n, j, root, trace=0),
        ),
    }
)
def gradient(n, d, j, root, X, Y, f=objective, best=lambda d, n, j, root: optimum(d, n, j, root), factor=2):
    """The displayed gradient is that of $f_j$, and vanishes at $X_j$."""
    m = law(n, d, root)
    slope = m.mean((factor * inner(m.C, X) + 2 * m.w[:, j - 1]) * inner(m.C, Y))
    return equal([f(X + Y) - f(X - Y), f(best + Y)], [2 * slope, f(best - Y)])


@theorem(PAPER, "(17), (20)", id="lemma-7/proof/eq-20", at=lines(588, 593), **GENERAL)
@printed(
    r"Let $\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)$ with any "
    r"$\lambda_i=\mathrm{root}_i^2\ge0$. For n samples $x^{(i)}\sim N(0,\Lambda)$ and $w_\star\sim N(0,I)$, "
    r"all independent, $y^{(i)}=\langle w_\star,x^{(i)}\rangle$, $z^{(i)}=(x^{(i)},y^{(i)})$ and "
    r"$C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: with $E_{k,l}$ for the matrix that is 1 at $(k,l)$ and 0 elsewhere, "
    r"$\mathbf E[w_\star[j]C]=\lambda_j(E_{d+1,j}+E_{j,d+1})$ (with $\Lambda=I$, (17))."
)
@mutants(
    the_square_of_the_eigenvalue=dict(value=lambda root, j: root[j - 1] ** 4),
    the_first_eigenvalue=dict(value=lambda root: root[0] ** 2),
)
def eq_20(n, d, j, root, value=lambda root, j: root[j - 1] ** 2):
    """The mean of a weight times C has two entries, which are a variance."""
    m = law(n, d, root, 3)
    return equal(m.mean(m.C * m.w[:, j - 1][:, None, None]), value * corner(d, j))


@theorem(PAPER, "(16), and for any variances", id="lemma-7/proof/eq-16", at=lines(595, 599), **GENERAL)
@printed(
    r"Let $\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)$ with any "
    r"$\lambda_i=\mathrm{root}_i^2\ge0$. For n samples $x^{(i)}\sim N(0,\Lambda)$ and $w_\star\sim N(0,I)$, "
    r"all independent, $y^{(i)}=\langle w_\star,x^{(i)}\rangle$, $z^{(i)}=(x^{(i)},y^{(i)})$ and "
    r"$C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: for all i, j and k, $\mathbf E[w_\star[j]y^{(i)}x^{(i)}[k]]=\mathbf "
    r"E[w_\star[j]^2x^{(i)}[j]x^{(i)}[k]]=\lambda_j\mathbb 1_{[j=k]}$ (with $\Lambda=I$, (16))."
)
@mutants(
    the_square_of_the_eigenvalue=dict(value=lambda root, j: root[j - 1] ** 4),
    the_first_eigenvalue=dict(value=lambda root: root[0] ** 2),
)
def eq_16(n, d, j, root, value=lambda root, j: root[j - 1] ** 2):
    """The mean of a weight, a label and a covariate is a variance or 0."""
    m = law(n, d, root, 3)
    w_j = m.w[:, j - 1][:, None, None]
    literal = [m.mean(w_j * m.y[..., None] * m.x), m.mean(w_j**2 * m.x[..., j - 1][..., None] * m.x)]
    return equal(literal, value * eye(d)[j - 1])


@theorem(PAPER, "(18), and for any variances", id="lemma-7/proof/eq-18", at=lines(601, 615), **GENERAL)
@printed(
    r"Let $\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)$ with any "
    r"$\lambda_i=\mathrm{root}_i^2\ge0$. For n samples $x^{(i)}\sim N(0,\Lambda)$ and $w_\star\sim N(0,I)$, "
    r"all independent, $y^{(i)}=\langle w_\star,x^{(i)}\rangle$, $z^{(i)}=(x^{(i)},y^{(i)})$ and "
    r"$C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: $\mathbf E[\langle w_\star,x^{(i)}\rangle x^{(i)}[j]\langle "
    r"w_\star,x^{(i')}\rangle x^{(i')}[j]]$ is $\mathbf E[x^{(i)}[j]^2x^{(i')}[j]^2]=\lambda_j^2$ for $i\ne "
    r"i'$ and $\mathbf E[x^{(i)}[j]^2\sum_kx^{(i)}[k]^2]=\lambda_j\sum_k\lambda_k+2\lambda_j^2$ for $i=i'$ "
    r"(with $\Lambda=I$, 1 and $d+2$: (18))."
)
@mutants(
    {
        "lambda_j^2 once": dict(same=lambda lam_j, root: lam_j * (sum(root**2) + lam_j)),
        "(d + 2) lambda_j^2": dict(same=lambda lam_j, root: lam_j**2 * (len(root) + 2)),
    }
)
def eq_18(n, d, j, root, same: Same = lambda lam_j, root: lam_j * (sum(root**2) + 2 * lam_j)):
    """The two kinds of fourth moments are products of variances."""
    m, lam_j = law(n, d, root), root[j - 1] ** 2
    x_j, one = m.x[..., j - 1], eye(n)  # one where i = i'
    a, squares = m.y * x_j, x_j**2
    first = m.mean(a[..., :, None] * a[..., None, :])  # for all i and i'
    apart = squares[..., :, None] * squares[..., None, :]
    second = m.mean(apart * (1 - one) + (squares * sum(m.x**2, -1))[..., None] * one)
    return equal([first, second], lam_j**2 * (1 - one) + same(lam_j, root) * one)


@theorem(PAPER, "(19), (21)", id="lemma-7/proof/eq-21", at=lines(617, 626), **GENERAL)
@printed(
    r"Let $\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)$ with any "
    r"$\lambda_i=\mathrm{root}_i^2\ge0$. For n samples $x^{(i)}\sim N(0,\Lambda)$ and $w_\star\sim N(0,I)$, "
    r"all independent, $y^{(i)}=\langle w_\star,x^{(i)}\rangle$, $z^{(i)}=(x^{(i)},y^{(i)})$ and "
    r"$C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: with $E_{k,l}$ for the matrix that is 1 at $(k,l)$ and 0 elsewhere, "
    r"$\mathbf E[\langle C,E_{d+1,j}\rangle C]=\frac1{n^2}(n(n-1)\lambda_j^2+n\lambda_j\sum_k\lambda_k+2n"
    r"\lambda_j^2)(E_{d+1,j}+E_{j,d+1})=(\frac{n+1}n\lambda_j^2+\frac1n(\lambda_j\sum_k"
    r"\lambda_k))(E_{d+1,j}+E_{j,d+1})$ (with $\Lambda=I$, (19))."
)
@mutants(
    {
        "without the trace": dict(value=lambda n, d, lam_j, trace: lam_j**2 * (n + 1) / n),
        "d lambda_j for the trace": dict(value=lambda n, d, lam_j, trace: lam_j**2 * (n + 1 + d) / n),
    }
)
def eq_21(n, d, j, root, value: Entry = lambda n, d, lam_j, trace: lam_j * ((n + 1) * lam_j + trace) / n):
    """The mean of C times an entry of it has two equal entries."""
    m, lam_j, trace = law(n, d, root, 3), root[j - 1] ** 2, sum(root**2)
    mean = m.mean(m.C * inner(m.C, unit(d, d + 1, j))[:, None, None])
    middle = (n * (n - 1) * lam_j**2 + n * lam_j * trace + 2 * n * lam_j**2) / n**2
    return equal([mean, mean], [middle * corner(d, j), value(n, d, lam_j, trace) * corner(d, j)])
