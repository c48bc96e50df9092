"""Symmetric matrices by their eigenvalues and a rational rotation."""

from __future__ import annotations

from lemmata.arrays import Array, diag_embed, rotation


def rotated(eigenvalues: Array, tilt: Array) -> Array:
    """The matrix ``(d, d)`` with ``eigenvalues`` ``(d,)``; ``tilt`` is ``(reflections, d - 1)``."""
    U = rotation(tilt)
    A = U @ diag_embed(eigenvalues) @ U.mT
    return (A + A.mT) / 2
