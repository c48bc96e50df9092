r"""Encoder attention with ReLU scores, in the two forms that the slides print.

The slides of Q. Liu (2025) define an attention layer in matrix form,
$H+\frac1N\sum_mV_mH\,\sigma((Q_mH)^\top(K_mH))$, and say that in vector form token $i$ is
$h_i+\sum_m\frac1N\sum_j\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$. These differ in which of $Q$ and $K$
reads the token that is written; ``form`` says which one a layer means. The layers of the PCA proof
also drop the factor $1/N$; ``mean`` says whether it is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import torch

from constructions.streams import Stream
from constructions.transformer import Head, Layer, Transformer, Weight
from lemmata.numbers import Array, concatenate, moveaxis, relu, stored, sum, zeros
from lemmata.numbers.exact import Exact
from lemmata.numbers.running_error import Tracked

Form = Literal["matrix", "vector"]
Part = tuple[list[int], Array]
"""The columns of a matrix that are not 0, and these columns (in the rows that matter)."""


@dataclass(frozen=True)
class ReluAttention:
    """Bidirectional attention with ReLU scores (slides of Q. Liu 2025, Definition of Attn).

    Token ``i`` becomes ``h_i + sum_m sum_j relu(score_ij) V_m h_j``, divided by the number of tokens
    if ``mean``. The score is ``<Q h_i, K h_j>`` in the vector form and ``<Q h_j, K h_i>`` in the
    matrix form.
    """

    heads: tuple[Head, ...]
    form: Form = "vector"
    mean: bool = True
    stream: Stream | None = None
    name: str = ""

    def __call__(self, H: Array) -> Array:
        """The output ``(batch, D, tokens)`` for tokens ``(batch, D, tokens)``.

        Raises:
            ValueError: ``H`` has the wrong shape.
        """
        if not self.heads:
            return H
        D, heads = self.heads[0].V.shape[-1], len(self.heads)
        if H.ndim != 3 or H.shape[1] != D:
            raise ValueError(f"H has shape {tuple(H.shape)}; expected (batch, {D}, tokens)")
        stacked = self._stacked
        if isinstance(stacked, torch.Tensor):
            if isinstance(H, Exact):
                return self._block_by_block(H)
            if isinstance(H, torch.Tensor):
                return self._where_used(H)
            stacked = self._lifted(H)
        batch, tokens = H.shape[0], H.shape[-1]
        rows = H.mT
        split = moveaxis((rows @ stacked.mT).reshape(batch, tokens, 3 * heads, D), 2, 1)
        V, Q, K = (split[:, r * heads : (r + 1) * heads] for r in range(3))
        target, source = (Q, K) if self.form == "vector" else (K, Q)
        gathered = sum(relu(target @ source.mT) @ V, 1)
        if self.mean:
            gathered = gathered / tokens
        return (gathered + rows).mT

    @cached_property
    def _stacked(self) -> Array:
        """All values, then all queries, then all keys: ``(3 * heads * D, D)``."""
        return concatenate([getattr(h, role) for role in "VQK" for h in self.heads], 0)

    @cached_property
    def _lifts(self) -> dict[str, Array]:
        return {}

    def _lifted(self, H: Tracked) -> Array:
        """The stacked weights beside ``H``; to lift them takes longer than to use them."""
        device = str(H.value.device)
        if device not in self._lifts:
            self._lifts[device] = stored(self._stacked, H)
        return self._lifts[device]

    def _where_used(self, H: torch.Tensor) -> torch.Tensor:
        """The output in floats, by the rows and columns in which some head is not 0."""
        written, read, sizes, weights = self._used
        product, heads = H[:, read].mT @ weights.to(H).mT, len(self.heads)
        parts = torch.split(product, [heads * size for size in sizes], -1)
        shapes = [(*product.shape[:2], heads, size) for size in sizes]
        V, Q, K = (p.reshape(s).transpose(1, 2) for p, s in zip(parts, shapes, strict=True))
        target, source = (Q, K) if self.form == "vector" else (K, Q)
        gathered = (torch.relu(target @ source.mT) @ V).sum(1)
        if self.mean:
            gathered = gathered / H.shape[-1]
        return H.index_add(1, written.to(H.device), gathered.mT)

    @cached_property
    def _used(self) -> tuple[torch.Tensor, torch.Tensor, list[int], torch.Tensor]:
        """Rows written, columns read, rows of V, Q and K for each head, and these weights, stacked."""
        V, Q, K = (torch.stack([getattr(head, role) for head in self.heads]) for role in "VQK")
        written = (V != 0).any(2).any(0)
        shared = ((Q != 0).any(2) & (K != 0).any(2)).any(0)
        parts = [V[:, written], Q[:, shared], K[:, shared]]
        stacked = torch.cat([part.flatten(0, 1) for part in parts])
        read = (stacked != 0).any(0)
        sizes = [part.shape[1] for part in parts]
        return written.nonzero()[:, 0], read.nonzero()[:, 0], sizes, stacked[:, read]

    def _block_by_block(self, H: Exact) -> Exact:
        """The output in exact numbers, where a product with a stored 0 costs as much as any other."""
        if H.ring not in self._thin:
            thin = [_blocks(head, H) for head in self.heads]
            self._thin[H.ring] = [blocks for blocks in thin if blocks is not None]
        change = zeros(H.shape, H)
        for written, V, Q, K in self._thin[H.ring]:
            query, key = Q[1] @ H[:, Q[0]], K[1] @ H[:, K[0]]
            target, source = (query, key) if self.form == "vector" else (key, query)
            added = (V[1] @ H[:, V[0]]) @ relu(source.mT @ target)
            change.values[:, written] += added.values
        found: Exact = H + (change / H.shape[-1] if self.mean else change)
        return found

    @cached_property
    def _thin(self) -> dict[str, list[tuple[list[int], Part, Part, Part]]]:
        return {}

    def on(self, stream: Stream) -> ReluAttention:
        if self.stream is not None and self.stream != stream:
            raise ValueError(
                f"a layer is written on {self.stream!r}, the transformer on {stream!r}"
            )
        return self if self.stream == stream else replace(self, stream=stream)

    def weights(self) -> dict[str, Weight]:
        stream = self.stream or Stream(h=self.heads[0].V.shape[-1])
        return {
            f"head {head.name or k + 1} {role}": Weight(getattr(head, role), stream, stream)
            for k, head in enumerate(self.heads)
            for role in "VQK"
        }

    def with_weights(self, arrays: Mapping[str, Array]) -> ReluAttention:
        heads = []
        for k, head in enumerate(self.heads):
            told = f"head {head.name or k + 1}"
            V, Q, K = (arrays.get(f"{told} {role}", getattr(head, role)) for role in "VQK")
            heads.append(Head(V, Q, K, head.name))
        return replace(self, heads=tuple(heads))

    def derived_mutants(self) -> Iterator[tuple[str, ReluAttention]]:
        """As :meth:`Transformer.derived_mutants`, for the layer alone."""
        for name, tf in self._alone.derived_mutants():
            yield name, tf.layers[0]  # type: ignore[misc]

    def derived_mutant(self, name: str) -> ReluAttention:
        """As :meth:`Transformer.derived_mutant`, for the layer alone."""
        return self._alone.derived_mutant(name).layers[0]  # type: ignore[return-value]

    @property
    def _alone(self) -> Transformer:
        return Transformer(self.stream or Stream(h=self.heads[0].V.shape[0]), (self,))


def _blocks(head: Head, like: Exact) -> tuple[list[int], Part, Part, Part] | None:
    """The rows that V writes, and V, Q, K where they are not 0; None for a head that does nothing."""
    V, Q, K = head.V, head.Q, head.K
    written = (V != 0).any(1)
    shared = (Q != 0).any(1) & (K != 0).any(1)  # a row of one alone does not reach the score
    if not (bool(written.any()) and bool(shared.any())):
        return None

    def part(matrix: torch.Tensor, rows: torch.Tensor) -> Part:
        columns = (matrix[rows] != 0).any(0)
        return columns.nonzero()[:, 0].tolist(), stored(matrix[rows][:, columns], like)

    return written.nonzero()[:, 0].tolist(), part(V, written), part(Q, shared), part(K, shared)


def operator_norm(matrix: torch.Tensor) -> float:
    """The largest singular value of a float64 matrix."""
    return float(torch.linalg.matrix_norm(matrix, 2)) if bool((matrix != 0).any()) else 0.0


def layer_norm(layer: Layer) -> float:
    r"""One layer's part of the slides' norm: $\max_m\{\|Q_m\|,\|K_m\|\}+\sum_m\|V_m\|$ (no MLP)."""
    found = {"V": [0.0], "Q": [0.0], "K": [0.0]}
    for role, weight in layer.weights().items():
        found[role[-1]].append(operator_norm(weight.array))
    total = 0.0
    for value in found["V"]:
        total += value
    return max(*found["Q"], *found["K"]) + total


@dataclass(frozen=True)
class Resources:
    """What a transformer needs: ``depth`` layers, at most ``heads`` each, the slides' norm."""

    depth: int
    heads: int
    norm: float


def resources(tf: Transformer) -> Resources:
    """Depth, the largest number of heads, and the norm of attention-only transformers."""
    known: dict[int, float] = {}
    for layer in tf.layers:
        if id(layer) not in known:
            known[id(layer)] = layer_norm(layer)
    heads = max(len(layer.heads) for layer in tf.layers if hasattr(layer, "heads"))
    return Resources(depth=len(tf.layers), heads=heads, norm=max(known.values()))
