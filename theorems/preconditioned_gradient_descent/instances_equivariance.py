"""Settings and prompts for the model of (13) under U_Sigma, which the layers are equivariant to."""

from __future__ import annotations

from typing import Any

import torch

from lemmata import Space, choices, dims, space
from theorems.preconditioned_gradient_descent.instances_draws import drawn, drawn_box
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting

PLANE = Setting(
    2, 2, 2, 0, 2, drawn_box(26, low=-1.0, high=1.0).sample(torch.Generator().manual_seed(1), 1)[0]
)


def settings(
    in_S: bool = True,
    only_A: bool = False,
    below: int = 0,
    d: tuple[int, int] = (1, 3),
    layers: int = 3,
) -> Space:
    """``below`` layers, at least, lie above layer j; ``d`` are the least and the largest dimension."""
    changed: dict[str, Any] = {} if in_S else {"in_S": choices(0)}
    changed |= {"with_B": choices(0)} if only_A else {}
    return space(
        Setting,
        d=dims(*d, most=d[1] if d[1] < 3 else None),
        n=dims(1, 3),
        L=dims(1 + below, layers),
        j=lambda s: dims(0, s.L - 1 - below, most=s.L - 1 - below),
        reflections=choices(2, 1),
        numbers=lambda s: drawn_box(
            (s.d - 1) * (2 + s.reflections) + s.d + 2 * s.L * (1 + s.d**2), low=-1.0, high=1.0
        ),
        **changed,
    )


def prompts(s: Setting) -> Space:
    """X_0, a direction C (R_j or S_j) and w."""
    return space(X=drawn(s.d, s.n + 1), C=drawn(s.d, s.d), w=drawn(s.d))


ON_A_PROMPT: dict[str, Any] = {"kind": "forall", "prompts": prompts}
