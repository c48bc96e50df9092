r"""What Theorem 7 boils down to if all eigenvalues and the gap are of one order.

The slides: for $\lambda_1\asymp\dots\asymp\lambda_k\asymp\Delta$ the second bound of Theorem 7 becomes
$\tau\epsilon k\lambda_1^2+\frac{\lambda_1}\Delta\sqrt{k\epsilon_0}$. Its second term holds the products
$\prod_{i\le\eta}25\lambda_{i+1}^2/\Delta^2$, which grow at least like $25^\eta$ before the last: no
constant that is independent of k hides them. (If k is bounded, as $\lambda_1\ge(k-1)\Delta$ and
$\lambda_1\le c\Delta$ force it to be, the constant hides $(5c)^c$, and the k in the display says nothing:
part ``fixed-ratio``, where the constant may depend on $c\ge\lambda_1/\Delta$.) Eigenvalues are $\Delta$
times $k,k-1,\dots,1$ times a factor.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, at_most, choices, dims, lines, scales, space
from lemmata.numbers import Array, sqrt
from theorems.pca import PAPER
from theorems.pca.theorem_7 import second


@dataclass(frozen=True)
class Setting:
    k: int
    extra: int  # lambda_k = (1 + extra) Delta
    C: float
    eps0: float

    def ratio(self, i: int) -> int:
        """lambda_i / Delta."""
        return self.k - i + 1 + self.extra


few = space(Setting, k=dims(1, 9), extra=dims(0, 2), C=choices(1.0), eps0=choices(0.25))
"""C and epsilon_0 cancel where the factor does not depend on C."""

universal = PAPER.claim(
    "boils down",
    id="theorem-7/boils-down",
    origin="read",
    at=lines(240, 242),
    settings=space(Setting, k=dims(1, 12), extra=dims(0, 3), C=scales(-2, 20), eps0=scales(-20, -1)),
    uses=[second],
    examples=[Setting(12, 0, 2.0**20, 0.25)],
)
fixed = PAPER.claim(
    "boils down",
    id="theorem-7/boils-down/fixed-ratio",
    rank="step",
    origin="read",
    at=lines(240, 242),
    settings=few,
    uses=[second],
)
Factor = Callable[[Setting], float]


def second_term(s: Setting) -> Array:
    """``(eps_0 lambda_1^2 / Delta^2 sum_eta prod_i 25 lambda_{i+1}^2 / Delta^2)^(1/2)``."""
    total, product = 0, 1
    for eta in range(1, s.k):
        product *= 25 * s.ratio(eta + 1) ** 2
        total += product
    return sqrt(s.eps0 * total) * s.ratio(1)


@universal.printed(
    r"$\left(\frac{\epsilon_0\lambda_1^2}{\Delta^2}\sum_{\eta=1}^{k-1}\prod_{i=1}^\eta\frac{25\lambda_{i+1}^2}"
    r"{\Delta^2}\right)^{1/2}\le C\,\frac{\lambda_1}\Delta\sqrt{k\epsilon_0}$ with one C.",
    defect="statement",
    because="The products are at least 25^(k-2): no C serves all k.",
    factor=lambda s: s.C,
)
@universal.amended(
    r"$\left(\frac{\epsilon_0\lambda_1^2}{\Delta^2}\sum_{\eta=1}^{k-1}\prod_{i=1}^\eta\frac{25\lambda_{i+1}^2}"
    r"{\Delta^2}\right)^{1/2}\le\left(\frac{5\lambda_1}\Delta\right)^{k-1}\frac{\lambda_1}\Delta\sqrt{k\epsilon_0}$.",
    adds="the factor (5 lambda_1 / Delta)^(k-1); k <= 9, eps_0 = 1/4 (it cancels)",
    settings=few,
    factor=lambda s: (5 * s.ratio(1)) ** (s.k - 1),
)
def bound_simplifies(s: Setting, factor: Factor) -> Margin:
    """The second term of Theorem 7 is at most a multiple of its simplification."""
    return at_most(second_term(s), factor(s) * sqrt(s.eps0 * s.k) * s.ratio(1))


fixed.printed(
    r"$\left(\frac{\epsilon_0\lambda_1^2}{\Delta^2}\sum_{\eta=1}^{k-1}\prod_{i=1}^\eta\frac{25\lambda_{i+1}^2}"
    r"{\Delta^2}\right)^{1/2}\le C(c)\frac{\lambda_1}\Delta\sqrt{k\epsilon_0}$, $C(c)=(5c)^{c}$, "
    r"$c=\lambda_1/\Delta$.",
    factor=lambda s: (5 * s.ratio(1)) ** s.ratio(1),
)(bound_simplifies)

universal.mutant("one power fewer", factor=lambda s: (5 * s.ratio(1)) ** max(s.k - 3, 0))
universal.mutant("2 for 5", factor=lambda s: (2 * s.ratio(1)) ** (s.k - 1))
universal.mutant("one constant", factor=lambda s: s.C)
fixed.mutant("c instead of 5 c", factor=lambda s: s.ratio(1))
fixed.mutant("a power of 5 alone", factor=lambda s: 5 ** (s.k // 2))
