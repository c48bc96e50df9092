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

from lemmata import Margin, Prompt, Space, at_most, box, dims, dyadics, equal, in_ball, lines, reals, space
from lemmata.numbers import Array, absolute, full, maximum, norm, sign, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_2.setting import Setting, anywhere, data, inner_products

symmetry = PAPER.claim(
    "Theorem E.1, p",
    id="theorem-e.1/proof/p",
    rank="step",
    origin="read",
    at=lines(828),
    settings=anywhere,
    prompts=data,
)
Probabilities = Callable[[Setting, Array], Array]


def chances_above(s: Setting, one: Array, least: float = 0) -> Array:
    """P{x beta_j >= B'} for the tokens 1, 3, ..., 2n - 1, ``(batch, n)``; B' a share of the last t."""
    t = inner_products(s, one)
    B = t[:, -1] * (least or s.threshold)
    return (1 - maximum(sign(B[:, None] - t), 0)) / 2


@symmetry.printed(
    r"$p=\mathbb P\{x_n^\top\beta_j^{(K+1)}\ge B'\}$ is the same for all (odd) tokens j, $B'>0$.",
    defect="proof-step",
    because="Estimates at later tokens see more examples: p = 0 for the first token, 1/2 for the last.",
    probabilities=chances_above,
)
@symmetry.amended(
    r"For $B'\le\frac1{16}t_{n-1}$ it is the same for the last two tokens.",
    adds="the last two tokens only, B' = t_{n-1}/16; d = S = 1, rows +-1, beta* = 1, gamma <= 1",
    probabilities=lambda s, one: chances_above(s, one, least=1 / 16)[:, -2:],
)
def same_for_all(s: Setting, prompt: Prompt, probabilities: Probabilities) -> Margin:
    """One probability serves all tokens."""
    p = probabilities(s, full(1, like=prompt.delta))
    return equal(p, p[:, -1:])


symmetry.mutant(
    "the first and the last", probabilities=lambda s, one: chances_above(s, one, 1 / 16)[:, :: s.n - 1]
)
symmetry.mutant("all tokens, a low B'", probabilities=lambda s, one: chances_above(s, one, 1 / 16))


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


def estimates(s: Above) -> Space:
    """The query, beta*, B' and the estimates of the tokens above the threshold."""
    return space(x=reals(s.d), beta_star=reals(s.d), B=reals(1), betas=reals(max(s.m, 1), s.d))


error = PAPER.claim(
    "(E.1)",
    id="theorem-e.1/proof/eq-e.1",
    rank="slip",
    at=lines(844, 846),
    settings=above_threshold(1),
    prompts=estimates,
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
error.mutant("the x_n in the norm, d = 1", settings=above_threshold(1), twice=True)


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
    origin="read",
    at=lines(848, 860),
    settings=space(Count, n=dims(1, 24), over=dims(1, 8), under=lambda s: dims(s.over, s.over + 8)),
    prompts=lambda _: space(epsilon=box(low=0.0, high=4.0)),
)
Size = Callable[[Count], int]


@sets.printed(
    r"There is a set of $|\mathcal O|=pn-\frac p2$ tokens (r read as p), for the p of every threshold: the "
    r"distance to the nearest whole number is 0.",
    defect="proof-step",
    because="At p = 1/2 and p = 1 it is no whole number for any n.",
    size=lambda s: s.nearest,
    room=0,
)
@sets.amended(
    r"There is one with $\big||\mathcal O|-(pn-\frac p2)\big|\le\frac12$, so that on $\mathcal E_2(\epsilon)$ "
    r"$\epsilon+\frac12$ tokens are taken in or left out.",
    adds="a whole number within 1/2 of pn - p/2",
    size=lambda s: s.nearest,
    room=1,
)
def some_set_fits(s: Count, prompt: Prompt, size: Size, room: int) -> Margin:
    """As many tokens as the proof wants."""
    wanted = s.over * (2 * s.n - 1) / (2 * s.under)
    return at_most(absolute(wanted - size(s)), room / 2)


sets.mutant("rounded down", size=lambda s: s.below)
sets.mutant("one more", size=lambda s: s.nearest + 1)


@dataclass(frozen=True)
class Exchange:
    d: int
    common: int  # tokens in both sets
    changed: int  # at most epsilon tokens are taken in or left out
    m: int  # np - p/2, taken whole


exchange = PAPER.claim(
    "(E.2)",
    id="theorem-e.1/proof/eq-e.2",
    rank="step",
    origin="read",
    at=lines(862, 866),
    settings=space(Exchange, d=dims(1, 3), common=dims(1, 4), changed=dims(1, 3), m=dims(1, 6)),
    prompts=lambda s: space(
        beta_star=reals(s.d),
        common=in_ball(s.common, s.d, radius=2.0),
        changed=in_ball(s.changed, s.d, radius=2.0),
    ),
)


@exchange.printed(
    r"Without the $x_n^\top$: $\big\|\beta^*-\frac1{np-p/2}\sum_{o_j=1}\beta_j\big\|\le\big\|\beta^*-"
    r"\frac1{np-p/2}\sum_{\mathcal O}\beta_j\big\|+\frac{C_x\epsilon}{np-p/2}$ if $\|\beta_j\|\le C_x$ and "
    r"the sets differ in at most $\epsilon$ tokens.",
    radius=2,
)
def exchanged(s: Exchange, prompt: Prompt, radius: int) -> Margin:
    """Leaving out or taking in a few tokens changes the average by little."""
    core = prompt.beta_star - sum(prompt.common, 1) / s.m
    difference = radius * s.changed / s.m
    return at_most(norm(core - sum(prompt.changed, 1) / s.m), norm(core) + difference)


exchange.mutant("half of C_x", radius=1)
exchange.mutant("no change", radius=0)
