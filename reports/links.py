"""Ids of claims in running text become links that say what the claims are called."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from markupsafe import escape

_PART = re.compile(r"(<[^>]*>)")
_CODE = re.compile(r"<code>([a-z][a-z0-9_./-]*)</code>")
_ID = re.compile(r"(?<![\w/.-])(?<!lemmata verify )[a-z][a-z0-9_]*(?:[/-][a-z0-9]+(?:\.[a-z0-9]+)*)+(?![\w/-])")
_LEFT = re.compile(r"<(/?)(a|code|pre|script|svg|math|h1|title)\b")
"""Elements in which nothing is a link, or which are links already."""
_NOTES = re.compile(r'(?<=<section class="prose">).*?(?=</section>)', re.DOTALL)


class References:
    """Finds claims by what a text calls them: by the whole id, within a topic by what follows it."""

    def __init__(self, pages: Mapping[str, str], names: Mapping[str, str]) -> None:
        self._pages, self._names = pages, names
        self._short: dict[str, list[str]] = {}
        for claim in pages:
            self._short.setdefault(claim.partition("/")[2], []).append(claim)

    def linked(self, page: str, here: str, root: str, topic: str = "", claim: str = "") -> str:
        """A page with its links; notes of a claim may name parts of what it belongs to."""

        def link(found: str | None, written: str) -> str:
            if found is None or self._pages[found] == here:
                return written
            return f'<a href="{escape(root + self._pages[found])}">{escape(self._names[found])}</a>'

        def of_topic(written: str) -> str | None:
            several = self._short.get(written, [])
            own = [one for one in several if one.startswith(f"{topic}/")] if topic else several
            return written if written in self._pages else own[0] if len(own) == 1 else None

        def part(written: str) -> str | None:
            above = claim.split("/")
            ids = ("/".join([*above[:k], written]) for k in range(len(above), 1, -1))
            return next((one for one in ids if one in self._pages), None)

        def coded(find: Callable[[str], str | None]) -> Callable[[re.Match[str]], str]:
            return lambda match: link(find(match[1]), match[0])

        start, end = page.find("<main"), page.find("</main>")
        main = _CODE.sub(coded(lambda w: of_topic(w) if "-" in w or "/" in w else None), page[start:end])
        if claim:
            main = _NOTES.sub(lambda notes: _CODE.sub(coded(part), notes[0]), main)
        parts, inside = _PART.split(main), 0
        for k, piece in enumerate(parts):
            if k % 2:
                if match := _LEFT.match(piece):
                    inside += -1 if match[1] else 1
            elif not inside and ("-" in piece or "/" in piece):
                parts[k] = _ID.sub(lambda match: link(of_topic(match[0]), match[0]), piece)
        return page[:start] + "".join(parts) + page[end:]
