r"""The in-context loss on the set S, where it is an integral against one spectral measure.

S holds the networks with $A_i=a_i\Sigma^{-1}$ and $B_i=b_iI$ (Theorems 4 and 5 of Ahn et al. 2023, with
$w\sim N(0,\Sigma^{-1})$). There everything commutes with the whitened Gram matrix $S$, so that
$f=\mathbb E\operatorname{tr}p(S)^2=\int p^2\,d\mu$ with $p=\prod_i(1+a_ic_i^2s)$,
$c_{i+1}=c_i(1+a_ib_ic_i^2s)$, $c_0=1$, and $\mu$ the mean spectral measure of $S$ times ``d``.

Its moments are rational: with the zonal polynomials $J_\lambda$ (Jack polynomials of parameter 2),
$\operatorname{tr}(nS)^k=\sum_\lambda\theta_\lambda J_\lambda(nS)$ and
$\mathbb EJ_\lambda(nS)=\prod_{(i,j)\in\lambda}(d+c)(n+c)$ with $c=2(j-1)-(i-1)$; $\theta_\lambda$ vanishes
unless $\lambda$ is two rows and a column. Recurrence coefficients and nodes of the Gauss rule are found
exactly and rounded once: float moments lose all digits from about six layers on, the rule none.

Without B the minimum over S has a closed form: $\int p^2d\mu$ over all polynomials of degree ``L`` with
$p(0)=1$ is least where $p$ is orthogonal to all of smaller degree against $s\,d\mu$, hence at
$a_i=-1/x_i$ with the nodes $x_i>0$ of the Gauss rule with ``L`` nodes of that measure.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import factorial
from typing import Any, cast

import torch
from torch import Tensor

from baselines.checks import require_array, require_shape
from baselines.gaussian_moments import check_count
from lemmata.arrays import Array, concatenate, ones, sum, zeros
from lemmata.exact import Exact, number
from lemmata.running_error import UNIT_ROUNDOFF, Tracked

MOST_NODES = 64
ROUNDING = 1e-12
"""What the norm of a gradient may be at a critical point."""
_BITS = 640
"""Fixed-point precision in which nodes and weights are found before they are rounded."""


def spectral_moment(d: int, n: int, k: int) -> Fraction:
    """The mean of the trace of S^k for S the Gram matrix of ``n`` standard normal vectors over n."""
    return _moments(d, n, k)[k]


@lru_cache(maxsize=64)
def _moments(d: int, n: int, up_to: int) -> tuple[Fraction, ...]:
    check_count(n)
    _check_dimension(d)
    if up_to == 0:
        return (Fraction(d),)
    row, second, column = (
        _running([(d + c) * (n + c) for c in contents])
        for contents in (
            [2 * j for j in range(up_to)],
            [2 * j - 1 for j in range(up_to)],
            [-2 - i for i in range(up_to)],
        )
    )
    theta_row = _running([1] + [2 * j for j in range(1, up_to)])
    theta_second = _running([2 * j - 1 for j in range(up_to)])
    theta_column = _running([-2 - i for i in range(up_to)])
    found = [Fraction(d)]
    for k in range(1, up_to + 1):
        total = Fraction(0)
        for q in range(k // 2 + 1):
            for p in range(max(q, 1), k - q + 1):
                m = k - p - q
                if (m and not q) or (q == 0 and p != k):
                    continue
                theta = theta_row[p] * theta_second[q] * theta_column[m]
                mean = row[p] * second[q] * column[m]
                total += Fraction(theta * mean, _hooks(p, q, m))
        found.append(2 * k * total / Fraction(n) ** k)
    return tuple(found)


def _check_dimension(d: int) -> None:
    if isinstance(d, bool) or not isinstance(d, int):
        raise TypeError(f"d must be a whole number, got {d!r}")
    if d < 1:
        raise ValueError(f"d must be at least 1, got {d}: covariates need a dimension")


def _running(factors: list[int]) -> list[int]:
    products = [1]
    for factor in factors:
        products.append(products[-1] * factor)
    return products


def _hooks(p: int, q: int, m: int) -> int:
    """The squared norm of J for the shape (p, q, 1^m) and parameter 2: its two hook products."""
    if q == 0:
        return factorial(2 * p)
    first = (2 * p + m) * (2 * p + m + 1) * factorial(2 * p - 1) // (2 * (p - q) + 1)
    second = (2 * q + m - 1) * (2 * q + m) * factorial(2 * q - 2)
    return first * second * factorial(m) * factorial(m + 1)


@dataclass(frozen=True)
class Rule:
    """A Gauss rule: every polynomial of degree below twice the number of nodes is integrated.

    Attributes:
        exact: the nodes, correct to some 600 bits.
        nodes, weights: float64, correctly rounded, ascending.
    """

    exact: tuple[Fraction, ...]
    nodes: Tensor
    weights: Tensor


@lru_cache(maxsize=256)
def spectral_rule(d: int, n: int, count: int, power: int = 0) -> Rule:
    """The Gauss rule with ``count`` nodes for the measure s^power d mu(s), of total mass E tr S^power.

    Raises:
        TypeError: ``d`` or ``n`` is no whole number.
        ValueError: ``d`` or ``n`` below 1, or more than 64 nodes.
    """
    if not 1 <= count <= MOST_NODES:
        raise ValueError(
            f"{count} nodes; expected 1 to {MOST_NODES} (fewer layers, or fewer of them with b)"
        )
    alpha, beta = _recurrence(list(_moments(d, n, 2 * count - 1 + power)[power:]))
    off = [float(x) ** 0.5 for x in beta[1:]]
    jacobi = torch.diag(torch.tensor([float(x) for x in alpha], dtype=torch.float64))
    jacobi += torch.diag(torch.tensor(off, dtype=torch.float64), -1)
    one = 1 << _BITS
    fixed = [_fixed(x) for x in alpha], [_fixed(x) for x in beta]
    norms = [beta[0]]
    for ratio in beta[1:]:
        norms.append(norms[-1] * ratio)
    nodes, weights = [], []
    for start in torch.linalg.eigvalsh(jacobi).tolist():
        x = _fixed(Fraction(start))
        for _ in range(60):
            values, slope = _orthogonal(x, *fixed)
            step = (values[-1] << _BITS) // slope
            x -= step
            if abs(step) <= 1 << (_BITS // 16):
                break
        values, _ = _orthogonal(x, *fixed)
        total = Fraction(0)
        for v, h in zip(values, norms, strict=False):
            total += Fraction(_fixed(Fraction(v * v, one * one) / h), one)
        nodes.append(Fraction(x, one))
        weights.append(float(1 / total))
    made = torch.tensor([float(x) for x in nodes], dtype=torch.float64)
    return Rule(tuple(nodes), made, torch.tensor(weights, dtype=torch.float64))


def _fixed(x: Fraction) -> int:
    return (x.numerator << _BITS) // x.denominator


def _orthogonal(x: int, alpha: list[int], beta: list[int]) -> tuple[list[int], int]:
    """The monic orthogonal polynomials at x, and the derivative of the last, in fixed point."""
    one = 1 << _BITS
    values, slopes = [one], [0]
    before, before_slope = 0, 0
    for a, b in zip(alpha, beta, strict=True):
        p, q = values[-1], slopes[-1]
        values.append(((x - a) * p - b * before) >> _BITS)
        slopes.append(((x - a) * q - b * before_slope >> _BITS) + p)
        before, before_slope = p, q
    return values, slopes[-1]


def _recurrence(moments: list[Fraction]) -> tuple[list[Fraction], list[Fraction]]:
    """Chebyshev's algorithm: 2 N moments give the N pairs of recurrence coefficients, exactly."""
    count = len(moments) // 2
    alpha, beta = [moments[1] / moments[0]], [moments[0]]
    before, now = [Fraction(0)] * len(moments), moments
    for k in range(1, count):
        following = [Fraction(0)] * len(moments)
        for m in range(k, 2 * count - k):
            following[m] = now[m + 1] - alpha[-1] * now[m] - beta[-1] * before[m]
        alpha.append(following[k + 1] / following[k] - now[k] / now[k - 1])
        beta.append(following[k] / now[k - 1])
        before, now = now, following
    return alpha, beta


def spectral_loss(a: Array, d: int, n: int, b: Array | None = None) -> Array:
    """The loss of the network ``A_i = a_i Sigma^-1``, ``B_i = b_i I`` of S; Sigma has no influence.

    Args:
        a: ``(..., L)``.
        d: dimension of the covariates.
        n: number of examples.
        b: ``(..., m)`` for the first ``m < L`` layers, zero for the others.

    Returns:
        ``(...)``; rational for rational arguments, differentiable for tensors.

    Raises:
        TypeError: ``a`` or ``b`` is no float64 tensor, tracked or exact array.
        ValueError: no layers, shapes that do not fit, d or n below 1, or a degree that asks for
            more than 64 nodes (four layers with b throughout are possible).
    """
    m = _moving_layers(a, b)
    if isinstance(a, Exact):
        p, _ = _residual(_Coefficients(a, d, n), a, b, m)
        return _Coefficients(a, d, n).mean(_product(p, p))
    points = _Points(a, d, n, m)
    p, _ = _residual(points, a, b, m)
    return points.mean(p * p)


def spectral_slope(
    a: Array, da: Array, d: int, n: int, b: Array | None = None, db: Array | None = None
) -> Array:
    """The derivative of the loss when ``a`` moves along ``da`` (and ``b`` along ``db``).

    Shapes, arithmetic and errors are those of :func:`spectral_loss`; directions may have more
    leading axes than the point.
    """
    m = _moving_layers(a, b)
    require_array(da=da, **({} if db is None else {"db": db}))
    if (b is None) != (db is None):
        raise ValueError("b and db belong together: give both or none")
    on = _Coefficients(a, d, n) if isinstance(a, Exact) else _Points(a, d, n, m)
    p, dp = _residual(on, a, b, m, da, db)
    return on.mean(on.times(p, dp)) * 2


def _moving_layers(a: Array, b: Array | None) -> int:
    require_array(a=a, **({} if b is None else {"b": b}))
    L, m = a.shape[-1] if a.ndim else 0, 0 if b is None else b.shape[-1]
    if L < 1:
        raise ValueError(f"a has shape {tuple(a.shape)}: no layers; expected at least one a_i")
    if b is not None:
        require_shape("(..., L) and (..., m) with m < L", m < L, a=a, b=b)
    return m


class _Points:
    """Polynomials in s by their values at the nodes of a rule that integrates p^2."""

    def __init__(self, like: Array, d: int, n: int, m: int) -> None:
        count, moved = 1, 0  # one node more than the degree of p
        for i in range(like.shape[-1]):
            count += 2 * moved + 1
            if i < m:
                moved = 3 * moved + 1
        rule = spectral_rule(d, n, count)
        device = (like.value if isinstance(like, Tracked) else like).device
        self.s: Array = rule.nodes.to(device)
        self.weights: Array = rule.weights.to(device)
        if isinstance(like, Tracked):
            self.s = Tracked(self.s, self.s * UNIT_ROUNDOFF)
            self.weights = Tracked(self.weights, self.weights * UNIT_ROUNDOFF)
        self.one = ones((1,), like)

    def times(self, x: Array, y: Array) -> Array:
        return x * y

    def plus(self, x: Array, y: Array) -> Array:
        return x + y

    def times_s(self, x: Array) -> Array:
        return x * self.s

    def mean(self, x: Array) -> Array:
        return sum(x * self.weights, -1)


class _Coefficients:
    """Polynomials in s by their coefficients: exact numbers lose no digits."""

    def __init__(self, like: Exact, d: int, n: int) -> None:
        self.one = ones((1,), like)
        self._like, self._d, self._n = like, d, n

    def times(self, x: Array, y: Array) -> Array:
        return _product(x, y)

    def plus(self, x: Array, y: Array) -> Array:
        return _plus(x, y)

    def times_s(self, x: Array) -> Array:
        return _shifted(x)

    def mean(self, x: Array) -> Array:
        count = x.shape[-1]
        moments = zeros((count,), self._like)
        known = _moments(self._d, self._n, count - 1)
        moments.values[:] = [number(v, self._like.ring) for v in known]
        return sum(x * moments, -1)


def _residual(
    on: _Points | _Coefficients,
    a: Array,
    b: Array | None,
    m: int,
    da: Array | None = None,
    db: Array | None = None,
) -> tuple[Array, Array]:
    """The polynomial p, and its derivative along (da, db) if these are given."""
    p = c = on.one
    dp = dc = on.one * 0
    for i in range(a.shape[-1]):
        square = on.times_s(on.times(c, c))
        step = square * a[..., i, None]
        dstep = None
        if da is not None:
            dstep = on.plus(
                square * da[..., i, None], on.times_s(on.times(c, dc)) * a[..., i, None] * 2
            )
            dp = on.plus(dp, on.plus(on.times(dp, step), on.times(p, dstep)))
        p = on.plus(p, on.times(p, step))
        if b is None or i >= m:
            continue
        move = step * b[..., i, None]
        if da is not None:
            assert db is not None
            dmove = on.plus(dstep * b[..., i, None], step * db[..., i, None])
            dc = on.plus(dc, on.plus(on.times(dc, move), on.times(c, dmove)))
        c = on.plus(c, on.times(c, move))
    return p, dp


def _shifted(x: Array) -> Array:
    return concatenate([zeros((*x.shape[:-1], 1), x), x], -1)


def _plus(x: Array, y: Array) -> Array:
    short, long = (x, y) if x.shape[-1] <= y.shape[-1] else (y, x)
    padding = zeros((*short.shape[:-1], long.shape[-1] - short.shape[-1]), short)
    return concatenate([short, padding], -1) + long


def _product(x: Array, y: Array) -> Array:
    total = x[..., :1] * y
    for k in range(1, x.shape[-1]):
        y = _shifted(y)
        total = _plus(total, x[..., k : k + 1] * y)
    return total


def minimiser(d: int, n: int, L: int) -> Tensor:
    """The a_i, ascending, that minimise the loss over S without B: ``(L,)``, correctly rounded."""
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
    _check_dimension(d)
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

    found: list[tuple[float, Tensor]] = []
    for _ in range(starts):
        a = -torch.rand(L, generator=generator, dtype=torch.float64)
        b = torch.rand(L - 1, generator=generator, dtype=torch.float64) / 2
        start = torch.cat([a, b]).numpy()
        x = torch.tensor(minimize(descend, start, jac=True, options={"gtol": 1e-7}).x)
        smallest, kept = math.inf, x
        for _ in range(20):
            gradient, hessian = _derivatives(loss, x)
            if not float(gradient.norm()) < smallest:
                break
            smallest, kept = float(gradient.norm()), x
            x = x - torch.linalg.solve(hessian, gradient)
        if smallest <= ROUNDING:
            found.append((float(loss(kept)), kept))
    if not found:
        raise RuntimeError(
            f"no descent from {starts} starts ended at a critical point of d={d}, n={n}, L={L}: the "
            "infimum may lie at infinity; give more starts"
        )
    x = min(found, key=lambda pair: pair[0])[1]
    return x[:L], x[L:]


@lru_cache(maxsize=64)
def orthogonal_polynomial(d: int, n: int, L: int) -> tuple[Fraction, ...]:
    """The p of the minimiser over S: coefficients from s^0 (which is 1) to s^L, rational.

    It is orthogonal to all polynomials of smaller degree against ``s dmu(s)``; its roots are the
    ``-1/a_i``.
    """
    alpha, beta = _recurrence(list(_moments(d, n, 2 * L)[1:]))
    before, now = [Fraction(0)], [Fraction(1)]
    for a, b in zip(alpha, beta, strict=True):
        following = [Fraction(0), *now]
        for i, c in enumerate(now):
            following[i] -= a * c
        for i, c in enumerate(before):
            following[i] -= b * c
        before, now = now, following
    return tuple(c / now[0] for c in now)
