"""Work is counted, and a budget that ends leaves no noise behind."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any

import pytest
import torch

from lemmata.search.work import Spent, Work, counted


class Undecided:
    def __radd__(self, other: Any) -> Any:
        raise ArithmeticError


def total() -> Any:
    return sum(Undecided() for _ in range(3))


def test_a_generator_that_is_closed_as_the_budget_ends_is_closed_quietly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Python printed the exception that its closing raised, in the middle of a run."""
    heard: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", heard.append)
    for lines in range(12):
        with suppress(Spent, ArithmeticError), counted(lines * 2**7):
            total()
    assert not heard


@pytest.mark.parametrize("limit", range(0, 2**13, 2**9))
def test_a_budget_that_ends_leaves_gradients_as_they_were(limit: int) -> None:
    with suppress(Spent), Work(limit), torch.no_grad():
        torch.ones(3) + 1
    assert torch.is_grad_enabled()


@pytest.mark.parametrize("lines", range(12))
def test_a_budget_of_lines_does_so_as_well(lines: int) -> None:
    """The line of ``with`` is counted again as its block ends, before what it has entered is left."""
    with suppress(Spent), counted(lines * 2**7 - 1):
        doubled_without_gradients()
    assert torch.is_grad_enabled()


def doubled_without_gradients() -> int:
    total = 0
    with torch.no_grad():
        total += 1
        total += 1
    return total
