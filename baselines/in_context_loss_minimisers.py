r"""Critical points of the in-context loss on the set S (:mod:`baselines.in_context_loss_spectrum`).

Without B the minimum over S has a closed form: $\int p^2d\mu$ over all polynomials of degree ``L`` with
$p(0)=1$ is least where $p$ is orthogonal to all of smaller degree against $s\,d\mu$, hence at
$a_i=-1/x_i$ with the nodes $x_i>0$ of the Gauss rule with ``L`` nodes of that measure.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, cast

import torch
from torch import Tensor

from baselines.gaussian_moments import check_count
from baselines.in_context_loss_rule import check_dimension, spectral_rule
from baselines.in_context_loss_spectrum import spectral_loss

ROUNDING = 1e-12
"""What the norm of a gradient may be at a critical point."""


def minimiser(d: int, n: int, L: int) -> Tensor:
    """The a_i, ascending, that minimise the loss over S without B: ``(L,)``, correctly rounded.

    Raises:
        TypeError, ValueError: as :func:`~baselines.in_context_loss_rule.spectral_rule` for L nodes.
    """
    exact = spectral_rule(d, n, L, power=1).exact
    return torch.tensor([float(-1 / x) for x in exact], dtype=torch.float64)


def minimiser_near(d: int, n: int, L: int, bits: int) -> tuple[Fraction, ...]:
    """The minimising a_i rounded to multiples of 2^-bits (at most 500)."""
    if not 0 <= bits <= 500:
        raise ValueError(f"bits must be 0 to 500, got {bits}")
    exact = spectral_rule(d, n, L, power=1).exact
    return tuple(Fraction(round(-1 / x * 2**bits), 2**bits) for x in exact)


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


@lru_cache(maxsize=128)
def minimiser_with_b(d: int, n: int, L: int, starts: int = 4) -> tuple[Tensor, Tensor]:
    """The best of some local minima of the loss over S with b, found by descent: ``(L,), (L - 1,)``.

    Descent on the logarithm of the loss, then Newton steps until the gradient no longer falls. It
    is a critical point up to rounding, and nothing says that it is the global minimum.

    Raises:
        TypeError, ValueError: as :func:`~baselines.in_context_loss_spectrum.spectral_loss`.
        RuntimeError: no start ended at a critical point (gradient norm at most 1e-12).
    """
    from scipy.optimize import minimize

    generator = torch.Generator().manual_seed(0)

    def loss(x: Tensor) -> Tensor:
        return cast(Tensor, spectral_loss(x[:L], d, n, x[L:]))

    def descend(x: Any) -> tuple[float, Any]:
        with torch.enable_grad():
            at = torch.tensor(x, requires_grad=True)
            value = loss(at).log()
            (gradient,) = torch.autograd.grad(value, at)
        return float(value.detach()), gradient.numpy()

    minima: list[tuple[float, Tensor]] = []
    for _ in range(starts):
        a = -torch.rand(L, generator=generator, dtype=torch.float64)
        b = torch.rand(L - 1, generator=generator, dtype=torch.float64) / 2
        start = torch.cat([a, b]).numpy()
        x = torch.tensor(minimize(descend, start, jac=True, options={"gtol": 1e-7}).x)
        smallest, best = math.inf, x
        for _ in range(20):
            gradient, hessian = _derivatives(loss, x)
            if not float(gradient.norm()) < smallest:
                break
            smallest, best = float(gradient.norm()), x
            x = x - torch.linalg.solve(hessian, gradient)
        if smallest <= ROUNDING:
            minima.append((float(loss(best)), best))
    if not minima:
        raise RuntimeError(
            f"no descent from {starts} starts ended at a critical point of d={d}, n={n}, L={L}: the "
            "infimum may lie at infinity; give more starts"
        )
    x = min(minima, key=lambda pair: pair[0])[1]
    return x[:L], x[L:]
