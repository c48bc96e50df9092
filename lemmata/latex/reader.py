r"""The statements and displays of a paper, in its order, numbered as LaTeX numbers them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from lemmata.errors import LemmataError
from lemmata.latex import displays, inputs, known_commands, prose, statements, submission, titles
from lemmata.latex.conditions import Branch
from lemmata.latex.counters import SECTIONS, plain
from lemmata.latex.document import GUESSED, Display, Document, Draft, Line, Row, Statement, Target
from lemmata.latex.expanding import Expander, Open
from lemmata.latex.files import JOINT, Place, decoded
from lemmata.latex.lists import Lists
from lemmata.latex.stream import Stream
from lemmata.latex.submission import Submission
from lemmata.latex.tables import Commands, pairs, words
from lemmata.latex.theorems import Theorem

_BY_COMMAND = (
    displays.ROWS | displays.ONE | {"subequations", "enumerate", "itemize", "description", "trivlist"}
) - {"math"}
"""Environments that are also begun by a command of their name."""
_SHORTHAND = re.compile(r"(?<!\\)\"([aouAOUs`'=~|-])")
_SHORTHANDS = {"=": "-", "~": "-", "-": "", "|": "", **pairs("a=ä o=ö u=ü A=Ä O=Ö U=Ü s=ß `=„ '=“")}
"""What babel makes of a quotation mark and a letter in German."""
_RESTATED = ("restatable", "restatable*", "theoremEnd")
_ADDRESS = re.compile(
    r"\\name(?![a-z])|(?:\\\\|\\(?:email|addr|affil|inst)(?![a-z])).*?(?=\\(?:and|And|AND)(?![a-z])|\Z)",
    re.DOTALL,
)
_LABEL_OF_AUX = re.compile(r"\\newlabel\s*\{([^{}]*)\}\s*(?=\{)")
_AUX_OF_AUX = re.compile(r"\\@input\s*\{([^{}]*)\}")
_DOCUMENT = re.compile(r"\\begin\s*\{document\}")
_DECLARES_OTHERS = re.compile(r"(?:new|New|Declare|Provide|lstnew)[A-Za-z]")
_FLOATS = re.compile(
    r"\w*(?:figure|table|algorithm|algorithm2e|listing|scheme|float|longtblr|algo|SCfigure)\*?"
)
_OTHERS = words("""
    abstract acknowledgements acknowledgments ack appendices appendix document keywords keyword titlepage
    frontmatter thebibliography frame quote quotation verse center flushleft flushright minipage multicols
    landscape spacing threeparttable tablenotes tabular tabularx tabulary tabu longtable tblr longtblr tabbing
    algorithmic algorithmicx tikzpicture tikzcd axis groupplot scope pgfonlayer picture tcolorbox mdframed
    framed shaded adjustbox description enumerate itemize compactitem compactenum inparaenum list trivlist
    sloppypar CJK tiny scriptsize footnotesize small normalsize large Large aligned alignedat gathered split
    cases dcases rcases subarray array matrix pmatrix bmatrix vmatrix Bmatrix Vmatrix smallmatrix psmallmatrix
    bsmallmatrix blockarray block NiceMatrix pNiceMatrix bNiceMatrix subequations verbatim Verbatim lstlisting
    minted comment filecontents proof IEEEproof pf subappendices otherlanguage english german french ngerman
    empheq displayquote column columns refsection refsegment multicols* alltt refguide subfigure wrapfigure
    IEEEbiography IEEEbiographynophoto IEEEkeywords AMS CCSXML theindex onecolumn widetext group adjustwidth
    threeparttable savenotes dedication preface summary highlights graphicalabstract biblist bibdiv
    ruledtabular turnpage flalignat letter icmlauthorlist opening scontents overpic asy luacode pycode
    singlespace doublespace onehalfspace leftbar multlined lgathered rgathered cases* dcases* matrix* pmatrix*
    bmatrix*
    prooftree
""")
"""Environments of LaTeX and of packages that many papers use, none of which is a statement."""


def read(source: Path, aux: Path | None = None) -> Document:
    """Reads a paper.

    Args:
        source: its main file, its folder, or an archive of it.
        aux: what TeX wrote beside it; by itself, one that has the main file's name is read.

    Raises:
        LemmataError: it cannot be read, or nothing of it is a document.
    """
    files = submission.of(source)
    return Reading(files, _aux(files, aux)).document(source)


def _aux(files: Submission, given: Path | None) -> dict[str, str]:
    """The numbers that TeX gave, where they are there."""

    def text(name: str) -> str | None:
        found = files.find(name, endings=("",))
        return None if found is None else decoded(files.data(found))[0]

    if given is not None:
        try:
            return _numbers(decoded(given.read_bytes())[0], text)
        except OSError:
            raise LemmataError(f"--aux {given}: there is no such file") from None
    beside = text(re.sub(r"\.\w+$", ".aux", files.main.rpartition("/")[2]))
    return {} if beside is None else _numbers(beside, text)


def _numbers(text: str, more: Callable[[str], str | None]) -> dict[str, str]:
    """The numbers by label that an ``.aux`` file has; ``more`` gives the text of another one that it names."""
    found: dict[str, str] = {}
    for match in _LABEL_OF_AUX.finditer(text):
        if match[1].endswith("@cref"):
            continue
        stream = Stream()
        stream.push(text[match.end() : match.end() + 2000].partition("\n")[0])
        stream.push(stream.argument())
        found[match[1]] = plain(re.sub(r"\\(?:protect|relax|mbox|text\w+)\s*", "", stream.argument()))
    for match in _AUX_OF_AUX.finditer(text):
        other = more(match[1])
        if other is not None:
            found |= _numbers(other, lambda _: None)
    return found


class Reading(Expander):
    """Goes through a document and collects what it states."""

    def __init__(self, files: Submission, aux: dict[str, str]) -> None:
        """Begins with what the files are."""
        super().__init__(files)
        self.aux = aux
        self.found: list[Draft | Line] = []
        self.statements: list[Draft] = []
        """Those that are open, the innermost last."""
        self.proofs = 0
        self.row: Row | None = None
        self.targets: dict[str, Target] = {}
        self.labelled: dict[str, Place] = {}
        self.refers: list[tuple[Place, str, str, Draft | None]] = []
        self.target: dict[str, Target] = {"now": Target()}
        self.fields: dict[str, list[str]] = {}
        self.guesses: dict[str, int] = {}
        self.strange: dict[str, int] = {}
        self.heads: dict[str, Draft] = {}
        """Statements whose counter is about to be stepped by hand."""
        self.lists = Lists(self)
        self.front = False
        """Whether chapters have no numbers: before the main part of a book and behind it."""
        self.commands |= self._of_documents()

    # -- the whole ---------------------------------------------------------------------------------

    def document(self, source: Path) -> Document:
        """Reads all of it.

        Raises:
            LemmataError: nothing in it is a document.
        """
        inputs.read(self, self.files.main)
        part = _DOCUMENT.search(self.frames[0].text) is None
        self.in_document = part
        self.run()
        if not self.ended:
            self._end_document()
            self.ended = False
            self.run()
            self.ended = False
        while self.open:
            self.close_down_to(len(self.open) - 1)
        if part and not self.found:
            raise LemmataError(
                f"{source.name} has no \\begin{{document}}: name the main file of the paper, which reads "
                f"the others"
            )
        if not self.ended and not self.found:
            raise LemmataError(
                f"{source.name} has no \\end{{document}}: it is cut off, or a file that it reads is"
            )
        if part:
            self.remark(
                f"{self.files.main} has no \\begin{{document}}: it is read as a part, and numbers begin with it"
            )
        elif not self.ended:
            self.remark(
                f"{self.files.main} has no \\end{{document}}: what follows where it breaks off is not read"
            )
        self.ended = False
        self._remark_on_environments()
        return self._composed()

    def _composed(self) -> Document:
        alone = [
            c for c in {s.once for s in self._all() if s.once} if sum(s.once == c for s in self._all()) == 1
        ]
        for statement in self._all():
            if statement.once in alone:
                statement.number = ""
        for label, number in self.aux.items():
            if label in self.targets and number:
                self.targets[label] = replace(self.targets[label], number=number)
        finished: dict[int, Statement] = {}
        items: list[Statement | Display] = []
        self._remark_on_references()
        for item in self.found:
            if isinstance(item, Draft):
                finished[id(item)] = self._finished(item)
                items.append(finished[id(item)])
            else:
                number = self._number(item.labels, item.number)
                inside = finished.get(id(item.inside)) if item.inside else None
                items.append(
                    Display(number, tuple(item.labels), item.place.file, item.place.line, inside, item.in_proof)
                )
        doubts = [
            f"{item.file}:{item.first}: {remark}"
            for item in items
            if isinstance(item, Statement)
            for remark in item.remarks
            if remark != GUESSED and remark not in self.remarks
        ]
        return Document(
            self.files.main,
            self._field("title"),
            self._field("author"),
            self._year(),
            tuple(items),
            tuple(dict.fromkeys([*self.remarks, *doubts])),
        )

    def _all(self) -> list[Draft]:
        return [item for item in self.found if isinstance(item, Draft)]

    def _number(self, labels: list[str], number: str) -> str:
        """A number as TeX gave it, else as it was counted; one that is another's number is that."""
        given = next((self.aux[label] for label in labels if self.aux.get(label)), None)
        if given is not None:
            return given
        return re.sub(
            r"\\ref\*?\s*\{([^{}]*)\}",
            lambda m: self.targets.get(m[1].strip(), Target(number=f"[{m[1]}]")).number,
            number,
        )

    def _finished(self, item: Draft) -> Statement:
        if self.loaded & {"german", "ngerman", "austrian", "naustrian"}:
            item.latex, item.name = (
                _SHORTHAND.sub(lambda m: _SHORTHANDS[m[1]], t) for t in (item.latex, item.name)
            )
        latex, title = prose.said(item.latex, self.refer), prose.plain(item.title) or "Statement"
        number = self._number(item.labels, item.number)
        if item.headed and (
            head := re.match(rf"\W*{re.escape(title)}\W{{0,3}}([A-Z]?[\d.]*\d)?[.:]?\s*", latex)
        ):
            latex, number = latex[head.end() :], number or head[1] or ""
        remarks = list(item.remarks)
        if strange := known_commands.unknown(latex):
            commands = ", ".join(f"\\{name}" for name in strange)
            remarks.append(f"{commands}: nothing that was read defines this")
        return Statement(
            title,
            number,
            prose.said(item.name, self.refer).strip(" ,"),
            tuple(item.labels),
            item.place.file,
            item.place.line,
            max(item.last, item.place.line),
            latex,
            tuple(dict.fromkeys(remarks)),
        )

    def refer(self, how: str, label: str) -> str:
        """What is printed for a reference; one to what has no number that is known here stays a label."""
        target = self.targets.get(label, Target())
        number = (
            re.sub(r"\\ref\*?\s*\{[^{}]*\}", "?", self._number([label], target.number)) if target.number else ""
        )
        if not number or "page" in how:
            return f"[{label}]"
        if how == "eqref" or (target.title == "Equation" and how not in ("ref", "labelcref")):
            return f"({number})"
        if how in ("ref", "labelcref", "subref"):
            return number
        return f"{prose.plain(target.title)} {number}".strip()

    def _remark_on_references(self) -> None:
        for place, how, label, statement in self.refers:
            if label not in self.targets and label not in self.labelled and statement is not None:
                told = (
                    f"{place}: \\{how}{{{label}}}: nothing that was read has this label; it stands as [{label}]"
                )
                self.remark(told)
                statement.remarks.append(told)

    def _remark_on_environments(self) -> None:
        for name, count in sorted(self.guesses.items()):
            self.remark(
                f"{name}: no \\newtheorem declares it, it comes from the paper's class: its numbers are guessed"
                + (f" ({count} of them)" if count > 1 else "")
            )
        if self.strange:
            self.remark(
                f"{', '.join(sorted(self.strange))}: nothing declares such an environment, and what "
                f"stands in it is read "
                "as no statement; if it is one, declare it in a copy by \\newtheorem"
            )
        if "autonum" in self.loaded or "showonlyrefs" in self.loaded:
            self.remark("displays that nothing refers to have no number in print: theirs differ")

    def _field(self, command: str) -> str:
        texts = tuple(self.fields.get(command, ()))
        if command == "author":  # without addresses
            texts = tuple(_ADDRESS.sub("", text) for text in texts)
        parts = [prose.plain(self.written(text)) for text in texts]
        parts = [part for part in parts if part]
        return (", ".join(parts) if command == "author" else "".join(parts[:1]))[:300]

    def _year(self) -> int | None:
        match = re.search(r"\b((?:19|20)\d\d)\b", " ".join(self.fields.get("date", ())))
        return int(match[1]) if match else None

    # -- environments ------------------------------------------------------------------------------

    def begun(self, name: str) -> None:
        """An environment that is none of the author's has begun."""
        if name == "document":
            if not self.base:
                self._begin_document()
            return
        plain_name = name.rstrip("*")
        if name in self.theorems:
            statements.begin(self, self.theorems[name])
        elif plain_name in self.theorems and name not in _OTHERS:
            statements.begin(self, replace(self.theorems[plain_name], counter=""))
        elif name in _RESTATED:
            statements.begin_restated(self, name)
        elif plain_name in displays.ROWS | displays.ONE:
            displays.begin(
                self, plain_name, starred=name != plain_name or plain_name in ("math", "displaymath")
            )
            self.printed(rf"\begin{{{name}}}")
        elif name == "empheq":
            self.option()
            inner = self.argument().strip()
            displays.begin(self, inner.partition("=")[0].rstrip("*"), starred=inner.endswith("*"))
            self.printed(r"\begin{equation}")
        elif name == "subequations":
            displays.begin_subequations(self)
        elif name in ("appendix", "appendices", "subappendices"):
            self.counters.begin_appendix()
        elif self.lists.is_list(name):
            self.lists.begin(name)
            self.open[-1].data = self.lists.end
            self.printed("\n")
        else:
            self._begin_other(name, plain_name)

    def _begin_other(self, name: str, plain_name: str) -> None:
        if _is_proof(plain_name):
            self.open[-1].data = "proof"
            self.proofs += 1
        elif _FLOATS.fullmatch(name):
            self.point_at(Target())
        elif self.in_document and not {name, plain_name} & (_OTHERS | self.theorems.others | self.shield.known):
            if (title := titles.guessed(name)) is not None and self.row is None and not self.math:
                self.guesses[name] = self.guesses.get(name, 0) + 1
                self.counters.declare(name)
                self.theorems[name] = Theorem(title, "" if name.endswith("*") else name, guessed=True)
                statements.begin(self, self.theorems[name])
                return
            if not self.math and self.row is None:
                self.strange[name] = self.strange.get(name, 0) + 1
            self.point_at(Target())
        self.printed(rf"\begin{{{name}}}")

    def closed(self, opened: Open) -> None:
        """A group or an environment has been closed."""
        data = opened.data
        if isinstance(data, Draft):
            statements.leave(self, data)
        elif isinstance(data, Row):
            displays.end_row(self)
            self.row = None
            self.printed(r"\end{equation}" if opened.name == "empheq" else rf"\end{{{opened.name}}}")
        elif data == "proof":
            self.proofs -= 1
            self.printed("\n")
        elif callable(data):
            data()
        elif opened.name != "{" and data is None and opened.closing is None and self.out is not None:
            self.printed(rf"\end{{{opened.name}}}")

    def entered(self, name: str) -> None:
        """An environment of the author's has begun."""
        if _is_proof(name):
            self.proofs += 1
            self.open[-1].data = "proof"
        elif (own := statements.heading(self, name)) is not None:
            statements.begin_headed(self, *own)

    # -- labels and references ---------------------------------------------------------------------

    def point_at(self, target: Target) -> None:
        """What is labelled from here on is this, until the group ends."""
        self.locally(self.target, "now", target)

    def _label_command(self) -> None:
        self.option()
        self.label(self.written(self.argument()).strip())

    def label(self, label: str) -> None:
        """What is being read has a label."""
        place = self.place()
        if label in self.labelled:
            self.remark(
                f"{place}: \\label{{{label}}} is given again, first at {self.labelled[label]}: "
                f"references are read as to "
                "the first"
            )
        else:
            self.labelled[label] = place
        if self.row is not None:
            self.row.labels.append(label)
            return
        target = self.target["now"]
        if target.statement is not None:
            target.statement.labels.append(label)
            self._count_on(target.statement.counter, self.aux.get(label, target.number))
        if target.number:
            self.targets.setdefault(label, target)

    def _count_on(self, counter: str, number: str) -> None:
        """Counts on from the number that TeX gave, if that is another one than was counted."""
        match = re.fullmatch(r"(.*?)(\d+)", number)
        if counter and match and number != self._number([], self.counters.shown(counter)):
            self.counters.set(counter, int(match[2]))
            form, above = self.counters.shown_as.get(counter, ""), re.fullmatch(r"(\d+)\.", match[1])
            within = re.match(r"\\the([a-z]+)\.\\arabic", form)
            if above and within:
                self.counters.set(within[1], int(above[1]))
            elif self.counters.shown(counter) != number:
                self.counters.shown_as[counter] = rf"{match[1]}\arabic{{{counter}}}"

    def _reference(self, how: str) -> None:
        place = self.place()
        self.follows("*")
        labels = [self.written(self.argument()).strip()]
        if how in ("crefrange", "Crefrange"):
            labels.append(self.written(self.argument()).strip())
        inside = self.statements[-1] if self.statements else None
        for label in ",".join(labels).split(","):
            self.refers.append((place, how, label.strip(), inside))
        self.printed("\\" + how + "".join(f"{{{label}}}" for label in labels))

    # -- sections ----------------------------------------------------------------------------------

    def _section(self, name: str) -> None:
        self.printed("\n")
        if self.follows("*"):
            return
        level = SECTIONS.index(name) - 1
        top = -1 if self.counters.top == "chapter" else 0
        if name == "chapter" and self.front:
            return
        if name == "part" or (top <= level <= self.counters.values.get("secnumdepth", top + 3)):
            self.point_at(Target(name.capitalize(), self.counters.step(name)))
            self.events += 1

    # -- displays ----------------------------------------------------------------------------------

    def printed(self, text: str) -> None:
        """Keeps what is printed; the first of it is where a line of a display begins."""
        row = self.row
        if (
            row is not None
            and row.place is None
            and text.strip(JOINT + " \n\t")
            and not text.startswith(r"\begin{")
        ):
            row.place = self.place_after_spaces(text)
        super().printed(text)

    def place_after_spaces(self, text: str) -> Place:
        """The line of the first word of what has just been passed over."""
        frame = self.frames[-1] if self.frames else None
        if frame and frame.file:
            skipped = len(text) - len(text.lstrip(JOINT + " \n\t"))
            return frame.file.place(
                frame.position + (skipped if frame.text.startswith(text, frame.position) else 0)
            )
        return self.place()

    # -- the rest ----------------------------------------------------------------------------------

    def undeclared(self, name: str) -> bool:
        """A command that nothing knows: one that begins an environment, or a name that babel has."""
        if name in _BY_COMMAND:
            self.begin(name, command=True)
        elif name.endswith("name") and titles.known(name.removesuffix("name")):
            self.printed(name.removesuffix("name").capitalize())
        elif self.out is None and _DECLARES_OTHERS.match(name):
            self.option()
            self.theorems.others.add((self.group() or "").strip())
        else:
            return False
        return True

    def reacts(self, name: str) -> bool:
        """Whether :meth:`undeclared` does something about a command."""
        return name in _BY_COMMAND or _DECLARES_OTHERS.match(name) is not None

    @property
    def keeps(self) -> bool:
        """Whether what is printed is of use: in statements, and in displays, whose lines have places."""
        return self.out is not None or self.row is not None

    def _begin_document(self) -> None:
        self.in_document = True
        self.open.clear()
        self.branches.clear()
        for text, place in reversed(self.later["preamble"]):
            self.push(text, place)
        self.later["preamble"] = []

    def _end_document(self) -> None:
        self.frames.clear()
        self.push(r"\ended@ ")
        for text, place in reversed(self.later["document"]):
            self.push(text, place)
        self.later["document"] = []

    def end(self, name: str, *, command: bool = False) -> None:
        """An environment ends."""
        if name == "document" and not command and not self.base:
            self.close_down_to(0)
            self._end_document()
        else:
            super().end(name, command=command)

    def both_read(self, branch: Branch) -> None:
        """A condition that could not be decided has been read; beside a statement that is told there."""
        if self.statements:
            self.statements[-1].remarks.append(
                f"\\{branch.name} (line {branch.place.line}): both branches of this condition are read"
            )
        elif self.events != branch.before:
            super().both_read(branch)

    def _keep_field(self, name: str) -> None:
        self.option()
        self.fields.setdefault(name, []).append(self.argument())

    def _of_documents(self) -> Commands:
        return {
            **{name: partial(self._section, name) for name in SECTIONS},
            **{how: partial(self._reference, how) for how in prose.REFERS},
            **dict.fromkeys(("title", "icmltitle", "Title"), partial(self._keep_field, "title")),
            **dict.fromkeys(("author", "icmlauthor", "Author"), partial(self._keep_field, "author")),
            "date": partial(self._keep_field, "date"),
            "label": self._label_command,
            "ltlabel": self._label_command,
            **displays.commands(self),
            "refstepcounter": partial(statements.step_for_reference, self),
            **dict.fromkeys(("appendix", "appendices"), self.counters.begin_appendix),
            "caption": self._caption,
            "footnote": self._footnote,
            **dict.fromkeys(("frontmatter", "backmatter"), lambda: setattr(self, "front", True)),
            "mainmatter": lambda: setattr(self, "front", False),
            "item": self._item,
            "setlist": self.lists.settings,
            **dict.fromkeys(("setenumerate", "SetEnumerate"), lambda: self.lists.settings("enumerate")),
            "newlist": self.lists.new,
            "ended@": lambda: setattr(self, "ended", True),
        }

    def _item(self) -> None:
        printed, reference = self.lists.item()
        self.point_at(Target("item", reference) if reference else Target())
        self.printed(printed)

    def _footnote(self) -> None:
        self.printed(r"\footnote")
        self.aside = True

    def open_group(self) -> None:
        """A group begins; what is labelled in a footnote has its number."""
        super().open_group()
        if self.aside:
            self.aside = False
            self.point_at(Target())

    def _caption(self) -> None:
        self.point_at(Target())
        self.printed(r"\caption")


def _is_proof(name: str) -> bool:
    return bool(re.match(r"\w*proof|pf$|beweis|preuve|demo", name.lower())) or titles.sort(name) == "proof"
