r"""The norm of a transformer is a norm.

The slides "define the following norm": over the layers, the maximum of $\max_m\{\|Q_m\|,\|K_m\|\}+\sum_m
\|V_m\|+\|W_1\|+\|W_2\|$ in operator norms. It is one: homogeneous, subadditive, and no entry of a weight
exceeds it. ($\widetilde W_0,\widetilde W_1$ are not in it: on them it is no norm.) Weights are diagonal in
the hunt, so that operator norms are exact. That a transformer is Lipschitz continuous
in this norm is in :mod:`theorems.pca.transformer_norm.lipschitz`.
"""

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

from lemmata import at_most, dims, dyadics, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, abs, max, maximum, sum
from theorems.pca import PAPER

ROLES = ("V", "Q", "K", "W1", "W2")

Parts = Mapping[str, Array]
"""Diagonals by their role: ``(..., M, D)`` for those of the heads V, Q and K, ``(..., D)`` for the MLP's."""


def operator(diagonal: Array) -> Array:
    """The operator norm of a diagonal matrix."""
    return max(abs(diagonal), -1)


def attention_norm(parts: Parts) -> Array:
    """``max_m {|Q_m|, |K_m|} + sum_m |V_m|``, the share of the attention in the norm of a layer."""
    largest = max(maximum(operator(parts["Q"]), operator(parts["K"])), -1)
    return largest + sum(operator(parts["V"]), -1)


def layer_norm(parts: Parts) -> Array:
    """The slides' norm of one layer with diagonal weights, or of each of several layers."""
    return attention_norm(parts) + operator(parts["W1"]) + operator(parts["W2"])


def transformer_norm(parts: Parts) -> Array:
    """The slides' norm: the largest of the layers."""
    return max(layer_norm(parts))


def with_a_product(parts: Parts) -> Array:
    """The same with the product of the MLP's norms in the place of their sum."""
    return max(attention_norm(parts) + operator(parts["W1"]) * operator(parts["W2"]))


def largest_entry(parts: Parts) -> Array:
    """The largest absolute value of an entry."""
    return reduce(maximum, [max(abs(part)) for part in parts.values()])


def two_sets(
    V1: Array,
    Q1: Array,
    K1: Array,
    W11: Array,
    W21: Array,
    V2: Array,
    Q2: Array,
    K2: Array,
    W12: Array,
    W22: Array,
) -> tuple[Parts, Parts]:
    r"""$\theta$ and $\theta'$."""
    first, second = (V1, Q1, K1, W11, W21), (V2, Q2, K2, W12, W22)
    return dict(zip(ROLES, first, strict=True)), dict(zip(ROLES, second, strict=True))


WEIGHTS: dict[str, Any] = {
    f"{role}{i}": reals("L", "D") if "W" in role else reals("L", "M", "D") for role in ROLES for i in (1, 2)
}
"""The diagonals of two sets of weights."""


@theorem(
    PAPER,
    "norm of a transformer, definition",
    rank="step",
    origin="read",
    at=lines(68, 70),
    D=dims(1, 2),
    L=dims(1, 2),
    M=dims(1, 3),
    t=dyadics(-2, 2, of="(-inf, inf)"),
    **WEIGHTS,
)
@printed(
    r"$\|\theta+\theta'\|_{op}\le\|\theta\|_{op}+\|\theta'\|_{op}$, $\|t\theta\|_{op}=|t|\,\|\theta\|_{op}$, "
    r"and no absolute value of an entry of $\theta$ exceeds $\|\theta\|_{op}$, for all $\theta,\theta'$ with "
    "diagonal weights and all t."
)
@mutants(
    {
        "the product of the MLP's norms": dict(size=with_a_product),
        "the first layer alone": dict(size=lambda parts: layer_norm(parts)[0]),
        "the square": dict(size=lambda parts: transformer_norm(parts) ** 2),
    }
)
def it_is_a_norm(t, weights=two_sets, size: Callable[[Parts], Array] = transformer_norm):
    """What the slides call the norm of a transformer is homogeneous, subadditive and bounds every weight."""
    first, second = weights
    of_sum = size({role: first[role] + second[role] for role in ROLES})
    of_multiple, multiple = size({role: t * first[role] for role in ROLES}), abs(t) * size(first)
    # An equation is two inequalities.
    return at_most(
        [of_sum, of_multiple, multiple, largest_entry(first)],
        [size(first) + size(second), multiple, of_multiple, size(first)],
    )
