r"""Step 5 of Section 4 puts everything together: the bounds (60) to (66), with explicit constants.

The bare id is the chain as a whole, with the choices (58a); (62) and (64) are its parts. (65) rests on a fact
with the power $2/3$ of $\widehat\varepsilon$ where $4/3$ is used. The quantities are free numbers, with roots
taken out; $n/L$ is what (58c) makes of them, and has to be positive: instances in which it is not do not count.

(61) takes for granted $\varepsilon_{\mathsf{dis}}\lesssim C_{\mathcal F}$, "a basic bound that holds under our
assumptions" (and after (100)), which holds for $n\le L$: $\sqrt{\log N/N}$ is largest at $N=3$, below 0.606.
Nothing is lost by that, since (24) exceeds $C_{\mathcal F}^2$ otherwise, and the prediction 0 will do; besides,
$\varepsilon$ may be chosen smaller, as (30) wants it, whose $\tau=1/\sqrt\varepsilon$ is above 4 in Lemma 1.
Its (b) holds with the power $\frac12$ of (30); with the $\frac13$ that stands after (100) it fails (a mutant),
and Theorem 1 would have the power $\frac23$.

The transformer's estimate depends on the query, which Lemma 2 does not allow: heads 2 and 3 of Attn1 add the
query's own term and take it away by an inexact prediction, so that from the second step on $\rho$ depends on
$x_{N+1}$, for every $\tau$ (two logistic functions cannot cancel, except at 0). The dependence is small: a
linearised step with $\eta=\frac1{2n}$ does not enlarge distances.

From (66) to (24): $(\widehat y-f)^2\le2(\widehat y-\phi^\top\rho)^2+2(\phi^\top\rho-f)^2$.
"""

from fractions import Fraction
from typing import Any

import torch

from lemmata import (
    amended,
    at_least,
    at_most,
    box,
    choices,
    dims,
    lines,
    mutants,
    printed,
    scales,
    some,
    theorem,
)
from lemmata.numbers import Number, Vector, concat, log, sqrt, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.network import (
    IN_THE_BALL,
    INPUTS,
    run,
    shape,
    transformer,
    without_query_head,
)

NUMBERS: dict[str, Any] = dict(
    c1=scales(0, 3, of="[1, inf)"),  # the constant of (58a)
    most=choices(1.0, 0.0),  # the largest p and q, and a quarter of the largest sigma
    r=box(1, low=0.015625, high=1, of="(0, 1]"),
    c=box(1, low=0.25, high=4, of="(0, inf)"),
    e=box(1, low=0.0625, high=4, of="(0, inf)"),
    p=box(1, low=0, high="most", of="[0, 1]"),
    q=box(1, low=0, high="most", of="[0, 1]"),
    sigma=box(1, low=0, high="4 * most", of="[0, inf)"),
)


def penalty(c1: Number, r: Vector, c: Vector, e: Vector, p: Vector, q: Vector, sigma: Vector) -> Vector:
    """(58a) with the constant c1."""
    return c1 * (r * e**2 / c + r**3 * (c**3 + sigma) + c**3 * (p + q) ** 2)


def depth(r: Vector, c: Vector, e: Vector, p: Vector, q: Vector, sigma: Vector) -> Vector:
    r"""$C_{\mathcal F}^2n/L$, by (58c)."""
    return e**3 - r**3 * c**3 * (sigma + c**3) - (c**3 * (p + q)) ** 2


@theorem(PAPER, "(60) to (66)", rank="step", origin="read", at=lines(442, 477), **NUMBERS)
@printed(
    r"For $\lambda$ of (58a) with a constant $c_1\ge1$, $\eopt=\widehat\varepsilon$ of (58c), $\edis$ of (30) "
    r"with the constant 1, and $\edis\lesssim \CF$, which (61) says of the assumptions and which is read as "
    r"$\varepsilon\le1$ and $\cover\le n$: $\rate\left(\CF^2+\lambda^{-2}\eopt^2+\sigma\edis\right)+\edis^2+"
    r"\lambda \CF+\eopt$ is at most $9c_1\left(\rate\CF(\sigma+\CF)+\CF^2\varepsilon+\frac{\CF^2\cover}n+"
    r"\frac{n\CF^2}L\right)$; drawn as $r=\left(\frac{\log N}N\right)^{1/6}$, $\CF=c^3$, "
    r"$\widehat\varepsilon=e^3$, $\varepsilon=p^2$ and $\frac{\cover}n=q^2$."
)
@mutants({"6 for 9": dict(K=6), "a further term of order eps^(1/3)": dict(further=1)})
def the_bounds_add_up(c1, r, c, e, p, q, sigma, K=9, further=0):
    """The bound (36) with the penalty (58a) and the accuracy (60) is at most of the order of (66)."""
    C, root, eps_opt, eps_dis = c**3, r**3, e**3, c**3 * (p + q)
    lam, share = penalty(c1, r, c, e, p, q, sigma), depth(r, c, e, p, q, sigma)
    left = root * (C**2 + (eps_opt / lam) ** 2 + sigma * eps_dis) + eps_dis**2 + lam * C + eps_opt
    right = root * C * (sigma + C) + C**2 * (p**2 + q**2) + share
    return at_most(left + further * r * e, K * c1 * right).given(share)


@theorem(PAPER, "(62) and (64)", id="step-5/eq-62", rank="step", origin="read", at=lines(456, 464), **NUMBERS)
@printed(
    r"$\left(\frac{\log N}N\right)^{1/6}\CF^{2/3}\widehat\varepsilon^{2/3}\le\frac13\rate\CF^2+\frac23"
    r"\widehat\varepsilon$ (64), and for $\lambda$ of (58a) with a constant $c_1$: $\lambda \CF\le "
    r"c_1\left(\frac43\rate\CF(\CF+\sigma)+\edis^2+\frac23\widehat\varepsilon\right)$ (62); drawn as "
    r"$r=\left(\frac{\log N}N\right)^{1/6}$, $\CF=c^3$, $\widehat\varepsilon=e^3$, $\varepsilon=p^2$ and "
    r"$\frac{\cover}n=q^2$."
)
@mutants(
    {
        "nine tenths of (62)": dict(share=Fraction(9, 10)),
        "two thirds of (62)": dict(share=Fraction(2, 3)),
        "1/3 for 2/3 in (64)": dict(second=1),
        "the second term of (64) alone": dict(first=0),
    }
)
def penalty_times_the_barron_parameter(c1, r, c, e, p, q, sigma, share=1, first=1, second=2):
    """The penalty times $C_F$ is at most of the order of noise, discretisation error and accuracy, by Young."""
    C, root, accuracy, eps_dis = c**3, r**3, e**3, c**3 * (p + q)
    split = root * C**2 * first / 3 + accuracy * second / 3
    allowed = c1 * (4 * root * C * (C + sigma) / 3 + eps_dis**2 + 2 * accuracy / 3) * share
    times_C = penalty(c1, r, c, e, p, q, sigma) * C
    return at_most(concat([r * c**2 * e**2, times_C]), concat([split, allowed]))


def least(c1: float) -> float:
    """So small a root r that any number of examples is covered, beside c1."""
    return 2.0**-24 / (c1 * c1)


def nearly_none(c1: float) -> dict[str, Any]:
    """So small a discretisation error that it plays no part beside that root."""
    return dict(c1=c1, most=least(c1) ** 2)


@theorem(
    PAPER,
    "(65), (a)",
    id="step-5/eq-65",
    rank="slip",
    origin="read",
    at=lines(473),
    **NUMBERS,
    examples=[nearly_none(16.0)],
)
@printed(
    r"For $\lambda$ of (58a) with some constant $c_1$ (the larger of two serves for both): "
    r"$\lambda^2\ge\frac1{c_1}\left(\frac{\log N}N\right)^{1/3}\CF^{-2/3}\widehat\varepsilon^{2/3}$ for all "
    r"$N$, $\CF$, $\sigma$, $\edis$ and $\frac nL$ (here any positive numbers, or $\sigma=0$), with "
    r"$\widehat\varepsilon$ of (58c); drawn as $r=\left(\frac{\log N}N\right)^{1/6}$, $\CF=c^3$, "
    r"$\widehat\varepsilon=e^3$, $\varepsilon=p^2$ and $\frac{\cover}n=q^2$.",
    defect="typo",
    because="The power of the error is 4/3: squared, (58a) gives it.",
    fails_where=lambda e: e[0] < 1,
    # r, p and q as small beside c1 as a refutation wants them, and not 0.
    c1=some(scales(0, 4), weaker="larger", fails_at=nearly_none),
    most=lambda c1: choices(1.0, least(c1) ** 2),
    r=lambda c1: box(1, low=least(c1), high=1, of="(0, 1]"),
    e=lambda c1: box(1, low=least(c1) / 8, high=4, of="(0, inf)"),
    p=lambda c1, most: box(1, low=least(c1) ** 2, high=most, of="(0, inf)"),
    q=lambda c1, most: box(1, low=least(c1) ** 2, high=most, of="(0, inf)"),
    power=2,
)
@amended(
    r"For $\lambda$ of (58a) with a constant $c_1\ge1$: $\lambda^2\ge\frac1{c_1}\left(\frac{\log "
    r"N}N\right)^{1/3}\CF^{-2/3}\widehat\varepsilon^{4/3}$; drawn as $r=\left(\frac{\log N}N\right)^{1/6}$, "
    r"$\CF=c^3$, $\widehat\varepsilon=e^3$, $\varepsilon=p^2$ and $\frac{\cover}n=q^2$.",
    because="The square of the first term of (58a).",
    adds="the power 4/3 for 2/3",
    power=4,
)
@mutants({"the power 1 for 4/3": dict(power=3), "the power 5/3 for 4/3": dict(power=5)})
def lower_bound_of_the_penalty(c1, r, c, e, p, q, sigma, power):
    r"""The squared penalty is at least of the order of powers of $\log N/N$, the accuracy and $C_F$."""
    lam = penalty(c1, r, c, e, p, q, sigma)
    return at_least(lam**2, r**2 / c**2 * e**power / c1).given(depth(r, c, e, p, q, sigma))


# What the chain takes for granted
@theorem(
    PAPER,
    "(61), (a) and (b)",
    id="step-5/eq-61",
    rank="step",
    origin="read",
    at=lines(449, 454),
    N=dims(2, 64),
    n=dims(1, 1 << 20),
    L=dims(1, 1 << 20),
    share=box(1, low=0, high=1),
    r=box(1, low=0, high=1),
    where=lambda n, L: n <= L,
    examples=[dict(N=3, n=2, L=1)],
)
@printed(
    r"For $n\le L$ (otherwise (24) exceeds $\CF^2$), $N\ge2$, all $\varepsilon\le\rate+\frac nL$ and "
    r"$\cover\le n$, with $c_{\mathsf{dis}}=1$: $\edis=\CF\left(\sqrt\varepsilon+\sqrt{\frac{\cover}n}\right)"
    r"\le\frac73\CF$ (a) and $\edis^2\le2\left(\CF^2\varepsilon+\frac{\CF^2\cover}n\right)$ (b); drawn are "
    r"the share that $\varepsilon$ has of its bound and $r=\left(\frac{\cover}n\right)^{1/6}$."
)
@mutants(
    {
        "9/4 for 7/3": dict(size=Fraction(9, 4)),
        "n up to 2 L": dict(where=lambda n, L: n <= 2 * L),
        "the power 1/3, as after (100)": dict(power=2),
        "19/10 for 2": dict(square=Fraction(19, 10)),
    }
)
def error_is_of_the_order_of_C(N, n, L, share, r, power=3, size=Fraction(7, 3), square=2):
    r"""The error (30) is of the order of $C_F$, its square of that of its two terms squared."""
    eps = share * (sqrt(log(N) / N) + n / L)
    error = sqrt(eps) + r**power  # over $C_{\mathcal F}$
    return at_most(concat([error, error**2]), concat([[size], square * (eps + r**6)]))


@theorem(
    PAPER,
    "Step 5, use of Lemma 2",
    id="step-5/independence",
    rank="step",
    origin="read",
    at=lines(446),
    **shape(),
    tau=scales(-3, 4, of="(0, inf)"),
    **INPUTS,
    other=box("d", **IN_THE_BALL),
    construction=transformer("repaired"),
    examples=[  # a label above the temperature is enough for a leak near its bound
        dict(
            d=1,
            n=2,
            N=1,
            T=2,
            lam=0.0,
            tau_ff=2.0,
            omega=torch.ones(2, 1).double(),
            t=torch.zeros(2).double(),
            tau=0.25,
        )
    ],
)
@printed(
    r"Invoking Lemma 2 with $\widehat\rho=\rho^{(L)}$: there $\widehat\rho$ is allowed to be statistically "
    r"dependent on $\{(x_i,y_i)\}_{1\le i\le N}$ but not on $x_{N+1}$ (Remark 2).",
    implies=r"Given the examples, $\rho^{(L)}$ is the same for all $x_{N+1}$, here for the repaired weights "
    r"with $\eta=\frac1{2n}$: it is a function of the examples and of $x_{N+1}$, and (36) is a mean over "
    "$x_{N+1}$ alone, so that no other function will do for inputs of every law.",
    defect="proof-step",
    because="From the second step on the query's own term is taken away by a prediction that is not exact.",
    fails_where=lambda T: T >= 2,
    share=0,
)
@amended(
    r"Two queries $x$ and $x'$ change $\rho^{(L)}$ by at most $\sqrt{n+1}\,\frac{4\eta}{15N\tau}\sum_{t<T}"
    r"\left((\phi(x)^\top\rho_t)^2+(\phi(x')^\top\rho'_t)^2\right)$ in the Euclidean norm, $\rho_t$ and "
    r"$\rho'_t$ the iterates of the two runs, with $\eta=\frac1{2n}$ and the repaired weights.",
    because="A step does not enlarge distances, and a query leaks no more than the error of its prediction.",
    adds="a difference of at most what both queries leak, (125) with 2/15 for 2",
    slack="The squares are compared: 0.64 is the most that is known. A leak that is large beside its square is "
    "damped by the next linearisation.",
    share=1,
)
@mutants(a_half=dict(share=1 / 2), no_query_head=dict(construction=without_query_head))
def rho_does_not_see_the_query(tf, n, N, tau_ff, omega, t, tau, X, y, query, other, share):
    """The transformer's estimate is independent of the query, as Lemma 2 wants it."""
    _, phi_query, rho, _ = run(tf, X, y, query, omega, t, tau_ff)
    _, phi_other, rho_other, _ = run(tf, X, y, other, omega, t, tau_ff)
    change = rho[-1] - rho_other[-1]
    squares = sum((rho[:-1] @ phi_query) ** 2) + sum((rho_other[:-1] @ phi_other) ** 2)
    leak = 2 * squares / (15 * n * N) / tau
    return at_most(change @ change, (n + 1) * (share * leak) ** 2)


rho_does_not_see_the_query.waive("all weights zero", because=r"without weights $\rho$ is 0 for every query")


@theorem(
    PAPER,
    "after (66)",
    id="step-5/conclusion",
    rank="step",
    origin="read",
    at=lines(483, 489),
    root=box(1, low=0, high=1),  # $\sqrt{\log N/N}$
    depth=box(1, low=0, high=4, of="[0, inf)"),  # $n/L$
    slow=box(1, low=0, high=4, of="[0, inf)"),  # $\log|\mathcal N_\varepsilon|/n$
    C=box(1, low=0, high=4, of="[0, inf)"),
    sigma=box(1, low=0, high=4, of="[0, inf)"),
    share=box(1, low=0, high=1),
)
@printed(
    r"$\rate\CF^2+\rate\CF(\sigma+\CF)+\CF^2\varepsilon+\frac{\CF^2\cover}n+\frac{n\CF^2}L$ is at most three "
    r"times the right side of (24) for $\varepsilon\le\rate+\frac nL$; drawn are these two (root and depth), "
    r"$\frac{\cover}n$ (slow) and the share that $\varepsilon$ has of its bound."
)
@mutants({"eps four times as large": dict(reach=4), "27/10 for 3": dict(factor=Fraction(27, 10))})
def bounds_make_the_theorem(root, depth, slow, C, sigma, share, reach=1, factor=3):
    """The bounds (59b) and (66) add up to at most three times the bound (24)."""
    eps = (root + depth) * share * reach
    parts = root * C**2 + root * C * (sigma + C) + C**2 * (eps + slow + depth)
    return at_most(parts, factor * ((root + depth) * C * (C + sigma) + C**2 * slow))
