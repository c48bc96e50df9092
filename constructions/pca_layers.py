r"""Encoder attention with ReLU scores, in the two forms that the slides print.

The slides of Q. Liu (2025) define an attention layer in matrix form,
$H+\frac1N\sum_mV_mH\,\sigma((Q_mH)^\top(K_mH))$, and say that in vector form token $i$ is
$h_i+\sum_m\frac1N\sum_j\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$. These differ in which of $Q$ and $K$
reads the token that is written; ``form`` says which one a layer means. The layers of the PCA proof
also drop the factor $1/N$; ``mean`` says whether it is there.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch

from constructions.attention import Attention, Average, Form, Head
from constructions.layer import Layer
from constructions.streams import Stream
from constructions.transformer import Transformer


def relu_attention(
    heads: tuple[Head, ...],
    form: Form = "vector",
    mean: bool = True,
    stream: Stream | None = None,
    name: str = "",
) -> Attention:
    """Bidirectional attention with ReLU scores (slides of Q. Liu 2025, Definition of Attn).

    Args:
        heads: may be none.
        form: the slides' definition has the ``vector`` form, their proofs the ``matrix`` form.
        mean: whether the sum is divided by the number of tokens.
        stream: of the tokens, if it is known.
        name: of the layer.
    """
    average: Average = "tokens" if mean else "none"
    return Attention(heads, stream, name, score="relu", mask="none", average=average, form=form)


def operator_norm(matrix: torch.Tensor) -> float:
    """The largest singular value of a float64 matrix ``(rows, columns)``."""
    return float(torch.linalg.matrix_norm(matrix, 2)) if bool((matrix != 0).any()) else 0.0


def layer_norm(layer: Layer) -> float:
    r"""One layer's part of the slides' norm: $\max_m\{\|Q_m\|,\|K_m\|\}+\sum_m\|V_m\|$ (no MLP)."""
    norms = {"V": [0.0], "Q": [0.0], "K": [0.0]}
    for role, weight in layer.weights().items():
        norms[role[-1]].append(operator_norm(weight.array))
    total = 0.0
    for value in norms["V"]:
        total += value
    return max(*norms["Q"], *norms["K"]) + total


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
