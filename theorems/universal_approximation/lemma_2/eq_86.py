r"""The contradiction behind (37), appendix A.2: (85) to (88), as a statement on numbers.

R and S are the l1 norms of $\widehat\rho$ and $\rho^\star$. If (85) $R>4S+C_{\mathcal
F}+4\lambda^{-1}\varepsilon_{\mathsf{opt}}$ and (87) $\lambda\ge4CC_{\mathcal
F}^{-1}\varepsilon_{\mathsf{dis}}^2+8C\sqrt{\log N/N}\sigma$, then the lower bound (86) on
$\ell(\widehat\rho)-\ell(\rho^\star)$, which rests on (84), exceeds $\frac\lambda4R$ and with it
$\varepsilon_{\mathsf{opt}}$; so (88) holds wherever (84) does. Nothing is wrong here; (84) is.
"""

from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_least, box, choices, lines, scales, space
from lemmata.numbers import concatenate
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    K: float
    """The universal constant C of (86)."""
    more: float
    """The largest that is drawn of eps_opt / lambda, and of what (85) and (87) are exceeded by."""


def numbers(s: Setting) -> Space:
    """S, C_F, eps_opt / lambda, eps_dis, sqrt(log N / N) sigma, and by how much (85) and (87) are exceeded."""
    return space(
        S=box(1, low=0.0, high=4.0, of="[0, inf)"),
        C=box(1, low=0.125, high=4.0, of="(0, inf)"),
        opt=box(1, low=0.0, high=s.more, of="[0, inf)"),
        dis=box(1, low=0.0, high=4.0, of="[0, inf)"),
        noise=box(1, low=0.0, high=4.0, of="[0, inf)"),
        larger=box(1, low=0.0, high=s.more, of="[0, inf)"),
        penalty=box(1, low=0.0, high=s.more, of="[0, inf)"),
    )


contradiction = PAPER.claim(
    "(86)",
    id="lemma-2/eq-86",
    rank="step",
    origin="read",
    summary="By (86) an estimate as large as (85) misses the objective of rho* by at least eps_opt",
    at=lines(718, 740),
    settings=space(Setting, K=scales(-2, 2, of="(0, inf)"), more=choices(4.0, 0.0)),
    prompts=numbers,
)


@contradiction.printed(
    r"For $R=\|\widehat\rho\|_1>4S+C_{\mathcal F}+4\lambda^{-1}\varepsilon_{\mathsf{opt}}$ (85) with "
    r"$S=\|\rho^\star\|_1$, every $K>0$ (the constant $C$ of (86)) and $\lambda\ge4KC_{\mathcal "
    r"F}^{-1}\varepsilon_{\mathsf{dis}}^2+8K\sqrt{\frac{\log "
    r"N}N}\sigma$ (87): $\lambda R-\lambda "
    r"S-K\varepsilon_{\mathsf{dis}}^2-K\sqrt{\frac{\log "
    r"N}N}\sigma(R+S)\ge\frac\lambda4R\ge\varepsilon_{\mathsf{opt}}$.",
    stars=4,
    share=1,
    quarters=1,
)
def excess_of_a_large_estimate(s: Setting, prompt: Prompt, stars: int, share: int, quarters: int) -> Margin:
    """The lower bound (86) on the excess objective of an estimate that obeys (85), under (87)."""
    x, K = prompt, s.K
    R = x.S * stars + x.C + x.opt * 4 + x.larger
    lam = (x.dis * x.dis / x.C * 4 + x.noise * 8) * K / share + x.penalty
    excess = lam * (R - x.S) - (x.dis * x.dis + x.noise * (R + x.S)) * K
    quarter = lam * R * quarters / 4
    return at_least(concatenate([excess, quarter], -1), concatenate([quarter, lam * x.opt], -1))


contradiction.mutant("S for 4 S in (85)", stars=1)
contradiction.mutant("a sixteenth of (87)", share=16)
contradiction.mutant("all of lambda R", quarters=4)
