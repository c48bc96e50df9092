"""Writes the pages."""

from __future__ import annotations

import base64
import hashlib
import logging
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Undefined
from markupsafe import Markup

from lemmata.records import atomic_files, forks
from lemmata.records.evidence import Evidence
from lemmata.records.verdicts import Verdicts

from . import (
    characters,
    errata,
    errata_text,
    front_page,
    glossary,
    kept_runs,
    links,
    matrices,
    signs,
    style,
    words,
)
from .pages import Assembly
from .text import Typesetter

_HERE = Path(__file__).parent
HISTORY = "history.html"
"""The page of several runs, to which the front page links if it was written."""
_log = logging.getLogger(__name__)


def build(evidence: Evidence, verdicts: Verdicts, out: Path) -> Path:
    """Writes the pages of a run and returns the path of the front page.

    Formulas that cannot be converted are shown as LaTeX source and logged as warnings.

    Args:
        evidence: the records of the run.
        verdicts: the judged run.
        out: the folder to write to, where the witnesses already lie; what an earlier report wrote
            there is overwritten.
    """
    assembly = Assembly(evidence, verdicts, out)
    site = assembly.site()
    for problem in dict.fromkeys(assembly.typesetter.problems):
        _log.warning("shown as it was written: %s", words.upright(problem))
    environment = templates()

    script = (_HERE / "static" / "table.js").read_text(encoding="utf-8")

    references = links.References(assembly.hrefs, assembly.names)

    def write(path: str, template: str, **shown: Any) -> None:
        page = environment.get_template(template)
        target = out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        root = "../" * path.count("/")
        text = page.render(site=site, root=root, here=path, **shown)
        paper, claim = (shown[of].record if of in shown else None for of in ("paper", "claim"))
        text = references.linked(text, path, root, paper.topic if paper else "", claim.id if claim else "")
        text = text.replace(f'href="{root}{Path(path).parent.as_posix()}/', 'href="')  # in the same folder
        atomic_files.write(target, words.upright(text))

    broken = errata.papers(site)
    errata_of = {found.topic: found for found in broken}
    write(
        "index.html",
        "index.html.j2",
        script=Markup(script),
        script_hash=_hash(script),
        history=(out / HISTORY).exists(),
        errata=errata_of,
        text_of=errata_text.path,
    )
    for paper in site.papers:
        found = errata_of.get(paper.record.topic)
        write(paper.href, "paper.html.j2", paper=paper, errata=found, text_of=errata_text.path)
    write("errata.html", "errata.html.j2", papers=broken, text_of=errata_text.path)
    write("experiments.html", "experiments.html.j2")
    write("speed.html", "speed.html.j2", out=out)
    write("words.html", "words.html.j2")
    errata_text.write(site, broken, out)
    shown = []
    for paper in site.papers:
        claims = [entry.claim for entry in paper.entries]
        around = zip([None, *claims], claims, [*claims[1:], None], strict=False)
        shown += [(claim, dict(previous=p, following=f, paper=paper)) for p, claim, f in around]

    def write_claim(number: int) -> None:
        claim, around = shown[number]
        write(claim.href, "claim.html.j2", claim=claim, **around)

    forks.mapped(write_claim, len(shown))
    style.write(out)
    return out / "index.html"


def _hash(script: str) -> str:
    """What the page's policy names, so that this script runs and no other."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def problems(evidence: Evidence) -> list[str]:
    """The formulas of all statements and descriptions that cannot be converted, each with why."""
    typesetter = Typesetter()
    for claim in evidence.claims.values():
        for reading in claim.readings:
            typesetter.statement(reading.latex)
            typesetter.line(reading.because)
            typesetter.line(reading.implies)
        typesetter.line(claim.head.summary)
        typesetter.prose(claim.description)
    return typesetter.problems


def templates(undefined: type[Undefined] = StrictUndefined) -> Environment:
    """The templates of the pages; ``undefined`` is what a name without a value does."""
    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=undefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    shown = {
        "words": words,
        "matrices": matrices,
        "front": front_page,
        "glossary": glossary,
        "kept_runs": kept_runs,
        "signs": signs.PATHS,
    }
    environment.globals |= shown
    environment.filters["raised"] = characters.raised
    return environment
