"""Figures of the sparse recovery claims: measured series beside their theoretical lines."""

from __future__ import annotations

import torch

from baselines.proximal import lista_vm_from_all
from lemmata.evidence import FigureRecord, Series
from lemmata.spaces import signs, sparse
from theorems.sparse_recovery.instances_theorem_5_1 import EXAMPLE, dense, network

INSTANCES = 200


def errors_by_layer() -> FigureRecord:
    """The distance to beta* after each layer, beside the amended rate."""
    s = EXAMPLE
    generator = torch.Generator().manual_seed(0)
    X = signs(s.n, s.d).sample(generator, INSTANCES)
    beta_star = sparse(s.d, s.S, 1.0).sample(generator, INSTANCES)
    y = (X @ beta_star[..., None])[..., 0]
    path = lista_vm_from_all(X, y, *dense(s, network(s), X))
    errors = (path - beta_star).norm(dim=-1)
    layers = [float(k) for k in range(s.K + 1)]
    q = float(s.q)
    return FigureRecord(
        claim="",
        title="Error after each layer",
        x_label="layers K",
        y_label="distance to beta*",
        caption=f"{INSTANCES} instances with d = {s.d}, n = {s.n}, S = {s.S}, gamma = {s.gamma:g}, "
        f"Rademacher rows; the amended bound falls by q = {q:.4f} in each layer and allows a share "
        f"of {s.delta:g} of the instances to lie above it.",
        series=(
            Series("largest", layers, errors.amax(1).tolist()),
            Series("median", layers, errors.median(1).values.tolist()),
            Series("amended bound b_beta q^K", layers, [q**k for k in layers], role="theory"),
        ),
        log_y=True,
    )
