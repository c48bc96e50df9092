r"""After Theorem 4: the $A_i$ "are also similar to $A_i$'s in Theorem 1 when n is large".

Read for one layer, where both are explicit, and with an explicit distance (the paper gives none). (8) has the
eigenvalues $-n/((n+1)\lambda_i+\sum_k\lambda_k)$, the optimum for $w_\star\sim N(0,\Sigma^{-1})$ has
$-n/((n+1)\lambda_i+d\lambda_i)$ (claim ``theorem-4/no-trade-off``). They differ by at most
$|\sum_k\lambda_k-d\lambda_i|/(n\lambda_i^2)$, which tends to 0 with $1/n$; both tend to $-\Sigma^{-1}$.
"""

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import Array, absolute, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_1.trade_off import ON_SPECTRA, Setting, diagonal
from theorems.preconditioned_gradient_descent.theorem_4.no_trade_off import no_trade_off

large_n = PAPER.claim(
    "after Theorem 4, large n",
    id="theorem-4/large-n",
    summary="One layer's optimum differs from that of Theorem 1 by at most a term of order 1/n.",
    rank="step",
    origin="read",
    at=lines(225),
    uses=[no_trade_off],
    **ON_SPECTRA,
)


def own(lam: Array, n: int) -> Array:
    """The eigenvalues of the optimum of one layer for w ~ N(0, Sigma^-1)."""
    return -n / (lam * (n + 1 + lam.shape[-1]))


@large_n.printed(
    r"One layer, independent $x^{(i)}\sim N(0,\Sigma)$, $\Sigma$ with eigenvalues $\lambda_i>0$: the "
    r"minimiser for "
    r"$w_\star\sim N(0,\Sigma^{-1})$, whose eigenvalues are $-n/((n+1+d)\lambda_i)$, is similar to (8) for "
    r"large n: their eigenvalues differ by at most $|\sum_k\lambda_k-d\lambda_i|/(n\lambda_i^2)$.",
    optimum=own,
    power=1,
)
def close_to_theorem_1(
    s: Setting, prompt: Prompt, optimum: Callable[[Array, int], Array], power: int
) -> Margin:
    """With many samples the optima of the two laws of w approach each other."""
    lam = prompt.lam
    gap = absolute(sum(lam, -1)[:, None] - lam * s.d) / (lam * lam) / s.n**power
    # Both are between -1 / lam and 0: they are never further apart.
    return at_most(absolute(optimum(lam, s.n) - diagonal(lam, s.n)), gap).trivial_where(gap - 1 / lam)


large_n.mutant("of order 1 / n^2", power=2)
large_n.mutant("the inverse itself", optimum=lambda lam, n: -1 / lam)
large_n.mutant("n + 2 in place of n + 1", optimum=lambda lam, n: -n / (lam * (n + 2 + lam.shape[-1])))
