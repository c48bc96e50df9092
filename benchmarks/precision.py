"""Where the constructed decoder transformer stops following the recursion in a smaller precision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import torch
from torch import Generator, Tensor

from baselines.proximal import lista_vm
from benchmarks.runner import Bench, Result
from benchmarks.transformer import SIZE, THEOREM
from constructions.lista_vm import embed, lista_vm_transformer

FAITHFUL = 0.05
"""Relative error of the estimates of a layer from which on it no longer follows the recursion."""
# Large matrices and small thresholds, so that estimates survive: a network of zeros is faithful for
# free. B is the one that the claim's proof needs for these matrices.
SETTING = replace(SIZE, M=SIZE.M * 8, theta=SIZE.theta / 1024)


@contextmanager
def _tf32(wanted: bool) -> Iterator[None]:
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("high" if wanted else "highest")
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(before)


def errors(
    B: float, dtype: torch.dtype, *, device: str = "cpu", tf32: bool = False, instances: int = 64
) -> Tensor:
    """``(K,)``: at every layer the largest error of an estimate, relative to the largest estimate.

    The reference is the recursion in float64, on the data and weights as ``dtype`` holds them: what
    rounding the input costs is not the network's fault.
    """
    s = SETTING
    assert THEOREM.prompts is not None
    prompt = THEOREM.prompts(s).sample(Generator().manual_seed(0), instances)
    y = (prompt.X @ prompt.beta_star[..., None])[..., 0]
    problem = prompt.X, y, prompt.query, s.M, s.theta
    X, y, query, M, theta = (v.to(dtype).to(torch.float64) for v in problem)
    exact = lista_vm(X, y, M, theta)[1:]
    tf = lista_vm_transformer(M, theta, B, bias="corrected").to(device, dtype)
    with _tf32(tf32):
        states = tf.run(embed(X, y, query).to(device, dtype))[2::2]
    iterates = torch.stack([tf.stream.read(H, "beta")[..., 2::2].mT for H in states])
    away = (iterates.to("cpu", torch.float64) - exact).abs().amax((1, 2, 3))
    relative: Tensor = away / exact.abs().amax((1, 2, 3))
    return relative


def faithful_layers(error: Tensor) -> int:
    """How many layers follow the recursion before the first that does not (NaN does not)."""
    wrong = (~(error < FAITHFUL)).nonzero()
    return int(wrong[0, 0]) if len(wrong) else len(error)


def precision(bench: Bench) -> Iterable[Result]:
    """float64, float32, tf32 (CUDA only), bfloat16 and float16, for several sizes of B."""
    kinds = [
        ("float64", torch.float64),
        ("float32", torch.float32),
        ("bfloat16", torch.bfloat16),
        ("float16", torch.float16),
    ]
    if bench.device != "cpu":
        kinds.insert(2, ("tf32", torch.float32))
    instances = bench.count(64, 4)
    proven = float(SETTING.B)
    K = SETTING.K
    for word, dtype in kinds:
        lines = []
        layers = {}
        for B in (0.0, 1.0, 16.0, 2.0**10, 2.0**30, proven, 2.0**120, 2.0**130):
            error = errors(B, dtype, device=bench.device, tf32=word == "tf32", instances=instances)
            layers[B] = faithful_layers(error)
            where = "all layers" if layers[B] == K else f"not from layer {layers[B] + 1}"
            lines.append(
                f"  B = {B:.3g}: {where}; relative error {error[0]:.1e} after layer 1, "
                f"{error[K // 2 - 1]:.1e} after {K // 2}, {error[-1]:.1e} after {K}"
            )
        yield Result(
            f"precision-{word}",
            layers[proven],
            "layers",
            f"the recursion in float64 on the same data; {K} layers, B = {proven:.3g}, faithful "
            f"below a relative error of {FAITHFUL:g}",
            instances,
            note=f"{word} follows the recursion:\n" + "\n".join(lines),
        )


precision.on_request = True  # type: ignore[attr-defined]
