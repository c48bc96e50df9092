r"""What Theorem 7 boils down to if all eigenvalues and the gap are of one order.

The slides: for $\lambda_1\asymp\dots\asymp\lambda_k\asymp\Delta$ the second bound of Theorem 7 becomes
$\tau\epsilon k\lambda_1^2+\frac{\lambda_1}\Delta\sqrt{k\epsilon_0}$, up to a constant. Read with fixed
constants, $\lambda_1\le c\Delta$, it is true: as $\lambda_1\ge(k-1)\Delta$, there are at most $c+1$
eigenvalues. (So k is bounded, and the k in the display says nothing.) ``growth``: where $\lambda_1/\Delta$ may
grow with k, no constant serves all k.
"""

from lemmata import at_most, box, dims, lines, mutants, printed, theorem
from lemmata.numbers import Array, constant, cumprod, cumsum, exp, flip, log, min, prod, sqrt, sum
from theorems.pca import PAPER
from theorems.pca.theorem_7 import second


def quotients(gaps: Array) -> Array:
    r"""$\lambda_i/\Delta$ for $i=1,\dots,k$."""
    return flip(cumsum(gaps, 0), 0) / min(gaps[1:], 0)


def second_term(over_Delta: Array) -> Array:
    """The root of the sum of products in the second bound of Theorem 7."""
    return sqrt(sum(cumprod(25 * over_Delta[1:] ** 2, -1), -1))


def least(k: int) -> Array:
    """``5^(k-2) (k-2)!``, factor by factor."""
    return prod(5 * constant(list(range(1, k - 1))))


@theorem(
    PAPER,
    "Theorem 7, what it boils down to",
    origin="read",
    at=lines(240, 242),
    uses=[second],
    k=dims(2, 9),
    gaps=box("k", low=0.125, high=4, of="(0, inf)"),  # $\lambda_k,\lambda_{k-1}-\lambda_k,\dots$
    over_Delta=quotients,
)
@printed(
    r"Without the first terms and the factor $\sqrt{\epsilon_0}\,\lambda_1/\Delta$ of both sides: for "
    r"$k\ge2$, eigenvalues $\lambda_1>\dots>\lambda_k>0$ with gaps between them and $\Delta=\min_{i<j\le "
    r"k}|\lambda_i-\lambda_j|$: $\left(\sum_{\eta=1}^{k-1}\prod_{i=1}^\eta\frac{25\lambda_{i+1}^2}{\Delta^2}"
    r"\right)^{1/2}\le(5c)^c\sqrt k$ with $c=\lambda_1/\Delta$, a constant for all eigenvalues of one order: "
    "it depends on c only.",
    slack=r"At most 0.094, at $k = 2$ and $c = 1.35$: there are $k - 1 \le c$ factors, each below 5 c, and $k "
    "- 1$ is near c for equidistant eigenvalues alone, where most factors are far below.",
)
@mutants({"c for 5 c": dict(times=1), "the power c / 2": dict(share=1 / 2)})
def bound_simplifies(k, over_Delta, times=5, share=1):
    r"""If $\lambda_1\le c\Delta$, the second term is of the order $\lambda_1/\Delta(k\varepsilon_0)^{1/2}$."""
    c = over_Delta[0]
    return at_most(second_term(over_Delta), exp(log(times * c) * c * share) * sqrt(k))


@theorem(
    PAPER,
    "Theorem 7, how what it boils down to grows with k",
    id="theorem-7/boils-down/growth",
    rank="step",
    origin="ours",
    at=lines(240, 242),
    uses=[second],
    k=dims(3, 24),
    gaps=box("k", low=0.125, high=4, of="(0, inf)"),
    over_Delta=quotients,
    examples=[dict(k=3, gaps=[2.0**-10, 1.0, 1.0]), dict(k=24, gaps=[1.0] * 24)],
)
@printed(
    r"Without the first terms and the factor $\sqrt{\epsilon_0}\,\lambda_1/\Delta$ of both sides: for "
    r"$k\ge3$, eigenvalues $\lambda_1>\dots>\lambda_k>0$ with gaps between them and $\Delta=\min_{i<j\le "
    r"k}|\lambda_i-\lambda_j|$: $5^{k-2}(k-2)!\le\left(\sum_{\eta=1}^{k-1}\prod_{i=1}^\eta\frac{25"
    r"\lambda_{i+1}^2}{\Delta^2}\right)^{1/2}\le\left(\frac{5\lambda_1}\Delta\right)^{k-1}$.",
    because=r"The $k - 2$ factors of the last product but one are at least $25 (k - 2)^2, \ldots, 25$: gaps "
    "add up.",
)
@mutants(
    {
        "a tenth more below": dict(lower=lambda k: least(k) * 11 / 10),
        "one power fewer above": dict(power=lambda k: k - 2),
        "4 for 5 above": dict(times=4),
    }
)
def grows_with_k(over_Delta, lower=least, times=5, power=lambda k: k - 1):
    r"""The second term is at least $5^{k-2}(k-2)!\,\lambda_1\sqrt{\epsilon_0}/\Delta$: no C serves all k."""
    term = second_term(over_Delta)
    # As quotients, since the two bounds are of different orders.
    return at_most([lower / term, term / (times * over_Delta[0]) ** power], 1)
