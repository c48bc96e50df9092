r"""What an error after a step costs, (100), appendix A.3, and the exponent of the discretisation error there.

Before the noise is bounded (100) is deterministic and holds: an error e after a step costs at most
$\|e\|_1(\|\frac2N\sum_i(y_i-\phi_i^\top(\rho+e))\phi_i\|_\infty+\lambda)$.

The power 1/3 for the 1/2 of (30) makes no equality, nor one order: at $\varepsilon\to0$ the ratio is
$(\log|\mathcal N_\varepsilon|/n)^{1/6}$. What is used there, an upper bound for $n\ge\log|\mathcal
N_\varepsilon|$, holds with either power.
"""

from lemmata import amended, at_most, box, dims, dyadics, lines, mutants, printed, reals, scales, some, theorem
from lemmata.numbers import abs, max
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import design, l1, objective, slope


@theorem(
    PAPER,
    "(100), before (a)",
    rank="step",
    at=lines(866, 869),
    n=dims(1, 4),
    N=dims(1, 4),
    lam=dyadics(0, 2, of="[0, inf)"),
    features=box("N", "n", low=-1, high=1),
    y=reals("N"),
    rho=reals("n + 1"),
    e=reals("n + 1"),
)
@printed(
    r"$\ell(\rho+e)-\ell(\rho)\le\|e\|_1\left(\left\|\frac2N\sum_i(y_i-\phi_i^\top(\rho+e))\phi_i\right\|_"
    r"\infty+\lambda\right)$ for all $\rho$ and $e$, here those of the proof, $\rho^\star_{t+1}$ and "
    r"$e_{t+1}$, among them, features in $[-1,1]$ and $\ell$ of (32)."
)
@mutants(the_residual_at_rho=dict(at=lambda rho: rho), no_penalty=dict(penalty=0))
def cost_of_an_error(lam, features, y, rho, e, at=lambda rho, e: rho + e, penalty=1):
    r"""An error after a step costs at most its $\ell_1$ norm times the largest slope of the objective."""
    phi = design(features)
    largest = max(abs(slope(phi, y, at))) + lam * penalty
    return at_most(objective(phi, y, lam, rho + e), objective(phi, y, lam, rho) + l1(e) * largest)


@theorem(
    PAPER,
    "(30) after (100)",
    id="lemma-3/eq-100/exponent",
    rank="slip",
    origin="read",
    at=lines(876),
    k=some(scales(0, 6), weaker="larger", fails_at=lambda k: dict(k=k)),
    u=box(1, low=2.0**-6, high=1),
    v=box(1, low=2.0**-6, high=1),
)
@printed(
    r"$\edis=\CF\left(\sqrt\varepsilon+\left(\frac{\cover}n\right)^{1/3}\right)$ up to constants, that is "
    r"$\sqrt\varepsilon+\left(\frac{\cover}n\right)^{1/3}\le k\left(\sqrt\varepsilon+\left(\frac{"
    r"\cover}n\right)^{1/2}\right)$ for some $k$, with the $\edis$ of (30); drawn as $u=\varepsilon^{1/24}$ "
    r"and $v=\left(\frac{\cover}n\right)^{1/24}$.",
    defect="typo",
    because="The power is 1/2 in (30) and 1/3 here.",
)
def exponent(k, u, v):
    r"""The error (30) is $C_F$ by the root of $\varepsilon$ and the cube root of $\log |N_\varepsilon|/n$."""
    return at_most(u**12 + v**8, k * (u**12 + v**12))


@amended(
    r"$\edis\le c_{\mathsf{dis}}\CF\left(\sqrt\varepsilon+\left(\frac{\cover}n\right)^{1/3}\right)$ for "
    r"$n\ge\cover$ and the $\edis$ of (30), both sides over $c_{\mathsf{dis}}\CF$; drawn as "
    r"$u=\varepsilon^{1/24}$ and $v=\left(\frac{\cover}n\right)^{1/24}$.",
    of=exponent,
    because="Only an upper bound is used.",
    adds=r"$n \ge \log |N_\varepsilon|$, an inequality for the equality",
    u=box(1, low=0, high=1),
    v=box(1, low=0, high=1),
)
@mutants({"the power 2/3": dict(power=16), "the power 1": dict(power=24)})
def upper_bound_of_the_error(u, v, power=8):
    """The error (30) against that with another power, as powers of the 24th roots."""
    return at_most(u**12 + v**12, u**12 + v**power)
