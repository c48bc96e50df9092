r"""Figure 2 (appendix F): meta-trained LISTA and LISTA-CP stay around 3.

3 is the error of predicting 0, which is $E\|\beta^*\|^2=S$. For LISTA no less is possible
(`section-6/forced-by-form/lista`).
"""

import torch

from lemmata import Experiment, Margin, Prompt, at_most, lines
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_6.comparison import numbers
from theorems.sparse_recovery.section_6.measured import measured, with_curves
from theorems.sparse_recovery.section_6.systems import CURVES, DEEP, STANDARD, TRAININGS, Trained, trained

TAGS = ("lista-meta", "lista-cp-meta", "lista-vm")
SAYS = {
    "lista_meta_mean": "remains around 3",
    "lista_cp_meta_mean": "remains around 3",
    "lista_vm_mean": "around 0.68",
}
SKIPPED = 0.15
"""The share of the training before "no trend": that in which the initial weights are left."""


def run(s: Trained, device: torch.device, seed: int) -> Prompt:
    """One row a training: statistics of the errors, and the curves of training (of figure 3, too)."""
    return with_curves(s, measured(s, TAGS, seed, str(device)), TAGS, str(device))


around_3 = PAPER.claim(
    "Figure 2",
    origin="read",
    at=lines(958),
    summary="Meta-trained for 2,000 steps, LISTA and LISTA-CP have a mean error of 3, within a factor of 1.2",
    kind=Experiment(),
    settings=trained(),
)
around_3.experiment(standard=STANDARD, deep=DEEP, paper=SAYS)(run)


@around_3.printed(
    f"{TRAININGS} and Gaussian X: the mean squared error of beta of meta-trained LISTA and LISTA-CP on "
    "varying X is around 3: within a factor of 1.2.",
    who=("lista_meta", "lista_cp_meta"),
    value=3.0,
    statistic="mean",
)
def error_is_around(s: Trained, prompt: Prompt, who: tuple[str, ...], value: float, statistic: str) -> Margin:
    """An error is near the paper's number, by the logarithm of their ratio."""
    errors = torch.stack([getattr(prompt, f"{name}_{statistic}") for name in who], 1)
    off = (errors / value).log().abs().amax(1)
    return at_most(off, torch.full_like(off, 1.2).log()).report(**numbers(prompt))


around_3.mutant(
    "LISTA-VM, too",
    why="Single instances decide the plain mean of LISTA-VM.",
    who=("lista_meta", "lista_vm"),
    statistic="trimmed",
)
around_3.mutant("around 2", value=2.0)

no_trend = PAPER.claim(
    "Figure 2, no trend",
    id="figure-2/no-trend",
    summary="After the first 15 percent of our 2,000 steps the trimmed errors of meta-trained LISTA and "
    "LISTA-CP fall by less than one percent",
    rank="step",
    origin="read",
    at=lines(958),
    kind=Experiment(),
    settings=trained(),
)
no_trend.experiment(standard=STANDARD, deep=DEEP, paper=SAYS)(run)


@no_trend.printed(
    f"{CURVES} and Gaussian X: there is no observable trend of improvement of meta-trained LISTA and LISTA-CP: "
    "from 15 percent of the training to its end the mean squared error of beta on 2,000 held-out instances, "
    "without the largest and smallest five percent, falls by less than one percent.",
    who=("lista-meta", "lista-cp-meta"),
    allowed=0.01,
)
def error_stays(s: Trained, prompt: Prompt, who: tuple[str, ...], allowed: float) -> Margin:
    """From 15 percent of the training to its end the held-out error falls by less than a share."""
    falls = []
    for name in who:
        curve = getattr(prompt, f"{name}_trimmed_curve")
        first = curve[:, int(SKIPPED * curve.shape[1])]
        falls.append((first - curve[:, -1]) / first)
    return at_most(torch.stack(falls, 1).amax(1), allowed).report(**numbers(prompt))


no_trend.mutant("nor LISTA-VM's", who=("lista-vm",))
no_trend.mutant("it grows by a tenth", allowed=-0.1)
