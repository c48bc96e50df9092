"""What the layers of appendix A.4 should compute at a state, display by display (Li et al. 2025)."""

from __future__ import annotations

from dataclasses import dataclass

from lemmata import Prompt
from lemmata.numbers import Array, as_array, concatenate, constant, exp, ones, sum
from theorems.universal_approximation.instances_layers import Setting


@dataclass(frozen=True)
class State:
    """The parts of (50) that the displays speak of; rho and yhat once for all tokens."""

    phi: Array  # (batch, N + 1, n + 1)
    rho: Array  # (batch, n + 1)
    y: Array  # (batch, N + 1)
    w: Array  # (1, N + 1)
    yhat: Array  # (batch, 1)


def state(s: Setting, prompt: Prompt) -> State:
    """The state that :func:`hidden_state` writes as a matrix."""
    last = ones((*prompt.phi.shape[:2], 1), prompt.phi)
    return State(
        concatenate([prompt.phi, last], -1),
        prompt.rho,
        concatenate([prompt.y, prompt.y[:, :1] * 0], -1),
        constant([[1.0] * s.N + [0.0]], prompt.y),
        prompt.yhat,
    )


def scores(p: State) -> Array:
    """The product of every token's features with rho: ``(batch, N + 1)``."""
    return (p.phi @ p.rho[..., None])[..., 0]


def linearised(x: Array, tau: Array) -> Array:
    """``4 tau (sigma_attn(x / tau) - sigma_attn(0))``, the right side of (117)."""
    tau = as_array(tau, x)
    return (1 / (exp(-x / tau) + 1) - 0.5) * (tau * 4)


def display_118(s: Setting, p: State) -> Array:
    """Rho after Attn1 as (118) has it, with eta = 1/(2n): ``(batch, n + 1)``."""
    # The three functions are applied at once, head by head.
    heads = [p.y, scores(p), (1 - p.w) * p.yhat]
    count = s.N + 1
    found = linearised(concatenate(heads, -1) / (2 * s.n), s.tau)
    terms = found[:, :count] - found[:, count : 2 * count] + found[:, 2 * count :]
    return p.rho + sum(terms[..., None] * p.phi, 1) * 2 / s.N


def display_108(s: Setting, p: State) -> Array:
    """Rho after one exact gradient step, (108) with e = 0."""
    residual = (p.y - scores(p)) * p.w
    return p.rho + sum(residual[..., None] * p.phi, 1) / s.n / s.N


def display_124(s: Setting, p: State) -> Array:
    """The prediction as (124) has it: ``(batch, 1)``."""
    terms = (1 - p.w) * linearised(scores(p), s.tau)
    return p.yhat + sum(terms, -1)[:, None]
