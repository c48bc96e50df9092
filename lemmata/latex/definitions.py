r"""Definitions, carried out: ``\newcommand``, ``\def``, ``\let``, environments, and those of packages."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from lemmata.latex import conditions, macros
from lemmata.latex.files import JOINT
from lemmata.latex.macros import Alias, Environment, Macro, Parameter
from lemmata.latex.tables import Commands, bound

if TYPE_CHECKING:
    from lemmata.latex.expanding import Expander


def _new_name(reader: Expander) -> str:
    """The name of what is to be defined, which may be put together."""
    token = reader.argument().strip()
    if token.startswith(r"\csname"):
        reader.push(token.removeprefix(r"\csname"))
        return put_together(reader)
    return token[1:]


def put_together(reader: Expander) -> str:
    r"""The name that stands before ``\endcsname``."""
    reader.skip_spaces()
    return reader.written(reader.until(r"\endcsname")).strip()


def _newcommand(reader: Expander, *, only_new: bool = False) -> None:
    reader.follows("*")
    name = _new_name(reader)
    parameters = macros.newcommand(reader)
    text = reader.argument()
    if not (only_new and conditions.defined(name, reader)):
        reader.define(name, Macro(parameters, text))


def _document_command(reader: Expander, *, only_new: bool = False) -> None:
    name = reader.argument().strip()[1:]
    parameters, text = macros.xparse(reader.argument()), reader.argument()
    if not (only_new and conditions.defined(name, reader)):
        reader.define(name, Macro(parameters, text))


def _def(reader: Expander, *, everywhere: bool = False, expanded: bool = False) -> None:
    name = _new_name(reader)
    frame = reader.frames[-1] if len(reader.frames) > reader.base else None
    brace = frame.text.find("{", frame.position, frame.end) if frame else -1
    if frame is None or brace < 0:
        return
    before, parameters = macros.primitive(frame.text[frame.position : brace].strip(JOINT + "\n"))
    frame.position = brace
    text = reader.group() or ""
    reader.define(
        name,
        Macro(parameters, reader.written(text) if expanded else text, before.strip()),
        everywhere=everywhere,
    )


def _let(reader: Expander) -> None:
    name = _new_name(reader)
    reader.follows("=")
    reader.skip_spaces()
    other = reader.token()
    if other == r"\csname":
        other = "\\" + put_together(reader)
    if not other.startswith("\\"):
        if other not in "{}":
            reader.define(name, Macro((), other))
        return
    other = other[1:]
    if name.startswith("c@") and other.startswith("c@"):
        reader.counters.declare(name[2:])
        reader.counters.same[name[2:]] = other[2:]
    elif name.startswith("the") and other.startswith("the") and other[3:] in reader.counters:
        reader.define(name, Macro((), rf"\the{other[3:]}"))
    elif other in ("relax", "undefined", "@undefined"):
        reader.define(name, None)
        frame = reader.file()
        if not (frame and frame.declares):
            reader.theorems.pop(name, None)
            reader.environments.pop(name, None)
    elif other in reader.macros:
        reader.define(name, reader.macros[other])
    elif other in reader.environments:
        reader.environments[name] = reader.environments[other]
    elif other.startswith("end") and other[3:] in reader.environments:
        pass
    else:
        reader.define(name, Alias(other))


def _environment(reader: Expander, *, document: bool = False) -> None:
    reader.follows("*")
    name = reader.argument().strip()
    parameters = macros.xparse(reader.argument()) if document else macros.newcommand(reader)
    begin, end = reader.argument(), reader.argument()
    frame = reader.file()
    if not (frame and (frame.declares == "theorems" or (frame.declares and "@" in begin + end))):
        reader.environments[name] = Environment(parameters, begin, end)
        reader.only_prints.clear()


def _operator(reader: Expander) -> None:
    star = "*" if reader.follows("*") else ""
    name = reader.argument().strip()[1:]
    reader.define(name, Macro((), rf"\operatorname{star}{{{reader.argument()}}}"))


def _paired_x(reader: Expander) -> None:
    r"""``\DeclarePairedDelimiterX{\inner}[2]{<}{>}{#1,#2}``: shown with delimiters of plain size."""
    name = reader.argument().strip()[1:]
    count = int(reader.option() or "1")
    left, right, text = reader.argument(), reader.argument(), reader.argument()
    text = re.sub(r"#(\d)", lambda m: f"#{int(m[1]) + 2}", text)
    body = rf"{left}{text}{right}".replace(r"\delimsize", "")
    reader.define(
        name, Macro((Parameter("s", opens="*"), Parameter("o"), *(Parameter() for _ in range(count))), body)
    )


def commands(reader: Expander) -> Commands:
    """The commands that define others."""
    return bound(
        reader,
        {
            "newcommand renewcommand DeclareRobustCommand": _newcommand,
            "providecommand": partial(_newcommand, only_new=True),
            "NewDocumentCommand RenewDocumentCommand DeclareDocumentCommand": _document_command,
            "NewExpandableDocumentCommand DeclareExpandableDocumentCommand": _document_command,
            "ProvideDocumentCommand": partial(_document_command, only_new=True),
            "def": _def,
            "gdef": partial(_def, everywhere=True),
            "edef": partial(_def, expanded=True),
            "xdef": partial(_def, everywhere=True, expanded=True),
            "let LetLtxMacro": _let,
            "newenvironment renewenvironment provideenvironment": _environment,
            "NewDocumentEnvironment RenewDocumentEnvironment": partial(_environment, document=True),
            "DeclareDocumentEnvironment ProvideDocumentEnvironment": partial(_environment, document=True),
            "DeclareMathOperator": _operator,
            "DeclarePairedDelimiter": lambda r: r.define(
                r.argument().strip()[1:], macros.paired(r.argument(), r.argument())
            ),
            "DeclarePairedDelimiterX": _paired_x,
        },
    )
