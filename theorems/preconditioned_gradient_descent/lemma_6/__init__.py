r"""Lemma 6: the minimiser of $f_j(X)=\mathbf E[\langle C,X\rangle+w_\star[j]]^2$ for isotropic data.

$C=\frac1n\sum_iz^{(i)}z^{(i)\top}$, data $N(0,I)$; Lemma 7 is the same for $N(0,\Lambda)$ and shares the checks
of this file. Expectations are sums over literal prompts, of a finite signed law with the Gaussian moments that
are needed. Competitors are any X, and points near $X_j$ in any direction.

After both lemmas the text calls $X_j$ "the unique global minimum of $f_j$" (``unique``). It is not unique:
C is symmetric, so that $f_j$ sees the symmetric part of X alone: $X_j^\top$ is a second minimum, and so is
$X_j$ with any antisymmetric part. Its symmetric part is unique where no $\lambda_i$ is 0:
$f_j(X)\ge f_j(X_j)+\frac{7\lambda_{\min}^2}{4n}\|\operatorname{sym}(X-X_j)\|_F^2$.
"""

from collections.abc import Callable

from lemmata import Expectation, Margin, Prompt, at_least, lines
from lemmata.numbers import Array, concatenate, moveaxis, sign, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.finite_law import LAWS, UNITS
from theorems.preconditioned_gradient_descent.lemma_6.setting import (
    IDENTITY,
    Optimum,
    Setting,
    isotropic_optimum,
    matrices,
    objective,
    one_step,
    optimum,
    population,
    settings,
    smallest,
    steps,
    symmetric_part,
)

six = PAPER.claim(
    "Lemma 6",
    summary="For isotropic data X_j is a global minimum of the component f_j.",
    at=lines(424, 436),
    kind=Expectation(),
    settings=settings(True),
    prompts=matrices,
    pinned=IDENTITY,
)
OBJECTIVE = r"with $f_j(X)=\mathbf E(\langle C,X\rangle+w_\star[j])^2$ on $X\in\mathbb R^{(d+1)\times(d+1)}$, "


@six.printed(
    LAWS % "I"
    + OBJECTIVE
    + UNITS
    + r"$X_j=-\frac{1}{\frac{n-1}n+(d+2)\frac1n}E_{d+1,j}$ is a global minimum of $f_j$.",
    best=isotropic_optimum,
)
def no_matrix_is_below(s: Setting, prompt: Prompt, best: Optimum) -> Margin:
    """No matrix has a smaller value of the objective."""
    X_j = best(s)[None]
    # Sixteenths keep the competitors away from the minimum itself.
    near = [X_j + (prompt.X + 0.0625) / 4, X_j + (prompt.Y + 0.0625) / 64]
    rows = [prompt.X + 0.0625, prompt.Y / 2 + 0.0625, *near, X_j]
    f = objective(population(s), concatenate(rows, 0))
    return at_least(moveaxis(f[:-1].reshape(4, len(prompt)), 0, 1), f[-1:])


six.mutant("d + 1 for d + 2", best=lambda s: isotropic_optimum(s, 1))
six.mutant("any covariance", settings=settings(isotropic=False))

unique = PAPER.claim(
    "Lemma 6, unique",
    id="lemma-6/unique",
    summary="For isotropic data X_j is the only global minimum of f_j.",
    rank="step",
    at=lines(528, 534),
    kind=Expectation(),
    settings=settings(True),
    prompts=steps,
    pinned=IDENTITY,
    uses=[six],
)
UNIQUE = (
    "%s" + OBJECTIVE + r"the $X_j$ of %s is the unique global minimum of $f_j$: $f_j(X)>f_j(X_j)$ at "
    r"every other $X=X_j+D$."
)
BECAUSE = "C is symmetric: the transpose of X_j, or X_j with any antisymmetric part, does as well."
SYMMETRIC_PART = (
    "%s"
    + OBJECTIVE
    + (
        r"the $X_j$ of %s is a minimum, $f_j(X)\ge f_j(X_j)+%s\|\operatorname{sym}(X-X_j)\|_F^2$ at every X, "
        r"where $\operatorname{sym}(X)=\frac12(X+X^\top)$, so that its symmetric part is unique%s."
    )
)


def rows(values: Array, count: int, prompt: Prompt) -> Array:
    return moveaxis(values.reshape(count, len(prompt)), 0, 1)


@unique.printed(UNIQUE % (LAWS % "I", "Lemma 6"), defect="statement", because=BECAUSE, prompts=one_step)
def strictly_above(s: Setting, prompt: Prompt) -> Margin:
    """Every other matrix has a larger value of the objective."""
    X_j = optimum(s)[None]
    f = objective(population(s), concatenate([X_j + prompt.D, X_j], 0))
    return at_least(sign(f[:-1] - f[-1:]), sign(sum(prompt.D**2, (-2, -1))))


@unique.amended(
    SYMMETRIC_PART % (LAWS % "I", "Lemma 6", r"\frac7{4n}", ""),
    adds="the symmetric part of X alone, and how fast the objective grows",
    kappa=smallest,
    part=symmetric_part,
)
def grows_away_from_the_minimum(
    s: Setting, prompt: Prompt, kappa: Callable[[Setting, Array], Array], part: Callable[[Array], Array]
) -> Margin:
    """The objective grows quadratically away from its minimum."""
    X_j = optimum(s)[None]
    # Any matrix, and one that is X_j up to a small symmetric part: the bound is near there.
    mostly_antisymmetric = prompt.Y - prompt.Y.mT + (symmetric_part(prompt.Y) + 0.0625) / 8
    X = X_j + concatenate([prompt.D + 0.0625, mostly_antisymmetric], 0)
    f = objective(population(s), concatenate([X, X_j], 0))
    gap = part(X - X_j)
    bound = f[-1:] + sum(gap * gap, (-2, -1)) * kappa(s, f)
    return at_least(rows(f[:-1], 2, prompt), rows(bound, 2, prompt))


unique.mutant("for the whole matrix", part=lambda X: X)
unique.mutant("a fifth steeper", kappa=lambda s, like: smallest(s, like) * 6 / 5)
