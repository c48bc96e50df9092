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

from fractions import Fraction

from lemmata import at_most, box, dims, lines, mutants, printed, theorem
from lemmata.numbers import concat, log, sqrt
from theorems.universal_approximation import PAPER


@theorem(
    PAPER,
    "(61), (a) and (b)",
    rank="step",
    origin="read",
    at=lines(449, 454),
    N=dims(2, 64),
    n=dims(1, 1 << 20),
    L=dims(1, 1 << 20),
    share=box(1, low=0, high=1),
    r=box(1, low=0, high=1),
    where=lambda n, L: n <= L,
    examples=[dict(N=3, n=2, L=1)],
)
@printed(
    r"For $n\le L$ (otherwise (24) exceeds $\CF^2$), $N\ge2$, all $\varepsilon\le\rate+\frac nL$ and "
    r"$\cover\le n$, with $c_{\mathsf{dis}}=1$: $\edis=\CF\left(\sqrt\varepsilon+\sqrt{\frac{\cover}n}\right)"
    r"\le\frac73\CF$ (a) and $\edis^2\le2\left(\CF^2\varepsilon+\frac{\CF^2\cover}n\right)$ (b); drawn are "
    r"the share that $\varepsilon$ has of its bound and $r=\left(\frac{\cover}n\right)^{1/6}$."
)
@mutants(
    {
        "9/4 for 7/3": dict(size=Fraction(9, 4)),
        "n up to 2 L": dict(where=lambda n, L: n <= 2 * L),
        "the power 1/3, as after (100)": dict(power=2),
        "19/10 for 2": dict(square=Fraction(19, 10)),
    }
)
def error_is_of_the_order_of_C(N, n, L, share, r, power=3, size=Fraction(7, 3), square=2):
    r"""The error (30) is of the order of $C_F$, its square of that of its two terms squared."""
    eps = share * (sqrt(log(N) / N) + n / L)
    error = sqrt(eps) + r**power  # over $C_{\mathcal F}$
    return at_most(concat([error, error**2]), concat([[size], square * (eps + r**6)]))
