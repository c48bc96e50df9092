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
from lemmata import Margin, Prompt, Space, at_least, at_most, box, dims, lines, space
from lemmata.numbers import Array, absolute, amax
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import correlations, design, l1, products
from theorems.universal_approximation.lemma_3.step import Setting, prompts, settings

cost = PAPER.claim(
    "(100)", id="lemma-3/eq-100", rank="step", at=lines(866, 869), settings=settings, prompts=prompts
)


@cost.printed(
    r"$\ell(\rho+e)-\ell(\rho)\le\|e\|_1\left(\left\|\frac2N\sum_i(y_i-\phi_i^\top(\rho+e))\phi_i\right\|_"
    r"\infty+\lambda\right)$ for all $\rho$ and $e$.",
    at=lambda rho, e: rho + e,
    penalty=1,
)
def cost_of_an_error(s: Setting, prompt: Prompt, at: Callable[[Array, Array], Array], penalty: int) -> Margin:
    """An error after a step costs at most its l1 norm times the largest slope."""
    phi, y, rho, e = design(prompt.features), prompt.y, prompt.rho, prompt.rho_star
    slope = amax(absolute(correlations(phi, y - products(phi, at(rho, e)))), -1) * 2 / s.N
    before, after = (lasso_objective(phi, y, s.lam, r) for r in (rho, rho + e))
    return at_most(after, before + l1(e) * (slope + s.lam * penalty))


cost.mutant("the residual at rho", at=lambda rho, e: rho, penalty=1)
cost.mutant("no penalty", at=lambda rho, e: rho + e, penalty=0)


@dataclass(frozen=True)
class Constant:
    k: int
    """The constant of (30) over the other one."""


def roots(s: Constant) -> Space:
    """The square root of eps, and the sixth root of log |N| / n."""
    return space(p=box(1, low=0.0, high=1.0), s=box(1, low=0.015625, high=1.0))


exponent = PAPER.claim(
    "(30) after (100)",
    id="lemma-3/eq-100/exponent",
    rank="slip",
    at=lines(876),
    settings=space(Constant, k=dims(1, 8)),
    prompts=roots,
)
Check = Callable[[Constant, Prompt], Margin]


def of_one_order(s: Constant, prompt: Prompt) -> Margin:
    p, q = prompt.p, prompt.s
    return at_least((p + q**3) * s.k, p + q**2)


def above(power: int) -> Check:
    return lambda s, prompt: at_most(prompt.p + prompt.s**3, prompt.p + prompt.s**power)


@exponent.printed(
    r"$\varepsilon_{\mathsf{dis}}=C_{\mathcal F}\left(\sqrt\varepsilon+\left(\frac{\log|\mathcal "
    r"N_\varepsilon|}n\right)^{1/3}\right)$ for the $\varepsilon_{\mathsf{dis}}$ of (30), for some "
    r"$c_{\mathsf{dis}}$.",
    defect="typo",
    because="The power is 1/2 in (30) and 1/3 here.",
    compare=of_one_order,
)
@exponent.amended(
    r"$\varepsilon_{\mathsf{dis}}\le c_{\mathsf{dis}}C_{\mathcal "
    r"F}\left(\sqrt\varepsilon+\left(\frac{\log|\mathcal N_\varepsilon|}n\right)^{1/3}\right)$ for "
    r"$n\ge\log|\mathcal N_\varepsilon|$.",
    because="Only an upper bound is used.",
    adds="n >= log |N_eps|, an inequality for the equality",
    compare=above(2),
)
def exponent_of_the_error(s: Constant, prompt: Prompt, compare: Check) -> Margin:
    """The power of the covering number in the discretisation error."""
    return compare(s, prompt)


exponent.mutant("the power 2/3", compare=above(4))
exponent.mutant("the power 1", compare=above(6))
