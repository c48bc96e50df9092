"""Attention, with the conventions in which the papers differ as options that are always given."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Literal

import torch
from torch import Tensor

from constructions import blocks
from constructions.blocks import AttentionPlan, Blocks, Kept
from constructions.layer import Layer, beside, check_tokens
from constructions.streams import Stream
from constructions.weights import Weight
from lemmata.numbers import Array, concat, constant, exp, moveaxis, relu, sum
from lemmata.numbers.fused import plus_product, scored

Score = Literal["relu", "logistic", "softmax"]
Mask = Literal["causal", "none"]
Average = Literal["position", "tokens", "examples", "none"]
Form = Literal["vector", "matrix"]


def logistic(x: Array) -> Array:
    """The logistic function entrywise; exact numbers have it at 0 or as balls."""
    return torch.sigmoid(x) if isinstance(x, Tensor) else 1 / (exp(-x) + 1)


_LOOP_FROM = 2**14
"""From so many numbers in the tokens on heads are taken one by one, so that they stay in the cache."""
SCORES: Mapping[Score, Callable[[Array], Array]] = MappingProxyType({"relu": relu, "logistic": logistic})
"""Scores that are taken entry by entry; the softmax is not."""


@dataclass(frozen=True)
class Head:
    """One attention head with dense ``(D, D)`` value, query and key matrices."""

    V: Array
    Q: Array
    K: Array
    name: str = ""


@dataclass(frozen=True)
class Attention(Layer):
    r"""Residual attention: token i becomes ``h_i + 1/c_i sum_m sum_j s_mij V_m h_j``.

    Attributes:
        heads: may be none, and then nothing changes.
        score: the function :math:`\sigma` of a score; ``softmax`` is that over the tokens j that the mask
            lets through, so that they sum to 1, and goes with the average ``none``. A factor such as
            :math:`1/\sqrt{d}` is part of Q or K.
        mask: ``causal`` lets j run up to i, ``none`` over all tokens.
        average: what the sum is divided by: the ``position`` i (counted from 1), the number of all
            ``tokens``, that of the ``examples`` (all but the query), or nothing (``none``).
        form: which of Q and K reads the token that is written. In the ``vector`` form the weight
            ``s_mij`` is ``score(<Q_m h_i, K_m h_j>)``, in the ``matrix`` form
            ``score(<Q_m h_j, K_m h_i>)``, as in $V H \sigma((QH)^\top KH)$.

    Raises:
        ValueError: a softmax is to be averaged once more.
    """

    heads: tuple[Head, ...]
    stream: Stream | None = None
    name: str = ""
    score: Score = field(kw_only=True)
    mask: Mask = field(kw_only=True)
    average: Average = field(kw_only=True)
    form: Form = field(kw_only=True)

    def __post_init__(self) -> None:
        if self.score == "softmax" and self.average != "none":
            raise ValueError(
                f"a softmax is an average by itself: average='none' is wanted, not {self.average!r}"
            )

    def __call__(self, H: Array) -> Array:
        """The output ``(batch, D, tokens)`` for tokens ``(batch, D, tokens)``.

        Raises:
            ValueError: ``H`` has the wrong shape, or no token besides the query where one is needed.
            TypeError: ``H`` and the weights have different dtypes.
        """
        if not self.heads:
            return H
        check_tokens(H, self.heads[0].V.shape[-1], 2 if self.average == "examples" else 0)
        if self.score != "softmax" and blocks.worthwhile(H, self._stream, lambda: self._all_weights):
            tokens = blocks.split(H, self._stream)
            return blocks.joined(tokens | self.changed_blocks(tokens, Kept()))
        # Tokens as rows: in torch this makes one large matrix product of all tokens and heads.
        rows, stacked = H.mT, self._stacked(H)
        projected, heads = rows @ stacked.mT, len(self.heads)
        share, divisor = self._share(H)
        if math.prod(H.shape) < _LOOP_FROM:
            batch, tokens, D = rows.shape
            split = moveaxis(projected.reshape(batch, tokens, 3 * heads, D), 2, 1)
            V, Q, K = (split[:, r * heads : (r + 1) * heads] for r in range(3))
            gathered = sum(self._weights_of_tokens(Q, K, share) @ V, 1)
        else:  # slices of columns, which no product has to copy
            D = rows.shape[-1]
            parts = [projected[..., r * D : (r + 1) * D] for r in range(3 * heads)]
            gathered = None
            for V, Q, K in zip(*(parts[r * heads : (r + 1) * heads] for r in range(3)), strict=True):
                gathered = plus_product(gathered, self._weights_of_tokens(Q, K, share), V, own=True)
        gathered = gathered if divisor is None else gathered / divisor
        return (gathered + rows).mT  # in this order in torch: rows stay rows

    def _weights_of_tokens(self, Q: Array, K: Array, share: Array | None) -> Array:
        """``(..., tokens, tokens)``: how much of each token goes into each one."""
        target, source = (Q, K) if self.form == "vector" else (K, Q)
        scores = target @ source.mT
        if self.score == "softmax":
            return _softmax(scores, share)
        return scored(scores, SCORES[self.score], share)

    def _share(self, H: Array) -> tuple[Array | None, Array | int | None]:
        """What each weight ``(tokens, tokens)`` is multiplied by, and what their sums are then divided by."""
        if self.mask == "none":
            return None, self._divisor(H)
        key = blocks.kind(H), H.shape[-1]
        if key not in self._shares:
            divisor = self._divisor(H)
            # One product of small matrices does what the mask and the average do in two.
            self._shares[key] = _earlier(H) / (1 if divisor is None else divisor)
        return self._shares[key], None

    @cached_property
    def _shares(self) -> dict[tuple[Hashable, int], Array]:
        return {}

    def changed_blocks(self, tokens: Blocks, kept: Kept) -> Blocks:
        if self.score == "softmax":
            return super().changed_blocks(tokens, kept)
        H = next(iter(tokens.values())).mT
        share, divisor = self._share(H)
        return blocks.attended(self._plan(H.mT), tokens, SCORES[self.score], share, divisor, kept)

    def _divisor(self, H: Array) -> Array | int | None:
        """What the sum over the tokens is divided by, if by anything; ``(tokens, 1)`` for positions."""
        tokens = H.shape[-1]
        if self.average == "position":
            return constant(torch.arange(1, tokens + 1), H)[:, None]
        return {"tokens": tokens, "examples": tokens - 1, "none": None}[self.average]

    @cached_property
    def _all_weights(self) -> blocks.Weights:
        """All values, then all queries, then all keys."""
        return blocks.Weights(getattr(head, role) for role in "VQK" for head in self.heads)

    @cached_property
    def _stacks(self) -> dict[Hashable, Array]:
        return {}

    def _stacked(self, H: Array) -> Array:
        """The weights beside ``H``: ``(3 * heads * D, D)``."""
        kind = blocks.kind(H)
        if kind not in self._stacks:  # to lift weights takes longer than to use them
            self._stacks[kind] = beside(H, concat(self._all_weights.arrays, 0))
        return self._stacks[kind]

    @cached_property
    def _plans(self) -> dict[Hashable, AttentionPlan]:
        return {}

    def _plan(self, like: Array) -> AttentionPlan:
        kind = blocks.kind(like)
        if kind not in self._plans:
            weights = [(self._weight(h.V), self._weight(h.Q), self._weight(h.K)) for h in self.heads]
            if self.form == "matrix":
                weights = [(V, K, Q) for V, Q, K in weights]
            self._plans[kind] = blocks.attention_plan(weights, like, relu_scores=self.score == "relu")
        return self._plans[kind]

    @property
    def _stream(self) -> Stream:
        return self.stream or Stream(h=self.heads[0].V.shape[0])

    def _weight(self, array: Array) -> Weight:
        return Weight(array, self._stream, self._stream)

    def _roles(self) -> list[tuple[str, Head]]:
        return [(f"head {head.name or k}", head) for k, head in enumerate(self.heads, 1)]

    def weights(self) -> dict[str, Weight]:
        return {
            f"{name} {role}": self._weight(getattr(head, role))
            for name, head in self._roles()
            for role in "VQK"
        }

    def with_weights(self, arrays: Mapping[str, Array]) -> Attention:
        heads = []
        for name, head in self._roles():
            V, Q, K = (arrays.get(f"{name} {role}", getattr(head, role)) for role in "VQK")
            heads.append(Head(V, Q, K, head.name))
        return replace(self, heads=tuple(heads))


def _softmax(scores: Array, mask: Array | None) -> Array:
    """Over the last axis, of the entries at which the mask is 1; others are 0."""
    if isinstance(scores, Tensor):  # torch takes the largest score from all, which keeps exp finite
        return (scores if mask is None else scores.masked_fill(mask == 0, -math.inf)).softmax(-1)
    powers = exp(scores) if mask is None else exp(scores) * mask
    return powers / sum(powers, -1)[..., None]


def _earlier(H: Array) -> Array:
    """1 where j <= i: ``(tokens, tokens)``."""
    tokens = H.shape[-1]
    return constant(torch.ones(tokens, tokens, dtype=torch.float64).tril(), H)


def causal_relu_attention(heads: tuple[Head, ...], stream: Stream | None = None, name: str = "") -> Attention:
    """The attention of a decoder with ReLU scores (Liu et al. 2025, Definition 3.1)."""
    return Attention(heads, stream, name, score="relu", mask="causal", average="position", form="vector")


@dataclass(frozen=True)
class LinearAttention(Layer):
    """Attention without softmax: ``Z + (1/n) P Z M (Z^T Q Z)`` with ``n = tokens - 1``.

    ``M`` masks the last token, the query, as a key (Ahn et al. 2023, (3) and (4)). It is a layer of its
    own since its weights are: P is value and output in one, Q keys and queries. Computed as
    ``P (Z M Z^T / n) (Q Z)``, which is the same by associativity.

    Attributes:
        P, Q: ``(D, D)``.
    """

    P: Array
    Q: Array
    stream: Stream | None = None
    name: str = ""

    def __call__(self, H: Array) -> Array:
        """The output ``(batch, D, n + 1)`` for tokens ``(batch, D, n + 1)``.

        Raises:
            ValueError: ``H`` has the wrong shape, or no token besides the query.
            TypeError: ``H`` and the weights have different dtypes.
        """
        P, Q = beside(H, self.P), beside(H, self.Q)
        check_tokens(H, P.shape[-1], 2)
        keys = H[..., :-1]
        return H + P @ (keys @ keys.mT / keys.shape[-1]) @ (Q @ H)

    def weights(self) -> dict[str, Weight]:
        stream = self.stream or Stream(h=self.P.shape[0])
        return {"P": Weight(self.P, stream, stream), "Q": Weight(self.Q, stream, stream)}

    def with_weights(self, arrays: Mapping[str, Array]) -> LinearAttention:
        return replace(self, **arrays)
