r"""From the last display of the proof to the second bound of Theorem 7.

The bound on all eigenvectors together sums $\|v_{\eta+1}-\mathbf v_{\eta+1}\|^2$ over $\eta\in[k-1]$ and
forgets $\|v_1-\mathbf v_1\|^2\le2\epsilon_0$: at $k=1$ nothing is left on its right side. With the term
$\eta=0$ it follows from the first bound (:mod:`theorems.pca.theorem_7_follows`, with $C=\frac94\sqrt2$).
Squared, without the common factor $2\epsilon_0$; $q_i=5\lambda_i/\Delta$.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import sum
from theorems.pca import PAPER
from theorems.pca.instances_theorem_7_follows import Constant, Setting, common, products

whole = PAPER.claim("Theorem 7", suffix="follows-as-a-whole", **common)


@whole.printed(
    r"$1+\frac{\lambda_1^2}{\Delta^2}\sum_{\eta=1}^{k-1}\frac{81}{16}\prod_{i=1}^\eta q_{i+1}^2\le C^2"
    r"\frac{\lambda_1^2}{\Delta^2}\sum_{\eta=1}^{k-1}\prod_{i=1}^\eta q_{i+1}^2$.",
    expect="refuted",
    defect="proof-step",
    because="The error of v_1 is missing on the right: at k = 1 it says 1 <= 0 for every C.",
    start=1,
    constant=lambda s: s.C,
)
@whole.amended(
    r"$1+\frac{\lambda_1^2}{\Delta^2}\sum_{\eta=1}^{k-1}\frac{81}{16}\prod_{i=1}^\eta q_{i+1}^2\le\frac{81}{16}"
    r"\frac{\lambda_1^2}{\Delta^2}\sum_{\eta=0}^{k-1}\prod_{i=1}^\eta q_{i+1}^2$.",
    start=0,
    constant=lambda s: s.gaps[0] * 0 + 9 / 4,
)
def whole_bound_follows(s: Setting, prompt: Prompt, start: int, constant: Constant) -> Margin:
    """The second bound of Theorem 7, squared, is at least the sum of what the proof ends in."""
    squares, zero = [p * p for p in products(s)], sum(prompt.u, -1) * 0
    left = right = zero
    for eta in range(1, s.k):
        left = left + squares[eta] * 81 / 16
    for eta in range(start, s.k):
        right = right + squares[eta] * constant(s) ** 2
    first = s.quotients[0] ** 2
    return at_most(left * first + 1, right * first)


whole.mutant("2 for 9/4", constant=lambda s: s.gaps[0] * 0 + 2)
whole.mutant("without v_1", start=1)
