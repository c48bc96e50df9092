r"""The final bounds as consequences of the recursion, and that on the eigenvalues in real deflation.

Section 4 of the slides ends in a bound on $a_{\eta+1}$ and one on $b_{\eta+1}$ for $\eta\in[k-1]$. Suffixes
``final-a-step``, ``final-b-step``: for all sequences that satisfy the recursion (with $a_1\le\sqrt{2
\epsilon_0}$, $b_1\le\lambda_1\sqrt{2\epsilon_0}$). The last factor $5\lambda_{\eta+1}/\Delta$ is smaller
than 1 where $\lambda_k$ is much smaller than the gap above it; then neither bound follows, and that on
$a$ is even negative. With $\lambda_k-\lambda_{k+1}$ in $\Delta$, 3 for 2 and the offset of $\lambda_k$ both
follow. Brackets lost in the text are restored. (In real deflation: the bare id and ``final-b``.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import stack
from theorems.pca import PAPER
from theorems.pca.instances_error_algebra import DELTA, Setting, common, offset, steep
from theorems.pca.instances_error_recursion_sequences import products, sequences

vectors, numbers = (
    PAPER.claim("Finishing up", slug="error-recursion", suffix=suffix, **common)
    for suffix in ("final-a-step", "final-b-step")
)
BECAUSE = (
    "The last factor 5 lambda_(eta+1) / Delta is below 1 where lambda_k is much smaller than the gap above "
    "it, and Delta does not have the gap below it."
)
PRODUCT = (
    r"\lambda_1\sqrt{2\epsilon_0}\left(%d+\frac1{\frac{5\lambda_%s}\Delta-1}\right)\prod_{i=1}^\eta"
    r"\frac{5\lambda_{i+1}}\Delta"
)
AMENDED: dict[str, Any] = {"complete": True, "which": lambda s: s.k, "twice": 3, "share": 1}
PRINTED: dict[str, Any] = {"complete": False, "which": lambda s: 1, "twice": 2, "share": 1}
Which = Callable[[Setting], int]


@vectors.printed(
    r"$a_{\eta+1}\le\frac1\Delta\left["
    + PRODUCT % (2, "1")
    + r"-\frac{\lambda_1\sqrt{2\epsilon_0}}{\frac{5\lambda_1}"
    r"\Delta-1}\right]$ by the recursion.",
    expect="refuted",
    defect="proof-step",
    because=BECAUSE,
    **PRINTED,
)
@vectors.amended(
    r"$a_{\eta+1}\le\frac1\Delta\left["
    + PRODUCT % (3, "k")
    + r"-\frac{\lambda_1\sqrt{2\epsilon_0}}{\frac{5\lambda_k}"
    r"\Delta-1}\right]$ by the recursion, with " + DELTA + ".",
    **AMENDED,
)
def vectors_follow(
    s: Setting, prompt: Prompt, complete: bool, which: Which, twice: int, share: int
) -> Margin:
    """The recursion implies the final bound on the eigenvectors."""
    found, c = sequences(s, prompt, complete), offset(s, complete, which(s))
    right = [(p - c) / s.delta(complete) for p in products(s, complete, which(s), twice, share)]
    left = stack(found.a[1:], -1)
    return at_most(left, left * 0 + stack(right, -1))


@numbers.printed(
    r"$b_{\eta+1}\le\frac{2\lambda_\eta}\Delta\,"
    + PRODUCT % (2, "1")
    + r"+\lambda_{\eta+1}\sqrt{2\epsilon_0}$ by the "
    "recursion.",
    expect="refuted",
    defect="proof-step",
    because=BECAUSE,
    **PRINTED,
)
@numbers.amended(
    r"$b_{\eta+1}\le\frac{2\lambda_\eta}\Delta\,"
    + PRODUCT % (3, "k")
    + r"+\lambda_{\eta+1}\sqrt{2\epsilon_0}$ by the "
    "recursion, with " + DELTA + ".",
    **AMENDED,
)
def numbers_follow(
    s: Setting, prompt: Prompt, complete: bool, which: Which, twice: int, share: int
) -> Margin:
    """The recursion implies the final bound on the eigenvalues."""
    left = stack(sequences(s, prompt, complete).b[1:], -1)
    right = [
        p * s.eigenvalue(eta) * 2 / s.delta(complete) + s.eigenvalue(eta + 1) * s.error
        for eta, p in enumerate(products(s, complete, which(s), twice, share), 1)
    ]
    return at_most(left, left * 0 + stack(right, -1))


for claim in (vectors, numbers):
    claim.mutant("the gap of the first k", settings=steep, **PRINTED)
    claim.mutant("a 32nd of the product", **{**AMENDED, "share": 32})
