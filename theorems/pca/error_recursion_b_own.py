r"""The recursion of the eigenvalues' errors, with the component's own error at its end.

The display ends in "$\sum_{i=1}^\eta2\lambda_ia_i+\lambda_ia_i$", where the last i belongs to no sum. Under
``error-recursion-b`` it is read as part of the sum. Read as $\lambda_{\eta+1}a_{\eta+1}$, as the line that
follows suggests, it holds in real deflation, without a relative gap and for any number of iterations:
$|\lambda-\|Ap\||\le\|Ap-\lambda v\|$ and $\|A_{\eta+1}-A^*_{\eta+1}\|\le\sum_i(b_i+\lambda_ia_i)$ leave room.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, at_most, box, choices, dims, space
from lemmata.numbers import stack
from theorems.pca import PAPER
from theorems.pca.instances_deflation import Setting, gap, prompts
from theorems.pca.instances_error_recursion import errors, sums

own = PAPER.claim(
    "recursion",
    slug="error-recursion",
    suffix="b-own",
    kind="forall",
    settings=space(
        Setting,
        k=dims(2, 3),
        eps=choices(0.5, 0.25),
        delta=choices(0.25),
        ratios=lambda s: box(s.k, low=0.0625, high=1 - 2**-6),
    ),
    prompts=prompts,
)


@own.printed(
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta\max_{i\in[\eta]}b_i+\sum_{i=1}^\eta2\lambda_ia_i+"
    r"\lambda_{\eta+1}a_{\eta+1}$.",
    share=1,
    last=1,
)
def next_eigenvalue(s: Setting, prompt: Prompt, share: int, last: int) -> Margin:
    """The error of the next eigenvalue is bounded by earlier errors and that of its own vector."""
    found, value, right = errors(s, prompt), s.eigenvalues, []
    for eta in range(1, s.k):
        largest, weighted = sums(s, found, eta)
        total = value[eta] * 2 / gap(s, s.k) * largest + weighted
        right.append((total + value[eta] * found.a[:, eta] * last) / share)
    return at_most(found.b[:, 1:], stack(right, -1))


own.mutant("without its own error", share=1, last=0)
own.mutant("a sixteenth", share=16, last=1)
