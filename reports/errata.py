"""The errata as Markdown and JSON, for a letter to the authors.

Both hold what is surely in the paper and surely wrong. Slips that may be the text extraction's, and
measurements that came out differently here, are counted there and told on the page only.
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
    from reports.pages import ClaimPage, Site, Witness

SCHEMA = "lemmata/errata/1"
_READABLE = 40
"""Arrays with more numbers than this are left to the witness file."""


def write(site: Site, out: Path) -> None:
    """``errata.json`` and ``errata.md``."""
    document = collected(site)
    text = json.dumps(document, indent=1, ensure_ascii=False)
    (out / "errata.json").write_text(text + "\n", encoding="utf-8", errors="replace", newline="\n")
    (out / "errata.md").write_text(
        markdown(document), encoding="utf-8", errors="replace", newline="\n"
    )


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
            "because": record.survivor.because,
        }
    return {
        "id": record.id,
        "label": record.label,
        "source": record.source,
        "defect": claim.verdict.defect,
        "outcome": claim.statement.outcome,
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


def markdown(document: Mapping[str, Any]) -> str:
    """The same as text; formulas stay LaTeX between dollars."""
    parts = ["# Errata", *(_paper(paper) for paper in document["papers"])]
    if not (document["papers"] or document["left_out"] or document["measured_otherwise"]):
        parts.append("No printed statement of this run broke.")
    if document["left_out"]:
        n = words.plural(document["left_out"], "more slip")
        parts.append(
            f"{n} may have arisen when the text was extracted, and {_are(document)} left out."
        )
    if document["measured_otherwise"]:
        n = words.plural(document["measured_otherwise"], "sentence")
        parts.append(f"{n} on experiments came out differently in ours; no error is shown by that.")
    run = document["run"]
    made = f"Lemmata {run['version']}, profile {run['profile']}, seed {run['seed']}"
    parts.append(_safe(f"Found by {made}. A witness is an instance on which the statement fails."))
    return "\n\n".join(parts) + "\n"


def _are(document: Mapping[str, Any]) -> str:
    return "is" if document["left_out"] == 1 else "are"


def _paper(paper: Mapping[str, Any]) -> str:
    parts = [f"## {_safe(paper['citation'])}"]
    kind: object = object()
    for erratum in paper["errata"]:
        if erratum["defect"] != kind:
            kind = erratum["defect"]
            parts.append(f"### {_safe(words.defect_title(erratum['defect']))}")
        parts.append(_entry(erratum))
    return "\n\n".join(parts)


def _entry(erratum: Mapping[str, Any]) -> str:
    lines = [f"**{_safe(erratum['label'])}** (`{_code(erratum['id'])}`): {erratum['outcome']}"]
    lines.append(f"As printed: {_safe(erratum['printed'])}")
    if erratum["because"]:
        lines.append(f"Why it fails: {_safe(erratum['because'])}")
    if erratum["amended"]:
        lines.append(
            f"Amended ({erratum['amended']['outcome']}): {_safe(erratum['amended']['latex'])}"
        )
    if erratum["witness"]:
        lines.append(f"Witness: {_safe(_told(erratum['witness']))}")
    return "\n\n".join(lines)


def _told(witness: Mapping[str, Any]) -> str:
    parts = [matrices.inline(witness["setting"] or {}), matrices.inline(_small(witness["prompt"]))]
    if witness["left"] is not None and _count(witness["left"]) <= _READABLE:
        relation = words.RELATIONS.get(witness["relation"], witness["relation"])
        parts.append(
            f"left side {matrices.plain(witness['left'])}, right side "
            f"{matrices.plain(witness['right'])}, but left {relation} right is claimed"
        )
    how = words.CONFIRMATIONS.get(witness["confirmed"], witness["confirmed"])
    return "; ".join(filter(None, [*parts, f"confirmed by {how}"])) + "."


def _small(prompt: Mapping[str, Any] | None) -> dict[str, Any]:
    """The quantities that can be read in a line; of the others their size."""
    told = {}
    for name, value in (prompt or {}).items():
        entries = _count(value)
        told[name] = value if entries <= _READABLE else f"({entries} numbers, in the witness file)"
    return told


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
    for found in papers.values():
        for kind, claims in found.items():
            counts[kind] = counts.get(kind, 0) + len(claims)
    known = [kind for kind in words.DEFECTS if kind in counts]
    return [(kind, counts[kind]) for kind in [*known, *sorted(set(counts) - set(known))]]
