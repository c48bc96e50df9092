"""Theorem 1: its covariance, the closed form (8) and denominators that are nearly right, and the loss."""

from typing import Any

from baselines import gaussian_moments
from lemmata import box, dims, reals
from lemmata.numbers import Array, concat, diag_embed, eye, over_batches, rotation, zeros
from theorems.preconditioned_gradient_descent.draws import reflections


def covariance(U: Array, spectrum: Array) -> Array:
    r"""$\Sigma=U\Lambda U^\top$, symmetric to the last digit."""
    matrix = U @ diag_embed(spectrum) @ U.mT
    return (matrix + matrix.mT) / 2


ROTATION: dict[str, Any] = {
    "tilt": lambda d: reals(reflections(d), d - 1),  # the reflections whose product is U
    "U": lambda tilt: rotation(tilt),
}
ANY_COVARIANCE: dict[str, Any] = {  # but zero, where (8) divides by zero
    "given": ["spectrum"],
    "where": lambda spectrum: spectrum.sum(0) > 0,
    "d": dims(1, 5),
    "n": dims(1, 20),
    "spectrum": box("d", low=0.0, high=4.0, of="[0, inf)"),  # the eigenvalues of $\Sigma$
    **ROTATION,
    "Sigma": covariance,
}
POSITIVE: dict[str, Any] = {"spectrum": box("d", low=0.125, high=4.0, of="(0, inf)")}
ONES: dict[str, Any] = {"spectrum": box("d", low=1.0, high=1.0)}


def below(n: int, spectrum: Array) -> Array:
    r"""The denominators of (8), $\frac{n+1}n\lambda_i+\frac1n\sum_k\lambda_k$."""
    return (spectrum * (n + 1) + spectrum.sum(0)) / n


def optimum(U: Array, below: Array) -> tuple[Array, Array]:
    """(8), b and A, with denominators; also of arrays of the engine."""
    d = len(U)
    A = concat([-(U @ diag_embed(1 / below) @ U.mT), zeros((1, d), U)], 0)
    return eye(d + 1, U)[-1], A


def f(b: Array, A: Array, Sigma: Array, n: int) -> Array:
    r"""The exact loss (5) of one layer with the parametrisation (7); $\Sigma$ is given."""
    return over_batches(gaussian_moments.in_context_loss, given=["Sigma"])(b, A, Sigma=Sigma, n=n)


WRONG: dict[str, Any] = {
    "n in place of n + 1": lambda n, spectrum: (spectrum * n + spectrum.sum(0)) / n,
    "half of A": lambda n, spectrum: 2 * below(n, spectrum),
    "nine tenths of A": lambda n, spectrum: below(n, spectrum) * 10 / 9,
    "the trace is not divided by n": lambda n, spectrum: (spectrum * (n + 1) + spectrum.sum(0) * n) / n,
}
DIVIDING: dict[str, Any] = {
    "the trace is left out": lambda n, spectrum: spectrum * (n + 1) / n,
    "d lambda_i for the trace": lambda n, spectrum: spectrum * (n + 1 + len(spectrum)) / n,
}
MUTANTS: dict[str, Any] = {name: dict(denominators=wrong) for name, wrong in WRONG.items()} | {
    name: dict(
        denominators=wrong,
        why="It divides by each eigenvalue, so that the covariance may not be singular.",
        **POSITIVE,
    )
    for name, wrong in DIVIDING.items()
}
