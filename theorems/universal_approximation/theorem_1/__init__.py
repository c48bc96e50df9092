r"""Theorem 1, Section 3: one transformer predicts every function of a class in context, with the risk (24).

If $C_{\mathcal F}<\infty$, there is a transformer with L layers and $D=d+2n+7$ rows, for some
$n\gtrsim\log|\mathcal N_\varepsilon|$, such that for every f of the class, with probability $1-O(N^{-10})$
over N noisy examples, its squared error at a new input is of the order of $(\sqrt{\log N/N}+\frac
nL)C_{\mathcal F}(C_{\mathcal F}+\sigma)+C_{\mathcal F}^2\log|\mathcal N_\varepsilon|/n$. Here the repaired
transformer is compared with that bound with the constant 1, and as n and L grow (claims
``theorem-1/features`` and ``theorem-1/depth``). ``theorem-1/gaussian`` has another class and
``theorem-1/some-n`` what "for some n" allows; the proof is Lemmas 1 to 4 and Step 5.

At sizes that can be run (24) is a bound of the order of $\frac12C_{\mathcal F}^2$, so that it says something
only for functions that are nearly as large as $C_{\mathcal F}$ and change sign. Others are predicted well
enough by 0, or by the mean of the labels; Gaussian functions in the plane are an example
(``theorem-1/gaussian``). An instance counts as one on which the bound says something only if the error of the
prediction 0, $f(x_{N+1})^2$, is above it; half of the settings draw functions of that size ($b_k\ge\frac78$ and
$\frac54\le\theta_k\le\frac{15}8$, so that terms do not cancel), the others any. Here
$f(x)=\frac4d\sum_kb_k(\cos(\frac14u_k^\top x+\theta_k)-\cos\theta_k)$ with $|b_k|\le1$ and d directions that
are near each other, so that $f(0)=0$ and $C_{\mathcal F}=1$, and inputs near $\pm\frac{27}{32}e_1$: such
functions are slow, and (24) is far from what the transformer reaches on them. For $\log|\mathcal
N_\varepsilon|$ stands the least that it can be, $d\log\frac1\varepsilon$ by the volume of the ball, with the
largest $\varepsilon$ that the theorem allows, $\sqrt{\log N/N}+\frac nL$. The features are evenly spaced
offsets in the d directions, the step is $\frac1{2(n+1)}$ (see Lemma 3), and $\lambda=\frac1{64}\sqrt{\log
N/N}(C_{\mathcal F}+\sigma)$; with that of (58a) and a large constant $\rho=0$.

Where functions are that large the predictions 0 and the mean of the labels break the bound in the mean square:
at $b=1$ on the line with $n=16$ and $L=257$ from $N=16$ on (at $N=4$ 0 meets it), in four dimensions with
$n=32$ from $N=32$ on. The weights without the factor N in Attn2 break it there from $N=64$ on, on the line from
$N=16$ on, and so do those without its fourth head in Attn1. Without the head that takes the query's own term
away, or without a penalty, it is kept: what they change is of the order of 1/N, and of the noise, which (24)
allows for.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from constructions.universal import Weights
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
from lemmata.numbers import Array, as_array, concatenate, log, relu, sqrt, stored, sum, values
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import cosine
from theorems.universal_approximation.theorem_1.displays import Displays


@dataclass(frozen=True)
class Sizes:
    d: int
    m: int
    """Features in each of the d directions."""
    N: int
    L: int
    sigma: float

    @property
    def n(self) -> int:
        return int(self.d) * int(self.m)


@dataclass(frozen=True)
class Setting(Sizes):
    loud: int
    """1 where the function is drawn as large as C_F allows, 0 where any is."""
    b: Tensor  # (d,)
    theta: Tensor  # (d,)


def examples(s: Sizes) -> Space:
    """Inputs, the last of them the query, by sign and remainder; and noise."""
    return space(s=signs(s.N + 1), r=uniform(s.N + 1, s.d, low=-0.125, high=0.125), noise=signs(s.N))


def tasks(s: Sizes) -> Space:
    """The same, and a function."""
    return space(
        s=signs(s.N + 1),
        r=uniform(s.N + 1, s.d, low=-0.125, high=0.125),
        noise=signs(s.N),
        theta=uniform(s.d, low=1.25, high=1.875),
    )


def rate(s: Sizes) -> float:
    """The square root of log N / N, as a float in any arithmetic."""
    return math.sqrt(math.log(int(s.N)) / int(s.N))


def along(X: Array) -> Array:
    """The products with the unit vectors u_1 = e_1 and u_k = 24/25 e_1 + 7/25 e_k: ``(..., d)``."""
    first, others = X[..., :1], X[..., 1:]
    return concatenate([first, first * 24 / 25 + others * 7 / 25], -1)


def transformer(s: Sizes, weights: Weights = "repaired") -> Displays:
    """Features at m evenly spaced offsets in each direction; the penalty falls as (58a) wants it."""
    d, m, sigma = int(s.d), int(s.m), float(values(as_array(s.sigma, torch.zeros(0))))
    directions = along(torch.eye(d, dtype=torch.float64)).mT
    t = (torch.arange(m).double() * 2 + 1) / m - 1
    return Displays(
        directions.repeat_interleave(m, 0), t.repeat(d), int(s.L), rate(s) * (1 + sigma) / 64, 1.0, weights
    )


def mean_of_labels(s: Sizes) -> Callable[..., Tensor]:
    """What needs no features."""
    return lambda X, y, query: y.mean(-1)


def right_of_24(s: Sizes, like: Array) -> Array:
    """The bound (24) with the constant 1 and C_F = 1, for the least cover of the largest eps."""
    N, n = as_array(s.N, like), as_array(s.n, like)
    eps = sqrt(log(N) / N) + n / s.L
    return eps * (as_array(s.sigma, like) + 1) + relu(-log(eps)) * s.d / n


Answer = Callable[..., Array]
Predictor = Callable[..., Tensor]


def errors(
    s: Sizes, tf: Predictor, prompt: Prompt, b: Array, theta: Array, answer: Answer
) -> tuple[Array, Array]:
    """The squared errors at the query of a predictor and of the prediction 0, ``(batch,)`` each.

    The transformer runs in float64 in any arithmetic.
    """
    first = prompt.r[..., :1] + prompt.s[..., None] * 27 / 32
    inputs = concatenate([first, prompt.r[..., 1:]], -1)
    waves = cosine(along(inputs) / 4 + theta) - cosine(theta)
    f = sum(waves * b, -1) * 4 / s.d
    X, y = values(inputs), values(f)[:, :-1] + values(prompt.noise) * float(values(s.sigma))
    difference = answer(stored(tf(X[:, :-1], y, X[:, -1]), inputs)) - f[:, -1]
    return difference * difference, f[:, -1] * f[:, -1]


BOUND = (
    r"\left(\sqrt{\frac{\log N}N}+\frac nL\right)C_{\mathcal F}(C_{\mathcal F}+\sigma)+\frac{C_{\mathcal "
    r"F}^2\log|\mathcal N_\varepsilon|}n"
)
CLASS = (
    r"here for $f(x)=\frac4d\sum_{k\le d}b_k(\cos(\frac14u_k^\top x+\theta_k)-\cos\theta_k)$, $|b_k|\le1$, "
    r"$u_1=e_1$ and $u_k=\frac{24}{25}e_1+\frac7{25}e_k$, so that $C_{\mathcal F}=1$, inputs "
    r"$x_i=\frac{27}{32}s_ie_1+r_i$ with a sign $s_i$ and $r_i\in[-\frac18,\frac18]^d$ at random, noise "
    r"$\pm\sigma$, "
    r"$\log|\mathcal N_\varepsilon|$ replaced by $\max\{0,d\log\frac1\varepsilon\}$, which is at most as "
    r"large, for "
    r"$\varepsilon=\sqrt{\frac{\log N}N}+\frac nL$, the repaired weights layer by layer, (107), (118), (109) "
    r"and "
    r"(124), in float64, $m$ features of steepness 5 at evenly spaced offsets in each direction $u_k$, $n=dm$, "
    r"temperatures that balance rounding and linearisation (as in lemma-7/precision), $\eta=\frac1{2(n+1)}$ "
    r"and "
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
    uses=[
        "universal_approximation/lemma-1",
        "universal_approximation/lemma-1/eq-28",
        "universal_approximation/lemma-2",
        "universal_approximation/lemma-3",
        "universal_approximation/lemma-4/construction",
        "universal_approximation/lemma-7",
        "universal_approximation/step-5",
        "universal_approximation/step-5/conclusion",
    ],
    summary="One transformer predicts every function of a class in context, with a risk of at most the order "
    "of (24)",
    at=lines(217, 229),
    kind=Probability(failure=lambda s: float(s.N) ** -10),
    settings=space(
        Setting,
        d=dims(1, 4, most=4),
        m=choices(8, 10),
        N=choices(64, 128),
        L=choices(257, 321),
        sigma=dyadics(0, 0.125),
        loud=choices(0, 1),
        b=lambda s: box(s.d, low=0.875 if s.loud else -1.0, high=1.0, of="[-1, 1]"),
        theta=lambda s: box(s.d, low=1.25 if s.loud else 0.0, high=1.875 if s.loud else 6.25, of="(-inf, inf)"),
    ),
    prompts=examples,
    examples=[
        Setting(
            d=d,
            m=8,
            N=128,
            L=257,
            sigma=0.125,
            loud=1,
            b=torch.ones(d).double(),
            theta=torch.full((d,), 1.5).double(),
        )
        for d in (1, 4)
    ],
)
theorem.construction(lambda s: transformer(s))


@theorem.printed(
    r"Of a class with $C_{\mathcal F}<\infty$ one transformer with $L$ layers and $D=d+2n+7$ rows has for "
    r"every "
    r"$f$, with probability at least $1-O(N^{-10})$, $\mathbb E(\widehat y_{N+1}-f(x_{N+1}))^2\lesssim"
    + BOUND
    + r"$; with the constant 1 and probability $1-N^{-10}$, at an $x_{N+1}$ that is drawn with the examples, "
    + CLASS
    + r", $\sigma\le\frac18$, $d\le4$, $N$ of 64 or 128, $m$ of 8 or 10 and $L$ of 257 or 321.",
    slack=SLACK,
    share=1,
)
def risk_of_the_transformer(s: Setting, tf: Predictor, prompt: Prompt, answer: Answer, share: int) -> Margin:
    """The squared prediction error of the transformer against the bound (24) with the constant 1."""
    bound = right_of_24(s, prompt.r) / share
    squared, of_zero = errors(s, tf, prompt, s.b, s.theta, answer)
    return at_most(squared, bound).trivial_where(bound - of_zero)  # where the prediction 0 does


theorem.mutant("the printed weights", construction=lambda s: transformer(s, "printed"))
theorem.mutant("Attn2 without the factor N", construction=lambda s: transformer(s, "four heads"))
theorem.mutant("the mean of the labels", construction=mean_of_labels)
theorem.mutant("one two-hundredth", share=200)


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
            d=choices(1),
            m=dims(1, 32),
            N=dims(2, 256),
            L=dims(1, 257),
            sigma=choices(0.125),
            where=lambda s: s.L % 2 == 1,
        ),
        prompts=tasks,
        pinned={
            "sigma": "the bare claim has other noise; here one size grows at a time",
            "d": "the bare claim has up to four dimensions",
        },
    )
    made.construction(lambda s: transformer(s))
    made.mutant("the printed weights", construction=lambda s: transformer(s, "printed"))
    return made


in_n = ladder_of(
    "theorem-1/features",
    "as n grows with L",
    lambda s: s.n,
    *(Sizes(1, n, 64, 8 * n + 1, 0.125) for n in (4, 8, 16, 32)),
)
in_L = ladder_of(
    "theorem-1/depth",
    "as L grows",
    lambda s: s.L,
    *(Sizes(1, 16, 64, L, 0.125) for L in (17, 33, 65, 129, 257)),
)
GROWS = (
    r"Of a class with $C_{\mathcal F}<\infty$ one transformer with $L$ layers and $D=d+2n+7$ rows has for "
    r"every "
    r"$f$: $\mathbb E(\widehat y_{N+1}-f(x_{N+1}))^2\le K\left[" + BOUND + r"\right]$ with a constant $K$ "
    r"that does not grow with "
)
MEAN = (
    r", in the mean over $\frac54\le\theta\le\frac{15}8$ at $b=1$, examples and $x_{N+1}$; "
    + CLASS
    + r", $d=1$, $\sigma=\frac18$, "
)


@in_n.printed(
    GROWS + "$n$" + MEAN + r"$N=64$, $n$ from 4 to 32 and $L=8n+1$; below 0.68, the error of 0, from $n=4$ on.",
    slack=SLACK,
    share=lambda s: 1.0,
)
@in_L.printed(
    GROWS + "$L$" + MEAN + r"$N=64$, $n=16$, $L$ from 17 to 257; below 0.68, the error of 0, from $L=65$ on.",
    slack=SLACK,
    share=lambda s: 1.0,
)
def mean_risk_of_the_transformer(
    s: Sizes, tf: Predictor, prompt: Prompt, answer: Answer, share: Callable[[Sizes], float]
) -> Margin:
    """The squared prediction error of the transformer against the bound (24) with the constant 1."""
    bound = right_of_24(s, prompt.r) * share(s)
    squared, of_zero = errors(s, tf, prompt, 1, prompt.theta[:, None], answer)
    return at_most(squared, bound).trivial_where(bound - of_zero)  # where the prediction 0 does


in_n.mutant("the bound over n^3", share=lambda s: s.n**-3.0)
in_L.mutant("the bound over L^2", share=lambda s: s.L**-2.0)
