"""The errors of Algorithm 1 beside the exact eigenvectors, and the bounds on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from baselines.pca import power_method_deflation
from lemmata.arrays import (
    Array,
    absolute,
    amax,
    eye,
    norm,
    relu,
    rotation,
    sign,
    sqrt,
    stack,
    sum,
    zeros,
)
from lemmata.spaces import Prompt
from theorems.pca.instances_deflation import Setting, gap, root
from theorems.pca.instances_spectra import rotated


@dataclass(frozen=True)
class Errors:
    """``a`` (distances) and ``b`` (of the eigenvalues), each (batch, k)."""

    a: Array
    b: Array


def errors(s: Setting, prompt: Prompt) -> Errors:
    """Algorithm 1 against the exact eigenvectors, each on the side of its iterate.

    A start without ``|p^T v_i| > delta`` is replaced by ``v_i``.
    """
    batch = prompt.starts.shape[0]
    U, eigenvalues = rotation(s.tilt), s.eigenvalues
    own = eye(s.k + 1, prompt.starts)[: s.k]
    inside = absolute(sum(prompt.starts * own, -1)) - norm(prompt.starts) * s.delta
    good = relu(sign(inside))[..., None]
    starts = prompt.starts * good + own * (1 - good)
    starts = (starts / norm(starts)[..., None]) @ U.mT
    A = rotated(eigenvalues, s.tilt) + zeros((batch, s.k + 1, s.k + 1), prompt.starts)
    found = power_method_deflation(A, starts, s.iterations)
    distances, misses = [], []
    for i in range(s.k):
        p = found.vectors[i]
        cosine = sum(p * U[:, i], -1)
        distances.append(norm(p - U[:, i] * sign(cosine)[:, None]))
        misses.append(absolute(found.eigenvalues[i] - eigenvalues[i]))
    return Errors(stack(distances, 1), stack(misses, 1))


Bound = Callable[[Setting, Errors, int], Array]


def sums(s: Setting, found: Errors, eta: int) -> tuple[Array, Array]:
    """``max_{i <= eta} b_i`` and ``sum_{i <= eta} 2 lambda_i a_i``."""
    weighted = sum(found.a[:, :eta] * s.eigenvalues[:eta] * 2, -1)
    return amax(found.b[:, :eta], -1), weighted


def earlier(factor: int, own: bool) -> Bound:
    """The bound on a; ``factor`` squared times 2 is the constant squared, ``own`` adds sqrt(2 eps)."""

    def bound(s: Setting, found: Errors, eta: int) -> Array:
        largest, weighted = sums(s, found, eta)
        total = (largest + weighted) / gap(s, s.k + 1 if own else s.k)
        constant = sqrt(gap(s, 1) * factor)  # gap(s, 1) is lambda_1 = 1
        return total * constant + (root(s, largest) if own else 0)

    return bound


def eigenvalue_bound(own: bool, share: int = 1) -> Bound:
    def bound(s: Setting, found: Errors, eta: int) -> Array:
        largest, weighted = sums(s, found, eta)
        value = s.eigenvalues[eta]
        ratio = value * 2 / gap(s, s.k + 1 if own else s.k)
        total = ratio * largest + weighted * 3 / 2
        return (total + (value * root(s, largest) if own else 0)) / share

    return bound
