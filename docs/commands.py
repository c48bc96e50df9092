"""Writes the tables of docs/reference/commands.md from the parser: ``python docs/commands.py``.

What stands between the page's markers is generated, all else is written by hand; a test says if the page
is not as the parser is.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from lemmata.commands.cli import build

PAGE = Path(__file__).parent / "reference" / "commands.md"
_MARKED = re.compile(r"(<!-- options: ([a-z]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def written(page: str) -> str:
    """The page with the tables of today.

    Raises:
        KeyError: it names a command that there is not, or leaves one out.
    """
    subparsers = next(a for a in build()._actions if isinstance(a, argparse._SubParsersAction))
    commands = dict(subparsers.choices)
    if missing := set(commands) - {match[2] for match in _MARKED.finditer(page)}:
        raise KeyError(f"{PAGE.name} has no section on {', '.join(sorted(missing))}")
    return _MARKED.sub(lambda match: f"{match[1]}{_table(commands[match[2]])}\n{match[3]}", page)


def _table(parser: argparse.ArgumentParser) -> str:
    shown = [a for a in parser._actions if a.help != argparse.SUPPRESS and a.dest != "help"]
    rows = [(_name(action), _help(parser, action)) for action in shown]
    usage = " ".join(["lemmata", parser.prog.rpartition(" ")[2], *map(_usage, shown)])
    lines = ["", f"    {usage}", "", "| argument | meaning |", "|---|---|"]
    return "\n".join([*lines, *(f"| {name} | {meaning} |" for name, meaning in rows), ""])


def _values(action: argparse.Action) -> str:
    if action.nargs == 0:
        return ""
    return str(action.metavar or (action.choices and "|".join(map(str, action.choices))) or action.dest.upper())


def _usage(action: argparse.Action) -> str:
    several = {"*": "...", "+": "..."}.get(str(action.nargs), "")
    if action.option_strings:
        return f"[{' '.join(filter(None, (action.option_strings[-1], _values(action) + several)))}]"
    optional = action.nargs in ("*", "?")
    return f"[{_values(action)}{several}]" if optional else _values(action) + several


def _name(action: argparse.Action) -> str:
    words = f"{action.option_strings[-1]} {_values(action)}" if action.option_strings else _values(action)
    return f"`{_escaped(words.strip())}`"


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    values = {**vars(action), "prog": parser.prog}
    return _escaped((action.help or "") % values if action.help else "")


def _escaped(text: str) -> str:
    return text.replace("|", r"\|")


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
