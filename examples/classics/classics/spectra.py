"""Eigenvalues and singular values under change."""

from collections.abc import Callable

from classics import PAPER
from lemmata import amended, at_most, box, dims, dyadics, lines, mutants, printed, reals, symmetric, theorem
from lemmata.numbers import Array, abs, concat, diag, eye, linalg, max, min, outer


@theorem(
    PAPER, "Statement 5", id="spectra/weyl", at=lines(18, 18), d=dims(1, 3), A=symmetric("d"), E=symmetric("d")
)
@printed(r"$|\lambda_i(A+E)-\lambda_i(A)|\le\|E\|_2$ for symmetric $A$, $E$ and every $i$.")
@mutants(half_the_norm=dict(share=1 / 2))
def weyl(A, E, share=1):
    """No eigenvalue moves farther than the norm of the perturbation."""
    moved = abs(linalg.eigvalsh(A + E) - linalg.eigvalsh(A))
    return at_most(max(moved), share * max(abs(linalg.eigvalsh(E))))


@theorem(
    PAPER,
    "Statement 13",
    id="spectra/davis-kahan",
    at=lines(40, 42),
    d=dims(2, 3),
    below=box("d - 1", low=0, high=4, of="[0, inf)"),  # how far the other eigenvalues of A lie below its first
    top=reals(),  # the largest eigenvalue of B, where that of A is 0
    under=box("d - 1", low=0, high=4, of="[0, inf)"),  # how far its other ones lie below it
    tilt=reals("d - 1"),  # a reflection along (1, tilt) takes eigenvectors of A to those of B
)
@printed(
    r"$\sin\theta\le\frac{\|B-A\|_2}{\lambda_1(A)-\lambda_2(A)}$ for $\theta$ between first eigenvectors.",
    defect="constant",
    because="The gap has to be one between A and B, or the numerator twice as large: E may close half the gap "
    "from either side.",
)
@amended(
    r"$\sin\theta\le\frac{2\|B-A\|_2}{\lambda_1(A)-\lambda_2(A)}$ for $\theta$ between first eigenvectors.",
    adds="the factor 2",
    factor=2,
)
@mutants(three_halves=dict(factor=3 / 2))
def davis_kahan(d, below, top, under, tilt, factor=1):
    """The first eigenvector turns by twice the perturbation over the gap at most."""
    v = concat([1, tilt])
    reflection = eye(d) - 2 * outer(v, v) / (v @ v)
    A = diag(concat([0, -below]))
    B = reflection @ diag(concat([top, top - under])) @ reflection
    sine = reflection[1:, 0]  # a vector whose length it is
    return at_most((sine @ sine) * min(below) ** 2, (factor * max(abs(linalg.eigvalsh(B - A)))) ** 2)


@theorem(
    PAPER,
    "Statement 14",
    id="spectra/power-iteration",
    at=lines(44, 45),
    d=dims(2, 3),
    k=dims(0, 4),
    ratio=dyadics(0, 1, open_high=True),
    tail=reals("d - 1"),  # of a start that is not orthogonal to the first eigenvector
    place=box("d - 1", low=-1, high=1),
)
@printed(
    r"$\sin\theta_k\le\rho^k\sin\theta_0$ for $|\lambda_i|\le\rho\lambda_1$, $i\ge2$.",
    defect="statement",
    because="Seen from far away the sine stays near 1 at first; tangents contract.",
)
@amended(
    r"$\tan\theta_k\le\rho^k\tan\theta_0$ for $|\lambda_i|\le\rho\lambda_1$, $i\ge2$.",
    adds="tangents in place of sines",
    of_tangent=lambda t: t,
)
@mutants(half_a_step_more=dict(more=1))
def power_iteration(
    k, ratio, tail, place, of_tangent: Callable[[Array], Array] = lambda t: t / (1 + t), more=0
):
    """The power iteration comes nearer to the first eigenvector by the ratio of the eigenvalues."""
    x = start = concat([1, tail])
    for _ in range(k):
        x = concat([1, ratio * place]) * x
    after, before = (of_tangent(v[1:] @ v[1:] / v[0] ** 2) for v in (x, start))  # of squares
    return at_most(after, ratio ** (2 * k + more) * before)
