r"""Carries out what a source programs: definitions, conditions, files that it reads, groups.

What is printed is given to :meth:`Expander.printed`; what a document is made of (statements, displays,
sections) belongs to :mod:`~lemmata.latex.reader`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from lemmata.latex import branches, conditions, counting, definitions, inputs
from lemmata.latex.conditions import Branch
from lemmata.latex.counters import Counters
from lemmata.latex.files import JOINT, Place, Shield
from lemmata.latex.macros import Alias, Environment, Macro
from lemmata.latex.stream import Endless, Frame, Stream
from lemmata.latex.submission import Submission
from lemmata.latex.tables import Commands, pairs, words
from lemmata.latex.theorems import DECLARES, Theorems

_NEXT = re.compile(r"\\(?:([A-Za-z@]+)|(.)|$)|\{[^{}\\$]*\}|[{}]|\$[^{}\\$]+\$|\$\$?", re.DOTALL)
"""A command, a sign, a group or a formula without commands, or what begins or ends one with commands."""
_COMMAND = re.compile(r"\\([A-Za-z@]+|[^A-Za-z@])")
_ENDS_IN_COMMAND = re.compile(r"\\[A-Za-z@]+\Z")
_NESTED = 8
"""So deep may what is written out by itself need something that is written out by itself."""
_BLANKS = re.compile(rf"[ \t{JOINT}]*(?:\n(?![ \t]*\n)[ \t]*)?")
_LETTERS = re.compile(r"[A-Za-z]+|@")
_TEXT_IN_FORMULAS = words("""
    text mbox hbox textrm textup textit textbf intertext shortintertext parbox fbox tag
""")
"""Commands in whose argument a formula is interrupted."""
_READ_OF_CLASSES = frozenset(
    f"""{" ".join(DECLARES)} theoremstyle newcounter counterwithin counterwithout numberwithin @addtoreset
    newaliascnt aliascntresetthe newif newcommand renewcommand providecommand DeclareRobustCommand def gdef
    edef xdef
    newenvironment renewenvironment NewDocumentCommand RenewDocumentCommand ProvideDocumentCommand
    DeclareDocumentCommand NewDocumentEnvironment RenewDocumentEnvironment DeclareMathOperator let else fi or
    LoadClass LoadClassWithOptions AtEndPreamble AtBeginDocument AtEndOfClass AtEndOfPackage @ifundefined
    ifthenelse     makeatletter begin end endinput csname DeclareOption setcounter""".split()
)
"""The commands of style and class files of venues that are carried out."""
_NOTHING = words("""
    relax protect noexpand @ long outer protected makeatletter makeatother global leavevmode nobreak allowbreak
    ignorespaces unskip ExplSyntaxOff normalfont unexpanded phantomsection FloatBarrier
""")
"""Commands that neither print nor change anything that matters here."""
_PASSED_OVER = pairs("""
    AtBeginEnvironment=2 AtEndEnvironment=2 BeforeBeginEnvironment=2 AfterEndEnvironment=2 newtheoremstyle=9
    pretocmd=4 apptocmd=4 patchcmd=5 crefname=3 Crefname=3 crefformat=2 Crefformat=2 crefalias=2 hypersetup=1
    tcbset=1 newlength=1 newcolumntype=2 DeclareOption=2 tikzset=1 theorembodyfont=1 theoremheaderfont=1
    theoremseparator=1 theoremsymbol=1 DeclarePairedDelimiterXPP=7 aliascntresetthe=1 @gobble=1
""")
"""Commands whose arguments are passed over, and how many."""
_WORD_BREAK = frozenset(".,:;!?'/)]-}~\\\n\t " + JOINT)


@dataclass
class Open:
    r"""A group or an environment that is open.

    Attributes:
        name: of the environment; ``{`` for a group.
        closing: what its end stands for, if it is one of the author's.
        command: whether it was begun by a command instead of ``\begin``.
        undo: what to do to values that hold in it only.
        data: what reading keeps for it.
    """

    name: str
    place: Place
    math: bool
    closing: str | None = None
    command: bool = False
    undo: list[Callable[[], object]] = field(default_factory=list)
    data: Any = None


class Expander(Stream):
    """The source, carried out."""

    def __init__(self, files: Submission) -> None:
        """Begins with LaTeX as it is."""
        super().__init__()
        self.files: Submission = files
        self.shield = Shield()
        self.main_read = False
        """Whether the main file has been begun, which is read once."""
        self.coding = ""
        self.macros: dict[str, Macro | Alias] = {}
        self.environments: dict[str, Environment] = {}
        self.counters: Counters = Counters()
        self.theorems = Theorems()
        self.switches: dict[str, bool | None] = {}
        self.branches: list[Branch] = []
        self.open: list[Open] = []
        self.nested = 0
        """How deep what is written out by itself is nested."""
        self.floor = 0
        """So much was open where what is written out by itself began: nothing of that is closed."""
        self.loaded: set[str] = set()
        self.math = self.text_follows = self.aside = False
        self.dollar = ""
        """With what the formula has begun that is being read."""
        self.out: list[str] | None = None
        """What is printed, where it is kept."""
        self.remarks: list[str] = list(files.remarks)
        self.later: dict[str, list[tuple[str, Place]]] = {"preamble": [], "document": []}
        """What is to be read at the end of the preamble and of the document."""
        self.only: set[str] | None = None
        self.last_macro = ""
        self.only_prints: dict[str, bool] = {}
        """The commands of which that is known, until something is defined."""
        self.in_document = self.ended = False
        self.undecided = False
        """Whether something was read that TeX may not read, so that braces need not balance."""
        self.events = 0
        """What was counted or collected so far: a condition that does not change it does not matter."""
        self.commands: dict[str, Callable[[], object]] = self._commands()

    # -- what the reading of documents adds --------------------------------------------------------

    def printed(self, text: str) -> None:
        """Keeps what is printed."""
        if self.out is None or not text:
            return
        if text[0].isalpha() and self.out and _ENDS_IN_COMMAND.search(self.out[-1][-40:]):
            self.out.append(" ")  # the letter would belong to the command
        self.out.append(text)

    def remark(self, text: str) -> None:
        """Tells what the author should know."""
        self.remarks.append(text)

    def begun(self, name: str) -> None:
        """An environment that is none of the author's has begun."""

    def closed(self, opened: Open) -> None:
        """A group or an environment has been closed."""

    def undeclared(self, name: str) -> bool:
        """Carries out a command that nothing knows; whether that could be done."""
        return False

    # -- the loop ----------------------------------------------------------------------------------

    def run(self) -> None:
        """Reads on until nothing is left."""
        while len(self.frames) > self.base and not self.ended:
            frame = self.frames[-1]
            match = self._next(frame)
            end = match.start() if match else frame.end
            if end > frame.position and self.keeps:
                self.printed(frame.text[frame.position : end])
            if match is None:
                frame.position = frame.end
                self._leave()
                continue
            frame.position = match.end()
            if frame.file:
                self.called = 0
            try:
                if match[1]:
                    self._command(match[1], frame)
                else:
                    self._sign(match[0])
            except Endless:
                self._give_up()

    def _next(self, frame: Frame) -> re.Match[str] | None:
        """The next of what is more than printed as it stands."""
        at, keeps = frame.position, self.keeps
        while (match := _NEXT.search(frame.text, at, frame.end)) is not None:
            name = match[1]
            if name is None:
                if self.text_follows or len(match[0]) < 3 or match[0][0] == "\\":
                    break
            elif (
                frame.declares
                or not self._prints(name)
                or (keeps and (name in self.macros or name in _TEXT_IN_FORMULAS))
            ):
                break
            at = match.end()
        return match

    @property
    def keeps(self) -> bool:
        """Whether what is printed is of use."""
        return self.out is not None

    def _prints(self, name: str) -> bool:
        """Whether all that a command does is print something: text, formulas, other such commands."""
        known = self.only_prints.get(name)
        if known is None:
            self.only_prints[name] = False  # one that calls itself
            known = self.only_prints[name] = self._only_prints(name)
        return known

    def _only_prints(self, name: str) -> bool:
        macro = self.macros.get(name)
        if isinstance(macro, Macro):
            used = all(macro.text.count(f"#{k + 1}") == 1 for k in range(len(macro.parameters)))
            return used and "$" not in macro.text and all(map(self._prints, _COMMAND.findall(macro.text)))
        return not (
            macro is not None
            or name in self.commands
            or name in self.theorems
            or name in self.environments
            or name.startswith(("the", "end", "if"))
            or name.endswith(("true", "false", "name"))
            or "@" in name
            or conditions.is_condition(name, self.switches)
            or name in conditions.SETS
            or self.reacts(name)
        )

    def reacts(self, name: str) -> bool:
        """Whether :meth:`undeclared` does something about a command."""
        return False

    def _leave(self) -> None:
        frame = self.frames.pop()
        if frame.declares:
            while len(self.open) > frame.opened:
                self.close()
            self.branches = [
                b for b in self.branches if b.place.file != (frame.file.name if frame.file else "")
            ]

    def _give_up(self) -> None:
        place = self.place()
        while len(self.frames) > max(self.base, 0) and not self.frames[-1].file:
            self.frames.pop()
        self.called = 0
        if self.last_macro:
            self.macros[self.last_macro] = Alias(self.last_macro)
        self.remark(
            f"{place}: the command \\{self.last_macro} stands for itself without end; it is left as it is"
        )

    def written(self, text: str) -> str:
        """A text with all written out, by itself."""
        if "\\" not in text or self.nested > _NESTED:
            return text
        kept = self.base, self.out, self.math, self.floor
        out: list[str] = []
        self.nested += 1
        self.base, self.out, self.math, self.floor = len(self.frames), out, False, len(self.open)
        try:
            self.push(text)
            self.run()
            said = "".join(out)
        except Endless:
            said = text
        finally:
            del self.frames[self.base :]
            while len(self.open) > self.floor:
                self.close()
            self.base, self.out, self.math, self.floor = kept
            self.nested -= 1
        return said

    def _command(self, name: str, frame: Frame) -> None:
        if frame.declares == "theorems":
            if (
                name in _READ_OF_CLASSES
                or conditions.is_condition(name, self.switches)
                or name.startswith("DeclareTCB")
            ):
                self._carried_out(name)
            else:
                conditions.set_switch(name, self)
            return
        if "@" in name and name not in self.macros and name not in self.commands and not self.is_own(name):
            short = _LETTERS.match(name)
            assert short
            if short[0] != name and not frame.declares:
                frame.position -= len(name) - short.end()
                name = short[0]
        macro = self.macros.get(name)
        if macro is None:
            self._carried_out(name)
        elif isinstance(macro, Alias):
            self._carried_out(macro.name)
        else:
            self.last_macro = name
            place = self.place() if frame.file and macro.parameters else None
            if not macro.parameters:
                self.skip_blanks()
            self.push(macro.called(self), place)

    def skip_blanks(self) -> None:
        """Passes over what TeX passes over behind the name of a command; a blank line stays."""
        frame = self.frames[-1] if len(self.frames) > self.base else None
        if frame is not None:
            match = _BLANKS.match(frame.text, frame.position, frame.end)
            frame.position = match.end() if match else frame.position

    def _carried_out(self, name: str) -> None:
        command = self.commands.get(name)
        if command is not None:
            command()
        elif conditions.is_condition(name, self.switches):
            branches.begin(self, name)
        elif name.startswith("the") and name[3:] in self.counters:
            self.printed(self.counters.shown(name[3:]))
        elif name in self.theorems:
            self.begin(name, command=True)
        elif name.startswith("end") and any(o.command and o.name == name[3:] for o in self.open):
            self.end(name[3:], command=True)
        elif name in self.environments:
            self.begin(name, command=True)
        elif conditions.seems_one(name, self):
            branches.begin(self, name)
        elif not conditions.set_switch(name, self) and not self.undeclared(name):
            self.text_follows = name in _TEXT_IN_FORMULAS
            self.printed("\\" + name)

    def _sign(self, sign: str) -> None:
        if sign == "{":
            self.open_group()
        elif len(sign) > 2 and sign[0] in "{$":
            self.text_follows = self.aside = False
            self.printed(sign)
        elif sign == "}":
            if self._in_group():
                self.printed("}")
                self.close()
            elif not self.undecided and (frame := self.file()) and not frame.declares:
                self.undecided = True
                self.remark(f"{self.place()}: a brace closes what is not open; TeX may read on otherwise")
        elif sign[0] == "$":
            self._dollars(sign)
        elif self._called(sign[1:]):
            pass
        elif (command := self.commands.get(sign[1:])) is not None:
            command()
        else:
            self.printed(sign)

    def _dollars(self, sign: str) -> None:
        if (
            sign == "$$" and self.math and self.dollar == "$"
        ):  # the end of one formula and the beginning of another
            self.frames[-1].position -= 1
            sign = "$"
        self.math = not self.math
        self.dollar = sign if self.math else ""
        self.printed(sign)

    # -- groups ------------------------------------------------------------------------------------

    def open_group(self) -> None:
        """A group begins."""
        self.open.append(Open("{", self.place(), self.math))
        if self.text_follows:
            self.math = self.text_follows = self.aside = False
        self.printed("{")

    def close(self) -> None:
        """Closes what was opened last."""
        opened = self.open.pop()
        self.closed(opened)
        for undo in reversed(opened.undo):
            undo()
        if opened.undo:
            self.only_prints.clear()
        self.math = opened.math

    def close_down_to(self, depth: int) -> None:
        """Closes what was opened last, until so much is open; what had no end of its own is remarked."""
        while len(self.open) > depth:
            opened = self.open[-1]
            if opened.name != "{" and opened.closing is None:
                self.remark(
                    f"{opened.place}: \\begin{{{opened.name}}} has no end before {self.place()}; numbers "
                    f"may differ"
                )
            self.close()

    def locally(self, table: dict[str, Any], key: str, value: object, *, everywhere: bool = False) -> None:
        """Sets a value until the group ends, or ``everywhere``."""
        if self.open and not everywhere:
            if key in table:
                old = table[key]
                self.open[-1].undo.append(lambda: table.__setitem__(key, old))
            else:
                self.open[-1].undo.append(lambda: table.pop(key, None))
        if value is None:
            table.pop(key, None)
        else:
            table[key] = value

    def begin(self, name: str, *, command: bool = False) -> None:
        """An environment begins."""
        self.open.append(Open(name, self.place(), self.math, command=command))
        environment = self.environments.get(name)
        if environment is not None and not (command and name in self.theorems):
            values = Macro(environment.parameters, "").values(self)
            self.open[-1].closing = Macro((), environment.end).filled(values)
            self.last_macro = name
            self.entered(name)
            self.push(Macro((), environment.begin).filled(values), self.open[-1].place)
        else:
            self.begun(name)

    def entered(self, name: str) -> None:
        """An environment of the author's has begun."""

    def end(self, name: str, *, command: bool = False) -> None:
        """An environment ends."""
        depth = len(self.open) - 1
        while depth >= self.floor and not (
            self.open[depth].name == name and self.open[depth].command == command
        ):
            depth -= 1
        if depth < self.floor:
            self.remark(f"{self.place()}: \\end{{{name}}} ends nothing that is open")
            return
        closing = self.open[depth].closing
        if closing is None:
            self.close_down_to(depth + 1)
            self.close()
        else:  # what closes the environments that its beginning has opened
            self.push(rf"\closed@{{{depth}}}")
            self.push(closing)

    def _close_own(self) -> None:
        depth = self.argument()
        if depth.isdigit() and self.floor <= int(depth) < len(self.open):
            self.close_down_to(int(depth) + 1)
            self.close()

    # -- definitions -------------------------------------------------------------------------------

    def is_own(self, name: str) -> bool:
        """Whether a command is one of LaTeX that is carried out here."""
        return name in self.commands or name in conditions.ASKS

    def define(self, name: str, macro: Macro | Alias | None, *, everywhere: bool = False) -> None:
        """Gives a command a meaning, until the group ends."""
        frame = self.file()
        declares = frame.declares if frame else ""
        if name.startswith("the") and name[3:] in self.counters and isinstance(macro, Macro):
            if not declares or "@" not in macro.text:
                self._set(self.counters.shown_as, name[3:], macro.text, everywhere)
            return
        if declares == "theorems":
            return
        if declares and ("@" in name or self.is_own(name) or (isinstance(macro, Macro) and "@" in macro.text)):
            return
        self._set(self.macros, name, macro, everywhere)

    def _set(self, table: dict[str, Any], key: str, value: object, everywhere: bool) -> None:
        self.only_prints.clear()
        self.locally(table, key, value, everywhere=everywhere)

    # -- conditions --------------------------------------------------------------------------------

    def both_read(self, branch: Branch) -> None:
        """A condition that could not be decided, and that matters, has been read."""
        self.remark(
            f"{branch.place}: \\{branch.name}: both of its branches are read; numbers may differ from there on"
        )

    # -- small commands ----------------------------------------------------------------------------

    def _csname(self) -> None:
        name = definitions.put_together(self)
        if not self._called(name):
            self._carried_out(name)

    def _called(self, name: str) -> bool:
        """Puts what a command of the author's stands for before what follows; whether it is one."""
        macro = self.macros.get(name)
        if not isinstance(macro, Macro):
            return False
        self.last_macro = name
        self.push(macro.called(self))
        return True

    def _expandafter(self) -> None:
        self.skip_spaces()
        first = self.token()
        self.skip_spaces()
        second = self.token()
        macro = self.macros.get(second[1:]) if second.startswith("\\") else None
        if isinstance(macro, Macro):
            self.push(macro.called(self))
        elif second == r"\expandafter":
            self._expandafter()
        elif second:
            self.push(second + (" " if second[1:].isalpha() else ""))
        self.push(first + (" " if first[1:].isalpha() else ""))

    def _space(self) -> None:
        character = self.peek()
        if self.out is not None and character not in _WORD_BREAK:
            self.printed(" ")

    def _commands(self) -> Commands:
        """What is carried out, by its name."""
        return {
            **dict.fromkeys(_NOTHING, lambda: None),
            **{name: partial(self._pass_over, int(count)) for name, count in _PASSED_OVER.items()},
            **definitions.commands(self),
            **branches.commands(self),
            **inputs.commands(self),
            **counting.commands(self),
            **{sign: partial(self._set_math, sign, sign in "([") for sign in "()[]"},
            "csname": self._csname,
            "expandafter": self._expandafter,
            "xspace": self._space,
            "@firstofone": lambda: self.push(self.argument()),
            "@firstoftwo": lambda: self.push((self.argument(), self.argument())[0]),
            "@secondoftwo": lambda: self.push((self.argument(), self.argument())[1]),
            "bgroup": self.open_group,
            "egroup": lambda: self._sign("}"),
            "begingroup": lambda: self.open.append(Open("{", self.place(), self.math)),
            "endgroup": lambda: self.close() if self._in_group() else None,
            "begin": lambda: self.begin(self.written(self.argument()).strip()),
            "end": lambda: self.end(self.written(self.argument()).strip()),
            "closed@": self._close_own,
        }

    def _pass_over(self, count: int) -> None:
        for _ in range(count):
            self.argument()

    def _in_group(self) -> bool:
        return len(self.open) > self.floor and self.open[-1].name == "{"

    def _set_math(self, sign: str, math: bool) -> None:
        self.printed("\\" + sign)
        self.math = math
