r"""After Theorem 1: what the text reads off from (8) for many samples, and for few.

Everything is diagonal in $U$, so the spectrum is the instance.

1. Many samples: $A\approx\Sigma^{-1}$, and faster convergence. ``large-n``: the sign is lost: the upper
block of A is *minus* a positive matrix, so its distance to $\Sigma^{-1}$ is above that of 0 for every n,
whatever "large" means. With the sign it is
$|a_i+1/\lambda_i|\le(\lambda_i+\operatorname{tr}\Sigma)/(n\lambda_i^2)$. ``conditioning``: the preconditioned
covariance is never worse conditioned; by how much it can be better (``gain``): the condition number improves
by exactly $((n+1)\lambda_{\max}+\operatorname{tr}\Sigma)/((n+1)\lambda_{\min}+\operatorname{tr}\Sigma)$, which
is below $n+2$ for every $\Sigma$, however ill-conditioned: with few samples it is not much.

2. Few samples: $\frac1n\sum_k\lambda_k$ is a regulariser that "becomes more significant when n is small and
variance of the $x^{(i)}$'s is high". ``regularizer``: the term itself does. ``regularizer/share``, ours: as a
share of the denominator of (8) it grows when n falls, and a common factor of all variances cancels.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmata import ForAll, Margin, Prompt, Space, at_most, box, dims, dyadics, equal, lines, space
from lemmata.numbers import Array, absolute, amax, full, sign, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_1 import minimum


@dataclass(frozen=True)
class Setting:
    d: int
    n: int


def spectra(s: Setting) -> Space:
    """The eigenvalues of a covariance."""
    return space(lam=box(s.d, low=0.125, high=4.0, of="(0, inf)"))


def spectra_and_factors(s: Setting) -> Space:
    """The eigenvalues of a covariance, and a factor c of it."""
    return space(lam=box(s.d, low=0.125, high=4.0, of="(0, inf)"), c=dyadics(1.25, 4.0))


ON_SPECTRA: dict[str, Any] = {
    "kind": ForAll(),
    "settings": space(Setting, d=dims(1, 5), n=dims(1, 400)),
    "prompts": spectra,
}
ON_FACTORS: dict[str, Any] = {**ON_SPECTRA, "prompts": spectra_and_factors}


def diagonal(lam: Array, n: int) -> Array:
    """The eigenvalues of the upper block of A in (8)."""
    return -n / (lam * (n + 1) + sum(lam, -1)[:, None])


large_n = PAPER.claim(
    "after Theorem 1, large n",
    id="theorem-1/trade-off/large-n",
    summary="With many samples the preconditioner of (8) is close to the inverse covariance.",
    rank="step",
    origin="read",
    at=lines(144),
    uses=[minimum],
    **ON_SPECTRA,
)


@large_n.printed(
    r"With $\lambda_i>0$ the eigenvalues of $\Sigma$ and $a_i$ those of the upper block of A in (8), in its "
    r"eigenbasis: for large n, $A\approx\Sigma^{-1}$, read as: "
    r"$|a_i-\lambda_i^{-1}|\le(\lambda_i+\operatorname{tr}\Sigma)/(n\lambda_i^2)$.",
    defect="typo",
    because="A is negative definite: its distance to the inverse exceeds that of 0 at every n. The bound "
    "is below this distance from n = 2 on for some Sigma, from n = d + 1 on for each.",
    fails_where=lambda s: s.n > 1,
    sign=1,
    power=1,
)
@large_n.amended(
    r"With $\lambda_i>0$ the eigenvalues of $\Sigma$ and $a_i$ those of the upper block of A in (8), in its "
    r"eigenbasis: for every n, and so for large n, $A\approx-\Sigma^{-1}$: "
    r"$|a_i+\lambda_i^{-1}|\le(\lambda_i+\operatorname{tr}\Sigma)/(n\lambda_i^2)$.",
    adds="the minus sign, as A is close to minus the inverse",
    sign=-1,
    power=1,
)
def close_to_the_inverse(s: Setting, prompt: Prompt, sign: int, power: int) -> Margin:
    """With many samples the preconditioner approaches the inverse covariance."""
    lam = prompt.lam
    bound = (lam + sum(lam, -1)[:, None]) / (lam * lam) / s.n**power
    # a is between -1 / lam and 0, whatever n is.
    furthest = (2 if sign > 0 else 1) / lam
    return at_most(absolute(diagonal(lam, s.n) * sign - 1 / lam), bound).trivial_where(bound - furthest)


large_n.mutant("of order 1 / n^2", power=2)
large_n.mutant("twice A for A", sign=-2)

conditioning = PAPER.claim(
    "after Theorem 1, conditioning",
    id="theorem-1/trade-off/conditioning",
    summary="Preconditioning by (8) never worsens the conditioning.",
    rank="step",
    origin="read",
    at=lines(144),
    uses=[minimum],
    **ON_SPECTRA,
)


@conditioning.printed(
    r"Preconditioning by the upper block of A in (8) can lead to faster convergence where $\Sigma$ is "
    r"ill-conditioned, read as: it never worsens the conditioning, $\kappa(A\Sigma)\le\kappa(\Sigma)$ for the "
    r"ratio $\kappa$ of the largest to the smallest absolute value of an eigenvalue, for every $n$ and every "
    r"$\Sigma\succ0$ (with eigenvalues $\lambda_i$).",
    spectrum=lambda lam, n: -diagonal(lam, n) * lam,
)
def better_conditioned(s: Setting, prompt: Prompt, spectrum: Callable[[Array, int], Array]) -> Margin:
    """The preconditioned covariance is conditioned at least as well as the covariance."""
    mu, lam = spectrum(prompt.lam, s.n), prompt.lam
    return at_most(amax(mu, -1) * -amax(-lam, -1), amax(lam, -1) * -amax(-mu, -1))


conditioning.mutant("A A over Sigma for A Sigma", spectrum=lambda lam, n: diagonal(lam, n) ** 2 / lam)
conditioning.mutant("A with the cube of Sigma for A Sigma", spectrum=lambda lam, n: -diagonal(lam, n) * lam**3)

gain = PAPER.claim(
    "after Theorem 1, conditioning gain",
    id="theorem-1/trade-off/conditioning/gain",
    summary="Preconditioning by (8) improves the condition number by a factor of at most n + 2.",
    rank="step",
    origin="ours",
    at=lines(144),
    uses=[minimum],
    **{**ON_SPECTRA, "prompts": lambda s: space(lam=box(s.d, low=2**-12, high=4, of="(0, inf)"))},
)


@gain.printed(
    r"Preconditioning by the upper block of A in (8) improves the condition number by at most the factor "
    r"$n+2$: $\kappa(\Sigma)\le(n+2)\,\kappa(A\Sigma)$, for every $\Sigma\succ0$ (with eigenvalues "
    r"$\lambda_i$) and the ratio $\kappa$ of "
    r"the largest to the smallest absolute value of an eigenvalue.",
    most=lambda n: n + 2,
)
def improvement(s: Setting, prompt: Prompt, most: Callable[[int], int]) -> Margin:
    """The improvement of the condition number is bounded by the number of samples."""
    lam = prompt.lam
    mu = -diagonal(lam, s.n) * lam
    least, largest = -amax(-lam, -1), amax(lam, -1)
    margin = at_most(largest * -amax(-mu, -1), amax(mu, -1) * least * most(s.n))
    return margin.trivial_where(least * most(s.n) - largest)  # as a condition number is at least 1


gain.mutant("three quarters of it", most=lambda n: (n + 2) * 3 / 4)
gain.mutant("the factor 1", most=lambda n: 1)
gain.mutant("two for any n", most=lambda n: 2)


def term(lam: Array, n: int) -> Array:
    return sum(lam, -1)[:, None] / n


regularizer = PAPER.claim(
    "after Theorem 1, regularizer",
    id="theorem-1/trade-off/regularizer",
    summary="The regularising term grows as samples get fewer or the variance gets larger.",
    rank="step",
    origin="read",
    at=lines(145),
    uses=[minimum],
    **ON_FACTORS,
)


@regularizer.printed(
    r"With $\lambda_k>0$ the eigenvalues of $\Sigma$: $t(n,\Sigma)=\frac1n\sum_k\lambda_k$ becomes more "
    r"significant when n is small and the variance is high, read as: $t(n,\Sigma)>t(n+1,\Sigma)$, and "
    r"$t(n,c\Sigma)>t(n,\Sigma)$ for every $c>1$ (here $\frac54\le c\le4$).",
    measure=term,
)
def larger_term(s: Setting, prompt: Prompt, measure: Callable[[Array, int], Array]) -> Margin:
    """The regularising term grows as samples get fewer and as the variance grows."""
    own, many = measure(prompt.lam, s.n), measure(prompt.lam, s.n + 1)
    louder = measure(prompt.lam * prompt.c[:, None], s.n)
    above = sign(stack([own - many, louder - own], 1))
    return equal(above, full(1, like=above))


regularizer.mutant("the mean variance", measure=lambda lam, n: term(lam, lam.shape[-1]))
regularizer.mutant("its share", measure=lambda lam, n: -diagonal(lam, n) * term(lam, n))

share = PAPER.claim(
    "after Theorem 1, regularizer share",
    id="theorem-1/trade-off/regularizer/share",
    summary="The share of the regularising term grows as samples get fewer, and not with the variance.",
    rank="step",
    origin="ours",
    at=lines(145),
    uses=[minimum],
    **ON_FACTORS,
)


def share_of_the_term(lam: Array, n: int) -> Array:
    """The share of the regularising term in the denominators of (8)."""
    return -diagonal(lam, n) * term(lam, n)


@share.printed(
    r"The share $t_i(n,\Sigma)$ of $\frac1n\sum_k\lambda_k$ in the denominator "
    r"$\frac{n+1}n\lambda_i+\frac1n\sum_k\lambda_k$ of (8), $\Sigma\succ0$, has "
    r"$t_i(n+1,\Sigma)<t_i(n,\Sigma)$, and $t_i(n,c\Sigma)=t_i(n,\Sigma)$ for every $c>0$ (here $\frac54\le "
    r"c\le4$).",
    fewer=0,
    power=1,
)
def larger_share(s: Setting, prompt: Prompt, fewer: int, power: int) -> Margin:
    """The regulariser's share of the denominator falls with n, and does not feel a factor of the variances."""
    many, few = share_of_the_term(prompt.lam, s.n + 1), share_of_the_term(prompt.lam, s.n + fewer)
    scaled = share_of_the_term(prompt.lam * prompt.c[:, None], s.n)
    own = share_of_the_term(prompt.lam, s.n) ** power
    return equal(stack([sign(few - many), scaled], 1), stack([full(1, like=few), own], 1))


share.mutant("one sample more for both", fewer=1)
share.mutant("the square of the share", power=2)
