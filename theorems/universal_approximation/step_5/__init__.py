r"""Step 5 of Section 4 puts everything together: the bounds (60) to (66), with explicit constants.

The bare id is the chain as a whole: the right side of (36) with the choices (58a) and (60) is at most 9
times the right side of (66), if $\varepsilon_{\mathsf{dis}}\le2C_{\mathcal F}$. (62) and (64) are its
parts. (65) rests on "the fact that $\lambda^2\gtrsim(\log N/N)^{1/3}C_{\mathcal
F}^{-2/3}\widehat\varepsilon^{2/3}$", which is false for every constant as $N$ grows (the power of
$\widehat\varepsilon$ is $4/3$, and so it is used). ``eq_61`` has what (61) takes for granted,
``independence`` that Lemma 2 does not apply, ``conclusion`` the end, from (66) to (24).

The quantities are free numbers, with roots taken out: $r=(\log N/N)^{1/6}$, $C_{\mathcal F}=c^3$,
$\widehat\varepsilon=e^3$, $\varepsilon=p^2$, $\log|\mathcal N_\varepsilon|/n=q^2$; $n/L$ is what (58c)
makes of them, and has to be positive: instances in which it is not do not count.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from lemmata import Margin, Prompt, Space, at_least, at_most, box, choices, dims, lines, space
from lemmata.numbers import Array
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    c1: int
    k: int
    most: float = 1.0
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
    c1: int

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


settings = space(Setting, c1=dims(1, 8), k=dims(1, 64), most=choices(1.0, 0.0))


def prompts(s: Setting) -> Space:
    """Positive numbers; the errors may vanish."""
    return space(
        r=box(1, low=0.015625, high=1.0),
        c=box(1, low=0.25, high=4.0),
        e=box(1, low=0.0625, high=4.0),
        p=box(1, low=0.0, high=s.most),
        q=box(1, low=0.0, high=s.most),
        sigma=box(1, low=0.0, high=4 * s.most),
    )


def numbers(s: Setting, prompt: Prompt) -> Numbers:
    return Numbers(**dict(prompt.items()), c1=s.c1)


Part = Callable[[Numbers], Array]
chain = PAPER.claim(
    "(60) to (66)",
    id="step-5",
    rank="step",
    origin="read",
    at=lines(442, 477),
    settings=settings,
    prompts=prompts,
)


def right_of_36(s: Numbers) -> Array:
    """With eps_opt of the size of eps_hat, as (60) has it."""
    spread = s.C * s.C + s.eps_hat * s.eps_hat / (s.lam * s.lam) + s.sigma * s.eps_dis
    return s.root * spread + s.eps_dis**2 + s.lam * s.C / s.c1 + s.eps_hat


@chain.printed(
    r"$\sqrt{\frac{\log N}N}\left(C_{\mathcal F}^2+\lambda^{-2}\varepsilon_{\mathsf{opt}}^2+\sigma"
    r"\varepsilon_{\mathsf{dis}}\right)+\varepsilon_{\mathsf{dis}}^2+\lambda C_{\mathcal "
    r"F}+\varepsilon_{\mathsf{opt}}$ is at most "
    r"$9\left(\sqrt{\frac{\log N}N}C_{\mathcal F}(\sigma+C_{\mathcal F})+C_{\mathcal "
    r"F}^2\varepsilon+\frac{C_{\mathcal F}^2\log|\mathcal N_\varepsilon|}n+\frac{nC_{\mathcal "
    r"F}^2}L\right)$.",
    left=right_of_36,
    K=9,
)
def the_bounds_add_up(s: Setting, prompt: Prompt, left: Part, K: int) -> Margin:
    """The bound of Lemma 2 with the choices of Step 5 is of the order of (66)."""
    x = numbers(s, prompt)
    return at_most(left(x), x.bound * K).given(x.depth)


chain.mutant("constant 1", left=right_of_36, K=1)
chain.mutant("a penalty of order eps^(1/3)", left=lambda s: right_of_36(s) + s.r * s.e, K=9)

penalty = PAPER.claim(
    "(62)",
    id="step-5/eq-62",
    rank="step",
    origin="read",
    at=lines(456, 459),
    settings=settings,
    prompts=prompts,
)


@penalty.printed(
    r"$\lambda C_{\mathcal F}\le c_1\left(\frac43\sqrt{\frac{\log N}N}C_{\mathcal F}(C_{\mathcal "
    r"F}+\sigma)+\varepsilon_{\mathsf{dis}}^2+\frac23\widehat\varepsilon\right)$.",
    K=3,
)
def penalty_times_the_barron_parameter(s: Setting, prompt: Prompt, K: int) -> Margin:
    """The penalty times the Barron parameter is of the order of the error."""
    x = numbers(s, prompt)
    noise = x.root * x.C * (x.C + x.sigma) * 4 / 3
    return at_most(x.lam * x.C, (noise + x.eps_dis**2 + x.eps_hat * 2 / 3) * s.c1 * K / 3)


penalty.mutant("two thirds of it", K=2)
penalty.mutant("nothing", K=0)

young = PAPER.claim(
    "(64)", id="step-5/eq-64", rank="step", at=lines(462, 464), settings=settings, prompts=prompts
)


@young.printed(
    r"$\left(\frac{\log N}N\right)^{1/6}C_{\mathcal "
    r"F}^{2/3}\widehat\varepsilon^{2/3}\le\frac13\sqrt{\frac{\log N}N}C_{\mathcal "
    r"F}^2+\frac23\widehat\varepsilon$.",
    weights=(1, 2),
)
def youngs_inequality(s: Setting, prompt: Prompt, weights: tuple[int, int]) -> Margin:
    """Young's inequality with the exponents 3 and 3/2."""
    x = numbers(s, prompt)
    left = x.r * x.c * x.c * x.e * x.e
    return at_most(left, x.root * x.C * x.C * weights[0] / 3 + x.eps_hat * weights[1] / 3)


young.mutant("one third twice", weights=(1, 1))
young.mutant("the second alone", weights=(0, 2))

fact = PAPER.claim(
    "(65), (a)", id="step-5/eq-65", rank="slip", at=lines(473), settings=settings, prompts=prompts
)


@fact.printed(
    r"$\lambda^2\ge\frac1k\left(\frac{\log N}N\right)^{1/3}C_{\mathcal "
    r"F}^{-2/3}\widehat\varepsilon^{2/3}$ for a universal $k$.",
    defect="typo",
    because="The power of the error is 4/3: squared, (58a) gives it.",
    power=2,
)
@fact.amended(
    r"$\lambda^2\ge\left(\frac{\log N}N\right)^{1/3}C_{\mathcal F}^{-2/3}\widehat\varepsilon^{4/3}$.",
    because="The square of the first term of (58a).",
    adds="the power 4/3 for 2/3",
    power=4,
)
def lower_bound_of_the_penalty(s: Setting, prompt: Prompt, power: int) -> Margin:
    """The squared penalty is at least the square of its first term."""
    x = numbers(s, prompt)
    floor = x.r * x.r / (x.c * x.c) * x.e**power / (1 if power == 4 else s.k)
    return at_least(x.lam * x.lam, floor).given(x.depth)


fact.mutant("a power too low", power=3)
fact.mutant("a power too high", power=5)
