r"""'From Lemma 1': the proof of Proposition 2 quotes Lemma 1 one layer too early.

With $\theta^{(1)}=\gamma \sigma_{\max}c_1/q$ layer 1 need not reach $c_1q$.
"""

from lemmata import amended, at_most, dyadics, lines, mutants, printed, theorem
from lemmata.numbers import max
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_2 import CORNER, EDGE, EVENT
from theorems.sparse_recovery.proposition_2.recursion import LAYERS, bounds, distances, products


@theorem(
    PAPER,
    "Proposition 2",
    part="the index of the layers",
    rank="step",
    origin="read",
    at=lines(688, 692),
    uses=["sparse_recovery/lemma-1"],
    **(LAYERS | dict(gamma=dyadics(0, 4, open_low=True, of="(0, inf)"))),
    examples=[CORNER, EDGE, dict(d=2, S=2, n=44, gamma=1.125, K=1)],
)
@printed(
    EVENT + r"'from Lemma 1', if (D.5) $\gamma(2S-1)\sigma_{\max}+|1-\gamma\sigma_{\min}|\le1$ and (D.6) $0\le"
    r"\gamma D_{:,i}^\top X_{:,i}\le1$ for all $i\in[d]$, with its $\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-c"
    r"_2(k-2)}$: $\|\beta^{(k)}-\beta^*\|\le c_1e^{-c_2(k-1)}$, $e^{-c_2}=\gamma(2S-1)\sigma_{\max}+|1-\gamma"
    r"\sigma_{\min}|$.",
    defect="typo",
    because="Lemma 1 gives $e^{-c_2(k-2)}$: at $k = 2$ it has taken one layer with a threshold of $c_1/q$.",
    falls_with="sparse_recovery/lemma-1/conclusion",
)
@amended(
    EVENT + r"'from Lemma 1', if (D.5) $\gamma(2S-1)\sigma_{\max}+|1-\gamma\sigma_{\min}|\le1$ and (D.6) "
    r"$0\le\gamma D_{:,i}^\top X_{:,i}\le1$ for all $i\in[d]$, with thresholds "
    r"$\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-c_2(k-1)}$: $\|\beta^{(k)}-\beta^*\|\le c_1e^{-c_2(k-1)}$, "
    r"$e^{-c_2}=\gamma(2S-1)\sigma_{\max}+|1-\gamma\sigma_{\min}|$.",
    adds="$k - 1$ for $k - 2$ in the thresholds",
    late=0,
)
@mutants(
    {
        "without (D.5) and (D.6)": dict(conditioned=False),
        "twice the threshold": dict(shrink=2),
        "the square of the rate": dict(power=2),
    }
)
def quoted(
    d, S, n, gamma, K, delta, excess, t, off, beta_star, answer, late=1, shrink=1, power=1, conditioned=True
):
    r"""With the thresholds of Lemma 1 $k - 1$ layers leave $k - 1$ factors $\exp(-c_2)$."""
    a = products(d, S, n, gamma, delta, excess, t, off)
    found = distances(K, gamma, a, beta_star, answer, a.contraction, late, shrink)
    margin = at_most(found, bounds(K, beta_star, a.contraction**power))
    return margin.given([1 - a.contraction, 1 - gamma * max(a.diagonal)]) if conditioned else margin
