r"""From the last display of the proof to Theorem 7: "the rest of the result directly follows".

The proof ends (brackets restored) in $\frac{\lambda_1\sqrt{2\epsilon_0}}\Delta\left[\left(2+\frac1{q_1-1}
\right)\prod_{i=1}^\eta q_{i+1}-\frac1{q_1-1}\right]$ with $q_i=5\lambda_i/\Delta$. Theorem 7 has
$\frac{C\lambda_1\sqrt{\epsilon_0}}\Delta\prod_{i=1}^kq_{i+1}$ instead. Its last factor holds $\lambda_{k+1}$,
and vanishes for every matrix of rank k: no C makes up for that (nor where $\lambda_{k+1}$ is merely
small). With the product up to $\eta$, $C=\frac94\sqrt2$ does. The common factor
$\lambda_1\sqrt{2\epsilon_0}/\Delta$ is left out.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import stack, sum
from theorems.pca import PAPER
from theorems.pca.instances_theorem_7_follows import Constant, Setting, common, products

one = PAPER.claim("Theorem 7", suffix="follows", **common)


@one.printed(
    r"For $\eta\in[k-1]$: $\left(2+\frac1{q_1-1}\right)\prod_{i=1}^\eta q_{i+1}-\frac1{q_1-1}\le C\prod_{i=1}^k"
    r"q_{i+1}$.",
    expect="refuted",
    defect="proof-step",
    because="The last factor is 5 lambda_(k+1) / Delta, which is 0 for every matrix of rank k: no C helps.",
    last=lambda s, eta: s.k,
    constant=lambda s: s.C,
)
@one.amended(
    r"For $\eta\in[k-1]$: $\left(2+\frac1{q_1-1}\right)\prod_{i=1}^\eta q_{i+1}-\frac1{q_1-1}\le\frac94"
    r"\prod_{i=1}^\eta q_{i+1}$.",
    last=lambda s, eta: eta,
    constant=lambda s: s.gaps[0] * 0 + 9 / 4,
)
def bound_follows(
    s: Setting, prompt: Prompt, last: Callable[[Setting, int], int], constant: Constant
) -> Margin:
    """The first bound of Theorem 7 is at least what the proof ends in."""
    found, zero = products(s), sum(prompt.u, -1) * 0
    offset = 1 / (s.quotients[0] * 5 - 1)
    left = [(offset + 2) * found[eta] - offset + zero for eta in range(1, s.k)]
    right = [constant(s) * found[last(s, eta)] + zero for eta in range(1, s.k)]
    # For k = 1 nothing is claimed.
    return at_most(stack([zero, *left], -1), stack([zero, *right], -1)).given(zero + s.k * 2 - 3)


one.mutant("2 for 9/4", constant=lambda s: s.gaps[0] * 0 + 2)
one.mutant("one factor more", last=lambda s, eta: eta + 1)
