r"""The norm of a transformer is a norm.

The slides "define the following norm": over the layers, the maximum of $\max_m\{\|Q_m\|,\|K_m\|\}+\sum_m
\|V_m\|+\|W_1\|+\|W_2\|$ in operator norms. It is one: homogeneous, subadditive, and no entry of a weight
exceeds it. ($\widetilde W_0,\widetilde W_1$ are not in it: on them it is no norm.) Weights are diagonal in
the hunt, so that operator norms are exact; two layers, one head.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmata import Margin, Prompt, Space, at_most, dims, dyadics, reals, space
from lemmata.numbers import Array, absolute, amax, as_array, maximum, stack
from theorems.pca import PAPER

ROLES = ("V", "Q", "K", "W1", "W2")


def theta(parts: dict[str, Array]) -> Array:
    """The slides' norm for diagonal weights and one head."""
    size = {role: amax(absolute(part), -1) for role, part in parts.items()}
    return maximum(size["Q"], size["K"]) + size["V"] + size["W1"] + size["W2"]


LAYERS = 2


@dataclass(frozen=True)
class Setting:
    D: int
    factor: float


def prompts(s: Setting) -> Space:
    """The diagonals of two sets of weights."""
    parts: dict[str, Any] = {f"{role}{i}": reals(LAYERS, s.D) for role in ROLES for i in (1, 2)}
    return space(**parts)


norm = PAPER.claim(
    "norm of a transformer, definition",
    id="transformer-norm",
    kind="forall",
    settings=space(Setting, D=dims(1, 2), factor=dyadics(-2, 2)),
    prompts=prompts,
)


Norm = Callable[[dict[str, Array]], Array]


def largest(parts: dict[str, Array]) -> Array:
    """Over the layers."""
    return amax(theta(parts), -1)


def with_a_product(parts: dict[str, Array]) -> Array:
    """``|W_1| |W_2|`` for the sum of the two."""
    first, second = (amax(absolute(parts[role]), -1) for role in ("W1", "W2"))
    rest = {**parts, "W1": parts["W1"] * 0, "W2": parts["W2"] * 0}
    return amax(theta(rest) + first * second, -1)


@norm.printed(
    r"$\|\theta+\theta'\|_{op}\le\|\theta\|_{op}+\|\theta'\|_{op}$, $\|t\theta\|_{op}=|t|\,\|\theta\|_{op}$, "
    r"and no entry of $\theta$ exceeds $\|\theta\|_{op}$.",
    size=largest,
)
def it_is_a_norm(s: Setting, prompt: Prompt, size: Norm) -> Margin:
    """The size of a transformer's parameters is a norm."""
    first, second = ({r: getattr(prompt, f"{r}{i}") for r in ROLES} for i in (1, 2))
    t = as_array(s.factor, like=first["V"])
    scaled, told = size({r: first[r] * t for r in ROLES}), size(first) * absolute(t)
    total = size({r: first[r] + second[r] for r in ROLES})
    entry = amax(amax(amax(stack([absolute(first[r]) for r in ROLES], 1), -1), -1), -1)
    left = stack([total, scaled, told, entry], -1)
    return at_most(left, stack([size(first) + size(second), told, scaled, size(first)], -1))


norm.mutant("the product of the MLP's norms", size=with_a_product)


norm.mutant("the first layer alone", size=lambda parts: theta(parts)[:, 0])


norm.mutant("the square", size=lambda parts: largest(parts) ** 2)
