r"""Proposition 2: on event A the estimate converges linearly; the proof's way for steps up to 6/5, not 1.6.

(The proof has $c_1=e^\alpha\|\beta^*\|_1$ as well.) With (D.4) as printed nothing is claimed for $d \ge 2$
(`event`); here its third line is read with $X_j$. Event A is about X, and comes before "there exists a set of
parameters": may these depend on X and $\beta^*$? If on $\beta^*$, the statement is trivial (`data-dependent`).
If on X alone, it falls for many columns as Theorem D.1 does, whose argument is about every single X. (That
(D.3) is no rate for $\gamma>\frac32$ is `theorem-d.1/rate`.) What has content lies between: parameters that see
$\sigma_{\max}$ and $\|\beta^*\|_1$ do it for $\gamma\le\frac65$, $n\ge4$: $M^V=2I/\sigma_d^2$,
$\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-\alpha_n(k-1)}$, since $|1-\gamma a|\le1-\frac23\gamma +\dots$ on the
whole diagonal of event A.

``/construction``: with Lemma 1's thresholds $\theta^{(1)}=\gamma\sigma_{\max}c_1/q$, and layer 1 need not reach
$c_1q$: even $\gamma\le0.84$ fails. With $k - 1$ for $k - 2$, $\gamma\le\frac{15}{16}$ and $n\ge4$ it is true.
(From $\gamma=0.945$ on $|1-\gamma a|$ may be larger at the top of the diagonal, up to $1+\frac1{6\sqrt8}$ at
$S=2$, than at $\sigma_{\min}$. For $S=1$ the diagonal may be longer than $\frac1\gamma$, as (D.6) forbids, and
no harm is done.) The index that the proof shifts is `shift`, the chain (D.5) to (D.14) `proof`.
"""

from lemmata import amended, at_most, dims, lines, mutants, printed, theorem
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.event_a import steps
from theorems.sparse_recovery.proposition_2.recursion import LAYERS, bounds, distances, products

STEEP = dict(d=1, S=1, n=40, gamma=1.5, K=1)
CORNER = dict(d=6, S=1, n=44, gamma=0.8359375, K=2)  # the printed thresholds fail here
EDGE = dict(d=20, S=2, n=10**6, gamma=0.9375, K=8)  # gamma times the diagonal may nearly be 1
EVENT = (
    r"Under Assumption 1 and on event A (D.4), its third line read with $X_{1:n,j}$, for $y=X\beta^*$, "
    r"S-sparse $\beta^*$, $c_1=\|\beta^*\|_1$, any $c>0$, $\delta\in(0,1)$ and $n\ge N_0=8(4S-2)^2\frac{\log "
    r"d+\log S-\log\delta}c$ (only $n>S$ is drawn; excess is $n/N_0$, t and off say where in its range each "
    r"entry of $D^\top X$ lies): "
)
"""The hypotheses of Proposition 2."""
RATE = (
    r"$e^{-\alpha_n}=1-\frac23\gamma+\gamma(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}+\gamma\sqrt{\frac{\log "
    r"S-\log\delta}{nc}}$."
)
"""(D.3)."""


@theorem(
    PAPER,
    "Proposition 2",
    origin="read",
    at=lines(672, 676),
    uses=[
        "sparse_recovery/lemma-1",
        "sparse_recovery/proposition-1",
        "sparse_recovery/proposition-2/proof",
        "sparse_recovery/proposition-2/shift",
        "sparse_recovery/proposition-2/proof/two-thirds",
    ],
    **LAYERS,
    examples=[STEEP, dict(d=6, S=1, n=400, gamma=1.1875, K=3), dict(d=20, S=3, n=10**6, gamma=1.1875, K=12)],
)
@printed(
    "Suppose that Assumption 1 and event A of (D.4) hold. Then for a network with the structure of section "
    r"4.3 there are parameters such that, if $n\in[N_0,N]$, $N_0=8(4S-2)^2\frac{\log d+\log S-\log\delta}c$: "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le c_1e^{-\alpha_nK}$, where $c_1=\|\beta^*\|_1$, $c>0$ is a "
    "constant, "
    r"$\gamma$ any constant below 1.6, and " + RATE,
    open=r"It does not say what the parameters may depend on. If on $\beta^*$, it is trivial, and true where "
    r"(D.3) is a rate. If on X alone, or on nothing, it falls as Theorem D.1 does. With the norm of $\beta^*$ "
    "alone nobody has decided it for steps above 6/5.",
)
@amended(
    EVENT + r"for $\gamma\le\frac65$ and $n\ge4$, with $M^V=\frac2{\sigma_d^2}I$ and "
    r"$\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-\alpha_n(k-1)}$, $\sigma_{\max}=\max_{i\ne j}|D_{:,i}^\top "
    r"X_{:,j}|$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le c_1e^{-\alpha_nK}$, " + RATE,
    because=r"Up to $\gamma = 6/5$ $|1 - \gamma a|$ is at most $1 - 2 \gamma/3$ and the last root on the "
    "whole diagonal; the other root is for the threshold and what is off the diagonal.",
    adds=r"$\gamma \le 6/5$, $n \ge 4$; parameters that may see $\sigma_{\max}$ and $c_1$",
    gamma=steps(1.2),
    n=dims(4, 44),
)
@mutants(
    {
        "steps up to 3/2": dict(gamma=steps(1.5)),
        "twice the threshold": dict(shrink=2),
        "the whole step in the rate": dict(share=3),
    }
)
def converges(d, S, n, gamma, K, delta, excess, t, off, beta_star, answer, shrink=1, share=2):
    r"""On event A some network converges at the rate $\alpha_n$ for every step below 1.6."""
    a = products(d, S, n, gamma, delta, excess, t, off)
    found = distances(K, gamma, a, beta_star, answer, a.rate, 0, shrink)
    return at_most(found, bounds(K, beta_star, a.rate - gamma * (share - 2) / 3))


@theorem(
    PAPER,
    "Proposition 2",
    part="the parameters of the proof",
    id="proposition-2/construction",
    origin="read",
    at=lines(688, 730),
    uses=["sparse_recovery/lemma-1"],
    **LAYERS,
    examples=[STEEP, CORNER, EDGE, dict(d=6, S=1, n=4, gamma=0.75, K=3)],
)
@printed(
    EVENT + r"for every $\gamma<1.6$, with the parameters of the proof, $M^V=\frac2{\sigma_d^2}I$ and the "
    r"thresholds $\theta^{(k)}=\gamma\sigma_{\max}c_1e^{-c_2(k-2)}$ of Lemma 1: "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le c_1e^{-\alpha_nK}$, " + RATE,
    defect="construction",
    because=r"Lemma 1's first threshold is too large by 1/q: even $\gamma \le 0.84$ and $n \ge 4$ fail. (And "
    r"a step above 6/5 overshoots by $|1 - \gamma|$, and $n/(n + 2) < 2/3$ for $n < 4$.)",
    falls_with="sparse_recovery/lemma-1/conclusion",
)
@amended(
    EVENT + r"for $\gamma\le\frac{15}{16}$ and $n\ge4$, with $M^V=\frac2{\sigma_d^2}I$ and $\theta^{(k)}=\gamma"
    r"\sigma_{\max}c_1e^{-c_2(k-1)}$, $c_2$ of Lemma 1: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le "
    r"c_1e^{-\alpha_nK}$, " + RATE,
    because=r"For $S \ge 2$ such a step is at most one over the diagonal, as Lemma 1 asks; for $S = 1$ the "
    r"diagonal on the support is $\sigma_{\min}$ alone, and any step up to 6/5 would do.",
    adds=r"$\gamma \le 15/16$, $n \ge 4$, $k - 1$ for $k - 2$ in the thresholds",
    gamma=steps(0.9375),
    n=dims(4, 44),
    late=0,
)
@mutants(twice_the_threshold=dict(shrink=2), the_whole_step_in_the_rate=dict(share=3))
def parameters_of_the_proof_converge(
    d, S, n, gamma, K, delta, excess, t, off, beta_star, answer, late=1, shrink=1, share=2
):
    r"""On event A the parameters of the proof converge at the rate $\alpha_n$ for every step below 1.6."""
    a = products(d, S, n, gamma, delta, excess, t, off, share)
    found = distances(K, gamma, a, beta_star, answer, a.contraction, late, shrink)
    return at_most(found, bounds(K, beta_star, a.rate))
