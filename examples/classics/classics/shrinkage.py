"""Soft thresholding, and the iteration that is made of it (ISTA)."""

from __future__ import annotations

from typing import Any

from classics import PAPER
from classics.functions import BOWL, spectrum
from lemmata import amended, at_most, box, dims, dyadics, lines, mutants, printed, reals, scales, theorem
from lemmata.numbers import Array, abs, relu, sum

PENALTY: Any = dyadics(0, 2, of="[0, inf)")


def soft_threshold(x: Array, threshold: Array) -> Array:
    """Entries moved towards 0 by the threshold, or to 0."""
    return relu(x - threshold) - relu(-x - threshold)


@theorem(PAPER, "Statement 20", id="shrinkage/prox", at=lines(65, 66), lam=PENALTY, x=reals(), z=reals())
@printed(
    r"$(S_\lambda(x)-x)^2+\lambda|S_\lambda(x)|\le(z-x)^2+\lambda|z|$ for every $z$.",
    defect="constant",
    because=r"The half before the square is missing: that is minimised at the threshold $\lambda/2$.",
)
@amended(
    r"$\frac12(S_\lambda(x)-x)^2+\lambda|S_\lambda(x)|\le\frac12(z-x)^2+\lambda|z|$ for every $z$.",
    adds="the half",
    weight=1 / 2,
)
@mutants(twice_the_threshold=dict(times=2))
def prox(lam, x, z, weight=1, times=1):
    """Soft thresholding is the proximal map of the absolute value."""

    def objective(z: Array) -> Array:
        return weight * (z - x) ** 2 + lam * abs(z)

    return at_most(objective(soft_threshold(x, times * lam)), objective(z))


@theorem(
    PAPER,
    "Statement 21 (a)",
    id="shrinkage/ista",
    at=lines(70, 70),
    d=dims(1, 3),
    k=dims(1, 4),
    L=scales(-2, 2, of="(0, inf)"),
    lam=PENALTY,
    x=reals("d"),
    z=reals("d"),
    b=reals("d"),
    place=box("d", low=0, high=1),
)
@printed(
    r"$F(x_k)-F(z)\le\frac{L\|x_0-z\|^2}{2k}$ for $F(x)=\frac12\sum_ih_i(x_i-b_i)^2+\lambda\|x\|_1$, "
    r"$0\le h_i\le L$.",
    slack="The constant is 1/4 in the worst case known, as for gradient descent.",
    parts=lambda k: 2 * k,
)
@mutants(a_fifth=dict(parts=lambda k: 5 * k), **{"a rate of 1 / k^2": dict(parts=lambda k: 2 * k * k)})
def ista(k, L, lam, x, z, b, place, parts):
    """After k steps ISTA is within $L |x_0 - z|^2/(2 k)$ of the value at any z."""
    h, start = L * place, x

    def F(x: Array) -> Array:
        return sum(h * (x - b) ** 2) / 2 + lam * sum(abs(x))

    for _ in range(k):
        x = soft_threshold(x - h * (x - b) / L, lam / L)
    return at_most(F(x) - F(z), L * sum((start - z) ** 2) / parts)


@theorem(
    PAPER,
    "Statement 21 (b)",
    id="shrinkage/ista-linear",
    at=lines(71, 72),
    **(BOWL | dict(k=dims(0, 4), lam=PENALTY, b=reals("d"))),
)
@printed(
    r"$\|x_k-x^*\|\le(1-\sqrt{\mu/L})^k\|x_0-x^*\|$ for $F(x)=\frac12\sum_ih_i(x_i-b_i)^2+\lambda\|x\|_1$, "
    r"$\mu\le h_i\le L$.",
    defect="constant",
    because="The root is what acceleration gains; ISTA has none.",
    share=lambda m, more: m / (m + more),
)
@amended(
    r"$\|x_k-x^*\|\le(1-\mu/L)^k\|x_0-x^*\|$ for $F(x)=\frac12\sum_ih_i(x_i-b_i)^2+\lambda\|x\|_1$, "
    r"$\mu\le h_i\le L$.",
    adds="no root",
    share=lambda m, more: m**2 / (m + more) ** 2,
)
@mutants(half_a_step_more=dict(extra=1))
def ista_linear(k, m, more, lam, x, b, place, share, extra=0):
    r"""Each step of ISTA contracts by $1 - \mu/L$."""
    h, _, L = spectrum(m, more, place)
    least = soft_threshold(b, lam / h)  # where the subgradient has 0, entry by entry
    start = x
    for _ in range(k):
        x = soft_threshold(x - h * (x - b) / L, lam / L)
    return at_most(sum((x - least) ** 2), (1 - share) ** (2 * k + extra) * sum((start - least) ** 2))
