"""Which commands have a meaning without the source: what the pages set, and what only says how words look."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from lemmata.latex.tables import words

_ALSO = words("""
    eqno leqno intertext shortintertext mathds mathbbm label raisebox ensuremath em textbackslash item xspace
    hfill displaybreak allowdisplaybreaks quad qquad protect relax eqref ref cref Cref url cdot lvert rvert
    lVert rVert noindent par hbox vcenter vbox kern mkern mathstrut strut allowbreak nobreak break penalty
    ldotp IEEEeqnarraynumspace resizebox scalebox footnotesize small footnote textnormal bfseries itshape
    mdseries upshape raisetag shoveleft shoveright label scriptsize tiny normalsize large ignorespaces
    nulldelimiterspace
""")
_COMMAND = re.compile(r"\\([A-Za-z@]+)")


@cache
def _known() -> frozenset[str]:
    from latex2mathml import commands, symbols_parser

    def names(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            if value.startswith("\\"):
                yield value[1:]
        elif isinstance(value, (tuple, list, set, frozenset, dict)):
            for part in value:
                yield from names(part)

    constants = (getattr(commands, name) for name in dir(commands) if name.isupper())
    return _ALSO.union(names(symbols_parser.parse_symbols()), *map(names, constants))


def unknown(latex: str) -> list[str]:
    """The commands in a statement that neither the source defines nor anybody here knows."""
    used = dict.fromkeys(_COMMAND.findall(latex))
    return [name for name in used if name not in _known()] if used else []
