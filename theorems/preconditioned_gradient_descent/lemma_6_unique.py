r"""After Lemmas 6 and 7: "the unique global minimum of $f_j$". It is not unique.

C is symmetric, so that $f_j(X)=\mathbf E[\langle C,X\rangle+w_\star[j]]^2$ sees the symmetric part of X alone:
$X_j^\top$ is a second minimum, and so is $X_j$ with any antisymmetric part. Symmetric parts are unique:
$f_j(X)\ge f_j(X_j)+\frac{\lambda_{\min}^2}n\|\operatorname{sym}(X-X_j)\|_F^2$.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata import Claim, Margin, Prompt, at_least
from lemmata.numbers import Array, concatenate, moveaxis, sign, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_lemma_6 import (
    Setting,
    matrices,
    objective,
    optimum,
    population,
    settings,
    smallest,
    symmetric_part,
)
from theorems.preconditioned_gradient_descent.lemma_6 import seven, six

Kappa = Callable[[Setting, Array], Array]
Part = Callable[[Array], Array]


def after(lemma: Claim) -> Claim:
    return PAPER.claim(
        f"{lemma.label}, unique",
        slug=f"{lemma.label.lower().replace(' ', '-')}-unique",
        kind="expectation",
        settings=settings(isotropic=lemma is six),
        prompts=matrices,
        uses=[lemma],
    )


six_unique, seven_unique = after(six), after(seven)
AMENDED = (
    r"Only the symmetric part of the minimum is unique: "
    r"$f_j(X)\ge f_j(X_j)+\frac{\lambda_{\min}^2}n\|\operatorname{sym}(X-X_j)\|_F^2$."
)
REFUTED: dict[str, Any] = {
    "expect": "refuted",
    "defect": "statement",
    "because": "C is symmetric: the transpose of X_j, or X_j with any antisymmetric part, does as well.",
}


def rows(values: Array, count: int, prompt: Prompt) -> Array:
    return moveaxis(values.reshape(count, len(prompt)), 0, 1)


@six_unique.printed(
    r"$X_j$ is the unique global minimum of $f_j$: $f_j(X)>f_j(X_j)$ at every other X.", **REFUTED
)
@seven_unique.printed(
    r"$X_j$ is the unique global minimum of $f_j$: $f_j(X)>f_j(X_j)$ at every other X.", **REFUTED
)
def strictly_above(s: Setting, prompt: Prompt) -> Margin:
    """Every other matrix has a larger value of the objective."""
    X_j = optimum(s)[None]
    X = concatenate([prompt.X, X_j.mT + prompt.X * 0], 0)
    f = objective(population(s), concatenate([X, X_j], 0))
    apart = sum((X - X_j) ** 2, (-2, -1))
    return at_least(rows(sign(f[:-1] - f[-1:]), 2, prompt), rows(sign(apart), 2, prompt))


@six_unique.amended(AMENDED, kappa=smallest, part=symmetric_part)
@seven_unique.amended(AMENDED, kappa=smallest, part=symmetric_part)
def grows_away_from_the_minimum(s: Setting, prompt: Prompt, kappa: Kappa, part: Part) -> Margin:
    """The objective grows quadratically away from its minimum."""
    X_j = optimum(s)[None]
    far = prompt.Y - prompt.Y.mT + (symmetric_part(prompt.Y) + 0.0625) / 8
    X = concatenate([prompt.X + 0.0625, X_j + far], 0)
    f = objective(population(s), concatenate([X, X_j], 0))
    far = part(X - X_j)
    bound = f[-1:] + sum(far * far, (-2, -1)) * kappa(s, f)
    return at_least(rows(f[:-1], 2, prompt), rows(bound, 2, prompt))


for claim in (six_unique, seven_unique):
    claim.mutant("for the whole matrix", part=lambda X: X)
    claim.mutant("eight times steeper", kappa=lambda s, like: smallest(s, like) * 8 * s.n**2)
