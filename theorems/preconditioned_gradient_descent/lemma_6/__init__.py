r"""Lemma 6: the minimiser of $f_j(X)=\mathbf E[\langle C,X\rangle+w_\star[j]]^2$ for isotropic data.

Lemma 7 is the same for $N(0,\Lambda)$ and shares the checks of this file. Expectations are sums over literal
prompts, of a finite signed law with the Gaussian moments that are needed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Generator, Tensor

from lemmata import Expectation, Margin, amended, at_least, lines, mutants, printed, theorem
from lemmata.numbers import Array, constant, min, sign, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.finite_law import GENERAL, IDENTITY, law


def unit(d: int, row: int, column: int) -> Array:
    """$E_{ij}$, row i and column j counted from 1."""
    entry = torch.zeros(d + 1, d + 1, dtype=torch.float64)
    entry[row - 1, column - 1] = 1
    return constant(entry)


def corner(d: int, j: int) -> Array:
    """$E_{d+1, j} + E_{j, d+1}$."""
    return unit(d, d + 1, j) + unit(d, j, d + 1)


def inner(C: Array, X: Array) -> Array:
    r"""$\langle C, X\rangle$ for every C ``(points, d + 1, d + 1)``."""
    return C.reshape(len(C), -1) @ X.reshape(X.size)


COMPONENT: dict[str, Any] = {  # any diagonal covariance but zero, where the minimum of Lemma 7 divides by zero
    "kind": Expectation(),
    "given": ["root"],
    "where": lambda root: sum(root) > 0,
    **{name: GENERAL[name] for name in ("d", "n", "root", "j")},
}


@dataclass(frozen=True, init=False)
class step(drawn):
    """Any matrix; a quarter of those drawn is antisymmetric, a direction in which C sees nothing."""

    is_law = False
    words = staticmethod(drawn.words)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        values = super().sample(generator, batch)
        return torch.where((torch.arange(batch) % 4 == 0)[:, None, None], values - values.mT, values)


Function = Callable[[Array], Array]


def objective(n: int, d: int, j: int, root: Array) -> Function:
    r"""$f_j(X) = E[(\langle C, X\rangle + w_j)^2]$."""
    m = law(n, d, root)
    C, w_j = m.C, m.w[:, j - 1]
    return lambda X: m.mean((inner(C, X) + w_j) ** 2)


def optimum(d: int, n: int, j: int, root: Array, weight: int = 1, trace: int = 1) -> Array:
    r"""$X_j$ of Lemma 7; $X_j$ of Lemma 6 at $\Lambda = I$."""
    lam = root**2
    return unit(d, d + 1, j) * -n / (lam[j - 1] * (n + weight) + sum(lam) * trace)


def symmetric_part(X: Array) -> Array:
    return (X + X.T) / 2


def no_matrix_is_below(X: Array, Y: Array, f: Function, best: Array) -> Margin:
    """No matrix has a smaller value of the objective: any, and points near ``best`` in any direction."""
    # Sixteenths keep the competitors away from the minimum itself.
    near = [best + (X + 0.0625) / 4, best + (Y + 0.0625) / 64]
    return at_least([f(Z) for Z in (X + 0.0625, Y / 2 + 0.0625, *near)], f(best))


def strictly_above(n: int, d: int, j: int, root: Array, D: Array) -> Margin:
    """Every other matrix has a larger value of the objective."""
    f, X_j = objective(n, d, j, root), optimum(d, n, j, root)
    return at_least(sign(f(X_j + D) - f(X_j)), sign(sum(D**2)))


def smallest(n: int, root: Array) -> Array:
    r"""$7/(4n)\min\lambda^2$: the quadratic form $E\langle C,S\rangle^2$, S symmetric, over $|S|^2$, at least.

    The sharp factor is 6 - 3 sqrt(2) = 1.757... at d = n = 1, where S mixes both corners of C; where d > 1
    it is 2, for S diagonal of trace 0 in the covariates.
    """
    return 7 * min(root) ** 4 / (4 * n)


def grows_away_from_the_minimum(
    n: int, d: int, j: int, root: Array, D: Array, kappa: Array = smallest, part: Function = symmetric_part
) -> Margin:
    """The objective grows quadratically away from its minimum."""
    f, X_j = objective(n, d, j, root), optimum(d, n, j, root)
    # Any matrix, and one that is X_j up to a small symmetric part: the bound is near there.
    steps = [D + 0.0625, D - D.T + (symmetric_part(D) + 0.0625) / 8]
    bounds = [f(X_j) + kappa * sum(part(step) ** 2) for step in steps]
    return at_least([f(X_j + step) for step in steps], bounds)


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
