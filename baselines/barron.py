r"""Features and function classes with known Barron parameters (Li et al. 2025), from their definitions.

Everything is written in the array vocabulary, so that it runs over torch batches, running error bounds
and exact numbers.
"""

from __future__ import annotations

from baselines.checks import require_array, require_shape
from lemmata.numbers import Array, concat, minimum, norm, ones, relu


def phi(z: Array) -> Array:
    """The ramp (26): 0 up to -1/2, 1 from 1/2 on, ``z + 1/2`` between; entrywise."""
    return minimum(relu(z + 0.5), 1)


def feature_vectors(X: Array, omega: Array, t: Array, tau: Array) -> Array:
    r"""The vectors (33): $\phi(\tau(\omega_i^\top x/\|\omega_i\|_2-t_i))$ for $i\le n$, and a last 1.

    Args:
        X: inputs ``(batch, N, d)``.
        omega: ``(n, d)``, no row 0.
        t: ``(n,)``.
        tau: the steepness, a number.

    Returns:
        ``(batch, N, n + 1)``.

    Raises:
        TypeError: an argument is no float64 tensor, tracked or exact array.
        ValueError: the shapes do not fit together.
    """
    require_array(X=X, omega=omega, t=t)
    agree = X.ndim == 3 and omega.ndim == 2 and omega.shape[1] == X.shape[2]
    agree = agree and tuple(t.shape) == (omega.shape[0],)
    require_shape("(batch, N, d), (n, d), (n,)", agree, X=X, omega=omega, t=t)
    directions = omega / norm(omega)[:, None]
    features = phi((X @ directions.mT - t) * tau)
    return concat([features, ones((*X.shape[:2], 1), features)], -1)
