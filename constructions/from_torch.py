"""Weights of trained torch modules as a :class:`Transformer`, so that claims can be made on them.

The stream has the block ``h``, which is what torch's module sees, and the block ``one``, which is 1 in every
token and carries the biases. The result is the same network, batched, with running error bounds or exact.
"""

from __future__ import annotations

import math
from fractions import Fraction

import torch
from torch import Tensor, nn

from constructions.attention import Attention, Head, Mask
from constructions.layer import Layer
from constructions.mlp import Mlp
from constructions.norm import LayerNorm, PreNorm
from constructions.streams import Stream
from constructions.transformer import Transformer
from lemmata.numbers import Array


def embed(h: Array) -> Array:
    """Tokens for :func:`transformer`.

    Args:
        h: ``(batch, tokens, d)``, as torch has them with ``batch_first``.

    Returns:
        ``(batch, d + 1, tokens)``.
    """
    return Stream(h=h.shape[-1], one=1).embed(h=h.mT, one=1)


def transformer(module: nn.Module, *, causal: bool = False) -> Transformer:
    """The network of a module, as it is in evaluation (no dropout).

    Args:
        module: ``nn.TransformerEncoder``, ``nn.TransformerEncoderLayer``, or ``nn.Sequential`` of the latter
            and of ``nn.LayerNorm``; ReLU, one dtype.
        causal: each token attends to itself and to earlier ones.

    Raises:
        TypeError: the module, or a part of it, is of another kind.
        ValueError: a feed-forward layer has another function than ReLU.
    """
    mask: Mask = "causal" if causal else "none"
    parts: list[nn.Module] = [module]
    if isinstance(module, nn.TransformerEncoder):
        parts = [*module.layers, *([module.norm] if module.norm is not None else [])]
    elif isinstance(module, nn.Sequential):
        parts = list(module)
    layers = [layer for part in parts for layer in _layers(part, mask)]
    if not layers or layers[0].stream is None:
        raise TypeError("the module has no layers")
    return Transformer(layers[0].stream, tuple(layers))


def _layers(module: nn.Module, mask: Mask) -> list[Layer]:
    if isinstance(module, nn.LayerNorm):
        return [layer_norm(module)]
    if not isinstance(module, nn.TransformerEncoderLayer):
        raise TypeError(
            f"{type(module).__name__} cannot be read; nn.TransformerEncoder, nn.TransformerEncoderLayer and "
            "nn.LayerNorm can. Build others from constructions.attention, .mlp and .norm"
        )
    function = module.activation
    if function is not nn.functional.relu and not isinstance(function, nn.ReLU):
        raise ValueError(f"the feed-forward layer has {function}; only ReLU is read")
    attended, fed = attention(module.self_attn, mask), mlp(module.linear1, module.linear2)
    norms = layer_norm(module.norm1), layer_norm(module.norm2)
    if module.norm_first:
        return [PreNorm(norms[0], attended, fed.stream), PreNorm(norms[1], fed, fed.stream)]
    return [attended, norms[0], fed, norms[1]]


def attention(module: nn.MultiheadAttention, mask: Mask) -> Attention:
    """The attention of a module, residual, with the factor of its scores in Q.

    Raises:
        TypeError: keys or values have a dimension of their own, or a bias is added to them as tokens.
    """
    weight = _optional(module, "in_proj_weight")
    if weight is None or _optional(module, "bias_k") is not None or module.add_zero_attn:
        raise TypeError("only self-attention of one dimension, without bias_k and add_zero_attn, is read")
    d, count = module.embed_dim, module.num_heads
    stream, size = Stream(h=d, one=1), d // count
    bias = _optional(module, "in_proj_bias")
    Q, K, V = weight.reshape(3, d, d)
    q, k, v = (weight.new_zeros(3 * d) if bias is None else bias).reshape(3, d)
    out = _data(module.out_proj.weight)
    out_bias = _bias(module.out_proj)
    heads = []
    for m in range(count):
        rows = slice(m * size, (m + 1) * size)
        # Softmax weights sum to 1: what reads the block "one" of all tokens is added once.
        shift = out[:, rows] @ v[rows] + (out_bias if m == 0 else 0)
        heads.append(
            Head(
                stream.linear({("h", "h"): out[:, rows] @ V[rows], ("h", "one"): shift[:, None]}),
                _padded(Q[rows] / math.sqrt(size), q[rows] / math.sqrt(size), stream),
                _padded(K[rows], k[rows], stream),
                name=f"{m + 1}",
            )
        )
    return Attention(tuple(heads), stream, score="softmax", mask=mask, average="none", form="vector")


def _padded(matrix: Tensor, bias: Tensor, stream: Stream) -> Tensor:
    """The map to the head's own coordinates, as the first of the stream's."""
    dense = matrix.new_zeros(stream.size, stream.size)
    dense[: len(matrix)] = torch.cat([matrix, bias[:, None]], 1)
    return dense


def mlp(first: nn.Linear, second: nn.Linear) -> Mlp:
    """The residual feed-forward layer ``h + second(relu(first(h)))``."""
    stream = Stream(h=first.in_features, one=1)
    hidden = Stream(hidden=first.out_features, one=1)
    W1 = hidden.linear({("hidden", "h"): _data(first.weight), ("one", "one"): 1}, reads=stream)
    back = {("h", "hidden"): _data(second.weight), ("h", "one"): _bias(second)[:, None]}
    W2 = stream.linear(back, reads=hidden)
    return Mlp(W1, W2, hidden.vector({"hidden": _bias(first)}), stream, hidden)


def layer_norm(module: nn.LayerNorm) -> LayerNorm:
    """The normalisation of the block ``h``.

    Raises:
        TypeError: it is over several axes.
    """
    if len(module.normalized_shape) != 1:
        raise TypeError(
            f"a normalisation over the shape {module.normalized_shape} cannot be read; one axis can"
        )
    (size,) = module.normalized_shape
    gain, shift = _optional(module, "weight"), _optional(module, "bias")
    gain = torch.ones(size) if gain is None else gain
    return LayerNorm(
        gain,
        torch.zeros_like(gain) if shift is None else shift,
        Fraction(str(module.eps)),
        Stream(h=size, one=1),
        block="h",
    )


def _bias(linear: nn.Linear) -> Tensor:
    bias = _optional(linear, "bias")
    return _data(linear.weight).new_zeros(linear.out_features) if bias is None else bias


def _optional(module: nn.Module, name: str) -> Tensor | None:
    """A parameter that a module may do without, whatever torch's types say."""
    parameter: Tensor | None = getattr(module, name)
    return None if parameter is None else _data(parameter)


def _data(parameter: Tensor) -> Tensor:
    return parameter.detach().clone()
