"""Eigenvalues by their gaps, and sequences of errors that satisfy the recursion of the slides."""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from lemmata import ForAll, Prompt, Space, box, choices, dims, dyadics, space
from lemmata.numbers import Array, maximum, minimum

FIRST_GAPS = r"$\Delta=\min_{i<j\le k}|\lambda_i-\lambda_j|$"
ALL_GAPS = r"$\Delta=\min_{i\le k}(\lambda_i-\lambda_{i+1})$"
RECURSION = (
    r"Let $\lambda_1>\dots>\lambda_{k+1}=\mu\ge0$ with any gaps, %s, $e=\sqrt{2\epsilon_0}$, "
    r"$A_\eta=\sum_{i\le\eta}2\lambda_ia_i$, "
    r"$B_\eta=\max_{i\le\eta}b_i$, and $a,b\ge0$ with $a_1\le e$, "
    r"$b_1\le\lambda_1e$, $a_{\eta+1}\le\frac{B_\eta+A_\eta}\Delta$, "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta+%s$. "
)
OWN = r"\lambda_{\eta+1}a_{\eta+1}"
ERROR = r"\lambda_{\eta+1}e"
PRINTED = RECURSION % (FIRST_GAPS, ERROR)
"""What any sequences of errors satisfy by the slides' recursion."""
COMPLETE = RECURSION % (ALL_GAPS, ERROR)
"""The same with the gap below the k-th eigenvalue in Delta."""


@dataclass(frozen=True)
class Spectrum:
    """Eigenvalues by their gaps, the last one first."""

    k: int
    mu: float  # lambda_{k+1}
    gaps: Tensor  # (k,): lambda_k - lambda_{k+1}, ..., lambda_1 - lambda_2

    def eigenvalue(self, i: int) -> Array:
        """lambda_i, i from 1 to k."""
        value = self.mu + self.gaps[0]
        for j in range(1, self.k - i + 1):
            value = value + self.gaps[j]
        return value

    def delta(self, complete: bool) -> Array:
        """The smallest gap among the first k, or (``complete``) among the first k + 1."""
        smallest = self.gaps[0] if complete else self.gaps[1]
        for j in range(1, self.k):
            smallest = minimum(smallest, self.gaps[j])
        return smallest


@dataclass(frozen=True)
class Setting(Spectrum):
    """The same, and the error that sequences start from."""

    e: float  # sqrt(2 eps_0)


def prompts(s: Setting) -> Space:
    """How far each inequality is used."""
    return space(share_a=box(s.k, low=0, high=1), share_b=box(s.k, low=0, high=1))


def only_b(s: Setting) -> Space:
    """Eigenvectors without errors."""
    return space(share_a=box(s.k, low=0, high=0), share_b=box(s.k, low=0, high=1))


NEAR = Setting(2, 0.0, torch.tensor([9.0, 0.125]).double(), 1.0)  # lambda = (73, 72) / 8
TEN_ONE = Setting(2, 0.0, torch.tensor([1.0, 9.0]).double(), 1.0)
STEEP = Setting(2, 0.0, torch.tensor([0.125, 8.0]).double(), 1.0)  # lambda = (65, 1) / 8

EIGENVALUES: dict[str, Any] = {
    "k": dims(2, 3),
    "mu": dyadics(0, 2, of="[0, inf)"),
    "gaps": lambda s: box(s.k, low=0.125, high=9, of="(0, inf)"),
}
ON_SEQUENCES: dict[str, Any] = {
    "kind": ForAll(),
    "settings": space(Setting, **EIGENVALUES, e=dyadics(0, 1, open_low=True, of="(0, inf)")),
    "prompts": prompts,
    "examples": [TEN_ONE, STEEP, NEAR],
}

steep = space(
    Setting,
    where=lambda s: s.gaps[1] != s.gaps[0] * 5,  # the offset of the first k gaps is infinite there
    k=dims(2, 2),
    mu=choices(0.0),
    gaps=box(2, low=0.125, high=8),
    e=choices(1.0),
)
"""Two eigenvalues, often far apart; here and with ``only_b`` mutants fall without a long search."""


@dataclass(frozen=True)
class Sequences:
    """For eta = 1, ..., k, each ``(batch,)``: a, b, ``A = sum 2 lambda_i a_i``, ``B = max b_i``."""

    a: list[Array]
    b: list[Array]
    A: list[Array]
    B: list[Array]

    @property
    def sums(self) -> list[Array]:
        """``A + B``."""
        return [A + B for A, B in zip(self.A, self.B, strict=True)]


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
    a = [prompt.share_a[:, 0] * s.e]
    b = [prompt.share_b[:, 0] * first * s.e]
    A, B = [a[0] * first * 2], [b[0]]
    for eta in range(1, s.k):
        value = s.eigenvalue(eta + 1)
        a.append(prompt.share_a[:, eta] * (B[-1] + A[-1]) / delta)
        last = a[-1] if own else s.e
        b.append(prompt.share_b[:, eta] * (B[-1] * value * 2 / delta + A[-1] + last * value))
        A.append(A[-1] + a[-1] * value * 2)
        B.append(maximum(B[-1], b[-1]))
    return Sequences(a, b, A, B)


def largest(s: Setting) -> Sequences:
    """The largest sequences that the printed recursion allows, with equality everywhere."""
    one = torch.ones(1, s.k, dtype=torch.float64)
    return sequences(s, Prompt(share_a=one, share_b=one), False)


def offset(s: Setting, complete: bool, i: int) -> Array:
    """``lambda_1 sqrt(2 eps_0) / (5 lambda_i / Delta - 1)``."""
    return s.eigenvalue(1) * s.e / (s.eigenvalue(i) * 5 / s.delta(complete) - 1)


def products(s: Setting, complete: bool, start: Array) -> list[Array]:
    """``start`` times ``prod_(i <= eta) 5 lambda_(i+1) / Delta`` for eta = 1, ..., k - 1."""
    values = [start]
    for eta in range(1, s.k):
        values.append(values[-1] * s.eigenvalue(eta + 1) * 5 / s.delta(complete))
    return values[1:]
