r"""LISTA-VM recovers a sparse vector at a linear rate, with high probability: Theorem 5.1.

Read literally, $\gamma$ occurs in the bound alone and one network serves all n.

*For rows of signs* with $c\le\frac78$ and $\gamma\le1$ all is as printed: $N_0$, $\alpha_n$, $1-\delta$, one
network (a smaller c says less; those from $\frac14$ on are drawn). The diagonal of $D^\top X$ is
$\frac{2n}{2n+1}$, Hoeffding bounds the rest by $\mu=\frac2{2N_0+1}\sqrt{2N_0\log(d(d-1)/\delta)}$ for all $n\ge
N_0$, and $(2S-1)\mu\le\frac{2N_0}{2N_0+1} \sqrt{\frac c{16}\frac{\log(d(d-1)/\delta)}{\log(dS/\delta)}}$ is at
most $\frac{2N_0}{2N_0+1}-\frac23$ (0 if $d = 1$). The root tends to $\sqrt{c/8}$ for many columns, which is
above $\frac13$ for $c>\frac89$, so that $\frac78$ is nearly all that these weights allow. So a layer contracts
by $q=1-\gamma\left(\frac{2N_0}{2N_0+1}-(2S-1)\mu\right)\le1-\frac23\gamma<e^{-\alpha_n}$
(`larger-steps/arithmetic`), at every n.

*Steps between 1 and $\frac32$* the bound allows to a network that takes the step 1, with a smaller c, if
$d\ge2$ (`larger-steps`): it leaves $q=\frac1{2N_0+1}+(2S-1)\mu$, $(2S-1)\mu\le\sqrt{c/8}$, and
$N_0\ge32\log(2)/c$, so that $q\le\sqrt{c/8}+\frac c{44}$, which is at most $1-\frac23\gamma$ for
$c\le\frac{11}2\left(1-\frac23\gamma\right)^2$. The proof's step does not do it (`construction`).

*Open* are other laws, and $\gamma=\frac32$, where the bound has no constant term. And at $d=S=1$, which the
paper is not about, $\delta$ near 1 makes $N_0\le1$ and the bounds for $n = 1$ and $n = 2$ nearly
$1-\frac23\gamma$, for every c: no network of the form (4.4), which is what Theorem 4.1 makes of the network,
keeps both for $\gamma>\frac{15}{11}$ (`steps`), and none with the heads (C.1) keeps three at $\gamma=\frac32$
(`structure`).

The recursion stands for the network (Theorem 4.1). The paper proves it as Theorem D.1: Lemma 3 gives event A,
on which Proposition 2 contracts layer by layer, by Lemmas 1 and 2.

What the theorem speaks of: $N_0$ grows like $S^2\log d$, and its constant decides from which d on it is below d
(`under-determined`; section 6 has $d=20$). A $\beta^*$ is drawn with X, but the proof bounds the coherence of X
alone: one event of X is for all sparse vectors at once (`uniform`; for $\gamma>1$ a layer overshoots, and q
would need the bars of the paper's $|1-\gamma\sigma_{\min}|$).

Other parts: `construction` (the network of the proof; `construction/explicit`: the rate q), `network-per-n`
(another order of quantifiers), `covariances`, `rate` (is it linear?), `sweeps` (measured up to $8N_0$ rows).
"""

from fractions import Fraction

from lemmata import (
    Probability,
    amended,
    at_most,
    box,
    dims,
    dyadics,
    equal,
    lines,
    mutants,
    printed,
    scales,
    signs,
    sparse,
    theorem,
)
from lemmata.numbers import Number, abs, constant, eye, log, max, maximum, norm, over_batches, sign
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_4_1 import existence as theorem_4_1
from theorems.sparse_recovery.theorem_5_1.construction import explicit
from theorems.sparse_recovery.theorem_5_1.figure import plots
from theorems.sparse_recovery.theorem_5_1.network import WRONG, Weights, path, scaled, within
from theorems.sparse_recovery.theorem_5_1.setting import (
    AS_PRINTED,
    CLOSE,
    LONG,
    NEAREST,
    WIDE,
    as_printed,
    coherence,
    with_c,
)


@theorem(
    PAPER,
    "Theorem 5.1",
    rank="headline",
    at=lines(187, 189),
    summary="For every step up to 3/2 one network recovers S-sparse vectors from every number $n \\ge N_0$ of "
    r"rows, its error falling with K at the printed rate, with probability $1 - \delta$",
    kind=Probability(failure=lambda delta: delta),
    uses=["sparse_recovery/theorem-d.1", theorem_4_1],
    **AS_PRINTED,
    construction=scaled(1),
    examples=[
        CLOSE,
        NEAREST,
        WIDE,
        CLOSE | dict(gamma=1.25),
        LONG,
        CLOSE | dict(d=3, K=2, delta=0.75, N0=89, n=103),  # n just above N_0
    ],
)
@printed(
    r"Under Assumption 1, for $\gamma\le\frac32$ and some $c>0$, with $N_0=8(4S-2)^2\frac{\log d+\log "
    r"S-\log\delta}c$ and $e^{-\alpha_n}=1-\frac23\gamma+\gamma(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}"
    r"+\sqrt{\frac{\log S-\log\delta}{nc}}$, there is, for a network with the structure of section 4.3, one "
    r"set of parameters such that for any $n\in[N_0:N]$, with probability at least $1-\delta$: "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$.",
    open=r"For rows of signs it is so for $\gamma\le1$, and for $d\ge2$ and $\gamma<\frac32$ with a c that is "
    r"small enough for the step (theorem-5.1/larger-steps). For other laws, and for $\gamma=\frac32$, we know "
    r"neither a proof nor a counterexample with $d\ge2$. At $d=S=1$ and $\delta$ near 1, where $N_0\le1$, no "
    r"network of the form (4.4) keeps the bounds for $n=1$ and $n=2$ if $\gamma>\frac{15}{11}$, for every c "
    "(theorem-5.1/steps).",
)
@amended(
    r"For rows of independent signs, $\frac14\le c\le\frac78$ and $\gamma\le1$ there is one network such "
    r"that for any $n\ge N_0$ and any $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le b_\beta$, with "
    r"probability at least $1-\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$, $N_0$ "
    r"and $\alpha_n$ as printed.",
    adds=r"Rademacher rows, $1/4 \le c \le 7/8$, $\gamma \le 1$",
    because=r"The diagonal of $D^\top X$ is $2n/(2n + 1)$, at least 2/3, and Hoeffding bounds the rest.",
    **with_c(0.25, 0.875, d=4, S=2),
)
@mutants(WRONG | {"2/(2n + 1) in place of 1/(2n + 1)": dict(construction=scaled(2))})
def convergence(b_beta, tf, X, beta_star, answer, bound=as_printed):
    """After K layers the estimate is within b_beta times the K-th power of the rate."""
    return within(tf, X, beta_star, answer, bound, b_beta)


convergence.figure(plots)


@theorem(
    PAPER,
    "Theorem 5.1",
    part="steps between 1 and 3/2",
    id="theorem-5.1/larger-steps",
    origin="ours",
    at=lines(187, 189),
    uses=[convergence, explicit],
    d=dims(2, 4096),
    S=dims(1, "min(d, 3)", most="d"),
    delta=box(low=2.0**-10, high=1, of="(0, 1)", scale="log"),
    gamma=dyadics(0, 1.5, open_low=True, open_high=True, grid=64),
    share=box(low=2.0**-2, high=1, of="(0, 1]", scale="log"),  # of the largest c
    excess=box(low=1, high=2**3, of="[1, inf)", scale="log"),  # the network's N_0 over the printed one
    examples=[dict(d=2, S=1, gamma=1.25), dict(d=4096, S=1, gamma=0.015625), dict(d=2, S=2, gamma=1.484375)],
)
@printed(
    r"For $d\ge2$, $0<\gamma<\frac32$, $c\le\frac{11}2\left(1-\frac23\gamma\right)^2$ (share is their ratio) "
    r"and any $N_0\ge8(4S-2)^2\frac{\log d+\log S-\log\delta}c$ (excess is their ratio): "
    r"$\frac1{2N_0+1}+(2S-1)\frac2{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}\delta}\le1-\frac23\gamma$. (By "
    r"theorem-5.1/construction/explicit with the step 1 one network then keeps the bound of Theorem 5.1 for "
    r"rows of signs, any S-sparse $\beta^*$ and all $n\ge N_0$.)"
)
@mutants(
    {
        "d = 1, too": dict(d=dims(1, 1)),
        "twice the largest c": dict(largest=lambda gamma: (1 - gamma * 2 / 3) ** 2 * 11),
        "half of N_0": dict(eight=4),
    }
)
def one_step_serves_them(
    d, S, delta, gamma, share, excess, largest=lambda gamma: (1 - gamma * 2 / 3) ** 2 * 11 / 2, eight=8
):
    """With the step 1 a layer leaves no more than the bound allows for any step below 3/2, if c is small."""
    N0 = excess * eight * (4 * S - 2) ** 2 * log(d * S / delta) / (share * largest)
    return at_most((2 * S - 1) * coherence(d, delta, N0) + 1 / (N0 * 2 + 1), 1 - gamma * 2 / 3)


@theorem(
    PAPER,
    "Theorem 5.1",
    part="its rate, as amended",
    id="theorem-5.1/larger-steps/arithmetic",
    origin="ours",
    at=lines(187, 189),
    uses=[convergence, explicit],
    d=dims(1, 4096),
    S=dims(1, "min(d, 3)", most="d"),
    delta=box(low=2.0**-10, high=1, of="(0, 1)", scale="log"),
    excess=box(low=1, high=2**3, of="[1, inf)", scale="log"),  # N_0 over the printed one
    examples=[dict(d=1, S=1), dict(d=2, S=1), dict(d=4096, S=1), dict(d=4096, S=3)],
)
@printed(
    r"For $0<c\le\frac78$ and any $N_0\ge\max\left\{1,8(4S-2)^2\frac{\log d+\log S-\log\delta}c\right\}$ "
    "(excess is how much larger it is): "
    r"$(2S-1)\frac2{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}\delta}\le\frac{2N_0}{2N_0+1}-\frac23$ (left 0 if "
    r"$d=1$), so that for $0<\gamma\le1$ the rate $q=\gamma(2S-1)\mu+1-\frac{2N_0}{2N_0+1}\gamma$ of "
    r"theorem-5.1/construction/explicit is at most $1-\frac23\gamma$, less than the printed one. (With "
    "Hoeffding's inequality, which gives the probability, this proves Theorem 5.1 as amended for every d, S, K "
    "and n.)"
)
@mutants({"c = 5/4": dict(c_inverse=Fraction(4, 5)), "half of N_0": dict(eight=4)})
def rate_is_below_the_printed_one(d, S, delta, excess, c_inverse=Fraction(8, 7), eight=8):
    """The rate of the network of the proof is below the printed one for every step up to 1."""
    N0 = maximum(excess * eight * (4 * S - 2) ** 2 * log(d * S / delta) * c_inverse, 1)
    return at_most((2 * S - 1) * coherence(d, delta, N0), N0 * 2 / (N0 * 2 + 1) - Fraction(2, 3))


@theorem(
    PAPER,
    "Theorem 5.1",
    part="fewer rows than columns",
    id="theorem-5.1/under-determined",
    rank="step",
    origin="ours",
    at=lines(187, 189),
    uses=[convergence],
    S=dims(1, 3, most=3),
    d=dims(1, 12_000),
    examples=[dict(S=S, d=d + around) for S, d in ((1, 224), (2, 3103), (3, 10065)) for around in (-1, 0)],
)
@printed(
    r"With $c=\frac78$, $\delta=\frac12$ the $N_0=8(4S-2)^2\frac{\log d+\log S-\log\delta}c$ of Theorem 5.1 "
    r"is below d for $d\ge224$ at $S=1$, for $d\ge3103$ at $S=2$, for $d\ge10065$ at $S=3$, and for no "
    "smaller d."
)
@mutants(one_later=dict(first=lambda S: (225, 3104, 10066)[S - 1]), half_of_it=dict(factor=4))
def is_below(d, S, first=lambda S: (224, 3103, 10065)[S - 1], factor=8):
    """Theorem 5.1 needs fewer rows than there are columns only in high dimensions."""
    N0: Number = factor * (4 * S - 2) ** 2 * log(constant([d * S * 2])[0]) * 8 / 7
    return equal(sign(d - N0), 1 if d >= first else -1)


@theorem(
    PAPER,
    "Theorem 5.1",
    part="one event for all vectors",
    id="theorem-5.1/uniform",
    origin="ours",
    d=dims(1, 4),
    S=dims(1, "min(d, 3)", most="d"),
    K=dims(1, 4),
    gamma=dyadics(0, 1, open_low=True),
    mu=dyadics(0, 1, of="[0, inf)"),
    N0=dims(1, 8),
    n=lambda N0: dims(N0, N0 + 8),
    b_beta=scales(-2, 4, of="(0, inf)"),
    q=lambda S, gamma, mu, N0: gamma * mu * (2 * S - 1) + 1 - gamma * 2 * N0 / (2 * N0 + 1),
    X=signs("n", "d"),
    beta_star=sparse("d", "S", "b_beta"),
    examples=[
        dict(d=1, S=1, K=3, gamma=1.5, mu=0.0625, N0=4, n=4, b_beta=1.0),
        dict(d=3, S=2, K=3, gamma=1.0, mu=0.25, N0=64, n=64, b_beta=1.0),
        dict(d=8, S=1, K=3, gamma=0.5, mu=0.5, N0=32, n=48, b_beta=1.0),
        dict(d=16, S=2, K=2, gamma=1.0, mu=0.3125, N0=256, n=256, b_beta=1.0),
    ],
)
@printed(
    r"For $X\in\{\pm1\}^{n\times d}$ with columns $\frac2{2n+1}|x_i^\top x_j|\le\mu$ for all $i\ne j$, "
    r"$\gamma\le1$, any whole numbers $n\ge N_0\ge1$ and $q=\gamma(2S-1)\mu+1-\frac{2N_0}{2N_0+1}\gamma$, "
    r"the network with $M^{(k)}=2\gamma I$ and $\theta^{(k)}=\gamma\mu b_\beta q^{k-1}$ has "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta q^K$ for all $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le "
    r"b_\beta$."
)
@mutants(
    {
        "twice the threshold": dict(share=2),
        "half the step": dict(slope=1),
        "steps up to 3/2": dict(gamma=dyadics(0, 1.5, open_low=True)),
    }
)
def recovers_all(d, K, gamma, mu, n, b_beta, q, X, beta_star, answer, share=1, slope=2):
    """One event of X, that its columns are incoherent, serves all sparse vectors at once."""
    # The threshold of layer k is gamma mu b_beta q^(k-1), at least what the gradient has outside of the
    # support; on it a layer leaves 1 - gamma 2n/(2n+1) of an entry, S - 1 coherences and S thresholds: q.
    weights = Weights(gamma * slope, [gamma * mu * b_beta * q**k * share for k in range(K)])
    estimate = answer(over_batches(path)(weights, X, beta_star)[-1])
    coherence = max(abs(X.T @ X) * (1 - eye(d))) * 2 / (2 * n + 1)
    bound = b_beta * q**K
    margin = at_most(norm(estimate - beta_star), bound).given(mu - coherence)
    return margin.trivial_where(bound - b_beta)
