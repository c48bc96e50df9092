r"""Is the rate of Theorem 5.1 linear? Not for small steps: $\alpha_n$ of the main text may be negative.

The abstract and section 5 speak of a linear rate, so of $\alpha_n>0$ (`positive`). The last root of the main
text lacks the factor $\gamma$ of (D.3), so that for small steps the bound is no better than that of $\beta=0$
and grows with K. With $\gamma$ both roots together are at most $\frac{\gamma}{2\sqrt2}$.

`fitted`. With $S = 1$ and $\|\beta^*\|_1=b_\beta$ the error on the support is $e_{k+1}=(1-\gamma
a)e_k+\gamma\mu q^k$, so that $e_k/q^k$ never grows, and the least-squares slope of $\log e_k$ over the layers
is at most $\log q$, on the same event. At $n=N_0$ it is $\log q$.
"""

from lemmata import Probability, amended, at_most, dims, every, lines, mutants, printed, signs, theorem
from lemmata.numbers import eye, log, norm, over_batches, stack, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.event_a import SCALES, deviations, steps
from theorems.sparse_recovery.theorem_5_1.figure import beside_the_lasso
from theorems.sparse_recovery.theorem_5_1.network import Weights, changed, path, scaled
from theorems.sparse_recovery.theorem_5_1.setting import EXAMPLE, contracting


@theorem(
    PAPER,
    "Theorem 5.1",
    part="the rate is at most 1",
    id="theorem-5.1/rate/positive",
    origin="read",
    at=lines(183, 187),
    **SCALES,
    gamma=steps(1.5),
    examples=[dict(d=1, S=1, gamma=0.125)],
)
@printed(
    r"For some $c>0$ (only $nc$ enters, and $N_0c$ is free of c) $\alpha_n\ge0$ for all $n\ge N_0$ (excess "
    r"$=n/N_0$) and $0<\gamma\le\frac32$: $1-\frac23\gamma+\gamma(2S-1)\sqrt{\frac{\log "
    r"d-\log\delta}{nc}}+\sqrt{\frac{\log S-\log\delta}{nc}}\le1$.",
    defect="typo",
    because=r"The last root has no factor $\gamma$, so that the roots together exceed $2 \gamma/3$ for small "
    r"$\gamma$ (below $3/(8 \sqrt{2} - 3)$, about 0.36, at $d = S = 1$), at $n = N_0$ and for every c.",
    # Below $3/(8 \sqrt{2} - 3)$ = 0.3608...
    fails_where=lambda gamma: 128 * gamma**2 < 9 * (1 + gamma) ** 2,
)
@amended(
    r"For every $c>0$, $n\ge N_0$ (excess $=n/N_0$) and $0<\gamma\le\frac32$: $1-\frac23\gamma+\gamma(2S-1)"
    r"\sqrt{\frac{\log d-\log\delta}{nc}}+\gamma\sqrt{\frac{\log S-\log\delta}{nc}}\le1-\frac5{16}\gamma<1$.",
    adds=r"$\gamma$ before the last root, as in (D.3)",
    last=lambda gamma: gamma,
    share=5,
)
@mutants({"3/8 of gamma": dict(share=6), "half of gamma": dict(share=8), "a fourth of N_0": dict(eight=2)})
def rate_is_below_one(d, S, gamma, delta, excess, last=1, share=0, eight=8):
    r"""From $n=N_0$ on the convergence is linear for steps up to 3/2: $\exp(-\alpha_n)$ is at most 1."""
    dimension, support = deviations(d, S, delta, excess, eight)
    rate = 1 - gamma * 2 / 3 + gamma * (2 * S - 1) * dimension + last * support
    return at_most(rate, 1 - gamma * share / 16)


@theorem(
    PAPER,
    "Theorem 5.1",
    part="the fitted slope",
    id="theorem-5.1/rate/fitted",
    rank="step",
    origin="ours",
    pinned={"S": "the statement says $S = 1$", "c": "does not occur in this statement"},
    kind=Probability(failure=lambda delta: delta),
    # At n = N_0 the two sides are equal: floats cannot tell, so that n starts one later.
    **(contracting(least=3, S=1) | dict(n=lambda N0: dims(N0 + 1, N0 + 24))),
    X=signs("n", "d"),
    sign=every(signs()),
    construction=scaled(1),
    examples=[vars(EXAMPLE) | dict(d=24, K=6, n=64)],
)
@printed(
    r"For rows of independent signs, $\beta^*=\pm b_\beta e_1$, any whole number $N_0\ge1$ and $n>N_0$ the "
    r"network with $M^{(k)}=2\gamma I$ and $\theta^{(k)}=\gamma\mu b_\beta q^{k-1}$, $q=\gamma\mu+1-\frac{2N"
    r"_0}{2N_0+1}\gamma<1$, $\mu=\frac{2}{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}{\delta}}$ (0 if $d=1$), "
    r"$\gamma\le1$, $K\ge3$: with probability at least $1-\delta$ the least-squares slope of "
    r"$\log\|\beta^{(k)}-\beta^*\|$ over $k=1,\dots,K+1$ is at most $\log q$."
)
@mutants(
    the_square_of_the_rate=dict(rate=lambda q: q * q),
    thresholds_that_do_not_fall=dict(
        construction=changed(scaled(1), lambda tf: Weights(tf.scale, tf.theta[:1] * len(tf.theta)))
    ),
)
def slope(d, K, b_beta, tf, X, sign, rate=lambda q: q):
    r"""With $S = 1$ and $n > N_0$ the slope of the log error, fitted over the layers, is at most $\log q$."""
    beta_star = sign * b_beta * eye(d)[0]
    logs = [log(norm(beta - beta_star)) for beta in over_batches(path)(tf, X, beta_star)]
    spread = (K * (K + 1) * (K + 2)) // 3  # sum of (2k - K)^2
    fit = sum(stack([logs[k] * (2 * k - K) for k in range(K + 1)])) * 2 / spread
    bound = log(rate)
    return at_most(fit, bound).report(fitted_log_rate=fit, bound_log_rate=bound)


slope.figure(beside_the_lasso)
