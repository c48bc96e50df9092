"""The iterate of the power method claims, and its cosines."""

from __future__ import annotations

from collections.abc import Callable

from baselines import pca
from lemmata import Prompt
from lemmata.numbers import Array, absolute, broadcast_to, eye, norm, sign, sum
from theorems.pca.instances_power_method import Setting

Iterate = Callable[[Setting, Array], Array]
Least = Callable[[Setting], Array]


def delta(s: Setting) -> Array:
    """The start is further than this from the hyperplane orthogonal to v_1."""
    return s.delta


def last_iterate(steps: Callable[[Setting], int] = lambda s: s.iterations) -> Iterate:
    """The normalised iterate after ``steps`` steps from normalised starts (batch, d)."""

    def iterate(s: Setting, start: Array) -> Array:
        A = broadcast_to(s.matrix[None], (start.shape[0], s.d, s.d))
        return pca.last_iterate(A, start, steps(s))

    return iterate


def first_eigenvector(s: Setting) -> Array:
    return eye(s.d, s.ratios)[0]


def direction(prompt: Prompt) -> Array:
    """Not negative where the start has a direction: zero cannot be normalised.

    Its length does not matter; one of 1/64 is the shortest that is drawn.
    """
    return sum(prompt.start * prompt.start, -1) * 4096 - 1


def cosines(s: Setting, prompt: Prompt, iterate: Iterate) -> tuple[Array, Array, Array]:
    """The last iterate, v_1 on the side of the start, and |p^T v_1| of the start."""
    v = first_eigenvector(s)
    start = prompt.start / norm(prompt.start)[..., None]
    along = sum(start * v, -1)
    return iterate(s, start), v * sign(along)[..., None], absolute(along)
