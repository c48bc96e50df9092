r"""Theorem 1, Section 3: one transformer predicts every function of a class in context, with the risk (24).

If $C_{\mathcal F}<\infty$, there is a transformer with L layers and $D=d+2n+7$ rows, for some
$n\gtrsim\log|\mathcal N_\varepsilon|$, such that for every f of the class, with probability $1-O(N^{-10})$
over N noisy examples, its squared error at a new input is of the order of $(\sqrt{\log N/N}+\frac
nL)C_{\mathcal F}(C_{\mathcal F}+\sigma)+C_{\mathcal F}^2\log|\mathcal N_\varepsilon|/n$. Here the repaired
transformer, by its ``displays``, is put beside that bound with the constant 1 (the bare id), and as n
(``features``) and L (``depth``) grow. ``gaussian`` has another class and ``some_n`` what "for some n" allows;
the proof is Lemmas 1 to 4 and ``step_5``.

The class is $\{b\cos(\frac x4+\theta):|b|\le1\}$ on $[-1,1]$, $C_{\mathcal F}=\frac54$. The
prediction 0 has an error of up to 1 there, so that (24) says something only where it is below 1, which wants
a class whose functions are nearly as large as $C_{\mathcal F}$: they bend little. $\log|\mathcal
N_\varepsilon|$ is that of a grid (claim ``eq-23/size``) for the largest $\varepsilon$ that the theorem
allows, $\sqrt{\log N/N}+\frac nL$: within $\varepsilon$ a cosine changes by at most $\frac14$, so that
$\lceil\frac1\varepsilon\rceil$ inputs and $\lceil\frac1{5\varepsilon}\rceil$ values for each will do. The
features are evenly spaced offsets, the step is $\frac1{2(n+1)}$ (see Lemma 3), and $\lambda=\frac1{64}\sqrt
{\log N/N}(C_{\mathcal F}+\sigma)$; with that of (58a) and a large constant $\rho=0$.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch

from lemmata import (
    Declaration,
    Margin,
    Probability,
    Prompt,
    Rate,
    Space,
    at_most,
    box,
    choices,
    dims,
    dyadics,
    lines,
    signs,
    space,
    uniform,
)
from lemmata.numbers import Array, as_array, log, sqrt, stored, values
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import cosine
from theorems.universal_approximation.theorem_1.displays import Displays

OMEGA, C = 0.25, 1.25


@dataclass(frozen=True)
class Sizes:
    N: int
    n: int
    L: int
    sigma: float


@dataclass(frozen=True)
class Setting(Sizes):
    b: float
    theta: float


def examples(s: Sizes) -> Space:
    """Inputs, the last of them the query, and noise."""
    return space(X=uniform(s.N + 1, 1, low=-1.0, high=1.0), noise=signs(s.N))


def tasks(s: Sizes) -> Space:
    """The same, and a function."""
    return space(X=box(s.N + 1, 1, low=-1.0, high=1.0), noise=signs(s.N), theta=box(1, low=0.0, high=6.25))


def rate(s: Sizes) -> float:
    """The square root of log N / N, as a float in any arithmetic."""
    return math.sqrt(math.log(int(s.N)) / int(s.N))


def transformer(s: Sizes, printed: bool = False) -> Displays:
    """Its penalty falls as (58a) wants it."""
    sigma = float(values(as_array(s.sigma, torch.zeros(0))))
    return Displays(int(s.n), int(s.L), rate(s) * (C + sigma) / 64, C, printed)


def right_of_24(s: Sizes, like: Array) -> Array:
    """The bound (24) with the constant 1, for the grid of the largest eps."""
    eps = rate(s) + int(s.n) / int(s.L)
    elements = math.ceil(1 / eps) * math.ceil(OMEGA / (C * eps))
    N, n = as_array(s.N, like), as_array(s.n, like)
    slow = sqrt(log(N) / N) + n / s.L
    return slow * C * (s.sigma + C) + log(as_array(elements, like)) * C * C / n


Answer = Callable[..., Array]


def error(s: Sizes, tf: Displays, prompt: Prompt, b: Array, theta: Array, answer: Answer) -> Array:
    """The squared error at the query, ``(batch,)``; the transformer runs in float64 in any arithmetic."""
    f = cosine(prompt.X[..., 0] * OMEGA + theta) * b
    X, y = values(prompt.X), values(f)[:, :-1] + values(prompt.noise) * float(values(s.sigma))
    difference = answer(stored(tf(X[:, :-1], y, X[:, -1]), prompt.X)) - f[:, -1]
    return difference * difference


BOUND = (
    r"\left(\sqrt{\frac{\log N}N}+\frac nL\right)C_{\mathcal F}(C_{\mathcal F}+\sigma)+\frac{C_{\mathcal "
    r"F}^2\log|\mathcal N_\varepsilon|}n"
)
CLASS = (
    r"here for $f(x)=b\cos(\frac x4+\theta)$, $|b|\le1$, on $[-1,1]$, so that $C_{\mathcal F}=\frac54$, with "
    r"$\varepsilon=\sqrt{\frac{\log N}N}+\frac nL$ and $|\mathcal N_\varepsilon|=\lceil\frac1\varepsilon\rceil"
    r"\lceil\frac1{5\varepsilon}\rceil$, the repaired weights layer by layer, (107), (118), (109) and (124), "
    r"in float64, features of steepness 4 at evenly spaced offsets, temperatures that balance rounding and "
    r"linearisation (as in lemma-7/precision), $\eta=\frac1{2(n+1)}$, noise $\pm\sigma$ and "
    r"$\lambda=\frac1{64}\sqrt{\frac{\log N}N}(C_{\mathcal F}+\sigma)$"
)
SLACK = (
    "(24) is of the first order in the root of log N / N, for any class; the error for one that bends so "
    "little is of the order of sigma^2 / N."
)
theorem = PAPER.claim(
    "Theorem 1, (24)",
    id="theorem-1",
    rank="headline",
    origin="read",
    summary="One transformer predicts every function of a class in context, with a risk of at most the order "
    "of (24)",
    at=lines(217, 229),
    kind=Probability(failure=lambda s: float(s.N) ** -10),
    settings=space(
        Setting,
        N=choices(32, 64),
        n=choices(8, 12),
        L=choices(65, 97),
        sigma=dyadics(0, 0.5),
        b=dyadics(-1, 1),
        theta=dyadics(0, 6.25),
    ),
    prompts=examples,
    examples=[Setting(N=64, n=12, L=97, sigma=0.125, b=1.0, theta=0.0)],
)
theorem.construction(lambda s: transformer(s))


@theorem.printed(
    r"For every $f$ of a class with $C_{\mathcal F}<\infty$, one transformer with $L$ layers and $D=d+2n+7$ "
    r"rows has, with probability at least $1-O(N^{-10})$, $\mathbb E(\widehat y_{N+1}-f(x_{N+1}))^2\lesssim"
    + BOUND
    + r"$; with the constant 1 and probability $1-N^{-10}$, at an $x_{N+1}$ that is drawn with the examples, "
    + CLASS
    + r", $\sigma\le\frac12$, $N$ of 32 or 64, $n$ of 8 or 12 and $L$ of 65 or 97.",
    slack=SLACK,
    share=1,
)
def risk_of_the_transformer(s: Setting, tf: Displays, prompt: Prompt, answer: Answer, share: int) -> Margin:
    """The squared prediction error of the transformer against the bound (24) with the constant 1."""
    bound = right_of_24(s, prompt.X) / share
    # The function is at most |b|: the prediction 0 has no larger error than its square.
    return at_most(error(s, tf, prompt, s.b, s.theta, answer), bound).trivial_where(bound - s.b * s.b)


theorem.mutant("the printed weights", construction=lambda s: transformer(s, printed=True))
theorem.mutant("one two-hundredth", share=200)
for answers in ("another instance's answer", "the mean answer"):
    theorem.waive(
        answers,
        because="the instances of a setting share their function, which changes by 1/4 at most; features and "
        "depth, in the mean over functions, refuse it",
    )


def ladder_of(id: str, words: str, size: Callable[[Sizes], int], *ladder: Sizes) -> Declaration:
    made = PAPER.claim(
        f"Theorem 1, (24), {words}",
        id=id,
        origin="read",
        summary="The risk of one transformer for every function of a class stays of the order of (24) " + words,
        at=lines(217, 229),
        kind=Rate(ladder=ladder, size=size),
        settings=space(
            Sizes,
            N=dims(2, 256),
            n=dims(1, 32),
            L=dims(1, 257),
            sigma=choices(0.125),
            where=lambda s: s.L % 2 == 1,
        ),
        prompts=tasks,
        pinned={"sigma": "the bare claim has other noise; here one size grows at a time"},
    )
    made.construction(lambda s: transformer(s))
    made.mutant("the printed weights", construction=lambda s: transformer(s, printed=True))
    return made


in_n = ladder_of(
    "theorem-1/features", "as n grows", lambda s: s.n, *(Sizes(64, n, 257, 0.125) for n in (2, 4, 8, 16))
)
in_L = ladder_of(
    "theorem-1/depth", "as L grows", lambda s: s.L, *(Sizes(64, 16, L, 0.125) for L in (17, 33, 65, 129, 257))
)
GROWS = (
    r"For every $f$ of a class with $C_{\mathcal F}<\infty$, one transformer with $L$ layers and $D=d+2n+7$ "
    r"rows has $\mathbb E(\widehat y_{N+1}-f(x_{N+1}))^2\le K\left[" + BOUND + r"\right]$ with a constant $K$ "
    r"that does not grow with "
)
MEAN = r", in the mean over $\theta$ at $b=1$, examples and $x_{N+1}$; " + CLASS + r", $\sigma=\frac18$, "


@in_n.printed(
    GROWS + "$n$" + MEAN + r"$N=64$, $L=257$, $n$ from 2 to 16; below 1, the error of 0, from $n=8$ on.",
    slack=SLACK,
    share=lambda s: 1.0,
)
@in_L.printed(
    GROWS + "$L$" + MEAN + r"$N=64$, $n=16$, $L$ from 17 to 257; below 1, the error of 0, from $L=65$ on.",
    slack=SLACK,
    share=lambda s: 1.0,
)
def mean_risk_of_the_transformer(
    s: Sizes, tf: Displays, prompt: Prompt, answer: Answer, share: Callable[[Sizes], float]
) -> Margin:
    """The squared prediction error of the transformer against the bound (24) with the constant 1."""
    bound = right_of_24(s, prompt.X) * share(s)
    return at_most(error(s, tf, prompt, 1, prompt.theta, answer), bound).trivial_where(bound - 1)


in_n.mutant("the bound over n^3", share=lambda s: s.n**-3.0)
in_L.mutant("the bound over L^2", share=lambda s: s.L**-2.0)
