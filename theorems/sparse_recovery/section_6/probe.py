r"""Does the trained Small TF resemble LISTA-VM layer by layer? A linear probe of $\beta$, with controls.

Predicted are $\beta^*$ (`beta`) and each iterate of a LISTA-VM that was trained at the same size, run on the
same instances (`lista-vm`); controls are the same network with its initial weights, and targets that belong to
another instance. Reduced size (see figure 1 (a)). A probe shows what can be read linearly, not how it came
there, and not that Small TF runs LISTA-VM: an estimate of $\beta^*$ by any means is near to LISTA-VM's.
"""

from functools import lru_cache
from typing import Any

import torch
from torch import Tensor

from lemmata import (
    Experiment,
    FigureRecord,
    HeatMapRecord,
    Margin,
    Panel,
    Series,
    at_least,
    mutants,
    printed,
    theorem,
)
from lemmata.numbers import Measured
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_6.measured import chunks, instances
from theorems.sparse_recovery.section_6.systems import REDUCED, STANDARD_IN_CONTEXT, Trained, initial, system

RIDGE = 1e-3
DIVERGED = 100.0
"""Instances on which LISTA-VM's squared estimate is larger are left out: they would be all the variance."""


@lru_cache(maxsize=4)
def probed(s: Trained, seed: int, device: str) -> dict[str, Tensor]:
    """One row a training: the share of the variance that is explained after 0, 1, ... layers.

    Of beta* ``(replicates, layers + 1)``, of beta* of other instances, and of LISTA-VM's iterates
    ``(replicates, layers + 1, K)``; with the trained weights and with the initial ones.
    """
    shares: dict[str, list[Tensor]] = {}
    for k in range(s.replicates):
        vm, configuration, _ = system("reduced-lista-vm", s.full, k, device)
        b = instances(s, configuration.problem, seed, k, device)
        networks: dict[str, Any] = {
            "trained": system("reduced-small-tf", s.full, k, device)[0],
            "initial": initial("reduced-small-tf", s.full, k, device),
        }
        with torch.no_grad():
            path = vm(b.X, b.y)
            usable = path[-1].square().sum(-1) < DIVERGED
            beta = b.beta[usable]
            for name, tf in networks.items():
                parts = [tf.states(p.X, p.y, p.query) for p in chunks(b)]
                states = [torch.cat([H[:, -1] for H in layer])[usable] for layer in zip(*parts, strict=True)]
                rows = {
                    "beta": [explained(h, beta) for h in states],
                    "shuffled": [explained(h, beta.roll(1, 0)) for h in states],
                    "iterates": [torch.stack([explained(h, p[usable]) for p in path[1:]]) for h in states],
                }
                for target, row in rows.items():
                    shares.setdefault(f"{name}_{target}", []).append(torch.stack(row).cpu())
    return {key: torch.stack(rows) for key, rows in shares.items()}


def explained(features: Tensor, targets: Tensor) -> Tensor:
    """The share of the variance of ``targets`` that a ridge regression explains on the half it has not seen.

    Args:
        features: ``(instances, D)``.
        targets: ``(instances, d)``.
    """
    half = len(features) // 2
    A = torch.cat([features, torch.ones_like(features[:, :1])], 1)
    A = A / A.square().mean(0).sqrt().clamp_min(1e-12)
    ridge = RIDGE * half * torch.eye(A.shape[1], dtype=A.dtype, device=A.device)
    weights = torch.linalg.solve(A[:half].mT @ A[:half] + ridge, A[:half].mT @ targets[:half])
    missed = (targets[half:] - A[half:] @ weights).square().sum()
    share: Tensor = 1 - missed / (targets[half:] - targets[half:].mean(0)).square().sum()
    return share


def run(s: Trained, device: torch.device, seed: int) -> dict[str, Tensor]:
    """One row a training: what is explained after each layer."""
    return probed(s, seed, str(device))


BOUNDED = REDUCED + (
    ", on those of 3,000 instances (in deep 40,000; one half to fit, the other to score) on which the squared "
    "norm of LISTA-VM's last iterate is below 100, "
)


def more_than_the_control(measured: Measured, target: str, control: str, more: float) -> Margin:
    """After the last layer, the probe explains more than in the control (of several iterates, the last)."""
    of_target, of_control = (measured[name][-1].reshape(-1)[-1] for name in (target, control))
    layers = {f"beta_after_{k}": share for k, share in enumerate(measured["trained_beta"])}
    return at_least(of_target, of_control + more).report(
        **layers,
        beta_with_initial_weights=measured["initial_beta"][-1],
        beta_of_other_instances=measured["trained_shuffled"][-1],
        last_iterate=measured["trained_iterates"][-1, -1],
    )


@theorem(
    PAPER,
    "section 6, probe of the estimates",
    id="section-6/probe/beta",
    rank="step",
    origin="ours",
    kind=Experiment(run, standard=STANDARD_IN_CONTEXT, deep=Trained(0, 40_000)),
)
@printed(
    BOUNDED
    + "a ridge regression (entries of mean square 1, penalty 0.001 an instance) on the last token after "
    r"the last layer of the trained Small TF explains at least 0.2 more of the variance of $\beta^*$ than with "
    "the initial weights."
)
@mutants(targets_of_other_instances=dict(target="trained_shuffled"), all_of_it=dict(more=1.0))
def of_beta(measured, target="trained_beta", more=0.2):
    r"""A linear probe explains 0.2 more of the variance of $\beta^*$ in the trained Small TF than untrained."""
    return more_than_the_control(measured, target, "initial_beta", more)


@theorem(
    PAPER,
    "section 6, probe of LISTA-VM",
    id="section-6/probe/lista-vm",
    rank="step",
    origin="ours",
    kind=Experiment(run, standard=STANDARD_IN_CONTEXT, deep=Trained(0, 40_000)),
)
@printed(
    BOUNDED
    + "a ridge regression (entries of mean square 1, penalty 0.001 an instance) on the last token after "
    "the last layer of the trained Small TF explains at least 0.2 more of the variance of LISTA-VM's last "
    "iterate than with the initial weights."
)
@mutants(the_control_beside_itself=dict(target="initial_iterates"), all_of_it=dict(more=1.0))
def of_vm(measured, target="trained_iterates", more=0.2):
    """A linear probe explains 0.2 more of LISTA-VM's last iterate in the trained Small TF than untrained."""
    return more_than_the_control(measured, target, "initial_iterates", more)


@of_vm.figure
def by_layer(
    replicates: int, instances: int, trained_beta: Tensor, measured: Measured
) -> list[FigureRecord | HeatMapRecord]:
    """What is explained after each layer, of beta and of each iterate."""
    layers = [float(k) for k in range(trained_beta.shape[1])]
    curves = []
    for name in ("trained_beta", "initial_beta", "trained_shuffled"):
        v = measured[name]
        low, high = v.amin(0).tolist(), v.amax(0).tolist()
        curves.append(
            Series(
                name.replace("_", ", ").replace("beta", r"$\beta$"),
                layers,
                v.mean(0).tolist(),
                low=low,
                high=high,
            )
        )
    caption = f"Mean and range over {replicates} trainings, {instances:,} instances for each."
    maps = [
        Panel(f"{name} weights", measured[f"{name}_iterates"].mean(0).tolist())
        for name in ("trained", "initial")
    ]
    return [
        FigureRecord(
            title=r"What a linear probe explains of $\beta^*$",
            x_label="layers of Small TF",
            y_label="share of the variance",
            caption=caption,
            series=tuple(curves),
        ),
        HeatMapRecord(
            title="What a linear probe explains of LISTA-VM's iterates",
            caption=f"Rows: layers of Small TF, from 0; columns: iterates 1 to 12. {caption}",
            panels=tuple(maps),
        ),
    ]
