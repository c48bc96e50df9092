r"""Step 5 of Section 4 puts everything together: the bounds (60) to (66), with explicit constants.

The bare id is the chain as a whole: the right side of (36) with the choices (58a), with a constant
$c_1\ge1$, and (60) is at most $9c_1$ times the right side of (66), if
$\varepsilon_{\mathsf{dis}}\le2C_{\mathcal F}$. (62) and (64) are its parts. (65) rests on "the fact that
$\lambda^2\gtrsim(\log N/N)^{1/3}C_{\mathcal F}^{-2/3}\widehat\varepsilon^{2/3}$", which is false for every
constant as $N$ grows (the power of $\widehat\varepsilon$ is $4/3$, and so it is used). The claim
``step-5/eq-61`` has what (61) takes for granted, ``step-5/independence`` that Lemma 2 does not apply,
``step-5/conclusion`` the end, from (66) to (24).

The quantities are free numbers, with roots taken out: $r=(\log N/N)^{1/6}$, $C_{\mathcal F}=c^3$,
$\widehat\varepsilon=e^3$, $\varepsilon=p^2$, $\log|\mathcal N_\varepsilon|/n=q^2$; $n/L$ is what (58c)
makes of them, and has to be positive: instances in which it is not do not count.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from lemmata import Margin, Prompt, Space, at_least, at_most, box, choices, lines, scales, some, space
from lemmata.numbers import Array, concatenate
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    c1: float
    """The constant of (58a)."""
    most: float
    """The largest p and q, and a quarter of the largest sigma."""


@dataclass(frozen=True)
class Numbers:
    """A batch of them, each ``(batch, 1)``."""

    r: Array
    c: Array
    e: Array
    p: Array
    q: Array
    sigma: Array
    c1: float

    @cached_property
    def C(self) -> Array:
        return self.c * self.c * self.c

    @cached_property
    def root(self) -> Array:
        """The square root of log N / N."""
        return self.r * self.r * self.r

    @cached_property
    def eps_hat(self) -> Array:
        return self.e * self.e * self.e

    @cached_property
    def eps_dis(self) -> Array:
        """(30) with the constant 1."""
        return self.C * (self.p + self.q)

    @cached_property
    def depth(self) -> Array:
        """C_F^2 n / L, by (58c)."""
        return self.eps_hat - self.root * self.C * (self.sigma + self.C) - self.eps_dis**2

    @cached_property
    def lam(self) -> Array:
        """(58a) with the constant c1."""
        first = self.r * self.e * self.e / self.c
        others = self.root * (self.C + self.sigma) + self.C * (self.p + self.q) * (self.p + self.q)
        return (first + others) * self.c1

    @cached_property
    def bound(self) -> Array:
        """The right side of (66)."""
        noise = self.root * self.C * (self.sigma + self.C)
        return noise + self.C * self.C * (self.p**2 + self.q**2) + self.depth


settings = space(Setting, c1=scales(0, 3, of="[1, inf)"), most=choices(1.0, 0.0))


def prompts(s: Setting) -> Space:
    """Positive r, c and e; the errors p and q and the noise may vanish."""
    return space(
        r=box(1, low=0.015625, high=1.0, of="(0, 1]"),
        c=box(1, low=0.25, high=4.0, of="(0, inf)"),
        e=box(1, low=0.0625, high=4.0, of="(0, inf)"),
        p=box(1, low=0.0, high=s.most, of="[0, 1]"),
        q=box(1, low=0.0, high=s.most, of="[0, 1]"),
        sigma=box(1, low=0.0, high=4 * s.most, of="[0, inf)"),
    )


def numbers(s: Setting, prompt: Prompt) -> Numbers:
    return Numbers(**dict(prompt.items()), c1=s.c1)


ROOTS = (
    r"; drawn as $r=\left(\frac{\log N}N\right)^{1/6}$, $C_{\mathcal F}=c^3$, $\widehat\varepsilon=e^3$, "
    r"$\varepsilon=p^2$ and $\frac{\log|\mathcal N_\varepsilon|}n=q^2$."
)
Part = Callable[[Numbers], Array]
chain = PAPER.claim(
    "(60) to (66)",
    id="step-5",
    rank="step",
    origin="read",
    summary="The bound (36) with the penalty (58a) and the accuracy (60) is at most of the order of (66)",
    at=lines(442, 477),
    settings=settings,
    prompts=prompts,
)


def right_of_36(s: Numbers) -> Array:
    """With eps_opt of the size of eps_hat, as (60) has it."""
    spread = s.C * s.C + s.eps_hat * s.eps_hat / (s.lam * s.lam) + s.sigma * s.eps_dis
    return s.root * spread + s.eps_dis**2 + s.lam * s.C + s.eps_hat


@chain.printed(
    r"For $\lambda$ of (58a) with a constant $c_1\ge1$, $\varepsilon_{\mathsf{opt}}=\widehat\varepsilon$ of "
    r"(58c), "
    r"$\varepsilon_{\mathsf{dis}}$ of (30) with the constant 1, and "
    r"$\varepsilon_{\mathsf{dis}}\lesssim C_{\mathcal "
    r"F}$, which (61) says of the assumptions and which is read as $\varepsilon\le1$ and $\log|\mathcal "
    r"N_\varepsilon|\le n$: "
    r"$\sqrt{\frac{\log N}N}\left(C_{\mathcal F}^2+\lambda^{-2}\varepsilon_{\mathsf{opt}}^2+\sigma"
    r"\varepsilon_{\mathsf{dis}}\right)+\varepsilon_{\mathsf{dis}}^2+\lambda C_{\mathcal "
    r"F}+\varepsilon_{\mathsf{opt}}$ is at most "
    r"$9c_1\left(\sqrt{\frac{\log N}N}C_{\mathcal F}(\sigma+C_{\mathcal F})+C_{\mathcal "
    r"F}^2\varepsilon+\frac{C_{\mathcal F}^2\log|\mathcal N_\varepsilon|}n+\frac{nC_{\mathcal "
    r"F}^2}L\right)$" + ROOTS,
    left=right_of_36,
    K=9,
)
def the_bounds_add_up(s: Setting, prompt: Prompt, left: Part, K: int) -> Margin:
    """The bound of Lemma 2 with the choices of Step 5, against (66); n / L is not negative."""
    x = numbers(s, prompt)
    return at_most(left(x), x.bound * s.c1 * K).given(x.depth)


chain.mutant("6 for 9", K=6)
chain.mutant("a further term of order eps^(1/3)", left=lambda s: right_of_36(s) + s.r * s.e)

penalty = PAPER.claim(
    "(62) and (64)",
    id="step-5/eq-62",
    rank="step",
    origin="read",
    summary="The penalty times C_F is at most of the order of the noise, the discretisation error and the "
    "accuracy, by Young's inequality",
    at=lines(456, 464),
    settings=settings,
    prompts=prompts,
)


@penalty.printed(
    r"$\left(\frac{\log N}N\right)^{1/6}C_{\mathcal "
    r"F}^{2/3}\widehat\varepsilon^{2/3}\le\frac13\sqrt{\frac{\log N}N}C_{\mathcal "
    r"F}^2+\frac23\widehat\varepsilon$ (64), and for $\lambda$ of (58a) with a constant $c_1$: $\lambda "
    r"C_{\mathcal F}\le c_1\left(\frac43\sqrt{\frac{\log N}N}C_{\mathcal F}(C_{\mathcal "
    r"F}+\sigma)+\varepsilon_{\mathsf{dis}}^2+\frac23\widehat\varepsilon\right)$ (62)" + ROOTS,
    share=Fraction(1),
    weights=(1, 2),
)
def penalty_times_the_barron_parameter(
    s: Setting, prompt: Prompt, share: Fraction, weights: tuple[int, int]
) -> Margin:
    """Young's inequality, and the penalty times the Barron parameter against the terms of (62)."""
    x = numbers(s, prompt)
    first = x.r * x.c * x.c * x.e * x.e
    split = x.root * x.C * x.C * weights[0] / 3 + x.eps_hat * weights[1] / 3
    noise = x.root * x.C * (x.C + x.sigma) * 4 / 3
    allowed = (noise + x.eps_dis**2 + x.eps_hat * 2 / 3) * s.c1 * share
    return at_most(concatenate([first, x.lam * x.C], -1), concatenate([split, allowed], -1))


penalty.mutant("nine tenths of (62)", share=Fraction(9, 10))
penalty.mutant("two thirds of (62)", share=Fraction(2, 3))
penalty.mutant("1/3 for 2/3 in (64)", weights=(1, 1))
penalty.mutant("the second term of (64) alone", weights=(0, 2))


def least(c1: float) -> float:
    """So small a root r that any number of examples is covered, beside c1."""
    return 2.0**-24 / (c1 * c1)


def nearly_none(c1: float) -> Setting:
    """So small a discretisation error that it plays no part beside that root."""
    return Setting(c1, least(c1) ** 2)


def many_examples(s: Setting) -> Space:
    """As :func:`prompts`, with r, p and q as small beside c1 as a refutation wants them, and not 0."""
    small = least(s.c1)
    return space(
        r=box(1, low=small, high=1.0, of="(0, 1]"),
        c=box(1, low=0.25, high=4.0, of="(0, inf)"),
        e=box(1, low=small / 8, high=4.0, of="(0, inf)"),
        p=box(1, low=small**2, high=s.most, of="(0, inf)"),
        q=box(1, low=small**2, high=s.most, of="(0, inf)"),
        sigma=box(1, low=0.0, high=4 * s.most, of="[0, inf)"),
    )


fact = PAPER.claim(
    "(65), (a)",
    id="step-5/eq-65",
    rank="slip",
    origin="read",
    summary="The squared penalty is at least of the order of the cube root of log N / N times the power 2/3 of "
    "the accuracy, over that of C_F",
    at=lines(473),
    settings=space(
        Setting,
        c1=some(scales(0, 4), weaker="larger", fails_at=nearly_none),
        most=lambda s: choices(1.0, least(s.c1) ** 2),
    ),
    prompts=many_examples,
    examples=[nearly_none(16.0)],
)


@fact.printed(
    r"For $\lambda$ of (58a) with some constant $c_1$ (the larger of two serves for both): "
    r"$\lambda^2\ge\frac1{c_1}\left(\frac{\log "
    r"N}N\right)^{1/3}C_{\mathcal F}^{-2/3}\widehat\varepsilon^{2/3}$ for all $N$, $C_{\mathcal F}$, $\sigma$, "
    r"$\varepsilon_{\mathsf{dis}}$ and $\frac nL$ (here any positive numbers, or $\sigma=0$), with "
    r"$\widehat\varepsilon$ of (58c)" + ROOTS,
    defect="typo",
    because="The power of the error is 4/3: squared, (58a) gives it.",
    fails_where=lambda s, prompt: bool((prompt.e < 1).all()),
    power=2,
)
@fact.amended(
    r"For $\lambda$ of (58a) with a constant $c_1\ge1$: $\lambda^2\ge\frac1{c_1}\left(\frac{\log "
    r"N}N\right)^{1/3}C_{\mathcal "
    r"F}^{-2/3}\widehat\varepsilon^{4/3}$" + ROOTS,
    because="The square of the first term of (58a).",
    adds="the power 4/3 for 2/3",
    settings=settings,
    prompts=prompts,
    power=4,
)
def lower_bound_of_the_penalty(s: Setting, prompt: Prompt, power: int) -> Margin:
    """The squared penalty against a power of the cube root e of the accuracy; n / L is not negative."""
    x = numbers(s, prompt)
    return at_least(x.lam * x.lam, x.r * x.r / (x.c * x.c) * x.e**power / s.c1).given(x.depth)


fact.mutant("the power 1 for 4/3", power=3)
fact.mutant("the power 5/3 for 4/3", power=5)
