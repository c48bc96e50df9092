r"""Section 7: Transformers "generalize effectively across different lengths of demonstration pairs", measured.

LISTA-VM, trained at $N=10$, has less than half of the error of predicting 0 with 10, 15 and 20 measurements,
and more than it with 5: with the step $1/(2n+1)$ fewer rows make a larger step. Small TF (reduced size, see
figure 1 (a); trained on the labels after 0 to 5 pairs) is better than predicting 0 at 2, 3, 5, 10 and 15 pairs.
LISTA, LISTA-CP and ALISTA cannot be run at another length: the shapes of their weights fix it.
"""

from dataclasses import replace
from typing import Any

import torch

from lemmata import Experiment, Margin, Prompt, lines
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_6.comparison import numbers, ordered
from theorems.sparse_recovery.section_6.measured import measured, measured_labels
from theorems.sparse_recovery.section_6.systems import (
    DEEP,
    REDUCED,
    STANDARD,
    STANDARD_IN_CONTEXT,
    Trained,
    system,
    trained,
)

unrolled = PAPER.claim(
    "section 7, lengths, LISTA-VM",
    id="section-7/lengths",
    origin="read",
    summary="LISTA-VM is better than predicting 0 at four lengths from half to twice that of its training",
    at=lines(240),
    kind=Experiment(),
    settings=trained(),
)
small_tf = PAPER.claim(
    "section 7, lengths, Small TF",
    id="section-7/lengths/small-tf",
    origin="read",
    summary="Small TF is better than predicting 0 at five lengths from 0.4 to 3 times that of its training",
    at=lines(240),
    kind=Experiment(),
    settings=trained(),
)
VM, TF = "lista-vm", "reduced-small-tf"
OURS = (
    "LISTA-VM (d = 20, N = 10, S = 3, K = 12, Gaussian X; three trainings of ours on a CPU, 2,000 steps of 32 "
    "X with 4 vectors each, in deep at the paper's sizes; 6,000 instances, in deep 100,000)"
)
SHARES = {VM: (0.5, 1.0, 1.5, 2.0), TF: (0.4, 0.6, 1.0, 2.0, 3.0)}
"""Lengths of the prompt as shares of that of training."""


def at_each_length(tag: str, s: Trained, device: torch.device, seed: int) -> Prompt:
    """One row a training: the errors at each length, as ``at_0.5_...``."""
    errors: dict[str, Any] = {}
    measure = measured if tag == VM else measured_labels
    p = system(tag, s.full, 0, str(device))[1].problem
    for share in SHARES[tag]:
        at_share = measure(s, (tag,), seed, str(device), problem=replace(p, N=round(share * p.N)))
        errors |= {f"at_{share:g}_{name}": value for name, value in at_share.items()}
    return Prompt(**errors)


@unrolled.experiment(standard=STANDARD, deep=DEEP)
def run(s: Trained, device: torch.device, seed: int) -> Prompt:
    return at_each_length(VM, s, device, seed)


@small_tf.experiment(standard=STANDARD_IN_CONTEXT)
def run_small(s: Trained, device: torch.device, seed: int) -> Prompt:
    return at_each_length(TF, s, device, seed)


@unrolled.printed(
    "Section 7 says it of Transformers; read of what that of Theorem 4.1 runs: "
    + OURS
    + " generalises across lengths: at 0.5, 1, 1.5 and 2 times that of training it has less error of "
    "beta, by the "
    "mean without the largest and smallest five percent, than predicting 0.",
    defect="statement",
    because="As trained here, it has more error than 0 at half the length. Fewer rows make a larger step.",
    tag="lista_vm",
    shares=SHARES[VM],
    factor=1.0,
)
@unrolled.amended(
    "At 1, 1.5 and 2 times the length of training "
    + OURS
    + " has less than half of the error of predicting 0, "
    "by the mean "
    "without the largest and smallest five percent.",
    because="More rows make smaller steps.",
    adds="lengths from that of training on; less than half of the error",
    tag="lista_vm",
    shares=SHARES[VM][1:],
    factor=2.0,
)
@small_tf.printed(
    REDUCED
    + ", on 3,000 instances, Small TF generalises across lengths: at 0.4, 0.6, 1, 2 and 3 times that of "
    "training it has less error of the label, by the mean without the largest and smallest five percent, "
    "than predicting 0.",
    tag="reduced_small_tf",
    shares=SHARES[TF],
    factor=1.0,
)
def every_length(s: Trained, prompt: Prompt, tag: str, shares: tuple[float, ...], factor: float) -> Margin:
    """The trimmed mean is below that of predicting 0 at each length."""
    margins = []
    for share in shares:
        pair = {f"{k}_trimmed": getattr(prompt, f"at_{share:g}_{k}_trimmed") for k in (tag, "zero")}
        margins.append(ordered(Prompt(**pair), (tag,), ("zero",), "trimmed", factor))
    worst = min(margins, key=lambda m: float(m.slack.mean()))
    return worst.report(**numbers(prompt))


unrolled.mutant("at half the length, too", shares=SHARES[VM])
unrolled.mutant("a hundredth of the error", factor=100.0)
small_tf.mutant("a tenth of the error", factor=10.0)
small_tf.mutant("half of the error", factor=2.0)
