r"""What (61) takes for granted of the discretisation error: (a) its size, (b) its square.

(a) uses $\varepsilon_{\mathsf{dis}}\lesssim C_{\mathcal F}$, which does not "hold under our assumptions":
they allow $\varepsilon$ up to $n/L$, however large. (b) uses $\varepsilon_{\mathsf{dis}}^2\lesssim
C_{\mathcal F}^2\varepsilon+C_{\mathcal F}^2\log|\mathcal N_\varepsilon|/n$, which holds with the power
$\frac12$ of (30); with the $\frac13$ that stands after (100) it fails (a mutant), and Theorem 1 would have
the power $\frac23$.
"""

from dataclasses import dataclass

from lemmata import Margin, Prompt, at_most, dims, lines, space
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.eq_30 import Setting, roots, settings


@dataclass(frozen=True)
class Depth:
    n: int
    L: int
    K: int


bounded = PAPER.claim(
    "(61), (a)",
    id="step-5/eq-61/a",
    rank="step",
    origin="read",
    at=lines(454),
    settings=space(Depth, n=dims(1, 64), L=dims(1, 64), K=dims(2, 8)),
)


@bounded.printed(
    r"$\varepsilon_{\mathsf{dis}}\le KC_{\mathcal F}$ for a universal $K$, for every "
    r"$\varepsilon\le\sqrt{\frac{\log N}N}+\frac nL$: for $\varepsilon=\frac nL$, and with "
    r"$\varepsilon_{\mathsf{dis}}\ge C_{\mathcal F}\sqrt\varepsilon$.",
    defect="proof-step",
    because="Nothing bounds n/L.",
    excess=0,
)
@bounded.amended(
    r"The same with $n\le L$.",
    because="Without it (24) says nothing anyway.",
    adds="n <= L",
    settings=space(Depth, n=dims(1, 64), L=dims(1, 64), K=dims(2, 8), where=lambda s: s.n <= s.L),
    excess=0,
)
def error_is_of_the_order_of_c(s: Depth, excess: int) -> Margin:
    """The discretisation error is of the order of the Barron parameter."""
    return at_most(s.n + excess, s.K * s.K * s.L)


bounded.mutant("a thousand features more", excess=1_000)
bounded.mutant("n up to 512 L", settings=space(Depth, n=dims(1, 512), L=dims(1, 1), K=dims(2, 8)))

square = PAPER.claim(
    "Step 5, (b)",
    id="step-5/eq-61/b",
    rank="step",
    origin="read",
    at=lines(449, 454),
    settings=settings,
    prompts=roots,
)


@square.printed(
    r"$\varepsilon_{\mathsf{dis}}^2\le2c_{\mathsf{dis}}^2\left(C_{\mathcal "
    r"F}^2\varepsilon+\frac{C_{\mathcal F}^2\log|\mathcal N_\varepsilon|}n\right)$ by (30).",
    power=3,
    factor=2,
)
def square_of_the_error(s: Setting, prompt: Prompt, power: int, factor: int) -> Margin:
    """The squared discretisation error is of the order of its squared parts."""
    error = prompt.C * (prompt.p + prompt.r**power)
    parts = prompt.C * prompt.C * (prompt.p**2 + prompt.r**6)
    return at_most(error * error, parts * factor)


square.mutant("the power 1/3, as after (100)", power=2, factor=2)
square.mutant("once", power=3, factor=1)
