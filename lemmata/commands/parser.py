"""The parser of the command line: what is wrong is said in one line, with a hint where a word is near."""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections.abc import Iterable
from typing import Any, NoReturn

from lemmata.commands.terminal import line

_CHOICE = re.compile(r"(argument .+: )?invalid choice: '(.*)' \((?:choose|maybe you meant).*\)", re.DOTALL)


class Parser(argparse.ArgumentParser):
    """A parser for ``lemmata`` and each of its commands."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse does; what a command does not know is that command's to say."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        """Ends with status 2, after one line instead of argparse's usage."""
        print(line(f"{self.prog}: {self._worded(message)}"), file=sys.stderr)
        raise SystemExit(2)

    def _worded(self, message: str) -> str:
        more = f"`{self.prog} --help` shows all"
        if match := _CHOICE.fullmatch(message):
            where, word = match[1] or "", match[2]
            names = self._choices(where)
            has_commands = any(isinstance(action, argparse._SubParsersAction) for action in self._actions)
            if has_commands and where in ("", f"argument {_COMMAND}: "):
                if word in _ELSEWHERE:
                    return f"there is no command {word!r} here: {_ELSEWHERE[word]}"
                return f"there is no command {word!r}{_near(word, names) or ';'} {more}"
            return f"{where}invalid choice: {word!r}{_near(word, names)} (choose from {', '.join(names)})"
        if message.startswith("unrecognized arguments: "):
            unknown = message.partition(": ")[2].split(" ")
            # A single word is repeated by a hint; several are not all options.
            hints = [_near(word.partition("=")[0], self.options()) for word in unknown if word[:1] == "-"]
            return f"{message}{next(filter(None, hints), ';')} {more}"
        return f"{message}; {more}"

    def _choices(self, where: str) -> list[str]:
        for action in self._actions:
            names = {"/".join(action.option_strings), str(action.metavar), action.dest}
            if action.choices is not None and (not where or where[len("argument ") : -2] in names):
                return [str(choice) for choice in action.choices]
        return []

    def options(self) -> list[str]:
        return [name for action in self._actions for name in action.option_strings]


_COMMAND = "COMMAND"
_ELSEWHERE = {
    "bench": "the benchmarks are in the repository only; install a checkout (pip install -e .)",
    "train": "it comes with the package lemmata-papers",
}
"""Commands that this project has and this installation may lack."""


def _near(word: str, words: Iterable[str]) -> str:
    names = {name.lstrip("-"): name for name in words}
    near = difflib.get_close_matches(word.lstrip("-"), names, n=1, cutoff=0.6)
    return f": did you mean {names[near[0]]}?" if near else ""


def whole() -> tuple[Parser, argparse._SubParsersAction[Parser]]:
    """The parser of ``lemmata`` without its commands, and that to which they are added."""
    import lemmata

    parser = Parser(
        prog="lemmata",
        description="Tries to break theorems: hunts for counterexamples and reports what survived.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"lemmata {lemmata.__version__}")
    return parser, parser.add_subparsers(title="commands", metavar=_COMMAND, required=True, parser_class=Parser)
