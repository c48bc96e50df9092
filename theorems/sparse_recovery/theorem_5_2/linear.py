r"""Theorem 5.2, linear read-out: a negative bound, or nothing claimed; the error has a floor of order 1/n.

Theorem 14 of the slides repeats the bound. The last layer (Theorem E.1) averages $\sigma(x_n^\top\beta_j-B')$
over the tokens and predicts $\frac2p$ times that plus B'. The error is to be of order $(1-\frac23\gamma)^K$
with probability $1-\delta'-n\delta$, $\delta'=\mathbb P(\neg\mathcal E_1)+\mathbb P(\neg\mathcal
E_2(\epsilon))$, where $\epsilon=K\sqrt{np}(1-\frac23\gamma)^K$ and $p=\mathbb P\{x_n^\top\beta_j\ge B'\}$.
Nothing bounds $\delta'$, and B' is ours to choose. The $o_j$ of one query are not independent: they follow
the sign of $x_n^\top\beta^*-B'$ together. At d = S = 1, signs, $\beta^*=1$ and $0<B'\le x_n\beta_j$: for
$y_n=1$ all are 1, so $\mathcal E_1$ (none up to $N_0$) fails; for $y_n=-1$ all are 0, and $\mathcal E_2$
(about np) fails, unless $\epsilon$ is so large that the bound is above $b_xb_\beta$, the error of predicting
0. So with B' chosen like this, and where $\eta>0$, nothing is claimed. Not for every B': put it between the
inner products of tokens $N_0$ and $N_0+1$, $n=2N_0$. Then $\delta'=\frac12$, and with K = 3, $\gamma=1$,
$N_0=6$, $\delta=2^{-6}$ the $\eta$ of (E.7) is -16.5 and the bound -2.1, claimed with probability 0.31: no
error is below that. (For every c, since $N_0=32\log(1/\delta)/c$ is all that is used and $\delta$ may be
smaller.)

Amended: B' below every inner product (p = 1). Then the layer averages, and the error is at most
$\frac{2b_x}{2n-1}\sum_{j\le n}\|\beta^*-\beta_{2j-1}\|+\frac{b_xb_\beta+|B'|}{2n-1}$ for every instance; early
prefixes and the last term do not fall with K. For every B' > 0 (`construction`) the printed bound is
right at d = S = 1 where $\eta>0$, with room to spare. (The printed factor $1_{i\%2=1}$ belongs to the key.)
"""

from collections.abc import Callable

from baselines.proximal import lista_vm
from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import (
    Array,
    absolute,
    amax,
    concatenate,
    eye,
    full,
    maximum,
    minimum,
    norm,
    sign,
    sqrt,
    stack,
    sum,
    zeros,
)
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_2.setting import (
    Setting,
    anywhere,
    between,
    data,
    inner_products,
    often,
    predicted,
    rare,
    sizes,
)

Statement = Callable[[Setting, Prompt], Margin]


def contraction(s: Setting) -> Array:
    """What a layer leaves: a = 1 - 2 gamma / 3."""
    return 1 - s.gamma * 2 / 3


def room(s: Setting) -> Array:
    """The denominator of eta in (E.7): sqrt(log(1/delta) / (N_0 c)) is 1 / sqrt(32)."""
    return contraction(s) - sqrt(1 / 32) * (s.K - 1)


def tolerance(s: Setting) -> Array:
    """What E_2 allows: epsilon = K sqrt(n p) a^K with p = 1/2."""
    return contraction(s) ** s.K * s.K * sqrt(s.n / 2)


def missed(s: Setting, count: Array) -> Array:
    """1 where E_2 fails, |count - (n - 1/2) p| > epsilon with p = 1/2, and 0 elsewhere."""
    return maximum(sign(absolute(count - (2 * s.n - 1) / 4) - tolerance(s)), 0)


def bounded(s: Setting, B: Array, denominator: Array) -> Array:
    """The bound of Theorem E.1 with p = 1/2, d = b_x = b_beta = 1 and C_x = (n + 1) / n."""
    a = contraction(s)
    c4 = a / denominator * sqrt(s.N0 / 4) + B * 2 + 2 * (s.n + 1) / s.n
    return a**s.K + c4 * a ** (s.K - 1) * s.K * sqrt(2 / s.n)  # 1 / sqrt(p) = sqrt(2)


linear = PAPER.claim(
    "Theorem 5.2",
    id="theorem-5.2/linear",
    rank="headline",
    origin="read",
    at=lines(201, 205),
    settings=sizes(1, 1),
    prompts=data,
)


def as_printed(s: Setting, prompt: Prompt) -> Margin:
    """At d = 1, beta* = b_beta = 1: all is decided by the sign of the query, each with chance 1/2."""
    t = inner_products(s, full(1, like=prompt.delta))
    B = t[:, 1] * s.threshold
    x = prompt.X[:, s.n - 1, 0]
    error = absolute(x - predicted(s, t * x[:, None], B, 2))
    # For y = 1 all tokens but the first are above B', so that E_1 fails; for y = -1 none is.
    all_above, none_above = full(s.n - 1, like=prompt.delta), full(0, like=prompt.delta)
    delta_prime = (missed(s, all_above) + missed(s, none_above) + 1) / 2
    least = contraction(s) / 64
    bound = bounded(s, B, maximum(room(s), least))
    margin = at_most(error, bound).given(1 - delta_prime - prompt.delta * s.n)
    return margin.given(room(s) - least).trivial_where(bound - 1)


def averaged(s: Setting, prompt: Prompt, factor: int = 2, floor: int = 1) -> Margin:
    """B' below every inner product: p = 1."""
    beta, x = prompt.beta_star, prompt.X[:, s.n - 1]
    y = (prompt.X @ beta[..., None])[..., 0]
    M = stack([eye(s.d, beta) * s.gamma * 2] * s.K, 0)
    path = lista_vm(prompt.X, y, M, zeros((s.K,), beta))[-1]
    betas = concatenate([0, path[:, : s.n - 1]], 1)  # beta_{2j-1}, j = 1, ..., n
    inner = sum(betas * x[:, None, :], -1)
    B = full(-s.threshold, like=inner[:, 0])
    error = absolute(sum(x * beta, -1) - predicted(s, inner, B, 1))
    distances = sum(norm(betas - beta[:, None, :]), -1) * norm(x) * factor
    bound = (distances + (norm(x) * norm(beta) + s.threshold) * floor) / (2 * s.n - 1)
    return at_most(error, bound).given(inner - B[:, None])


@linear.printed(
    r"With probability at least $1-\delta'-n\delta$: $|y_n-\hat y_n|\le b_x(1-\frac23\gamma)^K+\frac{c_4K}{"
    r"\sqrt n}(1-\frac23\gamma)^{K-1}$ for a linear read-out, with the events and constants of Theorem E.1, "
    r"for some B' (here up to the first positive inner product) and $\eta>0$.",
    expect="vacuous",
    defect="vacuous",
    because="Nothing bounds delta', and for these B' delta' >= 1, or the bound exceeds b_x b_beta: the "
    "parameters may be chosen so that nothing is claimed.",
    statement=as_printed,
)
@linear.amended(
    r"With B' below every $x_n^\top\beta_{2j-1}$ (p = 1), for every instance: $|y_n-\hat y_n|\le\frac{2\|x_n\|}"
    r"{2n-1}\sum_{j\le n}\|\beta^*-\beta_{2j-1}\|+\frac{\|x_n\|\|\beta^*\|+|B'|}{2n-1}$.",
    adds="B' < 0 below every inner product (p = 1); a mean of errors and a term of order 1/n as the bound, for "
    "every instance; Rademacher rows, d <= 3, b_beta = 1, gamma <= 1, no thresholds",
    settings=sizes(3, 4),
    statement=averaged,
)
def read_out(s: Setting, prompt: Prompt, statement: Statement) -> Margin:
    """The label predicted by a linear read-out."""
    return statement(s, prompt)


linear.mutant("half the average", statement=lambda s, prompt: averaged(s, prompt, factor=1))
linear.mutant("no floor", statement=lambda s, prompt: averaged(s, prompt, floor=0))

construction = PAPER.claim(
    "Theorem 5.2",
    id="theorem-5.2/linear/construction",
    origin="read",
    at=lines(806, 816),
    settings=anywhere,
    prompts=rare,
    examples=[Setting(d=1, n=12, N0=6, K=3, gamma=1.0, threshold=0.9995)],
)


def for_every_threshold(s: Setting, prompt: Prompt, positive: bool = False, share: int = 1) -> Margin:
    """As ``as_printed``, B' being any share of the largest inner product.

    eta is of any sign, or ``positive``; ``share`` divides the bound.
    """
    t = inner_products(s, full(1, like=prompt.delta))
    B = t[:, -1] * s.threshold
    # For y = 1 the tokens with t >= B' are above the threshold; E_1 fails if one of the first N_0 is.
    above = 1 - maximum(sign(B[:, None] - t), 0)
    early, count = amax(above[:, : s.N0], -1), sum(above, -1)
    delta_prime = (early + missed(s, count) + missed(s, full(0, like=count))) / 2
    promised = 1 - delta_prime - prompt.delta * s.n
    # The query is 1 or -1, each with chance 1/2: a probability above 1/2 is a promise for both, a smaller
    # one for the better of the two errors.
    errors = absolute(1 - predicted(s, t, B, 2)), 1 + B
    smaller, both = minimum(*errors), maximum(sign(promised - 1 / 2), 0)
    error = smaller + (maximum(*errors) - smaller) * both
    margin = at_most(error, bounded(s, B, room(s)) / share).given(promised - 1 / 2**30)
    return margin.given(room(s) - 1 / 2**10) if positive else margin


def positive(s: Setting, prompt: Prompt, share: int = 1) -> Margin:
    """For every B' > 0 where eta is positive."""
    return for_every_threshold(s, prompt, positive=True, share=share)


@construction.printed(
    r"For every B' > 0, with probability at least $1-\delta'-n\delta$: $|y_n-\hat y_n|\le b_x(1-\frac23\gamma)"
    r"^K+\frac{c_4K}{\sqrt n}(1-\frac23\gamma)^{K-1}$, with the network and the constants of Theorem E.1.",
    defect="constant",
    because="eta of (E.7), and with it the bound, may be negative while delta' = 1/2: B' between the inner "
    "products of tokens N_0 and N_0 + 1. It fails for every c.",
    statement=for_every_threshold,
)
@construction.amended(
    r"For every B' > 0 with $\eta>0$, that is $(K-1)r_{N_0}<1-\frac23\gamma$ (tested at d = S = 1, rows "
    r"$\pm1$): with probability at least $1-\delta'-n\delta$, $|y_n-\hat y_n|\le b_x(1-\frac23\gamma)^K+"
    r"\frac{c_4K}{\sqrt n}(1-\frac23\gamma)^{K-1}$, with the network and the constants of Theorem E.1.",
    adds="eta > 0, that is (K - 1) r_{N_0} < 1 - 2 gamma/3; d = S = 1, rows +-1, beta* = 1, "
    "gamma <= 1/2, delta <= 1/32, B' at least 3/4 of the largest inner product",
    because="Then the bound is positive, and loose by a factor of 3.",
    settings=often,
    statement=positive,
)
def read_out_of_the_proof(s: Setting, prompt: Prompt, statement: Statement) -> Margin:
    """The label predicted with the weights of the proof."""
    return statement(s, prompt)


construction.mutant("an eighth of it", statement=lambda s, prompt: positive(s, prompt, share=8))
construction.mutant("eta of any sign", statement=for_every_threshold, settings=between)
