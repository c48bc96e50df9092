r"""Proposition 2: on event A the estimate converges linearly; for steps up to 6/5, not 1.6.

Under event A (D.4), for $\gamma<1.6$ and $n\ge N_0$, there are parameters with
$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le c_1e^{-\alpha_nK}$, $c_1=\|\beta^*\|_1$ (the proof has $c_1=e^\alpha\|
\beta^*\|_1$ as well). For $\frac32<\gamma<1.6$ and large nc the bound is negative at K = 1: false for every
network and every c. (With (D.4) as printed nothing is claimed for d >= 2, see ``event.py``; here its
third line is read with $X_j$.) Parameters that see the data ($\sigma_{\max}$, $\|\beta^*\|_1$) do it for
$\gamma\le\frac65$, $n\ge4$: $M^V=2I/\sigma_d^2$, $\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-\alpha_n(k-1)}$,
since $|1-\gamma a|\le1-\frac23\gamma +\dots$ on the whole diagonal of event A.

``/construction``: the parameters of the proof are those of Lemma 1, which prints
$\theta^{(k)}=\gamma\sigma_{\max} c_1e^{-c_2(k-2)}$; so $\theta^{(1)}=\gamma\sigma_{\max}c_1/q$, and layer 1
need not reach $c_1q$: even $\gamma\le0.84$ fails. With k - 1 for k - 2, $\gamma\le0.84$ and $n\ge4$ it is
true. (Above that $|1-\gamma a|$ may be larger at the top of the diagonal than at $\sigma_{\min}$.) The index
that the proof shifts is ``shift.py``, the chain (D.5) to (D.14) ``proof.py``.
"""

from collections.abc import Callable
from fractions import Fraction

from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import Array
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.event_a import Sizes, sizes
from theorems.sparse_recovery.proposition_2.recursion import (
    EVENT,
    FACTOR,
    RATE,
    Answer,
    data,
    errors,
    more_rows,
    own,
    rate,
    too_fast,
)

LAYERS = 3
STEEP = Sizes(d=1, S=1, n=40, gamma=1.5, factor=128)
CORNER = Sizes(d=6, S=1, n=44, gamma=0.8359375, factor=128)  # the printed thresholds fail here
Sides = Callable[[Sizes, Prompt, Answer], tuple[Array, Array]]

converges = PAPER.claim(
    "Proposition 2",
    origin="read",
    at=lines(672, 676),
    summary="On event A some network converges at the rate alpha_n for every step below 1.6",
    pinned=FACTOR,
    settings=more_rows(sizes(1.6, below=True)),
    prompts=data,
    uses=["sparse_recovery/lemma-1"],
    examples=[
        STEEP,
        Sizes(d=1, S=1, n=40, gamma=1.575, factor=128),
        Sizes(d=6, S=1, n=400, gamma=1.1875, factor=128),
    ],
)
of_the_proof = PAPER.claim(
    "Proposition 2",
    id="proposition-2/construction",
    origin="read",
    at=lines(688, 730),
    summary="On event A the parameters of the proof converge at the rate alpha_n for every step below 1.6",
    pinned=FACTOR,
    settings=more_rows(sizes(1.6, below=True)),
    prompts=data,
    uses=["sparse_recovery/lemma-1"],
    examples=[STEEP, CORNER, Sizes(d=6, S=1, n=4, gamma=0.75, factor=128)],
)


def any_network(s: Sizes, prompt: Prompt, answer: Answer) -> tuple[Array, Array]:
    """What is below the error of every network, nothing, and the bound after one layer."""
    _, bound = errors(s, prompt, answer, rate, rate, late=0, layers=1)
    return 0, bound


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
    r"e^{-\alpha_nK}$ for $K\le3$, " + RATE + ".",
    because="|1 - gamma a| is at most exp(-alpha_n) on the whole diagonal up to gamma = 6/5.",
    adds="gamma <= 6/5, n >= 4, K <= 3; parameters that may see sigma_max and c_1",
    settings=sizes(1.2, first=4),
    sides=lambda s, prompt, answer: errors(s, prompt, answer, rate, rate, late=0, layers=LAYERS),
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
    sides=lambda s, prompt, answer: errors(s, prompt, answer, own, rate, late=1, layers=LAYERS),
)
@of_the_proof.amended(
    EVENT + r"for $\gamma\le0.84$ and $n\ge4$, with $M^V=\frac2{\sigma_d^2}I$ and $\theta^{(k)}=\gamma\sigma_{"
    r"\max}c_1e^{-c_2"
    r"(k-1)}$, $c_2$ of Lemma 1: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le c_1e^{-\alpha_nK}$ for $K\le3$, "
    + RATE
    + ".",
    because="(D.14) and the last line of the proof, corrected, and one layer's shift.",
    adds="gamma <= 0.84, n >= 4, K <= 3, k - 1 for k - 2 in the thresholds",
    settings=sizes(0.84, first=4),
    sides=lambda s, prompt, answer: errors(s, prompt, answer, own, rate, late=0, layers=LAYERS),
)
def linear(s: Sizes, prompt: Prompt, answer: Answer, sides: Sides) -> Margin:
    """K layers, for every K up to three, on any D^T X of event A."""
    distances, bounds = sides(s, prompt, answer)
    return at_most(distances, bounds)


converges.mutant("steps up to 3/2", settings=sizes(1.5, first=4))
converges.mutant(
    "twice the threshold",
    sides=lambda s, p, answer: errors(s, p, answer, rate, rate, late=0, layers=LAYERS, shrink=2),
)
converges.mutant(
    "the whole step in the rate",
    sides=lambda s, p, answer: errors(s, p, answer, rate, too_fast, late=0, layers=LAYERS),
)
of_the_proof.mutant(
    "twice the threshold",
    sides=lambda s, p, answer: errors(s, p, answer, own, rate, late=0, layers=LAYERS, shrink=2),
)
of_the_proof.mutant(
    "the whole step in the rate",
    sides=lambda s, p, answer: errors(s, p, answer, own, too_fast, late=0, layers=LAYERS),
)
