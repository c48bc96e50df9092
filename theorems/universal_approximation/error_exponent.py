r"""The discretisation error: (30), and its use in A.3.

(30) defines $\varepsilon_{\mathsf{dis}}=c_{\mathsf{dis}}C_{\mathcal F}(\sqrt\varepsilon+(\log|\mathcal
N_\varepsilon|/n)^{1/2})$; after (100) it reads $C_{\mathcal F}(\sqrt\varepsilon+(\log|\mathcal
N_\varepsilon|/n)^{1/3})$. No constant makes the two equal, nor of one order: at $\varepsilon\to0$ their
ratio is $(\log|\mathcal N_\varepsilon|/n)^{1/6}$. What is used there, an upper bound for $n\ge\log|\mathcal
N_\varepsilon|$, holds with either power.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_least, at_most, box, dims, space
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    k: int


settings = space(Setting, k=dims(1, 8))


def roots(s: Setting) -> Space:
    """The square root of eps, and the sixth root of log |N| / n."""
    return space(p=box(1, low=0.0, high=1.0), s=box(1, low=0.015625, high=1.0))


exponent = PAPER.claim(
    "(30) after (100)", slug="error-exponent", kind="forall", settings=settings, prompts=roots
)
Check = Callable[[Setting, Prompt], Margin]


def of_one_order(s: Setting, prompt: Prompt) -> Margin:
    p, q = prompt.p, prompt.s
    return at_least((p + q**3) * s.k, p + q**2)


def above(power: int) -> Check:
    return lambda s, prompt: at_most(prompt.p + prompt.s**3, prompt.p + prompt.s**power)


@exponent.printed(
    r"$\varepsilon_{\mathsf{dis}}=C_{\mathcal F}\left(\sqrt\varepsilon+\left(\frac{\log|\mathcal "
    r"N_\varepsilon|}n\right)^{1/3}\right)$ for the $\varepsilon_{\mathsf{dis}}$ of (30), for some "
    r"$c_{\mathsf{dis}}$.",
    expect="refuted",
    defect="typo",
    because="The power is 1/2 in (30) and 1/3 here.",
    compare=of_one_order,
)
@exponent.amended(
    r"$\varepsilon_{\mathsf{dis}}\le c_{\mathsf{dis}}C_{\mathcal "
    r"F}\left(\sqrt\varepsilon+\left(\frac{\log|\mathcal N_\varepsilon|}n\right)^{1/3}\right)$ for "
    r"$n\ge\log|\mathcal N_\varepsilon|$.",
    because="Only an upper bound is used.",
    compare=above(2),
)
def exponent_of_the_error(s: Setting, prompt: Prompt, compare: Check) -> Margin:
    """The power of the covering number in the discretisation error."""
    return compare(s, prompt)


exponent.mutant("the power 2/3", compare=above(4))
exponent.mutant("the power 1", compare=above(6))
