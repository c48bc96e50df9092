"""Claims in the pages of docs/, as their files and `theorems/accepted.json` have them: nothing is copied.

`docs/directives.py` puts the texts that are made here into pages.
"""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Any

from lemmata.claims.claim import Claim
from lemmata.records.witness import Witness, parse
from lemmata.run.registry import Library, load

ROOT = Path(__file__).resolve().parents[1]
GALLERY = ROOT / "docs" / "gallery"
MARKS = re.compile(r"([\\`*_\[\]<>#|])")
ARITHMETIC = {"rational": "in rationals", "ball": "in ball arithmetic", "e-value": "by a test of fresh draws"}
LETTERS = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "Delta": "Δ", "eps": "ε", "epsilon": "ε"}
LETTERS |= {"eta": "η", "lambda": "λ", "rho": "ρ", "phi": "φ", "sigma": "σ", "Sigma": "Σ", "tau": "τ"}
GREEK = re.compile(rf"(?<![A-Za-z])({'|'.join(LETTERS)})(?![A-Za-z])")
SIZE = 120
"""Characters of a witness's number; longer ones, matrices say, are left to its file."""


@functools.cache
def library() -> Library:
    """All claims of the repository."""
    return load()


@functools.cache
def accepted() -> dict[str, Any]:
    """The accepted verdicts, by id."""
    document = json.loads((ROOT / "theorems" / "accepted.json").read_text("utf-8"))
    return dict(document["claims"])


def witness_file(identifier: str) -> Path:
    """Where the gallery keeps the witness of a claim's printed reading."""
    return GALLERY / f"{identifier}.json"


def witness(identifier: str) -> Witness:
    """That witness.

    Raises:
        FileNotFoundError: the gallery has none of this claim.
    """
    return parse(witness_file(identifier).read_bytes())


def escaped(text: str) -> str:
    """An author's words for Markdown, with letters for their names; what stands between dollars stays."""

    def words(part: str) -> str:
        part = part.replace("<=", "≤").replace(">=", "≥")
        return MARKS.sub(r"\\\1", GREEK.sub(lambda name: LETTERS[name[0]], part))

    return "$".join(part if k % 2 else words(part) for k, part in enumerate(text.split("$")))


def number(value: Any) -> str:
    """A number of a witness in a reader's words: `3/2`, or `0.372` for a long fraction."""
    if isinstance(value, list) and len(value) == 1 and not isinstance(value[0], list):
        return number(value[0])
    if isinstance(value, list):
        return f"[{', '.join(number(part) for part in value)}]"
    text = str(value)
    top, _, bottom = text.partition("/")
    if len(text) <= 12 or not top.lstrip("-").isdigit():
        return text
    short = int(top) / int(bottom or 1)
    return f"{short:.4g}"


def instance(found: Witness) -> str:
    """The instance in a line: its setting and data, and the two sides that do not fit."""
    given = {**found.setting, **(found.prompt or {})}
    shown = {name: number(value) for name, value in given.items()}
    told = ", ".join(f"{name} = {value}" for name, value in shown.items() if len(value) <= SIZE)
    if found.statistics:
        n, failures, allowed = (found.statistics[key] for key in ("n", "failures", "allowed"))
        sides = f"{failures} of {n} draws fail, where a share of {allowed:g} may"
    else:
        relation = "≤" if found.relation == "<=" else "="
        sides = f"the statement says {number(found.left)} {relation} {number(found.right)}"
    return f"`{told}`: {sides} (decided {ARITHMETIC.get(found.confirmed, 'in floating point')})"


def told(claim: Claim) -> str:
    """A claim as a list in Markdown."""
    printed = claim.readings["printed"]
    rows = [
        (
            "Beyond the paper" if claim.origin == "ours" else "Printed",
            f"{printed.latex} ({escaped(claim.label)})",
        )
    ]
    if printed.implies:
        rows += [("What is checked", printed.implies)]
    if witness_file(claim.id).is_file():
        rows += [("Witness", instance(witness(claim.id)))]
    if printed.because:
        rows += [("Why it fails" if "amended" in claim.readings else "Why", escaped(printed.because))]
    if "amended" in claim.readings:
        amended = claim.readings["amended"]
        rows += [("What survives", amended.latex), ("What changed", escaped(amended.adds))]
    if claim.possible_extraction:
        rows += [("Caution", "the text extraction of the source may have garbled this; see the printed page")]
    return "".join(f"- **{name}:** {text}\n" for name, text in rows) + f"- `lemmata show {claim.id}`\n"


_STATEMENTS = (
    r"(?P<kind>Theorem|Lemma|Proposition|Corollary)s? (?P<numbers>\d[\d.]*(?:(?:, and |, | and )\d[\d.]*)*)"
)
_SAID = re.compile(
    rf"{_STATEMENTS}(?: (?P<verb>survive|hold|fail)s?)? (?P<how>as printed|as we read (?:it|them))"
)
_NUMBER = re.compile(r"\d+(?:\.\d+)*")


def said(text: str) -> list[tuple[str, str, str]]:
    """The verdicts that a text gives in words: "Theorems 1, 4 survive as printed, Theorem 3 as we read it".

    Of each statement its slug, the outcome, and the origin that a claim has to have.
    """
    found, verb = [], ""
    for match in _SAID.finditer(" ".join(text.split())):
        verb = match["verb"] or verb  # the last one goes on
        outcome = "refuted" if verb == "fail" else "holds"
        origin = "printed" if match["how"] == "as printed" else "read"
        numbers = _NUMBER.findall(match["numbers"])
        found += [(f"{match['kind'].lower()}-{n}", outcome, origin) for n in numbers]
    return found


def outcome(claim: Claim) -> str:
    """The accepted outcome of what the paper says (or we say, where it does not), with its evidence."""
    word, _, evidence = accepted()[claim.id]["ours" if claim.origin == "ours" else "printed"]
    return str(word) if word == "not-run" else f"{word} ({evidence})"


def headline_table(topic: str) -> str:
    """The claims that the paper is read for, what became of them, and what had to change."""
    rows = ["| statement | claim | as printed | what survives |", "|---|---|---|---|"]
    for claim in library().claims.values():
        if claim.paper.topic == topic and claim.rank == "headline" and str(claim.kind) != "experiment":
            amended = claim.readings.get("amended")
            change = f"with {escaped(amended.adds)}" if amended else "as printed"
            rows += [f"| {escaped(claim.label)} | `{claim.slug}` | {outcome(claim)} | {change} |"]
    return "\n".join(rows) + "\n"
