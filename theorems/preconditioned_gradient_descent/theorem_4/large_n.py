r"""After Theorem 4: the $A_i$ "are also similar to $A_i$'s in Theorem 1 when n is large".

Read for one layer, where both are explicit (claim ``theorem-4/no-trade-off``), and with an explicit distance
(the paper gives none), which tends to 0 with $1/n$; both tend to $-\Sigma^{-1}$.
"""

from lemmata import at_most, lines, mutants, printed, theorem
from lemmata.numbers import abs, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_1.trade_off import SPECTRA, diagonal
from theorems.preconditioned_gradient_descent.theorem_4.no_trade_off import no_trade_off


@theorem(PAPER, "after Theorem 4, large n", at=lines(225), **SPECTRA | {"uses": [no_trade_off]})
@printed(
    r"One layer, independent $x^{(i)}\sim N(0,\Sigma)$, $\Sigma$ with eigenvalues $\lambda_i>0$: the "
    r"minimiser for $w_\star\sim N(0,\Sigma^{-1})$, whose eigenvalues are $-n/((n+1+d)\lambda_i)$, is similar "
    r"to (8) for large n: their eigenvalues differ by at most $|\sum_k\lambda_k-d\lambda_i|/(n\lambda_i^2)$."
)
@mutants(
    {
        "of order 1 / n^2": dict(power=2),
        "the inverse itself": dict(own=lambda lam: -1 / lam),
        "n + 2 in place of n + 1": dict(own=lambda d, n, lam: -n / (lam * (n + 2 + d))),
    }
)
def large_n(d, n, lam, own=lambda d, n, lam: -n / (lam * (n + 1 + d)), power=1):
    """One layer's optimum differs from that of Theorem 1 by at most a term of order 1/n."""
    gap = abs(sum(lam) - lam * d) / lam**2 / n**power
    # Both are between -1 / lam and 0: they are never further apart.
    return at_most(abs(own - diagonal(lam, n)), gap).trivial_where(gap - 1 / lam)
