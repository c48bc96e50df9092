"""Runs of the whole transformer of A.4, the exact method, and the bounds (120) (Li et al. 2025)."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from baselines.barron import feature_vectors
from baselines.proximal import proximal_gradient
from constructions.transformer import Transformer
from constructions.universal import embed, iterates
from lemmata import Prompt
from lemmata.numbers import Array, concatenate, moveaxis, stack, sum
from theorems.universal_approximation.instances_lemma_4 import STEEP, Setting


@dataclass(frozen=True)
class Run:
    """What the transformer did: features, iterates and predictions after the layers 1, 3, ..., L."""

    phi: Array  # (batch, N, n + 1)
    query: Array  # (batch, n + 1)
    rho: Array  # (batch, T + 1, n + 1)
    yhat: Array  # (batch, T + 1)
    y: Array  # (batch, N)


def run(s: Setting, tf: Transformer, prompt: Prompt) -> Run:
    """One run; no gradients pass, since steps along them cost more here than they find."""
    prompt = prompt.map(lambda v: v.detach() if isinstance(v, Tensor) else v)
    rho, yhat = iterates(tf, embed(prompt.X, prompt.y, prompt.query, s.n))
    X = concatenate([prompt.X, prompt.query[:, None]], 1)
    phi = feature_vectors(X, s.omega, s.t, STEEP)
    return Run(phi[:, :-1], phi[:, -1], rho, yhat, prompt.y)


def exact(s: Setting, r: Run, inverse_step: int) -> Array:
    """The exact proximal gradient method from 0: ``(batch, T + 1, n + 1)``."""
    path = proximal_gradient(
        r.phi, r.y, s.lam, r.rho[:, 0] * 0, steps=s.T, inverse_step=inverse_step
    )
    return moveaxis(path, 0, 1)


def errors_120(s: Setting, r: Run, inverse_step: int) -> Array:
    """The first line of (120) before each step, its last term bounded by (125): ``(batch, T)``."""
    found = []
    for k in range(s.T):
        rho, yhat = r.rho[:, k], r.yhat[:, k]
        scores = (r.phi @ rho[..., None])[..., 0]
        own = sum(r.query * rho, -1)
        squares = sum(r.y * r.y, -1) + sum(scores * scores, -1) + own * own + yhat * yhat
        curvature = squares * 4 / (inverse_step * inverse_step * s.N) / s.tau
        found.append(curvature + own * own * 4 / (inverse_step * s.N) / s.tau)
    return stack(found, 1)
