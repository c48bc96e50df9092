"""Real deflation: spectra with gaps, starts, and the errors of Algorithm 1 beside the exact eigenvectors.

Matrices are diagonal: Algorithm 1 commutes with rotations, so that only the starts' coordinates along the
eigenvectors matter, and these are free. The largest eigenvalue is 1: the errors of the eigenvectors do not
change with the scale of the matrix, those of the eigenvalues change as their bounds do. There is one
eigenvalue beyond the first k; more of them are not tried.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from baselines.pca import power_method_deflation
from lemmata import box, choices, dims, dyadics, reals, scales, some
from lemmata.numbers import (
    Array,
    abs,
    concat,
    cumprod,
    diag,
    eye,
    max,
    min,
    moveaxis,
    norm,
    ones,
    over_batches,
    relu,
    sign,
    sum,
    values,
)

SELDOM = "Starts that are near enough to their hyperplanes are seldom drawn: "
SUCH_STARTS = SELDOM + "the mutant `without delta >= 4 eps_0` has such."


def eigenvalues(ratios: Array) -> Array:
    r"""$\lambda_1=1$ to $\lambda_{k+1}$, as products of the ratios."""
    return concat([ones((1,), ratios), cumprod(ratios, 0)], 0)


def first_gaps(lam: Array) -> Array:
    r"""$\Delta$ of the slides, the smallest gap among the first k eigenvalues."""
    return min(lam[:-2] - lam[1:-1])


def all_gaps(lam: Array) -> Array:
    r"""$\Delta$ with the gap below $\lambda_k$."""
    return min(lam[:-1] - lam[1:])


def iterations(eps0: Array, delta: Array) -> int:
    """``log(1 / (eps_0 delta)) / (2 eps_0)``, rounded up."""
    return times_as_many(eps0, delta, 1)


def times_as_many(eps0: Array, delta: Array, C: Array) -> int:
    """``C log(1 / (eps_0 delta)) / (2 eps_0)``, rounded up."""
    eps, inside, times = (float(values(x)) for x in (eps0, delta, C))
    return math.ceil(times * math.log(1 / (eps * inside)) / (2 * eps))


def errors(starts: Array, lam: Array, delta: Array, tau: int) -> tuple[Array, Array, Array]:
    r"""``a`` (distances of the vectors), ``b`` (of the eigenvalues), and the estimates of these.

    Algorithm 1 against the eigenvectors on the iterates' sides; a start not beyond $\delta$ is $v_i$.
    """
    k = len(starts)
    exact = eye(k + 1)[:k]
    admissible = relu(sign(abs(sum(starts * exact, 1)) - norm(starts, axis=1) * delta))[:, None]
    starts = starts * admissible + exact * (1 - admissible)
    vectors, estimates = deflated(diag(lam), starts / norm(starts, axis=1)[:, None], tau)
    sides = sign(sum(vectors * exact, 1))[:, None]
    return norm(vectors - exact * sides, axis=1), abs(estimates - lam[:k]), estimates


@over_batches
def deflated(A: Array, starts: Array, tau: int) -> tuple[Array, Array]:
    """The vectors and the eigenvalues that Algorithm 1 finds."""
    result = power_method_deflation(A, starts, tau)
    return moveaxis(result.vectors, 0, 1), moveaxis(result.eigenvalues, 0, 1)


def near(i: int) -> Callable[[float], dict[str, Any]]:
    """From C to a setting whose eigenvalues i and i + 1 are nearer than so many iterations tell apart."""

    def setting(C: float) -> dict[str, Any]:
        ratios = [0.0625, 0.0625]
        ratios[i - 1] = 1 - 2.0 ** -(8 + math.ceil(math.log2(C)))
        return dict(k=2, eps0=0.125, delta=0.25, ratios=ratios, C=C)

    return setting


def far_below(C: float) -> dict[str, Any]:
    """From C to a setting whose third eigenvalue is far below what the removal of two near ones leaves."""
    exponent = 8 + math.ceil(math.log2(C))
    near, below = 2.0**-exponent, 2.0 ** (-5 * exponent - 10)
    return dict(k=3, eps0=0.125, delta=0.25, ratios=[1 - near, below, 0.5], C=C)


def any_gap(i: int) -> dict[str, Any]:
    """Any ratios, and C open; eigenvalues i and i + 1 that are near refute it."""
    return {
        "rank": "step",
        "origin": "read",
        "k": dims(2, 2, most=2),
        "eps0": dyadics(0, 1, open_low=True, open_high=True, grid=16),
        "delta": scales(-6, 0, open_high=True, of="(0, 1)"),
        "ratios": box("k", low=2.0**-16, high=1 - 2**-24, of="(0, 1)"),  # $\lambda_{i+1}/\lambda_i$
        "lam": eigenvalues,
        "C": some(scales(0, 1), for_each=("k",), weaker="larger", fails_at=near(i)),
        "starts": reals("k", "k + 1"),  # before normalisation
        "where": distinct,
        "pinned": {"k": "C may depend on the size, so that all C have to fail at one size: at $k = 2$ they do"},
        "examples": [near(i)(2.0)],
    }


def distinct(ratios: Array) -> Array:
    return max(ratios) < 1


RELATIVE: dict[str, Any] = {
    "k": dims(2, 3),
    "delta": dyadics(0, 1, open_low=True, open_high=True),
    "ratios": lambda k, eps0: box(k, low=(1 - eps0) ** 2 / 256, high=(1 - eps0) ** 2),
    "C": None,
    "where": None,
    "tau": iterations,
}
"""Each eigenvalue at most ``(1 - eps_0)^2`` times the one before, as the power method needs it; C = 1."""
FAR: dict[str, Any] = {
    **RELATIVE,
    "eps0": dyadics(0, Fraction(1, 4), open_low=True, open_high=True, grid=16),
    "delta": lambda eps0: dyadics(4 * eps0, 1, open_high=True),
}
"""The same, and starts farther from their hyperplane than the component before is from its eigenvector."""
NEAR_HYPERPLANES: dict[str, Any] = {
    "why": "Where the removal of $v_1$ leaves the second start almost nothing of $v_2$.",
    "k": dims(2, 2, most=2),
    "eps0": choices(0.125),
    "delta": choices(0.03125),
    "ratios": box(2, low=0.765625, high=0.765625),
    "starts": box("k", "k + 1", low=0.046875, high=1.0),
    "where": None,
}
"""A mutant with starts that are nearer to their hyperplanes than the component before to its eigenvector."""
