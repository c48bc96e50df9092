"""Text of others in a terminal: what would move the cursor, colour or reverse it is shown instead.

Titles, reasons and witnesses may be a stranger's. Rich's markup is escaped where Rich prints; this
is for the characters that a terminal itself obeys.
"""

from __future__ import annotations

import re

# Control characters but for tab and line break, marks of direction, line and paragraph separators,
# halves of surrogate pairs (which no stream could encode).
_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def shown(text: str) -> str:
    """The text with each character that a terminal obeys written out, as ``ESC`` is as ``x1b``."""
    return _OBEYED.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def line(text: str) -> str:
    """The same in one line, so that it cannot pass for a line of ours."""
    return shown(" ".join(text.splitlines()) if "\n" in text or "\r" in text else text)
