r"""Figure 1 (b): the support lies within the first 10 entries, in training and in test.

The text: Small TF and GPT-2 improve much, other baselines do not, and LISTA-VM-SS, which knows the
support, is "almost 10 times better than the standard version of LISTA-VM". But LISTA-VM that was trained
on such vectors can learn the support (claim figure-1b-contained: it holds LISTA-VM-SS), and does. The two
have the same error here. Note that with the support known the problem is no longer under-determined:
$N=10$ equations for 10 unknowns, which least squares solves.
"""

from __future__ import annotations

from typing import Any

import torch

from lemmata import FigureRecord, Margin, Prompt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_6.comparison import ordered
from theorems.sparse_recovery.section_6.forced_by_form import contained
from theorems.sparse_recovery.section_6.measured import measured
from theorems.sparse_recovery.section_6.plots import bars
from theorems.sparse_recovery.section_6.systems import DEEP, STANDARD, Trained, trained

SPACES: dict[str, Any] = {"kind": "experiment", "settings": trained(), "uses": [contained]}
tenfold = PAPER.claim("Figure 1 (b), LISTA-VM-SS, tenfold", id="figure-1b/tenfold", **SPACES)
others = PAPER.claim("Figure 1 (b), other baselines", id="figure-1b/others", **SPACES)

for claim in (tenfold, others):

    @claim.experiment(
        standard=STANDARD,
        deep=DEEP,
        paper={
            "lista_vm_ss_10_mean": "approximately 0.07, almost 10 times better than LISTA-VM",
            "lista_vm_10_mean": "no significant improvement over figure 1 (a), where it is around 0.68",
        },
    )
    def run(s: Trained, device: torch.device, seed: int) -> Prompt:
        """One row a training: errors with the support restricted, and LISTA-VM's of figure 1 (a)."""
        tags = ("lista-vm-10", "lista-vm-ss-10", "lista-cp-10")
        told = dict(measured(s, tags, seed, str(device), fixed=("lista-cp-10",)).items())
        before = measured(s, ("lista-vm",), seed, str(device))
        return Prompt(**told, **{f"before_{name}": value for name, value in before.items()})


@tenfold.printed(
    "LISTA-VM-SS has less than an eighth of the error of LISTA-VM trained on the same vectors.",
    expect="refuted",
    defect="statement",
    because="In our trainings (on a CPU, 2,000 steps), in which the paper's 0.07 was not reached: LISTA-VM "
    "learns the support, whose knowledge is one choice of its weights.",
    better="lista_vm_ss_10",
    worse="lista_vm_10",
    factor=8.0,
)
@tenfold.amended(
    "LISTA-VM trained on such vectors has at most 1.1 times the error of LISTA-VM-SS.",
    because="The two end at the same error.",
    better="lista_vm_10",
    worse="lista_vm_ss_10",
    factor=1 / 1.1,
)
@others.printed(
    "LISTA-VM does not improve significantly when the support is restricted: by less than a quarter.",
    expect="refuted",
    defect="statement",
    because="In our trainings: trained on such vectors, LISTA-VM more than halves its error.",
    better="before_lista_vm",
    worse="lista_vm_10",
    factor=0.75,
)
@others.amended(
    "LISTA-VM at least halves its error when the support is restricted in training and test.",
    because="It learns to leave the other entries at 0.",
    better="lista_vm_10",
    worse="before_lista_vm",
    factor=2.0,
)
def errors_compare(s: Trained, prompt: Prompt, better: str, worse: str, factor: float) -> Margin:
    """One trimmed mean is below a multiple of another."""
    return ordered(prompt, (better,), (worse,), "trimmed", factor)


tenfold.mutant("also without training on them", better="before_lista_vm")
tenfold.mutant("half of its error", factor=2.0)
others.mutant("a tenth is left", factor=10.0)
others.mutant("LISTA-CP on another X, too", better="lista_cp_10")


@tenfold.figure
def errors(s: Trained, prompt: Prompt) -> FigureRecord:
    """Errors with the support restricted."""
    names = (
        "zero",
        "before_lista_vm",
        "lista_vm_10",
        "lista_vm_ss_10",
        "lista_cp_10_fixed",
    )
    caption = (
        f"'before': trained and tested without the restriction. {s.instances:,} instances for each of "
        f"{s.replicates} trainings."
    )
    return bars(
        prompt, names, "Errors on a restricted support", caption, {"LISTA-VM-SS, the paper's": 0.07}
    )
