"""A function on frequencies that were not drawn, and the best coefficients for it by a linear program."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np
import torch
from scipy.optimize import linprog
from torch import Generator, Tensor

from baselines.barron import phi
from baselines.barron_features import Cosines


@dataclass(frozen=True)
class Configuration:
    n: int
    terms_per_feature: int
    inputs: int
    tau: int
    replicates: int


def one(s: Configuration, generator: Generator) -> tuple[float, float]:
    """Largest errors over the net, over C_F: with the weights (80), and with the best ones."""
    K = s.n * s.terms_per_feature
    angle, length, radius, turn = torch.rand(4, max(K, s.inputs), generator=generator).double()
    omega = torch.stack([torch.cos(angle * 2 * pi), torch.sin(angle * 2 * pi)], -1)[:K]
    omega = omega * (1 + length[:K, None] / 2)
    family = Cosines(omega, 1 / (K * omega.norm(dim=-1)))
    draws = family.draw(s.n, generator)
    x = torch.stack([torch.cos(turn * 2 * pi), torch.sin(turn * 2 * pi)], -1)[: s.inputs]
    x = x * radius[: s.inputs, None].sqrt()
    x[0] = torch.tensor([1.0, 0.0])
    theta = torch.full((K,), -pi / 2, dtype=torch.float64)
    b = family.B * torch.sin(omega @ x[0]).sign()
    b[draws.term] = 0
    f = family.value(x, b, theta)  # f(0) = 0
    ramps = phi((x @ (draws.omega / draws.omega.norm(dim=-1, keepdim=True)).mT - draws.t) * s.tau)
    with_80 = ramps @ family.weights(draws, b, theta) / s.n
    best = best_error(ramps, f, family.total / s.n)
    return float((f - with_80).abs().max()) / family.moment, best / family.moment


def best_error(ramps: Tensor, f: Tensor, limit: float) -> float:
    """The least largest error of coefficients of size at most ``limit``."""
    design, values = ramps.numpy(), f.numpy()
    side = np.ones((len(values), 1))
    rows = np.block([[design, -side], [-design, -side]])
    n = design.shape[1]
    solution = linprog(
        np.r_[np.zeros(n), 1.0],
        A_ub=rows,
        b_ub=np.r_[values, -values],
        bounds=[(-limit, limit)] * n + [(0, None)],
    )
    return float(np.abs(values - design @ np.clip(solution.x[:n], -limit, limit)).max())
