r"""The final bound on the eigenvalues, against real deflation.

The last but one display of section 4 bounds $b_{\eta+1}=|\lambda_{\eta+1}-\hat\lambda_{\eta+1}|$; brackets lost
in the text are restored. It does not follow from the recursion (suffix ``final-b-step``), but in real
deflation it holds as printed, also where $\lambda_{k+1}$ is near $\lambda_k$: an iterate between $v_k$ and
$v_{k+1}$ has an eigenvalue estimate between two numbers that are near each other, so that the gap below
$\lambda_k$ matters for the vectors only.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import stack
from theorems.pca import PAPER
from theorems.pca.error_bounds import NEAR, any_gap
from theorems.pca.error_recursion import numbers
from theorems.pca.instances_deflation import Setting, gap, prompts, root
from theorems.pca.instances_error_recursion import errors

bound = PAPER.claim(
    "final bounds",
    slug="error-recursion",
    suffix="final-b",
    kind="forall",
    settings=any_gap,
    prompts=prompts,
    uses=[numbers],
    examples=[NEAR],
)


@bound.printed(
    r"For $\eta\in[k-1]$: $b_{\eta+1}\le\frac{2\lambda_\eta\lambda_1\sqrt{2\epsilon_0}}\Delta\left(2+\frac{1}"
    r"{\frac{5\lambda_1}\Delta-1}\right)\prod_{i=1}^\eta\frac{5\lambda_{i+1}}\Delta+\lambda_{\eta+1}"
    r"\sqrt{2\epsilon_0}$, $\Delta=\min_{1\le i<j\le k}|\lambda_i-\lambda_j|$.",
    share=1,
    earlier=1,
)
def eigenvalues_are_near(s: Setting, prompt: Prompt, share: int, earlier: int) -> Margin:
    """The estimate of each eigenvalue is within the final bound."""
    found, value = errors(s, prompt).b, s.eigenvalues
    error, delta = root(s, found), gap(s, s.k)
    right, product = [], (1 / (value[:1] * 5 / delta - 1) + 2) * error * value[:1]
    for eta in range(1, s.k):
        product = product * value[eta : eta + 1] * 5 / delta
        first = value[eta - 1 : eta] * 2 / delta * product * earlier
        right.append((first + value[eta : eta + 1] * error)[0] / share)
    return at_most(found[:, 1:], stack(right, -1))


bound.mutant("a 4096th", share=4096)
bound.mutant("a 64th of the own error alone", share=64, earlier=0)
