r"""Lemma 7: the minimiser of $f_j(X)=\mathbf E[\langle C,X\rangle+w_\star[j]]^2$ for data $N(0,\Lambda)$."""

from lemmata import amended, box, lines, mutants, printed, theorem
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.lemma_6 import (
    COMPONENT,
    grows_away_from_the_minimum,
    no_matrix_is_below,
    objective,
    optimum,
    smallest,
    step,
    strictly_above,
)


@theorem(
    PAPER, "Lemma 7", at=lines(560, 572), **COMPONENT, X=drawn("d + 1", "d + 1"), Y=drawn("d + 1", "d + 1")
)
@printed(
    r"Let $\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)$ with any $\lambda_i=\mathrm{root}_i^2\ge0$. "
    r"For n samples $x^{(i)}\sim N(0,\Lambda)$ and $w_\star\sim N(0,I)$, all independent, $y^{(i)}=\langle "
    r"w_\star,x^{(i)}\rangle$, $z^{(i)}=(x^{(i)},y^{(i)})$ and $C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: with "
    r"$f_j(X)=\mathbf E(\langle C,X\rangle+w_\star[j])^2$ on $X\in\mathbb R^{(d+1)\times(d+1)}$, with "
    r"$E_{k,l}$ for the matrix that is 1 at $(k,l)$ and 0 elsewhere, for $\Lambda\ne0$, "
    r"$X_j=-\frac{1}{\frac{n+1}n\lambda_j+\frac1n\sum_k\lambda_k}E_{d+1,j}$ is a global minimum of $f_j$."
)
@mutants(
    {
        "n in place of n + 1": dict(best=lambda d, n, j, root: optimum(d, n, j, root, weight=0)),
        "the trace is left out": dict(
            why="Without the trace the formula divides by zero at a singular covariance.",
            root=box("d", low=0.125, high=2.0, of="(0, inf)"),
            best=lambda d, n, j, root: optimum(d, n, j, root, trace=0),
        ),
    }
)
def seven(X, Y, f=objective, best=lambda d, n, j, root: optimum(d, n, j, root)):
    """For a diagonal covariance $X_j$ is a global minimum of the component $f_j$."""
    return no_matrix_is_below(X, Y, f, best)


@theorem(
    PAPER,
    "Lemma 7, unique",
    id="lemma-7/unique",
    rank="step",
    at=lines(630, 636),
    uses=[seven],
    **COMPONENT,
    D=step("d + 1", "d + 1"),
)
@printed(
    r"Let $\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)$ with any "
    r"$\lambda_i=\mathrm{root}_i^2\ge0$. For n samples $x^{(i)}\sim N(0,\Lambda)$ and $w_\star\sim N(0,I)$, "
    r"all independent, $y^{(i)}=\langle w_\star,x^{(i)}\rangle$, $z^{(i)}=(x^{(i)},y^{(i)})$ and "
    r"$C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: for $\Lambda\ne0$, with $f_j(X)=\mathbf E(\langle "
    r"C,X\rangle+w_\star[j])^2$ on $X\in\mathbb R^{(d+1)\times(d+1)}$, the $X_j$ of Lemma 7 is the unique "
    "global minimum of $f_j$: $f_j(X)>f_j(X_j)$ at every other $X=X_j+D$.",
    defect="statement",
    because="C is symmetric: the transpose of $X_j$, or $X_j$ with any antisymmetric part, does as well.",
    falls_with="preconditioned_gradient_descent/lemma-6/unique",
)
@amended(
    r"Let $\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)$ with any "
    r"$\lambda_i=\mathrm{root}_i^2\ge0$. For n samples $x^{(i)}\sim N(0,\Lambda)$ and $w_\star\sim N(0,I)$, "
    r"all independent, $y^{(i)}=\langle w_\star,x^{(i)}\rangle$, $z^{(i)}=(x^{(i)},y^{(i)})$ and "
    r"$C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: for $\Lambda\ne0$, with $f_j(X)=\mathbf E(\langle "
    r"C,X\rangle+w_\star[j])^2$ on $X\in\mathbb R^{(d+1)\times(d+1)}$, the $X_j$ of Lemma 7 is a minimum, "
    r"$f_j(X)\ge f_j(X_j)+\frac7{4n}\min_i\lambda_i^2\|\operatorname{sym}(X-X_j)\|_F^2$ at every X, where "
    r"$\operatorname{sym}(X)=\frac12(X+X^\top)$, so that its symmetric part is unique where no $\lambda_i$ is "
    "0.",
    adds="the symmetric part of X alone, and how fast the objective grows",
    check=grows_away_from_the_minimum,
)
@mutants(
    for_the_whole_matrix=dict(part=lambda X: X),
    a_fifth_steeper=dict(kappa=lambda n, root: smallest(n, root) * 6 / 5),
)
def unique(n, d, j, root, D):
    """For a diagonal covariance $X_j$ is the only global minimum of $f_j$."""
    return strictly_above(n, d, j, root, D)
