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
from lemmata.arrays import Array, eye, trace, values
from lemmata.running_error import UNIT_ROUNDOFF

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
        b=b, A=A, Sigma=Sigma,
    )  # fmt: skip
    check_count(n)
    if task not in ("identity", "inverse"):
        raise ValueError(f"task must be 'identity' or 'inverse', got {task!r}")
    check_covariance(Sigma, singular=task == "identity")
    S = Sigma
    WS = S if task == "identity" else eye(d, S)
    SWS = S @ WS
    t = trace(WS)  # tr(W S)
    t2 = trace(WS @ WS)  # tr(W S W S)

    u, beta = b[:, :d, None], b[:, d]  # (batch, d, 1), (batch,)
    top, a = A[:, :d], A[:, d][..., None]  # (batch, d, d), (batch, d, 1)
    uT = u.mT
    aSa = _scalar(a.mT @ S @ a)
    M = top @ S @ top.mT
    SM = S @ M
    trMS = trace(SM)
    q = S @ a

    # E[G M G] between u and u; E[G W G] = SWS + (SWS + tr(WS) S) / n
    uGMGu = _scalar(uT @ SM @ S @ u) + (_scalar(uT @ SM @ S @ u) + trMS * _scalar(uT @ S @ u)) / n
    GWG = SWS + (SWS + S * t) / n
    # tr(W E[G M G])
    trWGMG = trace(WS @ M @ S) + (trace(WS @ M @ S) + trMS * t) / n

    even = (
        uGMGu  # T0 T0
        + beta * _scalar(uT @ (S * t + SWS * 2 / n) @ top @ q) * 2  # 2 T0 T2
        + beta * beta * aSa * (t * t + t2 * 2 / n + (t2 + (t2 + t * t) / n) * 2)  # T2 T2
    )
    odd = (
        aSa * _scalar(uT @ GWG @ u)
        + beta * _scalar(uT @ GWG @ top @ q) * 2
        + _scalar(uT @ SWS @ a) * 2
        + trace(WS)
        + beta * trace(WS @ top @ S) * 2
        + beta * beta * trWGMG
    )
    return even + odd


def _scalar(x: Array) -> Array:
    return x[..., 0, 0]


def check_count(n: int) -> None:
    """``n`` is a whole number, at least 1; a TypeError or ValueError says what it is instead."""
    if isinstance(n, bool) or not isinstance(n, int):
        raise TypeError(f"n must be a whole number, got {n!r}")
    if n < 1:
        raise ValueError(f"n must be at least 1, got {n}: the prompt needs an example")


def check_covariance(Sigma: Array, *, singular: bool = False) -> None:
    """``Sigma`` is symmetric positive (semi-)definite; a ValueError says what it lacks."""
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
