"""Figure 1 (a) of section 6, the transformers: squared errors of the label beside LISTA-VM's.

At the paper's size they are trained in full by the profile ``deep``, which needs a GPU; nobody has done so yet.
The other claims of this module are about networks that were trained for minutes on a CPU (GPT-2 with three
layers); they say how far the trend is seen, and nothing about the paper's size. `lista-vm` has LISTA-VM beside
FISTA and ISTA, `classical` LISTA, LISTA-CP and ALISTA, `untrained` what needs no training.
"""

import torch
from torch import Tensor

from lemmata import Experiment, amended, lines, mutants, printed, theorem
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_6.comparison import ordered_pairs
from theorems.sparse_recovery.section_6.measured import measured_labels
from theorems.sparse_recovery.section_6.systems import (
    IN_FULL,
    PROMPTS_IN_FULL,
    REDUCED,
    STANDARD_IN_CONTEXT,
    VECTORS_IN_FULL,
    Trained,
    no_run_yet,
)

TAGS = ("reduced-lista-vm", "reduced-small-tf", "reduced-gpt2")
CHAIN = (("reduced_gpt2", "reduced_small_tf"), ("reduced_small_tf", "reduced_lista_vm"))
SAYS = {
    "reduced_lista_vm_mean": "around 0.68 at the paper's size (appendix F)",
    "reduced_small_tf_mean": "below LISTA-VM (no number in the text)",
    "reduced_gpt2_mean": "below Small TF (no number in the text)",
}


def run(s: Trained, device: torch.device, seed: int) -> dict[str, Tensor]:
    """One row a training: errors of the label on the same instances."""
    return measured_labels(s, TAGS, seed, str(device))


@theorem(
    PAPER,
    "Figure 1 (a)",
    rank="headline",
    origin="read",
    at=lines(225),
    kind=Experiment(run, deep=IN_FULL, paper=SAYS),
)
@printed(
    f"At $d=20$, $N=10$, $S=3$, for three trainings of the transformers of {PROMPTS_IN_FULL} and of LISTA-VM "
    f"of {VECTORS_IN_FULL}, on 100,000 instances: GPT-2 outperforms Small TF, followed by LISTA-VM, by the "
    "mean squared error of the label.",
    expect="undecided",
    because=no_run_yet("figure-1a"),
)
@mutants(
    in_the_opposite_order=dict(chain=tuple((b, a) for a, b in CHAIN)),
    by_a_factor_of_a_hundred=dict(factor=100.0),
)
def order(measured, chain=CHAIN, factor=1.0):
    """Trained in full, GPT-2 outperforms Small TF, and Small TF outperforms LISTA-VM, by the mean."""
    return ordered_pairs(measured, chain, "mean", factor)


@theorem(
    PAPER,
    "Figure 1 (a), reduced",
    id="figure-1a/reduced",
    rank="step",
    origin="ours",
    kind=Experiment(run, standard=STANDARD_IN_CONTEXT, paper=SAYS),
)
@printed(
    REDUCED + ", on 3,000 instances: Small TF outperforms LISTA-VM, by the mean squared error of the label.",
    expect="undecided",
    because="Rare instances on which LISTA-VM diverges decide its mean, by factors between seeds.",
)
@amended(
    REDUCED + ", on 3,000 instances: LISTA-VM outperforms Small TF, by the mean squared error of the label "
    "without the largest and smallest five percent.",
    because="LISTA-VM is ahead in our trainings; what that is due to is not examined.",
    adds="the other order, by the trimmed mean",
    chain=(("reduced_lista_vm", "reduced_small_tf"),),
    statistic="trimmed",
)
@mutants(in_the_opposite_order=dict(chain=CHAIN[1:]), a_tenth_of_its_error=dict(factor=10.0))
def reduced(measured, chain=CHAIN[1:], statistic="mean", factor=1.0):
    """At the reduced size and after 6,000 steps Small TF outperforms LISTA-VM after 2,000, by the mean."""
    return ordered_pairs(measured, chain, statistic, factor)


@theorem(
    PAPER,
    "Figure 1 (a), learning in context",
    id="figure-1a/learns",
    rank="step",
    origin="ours",
    kind=Experiment(run, standard=STANDARD_IN_CONTEXT, paper=SAYS),
)
@printed(
    REDUCED
    + ", on 3,000 instances: Small TF has at most three quarters of the mean squared error of the label "
    "that predicting 0 has."
)
@mutants(at_most_two_fifths=dict(factor=2.5), at_most_a_tenth=dict(factor=10.0))
def learns(measured, factor=4 / 3):
    """At the reduced size Small TF (6,000 steps) has at most 3/4 of the mean error of predicting 0."""
    return ordered_pairs(measured, (("reduced_small_tf", "zero"),), "mean", factor)
