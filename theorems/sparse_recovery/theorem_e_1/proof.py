r"""The proof of Theorem E.1 up to (E.2): which tokens are above the threshold, and what their average misses.

`p` (ours). The definition $p=\mathbb P\{x_n^\top\beta_j\ge B'\}$ has a j on its right side and none on its
left. That it is "the same for any n" is right: for one token j it is the same for every query that $\beta_j$
was not made from, since the rows are exchangeable. But it is not the same for any j, as $\mathcal E_2$ has it:
estimates are made from different numbers of examples. At $d=S=1$, $\beta^*=1$ the estimate at token $2m + 1$ is
$t_m=1-\left(1-\frac{2m}{2m+1}\gamma\right)^K$ for every X.

(E.1), in its second line, and (E.2) subtract numbers $x_n^\top\beta_j$ from the vector $\beta^*$. At $d = 1$,
where that has a meaning, both are false: (E.1) with rows $\pm\sigma$, where $x_n=\sigma$ counts twice, (E.2)
with rows $\pm1$, where $x_n=-1$ changes the sign.

`sets`. The set $\{o_j'\}$ is "randomly" selected, with $|\mathcal O|=pn-\frac r2$ (p for r), a whole number
only if $p(2n-1)$ is even. With the nearest whole number for it everything that follows changes by at most half
a token, which $\epsilon$ can take up.
"""

from collections.abc import Callable
from typing import Any

from lemmata import (
    Margin,
    amended,
    at_least,
    at_most,
    choices,
    dims,
    dyadics,
    in_ball,
    lines,
    mutants,
    printed,
    reals,
    scales,
    theorem,
)
from lemmata.numbers import Array, Matrix, Number, Vector, abs, constant, norm, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_2.setting import INSTANCES, ONE_COLUMN, estimates, predicted, reaches

NO_OTHERS = "one coordinate has no others to suppress; other thresholds are not tried"


@theorem(
    PAPER,
    "Theorem E.1, p",
    id="theorem-e.1/proof/p",
    rank="step",
    origin="ours",
    at=lines(828),
    pinned={"d": "$d = 1$, where the probabilities are known; larger d is not tried", "theta": NO_OTHERS},
    **ONE_COLUMN,
    **INSTANCES,
)
@printed(
    r"At $d=S=1$, rows $\pm1$, any $\beta^*\ne0$, $M^{(k)}=2\gamma I$, $\theta^{(k)}=0$, $\gamma\le1$ and "
    r"$0<B'<|\beta_{2n-1}^{(K+1)}|$ (share is their ratio) the probability $\mathbb "
    r"P\{x_n^\top\beta_{2j-1}^{(K+1)}\ge B'\}$ is 0 for $j=1$, $\frac12$ for $j=n$, and never falls with j: no "
    r"one "
    "p serves all tokens that $E_2$ counts."
)
@mutants(
    {
        "the same for all tokens": dict(first=1 / 2),
        "B' above all of them": dict(ratio=2),
        "three times the step": dict(step=lambda gamma: gamma * 3),
    }
)
def grows_with_the_token(
    K, gamma, theta, X, beta_star, ratio=lambda share: share, step=lambda gamma: gamma, first=0, last=1 / 2
):
    """The tokens that the last layer attends to reach its threshold with different probabilities."""
    t = abs(estimates(K, step, theta, X, beta_star)[:, 0])
    p = reaches(t, t[-1] * ratio) / 2  # each sign of x_n has chance 1/2
    margin = at_least([*p[1:], p[0], first, p[-1], last], [*p[:-1], first, p[0], last, p[-1]])
    return margin.given(abs(beta_star[0]), strict=True)


def scores(
    K: int, gamma: Number, theta: Number, sigma: Number, X: Matrix, beta_star: Vector, B: Number
) -> tuple[Matrix, Vector, Vector, Vector]:
    """The estimates beta_j, the query's entry x, the numbers x_n^T beta_j and o_j, 1 where they reach B'."""
    # Rows and query are sigma times the signs of X; sigma cancels in the estimates, as M is 2 gamma/sigma^2.
    betas, x = estimates(K, gamma, theta, X, beta_star), X[-1] * sigma
    inner = betas @ x
    return betas, x, inner, reaches(inner, B)


def on_both_events(N0: int, epsilon: Number, o: Vector, margin: Margin) -> Margin:
    """Only where no token up to N_0 is above B' (E_1), and about n/2 are (E_2), at p = 1/2."""
    return margin.given([-sum(o[:N0]), epsilon - abs(sum(o) - (2 * len(o) - 1) / 4)])


ON_EVENTS: dict[str, Any] = dict(
    d=dims(1, 1, most=1),
    n=dims(1, 8),
    K=dims(1, 4),
    gamma=dyadics(0, 1, open_low=True),
    b_beta=scales(-2, 4, of="(0, inf)"),
    theta=choices(0.0),
    N0=dims(1, "n", most="n"),
    sigma=scales(-3, 3, of="(0, inf)"),
    epsilon=dyadics(0, 4, of="[0, inf)"),
    **INSTANCES,  # the signs of the rows, and beta*
    B=reals(),  # B'
)
"""d = 1, where what is printed has a meaning."""
EXAMPLE: dict[str, Any] = dict(d=1, n=2, K=1, gamma=9 / 16, b_beta=1.0, theta=0.0, N0=1, epsilon=0.25)


@theorem(
    PAPER,
    "(E.1)",
    id="theorem-e.1/proof/eq-e.1",
    rank="slip",
    origin="read",
    summary=r"The label's error is at most the length of the query times the distance of $\beta^*$ to the "
    "averaged inner products, and a share of B'",
    pinned={"d": "the printed formula has a meaning at $d = 1$ only", "theta": NO_OTHERS},
    at=lines(828, 846),
    **ON_EVENTS,
    examples=[EXAMPLE | dict(sigma=2.0)],
)
@printed(
    r"The second line of (E.1): at $d=1$, with rows $\pm\sigma$, $M^{(k)}=\frac{2\gamma}{\sigma^2}$, "
    r"$\gamma\le1$, $\theta^{(k)}=0$ and $p=\frac12$ (the probability of each $\beta_j$ with "
    r"$|x_n\beta_j|\ge B'>0$), on $\mathcal E_1\cap\mathcal E_2(\epsilon)$, for any $N_0\le n$, "
    r"$|\beta^*|\le b_\beta$, the estimates $\beta_j$ of the K layers and $o_j=1$ if $x_n^\top\beta_j\ge "
    r"B'$, else 0: $|y_n-\hat "
    r"y_n|\le\|x_n\|\big\|\beta^*-\frac2{2np-p}\sum_{o_j=1}x_n^\top\beta_j\big\|+\big|\frac{2\sum_jo_j}{2np"
    r"-p}B'-B'\big|$.",
    defect="typo",
    because="The $x_n$ in the norm counts twice, which shows where $|x_n|$ is not 1; for $d > 1$ a number "
    "is subtracted from a vector.",
    fails_where=lambda sigma: sigma != 1,
)
def second_line(n, K, gamma, theta, N0, sigma, epsilon, X, beta_star, B):
    """On both events the error of the label is within the second line of (E.1), at p = 1/2."""
    _, x, inner, o = scores(K, gamma, theta, sigma, X, beta_star, B)
    share, mean = sum(o) * 4 / (2 * n - 1), sum(o * inner) * 4 / (2 * n - 1)
    error = abs(x @ beta_star - predicted(inner, B, 2))
    bound = norm(x) * norm(beta_star - mean) + abs(B * share - B)
    return on_both_events(N0, epsilon, o, at_most(error, bound))


@amended(
    r"The last line of (E.1), with $\|x_n\|$ for $b_x$, on $\mathcal E_2(\epsilon)$ and for any $\beta_j$: "
    r"$|y_n-\hat y_n|\le\|x_n\|\big\|\beta^*-\frac2{2np-p}\sum_{o_j=1}\beta_j\big\|+\frac{2\epsilon}{2np"
    r"-p}|B'|$, for every d.",
    of=second_line,
    adds=r"$\beta_j$ for $x_n^\top \beta_j$ in the norm and $2 \varepsilon$ in the term of B', as in the last "
    r"line; $|x_n|$ for its $b_x$; every d, p and $\varepsilon$, and any vectors $\beta_j$, without $E_1$",
    because=r"By Cauchy-Schwarz, and since the number of tokens is within $\varepsilon$ of np - p/2.",
    d=dims(1, 3),
    n=dims(1, 4),
    m=dims(0, "n", most="n"),  # the first so many tokens are above the threshold
    epsilon=dyadics(0, 4, of="[0, inf)"),
    p=dyadics(0, 1, open_low=True),
    where=lambda m, n, p, epsilon: abs(m - (n - 1 / 2) * p) <= epsilon,
    x=reals("d"),
    beta_star=reals("d"),
    B=reals(),
    beta=reals("n", "d"),
)
@mutants(
    {
        "x_n^T beta_j in the norm": dict(inside=lambda x, mean: x @ mean),
        "epsilon for 2 epsilon": dict(rest=lambda n, p, epsilon: epsilon / (p * (2 * n - 1))),
        "B' left out": dict(rest=0),
    }
)
def bounded_error(
    n,
    m,
    p,
    x,
    beta_star,
    B,
    beta,
    inside: Callable[[Vector, Vector], Array] = lambda x, mean: mean,
    rest=lambda n, p, epsilon: 2 * epsilon / (p * (2 * n - 1)),
):
    """The error of the read-out by that of the averaged estimates."""
    count = p * (2 * n - 1)
    mean = sum(beta[:m], 0) * 2 / count
    y_hat = x @ mean - B * (m * 2) / count + B
    right = norm(x) * norm(beta_star - inside(x, mean)) + abs(B) * rest
    # The scores of the first m tokens are above B', those of the others below it.
    sides = constant([1] * m + [-1] * (n - m))
    return at_most(abs(x @ beta_star - y_hat), right).given((beta @ x - B) * sides)


@theorem(
    PAPER,
    "Theorem E.1, sets O",
    id="theorem-e.1/proof/sets",
    rank="slip",
    origin="read",
    at=lines(848, 860),
    n=dims(1, 24),
    under=dims(2, 16),
    over=dims(1, "under", most="under"),  # p = over / under
)
@printed(
    r"There is a set of $|\mathcal O|=pn-\frac p2$ tokens (r read as p), for the p of every threshold: the "
    r"distance of $pn-\frac p2$ to the nearest whole number is 0, for every n and every fraction $p\le1$ "
    "(over / under).",
    defect="typo",
    because="At $p = 1/2$ and $p = 1$ it is no whole number for any n.",
)
@amended(
    r"There is a set of $|\mathcal O|$ tokens with $\big||\mathcal O|-(pn-\frac p2)\big|\le\frac12$, for "
    r"every n and every fraction $p\le1$.",
    adds="a whole number within 1/2 of pn - p/2",
    room=1 / 2,
)
@mutants(
    rounded_down=dict(size=lambda n, over, under: over * (2 * n - 1) // (2 * under)),
    one_more=dict(size=lambda n, over, under: (over * (2 * n - 1) + under) // (2 * under) + 1),
)
def some_set_fits(
    n,
    over,
    under,
    size=lambda n, over, under: (over * (2 * n - 1) + under) // (2 * under),  # the nearest
    room=0,
):
    """There is a set of as many tokens as the proof wants, $p n - p/2$."""
    return at_most(abs(over * (2 * n - 1) / (2 * under) - size), room)


@theorem(
    PAPER,
    "(E.2)",
    id="theorem-e.1/proof/eq-e.2",
    rank="slip",
    summary=r"The distance of $\beta^*$ to the averaged inner products is at most that to the average of the "
    r"estimates over O, and $C_x b_x \varepsilon/(np - p/2)$",
    origin="read",
    pinned={
        "d": "the printed formula has a meaning at $d = 1$ only",
        "theta": NO_OTHERS,
        "sigma": "rows +-1 refute it",
    },
    at=lines(848, 866),
    **(ON_EVENTS | dict(sigma=choices(1.0))),
    examples=[EXAMPLE | dict(sigma=1.0)],
)
@printed(
    r"(E.2): at $d=1$, with rows $\pm1$, $M^{(k)}=2\gamma$, $\gamma\le1$, $\theta^{(k)}=0$ and $p=\frac12$ "
    r"(the probability of each $\beta_j$ with $|x_n\beta_j|\ge B'>0$), on $\mathcal E_1\cap\mathcal "
    r"E_2(\epsilon)$, for any $N_0\le n$, $|\beta^*|\le b_\beta$, the estimates $\beta_j$ of the K layers "
    r"and $o_j=1$ if $x_n^\top\beta_j\ge B'$, else 0, $N=n$, $C_x=b_\beta\frac{N+1}N$ (Lemma 4's) and "
    r"$\mathcal O=\{o_j=1\}$ (the smallest exchange, of no token: r is not defined): "
    r"$\big\|\beta^*-\frac2{2np-p}\sum_{o_j=1}x_n^\top\beta_j\big\|\le\big\|\beta^*-\frac1{np-p/2}\sum_{"
    r"\mathcal O}\beta_j\big\|+\frac{C_xb_x\epsilon}{np-p/2}$.",
    defect="typo",
    because="The $x_n$ stays on the left alone: for $x_n = -1$ it changes the sign of the average there.",
    fails_where=lambda X: X[-1, 0] < 0,
    falls_with="sparse_recovery/theorem-e.1/proof/eq-e.1",
)
def exchanged_with_x(n, K, gamma, b_beta, theta, N0, sigma, epsilon, X, beta_star, B):
    """On both events, the distance of beta* to the average of x_n beta_j, by that to the average of beta_j."""
    betas, _, inner, o = scores(K, gamma, theta, sigma, X, beta_star, B)
    half = (2 * n - 1) / 4
    left = norm(beta_star - sum(o * inner) / half)
    right = norm(beta_star - o @ betas / half) + b_beta * (n + 1) / n * epsilon / half
    return on_both_events(N0, epsilon, o, at_most(left, right))


@amended(
    r"$\big\|\beta^*-\frac1{np-p/2}\sum_{o_j=1}\beta_j\big\|\le\big\|\beta^*-\frac1{np-p/2}\sum_{\mathcal "
    r"O}\beta_j\big\|+\frac{C_x\epsilon}{np-p/2}$ if $\|\beta_j\|\le C_x$ and $\mathcal O$ differs from "
    r"$\{o_j=1\}$ in at most $\epsilon$ tokens, for every d and whichever tokens have $o_j=1$.",
    of=exchanged_with_x,
    adds=r"$\beta_j$ for $x_n^\top \beta_j$, and so no $b_x$; every d",
    because="Each token that is left out or taken in changes the sum by $C_x$ at most.",
    d=dims(1, 3),
    n=dims(1, 5),
    p=dyadics(0, 1, open_low=True),
    above=dims(0, "n", most="n"),  # the first so many tokens have $o_j = 1$
    left_out=dims(0, "above", most="above"),  # O leaves out the first of these, ...
    taken_in=dims(0, "n - above", most="n - above"),  # ... and takes in the next ones after them
    epsilon=dyadics(0, 5, of="[0, inf)"),
    C_x=scales(-2, 3, of="(0, inf)"),
    where=lambda left_out, taken_in, epsilon: left_out + taken_in <= epsilon,
    beta_star=reals("d"),
    beta=in_ball("n", "d", radius="C_x"),
)
@mutants(
    {
        "7/8 of C_x": dict(
            share=7 / 8,
            d=dims(1, 1),
            epsilon=choices(1.0),
            why="one token of one coordinate, whose estimate is easily as long as $C_x$",
        ),
        "no C_x epsilon/(np - p/2)": dict(share=0),
        "no token in O": dict(last=0),
    }
)
def exchanged(
    n, p, above, left_out, epsilon, C_x, beta_star, beta, share=1, last=lambda above, taken_in: above + taken_in
):
    """Leaving out or taking in a few tokens, of estimates up to C_x, changes the average by little."""
    half = p * (2 * n - 1) / 2
    left = norm(beta_star - sum(beta[:above], 0) / half)
    right = norm(beta_star - sum(beta[left_out:last], 0) / half)
    return at_most(left, right + C_x * epsilon / half * share)
