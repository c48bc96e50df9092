"""What commands write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lemmata.commands.output import dump

LONG = [["1/2", "3/4"]] * 20


@pytest.mark.parametrize(
    ("document", "lines"),
    [
        ({"a": [1, 2.5, None, True], "b": {"c": "é\n"}}, ['{"a": [1, 2.5, null, true], "b": {"c": "é\\n"}}']),
        ({"m": LONG}, ["{", ' "m": [', *['  ["1/2", "3/4"],'] * 19, '  ["1/2", "3/4"]', " ]", "}"]),
        ({"m": list(range(60))}, ["{", f' "m": {list(range(60))}', "}"]),
    ],
)
def test_a_row_of_a_matrix_stands_in_a_line(document: dict[str, Any], lines: list[str], tmp_path: Path) -> None:
    dump(document, tmp_path / "a.json")
    text = (tmp_path / "a.json").read_text(encoding="utf-8")
    assert text.splitlines() == lines
    assert json.loads(text) == document


def test_what_json_lacks_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        dump({"a": float("nan")}, tmp_path / "a.json")
