"""Spectra and starts for the power method, and its iterates.

Matrices are diagonal: the power method commutes with rotations, so that only the start's coordinates along
the eigenvectors matter, and these are free.
"""

import math
from collections.abc import Callable
from itertools import accumulate
from operator import mul
from typing import Any

from baselines import pca
from lemmata import box, choices, dims, dyadics, reals, scales, some
from lemmata.numbers import Array, diag_embed, over_batches, stack, values


def matrix(sigma_1: Array, sigma_2: Array, rho: Array) -> Array:
    r"""$XX^\top$ by the square roots of its eigenvalues, the further ones each over the one before."""
    root = stack([sigma_1, *accumulate(rho, mul, initial=sigma_2)], 0)
    return diag_embed(root * root)


def flat(c: float) -> dict[str, Any]:
    """A gap that is small beside the eigenvalues."""
    return dict(d=2, eps0=1 / 16, delta=1 / 32, sigma_2=4096 * c, sigma_1=4097 * c, rho=[], c=c)


def steep(c: float) -> dict[str, Any]:
    """A gap that is large beside the eigenvalues, so that the iterates converge fast."""
    return dict(d=2, eps0=1 / 16, delta=1 / 32, sigma_2=8 * c, sigma_1=16 * c, rho=[], c=c)


def spectra(fails_at: Callable[[float], dict[str, Any]]) -> dict[str, Any]:
    """A constant gap, for each of which a setting refutes the statement; and the start, to be normalised."""
    return {
        "d": dims(2, 4),
        "eps0": dyadics(0, 1, open_low=True, open_high=True, grid=16),
        "delta": scales(-5, 0, open_high=True, of="(0, 1)"),
        "sigma_2": scales(-3, 25, of="(0, inf)"),
        "rho": box("d - 2", low=0.125, high=0.875, of="(0, 1)"),
        "c": some(scales(-4, 3), weaker="larger", fails_at=fails_at),
        "sigma_1": lambda sigma_2, c: dyadics(sigma_2 + c, sigma_2 + 9 * c),
        "A": matrix,
        "start": reals("d"),
        "examples": [
            # The relative gap attained, and half of it: outside of what the amended readings allow.
            dict(d=2, eps0=1 / 16, delta=1 / 32, sigma_2=15.0, sigma_1=16.0, rho=[], c=1.0),
            dict(d=2, eps0=1 / 16, delta=1 / 32, sigma_2=15.5, sigma_1=16.0, rho=[], c=0.5),
            fails_at(8.0),
        ],
    }


RELATIVE_GAP: dict[str, Any] = {
    "c": None,
    "sigma_1": lambda sigma_2, eps0: dyadics(sigma_2 / (1 - eps0), sigma_2 / (1 - eps0) + 4),
}


def one(second: float) -> dict[str, Any]:
    """One spectrum, 16 being the first root, on which mutants fall without a long search."""
    fixed = {"eps0": 2.0**-4, "delta": 2.0**-5, "sigma_2": second, "sigma_1": 16.0}
    parts: dict[str, Any] = {name: choices(value) for name, value in fixed.items()}
    return {"d": dims(2, 2), **parts, "rho": box(0, low=0.0, high=1.0)}


def count(inside: float, eps: Array) -> int:
    """``log(1 / inside) / (2 eps)``, rounded up."""
    return math.ceil(math.log(1 / inside) / (2 * float(values(eps))))


def iterations(eps0: Array, delta: Array) -> int:
    """The slide's number of iterations, rounded up."""
    return count(float(values(eps0)) * float(values(delta)), eps0)


def last_iterate(A: Array, start: Array, steps: int) -> Array:
    """The normalised iterate after so many steps."""
    return over_batches(pca.last_iterate)(A, start, steps)


def direction(start: Array) -> Array:
    """Not negative where the start has a direction: zero cannot be normalised.

    Its length does not matter; one of 1/64 is the shortest that is drawn.
    """
    return 4096 * (start @ start) - 1
