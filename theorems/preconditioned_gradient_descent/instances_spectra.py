"""What the text after Theorem 1 reads off from (8), in the eigenbasis: a spectrum is the instance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lemmata import Space, box, dims, dyadics, space
from lemmata.numbers import Array, sum


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    increase: float


def spectra(s: Setting) -> Space:
    """The eigenvalues of a covariance, and a factor of it."""
    return space(lam=box(s.d, low=0.125, high=4.0), factor=dyadics(1.25, 4.0))


ON_SPECTRA: dict[str, Any] = {
    "kind": "forall",
    "settings": space(Setting, d=dims(1, 3), n=dims(1, 40), increase=dyadics(0, 1, open_low=True)),
    "prompts": spectra,
}


def diagonal(lam: Array, n: int) -> Array:
    """The eigenvalues of the upper block of A in (8)."""
    return -n / (lam * (n + 1) + sum(lam, -1)[:, None])
