r"""What Theorem 7 boils down to if all eigenvalues and the gap are of one order.

The slides: for $\lambda_1\asymp\dots\asymp\lambda_k\asymp\Delta$ the second bound of Theorem 7 becomes
$\tau\epsilon k\lambda_1^2+\frac{\lambda_1}\Delta\sqrt{k\epsilon_0}$. Its second term holds the products
$\prod_{i\le\eta}25\lambda_{i+1}^2/\Delta^2$, which are at least $25^\eta$ before the last: no constant that is
independent of k hides them. (If k is bounded, as $\lambda_1\ge(k-1)\Delta$ and $\lambda_1\le c\Delta$ force it
to be, the constant hides $(5c)^c$, and the k in the display says nothing: part ``fixed-ratio``, where the
constant may depend on $c=\lambda_1/\Delta$.)

Both sides have the first term $\tau\epsilon k\lambda_1^2$ and the factor $\sqrt{\epsilon_0}\lambda_1/\Delta$,
which are left out. At $k=1$ the left side is an
empty sum, and $\Delta$ a minimum over nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

import torch
from torch import Tensor

from lemmata import Margin, at_most, box, dims, lines, scales, some, space
from lemmata.numbers import Array, exp, log, minimum, sqrt
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


@dataclass(frozen=True)
class Setting(Spectrum):
    """A spectrum, and the constant."""

    C: float


def equidistant(k: int, C: float) -> Setting:
    """``lambda_i = k + 1 - i``, so that Delta = 1."""
    return Setting(k, torch.ones(k, dtype=torch.float64), C)


universal = PAPER.claim(
    "Theorem 7, what it boils down to",
    id="theorem-7/boils-down",
    origin="read",
    at=lines(240, 242),
    summary="If all eigenvalues are of the order of their gap, the second term of the theorem is at most a "
    "constant times lambda_1 / Delta (k eps_0)^(1/2)",
    settings=space(
        Setting,
        k=dims(2, 24),
        gaps=lambda s: box(s.k, low=0.125, high=4),
        C=some(scales(-2, 20), weaker="larger", fails_at=lambda C: equidistant(24, C)),
    ),
    uses=[second],
    examples=[equidistant(24, 2.0**20)],
)
fixed = PAPER.claim(
    "Theorem 7, what it boils down to for a fixed ratio",
    id="theorem-7/boils-down/fixed-ratio",
    rank="step",
    origin="ours",
    at=lines(240, 242),
    summary="If the first k eigenvalues are at most c times their gap, the second term of the theorem is at "
    "most (5 c)^c lambda_1 / Delta (k eps_0)^(1/2)",
    settings=space(Spectrum, k=dims(2, 9), gaps=lambda s: box(s.k, low=0.125, high=4, of="(0, inf)")),
    uses=[second],
)
SECOND = (
    r"Without the first terms and the factor $\sqrt{\epsilon_0}\,\lambda_1/\Delta$ of both sides: for "
    r"$k\ge2$, eigenvalues $\lambda_1>\dots>\lambda_k>0$ with gaps between them and $\Delta=\min_{i<j\le "
    r"k}|\lambda_i-\lambda_j|$: "
    r"$\left(\sum_{\eta=1}^{k-1}\prod_{i=1}^\eta\frac{25\lambda_{i+1}^2}{\Delta^2}\right)^{1/2}\le "
)


@universal.printed(
    SECOND + r"C\sqrt k$ with one C for all k, where $\frac\Delta{32}\le\lambda_i\le32k\Delta$ (as "
    r"$\lambda_1\ge(k-1)\Delta$, eigenvalues and gap are of one order up to a factor k at best).",
    defect="statement",
    because="For k >= 3 the last product but one is at least 25^(k-2): no C serves all k.",
    factor=lambda s: sqrt(s.k) * s.C,
)
@universal.amended(
    SECOND + r"\left(\frac{5\lambda_1}\Delta\right)^{k-1}$.",
    adds="the factor (5 lambda_1 / Delta)^(k-1) for C k^(1/2)",
    settings=fixed.draft.settings,
    factor=lambda s: (5 * s.quotients[0]) ** (s.k - 1),
)
@fixed.printed(
    SECOND + r"(5c)^c\sqrt k$ with $c=\lambda_1/\Delta$.",
    slack="At most 0.094, at k = 2 and c = 1.35: there are k - 1 <= c factors, each below 5 c, and k - 1 is "
    "near c for equidistant eigenvalues alone, where most factors are far below.",
    factor=lambda s: sqrt(s.k) * exp(log(5 * s.quotients[0]) * s.quotients[0]),
)
def bound_simplifies(s: Spectrum, factor: Callable[[Spectrum], Array]) -> Margin:
    """The root of the sum of products in the second term of Theorem 7 is at most a factor."""
    total, product = 0, 1
    for quotient in s.quotients[1:]:
        product = product * 25 * quotient**2
        total = total + product
    return at_most(sqrt(total), factor(s))


universal.mutant("one power fewer", factor=lambda s: (5 * s.quotients[0]) ** (s.k - 2))
universal.mutant("4 for 5", factor=lambda s: (4 * s.quotients[0]) ** (s.k - 1))
fixed.mutant("c for 5 c", factor=lambda s: sqrt(s.k) * exp(log(s.quotients[0]) * s.quotients[0]))
fixed.mutant("the power c / 2", factor=lambda s: sqrt(s.k) * exp(log(5 * s.quotients[0]) * s.quotients[0] / 2))
