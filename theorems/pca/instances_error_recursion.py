"""The errors of Algorithm 1 beside the exact eigenvectors, and the bounds on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from baselines.pca import power_method_deflation
from lemmata import Prompt
from lemmata.numbers import (
    Array,
    absolute,
    amax,
    broadcast_to,
    diag_embed,
    eye,
    moveaxis,
    norm,
    relu,
    sign,
    sqrt,
    sum,
)
from theorems.pca.instances_deflation import Setting, gap, root


@dataclass(frozen=True)
class Errors:
    """``a`` (distances) and ``b`` (of the eigenvalues), each (batch, k)."""

    a: Array
    b: Array


def errors(s: Setting, prompt: Prompt) -> Errors:
    """Algorithm 1 against the exact eigenvectors, each on the side of its iterate.

    A start without ``|p^T v_i| > delta`` is replaced by ``v_i``.
    """
    batch, d = prompt.starts.shape[0], s.k + 1
    own, eigenvalues = eye(d, prompt.starts)[: s.k], s.eigenvalues
    inside = absolute(sum(prompt.starts * own, -1)) - norm(prompt.starts) * s.delta
    good = relu(sign(inside))[..., None]
    starts = prompt.starts * good + own * (1 - good)
    starts = starts / norm(starts)[..., None]
    A = broadcast_to(diag_embed(eigenvalues)[None], (batch, d, d))
    found = power_method_deflation(A, starts, s.iterations)
    vectors = moveaxis(found.vectors, 0, 1)
    sides = sign(sum(vectors * own, -1))[..., None]
    misses = absolute(moveaxis(found.eigenvalues, 0, 1) - eigenvalues[: s.k])
    return Errors(norm(vectors - own * sides), misses)


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
