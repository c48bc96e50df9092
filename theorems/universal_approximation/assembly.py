r"""Step 5: the bounds (60) to (66), with explicit constants.

The bare id is the chain as a whole: the right side of (36) with the choices (58a) and (60) is at most 9
times the right side of (66), if $\varepsilon_{\mathsf{dis}}\le2C_{\mathcal F}$. (62), (63) and (64) are its
parts. Two slips have a file of their own.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import Array
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_assembly import (
    Numbers,
    Setting,
    numbers,
    prompts,
    settings,
)

Part = Callable[[Numbers], Array]
chain = PAPER.claim(
    "(60) to (66)", slug="assembly", kind="forall", settings=settings, prompts=prompts
)
young = PAPER.claim("(64)", slug="assembly-64", kind="forall", settings=settings, prompts=prompts)
penalty = PAPER.claim("(62)", slug="assembly-62", kind="forall", settings=settings, prompts=prompts)


def right_of_36(s: Numbers) -> Array:
    optimum = s.eps_hat
    spread = s.C * s.C + optimum * optimum / (s.lam * s.lam) + s.sigma * s.eps_dis
    return s.root * spread + s.eps_dis**2 + s.lam * s.C / s.c1 + optimum


@chain.printed(
    r"$\sqrt{\frac{\log N}N}\left(C_{\mathcal F}^2+\lambda^{-2}\varepsilon_{\mathsf{opt}}^2+\sigma"
    r"\varepsilon_{\mathsf{dis}}\right)+\varepsilon_{\mathsf{dis}}^2+\lambda C_{\mathcal "
    r"F}+\varepsilon_{\mathsf{opt}}$ is at most "
    r"$9\left(\sqrt{\frac{\log N}N}C_{\mathcal F}(\sigma+C_{\mathcal F})+C_{\mathcal "
    r"F}^2\varepsilon+\frac{C_{\mathcal F}^2\log|\mathcal N_\varepsilon|}n+\frac{nC_{\mathcal "
    r"F}^2}L\right)$.",
    left=right_of_36,
    K=9,
)
def the_bounds_add_up(s: Setting, prompt: Prompt, left: Part, K: int) -> Margin:
    """The bound of Lemma 2 with the choices of Step 5 is of the order of (66)."""
    x = numbers(s, prompt)
    return at_most(left(x), x.bound * K).given(x.depth)


chain.mutant("constant 1", left=right_of_36, K=1)
chain.mutant("a penalty of order eps^(1/3)", left=lambda s: right_of_36(s) + s.r * s.e, K=9)


@young.printed(
    r"$\left(\frac{\log N}N\right)^{1/6}C_{\mathcal "
    r"F}^{2/3}\widehat\varepsilon^{2/3}\le\frac13\sqrt{\frac{\log N}N}C_{\mathcal "
    r"F}^2+\frac23\widehat\varepsilon$.",
    weights=(1, 2),
)
def youngs_inequality(s: Setting, prompt: Prompt, weights: tuple[int, int]) -> Margin:
    """Young's inequality with the exponents 3 and 3/2."""
    x = numbers(s, prompt)
    left = x.r * x.c * x.c * x.e * x.e
    return at_most(left, x.root * x.C * x.C * weights[0] / 3 + x.eps_hat * weights[1] / 3)


young.mutant("one third twice", weights=(1, 1))
young.mutant("the second alone", weights=(0, 2))


@penalty.printed(
    r"$\lambda C_{\mathcal F}\le c_1\left(\frac43\sqrt{\frac{\log N}N}C_{\mathcal F}(C_{\mathcal "
    r"F}+\sigma)+\varepsilon_{\mathsf{dis}}^2+\frac23\widehat\varepsilon\right)$.",
    K=3,
)
def penalty_times_the_barron_parameter(s: Setting, prompt: Prompt, K: int) -> Margin:
    """The penalty times the Barron parameter is of the order of the error."""
    x = numbers(s, prompt)
    noise = x.root * x.C * (x.C + x.sigma) * 4 / 3
    return at_most(x.lam * x.C, (noise + x.eps_dis**2 + x.eps_hat * 2 / 3) * s.c1 * K / 3)


penalty.mutant("two thirds of it", K=2)
penalty.mutant("nothing", K=0)
