"""A linear probe of the trained Small TF: what a ridge regression reads off the last token after each layer."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import torch
from torch import Tensor

from lemmata import Prompt
from theorems.sparse_recovery.section_6.errors import chunks, instances
from theorems.sparse_recovery.section_6.systems import Trained, initial, system

RIDGE = 1e-3
DIVERGED = 100.0
"""Instances on which LISTA-VM's squared estimate is larger are left out: they would be all the variance."""


@lru_cache(maxsize=4)
def probed(s: Trained, seed: int, device: str) -> Prompt:
    """One row a training: the share of the variance that is explained after 0, 1, ... layers.

    Of beta* ``(replicates, layers + 1)``, of beta* of other instances, and of LISTA-VM's iterates
    ``(replicates, layers + 1, K)``; with the trained weights and with the initial ones.
    """
    told: dict[str, list[Tensor]] = {}
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
                states = [
                    torch.cat([H[:, -1] for H in hs])[usable] for hs in zip(*parts, strict=True)
                ]
                rows = {
                    "beta": [explained(h, beta) for h in states],
                    "shuffled": [explained(h, beta.roll(1, 0)) for h in states],
                    "iterates": [
                        torch.stack([explained(h, p[usable]) for p in path[1:]]) for h in states
                    ],
                }
                for what, row in rows.items():
                    told.setdefault(f"{name}_{what}", []).append(torch.stack(row).cpu())
    return Prompt(**{key: torch.stack(rows) for key, rows in told.items()})


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
