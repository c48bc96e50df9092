r"""Lemma 2: a linear transformer with sparse weights runs preconditioned gradient descent.

The paper's $k$-layer transformer is written here with $L$ layers $A_0,\dots,A_{L-1}$ (the paper lists one
matrix more than it uses). The iterates $w_i$ are the witness of "there exists": they may depend on the samples
and on $w_\star$, never on the query. With $y_i^{(n+1)}$ read as the entry $[Z_i]_{d+1,n+1}$, as the proof
defines it, the lemma holds. That $A_k=-\gamma_kI$ is gradient descent, as the text says, is one of its
examples.

``indices``: the sentence before the lemma speaks of "k-step preconditioned gradient methods using
$-A_1,\dots,-A_k$", about "the k-layer transformer parameterized by $A_0\dots A_k$".
"""

from typing import Any

import torch

from constructions.gradient_descent import preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import amended, dims, equal, lines, mutants, printed, reals, symmetric, theorem
from lemmata.numbers import Array, stack
from theorems.preconditioned_gradient_descent import PAPER
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


@theorem(PAPER, "Lemma 2", origin="read", at=lines(175, 185), examples=[LARGE, PLAIN], **NETWORK)
@printed(
    r"For the transformer (9) with L layers, symmetric $A_0,\dots,A_{L-1}$, any samples, $w_\star$ and query, "
    r"and R of (10): for $i=0,\dots,L$ there is a $w_i^{\mathrm{gd}}\in\mathbb R^d$, which does not depend on "
    r"$x^{(n+1)}$, such that $y_i^{(n+1)}=-\langle x^{(n+1)},w_i^{\mathrm{gd}}\rangle$, where "
    r"$y_i^{(n+1)}=[Z_i]_{d+1,n+1}$, and $w^{\mathrm{gd}}_{i+1}=w^{\mathrm{gd}}_i+A_i\nabla "
    r"R_{w_\star}(w^{\mathrm{gd}}_i)$, from $w_0^{\mathrm{gd}}=0$; with $A_i=-\gamma_iI$ this is gradient "
    r"descent, $w^{\mathrm{gd}}_{i+1}=w^{\mathrm{gd}}_i-\gamma_i\nabla R_{w_\star}(w^{\mathrm{gd}}_i)$."
)
@mutants(WRONG)
def entry(X, w_star, query, tf, answer, iterates=descent):
    """Each layer takes one step of preconditioned gradient descent, read off the last entry."""
    return equal(answer(query_entries(tf, X, w_star, query)), -iterates @ query)


entry.derive_mutants(at=dict(d=2, n=2, L=2, A=symmetric(2, 2).seeded(1)))


@theorem(
    PAPER,
    "Lemma 2, predicted label",
    id="lemma-2/prediction",
    rank="slip",
    origin="read",
    at=lines(177, 181),
    examples=[LARGE],
    uses=[entry],
    **NETWORK,
)
@printed(
    r"For the transformer (9) with L layers, symmetric $A_0,\dots,A_{L-1}$, any samples, $w_\star$ and query, "
    r"and R of (10): the predicted label after layer $i=0,\dots,L$, which is $-[Z_i]_{d+1,n+1}$, equals "
    r"$-\langle x^{(n+1)},w_i^{\mathrm{gd}}\rangle$, where $w^{\mathrm{gd}}_{i+1}=w^{\mathrm{gd}}_i+A_i\nabla "
    r"R_{w_\star}(w^{\mathrm{gd}}_i)$ from $w_0^{\mathrm{gd}}=0$.",
    defect="typo",
    because="Section 3 D predicts with minus the entry, which is plus the inner product.",
)
@amended(
    r"For the transformer (9) with L layers, symmetric $A_0,\dots,A_{L-1}$, any samples, $w_\star$ and query, "
    r"and R of (10): the predicted label after layer $i=0,\dots,L$, which is $-[Z_i]_{d+1,n+1}$, equals "
    r"$+\langle x^{(n+1)},w_i^{\mathrm{gd}}\rangle$, where $w^{\mathrm{gd}}_{i+1}=w^{\mathrm{gd}}_i+A_i\nabla "
    r"R_{w_\star}(w^{\mathrm{gd}}_i)$ from $w_0^{\mathrm{gd}}=0$.",
    because="The entry is minus the inner product (Lemma 2), so that minus the entry is plus it.",
    adds="plus for minus",
    sign=1,
)
@mutants(WRONG)
def prediction(X, w_star, query, tf, answer, iterates=descent, sign=-1):
    """The predicted label is minus the inner product of the query with the iterate."""
    return equal(answer(-query_entries(tf, X, w_star, query)), sign * (iterates @ query))


@theorem(
    PAPER,
    "before Lemma 2",
    id="lemma-2/indices",
    rank="slip",
    origin="read",
    at=lines(175, 177),
    uses=[entry],
    **PROOF | {"L": dims(2, 4)},
    query=drawn("d"),
)
@printed(
    r"For the transformer (9) with L layers, symmetric $A_0,\dots,A_{L-1}$, any samples, $w_\star$ and query, "
    r"and R of (10): with $L=k+1$, $k\ge1$, $-[Z_k]_{d+1,n+1}=\langle x^{(n+1)},w\rangle$ for the w that k "
    r"steps $w\leftarrow w+A_i\nabla R_{w_\star}(w)$ from 0 with $A_1,\dots,A_k$ in this order lead to.",
    defect="typo",
    because="The first layer is that of $A_0$, and after k layers $A_k$ has not been used.",
)
@amended(
    r"For the transformer (9) with L layers, symmetric $A_0,\dots,A_{L-1}$, any samples, $w_\star$ and query, "
    r"and R of (10): with $L=k+1$, $k\ge1$, $-[Z_k]_{d+1,n+1}=\langle x^{(n+1)},w\rangle$ for the w that k "
    r"steps $w\leftarrow w+A_i\nabla R_{w_\star}(w)$ from 0 with $A_0,\dots,A_{k-1}$ in this order lead to.",
    adds="$A_0$ to $A_{k-1}$ for $A_1$ to $A_k$",
    steps=lambda A: A[:-1],
)
@mutants({"all of them": dict(steps=lambda A: A), "descent with -A": dict(steps=lambda A: -A[:-1])})
def indices(L, X, w_star, query, tf, steps=lambda A: A[1:]):
    """The k-th prediction is that of k steps with the matrices 1 to k."""
    return equal(-query_entries(tf, X, w_star, query)[L - 1], descent(steps, X, w_star)[-1] @ query)
