"""Lemma 2: what it speaks of, the iterates of (11), and the network (9) on a prompt."""

from typing import Any

import torch

from constructions.gradient_descent import preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import dims, reals, symmetric
from lemmata.numbers import Array, stack
from theorems.preconditioned_gradient_descent.draws import drawn, drawn_symmetric
from theorems.preconditioned_gradient_descent.forward_pass import embed

NETWORK: dict[str, Any] = {
    "given": ["A"],
    "d": dims(1, 3),
    "n": dims(1, 3),
    "L": dims(1, 3),
    "A": symmetric("L", "d"),
    "X": reals("n", "d"),
    "w_star": reals("d"),
    "query": reals("d"),
    "construction": lambda A: preconditioned_gd_transformer(A),
}
PROOF: dict[str, Any] = {  # drawn by a seed
    "given": ["A"],
    "d": dims(1, 4),
    "n": dims(1, 6),
    "L": dims(1, 4),
    "A": drawn_symmetric("L", "d"),
    "X": drawn("n", "d"),
    "w_star": drawn("d"),
    "construction": lambda A: preconditioned_gd_transformer(A),
}
LARGE = dict(d=8, n=20, L=6, A=symmetric(6, 8).seeded(3) / 16)
# A_k = -gamma_k I, with 1/2, 1/4 and 1/8 for gamma_k: gradient descent.
PLAIN = dict(d=3, n=4, L=3, A=torch.eye(3).double() * torch.tensor([-0.5, -0.25, -0.125])[:, None, None])


def gradient(X: Array, w: Array, w_star: Array) -> Array:
    r"""$\nabla R_{w_\star}(w)=\frac1n\sum_i(w^\top x_i-w_\star^\top x_i)\,x_i$ of (10)."""
    return X.T @ (X @ w - X @ w_star) / len(X)


def descent(A: Array, X: Array, w_star: Array) -> Array:
    r"""The iterates $w_0 = 0, \ldots, w_L$ of (11), from the samples and $w_\star$ alone."""
    path = [0 * w_star]
    for A_i in A:
        path.append(path[-1] + A_i @ gradient(X, path[-1], w_star))
    return stack(path)


def query_entries(tf: Transformer, X: Array, w_star: Array, query: Array, y: Array = 0) -> Array:
    r"""The entry $[Z_i]_{d+1, n+1}$ after every layer, with $y$ for the 0 of (1)."""
    return stack([Z[-1, -1] for Z in tf.run(embed(X, X @ w_star, query, y))])


WRONG: dict[str, Any] = {
    "descent with -A": dict(iterates=lambda A, X, w_star: descent(-A, X, w_star)),
    "A need not be symmetric": dict(A=reals("L", "d", "d")),
    "matrices in reverse order": dict(iterates=lambda A, X, w_star: descent(A[::-1], X, w_star)),
}
