r"""The weights of a function are at most three times the first Fourier moment, Lemma 5, (72).

(80) is $\rho_f(t,\omega)=\Gamma_{\mathcal
F}\gamma_{\omega,\theta_f(\omega)}(t)|F_f(\omega)|/F^{\mathsf{sup}}(\omega)$; for
$\sum_kb_k\cos(\omega_kx+\theta_k)$ with $|b_k|\le B_k$ and given phases that is
$3\sum_jB_j\omega_j\,\gamma_{\omega_k,\theta_k}(t)\,b_k/B_k$ at $\omega_k$, with the $\gamma$ of (82) on
$[-2,1]$, and $C_{\mathcal F}=\sum_kB_k(|\cos\theta_k|+\omega_k)$ by (19). The bound on the expectation
follows from the one on the values, and (78) is an equality. (79) needs $\widetilde C_{\mathcal F}>0$: for a
class of constants it divides by 0. (72) holds, with equality at a phase of $\frac\pi2$.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, Space, at_most, box, space
from lemmata.numbers import Array, absolute, amax, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_cosines import Setting, cosine, settings
from theorems.universal_approximation.instances_lemma_1 import gamma


def prompts(s: Setting) -> Space:
    """Bounds, frequencies and phases of a class, a function by its shares of the bounds, and a place."""
    return space(
        B=box(s.terms, low=0.0, high=2.0),
        omega=box(s.terms, low=0.125, high=8.0),
        theta=box(s.terms, low=0.0, high=6.25),
        share=box(s.terms, low=-1.0, high=1.0),
        t=box(1, low=-2.0, high=1.0),
    )


weights = PAPER.claim(
    "Lemma 5, (72)", slug="lemma-5-eq-72", kind="forall", settings=settings(2), prompts=prompts
)
Slope = Callable[[Prompt, Array], Array]


@weights.printed(
    r"$|\rho_f(t,\omega)|\le3(C_{\mathcal F}-\sup_{\tilde f}|\tilde f(0)|)$.", factor=3, slope=gamma
)
def weights_are_bounded(s: Setting, prompt: Prompt, factor: int, slope: Slope) -> Margin:
    """The weights (80) are at most three times the first Fourier moment."""
    total = sum(prompt.B * prompt.omega, -1) * 3
    rho = amax(absolute(slope(prompt, prompt.t) * prompt.share), -1) * total
    zero = cosine(prompt.theta)
    supremum = sum(prompt.B * absolute(zero), -1)
    C = sum(prompt.B * (absolute(zero) + prompt.omega), -1)
    return at_most(rho, (C - supremum) * factor)


weights.mutant("twice", factor=2, slope=gamma)
weights.mutant("once", factor=1, slope=gamma)
weights.mutant("not over the norm", factor=3, slope=lambda x, t: gamma(x, t) * x.omega)
