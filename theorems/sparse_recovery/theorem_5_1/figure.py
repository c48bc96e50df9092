"""Plots of Theorem 5.1: errors layer by layer beside the bound, and the network beside the Lasso."""

import torch
from torch import Tensor

from baselines.lasso import lasso_batched, objective
from baselines.proximal import lista_vm_from_all
from lemmata import FigureRecord, Series, signs, sparse
from theorems.sparse_recovery.theorem_5_1.network import dense, path, weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.setting import EXAMPLE

INSTANCES = 200


def errors_by_layer() -> FigureRecord:
    """The distance to beta* after each layer, beside the bound b_beta q^K."""
    s = EXAMPLE
    generator = torch.Generator().manual_seed(0)
    X = signs(s.n, s.d).sample(generator, INSTANCES)
    beta_star = sparse(s.d, s.S, 1.0).sample(generator, INSTANCES)
    y = (X @ beta_star[..., None])[..., 0]
    estimates = lista_vm_from_all(X, y, *dense(s, weights_of_the_proof(s), X))
    errors = (estimates - beta_star).norm(dim=-1)
    layers = [float(k) for k in range(s.K + 1)]
    q = float(s.q)
    return FigureRecord(
        claim="",
        title="Error after each layer",
        x_label="layers K",
        y_label="distance to beta*",
        caption=f"{INSTANCES} instances with d = {s.d}, n = {s.n}, S = {s.S}, gamma = {s.gamma:g}, "
        f"Rademacher rows; the bound falls by the factor q = {q:.4f} in each layer and allows a share "
        f"of {s.delta:g} of the instances to lie above it.",
        series=(
            Series("largest", layers, errors.amax(1).tolist()),
            Series("median", layers, errors.median(1).values.tolist()),
            Series("bound b_beta q^K", layers, [q**k for k in layers], role="theory"),
        ),
        log_y=True,
    )


LASSO_INSTANCES = 50
SHARE = 1 / 64
"""The penalty as a share of the smallest one whose solution is zero."""


def problems() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """X ``(50, n, d)``, y ``(50, n)``, beta* ``(50, d)`` and penalties ``(50,)``."""
    generator = torch.Generator().manual_seed(0)
    X = signs(EXAMPLE.n, EXAMPLE.d).sample(generator, LASSO_INSTANCES)
    beta_star = sparse(EXAMPLE.d, EXAMPLE.S, 1.0).sample(generator, LASSO_INSTANCES)
    beta_star = beta_star[beta_star.abs().sum(-1) > 0]
    X = X[: len(beta_star)]
    y = (X @ beta_star[..., None])[..., 0]
    return X, y, beta_star, (X.mT @ y[..., None]).abs().amax((1, 2)) * SHARE


def beside_the_lasso() -> FigureRecord:
    """Medians over instances, layer by layer; the Lasso's optimum by its duality gap."""
    X, y, beta_star, alpha = problems()
    lasso = lasso_batched(X, y, alpha)
    optimum = objective(X, y, alpha, lasso.value)
    estimates = path(weights_of_the_proof(EXAMPLE), X, beta_star)
    lines: dict[str, list[float]] = {
        "objective above the optimum, relative": [
            float(((objective(X, y, alpha, beta) - optimum) / optimum).median()) for beta in estimates
        ],
        "distance to the Lasso solution": [
            float((beta - lasso.value).norm(dim=-1).median()) for beta in estimates
        ],
        "distance to beta*": [float((b - beta_star).norm(dim=-1).median()) for b in estimates],
    }
    gap = float((lasso.error / optimum).max())
    layers = [float(k) for k in range(len(estimates))]
    return FigureRecord(
        claim="",
        title="Beside the Lasso",
        x_label="layers K",
        y_label="median",
        caption=f"{len(X)} instances with d = {EXAMPLE.d}, n = {EXAMPLE.n}, S = {EXAMPLE.S}; penalty "
        f"{SHARE:.3g} of the smallest with solution zero. The network aims at beta*, not at the Lasso, "
        "so that its objective and its distance to the Lasso solution stay above zero. The optimum is "
        f"certified by a duality gap of at most {gap:.1g} of it (a test has cvxpy agree).",
        series=tuple(Series(name, layers, values) for name, values in lines.items()),
        log_y=True,
    )
