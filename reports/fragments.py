"""Typeset texts kept in a file by their content: most of a second report is the same as the first."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from markupsafe import Markup

from reports.text import Typesetter

_HERE = Path(__file__).parent


class Fragments:
    """The methods of a :class:`~reports.text.Typesetter`, each text set once.

    A text with a formula that cannot be converted is set anew each time, so that it is reported.
    """

    def __init__(self, typesetter: Typesetter, file: Path) -> None:
        self.typesetter = typesetter
        self.file = file
        makers = b"".join((_HERE / name).read_bytes() for name in ("text.py", "mathml.py"))
        self._maker = hashlib.sha256(makers + version("latex2mathml").encode()).hexdigest()
        self._known = self._read()
        self._used: dict[str, list[str]] = {}

    def line(self, text: str) -> Markup:
        """A text that stands in a line or a paragraph of its own."""
        return self._set("line", (text,), lambda: [self.typesetter.line(text)])[0]

    def prose(self, docstring: str) -> Markup:
        """A docstring: paragraphs, lists and indented code."""
        return self._set("prose", (docstring,), lambda: [self.typesetter.prose(docstring)])[0]

    def statement(self, latex: str) -> Markup:
        """A mathematical statement."""
        return self._set("statement", (latex,), lambda: [self.typesetter.statement(latex)])[0]

    def compared(self, printed: str, amended: str) -> tuple[Markup, Markup]:
        """Two forms of a statement, each with what the other lacks marked."""
        both = (printed, amended)
        one, other = self._set("compared", both, lambda: self.typesetter.compared(*both))
        return one, other

    def keep(self) -> None:
        """Writes what was used, for the next report."""
        if self._used != self._known:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps({"maker": self._maker, "texts": self._used}, sort_keys=True)
            # packed: half of a page's bytes are formulas, and a report should stay small
            self.file.write_bytes(gzip.compress(text.encode("utf-8", "replace"), 6, mtime=0))

    def _set(self, how: str, texts: tuple[str, ...], setting: Callable[[], Any]) -> list[Markup]:
        key = hashlib.sha256(json.dumps([how, *texts]).encode()).hexdigest()[:32]
        found = self._used.get(key) or self._known.get(key)
        if found is None:
            before = len(self.typesetter.problems)
            found = [str(part) for part in setting()]
            if len(self.typesetter.problems) > before:
                return [Markup(part) for part in found]
        self._used[key] = found
        return [Markup(part) for part in found]

    def _read(self) -> dict[str, list[str]]:
        try:
            stored = json.loads(gzip.decompress(self.file.read_bytes()))
            known = stored["texts"] if stored["maker"] == self._maker else {}
        except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, RecursionError):
            return {}
        return known if isinstance(known, dict) else {}
