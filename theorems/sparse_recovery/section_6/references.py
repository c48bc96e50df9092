"""Small TF and LISTA-VM beside the transformer of Theorem 4.1 and exact solvers, on the same instances.

The constructed transformer has the corrected bias and the read-out of Corollary E.1: twelve layers of four
heads, where the reduced Small TF has four of two. At the paper's size it is one choice of Small TF's weights
(``SmallTransformer.holding``). Basis pursuit is not told S either; the Lasso in the plot is cvxpy's, at a
hundredth of the largest penalty.
"""

from functools import lru_cache

import torch
from torch import Tensor

from baselines.basis_pursuit import basis_pursuit
from baselines.lasso import lasso_cvxpy
from constructions.lista_vm import lista_vm_transformer
from constructions.trained import SmallTransformer
from lemmata import Experiment, FigureRecord, mutants, printed, theorem
from lemmata.numbers import Measured
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_6.comparison import bars, ordered
from theorems.sparse_recovery.section_6.measured import instances, label_errors, table
from theorems.sparse_recovery.section_6.systems import REDUCED, Trained, system
from theorems.sparse_recovery.theorem_4_1 import existence

LASSOS = 50
"""Instances for cvxpy."""

B = 2.0**40
"""Above every |beta^T x| that does not diverge."""


def running(vm: torch.nn.Module, d: int) -> SmallTransformer:
    """The transformer of Theorem 4.1 that runs a trained LISTA-VM."""
    M, theta = vm.get_parameter("M"), vm.get_parameter("theta").abs()
    return SmallTransformer.holding(lista_vm_transformer(M, theta, B, bias="corrected"), d)


@lru_cache(maxsize=4)
def side_by_side(s: Trained, seed: int, device: str) -> dict[str, Tensor]:
    """One row a training: squared errors of the label, all on the same instances."""
    rows = []
    for k in range(s.replicates):
        vm, configuration, _ = system("reduced-lista-vm", 0, k, device)
        tf = system("reduced-small-tf", 0, k, device)[0]
        b = instances(s, configuration.problem, seed, k, device)

        def label(beta: Tensor, query: Tensor = b.query, known: Tensor = b.label) -> Tensor:
            return ((beta * query[: len(beta)]).sum(-1) - known[: len(beta)]).square()

        scale = 0.01 * (b.X.mT @ b.y[..., None]).abs().amax((1, 2))
        lassos = [lasso_cvxpy(b.X[i], b.y[i], float(scale[i])).value for i in range(LASSOS)]
        rows.append(
            {
                "zero": b.label.square(),
                "least-squares": label((torch.linalg.pinv(b.X) @ b.y[..., None])[..., 0]),
                "small-tf": label_errors(tf, b),
                "lista-vm": label_errors(vm, b),
                "constructed": label_errors(running(vm, b.X.shape[2]).to(device), b),
                "lasso": label(torch.stack(lassos)),
                "basis-pursuit": label(basis_pursuit(b.X, b.y).value),
            }
        )
    return table(rows)


def run(s: Trained, device: torch.device, seed: int) -> dict[str, Tensor]:
    return side_by_side(s, seed, str(device))


@theorem(
    PAPER,
    "section 6, the constructed transformer",
    id="section-6/references/constructed",
    rank="step",
    origin="ours",
    uses=[existence],
    kind=Experiment(run, standard=Trained(0, 1_000), deep=Trained(0, 4_000)),
)
@printed(
    REDUCED
    + ", on 1,000 instances (in deep 4,000), the transformer of Theorem 4.1 with the weights of a trained "
    "LISTA-VM has less error of the label than the trained Small TF, by the mean without the largest and "
    "smallest five percent."
)
@mutants(less_than_basis_pursuit=dict(worse="basis_pursuit"), predicting_0_has_less=dict(better="zero"))
def constructed(measured, better="constructed", worse="small_tf"):
    """With a trained LISTA-VM's weights the constructed transformer beats Small TF, by the trimmed mean."""
    return ordered(measured, (better,), (worse,), "trimmed")


@theorem(
    PAPER,
    "section 6, basis pursuit",
    id="section-6/references/basis-pursuit",
    rank="step",
    origin="ours",
    kind=Experiment(run, standard=Trained(0, 1_000), deep=Trained(0, 4_000)),
)
@printed(
    REDUCED
    + ", on 1,000 instances (in deep 4,000), basis pursuit has less error of the label than the trained "
    "LISTA-VM, by the mean without the largest and smallest five percent."
)
@mutants({"Small TF has less, too": dict(better="small_tf"), "predicting 0 has less, too": dict(better="zero")})
def pursuit(measured, better="basis_pursuit"):
    """At the reduced size basis pursuit, which learns nothing, is ahead of LISTA-VM, by the trimmed mean."""
    return ordered(measured, (better,), ("lista_vm",), "trimmed")


@constructed.figure
def errors(instances: int, replicates: int, measured: Measured) -> FigureRecord:
    """All of them side by side."""
    ours = ("zero", "least_squares", "small_tf", "lista_vm", "constructed")
    caption = f"{instances:,} instances, {replicates} trainings; the Lasso on {LASSOS}."
    return bars(
        measured, (*ours, "lasso", "basis_pursuit"), "Trained and constructed, on the same instances", caption
    )
