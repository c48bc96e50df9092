r"""After Theorem 1: what the text reads off from (8) for many samples, and for few.

Everything is diagonal in $U$, so the spectrum is the instance. The condition number improves by exactly
$((n+1)\lambda_{\max}+\operatorname{tr}\Sigma)/((n+1)\lambda_{\min}+\operatorname{tr}\Sigma)$ (``gain``): with
few samples it is not much. $\frac1n\sum_k\lambda_k$ "becomes more significant when n is small and variance of
the $x^{(i)}$'s is high". As a share of the denominator of (8) it grows when n falls, and a common factor of all
variances cancels.
"""

from collections.abc import Callable
from typing import Any

from lemmata import amended, at_most, box, dims, dyadics, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, abs, max, min, sign, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_1 import minimum

SPECTRA: dict[str, Any] = {
    "rank": "step",
    "origin": "read",
    "uses": [minimum],
    "d": dims(1, 5),
    "n": dims(1, 400),
    "lam": box("d", low=0.125, high=4.0, of="(0, inf)"),  # the eigenvalues of $\Sigma$
}
FACTORS: dict[str, Any] = SPECTRA | {"c": dyadics(1.25, 4.0)}


def diagonal(lam: Array, n: int) -> Array:
    """The eigenvalues of the upper block of A in (8)."""
    return -n / (lam * (n + 1) + sum(lam))


@theorem(PAPER, "after Theorem 1, large n", id="theorem-1/trade-off/large-n", at=lines(144), **SPECTRA)
@printed(
    r"With $\lambda_i>0$ the eigenvalues of $\Sigma$ and $a_i$ those of the upper block of A in (8), in its "
    r"eigenbasis: for large n, $A\approx\Sigma^{-1}$, read as: $|a_i-\lambda_i^{-1}|\le(\lambda_i+"
    r"\operatorname{tr}\Sigma)/(n\lambda_i^2)$.",
    defect="typo",
    because="A is negative definite: its distance to the inverse exceeds that of 0 at every n. The bound is "
    r"below this distance from $n = 2$ on for some $\Sigma$, from $n = d + 1$ on for each.",
    fails_where=lambda n: n > 1,
)
@amended(
    r"With $\lambda_i>0$ the eigenvalues of $\Sigma$ and $a_i$ those of the upper block of A in (8), in its "
    r"eigenbasis: for every n, and so for large n, $A\approx-\Sigma^{-1}$: "
    r"$|a_i+\lambda_i^{-1}|\le(\lambda_i+\operatorname{tr}\Sigma)/(n\lambda_i^2)$.",
    adds="the minus sign, as A is close to minus the inverse",
    sign=-1,
)
@mutants({"of order 1 / n^2": dict(power=2), "twice A for A": dict(sign=-2)})
def large_n(n, lam, sign=1, power=1):
    """With many samples the preconditioner of (8) is close to the inverse covariance."""
    bound = (lam + sum(lam)) / lam**2 / n**power
    furthest = (2 if sign > 0 else 1) / lam  # as a is between -1 / lam and 0, whatever n is
    return at_most(abs(sign * diagonal(lam, n) - 1 / lam), bound).trivial_where(bound - furthest)


@theorem(
    PAPER, "after Theorem 1, conditioning", id="theorem-1/trade-off/conditioning", at=lines(144), **SPECTRA
)
@printed(
    r"Preconditioning by the upper block of A in (8) can lead to faster convergence where $\Sigma$ is "
    r"ill-conditioned, read as: it never worsens the conditioning, $\kappa(A\Sigma)\le\kappa(\Sigma)$ for the "
    r"ratio $\kappa$ of the largest to the smallest absolute value of an eigenvalue, for every $n$ and every "
    r"$\Sigma\succ0$ (with eigenvalues $\lambda_i$)."
)
@mutants(
    A_A_over_Sigma_for_A_Sigma=dict(mu=lambda lam, n: diagonal(lam, n) ** 2 / lam),
    A_with_the_cube_of_Sigma_for_A_Sigma=dict(mu=lambda lam, n: -diagonal(lam, n) * lam**3),
)
def conditioning(lam, mu=lambda lam, n: -diagonal(lam, n) * lam):
    """Preconditioning by (8) never worsens the conditioning."""
    return at_most(max(mu) * min(lam), max(lam) * min(mu))


@theorem(
    PAPER,
    "after Theorem 1, conditioning gain",
    id="theorem-1/trade-off/conditioning/gain",
    at=lines(144),
    **SPECTRA | {"origin": "ours"} | {"lam": box("d", low=2**-12, high=4, of="(0, inf)")},
)
@printed(
    "Preconditioning by the upper block of A in (8) improves the condition number by at most the factor "
    r"$n+2$: $\kappa(\Sigma)\le(n+2)\,\kappa(A\Sigma)$, for every $\Sigma\succ0$ (with eigenvalues "
    r"$\lambda_i$) and the ratio $\kappa$ of the largest to the smallest absolute value of an eigenvalue."
)
@mutants(
    three_quarters_of_it=dict(most=lambda n: (n + 2) * 3 / 4),
    the_factor_1=dict(most=1),
    two_for_any_n=dict(most=2),
)
def gain(n, lam, most=lambda n: n + 2):
    """Preconditioning by (8) improves the condition number by a factor of at most $n + 2$."""
    mu = -diagonal(lam, n) * lam
    margin = at_most(max(lam) * min(mu), max(mu) * min(lam) * most)
    return margin.trivial_where(min(lam) * most - max(lam))  # as a condition number is at least 1


def term(lam: Array, n: int) -> Array:
    """The regularising term of (8)."""
    return sum(lam) / n


def share_of_the_term(lam: Array, n: int) -> Array:
    """The share of the regularising term in the denominators of (8)."""
    return -diagonal(lam, n) * term(lam, n)


@theorem(PAPER, "after Theorem 1, regularizer", id="theorem-1/trade-off/regularizer", at=lines(145), **FACTORS)
@printed(
    r"With $\lambda_k>0$ the eigenvalues of $\Sigma$: $t(n,\Sigma)=\frac1n\sum_k\lambda_k$ becomes more "
    r"significant when n is small and the variance is high, read as: $t(n,\Sigma)>t(n+1,\Sigma)$, and "
    r"$t(n,c\Sigma)>t(n,\Sigma)$ for every $c>1$ (here $\frac54\le c\le4$)."
)
@mutants(the_mean_variance=dict(t=lambda lam, n: sum(lam) / len(lam)), its_share=dict(t=share_of_the_term))
def regularizer(n, lam, c, t: Callable[[Array, int], Array] = term):
    """The regularising term grows as samples get fewer or the variance gets larger."""
    return equal(stack([sign(t(lam, n) - t(lam, n + 1)), sign(t(c * lam, n) - t(lam, n))]), 1)


@theorem(
    PAPER,
    "after Theorem 1, regularizer share",
    id="theorem-1/trade-off/regularizer/share",
    at=lines(145),
    **FACTORS | {"origin": "ours"},
)
@printed(
    r"The share $t_i(n,\Sigma)$ of $\frac1n\sum_k\lambda_k$ in the denominator "
    r"$\frac{n+1}n\lambda_i+\frac1n\sum_k\lambda_k$ of (8), $\Sigma\succ0$, has "
    r"$t_i(n+1,\Sigma)<t_i(n,\Sigma)$, and $t_i(n,c\Sigma)=t_i(n,\Sigma)$ for every $c>0$ (here $\frac54\le "
    r"c\le4$)."
)
@mutants(one_sample_more_for_both=dict(fewer=1), the_square_of_the_share=dict(power=2))
def share(n, lam, c, fewer=0, power=1):
    """The share of the regularising term grows as samples get fewer, and not with the variance."""
    t = share_of_the_term
    falls = sign(t(lam, n + fewer) - t(lam, n + 1))
    return equal([falls, t(c * lam, n)], [0 * falls + 1, t(lam, n) ** power])
