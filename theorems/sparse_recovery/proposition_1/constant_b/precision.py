r"""What the prescribed B does in float64, float32 and bfloat16, at the size of figure 1.

It is infinite in float32 and bfloat16, where $B\cdot0$ at even tokens makes estimates NaN in the first layer.
The paper names no format. With the B that the instances need (twice the largest score) all layers follow the
recursion in all three formats, to five percent of the largest estimate: it is the size of B that fails, not the
rounding.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from baselines.proximal import lista_vm
from constructions.lista_vm import embed, lista_vm_transformer
from lemmata import Experiment, at_least, mutants, printed, seeded, theorem
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1.constant_b import B_exceeds_every_score
from theorems.sparse_recovery.section_6.solvers import Configuration, draw

FAITHFUL = 0.05  # relative error from which on a layer no longer follows the recursion
FORMATS = {"float64": torch.float64, "float32": torch.float32, "bfloat16": torch.bfloat16}


@dataclass(frozen=True)
class Run:
    instances: int
    replicates: int


def faithful_layers(data: tuple[Tensor, ...], M: Tensor, B: float, dtype: torch.dtype) -> int:
    """Layers that follow the recursion before the first that does not (NaN does not)."""
    X, y, query = (v.to(dtype).to(torch.float64) for v in data)
    theta = torch.zeros(len(M), dtype=torch.float64)
    expected = lista_vm(X, y, M, theta)[1:]
    tf = lista_vm_transformer(M, theta, B, bias="corrected").to(dtype=dtype)
    states = tf.run(embed(X, y, query).to(dtype))[2::2]
    estimates = torch.stack([tf.stream.read(H, "beta")[..., 2::2].mT for H in states]).double()
    error = (estimates - expected).abs().amax((1, 2, 3)) / expected.abs().amax((1, 2, 3))
    wrong = (~(error < FAITHFUL)).nonzero()
    return int(wrong[0, 0]) if len(wrong) else len(M)


def replicate(s: Run, seed: int) -> dict[str, float]:
    size = Configuration(s.instances, 1, 1, 1)
    generator = seeded(seed)
    X, y, beta = draw(size, generator, s.instances)
    query = torch.randn(s.instances, size.d, generator=generator, dtype=torch.float64)
    M = torch.eye(size.d, dtype=torch.float64).expand(size.K, size.d, size.d) * 2
    path = lista_vm(X, y, M, torch.zeros(size.K, dtype=torch.float64))
    rows = torch.cat([X, query[:, None]], 1)
    needed = 2 * float((path[:-1] @ rows.mT).abs().max())
    b_x, b_beta = float(rows.norm(dim=-1).max()), float(beta.abs().sum(-1).max())
    C = 1 + 2 * b_x * b_x * size.d + 2 * b_beta * b_x
    measured = {
        "B_needed": needed,
        "B_zero": 0.0,
        "B_prescribed": b_beta * b_x + b_x * size.d**0.5 * (b_beta + C**size.K),
    }
    for word, dtype in FORMATS.items():
        for name in ("needed", "prescribed", "zero"):
            layers = faithful_layers((X, y, query), M, measured[f"B_{name}"], dtype)
            measured[f"layers_{word}_{name}"] = float(layers)
    return measured


def run(s: Run, seed: int) -> dict[str, Tensor]:
    """One row a replicate: the two sizes of B, and how many layers are right with each."""
    rows = [replicate(s, 1_000 * seed + k) for k in range(s.replicates)]
    return {name: torch.tensor([row[name] for row in rows], dtype=torch.float64) for name in rows[0]}


SIZE = (
    r"At $d=20$, $N=10$, $S=3$, $K=12$, Gaussian rows (32 instances, three times; in deep 512, eight times), "
    r"$M^V=2I$, $\gamma=1$, no threshold, $b_x$ and $b_\beta$ the largest of the instances and the printed "
    r"$C_\beta$ with the operator norm $\|M^V\|=2$: "
)


@theorem(
    PAPER,
    "C.2, the constant B in floats",
    rank="step",
    origin="ours",
    uses=[B_exceeds_every_score],
    kind=Experiment(run, quick=Run(32, 3), standard=Run(32, 3), deep=Run(512, 8)),
)
@printed(
    SIZE + "with the B of the proof the network follows the recursion through all 12 layers in float64, within "
    "5 percent of the largest estimate, and does not in float32, where that B is infinite."
)
@mutants(
    bfloat16_for_float64=dict(word="bfloat16"),
    B_is_zero=dict(size="zero"),
    the_B_that_is_needed=dict(size="needed"),
)
def float32_is_too_small(measured, word="float64", size="prescribed"):
    """The network with the prescribed B runs in float64 at the size of figure 1, and not in float32."""
    layers, few = measured[f"layers_{word}_{size}"], measured[f"layers_float32_{size}"]
    return at_least([layers, 11], [12, few]).report(**dict(sorted(measured.items())))
