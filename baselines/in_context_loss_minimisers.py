r"""Critical points of the in-context loss on the set S (:mod:`baselines.in_context_loss_spectrum`).

Without B the minimum over S has a closed form: $\int p^2d\mu$ over all polynomials of degree ``L`` with
$p(0)=1$ is least where $p$ is orthogonal to all of smaller degree against $s\,d\mu$, hence at
$a_i=-1/x_i$ with the nodes $x_i>0$ of the Gauss rule with ``L`` nodes of that measure.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, cast

import torch
from torch import Tensor

from baselines.gaussian_moments import check_count
from baselines.in_context_loss import in_context_loss
from baselines.in_context_loss_rule import check_dimension, orthogonal_polynomial, spectral_rule
from baselines.in_context_loss_spectrum import spectral_loss

ROUNDING = 1e-12
"""What the norm of a gradient may be at a critical point."""
_GUARD = 32
"""Binary digits with which roots are found beyond those that are asked for."""


def minimiser(d: int, n: int, L: int) -> Tensor:
    """The $a_i$, ascending, that minimise the loss over S without B: ``(L,)``, correctly rounded.

    Raises:
        TypeError, ValueError: as :func:`~baselines.in_context_loss_rule.spectral_rule` for L nodes.
    """
    exact = spectral_rule(d, n, L, power=1).exact
    return torch.tensor([float(-1 / x) for x in exact], dtype=torch.float64)


def minimiser_near(d: int, n: int, L: int, bits: int) -> tuple[Fraction, ...]:
    r"""The minimising $a_i$ rounded to multiples of $2^{-\mathrm{bits}}$ (at most 500)."""
    if not 0 <= bits <= 500:
        raise ValueError(f"bits must be 0 to 500, got {bits}")
    # In whole numbers throughout, so that a proof may rest on it. The a_i are the roots of a polynomial;
    # all are real and below 0, and those of its derivative lie between them.
    monic = [(-1) ** k * c for k, c in enumerate(orthogonal_polynomial(d, n, L))]
    scale = math.lcm(*(c.denominator for c in monic))
    polynomials = [[int(c * scale) for c in monic]]
    while len(polynomials[-1]) > 2:
        p = polynomials[-1]
        polynomials.append([c * (len(p) - 1 - k) for k, c in enumerate(p[:-1])])
    fine = bits + _GUARD
    lowest, roots = -(math.floor(monic[1]) + 1) << fine, list[int]()  # none is below their sum
    for p in reversed(polynomials):
        ends = [lowest, *roots, 0]
        roots = [_root(p, low, high, fine) for low, high in itertools.pairwise(ends)]
    return tuple(Fraction((2 * x >> _GUARD) + 1 >> 1, 2**bits) for x in roots)


def _root(p: list[int], low: int, high: int, bits: int) -> int:
    """The one root of a polynomial between two multiples of 2^-bits, rounded down to such a multiple."""

    def is_positive(x: int) -> bool:
        value = 0
        for k, c in enumerate(p):
            value = value * x + (c << bits * k)
        return value > 0

    at_low = is_positive(low)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_positive(middle) == at_low else (low, middle)
    return low


def critical_point_with_b(d: int, n: int, L: int) -> tuple[tuple[Fraction, ...], ...]:
    """A rational critical point of the loss over S with b, for any number of layers: (a, b).

    Only the last layer learns: ``a = (0, ..., 0, a*)`` with the best ``a* = -n/(n + d + 1)`` of one
    layer. No ``b_i`` matters then to first order. With ``q = 1 + a* s``, orthogonal to ``s``, the slope
    in another ``a_i`` is twice the mean of ``s q^2 + 2 a* b_i s^2 q``, that is, of
    ``a* (1 + 2 b_i) s^2 q``: it vanishes at ``b_i = -1/2``.
    """
    check_count(n)
    check_dimension(d)
    return (*[Fraction(0)] * (L - 1), Fraction(-n, n + d + 1)), (Fraction(-1, 2),) * (L - 1)


def _derivatives(function: Callable[[Tensor], Tensor], x: Tensor) -> tuple[Tensor, Tensor]:
    with torch.enable_grad():
        at = x.detach().requires_grad_()
        (gradient,) = torch.autograd.grad(function(at), at, create_graph=True)
        rows = [torch.autograd.grad(g, at, retain_graph=True)[0] for g in gradient]
    return gradient.detach(), torch.stack(rows)


def _descended(loss: Callable[[Tensor], Tensor], start: Tensor) -> tuple[float, Tensor]:
    """Descent on the logarithm, then Newton steps until the gradient no longer falls: its norm, the point."""
    from scipy.optimize import minimize

    def descend(x: Any) -> tuple[float, Any]:
        with torch.enable_grad():
            at = torch.tensor(x, requires_grad=True)
            value = loss(at).log()
            (gradient,) = torch.autograd.grad(value, at)
        return float(value.detach()), gradient.numpy()

    x = torch.tensor(minimize(descend, start.numpy(), jac=True, options={"gtol": 1e-7}).x)
    smallest, best = math.inf, x
    for _ in range(20):
        gradient, hessian = _derivatives(loss, x)
        if not float(gradient.norm()) < smallest:
            break
        smallest, best = float(gradient.norm()), x
        x = x - torch.linalg.solve(hessian, gradient)
    return smallest, best


@lru_cache(maxsize=128)
def minimiser_with_b(d: int, n: int, L: int, starts: int = 4) -> tuple[Tensor, Tensor]:
    """The best of some local minima of the loss over S with b, found by descent: ``(L,), (L - 1,)``.

    Descent on the logarithm of the loss, then Newton steps until the gradient no longer falls. It
    is a critical point up to rounding, and nothing says that it is the global minimum.

    Raises:
        TypeError, ValueError: as :func:`~baselines.in_context_loss_spectrum.spectral_loss`.
        RuntimeError: no start ended at a critical point (gradient norm at most 1e-12).
    """
    generator = torch.Generator().manual_seed(0)

    def loss(x: Tensor) -> Tensor:
        return cast(Tensor, spectral_loss(x[:L], d, n, x[L:]))

    minima: list[tuple[float, Tensor]] = []
    for _ in range(starts):
        a = -torch.rand(L, generator=generator, dtype=torch.float64)
        b = torch.rand(L - 1, generator=generator, dtype=torch.float64) / 2
        smallest, best = _descended(loss, torch.cat([a, b]))
        if smallest <= ROUNDING:
            minima.append((float(loss(best)), best))
    if not minima:
        raise RuntimeError(
            f"no descent from {starts} starts ended at a critical point of d={d}, n={n}, L={L}: the "
            "infimum may lie at infinity; give more starts"
        )
    x = min(minima, key=lambda pair: pair[0])[1]
    return x[:L], x[L:]


@lru_cache(maxsize=32)
def minimiser_apart(n: int) -> Tensor:
    """A local minimum of the loss of three layers in two dimensions, x ~ N(0, I), outside of S: ``(3, 2)``.

    Diagonals of A_0, A_1, A_2 to which descent leads where A_0 and A_1 begin with their two smallest step
    sizes of S exchanged between the coordinates. It is critical up to rounding.

    Raises:
        RuntimeError: the descent ended in S, or at no critical point (it does so for n above 10).
    """
    one = torch.eye(2, dtype=torch.float64)
    large, middle, small = minimiser(2, n, 3)

    def loss(x: Tensor) -> Tensor:
        return cast(Tensor, in_context_loss(torch.diag_embed(x.reshape(3, 2)), one, n, task="inverse"))

    start = torch.stack([small, middle * 1.2, middle * 1.2, small, large, large])
    norm, x = _descended(loss, start)
    A = x.reshape(3, 2)
    if norm > ROUNDING or float((A[:, 0] - A[:, 1]).abs().max()) < 1e-3:
        raise RuntimeError(f"no local minimum outside of S was found for n={n}; there is one for n up to 10")
    return A


@lru_cache(maxsize=128)
def larger_first_step(d: int, n: int) -> tuple[Tensor, Tensor]:
    """A local minimum over S with b, of two layers, whose first step is the larger one: ``(2,), (1,)``.

    Raises:
        RuntimeError: no such point was found; there is one for d up to 5 and n from 2 to 15.
    """

    def loss(x: Tensor) -> Tensor:
        return cast(Tensor, spectral_loss(x[:2], d, n, x[2:]))

    norm, x = _descended(loss, torch.tensor([-1.8, -1.0, 0.08], dtype=torch.float64))
    if norm > ROUNDING or not float(x[0]) < float(x[1]):
        raise RuntimeError(f"no local minimum with a larger first step was found for d={d}, n={n}")
    return x[:2], x[2:]
