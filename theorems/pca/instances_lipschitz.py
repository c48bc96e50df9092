"""Diagonal weights, tokens, and the norm of the slides, for the claim on Lipschitz continuity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lemmata import Prompt, Space, box, dims, dyadics, in_ball, scales, space
from lemmata.numbers import Array, absolute, amax, maximum, relu


@dataclass(frozen=True)
class Setting:
    D: int
    N: int
    R: float
    B: float
    C: float


ROLES = ("V", "Q", "K", "W1", "W2")


def settings(largest: int) -> Space:
    return space(
        Setting,
        D=dims(1, 2),
        N=dims(1, 2),
        R=dyadics(0, 2, open_low=True),
        B=scales(-1, largest),
        C=scales(-10, 20),
    )


def prompts(s: Setting) -> Space:
    """Two sets of diagonal weights with entries up to B, and tokens by rows."""
    weights: dict[str, Any] = {
        f"{role}{i}": box(s.D, low=-s.B, high=s.B) for role in ROLES for i in (1, 2)
    }
    return space(H=in_ball(s.N, s.D, radius=s.R), **weights)


def output(prompt: Prompt, which: int) -> Array:
    """One layer on tokens by rows."""
    V, Q, K, W1, W2 = (getattr(prompt, f"{role}{which}")[:, None, :] for role in ROLES)
    H = prompt.H
    H = H + relu((H * Q) @ (H * K).mT) @ (H * V) / H.shape[1]
    return H + relu(H * W1) * W2


def theta(parts: dict[str, Array]) -> Array:
    """The slides' norm for diagonal weights and one head."""
    size = {role: amax(absolute(part), -1) for role, part in parts.items()}
    return maximum(size["Q"], size["K"]) + size["V"] + size["W1"] + size["W2"]
