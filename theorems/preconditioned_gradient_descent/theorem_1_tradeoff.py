r"""What the text reads off from (8) for many samples: $A\approx\Sigma^{-1}$, and faster convergence.

Sentence 1 after Theorem 1. Everything is diagonal in $U$, so the spectrum is the instance. ``large-n``: the
sign is lost: the upper block of A is *minus* a positive matrix, so its distance to $\Sigma^{-1}$ is above
that of 0 for every n, whatever "large" means. With the sign it is
$|a_i+1/\lambda_i|\le(\lambda_i+\operatorname{tr}\Sigma)/(n\lambda_i^2)$. ``conditioning``: the preconditioned
covariance is never worse conditioned.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import Array, absolute, amax, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_spectra import ON_SPECTRA, Setting, diagonal
from theorems.preconditioned_gradient_descent.theorem_1 import minimum

large_n = PAPER.claim(
    "after Theorem 1, large n", slug="theorem-1-large-n", uses=[minimum], **ON_SPECTRA
)
conditioning = PAPER.claim(
    "after Theorem 1, conditioning", slug="theorem-1-conditioning", uses=[minimum], **ON_SPECTRA
)


@large_n.printed(
    r"For large n, $A\approx\Sigma^{-1}$: $|a_i-\lambda_i^{-1}|\le"
    r"(\lambda_i+\operatorname{tr}\Sigma)/(n\lambda_i^2)$.",
    expect="refuted",
    defect="typo",
    because="A is negative definite: its distance to the inverse exceeds that of 0 at every n.",
    sign=1,
    power=1,
)
@large_n.amended(
    r"For large n, $A\approx-\Sigma^{-1}$: $|a_i+\lambda_i^{-1}|\le"
    r"(\lambda_i+\operatorname{tr}\Sigma)/(n\lambda_i^2)$.",
    sign=-1,
    power=1,
)
def close_to_the_inverse(s: Setting, prompt: Prompt, sign: int, power: int) -> Margin:
    """With many samples the preconditioner approaches the inverse covariance."""
    lam = prompt.lam
    bound = (lam + sum(lam, -1)[:, None]) / (lam * lam) / s.n**power
    return at_most(absolute(diagonal(lam, s.n) * sign - 1 / lam), bound)


@conditioning.printed(
    r"Preconditioning by A improves the conditioning: $\kappa(A\Sigma)\le\kappa(\Sigma)$.",
    spectrum=lambda lam, n: -diagonal(lam, n) * lam,
)
def better_conditioned(
    s: Setting, prompt: Prompt, spectrum: Callable[[Array, int], Array]
) -> Margin:
    """The preconditioned covariance is conditioned at least as well as the covariance."""
    mu, lam = spectrum(prompt.lam, s.n), prompt.lam
    return at_most(amax(mu, -1) * -amax(-lam, -1), amax(lam, -1) * -amax(-mu, -1))


large_n.mutant("of order 1 / n^2", power=2)
large_n.mutant("half of the inverse", sign=-2)
conditioning.mutant("the inverse twice", spectrum=lambda lam, n: diagonal(lam, n) ** 2 / lam)
conditioning.mutant("the covariance twice", spectrum=lambda lam, n: -diagonal(lam, n) * lam**3)
