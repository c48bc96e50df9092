r"""Remark 2: LISTA-VM on another law of X than that of its training.

Section 6 draws Gaussian X, which Assumption 1 ($\|x\|\le b_x$) excludes.
"""

import torch
from torch import Tensor

from lemmata import Experiment, FigureRecord, mutants, printed, theorem
from lemmata.numbers import Measured
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_6.comparison import bars, ordered
from theorems.sparse_recovery.section_6.measured import measured
from theorems.sparse_recovery.section_6.systems import DEEP, STANDARD, TRAININGS, Trained, system


def run(s: Trained, device: torch.device, seed: int) -> dict[str, Tensor]:
    """One row a training: LISTA-VM of either training, and LISTA-CP, on bounded X."""
    p = system("lista-vm-bounded", s.full, 0, str(device))[1].problem
    tags = ("lista-vm", "lista-vm-bounded", "lista-cp-bounded")
    fixed = ("lista-cp-bounded",)
    return measured(s, tags, seed, str(device), fixed=fixed, classical=True, problem=p)


@theorem(
    PAPER,
    "Remark 2, another law of X",
    rank="step",
    origin="ours",
    kind=Experiment(run, standard=STANDARD, deep=DEEP, paper={"lista_vm_mean": "around 0.68 (on Gaussian X)"}),
)
@printed(
    rf"{TRAININGS}: on X of random signs and $\beta^*$ with S entries uniform on $[-\sqrt3,\sqrt3]$ LISTA-VM "
    r"trained on Gaussian X has at most 1.2 times the squared error of $\beta$ of one trained there, by the "
    "mean without the largest and smallest five percent."
)
@mutants({"half of the error": dict(factor=2.0), "LISTA-CP on another X, too": dict(better="lista_cp_bounded")})
def another_law(measured, better="lista_vm", factor=1 / 1.2):
    """Trained on Gaussian X, LISTA-VM has on X of signs at most 1.2 times the error of one trained there."""
    return ordered(measured, (better,), ("lista_vm_bounded",), "trimmed", factor)


@another_law.figure
def errors(instances: int, replicates: int, measured: Measured) -> FigureRecord:
    """Errors on bounded X."""
    trained_ones = ("lista_vm", "lista_vm_bounded", "lista_cp_bounded_fixed")
    names = ("zero", "ista", "fista", *trained_ones)
    caption = f"{instances:,} instances for each of {replicates} trainings; 'fixed': on the X of training."
    return bars(measured, names, "Errors on bounded X", caption, {"LISTA-VM, the paper's": 0.68})
