r"""From the recursion of the sums to a product.

Continues :mod:`theorems.pca.error_algebra`: $x_{\eta+1}\le q_{\eta+1}x_\eta+s$ with $x=A+B$,
$q_i=5\lambda_i/\Delta$, $s=\lambda_1\sqrt{2\epsilon_0}$ becomes a product for $x+c$ with an offset
$c\ge s/(q-1)$ for every factor q that occurs. The slides take the *largest* one, $5\lambda_1/\Delta$, which
fails from $\eta=1$ on. With that of $\lambda_k$ it holds. Brackets lost in the text are restored.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import stack
from theorems.pca import PAPER
from theorems.pca.instances_error_algebra import (
    DELTA,
    Setting,
    common,
    offset,
    only_b,
    steep,
    sums,
)

product = PAPER.claim("Finishing up", slug="error-recursion", suffix="product", **common)


@product.printed(
    r"$A_{\eta+1}+B_{\eta+1}+c\le(A_1+b_1+c)\prod_{i=1}^\eta\frac{5\lambda_{i+1}}\Delta$, "
    r"$c=\frac{\lambda_1\sqrt{2\epsilon_0}}{5\lambda_1/\Delta-1}$.",
    expect="refuted",
    defect="proof-step",
    because="The offset that turns x -> q x + s into a product is s / (q - 1) for the smallest q, that of "
    "lambda_k; that of lambda_1 is too small.",
    complete=False,
    which=lambda s: 1,
)
@product.amended(
    r"$A_{\eta+1}+B_{\eta+1}+c\le(A_1+b_1+c)\prod_{i=1}^\eta\frac{5\lambda_{i+1}}\Delta$, "
    r"$c=\frac{\lambda_1\sqrt{2\epsilon_0}}{5\lambda_k/\Delta-1}$, with " + DELTA + ".",
    complete=True,
    which=lambda s: s.k,
)
def sums_are_products(
    s: Setting, prompt: Prompt, complete: bool, which: Callable[[Setting], int]
) -> Margin:
    """The errors of the first components are bounded by a product."""
    found, c = sums(s, prompt, complete), offset(s, complete, which(s))
    right, bounds = found[0] + c, []
    for eta in range(1, s.k):
        right = right * s.eigenvalue(eta + 1) * 5 / s.delta(complete)
        bounds.append(right - c)
    return at_most(stack(found[1:], -1), stack(bounds, -1))


product.mutant("the gap of the first k", settings=steep, complete=False)


product.mutant("the offset of the largest factor", prompts=only_b, which=lambda s: 1)
