"""Writes the pages."""

from __future__ import annotations

import base64
import hashlib
import logging
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Undefined
from markupsafe import Markup

from lemmata.records.evidence import Evidence
from lemmata.records.verdicts import Verdicts
from reports import errata, matrices, words
from reports.pages import Assembly
from reports.text import Typesetter

_HERE = Path(__file__).parent
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

    def write(path: str, template: str, **shown: Any) -> None:
        page = environment.get_template(template)
        target = out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        root = "../" * path.count("/")
        text = page.render(site=site, root=root, here=path, **shown)
        target.write_text(words.upright(text), encoding="utf-8", newline="\n")

    write("index.html", "index.html.j2", script=Markup(script), script_hash=_hash(script))
    write("errata.html", "errata.html.j2", kinds=errata.kinds(site.errata))
    write("experiments.html", "experiments.html.j2")
    write("speed.html", "speed.html.j2", out=out)
    errata.write(site, out)
    neighbours = [None, *site.claims, None]
    for k, claim in enumerate(site.claims):
        around = {"previous": neighbours[k], "following": neighbours[k + 2]}
        write(claim.href, "claim.html.j2", claim=claim, **around)
    style = (_HERE / "static" / "style.css").read_text(encoding="utf-8")
    (out / "style.css").write_text(style, encoding="utf-8", newline="\n")
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
        typesetter.line(claim.summary)
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
    environment.globals |= {"words": words, "matrices": matrices}
    return environment
