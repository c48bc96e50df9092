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
variance is high". ``regularizer``: the term itself does. ``regularizer/share``: as a share of the denominator
of (8) it grows when n falls, but a common factor of all variances cancels: the share does not grow with them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmata import ForAll, Margin, Prompt, Space, at_least, at_most, box, dims, dyadics, lines, space
from lemmata.numbers import Array, absolute, amax, sign, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_1 import minimum


@dataclass(frozen=True)
class Setting:
    d: int
    n: int


def spectra(s: Setting) -> Space:
    """The eigenvalues of a covariance."""
    return space(lam=box(s.d, low=0.125, high=4.0))


def spectra_and_factors(s: Setting) -> Space:
    """The eigenvalues of a covariance, and a factor c of it."""
    return space(lam=box(s.d, low=0.125, high=4.0), c=dyadics(1.25, 4.0))


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
    r"eigenbasis: for large n, "
    r"$A\approx\Sigma^{-1}$, read as: $|a_i-\lambda_i^{-1}|\le"
    r"(\lambda_i+\operatorname{tr}\Sigma)/(n\lambda_i^2)$.",
    defect="typo",
    because="A is negative definite: its distance to the inverse exceeds that of 0 at every n. The bound "
    "is below this distance from n = 2 on for some Sigma, from n = d + 1 on for each.",
    fails_where=lambda s: s.n > 1,
    sign=1,
    power=1,
)
@large_n.amended(
    r"With $\lambda_i>0$ the eigenvalues of $\Sigma$ and $a_i$ those of the upper block of A in (8), in its "
    r"eigenbasis: for every n, and so for large n, "
    r"$A\approx-\Sigma^{-1}$: $|a_i+\lambda_i^{-1}|\le"
    r"(\lambda_i+\operatorname{tr}\Sigma)/(n\lambda_i^2)$.",
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
    r"ill-conditioned, read as: it never worsens the conditioning, "
    r"$\kappa(A\Sigma)\le\kappa(\Sigma)$ for the ratio $\kappa$ of the largest to the smallest absolute value "
    r"of an eigenvalue, $\Sigma\succ0$.",
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
    **{**ON_SPECTRA, "prompts": lambda s: space(lam=box(s.d, low=2**-12, high=4))},
)


@gain.printed(
    r"Preconditioning by the upper block of A in (8) improves the condition number by at most the factor "
    r"$n+2$: "
    r"$\kappa(\Sigma)\le(n+2)\,\kappa(A\Sigma)$, for every $\Sigma\succ0$ and the ratio $\kappa$ of the "
    r"largest to the smallest absolute value of an eigenvalue.",
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
    r"$t(n,\Sigma)=\frac1n\sum_k\lambda_k$ becomes more significant when n is small and the variance is high, "
    r"read as: $t(n,\Sigma)$, and $t(n+1,c\Sigma)$ with $c\ge\frac54$, are at least "
    r"$(1+\frac1{4(n+1)})\,t(n+1,\Sigma)$.",
    measure=term,
)
def larger_term(s: Setting, prompt: Prompt, measure: Callable[[Array, int], Array]) -> Margin:
    """The regularising term grows as samples get fewer and as the variance grows."""
    lam, high = prompt.lam, prompt.lam * prompt.c[:, None]
    low = measure(lam, s.n + 1)
    fewer, louder = measure(lam, s.n), measure(high, s.n + 1)  # c is at least 5/4
    return at_least(stack([fewer, louder], 1), stack([low, low], 1) * (4 * s.n + 5) / (4 * s.n + 4))


regularizer.mutant("the mean variance", measure=lambda lam, n: term(lam, lam.shape[-1]))
regularizer.mutant("its share", measure=lambda lam, n: -diagonal(lam, n) * term(lam, n))

share = PAPER.claim(
    "after Theorem 1, regularizer share",
    id="theorem-1/trade-off/regularizer/share",
    summary="The share of the regularising term grows with the variance.",
    rank="step",
    origin="read",
    at=lines(145),
    uses=[minimum],
    **ON_FACTORS,
)


def share_of_the_term(lam: Array, n: int) -> Array:
    """The share of the regularising term in the denominators of (8)."""
    return -diagonal(lam, n) * term(lam, n)


@share.printed(
    r"For $c>1$ (here $c\ge\frac54$, which loses nothing: c cancels) the share of $\frac1n\sum_k\lambda_k$ "
    r"in the denominators $\frac{n+1}n\lambda_i+\frac1n\sum_k\lambda_k$ "
    r"of (8), $\Sigma\succ0$, is strictly larger for $c\Sigma$ than for $\Sigma$.",
    defect="statement",
    because="The share is sum_k lambda_k / ((n+1) lambda_i + sum_k lambda_k): a factor c cancels.",
    n_of_more=0,
    n_of_less=0,
)
@share.amended(
    r"For $c>1$ (here $c\ge\frac54$, which loses nothing: c cancels) the share of $\frac1n\sum_k\lambda_k$ "
    r"in the denominators $\frac{n+1}n\lambda_i+\frac1n\sum_k\lambda_k$ "
    r"of (8), $\Sigma\succ0$, is strictly larger for $c\Sigma$ with n samples than for $\Sigma$ with $n+1$.",
    adds="fewer samples, beside the larger variance",
    n_of_more=0,
    n_of_less=1,
)
def larger_share(s: Setting, prompt: Prompt, n_of_more: int, n_of_less: int) -> Margin:
    """The regulariser's share of the denominator is strictly larger."""
    less = share_of_the_term(prompt.lam, s.n + n_of_less)
    more = share_of_the_term(prompt.lam * prompt.c[:, None], s.n + n_of_more)
    return at_least(sign(more - less), 1)


share.mutant("n + 1 samples for both", n_of_more=1)
share.mutant("one sample more", n_of_more=2)
