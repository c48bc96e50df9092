"""The errata as Markdown and JSON, for a letter to the authors.

Both hold what is surely in the paper and surely wrong. Slips that may be the text extraction's, and
measurements that came out differently here, are counted there and described on the page only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports import matrices, words

if TYPE_CHECKING:
    from lemmata.records.witness import Witness as Stored
    from reports.pages import ClaimPage, Site, Witness

SCHEMA = "lemmata/errata/1"
_READABLE = 40
"""Arrays with more numbers than this are left to the witness file."""


def write(site: Site, out: Path) -> None:
    """``errata.json`` and ``errata.md``."""
    document = json.dumps(collected(site), indent=1, ensure_ascii=False) + "\n"
    for name, text in (("errata.json", document), ("errata.md", markdown(site))):
        (out / name).write_text(text, encoding="utf-8", errors="replace", newline="\n")


def collected(site: Site) -> dict[str, Any]:
    """Every printed claim that broke, by paper and kind of defect."""
    return {
        "schema": SCHEMA,
        "run": {name: getattr(site.run, name) for name in ("version", "profile", "seed", "commit")},
        "papers": [
            {
                "paper": paper,
                "citation": next(iter(kinds.values()))[0].record.citation,
                "errata": [_erratum(c) for claims in kinds.values() for c in claims],
            }
            for paper, kinds in site.errata.items()
        ],
        "left_out": _total(site.artefacts),
        "measured_otherwise": _total(site.measured),
    }


def _total(papers: Mapping[str, Mapping[str, Sequence[Any]]]) -> int:
    return sum(len(claims) for kinds in papers.values() for claims in kinds.values())


def _erratum(claim: ClaimPage) -> dict[str, Any]:
    record = claim.record
    amended = None
    if claim.amended is not None:
        amended = {
            "latex": record.survivor.latex,
            "outcome": claim.amended.outcome,
            "found": claim.amended.verdict.found,
            "because": record.survivor.because,
        }
    return {
        "id": record.id,
        "label": record.label,
        "source": record.source,
        "defect": claim.verdict.defect,
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
    return {**fields, "replay": shown.replay, "numpy": shown.snippet}


# -- markdown --------------------------------------------------------------------------------------


def markdown(site: Site) -> str:
    """The same as text; formulas stay LaTeX between dollars."""
    left_out, measured = _total(site.artefacts), _total(site.measured)
    parts = ["# Errata", *(_paper(kinds) for kinds in site.errata.values())]
    if not (site.errata or left_out or measured):
        parts.append("No printed statement of this run broke.")
    if left_out:
        n, are = words.plural(left_out, "more slip"), "is" if left_out == 1 else "are"
        parts.append(f"{n} may have arisen when the text was extracted, and {are} left out.")
    if measured:
        n = words.plural(measured, "sentence")
        parts.append(f"{n} on experiments came out differently in ours; no error is shown by that.")
    made = f"Lemmata {site.run.version}, profile {site.run.profile}, seed {site.run.seed}"
    parts.append(_safe(f"Found by {made}. A witness is an instance on which the statement fails."))
    return "\n\n".join(parts) + "\n"


def _paper(kinds: Mapping[str, Sequence[ClaimPage]]) -> str:
    parts = [f"## {_safe(next(iter(kinds.values()))[0].record.citation)}"]
    for kind, claims in kinds.items():
        parts += [f"### {_safe(words.defect_title(kind))}", *map(_entry, claims)]
    return "\n\n".join(parts)


def _entry(claim: ClaimPage) -> str:
    record, witness = claim.record, claim.statement.witness
    lines = [f"**{_safe(record.label)}** (`{_code(record.id)}`): {claim.statement.outcome}"]
    lines.append(f"As printed: {_safe(record.statement.latex)}")
    if claim.statement.verdict.found:
        lines.append(f"Found: {_safe(claim.statement.verdict.found)}")
    elif record.statement.because:
        lines.append(f"Why it fails: {_safe(record.statement.because)}")
    if claim.amended is not None:
        lines.append(f"Amended ({claim.amended.outcome}): {_safe(record.survivor.latex)}")
    if witness is not None and witness.stored is not None:
        lines.append(f"Witness: {_safe(_in_a_line(witness.stored))}")
    return "\n\n".join(lines)


def _in_a_line(witness: Stored) -> str:
    parts = [matrices.inline(witness.setting), matrices.inline(_small(witness.prompt or {}))]
    if witness.left is not None and _count(witness.left) <= _READABLE:
        parts.append(
            f"left side {matrices.plain(witness.left)}, right side {matrices.plain(witness.right)}, "
            f"but left {words.RELATIONS[witness.relation]} right is claimed"
        )
    how = words.CONFIRMATIONS.get(witness.confirmed, witness.confirmed)
    return "; ".join(filter(None, [*parts, f"confirmed by {how}"])) + "."


def _small(prompt: Mapping[str, Any]) -> dict[str, Any]:
    """The quantities that can be read in a line; of the others their size."""
    counts = {name: _count(value) for name, value in prompt.items()}
    return {
        name: value if counts[name] <= _READABLE else f"({counts[name]} numbers, in the witness file)"
        for name, value in prompt.items()
    }


def _count(value: Any) -> int:
    return sum(map(_count, value)) if isinstance(value, list) else 1


def _safe(text: str) -> str:
    """One line in which nothing begins an HTML tag, a link or an image."""
    line = words.upright(" ".join(str(text).split()))
    return re.sub(r"\]([(\[])", r"] \1", re.sub(r"<(?=[A-Za-z/!?])", "< ", line))


def _code(text: str) -> str:
    return str(text).replace("`", "'")


def kinds(papers: Mapping[str, Mapping[str, Sequence[Any]]]) -> list[tuple[str, int]]:
    """How many errata there are of each kind of defect."""
    counts: dict[str, int] = {}
    for defects in papers.values():
        for kind, claims in defects.items():
            counts[kind] = counts.get(kind, 0) + len(claims)
    known = [kind for kind in words.DEFECTS if kind in counts]
    return [(kind, counts[kind]) for kind in [*known, *sorted(set(counts) - set(known))]]
