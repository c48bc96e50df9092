r"""The author's own commands, as ``\newcommand``, ``\def``, xparse and mathtools define them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from lemmata.latex.stream import Stream

NO_VALUE, TRUE, FALSE = "\ue0f0", "\ue0f1", "\ue0f2"
"""What xparse gives for an argument that is left out, and for a star that is there or not."""
_PARAMETER = re.compile(r"#(#+\d|\d)")
_ENDS_IN_COMMAND = re.compile(r"\\[A-Za-z@]+\Z")
_XPARSE = re.compile(
    r"\s*[+!>]?\s*(?:(?P<kind>[movsg])|(?P<default>[OG])\s*(?=\{)|(?P<token>t)\s*(\\.|.)"
    r"|(?P<pair>[rd])(?P<opens>.)(?P<closes>.)|(?P<Pair>[RD])(?P<Opens>.)(?P<Closes>.)\s*(?=\{)"
    r"|(?P<marks>[eE])\s*(?=\{))"
)


@dataclass(frozen=True)
class Parameter:
    """How an argument is given: ``kind`` as xparse names it, or ``u`` for one up to a delimiter."""

    kind: str = "m"
    default: str = NO_VALUE
    opens: str = "["
    closes: str = "]"


@dataclass(frozen=True)
class Macro:
    """A command: its parameters and what it stands for; ``before`` has to stand in front of its arguments."""

    parameters: tuple[Parameter, ...]
    text: str
    before: str = ""

    @cached_property
    def _pieces(self) -> list[str]:
        return _PARAMETER.split(self.text)

    def filled(self, values: list[str]) -> str:
        """What it stands for with these arguments."""
        pieces = self._pieces
        if len(pieces) == 1:
            return self.text
        filled = pieces[0]
        for parameter, after in zip(pieces[1::2], pieces[2::2], strict=True):
            if parameter[0] == "#":  # of what this one defines
                value = parameter
            else:
                value = values[int(parameter) - 1] if int(parameter) <= len(values) else ""
            touching = value[:1].isalpha() and _ENDS_IN_COMMAND.search(filled[-40:])
            filled += f"{' ' if touching else ''}{value}{after}"
        return filled

    def called(self, stream: Stream) -> str:
        """What it stands for with the arguments that come next."""
        return self.filled(self.values(stream))

    def values(self, stream: Stream) -> list[str]:
        """The arguments that come next."""
        if self.before:
            stream.follows(self.before)
        values: list[str] = []
        for parameter in self.parameters:
            values += _value(parameter, stream, values)
        return values


@dataclass(frozen=True)
class Environment:
    """An environment of the author's."""

    parameters: tuple[Parameter, ...]
    begin: str
    end: str


@dataclass(frozen=True)
class Alias:
    r"""What ``\let`` makes of a command that is not the author's."""

    name: str


def _value(parameter: Parameter, stream: Stream, values: list[str]) -> list[str]:
    kind, value = parameter.kind, None
    if kind in "mv":
        return [stream.argument()]
    if kind == "u":
        return [stream.until(parameter.closes)]
    if kind in "st":
        return [TRUE if stream.follows(parameter.opens) else FALSE]
    if kind == "e":
        return [
            stream.argument() if stream.follows(mark) else NO_VALUE for mark in parameter.opens if mark.strip()
        ]
    value = stream.group() if kind in "gG" else stream.option(parameter.opens, parameter.closes)
    if value is None:
        default = parameter.default
        return [Macro((), default).filled(values) if "#" in default else default]
    return [value]


def newcommand(stream: Stream) -> tuple[Parameter, ...]:
    """Parameters as ``[2][x]`` gives them: their number and the value of the first if it may be left out."""
    number = stream.option()
    count = int(number) if number and number.strip().isdigit() else 0
    default = stream.option() if number is not None else None
    first = () if default is None else (Parameter("O", default),)
    return (*first, *(Parameter() for _ in range(count - len(first))))


def xparse(specification: str) -> tuple[Parameter, ...]:
    """Parameters as ``s O{x} m`` gives them."""
    stream = Stream()
    stream.push(specification)
    parameters: list[Parameter] = []
    while stream.frames:
        frame = stream.frames[-1]
        match = _XPARSE.match(frame.text, frame.position)
        if match is None:
            if not stream.token():
                break
            continue
        frame.position = match.end()
        if kind := match["kind"]:
            parameters.append(Parameter(kind, opens="*" if kind == "s" else "["))
        elif match["default"]:
            parameters.append(Parameter(match["default"], stream.argument()))
        elif match["token"]:
            parameters.append(Parameter("t", opens=match[4]))
        elif match["marks"]:
            parameters.append(Parameter("e", opens=stream.argument()))
            if match["marks"] == "E":
                stream.argument()
        elif match["pair"]:
            kind = "m" if match["pair"] == "r" and match["opens"] == "{" else "d"
            parameters.append(Parameter(kind, opens=match["opens"], closes=match["closes"]))
        else:
            parameters.append(Parameter("D", stream.argument(), match["Opens"], match["Closes"]))
    return tuple(parameters)


def primitive(parameters: str) -> tuple[str, tuple[Parameter, ...]]:
    r"""What stands before the arguments, and these, as ``\def\x a#1.#2{...}`` gives them."""
    before, *rest = re.split(r"#(?:\d|$)", parameters)
    return before, tuple(Parameter("u", closes=text) if text else Parameter() for text in rest)


def paired(left: str, right: str) -> Macro:
    r"""A command of ``\DeclarePairedDelimiter``: plain, with a star, or with a size."""
    body = (
        rf"\IfBooleanTF{{#1}}{{\left{left}#3\right{right}}}"
        rf"{{\IfNoValueTF{{#2}}{{{left}#3{right}}}{{#2l{left}#3#2r{right}}}}}"
    )
    return Macro((Parameter("s", opens="*"), Parameter("o"), Parameter()), body)
