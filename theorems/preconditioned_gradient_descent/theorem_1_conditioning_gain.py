r"""After Theorem 1: "Preconditioning by A can lead to considerably faster convergence rate".

By how much: the condition number improves by exactly
$((n+1)\lambda_{\max}+\operatorname{tr}\Sigma)/((n+1)\lambda_{\min}+\operatorname{tr}\Sigma)$, which is below
$n+2$ for every $\Sigma$, however ill-conditioned: with few samples it is not much.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import amax
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_spectra import ON_SPECTRA, Setting, diagonal
from theorems.preconditioned_gradient_descent.theorem_1 import minimum

gain = PAPER.claim(
    "after Theorem 1, conditioning gain",
    slug="theorem-1-conditioning-gain",
    uses=[minimum],
    **ON_SPECTRA,
)


@gain.printed(
    r"The condition number improves by less than the factor $n+2$: "
    r"$\kappa(\Sigma)\le(n+2)\,\kappa(A\Sigma)$, for every $\Sigma$.",
    most=lambda n: n + 2,
)
def improvement(s: Setting, prompt: Prompt, most: Callable[[int], int]) -> Margin:
    """The improvement of the condition number is bounded by the number of samples."""
    lam = prompt.lam
    mu = -diagonal(lam, s.n) * lam
    return at_most(amax(lam, -1) * -amax(-mu, -1), amax(mu, -1) * -amax(-lam, -1) * most(s.n))


gain.mutant("three quarters of it", most=lambda n: (n + 2) * 3 / 4)
gain.mutant("none", most=lambda n: 1)
gain.mutant("two for any n", most=lambda n: 2)
