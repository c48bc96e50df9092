r"""Theorem 5.2, linear read-out: the bound may be negative; and the error has a floor of order 1/n.

Theorem 14 of the slides repeats the bound. The last layer (Theorem E.1) averages $\sigma(x_n^\top\beta_j-B')$
over the tokens and predicts $\frac2p$ times that plus B'. The error should be of order $(1-\frac23\gamma)^K$
with probability $1-\delta'-n\delta$, $\delta'=\mathbb P(\neg\mathcal E_1)+\mathbb P(\neg\mathcal
E_2(\epsilon))$, where $\epsilon=K\sqrt{np}(1-\frac23\gamma)^K$ and $p=\mathbb P\{x_n^\top\beta_j\ge B'\}$.
Nothing bounds $\delta'$, and B' is "a constant": taken by the letter, that some parameters exist is true, of
parameters with $\delta'\ge1$ for which nothing is claimed, as for every $B'\le0$ (part ``low-threshold``). The
statement is read as: some parameters exist with which something is claimed, $\delta'+n\delta<1$, and the bound,
with the $c_4$ of Theorem E.1, holds.

*Refuted*: that $c_4$ has the factor $\eta$ of (E.7), which is negative where $(K-1)\sqrt{(\log d+\log
S-\log\delta)/(N_0c)}=\frac{K-1}{2\sqrt2(4S-2)}$ exceeds $1-\frac23\gamma$: at $S=3$, $\gamma=1$ from $K=11$ on
(the experiments have 12). For long prompts, $n=2N_0$ say, this term outweighs those of B' and $C_x$, and no
error is below the bound, whatever network of the form (4.4) and B' are taken, for every c. Computed is
$d=S=1$, rows $\pm1$, $|\beta^*|=b_\beta$, where $C_x=b_\beta(n+1)/n$. There estimates depend on the number of
rows alone, so that $B'>0$ and $p>0$ leave $p=\frac12$; the layer predicts B' or more, so that a $B'>b_\beta$
misses by $B'-b_\beta$ or more, while the bound grows by $\frac{2\sqrt2K}{\sqrt n}a^{K-1}$ times B',
$a=1-\frac23\gamma$: not faster, if $n\ge8K^2a^{2K-2}$. $B'=b_\beta$ is then the best. Something can be claimed
where $n\delta<\frac12$, $n\ge2N_0$ and $\epsilon\ge\frac34$: for $M=2I$, $\theta=0$ and B' between the inner
products of the tokens
$\lfloor n/2\rfloor$ and $\lfloor n/2\rfloor+1$ (for $x_n\beta^*>0$) $n-\lfloor n/2\rfloor$ tokens, all after
$N_0$, are above B', and $np-\frac p2=\frac n2-\frac14$: both events hold, so that $\delta'\le\frac12$. (Whether
another $c_4$ serves is open.)

`construction`, the network of the proof with every $B'>0$. The $o_j$ of one query are not independent: at d = S
= 1, rows $\pm1$, they follow the sign of $x_n\beta^*$ together. Put B' between the inner products of tokens
$N_0$ and $N_0+1$, $n=2N_0$. Then $\delta'=\frac12$, and with K = 3, $\gamma=1$, $N_0=6$, $\delta=2^{-6}$ the
$\eta$ of (E.7) is -16.5 and the bound -2.1, claimed with probability 0.31. (For every c, with $N_0$ so large
that $n\delta<\frac12$.) And the first two terms of the bound have lost the $\|\beta^*\|_1$ of (E.3): where
$b_\beta$ is large they are too small. With $\eta>0$ and $b_\beta$ kept the bound is right there, with room to
spare.

Amended: B' below every inner product (p = 1). Then the layer averages, and the error is at most
$\frac{2\|x_n\|}{2n-1}\sum_{2\le j\le n}\|\beta^*-\beta_{2j-1}\|+\frac{\|x_n\|\|\beta^*\|+|B'|}{2n-1}$ for every
instance ($\beta_1=0$ is in the last term, since $2\beta^*-\beta^*=\beta^*$); early prefixes and the last term
do not fall with K. (The printed factor $1_{i\%2=1}$ belongs to the key. Plots: small prompts, then those of
`theorem-e.1/real-sizes`.)
"""

from collections.abc import Callable
from dataclasses import replace

from lemmata import Margin, Prompt, at_least, at_most, dyadics, lines
from lemmata.numbers import Array, absolute, amax, full, maximum, minimum, norm, sign, sqrt, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1 import Answer
from theorems.sparse_recovery.theorem_5_2.figure import floor_of_the_mean
from theorems.sparse_recovery.theorem_5_2.setting import (
    Bound,
    Network,
    Setting,
    Threshold,
    averaging,
    bounds,
    estimates,
    instances,
    low_threshold,
    negative,
    one_column,
    predicted,
    rare,
    reaches,
)
from theorems.sparse_recovery.theorem_e_1.real_sizes import in_a_quick_run


def contraction(s: Network | Bound) -> Array:
    """What a layer leaves: a = 1 - 2 gamma / 3."""
    return 1 - s.gamma * 2 / 3


def room(s: Setting | Bound) -> Array:
    """The denominator of eta in (E.7), since sqrt(log(1/delta) / (N_0 c)) is 1 / sqrt(32)."""
    return contraction(s) - sqrt(1 / 32) * (s.K - 1)


def bound_of_the_theorem(s: Setting | Bound, B: Array, p_inverse: int, size: Array) -> Array:
    """The bound of Theorem E.1 at d = b_x = 1, N = n, its first two terms times ``size``."""
    a = contraction(s)
    C_x = s.b_beta * (s.n + 1) / s.n
    # (log d + log S - log delta)/c is N_0/32, so that 2 sqrt(2) times its root is sqrt(N_0/4).
    c4 = sqrt(p_inverse) * (size * a / room(s) * sqrt(s.N0 / 4) + B * 2 + 2 * C_x)
    return size * a**s.K + c4 * s.K / sqrt(s.n) * a ** (s.K - 1)


linear = PAPER.claim(
    "Theorem 5.2",
    part="linear read-out",
    id="theorem-5.2/linear",
    rank="headline",
    origin="read",
    at=lines(201, 205),
    summary="With a linear read-out the error of the label is of order a^K + K a^(K-1)/sqrt(n), a = 1 - 2/3 "
    "gamma, with probability at least 1 - n delta - delta'",
    settings=bounds,
    prompts=instances,
    examples=[
        negative(1.0),
        Threshold(d=1, n=8, K=2, gamma=1.0, b_beta=4.0, B=-4.0),
        Threshold(d=2, n=24, K=4, gamma=0.5, b_beta=4.0, B=-4.0),
        Threshold(d=3, n=32, K=6, gamma=0.5, b_beta=2.0, B=-3.0),
    ],
)


@linear.printed(
    r"For some weights of the form (4.4), $\theta\ge0$, and B' with which something is claimed "
    r"($\delta'+n\delta<1$), with probability at least $1-\delta'-n\delta$: $|y_n-\hat "
    r"y_n|\le b_x(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt n}(1-\frac23\gamma)^{K-1}$ for a linear "
    r"read-out, where (Theorem E.1) $c_4=\frac{2\sqrt2b_x\eta}{\sqrt p}\sqrt{\frac{\log d+\log S-\log\delta}c}+"
    r"\frac{2B'}{\sqrt p}+\frac{2C_xb_x}{\sqrt p}$ and $n\ge N_0$. At $d=S=1$, rows $\pm1$, "
    r"$|\beta^*|=b_\beta$, $N=n$ and $a=1-\frac23\gamma$ only $B'>0$ claims something, $p=\frac12$ and $\hat "
    r"y_n\ge B'$. Hence, for some $B'>0$, "
    r"$\max(0,B'-b_\beta)\le a^K+\frac{\sqrt2K}{\sqrt n}a^{K-1}\left(\sqrt{\frac{N_0}4}\frac "
    r"a{a-(K-1)/\sqrt{32}}+2B'+2b_\beta\frac{n+1}n\right)$, $N_0=32\log(1/\delta)/c$, and where "
    r"$n\ge8K^2a^{2K-2}$ for $B'=b_\beta$: then the right side is not negative there. This is wherever "
    r"$\delta'\le\frac12$ can be had and leaves something, $n\delta<\frac12$, $n\ge2N_0$ (longer is "
    r"$n/N_0$) and $K\sqrt{n/2}a^K\ge\frac34$.",
    defect="constant",
    because="eta of (E.7) is negative in deep networks, K - 1 > 2 2^(1/2) (4S - 2) (1 - 2 gamma/3) (at S = 3, "
    "gamma = 1 from K = 11 on), and for long prompts so is the bound at B' = b_beta, for every c. No "
    "other B' helps: the layer predicts B' or more, and misses more than a larger B' adds to the bound.",
    fails_where=lambda s: bool(room(s) < 0),
    prompts=None,
)
def bound_is_not_negative(s: Bound) -> Margin:
    """At the best threshold, b_beta, the bound is not negative where something can be claimed."""
    bound = bound_of_the_theorem(s, s.b_beta, 2, size=1)
    a = contraction(s)
    # n delta < 1/2 and epsilon >= 3/4: some B' has delta' <= 1/2.
    claimed = at_most(0, bound).given(1 / 2 - s.delta * s.n).given(sqrt(s.n / 2) * s.K * a**s.K - 3 / 4)
    # The bound grows with B' by a factor of at most 1, and what B' > b_beta misses by 1.
    return claimed.given(s.n - (a ** (s.K - 1) * s.K) ** 2 * 8)


@linear.amended(
    r"For $n\ge3$ rows of signs, the network with $M^{(k)}=2\gamma I$, $\gamma\le\frac32$, "
    r"$\theta^{(k)}=\theta\ge0$ and "
    r"the last layer of Theorem E.1 with $p=1$ and a threshold B' not above any $x_n^\top\beta_{2j-1}$, "
    r"$j\le n$, for every instance: $|y_n-\hat "
    r"y_n|\le\frac{2\|x_n\|}{2n-1}\sum_{2\le j\le n}\|\beta^*-\beta_{2j-1}\|+\frac{\|x_n\|\|\beta^*\|+|B'|}"
    r"{2n-1}$.",
    adds="B' not above any inner product (p = 1); a mean of errors and a term of order 1/n as the bound, for "
    "every instance; Rademacher rows",
    settings=averaging,
    prompts=instances,
    factor=2,
    floor=1,
)
def label_within_the_mean_error(
    s: Threshold, prompt: Prompt, factor: int, floor: int, answer: Answer
) -> Margin:
    """The error of the label is within the mean of the estimates' errors and a term of order 1/n."""
    beta, x = prompt.beta_star, prompt.X[:, s.n - 1]
    betas = estimates(s, prompt)
    inner = sum(betas * x[:, None, :], -1)
    B = full(s.B, like=inner[:, 0])
    error = absolute(sum(x * beta, -1) - answer(predicted(s, inner, B, 1)))
    distances = sum(norm(betas - beta[:, None, :])[:, 1:], -1)  # that of beta_1 = 0 is in the floor
    bound = (factor * norm(x) * distances + floor * (norm(x) * norm(beta) + absolute(B))) / (2 * s.n - 1)
    # The label 0 misses at most |x| |beta*|.
    trivial = bound - norm(x) * norm(beta)
    return at_most(error, bound).given(inner - B[:, None]).trivial_where(trivial)


linear.mutant("1 for the 2 before the mean", factor=1)
linear.mutant("no floor", floor=0)
linear.figure(lambda: [floor_of_the_mean(), *in_a_quick_run()])

low = PAPER.claim(
    "Theorem 5.2",
    part="linear read-out, a threshold of at most 0",
    id="theorem-5.2/linear/low-threshold",
    rank="step",
    origin="ours",
    at=lines(830, 832),
    summary="Theorem E.1 claims nothing for B' <= 0: the first token, whose estimate is 0, reaches it",
    settings=low_threshold,
    prompts=instances,
    examples=[Threshold(d=1, n=8, K=4, gamma=1.0, b_beta=1.0, N0=2, B=-2.0)],
)


@low.printed(
    r"For every $B'\le0$, rows of signs, $n\ge3$, the network with $M^{(k)}=2\gamma I$, $\gamma\le\frac32$, "
    r"$\theta^{(k)}=\theta\ge0$, and any $N_0\le n$, in every instance: some $j\le N_0$ has "
    r"$x_n^\top\beta_{2j-1}\ge B'$. So $\mathcal E_1=\{x_n^\top\beta_{2j-1}<B'\text{ for all }j\le N_0\}$ "
    r"never happens, $\delta'\ge\mathbb P(\neg\mathcal E_1)=1$, and $1-\delta'-n\delta$ is below 0.",
    tokens=lambda s, o: o[:, : s.N0],
)
def is_reached_early(s: Threshold, prompt: Prompt, tokens: Callable[[Threshold, Array], Array]) -> Margin:
    """One of the first tokens reaches the threshold."""
    inner = sum(estimates(s, prompt) * prompt.X[:, s.n - 1][:, None, :], -1)
    return at_least(amax(tokens(s, reaches(inner, full(s.B, like=inner[:, 0]))), -1), 1)


low.mutant("B' up to 1", settings=replace(low_threshold, fields={**low_threshold.fields, "B": dyadics(-4, 1)}))
low.mutant("by the last token", tokens=lambda s, o: o[:, s.n - 1 :])

construction = PAPER.claim(
    "Theorem 5.2",
    part="linear read-out, the printed construction",
    id="theorem-5.2/linear/construction",
    origin="read",
    at=lines(806, 816),
    summary="The network of Theorem E.1 has the error of its theorem for every positive threshold B' below its "
    "last estimate",
    pinned={
        "d": "d = 1, where p and delta' can be computed; larger d is not tried",
        "theta": "at d = 1 there is no noise off the support, and the thresholds of the proof vanish",
    },
    settings=one_column,
    prompts=rare,
    examples=[
        Setting(d=1, n=12, K=3, gamma=1.0, b_beta=1.0, N0=6, share=2047 / 2048),
        Setting(d=1, n=100, K=1, gamma=0.125, b_beta=8.0, N0=50, share=16301 / 16384),
        # Here the bounds are 0.45, 0.83 and 0.87 of b_beta; 0.00, 0.25 and 0.5 of it are missed.
        Setting(d=1, n=200, K=2, gamma=1.0, b_beta=1.0, N0=1, share=4194226 / 4194304),
        Setting(d=1, n=300, K=1, gamma=0.75, b_beta=4.0, N0=1, share=130854 / 131072),
        Setting(d=1, n=600, K=1, gamma=0.5, b_beta=1.0, N0=1, share=130963 / 131072),
    ],
)
Factor = Callable[[Setting], Array]


def missed(s: Setting, count: Array) -> Array:
    """1 where E_2 fails: ``count`` differs from (n - 1/2) p by more than K sqrt(n p) a^K, p = 1/2; else 0."""
    tolerance = contraction(s) ** s.K * s.K * sqrt(s.n / 2)
    return maximum(sign(absolute(count - (2 * s.n - 1) / 4) - tolerance), 0)


def above_half(chance: Array) -> Array:
    """1 where the chance is more than 1/2, else 0."""
    return maximum(sign(chance - 1 / 2), 0)


def promise(s: Setting, t: Array, B: Array, delta: Array) -> Array:
    """1 - delta' - n delta: the query's sign decides all o_j together, each sign with chance 1/2."""
    # For x_n beta* > 0 the tokens with t_j >= B' are above the threshold, else none is.
    above = reaches(t, B)
    early, count = amax(above[:, : s.N0], -1), sum(above, -1)
    delta_prime = (early + missed(s, count) + missed(s, full(0, like=count))) / 2
    return 1 - delta_prime - delta * s.n


@construction.printed(
    r"At $d=S=1$, $n=N$, rows $\pm1$ and any $\beta^*$ with $|\beta^*|\le b_\beta$: for every "
    r"$0<B'<|\beta_{2n-1}^{(K+1)}|$ (share is their ratio), with probability at least $1-\delta'-n\delta$, "
    r"$|y_n-\hat y_n|\le "
    r"b_x(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt "
    r"n}(1-\frac23\gamma)^{K-1}$, with the network and the constants of Theorem E.1 ($\gamma\le1$; "
    r"$p=\frac12$, that of the last token; $N_0=32\log(1/\delta)/c\le n$).",
    defect="constant",
    because="eta of (E.7), and with it the bound, may be negative while delta' = 1/2: B' between the inner "
    "products of tokens N_0 and N_0 + 1, for every c. And the first two terms do not grow with b_beta.",
    fails_where=lambda s: bool(room(s) < 0) or s.b_beta > 1,
    size=lambda s: 1,
    denominator=lambda s: 1,
)
@construction.amended(
    r"At $d=S=1$, $n=N$, rows $\pm1$ and any $\beta^*$ with $|\beta^*|\le b_\beta$: for every "
    r"$0<B'<|\beta_{2n-1}^{(K+1)}|$ (share is their ratio) with $\eta>0$, that is "
    r"$(K-1)r_{N_0}<1-\frac23\gamma$, "
    r"$r_{N_0}=\frac1{4\sqrt2}$, with probability at least "
    r"$1-\delta'-n\delta$, $|y_n-\hat y_n|\le b_xb_\beta(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt "
    r"n}(1-\frac23\gamma)^{K-1}$, $c_4=\frac{2\sqrt2b_xb_\beta\eta}{\sqrt p}\sqrt{\frac{\log d+\log "
    r"S-\log\delta}c}+\frac{2B'}{\sqrt p}+\frac{2C_xb_x}{\sqrt p}$, with the network of Theorem E.1 "
    r"($\gamma\le1$; $p=\frac12$, that of the last token; $N_0=32\log(1/\delta)/c\le n$).",
    adds="eta > 0, that is (K - 1) r_{N_0} < 1 - 2 gamma/3; b_beta in the first two terms; d = S = 1, rows "
    "+-1, gamma <= 1",
    because="Then the bound is positive, and grows with b_beta as the error does.",
    slack="The printed a = 1 - 2 gamma/3 is kept, where the network leaves 1 - gamma of the label: 0.58 of the "
    "bound at n = 600 and gamma = 1/2, 0.90 at n = 5000 and gamma = 1/8.",
    size=lambda s: s.b_beta,
    denominator=room,
)
def read_out_of_the_proof(
    s: Setting, prompt: Prompt, size: Factor, denominator: Factor, answer: Answer
) -> Margin:
    """Where something is promised, the error of the label is within the bound of Theorem E.1."""
    t = absolute(estimates(s, prompt)[..., 0])
    beta, B = absolute(prompt.beta_star[:, 0]), s.share * t[:, -1]
    promised = promise(s, t, B, prompt.delta)
    # The error for the query with x_n beta* > 0, of which the layer says something, and for the other one.
    e_plus = absolute(beta - answer(predicted(s, t, B, 2)))
    e_minus = absolute(beta + predicted(s, -t, B, 2))
    # A probability above 1/2 is a promise for both signs of the query, a smaller one for the better of them.
    error = maximum(minimum(e_plus, e_minus), maximum(e_plus, e_minus) * above_half(promised))
    bound = bound_of_the_theorem(s, B, 2, size(s))
    margin = at_most(error, bound).trivial_where(bound - s.b_beta)  # the prediction 0 is within b_x b_beta
    return margin.given(promised - 1 / 2**30).given(denominator(s) - 1 / 2**10)


construction.mutant("no b_beta in the first two terms", size=lambda s: 1)
construction.mutant("eta of any sign", denominator=lambda s: 1)
