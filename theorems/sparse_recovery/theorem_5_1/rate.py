r"""Is the rate of Theorem 5.1 linear? Not for small steps: $\alpha_n$ of the main text may be negative.

`positive`. The abstract and section 5 speak of a linear rate, so of $\alpha_n>0$. The last root of the main
text lacks the factor $\gamma$ of (D.3): at $n=N_0$ and $d=S=1$ the argument of the logarithm is
$1-\frac23\gamma+(1+\gamma)\frac1{4\sqrt2}$, at least 1 for $\gamma\le0.36$, so that the bound is no better
than that of $\beta=0$ and grows with K. Only nc enters: for every c. With $\gamma$ both roots together are at
most $\frac{\gamma}{2\sqrt2}$, and $e^{-\alpha_n}\le1-\frac5{16}\gamma$.

`fitted`. The slope of the log error over the layers is at most that of the bound: with S = 1 and
$\|\beta^*\|_1=b_\beta$ the error on the support is $e_{k+1}=(1-\gamma a)e_k+\gamma\mu q^k$, so that
$e_k/q^k$ never grows, and the least-squares slope of $\log e_k$ over the layers is at most $\log q$, on the
same event. At $n=N_0$ it is $\log q$. The figure has the network's Lasso objective and its distance to the
certified Lasso solution beside it.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from lemmata import Margin, Probability, Prompt, at_most, choices, dims, every, lines, signs, space
from lemmata.numbers import Array, constant, log, norm, stack, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.event_a import Sizes, at, chances, sizes
from theorems.sparse_recovery.theorem_5_1.figure import beside_the_lasso
from theorems.sparse_recovery.theorem_5_1.network import Weights, path, weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.setting import EXAMPLE, Setting, contracting

positive = PAPER.claim(
    "Theorem 5.1",
    part="the rate is at most 1",
    id="theorem-5.1/rate/positive",
    origin="read",
    at=lines(183, 187),
    summary="The convergence is linear for every step up to 3/2: the rate exp(-alpha_n) is at most 1 from "
    "n = N_0 on",
    pinned={"factor": "N_0 as printed: 128 is 16 times its factor 8"},
    settings=sizes(1.5),
    prompts=chances,
    examples=[Sizes(d=1, S=1, n=40, gamma=0.125, factor=128)],
)
Rate = Callable[[Setting], Array]
Factor = Callable[[Sizes], float]
"""What stands before the last root."""


@positive.printed(
    r"For some $c>0$ (only $nc$ enters, and $N_0c$ is free of c) $\alpha_n\ge0$ for all $n\ge N_0$ (excess "
    r"$=n/N_0$) and $0<\gamma\le\frac32$: $1-\frac23\gamma+\gamma(2S-1)\sqrt{\frac{\log "
    r"d-\log\delta}{nc}}+\sqrt{\frac{\log S-\log\delta}{nc}}\le1$.",
    defect="typo",
    because="The last root has no factor gamma, so that the roots together exceed 2 gamma/3 for small gamma "
    "(below 9/25 at d = S = 1), at n = N_0 and for every c.",
    fails_where=lambda s: s.gamma < Fraction(9, 25),
    last=lambda s: 1,
    share=0,
)
@positive.amended(
    r"For every $c>0$, $n\ge N_0$ (excess $=n/N_0$) and $0<\gamma\le\frac32$: "
    r"$1-\frac23\gamma+\gamma(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}"
    r"+\gamma\sqrt{\frac{\log S-\log\delta}{nc}}\le1-\frac5{16}\gamma<1$.",
    adds="gamma before the last root, as in (D.3)",
    last=lambda s: s.gamma,
    share=5,
)
def rate_is_below_one(s: Sizes, prompt: Prompt, last: Factor, share: int) -> Margin:
    """A layer contracts: exp(-alpha_n) is at most 1, or less."""
    q = at(s, prompt)
    left = 1 - s.gamma * 2 / 3 + s.gamma * (2 * s.S - 1) * q.dimension + last(s) * q.support
    return at_most(left, 1 - s.gamma * share / 16)


positive.mutant("3/8 of gamma", share=6)
positive.mutant("half of gamma", share=8)
positive.mutant("a fourth of N_0", settings=sizes(1.5, factor=32))

several = contracting(least=3, S=1)
# At n = N_0 the two sides are equal: floats cannot tell, so that n starts one later.
longer = replace(several, fields={**several.fields, "n": lambda s: dims(s.N0 + 1, s.N0 + 24)})
fitted = PAPER.claim(
    "Theorem 5.1",
    part="the fitted slope",
    id="theorem-5.1/rate/fitted",
    rank="step",
    origin="ours",
    summary="With S = 1 and n > N_0 the slope of the log error over the layers, fitted by least squares, is at "
    "most log q, with probability 1 - delta",
    pinned={"S": "the statement says S = 1", "c": "does not occur in this statement"},
    kind=Probability(failure=lambda s: s.delta),
    settings=longer,
    prompts=lambda s: space(X=signs(s.n, s.d), sign=every(choices(1.0, -1.0))),
    examples=[replace(EXAMPLE, d=24, K=6, n=64)],
)
fitted.construction(weights_of_the_proof)
fitted.figure(beside_the_lasso)


@fitted.printed(
    r"For rows of independent signs, $\beta^*=\pm b_\beta e_1$, any whole number $N_0\ge1$ and $n>N_0$ the "
    r"network with $M^{(k)}=2\gamma "
    r"I$ and $\theta^{(k)}=\gamma\mu b_\beta q^{k-1}$, $q=\gamma\mu+1-\frac{2N_0}{2N_0+1}\gamma<1$, "
    r"$\mu=\frac{2}{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}{\delta}}$ (0 if $d=1$), $\gamma\le1$, $K\ge3$: with "
    r"probability at least $1-\delta$ the least-squares slope of $\log\|\beta^{(k)}-\beta^*\|$ over "
    r"$k=1,\dots,K+1$ is at most $\log q$.",
    rate=lambda s: s.q,
)
def slope(s: Setting, tf: Weights, prompt: Prompt, rate: Rate) -> Margin:
    """The least-squares slope of the log error over the layers is at most the log of the rate."""
    beta_star = (prompt.sign * s.b_beta)[:, None] * constant([1] + [0] * (s.d - 1), prompt.sign)
    errors = norm(stack(path(tf, prompt.X, beta_star), 0) - beta_star)
    logs = log(errors)
    steps = [logs[k] * (2 * k - s.K) for k in range(s.K + 1)]
    spread = (s.K * (s.K + 1) * (s.K + 2)) // 3  # sum of (2k - K)^2
    fit = sum(stack(steps, 0), 0) * 2 / spread
    bound = log(rate(s))
    return at_most(fit, bound).report(fitted_log_rate=fit, bound_log_rate=bound)


fitted.mutant("the square of the rate", rate=lambda s: s.q * s.q)


@fitted.mutant("thresholds that do not fall")
def constant_thresholds(tf: Weights) -> Weights:
    return Weights(tf.scale, tf.theta[:1] * len(tf.theta))
