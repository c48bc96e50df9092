r"""Statements: their numbers and names, the statements that are said again, and heads that are set by hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lemmata.latex import prose, titles
from lemmata.latex.document import GUESSED, Draft, Target
from lemmata.latex.macros import Macro
from lemmata.latex.theorems import Theorem, keyed, options

if TYPE_CHECKING:
    from lemmata.latex.reader import Reading


def begin(reader: Reading, theorem: Theorem) -> None:
    """A statement begins, or a proof that is declared like one."""
    place = reader.place()
    title, name, labels = theorem.title, "", []
    if theorem.prefix is not None:
        reader.option()
        name = reader.argument().strip()
        if theorem.counter:
            label = reader.argument().strip()
            labels = [f"{theorem.prefix}:{label}"] if label else []
    elif theorem.parameters:
        values = Macro(theorem.parameters, "").values(reader)
        title = Macro((), theorem.title).filled(values)
        labels = [named for value in values if (named := options(value).get("label"))]
    else:
        reader.option("<", ">")  # when beamer shows it
        name = reader.option() or ""
    if not theorem.parameters:
        title = reader.written(title)
    if titles.sort(prose.plain(title)) == "proof":
        if theorem.counter:
            reader.counters.step(theorem.counter)
        reader.open[-1].data = "proof"
        reader.proofs += 1
        return
    number = reader.counters.step(theorem.counter) if theorem.counter else ""
    if theorem.parameters:  # a title that has its number, and a name behind it
        title, _, name = reader.written(title).partition(number or "\0")
        name = prose.plain(name).strip(" :.()")
    statement = Draft(title.strip(), number, "", place, 0, theorem.counter)
    if theorem.once:
        statement.once = theorem.counter
    _begin_as_declared(reader, statement, theorem, name, labels)


def _begin_as_declared(
    reader: Reading, statement: Draft, theorem: Theorem, name: str, labels: list[str]
) -> None:
    """A statement begins behind whose beginning a name stands, or options of thmtools."""
    if theorem.guessed:
        statement.remarks.append(GUESSED)
    if name and (given := keyed(name)) is not None:
        name = given.get("name") or given.get("title") or ""
        labels += [label for label in (given.get("label"),) if label]
        for key in ("restate", "restate*", "restated", "store"):
            if key in given:
                _restates(reader, given[key])
    _enter(reader, statement, name, labels)


def _enter(reader: Reading, statement: Draft, name: str, labels: list[str]) -> None:
    """What follows is said by a statement."""
    reader.events += 1
    reader.found.append(statement)
    reader.statements.append(statement)
    if reader.out is None:
        reader.out = []
    statement.out, statement.start = reader.out, len(reader.out)
    reader.open[-1].data = statement
    reader.point_at(Target(statement.title, statement.number, statement))
    for label in labels:
        reader.label(label)
    statement.name = reader.written(name)
    for match in re.finditer(r"\\label\s*\{([^{}]*)\}", name):
        if match[1] not in statement.labels:
            reader.label(match[1])


def _restates(reader: Reading, command: str) -> None:
    r"""``\command`` says a statement again: it is one already."""
    name = command.strip().lstrip("\\")
    reader.commands[name] = lambda: reader.follows("*") and None
    reader.macros.pop(name, None)


def begin_restated(reader: Reading, how: str) -> None:
    r"""``\begin{restatable}[name]{theorem}{command}`` of thmtools, ``theoremEnd`` of proof-at-the-end."""
    name = reader.option() or ""
    kind = reader.argument().strip()
    if how.startswith("restatable"):
        command = reader.argument().strip()
    else:
        name, command = reader.option() or "", ""
    theorem = reader.theorems.get(kind) or Theorem(titles.guessed(kind) or "Theorem", "", guessed=True)
    deferred = how == "restatable*" and bool(theorem.counter)
    number = reader.counters.step(theorem.counter) if theorem.counter and not deferred else ""
    statement = Draft(reader.written(theorem.title), number, "", reader.place(), 0, theorem.counter)
    _begin_as_declared(reader, statement, theorem, name, [])
    if command and deferred:
        reader.commands[command] = lambda: _number_now(reader, statement)
    elif command:
        _restates(reader, command)


def _number_now(reader: Reading, statement: Draft) -> None:
    r"""The place at which a statement of ``restatable*`` has its number."""
    if reader.follows("*") or statement.number:
        return
    statement.number = reader.counters.step(statement.counter)
    for label in statement.labels:
        reader.targets[label] = Target(statement.title, statement.number, statement)


def leave(reader: Reading, statement: Draft) -> None:
    """A statement ends."""
    statement.latex = "".join(statement.out[statement.start :])
    place = reader.reached()
    if place.file == statement.place.file:
        statement.last = place.line
    reader.statements.remove(statement)
    statement.out.append("\n")
    if not reader.statements and not reader.base:
        reader.out = None


def heading(reader: Reading, name: str) -> tuple[str, str] | None:
    r"""Title and counter of an environment whose head the author sets by hand (``\refstepcounter``)."""
    environment = reader.environments[name]
    begin = environment.begin
    if re.search(
        r"\\begin\s*\{(?!trivlist|list|quote|center|itshape|em\}|flush|mdframed|tcolorbox|framed)", begin
    ):
        return None
    if any(re.search(rf"\\(?:begin\s*\{{)?{re.escape(t)}(?![A-Za-z])", begin) for t in reader.theorems):
        return None
    steps = re.search(r"\\refstepcounter\s*\{(\w+)\}", begin)
    default = next((p.default for p in environment.parameters if p.kind == "O"), "")
    words = re.findall(r"[^\W\d_]{3,}", re.sub(r"\\[A-Za-z@]+", " ", begin.replace("#1", default)))
    title = next((word for word in words if titles.known(word) and titles.sort(word) != "proof"), None)
    if title is None or (
        steps is None and not re.search(r"\\(?:item|textbf|bf|bfseries|textsc|sc|scshape)\b", begin)
    ):
        return None
    return title, steps[1] if steps else ""


def begin_headed(reader: Reading, title: str, counter: str) -> None:
    r"""A statement whose head is text: what it prints before its number is no part of what it says."""
    statement = Draft(title, "", "", reader.place(), 0, "", headed=True)
    opened = reader.open[-1]
    _enter(reader, statement, "", [])
    opened.data = statement
    if counter:
        reader.heads[counter] = statement


def step_for_reference(reader: Reading) -> None:
    r"""``\refstepcounter``: what is labelled from here on has this number."""
    name = reader.argument().strip()
    number = reader.counters.step(name)
    reader.events += 1
    statement = reader.heads.pop(name, None)
    if statement is not None:
        statement.number = number
        reader.point_at(Target(statement.title, number, statement))
        return
    title = reader.theorems[name].title if name in reader.theorems else ""
    reader.point_at(Target(title, number))
