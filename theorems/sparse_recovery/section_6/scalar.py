r"""Does one number for each layer do as well as the full $M^{(k)}$? On rows of equal variances it does.

The network of Theorem 5.1 has $M^{(k)}=2\gamma I$, and the law of section 6 does not change when coordinates
are exchanged or change sign. 24 numbers are trained as the 4,812 of LISTA-VM are; nor are these of help with
four times as many steps (one seed, `lemmata train lista-vm --steps 8000` with and without `--set scalar=1`:
0.590 with full matrices, 0.576 with numbers). (For unequal variances the diagonal matters, see
`theorem-5.1/covariances`.)
"""

import torch
from torch import Tensor

from lemmata import Experiment, FigureRecord, mutants, printed, theorem
from lemmata.numbers import Measured
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_6.comparison import curves, ordered
from theorems.sparse_recovery.section_6.measured import measured, with_curves
from theorems.sparse_recovery.section_6.systems import DEEP, STANDARD, TRAININGS, Trained

TAGS = ("lista-vm", "lista-vm-scalar")


def run(s: Trained, device: torch.device, seed: int) -> dict[str, Tensor]:
    """One row a training: both on the same instances, and their curves."""
    return with_curves(s, measured(s, TAGS, seed, str(device)), TAGS, str(device))


@theorem(
    PAPER,
    "section 6, one number for each layer",
    origin="ours",
    kind=Experiment(run, standard=STANDARD, deep=DEEP),
)
@printed(
    rf"{TRAININGS}, Gaussian X: the squared error of $\beta$ of LISTA-VM with $M^{{(k)}}=m_kI$ and thresholds, "
    "both learned, is at most a tenth more than that of LISTA-VM with full $M^{(k)}$, trained alike, in the "
    "mean without the largest and smallest five percent."
)
@mutants({"a tenth less": dict(more=0.9), "predicting 0, too": dict(better="zero")})
def no_more_error(measured, better="lista_vm_scalar", more=1.1):
    """With one number for each matrix M LISTA-VM has at most a tenth more error than with full matrices."""
    return ordered(measured, (better,), ("lista_vm",), "trimmed", 1 / more)


@no_more_error.figure
def learning(measured: Measured) -> FigureRecord:
    """The held-out error of both in training."""
    return curves(measured, TAGS, "LISTA-VM with full matrices, and with one number for each", 0.68)
