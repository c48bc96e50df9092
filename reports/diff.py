"""The page of what changed between two runs, from what ``lemmata diff --json`` writes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from jinja2 import ChainableUndefined

from lemmata.records import atomic_files
from lemmata.records.diff import NUMBERS, SOURCE, Change, Diff

from . import claim_page, style, words
from .site import templates


@dataclass(frozen=True)
class Row:
    """A change, with the page of its claim where that lies beside this one."""

    change: Change
    href: str | None


def build(diff: Diff, out: Path) -> Path:
    """Writes ``diff.html`` and returns its path.

    Args:
        diff: the differences.
        out: the folder to write to. In the folder of a report the page has its frame and links to
            its claims; elsewhere it stands alone.
    """
    report = (out / "index.html").exists()
    subjects = list(dict.fromkeys(change.subject for change in diff.changes))
    paths = claim_page.page_paths([s for s in subjects if "/" in s])
    rows = [Row(c, _beside(out, paths.get(c.subject))) for c in diff.changes]
    # The frame speaks of a site; of one it may miss whatever it says about its claims.
    text = (
        templates(ChainableUndefined)
        .get_template("diff.html.j2")
        .render(
            frame="base.html.j2" if report else "diff_frame.html.j2",
            site={"run": {"profile": words.NONE, "seed": words.NONE, **diff.new.run}},
            root="",
            here="diff.html",
            diff=diff,
            sections=(
                ("Regressions", [r for r in rows if r.change.regression]),
                ("Verdicts that changed", [r for r in rows if _kind(r) == "verdict"]),
                ("Statements and checks that changed", [r for r in rows if _kind(r) == "source"]),
                ("Numbers that moved", [r for r in rows if _kind(r) == "number"]),
            ),
        )
    )
    path = out / "diff.html"
    atomic_files.write(path, words.upright(text))
    if not (out / "style.css").exists():
        style.write(out)
    return path


def _beside(out: Path, page: str | None) -> str | None:
    return page if page is not None and (out / page).exists() else None


def _kind(row: Row) -> str:
    if row.change.regression:
        return "regression"
    if row.change.what == SOURCE:
        return "source"
    return "number" if row.change.what in NUMBERS else "verdict"
