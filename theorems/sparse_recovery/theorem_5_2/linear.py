r"""Theorem 5.2, linear read-out: the bound may be negative; and the error has a floor of order 1/n.

Theorem 14 of the slides repeats the bound. The last layer (Theorem E.1) averages $\sigma(x_n^\top\beta_j-B')$
over the tokens and predicts $\frac2p$ times that plus B'. The error should be of order $(1-\frac23\gamma)^K$
with probability $1-\delta'-n\delta$, $\delta'=\mathbb P(\neg\mathcal E_1)+\mathbb P(\neg\mathcal
E_2(\epsilon))$, where $\epsilon=K\sqrt{np}(1-\frac23\gamma)^K$ and $p=\mathbb P\{x_n^\top\beta_j\ge B'\}$.
Nothing bounds $\delta'$, and B' is "a constant": taken by the letter, that some parameters exist is true, of
parameters with $\delta'\ge1$ for which nothing is claimed, as for every $B'\le0$ (part ``low-threshold``). So
it is read with something claimed, $\delta'+n\delta<1$.

*Refuted*: that $c_4$ has the factor $\eta$ of (E.7), which is negative where $(K-1)\sqrt{(\log d+\log
S-\log\delta)/(N_0c)}=\frac{K-1}{2\sqrt2(4S-2)}$ exceeds $1-\frac23\gamma$ (the experiments have $K=12$). For
long prompts, $n=2N_0$ say, this term outweighs those of B' and $C_x$, and no error is below the bound, whatever
network of the form (4.4) and B' are taken, for every c. Computed is $d=S=1$, where $C_x=b_\beta(n+1)/n$. There
estimates depend on the number of rows alone, so that $B'>0$ and $p>0$ leave $p=\frac12$; the layer predicts B'
or more, so that a $B'>b_\beta$ misses by $B'-b_\beta$ or more, while the bound grows by $\frac{2\sqrt2K}{\sqrt
n}a^{K-1}$ times B', $a=1-\frac23\gamma$: not faster, if $n\ge8K^2a^{2K-2}$. $B'=b_\beta$ is then the best.
Something can be claimed where $n\delta<\frac12$, $n\ge2N_0$ and $\epsilon\ge\frac34$: for $M=2I$, $\theta=0$
and B' between the inner products of the tokens $\lfloor n/2\rfloor$ and $\lfloor n/2\rfloor+1$ (for
$x_n\beta^*>0$) $n-\lfloor n/2\rfloor$ tokens, all after $N_0$, are above B', and $np-\frac p2=\frac
n2-\frac14$: both events hold, so that $\delta'\le\frac12$. (Whether another $c_4$ serves is open.)

`construction`, the network of the proof with every $B'>0$. The $o_j$ of one query are not independent: at $d =
S = 1$ they follow the sign of $x_n\beta^*$ together. Put B' between the inner products of tokens $N_0$ and
$N_0+1$, $n=2N_0$. Then $\delta'=\frac12$, and with $K = 3$, $\gamma=1$, $N_0=6$, $\delta=2^{-6}$ the $\eta$ of
(E.7) is -16.5 and the bound -2.1, claimed with probability 0.31. (For every c, with $N_0$ so large that
$n\delta<\frac12$.) And the first two terms of the bound have lost the $\|\beta^*\|_1$ of (E.3). With $\eta>0$
and $b_\beta$ kept the bound is right there, with room to spare.

Amended: B' below every inner product ($p = 1$). Then the layer averages ($\beta_1=0$ is in the last term, since
$2\beta^*-\beta^*=\beta^*$); early prefixes and the last term do not fall with K. (The printed factor
$1_{i\%2=1}$ belongs to the key.)

What a proof by certificate wants of the amended form: the triangle inequality is enough, but each ReLU of the
estimates is a variable, 16 to 20 of them.
"""

import builtins
import math
from collections.abc import Callable
from typing import Any

from lemmata import (
    amended,
    at_least,
    at_most,
    box,
    dims,
    dyadics,
    lines,
    mutants,
    printed,
    scales,
    signs,
    some,
    theorem,
)
from lemmata.numbers import Number, Vector, abs, exp, max, maximum, minimum, norm, sign, sqrt, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1 import convergence
from theorems.sparse_recovery.theorem_5_2.figure import floor_of_the_mean
from theorems.sparse_recovery.theorem_5_2.setting import AVERAGING, ONE_COLUMN, estimates, predicted, reaches
from theorems.sparse_recovery.theorem_e_1.real_sizes import in_a_quick_run


def contraction(gamma: Number) -> Number:
    r"""What a layer leaves: $a = 1 - 2 \gamma/3$."""
    return 1 - gamma * 2 / 3


def room_for(K: int, a: Number) -> Number:
    r"""The denominator of $\eta$ in (E.7), since $\sqrt{\log(1/\delta)/(N_0 c)}$ is $1/\sqrt{32}$."""
    return a - sqrt(1 / 32) * (K - 1)


def bound_of_the_theorem(
    K: int, n: Number, N0: Number, b_beta: Number, a: Number, room: Number, B: Number, size: Number
) -> Number:
    r"""The bound of Theorem E.1 at $d = b_x = 1$, $N = n$, $p=\frac12$, its first two terms times ``size``."""
    C_x = b_beta * (n + 1) / n
    # (log d + log S - log delta)/c is N_0/32, so that 2 sqrt(2) times its root is sqrt(N_0/4).
    c4 = sqrt(2) * (size * a / room * sqrt(N0 / 4) + B * 2 + 2 * C_x)
    return size * a**K + c4 * K / sqrt(n) * a ** (K - 1)


def negative(c: float) -> dict[str, Any]:
    """Prompts of twice the least length, so long that ``epsilon >= 3/4``, and that ``n delta < 1/2``."""
    N0 = 2.0 ** builtins.max(6, 10 - math.floor(math.log2(c)))
    return dict(K=3, gamma=1.0, b_beta=1.0, N0=N0, longer=2.0, c=c)


@theorem(
    PAPER,
    "Theorem E.1",
    part="linear read-out, as Theorem 5.2 quotes it",
    id="theorem-5.2/linear",
    rank="headline",
    origin="read",
    at=lines(806, 816),
    summary=r"With a linear read-out the error of the label is of order $a^K + K a^{K-1}/\sqrt{n}$, "
    r"$a = 1 - 2/3 \gamma$, with the $c_4$ of Theorem E.1 and probability at least $1 - n \delta - \delta'$",
    uses=[
        convergence,
        "sparse_recovery/lemma-4",
        *(
            f"sparse_recovery/theorem-e.1/{part}"
            for part in ("probability", "last-layer", "linearisation/eq-e.9")
        ),
        *(f"sparse_recovery/theorem-e.1/proof/{part}" for part in ("p", "eq-e.1", "sets", "eq-e.2")),
    ],
    K=dims(1, 12),
    gamma=dyadics(0, 1.5, open_low=True, open_high=True),
    b_beta=scales(-2, 4, of="(0, inf)"),
    N0=scales(0, 24, of="[1, inf)"),
    longer=scales(1, 5, of="[2, inf)"),  # $n/N_0$
    c=some(scales(-8, 8), weaker="smaller", fails_at=negative),
    n=lambda N0, longer: N0 * longer,
    delta=lambda c, N0: exp(-c * N0 / 32),  # from $N_0=32\log(1/\delta)/c$
    a=contraction,
    room=room_for,
    examples=[negative(1.0)],
)
@printed(
    r"For some weights of the form (4.4), $\theta\ge0$, and B' with which something is claimed "
    r"($\delta'+n\delta<1$), with probability at least $1-\delta'-n\delta$: $|y_n-\hat y_n|\le "
    r"b_x(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt n}(1-\frac23\gamma)^{K-1}$ for a linear read-out, where "
    r"(Theorem E.1) $c_4=\frac{2\sqrt2b_x\eta}{\sqrt p}\sqrt{\frac{\log d+\log "
    r"S-\log\delta}c}+\frac{2B'}{\sqrt p}+\frac{2C_xb_x}{\sqrt p}$ and $n\ge N_0$.",
    implies=r"At $d=S=1$, rows $\pm1$, "
    r"$|\beta^*|=b_\beta$, $N=n$ and $a=1-\frac23\gamma$ only $B'>0$ claims something, $p=\frac12$ and $\hat "
    r"y_n\ge B'$. Hence, for some $B'>0$, $\max(0,B'-b_\beta)\le a^K+\frac{\sqrt2K}{\sqrt "
    r"n}a^{K-1}\left(\sqrt{\frac{N_0}4}\frac a{a-(K-1)/\sqrt{32}}+2B'+2b_\beta\frac{n+1}n\right)$, "
    r"$N_0=32\log(1/\delta)/c$, and where $n\ge8K^2a^{2K-2}$ for $B'=b_\beta$: then the right side is not "
    r"negative there. This is wherever $\delta'\le\frac12$ can be had and leaves something, "
    r"$n\delta<\frac12$, $n\ge2N_0$ (longer is $n/N_0$) and $K\sqrt{n/2}a^K\ge\frac34$.",
    defect="constant",
    because="With the $c_4$ that Theorem E.1 has: "
    r"$\eta$ of (E.7) is negative in deep networks, $K - 1 > 2 \sqrt{2}(4S - 2)(1 - 2 \gamma/3)$ (at "
    r"$S = 3$, $\gamma = 1$ from $K = 11$ on), and for long prompts so is the bound at "
    r"$B' = b_\beta$, for every c. No other B' helps: the layer predicts B' or more, and misses more "
    "than a larger B' adds to the bound.",
    fails_where=lambda room: room < 0,
    falls_with="sparse_recovery/theorem-e.1/linearisation/eq-e.7",
)
def bound_is_not_negative(K, n, N0, b_beta, delta, a, room):
    """At the best threshold, b_beta, the bound is not negative where something can be claimed."""
    bound = bound_of_the_theorem(K, n, N0, b_beta, a, room, b_beta, size=1)
    # n delta < 1/2 and epsilon >= 3/4: some B' has delta' <= 1/2.
    claimed = [1 / 2 - delta * n, sqrt(n / 2) * K * a**K - 3 / 4]
    # The bound grows with B' by a factor of at most 1, and what B' > b_beta misses by 1.
    return at_most(0, bound).given([*claimed, n - (a ** (K - 1) * K) ** 2 * 8])


@amended(
    r"For $n\ge3$ rows of signs, the network with $M^{(k)}=2\gamma I$, $\gamma\le\frac32$, "
    r"$\theta^{(k)}=\theta\ge0$ and the last layer of Theorem E.1 with $p=1$ and a threshold B' not above any "
    r"$x_n^\top\beta_{2j-1}$, $j\le n$, for every instance: $|y_n-\hat y_n|\le\frac{2\|x_n\|}{2n-1}\sum_{2\le "
    r"j\le n}\|\beta^*-\beta_{2j-1}\|+\frac{\|x_n\|\|\beta^*\|+|B'|}{2n-1}$.",
    of=bound_is_not_negative,
    adds="B' not above any inner product ($p = 1$); a mean of errors and a term of order 1/n as the bound, "
    "for every instance; Rademacher rows",
    **AVERAGING,
    examples=[
        dict(d=1, n=8, K=2, gamma=1.0, b_beta=4.0, theta=0.0, B=-4.0),
        dict(d=2, n=24, K=4, gamma=0.5, b_beta=4.0, theta=0.0, B=-4.0),
        dict(d=3, n=32, K=6, gamma=0.5, b_beta=2.0, theta=0.0, B=-3.0),
    ],
)
@mutants({"1 for the 2 before the mean": dict(factor=1), "no floor": dict(floor=0)})
def label_within_the_mean_error(n, K, gamma, theta, B, X, beta_star, answer, factor=2, floor=1):
    """The error of the label is within the mean of the estimates' errors and a term of order 1/n."""
    x, betas = X[-1], estimates(K, gamma, theta, X, beta_star)
    error = abs(x @ beta_star - answer(predicted(betas @ x, B, 1)))
    distances = sum(norm(betas - beta_star, axis=1)[1:])  # that of beta_1 = 0 is in the floor
    trivial = norm(x) * norm(beta_star)  # the label 0 misses at most so much
    bound = (factor * norm(x) * distances + floor * (trivial + abs(B))) / (2 * n - 1)
    return at_most(error, bound).given(betas @ x - B).trivial_where(bound - trivial)


bound_is_not_negative.figure(lambda: [floor_of_the_mean(), *in_a_quick_run()])


@theorem(
    PAPER,
    "Theorem 5.2",
    part="linear read-out, a threshold of at most 0",
    id="theorem-5.2/linear/low-threshold",
    rank="step",
    origin="ours",
    at=lines(830, 832),
    **AVERAGING,
    N0=dims(1, "n", most="n"),
    examples=[dict(d=1, n=8, K=4, gamma=1.0, b_beta=1.0, theta=0.0, N0=2, B=-2.0)],
)
@printed(
    r"For every $B'\le0$, rows of signs, $n\ge3$, the network with $M^{(k)}=2\gamma I$, $\gamma\le\frac32$, "
    r"$\theta^{(k)}=\theta\ge0$, and any $N_0\le n$, in every instance: some $j\le N_0$ has "
    r"$x_n^\top\beta_{2j-1}\ge B'$. So $\mathcal E_1=\{x_n^\top\beta_{2j-1}<B'\text{ for all }j\le N_0\}$ "
    r"never happens, $\delta'\ge\mathbb P(\neg\mathcal E_1)=1$, and $1-\delta'-n\delta$ is below 0."
)
@mutants({"B' up to 1": dict(B=dyadics(-4, 1)), "by the last token": dict(tokens=lambda o, N0: o[-1:])})
def is_reached_early(
    K, gamma, theta, B, N0, X, beta_star, tokens: Callable[[Vector, int], Vector] = lambda o, N0: o[:N0]
):
    r"""Theorem E.1 claims nothing for $B' \le 0$: the first token, whose estimate is 0, reaches it."""
    o = reaches(estimates(K, gamma, theta, X, beta_star) @ X[-1], B)
    return at_least(max(tokens(o, N0)), 1)


def promise(n: int, K: int, N0: int, a: Number, t: Vector, B: Number, delta: Number) -> Number:
    r"""$1 - \delta' - n \delta$: the query's sign decides all $o_j$ together, each sign with chance 1/2."""
    # For x_n beta* > 0 the tokens with t_j >= B' are above the threshold, else none is. E_2 fails where their
    # number differs from (n - 1/2) p by more than K sqrt(n p) a^K, p = 1/2.
    above, tolerance = reaches(t, B), a**K * K * sqrt(n / 2)
    missed = [maximum(sign(abs(count - (2 * n - 1) / 4) - tolerance), 0) for count in (sum(above), 0 * B)]
    return 1 - (max(above[:N0]) + missed[0] + missed[1]) / 2 - delta * n


@theorem(
    PAPER,
    "Theorem 5.2",
    part="linear read-out, the printed construction",
    id="theorem-5.2/linear/construction",
    origin="read",
    at=lines(806, 816),
    pinned={
        "d": r"$d = 1$, where p and $\delta'$ can be computed; larger d is not tried",
        "theta": "at $d = 1$ there is no noise off the support, and the thresholds of the proof vanish",
    },
    **ONE_COLUMN,
    N0=dims(1, "n", most="n"),
    a=contraction,
    room=room_for,
    X=signs("n", "d"),
    beta_star=box(1, low="-b_beta", high="b_beta"),
    delta=box(low=2.0**-14, high=1, of="(0, 1)", scale="log"),
    examples=[
        dict(d=1, n=12, K=3, gamma=1.0, b_beta=1.0, theta=0.0, N0=6, share=2047 / 2048),
        dict(d=1, n=100, K=1, gamma=0.125, b_beta=8.0, theta=0.0, N0=50, share=16301 / 16384),
        # Here the bounds are 0.45, 0.83 and 0.87 of b_beta; 0.00, 0.25 and 0.5 of it are missed.
        dict(d=1, n=200, K=2, gamma=1.0, b_beta=1.0, theta=0.0, N0=1, share=4194226 / 4194304),
        dict(d=1, n=300, K=1, gamma=0.75, b_beta=4.0, theta=0.0, N0=1, share=130854 / 131072),
        dict(d=1, n=600, K=1, gamma=0.5, b_beta=1.0, theta=0.0, N0=1, share=130963 / 131072),
    ],
)
@printed(
    r"At $d=S=1$, $n=N$, rows $\pm1$ and any $\beta^*$ with $|\beta^*|\le b_\beta$: for every "
    r"$0<B'<|\beta_{2n-1}^{(K+1)}|$ (share is their ratio), with probability at least $1-\delta'-n\delta$, "
    r"$|y_n-\hat y_n|\le b_x(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt n}(1-\frac23\gamma)^{K-1}$, with the "
    r"network and the constants of Theorem E.1 ($\gamma\le1$; $p=\frac12$, that of the last token; "
    r"$N_0=32\log(1/\delta)/c\le n$).",
    defect="constant",
    because=r"$\eta$ of (E.7), and with it the bound, may be negative while $\delta' = 1/2$: B' between the "
    "inner products of tokens $N_0$ and $N_0 + 1$, for every c. And the first two terms do not grow "
    r"with $b_\beta$.",
    fails_where=lambda room, b_beta: room < 0 or b_beta > 1,
    falls_with="sparse_recovery/theorem-e.1/linearisation/eq-e.7",
)
@amended(
    r"At $d=S=1$, $n=N$, rows $\pm1$ and any $\beta^*$ with $|\beta^*|\le b_\beta$: for every "
    r"$0<B'<|\beta_{2n-1}^{(K+1)}|$ (share is their ratio) with $\eta>0$, that is "
    r"$(K-1)r_{N_0}<1-\frac23\gamma$, $r_{N_0}=\frac1{4\sqrt2}$, with probability at least "
    r"$1-\delta'-n\delta$, $|y_n-\hat y_n|\le b_xb_\beta(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt "
    r"n}(1-\frac23\gamma)^{K-1}$, $c_4=\frac{2\sqrt2b_xb_\beta\eta}{\sqrt p}\sqrt{\frac{\log d+\log "
    r"S-\log\delta}c}+\frac{2B'}{\sqrt p}+\frac{2C_xb_x}{\sqrt p}$, with the network of Theorem E.1 "
    r"($\gamma\le1$; $p=\frac12$, that of the last token; $N_0=32\log(1/\delta)/c\le n$).",
    adds=r"$\eta > 0$, that is $(K - 1) r_{N_0} < 1 - 2 \gamma/3$; $b_\beta$ in the first two terms; "
    r"$d = S = 1$, rows +-1, $\gamma \le 1$",
    because=r"Then the bound is positive, and grows with $b_\beta$ as the error does.",
    slack=r"The printed $a = 1 - 2 \gamma/3$ is kept, where the network leaves $1 - \gamma$ of the label: "
    r"0.58 of the bound at $n = 600$ and $\gamma = 1/2$, 0.90 at $n = 5000$ and $\gamma = 1/8$.",
    size=lambda b_beta: b_beta,
    positive=lambda room: room,
)
@mutants({"no b_beta in the first two terms": dict(size=1), "eta of any sign": dict(positive=1)})
def read_out_of_the_proof(
    n, K, gamma, b_beta, theta, share, N0, a, room, X, beta_star, delta, answer, size=1, positive=1
):
    """The network of Theorem E.1 has its error for every positive threshold B' below its last estimate."""
    t = abs(estimates(K, gamma, theta, X, beta_star)[:, 0])
    beta, B = abs(beta_star[0]), share * t[-1]
    promised = promise(n, K, N0, a, t, B, delta)
    # The error for the query with x_n beta* > 0, of which the layer says something, and for the other one.
    e_plus, e_minus = abs(beta - answer(predicted(t, B, 2))), abs(beta + predicted(-t, B, 2))
    # A probability above 1/2 is a promise for both signs of the query, a smaller one for the better of them.
    above_half = maximum(sign(promised - 1 / 2), 0)
    error = maximum(minimum(e_plus, e_minus), maximum(e_plus, e_minus) * above_half)
    bound = bound_of_the_theorem(K, n, N0, b_beta, a, room, B, size)
    margin = at_most(error, bound).trivial_where(bound - b_beta)  # the prediction 0 is within b_x b_beta
    margin = margin.given([promised - 1 / 2**30, positive - 1 / 2**10])
    return margin.given(beta, strict=True)
