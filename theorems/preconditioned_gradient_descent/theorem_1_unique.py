r"""Section 1: "a complete characterization of the unique global optimum of a single-layer transformer".

It is not unique: Theorem 1 itself has the rescalings $(\gamma b,\gamma^{-1}A)$, at exactly the same loss.
The charitable reading, unique up to rescaling (suffix ``rescaled``), is true from $d=2$ on; for $d=1$ there
is a second curve of minima, $b=(\gamma,0)$ with the number of A in its second row. What is unique for
every d are the symmetric parts of $ba_j^\top$, j = 1, ..., d: in the eigenbasis,
$f(b,A)\ge f_\star+\frac{\lambda_{\min}^2}n\sum_j\lambda_j\|\operatorname{sym}(ba_j^\top-X_j)\|_F^2$.
"""

from __future__ import annotations

from baselines.gaussian_moments import in_context_loss
from lemmata import Margin, Prompt, at_least
from lemmata.numbers import Array, concatenate, diag_embed, sign
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_unique import (
    Bound,
    Setting,
    competitors,
    itself,
    optimum,
    products,
    settings,
    swapped,
    whole_products,
)
from theorems.preconditioned_gradient_descent.theorem_1 import minimum

claim, rescaled = (
    PAPER.claim(
        "Section 1, unique global optimum" + (f", {part}" if part else ""),
        slug="theorem-1-unique" + (f"-{part}" if part else ""),
        kind="expectation",
        settings=settings(),
        prompts=competitors,
        uses=[minimum],
    )
    for part in ("", "rescaled")
)


def excess(s: Setting, prompt: Prompt, offset: float) -> tuple[Array, Array, Array]:
    """Competitors (any, a rescaling of (8), one of its exchange) and how far their loss is above f_*."""
    b, A = optimum(s, prompt.b)
    gamma = prompt.gamma[:, None]
    other = swapped(s, b, A)
    all_b = concatenate([prompt.b, b * gamma, other[0] * gamma], 0)
    all_A = concatenate(
        [prompt.A, A / gamma[..., None], other[1] / gamma[..., None]], 0
    )  # fmt: skip
    all_A = all_A + offset
    f = in_context_loss(
        concatenate([all_b, b[None]], 0),
        concatenate([all_A, A[None]], 0),
        diag_embed(s.spectrum),
        s.n,
    )
    return all_b, all_A, f[:-1] - f[-1:]


def rows(values: Array, prompt: Prompt) -> Array:
    return values.reshape(3, len(prompt)).mT


@claim.printed(
    r"(8) is the unique global optimum: $f(b,A)>f_\star$ at every other $(b,A)$.",
    expect="refuted",
    defect="statement",
    because="Theorem 1 has a whole curve of minima, the rescalings.",
    apart=itself,
    steps=1,
)
@rescaled.printed(
    r"(8) is unique up to rescaling: $f(b,A)>f_\star$ wherever some $ba_j^\top\ne X_j$.",
    expect="refuted",
    defect="statement",
    because="For d = 1 the roles of x and y can be exchanged: b = (1, 0), A = (0, a).",
    apart=whole_products,
    steps=1,
)
@rescaled.amended(
    r"For $d\ge2$, (8) is unique up to rescaling: $f(b,A)>f_\star$ wherever some $ba_j^\top\ne X_j$.",
    apart=whole_products,
    steps=1,
    settings=settings(d=2),
)
def strictly_above(s: Setting, prompt: Prompt, apart: Bound, steps: int) -> Margin:
    """Every other point has a larger loss."""
    b, A, above = excess(s, prompt, 0.0)
    return at_least(rows(sign(above), prompt), rows(sign(apart(s, b, A)), prompt) * steps)


@claim.amended(
    r"The symmetric parts of $ba_j^\top$ are unique: $f(b,A)\ge f_\star+\frac{\lambda_{\min}^2}n"
    r"\sum_j\lambda_j\|\operatorname{sym}(ba_j^\top-X_j)\|_F^2$.",
    bound=products,
)
def grows_away_from_the_optimum(s: Setting, prompt: Prompt, bound: Bound) -> Margin:
    """The loss grows away from its global optimum."""
    # A sixteenth keeps the competitors away from the minima themselves.
    b, A, above = excess(s, prompt, 0.0625)
    return at_least(rows(above, prompt), rows(bound(s, b, A), prompt))


claim.mutant("the products themselves", bound=lambda s, b, A: products(s, b, A, symmetric=False))
claim.mutant("sixteen times steeper", bound=lambda s, b, A: products(s, b, A) * 16 * s.n)
rescaled.mutant("without the rescalings", apart=itself)
rescaled.mutant("half of the products", apart=lambda s, b, A: whole_products(s, b, A, 2))
rescaled.mutant("a loss larger by the sign of 2", steps=2)
