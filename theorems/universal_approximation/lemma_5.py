r"""Combinations of cosines are mixtures of steep ramps, Lemma 5, (70).

For the class of all $f(x)=\sum_kb_k\cos(\omega_k^\top x+\theta_k)$ with $|b_k|\le B_k$: $F^{\mathsf{sup}}$
is known, $C_{\mathcal F}=\sum_kB_k(1+\|\omega_k\|)$, and $f^{\mathsf{approx}}$ of (71) is the sum of the
mixtures (76) with weights $b_k\|\omega_k\|$. It holds; the integrals are in closed form. (72) is the claim
``lemma-5-eq-72``.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import Array, absolute, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_cosines import (
    Setting,
    g,
    mixture,
    prompts,
    settings,
    temperature,
)

several = PAPER.claim(
    "Lemma 5, (70)", slug="lemma-5", kind="forall", settings=settings(2), prompts=prompts
)
Terms = Callable[[Prompt], Array]


def barron(prompt: Prompt) -> Array:
    """C_F for the class with B_k = |b_k|."""
    return sum(absolute(prompt.b) * (prompt.omega + 1), -1)


@several.printed(
    r"$|f(x)-f(0)-f^{\mathsf{approx}}(x)|\le3C_{\mathcal F}\delta_\tau$.",
    bound=lambda s, prompt: barron(prompt) * 3,
    parts=lambda prompt: prompt.b * prompt.omega,
)
def ramps_represent_the_class(
    s: Setting, prompt: Prompt, bound: Callable[[Setting, Prompt], Array], parts: Terms
) -> Margin:
    """A combination of cosines is a mixture of steep ramps."""
    tau = temperature(s, prompt.z)
    exact = sum(g(prompt, prompt.z) * prompt.b * prompt.omega, -1)
    found = sum(mixture(prompt, tau, prompt.z) * parts(prompt), -1)
    return at_most(absolute(exact - found), bound(s, prompt) / tau)


several.mutant(
    "a hundredth",
    bound=lambda s, prompt: barron(prompt) / 32,
    parts=lambda prompt: prompt.b * prompt.omega,
)
several.mutant(
    "without the frequencies",
    bound=lambda s, prompt: barron(prompt) * 3,
    parts=lambda prompt: prompt.b,
)
