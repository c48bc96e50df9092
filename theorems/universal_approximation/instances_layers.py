"""Settings, prompts and weights for the single layers of appendix A.4 (Li et al. 2025)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from constructions.streams import Stream
from constructions.transformer import Layer
from constructions.universal import attn1, attn2, residual_stream
from lemmata import Prompt, Space, box, dims, dyadics, reals, scales, space
from lemmata.numbers import Array, as_array, concatenate, constant, ones
from theorems.universal_approximation.instances_arithmetic import no_rationals


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    N: int
    lam: float
    tau: float
    omega: Tensor  # (n, d)
    t: Tensor  # (n,)

    @property
    def stream(self) -> Stream:
        return residual_stream(self.d, self.n)


def settings(largest: int = 3) -> Space:
    """No direction is 0; the temperature is any number."""
    return space(
        Setting,
        d=dims(1, 2),
        n=dims(1, largest),
        N=dims(1, largest),
        lam=dyadics(0, 2),
        tau=scales(0, 6),
        omega=lambda s: reals(s.n, s.d),
        t=lambda s: box(s.n, low=-2.0, high=1.0),
        where=lambda s: bool((s.omega != 0).any(-1).all()),
    )


def states(s: Setting) -> Space:
    """What stands in (50): labels, features within [0, 1], equal copies of rho and yhat."""
    return space(
        x=box(s.N + 1, s.d, low=-0.5, high=0.5),
        y=reals(s.N),
        phi=box(s.N + 1, s.n, low=0.0, high=1.0),
        rho=reals(s.n + 1),
        yhat=reals(1),
    )


def inputs(s: Setting) -> Space:
    """Inputs of the unit ball and labels."""
    side = 0.5  # at most two entries
    return space(
        X=box(s.N, s.d, low=-side, high=side), y=reals(s.N), query=box(s.d, low=-side, high=side)
    )


def hidden_state(s: Setting, prompt: Prompt) -> Array:
    """The matrix (50) with the parts of the prompt."""
    batch = prompt.y.shape[0]
    features = concatenate([prompt.phi, ones((batch, s.N + 1, 1), prompt.phi)], -1)
    return s.stream.embed(
        x=prompt.x.mT,
        one=1.0,
        y=concatenate([prompt.y, prompt.y[:, :1] * 0], -1)[:, None],
        w=constant([[[1.0] * s.N + [0.0]]], prompt.y),
        phi=features.mT,
        rho=prompt.rho[:, :, None],
        lam=as_array(s.lam, prompt.y),
        yhat=prompt.yhat[:, :, None],
    )


Build = Callable[[Setting], Layer]


def gradient_layer(weights: str, inverse_step: int = 2) -> Build:
    """Attn1; ``inverse_step`` times n is one over the step size."""

    def build(s: Setting) -> Layer:
        no_rationals(s.t)
        return attn1(s.stream, inverse_step * s.n, s.tau, weights=weights, like=s.t)  # type: ignore[arg-type]

    return build


def prediction_layer(weights: str) -> Build:
    """Attn2."""

    def build(s: Setting) -> Layer:
        no_rationals(s.t)
        return attn2(s.stream, s.N, s.tau, weights=weights, like=s.t)  # type: ignore[arg-type]

    return build
