"""The trained systems of section 6 and their errors: from shipped checkpoints, or trained in full.

``checkpoints/`` holds three seeds of each system, trained on a CPU (their metadata say how). Claims about the
scale ``full`` train it in the profile ``deep``, once, into ``trained/`` of the current folder, and go on there
if it was cut off.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch
from torch import nn

from baselines.training.checkpoints import read
from baselines.training.trainer import Trainable, configuration_of, configured, load, train
from lemmata.errors import MissingDependency
from theorems.sparse_recovery.section_6 import trainables

FOLDER = Path(__file__).parent / "checkpoints"
SMALLER = {"d": "8", "N": "5", "S": "2"}
SYSTEMS: Mapping[str, tuple[str, dict[str, str]]] = {
    **{name: (name, {}) for name in ("lista", "lista-cp", "alista", "lista-vm")},
    **{name: (name, {}) for name in ("lista-meta", "lista-cp-meta")},
    "lista-vm-scalar": ("lista-vm", {"scalar": "1"}),
    "lista-cp-10": ("lista-cp", {"support": "10"}),
    "lista-vm-10": ("lista-vm", {"support": "10"}),
    "lista-vm-ss-10": ("lista-vm-ss", {"support": "10"}),
    "lista-cp-bounded": ("lista-cp", {"law": "bounded"}),
    "lista-vm-bounded": ("lista-vm", {"law": "bounded"}),
    "reduced-lista-vm": ("lista-vm", {"support": "8"} | SMALLER),
    "reduced-small-tf": ("small-tf", {}),
    "reduced-small-tf-linear": ("small-tf", {"readout": "linear"}),
    "reduced-small-tf-constructed": ("small-tf", {"readout": "constructed"}),
    "reduced-small-tf-4": ("small-tf", {"support": "4"}),
    "reduced-gpt2": ("gpt2", {}),
}
"""What ships: the trainable and what was changed in its first scale."""
REDUCED = (
    "At the reduced size ($d=8$, $N=5$, $S=2$; three trainings of ours on a CPU: LISTA-VM with twelve layers, "
    "2,000 steps of 32 X with 4 vectors each, Small TF with four layers of two heads, 6,000 steps of 64 "
    "instances)"
)
"""Of the statements on what ships at that size."""


@dataclass(frozen=True)
class Trained:
    """``full`` 0: the shipped checkpoints; 1: trained anew at the paper's size, those named "reduced", too.

    One replicate is one training.
    """

    full: int
    instances: int
    replicates: int = 3


STANDARD, DEEP, IN_FULL = Trained(0, 6_000), Trained(0, 100_000), Trained(1, 100_000)
OURS = "For three trainings of our own, of 2,000 steps of 128 vectors each (the paper: 340 epochs of 50,000)"
SIZES = ", at $d=20$, $N=10$, $S=3$, $K=12$"
CURVES = OURS + SIZES
"""What a statement on the curves of training is about."""
TRAININGS = OURS + ", tested on 6,000 instances (deep: 100,000)" + SIZES
"""What a statement on the unrolled solvers is about."""
PLAIN_MEANS = OURS + ", tested on 6,000 instances" + SIZES
"""Those on plain means, which grow with the number of instances, since more of them diverge."""
VECTORS_IN_FULL = "3,400 steps of 50,000 vectors (the paper: 340 epochs of 50,000)"
PROMPTS_IN_FULL = "200,000 steps of 1,024 instances (the paper: $10^6$ of 64)"
"""Of the scale ``full``."""


def no_run_yet(claim: str) -> str:
    """Why nothing is expected of a claim on the scale ``full``."""
    return (
        "No training of ours was that long. What would decide it, on a GPU: lemmata verify "
        f"sparse_recovery/{claim} --profile deep --device cuda."
    )


BEST_PENALTY = (
    "each at that of the seven penalties $2^{-4},\\dots,2^2$ which has the least mean error on 1,000 other "
    "instances"
)
"""Of ISTA and FISTA, with K iterations."""
STANDARD_IN_CONTEXT = Trained(0, 3_000)
"""For the transformers, which take longer."""


@lru_cache(maxsize=64)
def system(tag: str, full: int, seed: int, device: str = "cpu") -> tuple[nn.Module, Any, dict[str, Any]]:
    """The model in float64 on the device, its configuration and what its checkpoint tells.

    Raises:
        MissingDependency: the extra ``train`` is not installed, or a full training would need a GPU.
        LemmataError: the checkpoint is damaged.
    """
    name = SYSTEMS[tag][0]
    trainable = getattr(trainables, name.replace("-", "_"))
    path = FOLDER / f"{tag}-{seed}.safetensors"
    if full:
        path, configuration = _in_full(tag, seed, trainable, device)
    else:
        configuration = configuration_of(trainable, read(path).metadata)
    model, checkpoint = load(trainable, configuration, path)
    return model.double().to(device), configuration, checkpoint.metadata


def _in_full(tag: str, seed: int, trainable: Trainable, device: str) -> tuple[Path, Any]:
    """Where a system trained at the scale ``full`` is, and its configuration; trains it if it is not there."""
    name, changes = SYSTEMS[tag]
    larger = {k: v for k, v in changes.items() if k not in SMALLER}
    if tag.startswith("reduced-") and "support" in larger:  # of half of the entries, or of all
        larger["support"] = "10" if larger["support"] == "4" else "20"
    configuration = configured(trainable, "full", larger)
    path = Path("trained") / f"{tag.removeprefix('reduced-')}-{seed}" / f"{name}.safetensors"
    if not path.exists():
        if torch.device(device).type == "cpu":
            raise MissingDependency(f"{path} is not there, and training it in full needs a GPU (--device cuda)")
        resume = path.with_suffix(".resume.safetensors").exists()
        train(name, trainable, configuration, path, seed=seed, device=device, resume=resume)
    return path, configuration


def initial(tag: str, full: int, seed: int, device: str = "cpu") -> nn.Module:
    """The model of :func:`system` with the weights from which its training started."""
    configuration = system(tag, full, seed, device)[1]
    model = getattr(trainables, SYSTEMS[tag][0].replace("-", "_")).build(configuration, seed)
    return model.double().to(device).requires_grad_(False)  # type: ignore[no-any-return]
