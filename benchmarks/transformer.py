"""The decoder transformer at the paper's size (d = 20, N = 10, K = 12): dense and by blocks."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

import torch
from torch import Generator, Tensor

from benchmarks.runner import Bench, Result, Shape, ratio
from benchmarks.scripts import lista_vm
from constructions.attention import Attention
from constructions.layer import Layer
from constructions.lista_vm import embed
from constructions.mlp import Mlp
from constructions.streams import Stream
from constructions.transformer import Transformer
from theorems.sparse_recovery.theorem_4_1 import existence
from theorems.sparse_recovery.theorem_4_1.setting import PAPER_SIZE

THEOREM = existence.variant("printed")
SIZE = THEOREM.settings.instance(PAPER_SIZE)
_CHUNK = 32
_INSTANCES = 512
_SCRIPT_CHUNK = 128
"""With which the script is fastest."""


@dataclass(frozen=True)
class Case:
    """A network and its tokens ``(batch, D, tokens)``."""

    tf: Transformer
    H: Tensor

    def run(self, chunk: int) -> None:
        for first in range(0, len(self.H), chunk):
            self.tf(self.H[first : first + chunk])


def _prompts(instances: int) -> Any:
    assert THEOREM.prompts is not None
    return THEOREM.prompts(SIZE).sample(Generator().manual_seed(0), instances)


def case(instances: int, device: str = "cpu", dtype: torch.dtype = torch.float64) -> Case:
    """The corrected construction at the paper's size, and prompts from the law."""
    tf: Transformer = THEOREM.construct(SIZE).to(device, dtype)
    prompt = _prompts(instances)
    y = (prompt.X @ prompt.beta_star[..., None])[..., 0]
    return Case(tf, embed(prompt.X, y, prompt.query).to(device, dtype))


def dense_case(instances: int, device: str = "cpu", dtype: torch.dtype = torch.float64) -> Case:
    """The same with weights in which nothing is zero or equal, on a stream of one block."""
    it, g = case(instances, device, dtype), Generator().manual_seed(0)
    D, layers = it.tf.stream.size, list[Layer]()

    def normal(*shape: int) -> Tensor:
        return (torch.randn(*shape, generator=g, dtype=dtype) / D).to(device)

    for layer in it.tf.layers:
        arrays = {role: normal(*w.array.shape) for role, w in layer.weights().items()}
        layers.append(replace(layer.with_weights(arrays), stream=None))  # type: ignore[type-var]
    return Case(Transformer(Stream(h=D), tuple(layers)), it.H)


def dense_products(tf: Transformer, tokens: int, chunk: int) -> dict[Shape, float]:
    """The matrix products of one instance, of a chunk whose tokens are rows of one matrix."""
    D, rows = tf.stream.size, chunk * tokens
    products: dict[Shape, float] = defaultdict(float)
    for layer in tf.layers:
        if isinstance(layer, Attention):
            heads = len(layer.heads)
            products[rows, D, 3 * heads * D] += 1 / chunk
            products[tokens, D, tokens] += heads
            products[tokens, tokens, D] += heads
        elif isinstance(layer, Mlp):
            hidden = layer.W1.shape[0]
            products[rows, D, hidden] += 1 / chunk
            products[rows, hidden, D] += 1 / chunk
    return dict(products)


def operations(products: Mapping[Shape, float]) -> float:
    """Operations counted on paper: two for each product in a matrix product."""
    return sum(2 * math.prod(shape) * count for shape, count in products.items())


def block_products(tf: Transformer, tokens: int) -> dict[Shape, float]:
    """The matrix products that the blocks of the construction need for one instance.

    In each layer the scores, one mixing of the tokens and one matrix ``M``: what its two pairs of heads
    share. Products with 1 x 1 blocks, ReLU and sums are counted as memory, see ``_block_bytes``.
    """
    d, layers = tf.stream.sizes["x"], len(tf.layers) // 2
    return {(tokens, d, tokens): layers, (tokens, tokens, d): layers, (tokens, d, d): layers}


def _block_bytes(tf: Transformer, tokens: int) -> int:
    """The tokens read and written once: all else can stay in cache."""
    return 2 * tokens * tf.stream.size * 8


def dense_forward_share(bench: Bench) -> Iterable[Result]:
    """The dense forward, chunked, as a share of the floor: its matrix products alone."""
    few = bench.count(2 * _CHUNK, 8)
    it = dense_case(few)
    chunk = min(few, _CHUNK)
    products = dense_products(it.tf, it.H.shape[-1], chunk)
    floor = bench.floor(products, 0.0)
    # Short rounds and the best of them, as for the products.
    seconds = [s / few for s in bench.interleaved({"dense": lambda: it.run(_CHUNK)}, 60)["dense"]]
    yield Result(
        "dense-forward-share",
        floor / min(seconds),
        "share",
        f"its matrix products alone, each at the best speed of its own size, one thread, float64; best of "
        f"{len(seconds)} rounds",
        few * len(seconds),
        floor / min(seconds),
        note=f"chunks of {_CHUNK}; {operations(products) / 1e6:.1f} million operations an instance; "
        f"{min(seconds) * 1e6:.0f} us an instance at best, {median(seconds) * 1e6:.0f} us in the median; "
        f"{operations(products) / min(seconds) / bench.matrix_product():.0%} of the speed of large products",
    )
    if bench.device != "cpu":
        yield from _on_device(bench)


def structured_vs_naive(bench: Bench) -> Iterable[Result]:
    """The forward of a batch, by named blocks, against the network on one instance after another."""
    few = bench.count(_INSTANCES, 8)
    alone = bench.count(16, 2)
    it = case(few)
    it.tf(it.H)  # its plans are made
    one_by_one = Case(it.tf, it.H[:alone])
    seconds = bench.interleaved({"naive": lambda: one_by_one.run(1), "blocks": lambda: it.tf(it.H)}, 15)
    tokens = it.H.shape[-1]
    products = {shape: few * count for shape, count in block_products(it.tf, tokens).items()}
    floor = bench.floor(products, few * _block_bytes(it.tf, tokens)) / median(seconds["blocks"])
    yield Result(
        "structured-forward-share",
        floor,
        "share",
        "the matrix products that its blocks need, each at the best speed of its own size, one thread, float64",
        few,
        floor,
    )
    yield Result(
        "structured-vs-naive",
        ratio(seconds, "naive", "blocks") * few / alone,
        "x",
        f"the dense network called on one instance at a time ({alone} of them), one thread, float64",
        few,
        floor,
        note=f"{min(seconds['blocks']) / few * 1e6:.0f} us an instance at best, "
        f"{min(seconds['naive']) / alone * 1e6:.0f} us naively; the plan is read off the weights before",
    )


def structured_vs_script(bench: Bench) -> Iterable[Result]:
    """The forward of a batch, by named blocks, against the same network written by hand."""
    few = bench.count(_INSTANCES, 8)
    it, prompt = case(few), _prompts(few)
    y = (prompt.X @ prompt.beta_star[..., None])[..., 0]
    parts = [slice(first, first + _SCRIPT_CHUNK) for first in range(0, few, _SCRIPT_CHUNK)]

    def by_hand() -> None:
        for part in parts:
            lista_vm.network(prompt.X[part], y[part], prompt.query[part], SIZE.M, SIZE.theta, float(SIZE.B))

    seconds = bench.interleaved({"script": by_hand, "blocks": lambda: it.tf(it.H)}, 40)
    yield Result(
        "structured-vs-script",
        ratio(seconds, "script", "blocks"),
        "x",
        "the same network without its zeros, written by hand (benchmarks/scripts/lista_vm.py), batched; "
        "one thread, float64",
        few,
        at_least=1,
        note=f"{min(seconds['blocks']) / few * 1e6:.0f} us an instance at best, "
        f"{min(seconds['script']) / few * 1e6:.0f} us by hand",
    )


def _on_device(bench: Bench) -> Iterable[Result]:
    """Absolute figures of a CUDA device, and shares of its own matrix product."""
    name = torch.cuda.get_device_name(torch.device(bench.device))
    for dtype in (torch.float64, torch.float32):
        word = str(dtype).removeprefix("torch.")
        product = bench.matrix_product(bench.device, dtype)
        many = bench.count(2**15, 8)
        it, whole = (make(many, bench.device, dtype) for make in (case, dense_case))
        work = operations(dense_products(whole.tf, whole.H.shape[-1], 1))
        seconds = bench.interleaved(
            {"dense": lambda it=whole: it.run(4096), "blocks": lambda it=it: it.run(4096)},  # type: ignore[misc]
            7,
        )
        dense, fast = (many / median(seconds[side]) for side in ("dense", "blocks"))
        share = dense * work / product
        against = f"{name}, {product / 1e12:.3g} Tflop/s measured in {word}"
        aim = 0.4 if dtype == torch.float64 else None
        yield Result(f"device-dense-{word}", dense, "instances/s", against, many, share)
        yield Result(f"device-dense-share-{word}", share, "share", against, many, share, aim)
        needed = operations(block_products(it.tf, it.H.shape[-1]))
        yield Result(
            f"device-structured-{word}",
            fast,
            "instances/s",
            against,
            many,
            fast * needed / product,
            at_least=1e6 if dtype == torch.float64 else None,
        )
