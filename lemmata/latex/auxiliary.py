r"""The numbers that TeX gave, from the ``.aux`` file that it wrote: those of labels, exactly as printed."""

from __future__ import annotations

import re
from collections.abc import Callable

from lemmata.latex.counters import plain
from lemmata.latex.stream import Stream

_LABEL = re.compile(r"\\newlabel\s*\{([^{}]*)\}\s*(?=\{)")
_MORE = re.compile(r"\\@input\s*\{([^{}]*)\}")


def numbers(text: str, more: Callable[[str], str | None]) -> dict[str, str]:
    """The numbers by label; ``more`` gives the text of another such file that is named."""
    found: dict[str, str] = {}
    for match in _LABEL.finditer(text):
        if match[1].endswith("@cref"):
            continue
        stream = Stream()
        stream.push(text[match.end() : match.end() + 2000].partition("\n")[0])
        stream.push(stream.argument())
        found[match[1]] = plain(re.sub(r"\\(?:protect|relax|mbox|text\w+)\s*", "", stream.argument()))
    for match in _MORE.finditer(text):
        other = more(match[1])
        if other is not None:
            found |= numbers(other, lambda _: None)
    return found
