"""Every page of the report of all claims, read as text: words are English, links lead somewhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html import unescape
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.reports import shapes

pytestmark = pytest.mark.slow  # the report of all claims is made, where no run has left it
_NO_PROSE = re.compile(r"<(math|code|pre|svg|script|style|var|option)\b.*?</\1>", re.DOTALL)
_BLOCK = re.compile(r"</?(?:p|div|li|td|th|tr|dt|dd|h\d|section|article|summary|br|figcaption)\b[^>]*>")
_GREEK = "alpha|beta|gamma|delta|epsilon|eps|zeta|theta|kappa|lambda|lam|mu|nu|rho|sigma|tau|phi|psi|omega"
_ENGLISH = {
    "a role of Sphinx": r":[a-z]+:`|:(?:mod|func|class|meth|attr|data|py):",
    "a backtick": r"`",
    "emphasis between asterisks": r"(?<![\w*^])\*{1,2}[A-Za-z][^*<>\n]*[A-Za-z.,]\*{1,2}(?!\w)",
    "a Greek letter by its name": (
        rf"(?<![\w-])(?:{_GREEK}|Delta|Sigma|Lambda|Theta)(?:_\w+|\d)?(?![\w-]| (?:function|distribution))"
    ),
    "a power with a caret": r"[\w)\]]\^[\w({\[-]",
    "an index with an underscore": r"(?<![\w/.-])[A-Za-z]_(?:\w|\{)",
    "a relation of a program": r"(?<![<>=])[<>]=|!=",
    "a root of a program": r"\bsqrt\(",
    "a plural of one": r"(?<![\d,.+−-])(?<![+−-] )\b1 (?:instances|claims|settings|prompts|mutants|runs)\b",
    "a verb that is none": r"Claimed (?:an|on|for|with)\b",
}
_MOST = 15 * 10**6
_MOST_OF_A_CLAIM = 17 * 10**3
"""Bytes: of the whole folder, and of the page of a claim on average."""


@cache
def _pages(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text("utf-8") for p in sorted(folder.rglob("*.html"))}


def _prose(page: str) -> Iterator[str]:
    """The paragraphs of a page, without formulas, code and names of variables."""
    main = page[page.index("<main") : page.index("</main>")]
    for block in _BLOCK.split(_NO_PROSE.sub("◦", main)):
        text = unescape(re.sub(r"<[^>]+>", "", block))
        if text.strip():
            yield " ".join(text.split())


@pytest.mark.parametrize("what", _ENGLISH)
def test_prose_is_english_and_formulas_are_set(whole: Path, what: str) -> None:
    wrong = re.compile(_ENGLISH[what])
    found = [
        f"{name}: {text[max(0, match.start() - 40) : match.end() + 40]}"
        for name, page in _pages(whole).items()
        for text in _prose(page)
        for match in wrong.finditer(text)
    ]
    assert found == []


def test_every_title_is_another(whole: Path) -> None:
    titles = Counter(re.findall(r"<title>(.*?)</title>", page)[0] for page in _pages(whole).values())
    assert {title: n for title, n in titles.items() if n > 1} == {}


def test_headings_go_down_one_level_at_a_time(whole: Path) -> None:
    for name, page in _pages(whole).items():
        levels = [int(level) for level in re.findall(r"<h(\d)\b", page)]
        assert levels.count(1) == 1, name
        assert levels[0] == 1, name
        assert all(after <= before + 1 for before, after in pairwise(levels)), name


def test_links_lead_somewhere(whole: Path) -> None:
    pages = _pages(whole)
    names = {name: set(re.findall(r'\bid="?([^"\s>]*)', page)) for name, page in pages.items()}
    broken = []
    for name, page in pages.items():
        for href in set(re.findall(r'<a\b[^>]*\bhref="?([^"\s>]*)', page)):
            address = urlsplit(unescape(href))
            if address.scheme:
                continue
            target = (whole / name).parent / unquote(address.path) if address.path else whole / name
            path = target.resolve()
            if not path.is_file():
                broken.append(f"{name}: {href}")
            elif address.fragment and path.suffix == ".html":
                beside = path.relative_to(whole.resolve()).as_posix()
                if unquote(address.fragment) not in names[beside]:
                    broken.append(f"{name}: {href}")
    assert broken == []


def test_what_is_said_to_be_marked_is(whole: Path) -> None:
    for name, page in _pages(whole).items():
        rest = page.replace("<mark>Marked</mark>", "")
        marked = "<mark>" in rest or re.search(r'=differs\b|differs"', rest) is not None
        assert marked or rest == page, name
        assert rest != page or not (marked and name.startswith("claims/")), name


def test_landmarks_have_names_of_their_own(whole: Path) -> None:
    for name, page in _pages(whole).items():
        navigations = re.findall(r'<nav\b[^>]*?(?:aria-label="([^"]*)")?>', page)
        assert len(navigations) == len(set(navigations)), name
        regions = re.findall(r'<(?:section|div)\b[^>]*(?:role="region")[^>]*aria-label="([^"]*)"', page)
        assert len(regions) == len(set(regions)), name


def test_no_histogram_looks_empty(whole: Path) -> None:
    for name, page in _pages(whole).items():
        for bars in re.findall(r'<path class="bars" d="([^"]*)"', page):
            drawn = shapes.bars(bars)
            assert drawn, name
            assert all(width >= 1.9 and height >= 1.4 for width, height in drawn), name


def test_counts_in_one_box_agree(whole: Path) -> None:
    for name, page in _pages(whole).items():
        for box in re.findall(r'<article class="reading.*?</article>', page, re.DOTALL):
            counts = re.findall(r"[Hh]olds on ([\d,]+ (?:instance|setting))", re.sub(r"<[^>]+>", "", box))
            assert len(set(counts)) <= 1, name


def test_it_is_not_large(whole: Path) -> None:
    """A report is sent, published and kept: what a run leaves in its folder, evidence and all."""
    files = [path for path in whole.rglob("*") if path.is_file() and ".previous." not in path.name]
    sizes = {path.relative_to(whole).as_posix(): path.stat().st_size for path in files}
    assert sum(sizes.values()) < _MOST, sorted(sizes, key=sizes.__getitem__)[-9:]
    claims = [size for name, size in sizes.items() if name.startswith("claims/")]
    assert sum(claims) / len(claims) < _MOST_OF_A_CLAIM
