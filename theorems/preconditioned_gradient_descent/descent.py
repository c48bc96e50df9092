r"""L-BFGS on the in-context loss, as in figures 1 to 4, with every iterate stored.

In figures 1 and 2 the loss is exact and the parameters are the $A_i$ themselves. In figures 3 and 4 the
parameters are whitened, $\Sigma^{1/2}A_i\Sigma^{1/2}$ and $\Sigma^{-1/2}B_i\Sigma^{1/2}$, in which the loss
does not depend on $\Sigma$; and its logarithm is descended. With three layers the integrand is so heavy-tailed
that the mean over prompts and the expectation are different things: the sample stays fixed, and its loss is
never compared with an exact one.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import torch
from scipy.optimize import minimize
from torch import Generator, Tensor

from baselines.in_context_loss import in_context_loss
from lemmata import seeded

Model = Literal["sparse", "moving", "moving, exact"]


@dataclass(frozen=True)
class Descent:
    """One experiment: ``prompts`` is the size of the sample, 0 where the loss is exact."""

    n: int
    L: int
    seeds: int
    steps: int
    prompts: int = 0
    d: int = 5
    spread: float = 0.1  # of the Gaussian start


def parts(x: Tensor, L: int) -> tuple[Tensor, Tensor]:
    """The symmetric A_i (of what is drawn at the start, the symmetric part) and the B_i of L layers."""
    A = x[..., :L, :, :]
    return (A + A.mT) / 2, x[..., L:, :, :]


def loss_of(s: Descent, model: Model, Sigma: Tensor, g: Generator, device: str) -> Callable[[Tensor], Tensor]:
    """The loss of the parameters: exact, or the logarithm of one in whitened parameters."""
    if model == "sparse":
        return lambda x: in_context_loss(parts(x, s.L)[0].to(device), Sigma.to(device), s.n, task="inverse")
    eye = torch.eye(s.d, dtype=torch.float64, device=device)
    if model == "moving, exact":

        def exact(x: Tensor) -> Tensor:
            A, B = (part.to(device) for part in parts(x, s.L))
            still = torch.cat([B, 0 * B[:1]])  # that of the last layer has no influence
            return torch.log(in_context_loss(A, eye, s.n, task="inverse", B=still))

        return exact
    Z = torch.randn(s.prompts, s.n, s.d, generator=g, dtype=torch.float64).to(device)
    S = Z.mT @ Z / s.n

    def sampled(x: Tensor) -> Tensor:
        """The mean over prompts; the query and w are integrated out."""
        A, B = (part.to(device) for part in parts(x, s.L))
        C = D = eye
        for i in range(s.L):
            step = S @ C.mT @ A[i] @ C
            D = D + D @ step
            if i < s.L - 1:
                C = C + B[i] @ C @ step
        return (D * D).sum((-2, -1)).mean().log()

    return sampled


DIST = r", where $\operatorname{Dist}(M,I)=\min_\alpha\|M-\alpha I\|_F/\|M\|_F$."
SCALES = (1.0, 1.0, 0.5, 0.25, 1.0)
TO_ZERO = (
    "the loss converges to 0 (in the words of the captions of figures 1 and 3), read as: it does not level "
    "off, but at least halves in the second half of the iterations."
)


@lru_cache(maxsize=8)
def descend(s: Descent, model: Model, seed: int, device: str) -> dict[str, Tensor]:
    """One row a seed: the loss, the matrices and their distances after every iteration."""
    rows = [_one(s, model, seeded(1_000 * seed + k), device) for k in range(s.seeds)]
    return {name: torch.stack([row[name] for row in rows]) for name in rows[0]}


def distance(M: Tensor) -> Tensor:
    """Dist(M, I) of section 5.3, the share of M that is no multiple of the identity."""
    gap = M - levels(M)[..., None, None] * torch.eye(M.shape[-1], dtype=M.dtype)
    share: Tensor = gap.norm(dim=(-2, -1)) / M.norm(dim=(-2, -1))
    return share


def levels(M: Tensor) -> Tensor:
    """The mean of the diagonal."""
    return M.diagonal(dim1=-2, dim2=-1).mean(-1)


def _one(s: Descent, model: Model, g: Generator, device: str) -> dict[str, Tensor]:
    """One descent from a Gaussian start, by the names of :func:`descend`."""
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
            f = loss(at)
            (gradient,) = torch.autograd.grad(f, at)
        return float(f.detach()), gradient.cpu().reshape(-1).numpy()

    options = {"maxiter": s.steps, "maxfun": 3 * s.steps, "ftol": 1e-15, "gtol": 1e-9, "maxcor": 20}
    begun = time.perf_counter()
    end = minimize(
        value,
        start.reshape(-1).numpy(),
        jac=True,
        method="L-BFGS-B",
        callback=lambda x: path.append(torch.tensor(x).reshape(start.shape)),
        options=options,
    )
    seconds = time.perf_counter() - begun
    path = [start, *path, torch.tensor(end.x).reshape(start.shape)]
    # A run that ends early stays where it is, so that all rows have one length.
    index = [min(k, len(path) - 1) for k in range(s.steps + 1)]
    A, B = parts(torch.stack([path[k] for k in index]), s.L)
    inverse = torch.linalg.inv(root)
    white, raw = (root @ A @ root, A) if model == "sparse" else (A, inverse @ A @ inverse)
    own = root @ B @ inverse
    with torch.no_grad():
        losses = torch.stack([loss(x).cpu() for x in path])[index]
    row = {
        "loss": losses if model == "sparse" else losses.exp(),
        "white": distance(white),
        "raw": distance(raw),
        "level": levels(white[-1]),
        "matrices": white[-1],
        "iterations": torch.tensor(float(end.nit)),
        "seconds": torch.tensor(seconds),
    }
    if model != "sparse":
        row |= {"B": distance(own), "B_level": levels(own[-1]), "B_matrices": own[-1]}
    return {name: value.double() for name, value in row.items()}
