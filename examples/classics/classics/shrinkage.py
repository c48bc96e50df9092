"""Soft thresholding, and the iteration that is made of it (ISTA)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from classics import PAPER
from classics.functions import Bowl, square
from lemmata import Margin, Prompt, Space, at_most, box, dims, dyadics, lines, reals, scales, space
from lemmata.numbers import Array, abs, relu, sum


def soft_threshold(x: Array, threshold: Array) -> Array:
    """Entries moved towards 0 by the threshold, or to 0."""
    return relu(x - threshold) - relu(-x - threshold)


@dataclass(frozen=True)
class Threshold:
    """A threshold lambda."""

    lam: float


prox = PAPER.claim(
    "Statement 20",
    id="shrinkage/prox",
    at=lines(65, 66),
    settings=space(Threshold, lam=dyadics(0, 2, of="[0, inf)")),
    prompts=lambda s: space(x=reals(1), z=reals(1)),
)


@prox.printed(
    r"$(S_\lambda(x)-x)^2+\lambda|S_\lambda(x)|\le(z-x)^2+\lambda|z|$ for every $z$.",
    defect="constant",
    because="The half before the square is missing: that is minimised at the threshold lambda / 2.",
    parts=1,
    threshold=lambda s: s.lam,
)
@prox.amended(
    r"$\frac12(S_\lambda(x)-x)^2+\lambda|S_\lambda(x)|\le\frac12(z-x)^2+\lambda|z|$ for every $z$.",
    adds="the half",
    parts=2,
    threshold=lambda s: s.lam,
)
def minimises(s: Threshold, prompt: Prompt, parts: int, threshold: Callable[[Threshold], Array]) -> Margin:
    """Soft thresholding is the proximal map of the absolute value."""

    def objective(z: Array) -> Array:
        return (z - prompt.x) ** 2 / parts + s.lam * abs(z)

    return at_most(objective(soft_threshold(prompt.x, threshold(s))), objective(prompt.z))


prox.mutant("twice the threshold", threshold=lambda s: 2 * s.lam)


@dataclass(frozen=True)
class Lasso:
    """k steps of length 1/L in d dimensions, with the penalty lambda."""

    d: int
    k: int
    L: float
    lam: float


sublinear = PAPER.claim(
    "Statement 21 (a)",
    id="shrinkage/ista",
    at=lines(70, 70),
    settings=space(
        Lasso, d=dims(1, 3), k=dims(1, 4), L=scales(-2, 2, of="(0, inf)"), lam=dyadics(0, 2, of="[0, inf)")
    ),
    prompts=lambda s: space(x=reals(s.d), z=reals(s.d), b=reals(s.d), place=box(s.d, low=0, high=1)),
)


@sublinear.printed(
    r"$F(x_k)-F(z)\le\frac{L\|x_0-z\|^2}{2k}$ for $F(x)=\frac12\sum_ih_i(x_i-b_i)^2+\lambda\|x\|_1$, "
    r"$0\le h_i\le L$.",
    slack="The constant is 1/4 in the worst case known, as for gradient descent.",
    parts=lambda s: 2 * s.k,
)
def one_over_k(s: Lasso, prompt: Prompt, parts: Callable[[Lasso], int]) -> Margin:
    """After k steps ISTA is within L |x_0 - z|^2 / (2 k) of the value at any z."""
    h = s.L * prompt.place

    def F(x: Array) -> Array:
        return sum(h * (x - prompt.b) ** 2, -1) / 2 + s.lam * sum(abs(x), -1)

    x = prompt.x
    for _ in range(s.k):
        x = soft_threshold(x - h * (x - prompt.b) / s.L, s.lam / s.L)
    return at_most(F(x) - F(prompt.z), s.L * square(prompt.x - prompt.z) / parts(s))


sublinear.mutant("a fifth", parts=lambda s: 5 * s.k)
sublinear.mutant("a rate of 1 / k^2", parts=lambda s: 2 * s.k * s.k)


@dataclass(frozen=True)
class StrongLasso(Bowl):
    """A bowl, and the penalty lambda."""

    lam: float


def strong(s: StrongLasso) -> Space:
    """A start, the minimum without penalty, and where each curvature lies between mu (0) and L (1)."""
    return space(x=reals(s.d), b=reals(s.d), place=box(s.d, low=0, high=1))


linear = PAPER.claim(
    "Statement 21 (b)",
    id="shrinkage/ista-linear",
    at=lines(71, 72),
    settings=space(
        StrongLasso,
        d=dims(1, 3),
        k=dims(0, 4),
        m=scales(-2, 2, of="(0, inf)"),
        more=scales(-3, 3, of="(0, inf)"),
        lam=dyadics(0, 2, of="[0, inf)"),
    ),
    prompts=strong,
)


@linear.printed(
    r"$\|x_k-x^*\|\le(1-\sqrt{\mu/L})^k\|x_0-x^*\|$ for $F(x)=\frac12\sum_ih_i(x_i-b_i)^2+\lambda\|x\|_1$, "
    r"$\mu\le h_i\le L$.",
    defect="constant",
    because="The root is what acceleration gains; ISTA has none.",
    share=lambda s: s.m / s.M,
    more=0,
)
@linear.amended(
    r"$\|x_k-x^*\|\le(1-\mu/L)^k\|x_0-x^*\|$ for $F(x)=\frac12\sum_ih_i(x_i-b_i)^2+\lambda\|x\|_1$, "
    r"$\mu\le h_i\le L$.",
    adds="no root",
    share=lambda s: s.m * s.m / (s.M * s.M),
    more=0,
)
def contraction(s: StrongLasso, prompt: Prompt, share: Callable[[StrongLasso], Array], more: int) -> Margin:
    """Each step of ISTA contracts by 1 - mu / L."""
    mu, L = s.m * s.m, s.M * s.M
    h = prompt.place * (L - mu) + mu
    least = soft_threshold(prompt.b, s.lam / h)  # where the subgradient has 0, entry by entry
    x = prompt.x
    for _ in range(s.k):
        x = soft_threshold(x - h * (x - prompt.b) / L, s.lam / L)
    return at_most(square(x - least), (1 - share(s)) ** (2 * s.k + more) * square(prompt.x - least))


linear.mutant("half a step more", more=1)
