"""Gradient descent, accelerated and not: constants that are attained, and constants misremembered."""

from __future__ import annotations

from collections.abc import Callable

from classics import PAPER
from classics.functions import BOWLS, RUNS, Bowl, Run, bowl, curvatures, huber, huber_gradient, square, start
from lemmata import Margin, Prompt, at_most, lines

convex = PAPER.claim("Statement 1", id="gradient-descent/convex", at=lines(5, 6), settings=RUNS, prompts=start)


@convex.printed(
    r"$f(x_k)-f^*\le\frac{L\|x_0-x^*\|^2}{4k+2}$ for Huber's $f$ and $k$ steps of length $\frac1L$.",
    parts=lambda s: 4 * s.k + 2,
)
def one_over_k(s: Run, prompt: Prompt, parts: Callable[[Run], int]) -> Margin:
    """Gradient descent on a convex function comes within 1 / (4 k + 2) of the minimum."""
    x = prompt.x
    for _ in range(s.k):
        x = x - huber_gradient(s, x) / s.L
    return at_most(huber(s, x)[:, 0], s.L * square(prompt.x) / parts(s))


convex.mutant("one step more", parts=lambda s: 4 * s.k + 3)
convex.mutant("a rate of 1 / k^2", parts=lambda s: 4 * s.k * s.k + 2)

linear = PAPER.claim("Statement 2", id="gradient-descent/linear", at=lines(8, 9), settings=BOWLS, prompts=bowl)


@linear.printed(
    r"$\|x_k\|\le\left(\frac{L-\mu}{L+\mu}\right)^{2k}\|x_0\|$ for steps of length $\frac2{\mu+L}$.",
    defect="constant",
    because="The square is the rate of the values f(x_k); distances contract with the root of it.",
    power=lambda s: 4 * s.k,
)
@linear.amended(
    r"$\|x_k\|\le\left(\frac{L-\mu}{L+\mu}\right)^k\|x_0\|$ for steps of length $\frac2{\mu+L}$.",
    adds="the rate of distances, not of values",
    power=lambda s: 2 * s.k,
)
def contraction(s: Bowl, prompt: Prompt, power: Callable[[Bowl], int]) -> Margin:
    """With the best fixed step, each step of gradient descent contracts by (L - mu) / (L + mu)."""
    mu, L = s.m * s.m, s.M * s.M
    x = prompt.x
    for _ in range(s.k):
        x = x - curvatures(s, prompt) * x * 2 / (mu + L)
    return at_most(square(x), ((L - mu) / (L + mu)) ** power(s) * square(prompt.x))


linear.mutant("a factor more", power=lambda s: 2 * s.k + 1)

heavy = PAPER.claim(
    "Statement 3", id="gradient-descent/heavy-ball", at=lines(11, 12), settings=BOWLS, prompts=bowl
)


@heavy.printed(
    r"$\|x_k\|\le q^k\|x_0\|$ with $q=\frac{\sqrt L-\sqrt\mu}{\sqrt L+\sqrt\mu}$, "
    r"for Polyak's step and momentum and $x_{-1}=x_0$.",
    defect="statement",
    because="q is the spectral radius, not the norm: where two eigenvalues meet, k q^k appears.",
    factor=lambda s, q: 1,
)
@heavy.amended(
    r"$\|x_k\|\le(1+k(1+q))q^k\|x_0\|$ with $q=\frac{\sqrt L-\sqrt\mu}{\sqrt L+\sqrt\mu}$ and $x_{-1}=x_0$.",
    adds="the factor 1 + k (1 + q)",
    factor=lambda s, q: 1 + s.k * (1 + q),
)
def polyak(s: Bowl, prompt: Prompt, factor: Callable[[Bowl, float], float]) -> Margin:
    """The heavy ball contracts like q^k, with q from the roots of the curvatures."""
    q = (s.M - s.m) / (s.M + s.m)
    step = 4 / ((s.M + s.m) * (s.M + s.m))
    before, x = prompt.x, prompt.x
    for _ in range(s.k):
        before, x = x, x - step * (curvatures(s, prompt) * x) + q * q * (x - before)
    bound = factor(s, q) * q**s.k
    return at_most(square(x), bound * bound * square(prompt.x))


heavy.mutant("half the growth", factor=lambda s, q: 1 + s.k * (1 + q) / 2)
heavy.mutant("without the second eigenvalue", factor=lambda s, q: 1 + s.k)

fista = PAPER.claim("Statement 4", id="gradient-descent/fista", at=lines(14, 16), settings=RUNS, prompts=start)


@fista.printed(
    r"$f(x_k)-f^*\le\frac{L\|x_0-x^*\|^2}{2(k+1)^2}$ for FISTA on Huber's functions $f$.",
    defect="constant",
    because="The constant is that of gradient descent; Beck and Teboulle's is four times as large.",
    constant=1,
    power=2,
)
@fista.amended(
    r"$f(x_k)-f^*\le\frac{2L\|x_0-x^*\|^2}{(k+1)^2}$ for FISTA on Huber's functions $f$.",
    adds="the constant 2 in place of 1/2",
    slack="The proof drops terms of lower order in k, which count for the few steps drawn.",
    constant=4,
    power=2,
)
def accelerated(s: Run, prompt: Prompt, constant: int, power: int) -> Margin:
    """FISTA comes within 2 / (k + 1)^2 of the minimum."""
    before = x = y = prompt.x
    for k in range(1, s.k + 1):
        before, x = x, y - huber_gradient(s, y) / s.L
        y = x + (x - before) * (k - 1) / (k + 2)
    return at_most(huber(s, x)[:, 0], constant * s.L * square(prompt.x) / (2 * (s.k + 1) ** power))


fista.mutant("a rate of 1 / k^3", power=3)
