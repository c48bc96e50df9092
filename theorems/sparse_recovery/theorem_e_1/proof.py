r"""The proof of Theorem E.1 up to (E.2): which tokens are above the threshold, and what their average misses.

`p`. The probability $p=\mathbb P\{x_n^\top\beta_j\ge B'\}$ is to be the same for all tokens "due to the
symmetry of the distribution". The estimates at different tokens are made from different numbers of examples.
At $d=S=1$, rows $\pm1$, $\beta^*=1$, the estimate at token 2m+1 is
$t_m=1-\left(1-\frac{2m}{2m+1}\gamma\right)^K$ for every X: $p$ is 0 for the first one, $t_0=0$, and $\frac12$
for those with $t_m\ge B'$. Among the latter it is the same.

(E.1) and (E.2) subtract numbers $x_n^\top\beta_j$ from the vector $\beta^*$. At d = 1, where that has a
meaning, it is false: x = -1 changes the sign. Without the $x_n^\top$ both are right (on $\mathcal E_2$).

`sets`. "We randomly select a set $\{o_j'\}$ such that $|\mathcal O|=pn-\frac r2$" (p for r). For $p=\frac12$
and for $p=1$ that is $\frac n2-\frac14$ and $n-\frac12$, for no n a whole number; it is one only if $p(2n-1)$
is even. With the nearest whole number for it everything that follows changes by at most half a token, which
$\epsilon$ can take up. The sets $\{o_j=1\}$ and $\mathcal O$ then differ in at most $\epsilon$ tokens, whose
estimates are at most $C_x$ in norm: (E.2).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from lemmata import Margin, Prompt, Space, at_most, dims, dyadics, equal, in_ball, lines, reals, scales, space
from lemmata.numbers import absolute, full, maximum, norm, sign, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_2.setting import Setting, data, estimates, one_column

symmetry = PAPER.claim(
    "Theorem E.1, p",
    id="theorem-e.1/proof/p",
    rank="step",
    origin="read",
    at=lines(828),
    summary="One probability p serves all tokens that the last layer attends to",
    pinned={"d": "d = 1, where the probabilities are known; larger d is not tried"},
    settings=one_column,
    prompts=data,
)
Last = Callable[[Setting], int]


@symmetry.printed(
    r"$p=\mathbb P\{x_n^\top\beta_{2j-1}^{(K+1)}\ge B'\}$, 'the same for any n', has no index j either, and "
    r"$\mathcal E_2$ counts all tokens with it: it is the same for all $j\le n$, $B'>0$ (at $d=S=1$, rows "
    r"$\pm1$, any $\beta^*\ne0$ and $M^{(k)}=2\gamma I$, $\gamma\le1$).",
    defect="proof-step",
    because="Estimates at later tokens see more examples: p = 0 for the first token, 1/2 for the last.",
    tokens=lambda s: s.n,
    share=lambda s: s.share,
)
@symmetry.amended(
    r"At $d=S=1$, rows $\pm1$, any $\beta^*\ne0$, $M^{(k)}=2\gamma I$, $\gamma\le1$ and "
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
    last = p[:, s.n - tokens(s) :]
    return equal(last, last[:, -1:]).given(absolute(prompt.beta_star[:, 0]) - 1 / 2**10)


symmetry.mutant("all tokens", tokens=lambda s: s.n)
symmetry.mutant("B' = |beta_{2n-1}|", share=lambda s: 1)


@dataclass(frozen=True)
class Above:
    d: int
    n: int
    m: int  # how many tokens are above the threshold
    epsilon: float
    p: float


def above_threshold(d: int) -> Space:
    """Event E_2: the count m is within epsilon of (n - 1/2) p."""
    return space(
        Above,
        where=lambda s: abs(s.m - (s.n - 0.5) * s.p) <= s.epsilon,
        d=dims(1, d, most=d),
        n=dims(1, 6),
        m=lambda s: dims(0, s.n, most=s.n),
        epsilon=dyadics(0, 2),
        p=dyadics(0.25, 1),
    )


def any_estimates(s: Above) -> Space:
    """The query, beta*, B' and the estimates of the tokens above the threshold."""
    return space(x=reals(s.d), beta_star=reals(s.d), B=reals(1), betas=reals(max(s.m, 1), s.d))


error = PAPER.claim(
    "(E.1)",
    id="theorem-e.1/proof/eq-e.1",
    rank="slip",
    summary="The label's error is at most the length of the query times the distance of the averaged estimates "
    "to beta*, and a share of B'",
    pinned={"d": "the printed formula has a meaning at d = 1 only"},
    at=lines(844, 846),
    settings=above_threshold(1),
    prompts=any_estimates,
)


@error.printed(
    r"On $\mathcal E_2(\epsilon)$: $|y_n-\hat y_n|\le\|x_n\|\big\|\beta^*-\frac2{2np-p}\sum_{o_j=1}x_n^"
    r"\top\beta_j\big\|+\frac{2\epsilon}{2np-p}|B'|$ (d = 1).",
    defect="typo",
    because="The x_n in the norm counts twice; for d > 1 a number is subtracted from a vector.",
    twice=True,
    share=1,
)
@error.amended(
    r"On $\mathcal E_2(\epsilon)$: $|y_n-\hat y_n|\le\|x_n\|\big\|\beta^*-\frac2{2np-p}\sum_{o_j=1}\beta_j"
    r"\big\|+\frac{2\epsilon}{2np-p}|B'|$, for every d.",
    adds="beta_j for x_n^T beta_j inside the norm; every d",
    settings=above_threshold(3),
    twice=False,
    share=1,
)
def bounded_error(s: Above, prompt: Prompt, twice: bool, share: int) -> Margin:
    """The error of the read-out by that of the averaged estimates."""
    tokens = s.p * (2 * s.n - 1)
    betas = prompt.betas[:, : s.m] if s.m else full(0, like=prompt.betas)
    mean = sum(betas, 1) * 2 / tokens
    B = prompt.B[:, 0]
    predicted = sum(prompt.x * mean, -1) - B * (s.m * 2) / tokens + B
    left = absolute(sum(prompt.x * prompt.beta_star, -1) - predicted)
    inside = mean * prompt.x if twice else mean
    right = norm(prompt.x) * norm(prompt.beta_star - inside) * share
    return at_most(left, right + absolute(B) * s.epsilon * 2 / tokens)


error.mutant("without the estimates", share=0)
error.mutant("the x_n in the norm", twice=True)


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
    settings=space(Count, n=dims(1, 24), over=dims(1, 8), under=lambda s: dims(s.over, s.over + 8)),
)
Size = Callable[[Count], int]


@sets.printed(
    r"There is a set of $|\mathcal O|=pn-\frac p2$ tokens (r read as p), for the p of every threshold: the "
    r"distance of $pn-\frac p2$ to the nearest whole number is 0, for every n and every fraction $p\le1$.",
    defect="proof-step",
    because="At p = 1/2 and p = 1 it is no whole number for any n.",
    size=lambda s: s.nearest,
    room=0,
)
@sets.amended(
    r"There is a set of $|\mathcal O|$ tokens with $\big||\mathcal O|-(pn-\frac p2)\big|\le\frac12$, so that "
    r"on $\mathcal E_2(\epsilon)$ $\epsilon+\frac12$ tokens are taken in or left out.",
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
    d: int
    common: int  # tokens in both sets
    changed: int  # at most epsilon tokens are taken in or left out
    m: int  # np - p/2, taken whole
    C_x: float


exchange = PAPER.claim(
    "(E.2)",
    id="theorem-e.1/proof/eq-e.2",
    rank="step",
    summary="Leaving out or taking in at most epsilon tokens changes the averaged estimate by C_x epsilon/(np "
    "- p/2)",
    origin="read",
    at=lines(862, 866),
    settings=space(
        Exchange, d=dims(1, 3), common=dims(1, 4), changed=dims(1, 3), m=dims(1, 6), C_x=scales(-2, 3)
    ),
    prompts=lambda s: space(
        beta_star=reals(s.d),
        common=in_ball(s.common, s.d, radius=s.C_x),
        changed=in_ball(s.changed, s.d, radius=s.C_x),
    ),
)


@exchange.printed(
    r"Without the $x_n^\top$: $\big\|\beta^*-\frac1{np-p/2}\sum_{o_j=1}\beta_j\big\|\le\big\|\beta^*-"
    r"\frac1{np-p/2}\sum_{\mathcal O}\beta_j\big\|+\frac{C_x\epsilon}{np-p/2}$ if $\|\beta_j\|\le C_x$ and "
    r"the sets differ in at most $\epsilon$ tokens.",
    share=1,
)
def exchanged(s: Exchange, prompt: Prompt, share: float) -> Margin:
    """Leaving out or taking in a few tokens, of estimates up to C_x, changes the average by little."""
    core = prompt.beta_star - sum(prompt.common, 1) / s.m
    difference = s.C_x * s.changed / s.m * share
    return at_most(norm(core - sum(prompt.changed, 1) / s.m), norm(core) + difference)


exchange.mutant("7/8 of C_x", share=7 / 8)
exchange.mutant("no change", share=0)
