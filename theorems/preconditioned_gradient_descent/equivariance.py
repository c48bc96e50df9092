r"""The map $X_0\mapsto U_\Sigma X_0$, to which the layers of (13) are equivariant on the set S.

$U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with U orthogonal, $A_i=a_i\Sigma^{-1}$, $B_i=b_iI$; layers
$0,\dots,k$, of which the j-th may move in a direction C ($R_j$ for $A_j$, $S_j$ for $B_j$).
"""

from typing import Any

from lemmata import choices, dims
from lemmata.numbers import Array, diag_embed, eye, rotation
from theorems.preconditioned_gradient_descent.draws import drawn, drawn_box
from theorems.preconditioned_gradient_descent.exact_loss import times


def power(root: Array, tilt: Array, p: int) -> Array:
    r"""$\Sigma^{p/2}$."""
    V = rotation(tilt)
    return V @ diag_embed(root**p if p > 0 else 1 / root**-p) @ V.mT


TURNED: dict[str, Any] = {
    "d": dims(1, 3),
    "root": drawn_box("d", low=0.125, high=8.0, of="(0, inf)"),  # the eigenvalues of the root of $\Sigma$
    "tilt": drawn(2, "d - 1"),  # two reflections, whose product turns to the eigenvectors (any up to $d = 3$)
    "reflections": choices(2, 1, 3),  # of U: one or two are not all of the orthogonal matrices for d = 3
    "turn": drawn("reflections", "d - 1"),  # the reflections whose product is U
    "half": lambda root, tilt: power(root, tilt, 1),  # $\Sigma^{1/2}$
    "half_inverse": lambda root, tilt: power(root, tilt, -1),
    "Sigma": lambda root, tilt: power(root, tilt, 2),
    "precision": lambda root, tilt: power(root, tilt, -2),
    "U_Sigma": lambda half, turn, half_inverse: half @ rotation(turn) @ half_inverse,
    "U_inverse": lambda half, turn, half_inverse: half @ rotation(turn).mT @ half_inverse,
}
SIZES: dict[str, Any] = {
    "n": dims(1, 4),  # samples, beside the query
    "k": dims(0, 2),  # the last layer
    "j": dims(0, "k", most="k"),  # the layer that may move
}
IN_S: dict[str, Any] = {
    "given": ["a", "b", "A", "B"],
    **TURNED,
    **SIZES,
    "a": drawn("k + 1"),
    "b": drawn("k + 1"),
    "A": lambda precision, a: times(a, precision),
    "B": lambda d, b: times(b, eye(d, b)),
}
IN_S_WITHOUT_B: dict[str, Any] = {
    "given": ["a", "A", "B"],
    **TURNED,
    **SIZES,
    "a": drawn("k + 1"),
    "A": lambda precision, a: times(a, precision),
    "B": lambda A: 0 * A,
}
ANY_LAYERS: dict[str, Any] = {
    "given": ["A", "B"],
    "d": dims(1, 4),
    "n": dims(1, 4),
    "k": dims(0, 2),
    "A": drawn("k + 1", "d", "d"),
    "B": drawn("k + 1", "d", "d"),
}
MOVING: dict[str, Any] = {
    "X": drawn("d", "n + 1"),  # $X_0$
    "C": drawn("d", "d"),  # a direction, $R_j$ or $S_j$
}
OUTSIDE_OF_S: dict[str, Any] = {"A": drawn("k + 1", "d", "d"), "B": drawn("k + 1", "d", "d")}


def conjugate(C: Array, U_Sigma: Array, U_inverse: Array) -> Array:
    r"""$U_\Sigma^{-1} C U_\Sigma$."""
    return U_inverse @ C @ U_Sigma


def congruent(C: Array, U_Sigma: Array) -> Array:
    r"""$U_\Sigma^\top C U_\Sigma$."""
    return U_Sigma.T @ C @ U_Sigma


def transformed(C: Array, U_Sigma: Array, U_inverse: Array) -> list[Array]:
    r"""The directions in which $B_j$ and $A_j$ move at $X_0$, where they move along C at $U_\Sigma X_0$."""
    return [conjugate(C, U_Sigma, U_inverse), congruent(C, U_Sigma)]


def exchanged(C: Array, U_Sigma: Array, U_inverse: Array) -> list[Array]:
    """The same two directions, each for the other."""
    return transformed(C, U_Sigma, U_inverse)[::-1]


def itself(C: Array) -> Array:
    return C
