r"""Corollary D.1: knowing a set that holds the support replaces d by its size.

Zeroing all rows of $M$ outside of $\mathbb S$ (the paper's $I^{\mathbb S}M$) keeps every estimate in $\mathbb
S$, and the columns outside play no part. The recursion (4.4) stands for the network (Theorem 4.1). The proof
applies Theorem 5.1 to the columns of $\mathbb S$ (`remark-3/subproblem`), and changes the MLP of section 4.3:
which changes the corollary allows it does not say. What refutes Theorems 5.1 and D.1 is about the layers of
section 4.3, and one with another MLP is exact where the certificate of Theorem 5.1 applies
(`theorem-13/one-column`). Its slips are those of Theorem D.1: (D.15) is (D.3) with $|\mathbb S|$ for d, which
for $\frac32<\gamma<1.6$ is no rate (`theorem-d.1/rate`); the 3 of $1-3\delta$ is lost. ($N_0^P$ stands for
$N_0^{\mathbb S}$, $[\cdot]_{2N+1}$ for $[\cdot]_{2n+1}$. The statement is about the output of the last layer,
which it calls $\beta^{(K)}$, section 4.3 $\beta^{(K+1)}$.)

The attention leaves the rows of x alone (its value matrices write to $\beta$ only), so that its output is not
$\operatorname{diag}(I^{\mathbb S},1,I^{\mathbb S},1)$ times itself: the first $I^{\mathbb S}$ should be I
(`remark-3/state`).
"""

from typing import Any

from baselines.proximal import soft_threshold
from lemmata import (
    Probability,
    amended,
    at_most,
    choices,
    dims,
    dyadics,
    equal,
    every,
    lines,
    mutants,
    printed,
    reals,
    scales,
    signs,
    sparse,
    theorem,
)
from lemmata.numbers import abs, concat, constant, norm, ones, relu, sum, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.remark_3 import network_solves_the_subproblem
from theorems.sparse_recovery.theorem_5_1 import convergence
from theorems.sparse_recovery.theorem_5_1.network import estimate, scaled
from theorems.sparse_recovery.theorem_5_1.setting import up_to, with_c
from theorems.sparse_recovery.theorem_d_1.setting import IN_THE_APPENDIX

KNOWN: dict[str, Any] = dict(
    spare=dims(0, 3),  # columns outside of the known set, d being its size
    share=choices(1.0),  # of $b_\beta$, which $\|\beta^*\|_1$ does not exceed; no weight depends on it
)
KNOWN |= IN_THE_APPENDIX | dict(
    delta=scales(-1, 0, open_high=True, of="(0, 1)"),
    n=lambda N0: dims(N0, N0 + 60),
    X=signs("n", "d + spare"),
    beta_star=every(sparse("d", "S", "share * b_beta")),
    construction=scaled(1),
)
"""Steps below 1.6, as the appendix allows."""
AMENDED: dict[str, Any] = with_c(0.25, 0.875, d=2, S=2) | dict(spare=dims(0, 32), share=choices(1.0, 0.125))


@theorem(
    PAPER,
    "Corollary D.1",
    part="the changed MLP",
    id="corollary-d.1/mlp",
    rank="step",
    at=lines(750, 760),
    d=dims(1, 4),
    inside=dims(1, "d", most="d"),  # |S|, the first entries
    theta=dyadics(0, 2, of="[0, inf)"),
    h=reals("2 * d + 2"),
)
@printed(
    r"With $W_{1,\mathrm{sub}(1)},\dots,W_{1,\mathrm{sub}(4)}$, $W_2$ of (C.2) and biases $-\theta$, "
    r"$+\theta$ in the third and fourth block on $\mathbb S$ (the first $|\mathbb S|$ coordinates), for "
    r"every $\theta\ge0$ and $h\in\mathbb R^{2d+2}$: $\operatorname{MLP}(h)=(h_{1:d+1},\mathcal "
    r"S_\theta(h_{d+2:d+|\mathbb S|+1}),0,h_{2d+2})$.",
    defect="construction",
    because=r"As in (C.2), the fourth bias makes it $x - \theta$ for every x.",
    fails_where=lambda theta: theta > 0,
    falls_with="sparse_recovery/eq-c.2",
)
@amended(
    r"With $W_{1,\mathrm{sub}(1)},\dots,W_{1,\mathrm{sub}(4)}$, $W_2$ of (C.2) and biases $-\theta$, "
    r"$-\theta$ in the third and fourth block on $\mathbb S$ (the first $|\mathbb S|$ coordinates), for "
    r"every $\theta\ge0$ and $h\in\mathbb R^{2d+2}$: $\operatorname{MLP}(h)=(h_{1:d+1},\mathcal "
    r"S_\theta(h_{d+2:d+|\mathbb S|+1}),0,h_{2d+2})$.",
    adds=r"$-\theta$ for $+\theta$ in the last bias",
    last=-1,
)
@mutants(
    no_sign_in_the_third_block_outside_of_the_set=dict(outside=(1, 1, 1, 1)),
    no_bias_in_the_fourth_block=dict(last=0),
)
def thresholds(d, inside, theta, h, last=1, outside=(1, 1, -1, 1)):
    """The changed MLP of appendix D.2 thresholds the estimate on the known set and zeroes it elsewhere."""
    on = constant([0] * (d + 1) + [1] * inside + [0] * (d - inside + 1))
    off = constant([0] * (d + 1 + inside) + [1] * (d - inside) + [0])
    output = h  # the layer is residual
    # W_2 adds the four copies with the last of these signs.
    for within, beyond, bias, sign in zip(
        (1, -1, 1, -1), outside, (0, 0, -1, last), (-1, 1, 1, -1), strict=True
    ):
        output = output + sign * relu(h * (within * on + beyond * off) + bias * theta * on)
    beta = soft_threshold(h[d + 1 : d + 1 + inside], theta)
    return equal(output, concat([h[: d + 1], beta, zeros(d - inside), h[2 * d + 1 :]]))


CLOSE: dict[str, Any] = dict(d=1, S=1, K=1, delta=0.875, gamma=0.5, c=0.5, N0=9, n=400, spare=3)
CLOSE |= dict(b_beta=1.0, share=1.0)
SMALL_STEP, TOO_LONG = CLOSE | dict(gamma=0.0625), CLOSE | dict(gamma=1.25)
HALF = CLOSE | dict(delta=0.5, gamma=1.0)
TWENTY = HALF | dict(d=5, K=12, N0=148, n=160, spare=15)  # 5 of 20 are known
MANY_SPARE = HALF | dict(N0=45, n=46, spare=32)
SHORT = HALF | dict(d=2, K=2, N0=89, n=120, share=0.125)
LARGE_C = CLOSE | dict(d=8, gamma=1.0, c=1.25, N0=57, n=2000, spare=0)


@theorem(
    PAPER,
    "Corollary D.1",
    rank="headline",
    origin="read",
    at=lines(740, 748),
    kind=Probability(failure=lambda delta: delta),
    uses=[convergence, network_solves_the_subproblem, thresholds],
    **KNOWN,
    examples=[CLOSE, SMALL_STEP, MANY_SPARE, TWENTY, SHORT, TOO_LONG, LARGE_C],
)
@printed(
    r"Under Assumption 1, for $\gamma<1.6$ and some $c>0$ there is a network with the structure of section "
    r"4.3: if $n\ge N_0^{\mathbb S}=8(4S-2)^2\frac{\log|\mathbb S|+\log S-\log\delta}c$ and $\beta^*$ has its "
    r"support in $\mathbb S$, then with probability at least $1-\delta$ $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le "
    r"c_1e^{-\alpha_n^{\mathbb S}K}$, $c_1=\|\beta^*\|_1$, $e^{-\alpha_n^{\mathbb "
    r"S}}=1-\frac23\gamma+\gamma(2S-1)\sqrt{\frac{\log|\mathbb S|-\log\delta}{nc}}+\gamma\sqrt{\frac{\log "
    r"S-\log\delta}{nc}}$ (D.15).",
    open="Its proof changes the layers of section 4.3 that it names, and it does not say which changes it "
    r"allows. Without any, and with $\mathbb S = [d]$, it says at least what Theorem D.1 says, and falls with "
    "it: weights cannot know $c_1$. With other layers nobody has decided it.",
)
@amended(
    r"For rows of independent signs, $\mathbb S$ the first $d$ of $d+\mathrm{spare}$ columns, $\frac14\le "
    r"c\le\frac78$ and $\gamma\le1$ one network serves every $n\ge N_0^{\mathbb S}$ and every $S$-sparse "
    r"$\beta^*$ with support in $\mathbb S$ and $\|\beta^*\|_1\le b_\beta$: with probability at least "
    r"$1-\delta$, $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_n^{\mathbb S}K}$, "
    r"$\alpha_n^{\mathbb S}$ of (D.15).",
    adds=r"Rademacher rows, $1/4 \le c \le 7/8$, $\gamma \le 1$; $b_\beta$ for the $\ell_1$ norm",
    because="Theorem 5.1 as amended, on the columns of the set.",
    **AMENDED,
)
@mutants(
    {
        "all columns take part": dict(inside=False),
        "the square of the rate": dict(power=2),
        "steps up to 5/4": dict(gamma=up_to(1.25)),
        "c = 5/4": dict(c=choices(1.25)),
        "half the step": dict(construction=scaled(0.5)),
        "the l1 norm of beta* for b_beta": dict(size=lambda beta_star: sum(abs(beta_star))),
    }
)
def corollary(d, K, spare, rate, tf, X, beta_star, answer, size=lambda b_beta: b_beta, inside=True, power=1):
    """Knowing a set that holds the support replaces d by its size, in the rows needed and in the rate."""
    beta = concat([beta_star, zeros(spare)])
    known = concat([ones(d), zeros(spare)]) * tf.scale if inside else tf.scale
    error = norm(answer(estimate(tf, X, beta, known)) - beta)
    return at_most(error, size * rate ** (power * K)).trivial_where(rate - 1)  # the estimate 0 has |beta*|
