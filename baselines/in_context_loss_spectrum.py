r"""The in-context loss on the set S, where it is an integral against one spectral measure.

S holds the networks with $A_i=a_i\Sigma^{-1}$ and $B_i=b_iI$ (Theorems 4 and 5 of Ahn et al. 2023, with
$w\sim N(0,\Sigma^{-1})$). There everything commutes with the whitened Gram matrix $S$, so that
$f=\mathbb E\operatorname{tr}p(S)^2=\int p^2\,d\mu$ with $p=\prod_i(1+a_ic_i^2s)$,
$c_{i+1}=c_i(1+a_ib_ic_i^2s)$, $c_0=1$, and $\mu$ the mean spectral measure of $S$ times ``d``.

It is integrated by an exact Gauss rule, or its rational moments (:mod:`baselines.in_context_loss_rule`).
"""

from __future__ import annotations

from baselines.checks import require_array, require_shape
from baselines.in_context_loss_rule import spectral_moments, spectral_rule
from lemmata.numbers import Array, concat, ones, sum, values, zeros
from lemmata.numbers.exact import Exact, number
from lemmata.numbers.formal import is_zero
from lemmata.numbers.running_error import UNIT_ROUNDOFF, Tracked


def spectral_loss(a: Array, d: int, n: int, b: Array | None = None) -> Array:
    r"""The loss of the network ``A_i = a_i Sigma^-1``, ``B_i = b_i I`` of S; $\Sigma$ has no influence.

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
            more than 64 nodes (four layers with b throughout are possible; any number where
            all ``a`` but the last are zero).
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

    Args:
        a: ``(..., L)``.
        da: ``(..., L)``; directions may have more leading axes than the point.
        d: dimension of the covariates.
        n: number of examples.
        b: ``(..., m)``, as in :func:`spectral_loss`.
        db: ``(..., m)``.

    Returns:
        ``(...)``, in the arithmetic of ``a``.

    Raises:
        TypeError, ValueError: as :func:`spectral_loss`; ValueError also where ``b`` and ``db`` are not
            given together.
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


def _nodes(a: Array, m: int) -> int:
    """How many nodes integrate p times its derivative exactly; of layers with ``a_i = 0`` p sees nothing."""
    p = c = dp = dc = 0  # degrees
    for i in range(a.shape[-1]):
        a_i = values(a)[..., i]
        still = not a_i.requires_grad and not bool(a_i.any())
        step = 0 if still else 2 * c + 1
        dstep = max(2 * c + 1, 0 if still else c + dc + 1)
        p, dp = p + step, max(dp + step, p + dstep)
        if i < m:
            c, dc = c + step, max(dc + step, c + max(dstep, step))
    return max(p, (p + dp) // 2) + 1


class _Points:
    """Polynomials in s by their values at the nodes of a rule that integrates p^2."""

    def __init__(self, like: Array, d: int, n: int, m: int) -> None:
        rule = spectral_rule(d, n, _nodes(like, m))
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
        return _trimmed(_product(x, y))

    def plus(self, x: Array, y: Array) -> Array:
        return _trimmed(_plus(x, y))

    def times_s(self, x: Array) -> Array:
        return _shifted(x)

    def mean(self, x: Array) -> Array:
        count = x.shape[-1]
        moments = zeros((count,), self._like)
        known = spectral_moments(self._d, self._n, count - 1)
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
            dstep = on.plus(square * da[..., i, None], on.times_s(on.times(c, dc)) * a[..., i, None] * 2)
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


def _trimmed(x: Array) -> Array:
    """Without the highest coefficients that are all zero: with layers that stand still they grow fast."""
    length = x.shape[-1]
    while length > 1 and all(map(is_zero, x.values[..., length - 1].flat)):
        length -= 1
    return x[..., :length]


def _shifted(x: Array) -> Array:
    return concat([zeros((*x.shape[:-1], 1), x), x], -1)


def _plus(x: Array, y: Array) -> Array:
    short, long = (x, y) if x.shape[-1] <= y.shape[-1] else (y, x)
    padding = zeros((*short.shape[:-1], long.shape[-1] - short.shape[-1]), short)
    return concat([short, padding], -1) + long


def _product(x: Array, y: Array) -> Array:
    total = x[..., :1] * y
    for k in range(1, x.shape[-1]):
        y = _shifted(y)
        total = _plus(total, x[..., k : k + 1] * y)
    return total
