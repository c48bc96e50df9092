"""The setting of statements in which nothing is given: no size and no constant (Li et al. 2025)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Nothing:
    """No quantity: the statement is about the prompt alone."""
