"""Eigenvalues by their gaps, and sequences of errors that satisfy the recursion of the slides."""

from typing import Any

from lemmata import box, choices, dims, dyadics
from lemmata.numbers import Array, Number, Vector, concat, cumprod, cumsum, flip, maximum, min, stack

EIGENVALUES: dict[str, Any] = {
    "k": dims(2, 3),
    "mu": dyadics(0, 2, of="[0, inf)"),  # $\lambda_{k+1}$
    "gaps": box("k", low=0.125, high=9, of="(0, inf)"),  # $\lambda_k-\lambda_{k+1},\dots,\lambda_1-\lambda_2$
    "lam": lambda mu, gaps: flip(mu + cumsum(gaps, 0), 0),
}
ERROR = dyadics(0, 1, open_low=True, of="(0, inf)")
SEQUENCES: dict[str, Any] = {
    "rank": "step",
    "origin": "read",
    **EIGENVALUES,
    "e": ERROR,  # $\sqrt{2\epsilon_0}$
    # How far each inequality of the recursion is used.
    "share_a": box("k", low=0, high=1),
    "share_b": box("k", low=0, high=1),
    "examples": [
        dict(k=2, mu=0.0, gaps=[1.0, 9.0], e=1.0),  # $\lambda=(10,1)$
        dict(k=2, mu=0.0, gaps=[0.125, 8.0], e=1.0),
        dict(k=2, mu=0.0, gaps=[9.0, 0.125], e=1.0),
    ],
}
STEEP: dict[str, Any] = {
    "why": "With two eigenvalues that are often far apart, where it fails often enough to be found.",
    "k": dims(2, 2),
    "mu": choices(0.0),
    "gaps": box(2, low=0.125, high=8),
    "e": choices(1.0),
    "where": lambda gaps: gaps[1] != 5 * gaps[0],  # the offset of the first k gaps is infinite there
}


def first_gaps(gaps: Vector) -> Number:
    r"""$\Delta$ of the slides, the smallest gap among the first k eigenvalues."""
    return min(gaps[1:])


def all_gaps(gaps: Vector) -> Number:
    r"""$\Delta$ with the gap below $\lambda_k$."""
    return min(gaps)


def sequences(
    share_a: Vector, share_b: Vector, lam: Vector, e: Number, Delta: Number, *, own: bool = False
) -> tuple[Vector, Vector, Vector, Vector]:
    r"""$a$, $b$, $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$ and $B_\eta=\max_{i\le\eta}b_i$ for $\eta=1,\dots,k$.

    With ``own`` the bound on b ends in $\lambda a$ of the same component, else in $\lambda e$.
    """
    a, b = [share_a[0] * e], [share_b[0] * lam[0] * e]
    A, B = [2 * lam[0] * a[0]], [b[0]]
    for i in range(1, len(lam)):
        a.append(share_a[i] * (B[-1] + A[-1]) / Delta)
        b.append(share_b[i] * (2 * lam[i] / Delta * B[-1] + A[-1] + lam[i] * (a[-1] if own else e)))
        A.append(A[-1] + 2 * lam[i] * a[-1])
        B.append(maximum(B[-1], b[-1]))
    return stack(a), stack(b), stack(A), stack(B)


def offset(lam: Vector, e: Number, Delta: Number, which: int) -> Array:
    r"""$\lambda_1e/(5\lambda_i/\Delta-1)$ for the first or the last of the eigenvalues."""
    return lam[0] * e / (5 * lam[which] / Delta - 1)


def products(lam: Vector, Delta: Number) -> Array:
    r"""$\prod_{i\le\eta}5\lambda_{i+1}/\Delta$ for $\eta=0,\dots,k-1$."""
    return cumprod(concat([[1], 5 * lam[1:] / Delta]))
