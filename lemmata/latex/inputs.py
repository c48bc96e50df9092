r"""The files that a source reads: its parts, its class and style files, and what is read at the end of them."""

from __future__ import annotations

import posixpath
import re
from functools import partial
from typing import TYPE_CHECKING

from lemmata.latex import venues
from lemmata.latex.files import File, Place, coding_of, decoded
from lemmata.latex.stream import Frame
from lemmata.latex.tables import Commands, bound
from lemmata.latex.theorems import options

if TYPE_CHECKING:
    from lemmata.latex.expanding import Expander


def read(reader: Expander, name: str, *, declares: str = "", part: bool = False) -> None:
    """Puts a file before what follows; of a ``part`` only what stands in its document."""
    again = name == reader.files.main and reader.main_read
    if again or any(frame.file and frame.file.name == name for frame in reader.frames):
        reader.remark(f"{reader.place()}: {name} reads itself, and is not read again")
        return
    reader.main_read = True
    data = reader.files.data(name)
    if not reader.coding:
        reader.coding = coding_of(data)
    text, told = decoded(data, reader.coding)
    if told and not declares:
        reader.remark(f"{name}: {told}")
    text = reader.shield(text)
    for written_name, content in reader.shield.written.items():
        if reader.files.find(written_name, endings=("",)) is None:
            reader.files.written[written_name] = content
    start, end = 0, len(text)
    if part:
        begin = re.search(r"\\begin\s*\{document\}", text)
        stop = re.search(r"\\end\s*\{document\}", text)
        start, end = begin.end() if begin else 0, stop.start() if stop else end
    reader.frames.append(Frame(text, start, end, File(name, text), declares, opened=len(reader.open)))


def _input(reader: Expander, how: str) -> None:
    place = reader.place()
    folder = ""
    reader.follows("*")
    if how in ("import", "subimport", "includefrom", "inputfrom", "subincludefrom"):
        folder = reader.written(reader.argument())
        if how.startswith("sub"):
            folder = posixpath.join(posixpath.dirname(place.file), folder)
    name = reader.group()
    if name is None:
        reader.skip_spaces()
        frame = reader._front()
        word = re.compile(r"[^\s{}\\]+").match(frame.text, frame.position, frame.end) if frame else None
        name = word[0] if word else ""
        if frame and word:
            frame.position = word.end()
    name = reader.written(name).strip()
    if reader.only is not None and how == "include" and name not in reader.only:
        return
    found = reader.files.find(name, folder) or reader.files.find(name, posixpath.dirname(place.file))
    frame = reader.file()
    if found is None:
        if not (frame and frame.declares):
            _missing(reader, place, how, name)
        return
    read(reader, found, part=how.startswith("subfile"), declares=frame.declares if frame else "")


def _missing(reader: Expander, place: Place, how: str, name: str) -> None:
    """A file that is not there."""
    told = f"{place}: \\{how}{{{name}}}: there is no such file"
    own = reader.out is None and not reader.in_document
    reader.remark(
        told
        + ("; it is taken for one of TeX's own" if own else ": what it says is missing, and numbers may differ")
    )


def _package(reader: Expander) -> None:
    reader.loaded |= {option.strip() for option in (reader.option() or "").split(",")}
    names = reader.written(reader.argument())
    reader.option()
    inside = reader.file()
    for name in reversed([n.strip() for n in names.split(",")]):
        if f"{name}.sty" in reader.loaded:
            continue
        reader.loaded |= {name, f"{name}.sty"}
        if not _venue(reader, name) and (found := reader.files.find(name, endings=(".sty",))) is not None:
            only = inside is not None and inside.declares == "theorems"
            read(reader, found, declares="theorems" if only else "all")


def _class(reader: Expander) -> None:
    given = reader.option() or ""
    name = reader.argument().strip()
    reader.option()
    reader.loaded |= {name, *(option.strip() for option in given.split(","))}
    if name.startswith("ams"):
        reader.loaded |= {"amsthm", "amsmath"}
    if venues.is_book(name):
        reader.counters.begin_book()
    if not _venue(reader, name) and (found := reader.files.find(name, endings=(".cls",))) is not None:
        read(reader, found, declares="theorems")


def _venue(reader: Expander, name: str) -> bool:
    """Reads what the class or style of a venue declares, if it is known here."""
    if (known := venues.of(name)) is None:
        return False
    reader.frames.append(Frame(known, 0, len(known), File(name, known)))
    return True


def _end_input(reader: Expander) -> None:
    while len(reader.frames) > reader.base and not reader.frames[-1].file:
        reader.frames.pop()
    if len(reader.frames) > reader.base:
        reader.frames[-1].position = reader.frames[-1].end


def _keep_for(reader: Expander, when: str) -> None:
    place = reader.place()
    reader.later[when].append((reader.argument(), place))


def _hook(reader: Expander) -> None:
    name = reader.argument()
    reader.option()
    text = reader.argument()
    if name in ("begindocument", "enddocument", "begindocument/before", "begindocument/end"):
        reader.later["document" if name == "enddocument" else "preamble"].append((text, reader.place()))


def _input_if_there(reader: Expander) -> None:
    name, there, other = reader.argument(), reader.argument(), reader.argument()
    found = reader.files.find(reader.written(name))
    if found is None:
        reader.push(other)
    else:
        reader.push(there)
        read(reader, found)


def commands(reader: Expander) -> Commands:
    """The commands that read files."""
    names = (
        "input include subfile subfileinclude import subimport includefrom inputfrom subincludefrom @input "
        "markdownInput"
    )
    return {
        **{name: partial(_input, reader, name) for name in names.split()},
        **bound(
            reader,
            {
                "usepackage RequirePackage RequirePackageWithOptions": _package,
                "documentclass documentstyle LoadClass LoadClassWithOptions": _class,
                "endinput": _end_input,
                "includeonly": lambda r: setattr(r, "only", {*map(str.strip, r.argument().split(","))}),
                "InputIfFileExists": _input_if_there,
                "mathtoolsset": lambda r: r.loaded.update(options(r.argument())),
                "AtBeginDocument AtEndPreamble AtEndOfClass AtEndOfPackage": partial(
                    _keep_for, when="preamble"
                ),
                "AtEndDocument": partial(_keep_for, when="document"),
                "AddToHook": _hook,
            },
        ),
    }
