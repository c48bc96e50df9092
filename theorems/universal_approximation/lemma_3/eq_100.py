r"""What an error after a step costs, (100), appendix A.3, and the exponent of the discretisation error there.

Before the noise is bounded (100) is deterministic and holds: an error e after a step costs at most
$\|e\|_1(\|\frac2N\sum_i(y_i-\phi_i^\top(\rho+e))\phi_i\|_\infty+\lambda)$.

To bound the labels the proof reads $\varepsilon_{\mathsf{dis}}$ as $C_{\mathcal
F}(\sqrt\varepsilon+(\log|\mathcal N_\varepsilon|/n)^{1/3})$, where (30) has the power 1/2. No constant
makes the two equal, nor of one order: at $\varepsilon\to0$ their ratio is $(\log|\mathcal
N_\varepsilon|/n)^{1/6}$. What is used there, an upper bound for $n\ge\log|\mathcal N_\varepsilon|$, holds
with either power.
"""

from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import lasso_objective
from lemmata import Margin, Prompt, Space, at_most, box, lines, reals, scales, some, space
from lemmata.numbers import Array, absolute, amax
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import correlations, design, l1, products
from theorems.universal_approximation.lemma_3.step import Setting, settings


def errors(s: Setting) -> Space:
    """Features, labels, an iterate, and an error after it."""
    return space(features=box(s.N, s.n, low=-1.0, high=1.0), y=reals(s.N), rho=reals(s.n + 1), e=reals(s.n + 1))


cost = PAPER.claim(
    "(100), before (a)",
    id="lemma-3/eq-100",
    rank="step",
    summary="An error after a step costs at most its l1 norm times the largest slope of the objective",
    at=lines(866, 869),
    settings=settings,
    prompts=errors,
)


@cost.printed(
    r"$\ell(\rho+e)-\ell(\rho)\le\|e\|_1\left(\left\|\frac2N\sum_i(y_i-\phi_i^\top(\rho+e))\phi_i\right\|_"
    r"\infty+\lambda\right)$ for all $\rho$ and $e$, here those of the proof, $\rho^\star_{t+1}$ and "
    r"$e_{t+1}$, "
    r"among them, features in $[-1,1]$ and $\ell$ of (32).",
    at=lambda rho, e: rho + e,
    penalty=1,
)
def cost_of_an_error(s: Setting, prompt: Prompt, at: Callable[[Array, Array], Array], penalty: int) -> Margin:
    """The objective after an error against that before it and the largest slope."""
    phi, y, rho, e = design(prompt.features), prompt.y, prompt.rho, prompt.e
    slope = amax(absolute(correlations(phi, y - products(phi, at(rho, e)))), -1) * 2 / s.N
    before, after = (lasso_objective(phi, y, s.lam, r) for r in (rho, rho + e))
    return at_most(after, before + l1(e) * (slope + s.lam * penalty))


cost.mutant("the residual at rho", at=lambda rho, e: rho)
cost.mutant("no penalty", penalty=0)


@dataclass(frozen=True)
class Constant:
    k: float


def roots(least: float) -> Callable[[object], Space]:
    """The roots u of eps and v of log |N_eps| / n of order 24, so that small ones are met as often as large."""
    return lambda s: space(u=box(1, low=least, high=1.0), v=box(1, low=least, high=1.0))


exponent = PAPER.claim(
    "(30) after (100)",
    id="lemma-3/eq-100/exponent",
    rank="slip",
    origin="read",
    summary="The discretisation error of (30) is C_F times the root of eps plus the cube root of log |N_eps| / "
    "n",
    at=lines(876),
    settings=space(Constant, k=some(scales(0, 6), weaker="larger", fails_at=Constant)),
    prompts=roots(2.0**-6),
)


@exponent.printed(
    r"$\varepsilon_{\mathsf{dis}}=C_{\mathcal F}\left(\sqrt\varepsilon+\left(\frac{\log|\mathcal "
    r"N_\varepsilon|}n\right)^{1/3}\right)$ up to constants, that is "
    r"$\sqrt\varepsilon+\left(\frac{\log|\mathcal "
    r"N_\varepsilon|}n\right)^{1/3}\le k\left(\sqrt\varepsilon+\left(\frac{\log|\mathcal "
    r"N_\varepsilon|}n\right)^{1/2}\right)$ for some $k$, with the $\varepsilon_{\mathsf{dis}}$ of (30); drawn "
    r"as $u=\varepsilon^{1/24}$ and $v=\left(\frac{\log|\mathcal N_\varepsilon|}n\right)^{1/24}$.",
    defect="typo",
    because="The power is 1/2 in (30) and 1/3 here.",
)
def both_are_of_one_order(s: Constant, prompt: Prompt) -> Margin:
    """The error with the power 1/3 against k times that with the power 1/2."""
    return at_most(prompt.u**12 + prompt.v**8, (prompt.u**12 + prompt.v**12) * s.k)


@exponent.amended(
    r"$\varepsilon_{\mathsf{dis}}\le c_{\mathsf{dis}}C_{\mathcal "
    r"F}\left(\sqrt\varepsilon+\left(\frac{\log|\mathcal N_\varepsilon|}n\right)^{1/3}\right)$ for "
    r"$n\ge\log|\mathcal N_\varepsilon|$ and the $\varepsilon_{\mathsf{dis}}$ of (30), both sides over "
    r"$c_{\mathsf{dis}}C_{\mathcal F}$; drawn as $u=\varepsilon^{1/24}$ and $v=\left(\frac{\log|\mathcal "
    r"N_\varepsilon|}n\right)^{1/24}$.",
    because="Only an upper bound is used.",
    adds="n >= log |N_eps|, an inequality for the equality",
    settings=space(),
    prompts=roots(0.0),
    power=8,
)
def upper_bound_of_the_error(prompt: Prompt, power: int) -> Margin:
    """The error (30) against that with another power, as powers of the 24th roots."""
    return at_most(prompt.u**12 + prompt.v**12, prompt.u**12 + prompt.v**power)


exponent.mutant("the power 2/3", power=16)
exponent.mutant("the power 1", power=24)
