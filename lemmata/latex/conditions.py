r"""Conditions: which branch TeX takes, where that can be known; else both are read, and that is said.

``\newif`` and its switches, comparisons of numbers and commands, and those of etoolbox and ifthen.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lemmata.latex.files import Place
from lemmata.latex.macros import NO_VALUE, TRUE, Macro
from lemmata.latex.tables import words

if TYPE_CHECKING:
    from lemmata.latex.expanding import Expander

_CONDITION = re.compile(r"\\(newif\s*\\if[A-Za-z@]+|if[A-Za-z@]*|else|or|fi)(?![A-Za-z@])|\\.", re.DOTALL)
_TAKE_ARGUMENTS = words("""
    iff ifthenelse iftoggle ifbool ifdef ifundef ifcsdef ifcsundef ifblank ifstrempty ifstrequal ifnumcomp
    ifnumequal ifnumless ifnumgreater ifboolexpr ifstreq ifempty ifdefempty ifdefstring ifcsstring ifnotempty
    ifpackageloaded ifinlist ifinlistcs ifdefmacro ifdefequal ifdefvoid ifnumodd ifdimcomp
""")
"""What begins with ``\\if`` and is closed by no ``\\fi``."""
_PRIMITIVE = words("""
    if ifcat ifx ifnum ifdim ifodd ifvmode ifhmode ifmmode ifinner ifvoid ifhbox ifvbox ifeof iftrue iffalse
    ifcase ifdefined ifcsname iffontchar ifincsname
""")
_ENGINE = {
    **dict.fromkeys(("ifpdf", "ifPDFTeX", "ifpdftex", "iftrue"), True),
    **dict.fromkeys(
        ("ifxetex", "ifluatex", "ifXeTeX", "ifLuaTeX", "iftutex", "iffalse", "ifptex", "ifuptex"), False
    ),
    **dict.fromkeys(("ifvmode", "ifinner"), False),
}
"""Those that pdfLaTeX decides."""
_OTHER_ENGINES = re.compile(r"directlua|XeTeX|luatex|Lua|XeTeXversion|ptex")


@dataclass
class Branch:
    """A condition that is open: whether it was decided, and what had been read before it."""

    decided: bool
    place: Place
    before: int
    name: str


def is_condition(name: str, switches: dict[str, bool | None]) -> bool:
    r"""Whether a command is closed by a ``\fi``."""
    return (
        name in _PRIMITIVE
        or name in _ENGINE
        or name in switches
        or (name.startswith("if@") and name not in _TAKE_ARGUMENTS)
    )


def seems_one(name: str, reader: Expander) -> bool:
    r"""Whether a command that nothing declares is a condition: ``\if...``, and a ``\fi`` follows."""
    if not name.startswith("if") or name in _TAKE_ARGUMENTS or reader.peek() in ("{", "[", "("):
        return False
    frame = reader.frames[-1]
    if frame.text.find(r"\fi", frame.position, frame.end) < 0:
        return False
    reader.switches[name] = None
    return True


def decide(name: str, reader: Expander) -> bool | None:
    """Which branch is taken; None if that cannot be known. Reads what is compared."""
    if name in reader.switches:
        return reader.switches[name]
    if name in _ENGINE:
        return _ENGINE[name]
    if name == "ifmmode":
        return reader.math
    if name == "ifx":
        return _same(next_token(reader), next_token(reader), reader)
    if name == "if":
        first, second = next_token(reader), next_token(reader)
        return None if "\\" in first + second else first == second
    if name == "ifdefined":
        return defined(next_token(reader)[1:], reader)
    if name == "ifcsname":
        return defined(reader.written(reader.until(r"\endcsname")), reader)
    if name == "ifodd":
        value = number(reader)
        return None if value is None else value % 2 == 1
    if name == "ifnum":
        first_value, sign, second_value = number(reader), next_token(reader), number(reader)
        return _compared(first_value, sign, second_value)
    return None


def number(reader: Expander) -> int | None:
    """A number as TeX reads it."""
    digits = ""
    for _ in range(40):
        reader.skip_spaces()
        character = reader.peek()
        if character and (character.isdigit() or (character in "+-" and not digits)):
            while (character := reader.peek()) and (character.isdigit() or (character in "+-" and not digits)):
                digits += reader.token()
            return int(digits) if digits.strip("+-") else None
        if character != "\\":
            return None
        token = reader.token()
        name = token[1:]
        macro = reader.macros.get(name)
        if name in ("value", "arabic"):
            return reader.counters.value(rf"\value{{{reader.argument()}}}")
        if name.startswith("c@"):
            return reader.counters.value(token)
        if name in ("numexpr", "relax", "number"):
            continue
        if not isinstance(macro, Macro):
            return None
        reader.push(macro.called(reader))
    return None


def _compared(first: int | None, sign: str, second: int | None) -> bool | None:
    if first is None or second is None:
        return None
    return first < second if sign == "<" else first > second if sign == ">" else first == second


def next_token(reader: Expander) -> str:
    """What comes behind white space."""
    reader.skip_spaces()
    return reader.token()


def defined(name: str, reader: Expander) -> bool:
    """Whether a command has a meaning: the author's, or one that is known here."""
    if name.startswith("c@"):
        return name[2:] in reader.counters
    if name.startswith("the") and name[3:] in reader.counters:
        return True
    if name.startswith("pdf"):
        return True
    if _OTHER_ENGINES.search(name) or name in ("undefined", "@undefined"):
        return False
    return name in reader.macros or reader.is_own(name) or name.removeprefix("end") in reader.theorems


def _same(first: str, second: str, reader: Expander) -> bool | None:
    if first == second:
        return True
    if not (first.startswith("\\") and second.startswith("\\")):
        return None if first in (NO_VALUE,) else False
    names = (first[1:], second[1:])
    for name, other in (names, names[::-1]):
        if name in ("undefined", "@undefined") or (name == "relax" and other not in reader.macros):
            return not defined(other, reader)
    texts = [
        ""
        if name in ("empty", "@empty")
        else macro.text
        if isinstance(macro := reader.macros.get(name), Macro)
        else None
        for name in names
    ]
    if None not in texts:
        return texts[0] == texts[1]
    return False if names[0] in reader.macros or names[1] in reader.macros else None


def skip(reader: Expander, *, stops: tuple[str, ...]) -> str:
    r"""Passes over a branch that is not taken, to its ``\else``, ``\or`` or ``\fi``; returns which."""
    depth = 0
    while reader.frames:
        frame = reader.frames[-1]
        for match in _CONDITION.finditer(frame.text, frame.position, frame.end):
            name = match[1]
            if name is None or name.startswith("newif"):
                continue
            if name == "fi":
                if not depth:
                    frame.position = match.end()
                    return name
                depth -= 1
            elif name in ("else", "or"):
                if not depth and name in stops:
                    frame.position = match.end()
                    return name
            elif is_condition(name, reader.switches):
                depth += 1
        frame.position = frame.end
        if frame.file or len(reader.frames) <= reader.base + 1:
            return ""
        reader.frames.pop()
    return ""


# -- conditions that take their branches as arguments ----------------------------------------------


def _of_ifthen(text: str, reader: Expander) -> bool | None:
    """A condition of the package ifthen without parentheses."""
    text = text.strip()
    for how, unit in ((r"\\(?:OR|or)(?![A-Za-z])", False), (r"\\(?:AND|and)(?![A-Za-z])", True)):
        parts = re.split(how, text)
        if len(parts) > 1:
            values = [_of_ifthen(part, reader) for part in parts]
            return (not unit) if (not unit) in values else None if None in values else unit
    if negated := re.match(r"\\(?:NOT|not)(?![A-Za-z])", text):
        value = _of_ifthen(text[negated.end() :], reader)
        return None if value is None else not value
    if called := re.match(r"\\(equal|boolean|isodd|isundefined|value)\s*(?=\{)", text):
        reader.push(text[called.end() :])
        first = reader.argument()
        if called[1] == "equal":
            return reader.written(first).strip() == reader.written(reader.argument()).strip()
        if called[1] == "boolean":
            return reader.switches.get(f"if{first}")
        if called[1] == "isundefined":
            return not defined(first.strip()[1:], reader)
        if called[1] == "isodd":
            value_ = reader.counters.value(reader.written(first))
            return None if value_ is None else value_ % 2 == 1
    if compared := re.fullmatch(r"([^<>=]+)([<>=])([^<>=]+)", text):
        values_ = [reader.counters.value(reader.written(part)) for part in (compared[1], compared[3])]
        return _compared(values_[0], compared[2], values_[1])
    return None


def _name(reader: Expander) -> str:
    return reader.argument().strip().lstrip("\\")


def _text(reader: Expander) -> str:
    return reader.argument().strip()


def _loaded(reader: Expander) -> bool | None:
    """Whether a package or a class is loaded; a class that is not one of LaTeX's own may load any."""
    if _text(reader) in reader.loaded:
        return True
    return False if reader.loaded & {"article", "report", "book", "amsart", "amsbook"} else None


ASKS: dict[str, Callable[[Expander], bool | None]] = {
    "ifthenelse": lambda r: _of_ifthen(r.argument(), r),
    "iftoggle": lambda r: r.switches.get(f"toggle {_text(r)}"),
    "ifbool": lambda r: r.switches.get(f"if{_text(r)}"),
    "ifdef": lambda r: defined(_name(r), r),
    "ifundef": lambda r: not defined(_name(r), r),
    "ifcsdef": lambda r: defined(_text(r), r),
    "ifcsundef": lambda r: not defined(_text(r), r),
    "@ifundefined": lambda r: not defined(_text(r), r),
    "ifblank": lambda r: not _text(r),
    "ifstrempty": lambda r: not r.argument(),
    "ifstrequal": lambda r: r.argument() == r.argument(),
    "IfBooleanTF": lambda r: r.argument() == TRUE,
    "IfNoValueTF": lambda r: r.argument() == NO_VALUE,
    "IfValueTF": lambda r: r.argument() != NO_VALUE,
    "IfBlankTF": lambda r: not _text(r),
    "option@": lambda r: _text(r) in r.loaded,
    "@ifpackageloaded": _loaded,
    "@ifclassloaded": _loaded,
    "IfPackageLoadedTF": _loaded,
    "@ifstar": lambda r: _star(r),
    "IfFileExists": lambda r: r.files.find(_text(r)) is not None,
    "@ifnextchar": lambda r: _next_is(r),
    "kernel@ifnextchar": lambda r: _next_is(r),
    "ifnumcomp": lambda r: _compared(r.counters.value(r.argument()), _text(r), r.counters.value(r.argument())),
    "ifnumequal": lambda r: _compared(r.counters.value(r.argument()), "=", r.counters.value(r.argument())),
}
"""Conditions whose branches are the two arguments that follow."""
ASK_FOR_ONE = {
    "IfBooleanT": ("IfBooleanTF", True),
    "IfBooleanF": ("IfBooleanTF", False),
    "IfNoValueT": ("IfNoValueTF", True),
    "IfNoValueF": ("IfNoValueTF", False),
    "IfValueT": ("IfValueTF", True),
    "IfValueF": ("IfValueTF", False),
    "notblank": ("ifblank", False),
}
"""Those that have one branch: which one."""


def _next_is(reader: Expander) -> bool:
    r"""Whether the token asked for comes after the two branches of ``\@ifnextchar``, which stay."""
    asked = reader.token()
    branches = (reader.argument(), reader.argument())
    found = reader.follows(asked) if asked.strip() else False
    if found:
        reader.push(asked)
    reader.push(f"{{{branches[0]}}}{{{branches[1]}}}")
    return found


def _star(reader: Expander) -> bool:
    r"""Whether a star comes after the two branches of ``\@ifstar``; it is taken away."""
    branches = (reader.argument(), reader.argument())
    found = reader.follows("*")
    reader.push(f"{{{branches[0]}}}{{{branches[1]}}}")
    return found


def set_switch(name: str, reader: Expander) -> bool:
    r"""Carries out ``\longtrue`` and the like; whether it was one."""
    if name in SETS:
        prefix, value = SETS[name]
        key = _text(reader)
        said = {"true": True, "false": False}
        given = said.get(reader.argument().strip().lower()) if value is None else value
        reader.switches[f"{prefix}{key}"] = given
        return True
    for ending, value in (("true", True), ("false", False)):
        switch = f"if{name.removesuffix(ending)}"
        if name.endswith(ending) and switch in reader.switches:
            reader.switches[switch] = value
            return True
    return False


SETS: dict[str, tuple[str, bool | None]] = {
    "newboolean": ("if", False),
    "provideboolean": ("if", False),
    "newbool": ("if", False),
    "providebool": ("if", False),
    "setboolean": ("if", None),
    "setbool": ("if", None),
    "booltrue": ("if", True),
    "boolfalse": ("if", False),
    "newtoggle": ("toggle ", False),
    "providetoggle": ("toggle ", False),
    "settoggle": ("toggle ", None),
    "toggletrue": ("toggle ", True),
    "togglefalse": ("toggle ", False),
}
"""Commands that declare or set a switch by the name that follows: what stands before it, and the value."""
