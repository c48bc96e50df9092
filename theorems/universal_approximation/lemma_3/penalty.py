r"""The penalty of (40) is not the one of Lemma 2: it lacks the discretisation error, after (102).

Lemma 2 wants $\lambda\ge c_\lambda(\sqrt{\log N/N}\sigma+C_{\mathcal F}^{-1}\varepsilon_{\mathsf{dis}}^2)$.
The proof of (42) combines its (37) with (41) "for $\lambda\gtrsim\sqrt{\log N/N}(C_{\mathcal F}+\sigma)$",
which is all that (40) demands. $\varepsilon_{\mathsf{dis}}^2\ge C_{\mathcal F}^2\log|\mathcal
N_\varepsilon|/n$ does not fall with N: for fixed n the one does not imply the other, whatever the constants
(there $\log|\mathcal N_\varepsilon|\ge\frac n4$, any other fixed share would do, and K is the quotient of
the constants). With the penalty (58a) of Lemma 4 it does, whose third term is the missing one. What becomes
of (42) is the claim ``lemma-3/eq-42``.
"""

import math
from fractions import Fraction
from typing import Any

from lemmata import amended, at_least, box, dims, lines, mutants, printed, scales, some, theorem
from lemmata.numbers import log, sqrt
from theorems.universal_approximation import PAPER


def many(K: float) -> dict[str, Any]:
    """So many examples that the penalty is small beside 1 / K."""
    return dict(k=16 + 3 * math.ceil(math.log2(K)), K=K)


@theorem(
    PAPER,
    "Lemma 3, use of (37)",
    id="lemma-3/penalty/use-of-37",
    rank="step",
    origin="read",
    at=lines(891, 894),
    k=dims(1, 64),
    N=lambda k: 2**k,
    K=some(scales(0, 10), weaker="larger", fails_at=many),  # the constant of (40) over that of Lemma 2
    C=box(1, low=1 / 8, high=4, of="(0, inf)"),
    sigma=box(1, low=0, high=4, of="[0, inf)"),
    share=box(1, low=1 / 2, high=4, of="[1/2, inf)"),  # $\varepsilon_{\mathsf{dis}}$ over $C_{\mathcal F}$
    examples=[dict(k=64, K=1024.0)],
)
@printed(
    r"For some universal $K$, the quotient of the constants of (40) and of Lemma 2, and all $N\ge2$: "
    r"$\lambda=K\rate(\CF+\sigma)$ implies $\lambda\ge\rate\sigma+\CF^{-1}\edis^2$; here with $N=2^k$ and "
    r"$\cover\ge\frac n4$ (any other share that does not fall with $N$ fails alike), so that "
    r"$\edis\ge\frac12\CF$ by (30), $c_{\mathsf{dis}}\ge1$.",
    defect="proof-step",
    because="The discretisation error does not fall with N.",
    falls_with="universal_approximation/lemma-3/eq-42",
)
@amended(
    r"For all $K\ge1$ and $N\ge2$: $\lambda=K\left(\rate(\CF+\sigma)+\CF^{-1}\edis^2\right)$ implies "
    r"$\lambda\ge\rate\sigma+\CF^{-1}\edis^2$; here with $N=2^k$ and $\edis\ge\frac12\CF$.",
    because="(58a) has the missing term.",
    adds=r"$\varepsilon_{\mathrm{dis}}^2/C_F$ in $\lambda$",
    K=scales(0, 10, of="[1, inf)"),
    error=1,
)
@mutants(half_of_the_new_term=dict(error=Fraction(1, 2)), no_noise=dict(noise=0))
def penalty_is_large_enough(N, K, C, sigma, share, error=0, noise=1):
    """Every penalty that Lemma 3 allows is one that Lemma 2 allows."""
    root, eps_dis = sqrt(log(N) / N), C * share
    lam = K * (root * (C + sigma) * noise + eps_dis**2 / C * error)
    return at_least(lam, root * sigma + eps_dis**2 / C)
