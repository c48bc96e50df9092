"""Lemma 2: settings, prompts, the network (9) and the witness of "there exists"."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from baselines.gradient import gradient_descent, labels
from constructions.gradient_descent import embed, entry, preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import Declaration, Domain, Prompt, Space, dims, reals, space, symmetric
from lemmata.numbers import Array, broadcast_to, eye, stack
from theorems.preconditioned_gradient_descent.draws import drawn, drawn_symmetric


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    L: int
    A: Tensor  # (L, d, d)


def settings(matrices: Callable[[int, int], Domain] = symmetric) -> Space:
    return space(Setting, d=dims(1, 3), n=dims(1, 3), L=dims(1, 3), A=lambda s: matrices(s.L, s.d))


def prompts(s: Setting) -> Space:
    return space(X=reals(s.n, s.d), w_star=reals(s.d), query=reals(s.d))


LARGE = Setting(d=8, n=20, L=6, A=symmetric(6, 8).seeded(3) / 16)
# A_k = -gamma_k I, with 1/2, 1/4 and 1/8 for gamma_k: gradient descent.
PLAIN = Setting(d=3, n=4, L=3, A=torch.eye(3).double() * torch.tensor([-0.5, -0.25, -0.125])[:, None, None])

NETWORK = (
    r"For the transformer (9) with L layers, symmetric $A_0,\dots,A_{L-1}$, any samples, $w_\star$ and query, "
    r"and R of (10): "
)
GD = r"w^{\mathrm{gd}}_{i+1}=w^{\mathrm{gd}}_i+A_i\nabla R_{w_\star}(w^{\mathrm{gd}}_i)"


def batch_first(path: Array) -> Array:
    return stack(list(path), 1)


def iterates(s: Setting, X: Array, w_star: Array) -> Array:
    """The iterates w_0 = 0, ..., w_L, from the samples and w_star alone: (batch, L + 1, d)."""
    return batch_first(gradient_descent(X, s.A, w_star=w_star))


def other(change: Callable[[Setting], Array]) -> Callable[[Setting, Array, Array], Array]:
    """The iterates with other matrices in place of A."""

    def changed(s: Setting, X: Array, w_star: Array) -> Array:
        return batch_first(gradient_descent(X, change(s), w_star=w_star))

    return changed


def query_entries(tf: Transformer, prompt: Prompt) -> Array:
    """The entry [Z_i]_{d+1,n+1} after every layer: (batch, L + 1)."""
    y = labels(prompt.X, prompt.w_star)
    return batch_first(entry(tf.run(embed(prompt.X, y, prompt.query))))


def complete(claim: Declaration) -> None:
    """Gives a claim the network (9) with the setting's A, and the witness of "there exists"."""
    claim.construction(lambda s: preconditioned_gd_transformer(s.A))
    claim.response(iterates)


def add_mutants(claim: Declaration) -> None:
    """Gives a claim the wrong variants that its check has to notice."""
    claim.mutant("descent with -A", iterates=other(lambda s: -s.A))
    claim.mutant("A need not be symmetric", settings=settings(lambda L, d: reals(L, d, d)))
    claim.mutant("matrices in reverse order", iterates=other(lambda s: s.A[list(range(s.L))[::-1]]))


def proof_settings(matrices: Callable[[int, int], Domain] = drawn_symmetric, layers: int = 1) -> Space:
    """As :func:`settings`, drawn by a seed."""
    return space(Setting, d=dims(1, 4), n=dims(1, 6), L=dims(layers, 4), A=lambda s: matrices(s.L, s.d))


def one_query(s: Setting) -> Space:
    """Samples, task and query."""
    return space(X=drawn(s.n, s.d), w_star=drawn(s.d), query=drawn(s.d))


def labelled_query(s: Setting) -> Space:
    """A query with an entry y in place of the 0 of (1)."""
    return space(X=drawn(s.n, s.d), w_star=drawn(s.d), query=drawn(s.d), y=drawn(1))


def samples(s: Setting) -> Space:
    """Samples and task."""
    return space(X=drawn(s.n, s.d), w_star=drawn(s.d))


def states(tf: Transformer, prompt: Prompt, query: Array, answer: Array = None) -> tuple[Array, ...]:
    """The states of the literal forward pass at a query, with y_0^(n+1) = answer (0 if left out)."""
    return tf.run(embed(prompt.X, labels(prompt.X, prompt.w_star), query, answer))


def own_theta(s: Setting, tf: Transformer, prompt: Prompt) -> Array:
    """theta_0, ..., theta_L as the network has them: (L + 1, batch, d)."""
    columns = []
    for e in eye(s.d, prompt.X):
        Z = states(tf, prompt, broadcast_to(e[None], tuple(prompt.w_star.shape)))
        columns.append(stack([Z_l[:, -1, -1] for Z_l in Z], 0))
    return stack(columns, 2)


def times(A: Array, v: Array) -> Array:
    """A v, for vectors in the last axis."""
    return (A @ v[..., None])[..., 0]
