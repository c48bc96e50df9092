"""The whole transformer of A.4, its runs, the exact method (38b), and the bounds (120) along a run."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from baselines.barron import feature_vectors
from baselines.proximal import proximal_gradient
from constructions.streams import Stream
from constructions.transformer import Transformer
from constructions.universal import Weights, embed, iterates, residual_stream, universal_transformer
from lemmata import Prompt, Space, box, dims, dyadics, reals, scales, space
from lemmata.numbers import Array, concatenate, full, moveaxis, stack, sum
from theorems.universal_approximation.lasso import products, squared
from theorems.universal_approximation.lemma_4.layers import no_rationals


@dataclass(frozen=True)
class Shape:
    """All but the temperature."""

    d: int
    n: int
    N: int
    T: int
    lam: float
    tau_ff: float
    omega: Tensor  # (n, d)
    t: Tensor  # (n,)

    @property
    def stream(self) -> Stream:
        return residual_stream(self.d, self.n)

    @property
    def L(self) -> int:
        return 2 * self.T + 1


@dataclass(frozen=True)
class Setting(Shape):
    tau: float


Build = Callable[[Setting], Transformer]


def directions_are_not_zero(s: Shape) -> bool:
    return bool((s.omega != 0).any(-1).all())


def settings(d: int = 2, n: int = 4, N: int = 4, T: int = 3, hottest: int = 12) -> Space:
    """Sizes up to those; the temperature is any number, drawn up to 2 to the power ``hottest``."""
    return space(
        Setting,
        d=dims(1, d),
        n=dims(1, n),
        N=dims(1, N),
        T=dims(1, T),
        lam=dyadics(0, 1, of="[0, inf)"),
        tau_ff=scales(1, 4, of="(0, inf)"),
        omega=lambda s: reals(s.n, s.d),
        t=lambda s: box(s.n, low=-2.0, high=1.0),
        tau=scales(-3, hottest, of="(0, inf)"),
        where=directions_are_not_zero,
    )


def wide(d: int, n: int, N: int, T: int) -> Setting:
    """Larger sizes than are drawn: directions of all signs, evenly spaced offsets."""
    omega = (torch.arange(n * d).double().reshape(n, d) * 7 % 11 - 5) / 4 + 0.125
    t = torch.arange(n).double() * 3 / n - 2
    return Setting(d=d, n=n, N=N, T=T, lam=0.03125, tau_ff=4.0, omega=omega, t=t, tau=16.0)


def prompts(s: Shape) -> Space:
    """Inputs of the unit ball, labels of any size."""
    side = 0.5 if s.d > 1 else 1.0
    return space(X=box(s.N, s.d, low=-side, high=side), y=reals(s.N), query=box(s.d, low=-side, high=side))


def transformer(weights: Weights, steps: Callable[[Any], int] = lambda s: 2 * s.n) -> Build:
    """The transformer with one tau for all its layers; ``steps`` is one over the step size."""

    def build(s: Setting) -> Transformer:
        no_rationals(s.t)
        return universal_transformer(
            s.omega,
            s.t,
            N=s.N,
            L=s.L,
            lam=s.lam,
            tau_ff=s.tau_ff,
            tau=(s.tau, s.tau),
            weights=weights,
            inverse_step=steps(s),
        )

    return build


def without_query_head(s: Setting) -> Transformer:
    """The repaired weights without Attn1's third head: it shows from the second step on."""
    return transformer("repaired")(s).derived_mutant("Attn1 head query Q[x<-one] zeroed")


@dataclass(frozen=True)
class Run:
    """What the transformer did: features, iterates and predictions after the layers 1, 3, ..., L."""

    phi: Array  # (batch, N, n + 1)
    query: Array  # (batch, n + 1)
    rho: Array  # (batch, T + 1, n + 1)
    yhat: Array  # (batch, T + 1)
    y: Array  # (batch, N)


def run(s: Shape, tf: Transformer, prompt: Prompt) -> Run:
    """One run; no gradients pass, since steps along them cost more here than they find."""
    prompt = prompt.map(lambda v: v.detach() if isinstance(v, Tensor) else v)
    rho, yhat = iterates(tf, embed(prompt.X, prompt.y, prompt.query, s.n))
    X = concatenate([prompt.X, prompt.query[:, None]], 1)
    phi = feature_vectors(X, s.omega, s.t, s.tau_ff)
    return Run(phi[:, :-1], phi[:, -1], rho, yhat, prompt.y)


def exact(s: Shape, r: Run, inverse_step: int) -> Array:
    """The exact proximal gradient method from 0: ``(batch, T + 1, n + 1)``."""
    start = full(0, like=r.rho[:, 0])
    path = proximal_gradient(r.phi, r.y, s.lam, start, steps=s.T, inverse_step=inverse_step)
    return moveaxis(path, 0, 1)


def errors_120(s: Setting, r: Run, inverse_step: int) -> Array:
    """The first line of (120) before each step with 2/15 for 2, its last term by (125): ``(batch, T)``."""
    bounds = []
    # A linearised x is wrong by at most 2 x^2 / (15 tau). With eta = 1 / inverse_step: 4 eta^2 / (15 N tau)
    # times the squares, and for the leak of the query 2 eta / N times |yhat - phi^T rho|.
    for k in range(s.T):
        rho, yhat = r.rho[:, k], r.yhat[:, k]
        product = sum(r.query * rho, -1)
        squares = squared(r.y) + squared(products(r.phi, rho)) + product * product + yhat * yhat
        curvature = squares * 4 / (15 * inverse_step * inverse_step * s.N) / s.tau
        bounds.append(curvature + product * product * 4 / (15 * inverse_step * s.N) / s.tau)
    return stack(bounds, 1)
