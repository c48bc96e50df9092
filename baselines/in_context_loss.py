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
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from torch import Tensor

from baselines.checks import require_array, require_shape
from baselines.gaussian_moments import Task, check_count, check_covariance
from baselines.in_context_loss_words import Alphabet, Letters, Polynomial, Word, expectation
from lemmata.arrays import Array, broadcast_to, concatenate, eye, stack, sum, values, zeros
from lemmata.exact import Exact, number
from lemmata.running_error import UNIT_ROUNDOFF, Tracked

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
    """The derivative of f(A + t R), or f(A + t R, B + t S), at t = 0, without any difference quotient.

    ``R`` and ``S`` are the directions in ``A`` and ``B``, ``(..., L, d, d)``; ``R`` is symmetric
    unless ``symmetric`` is False. Other arguments, returns and errors are those of
    :func:`in_context_loss`.
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
    A: Array,
    B: Array | None,
    Sigma: Array,
    n: int,
    task: Task,
    symmetric: bool,
    precision: Array | None,
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
        A=A, Sigma=Sigma, **({} if B is None else {"B": B}),
    )  # fmt: skip
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
    found: dict[int, Array] = {}
    for i in range(L):
        found[i + 1] = A[..., i, :, :] @ Sigma
        if not symmetric:
            found[-i - 1] = A[..., i, :, :].mT @ Sigma
    if B is not None and L > 1:
        inverse = _inverse(Sigma, precision)
        for i in range(L - 1):
            found[L + 1 + i] = inverse @ B[..., i, :, :] @ Sigma
            found[-L - 1 - i] = B[..., i, :, :].mT
    return found


def loss_and_gradient(A: Tensor, Sigma: Tensor, n: int, **options: Any) -> tuple[Tensor, ...]:
    """The loss and its gradient in ``A`` (and in ``B``, if given): arguments as above.

    Returns:
        ``(loss, gradient in A)`` or ``(loss, gradient in A, gradient in B)``; gradients are with
        respect to the Frobenius inner product and have the shape of their argument.
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


@dataclass(frozen=True)
class Program:
    """An expectation as index lists: products of letters, traces of them, products of traces.

    Attributes:
        letters: the letters in use.
        levels: for products of length 2, 3, ...: which shorter product, times which letter.
        halves: ``(2, traces)``, the two products whose product has the trace.
        products: for products of 1, 2, ... traces: which shorter product, times which trace.
        polynomials: the coefficient of each of these in powers of 1/n, empty where it only leads on.
    """

    letters: tuple[int, ...]
    levels: tuple[tuple[Tensor, Tensor], ...]
    halves: Tensor
    products: tuple[tuple[Tensor, Tensor], ...]
    polynomials: tuple[tuple[Polynomial, ...], ...]
    _moved: dict[str, Program] = field(default_factory=dict)
    _coefficients: dict[tuple[Any, ...], list[Array]] = field(default_factory=dict)

    def evaluate(
        self, letters: Mapping[int, Array], d: int, n: int, along: Mapping[int, Array] | None = None
    ) -> Array:
        """The expectation at matrices ``(..., d, d)``, batched over the leading axes.

        With ``along`` its derivative in the direction that moves each letter by the matrix given
        (letters left out stay), by forward differentiation in the same arithmetic.
        """
        moved = along or {}
        like = _richest([*letters.values(), *moved.values()])
        lead = np.broadcast_shapes(
            *(tuple(m.shape[:-2]) for m in (*letters.values(), *moved.values()))
        )
        program = self._on(like.device) if isinstance(like, Tensor) else self

        def base(given: Mapping[int, Array], first: Array) -> Array:
            each = [given[c] if c in given else zeros((d, d), like) for c in self.letters]
            return stack([broadcast_to(x, (*lead, d, d)) for x in (first, *each)], -3)

        letter = base(letters, eye(d, like))
        slope = base(moved, zeros((d, d), like)) if along is not None else None
        pool, slopes = [letter], [slope]
        for parent, index in program.levels:
            before, factor = _take(pool[-1], parent, -3), _take(letter, index, -3)
            pool.append(before @ factor)
            if slope is not None:
                slopes.append(
                    _take(slopes[-1], parent, -3) @ factor + before @ _take(slope, index, -3)
                )
        head, tail = (_take(concatenate(pool, -3), half, -3) for half in program.halves)
        trace = sum(head * tail.mT, (-2, -1))
        if slope is not None:
            dhead, dtail = (_take(concatenate(slopes, -3), half, -3) for half in program.halves)
            dtrace = sum(dhead * tail.mT + head * dtail.mT, (-2, -1))
        total: Array = None
        product: Array = None
        change: Array = None
        for (parent, index), coefficients in zip(program.products, self._at(n, like), strict=True):
            factor = _take(trace, index, -1)
            kept: Array = None if product is None else _take(product, parent, -1)
            if slope is not None:
                moved_factor = _take(dtrace, index, -1)
                change = (
                    moved_factor
                    if kept is None
                    else _take(change, parent, -1) * factor + kept * moved_factor
                )
            product = factor if kept is None else kept * factor
            part = sum((product if slope is None else change) * coefficients, -1)
            total = part if total is None else total + part
        return total

    def _on(self, device: torch.device) -> Program:
        if device.type == "cpu":
            return self
        if str(device) not in self._moved:

            def moved(
                pairs: tuple[tuple[Tensor, Tensor], ...],
            ) -> tuple[tuple[Tensor, Tensor], ...]:
                return tuple((a.to(device), b.to(device)) for a, b in pairs)

            self._moved[str(device)] = Program(
                self.letters,
                moved(self.levels),
                self.halves.to(device),
                moved(self.products),
                self.polynomials,
            )
        return self._moved[str(device)]

    def _at(self, n: int, like: Array) -> list[Array]:
        """The coefficients at n in the arithmetic of ``like``, correctly rounded, level by level."""
        kind = like.ring if isinstance(like, Exact) else str(values(like).device)
        key = (n, type(like).__name__, kind)
        if key not in self._coefficients:
            self._coefficients[key] = [
                _lifted([_value(polynomial, n) for polynomial in level], like)
                for level in self.polynomials
            ]
        return self._coefficients[key]


def _lifted(exact: list[Fraction], like: Array) -> Array:
    if isinstance(like, Exact):
        made = zeros((len(exact),), like)
        made.values[:] = [number(c, like.ring) for c in exact]
        return made
    device = values(like).device
    floats = torch.tensor([float(c) for c in exact], dtype=torch.float64, device=device)
    return Tracked(floats, floats * UNIT_ROUNDOFF) if isinstance(like, Tracked) else floats


def _value(polynomial: Polynomial, n: int) -> Fraction:
    top = max(polynomial, default=0)
    total = 0
    for power, coefficient in polynomial.items():
        total += coefficient * n ** (top - power)
    return Fraction(total, n**top)


@lru_cache(maxsize=32)
def compiled(L: int, moving: bool, isotropic: bool, symmetric: bool) -> Program:
    """The loss of ``L`` layers as index lists (milliseconds; 0.8 s for 4 layers)."""
    alphabet = Alphabet([0, 2 * L + 1, *(range(1, L + 1) if symmetric else ())])
    return assemble(loss_words(L, moving, isotropic), alphabet)


def assemble(words: Mapping[Letters, int], alphabet: Alphabet) -> Program:
    """The mean of a sum of traces of words in S (the letter 0) and others, as index lists."""
    moving: Counter[Word] = Counter()
    plain: Counter[Letters] = Counter()
    for letters, coefficient in words.items():
        signed = tuple(abs(c) if abs(c) in alphabet.symmetric else c for c in letters)
        if 0 not in signed:
            plain[signed] += coefficient
            continue
        start = signed.index(0)
        word: list[list[int]] = []
        for c in signed[start:] + signed[:start]:
            word.append([]) if c == 0 else word[-1].append(c)
        moving[tuple(map(tuple, word))] += coefficient
    found = expectation(moving, alphabet, plain)
    traces = sorted({t for monomial in found for t in monomial}, key=lambda t: (len(t), t))
    letters_used = tuple(sorted({c for t in traces for c in t}))
    # Every trace is that of the product of two halves, and every half grows letter by letter.
    cut = {t: (len(t) + 1) // 2 for t in traces}
    prefixes = {
        h[:i] for t in traces for h in (t[: cut[t]], t[cut[t] :]) for i in range(len(h) + 1)
    }
    by_length: dict[int, list[Letters]] = {}
    for prefix in sorted(prefixes | {()}, key=lambda p: (len(p), p)):
        by_length.setdefault(len(prefix), []).append(prefix)
    by_length[1] = [(c,) for c in letters_used]
    place = {p: i for i, p in enumerate(p for k in sorted(by_length) for p in by_length[k])}
    levels = []
    for length in range(2, max(by_length, default=0) + 1):
        before = {p: i for i, p in enumerate(by_length[length - 1])}
        if length == 2:  # the base holds the identity first
            before = {p: i + 1 for p, i in before.items()}
        levels.append(
            (
                torch.tensor([before[p[:-1]] for p in by_length[length]]),
                torch.tensor([1 + letters_used.index(p[-1]) for p in by_length[length]]),
            )
        )
    number_of = {t: i for i, t in enumerate(traces)}
    return Program(
        letters_used,
        tuple(levels),
        torch.tensor([[place[t[: cut[t]]], place[t[cut[t] :]]] for t in traces]).T.contiguous(),
        *_tree({tuple(number_of[t] for t in m): c for m, c in found.items()}),
    )


def _tree(
    monomials: dict[tuple[int, ...], Polynomial],
) -> tuple[tuple[tuple[Tensor, Tensor], ...], tuple[tuple[Polynomial, ...], ...]]:
    """Products that share their beginnings: each is a shorter one times one more trace."""
    depth = max(map(len, monomials), default=0)
    products, polynomials = [], []
    before: dict[tuple[int, ...], int] = {(): 0}
    for length in range(1, depth + 1):
        level = sorted({m[:length] for m in monomials if len(m) >= length})
        parents = torch.tensor([before[m[:-1]] for m in level])
        products.append((parents, torch.tensor([m[-1] for m in level])))
        polynomials.append(tuple(monomials.get(m, {}) for m in level))
        before = {m: i for i, m in enumerate(level)}
    return tuple(products), tuple(polynomials)


def _richest(arrays: list[Array]) -> Array:
    for kind in (Exact, Tracked):
        for array in arrays:
            if isinstance(array, kind):
                return array
    return arrays[0]


def _take(x: Array, index: Tensor, axis: int) -> Array:
    if isinstance(x, Tensor):
        return x.index_select(axis, index)
    if isinstance(x, Tracked):
        index = index.to(x.value.device)
        return Tracked(x.value.index_select(axis, index), x.error.index_select(axis, index))
    return Exact(x.values.take(index.numpy(), axis), x.ring)


def _check_symmetric(A: Array) -> None:
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
            "equal shapes", tuple(precision.shape) == tuple(Sigma.shape),
            precision=precision, Sigma=Sigma,
        )  # fmt: skip
        return precision
    if not isinstance(Sigma, Tensor):
        raise ValueError(
            f"precision is missing: with B and Sigma of type {type(Sigma).__name__} expected the "
            "inverse of Sigma in the same arithmetic (precision=...)"
        )
    return torch.linalg.inv(Sigma)
