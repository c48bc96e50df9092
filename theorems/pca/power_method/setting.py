r"""Spectra and starts for the power method, and its iterates.

Matrices are diagonal: the power method commutes with rotations, so that only the start's coordinates along
the eigenvectors matter, and these are free. $v_1$ is the first unit vector. Starts meet $|p^\top v_1|>\delta$
as they are drawn: by their side of the hyperplane, by how far the cosine is above $\delta$, and by the rest.
"""

import math
from itertools import accumulate
from operator import mul
from typing import Any

from baselines import pca
from lemmata import box, choices, dims, dyadics, lines, reals, scales, signs
from lemmata.numbers import Array, concat, diag_embed, eye, norm, over_batches, sign, sqrt, stack, values


def matrix(sigma_1: Array, sigma_2: Array, rho: Array) -> Array:
    r"""$XX^\top$ by the square roots of its eigenvalues, the further ones each over the one before."""
    root = stack([sigma_1, *accumulate(rho, mul, initial=sigma_2)], 0)
    return diag_embed(root * root)


def flat(c: float) -> dict[str, Any]:
    """A gap that is small beside the eigenvalues."""
    return dict(d=2, eps0=1 / 16, delta=1 / 32, sigma_2=4096 * c, share=1.0, rho=[], c=c)


START: dict[str, Any] = {
    "A": matrix,
    "side": signs(1),  # of $p^\top v_1$
    "omega": box(1, low=0, high=1, of="(0, 1]"),  # how far $|p^\top v_1|$ is above $\delta$
    "rest": reals("d - 1"),
}
SIZES: dict[str, Any] = {
    "origin": "read",
    "at": lines(400),
    "d": dims(2, 4),
    "eps0": dyadics(0, 1, open_low=True, open_high=True, grid=16),
    "delta": scales(-5, 0, open_high=True, of="(0, 1)"),
    "sigma_2": scales(-3, 25, of="(0, inf)"),
    "share": dyadics(0, 1, open_low=True),  # of the largest $\sqrt{\lambda_2/\lambda_1}$, or of the least gap
    "rho": box("d - 2", low=0.125, high=0.875, of="(0, 1)"),
}
RELATIVE_GAP: dict[str, Any] = {"sigma_1": lambda sigma_2, eps0, share: sigma_2 / ((1 - eps0) * share)}
ATTAINED: dict[str, Any] = dict(d=2, eps0=1 / 16, delta=1 / 32, sigma_2=15.0, share=1.0, rho=[])


def start_of(delta: Array, side: Array, omega: Array, rest: Array) -> Array:
    r"""The unit start with $|p^\top v_1|=\delta+(1-\delta)\omega^2$."""
    cosine = delta + (1 - delta) * omega[0] ** 2
    rest = rest + (1 - sign(rest @ rest)) * eye(len(rest))[0]  # some direction where none is drawn
    return concat([side * cosine, rest * (sqrt(1 - cosine**2) / norm(rest))])


def one(second: float) -> dict[str, Any]:
    """One spectrum, 16 being the first root, on which mutants fall without a long search."""
    fixed = {"eps0": 2.0**-4, "delta": 2.0**-5, "sigma_2": second, "sigma_1": 16.0}
    parts: dict[str, Any] = {name: choices(value) for name, value in fixed.items()}
    return {"d": dims(2, 2), **parts, "rho": box(0, low=0.0, high=1.0), "share": None}


def count(inside: float, eps: Array) -> int:
    """``log(1 / inside) / (2 eps)``, rounded up."""
    return math.ceil(math.log(1 / inside) / (2 * float(values(eps))))


def iterations(eps0: Array, delta: Array) -> int:
    """The slide's number of iterations, rounded up."""
    return count(float(values(eps0)) * float(values(delta)), eps0)


def last_iterate(A: Array, start: Array, steps: int) -> Array:
    """The normalised iterate after so many steps."""
    return over_batches(pca.last_iterate)(A, start, steps)
