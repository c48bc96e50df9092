"""Section 7: Transformers "generalize effectively across different lengths of demonstration pairs", measured.

The paper says it of Transformers at its own size, where nobody has trained them here, and of lengths from $N_0$
on. With fewer rows the step $1/(2n+1)$ is larger: with 5 measurements LISTA-VM has many times the error of 0.
LISTA, LISTA-CP and ALISTA cannot be run at another length: the shapes of their weights fix it.
"""

from dataclasses import replace

import torch
from torch import Tensor

from lemmata import Experiment, lines, mutants, printed, theorem
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_6.comparison import ordered_pairs
from theorems.sparse_recovery.section_6.measured import measured, measured_labels
from theorems.sparse_recovery.section_6.systems import DEEP, STANDARD, STANDARD_IN_CONTEXT, Trained, system

VM, TF = "lista-vm", "reduced-small-tf"
PAIRS = {VM: (5, 10, 15, 20), TF: (2, 3, 5, 10, 15)}
"""Lengths of the prompt; those of training are 10 and up to 5."""


def at_each_length(tag: str, s: Trained, device: torch.device, seed: int) -> dict[str, Tensor]:
    """One row a training: the errors at each length, as ``..._with_5_pairs_mean``."""
    errors: dict[str, Tensor] = {}
    measure = measured if tag == VM else measured_labels
    p = system(tag, s.full, 0, str(device))[1].problem
    for pairs in PAIRS[tag]:
        found = measure(s, (tag,), seed, str(device), problem=replace(p, N=pairs))
        split = {name.rpartition("_"): value for name, value in found.items()}
        errors |= {f"{thing}_with_{pairs}_pairs_{what}": value for (thing, _, what), value in split.items()}
    return errors


def run(s: Trained, device: torch.device, seed: int) -> dict[str, Tensor]:
    return at_each_length(VM, s, device, seed)


def run_small(s: Trained, device: torch.device, seed: int) -> dict[str, Tensor]:
    return at_each_length(TF, s, device, seed)


@theorem(
    PAPER,
    "section 7, lengths, LISTA-VM",
    id="section-7/lengths",
    rank="step",
    origin="ours",
    kind=Experiment(run, standard=STANDARD, deep=DEEP),
)
@printed(
    "LISTA-VM ($d=20$, $N=10$, $S=3$, $K=12$, Gaussian X; three trainings of ours on a CPU, 2,000 steps of 32 "
    "X with 4 vectors each), on 6,000 instances (in deep 100,000): with 10, 15 and 20 pairs it has less than "
    "half of the error of predicting 0, by the mean without the largest and smallest five percent.",
    because="More rows make smaller steps.",
)
@mutants({"at half the length, too": dict(lengths=PAIRS[VM]), "a hundredth of the error": dict(factor=100.0)})
def unrolled(measured, lengths=PAIRS[VM][1:], factor=2.0):
    """LISTA-VM, trained on 10 pairs, has with 10, 15 and 20 less than half of the error of predicting 0."""
    pairs = tuple((f"lista_vm_with_{n}_pairs", f"zero_with_{n}_pairs") for n in lengths)
    return ordered_pairs(measured, pairs, "trimmed", factor)


@theorem(
    PAPER,
    "section 7, lengths, Small TF",
    id="section-7/lengths/small-tf",
    origin="ours",
    at=lines(240),
    kind=Experiment(run_small, standard=STANDARD_IN_CONTEXT),
)
@printed(
    "Small TF of the reduced size ($d=8$, $S=2$, four layers of two heads; three trainings of ours on a CPU, "
    "6,000 steps of 64 instances, on the labels after 0 to 5 pairs), on 3,000 instances: with 2, 3, 5, 10 and "
    "15 pairs it has less error of the label than predicting 0, by the mean without the largest and smallest "
    "five percent."
)
@mutants(a_tenth_of_the_error=dict(factor=10.0), half_of_the_error=dict(factor=2.0))
def small_tf(measured, factor=1.0):
    """Trained on up to 5 pairs, reduced Small TF is better than predicting 0 with 2, 3, 5, 10 and 15."""
    pairs = tuple((f"reduced_small_tf_with_{n}_pairs", f"zero_with_{n}_pairs") for n in PAIRS[TF])
    return ordered_pairs(measured, pairs, "trimmed", factor)
