r"""Step 5 of Section 4 puts everything together: the bounds (60) to (66), with explicit constants.

The bare id is the chain as a whole: the right side of (36) with the choices (58a), with a constant $c_1\ge1$,
and (60) is at most $9c_1$ times the right side of (66), if $\varepsilon_{\mathsf{dis}}\le2C_{\mathcal F}$. (62)
and (64) are its parts. (65) rests on a fact with the power $2/3$ of $\widehat\varepsilon$ where $4/3$ is used.
The claim ``step-5/eq-61`` has what (61) takes for granted, ``step-5/independence`` that Lemma 2 does not apply,
``step-5/conclusion`` the end, from (66) to (24).

The quantities are free numbers, with roots taken out: $r=(\log N/N)^{1/6}$, $C_{\mathcal F}=c^3$,
$\widehat\varepsilon=e^3$, $\varepsilon=p^2$, $\log|\mathcal N_\varepsilon|/n=q^2$; $n/L$ is what (58c)
makes of them, and has to be positive: instances in which it is not do not count.
"""

from fractions import Fraction
from typing import Any

from lemmata import amended, at_least, at_most, box, choices, lines, mutants, printed, scales, some, theorem
from lemmata.numbers import Number, Vector, concat
from theorems.universal_approximation import PAPER

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
