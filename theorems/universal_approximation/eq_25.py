r"""The sizes that make the risk small, (25a) to (25c), Section 3.

The two expressions for L in (25c) agree, and $D-d=2n+7$, with n rounded up, is of the order of (25a). That
wants $\varepsilon_{\mathsf{pred}}\le C_{\mathcal F}^2$, and $\log|\mathcal N_\varepsilon|\ge\log2$; the former
gives the $n\ge\log|\mathcal N_\varepsilon|$ of Theorem 1, too. For larger $\varepsilon_{\mathsf{pred}}$ the
prediction 0 will do.
"""

from lemmata import at_most, box, lines, mutants, printed, theorem
from lemmata.numbers import concat
from theorems.universal_approximation import PAPER


@theorem(
    PAPER,
    "(25)",
    rank="step",
    origin="read",
    at=lines(239, 243),
    C=box(1, low=0.125, high=4, of="(0, inf)"),  # $C_{\mathcal F}$
    sigma=box(1, low=0, high=4, of="[0, inf)"),
    share=box(1, low=0.0625, high=1, of="(0, 1]"),
    log_cover=box(1, low=0.625, high=8, of="[5/8, inf)"),  # $\log|\mathcal N_\varepsilon|$
)
@printed(
    r"With $n=\CF^2\epred^{-1}\cover$ (25a), $\sqrt N=\CF(\CF+\sigma)\epred^{-1}$ (25b) and "
    r"$L=n\CF(\CF+\sigma)\epred^{-1}$ (25c), not rounded, $\epred\le \CF^2$ and $\cover\ge\frac58$: "
    r"$\left(\sqrt{\frac1N}+\frac nL\right)\CF(\CF+\sigma)+\frac{\CF^2\cover}n\le3\epred$, "
    r"$L=\CF^3(\CF+\sigma)\epred^{-2}\cover$, and $D-d\le2(n+1)+7\le17n$; drawn is the share that $\epred$ "
    r"has of $\CF^2$."
)
@mutants(
    {
        "nine tenths of the root of N": dict(tenths=9),
        "no noise in N": dict(noise=0),
        "C_F^2 for C_F^3 in (25c)": dict(power=2),
        "16 for 17": dict(factor=16),
    }
)
def sizes_make_the_risk_small(C, sigma, share, log_cover, tenths=10, noise=1, power=3, factor=17):
    """The sizes (25) make (24), without its logarithm, at most three times the accuracy that is wanted."""
    eps = share * C**2
    n = C**2 / eps * log_cover
    root_N = C * (C + sigma * noise) / eps * tenths / 10
    L = n * C * (C + sigma) / eps
    risk = (1 / root_N + n / L) * C * (C + sigma) + C**2 * log_cover / n
    L_again = C**power * (C + sigma) / eps**2 * log_cover
    return at_most(concat([risk, L, L_again, 2 * n + 9]), concat([3 * eps, L_again, L, factor * n]))
