"""Files that authors' code opens: which, on whose behalf, and what they hold."""

from __future__ import annotations

import functools
import os
import time
from pathlib import Path

import numpy as np
import pytest
import torch

from lemmata.run import reads


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "table.txt"
    path.write_text("6", encoding="utf-8")
    reads.watch()
    time.sleep(0.02)  # a file that was written just now might be written again
    reads.taken()
    return path


def plainly(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@functools.cache
def once(path: Path) -> str:
    return path.read_text(encoding="utf-8")


class Reader:
    def read(self, path: Path) -> str:
        with path.open(encoding="utf-8") as file:
            return file.read()


anonymous = lambda path: path.read_bytes()  # noqa: E731


def seen(name: str) -> dict[str, str]:
    return reads.of([(__name__, name)])


def test_a_file_is_known_by_the_function_that_opens_it(file: Path) -> None:
    plainly(file)
    Reader().read(file)
    anonymous(file)
    told = {str(file): reads.digest(str(file))}
    assert seen("plainly").items() >= told.items()
    assert seen("Reader").items() >= told.items()
    assert seen("").items() >= told.items()  # no name holds what opened it: it counts for the module
    assert str(file) not in seen("once")


def test_what_a_cached_function_has_read_stays_known(file: Path) -> None:
    once(file)
    before = seen("once")
    once(file)
    assert str(file) in before
    assert seen("once") == before


def test_libraries_read_for_who_calls_them(file: Path, tmp_path: Path) -> None:
    array, tensor = tmp_path / "a.npy", tmp_path / "t.pt"
    np.save(array, np.zeros(2))
    torch.save(torch.zeros(2), tensor)
    time.sleep(0.02)
    np.load(array)
    torch.load(tensor)
    found = reads.of([(__name__, "test_libraries_read_for_who_calls_them")])
    assert {str(array), str(tensor)} <= found.keys()


def test_a_folder_is_what_it_lists(file: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    time.sleep(0.02)
    list((tmp_path / "folder").iterdir())
    path = str(tmp_path / "folder")
    before = reads.of([(__name__, "test_a_folder_is_what_it_lists")])[path]
    (tmp_path / "folder" / "new").touch()
    assert reads.digest(path) != before


def test_what_is_written_is_not_read_and_what_is_missing_is_absent(file: Path, tmp_path: Path) -> None:
    (tmp_path / "written").write_text("x", encoding="utf-8")
    os.close(os.open(tmp_path / "made", os.O_CREAT | os.O_WRONLY))
    with pytest.raises(FileNotFoundError):
        (tmp_path / "missing").read_bytes()
    name = "test_what_is_written_is_not_read_and_what_is_missing_is_absent"
    found = reads.of([(__name__, name)])
    assert str(tmp_path / "written") not in found
    assert str(tmp_path / "made") not in found
    assert found[str(tmp_path / "missing")] == reads.ABSENT


def test_a_file_that_changes_while_it_is_read_is_not_relied_on(file: Path) -> None:
    plainly(file)
    file.write_text("7", encoding="utf-8")
    assert seen("plainly")[str(file)] == reads.UNSURE
    time.sleep(0.02)
    plainly(file)
    assert seen("plainly")[str(file)] == reads.UNSURE  # what was read before is still about
