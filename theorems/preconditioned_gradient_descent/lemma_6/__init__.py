r"""Lemma 6: the minimiser of $f_j(X)=\mathbf E[\langle C,X\rangle+w_\star[j]]^2$ for isotropic data.

Lemma 7 is the same for $N(0,\Lambda)$ and shares the checks of this file. Expectations are sums over literal
prompts, of a finite signed law with the Gaussian moments that are needed. Competitors are any X, and points
near $X_j$ in any direction. After both lemmas the text calls $X_j$ "the unique global minimum of $f_j$"
(``unique``).
"""

from lemmata import amended, lines, mutants, printed, theorem
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.finite_law import GENERAL, IDENTITY
from theorems.preconditioned_gradient_descent.lemma_6.setting import (
    COMPONENT,
    grows_away_from_the_minimum,
    no_matrix_is_below,
    objective,
    smallest,
    step,
    strictly_above,
    unit,
)


@theorem(
    PAPER,
    "Lemma 6",
    at=lines(424, 436),
    **COMPONENT | IDENTITY,
    X=drawn("d + 1", "d + 1"),
    Y=drawn("d + 1", "d + 1"),
)
@printed(
    r"For n samples $x^{(i)}\sim N(0,I)$ and $w_\star\sim N(0,I)$, all independent, $y^{(i)}=\langle "
    r"w_\star,x^{(i)}\rangle$, $z^{(i)}=(x^{(i)},y^{(i)})$ and $C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: with "
    r"$f_j(X)=\mathbf E(\langle C,X\rangle+w_\star[j])^2$ on $X\in\mathbb R^{(d+1)\times(d+1)}$, with "
    "$E_{k,l}$ for the matrix that is 1 at $(k,l)$ and 0 elsewhere, "
    r"$X_j=-\frac{1}{\frac{n-1}n+(d+2)\frac1n}E_{d+1,j}$ is a global minimum of $f_j$."
)
@mutants(
    {
        "d + 1 for d + 2": dict(best=lambda n, d, j: unit(d, d + 1, j) * -n / (n - 1 + d + 1)),
        "any covariance": dict(root=GENERAL["root"]),
    }
)
def six(X, Y, f=objective, best=lambda n, d, j: unit(d, d + 1, j) * -n / (n - 1 + d + 2)):
    """For isotropic data $X_j$ is a global minimum of the component $f_j$."""
    return no_matrix_is_below(X, Y, f, best)


@theorem(
    PAPER,
    "Lemma 6, unique",
    id="lemma-6/unique",
    rank="step",
    at=lines(528, 534),
    uses=[six],
    **COMPONENT | IDENTITY,
    D=step("d + 1", "d + 1"),
)
@printed(
    r"For n samples $x^{(i)}\sim N(0,I)$ and $w_\star\sim N(0,I)$, all independent, $y^{(i)}=\langle "
    r"w_\star,x^{(i)}\rangle$, $z^{(i)}=(x^{(i)},y^{(i)})$ and $C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: with "
    r"$f_j(X)=\mathbf E(\langle C,X\rangle+w_\star[j])^2$ on $X\in\mathbb R^{(d+1)\times(d+1)}$, the $X_j$ of "
    "Lemma 6 is the unique global minimum of $f_j$: $f_j(X)>f_j(X_j)$ at every other $X=X_j+D$.",
    defect="statement",
    because="C is symmetric: the transpose of $X_j$, or $X_j$ with any antisymmetric part, does as well.",
)
@amended(
    r"For n samples $x^{(i)}\sim N(0,I)$ and $w_\star\sim N(0,I)$, all independent, $y^{(i)}=\langle "
    r"w_\star,x^{(i)}\rangle$, $z^{(i)}=(x^{(i)},y^{(i)})$ and $C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: with "
    r"$f_j(X)=\mathbf E(\langle C,X\rangle+w_\star[j])^2$ on $X\in\mathbb R^{(d+1)\times(d+1)}$, the $X_j$ of "
    r"Lemma 6 is a minimum, $f_j(X)\ge f_j(X_j)+\frac7{4n}\|\operatorname{sym}(X-X_j)\|_F^2$ at every X, where "
    r"$\operatorname{sym}(X)=\frac12(X+X^\top)$, so that its symmetric part is unique.",
    adds="the symmetric part of X alone, and how fast the objective grows",
    check=grows_away_from_the_minimum,
)
@mutants(
    for_the_whole_matrix=dict(part=lambda X: X),
    a_fifth_steeper=dict(kappa=lambda n, root: smallest(n, root) * 6 / 5),
)
def unique(n, d, j, root, D):
    """For isotropic data $X_j$ is the only global minimum of $f_j$."""
    return strictly_above(n, d, j, root, D)
