r"""Proposition 2: on event A the estimate converges linearly; for steps up to 6/5, not 1.6.

Under event A (D.4), for $\gamma<1.6$ and $n\ge N_0$, there are parameters with
$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le c_1e^{-\alpha_nK}$, $c_1=\|\beta^*\|_1$ (the proof has $c_1=e^\alpha\|
\beta^*\|_1$ as well). For $\frac32<\gamma<1.6$ and large nc the bound is negative at K = 1: false for every
network and every c. (With (D.4) as printed nothing is claimed at all, see ``event.py``; here its
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

from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import Array
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.event_a import Sizes, sizes
from theorems.sparse_recovery.proposition_2.proof import chain
from theorems.sparse_recovery.proposition_2.recursion import data, errors, own, rate, too_fast

LAYERS = 3
STEEP = Sizes(d=1, S=1, n=40, gamma=1.5, factor=128)
CORNER = Sizes(d=6, S=1, n=44, gamma=0.8359375, factor=128)  # the printed thresholds fail here
Sides = Callable[[Sizes, Prompt], tuple[Array, Array]]

converges = PAPER.claim(
    "Proposition 2",
    origin="read",
    at=lines(672, 676),
    settings=sizes(1.6, first=4),
    prompts=data,
    uses=[chain],
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
    settings=sizes(1.6, first=4),
    prompts=data,
    uses=[chain],
    examples=[STEEP, CORNER],
)


def any_network(s: Sizes, prompt: Prompt) -> tuple[Array, Array]:
    """What is below the error of every network, nothing, and the bound."""
    _, bound = errors(s, prompt, rate, rate, late=0, layers=1)
    return 0, bound


@converges.printed(
    r"Under event A, for $\gamma<1.6$ and $n\ge N_0$, there are parameters with $\|\beta^{(K+1)}_{2n+1}"
    r"-\beta^*\|\le\|\beta^*\|_1e^{-\alpha_nK}$, $\alpha_n$ of (D.3). So $0\le\|\beta^*\|_1e^{-\alpha_n}$.",
    defect="statement",
    because="For 3/2 < gamma < 1.6 and large n c the bound is negative: no network meets it, for no c.",
    sides=any_network,
)
@converges.amended(
    r"Under event A, for $\gamma\le\frac65$ and $n\ge\max(4,N_0)$, with $M^V=\frac2{\sigma_d^2}I$ and "
    r"$\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-\alpha_n(k-1)}$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le"
    r"\|\beta^*\|_1e^{-\alpha_nK}$.",
    because="|1 - gamma a| is at most exp(-alpha_n) on the whole diagonal up to gamma = 6/5.",
    adds="gamma <= 6/5, n >= 4; X_j in the third line of (D.4); parameters that may see sigma_max and c_1",
    settings=sizes(1.2, first=4),
    sides=lambda s, prompt: errors(s, prompt, rate, rate, late=0, layers=LAYERS),
)
@of_the_proof.printed(
    r"Under event A, for $\gamma<1.6$ and $n\ge N_0$, with the parameters of the proof (thresholds of Lemma "
    r"1): $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le\|\beta^*\|_1e^{-\alpha_nK}$.",
    defect="construction",
    because="A step above 6/5 overshoots by |1 - gamma|, and Lemma 1's first threshold is too large by 1/q: "
    "even gamma <= 0.84 fails.",
    sides=lambda s, prompt: errors(s, prompt, own, rate, late=1, layers=LAYERS),
)
@of_the_proof.amended(
    r"Under event A, for $\gamma\le0.84$, $n\ge\max(4,N_0)$ and "
    r"$\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-c_2(k-1)}$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le"
    r"\|\beta^*\|_1e^{-\alpha_nK}$.",
    because="(D.14) and the last line of the proof, corrected, and one layer's shift.",
    adds="gamma <= 0.84, n >= 4, k - 1 for k - 2 in the thresholds; X_j in the third line of (D.4)",
    settings=sizes(0.84, first=4),
    sides=lambda s, prompt: errors(s, prompt, own, rate, late=0, layers=LAYERS),
)
def linear(s: Sizes, prompt: Prompt, sides: Sides) -> Margin:
    """K layers, for every K up to three, on any D^T X of event A."""
    return at_most(*sides(s, prompt))


converges.mutant("steps up to 3/2", settings=sizes(1.5, first=4))
converges.mutant(
    "sixteen times the threshold", sides=lambda s, p: errors(s, p, rate, rate, late=0, layers=LAYERS, shrink=16)
)
converges.mutant(
    "the whole step in the rate", sides=lambda s, p: errors(s, p, rate, too_fast, late=0, layers=2)
)
of_the_proof.mutant(
    "sixteen times the threshold", sides=lambda s, p: errors(s, p, own, rate, late=0, layers=LAYERS, shrink=16)
)
of_the_proof.mutant(
    "the whole step in the rate", sides=lambda s, p: errors(s, p, own, too_fast, late=0, layers=2)
)
