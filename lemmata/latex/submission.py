"""The files of a paper, from wherever they are: a file and its folder, a folder, or an archive.

An archive is read in memory: nothing of it is written anywhere.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import posixpath
import re
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from lemmata.errors import LemmataError
from lemmata.latex.tables import words

_READ = words(".tex .ltx .latex .sty .cls .def .clo .cfg .aux .bbl .txt .json .xxx .tikz") | {""}
"""What may be of use: no figures."""
_MOST_BYTES = 200_000_000
"""So much of an archive is unpacked at most."""
_MOST_FILES = 20_000
_BEGINS = re.compile(rb"^[^%\n]*\\(?:documentclass|documentstyle)\b", re.MULTILINE)
_DOCUMENT = re.compile(rb"^[^%\n]*\\begin\s*\{document\}", re.MULTILINE)
_PART = re.compile(rb"^[^%\n]*\\documentclass\s*(?:\[[^\]]*\])?\s*\{(?:subfiles|standalone)\}", re.MULTILINE)
_READS = re.compile(rb"^[^%\n]*?\\(?:input|include|subfile)\s*\{?\s*([\w./-]+)", re.MULTILINE)
_USUAL = ("main", "paper", "ms", "article", "manuscript", "root", "arxiv")
_UNUSUAL = ("supp", "response", "rebuttal", "cover", "letter", "slides", "poster", "template", "sample", "diff")


@dataclass(frozen=True)
class Submission:
    """The files of a paper, by their paths from where its main file is looked for.

    Attributes:
        main: the main file.
        stem: what to call the paper if its main file is called ``main``.
        remarks: what was chosen among several.
    """

    main: str
    stem: str
    _names: frozenset[str]
    _bytes: Callable[[str], bytes]
    remarks: tuple[str, ...] = ()
    written: dict[str, str] = field(default_factory=dict)
    """Files that the source itself writes."""

    def data(self, name: str) -> bytes:
        """What is in a file."""
        return self.written[name].encode() if name in self.written else self._bytes(name)

    def find(self, name: str, folder: str = "", endings: Iterable[str] = (".tex", "")) -> str | None:
        """The file that LaTeX finds under a name, as seen from a folder."""
        name = name.strip().strip('"')
        for ending in endings:
            path = posixpath.normpath(posixpath.join(folder, posixpath.dirname(self.main), name + ending))
            for candidate in (path, posixpath.normpath(posixpath.join(folder, name + ending))):
                if name and (candidate in self.written or self._has(candidate)):
                    return candidate
        return None

    def _has(self, name: str) -> bool:
        if self._names:
            return name in self._names
        try:
            self._bytes(name)
        except OSError:
            return False
        return True


def of(source: Path) -> Submission:
    """The files of a paper.

    Args:
        source: its main file, its folder, or an archive (``.tar``, ``.tar.gz``, ``.zip``, a single ``.gz``).

    Raises:
        LemmataError: there is no such file, it cannot be unpacked, or it has no main file.
    """
    if source.is_dir():
        names = tuple(_of_folder(source))
        return _with_main(source, source.resolve().name, names, lambda name: (source / name).read_bytes())
    try:
        data = source.read_bytes()
    except OSError:
        raise LemmataError(f"{source}: there is no such file") from None
    unpacked = _unpacked(source, data)
    if unpacked is not None:
        stem = re.sub(r"\.(tar|tgz|zip|gz|bz2|xz|tar\.\w+)$", "", source.name)
        return _with_main(source, stem.removesuffix(".tar"), tuple(unpacked), unpacked.__getitem__)
    if b"\0" in data[:1000] and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        raise LemmataError(
            f"{source} is no text: name a LaTeX file, a folder, or an archive (.tar.gz, .zip, .gz)"
        )
    return Submission(source.name, source.resolve().parent.name, frozenset(), partial(_beside, source.parent))


def _beside(folder: Path, name: str) -> bytes:
    """A file beside the main one; those above its folder as well, as LaTeX does."""
    if not (folder / name).is_file():
        raise FileNotFoundError(name)
    return (folder / name).read_bytes()


def _of_folder(folder: Path) -> Iterator[str]:
    count = 0
    for where, folders, files in os.walk(folder):
        folders[:] = sorted(
            name for name in folders if not name.startswith((".", "__")) and name != "node_modules"
        )
        for name in sorted(files):
            count += 1
            if count > _MOST_FILES:
                return
            if _of_use(name):
                yield (Path(where) / name).relative_to(folder).as_posix()


def _of_use(name: str) -> bool:
    return posixpath.splitext(name)[1].lower() in _READ and not posixpath.basename(name).startswith("._")


def _unpacked(source: Path, data: bytes) -> dict[str, bytes] | None:
    """The files of an archive by their names; None where it is none."""
    try:
        if data[:2] == b"\x1f\x8b":
            with gzip.open(io.BytesIO(data)) as stream:
                data = stream.read(_MOST_BYTES)
            if not tarfile.is_tarfile(io.BytesIO(data)):
                name = re.sub(r"\.gz$", "", source.name)
                return {name if name.endswith(".tex") else f"{name}.tex": data}
        if data[:4] == b"PK\x03\x04":
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                return dict(
                    _limited(
                        (i.filename, i.file_size, archive.read) for i in archive.infolist() if not i.is_dir()
                    )
                )
        if tarfile.is_tarfile(io.BytesIO(data)):
            with tarfile.open(fileobj=io.BytesIO(data)) as tape:
                members = {member.name: member for member in tape.getmembers() if member.isfile()}

                def content(name: str) -> bytes:
                    stream = tape.extractfile(members[name])
                    return stream.read() if stream else b""

                return dict(_limited((name, member.size, content) for name, member in members.items()))
    except (OSError, EOFError, zlib.error, tarfile.TarError, zipfile.BadZipFile, RuntimeError) as error:
        raise LemmataError(f"{source} cannot be unpacked: {error}") from None
    return None


def _limited(members: Iterable[tuple[str, int, Callable[[str], bytes]]]) -> Iterator[tuple[str, bytes]]:
    left = _MOST_BYTES
    for name, size, read in members:
        if _of_use(name) and size <= left:
            left -= size
            yield posixpath.normpath(name), read(name)


def _with_main(source: Path, stem: str, names: tuple[str, ...], data: Callable[[str], bytes]) -> Submission:
    texts = {name: data(name) for name in names if name.lower().endswith((".tex", ".ltx", ".latex"))}
    whole = [n for n, text in texts.items() if _BEGINS.search(text) and _DOCUMENT.search(text)]
    whole = [n for n in whole if not _PART.search(texts[n])] or whole
    if not whole:
        known = [name for name in texts if _BEGINS.search(texts[name]) or _DOCUMENT.search(texts[name])]
        whole = known or sorted(texts)[:1] if len(texts) <= 1 or known else []
    if not whole:
        raise LemmataError(
            f"{source} has no LaTeX file with \\documentclass and \\begin{{document}}"
            + (f", only {', '.join(sorted(texts)[:5])}: name the main file" if texts else "")
        )
    said = _said(names, data)
    read = {
        re.sub(r"\.tex$", "", posixpath.basename(asked.decode("utf-8", "replace")))
        for name in whole
        for asked in _READS.findall(texts[name])
    }

    def order(name: str) -> tuple[object, ...]:
        base = posixpath.splitext(posixpath.basename(name))[0].lower()
        return (
            name not in said,
            base in {r.lower() for r in read},
            any(word in base for word in _UNUSUAL),
            name.count("/"),
            base not in _USUAL,
            not (f"{name[:-4]}.bbl" in names or f"{name[:-4]}.aux" in names),
            -len(texts[name]),
            name,
        )

    main, *others = sorted(whole, key=order)
    remarks = (
        (f"{main} is read; {', '.join(others[:5])} {'are' if len(others) > 1 else 'is'} a document as well",)
        if others
        else ()
    )
    return Submission(main, stem, frozenset(names), data, remarks)


def _said(names: tuple[str, ...], data: Callable[[str], bytes]) -> frozenset[str]:
    """The files that an archive of preprints itself calls its main ones (``00README``)."""
    found: set[str] = set()
    for name in names:
        if posixpath.basename(name).lower() == "00readme.json":
            try:
                sources: Mapping[str, str] = {}
                for sources in json.loads(data(name)).get("sources", ()):
                    if sources.get("usage") == "toplevel":
                        found.add(sources.get("filename", ""))
            except (ValueError, AttributeError, TypeError):
                continue
        elif posixpath.basename(name).lower() == "00readme.xxx":
            found |= {
                line.split()[0]
                for line in data(name).decode("utf-8", "replace").splitlines()
                if line.rstrip().endswith("toplevelfile")
            }
    return frozenset(found)
