r"""In the proofs of Lemmas 6 and 7: $f_j$ is convex, and its gradient vanishes at $X_j$.

As in the file of the lemmas, with data $N(0,\Lambda)$; Lemma 6 is the case $\Lambda=I$. The gradient is
compared with central differences, which are exact for a quadratic function.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_least, equal
from lemmata.numbers import Array, concatenate, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_lemma_6 import (
    Optimum,
    Setting,
    inner,
    matrices,
    objective,
    optimum,
    population,
    settings,
)
from theorems.preconditioned_gradient_descent.lemma_6 import seven

gradient, convex = (
    PAPER.claim(
        f"Lemma 7, {part}",
        slug=f"lemma-7-{part}",
        kind="expectation",
        settings=settings(isotropic=False),
        prompts=matrices,
        uses=[seven],
    )
    for part in ("gradient", "convex")
)
GRADIENT = r"$\nabla f_j(X_0)=2\mathbf E[\langle C,X_0\rangle C]+2\mathbf E[w_\star[j]C]$"


@gradient.printed(rf"{GRADIENT}, and it vanishes at $X_j$.", best=optimum, factor=2)
def displayed_gradient(s: Setting, prompt: Prompt, best: Optimum, factor: int) -> Margin:
    """The displayed gradient is that of the objective, and vanishes at the minimum."""
    m, X_j, X, Y = population(s), best(s)[None], prompt.X, prompt.Y
    rows = concatenate([X + Y, X - Y, X_j + Y, X_j - Y], 0)
    f = objective(m, rows).reshape(4, len(prompt))
    terms = inner(m.C, X[:, None]) * factor + m.w_j * 2
    slope = m.mean(terms * inner(m.C, Y[:, None]))
    return equal(stack([f[0] - f[1], f[2]], 1), stack([slope * 2, f[3]], 1))


@convex.printed(
    r"$f_j$ is convex in X: $f_j(\frac{X+Y}2)\le\frac{f_j(X)+f_j(Y)}2$.", middle=lambda X, Y: X + Y
)
def is_convex(s: Setting, prompt: Prompt, middle: Callable[[Array, Array], Array]) -> Margin:
    """The objective is convex."""
    X, Y = prompt.X, prompt.Y
    Y = Y + 0.0625  # keeps the two apart
    f = objective(population(s), concatenate([X, Y, middle(X, Y) / 2], 0)).reshape(3, len(prompt))
    return at_least((f[0] + f[1]) / 2, f[2])


gradient.mutant("without the factor 2", best=optimum, factor=1)
gradient.mutant("n in place of n + 1", best=lambda s: optimum(s, 0))
gradient.mutant(
    "the trace is left out",
    settings=settings(isotropic=False, least=0.125),  # else it divides by zero
    best=lambda s: optimum(s, 1, 0),
)
convex.mutant("concave", middle=lambda X, Y: X * 3 - Y)
convex.mutant("at the reflected point", middle=lambda X, Y: X * 4 - Y * 2)
