r"""The norm of a transformer is a norm.

The slides "define the following norm": over the layers, the maximum of $\max_m\{\|Q_m\|,\|K_m\|\}+\sum_m
\|V_m\|+\|W_1\|+\|W_2\|$ in operator norms. It is one: homogeneous, subadditive, and no entry of a weight
exceeds it. ($\widetilde W_0,\widetilde W_1$ are not in it: on them it is no norm.) Weights are diagonal in
the hunt, so that operator norms are exact. That a transformer is Lipschitz continuous
in this norm is in :mod:`theorems.pca.transformer_norm.lipschitz`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from lemmata import Margin, Prompt, Space, at_most, dims, dyadics, lines, reals, space
from lemmata.numbers import Array, absolute, amax, maximum, stack, sum
from theorems.pca import PAPER

ROLES = ("V", "Q", "K", "W1", "W2")

Parts = Mapping[str, Array]
"""Diagonals by their role: ``(..., M, D)`` for those of the heads V, Q and K, ``(..., D)`` for the MLP's."""


@dataclass(frozen=True)
class Setting:
    """L layers with M heads, and the factor t."""

    D: int
    L: int
    M: int
    t: float


def prompts(s: Setting) -> Space:
    """The diagonals of two sets of weights."""
    heads, mlp = reals(s.L, s.M, s.D), reals(s.L, s.D)
    parts: dict[str, Any] = {f"{role}{i}": mlp if "W" in role else heads for role in ROLES for i in (1, 2)}
    return space(**parts)


def operator(diagonal: Array) -> Array:
    """The operator norm of a diagonal matrix."""
    return amax(absolute(diagonal), -1)


def attention_norm(parts: Parts) -> Array:
    """``max_m {|Q_m|, |K_m|} + sum_m |V_m|``, the share of the attention in the norm of a layer."""
    largest = amax(maximum(operator(parts["Q"]), operator(parts["K"])), -1)
    return largest + sum(operator(parts["V"]), -1)


def layer_norm(parts: Parts) -> Array:
    """The slides' norm of one layer with diagonal weights: ``(...)``."""
    return attention_norm(parts) + operator(parts["W1"]) + operator(parts["W2"])


def transformer_norm(parts: Parts) -> Array:
    """The slides' norm: the largest of the layers, ``(batch,)``."""
    return amax(layer_norm(parts), -1)


norm = PAPER.claim(
    "norm of a transformer, definition",
    id="transformer-norm",
    rank="step",
    origin="read",
    at=lines(68, 70),
    summary="What the slides call the norm of a transformer is homogeneous, subadditive and bounds every "
    "weight",
    settings=space(Setting, D=dims(1, 2), L=dims(1, 2), M=dims(1, 3), t=dyadics(-2, 2, of="(-inf, inf)")),
    prompts=prompts,
)
Norm = Callable[[Parts], Array]


@norm.printed(
    r"$\|\theta+\theta'\|_{op}\le\|\theta\|_{op}+\|\theta'\|_{op}$, $\|t\theta\|_{op}=|t|\,\|\theta\|_{op}$, "
    r"and no absolute value of an entry of $\theta$ exceeds $\|\theta\|_{op}$, for all $\theta,\theta'$ with "
    r"diagonal weights and "
    r"all t.",
    size=transformer_norm,
)
def it_is_a_norm(s: Setting, prompt: Prompt, size: Norm) -> Margin:
    """The size of a transformer's parameters is a norm."""
    first, second = ({r: getattr(prompt, f"{r}{i}") for r in ROLES} for i in (1, 2))
    t = s.t
    of_multiple, multiple = size({r: first[r] * t for r in ROLES}), size(first) * abs(t)
    of_sum = size({r: first[r] + second[r] for r in ROLES})
    # An equation is two inequalities.
    left = stack([of_sum, of_multiple, multiple, largest_entry(first)], -1)
    right = stack([size(first) + size(second), multiple, of_multiple, size(first)], -1)
    return at_most(left, right)


def largest_entry(parts: Parts) -> Array:
    """The largest absolute value of an entry."""
    return reduce(maximum, [amax(absolute(part).reshape(part.shape[0], -1), -1) for part in parts.values()])


norm.mutant(
    "the product of the MLP's norms",
    size=lambda parts: amax(attention_norm(parts) + operator(parts["W1"]) * operator(parts["W2"]), -1),
)
norm.mutant("the first layer alone", size=lambda parts: layer_norm(parts)[:, 0])
norm.mutant("the square", size=lambda parts: transformer_norm(parts) ** 2)
