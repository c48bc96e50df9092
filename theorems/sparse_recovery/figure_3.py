"""Figure 3 (appendix F): meta-trained LISTA-VM ends around 0.68.

That it is around 0.68 is what our budget gives: after 12,000 steps (``lemmata train lista-vm --steps 12000
--seed 0``) the mean without the extremes was 0.56 on the 2,000 held-out instances.
"""

from lemmata import Experiment, FigureRecord, amended, lines, mutants, printed, theorem
from lemmata.numbers import Measured
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.figure_2 import SAYS, TAGS, is_around, run
from theorems.sparse_recovery.section_6.comparison import curves
from theorems.sparse_recovery.section_6.systems import (
    IN_FULL,
    PLAIN_MEANS,
    STANDARD,
    VECTORS_IN_FULL,
    no_run_yet,
)


@theorem(PAPER, "Figure 3", origin="read", at=lines(965), kind=Experiment(run, standard=STANDARD, paper=SAYS))
@printed(
    rf"{PLAIN_MEANS} and Gaussian X: the final mean squared error of $\beta$ of meta-trained LISTA-VM on "
    "varying X is around 0.68: within a factor of 1.2.",
    expect="undecided",
    because="Rare instances on which LISTA-VM diverges decide the mean: it is too large in all three "
    "trainings, by factors that differ too much between them.",
)
@amended(
    rf"{PLAIN_MEANS} and Gaussian X: the final mean squared error of $\beta$ of meta-trained LISTA-VM on "
    "varying X, without the largest and smallest five percent, is around 0.68: within a factor of 1.2.",
    because="Without five percent on either side the mean is stable.",
    adds="the trimmed mean for the mean",
    statistic="trimmed",
)
@mutants({"around 0.5": dict(value=0.5), "the upper decile": dict(statistic="p90")})
def around(measured, value=0.68, statistic="mean"):
    """Meta-trained for 2,000 steps, LISTA-VM ends at a mean error of 0.68, within a factor of 1.2."""
    return is_around(measured, ("lista_vm",), value, statistic)


@around.figure
def plots(measured: Measured) -> list[FigureRecord]:
    """The held-out error in training."""
    return [
        curves(measured, TAGS[:2], "Figure 2: meta-trained LISTA and LISTA-CP", 3.0),
        curves(measured, TAGS[2:], "Figure 3: LISTA-VM", 0.68),
    ]


@theorem(
    PAPER,
    "Figure 3, trained in full",
    id="figure-3/in-full",
    origin="read",
    at=lines(965),
    kind=Experiment(run, deep=IN_FULL, paper=SAYS),
)
@printed(
    f"At $d=20$, $N=10$, $S=3$, $K=12$, for three trainings of {VECTORS_IN_FULL}, on 100,000 instances and "
    r"Gaussian X: the final mean squared error of $\beta$ of meta-trained LISTA-VM on varying X, without the "
    "largest and smallest five percent, is around 0.68: within a factor of 1.2.",
    expect="undecided",
    because=no_run_yet("figure-3/in-full"),
)
@mutants({"around 0.5": dict(value=0.5), "the upper decile": dict(statistic="p90")})
def in_full(measured, value=0.68, statistic="trimmed"):
    """Meta-trained in full, LISTA-VM ends at a trimmed mean error of 0.68, within a factor of 1.2."""
    return is_around(measured, ("lista_vm",), value, statistic)
