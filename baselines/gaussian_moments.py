r"""The population in-context loss of one linear attention layer, in closed form (Ahn et al. 2023).

With the parameters (7) the loss (5) is $f(b,A)=\mathbb E\big[(b^\top C A\,x+w^\top x)^2\big]$ (the
square is missing in (6)), where $C=\frac1n\sum_i z_iz_i^\top$, $z_i=(x_i,\langle w,x_i\rangle)$,
the $x_i$ and the query $x$ are independent $N(0,\Sigma)$ and $w\sim N(0,W)$.

Write $G=\frac1n\sum_i x_ix_i^\top$, $b=(u,\beta)$, $A=(\tilde A;a^\top)$. Then
$b^\top CA+w^\top=T_0+T_1+T_2$ with

- $T_0=u^\top G\tilde A$,
- $T_1=(u^\top Gw)a^\top+\beta w^\top G\tilde A+w^\top$,
- $T_2=\beta(w^\top Gw)a^\top$,

of degree 0, 1, 2 in $w$. Odd moments of $w$ vanish, so
$f=\mathbb E[(T_0+T_2)\Sigma(T_0+T_2)^\top]+\mathbb E[T_1\Sigma T_1^\top]$. What is left are
Gaussian moments in $w$ and these of $G$, for any matrix $M$:

- $\mathbb E[GMG]=\Sigma M\Sigma+\frac1n(\Sigma M^\top\Sigma+\operatorname{tr}(M\Sigma)\Sigma)$,
- $\mathbb E[\operatorname{tr}(GW)G]=\operatorname{tr}(\Sigma W)\Sigma+\frac2n\Sigma W\Sigma$.

$W$ enters through $W\Sigma$ only, which is the identity for $W=\Sigma^{-1}$: no inverse is taken.
"""

from __future__ import annotations

from typing import Literal

import torch

from baselines.checks import require_array, require_shape
from lemmata.numbers import Array, eye, has_values, sum, trace, values
from lemmata.numbers.running_error import UNIT_ROUNDOFF

Task = Literal["identity", "inverse"]


def in_context_loss(b: Array, A: Array, Sigma: Array, n: int, *, task: Task = "identity") -> Array:
    """The exact loss f(b, A) of the full parameters (7), for a batch of competitors.

    Args:
        b: ``(batch, d + 1)``.
        A: ``(batch, d + 1, d)``.
        Sigma: covariance of the covariates, ``(d, d)``, symmetric positive definite (for ``task``
            ``identity`` it may be singular).
        n: number of examples in the prompt, at least 1.
        task: covariance of ``w``: ``identity``, or ``inverse`` for that of Sigma.

    Returns:
        ``(batch,)``; rational for rational arguments.

    Raises:
        TypeError: an argument is no float64 tensor, tracked or exact array, or n no whole number.
        ValueError: wrong shapes, n < 1, an unknown ``task``, or Sigma not symmetric positive
            definite (semi-definite for ``identity``).
    """
    require_array(b=b, A=A, Sigma=Sigma)
    d = Sigma.shape[-1]
    require_shape(
        "(batch, d + 1), (batch, d + 1, d), (d, d)",
        Sigma.ndim == 2
        and tuple(Sigma.shape) == (d, d)
        and A.ndim == 3
        and tuple(A.shape) == (b.shape[0], d + 1, d)
        and tuple(b.shape) == (A.shape[0], d + 1),
        b=b,
        A=A,
        Sigma=Sigma,
    )
    check_count(n)
    if task not in ("identity", "inverse"):
        raise ValueError(f"task must be 'identity' or 'inverse', got {task!r}")
    check_covariance(Sigma, singular=task == "identity")
    S = Sigma
    WS = S if task == "identity" else eye(d, S)
    SWS = S @ WS
    t = trace(WS)  # tr(W S)
    t2 = _product(WS, WS)  # tr(W S W S)

    u, beta = b[:, :d, None], b[:, d]  # (batch, d, 1), (batch,)
    top, a = A[:, :d], A[:, d][..., None]  # (batch, d, d), (batch, d, 1)
    x, q = S @ u, S @ a
    y, p = top.mT @ x, top @ q
    M = top @ S @ top.mT
    # W is a power of S: W S and S W S are symmetric, and tr(W S M S) is a product of entries.
    aSa, xMx = _product(a, q), _product(y, S @ y)
    trMS, trWSMS = _product(S, M), _product(SWS, M)

    GWG = SWS + (SWS + S * t) / n  # E[G W G]
    twice = S * t + SWS * 2 / n + GWG  # 2 T0 T2 and 2 T1 T1 meet in u and top q
    # E[G M G] between u and u, and tr(W E[G M G])
    uGMGu = xMx + (xMx + trMS * _product(u, x)) / n
    trWGMG = trWSMS + (trWSMS + trMS * t) / n
    T2_T2 = aSa * (t * t + t2 * 2 / n + (t2 + (t2 + t * t) / n) * 2)
    linear = _product(u, twice @ p) + _product(SWS, top)
    return (
        uGMGu
        + beta * linear * 2
        + beta * beta * (T2_T2 + trWGMG)
        + aSa * _product(u, GWG @ u)
        + _product(u, SWS @ a) * 2
        + t
    )


def _product(x: Array, y: Array) -> Array:
    """The sum of the products of the entries, tr(x^T y)."""
    return sum(x * y, (-2, -1))


def check_count(n: int) -> None:
    """``n`` is a whole number, at least 1; a TypeError or ValueError says what it is instead."""
    if not has_values(n):  # a variable in its place
        return
    if isinstance(n, bool) or not isinstance(n, int):
        raise TypeError(f"n must be a whole number, got {n!r}")
    if n < 1:
        raise ValueError(f"n must be at least 1, got {n}: the prompt needs an example")


def check_covariance(Sigma: Array, *, singular: bool = False) -> None:
    """``Sigma`` ``(d, d)`` is symmetric positive definite, or with ``singular`` semi-definite.

    Raises:
        ValueError: says what it lacks.
    """
    if not has_values(Sigma):
        return
    S = values(Sigma).detach()
    d = S.shape[-1]
    asymmetry, size = float((S - S.mT).abs().max()), float(S.abs().max())
    if not asymmetry <= 16 * d * UNIT_ROUNDOFF * size:
        raise ValueError(
            f"Sigma is not symmetric: |Sigma - Sigma^T| reaches {asymmetry:.3g}; expected a "
            "covariance ((Sigma + Sigma.mT) / 2 is symmetric)"
        )
    if int(torch.linalg.cholesky_ex(S).info):
        low = float(torch.linalg.eigvalsh(S)[0])
        if singular and low >= -16 * d * UNIT_ROUNDOFF * size:
            return
        raise ValueError(
            f"Sigma is not positive definite: its smallest eigenvalue is {low:.3g}; expected a "
            f"covariance with eigenvalues {'not below' if singular else 'above'} 0"
        )
