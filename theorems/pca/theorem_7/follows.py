r"""From the last display of the proof to Theorem 7: "the rest of the result directly follows".

The proof ends (brackets restored) in $\frac{\lambda_1\sqrt{2\epsilon_0}}\Delta\left[\left(2+\frac1{q_1-1}
\right)\prod_{i=1}^\eta q_{i+1}-\frac1{q_1-1}\right]$ with $q_i=5\lambda_i/\Delta$. Theorem 7 has
$\frac{C\lambda_1\sqrt{\epsilon_0}}\Delta\prod_{i=1}^kq_{i+1}$ instead. Its last factor holds $\lambda_{k+1}$,
and vanishes for every matrix of rank k: no C makes up for that (nor where $\lambda_{k+1}$ is merely
small). With the product up to $\eta$, $C=\frac94\sqrt2$ does. The common factor
$\lambda_1\sqrt{2\epsilon_0}/\Delta$ is left out.

Part ``as-a-whole``: the bound on all eigenvectors together sums $\|v_{\eta+1}-\mathbf v_{\eta+1}\|^2$ over
$\eta\in[k-1]$ and forgets $\|v_1-\mathbf v_1\|^2\le2\epsilon_0$: at $k=1$ nothing is left on its right side.
With the term $\eta=0$ it follows from the first bound with $C=\frac94\sqrt2$. Squared, without the common
factor $2\epsilon_0$.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate

import torch
from torch import Tensor

from lemmata import Margin, Prompt, at_most, box, dims, dyadics, lines, reals, scales, space
from lemmata.numbers import Array, broadcast_to, minimum, stack
from theorems.pca import PAPER
from theorems.pca.finishing_up.final_bounds import eigenvectors


@dataclass(frozen=True)
class Setting:
    k: int
    after: float  # lambda_{k+1}
    gaps: Tensor  # (k,): lambda_k - lambda_{k+1}, ..., lambda_1 - lambda_2
    C: float

    @property
    def quotients(self) -> list[Array]:
        """``lambda_i / Delta`` for i = 1, ..., k + 1; at k = 1 Delta is lambda_1 - lambda_2."""
        # At k = 1 the minimum is over nothing; the one gap that there is stands for it.
        delta = reduce(minimum, self.gaps[1:], self.gaps[self.k - 1])
        eigenvalues = accumulate(self.gaps, initial=self.after)
        return [value / delta for value in reversed(list(eigenvalues))]


settings = space(
    Setting, k=dims(1, 3), after=dyadics(0, 1), gaps=lambda s: box(s.k, low=0.125, high=4), C=scales(-2, 12)
)
TWO = Setting(2, 0.0, torch.tensor([1.0, 1.0]).double(), 4096.0)


def products(s: Setting) -> list[Array]:
    """``prod_(i <= eta) 5 lambda_(i+1) / Delta`` for eta = 0, ..., k."""
    return list(accumulate(s.quotients[1:], lambda product, q: product * q * 5, initial=1))


one = PAPER.claim(
    "Theorem 7",
    id="theorem-7/follows",
    rank="step",
    origin="read",
    at=lines(544, 546),
    settings=settings,
    prompts=space(u=reals(1)),
    uses=[eigenvectors],
    examples=[TWO],
)
whole = PAPER.claim(
    "Theorem 7",
    id="theorem-7/follows/as-a-whole",
    rank="step",
    origin="read",
    at=lines(544, 546),
    settings=settings,
    prompts=space(u=reals(1)),
    uses=[eigenvectors],
    examples=[TWO],
)
Constant = Callable[[Setting], float]


@one.printed(
    r"With $q_i=5\lambda_i/\Delta$, for $\eta\in[k-1]$: $\left(2+\frac1{q_1-1}\right)\prod_{i=1}^\eta "
    r"q_{i+1}-\frac1{q_1-1}\le C\prod_{i=1}^k"
    r"q_{i+1}$.",
    defect="proof-step",
    because="The last factor is 5 lambda_(k+1) / Delta, which is 0 for every matrix of rank k: no C helps.",
    last=lambda s, eta: s.k,
    constant=lambda s: s.C,
)
@one.amended(
    r"With $q_i=5\lambda_i/\Delta$, for $\eta\in[k-1]$: $\left(2+\frac1{q_1-1}\right)\prod_{i=1}^\eta "
    r"q_{i+1}-\frac1{q_1-1}\le\frac94"
    r"\prod_{i=1}^\eta q_{i+1}$.",
    adds="the product up to eta in the place of k; C = 9/4",
    last=lambda s, eta: eta,
    constant=lambda s: 9 / 4,
)
def bound_follows(
    s: Setting, prompt: Prompt, last: Callable[[Setting, int], int], constant: Constant
) -> Margin:
    """The first bound of Theorem 7 is at least what the proof ends in."""
    p = products(s)
    offset = 1 / (s.quotients[0] * 5 - 1)
    left = [(offset + 2) * p[eta] - offset for eta in range(1, s.k)]
    bounds = [constant(s) * p[last(s, eta)] for eta in range(1, s.k)]
    # For k = 1 nothing is claimed. The prompt is none of the statement's: any number of it is alike.
    right = broadcast_to(stack([0, *bounds], 0)[None], (len(prompt), s.k))
    return at_most(stack([0, *left], 0), right).given(s.k - 2)


@whole.printed(
    r"With $q_i=5\lambda_i/\Delta$: "
    r"$1+\frac{\lambda_1^2}{\Delta^2}\sum_{\eta=1}^{k-1}\frac{81}{16}\prod_{i=1}^\eta q_{i+1}^2\le C^2"
    r"\frac{\lambda_1^2}{\Delta^2}\sum_{\eta=1}^{k-1}\prod_{i=1}^\eta q_{i+1}^2$.",
    defect="proof-step",
    because="The error of v_1 is missing on the right: at k = 1 it says 1 <= 0 for every C.",
    start=1,
    constant=lambda s: s.C,
)
@whole.amended(
    r"With $q_i=5\lambda_i/\Delta$: "
    r"$1+\frac{\lambda_1^2}{\Delta^2}\sum_{\eta=1}^{k-1}\frac{81}{16}\prod_{i=1}^\eta q_{i+1}^2\le\frac{81}{16}"
    r"\frac{\lambda_1^2}{\Delta^2}\sum_{\eta=0}^{k-1}\prod_{i=1}^\eta q_{i+1}^2$.",
    adds="the term eta = 0 of v_1; C = 9/4",
    start=0,
    constant=lambda s: 9 / 4,
)
def whole_bound_follows(s: Setting, start: int, constant: Constant) -> Margin:
    """The second bound of Theorem 7, squared, is at least the sum of what the proof ends in."""
    squares, first = [p * p for p in products(s)], s.quotients[0] ** 2
    left, right = sum(squares[1 : s.k]) * 81 / 16, sum(squares[start : s.k]) * constant(s) ** 2
    return at_most(left * first + 1, right * first)


one.mutant("2 for 9/4", constant=lambda s: 2)
one.mutant("one factor more", last=lambda s, eta: eta + 1)
whole.mutant("2 for 9/4", constant=lambda s: 2)
whole.mutant("without v_1", start=1)
