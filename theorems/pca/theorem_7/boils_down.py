r"""What Theorem 7 boils down to if all eigenvalues and the gap are of one order.

The slides: for $\lambda_1\asymp\dots\asymp\lambda_k\asymp\Delta$ the second bound of Theorem 7 becomes
$\tau\epsilon k\lambda_1^2+\frac{\lambda_1}\Delta\sqrt{k\epsilon_0}$, up to a constant. Read with fixed
constants, $\lambda_1\le c\Delta$, it is true: as $\lambda_1\ge(k-1)\Delta$, there are at most $c+1$
eigenvalues, and $(5c)^c$ is a constant for all of them. (So k is bounded, and the k in the display says
nothing.)

Part ``growth``, beyond the paper: the second term holds the products $\prod_{i\le\eta}25\lambda_{i+1}^2
/\Delta^2$, and $\lambda_{i+1}\ge(k-1-i)\Delta$, so that without $\sqrt{\epsilon_0}\lambda_1/\Delta$ it is at
least $5^{k-2}(k-2)!$: where $\lambda_1/\Delta$ may grow with k, no constant serves all k. It is at most
$(5\lambda_1/\Delta)^{k-1}$.

Both sides have the first term $\tau\epsilon k\lambda_1^2$ and the factor $\sqrt{\epsilon_0}\lambda_1/\Delta$,
which are left out. At $k=1$ the left side is an empty sum, and $\Delta$ a minimum over nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

import torch
from torch import Tensor

from lemmata import Margin, Space, at_most, box, dims, lines, space
from lemmata.numbers import Array, exp, full, log, minimum, sqrt, stack
from theorems.pca import PAPER
from theorems.pca.theorem_7 import second


@dataclass(frozen=True)
class Spectrum:
    """Eigenvalues by their gaps, the last one first."""

    k: int
    gaps: Tensor  # (k,): lambda_k, lambda_(k-1) - lambda_k, ..., lambda_1 - lambda_2

    @property
    def quotients(self) -> list[Array]:
        """``lambda_i / Delta`` for i = 1, ..., k."""
        delta = reduce(minimum, list(self.gaps[1:]))
        return [sum(self.gaps[: self.k - i]) / delta for i in range(self.k)]


def spectra(fewest: int, most: int) -> Space:
    """So many eigenvalues, with any gaps."""
    return space(Spectrum, k=dims(fewest, most), gaps=lambda s: box(s.k, low=0.125, high=4, of="(0, inf)"))


def equidistant(k: int, last: float = 1.0) -> Spectrum:
    """Gaps of 1, so that Delta = 1, above the last eigenvalue."""
    return Spectrum(k, torch.tensor([last] + [1.0] * (k - 1), dtype=torch.float64))


boils_down = PAPER.claim(
    "Theorem 7, what it boils down to",
    id="theorem-7/boils-down",
    origin="read",
    at=lines(240, 242),
    summary="If the first k eigenvalues are at most c times their gap, the second term of the theorem is at "
    "most a constant, which depends on c only, times lambda_1 / Delta (k eps_0)^(1/2)",
    settings=spectra(2, 9),
    uses=[second],
)
growth = PAPER.claim(
    "Theorem 7, how what it boils down to grows with k",
    id="theorem-7/boils-down/growth",
    rank="step",
    origin="ours",
    at=lines(240, 242),
    summary="Over lambda_1 / Delta eps_0^(1/2) the second term of the theorem is at least 5^(k-2) (k-2)!, so "
    "that no constant serves all k, and at most (5 lambda_1 / Delta)^(k-1)",
    settings=spectra(3, 24),
    uses=[second],
    examples=[equidistant(3, 2.0**-10), equidistant(24)],
)
SECOND = (
    r"Without the first terms and the factor $\sqrt{\epsilon_0}\,\lambda_1/\Delta$ of both sides: for "
    r"$k\ge%d$, eigenvalues $\lambda_1>\dots>\lambda_k>0$ with gaps between them and $\Delta=\min_{i<j\le "
    r"k}|\lambda_i-\lambda_j|$: "
)
TERM = r"\left(\sum_{\eta=1}^{k-1}\prod_{i=1}^\eta\frac{25\lambda_{i+1}^2}{\Delta^2}\right)^{1/2}"
Side = Callable[[Spectrum], Array]


def second_term(s: Spectrum) -> Array:
    """The root of the sum of products in the second bound of Theorem 7."""
    total, product = 0, 1
    for quotient in s.quotients[1:]:
        product = product * 25 * quotient**2
        total = total + product
    return sqrt(total)


def least(s: Spectrum) -> Array:
    """``5^(k-2) (k-2)!``, factor by factor."""
    product = full(1, like=s.gaps[0])
    for j in range(1, s.k - 1):
        product = product * (5 * j)
    return product


@boils_down.printed(
    SECOND % 2 + f"${TERM}" + r"\le(5c)^c\sqrt k$ with $c=\lambda_1/\Delta$, a constant for all eigenvalues of "
    r"one order: it depends on c only.",
    slack="At most 0.094, at k = 2 and c = 1.35: there are k - 1 <= c factors, each below 5 c, and k - 1 is "
    "near c for equidistant eigenvalues alone, where most factors are far below.",
    factor=lambda s: sqrt(s.k) * exp(log(5 * s.quotients[0]) * s.quotients[0]),
)
def bound_simplifies(s: Spectrum, factor: Side) -> Margin:
    """The root of the sum of products in the second term of Theorem 7 is at most a factor."""
    return at_most(second_term(s), factor(s))


@growth.printed(
    SECOND % 3 + r"$5^{k-2}(k-2)!\le" + TERM + r"\le\left(\frac{5\lambda_1}\Delta\right)^{k-1}$.",
    because="The k - 2 factors of the last product but one are at least 25 (k-2)^2, ..., 25: gaps add up.",
    lower=least,
    upper=lambda s: (5 * s.quotients[0]) ** (s.k - 1),
)
def grows_with_k(s: Spectrum, lower: Side, upper: Side) -> Margin:
    """The root of the sum of products is between two bounds."""
    term = second_term(s)
    # As quotients, since the two bounds are of different orders.
    return at_most(stack([lower(s) / term, term / upper(s)], 0)[None], 1)


boils_down.mutant("c for 5 c", factor=lambda s: sqrt(s.k) * exp(log(s.quotients[0]) * s.quotients[0]))
boils_down.mutant(
    "the power c / 2", factor=lambda s: sqrt(s.k) * exp(log(5 * s.quotients[0]) * s.quotients[0] / 2)
)
growth.mutant("a tenth more below", lower=lambda s: least(s) * 11 / 10)
growth.mutant("one power fewer above", upper=lambda s: (5 * s.quotients[0]) ** (s.k - 2))
growth.mutant("4 for 5 above", upper=lambda s: (4 * s.quotients[0]) ** (s.k - 1))
