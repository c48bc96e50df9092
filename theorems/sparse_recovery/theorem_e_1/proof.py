r"""The proof of Theorem E.1 up to (E.2): which tokens are above the threshold, and what their average misses.

`p`. The probability $p=\mathbb P\{x_n^\top\beta_j\ge B'\}$ is said to be "the same for any n due to the
symmetry of the distribution". For one token j it is the same for every query that $\beta_j$ was not made from,
since the rows are exchangeable; but the events count all tokens with one p, which should be the same for all of
them, and their estimates are made from different numbers of examples. At
$d=S=1$, rows $\pm1$, $\beta^*=1$, the estimate at token 2m+1 is $t_m=1-\left(1-\frac{2m}{2m+1}\gamma\right)^K$
for every X: $p$ is 0 for the first one, $t_0=0$, and $\frac12$ for those with $t_m\ge B'$. Among the latter it
is the same.

(E.1), in its second line, and (E.2) subtract numbers $x_n^\top\beta_j$ from the vector $\beta^*$. At d = 1,
where that has a meaning, both are false, with the network's estimates and on both events: (E.1) with rows
$\pm\sigma$, where $x_n=\sigma$ counts twice ($\sigma=1$ does not show it), (E.2) with rows $\pm1$, where
$x_n=-1$ changes the sign. Without the $x_n^\top$ both are right (on $\mathcal E_2$), and the last line of (E.1)
has none.

`sets`. The set $\{o_j'\}$ that is "randomly" selected is to give $|\mathcal O|=pn-\frac r2$ (p for r). For
$p=\frac12$ and for $p=1$ that is $\frac n2-\frac14$ and $n-\frac12$, for no n a whole number; it is one only
if $p(2n-1)$ is even. With the nearest whole number for it everything that follows changes by at most half a
token, which $\epsilon$ can take up. The sets $\{o_j=1\}$ and $\mathcal O$ then differ in at most $\epsilon$
tokens, whose estimates are at most $C_x$ in norm: (E.2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from lemmata import (
    Margin,
    Prompt,
    Space,
    at_most,
    choices,
    dims,
    dyadics,
    equal,
    in_ball,
    lines,
    reals,
    scales,
    signs,
    space,
    sparse,
)
from lemmata.numbers import Array, absolute, constant, maximum, norm, sign, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_2.setting import (
    Network,
    Setting,
    estimates,
    instances,
    one_column,
    predicted,
    reaches,
)

symmetry = PAPER.claim(
    "Theorem E.1, p",
    id="theorem-e.1/proof/p",
    rank="step",
    origin="read",
    at=lines(828),
    summary="One probability p serves all tokens that the last layer attends to",
    pinned={
        "d": "d = 1, where the probabilities are known; larger d is not tried",
        "theta": "one coordinate has no others to suppress; other thresholds are not tried",
    },
    settings=replace(
        one_column, fields={name: domain for name, domain in one_column.fields.items() if name != "N0"}
    ),
    prompts=instances,
)
Last = Callable[[Setting], int]


@symmetry.printed(
    r"$p=\mathbb P\{x_n^\top\beta_{2j-1}^{(K+1)}\ge B'\}$, 'the same for any n', has no index j either, and "
    r"$\mathcal E_2$ counts all tokens with it: it is the same for all $j\le n$, "
    r"$0<B'<|\beta_{2n-1}^{(K+1)}|$ (share is their ratio; at $d=S=1$, rows $\pm1$, any $\beta^*\ne0$, "
    r"$M^{(k)}=2\gamma I$, "
    r"$\theta^{(k)}=0$, $\gamma\le1$).",
    defect="proof-step",
    because="Estimates at later tokens see more examples: p = 0 for the first token, 1/2 for the last. (For "
    "one token it is the same for every query after it, since the rows are exchangeable.)",
    tokens=lambda s: s.n,
    share=lambda s: s.share,
)
@symmetry.amended(
    r"At $d=S=1$, rows $\pm1$, any $\beta^*\ne0$, $M^{(k)}=2\gamma I$, $\theta^{(k)}=0$, $\gamma\le1$ and "
    r"$B'=\frac1{16}|\beta_{2n-1}^{(K+1)}|$ the probability $\mathbb P\{x_n^\top\beta_{2j-1}^{(K+1)}\ge B'\}$ "
    r"is the same for $j=n-1$ and $j=n\ge3$.",
    adds="the last two tokens only, B' = |beta_{2n-1}|/16; d = S = 1, rows +-1, gamma <= 1",
    tokens=lambda s: 2,
    share=lambda s: 1 / 16,
)
def same_for_all(s: Setting, prompt: Prompt, tokens: Last, share: Callable[[Setting], float]) -> Margin:
    """P{x_n beta_j >= B'}, each sign of x_n with chance 1/2, is the same for the last ``tokens`` tokens."""
    t = absolute(estimates(s, prompt)[..., 0])
    B = t[:, -1] * share(s)
    p = (1 - maximum(sign(B[:, None] - t), 0)) / 2
    chances = p[:, s.n - tokens(s) :]
    return equal(chances, p[:, -1:]).given(sign(absolute(prompt.beta_star[:, 0])) - 1 / 2)  # beta* is not 0


symmetry.mutant("all tokens", tokens=lambda s: s.n)
symmetry.mutant("B' = |beta_{2n-1}|", share=lambda s: 1)


@dataclass(frozen=True)
class Above:
    """Of the n tokens the first m are above the threshold, o_j = 1."""

    d: int
    n: int
    m: int
    epsilon: float
    p: float


tokens = space(
    Above,
    where=lambda s: abs(s.m - (s.n - 0.5) * s.p) <= s.epsilon,
    d=dims(1, 3),
    n=dims(1, 4),
    m=lambda s: dims(0, s.n, most=s.n),
    epsilon=dyadics(0, 4, of="[0, inf)"),
    p=dyadics(0, 1, open_low=True),
)
"""Event E_2: the count m is within epsilon of (n - 1/2) p."""


def first(count: int, s: Above | Exchange, beta: Array) -> Array:
    """The sum of the first ``count`` of the n estimates: ``(batch, d)``."""
    return sum(beta * constant([[[1]] * count + [[0]] * (s.n - count)], beta), 1)


def beyond_threshold(count: int, s: Above, prompt: Prompt) -> Array:
    """How far x_n^T beta_j is above B' for the first ``count`` tokens, and below it for the others."""
    scores = sum(prompt.x[:, None] * prompt.beta, -1)
    return (scores - prompt.B) * constant([[1] * count + [-1] * (s.n - count)], scores)


@dataclass(frozen=True)
class Tokens(Network):
    """Rows of one entry, sigma or -sigma, the last one being the query; tokens up to N_0 should be below B'."""

    N0: int = 1
    sigma: float = 1.0
    epsilon: float = 0.0


NETWORK = (
    r"at $d=1$, with rows %s, $\gamma\le1$, $\theta^{(k)}=0$ and $p=\frac12$ (the probability of each "
    r"$\beta_j$ with $|x_n\beta_j|\ge B'>0$), on $\mathcal E_1\cap\mathcal E_2(\epsilon)$, for any $N_0\le n$, "
    r"$|\beta^*|\le b_\beta$, the estimates $\beta_j$ of the K layers and $o_j=1$ if $x_n^\top\beta_j\ge B'$, "
    r"else 0"
)
columns = space(
    Tokens,
    d=dims(1, 1, most=1),
    n=dims(1, 8),
    K=dims(1, 4),
    gamma=dyadics(0, 1, open_low=True),
    b_beta=scales(-2, 4, of="(0, inf)"),
    N0=lambda s: dims(1, s.n, most=s.n),
    sigma=scales(-3, 3, of="(0, inf)"),
    epsilon=dyadics(0, 4, of="[0, inf)"),
)
"""d = 1, where what is printed has a meaning."""


def data(s: Tokens) -> Space:
    """The signs of the rows, beta* and B'."""
    return space(X=signs(s.n, s.d), beta_star=sparse(s.d, s.d, s.b_beta), B=reals(1))


def scores(s: Tokens, prompt: Prompt) -> tuple[Array, Array, Array]:
    """The query's entry x, the numbers x_n^T beta_j and o_j, 1 where they reach B'."""
    # Rows and query are sigma times the signs of X; sigma cancels in the estimates, as M is 2 gamma/sigma^2.
    x = prompt.X[:, s.n - 1] * s.sigma
    inner = sum(estimates(s, prompt) * x[:, None, :], -1)
    return x, inner, reaches(inner, prompt.B[:, 0])


def on_both_events(s: Tokens, o: Array, margin: Margin) -> Margin:
    """Only where no token up to N_0 is above B' (E_1), and about n/2 are (E_2), at p = 1/2."""
    off = absolute(sum(o, -1) - (2 * s.n - 1) / 4)
    return margin.given(-sum(o[:, : s.N0], -1)).given(s.epsilon - off)


def with_x(prompt: Prompt, mean: Array) -> Array:
    """The average of the numbers x_n^T beta_j, in every entry: ``(batch, 1)``."""
    return sum(prompt.x * mean, -1)[..., None]


error = PAPER.claim(
    "(E.1)",
    id="theorem-e.1/proof/eq-e.1",
    rank="slip",
    origin="read",
    summary="The label's error is at most the length of the query times the distance of beta* to the averaged "
    "inner products, and a share of B'",
    pinned={
        "d": "the printed formula has a meaning at d = 1 only",
        "theta": "one coordinate has no others to suppress; other thresholds are not tried",
    },
    at=lines(828, 846),
    settings=columns,
    prompts=data,
    examples=[Tokens(d=1, n=2, K=1, gamma=9 / 16, b_beta=1.0, N0=1, sigma=2.0, epsilon=0.25)],
)
Inside = Callable[[Prompt, Array], Array]
Rest = Callable[[Above], float]


@error.printed(
    r"The second line of (E.1): " + NETWORK % r"$\pm\sigma$, $M^{(k)}=\frac{2\gamma}{\sigma^2}$" + r": "
    r"$|y_n-\hat y_n|\le\|x_n\|\big\|\beta^*-\frac2{2np-p}\sum_{o_j=1}x_n^\top\beta_j\big\|+\big|"
    r"\frac{2\sum_jo_j}{2np-p}B'-B'\big|$.",
    defect="typo",
    because="The x_n in the norm counts twice, which shows where |x_n| is not 1; for d > 1 a number is "
    "subtracted from a vector.",
    fails_where=lambda s: s.sigma != 1,
)
def second_line(s: Tokens, prompt: Prompt) -> Margin:
    """On both events the error of the label is within the second line of (E.1), at p = 1/2."""
    x, inner, o = scores(s, prompt)
    beta, B = prompt.beta_star, prompt.B[:, 0]
    share = sum(o, -1) * 4 / (2 * s.n - 1)
    mean = sum(o * inner, -1) * 4 / (2 * s.n - 1)
    error = absolute(sum(x * beta, -1) - predicted(s, inner, B, 2))
    bound = norm(x) * norm(beta - mean[:, None]) + absolute(B * share - B)
    return on_both_events(s, o, at_most(error, bound))


@error.amended(
    r"The last line of (E.1), with $\|x_n\|$ for $b_x$, on $\mathcal E_2(\epsilon)$ and for any $\beta_j$: "
    r"$|y_n-\hat y_n|\le\|x_n\|\big\|\beta^*-\frac2{2np-p}\sum_{o_j=1}\beta_j\big\|"
    r"+\frac{2\epsilon}{2np-p}|B'|$, for every d.",
    adds="beta_j for x_n^T beta_j in the norm and 2 epsilon in the term of B', as in the last line; |x_n| for "
    "its b_x; every d, p and epsilon, and any vectors beta_j, without E_1",
    because="By Cauchy-Schwarz, and since the number of tokens is within epsilon of np - p/2.",
    settings=tokens,
    prompts=lambda s: space(x=reals(s.d), beta_star=reals(s.d), B=reals(1), beta=reals(s.n, s.d)),
    inside=lambda prompt, mean: mean,
    rest=lambda s: 2 * s.epsilon / (s.p * (2 * s.n - 1)),
)
def bounded_error(s: Above, prompt: Prompt, inside: Inside, rest: Rest) -> Margin:
    """The error of the read-out by that of the averaged estimates."""
    count = s.p * (2 * s.n - 1)
    mean = first(s.m, s, prompt.beta) * 2 / count
    B = prompt.B[:, 0]
    y = sum(prompt.x * prompt.beta_star, -1)
    y_hat = sum(prompt.x * mean, -1) - B * (s.m * 2) / count + B
    right = norm(prompt.x) * norm(prompt.beta_star - inside(prompt, mean)) + absolute(B) * rest(s)
    return at_most(absolute(y - y_hat), right).given(beyond_threshold(s.m, s, prompt))


error.mutant("x_n^T beta_j in the norm", inside=with_x)
error.mutant("epsilon for 2 epsilon", rest=lambda s: s.epsilon / (s.p * (2 * s.n - 1)))
error.mutant("B' left out", rest=lambda s: 0)


@dataclass(frozen=True)
class Count:
    n: int
    over: int  # p = over / under
    under: int

    @property
    def nearest(self) -> int:
        """The whole number nearest to p (n - 1/2)."""
        return (self.over * (2 * self.n - 1) + self.under) // (2 * self.under)

    @property
    def below(self) -> int:
        """The whole number below it."""
        return (self.over * (2 * self.n - 1)) // (2 * self.under)


sets = PAPER.claim(
    "Theorem E.1, sets O",
    id="theorem-e.1/proof/sets",
    rank="step",
    summary="There is a set of as many tokens as the proof wants, p n - p/2",
    origin="read",
    at=lines(848, 860),
    settings=space(Count, n=dims(1, 24), under=dims(2, 16), over=lambda s: dims(1, s.under, most=s.under)),
)
Size = Callable[[Count], int]


@sets.printed(
    r"There is a set of $|\mathcal O|=pn-\frac p2$ tokens (r read as p), for the p of every threshold: the "
    r"distance of $pn-\frac p2$ to the nearest whole number is 0, for every n and every fraction $p\le1$ "
    r"(over / under).",
    defect="proof-step",
    because="At p = 1/2 and p = 1 it is no whole number for any n.",
    size=lambda s: s.nearest,
    room=0,
)
@sets.amended(
    r"There is a set of $|\mathcal O|$ tokens with $\big||\mathcal O|-(pn-\frac p2)\big|\le\frac12$, for "
    r"every n and every fraction $p\le1$.",
    adds="a whole number within 1/2 of pn - p/2",
    size=lambda s: s.nearest,
    room=1,
)
def some_set_fits(s: Count, size: Size, room: int) -> Margin:
    """The whole number is as near to p n - p/2 as the proof needs."""
    wanted = Fraction(s.over * (2 * s.n - 1), 2 * s.under)
    return at_most(absolute(wanted - size(s)), room / 2)


sets.mutant("rounded down", size=lambda s: s.below)
sets.mutant("one more", size=lambda s: s.nearest + 1)


@dataclass(frozen=True)
class Exchange:
    """The first tokens have o_j = 1; O leaves out the first of these, and takes in the next ones after them."""

    d: int
    n: int
    p: float
    above: int  # how many tokens have o_j = 1
    left_out: int
    taken_in: int
    epsilon: float
    C_x: float


sets_of_tokens = space(
    Exchange,
    where=lambda s: s.left_out + s.taken_in <= s.epsilon,
    d=dims(1, 3),
    n=dims(1, 5),
    p=dyadics(0, 1, open_low=True),
    above=lambda s: dims(0, s.n, most=s.n),
    left_out=lambda s: dims(0, s.above, most=s.above),
    taken_in=lambda s: dims(0, s.n - s.above, most=s.n - s.above),
    epsilon=dyadics(0, 5, of="[0, inf)"),
    C_x=scales(-2, 3, of="(0, inf)"),
)
"""At most epsilon tokens are in one of the two sets alone."""
Members = Callable[[Exchange, Array], Array]


def members(s: Exchange, beta: Array) -> Array:
    """The sum of the estimates of the tokens in O: ``(batch, d)``."""
    return first(s.above + s.taken_in, s, beta) - first(s.left_out, s, beta)


exchange = PAPER.claim(
    "(E.2)",
    id="theorem-e.1/proof/eq-e.2",
    rank="slip",
    summary="The distance of beta* to the averaged inner products is at most that to the average of the "
    "estimates over O, and C_x b_x epsilon/(np - p/2)",
    origin="read",
    pinned={
        "d": "the printed formula has a meaning at d = 1 only",
        "theta": "one coordinate has no others to suppress; other thresholds are not tried",
        "sigma": "rows +-1 refute it",
    },
    at=lines(848, 866),
    settings=replace(columns, fields={**columns.fields, "sigma": choices(1.0)}),
    prompts=data,
    examples=[Tokens(d=1, n=2, K=1, gamma=9 / 16, b_beta=1.0, N0=1, epsilon=0.25)],
)


@exchange.printed(
    "(E.2): "
    + NETWORK % r"$\pm1$, $M^{(k)}=2\gamma$"
    + r", $N=n$, $C_x=b_\beta\frac{N+1}N$ (Lemma 4's) and $\mathcal "
    r"O=\{o_j=1\}$ (the smallest exchange, of no token: r is not defined): $\big\|\beta^*-\frac2{2np-p}"
    r"\sum_{o_j=1}x_n^\top\beta_j\big\|\le\big\|\beta^*-\frac1{np-p/2}\sum_{\mathcal O}\beta_j\big\|"
    r"+\frac{C_xb_x\epsilon}{np-p/2}$.",
    defect="typo",
    because="The x_n stays on the left alone: for x_n = -1 it changes the sign of the average there.",
    fails_where=lambda s, prompt: prompt.X[s.n - 1, 0] < 0,
)
def exchanged_with_x(s: Tokens, prompt: Prompt) -> Margin:
    """On both events, the distance of beta* to the average of x_n beta_j, by that to the average of beta_j."""
    _, inner, o = scores(s, prompt)
    beta, half = prompt.beta_star, (2 * s.n - 1) / 4
    left = norm(beta - (sum(o * inner, -1) / half)[:, None])
    right = norm(beta - sum(o[..., None] * estimates(s, prompt), 1) / half)
    C_x = s.b_beta * (s.n + 1) / s.n
    return on_both_events(s, o, at_most(left, right + C_x * s.epsilon / half))


@exchange.amended(
    r"$\big\|\beta^*-\frac1{np-p/2}\sum_{o_j=1}\beta_j\big\|\le\big\|\beta^*-\frac1{np-p/2}\sum_{\mathcal O}"
    r"\beta_j\big\|+\frac{C_x\epsilon}{np-p/2}$ if $\|\beta_j\|\le C_x$ and $\mathcal O$ differs from "
    r"$\{o_j=1\}$ in at most $\epsilon$ tokens, for every d and whichever tokens have $o_j=1$.",
    adds="beta_j for x_n^T beta_j, and so no b_x; every d",
    because="Each token that is left out or taken in changes the sum by C_x at most.",
    settings=sets_of_tokens,
    prompts=lambda s: space(beta_star=reals(s.d), beta=in_ball(s.n, s.d, radius=s.C_x)),
    share=1,
    chosen=members,
)
def exchanged(s: Exchange, prompt: Prompt, share: float, chosen: Members) -> Margin:
    """Leaving out or taking in a few tokens, of estimates up to C_x, changes the average by little."""
    half = s.p * (2 * s.n - 1) / 2
    left = norm(prompt.beta_star - first(s.above, s, prompt.beta) / half)
    right = norm(prompt.beta_star - chosen(s, prompt.beta) / half)
    return at_most(left, right + s.C_x * s.epsilon / half * share)


exchange.mutant(
    "7/8 of C_x",
    share=7 / 8,
    settings=replace(
        sets_of_tokens, fields={**sets_of_tokens.fields, "d": dims(1, 1), "epsilon": choices(1.0)}
    ),
    why="one token of one coordinate, whose estimate is easily as long as C_x",
)
exchange.mutant("no C_x epsilon/(np - p/2)", share=0)
exchange.mutant("no token in O", chosen=lambda s, beta: first(0, s, beta))
