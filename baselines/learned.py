r"""Unrolled solvers whose weights are learned: LISTA, LISTA-CP, ALISTA, LISTA-VM, LISTA-VM-SS.

Each is a ``torch.nn.Module`` that maps measurements ``X`` ``(batch, N, d)`` and labels ``y`` ``(batch,
N)`` to every iterate ``(K + 1, batch, d)``, from 0. They differ in what a layer may learn (Liu et al.
2025, sections 4.2, 4.3 and 6). Thresholds are the absolute values of the parameters ``theta``, so that
they cannot turn negative.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from baselines.checks import require_shape


class Lista(nn.Module):
    r"""$\beta^{(k+1)}=\mathcal S_{\theta^{(k)}}(W_1^{(k)}y+W_2^{(k)}\beta^{(k)})$ (Gregor and LeCun 2010).

    The weights of each layer are its own (as in Chen et al. 2018); ``X`` is seen in training only.

    Args:
        X: ``(N, d)``, where training starts: from the steps of ISTA for this matrix.
        K: layers.
        theta: where the thresholds start.
    """

    def __init__(self, X: Tensor, K: int, theta: float = 0.05) -> None:
        super().__init__()
        step = X / _largest(X)
        self.W1 = nn.Parameter(step.mT.expand(K, -1, -1).clone())
        self.W2 = nn.Parameter((torch.eye(X.shape[1]) - step.mT @ X).expand(K, -1, -1).clone())
        self.theta = nn.Parameter(torch.full((K,), theta))

    def forward(self, X: Tensor, y: Tensor) -> Tensor:
        """Every iterate ``(K + 1, batch, d)`` for ``X`` ``(batch, N, d)`` and ``y`` ``(batch, N)``.

        Raises:
            ValueError: the shapes do not fit together, or not the weights.
        """
        _, d = _sizes(X, y, N=self.W1.shape[2], d=self.W1.shape[1])
        path = [y.new_zeros(len(y), d)]
        for W1, W2, theta in zip(self.W1, self.W2, self.theta.abs(), strict=True):
            path.append(_shrink(y @ W1.mT + path[-1] @ W2.mT, theta))
        return torch.stack(path)


class ListaCp(nn.Module):
    r"""(4.1): $\beta^{(k+1)}=\mathcal S_{\theta^{(k)}}(\beta^{(k)}-(D^{(k)})^\top(X\beta^{(k)}-y))$.

    Arguments as :class:`Lista`.
    """

    def __init__(self, X: Tensor, K: int, theta: float = 0.05) -> None:
        super().__init__()
        self.D = nn.Parameter((X / _largest(X)).expand(K, -1, -1).clone())
        self.theta = nn.Parameter(torch.full((K,), theta))

    def forward(self, X: Tensor, y: Tensor) -> Tensor:
        """Every iterate ``(K + 1, batch, d)``; arguments and errors as :meth:`Lista.forward`."""
        _sizes(X, y, N=self.D.shape[1], d=self.D.shape[2])
        return _descend(X, y, list(self.D), self.theta.abs())


class Alista(nn.Module):
    r"""LISTA-CP with $D^{(k)}=\gamma^{(k)}W$: only the steps and thresholds are learned (Liu and Chen 2019).

    Args:
        W: ``(N, d)``, the analytic weights (:func:`baselines.analytic_weights.coherence_weights`).
        K: layers.
        gamma: where the steps start.
        theta: where the thresholds start.
    """

    W: Tensor

    def __init__(self, W: Tensor, K: int, gamma: float = 0.25, theta: float = 0.05) -> None:
        super().__init__()
        self.register_buffer("W", W.clone())
        self.gamma = nn.Parameter(torch.full((K,), gamma))
        self.theta = nn.Parameter(torch.full((K,), theta))

    def forward(self, X: Tensor, y: Tensor) -> Tensor:
        """Every iterate ``(K + 1, batch, d)``; arguments and errors as :meth:`Lista.forward`."""
        _sizes(X, y, N=self.W.shape[0], d=self.W.shape[1])
        return _descend(X, y, [gamma * self.W for gamma in self.gamma], self.theta.abs())


class ListaVm(nn.Module):
    r"""(4.4): $\beta^{(k+1)}=\mathcal S_{\theta^{(k)}}(\beta^{(k)}-\frac1{2N+1}M^{(k)}X^\top(X\beta^{(k)}-y))$.

    Args:
        d: columns of X; their rows may be of any number.
        K: layers.
        support: LISTA-VM-SS: the columns of X from this one on are set to 0 (section 6).
        size: where ``M`` starts, a multiple of the identity.
        theta: where the thresholds start.
        scalar: ``M`` is a multiple of the identity, ``(K, 1, 1)``.
    """

    kept: Tensor

    def __init__(
        self,
        d: int,
        K: int,
        support: int | None = None,
        size: float = 0.35,
        theta: float = 0.05,
        *,
        scalar: bool = False,
    ) -> None:
        super().__init__()
        self.M = nn.Parameter(size * torch.eye(1 if scalar else d).expand(K, -1, -1).clone())
        self.theta = nn.Parameter(torch.full((K,), theta))
        kept = torch.arange(d) < (d if support is None else support)
        self.register_buffer("kept", kept.to(self.M.dtype))

    def forward(self, X: Tensor, y: Tensor) -> Tensor:
        """Every iterate ``(K + 1, batch, d)``; arguments and errors as :meth:`Lista.forward`."""
        N, d = _sizes(X, y, d=len(self.kept))
        X = X * self.kept
        path = [y.new_zeros(len(y), d)]
        for M, theta in zip(self.M, self.theta.abs(), strict=True):
            pull = torch.baddbmm(-y[..., None], X, path[-1][..., None])[..., 0]
            gradient = (pull[:, None] @ X)[:, 0]
            step = gradient @ M.mT if len(M) == d else gradient * M
            path.append(_shrink(path[-1] - step / (2 * N + 1), theta))
        return torch.stack(path)


def _descend(X: Tensor, y: Tensor, D: list[Tensor], theta: Tensor) -> Tensor:
    path = [y.new_zeros(len(y), X.shape[2])]
    for weights, threshold in zip(D, theta, strict=True):
        residual = torch.baddbmm(-y[..., None], X, path[-1][..., None])[..., 0]
        path.append(_shrink(path[-1] - residual @ weights, threshold))
    return torch.stack(path)


def _shrink(x: Tensor, theta: Tensor) -> Tensor:
    return torch.relu(x - theta) - torch.relu(-x - theta)


def _largest(X: Tensor) -> Tensor:
    norm: Tensor = torch.linalg.matrix_norm(X, ord=2)
    return norm * norm


def _sizes(X: Tensor, y: Tensor, d: int, N: int | None = None) -> tuple[int, int]:
    agree = X.ndim == 3 and X.shape[2] == d and (N is None or X.shape[1] == N)
    agree = agree and X.shape[1] >= 1 and y.shape == X.shape[:2]
    rows = "N" if N is None else N
    require_shape(f"(batch, {rows}, {d}), (batch, {rows})", agree, X=X, y=y)
    return X.shape[1], d
