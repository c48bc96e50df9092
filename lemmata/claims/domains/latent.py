"""Laws as functions of independent numbers of one kind, which a search for rare failures can tilt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True)
class Latent:
    """A law as what a function makes of independent numbers.

    Attributes:
        count: how many numbers one instance takes.
        value: from the numbers, ``(batch, count)``, to the values, ``(batch, *shape)``.
        options: 0 if the numbers are standard normal; else they are whole, from 0 to ``options - 1``, each as
            likely.
    """

    count: int
    value: Callable[[Tensor], Tensor]
    options: int = 0
