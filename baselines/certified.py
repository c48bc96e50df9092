"""A value with a bound on its error: what every reference solver returns."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from lemmata.errors import MissingDependency
from lemmata.numbers import Array

__all__ = ["Certified", "MissingDependency"]


@dataclass(frozen=True)
class Certified:
    """A computed value and how far it may be from the exact one.

    Attributes:
        value: the value; for tracked or exact arguments it is tracked or exact itself.
        error: a rigorous bound on its error, in the sense that ``by`` names; infinite where nothing
            could be certified.
        by: what is bounded, and the argument that bounds it.
    """

    value: Array
    error: Tensor
    by: str
