"""Eigenvalues and singular values under change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from classics import PAPER
from classics.functions import square
from lemmata import Margin, Prompt, at_most, box, dims, dyadics, lines, reals, space, symmetric
from lemmata.numbers import Array, abs, concat, diag_embed, eye, linalg, max, min


@dataclass(frozen=True)
class Size:
    """The size d of the matrices."""

    d: int


SIZES = space(Size, d=dims(1, 3))

weyl = PAPER.claim(
    "Statement 5",
    id="spectra/weyl",
    at=lines(18, 18),
    settings=SIZES,
    prompts=lambda s: space(pair=symmetric(2, s.d)),
)


@weyl.printed(r"$|\lambda_i(A+E)-\lambda_i(A)|\le\|E\|_2$ for symmetric $A$, $E$ and every $i$.", share=2)
def moved_eigenvalues(s: Size, prompt: Prompt, share: int) -> Margin:
    """No eigenvalue moves farther than the norm of the perturbation."""
    A, E = prompt.pair[:, 0], prompt.pair[:, 1]
    moved = max(abs(linalg.eigvalsh(A + E) - linalg.eigvalsh(A)), -1)
    return at_most(moved, max(abs(linalg.eigvalsh(E)), -1) * share / 2)


weyl.mutant("half the norm", share=1)

davis_kahan = PAPER.claim(
    "Statement 13",
    id="spectra/davis-kahan",
    at=lines(40, 42),
    settings=space(Size, d=dims(2, 3)),
    prompts=lambda s: space(
        below=box(
            s.d - 1, low=0, high=4, of="[0, inf)"
        ),  # how far the other eigenvalues of A lie below its largest one
        top=reals(1),  # the largest eigenvalue of B, where that of A is 0
        under=box(s.d - 1, low=0, high=4, of="[0, inf)"),  # how far its other ones lie below it
        tilt=reals(s.d - 1),  # a reflection along (1, tilt) takes eigenvectors of A to those of B
    ),
)


def with_largest(top: Array, below: Array) -> Array:
    """``(batch, d, d)`` the diagonal matrix of one number and of others, so far below it."""
    return diag_embed(concat([top, top - below], -1))


@davis_kahan.printed(
    r"$\sin\theta\le\frac{\|B-A\|_2}{\lambda_1(A)-\lambda_2(A)}$ for $\theta$ between first eigenvectors.",
    defect="constant",
    because="The gap has to be one between A and B, or the numerator twice as large: E may close half the gap "
    "from either side.",
    halves=2,
)
@davis_kahan.amended(
    r"$\sin\theta\le\frac{2\|B-A\|_2}{\lambda_1(A)-\lambda_2(A)}$ for $\theta$ between first eigenvectors.",
    adds="the factor 2",
    halves=4,
)
def angle(s: Size, prompt: Prompt, halves: int) -> Margin:
    """The first eigenvector turns by twice the perturbation over the gap at most."""
    v = concat([prompt.top * 0 + 1, prompt.tilt], -1)
    reflection = eye(s.d, v) - v[:, :, None] * v[:, None, :] * 2 / square(v)[:, None, None]
    A = with_largest(prompt.top * 0, prompt.below)
    B = reflection @ with_largest(prompt.top, prompt.under) @ reflection
    sine = square(reflection[:, 1:, 0])
    gap, change = min(prompt.below, -1), max(abs(linalg.eigvalsh(B - A)), -1)
    return at_most(sine * gap * gap, halves * halves * change * change / 4)


davis_kahan.mutant("three halves", halves=3)


@dataclass(frozen=True)
class Iteration:
    """k steps in d dimensions; no eigenvalue but the first exceeds ``ratio`` times it."""

    d: int
    k: int
    ratio: float


power = PAPER.claim(
    "Statement 14",
    id="spectra/power-iteration",
    at=lines(44, 45),
    settings=space(Iteration, d=dims(2, 3), k=dims(0, 4), ratio=dyadics(0, 1, open_high=True)),
    prompts=lambda s: space(tail=reals(s.d - 1), place=box(s.d - 1, low=-1, high=1)),
)


@power.printed(
    r"$\sin\theta_k\le\rho^k\sin\theta_0$ for $|\lambda_i|\le\rho\lambda_1$, $i\ge2$.",
    defect="statement",
    because="Seen from far away the sine stays near 1 at first; tangents contract.",
    of_tangent=lambda t: t / (1 + t),
    more=0,
)
@power.amended(
    r"$\tan\theta_k\le\rho^k\tan\theta_0$ for $|\lambda_i|\le\rho\lambda_1$, $i\ge2$.",
    adds="tangents in place of sines",
    of_tangent=lambda t: t,
    more=0,
)
def approach(s: Iteration, prompt: Prompt, of_tangent: Callable[[Array], Array], more: int) -> Margin:
    """The power iteration comes nearer to the first eigenvector by the ratio of the eigenvalues."""
    eigenvalues = concat([prompt.tail[:, :1] * 0 + 1, s.ratio * prompt.place], -1)
    x = start = concat([prompt.tail[:, :1] * 0 + 1, prompt.tail], -1)  # not orthogonal to the first one
    for _ in range(s.k):
        x = eigenvalues * x
    squares = [square(v[:, 1:]) / square(v[:, :1]) for v in (x, start)]
    return at_most(of_tangent(squares[0]), s.ratio ** (2 * s.k + more) * of_tangent(squares[1]))


power.mutant("half a step more", more=1)
