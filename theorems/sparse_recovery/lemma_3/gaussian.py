r"""Lemma 3 for Gaussian rows (those of section 6): for no constant c at every N.

They are not bounded, so Assumption 1 excludes them, but the proof speaks of sub-Gaussian rows and
sub-exponential products. Such products have exponential tails: beyond s = 1 the tail is $e^{-Ncs}$, not
$e^{-Ncs^2}$, and the proof's "consider $0<s\le1$" is lost when s is set to $\sqrt{(\log d-\log\delta)/
(Nc)}$. For a fixed N and small $\delta$ the bound fails, whatever c is; for $N\ge8(\log d-\log\delta)$,
which $n\ge N_0$ implies, $c=\frac18$ is good. All probabilities are exact, for even N: sums of products of
Gaussians are differences of Gamma variables, sums of squares Gamma variables.
"""

from baselines.concentration import gamma_tail, product_sum_tail
from lemmata import Margin, Prompt, at_most, dims, lines
from lemmata.numbers import log, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_3.setting import EIGHTH, Sizes, deltas, sizes

tiny = deltas(-400)
pairs = sizes(N=dims(1, 27))
gaussian = PAPER.claim(
    "Lemma 3",
    id="lemma-3/gaussian/off-diagonal",
    rank="step",
    origin="read",
    at=lines(629, 646),
    settings=pairs,
    prompts=tiny,
)


@gaussian.printed(
    r"Without the boundedness of Assumption 1, for Gaussian rows, some c and every (even) N: with probability "
    r"at least $1-3\delta$, $|D_{:,1}^\top X_{:,2}|\le\sqrt{\frac{\log d-\log\delta}{Nc}}$.",
    defect="statement",
    because="Products of Gaussians have exponential tails only: at N = 2 the sum is Laplace, and for "
    "small delta the bound fails for every c. (The rows are not bounded, yet those of section 6.)",
    scale=3,
    all_pairs=False,
    long=False,
    times=1,
)
@gaussian.amended(
    r"For Gaussian rows, $c=\frac18$ and $N\ge8(\log d-\log\delta)$: with probability at least $1-\delta$, "
    r"$\max_{i\ne j}|D_{:,i}^\top X_{:,j}|\le\sqrt{\frac{\log d-\log\delta}{Nc}}$.",
    adds="N >= 8 (log d - log delta), c = 1/8; all pairs, probability 1 - delta",
    settings=sizes(N=dims(9, 27), c=EIGHTH),
    prompts=deltas(-6),
    scale=1,
    all_pairs=True,
    long=True,
    times=1,
)
def gaussian_coherence(s: Sizes, prompt: Prompt, scale: int, all_pairs: bool, long: bool, times: int) -> Margin:
    """Columns are nearly orthogonal, by the exact law of a sum of 2N products of Gaussians.

    Too large with probability at most ``scale`` delta: one pair of columns, or some one of ``all_pairs``;
    ``long``: where N >= 8 (log d - log delta). ``times`` multiplies c.
    """
    N = 2 * s.N
    exponent = log(s.d / prompt.delta)
    t = sqrt(exponent / (s.c * times * N)) * (2 * N + 1) / 2
    chance = product_sum_tail(s.N, t) * (s.d * (s.d - 1) // 2 if all_pairs else 1)
    margin = at_most(chance, prompt.delta * scale)
    return margin.given(N - exponent * 8) if long else margin


gaussian.mutant("every N", settings=pairs, prompts=tiny, all_pairs=False, long=False)
gaussian.mutant("c = 1", times=8)
gaussian.mutant("c = 3/4", times=6)

squares = sizes(N=dims(1, 27), d=dims(1, 4))
largest = PAPER.claim(
    "Lemma 3",
    id="lemma-3/gaussian/max",
    rank="step",
    origin="read",
    at=lines(601, 623),
    settings=squares,
    prompts=tiny,
)


@largest.printed(
    r"Without the boundedness of Assumption 1, for Gaussian rows of one variance, $M^V=\frac2{\sigma_d^2}I$, "
    r"some c and every (even) N: with "
    r"probability at least $1-3\delta$, $D_{:,1}^\top X_{:,1}\le\frac N{N+2}(1+s)$.",
    defect="statement",
    because="A square of a Gaussian has an exponential tail: at N = 2 the probability is exp(-5(1 + s)/8) "
    "with s of the order of the root of log(1/delta)/c, more than 3 delta for small delta and every c.",
    scale=3,
    loose=False,
    long=False,
    times=1,
)
@largest.amended(
    r"For Gaussian rows of one variance, $M^V=\frac2{\sigma_d^2}I$, $c=\frac18$ and $N\ge8(\log S-\log"
    r"\delta)$: with probability at least $1-\delta$, $\max_{i\in\mathbb S}D_{:,i}^\top X_{:,i}\le\frac{2N}"
    r"{2N+1}(1+s)$.",
    adds="N >= 8 (log S - log delta), c = 1/8, 2N/(2N + 1) for N/(N + 2); all of S, probability 1 - delta",
    because="Laurent and Massart; the probability is the exact chi-square tail, times S.",
    settings=sizes(N=dims(6, 27), d=dims(1, 4), c=EIGHTH),
    prompts=deltas(-6),
    scale=1,
    loose=True,
    long=True,
    times=1,
)
def gaussian_diagonal(s: Sizes, prompt: Prompt, scale: int, loose: bool, long: bool, times: int) -> Margin:
    """Diagonal entries are not too large, by exact chi-square tails (2N rows).

    ``loose``: the prefactor 2N/(2N + 1) for N/(N + 2), and all of S for one entry; the rest as above.
    """
    N = 2 * s.N
    exponent = log(s.S / prompt.delta)
    limit = (sqrt(exponent / (s.c * times * N)) + 1) * N
    x = limit / 2 if loose else limit * (2 * N + 1) / (4 * (N + 2))
    margin = at_most(gamma_tail(s.N, x) * (s.S if loose else 1), prompt.delta * scale)
    return margin.given(N - exponent * 8) if long else margin


largest.mutant("c = 1/2", times=4)
largest.mutant("every N", settings=squares, prompts=tiny, long=False)
