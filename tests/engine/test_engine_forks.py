"""The same done to many things by several processes."""

from __future__ import annotations

import os
import sys

import pytest

from lemmata.records import forks


def test_few_are_done_here_and_many_elsewhere_in_order() -> None:
    here = os.getpid()
    assert list(forks.mapped(lambda n: (n, os.getpid()), 3, 2)) == [(n, here) for n in range(3)]
    several = forks.mapped(lambda n: (n, os.getpid()), 100, 2)
    assert [n for n, _ in several] == list(range(100))
    if sys.platform == "linux":
        assert here not in {process for _, process in several}
    assert {process for _, process in forks.mapped(lambda n: (n, os.getpid()), 100, 1)} == {here}


def test_what_is_raised_there_is_raised_here() -> None:
    def task(number: int) -> int:
        if number == 70:
            raise ValueError("seventy")
        return number

    with pytest.raises(ValueError, match="seventy"):
        forks.mapped(task, 100, 2)
