r"""Lemma 7: the minimiser of $f_j(X)=\mathbf E[\langle C,X\rangle+w_\star[j]]^2$ for data $N(0,\Lambda)$.

The checks are those of Lemma 6, ``unique`` too: the minimum is not unique.
"""

from lemmata import Expectation, lines
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.finite_law import DIAGONAL, UNITS
from theorems.preconditioned_gradient_descent.lemma_6 import (
    BECAUSE,
    OBJECTIVE,
    SYMMETRIC_PART,
    UNIQUE,
    grows_away_from_the_minimum,
    no_matrix_is_below,
    strictly_above,
)
from theorems.preconditioned_gradient_descent.lemma_6.setting import (
    matrices,
    one_step,
    optimum,
    settings,
    smallest,
    steps,
    symmetric_part,
)

NONZERO = r"for $\Lambda\ne0$, "
seven = PAPER.claim(
    "Lemma 7",
    summary="For a diagonal covariance X_j is a global minimum of the component f_j.",
    at=lines(560, 572),
    kind=Expectation(),
    settings=settings(False),
    prompts=matrices,
)
seven.printed(
    DIAGONAL
    + OBJECTIVE
    + UNITS
    + NONZERO
    + r"$X_j=-\frac{1}{\frac{n+1}n\lambda_j+\frac1n\sum_k\lambda_k}E_{d+1,j}$ is a global minimum of $f_j$.",
    best=optimum,
)(no_matrix_is_below)
seven.mutant("n in place of n + 1", best=lambda s: optimum(s, 0))
seven.mutant(
    "the trace is left out",
    why="Without the trace the formula divides by zero at a singular covariance.",
    settings=settings(isotropic=False, least=0.125),  # else it divides by zero
    best=lambda s: optimum(s, 1, 0),
)

unique = PAPER.claim(
    "Lemma 7, unique",
    id="lemma-7/unique",
    summary="For a diagonal covariance X_j is the only global minimum of f_j.",
    rank="step",
    at=lines(630, 636),
    kind=Expectation(),
    settings=settings(False),
    prompts=steps,
    uses=[seven],
)
unique.printed(UNIQUE % (DIAGONAL + NONZERO, "Lemma 7"), defect="statement", because=BECAUSE, prompts=one_step)(
    strictly_above
)
unique.amended(
    SYMMETRIC_PART
    % (DIAGONAL + NONZERO, "Lemma 7", r"\frac7{4n}\min_i\lambda_i^2", r" where no $\lambda_i$ is 0"),
    adds="the symmetric part of X alone, and how fast the objective grows",
    kappa=smallest,
    part=symmetric_part,
)(grows_away_from_the_minimum)
unique.mutant("for the whole matrix", part=lambda X: X)
unique.mutant("a fifth steeper", kappa=lambda s, like: smallest(s, like) * 6 / 5)
