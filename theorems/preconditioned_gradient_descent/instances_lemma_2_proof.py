"""Settings, prompts and the network in the proof of Lemma 2 (Ahn et al. 2023)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from baselines.gradient import labels
from constructions.gradient_descent import embed
from constructions.transformer import Transformer
from lemmata import Claim, Domain, Prompt, Space, dims, space
from lemmata.numbers import Array, broadcast_to, eye, stack
from theorems.preconditioned_gradient_descent.instances_draws import drawn, drawn_symmetric
from theorems.preconditioned_gradient_descent.instances_lemma_2 import Setting


def proof_settings(
    matrices: Callable[[int, int], Domain] = drawn_symmetric, layers: int = 1
) -> Space:
    """As :func:`settings`, drawn by a seed."""
    return space(
        Setting,
        d=dims(1, 3),
        n=dims(1, 3),
        L=dims(layers, 3),
        A=lambda s: matrices(s.L, s.d),
    )


def proof_prompts(s: Setting) -> Space:
    """Two queries with entries in place of the 0 of (1), and two numbers."""
    return space(
        X=drawn(s.n, s.d),
        w_star=drawn(s.d),
        query=drawn(s.d),
        other=drawn(s.d),
        numbers=drawn(2),
    )


PROOF: dict[str, Any] = {
    "kind": "forall",
    "settings": proof_settings(),
    "prompts": proof_prompts,
}


def states(
    tf: Transformer, prompt: Prompt, query: Array, answer: Array = None
) -> tuple[Array, ...]:
    """The states of the literal forward pass at a query, with y_0^(n+1) = answer (0 if left out)."""
    return tf.run(embed(prompt.X, labels(prompt.X, prompt.w_star), query, answer))


def asymmetric(claim: Claim, layers: int = 1) -> None:
    """The mutant of a display whose A has to be symmetric."""
    spaces = proof_settings(lambda L, d: drawn(L, d, d), layers)
    claim.mutant("A need not be symmetric", settings=spaces)


def own_theta(s: Setting, tf: Transformer, prompt: Prompt) -> Array:
    """theta_0, ..., theta_L as the network has them: (L + 1, batch, d)."""
    units = eye(s.d, prompt.X)
    columns = []
    for e in units:
        Z = states(tf, prompt, broadcast_to(e[None], tuple(prompt.query.shape)))
        columns.append(stack([z[:, -1, -1] for z in Z], 0))
    return stack(columns, 2)


def times(A: Array, v: Array) -> Array:
    """A v, for vectors in the last axis."""
    return (A @ v[..., None])[..., 0]
