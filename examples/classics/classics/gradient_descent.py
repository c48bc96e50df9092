"""Gradient descent, accelerated and not: constants that are attained, and constants misremembered."""

from __future__ import annotations

from collections.abc import Callable

from classics import PAPER
from classics.functions import BOWL, RUN, huber, huber_gradient, spectrum
from lemmata import amended, at_most, lines, mutants, printed, theorem
from lemmata.numbers import Array


@theorem(PAPER, "Statement 1", id="gradient-descent/convex", at=lines(5, 6), **RUN)
@printed(
    r"$f(x_k)-f^*\le\frac{L\|x_0-x^*\|^2}{4k+2}$ for Huber's $f$ and $k$ steps of length $\frac1L$.",
    parts=lambda k: 4 * k + 2,
)
@mutants(
    one_step_more=dict(parts=lambda k: 4 * k + 3), **{"a rate of 1 / k^2": dict(parts=lambda k: 4 * k * k + 2)}
)
def convex(k, L, width, x, parts):
    """Gradient descent on a convex function comes within $1/(4 k + 2)$ of the minimum."""
    start = x
    for _ in range(k):
        x = x - huber_gradient(L, width, x) / L
    return at_most(huber(L, width, x), L * start**2 / parts)


@theorem(PAPER, "Statement 2", id="gradient-descent/linear", at=lines(8, 9), **BOWL)
@printed(
    r"$\|x_k\|\le\left(\frac{L-\mu}{L+\mu}\right)^{2k}\|x_0\|$ for steps of length $\frac2{\mu+L}$.",
    defect="constant",
    because="The square is the rate of the values $f(x_k)$; distances contract with the root of it.",
    power=lambda k: 4 * k,
)
@amended(
    r"$\|x_k\|\le\left(\frac{L-\mu}{L+\mu}\right)^k\|x_0\|$ for steps of length $\frac2{\mu+L}$.",
    adds="the rate of distances, not of values",
    power=lambda k: 2 * k,
)
@mutants(a_factor_more=dict(power=lambda k: 2 * k + 1))
def linear(k, m, more, x, place, power):
    r"""With the best fixed step, each step of gradient descent contracts by $(L - \mu)/(L + \mu)$."""
    h, mu, L = spectrum(m, more, place)
    start = x
    for _ in range(k):
        x = x - h * x * 2 / (mu + L)
    return at_most(x @ x, ((L - mu) / (L + mu)) ** power * (start @ start))


@theorem(PAPER, "Statement 3", id="gradient-descent/heavy-ball", at=lines(11, 12), **BOWL)
@printed(
    r"$\|x_k\|\le q^k\|x_0\|$ with $q=\frac{\sqrt L-\sqrt\mu}{\sqrt L+\sqrt\mu}$, "
    r"for Polyak's step and momentum and $x_{-1}=x_0$.",
    defect="statement",
    because="q is the spectral radius, not the norm: where two eigenvalues meet, $k q^k$ appears.",
)
@amended(
    r"$\|x_k\|\le(1+k(1+q))q^k\|x_0\|$ with $q=\frac{\sqrt L-\sqrt\mu}{\sqrt L+\sqrt\mu}$ and $x_{-1}=x_0$.",
    adds="the factor $1 + k(1 + q)$",
    factor=lambda k, q: 1 + k * (1 + q),
)
@mutants(
    half_the_growth=dict(factor=lambda k, q: 1 + k * (1 + q) / 2),
    without_the_second_eigenvalue=dict(factor=lambda k, q: 1 + k),
)
def heavy_ball(k, m, more, x, place, factor: Callable[[int, Array], Array] = lambda k, q: 1):
    """The heavy ball contracts like $q^k$, with q from the roots of the curvatures."""
    h, M = spectrum(m, more, place)[0], m + more
    q = (M - m) / (M + m)
    start = before = x
    for _ in range(k):
        before, x = x, x - 4 / (M + m) ** 2 * (h * x) + q * q * (x - before)
    return at_most(x @ x, (factor(k, q) * q**k) ** 2 * (start @ start))


@theorem(PAPER, "Statement 4", id="gradient-descent/fista", at=lines(14, 16), **RUN)
@printed(
    r"$f(x_k)-f^*\le\frac{L\|x_0-x^*\|^2}{2(k+1)^2}$ for FISTA on Huber's functions $f$.",
    defect="constant",
    because="The constant is that of gradient descent; Beck and Teboulle's is four times as large.",
)
@amended(
    r"$f(x_k)-f^*\le\frac{2L\|x_0-x^*\|^2}{(k+1)^2}$ for FISTA on Huber's functions $f$.",
    adds="the constant 2 in place of 1/2",
    slack="The proof drops terms of lower order in k, which count for the few steps drawn.",
    constant=2,
)
@mutants(**{"a rate of 1 / k^3": dict(power=3)})
def fista(k, L, width, x, constant=1 / 2, power=2):
    """FISTA comes within $2/(k + 1)^2$ of the minimum."""
    start = before = y = x
    for j in range(1, k + 1):
        before, x = x, y - huber_gradient(L, width, y) / L
        y = x + (x - before) * (j - 1) / (j + 2)
    return at_most(huber(L, width, x), constant * L * start**2 / (k + 1) ** power)
