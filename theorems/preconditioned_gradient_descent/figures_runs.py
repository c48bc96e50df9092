r"""L-BFGS on the in-context loss, as in figures 1 to 4 of Ahn et al. (2023), with every iterate kept.

$\Sigma=U^\top D^2U$ with $D=\operatorname{diag}(1,1,.5,.25,1)$ and a random orthogonal $U$, a new one for each
seed; $w_\star\sim N(0,\Sigma^{-1})$. In figures 1 and 2 the loss is exact and the parameters are the $A_i$
themselves. In figures 3 and 4 the parameters are whitened, $\Sigma^{1/2}A_i\Sigma^{1/2}$ and
$\Sigma^{-1/2}B_i\Sigma^{1/2}$, in which the loss does not depend on $\Sigma$; and its logarithm is descended.
With three layers the integrand is so heavy-tailed that the mean over prompts and the expectation are
different things: the sample stays fixed, and its loss is never compared with an exact one.
"""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

import torch
from scipy.optimize import minimize
from torch import Generator, Tensor

from lemmata import Prompt, seeded
from theorems.preconditioned_gradient_descent.figures_losses import Descent, Model, loss_of, parts

SCALES = (1.0, 1.0, 0.5, 0.25, 1.0)


@lru_cache(maxsize=8)
def descend(s: Descent, model: Model, seed: int, device: str) -> Prompt:
    """One row a seed: the loss, the matrices and their distances after every iteration."""
    rows = [_one(s, model, seeded(1_000 * seed + k), device) for k in range(s.seeds)]
    return Prompt(**{name: torch.stack([row[name] for row in rows]) for name in rows[0]})


def distance(M: Tensor) -> Tensor:
    """Dist(M, I) of section 5.3, the share of M that is no multiple of the identity."""
    level = M.diagonal(dim1=-2, dim2=-1).mean(-1)[..., None, None]
    rest = M - level * torch.eye(M.shape[-1], dtype=M.dtype)
    share: Tensor = rest.norm(dim=(-2, -1)) / M.norm(dim=(-2, -1))
    return share


def levels(M: Tensor) -> Tensor:
    """The mean of the diagonal."""
    return M.diagonal(dim1=-2, dim2=-1).mean(-1)


def _one(s: Descent, model: Model, g: Generator, device: str) -> dict[str, Tensor]:
    U = torch.linalg.qr(torch.randn(s.d, s.d, generator=g, dtype=torch.float64))[0]
    D = torch.tensor(SCALES[: s.d], dtype=torch.float64)
    root = U.mT @ torch.diag(D) @ U
    count = s.L if model == "sparse" else 2 * s.L - 1
    start = s.spread * torch.randn(count, s.d, s.d, generator=g, dtype=torch.float64)
    loss = loss_of(s, model, root @ root, g, device)
    path: list[Tensor] = []

    def value(x: Any) -> tuple[float, Any]:
        with torch.enable_grad():
            at = torch.tensor(x, dtype=torch.float64).reshape(start.shape).requires_grad_()
            found = loss(at)
            (gradient,) = torch.autograd.grad(found, at)
        return float(found.detach()), gradient.cpu().reshape(-1).numpy()

    begun = time.perf_counter()
    end = minimize(
        value,
        start.reshape(-1).numpy(),
        jac=True,
        method="L-BFGS-B",
        callback=lambda x: path.append(torch.tensor(x).reshape(start.shape)),
        options={
            "maxiter": s.steps,
            "maxfun": 3 * s.steps,
            "ftol": 1e-15,
            "gtol": 1e-9,
            "maxcor": 20,
        },
    )
    seconds = time.perf_counter() - begun
    path = [start, *path, torch.tensor(end.x).reshape(start.shape)]
    kept = torch.stack([path[min(k, len(path) - 1)] for k in range(s.steps + 1)])
    A, B = parts(kept, s.L)
    inverse = torch.linalg.inv(root)
    white, raw = (root @ A @ root, A) if model == "sparse" else (A, inverse @ A @ inverse)
    own = root @ B @ inverse
    with torch.no_grad():
        losses = torch.stack([loss(x).cpu() for x in path])
    filled = torch.stack([losses[min(k, len(path) - 1)] for k in range(s.steps + 1)])
    found = {
        "loss": filled if model == "sparse" else filled.exp(),
        "white": distance(white),
        "raw": distance(raw),
        "level": levels(white[-1]),
        "matrices": white[-1],
        "iterations": torch.tensor(float(end.nit)),
        "seconds": torch.tensor(seconds),
    }
    if model != "sparse":
        found |= {"B": distance(own), "B_level": levels(own[-1]), "B_matrices": own[-1]}
    return {name: value.double() for name, value in found.items()}
