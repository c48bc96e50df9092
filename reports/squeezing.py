"""A page without what HTML lets it leave out: quotes, end tags, spaces between blocks."""

from __future__ import annotations

import re


def squeezed(page: str) -> str:
    """The same page, whose elements, attributes and text a browser reads as before."""
    parts = _VERBATIM.split(page)
    parts[::2] = map(_between_blocks, parts[::2])
    whole = "".join(parts)
    return "".join(
        part if part.startswith("<script") else _TEXT.sub(_plain, _TAG.sub(_unquoted, part))
        for part in _SCRIPT.split(whole)
    )


def _between_blocks(text: str) -> str:
    text = _SPACES.sub(lambda match: match[1] or "", text)
    for pattern in _ENDS:
        text = pattern.sub("", text)
    return text


def _unquoted(tag: re.Match[str]) -> str:
    return _QUOTED.sub(r"=\1", tag[0])


def _plain(text: re.Match[str]) -> str:
    """Quotes are signs like others where no attribute is."""
    return text[0].replace("&#34;", '"').replace("&#39;", "'")


_VERBATIM = re.compile(r"(<(?:pre|script)\b.*?</(?:pre|script)>)", re.DOTALL)
_SCRIPT = re.compile(r"(<script\b.*?</script>)", re.DOTALL)
_TAG = re.compile(r"<[a-z][^<>]*>")
_TEXT = re.compile(r">[^<]*&#3[49];[^<]*")
_QUOTED = re.compile(r'="([^\s"\'=<>`&]+)"(?=[ >])')
_BLOCK = (
    r"(?:p|div|[uod]l|li|d[dt]|table|thead|tbody|t[rdh]|section|article|h[1-6]|figure|figcaption|details|summary"
    r"|main|nav|header|footer|body|html|head|meta|link|title|!DOCTYPE)"
)
_SPACES = re.compile(rf"(</?{_BLOCK}\b[^<>]*>)\s+|\s+(?=</?{_BLOCK}\b)")
"""What stands beside the tag of a block is never shown."""
_ENDS = (
    re.compile(
        r"</p>(?=<(?:p|div|[uod]l|table|section|article|h[1-6]|figure|figcaption|details|pre|nav|footer)\b"
        r"|</(?:div|section|article|t[dh]|dd|li|figure|figcaption|details|nav|footer|main)>)"
    ),
    re.compile(r"</li>(?=<li\b|</[uo]l>)"),
    re.compile(r"</(?:t[rdh]|tbody)>(?=<(?:t[rdh]|tbody)\b|</(?:tr|tbody|table)>)"),
    re.compile(r"</thead>(?=<tbody\b)"),
    re.compile(r"</d[dt]>(?=<d[dt]\b)"),
)
"""End tags that go without saying; those of table cells before the next one only."""
