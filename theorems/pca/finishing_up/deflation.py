r"""The final bound on the eigenvectors, against real deflation.

The last displays of section 4 bound $a_{\eta+1}=\|v_{\eta+1}-p_{\eta+1}\|$ for $\eta\in[k-1]$; brackets lost
in the text are restored. The bound knows the gaps among the first k eigenvalues only. With
$\lambda_{k+1}\to\lambda_k$ the k-th iterate stays between $v_k$ and $v_{k+1}$ for as many iterations as one
likes, while the bound stays: refuted for every constant C in $\tau$ (drawn from 1 to 4 here). With the gap
$\lambda_k-\lambda_{k+1}$ in $\Delta$, and relative gaps as the power method needs them, it holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from baselines.pca import power_method_deflation
from lemmata import Domain, Prompt, Space, box, choices, dims, reals, space
from lemmata.numbers import (
    Array,
    absolute,
    amax,
    as_array,
    broadcast_to,
    concatenate,
    diag_embed,
    eye,
    minimum,
    moveaxis,
    norm,
    relu,
    sign,
    sqrt,
    sum,
    values,
)


@dataclass(frozen=True)
class Setting:
    """k eigenvectors of a matrix of size k + 1, by its largest eigenvalue and successive ratios."""

    k: int
    eps: float  # epsilon_0
    delta: float
    ratios: Tensor  # (k,), lambda_{i+1} / lambda_i

    @property
    def eigenvalues(self) -> Array:
        """``(k + 1,)`` from 1 down."""
        found = [self.ratios[:1] * 0 + 1]
        for i in range(self.k):
            found.append(found[-1] * self.ratios[i : i + 1])
        return concatenate(found, 0)

    @property
    def iterations(self) -> int:
        """The number of iterations that the slides take, rounded up."""
        eps, delta = float(values(self.eps)), float(values(self.delta))
        return math.ceil(math.log(1 / (eps * delta)) / (2 * eps))


def settings(last: Callable[[Setting], Domain]) -> Space:
    """``last`` is the domain of the ratios; the amended readings ask for a relative gap of each."""
    return space(
        Setting,
        k=dims(2, 3),
        eps=choices(0.5, 0.25),
        delta=choices(0.25, 0.125),
        ratios=last,
    )


relative = settings(
    lambda s: box(s.k, low=0.125, high=math.floor(8 * (1 - s.eps) ** 2) / 8 or 0.125)
)


def prompts(s: Setting) -> Space:
    """Starts, before normalisation."""
    return space(starts=reals(s.k, s.k + 1))


def gap(s: Setting, components: int) -> Array:
    """The smallest gap among the first ``components`` eigenvalues, as a ``(1,)`` array."""
    eigenvalues = s.eigenvalues
    found = eigenvalues[:1]
    for i in range(components - 1):
        found = minimum(found, eigenvalues[i : i + 1] - eigenvalues[i + 1 : i + 2])
    return found


def root(s: Setting, like: Array) -> Array:
    """``sqrt(2 eps_0)``."""
    return sqrt(as_array(s.eps, like=like) * 2)


@dataclass(frozen=True)
class Patient(Setting):
    """A setting with C times the iterations."""

    C: int = 1

    @property
    def iterations(self) -> int:
        return self.C * super().iterations


any_gap = space(
    Patient,
    k=dims(2, 2),
    eps=choices(0.125),
    delta=choices(0.25),
    ratios=lambda s: box(s.k, low=0.0625, high=1 - 2**-6),
    C=dims(1, 4),
)


NEAR = Patient(2, 0.125, 0.25, torch.tensor([0.0625, 1 - 2**-6]).double(), C=4)


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
