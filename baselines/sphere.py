"""How a uniform point of the sphere projects on a direction, exactly."""

from __future__ import annotations

import flint
import torch
from scipy.special import betainc

from lemmata.numbers import Array
from lemmata.numbers.exact import Exact, NotExact
from lemmata.numbers.running_error import UNIT_ROUNDOFF, Tracked

_LIBRARY_ULPS = 2048
"""SciPy's regularised incomplete beta function is accurate to about 1e-13 relative."""


def slab_probability(d: int, t: Array) -> Array:
    r"""``P(|v^T x| <= t)`` for ``x`` uniform on the unit sphere of $\mathbb{R}^d$, ``v`` a unit vector.

    It is the regularised incomplete beta function ``I_{t^2}(1/2, (d-1)/2)``, since ``(v^T x)^2``
    has that beta law; for ``d = 1`` the point is ``+v`` or ``-v``.

    Args:
        d: dimension, at least 1.
        t: a number, at least 0: a float, or a tracked number or ball (0-d).

    Raises:
        ValueError: ``d < 1``, or a negative float ``t``.
        NotExact: for a rational ``t`` (the value is irrational in general).
    """
    d = int(d)
    if d < 1:
        raise ValueError(f"d must be at least 1, got {d}")
    if isinstance(t, int | float) and not t >= 0:
        raise ValueError(f"t must be at least 0, got {t}")
    if bool((t.value if isinstance(t, Tracked) else t) >= 1):
        return 1
    if d == 1:
        return 0
    if isinstance(t, Tracked):
        value = torch.as_tensor(betainc(0.5, (d - 1) / 2, (t * t).value.numpy()))
        # The density of v^T x is unbounded only at +-1 (d = 2); away from there it is below d.
        slope = 2 * d / (1 - (t.value + t.error) ** 2).clamp_min(UNIT_ROUNDOFF).sqrt()
        return Tracked(value, slope * t.error + _LIBRARY_ULPS * UNIT_ROUNDOFF * value)
    if isinstance(t, int | float):
        return float(betainc(0.5, (d - 1) / 2, t * t))
    return _ball(d, t)


def _ball(d: int, t: Exact) -> Exact:
    if t.ring == "rational":
        raise NotExact("the incomplete beta function of a rational is not rational")
    half, complement = flint.arb(1) / 2, flint.arb(d - 1) / 2
    return (t * t).map(lambda x: x.beta_lower(half, complement, regularized=True))
