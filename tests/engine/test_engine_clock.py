"""Where the time goes, part by part."""

import time
from contextlib import suppress

import pytest

from lemmata.records import clock


@pytest.fixture(autouse=True)
def ticking(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A time that a test sets."""
    now = [0.0]
    clock.taken()
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    return now


def test_a_part_inside_another_stops_its_clock(ticking: list[float]) -> None:
    with clock.at("search"):
        ticking[0] = 1.0
        with clock.at("exact"):
            ticking[0] = 4.0
        ticking[0] = 6.0
    assert clock.taken() == {"search": 3.0, "exact": 3.0}
    assert clock.taken() == {}


def test_an_error_ends_its_part(ticking: list[float]) -> None:
    with clock.at("search"):
        with suppress(ZeroDivisionError), clock.at("exact"):
            ticking[0] = 2.0
            raise ZeroDivisionError
        ticking[0] = 2.5
    assert clock.taken() == {"search": 0.5, "exact": 2.0}


def test_what_workers_take_is_added_and_told_with_its_share(ticking: list[float]) -> None:
    clock.include({"exact": 3.0})
    clock.include({"exact": 3.0, "pages": 2.0})
    titles = clock.PARTS
    assert clock.table(clock.taken()) == [(titles["exact"], 6.0, 0.75), (titles["pages"], 2.0, 0.25)]
    assert clock.table({}) == []
