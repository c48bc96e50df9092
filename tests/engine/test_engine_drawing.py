"""A seed decides every draw, whatever else is loaded."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis.internal.conjecture.providers import HypothesisProvider

from lemmata import ForAll, Margin, Paper, at_most, dims
from lemmata.claims.space import space
from lemmata.run.hunting import PROFILES, hunt
from lemmata.search.drawing.seeded_hypothesis import seeds_alone_decide


@dataclass(frozen=True)
class Size:
    d: int


def drawn() -> list[int]:
    """What a hunt draws in a range in which a constant would be rare by chance."""
    seen: list[int] = []
    claim = Paper("topic", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 1", kind=ForAll(), settings=space(Size, d=dims(1, 10**9))
    )

    @claim.printed("d is positive.")
    def check(d: Any) -> Margin:
        """Positive."""
        if isinstance(d, int):
            seen.append(d)
        return at_most(0, d)

    assert hunt(claim.variant("printed"), PROFILES["quick"]).outcome == "holds"
    return seen


def test_constants_of_a_loaded_module_do_not_change_the_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = drawn()
    file = tmp_path / "full_of_constants.py"
    file.write_text(f"VALUES = {[10**8 + 7 * k for k in range(200)]}\n")
    spec = importlib.util.spec_from_file_location("full_of_constants", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "full_of_constants", module)
    spec.loader.exec_module(module)
    assert drawn() == before


def test_hypothesis_draws_as_always_outside_of_the_block() -> None:
    as_always = HypothesisProvider._maybe_draw_constant
    with seeds_alone_decide():
        assert HypothesisProvider._maybe_draw_constant is not as_always
    assert HypothesisProvider._maybe_draw_constant is as_always
