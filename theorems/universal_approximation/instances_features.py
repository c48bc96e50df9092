"""Steep ramps at evenly spaced offsets, and the staircase of a function: features for Lemma 1 on the line."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from lemmata import Prompt, Space, box, dims, dyadics, space
from lemmata.numbers import Array, absolute, concatenate, constant, sum
from theorems.universal_approximation.instances_cosines import cosine


@dataclass(frozen=True)
class Setting:
    n: int
    tau: float


settings = space(Setting, n=dims(4, 7), tau=dyadics(4, 32, open_low=True))


def prompts(s: Setting) -> Space:
    """A function with two terms, and an input."""
    return space(
        b=box(2, low=-1.0, high=1.0),
        omega=box(2, low=0.125, high=8.0),
        theta=box(2, low=0.0, high=6.25),
        x=box(1, low=-1.0, high=1.0),
    )


def change(b: Array, omega: Array, theta: Array, x: Array) -> Array:
    """The function minus its value at 0, at points ``(batch or 1, m)``: ``(batch, m)``."""
    at = cosine(x[:, :, None] * omega[:, None] + theta[:, None])
    zero = cosine(theta[:, None])
    return sum((at - zero) * b[:, None], -1)


def offsets(s: Setting, like: Array) -> Array:
    """The first ramp is 1 on the ball, the others stand in the middles of n - 1 cells."""
    middles = constant(torch.arange(1, s.n) * 2 - 1, like) / (s.n - 1) - 1
    return concatenate([constant([-2.0], like), middles], 0)


def staircase(s: Setting, b: Array, omega: Array, theta: Array) -> Array:
    """The coefficients over n, ``(batch, n)``: they see the function, not the input."""
    edges = constant(torch.arange(s.n), b)[None] * 2 / (s.n - 1) - 1
    values = change(b, omega, theta, edges)
    return concatenate([values[:, :1], values[:, 1:] - values[:, :-1]], 1)


def barron(prompt: Prompt) -> Array:
    """C_F for the class with B_k = |b_k| and any phases: ``(batch,)``."""
    return sum(absolute(prompt.b) * (prompt.omega + 1), -1)
