"""The errata as Markdown, as one would send them to the authors, and as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports import words
from reports.errata import Erratum, Paper, Section

if TYPE_CHECKING:
    from reports.pages import Site
    from reports.witnesses import Witness

SCHEMA = "lemmata/errata/2"


def write(site: Site, papers: Sequence[Paper], out: Path) -> None:
    """``errata.json``, ``errata.md``, and a file of Markdown for each paper."""
    files = {"errata.json": json.dumps(collected(site, papers), ensure_ascii=False) + "\n"}
    files["errata.md"] = _joined("# Errata", *map(_paper, papers), _made(site, papers))
    for paper in papers:
        files[path(paper)] = _joined(_paper(paper, "#"), _made(site, [paper]))
    for name, text in files.items():
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_text(text, encoding="utf-8", errors="replace", newline="\n")


def path(paper: Paper) -> str:
    """Where the Markdown of a paper stands."""
    return f"errata/{re.sub('[^A-Za-z0-9_-]', '-', paper.topic) or 'paper'}.md"


def collected(site: Site, papers: Sequence[Paper]) -> dict[str, Any]:
    """Every printed claim that broke, by paper, worst first in each section."""
    return {
        "schema": SCHEMA,
        "run": {name: getattr(site.run, name) for name in ("version", "profile", "seed", "commit")},
        "papers": [
            {
                "paper": paper.key,
                "citation": paper.citation,
                **{section.name: [_fields(e) for e in section.errata] for section in paper.sections},
            }
            for paper in papers
        ],
    }


def _fields(erratum: Erratum) -> dict[str, Any]:
    claim = erratum.claim
    record = claim.record
    amended = None
    if claim.amended is not None:
        amended = {
            "latex": record.survivor.latex,
            "adds": record.survivor.adds,
            "outcome": claim.amended.outcome,
            "found": claim.amended.verdict.found,
        }
    return {
        "id": record.id,
        "name": claim.name,
        "source": record.source,
        "lines": erratum.lines,
        "rank": erratum.rank,
        "defect": claim.verdict.defect,
        "reaches": [reached.record.id for reached in erratum.reaches],
        "outcome": claim.statement.outcome,
        "found": claim.statement.verdict.found,
        "because": record.statement.because,
        "printed": record.statement.latex,
        "amended": amended,
        "witness": _witness(claim.statement.witness),
    }


def _witness(shown: Witness | None) -> dict[str, Any] | None:
    if shown is None or shown.stored is None:
        return None
    fields = asdict(shown.stored)
    del fields["claim"], fields["variant"]
    return {**fields, "file": shown.file, "replay": shown.replay}


# -- markdown --------------------------------------------------------------------------------------


def _made(site: Site, papers: Sequence[Paper]) -> str:
    made = f"Lemmata {site.run.version}, profile {site.run.profile}, seed {site.run.seed}"
    if not papers:
        return _safe(f"No printed statement of this run broke ({made}).")
    return _safe(
        f"Found by {made}. Lines are those of the extracted text. The pages of the report have each claim "
        "with its exact witness, a program that shows it, and the check."
    )


def _paper(paper: Paper, mark: str = "##") -> str:
    counts = ", ".join(f"{len(s.errata)} {s.title.lower()}" for s in paper.sections)
    title = f"{mark} Errata: {paper.citation}" if mark == "#" else f"{mark} {paper.citation}"
    parts = [_part(section, mark) for section in paper.sections]
    return _joined(_safe(title), f"{counts}. The worst come first.", *parts)


def _part(section: Section, mark: str) -> str:
    main = [] if section.name == "measured" else section.ranked("headline", "result")
    parts = [f"{mark}# {section.title}", section.meaning, *map(_entry, main)]
    for rank, title in (("step", "Steps of proofs and side remarks"), ("slip", "Slips of the pen")):
        if some := [e for e in section.errata if e.rank == rank and e not in main]:
            parts += [f"{mark}## {title}", "\n".join(map(_line, some))]
    if section.name == "measured":
        parts = [*parts[:2], "\n".join(map(_line, section.errata))]
    return _joined(*parts)


def _entry(erratum: Erratum) -> str:
    claim = erratum.claim
    survivor = claim.record.survivor
    lines = [
        f"**{_name(erratum)}.** {_safe(claim.record.statement.latex)}",
        "",
        f"- {_safe(erratum.found[0])}.",
    ]
    if erratum.witness:
        lines.append(f"- Witness: {_safe(erratum.witness)}.")
    if claim.amended is not None:
        brief = erratum.rank != "headline" and erratum.adds
        change = f"with {brief}." if brief else survivor.latex
        lines.append(f"- Amended ({claim.amended.outcome}): {_safe(change)}")
    if headlines := [c.name for c in erratum.reaches if c.record.rank == "headline"]:
        lines.append(f"- Reaches {_safe(', '.join(headlines))}.")
    return "\n".join(lines)


def _line(erratum: Erratum) -> str:
    told = erratum.rank != "slip" or erratum.section == "read"
    said = f"“{erratum.says}.” " if told and erratum.says else ""
    amended = f" Amended: {erratum.adds}." if erratum.adds else ""
    return f"- {_name(erratum)}: {_safe(said + erratum.why + amended)}"


def _name(erratum: Erratum) -> str:
    lines = f" ({erratum.lines})" if erratum.lines else ""
    return _safe(f"{erratum.claim.name}{lines}")


def _joined(*parts: str) -> str:
    return "\n\n".join(part.rstrip("\n") for part in parts if part) + "\n"


def _safe(text: str) -> str:
    """One line in which nothing begins an HTML tag, a link or an image."""
    line = words.upright(" ".join(str(text).split()))
    return re.sub(r"\]([(\[])", r"] \1", re.sub(r"<(?=[A-Za-z/!?])", "< ", line))
