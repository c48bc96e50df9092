"""Directions of descent from the gradients of the last steps (L-BFGS), for many points at a time.

Nocedal and Wright, Numerical Optimization, algorithm 7.4. Points have nothing to do with each other; a
step that a point did not take, or along which its gradient did not grow, counts for nothing there.
"""

from __future__ import annotations

import torch
from torch import Tensor

_MEMORY = 6
"""Steps that are remembered."""
_TINY = 1e-300


class Curvature:
    """The last steps of all points, and what their gradients changed along them."""

    def __init__(self) -> None:
        self._steps: list[tuple[Tensor, Tensor, Tensor]] = []

    def add(self, move: Tensor, change: Tensor) -> None:
        """One more step: how far each point moved and what that changed of its gradient, ``(points, n)``."""
        curvature = (move * change).sum(1, keepdim=True)
        self._steps = [*self._steps, (move, change, torch.where(curvature > 0, 1 / curvature, 0.0))][-_MEMORY:]

    def forget(self, points: Tensor) -> None:
        """Drops what is known of the points where this, ``(points,)``, is true."""
        self._steps = [(s, y, torch.where(points[:, None], 0.0, rho)) for s, y, rho in self._steps]

    def way(self, gradient: Tensor, length: float) -> Tensor:
        """A direction of descent of each point; ``length`` long where nothing is known of it."""
        scale = length / gradient.norm(dim=1, keepdim=True).clamp_min(_TINY)
        steepest, way, shares = gradient * scale, gradient, []
        for move, change, rho in reversed(self._steps):
            share = rho * (move * way).sum(1, keepdim=True)
            way = way - share * change
            shares.append(share)
        for _, change, rho in self._steps:
            square = change.square().sum(1, keepdim=True)
            scale = torch.where(rho > 0, 1 / (rho * square).clamp_min(_TINY), scale)
        way = way * scale
        for (move, change, rho), share in zip(self._steps, reversed(shares), strict=True):
            way = way + (share - rho * (change * way).sum(1, keepdim=True)) * move
        # Where the domains hold a number back, it does not move.
        way = torch.where(gradient == 0, 0.0, way)
        downhill = ((way * gradient).sum(1) > 0) & way.isfinite().all(1)
        return -torch.where(downhill[:, None], way, steepest)
