r"""The contradiction behind (37), appendix A.2: (85) to (88), as a statement on numbers.

R and S are the $\ell_1$ norms of $\widehat\rho$ and $\rho^\star$. If (85) $R>4S+C_{\mathcal
F}+4\lambda^{-1}\varepsilon_{\mathsf{opt}}$ and (87) $\lambda\ge4CC_{\mathcal
F}^{-1}\varepsilon_{\mathsf{dis}}^2+8C\sqrt{\log N/N}\sigma$, then the lower bound (86) on
$\ell(\widehat\rho)-\ell(\rho^\star)$, which rests on (84), exceeds $\frac\lambda4R$ and with it
$\varepsilon_{\mathsf{opt}}$; so (88) holds wherever (84) does. Nothing is wrong here; what is open is (84).
"""

from lemmata import at_least, box, choices, lines, mutants, printed, scales, theorem
from lemmata.numbers import concat
from theorems.universal_approximation import PAPER


@theorem(
    PAPER,
    "(86)",
    rank="step",
    origin="read",
    at=lines(718, 740),
    K=scales(-2, 2, of="(0, inf)"),  # the universal constant $C$ of (86)
    more=choices(4.0, 0.0),  # the largest opt, larger and penalty that are drawn
    S=box(1, low=0, high=4, of="[0, inf)"),  # $\|\rho^\star\|_1$
    C=box(1, low=0.125, high=4, of="(0, inf)"),  # $C_{\mathcal F}$
    opt=box(1, low=0, high="more", of="[0, inf)"),  # $\varepsilon_{\mathsf{opt}}/\lambda$
    dis=box(1, low=0, high=4, of="[0, inf)"),  # $\varepsilon_{\mathsf{dis}}$
    noise=box(1, low=0, high=4, of="[0, inf)"),  # $\sqrt{\log N/N}\sigma$
    larger=box(1, low=0, high="more", of="[0, inf)"),  # by how much (85) is exceeded
    penalty=box(1, low=0, high="more", of="[0, inf)"),  # by how much (87) is exceeded
)
@printed(
    r"For $R=\|\widehat\rho\|_1>4S+\CF+4\lambda^{-1}\eopt$ (85) with $S=\|\rho^\star\|_1$, every $K>0$ (the "
    r"constant $C$ of (86)) and $\lambda\ge4K\CF^{-1}\edis^2+8K\rate\sigma$ (87): $\lambda R-\lambda "
    r"S-K\edis^2-K\rate\sigma(R+S)\ge\frac\lambda4R\ge\eopt$."
)
@mutants(
    {
        "S for 4 S in (85)": dict(stars=1),
        "a sixteenth of (87)": dict(share=16),
        "all of lambda R": dict(quarters=4),
    }
)
def contradiction(K, S, C, opt, dis, noise, larger, penalty, stars=4, share=1, quarters=1):
    r"""By (86) an estimate as large as (85) misses the objective by at least $\varepsilon_{\mathrm{opt}}$."""
    R = stars * S + C + 4 * opt + larger
    lam = K * (4 * dis**2 / C + 8 * noise) / share + penalty
    excess = lam * (R - S) - K * (dis**2 + noise * (R + S))
    quarter = lam * R * quarters / 4
    return at_least(concat([excess, quarter]), concat([quarter, lam * opt]))
