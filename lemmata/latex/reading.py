r"""The statements and displays of a paper, in its order, numbered as LaTeX numbers them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lemmata.errors import LemmataError
from lemmata.latex import counters as counting
from lemmata.latex import macros, prose, source, theorems
from lemmata.latex.counters import Counters
from lemmata.latex.source import Place, Source, Traced, made_at
from lemmata.latex.theorems import KNOWN, Theorem

REMEDY = (
    "reading LaTeX needs pylatexenc, which is not installed: pip install 'lemmata[latex]' (or pip install "
    "pylatexenc)"
)
_ROWS = ("align", "alignat", "flalign", "gather", "eqnarray", "xalignat", "xxalignat", "IEEEeqnarray")
"""Displays in which each line has a number."""
_ONE = ("equation", "multline", "dmath", "math", "displaymath")
"""Displays that have one number."""
_BOOKS = re.compile(
    r"\\documentclass\s*(?:\[[^\]]*\]\s*)?\{(?:\w*book|\w*report|\w*thesis|memoir|scrbook|svmono)\}"
)
_MORE_DISPLAYS = ("dmath", "dmath*", "eqnarray", "eqnarray*")
"""Those that pylatexenc may not know."""
_LABEL = re.compile(r"\\label\s*(?:\[[^\]]*\]\s*)?\{([^{}]*)\}")
_TAG = re.compile(r"\\tag\*?\s*(?=\{)")
_SECTION = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
_RESTATABLE = ("restatable", "restatable*")
_BEGINS = re.compile(r"\\begin\s*\{(\w+\*?)\}")
_NEW = re.compile(r"\\(?:new|New|Declare|Provide|lstnew)\w+\*?\s*(?:\[[^\]]*\]\s*)?\{(\w+)\}")
"""What declares environments of other kinds: boxes, floats, lists."""
_TWO_NAMES = {"crefname", "Crefname", "crefrangeconjunction", "labelcref"}


@dataclass(frozen=True)
class Statement:
    """A theorem-like environment.

    Attributes:
        title: what it is called: ``Theorem``.
        number: ``4.1``, ``A.2``; empty for one without.
        name: what stands in brackets behind the number: ``Main result``.
        labels: by which the source refers to it.
        latex: what it says: words, and formulas between dollars.
    """

    title: str
    number: str
    name: str
    labels: tuple[str, ...]
    file: str
    first: int
    last: int
    latex: str


@dataclass(frozen=True)
class Display:
    """A numbered display, or a numbered line of one; ``inside`` is the statement that it is part of."""

    number: str
    labels: tuple[str, ...]
    file: str
    first: int
    inside: Statement | None
    in_proof: bool


@dataclass(frozen=True)
class Document:
    """What was read of a paper; ``remarks`` say where numbers may differ from the printed ones."""

    main: str
    title: str
    authors: str
    year: int | None
    items: tuple[Statement | Display, ...]
    """In the order of the source; a statement stands before its displays."""
    remarks: tuple[str, ...]


def read(main: Path) -> Document:
    """Reads the paper whose main file this is.

    Raises:
        LemmataError: pylatexenc is missing, or the source cannot be read.
    """
    try:
        import pylatexenc.latexwalker  # noqa: F401
    except ImportError:
        raise LemmataError(REMEDY) from None
    return _Reading(source.read(main)).document()


@dataclass(frozen=True)
class _Context:
    """What a node stands in: a statement (by its place in the list), a proof."""

    statement: int | None = None
    in_proof: bool = False


@dataclass
class _Reading:
    source: Source
    counters: Counters = field(init=False)
    theorems: dict[str, Theorem] = field(init=False)
    own: dict[str, macros.Macro] = field(init=False)
    body: Traced = field(init=False)
    found: list[dict[str, Any]] = field(default_factory=list)
    """Fields of what was found; a display names its statement by its place in this list."""
    labelled: dict[str, Place] = field(init=False)
    """Where each label stands first, also one that refers to nothing with a number."""
    references: dict[str, tuple[str, str]] = field(default_factory=dict)
    """What each label refers to: its title and number."""

    def __post_init__(self) -> None:
        """Reads what the preamble declares, and takes declarations out of the body."""
        preamble = self.source.preamble
        self.counters = Counters(chapters=_BOOKS.search(preamble.text) is not None)
        self.own, preamble = macros.definitions(preamble)
        self.theorems, preamble = theorems.declared(preamble, self.counters)
        own, body = macros.definitions(self.source.body)
        declared, body = theorems.declared(body, self.counters)
        self.theorems |= declared
        self.own |= own
        for match in counting.COMMANDS.finditer(preamble.text):
            if match["how"] != "appendix":
                self.counters.apply(preamble.text, match)
        self.body = body
        used = set(_BEGINS.findall(body.text))
        for name in sorted(used & set(KNOWN) - set(self.theorems)):
            self.theorems[name] = Theorem(KNOWN[name], name)
            self.source.remarks.append(
                f"{name}: no \\newtheorem declares it, it comes from the paper's class: its numbers are guessed"
            )
        if strange := self._strange(preamble.text):
            self.source.remarks.append(
                f"{', '.join(strange)}: nothing declares such an environment, and what stands in it is read as "
                "no statement; if it is one, declare it in a copy by \\newtheorem"
            )
        if re.search(r"showonlyrefs", preamble.text) or "\\usepackage{autonum}" in preamble.text:
            self.source.remarks.append("displays that nothing refers to have no number in print: theirs differ")
        kept = {f"{edge}{{{name}}}" for name in self.theorems for edge in ("begin", "end")}
        parts = {n: m for n, m in macros.structural(self.own).items() if n not in kept}
        self.body = macros.expanded(body, parts)
        self.labelled = self._label_places()

    def _strange(self, preamble: str) -> list[str]:
        """The environments that are used, and that neither the paper declares nor everybody knows."""
        known = {
            *self.theorems,
            *_ROWS,
            *_ONE,
            *_RESTATABLE,
            *theorems.OTHERS,
            *_NEW.findall(preamble + self.body.text),
        }
        return sorted(
            name
            for name in set(_BEGINS.findall(self.body.text))
            if not {name, name.rstrip("*")} & known and f"begin{{{name}}}" not in self.own
        )

    def document(self) -> Document:
        """Goes through the document."""
        self._nodes(self._parsed(), _Context())
        statements: dict[int, Statement] = {}
        items: list[Statement | Display] = []
        for k, fields in enumerate(self.found):
            if "latex" in fields:
                name = made_at(fields["name"], Place(fields["file"], fields["first"]))
                said = {"name": self._said(name), "latex": self._said(fields["latex"])}
                statements[k] = Statement(**{**fields, **said})
                items.append(statements[k])
            else:
                items.append(Display(**{**fields, "inside": statements.get(fields["inside"])}))
        preamble = self.source.preamble.text + self.body.text[:5_000]
        return Document(
            self.source.main,
            self._field(preamble, "title"),
            self._field(preamble, "author"),
            _year(preamble),
            tuple(items),
            tuple(dict.fromkeys(self.source.remarks)),
        )

    def _said(self, latex: Traced) -> str:
        """What a statement says; references to nothing are remarked."""
        written = self._written_out(latex)
        for position, command, label in prose.referring(written.text):
            if label not in self.references and label not in self.labelled:
                self.source.remarks.append(
                    f"{written.at(position)}: \\{command}{{{label}}}: nothing that was read has this label; it "
                    f"stands as [{label}]"
                )
        return prose.said(written.text, self.references)

    def _written_out(self, latex: Traced) -> Traced:
        kept = {name for name in self.own if name.startswith(("begin{", "end{"))}
        plain = {name: macro for name, macro in self.own.items() if name not in kept}
        return macros.expanded(latex, plain)

    def _label_places(self) -> dict[str, Place]:
        """Where each label stands first; one that stands twice is remarked."""
        places: dict[str, Place] = {}
        for match in _LABEL.finditer(self.body.text):
            label, place = match[1].strip(), self.body.at(match.start())
            if label in places:
                self.source.remarks.append(
                    f"{place}: \\label{{{label}}} is given again, first at {places[label]}: references "
                    "are read as to the first"
                )
            elif "#" not in label:  # of a command that is not written out
                places[label] = place
        return places

    def _field(self, text: str, command: str) -> str:
        r"""What stands in ``\title`` or in each ``\author``."""
        parts = []
        for match in re.finditer(rf"\\(?:\w*{command})\s*(?:\[[^\]]*\]\s*)?(?=\{{)", text):
            if not match[0].lstrip("\\").startswith((command, "icml" + command)):
                continue
            if (inner := macros.group(text, match.end())) is not None:
                inside = made_at(inner[0], Place(self.source.main, 1))
                parts.append(prose.plain(self._written_out(inside).text))
        return (", ".join(part for part in parts if part) if command == "author" else "".join(parts[:1]))[:300]

    # -- parsing -----------------------------------------------------------------------------------

    def _parsed(self) -> list[Any]:
        from pylatexenc.latexwalker import LatexWalker, LatexWalkerParseError, get_default_latex_context_db
        from pylatexenc.macrospec import EnvironmentSpec

        context = get_default_latex_context_db()
        boxes = {
            name: "[{" if name.endswith("*") else "[{{"
            for name, t in self.theorems.items()
            if t.prefix is not None
        }
        specs = [EnvironmentSpec(name, boxes.get(name, "[")) for name in self.theorems]
        specs += [EnvironmentSpec(name, "[{{") for name in _RESTATABLE]
        specs += [
            EnvironmentSpec(name, "", is_math_mode=True)
            for name in ("dmath", "dmath*", "eqnarray", "eqnarray*")
        ]
        context.add_context_category("statements", environments=specs, prepend=True)
        walker = LatexWalker(self.body.text, latex_context=context, tolerant_parsing=False)
        try:
            nodes: list[Any] = walker.get_latex_nodes()[0]
        except LatexWalkerParseError as error:
            raise LemmataError(self._unbalanced(error)) from None
        except RecursionError:
            raise LemmataError(f"{self.source.main}: groups are nested too deep to be read") from None
        return nodes

    def _unbalanced(self, error: Any) -> str:
        """Where the source does not balance, and where what is open was opened."""
        opened = [(what, position) for what, position, *_ in error.open_contexts]
        message = " ".join(error.msg.split()).replace("Unexpected", "unexpected", 1)
        text = f"{self.body.at(error.pos)}: the source does not balance: {message}"
        if opened:
            text += f"; open is {opened[0][0]}, from {self.body.at(opened[0][1])}"
        return f"{text}. Mend it (LaTeX says the same), or take the passage out of a copy"

    # -- going through it --------------------------------------------------------------------------

    def _nodes(self, nodes: Iterable[Any], context: _Context) -> None:
        for node in nodes:
            if node is None:
                continue
            kind = type(node).__name__
            if kind == "LatexEnvironmentNode":
                self._environment(node, context)
            elif kind == "LatexMacroNode":
                self._macro(node, context)
            elif kind in ("LatexGroupNode", "LatexMathNode"):
                self._nodes(node.nodelist, context)

    def _macro(self, node: Any, context: _Context) -> None:
        name = node.macroname
        if name in _SECTION:
            starred = any(a is not None and a.latex_verbatim() == "*" for a in _arguments(node))
            if not starred:
                self.last = name.capitalize(), self.counters.step(name)
        elif name == "label":
            self._refer(_LABEL.findall(self.body.text[node.pos : node.pos + node.len]), *self.last)
        elif (match := counting.COMMANDS.match(self.body.text, node.pos)) is not None:
            self.counters.apply(self.body.text, match)
        elif name not in _TWO_NAMES:
            self._nodes(_arguments(node), context)

    last: tuple[str, str] = ("", "")
    """What a label that stands in the text refers to: the last section."""

    def _refer(self, labels: Iterable[str], title: str, number: str) -> None:
        for label in labels:
            self.references.setdefault(label.strip(), (title, number))

    def _environment(self, node: Any, context: _Context) -> None:
        name = node.environmentname
        plain = name.rstrip("*")
        if name in _RESTATABLE:
            arguments = [a and a.latex_verbatim().strip("{}") for a in _arguments(node)]
            known = self.theorems.get(arguments[1] or "") if len(arguments) > 1 else None
            self._statement(node, known or Theorem("Theorem", ""), _bracketed(arguments[0]))
        elif name in self.theorems:
            theorem, arguments = self.theorems[name], [a and a.latex_verbatim() for a in _arguments(node)]
            if theorem.prefix is None:
                self._statement(node, theorem, _bracketed(arguments[0] if arguments else None))
            else:
                _, title, *labels = (argument and argument[1:-1].strip() for argument in arguments)
                self._statement(
                    node, theorem, title, [f"{theorem.prefix}:{label}" for label in labels if label]
                )
        elif plain in _ROWS or plain in _ONE:
            self._display(
                node, plain, starred=name != plain or plain in ("math", "displaymath"), context=context
            )
        elif name == "subequations":
            self._subequations(node, context)
        elif name in ("appendix", "appendices"):
            self.counters.begin_appendix()
            self._nodes(node.nodelist, context)
        else:
            in_proof = context.in_proof or plain.lower().startswith("proof")
            self._nodes(node.nodelist, _Context(context.statement, in_proof))

    def _statement(self, node: Any, theorem: Theorem, name: str, given: Iterable[str] = ()) -> None:
        number = self.counters.step(theorem.counter) if theorem.counter else ""
        start, end = _inside(node)
        labels = [*given, *_own_labels(node, self.body.text)]
        self._refer(labels, theorem.title, number)
        first, last = self._lines(node)
        latex = self.body.cut(start, end)
        self.found.append(
            {
                "title": theorem.title,
                "number": number,
                "name": name,
                "labels": tuple(labels),
                "file": self._file(node),
                "first": first,
                "last": last,
                "latex": latex,
            }
        )
        self._nodes(node.nodelist, _Context(len(self.found) - 1))

    def _display(self, node: Any, plain: str, starred: bool, context: _Context) -> None:
        rows = list(_rows(node.nodelist)) if plain in _ROWS else [node.nodelist]
        for row in rows:
            if not row:
                continue
            start, end = row[0].pos, row[-1].pos + row[-1].len
            text = self.body.text[start:end]
            tag = _TAG.search(text)
            inner = macros.group(text, tag.end()) if tag else None
            quiet = starred or re.search(r"\\(?:nonumber|notag)(?![A-Za-z])", text)
            number = inner[0].strip() if inner else "" if quiet else self.counters.step("equation")
            blank = not text.strip()
            if number and not blank:
                labels = tuple(label.strip() for label in _LABEL.findall(text))
                self._refer(labels, "Equation", number)
                place = self.body.at(start + len(text) - len(text.lstrip()))
                self.found.append(
                    {
                        "number": number,
                        "labels": labels,
                        "file": place.file,
                        "first": place.line,
                        "inside": context.statement,
                        "in_proof": context.in_proof,
                    }
                )

    def _subequations(self, node: Any, context: _Context) -> None:
        """Lines 2a, 2b, ... of one number."""
        counters = self.counters
        number = counters.step("equation")
        saved = counters.values["equation"], counters.shown_as.get("equation")
        counters.values["equation"] = 0
        counters.shown_as["equation"] = number.replace("\\", "") + r"\alph{equation}"
        self._refer(_own_labels(node, self.body.text), "Equation", number)
        self._nodes(node.nodelist, context)
        counters.values["equation"] = saved[0]
        if saved[1] is None:
            del counters.shown_as["equation"]
        else:
            counters.shown_as["equation"] = saved[1]

    def _file(self, node: Any) -> str:
        return self.body.at(node.pos).file

    def _lines(self, node: Any) -> tuple[int, int]:
        """First and last line; of one that goes on in another file, as far as the first file has it."""
        begin = self.body.at(node.pos)
        own = [p.line for p in self.body.where[node.pos : node.pos + node.len] if p.file == begin.file]
        return begin.line, max(own)


def _arguments(node: Any) -> list[Any]:
    found = getattr(node, "nodeargd", None)
    return list(found.argnlist or []) if found is not None and found.argnlist else []


def _bracketed(option: str | None) -> str:
    return option[1:-1].strip() if option and option.startswith("[") else ""


def _inside(node: Any) -> tuple[int, int]:
    """Where what stands in an environment begins and ends."""
    nodes = [n for n in node.nodelist if n is not None]
    return (nodes[0].pos, nodes[-1].pos + nodes[-1].len) if nodes else (node.pos, node.pos)


def _own_labels(node: Any, text: str) -> list[str]:
    """The labels of an environment itself, not those of displays and environments in it."""
    return [
        label.strip()
        for inner in node.nodelist
        if type(inner).__name__ == "LatexMacroNode" and inner.macroname == "label"
        for label in _LABEL.findall(text[inner.pos : inner.pos + inner.len])
    ]


def _rows(nodes: Iterable[Any]) -> Iterator[list[Any]]:
    """The lines of a display."""
    row: list[Any] = []
    for node in nodes:
        if type(node).__name__ == "LatexMacroNode" and node.macroname in ("\\", "cr"):
            yield row
            row = []
        elif node is not None:
            row.append(node)
    yield row


def _year(text: str) -> int | None:
    match = re.search(r"\\date\s*\{[^{}]*?\b((?:19|20)\d\d)\b", text)
    return int(match[1]) if match else None
