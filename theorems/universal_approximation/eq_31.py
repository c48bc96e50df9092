r"""Every function is within the discretisation error of its features, (31), Section 4.

At $\tau=1/\sqrt\varepsilon$ the right side of (27) is at most $2C_{\mathcal
F}(\sqrt\varepsilon+\sqrt{\log|\mathcal N_\varepsilon|/n})$, so that (31) holds for $c_{\mathsf{dis}}$ of (30)
at least twice the constant of (27). It holds.
"""

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import Array
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.eq_30 import Setting, roots, settings

every = PAPER.claim(
    "(31)", id="eq-31", rank="step", origin="read", at=lines(311, 315), settings=settings, prompts=roots
)


@every.printed(
    r"$C_{\mathcal F}\left(\frac1\tau+\tau\varepsilon+\sqrt{\frac{\log|\mathcal "
    r"N_\varepsilon|}n}\right)\le2C_{\mathcal F}\left(\sqrt\varepsilon+\sqrt{\frac{\log|\mathcal "
    r"N_\varepsilon|}n}\right)$ for $\tau=1/\sqrt\varepsilon$.",
    factor=2,
    tau=lambda p: 1 / p,
)
def error_of_the_features(s: Setting, prompt: Prompt, factor: int, tau: Callable[[Array], Array]) -> Margin:
    """The bound of Lemma 1 at the chosen steepness."""
    p, slow = prompt.p, prompt.r**3
    error = 1 / tau(p) + tau(p) * p * p + slow
    return at_most(prompt.C * error, prompt.C * (p + slow) * factor)


every.mutant("once", factor=1, tau=lambda p: 1 / p)
every.mutant("tau = 1 / eps", factor=2, tau=lambda p: 1 / (p * p))
