"""Theorem 3: two layers, isotropic covariates; what it speaks of, and the loss."""

from collections.abc import Callable
from typing import Any

from lemmata import Expectation, box, choices, dims, reals
from lemmata.numbers import Array, diag_embed, eye, rotation, stack
from theorems.preconditioned_gradient_descent.draws import drawn_symmetric
from theorems.preconditioned_gradient_descent.exact_loss import in_context_loss


def turned(U: Array, A: Array) -> Array:
    r"""$U^\top A U$, symmetric to the last digit."""
    matrix = U.mT @ A @ U
    return (matrix + matrix.mT) / 2


ISOTROPIC: dict[str, Any] = {
    "rank": "step",
    "kind": Expectation(),
    "pinned": {"spectrum": "the theorem is about x ~ N(0, I)"},
    "d": dims(1, 4),
    "n": dims(1, 20),
    "D_0": reals("d"),  # the diagonal of the matrix $D_0$
    "spectrum": box("d", low=1.0, high=1.0),  # of $\Sigma$, which is I in the theorem
    "Sigma": lambda spectrum: diag_embed(spectrum),
}
A_1: dict[str, Any] = {"A_1": drawn_symmetric("d")}
ROTATED: dict[str, Any] = {
    # As every symmetric matrix is, and as A_0 is: so proofs see what does not depend on U.
    "B_1": drawn_symmetric("d"),
    "A_1": lambda U, B_1: turned(U.mT, B_1),
}
TURNED: dict[str, Any] = ISOTROPIC | {
    "reflections": choices(2, 3, 4),  # how many make up U: up to d = 4 four, or three, are all
    "tilt": reals("reflections", "d - 1"),  # the reflections whose product is U
    "U": lambda tilt: rotation(tilt),
    "A_0": lambda U, D_0: turned(U.mT, diag_embed(D_0)),  # every symmetric matrix is of this form
}


Loss = Callable[[Array, Array], Array]


def loss(Sigma: Array, n: int) -> Loss:
    r"""The in-context loss $f(A_0, A_1)$ for $x\sim N(0,\Sigma)$, $w_\star\sim N(0,I)$."""
    return lambda A_0, A_1: in_context_loss(stack([A_0, A_1]), Sigma, n, task="identity")


def diagonal(A: Array) -> Array:
    r"""$\operatorname{diag}(A)$, the matrix with all other entries zero."""
    return A * eye(len(A))
