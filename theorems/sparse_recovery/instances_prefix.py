"""Pairs of instances with the same first rows, for Remark 2 of Liu et al. 2025."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from constructions.lista_vm import embed, lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, Space, dims, equal, in_ball, space, sparse
from lemmata.numbers import Array, concatenate
from theorems.sparse_recovery.theorem_4_1 import setting as instances_theorem_4_1


@dataclass(frozen=True)
class Setting(instances_theorem_4_1.Setting):
    n: int = 1


_whole = instances_theorem_4_1.settings(2, 1.0)
settings = replace(
    _whole, holder=Setting, fields={**_whole.fields, "n": lambda s: dims(1, s.N, most=s.N)}
)


def prompts(s: Setting) -> Space:
    """An instance, and what another one has instead."""
    rows, query = in_ball(s.N, s.d, radius=s.b_x), in_ball(s.d, radius=s.b_x)
    vector = sparse(s.d, s.d, s.b_beta)
    return space(
        X=rows, beta_star=vector, query=query, rows=rows, other_beta=vector, other_query=query
    )


Data = tuple[Array, Array, Array]
Other = Callable[[Setting, Prompt], Data]


def network(s: Setting) -> Transformer:
    return lista_vm_transformer(s.M, s.theta, s.B, bias="corrected")


def without_B(s: Setting) -> Transformer:
    return lista_vm_transformer(s.M, s.theta, s.B * 0, bias="corrected")


def instance(X: Array, beta: Array, query: Array) -> Data:
    return X, (X @ beta[..., None])[..., 0], query


def another(s: Setting, p: Prompt, shared: int = 0, beta: bool = False) -> Data:
    """An instance with n + shared common rows, and the same beta* or another one."""
    n = s.n + shared
    X = concatenate([p.X[:, :n], p.rows[:, n:]], 1)
    return instance(X, p.other_beta if beta else p.beta_star, p.other_query)


def same_labels(s: Setting, p: Prompt) -> Data:
    """The first n rows and labels in common, then rows and labels of another beta*."""
    (X, y, _), (_, mine, _) = another(s, p, beta=True), instance(p.X, p.beta_star, p.query)
    return X, concatenate([mine[:, : s.n], y[:, s.n :]], 1), p.other_query


def cut(s: Setting, p: Prompt, more: int = 0) -> Data:
    """The first n rows alone."""
    return instance(p.X[:, : s.n + more], p.beta_star, p.other_query)


def estimate_is_the_same(s: Setting, tf: Transformer, prompt: Prompt, other: Other) -> Margin:
    """The estimate at token 2n + 1 is the one of another instance with the same first rows."""
    mine = instance(prompt.X, prompt.beta_star, prompt.query)
    pair = [
        tf.stream.read(tf(embed(*data)), "beta")[..., 2 * s.n] for data in (mine, other(s, prompt))
    ]
    return equal(*pair)
