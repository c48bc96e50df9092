r"""From the last display of the proof to Theorem 7: "the rest of the result directly follows".

The proof ends (brackets restored) in $\frac{\lambda_1\sqrt{2\epsilon_0}}\Delta\left[\left(2+\frac1{q_1-1}
\right)\prod_{i=1}^\eta q_{i+1}-\frac1{q_1-1}\right]$ with $q_i=5\lambda_i/\Delta$. Theorem 7 has
$\frac{C\lambda_1\sqrt{\epsilon_0}}\Delta\prod_{i=1}^kq_{i+1}$ instead. Its last factor holds $\lambda_{k+1}$,
and vanishes for every matrix of rank k: no C makes up for that (nor where $\lambda_{k+1}$ is merely
small). With the product up to $\eta$, $C=\frac94\sqrt2$ does. The common factor
$\lambda_1\sqrt{2\epsilon_0}/\Delta$ is left out, and so is the term $C\tau\epsilon\lambda_1^2$, which both
displays have: for $\epsilon\to0$ the implication is what is checked, and with its terms it follows from that.

Part ``as-a-whole``: the bound on all eigenvectors together sums $\|v_{\eta+1}-\mathbf v_{\eta+1}\|^2$ over
$\eta\in[k-1]$ and forgets $\|v_1-\mathbf v_1\|^2\le2\epsilon_0$: at $k=2$ its right side has the factor
$\lambda_2/\Delta$, which may be as small as one likes (at $k=1$, which "multiple" excludes, nothing is left of
it). With the term $\eta=0$ it follows from the first bound with $C=\frac94\sqrt2$. Squared, without the common
factor $2\epsilon_0$ and the terms with $\epsilon$, by $\epsilon\to0$.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from itertools import accumulate
from typing import Any

import torch
from torch import Tensor

from lemmata import Margin, Space, at_most, box, dims, dyadics, lines, scales, some, space
from lemmata.numbers import Array, minimum, stack
from theorems.pca import PAPER
from theorems.pca.finishing_up.final_bounds import eigenvectors


@dataclass(frozen=True)
class Spectrum:
    """k + 1 eigenvalues by their gaps."""

    k: int
    mu: float  # lambda_{k+1}
    gaps: Tensor  # (k,): lambda_k - lambda_{k+1}, ..., lambda_1 - lambda_2

    @property
    def quotients(self) -> list[Array]:
        """``lambda_i / Delta`` for i = 1, ..., k + 1."""
        delta = reduce(minimum, list(self.gaps[1:]))
        eigenvalues = accumulate(self.gaps, initial=self.mu)
        return [value / delta for value in reversed(list(eigenvalues))]


@dataclass(frozen=True)
class Setting(Spectrum):
    """A spectrum, and the constant."""

    C: float


def of_rank_two(C: float) -> Setting:
    """Eigenvalues 2, 1, 0, with the constant C."""
    return Setting(2, 0.0, torch.ones(2, dtype=torch.float64), C)


def small_second(C: float) -> Setting:
    """A second eigenvalue so far below Delta = 1 that 5 C lambda_2 is below 1."""
    return Setting(2, 0.0, torch.tensor([1 / (32 * C), 1.0], dtype=torch.float64), C)


def spectra(smallest: float) -> Space:
    """Spectra with gaps from ``smallest`` to 4."""
    return space(
        Spectrum,
        k=dims(2, 4),
        mu=dyadics(0, 1, of="[0, inf)"),
        gaps=lambda s: box(s.k, low=smallest, high=4, of="(0, inf)"),
    )


coarse, fine = spectra(0.125), spectra(2.0**-40)


def settings(free: Space, fails_at: Callable[[float], Setting]) -> Space:
    """The same with a constant, each value of which a spectrum refutes."""
    constant = some(scales(-2, 12), weaker="larger", fails_at=fails_at)
    return replace(free, holder=Setting, fields={**free.fields, "C": constant})


def products(s: Spectrum) -> list[Array]:
    """``prod_(i <= eta) 5 lambda_(i+1) / Delta`` for eta = 0, ..., k."""
    return list(accumulate(s.quotients[1:], lambda product, q: product * q * 5, initial=1))


one = PAPER.claim(
    "end of the proof of Theorem 7, first bound",
    id="theorem-7/follows",
    rank="step",
    origin="read",
    at=lines(544, 546),
    summary="The first bound of Theorem 7 follows from the display that its proof ends in",
    settings=settings(coarse, of_rank_two),
    uses=[eigenvectors],
    examples=[of_rank_two(2.0**12)],
)
whole = PAPER.claim(
    "end of the proof of Theorem 7, second bound",
    id="theorem-7/follows/as-a-whole",
    rank="step",
    origin="read",
    at=lines(544, 546),
    summary="The second bound of Theorem 7 follows from the first one and from what is known of v_1",
    settings=settings(fine, small_second),
    uses=[eigenvectors],
    examples=[small_second(2.0**12)],
)
Constant = Callable[[Any], float]
LEFT = (
    r"Without the terms $C\tau\epsilon\lambda_1^2$ of both sides ($\epsilon\to0$) and their factor "
    r"$\lambda_1\sqrt{2\epsilon_0}/\Delta$: for $k\ge2$, eigenvalues "
    r"$\lambda_1>\dots>\lambda_k>\lambda_{k+1}=\mu\ge0$, any gaps, $\Delta=\min_{i<j\le "
    r"k}|\lambda_i-\lambda_j|$ and $q_i=5\lambda_i/\Delta$, for all $\eta\in[k-1]$: "
    r"$\left(2+\frac1{q_1-1}\right)\prod_{i=1}^\eta q_{i+1}-\frac1{q_1-1}\le "
)


@one.printed(
    LEFT + r"C\prod_{i=1}^kq_{i+1}$, with one C.",
    defect="proof-step",
    because="The last factor is 5 lambda_(k+1) / Delta, which is 0 for every matrix of rank k: no C helps.",
    fails_where=lambda s: s.mu == 0,
    last=lambda s, eta: s.k,
    constant=lambda s: s.C,
)
@one.amended(
    LEFT + r"\frac94\prod_{i=1}^\eta q_{i+1}$.",
    adds="the product up to eta in the place of k; C = 9/4",
    settings=coarse,
    last=lambda s, eta: eta,
    constant=lambda s: 9 / 4,
)
def bound_follows(s: Spectrum, last: Callable[[Spectrum, int], int], constant: Constant) -> Margin:
    """The first bound of Theorem 7, over a common factor, is at least what the proof ends in."""
    p = products(s)
    c = 1 / (s.quotients[0] * 5 - 1)
    left = [(c + 2) * p[eta] - c for eta in range(1, s.k)]
    right = [constant(s) * p[last(s, eta)] for eta in range(1, s.k)]
    return at_most(stack(left, 0)[None], stack(right, 0)[None])


WHOLE = (
    r"Without the terms $C\tau\epsilon\lambda_1^2$ and $C\tau\epsilon k\lambda_1^2$ ($\epsilon\to0$) and the "
    r"factor $2\epsilon_0$: for $k\ge2$, eigenvalues $\lambda_1>\dots>\lambda_k>\lambda_{k+1}=\mu\ge0$, "
    r"any gaps, $\Delta=\min_{i<j\le k}|\lambda_i-"
    r"\lambda_j|$ and $q_i=5\lambda_i/\Delta$, the squares of the first "
    r"bounds with "
    r"$C=\frac94$ and 1 for $v_1$ being added up on the left: "
    r"$1+\frac{\lambda_1^2}{\Delta^2}\sum_{\eta=1}^{k-1}\frac{81}{16}\prod_{i=1}^\eta q_{i+1}^2\le "
)


@whole.printed(
    WHOLE + r"C^2\frac{\lambda_1^2}{\Delta^2}\sum_{\eta=1}^{k-1}\prod_{i=1}^\eta q_{i+1}^2$, with one C.",
    defect="proof-step",
    because="The error of v_1 is missing on the right: for k = 2 the right side has the factor lambda_2 / "
    "Delta, "
    "which may be so small, for every C, that it is below the 1 of v_1 on the left.",
    fails_where=lambda s: s.quotients[1] < 1 / 5,
    start=1,
    constant=lambda s: s.C,
)
@whole.amended(
    WHOLE + r"\frac{81}{16}\frac{\lambda_1^2}{\Delta^2}\sum_{\eta=0}^{k-1}\prod_{i=1}^\eta q_{i+1}^2$.",
    adds="the term eta = 0 of v_1; C = 9/4",
    settings=fine,
    start=0,
    constant=lambda s: 9 / 4,
)
def whole_bound_follows(s: Spectrum, start: int, constant: Constant) -> Margin:
    """The second bound of Theorem 7, squared, over a common factor, is at least the sum of the first ones."""
    squares, first = [p * p for p in products(s)], s.quotients[0] ** 2
    left = sum(squares[1 : s.k]) * 81 / 16 * first + 1
    return at_most(left, sum(squares[start : s.k]) * constant(s) ** 2 * first)


one.mutant("2 for 9/4", constant=lambda s: 2)
one.mutant("one factor more", last=lambda s, eta: eta + 1)
whole.mutant("2 for 9/4", constant=lambda s: 2)
whole.mutant("without v_1", start=1)
