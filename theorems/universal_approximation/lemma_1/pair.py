r"""Random ramps represent a function at a point: Lemma 1 with explicit constants, for one pair (f, x).

The features (29) are drawn from the measure (79); for $f=\sum_kb_k\cos(\omega_kx+\theta_k)$ with $|b_k|\le
B_k$ in one dimension everything is known: $\Lambda$ draws a frequency with probability proportional to
$B_k\omega_k$ and t evenly from $[-2,1]$, and (80) is $\rho_f=3\widetilde C\,\gamma(t)\,b_k/B_k$ with
$\widetilde C=\sum_kB_k\omega_k$. For a fixed pair $(f,x)$, by Lemma 5 and Hoeffding's inequality,
$|f(x)-f(0)-\frac1n\sum_i\rho_f\phi_i|\le3C_{\mathcal F}/\tau+3\widetilde C\sqrt{2\log(2/\delta)/n}$ with
probability $1-\delta$. (27) follows by a union bound over a cover of pairs; that its coefficients then
depend on $x$ is the claim ``lemma-1/cover``, and the claim ``lemma-1`` has all pairs at once. (28) needs no
probability: $|\rho_f|\le3\widetilde C$.

Two frequencies, $\omega_2=2\omega_1$ and $B_1\omega_1=B_2\omega_2$, so that a fair coin chooses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from baselines.barron import phi
from lemmata import Margin, Prompt, Space, at_most, choices, dyadics, lines, signs, space, uniform
from lemmata.numbers import Array, absolute, as_array, concatenate, log, sqrt, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import g, gamma


@dataclass(frozen=True)
class Setting:
    n: int
    tau: float
    omega: float
    theta: float
    b: float
    x: float
    delta: float


settings = space(
    Setting,
    n=choices(4, 64, 1024),
    tau=dyadics(5, 64),
    omega=dyadics(0.25, 4),
    theta=dyadics(0, 6),
    b=dyadics(-1, 1),
    x=dyadics(-1, 1),
    delta=choices(0.25, 0.0625),
)


def prompts(s: Setting) -> Space:
    """The draws of (79): offsets, and a coin for each frequency."""
    return space(t=uniform(s.n, low=-2.0, high=1.0), coin=signs(s.n))


def frequencies(s: Setting, like: Array) -> Prompt:
    """Both terms of f; B = (1, 1/2) and b the same share of both."""
    ones = concatenate([like[:1] * 0 + 1, like[:1] * 0 + 2], 0)[None]
    return Prompt(omega=ones * s.omega, theta=ones * 0 + s.theta, b=ones * 0 + s.b)


Level = Callable[[Setting, Array], Array]
pair = PAPER.claim(
    "Lemma 1, (27) for one pair",
    id="lemma-1/pair",
    rank="step",
    origin="read",
    at=lines(539, 541),
    kind="probability",
    settings=settings,
    prompts=prompts,
    examples=[Setting(1024, 64.0, 1.0, 1.5, 1.0, 1.0, 0.25)],
    failure=lambda s: s.delta,
)


def level(s: Setting, like: Array) -> Array:
    moment = as_array(s.omega, like) * 2  # C tilde: B_1 w_1 + B_2 w_2
    C = moment + 1.5
    fluctuation = sqrt(log(2 / as_array(s.delta, like)) * 2 / s.n)
    return C * 3 / s.tau + moment * 3 * fluctuation


@pair.printed(
    r"For $\tau>4$ and every $(f,x)$ there are coefficients with "
    r"$\left|f(x)-f(0)-\frac1n\sum_i\rho_{f,i}\phi_i^{\mathsf{feature}}(x)\right|\lesssim C_{\mathcal "
    r"F}\left(\frac1\tau+\tau\varepsilon+"
    r"\sqrt{\frac{\log|\mathcal N_\varepsilon|}n}\right)$, for features drawn from (79); here for one "
    r"pair, with $3\sqrt{2\log(2/\delta)}$ for $\sqrt{\log|\mathcal N_\varepsilon|}$.",
    level=level,
    factor=3,
)
def ramps_represent_at_a_point(s: Setting, prompt: Prompt, level: Level, factor: Any) -> Margin:
    """Random ramps represent a combination of cosines at a point."""
    first = frequencies(s, prompt.t[0])
    x = prompt.t[:1, :1] * 0 + s.x
    exact = sum(g(first, x) * first.omega * first.b / _one_two(x), -1)
    which = (prompt.coin + 1) / 2  # 1: the second frequency
    omega = (which + 1) * as_array(s.omega, prompt.t)
    one = Prompt(omega=omega, theta=omega * 0 + s.theta)
    moment = as_array(s.omega, prompt.t) * 2
    rho = gamma(one, prompt.t) * moment * factor * s.b
    mixture = sum(rho * phi((prompt.t * 0 + s.x - prompt.t) * s.tau), -1) / s.n
    return at_most(absolute(mixture - exact), level(s, mixture) + mixture * 0)


def _one_two(like: Array) -> Array:
    return concatenate([like * 0 + 1, like * 0 + 2], -1)


pair.mutant("the weights without the factor 3", level=level, factor=1)
pair.mutant("no fluctuation", level=lambda s, like: level(s, like) / 16, factor=3)
