r"""The end of Step 5: from (59b) and (66) to (24).

$(\widehat y-f)^2\le2(\widehat y-\phi^\top\rho)^2+2(\phi^\top\rho-f)^2$, and with $\varepsilon\le\sqrt{\log
N/N}+n/L$ the sum of the right sides of (59b) and (66) is at most three times that of (24). It holds,
and needs the upper bound on $\varepsilon$ (a mutant). (66) itself is the claim ``step-5``.
"""

from fractions import Fraction

from lemmata import at_most, box, lines, mutants, printed, theorem
from theorems.universal_approximation import PAPER


@theorem(
    PAPER,
    "after (66)",
    rank="step",
    origin="read",
    at=lines(483, 489),
    root=box(1, low=0, high=1),  # $\sqrt{\log N/N}$
    depth=box(1, low=0, high=4, of="[0, inf)"),  # $n/L$
    slow=box(1, low=0, high=4, of="[0, inf)"),  # $\log|\mathcal N_\varepsilon|/n$
    C=box(1, low=0, high=4, of="[0, inf)"),
    sigma=box(1, low=0, high=4, of="[0, inf)"),
    share=box(1, low=0, high=1),
)
@printed(
    r"$\rate\CF^2+\rate\CF(\sigma+\CF)+\CF^2\varepsilon+\frac{\CF^2\cover}n+\frac{n\CF^2}L$ is at most three "
    r"times the right side of (24) for $\varepsilon\le\rate+\frac nL$; drawn are these two (root and depth), "
    r"$\frac{\cover}n$ (slow) and the share that $\varepsilon$ has of its bound."
)
@mutants({"eps four times as large": dict(reach=4), "27/10 for 3": dict(factor=Fraction(27, 10))})
def bounds_make_the_theorem(root, depth, slow, C, sigma, share, reach=1, factor=3):
    """The bounds (59b) and (66) add up to at most three times the bound (24)."""
    eps = (root + depth) * share * reach
    parts = root * C**2 + root * C * (sigma + C) + C**2 * (eps + slow + depth)
    return at_most(parts, factor * ((root + depth) * C * (C + sigma) + C**2 * slow))
