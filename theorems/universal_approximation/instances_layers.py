"""Settings, prompts and displays for the single layers of appendix A.4 (Li et al. 2025)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from constructions.streams import Stream
from constructions.transformer import Layer
from constructions.universal import attn1, attn2, residual_stream
from lemmata.arrays import Array, as_array, concatenate, constant, exp, ones, sum
from lemmata.spaces import Prompt, Space, box, dims, dyadics, reals, scales, space


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


def parts(s: Setting, H: Array) -> dict[str, Array]:
    """Phi ``(batch, N + 1, n + 1)``, rho, y, w, yhat of a state whose copies are equal."""
    read = s.stream.read
    return {
        "phi": read(H, "phi").mT,
        "rho": read(H, "rho")[..., 0],
        "y": read(H, "y")[:, 0],
        "w": read(H, "w")[:, 0],
        "yhat": read(H, "yhat")[:, 0, :1],
    }


def linearised(x: Array, tau: Array) -> Array:
    """``4 tau (sigma_attn(x / tau) - sigma_attn(0))``, the right side of (117)."""
    tau = as_array(tau, x)
    return (1 / (exp(-x / tau) + 1) - 0.5) * (tau * 4)


def display_118(s: Setting, H: Array) -> Array:
    """Rho after Attn1 as (118) has it, with eta = 1/(2n): ``(batch, n + 1)``."""
    p = parts(s, H)
    scores = (p["phi"] @ p["rho"][..., None])[..., 0]
    terms = (
        linearised(p["y"] / (2 * s.n), s.tau)
        - linearised(scores / (2 * s.n), s.tau)
        + linearised((1 - p["w"]) * p["yhat"] / (2 * s.n), s.tau)
    )
    return p["rho"] + sum(terms[..., None] * p["phi"], 1) * 2 / s.N


def display_108(s: Setting, H: Array) -> Array:
    """Rho after one exact gradient step, (108) with e = 0."""
    p = parts(s, H)
    phi, y = p["phi"][:, : s.N], p["y"][:, : s.N]
    residual = y - (phi @ p["rho"][..., None])[..., 0]
    return p["rho"] + sum(residual[..., None] * phi, 1) / s.n / s.N


def display_124(s: Setting, H: Array) -> Array:
    """The prediction as (124) has it: ``(batch, 1)``."""
    p = parts(s, H)
    scores = (p["phi"] @ p["rho"][..., None])[..., 0]
    terms = (1 - p["w"]) * linearised(scores, s.tau)
    return p["yhat"] + sum(terms, -1)[:, None]


Build = Callable[[Setting], Layer]


def gradient_layer(weights: str, inverse_step: int = 2) -> Build:
    """Attn1; ``inverse_step`` times n is one over the step size."""
    return lambda s: attn1(s.stream, inverse_step * s.n, s.tau, weights=weights, like=s.t)  # type: ignore[arg-type]


def prediction_layer(weights: str) -> Build:
    """Attn2."""
    return lambda s: attn2(s.stream, s.N, s.tau, weights=weights, like=s.t)  # type: ignore[arg-type]
