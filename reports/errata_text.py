"""The errata as letters to the authors of each paper, in Markdown, and as JSON."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lemmata.records import atomic_files
from lemmata.records.errata import SCHEMA

from . import characters, words
from .errata import Erratum, Paper, Section, rank

if TYPE_CHECKING:
    from .pages import Site
    from .witnesses import Witness


def write(site: Site, papers: Sequence[Paper], out: Path) -> None:
    """``errata.json``, and a letter in Markdown for each paper."""
    files = {"errata.json": json.dumps(collected(site, papers), ensure_ascii=False) + "\n"}
    files |= {path(paper): _letter(paper, site) for paper in papers}
    for name, text in files.items():
        (out / name).parent.mkdir(exist_ok=True)
        atomic_files.write(out / name, text.encode(errors="replace").decode())


def path(paper: Paper) -> str:
    """Where the Markdown of a paper stands."""
    return f"errata/{re.sub('[^A-Za-z0-9_-]', '-', paper.topic) or 'paper'}.md"


def collected(site: Site, papers: Sequence[Paper]) -> dict[str, Any]:
    """Every printed claim that broke, by paper (:class:`lemmata.records.errata.Document`)."""
    return {
        "schema": SCHEMA,
        "run": {name: getattr(site.run, name) for name in ("version", "profile", "seed", "commit")},
        "papers": [
            {
                "paper": paper.key,
                "citation": paper.citation,
                **{
                    section.name: [_fields(e, one) for one in section.errata for e in (one, *one.alike)]
                    for section in paper.sections
                },
            }
            for paper in papers
        ],
    }


def _fields(erratum: Erratum, entry: Erratum) -> dict[str, Any]:
    """One that broke, of the entry that has the argument against it."""
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
        "place": erratum.place,
        "rank": rank(claim),
        "defect": claim.verdict.defect,
        "reaches": [reached.record.id for reached in erratum.reaches],
        "outcome": claim.statement.outcome,
        "found": claim.statement.verdict.found,
        "because": record.statement.because,
        "falls_with": None if erratum is entry else entry.claim.record.id,
        "printed": record.statement.latex,
        "implies": record.statement.implies,
        "amended": amended,
        "witness": _witness(claim.statement.witness),
    }


def _witness(shown: Witness | None) -> dict[str, Any] | None:
    if shown is None or shown.stored is None:
        return None
    fields = asdict(shown.stored)
    del fields["claim"], fields["variant"]
    return {**fields, "file": shown.file, "replay": shown.replay}


# -- letters ---------------------------------------------------------------------------------------


def _letter(paper: Paper, site: Site) -> str:
    """What one would send to the authors of a paper."""
    record, tested = paper.page.record, [e for e in paper.page.entries if e.claim.encoded and not e.ours]
    holding = [e.claim for e in tested if e.tone.name == "holds"]
    main = [claim.name for claim in holding if claim.head.rank == "headline" and not claim.is_experiment]
    run = f"Lemmata {site.run.version}, profile {site.run.profile}, seed {site.run.seed}"
    survived = f"{words.count(len(holding)) if holding else 'None'} of them survived as printed"
    if len(tested) == 1:
        survived = "It did not survive as printed"
    extracted = any(e.place for section in paper.sections for one in section.errata for e in (one, *one.alike))
    numbers = itertools.count(1)
    return _joined(
        f"# Errata to *{_safe(record.title)}*",
        f"To {_safe(record.authors)}, {record.year}." if record.authors else "",
        "Dear authors,",
        f"we wrote down {words.plural(len(tested), 'statement')} of your paper as literally as we could, and "
        f"let a program look for counterexamples ({run}). {survived}"
        + (f", among them {_listed(main)}." if main else "."),
        _OPENING,
        *(_part(section, numbers) for section in paper.sections),
        _CLOSING + (_EXTRACTED if extracted else ""),
    )


_OPENING = """\
Below is what did not survive, the most important first: for each entry what is printed, why it fails, the
smallest counterexample that was found, and, where one is known, the smallest change that survives. A statement
that “holds” was not refuted on the instances that were tried; only “proved” means proved."""
_CLOSING = """\
Each counterexample is also a file with exact numbers, which `lemmata replay FILE` computes again, and most have
a program of a few lines that needs numpy alone."""
_EXTRACTED = """ We read a text that was extracted from the paper; lines are
its lines. Where it may have lost a sign, the entry stands under “To look up in the original”."""


def _listed(names: Sequence[str]) -> str:
    return _safe(" and ".join(filter(None, [", ".join(names[:-1]), names[-1]])))


def _part(section: Section, numbers: Iterator[int]) -> str:
    parts = [f"## {section.title}", section.meaning]
    for ranks, title in (
        (("headline", "result"), ""),
        (("step",), "In proofs"),
        (("slip",), "Slips of the pen"),
    ):
        if some := section.ranked(*ranks):
            parts += [f"### {title}" if title else "", *(_entry(erratum, next(numbers)) for erratum in some)]
    return _joined(*parts)


def _entry(erratum: Erratum, number: int) -> str:
    claim, statement = erratum.claim, erratum.claim.record.statement
    told = {
        "What is checked follows from it": _safe(statement.implies),
        "Why it fails": _safe(characters.text(statement.because)),
        "Counterexample": _ended(erratum.witness),
        "How sure": _ended(erratum.sure[0]),
    }
    if claim.amended is not None:
        told["Change"] = _ended(erratum.adds)
        told[f"So changed ({claim.amended.outcome})"] = _safe(claim.record.survivor.latex)
    told["The same argument refutes"] = _ended("; ".join(_other(e, erratum) for e in erratum.alike))
    headlines = [c.name for c in erratum.reaches if c.head.rank == "headline"]
    told["What rests on it"] = _ended(_listed(headlines)) if headlines else ""
    rows = [f"- {what}: {text}" for what, text in told.items() if text]
    return "\n".join([f"**{number}. {_name(erratum)}.** {_safe(statement.latex)}", "", *rows])


def _ended(text: str) -> str:
    return _safe(text).rstrip(".") + "." if text else ""


def _name(erratum: Erratum) -> str:
    return _safe(f"{erratum.claim.name}, {erratum.place}" if erratum.place else erratum.claim.name)


def _other(erratum: Erratum, entry: Erratum) -> str:
    said = erratum.beside(entry)
    return _safe(f"{erratum.claim.name} ({said})" if said else erratum.claim.name)


def _joined(*parts: str) -> str:
    return "\n\n".join(part.rstrip("\n") for part in parts if part) + "\n"


def _safe(text: str) -> str:
    """One line in which nothing begins an HTML tag, a link or an image."""
    line = words.upright(" ".join(str(text).split()))
    return re.sub(r"\]([(\[])", r"] \1", re.sub(r"<(?=[A-Za-z/!?])", "< ", line))
