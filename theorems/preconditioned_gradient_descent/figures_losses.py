"""The in-context losses that figures 1 to 4 of Ahn et al. (2023) descend, exact or over a sample."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Generator, Tensor

from baselines.in_context_loss import in_context_loss
from lemmata import Space, dims, dyadics, space

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


def descents() -> Space:
    return space(
        Descent,
        n=dims(1, 20),
        L=dims(1, 3),
        seeds=dims(1, 10),
        steps=dims(1, 600),
        prompts=dims(0, 20_000),
        d=dims(1, 5),
        spread=dyadics(0, 1),
    )


def parts(x: Tensor, L: int) -> tuple[Tensor, Tensor]:
    """The symmetric A_i and the B_i of L layers."""
    A = x[..., :L, :, :]
    return (A + A.mT) / 2, x[..., L:, :, :]


def loss_of(
    s: Descent, model: Model, Sigma: Tensor, g: Generator, device: str
) -> Callable[[Tensor], Tensor]:
    """The loss of the parameters: exact, or the logarithm of one in whitened parameters."""
    if model == "sparse":
        return lambda x: in_context_loss(
            parts(x, s.L)[0].to(device), Sigma.to(device), s.n, task="inverse"
        )
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
