r"""The end of Step 5: from (59b) and (66) to (24).

$(\widehat y-f)^2\le2(\widehat y-\phi^\top\rho)^2+2(\phi^\top\rho-f)^2$, and with $\varepsilon\le\sqrt{\log
N/N}+n/L$ the sum of the right sides of (59b) and (66) is at most three times that of (24). It holds,
and needs the upper bound on $\varepsilon$ (a mutant). (66) itself is the claim ``step-5``.
"""

from fractions import Fraction

from lemmata import Margin, Prompt, Space, at_most, box, lines, space
from theorems.universal_approximation import PAPER


def numbers(s: object) -> Space:
    """Square root of log N / N; n / L; log |N| / n; eps over its upper bound."""
    return space(
        root=box(1, low=0.0, high=1.0),
        depth=box(1, low=0.0, high=4.0, of="[0, inf)"),
        slow=box(1, low=0.0, high=4.0, of="[0, inf)"),
        C=box(1, low=0.0, high=4.0, of="[0, inf)"),
        sigma=box(1, low=0.0, high=4.0, of="[0, inf)"),
        share=box(1, low=0.0, high=1.0),
    )


conclusion = PAPER.claim(
    "after (66)",
    id="step-5/conclusion",
    rank="step",
    origin="read",
    summary="The bounds (59b) and (66) add up to at most three times the bound (24)",
    at=lines(483, 489),
    settings=space(),
    prompts=numbers,
)


@conclusion.printed(
    r"$\sqrt{\frac{\log N}N}C_{\mathcal F}^2+\sqrt{\frac{\log N}N}C_{\mathcal F}(\sigma+C_{\mathcal "
    r"F})+C_{\mathcal F}^2\varepsilon+"
    r"\frac{C_{\mathcal F}^2\log|\mathcal N_\varepsilon|}n+\frac{nC_{\mathcal F}^2}L$ is at most "
    r"three times the right side of (24) for "
    r"$\varepsilon\le\sqrt{\frac{\log N}N}+\frac nL$; drawn are these two (root and depth), "
    r"$\frac{\log|\mathcal N_\varepsilon|}n$ (slow) and the share that $\varepsilon$ has of its bound.",
    reach=1,
    factor=3,
)
def bounds_make_the_theorem(prompt: Prompt, reach: int, factor: Fraction | int) -> Margin:
    """The sum of the bounds on the two parts of the risk, against the bound (24)."""
    x = prompt
    square, noise = x.C * x.C, x.C * (x.C + x.sigma)
    eps = (x.root + x.depth) * x.share * reach
    parts = x.root * (square + noise) + square * (eps + x.slow + x.depth)
    return at_most(parts, ((x.root + x.depth) * noise + square * x.slow) * factor)


conclusion.mutant("eps four times as large", reach=4)
conclusion.mutant("27/10 for 3", factor=Fraction(27, 10))
