"""What each page shows, put together from records and verdicts; templates only arrange it."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from lemmata.evidence import (
    ClaimRecord,
    Evidence,
    FigureRecord,
    HeatMapRecord,
    HuntRecord,
    Run,
)
from reports import graph, matrices, plots, words
from reports.matrices import Quantity
from reports.text import Typesetter

FALLEN = ("refuted", "vacuous")
_OPEN = ("undecided", "not-run")
NAMES = {"printed": "As printed", "amended": "As amended"}


@dataclass(frozen=True)
class Witness:
    """What shows a refutation. ``problem`` says why a stored one cannot be shown."""

    href: str
    replay: str
    problem: str = ""
    kind: str = ""
    relation: str = ""
    confirmed: str = ""
    relative: str = ""
    setting: Sequence[Quantity] = ()
    prompt: Sequence[Quantity] = ()
    sides: Sequence[Quantity] = ()
    statistics: Sequence[Quantity] = ()


@dataclass(frozen=True)
class SequentialTest:
    """One setting of a probability claim, tested on fresh draws."""

    setting: str
    draws: str
    failures: str
    allowed: str
    upper: str
    e_value: str


@dataclass(frozen=True)
class Reading:
    """A statement, as printed or as amended, and what became of it."""

    name: str
    title: str
    outcome: str
    expected: str
    surprising: bool
    strength: str
    sentence: Markup
    scope: Markup
    because: Markup
    statement: Markup
    margin: str
    tightness: str
    constants: Sequence[tuple[str, str]]
    witness: Witness | None
    histogram: Markup | None
    tests: Sequence[SequentialTest]


@dataclass(frozen=True)
class Mutant:
    """A wrong variant and its fate."""

    name: Markup
    fate: str
    instances: str
    because: Markup


@dataclass(frozen=True)
class Figure:
    """A plot with its words."""

    title: Markup
    caption: Markup
    x_label: Markup
    y_label: Markup
    svg: Markup
    legend: Sequence[tuple[Markup, Markup, str]]


@dataclass(frozen=True)
class Lemma:
    """A claim that another uses; ``href`` is None if it is not part of the run."""

    name: str
    href: str | None
    outcome: str | None


@dataclass(frozen=True)
class ClaimPage:
    """One claim. ``survivor`` is the reading that counts: the amended one, else the printed.

    Mutants that were not killed come first.
    """

    record: ClaimRecord
    href: str
    kind: str
    summary: Markup
    description: Markup
    defect: str | None
    because: Markup
    readings: Sequence[Reading]
    printed: Reading
    amended: Reading | None
    survivor: Reading
    mutants: Sequence[Mutant]
    killed: str
    discriminating: bool
    surprises: Sequence[Markup]
    uses: Sequence[Lemma]
    used_by: Sequence[Lemma]
    fallen: Sequence[Lemma]
    figures: Sequence[Figure]
    reported: Mapping[str, Markup]
    hunts: Sequence[HuntRecord]
    seconds: str
    again: str


@dataclass(frozen=True)
class Box:
    """A claim in the drawing of what uses what."""

    x: int
    y: int
    label: str
    name: str
    href: str
    outcome: str
    rests_on_fallen: bool


@dataclass(frozen=True)
class Graph:
    """The drawing of what uses what; an edge is a path and whether its lemma fell."""

    boxes: Sequence[Box]
    edges: Sequence[tuple[str, bool]]
    width: int
    height: int
    box_width: int = graph.WIDTH
    box_height: int = graph.HEIGHT


@dataclass(frozen=True)
class Site:
    """All that the pages show. ``papers`` groups the claims, in the order of the run."""

    run: Mapping[str, Any]
    runs: Sequence[Run]
    complete: bool
    claims: Sequence[ClaimPage]
    papers: Mapping[str, Sequence[ClaimPage]]
    printed: Sequence[tuple[str, int]]
    amended: Sequence[tuple[str, int]]
    fates: Sequence[tuple[str, int]]
    surprises: int
    errata: Mapping[str, Sequence[ClaimPage]]
    artefacts: Mapping[str, Sequence[ClaimPage]]
    graph: Graph | None


class Assembly:
    """Puts a site together; ``typesetter`` collects the formulas that could not be converted."""

    def __init__(self, evidence: Evidence, verdicts: Mapping[str, Any], out: Path) -> None:
        self.evidence = evidence
        self.verdicts: Mapping[str, Mapping[str, Any]] = {c["id"]: c for c in verdicts["claims"]}
        self.run: Mapping[str, Any] = verdicts["run"]
        self.out = out
        self.typesetter = Typesetter()
        self.plotter = plots.Plotter(out / ".cache" / "plots")
        self.hrefs = page_paths(list(self.verdicts))
        self.uses = {c: list(verdict["uses"]) for c, verdict in self.verdicts.items()}
        outcomes = {c: v["readings"]["printed"]["outcome"] for c, v in self.verdicts.items()}
        self.outcomes: Mapping[str, str] = outcomes
        fell = frozenset(c for c, outcome in outcomes.items() if outcome in FALLEN)
        self.fallen = graph.fallen(self.uses, fell)

    def site(self) -> Site:
        """Everything, each claim once."""
        claims = [self._claim(c) for c in self.verdicts]
        self.plotter.forget_unused()
        broken = [c for c in claims if c.printed.outcome in FALLEN]
        return Site(
            run=self.run,
            runs=self.evidence.runs,
            complete=len(self.evidence.ends) >= len(self.evidence.runs),
            claims=claims,
            papers=_by_paper(claims),
            printed=_tally([c.printed.outcome for c in claims], words.OUTCOMES),
            amended=_tally([c.amended.outcome for c in claims if c.amended], words.OUTCOMES),
            fates=_tally([m.fate for c in claims for m in c.mutants], words.FATES),
            surprises=sum(len(c.surprises) for c in claims),
            errata=_by_paper([c for c in broken if c.defect != "extraction"]),
            artefacts=_by_paper([c for c in broken if c.defect == "extraction"]),
            graph=self._graph(),
        )

    def _claim(self, claim: str) -> ClaimPage:
        verdict, record = self.verdicts[claim], self.evidence.claims[claim]
        line = self.typesetter.line
        readings = self._readings(record, verdict)
        named = {reading.name: reading for reading in readings}
        fates = Counter(m["fate"] for m in verdict["mutants"])
        return ClaimPage(
            record=record,
            href=self.hrefs[claim],
            kind=words.KINDS.get(verdict["kind"], verdict["kind"]),
            summary=line(record.summary),
            description=self.typesetter.prose(_without_summary(record)),
            defect=verdict["defect"],
            because=line(verdict["because"] or ""),
            readings=readings,
            printed=named["printed"],
            amended=named.get("amended"),
            survivor=named.get("amended", named["printed"]),
            mutants=[
                Mutant(line(m["name"]), m["fate"], words.count(m["instances"]), line(m["because"]))
                for m in sorted(verdict["mutants"], key=lambda m: m["fate"] == "killed")
            ],
            killed=f"{fates['killed']}/{len(verdict['mutants']) - fates['waived']}",
            discriminating=verdict["discriminating"],
            surprises=[line(surprise) for surprise in verdict.get("surprises", [])],
            uses=[self._lemma(c) for c in self.uses[claim]],
            used_by=[self._lemma(c) for c, used in self.uses.items() if claim in used],
            fallen=[self._lemma(c) for c in self.fallen[claim]],
            figures=self._figures(claim),
            reported={name: line(told) for name, told in record.reported.items()},
            hunts=[hunt for hunt in self.evidence.of(claim) if hunt.role == "reading"],
            seconds=words.duration(verdict["seconds"]),
            again=(
                f"lemmata verify {shlex.quote(claim)} "
                f"--profile {self.run['profile']} --seed {self.run['seed']}"
            ),
        )

    def _readings(self, record: ClaimRecord, verdict: Mapping[str, Any]) -> list[Reading]:
        latex = {reading.name: reading.latex for reading in record.readings}
        if "amended" in latex:
            both = self.typesetter.compared(latex["printed"], latex["amended"])
            statements = dict(zip(("printed", "amended"), both, strict=True))
        else:
            statements = {"printed": self.typesetter.statement(latex["printed"])}
        because = {reading.name: reading.because for reading in record.readings}
        last = {hunt.variant: hunt for hunt in self.evidence.of(record.id)}
        told_in_words = {name: _in_words(told) for name, told in verdict["readings"].items()}
        return [
            Reading(
                name=name,
                title=NAMES[name],
                outcome=told["outcome"],
                expected=told["expected"],
                surprising=told["outcome"] not in (told["expected"], "not-run"),
                strength=words.NONE if told["outcome"] in _OPEN else told["evidence"],
                sentence=self.typesetter.line(told_in_words[name][0]),
                scope=self.typesetter.line(told_in_words[name][1]),
                because=self.typesetter.line(because.get(name, "")),
                statement=statements[name],
                margin=words.number(told["margin"]),
                tightness=words.ratio(told["tightness"]),
                constants=[(c, words.interval(v)) for c, v in told["constants"].items()],
                witness=self._witness(told["witness"]),
                histogram=self._histogram(record, name, last.get(name)),
                tests=[_sequential(t) for t in (last[name].tests if name in last else ())],
            )
            for name, told in verdict["readings"].items()
        ]

    def _histogram(self, record: ClaimRecord, name: str, hunt: HuntRecord | None) -> Markup | None:
        if hunt is None or hunt.histogram is None:
            return None
        edges, counts = hunt.histogram["edges"], hunt.histogram["counts"]
        told = (
            f"Relative margins of {words.count(sum(counts))} instances, "
            f"from {words.number(edges[0])} to {words.number(edges[-1])}; "
            "below zero, by more than rounding explains, the statement fails."
        )
        title = f"{record.label}, {NAMES[name].lower()}: distribution of relative margins"
        return self.plotter.histogram(hunt.histogram, title, told)

    def _figures(self, claim: str) -> list[Figure]:
        return [self._figure(record) for record in self.evidence.figures if record.claim == claim]

    def _figure(self, record: FigureRecord | HeatMapRecord) -> Figure:
        line = self.typesetter.line
        title, caption = line(record.title), line(record.caption)
        if isinstance(record, HeatMapRecord):
            return Figure(title, caption, line(""), line(""), self.plotter.heat_map(record), ())
        return Figure(
            title=title,
            caption=caption,
            x_label=line(record.x_label),
            y_label=line(record.y_label),
            svg=self.plotter.figure(record),
            legend=[(e.swatch, line(e.label), e.role) for e in plots.legend(record.series)],
        )

    def _lemma(self, claim: str) -> Lemma:
        if claim not in self.verdicts:
            return Lemma(claim, None, None)
        name = self.evidence.claims[claim].label
        return Lemma(name, self.hrefs[claim], self.outcomes[claim])

    def _witness(self, path: str | None) -> Witness | None:
        if path is None:
            return None
        replay = f"lemmata replay {shlex.quote(str(self.out / path))}"
        told = Witness(href=quote(path), replay=replay)
        try:
            stored = json.loads((self.out / path).read_text(encoding="utf-8"))
            return _witness(stored, told)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            problem = f"The witness cannot be shown ({type(error).__name__}: {error})."
            return Witness(href=told.href, replay=replay, problem=problem)

    def _graph(self) -> Graph | None:
        drawing = graph.draw(self.uses)
        if drawing is None:
            return None
        boxes = []
        for node in drawing.nodes:
            label = self.evidence.claims[node.id].label
            boxes.append(
                Box(
                    x=node.x,
                    y=node.y,
                    label=label if len(label) <= _LABEL else label[: _LABEL - 1].rstrip() + "…",
                    name=f"{label} ({node.id})",
                    href=self.hrefs[node.id],
                    outcome=self.outcomes[node.id],
                    rests_on_fallen=bool(self.fallen[node.id]),
                )
            )
        edges = [(edge.path, self.outcomes[edge.lemma] in FALLEN) for edge in drawing.edges]
        return Graph(boxes, edges, drawing.width, drawing.height)


_LABEL = 24


def page_paths(claims: Sequence[str]) -> dict[str, str]:
    """Where the page of each claim stands: always two folders deep, whatever an id looks like."""
    paths: dict[str, str] = {}
    taken: set[str] = set()
    for claim in claims:
        topic, _, slug = claim.partition("/")
        stem = f"claims/{_safe(topic)}/{_safe(slug)}"
        path, k = f"{stem}.html", 1
        while path.casefold() in taken:
            k += 1
            path = f"{stem}-{k}.html"
        taken.add(path.casefold())
        paths[claim] = path
    return paths


def _safe(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.-]", "-", name).strip(".")[:100] or "claim"


def _by_paper(claims: Sequence[ClaimPage]) -> dict[str, list[ClaimPage]]:
    papers: dict[str, list[ClaimPage]] = {}
    for claim in claims:
        papers.setdefault(claim.record.paper, []).append(claim)
    return papers


def _tally(found: Sequence[str], order: Mapping[str, str]) -> list[tuple[str, int]]:
    counts = Counter(found)
    return [(word, counts[word]) for word in order if counts[word]]


def _without_summary(record: ClaimRecord) -> str:
    """The description, less its first paragraph where that is the summary shown above it."""
    first, _, rest = record.description.strip().partition("\n\n")
    same = " ".join(first.split()).rstrip(".") == " ".join(record.summary.split()).rstrip(".")
    return rest if same else record.description


def _in_words(told: Mapping[str, Any]) -> tuple[str, str]:
    """What became of a reading, and its scope unless that begins with the same words."""
    sentence, scope = words.sentence(told), str(told["scope"])
    if scope.lower().startswith(sentence):
        sentence, scope = scope, ""
    return sentence[:1].upper() + sentence[1:], scope


def _sequential(test: Mapping[str, Any]) -> SequentialTest:
    return SequentialTest(
        setting=matrices.inline(test.get("setting") or {}),
        draws=words.count(test["n"]),
        failures=words.count(test["failures"]),
        allowed=words.number(test["allowed"]),
        upper=words.number(test.get("upper")),
        e_value=words.number(test["e_value"]),
    )


def _witness(stored: Mapping[str, Any], told: Witness) -> Witness:
    sides = {name: stored[name] for name in ("left", "right") if stored[name] is not None}
    relative = stored["relative"]
    return Witness(
        href=told.href,
        replay=told.replay,
        kind=str(stored["kind"]),
        relation=words.RELATIONS.get(str(stored["relation"]), str(stored["relation"])),
        confirmed=words.CONFIRMATIONS.get(str(stored["confirmed"]), str(stored["confirmed"])),
        relative=words.NONE if relative is None else words.number(float(relative)),
        setting=matrices.quantities(stored["setting"]),
        prompt=matrices.quantities(stored["prompt"] or {}),
        sides=matrices.quantities(sides),
        statistics=matrices.quantities(stored["statistics"] or {}),
    )
