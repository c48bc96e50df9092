r"""Proposition 2: on event A the estimate converges linearly; for steps up to 6/5, not 1.6.

Under event A (D.4), for $\gamma<1.6$ and $n\ge N_0$, there are parameters with
$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le c_1e^{-\alpha_nK}$, $c_1=\|\beta^*\|_1$ (the proof has $c_1=e^\alpha\|
\beta^*\|_1$ as well). For $\frac32<\gamma<1.6$ and large nc the bound is negative at K = 1: false for every
network and every c. (With (D.4) as printed nothing is claimed for d >= 2, see `event`; here its
third line is read with $X_j$.) Parameters that see the data ($\sigma_{\max}$, $\|\beta^*\|_1$) do it for
$\gamma\le\frac65$, $n\ge4$: $M^V=2I/\sigma_d^2$, $\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-\alpha_n(k-1)}$,
since $|1-\gamma a|\le1-\frac23\gamma +\dots$ on the whole diagonal of event A.

``/construction``: the parameters of the proof are those of Lemma 1, which prints
$\theta^{(k)}=\gamma\sigma_{\max} c_1e^{-c_2(k-2)}$; so $\theta^{(1)}=\gamma\sigma_{\max}c_1/q$, and layer 1
need not reach $c_1q$: even $\gamma\le0.84$ fails. With k - 1 for k - 2, $\gamma\le\frac{15}{16}$ and $n\ge4$ it
is true. (From $\gamma=0.945$ on $|1-\gamma a|$ may be larger at the top of the diagonal, up to
$1+\frac1{6\sqrt8}$ at $S=2$, than at $\sigma_{\min}$. For $S=1$ the diagonal may be longer than
$\frac1\gamma$, as (D.6) forbids, and no harm is done.) The index that the proof shifts is `shift`, the
chain (D.5) to (D.14) `proof`.
"""

from collections.abc import Callable
from fractions import Fraction

from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import Array
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.event_a import sizes
from theorems.sparse_recovery.proposition_2.recursion import (
    EVENT,
    FACTOR,
    RATE,
    Answer,
    Layers,
    data,
    errors,
    layered,
    more_rows,
    own,
    rate,
    too_fast,
)

STEEP = Layers(d=1, S=1, n=40, gamma=1.5)
CORNER = Layers(d=6, S=1, n=44, gamma=0.8359375, K=2)  # the printed thresholds fail here
EDGE = Layers(d=20, S=2, n=10**6, gamma=0.9375, K=8)  # gamma times the diagonal may nearly be 1
Sides = Callable[[Layers, Prompt, Answer], tuple[Array, Array]]

converges = PAPER.claim(
    "Proposition 2",
    origin="read",
    at=lines(672, 676),
    summary="On event A some network converges at the rate alpha_n for every step below 1.6",
    pinned=FACTOR,
    settings=layered(more_rows(sizes(1.6, below=True))),
    prompts=data,
    uses=["sparse_recovery/lemma-1"],
    examples=[
        STEEP,
        Layers(d=1, S=1, n=40, gamma=1.575),
        Layers(d=6, S=1, n=400, gamma=1.1875, K=3),
        Layers(d=20, S=3, n=10**6, gamma=1.1875, K=12),
    ],
)
of_the_proof = PAPER.claim(
    "Proposition 2",
    part="the parameters of the proof",
    id="proposition-2/construction",
    origin="read",
    at=lines(688, 730),
    summary="On event A the parameters of the proof converge at the rate alpha_n for every step below 1.6",
    pinned=FACTOR,
    settings=layered(more_rows(sizes(1.6, below=True))),
    prompts=data,
    uses=["sparse_recovery/lemma-1"],
    examples=[STEEP, CORNER, EDGE, Layers(d=6, S=1, n=4, gamma=0.75, K=3)],
)


def any_network(s: Layers, prompt: Prompt, answer: Answer) -> tuple[Array, Array]:
    """What is below the error of every network, nothing, and the bound after one layer."""
    _, bound = errors(s, prompt, answer, rate, rate, late=0)
    return 0, bound[:, :1]


@converges.printed(
    EVENT + r"for every $\gamma<1.6$ there are parameters with $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le c_1e^{-"
    r"\alpha_nK}$, " + RATE + r". For $K=1$ this implies $0\le c_1e^{-\alpha_n}$.",
    defect="statement",
    because="For 3/2 < gamma < 1.6 and large n c the bound is negative: no network meets it, for no c.",
    fails_where=lambda s: s.gamma > 3 / 2,
    sides=any_network,
)
@converges.amended(
    EVENT
    + r"for $\gamma\le\frac65$ and $n\ge4$, with $M^V=\frac2{\sigma_d^2}I$ and $\theta^{(k)}=\gamma\sigma_{"
    r"\max}c_1"
    r"e^{-\alpha_n(k-1)}$, $\sigma_{\max}=\max_{i\ne j}|D_{:,i}^\top X_{:,j}|$: $\|\beta^{(K+1)}_{2n+1}-"
    r"\beta^*\|\le c_1"
    r"e^{-\alpha_nK}$, " + RATE + ".",
    because="Up to gamma = 6/5 |1 - gamma a| is at most 1 - 2 gamma/3 and the last root on the whole diagonal; "
    "the other root is for the threshold and what is off the diagonal.",
    adds="gamma <= 6/5, n >= 4; parameters that may see sigma_max and c_1",
    settings=layered(sizes(1.2, first=4)),
    sides=lambda s, prompt, answer: errors(s, prompt, answer, rate, rate, late=0),
)
@of_the_proof.printed(
    EVENT
    + r"for every $\gamma<1.6$, with the parameters of the proof, $M^V=\frac2{\sigma_d^2}I$ and the thresholds "
    r"$\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-c_2(k-2)}$ of Lemma 1: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le "
    r"c_1e^{-\alpha_nK}$, " + RATE + ".",
    defect="construction",
    because="Lemma 1's first threshold is too large by 1/q: even gamma <= 0.84 and n >= 4 fail. (And "
    "a step above 6/5 overshoots by |1 - gamma|, and n / (n + 2) < 2/3 for n < 4.)",
    fails_where=lambda s: s.gamma <= Fraction(21, 25) and s.n >= 4,
    sides=lambda s, prompt, answer: errors(s, prompt, answer, own, rate, late=1),
)
@of_the_proof.amended(
    EVENT + r"for $\gamma\le\frac{15}{16}$ and $n\ge4$, with $M^V=\frac2{\sigma_d^2}I$ and "
    r"$\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-c_2(k-1)}$, $c_2$ of Lemma 1: "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le c_1e^{-\alpha_nK}$, " + RATE + ".",
    because="For S >= 2 such a step is at most one over the diagonal, as Lemma 1 asks; for S = 1 the diagonal "
    "on the support is sigma_min alone, and any step up to 6/5 would do.",
    adds="gamma <= 15/16, n >= 4, k - 1 for k - 2 in the thresholds",
    settings=layered(sizes(0.9375, first=4)),
    sides=lambda s, prompt, answer: errors(s, prompt, answer, own, rate, late=0),
)
def linear(s: Layers, prompt: Prompt, answer: Answer, sides: Sides) -> Margin:
    """1, ..., K layers on any D^T X of event A."""
    distances, bounds = sides(s, prompt, answer)
    return at_most(distances, bounds)


converges.mutant("steps up to 3/2", settings=layered(sizes(1.5, first=4)))
converges.waive(
    "as printed",
    because="The printed reading is checked by what it implies for every network, a bound of at least 0; up "
    "to gamma = 3/2 that is met.",
)
converges.mutant(
    "twice the threshold", sides=lambda s, p, answer: errors(s, p, answer, rate, rate, late=0, shrink=2)
)
converges.mutant(
    "the whole step in the rate", sides=lambda s, p, answer: errors(s, p, answer, rate, too_fast, late=0)
)
of_the_proof.mutant(
    "twice the threshold", sides=lambda s, p, answer: errors(s, p, answer, own, rate, late=0, shrink=2)
)
of_the_proof.mutant(
    "the whole step in the rate", sides=lambda s, p, answer: errors(s, p, answer, own, too_fast, late=0)
)
