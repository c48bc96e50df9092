r"""The population in-context loss of a deep linear transformer, exactly (Ahn et al. 2023, (5)).

With the sparse parameters (9), $x\sim N(0,\Sigma)$ and $w\sim N(0,W)$, the residual at the query after
$L$ layers is $w^\top\prod_{i<L}(I+GA_i)\,x$ with $G=\frac1n\sum_ax_ax_a^\top$; with the parameters (13)
the covariates move as well, $X_{i+1}=C_{i+1}X_0$ with $C_{i+1}=C_i+B_iC_iGC_i^\top A_iC_i$, and the
residual is $w^\top D_Lx$ with $D_{i+1}=D_i+D_iGC_i^\top A_iC_i$. Hence
$f=\mathbb E\operatorname{tr}(WD_L\Sigma D_L^\top)$, a polynomial in moments of a Wishart matrix: it
is expanded into words once and for all (:mod:`baselines.in_context_loss_words`), for any symmetric
$A_i$, any $\Sigma$ and any $n$. No root of $\Sigma$ is taken, so rational arguments give a rational loss.

The layers are numbered from 0 as in the paper; ``L`` is their number, whatever the paper's $k$ is.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

import torch
from torch import Tensor

from baselines.checks import require_array, require_shape
from baselines.gaussian_moments import Task, check_count, check_covariance
from baselines.in_context_loss_program import Program, assemble
from baselines.in_context_loss_words import Alphabet, Letters
from lemmata.numbers import Array, has_values, values
from lemmata.numbers.running_error import UNIT_ROUNDOFF

MOST_LAYERS = 4
"""Without B; the number of words grows too fast beyond."""
MOST_LAYERS_WITH_B = 2


def in_context_loss(
    A: Array,
    Sigma: Array,
    n: int,
    *,
    task: Task,
    B: Array | None = None,
    symmetric: bool = True,
    precision: Array | None = None,
) -> Array:
    """The exact loss f(A) of the parameters (9), or f(A, B) of the parameters (13).

    Args:
        A: ``(..., L, d, d)``; ``(L, d, d)`` for one network. Up to 4 layers (2 with B).
        Sigma: covariance of the covariates, ``(d, d)``, symmetric positive definite.
        n: number of examples in the prompt, at least 1.
        task: covariance of ``w``: ``identity``, or ``inverse`` for that of Sigma.
        B: ``(..., L, d, d)``, zero if left out. That of the last layer has no influence.
        symmetric: (9) and (13) demand symmetric ``A_i``, and gradients are those on the space of
            symmetric matrices. With False the loss (5) of any matrices and its full gradient.
        precision: the inverse of Sigma, which B needs; computed if Sigma is a tensor.

    Returns:
        ``(...)``, one loss a network; rational for rational arguments, differentiable in ``A`` and
        ``B`` for tensors, on their device.

    Raises:
        TypeError: an argument is no float64 tensor, tracked or exact array, or n no whole number.
        ValueError: wrong shapes, no layer or too many, n < 1, an unknown ``task``, Sigma not
            symmetric positive definite, or an ``A_i`` that is not symmetric.
    """
    program, letters = _prepared(A, B, Sigma, n, task, symmetric, precision)
    return program.evaluate(letters, Sigma.shape[-1], n)


def slope(
    A: Array,
    R: Array,
    Sigma: Array,
    n: int,
    *,
    task: Task,
    B: Array | None = None,
    S: Array | None = None,
    symmetric: bool = True,
    precision: Array | None = None,
) -> Array:
    """The derivative of $f(A + t R)$, or $f(A + t R, B + t S)$, at $t = 0$, without any difference quotient.

    ``R`` and ``S`` are the directions in ``A`` and ``B``, ``(..., L, d, d)``; ``R`` is symmetric
    unless ``symmetric`` is False. Other arguments, returns and errors are those of
    :func:`in_context_loss`.

    Raises:
        ValueError: also where ``B`` and ``S`` are not given together, or ``R`` or ``S`` is not like ``A``.
    """
    require_array(R=R, **({} if S is None else {"S": S}))
    if (B is None) != (S is None):
        raise ValueError("B and S belong together: give both or none")
    program, letters = _prepared(A, B, Sigma, n, task, symmetric, precision)
    require_shape("R like A", tuple(R.shape[-3:]) == tuple(A.shape[-3:]), A=A, R=R)
    if S is not None:
        require_shape("S like A", tuple(S.shape[-3:]) == tuple(A.shape[-3:]), A=A, S=S)
    if symmetric:
        _check_symmetric(R)
    along = _letters(R, S, Sigma, symmetric, precision)
    return program.evaluate(letters, Sigma.shape[-1], n, along)


def _prepared(
    A: Array, B: Array | None, Sigma: Array, n: int, task: Task, symmetric: bool, precision: Array | None
) -> tuple[Program, dict[int, Array]]:
    require_array(A=A, Sigma=Sigma, **({} if B is None else {"B": B}))
    d = Sigma.shape[-1]
    expected = "(..., L, d, d), (d, d)" + ("" if B is None else " and B like A")
    require_shape(
        expected,
        tuple(Sigma.shape) == (d, d)
        and A.ndim >= 3
        and tuple(A.shape[-2:]) == (d, d)
        and (B is None or tuple(B.shape[-3:]) == tuple(A.shape[-3:])),
        A=A,
        Sigma=Sigma,
        **({} if B is None else {"B": B}),
    )
    L = A.shape[-3]
    moving = B is not None and L > 1
    most = MOST_LAYERS_WITH_B if moving else MOST_LAYERS
    excess = L - most
    if L < 1:
        raise ValueError(f"A has shape {tuple(A.shape)}: no layers; expected at least one A_i")
    if excess > 0:
        raise ValueError(
            f"A has {L} layers; expected at most {most}{' with B' if moving else ''} (on the set S, "
            "deeper networks: baselines.in_context_loss_spectrum.spectral_loss)"
        )
    check_count(n)
    check_covariance(Sigma)
    if task not in ("identity", "inverse"):
        raise ValueError(f"task must be 'identity' or 'inverse', got {task!r}")
    if symmetric:
        _check_symmetric(A)
        A = (A + A.mT) / 2
    letters = _letters(A, B if moving else None, Sigma, symmetric, precision)
    if task == "identity":
        letters[2 * L + 1] = Sigma
    return compiled(L, moving, task == "identity", symmetric), letters


def _letters(
    A: Array, B: Array | None, Sigma: Array, symmetric: bool, precision: Array | None
) -> dict[int, Array]:
    """The matrices of the letters, each a whitened one conjugated by the root of Sigma."""
    L = A.shape[-3]
    letters: dict[int, Array] = {}
    for i in range(L):
        letters[i + 1] = A[..., i, :, :] @ Sigma
        if not symmetric:
            letters[-i - 1] = A[..., i, :, :].mT @ Sigma
    if B is not None and L > 1:
        inverse = _inverse(Sigma, precision)
        for i in range(L - 1):
            letters[L + 1 + i] = inverse @ B[..., i, :, :] @ Sigma
            letters[-L - 1 - i] = B[..., i, :, :].mT
    return letters


def loss_and_gradient(A: Tensor, Sigma: Tensor, n: int, **options: Any) -> tuple[Tensor, ...]:
    """The loss and its gradient in ``A`` (and in ``B``, if given).

    Arguments and errors are those of :func:`in_context_loss`.

    Returns:
        ``(loss, gradient in A)`` or ``(loss, gradient in A, gradient in B)``; gradients are with
        respect to the Frobenius inner product and have the shape of their argument. The loss is ``(...)``.
    """
    B = options.pop("B", None)
    with torch.enable_grad():
        point = [x.detach().requires_grad_() for x in (A, B) if x is not None]
        loss = in_context_loss(point[0], Sigma, n, B=None if B is None else point[1], **options)
        gradient = torch.autograd.grad(loss.sum(), point, allow_unused=True, materialize_grads=True)
    return loss.detach(), *gradient


def loss_words(L: int, moving: bool, isotropic: bool) -> Counter[Letters]:
    """The expansion of W D D^T into words; S is the letter 0, A_i is i + 1, B_i is L + 1 + i.

    Args:
        L: number of layers.
        moving: whether the covariates move (B).
        isotropic: whether W is a letter (2 L + 1) of its own; otherwise it cancels.
    """
    one: Counter[Letters] = Counter({(): 1})
    C = D = one
    for i in range(L):
        step = _times(_letter(0), _transposed(C), _letter(i + 1), C)
        D = D + _times(D, step)
        if moving and i < L - 1:
            C = C + _times(_letter(L + 1 + i), C, step)
    W = _letter(2 * L + 1) if isotropic else one
    return _times(W, D, _transposed(D))


def _letter(c: int) -> Counter[Letters]:
    return Counter({(c,): 1})


def _times(*factors: Counter[Letters]) -> Counter[Letters]:
    product: Counter[Letters] = Counter({(): 1})
    for factor in factors:
        old, product = product, Counter()
        for a, u in old.items():
            for b, v in factor.items():
                product[a + b] += u * v
    return product


def _transposed(words: Counter[Letters]) -> Counter[Letters]:
    return Counter({tuple(-c for c in reversed(w)): u for w, u in words.items()})


@lru_cache(maxsize=32)
def compiled(L: int, moving: bool, isotropic: bool, symmetric: bool) -> Program:
    """The loss of ``L`` layers as index lists (milliseconds; 0.8 s for 4 layers)."""
    alphabet = Alphabet([0, 2 * L + 1, *(range(1, L + 1) if symmetric else ())])
    return assemble(loss_words(L, moving, isotropic), alphabet)


def _check_symmetric(A: Array) -> None:
    if not has_values(A):
        return
    M = values(A).detach()
    asymmetry, size = float((M - M.mT).abs().max()), float(M.abs().max())
    if not asymmetry <= 16 * M.shape[-1] * UNIT_ROUNDOFF * size:
        raise ValueError(
            f"A is not symmetric: |A_i - A_i^T| reaches {asymmetry:.3g}; expected symmetric A_i as "
            "(9) and (13) demand ((A + A.mT) / 2), or symmetric=False for the loss (5) beyond them"
        )


def _inverse(Sigma: Array, precision: Array | None) -> Array:
    if precision is not None:
        require_array(precision=precision)
        require_shape(
            "equal shapes", tuple(precision.shape) == tuple(Sigma.shape), precision=precision, Sigma=Sigma
        )
        return precision
    if not isinstance(Sigma, Tensor):
        raise ValueError(
            f"precision is missing: with B and Sigma of type {type(Sigma).__name__} expected the "
            "inverse of Sigma in the same arithmetic (precision=...)"
        )
    return torch.linalg.inv(Sigma)
