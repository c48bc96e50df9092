r"""Function classes whose Barron parameter is known, and their random features (Li et al. 2025, A.1).

For a class with $F^{\mathsf{sup}}$ of (18) the measure (79) draws $t$ evenly from $[-2,1]$ and $\omega$ with
density proportional to $\|\omega\|_2F^{\mathsf{sup}}(\omega)$; (80) with the $\gamma$ of (82) are the weights
of a function. Both classes are written from these definitions; the first moment of $F^{\mathsf{sup}}$
and the supremum at 0, which make up (19), are

- ``Cosines``: the sums of $B_k\|\omega_k\|$ and of $B_k$;
- ``Gaussians``: $\frac Bs$ times the mean norm of a standard normal vector, and $B$.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import torch
from torch import Generator, Tensor

from baselines.checks import require_finite, require_float64, require_shape


@dataclass(frozen=True)
class Draws:
    """Samples of (79)."""

    t: Tensor
    """``(n,)`` between -2 and 1."""
    omega: Tensor
    """``(n, d)``, no row 0."""
    term: Tensor
    """``(n,)`` whole numbers: the term of the class to which each frequency belongs."""

    @property
    def n(self) -> int:
        return len(self.t)


def gamma(t: Tensor, size: Tensor, theta: Tensor) -> Tensor:
    r"""(82) for ``g(z) = (cos(size z + theta) - cos(theta)) / size``, entrywise.

    Its derivative on [-1, 1], the sign of g(-1) on [-1 - |g(-1)|, -1), and 0 elsewhere.

    Args:
        t: places.
        size: norms of frequencies, above 0.
        theta: phases, of any shape; all three broadcast.

    Raises:
        TypeError: an argument is no float64 tensor.
        ValueError: a ``size`` is not above 0.
    """
    require_float64(t=t, size=size, theta=theta)
    if bool((size <= 0).any()):
        raise ValueError(f"size holds {float(size.min())}; expected norms above 0 (leave out the frequency 0)")
    start = (torch.cos(theta - size) - torch.cos(theta)) / size
    inside = -torch.sin(size * t + theta)
    below = torch.where(t >= -1 - start.abs(), start.sign(), 0.0)
    return torch.where(t > 1, 0.0, torch.where(t < -1, below, inside))


class FunctionClass(ABC):
    """A class of functions on R^d with its Barron parameter and the measure (79)."""

    @property
    @abstractmethod
    def moment(self) -> float:
        r"""$\widetilde C_{\mathcal F}$ of (73): the integral of $\|\omega\|_2F^{\mathsf{sup}}(\omega)$."""

    @property
    @abstractmethod
    def at_zero(self) -> float:
        """The supremum of |f(0)| over the class."""

    @property
    def parameter(self) -> float:
        """The Barron parameter (19)."""
        return self.at_zero + self.moment

    @property
    def total(self) -> float:
        r"""$\Gamma_{\mathcal F}$, three times the moment: what (79) is divided by."""
        return 3 * self.moment

    @abstractmethod
    def frequencies(self, n: int, generator: Generator) -> tuple[Tensor, Tensor]:
        """``n`` frequencies from (79), ``(n, d)``, and the terms they belong to, ``(n,)``."""

    def draw(self, n: int, generator: Generator) -> Draws:
        """``n`` independent samples of (79).

        Raises:
            ValueError: ``n`` is below 1.
        """
        if n < 1:
            raise ValueError(f"n is {n}; expected at least 1")
        t = torch.rand(n, generator=generator, dtype=torch.float64) * 3 - 2
        return Draws(t, *self.frequencies(n, generator))


def _several(name: str, vectors: Tensor, B: Tensor) -> None:
    require_float64(**{name: vectors, "B": B})
    require_finite(**{name: vectors, "B": B})
    agree = vectors.ndim == 2 and len(vectors) > 0 and tuple(B.shape) == (len(vectors),)
    require_shape("(K, d), (K,) with K of at least 1", agree, **{name: vectors, "B": B})
    if bool((vectors == 0).all(-1).any()):
        raise ValueError(f"{name} holds a row 0; expected none, (79) leaves the frequency 0 out")
    if bool((B <= 0).any()):
        raise ValueError(f"B holds {float(B.min())}; expected bounds above 0 (leave such terms out)")


def _within(b: Tensor, B: Tensor) -> None:
    require_float64(b=b)
    require_shape(f"(..., {len(B)})", b.shape[-1:] == B.shape, b=b)
    if bool((b.abs() > B).any()):
        raise ValueError("b has entries larger than B; expected |b_k| <= B_k for every k")


@dataclass(frozen=True)
class Cosines(FunctionClass):
    r"""All sums of $b_k\cos(\omega_k^\top x+\theta_k)$ with $|b_k|\le B_k$ and any phases."""

    omega: Tensor  # (K, d)
    B: Tensor  # (K,)

    def __post_init__(self) -> None:
        _several("omega", self.omega, self.B)

    @property
    def moment(self) -> float:
        return float((self.B * self.omega.norm(dim=-1)).sum())

    @property
    def at_zero(self) -> float:
        return float(self.B.sum())

    def frequencies(self, n: int, generator: Generator) -> tuple[Tensor, Tensor]:
        shares = self.B * self.omega.norm(dim=-1)
        term = torch.multinomial(shares, n, replacement=True, generator=generator)
        return self.omega[term], term

    def value(self, x: Tensor, b: Tensor, theta: Tensor) -> Tensor:
        """Values at inputs ``(N, d)`` for ``b`` and ``theta`` ``(..., K)``: ``(..., N)``.

        Raises:
            TypeError: ``b`` is no float64 tensor.
            ValueError: ``b`` has another length than K, or an entry beyond ``B``.
        """
        _within(b, self.B)
        return (torch.cos(x @ self.omega.mT + theta[..., None, :]) * b[..., None, :]).sum(-1)

    def weights(self, draws: Draws, b: Tensor, theta: Tensor) -> Tensor:
        """(80) at the draws for ``b`` and ``theta`` ``(..., K)``: ``(..., n)``.

        Errors are those of :meth:`value`.
        """
        _within(b, self.B)
        share = (b / self.B)[..., draws.term]
        return share * self.total * gamma(draws.t, draws.omega.norm(dim=-1), theta[..., draws.term])


@dataclass(frozen=True)
class Gaussians(FunctionClass):
    r"""All $b\exp(-\|x-c\|^2/(2s^2))$ with $|b|\le B$ and any centre c."""

    d: int
    B: float
    s: float

    def __post_init__(self) -> None:
        if self.d < 1:
            raise ValueError(f"d is {self.d}; expected at least 1")
        for name, value in (("B", self.B), ("s", self.s)):
            if not value > 0:
                raise ValueError(f"{name} is {value}; expected a number above 0")

    @property
    def moment(self) -> float:
        length = math.sqrt(2) * math.exp(math.lgamma((self.d + 1) / 2) - math.lgamma(self.d / 2))
        return self.B / self.s * length

    @property
    def at_zero(self) -> float:
        return self.B

    def frequencies(self, n: int, generator: Generator) -> tuple[Tensor, Tensor]:
        # the norm has the density r^d exp(-s^2 r^2 / 2): a chi law with d + 1 degrees of freedom
        direction = torch.randn(n, self.d, generator=generator, dtype=torch.float64)
        size = torch.randn(n, self.d + 1, generator=generator, dtype=torch.float64).norm(dim=-1)
        omega = direction / direction.norm(dim=-1, keepdim=True) * (size / self.s)[:, None]
        return omega, torch.zeros(n, dtype=torch.int64)

    def value(self, x: Tensor, b: Tensor, c: Tensor) -> Tensor:
        """Values at inputs ``(N, d)`` for heights ``(..., 1)`` and centres ``(..., d)``: ``(..., N)``.

        Raises:
            TypeError: ``b`` is no float64 tensor.
            ValueError: a height beyond ``B``.
        """
        self._height(b)
        distance = (x - c[..., None, :]).square().sum(-1)
        return b * torch.exp(-distance / (2 * self.s**2))

    def weights(self, draws: Draws, b: Tensor, c: Tensor) -> Tensor:
        """(80) at the draws for heights ``(..., 1)`` and centres ``(..., d)``: ``(..., n)``.

        The phase of the transform is ``-<omega, c>``. Errors are those of :meth:`value`.
        """
        self._height(b)
        phase = -(c @ draws.omega.mT)
        return b / self.B * self.total * gamma(draws.t, draws.omega.norm(dim=-1), phase)

    def _height(self, b: Tensor) -> None:
        require_float64(b=b)
        if bool((b.abs() > self.B).any()):
            raise ValueError(f"b has entries larger than B = {self.B}; expected |b| <= B")


def logistic_frequencies(n: int, generator: Generator) -> Tensor:
    r"""``n`` numbers, ``(n,)``, with the density $4u/\sinh(\pi u)$, $u>0$, of (134), by rejection.

    $u/(1-e^{-2\pi u})\le u+\frac1{2\pi}$: a mixture of a Gamma and an exponential law lies above it.
    """
    frequencies = torch.empty(0, dtype=torch.float64)
    while len(frequencies) < n:
        size = 2 * n + 16
        one, two = torch.empty(2, size, dtype=torch.float64).exponential_(generator=generator)
        double, keep = torch.rand(2, size, generator=generator, dtype=torch.float64)
        u = (one + torch.where(double < 2 / 3, two, 0.0)) / math.pi
        target = u / -torch.expm1(-2 * math.pi * u)
        frequencies = torch.cat([frequencies, u[keep * (u + 1 / (2 * math.pi)) < target]])
    return frequencies[:n]
