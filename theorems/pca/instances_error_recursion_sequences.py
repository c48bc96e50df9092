"""Sequences of errors that satisfy the recursion of the slides, with their sums and maxima."""

from __future__ import annotations

from dataclasses import dataclass

from lemmata import Prompt
from lemmata.numbers import Array, maximum
from theorems.pca.instances_error_algebra import Setting, offset


@dataclass(frozen=True)
class Sequences:
    """For eta = 1, ..., k, each ``(batch,)``: a, b, ``A = sum 2 lambda_i a_i``, ``B = max b_i``."""

    a: list[Array]
    b: list[Array]
    A: list[Array]
    B: list[Array]


def sequences(s: Setting, prompt: Prompt, complete: bool, *, own: bool = False) -> Sequences:
    """Sequences for a setting; the prompt says how far each inequality is used.

    Args:
        s: eigenvalues and ``sqrt(2 eps_0)``.
        prompt: shares between 0 and 1 of each bound.
        complete: whether Delta includes the gap below the k-th eigenvalue.
        own: whether the bound on b ends in ``lambda a`` of the same component; else it ends in
            ``lambda sqrt(2 eps_0)``.
    """
    delta, first = s.delta(complete), s.eigenvalue(1)
    a = [prompt.a[:, 0] * s.error]
    b = [prompt.b[:, 0] * first * s.error]
    A, B = [a[0] * first * 2], [b[0]]
    for eta in range(1, s.k):
        value = s.eigenvalue(eta + 1)
        a.append(prompt.a[:, eta] * (B[-1] + A[-1]) / delta)
        last = a[-1] if own else s.error
        b.append(prompt.b[:, eta] * (B[-1] * value * 2 / delta + A[-1] + last * value))
        A.append(A[-1] + a[-1] * value * 2)
        B.append(maximum(B[-1], b[-1]))
    return Sequences(a, b, A, B)


def products(s: Setting, complete: bool, which: int, twice: int, share: int) -> list[Array]:
    """``lambda_1 sqrt(2 eps_0) (twice + 1 / (5 lambda_which / Delta - 1)) prod_(i <= eta)``."""
    found, last = [], s.eigenvalue(1) * s.error * twice + offset(s, complete, which)
    for eta in range(1, s.k):
        last = last * s.eigenvalue(eta + 1) * 5 / s.delta(complete)
        found.append(last / share)
    return found
