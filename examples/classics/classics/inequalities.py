"""Two inequalities that are quoted from memory: Pinsker's, and Chebyshev's on polynomials."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from classics import PAPER
from lemmata import Margin, Prompt, at_least, dims, lines, reals, space
from lemmata.numbers import Array, abs, constant, cos, log, max, pi, softmax, sum


@dataclass(frozen=True)
class Points:
    """Distributions on n points."""

    n: int


pinsker = PAPER.claim(
    "Statement 9",
    id="inequalities/pinsker",
    at=lines(28, 29),
    settings=space(Points, n=dims(2, 4)),
    prompts=lambda s: space(x=reals(s.n), y=reals(s.n)),
)


@pinsker.printed(
    r"$\mathrm{KL}(p\|q)\ge2\|p-q\|_1^2$ for $p=\mathrm{softmax}(x)$, $q=\mathrm{softmax}(y)$.",
    defect="constant",
    because="The constant 2 goes with the total variation, which is half of the l1 norm.",
    quarters=8,
)
@pinsker.amended(
    r"$\mathrm{KL}(p\|q)\ge\frac12\|p-q\|_1^2$ for $p=\mathrm{softmax}(x)$, $q=\mathrm{softmax}(y)$.",
    adds="the constant 1/2",
    quarters=2,
)
def divergence(s: Points, prompt: Prompt, quarters: int) -> Margin:
    """The divergence of two positive distributions is at least half their squared l1 distance."""
    p, q = softmax(prompt.x), softmax(prompt.y)
    distance = sum(abs(p - q), -1)
    return at_least(sum(p * (log(p) - log(q)), -1), distance * distance * quarters / 4)


pinsker.mutant("three quarters", quarters=3)


@dataclass(frozen=True)
class Degree:
    """Polynomials of degree n."""

    n: int


chebyshev = PAPER.claim(
    "Statement 10",
    id="inequalities/chebyshev",
    at=lines(31, 32),
    settings=space(Degree, n=dims(1, 5)),
    prompts=lambda s: space(c=reals(s.n)),
)


@chebyshev.printed(
    r"$\max_{0\le j\le n}|p(\cos\frac{\pi j}n)|\ge2^{1-n}$ for $p(t)=t^n+c_nt^{n-1}+\dots+c_1$.",
    bound=lambda s: 2 / 2**s.n,
    skipped=0,
)
def deviation(s: Degree, prompt: Prompt, bound: Callable[[Degree], Array], skipped: int) -> Margin:
    """No monic polynomial is smaller on [-1, 1] than that of Chebyshev, not even at n + 1 points."""
    points = cos(pi(prompt.c) * constant(list(range(skipped, s.n + 1)), prompt.c) / s.n)
    value = points * 0 + 1
    for k in range(s.n):  # Horner's scheme
        value = value * points + prompt.c[:, s.n - 1 - k, None]
    return at_least(max(abs(value), -1), bound(s))


chebyshev.mutant("twice as large", bound=lambda s: 4 / 2**s.n)
chebyshev.mutant("one point less", skipped=1)
