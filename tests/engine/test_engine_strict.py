"""JSON from elsewhere: what is read, and what is refused in a line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lemmata.records import strict_json
from lemmata.records.strict_json import DEPTH, StrictError


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def test_what_is_read() -> None:
    text = '{"a": [1, 2.5, "é", null, true], "b": {}}'
    assert strict_json.plain(strict_json.loads(text)) == strict_json.plain(strict_json.loads(text.encode()))
    value = nested(DEPTH)
    assert strict_json.plain(value) is value
    assert strict_json.plain(10**99) == 10**99


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("[1,]", "not JSON"),
        (b"\xff", "not JSON"),
        ("[" * 10**5, "not JSON"),
        ("NaN", "NaN is not a finite number"),
        ("[-Infinity]", "-Infinity is not a finite number"),
        ("1e400", "1e400 is not a finite number"),
        ("9" * 5000, "not JSON"),
        ("1." + "9" * 300 + "e999", r"1\.9+\.\.\.\)?$|is not a finite number"),
    ],
    ids=lambda v: str(v)[:12],
)
def test_what_is_no_finite_json(text: str | bytes, message: str) -> None:
    with pytest.raises(StrictError, match=message) as caught:
        strict_json.loads(text)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (nested(DEPTH + 1), "nested more than 40 levels deep"),
        ({"a": {"b": -(10**100)}}, "more than 100 digits"),
        ("\ud800", "'.ud800' holds half a character"),
        ({"\udfff": 1}, "holds half a character"),
    ],
)
def test_what_cannot_be_walked_written_or_shown(value: Any, message: str) -> None:
    with pytest.raises(StrictError, match=message):
        strict_json.plain(value)


def test_a_file_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"x" * 10)
    assert strict_json.read(path, 10) == b"x" * 10
    with pytest.raises(StrictError, match="has more than 9 bytes, the most that is read"):
        strict_json.read(path, 9)
    for other in (tmp_path, tmp_path / "none", Path("a\0b")):
        with pytest.raises(StrictError, match="cannot be read"):
            strict_json.read(other, 10**6)


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (None, "schema None is not 'x/y/2'; do it again"),
        ("x/y/1", "schema 'x/y/1' is not 'x/y/2': an older Lemmata wrote it; do it again"),
        ("x/y/3", "a newer Lemmata wrote it; read it with that one, or do it again"),
        ("x/z/3", "schema 'x/z/3' is not 'x/y/2'; do it again"),
        ("x/y/²", "is not 'x/y/2'; do it again"),
        ("x/y/" + "9" * 5000, "is not 'x/y/2'; do it again"),
        (["x/y/1"], "is not 'x/y/2'; do it again"),
    ],
    ids=lambda v: str(v)[:20],
)
def test_a_schema_that_is_not_ours(found: Any, message: str) -> None:
    told = strict_json.foreign(found, "x/y/2", "do it again")
    assert message in told
    assert told.isascii()
    assert len(told) < 400
