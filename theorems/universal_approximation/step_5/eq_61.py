r"""What (61) takes for granted of the discretisation error: (a) its size, (b) its square.

(a) uses $\varepsilon_{\mathsf{dis}}\lesssim C_{\mathcal F}$, "a basic bound that holds under our assumptions"
(and after (100)): $\varepsilon\lesssim\sqrt{\log N/N}+n/L$ and $\log|\mathcal N_\varepsilon|\lesssim n$. It
holds for $n\le L$: $\sqrt{\log N/N}$ is largest at $N=3$, below 0.606. Nothing is lost by that, since (24)
exceeds $C_{\mathcal F}^2$ otherwise, and the prediction 0 will do; besides, $\varepsilon$ may be chosen
smaller, as (30) wants it, whose $\tau=1/\sqrt\varepsilon$ is above 4 in Lemma 1. (b) uses
$\varepsilon_{\mathsf{dis}}^2\lesssim C_{\mathcal F}^2\varepsilon+C_{\mathcal F}^2\log|\mathcal
N_\varepsilon|/n$, which holds with the power $\frac12$ of (30); with the $\frac13$ that stands after (100) it
fails (a mutant), and Theorem 1 would have the power $\frac23$.
"""

from dataclasses import dataclass
from fractions import Fraction

from lemmata import Margin, Prompt, Space, at_most, box, dims, lines, space
from lemmata.numbers import as_array, concatenate, log, sqrt
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Sizes:
    N: int
    n: int
    L: int


def settings(most: int) -> Space:
    """At most that many features a layer."""
    N, n, L = dims(2, 64), dims(1, 1 << 20), dims(1, 1 << 20)
    return space(Sizes, N=N, n=n, L=L, where=lambda s: s.n <= most * s.L)


def parts(s: Sizes) -> Space:
    """The share that eps has of its bound, and the sixth root of log |N_eps| / n: powers of it are exact."""
    return space(share=box(1, low=0.0, high=1.0), r=box(1, low=0.0, high=1.0))


bounded = PAPER.claim(
    "(61), (a) and (b)",
    id="step-5/eq-61",
    rank="step",
    origin="read",
    summary="The discretisation error is at most of the order of the Barron parameter, and its square of that "
    "of "
    "eps and log |N_eps| / n",
    at=lines(449, 454),
    settings=settings(1),
    prompts=parts,
    examples=[Sizes(N=3, n=2, L=1)],
)


@bounded.printed(
    r"For $n\le L$ (otherwise (24) exceeds $C_{\mathcal F}^2$), $N\ge2$, all $\varepsilon\le\sqrt{\frac{\log "
    r"N}N}+\frac nL$ and $\log|\mathcal N_\varepsilon|\le n$, with $c_{\mathsf{dis}}=1$: "
    r"$\varepsilon_{\mathsf{dis}}=C_{\mathcal F}\left(\sqrt\varepsilon+\sqrt{\frac{\log|\mathcal "
    r"N_\varepsilon|}n}\right)\le\frac73C_{\mathcal F}$ (a) and "
    r"$\varepsilon_{\mathsf{dis}}^2\le2\left(C_{\mathcal "
    r"F}^2\varepsilon+\frac{C_{\mathcal F}^2\log|\mathcal N_\varepsilon|}n\right)$ (b); drawn are the share "
    r"that "
    r"$\varepsilon$ has of its bound and $r=\left(\frac{\log|\mathcal N_\varepsilon|}n\right)^{1/6}$.",
    power=3,
    size=Fraction(7, 3),
    square=Fraction(2),
)
def error_is_of_the_order_of_C(
    s: Sizes, prompt: Prompt, power: int, size: Fraction, square: Fraction
) -> Margin:
    """The discretisation error (30) over C_F and its square, against their bounds."""
    eps = prompt.share * (sqrt(log(s.N) / s.N) + as_array(s.n, prompt.share) / s.L)
    error = sqrt(eps) + prompt.r**power
    return at_most(
        concatenate([error, error * error], -1),
        concatenate([as_array(size, error) + error * 0, (eps + prompt.r**6) * square], -1),
    )


bounded.mutant("9/4 for 7/3", size=Fraction(9, 4))
bounded.mutant("n up to 2 L", settings=settings(2))
bounded.mutant("the power 1/3, as after (100)", power=2)
bounded.mutant("19/10 for 2", square=Fraction(19, 10))
