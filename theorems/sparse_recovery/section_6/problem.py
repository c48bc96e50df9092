r"""The instances that section 6 trains and tests on, drawn in batches on a device.

$d=20$, $N=10$, $S=3$, no noise. ``gaussian`` is the paper's: entries of $X$, of the query and of
$\beta^*$ on its random support are standard normal. ``bounded`` meets Assumption 1: $X$ and the query
have random signs, entries of $\beta^*$ are uniform on $[-\sqrt3,\sqrt3]$. In both $E\|\beta^*\|^2=S$, the
error of predicting 0.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import torch
from torch import Generator, Tensor

Law = Literal["gaussian", "bounded"]
HELD_OUT = 2_000
"""Instances on which a learning curve is scored."""


@dataclass(frozen=True)
class Problem:
    """Sizes of the instances; the support lies within the first ``support`` entries."""

    d: int = 20
    N: int = 10
    S: int = 3
    support: int = 20
    law: Law = "gaussian"

    def __post_init__(self) -> None:
        if self.law not in ("gaussian", "bounded"):
            raise ValueError(f"law is {self.law!r}; expected gaussian or bounded")
        if not 1 <= self.S <= self.support <= self.d or self.N < 1:
            raise ValueError(
                f"S={self.S}, support={self.support}, d={self.d}, N={self.N}; expected "
                "1 <= S <= support <= d and N >= 1"
            )


class Batch(NamedTuple):
    """X ``(batch, N, d)``, y ``(batch, N)``, the query and beta ``(batch, d)``, the label ``(batch,)``."""

    X: Tensor
    y: Tensor
    query: Tensor
    label: Tensor
    beta: Tensor


def matrices(p: Problem, generator: Generator, count: int, dtype: torch.dtype) -> Tensor:
    """Measurements ``(count, N, d)``, on the generator's device."""
    return _entries(p.law, generator, (count, p.N, p.d), dtype)


def draw(p: Problem, generator: Generator, X: Tensor | int, dtype: torch.dtype = torch.float32) -> Batch:
    """Instances for given measurements ``(batch, N, d)``, or for that many new ones."""
    X = matrices(p, generator, X, dtype) if isinstance(X, int) else X
    device, count = generator.device, len(X)
    order = torch.rand(count, p.support, generator=generator, device=device).argsort(-1)
    if p.law == "gaussian":
        size = torch.randn(count, p.support, generator=generator, device=device, dtype=dtype)
    else:
        size = torch.rand(count, p.support, generator=generator, device=device, dtype=dtype)
        size = (2 * size - 1) * 3**0.5
    beta = X.new_zeros(count, p.d)
    beta[:, : p.support] = torch.where(order < p.S, size, 0.0)
    query = _entries(p.law, generator, (count, p.d), dtype)
    y = (X @ beta[..., None])[..., 0]
    return Batch(X, y, query, (query * beta).sum(-1), beta)


def _entries(law: Law, generator: Generator, shape: tuple[int, ...], dtype: torch.dtype) -> Tensor:
    device = generator.device
    if law == "gaussian":
        return torch.randn(shape, generator=generator, device=device, dtype=dtype)
    return torch.randint(0, 2, shape, generator=generator, device=device).to(dtype) * 2 - 1
