"""The instances of figure 1 and the errors of untrained solvers on them."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Generator, Tensor

from baselines.basis_pursuit import basis_pursuit
from baselines.lasso import lasso_cvxpy
from baselines.proximal import fista, ista, lista_vm_from_all
from lemmata import seeded


@dataclass(frozen=True)
class Configuration:
    """Sizes of figure 1; per replicate this many instances, and fewer for the slow solvers."""

    instances: int
    pursuits: int
    lassos: int
    replicates: int
    d: int = 20
    N: int = 10
    S: int = 3
    K: int = 12


PENALTIES = tuple(2.0**k for k in range(-4, 3))
"""Of the Lasso; each first-order method gets the best of them."""
STEPS = (0.25, 0.5, 0.75, 1.0)
"""M = step * I in the untrained LISTA-VM recursion, with thresholds 1 / (2 N + 1) times a penalty."""


def draw(s: Configuration, generator: Generator, count: int) -> tuple[Tensor, Tensor, Tensor]:
    """X ``(count, N, d)`` and an S-sparse beta* ``(count, d)``, standard normal; y without noise.

    Raises:
        ValueError: N, K or S below 1, or S above d.
    """
    for name in ("N", "K", "S"):
        if getattr(s, name) < 1:
            raise ValueError(f"{name} is {getattr(s, name)}; expected at least 1")
    if s.d < s.S:
        raise ValueError(f"S is {s.S} and d is {s.d}; expected at most d non-zero entries")
    double = torch.float64
    X = torch.randn(count, s.N, s.d, generator=generator, dtype=double)
    order = torch.rand(count, s.d, generator=generator).argsort(-1)
    beta = torch.randn(count, s.d, generator=generator, dtype=double)
    beta = torch.where(order < s.S, beta, 0.0)
    return X, (X @ beta[..., None])[..., 0], beta


Solver = Callable[[Tensor, Tensor], Tensor]


def solvers(s: Configuration) -> dict[str, list[Solver]]:
    """Every method at every penalty (and step): from X, y to an estimate ``(batch, d)``."""

    def largest(X: Tensor) -> Tensor:
        eigenvalues: Tensor = torch.linalg.eigvalsh(X @ X.mT)
        return eigenvalues[:, -1]

    def vm(step: float, penalty: float) -> Solver:
        M = torch.eye(s.d, dtype=torch.float64).expand(s.K, s.d, s.d) * step
        theta = torch.full((s.K,), step * penalty / (2 * s.N + 1), dtype=torch.float64)
        return lambda X, y: lista_vm_from_all(X, y, M.to(X.device), theta.to(X.device))[-1]

    return {
        "ista": [lambda X, y, a=a: ista(X, y, a, largest(X), s.K)[-1] for a in PENALTIES],  # type: ignore[misc]
        "fista": [lambda X, y, a=a: fista(X, y, a, largest(X), s.K)[-1] for a in PENALTIES],  # type: ignore[misc]
        "lista_vm_untrained": [vm(step, a) for step in STEPS for a in PENALTIES],
        "least_squares": [lambda X, y: (torch.linalg.pinv(X) @ y[..., None])[..., 0]],
        "zero": [lambda X, y: torch.zeros_like(X[:, 0])],
    }


def squared(estimate: Tensor, beta: Tensor) -> Tensor:
    """The squared distance, which is the expected squared error of a label with x ~ N(0, I)."""
    return (estimate - beta).square().sum(-1)


def replicate(s: Configuration, seed: int, device: torch.device) -> dict[str, float]:
    """Mean, median and quantiles of every method's error; penalties chosen on other instances."""
    generator = seeded(seed)
    X, y, beta = (v.to(device) for v in draw(s, generator, max(1, s.instances // 4)))
    best = {
        name: min(options, key=lambda solve: float(squared(solve(X, y), beta).mean()))
        for name, options in solvers(s).items()
    }
    X, y, beta = (v.to(device) for v in draw(s, generator, s.instances))
    errors = {name: squared(solve(X, y), beta) for name, solve in best.items()}
    few = slice(0, s.pursuits)
    errors["basis_pursuit"] = squared(basis_pursuit(X[few], y[few]).value, beta[few])
    scale = (X.mT @ y[..., None]).abs().amax((1, 2))
    lassos = [lasso_cvxpy(X[k], y[k], 0.01 * float(scale[k])).value for k in range(s.lassos)]
    errors["lasso_cvxpy"] = squared(torch.stack(lassos), beta[: s.lassos])
    statistics = {}
    for name, values in errors.items():
        statistics[name] = float(values.mean())
        for share, word in ((0.1, "p10"), (0.5, "median"), (0.9, "p90")):
            statistics[f"{name}_{word}"] = float(values.quantile(share))
    return statistics
