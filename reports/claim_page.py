"""What the page of a claim shows, put together from records and verdicts."""

from __future__ import annotations

import functools
import re
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from urllib.parse import quote

from markupsafe import Markup

from lemmata.records import atomic_files
from lemmata.records.evidence import (
    HYPOTHESES,
    ZERO_WEIGHTS,
    Change,
    ClaimRecord,
    Evidence,
    Head,
    HuntRecord,
    ReadingRecord,
)
from lemmata.records.figures import FigureRecord, HeatMapRecord
from lemmata.records.finding import SequentialTest
from lemmata.records.formula import Source
from lemmata.records.found_sentence import compares_signs
from lemmata.records.judging import PRINTED_WEIGHTS
from lemmata.records.names import names
from lemmata.records.notation import GREEK
from lemmata.records.verdicts import Fate, ReadingVerdict, Verdict, Verdicts
from lemmata.records.witness import WitnessError, parse
from lemmata.records.words import told

from . import bars, evaluated, graph, hypotheses, kept_runs, landscapes, limits, needs, plots, witnesses, words
from .characters import text
from .pace import pace
from .text import Typesetter, note
from .witnesses import Witness

BROKEN = ("refuted", "vacuous")
_OPEN = ("undecided", "not-run", "not-encoded")
_LABEL = 28
_SHORT = 200
"""Code of no more letters stands on each page that needs it."""


@dataclass(frozen=True)
class Reading:
    """A statement, as printed or as amended, and what became of it."""

    name: str
    title: str
    verdict: ReadingVerdict
    sentence: Markup
    scope: Markup
    unproved: Markup
    because: Markup
    adds: Markup
    slack: Markup
    statement: Markup
    implies: Markup
    hypotheses: hypotheses.Hypotheses
    tightness: float | None
    unmet: int
    discarded: int
    witness: Witness | None
    told_apart: Markup
    histogram: Markup | None
    tests: Sequence[SequentialTest]
    stage: str
    """In which its last hunt ended."""

    @property
    def outcome(self) -> str:
        """What became of it."""
        return self.verdict.outcome

    @property
    def surprising(self) -> bool:
        """Whether that is not what was expected."""
        return self.outcome not in (self.verdict.expected, "not-run")

    @property
    def strength(self) -> str:
        """The kind of evidence, if something was found or held."""
        return words.NONE if self.outcome in _OPEN else self.verdict.evidence

    @property
    def mark(self) -> str:
        """The same where it stands alone, in a table: no proof reaches beyond its sizes."""
        said = words.NONE if self.outcome in _OPEN else self.verdict.strength
        # A formula for each size would make the table half as large again.
        return re.sub(r"[A-Za-z]+", lambda m: text(f"$\\{m[0]}$") if m[0] in GREEK else m[0], said)


@dataclass(frozen=True)
class Mutant:
    """A wrong variant and its fate."""

    name: str
    fate: str
    instances: str
    because: Markup
    why: Markup
    changes: Sequence[Change]
    """What stands in its name is left out, and of what it replaces what a mutant above it has said."""
    rows: int = 1
    """How many mutants, from this one on, were killed in the same way; 0 where one above says it."""


@dataclass(frozen=True)
class Figure:
    """A plot with its words."""

    title: Markup
    caption: Markup
    x_label: Markup
    y_label: Markup
    svg: Markup
    legend: Sequence[tuple[Markup, Markup, str]]
    pace: str = ""
    """How fast what is measured falls, and the theory."""


@dataclass(frozen=True)
class Lemma:
    """A claim that another uses.

    ``href`` is None if it is not part of the run; ``adds`` repairs it; ``read``: it is our reading.
    """

    name: str
    href: str | None
    outcome: str | None
    adds: str | Markup = ""
    read: bool = False


@dataclass(frozen=True)
class Rests:
    """What a claim rests on that fell, directly or through others; ``holds``: whether it survived all the same.

    ``weights`` is the construction whose repaired weights it was tested with, if the printed ones refute it;
    ``repaired`` hold as amended, ``fallen`` do not.
    """

    holds: bool
    weights: Lemma | None
    repaired: Sequence[Lemma]
    fallen: Sequence[Lemma]

    @property
    def all(self) -> list[Lemma]:
        """Every one of these."""
        return [*([self.weights] if self.weights else []), *self.repaired, *self.fallen]


@dataclass(frozen=True)
class ClaimPage:
    """One claim. ``statement`` is its reading as printed (or ours), ``survivor`` the one that counts.

    Mutants that were not killed come first.
    """

    record: ClaimRecord
    verdict: Verdict
    name: str
    href: str
    summary: Markup
    found: Markup
    description: Markup
    notes: Lemma | None
    """The claim whose page has the description, where several of one file share it."""
    because: Markup
    readings: Sequence[Reading]
    evaluated: evaluated.Evaluated | None
    shared: Sequence[tuple[Lemma, Sequence[str]]]
    """The claims whose pages have further code that its check uses, and the names of that."""
    statement: Reading
    amended: Reading | None
    survivor: Reading
    needs: needs.Needs | None
    mutants: Sequence[Mutant]
    killed: str
    surprises: Sequence[Markup]
    uses: Sequence[Lemma]
    used_by: Sequence[Lemma]
    broken_lemmas: Sequence[Lemma]
    rests: Rests | None
    root: Lemma | None
    """The claim with whose argument it falls, if it names one."""
    figures: Sequence[Figure]
    reported: Mapping[str, Markup]
    configured: Sequence[Markup]
    hunts: Sequence[HuntRecord]
    again: str

    @property
    def seconds(self) -> str:
        """All its hunts together."""
        return words.duration(self.verdict.seconds)

    @property
    def runs_it(self) -> str:
        """The line that runs an experiment, in the first profile that does."""
        experiment = self.record.experiment
        profile = next(iter(experiment.configurations), "standard") if experiment else "standard"
        return f"lemmata verify {shlex.quote(self.record.id)} --profile {profile}"

    @property
    def flags(self) -> str:
        """What one may look for, besides the outcomes."""
        flags = {
            "surprise": self.surprises,
            "broken-lemma": self.broken_lemmas,
            "witness": self.statement.witness,
            "not-discriminating": not self.verdict.discriminating,
            "loose": self.verdict.loose,
        }
        return " ".join(name for name, value in flags.items() if value)

    @property
    def broken(self) -> bool:
        """Whether the printed statement is refuted or vacuous."""
        return self.statement.outcome in BROKEN

    @property
    def head(self) -> Head:
        """What lists say of it."""
        return self.record.head

    @property
    def encoded(self) -> bool:
        """Whether there is a check."""
        return self.verdict.encoded

    @property
    def is_experiment(self) -> bool:
        """Whether it was measured: what broke then is no error that is shown."""
        return self.record.head.kind == "experiment"

    @property
    def artefact(self) -> bool:
        """Whether the slip may be the text extraction's; then it is no matter for the authors."""
        return self.verdict.defect == "extraction" or self.verdict.possible_extraction


@dataclass(frozen=True)
class Box:
    """A claim in the drawing of what uses what."""

    x: int
    y: int
    label: str
    name: str
    href: str
    outcome: str
    rests_on_broken: bool


@dataclass(frozen=True)
class Graph:
    """The drawing of what uses what; an edge is a path and whether its lemma is broken."""

    name: str
    boxes: Sequence[Box]
    edges: Sequence[tuple[str, bool]]
    width: int
    height: int
    box_width: int = graph.WIDTH
    box_height: int = graph.HEIGHT


class ClaimPages:
    """Makes the page of each claim; ``typesetter`` collects the formulas that could not be converted."""

    def __init__(self, evidence: Evidence, verdicts: Verdicts, out: Path) -> None:
        self.evidence = evidence
        self.verdicts = {claim.id: kept_runs.shown(claim) for claim in verdicts.claims}
        self.run = verdicts.run
        self.out = out
        self.typesetter = Typesetter()
        self.line = functools.cache(self.typesetter.line)  # two of three lines come again
        self.names = names(record.head for record in evidence.claims.values())
        self.kept = kept_runs.hunts(evidence, verdicts)
        self.hunts = functools.lru_cache(1)(lambda claim: self.kept.get(claim) or evidence.of(claim))
        self.hrefs = page_paths(list(self.verdicts))
        self.notes: dict[tuple[str, str], str] = {}
        """By file and text: the claim on whose page the description of the file stands."""
        for claim in self.verdicts:
            record = evidence.claims[claim]
            if "\n\n" in record.description.strip():
                self.notes.setdefault((record.head.file, record.description), claim)
        self.codes: dict[Source, str] = {}
        """The claim on whose page code stands that several evaluate."""
        for claim in self.verdicts:
            checks = [reading.conclusion for reading in evidence.claims[claim].readings]
            for source in [source for check in checks if not check.latex for source in check.sources]:
                if len(source.code) > _SHORT:
                    self.codes.setdefault(source, claim)
        self.uses = {c: list(verdict.uses) for c, verdict in self.verdicts.items()}
        self.outcomes = {c: verdict.statement.outcome for c, verdict in self.verdicts.items()}
        broken = frozenset(c for c, outcome in self.outcomes.items() if outcome in BROKEN)
        self.broken_lemmas = graph.broken_lemmas(self.uses, broken)
        self.used_by: dict[str, list[str]] = {c: [] for c in self.uses}
        for c, used in self.uses.items():
            for lemma in dict.fromkeys(used):
                self.used_by.setdefault(lemma, []).append(c)

    def page(self, claim: str) -> ClaimPage:
        """All that is said of one claim."""
        verdict, record = self.verdicts[claim], self.evidence.claims[claim]
        line = self.line
        readings = self._readings(record, verdict)
        named = {reading.name: reading for reading in readings}
        fates = Counter(mutant.fate for mutant in verdict.mutants)
        first = self.notes.get((record.head.file, record.description), claim)
        checks = evaluated.of_readings(
            [(words.reading(record, reading.name), reading) for reading in record.readings],
            self.typesetter.formula,
            line,
            lambda source: self.codes[source] if self.codes.get(source, claim) != claim else "",
            record.head.summary,
        )
        return ClaimPage(
            record=record,
            verdict=verdict,
            name=self.names[claim],
            href=self.hrefs[claim],
            summary=line(record.head.summary),
            found=line(verdict.found),
            description=Markup("") if first != claim else self.typesetter.prose(_without_summary(record)),
            notes=self.lemma(first) if first != claim else None,
            because=line(verdict.because),
            readings=readings,
            evaluated=checks,
            shared=[(self.lemma(c), of) for c, of in checks.elsewhere.items()] if checks else [],
            statement=readings[0],
            amended=named.get("amended"),
            survivor=named.get("amended", readings[0]),
            needs=needs.of_claim(self.evidence, verdict, line),
            mutants=[
                replace(mutant, changes=[*map(self._change, mutant.changes)])
                for mutant in _told_once(
                    [self._mutant(record, m) for m in sorted(verdict.mutants, key=lambda m: m.fate == "killed")]
                )
            ],
            killed=f"{fates['killed']}/{len(verdict.mutants) - fates['waived']}",
            surprises=[line(surprise) for surprise in verdict.surprises],
            uses=[self.lemma(c) for c in self.uses[claim]],
            used_by=[self.lemma(c) for c in self.used_by[claim]],
            broken_lemmas=[self.lemma(c) for c in self.broken_lemmas[claim]],
            rests=self._rests(claim),
            root=self.lemma(root) if (root := record.statement.falls_with) else None,
            figures=self._figures(claim),
            reported={name: line(value) for name, value in record.reported.items()},
            configured=[line(text) for text in record.experiment.words] if record.experiment else [],
            hunts=[hunt for hunt in self.hunts(claim) if hunt.role == "reading"],
            again=(
                f"lemmata verify {shlex.join(self._claim_file(record) or [claim])} "
                f"--profile {(verdict.kept or self.run).profile} "
                f"--seed {(verdict.kept or self.run).seed} --fresh"
            ),
        )

    def _mutant(self, record: ClaimRecord, mutant: Fate) -> Mutant:
        described = record.changes.get(mutant.name)
        return Mutant(
            name=mutant.name,
            fate=mutant.fate,
            instances=words.plural(mutant.instances, "replicate")
            if record.head.kind == "experiment"
            else words.amount(mutant),
            because=self.line(_REFUTED.sub(r"\1\2", words.failure(mutant.because), count=1)),
            why=self.line(described.why if described else ""),
            changes=described.changes if described else (),
        )

    def _change(self, change: Change) -> Change:
        """As it is shown: hypotheses in words, all else in its source."""
        told = self.line if change.what == HYPOTHESES else Markup("<code>{}</code>").format
        before, after = (told(text) if text else "" for text in (change.before, change.after))
        return replace(change, before=before, after=after)

    def _readings(self, record: ClaimRecord, verdict: Verdict) -> list[Reading]:
        latex = [reading.latex for reading in record.readings]
        both = len(latex) > 1
        typesetter = self.typesetter
        statements = typesetter.compared(*latex) if both else [typesetter.statement(latex[0])]
        shown = [
            self._reading(described, record, name, reading, statement)
            for described, (name, reading), statement in zip(
                record.readings, verdict.readings.items(), statements, strict=True
            )
        ]
        first, *others = shown
        told = [replace(r, hypotheses=r.hypotheses.beyond(first.hypotheses, first.title)) for r in others]
        return [first, *told]

    def _reading(
        self,
        described: ReadingRecord,
        record: ClaimRecord,
        name: str,
        reading: ReadingVerdict,
        statement: Markup,
    ) -> Reading:
        line = self.line
        every = self.hunts(record.id)
        hunts = [hunt for hunt in every if hunt.variant == described.name]
        scopes = [hunt.scope for hunt in hunts]
        sentence, scope = _in_words(reading, described.because, described.adds)
        return Reading(
            name=name,
            title=words.reading(record, name),
            verdict=reading,
            sentence=line(sentence),
            scope=line(scope),
            unproved=line(re.sub(r"(?<=[ ,])(\w+)(?= = )", r"`\1`", reading.finding.unproved)),  # sizes by name
            because=line(described.because),
            adds=line(described.adds),
            slack=line(described.slack),
            statement=statement,
            implies=self.typesetter.statement(described.implies),
            hypotheses=hypotheses.of_reading(described, reading, line),
            tightness=None if compares_signs(described) else reading.finding.tightness,
            unmet=sum(scope.inactive for scope in scopes),
            discarded=sum(scope.discarded for scope in scopes),
            witness=self._witness(reading.witness, record, described, hunts),
            told_apart=line(told(reading.finding.told_apart) if reading.finding.told_apart else ""),
            histogram=self._histogram(record, name, hunts[-1] if hunts else None),
            tests=scopes[-1].tests if scopes else (),
            stage=scopes[-1].stage if scopes else "",
        )

    def _histogram(self, record: ClaimRecord, name: str, hunt: HuntRecord | None) -> Markup | None:
        if hunt is None or hunt.histogram is None:
            return None
        edges, counts = hunt.histogram.edges, hunt.histogram.counts
        named = (
            f"Relative margins of {words.count(sum(counts))} instances {words.reading(record, name).lower()}, "
            f"from {words.number(edges[0])} to {words.number(edges[-1])}"
        )
        return Markup(bars.draw(edges, counts, named))

    def _figures(self, claim: str) -> list[Figure]:
        records = list(kept_runs.figures(self.evidence, self.verdicts[claim]))
        records += landscapes.figures(self.evidence.claims[claim], self.hunts(claim))
        return [self._figure(record, k < limits.FIGURES) for k, record in enumerate(records)]

    def _figure(self, record: FigureRecord | HeatMapRecord, within_limit: bool) -> Figure:
        line = self.line
        if not within_limit:
            drawing = plots.Drawing(Markup(""), (f"not drawn: a page has {limits.FIGURES} drawings",))
        elif isinstance(record, HeatMapRecord):
            drawing = plots.heat_map(record, line)
        else:
            drawing = plots.figure(record)
        caption = Markup(" ").join([line(plots.numbered(record.caption)), *map(note, drawing.notes)])
        lines = record if isinstance(record, FigureRecord) and drawing.svg else None
        return Figure(
            title=line(record.title),
            caption=caption,
            x_label=line(lines.x_label.removesuffix(" (see caption)") if lines else ""),
            y_label=line(lines.y_label if lines else ""),
            svg=drawing.svg,
            legend=[
                (entry.swatch, line(entry.label), entry.role)
                for entry in (plots.legend(lines.series, plots.has_categories(lines)) if lines else ())
            ],
            pace=pace(lines) if lines else "",
        )

    def lemma(self, claim: str) -> Lemma:
        """What is said of a claim where another names it."""
        if claim not in self.verdicts:
            return Lemma(claim, None, None)
        read = self.evidence.claims[claim].head.origin == "read"
        return Lemma(self.names[claim], self.hrefs[claim], self.outcomes[claim], read=read)

    def _rests(self, claim: str) -> Rests | None:
        verdict, fell = self.verdicts[claim], self.broken_lemmas[claim]
        if not fell:
            return None
        repaired = [c for c in fell if self._amended(c) == "holds"]
        weights = [c for c in repaired if self.verdicts[c].defect == "construction"]
        killed = any(m.name == PRINTED_WEIGHTS and m.fate == "killed" for m in verdict.mutants)
        holds = verdict.statement.outcome == "holds"
        main = weights[0] if weights and killed and holds else None
        return Rests(
            holds=holds,
            weights=replace(self.lemma(main), adds=self.line(self.evidence.claims[main].survivor.adds))
            if main
            else None,
            repaired=[self.lemma(c) for c in repaired if c != main],
            fallen=[self.lemma(c) for c in fell if c not in repaired],
        )

    def _amended(self, claim: str) -> str | None:
        """What became of its amended form, if there is one."""
        amended = self.verdicts[claim].readings.get("amended")
        return amended.outcome if amended else None

    def _witness(
        self, path: str | None, record: ClaimRecord, reading: ReadingRecord, hunts: Sequence[HuntRecord]
    ) -> Witness | None:
        if path is None:
            return None
        # A path of this machine is nobody else's: then the line is for the folder of the report.
        file = path if self.out.is_absolute() else str(self.out / path)
        replay = ["lemmata", "replay", file, *self._claim_file(record)]
        shown = Witness(file=path, href=quote(path), replay=shlex.join(replay))
        try:
            stored = parse((self.out / path).read_bytes())
        except (OSError, WitnessError) as error:
            problem = f"The witness cannot be shown ({type(error).__name__}: {error})."
            return replace(shown, problem=problem)
        finders = [hunt for hunt in hunts if hunt.witness == stored]
        follows = finders[0].derived if finders else ()
        groups = witnesses.grouped(stored, reading, follows, self.line)
        return self._with_snippet(replace(shown, stored=stored, groups=groups), finders)

    def _claim_file(self, record: ClaimRecord) -> list[str]:
        """The file by which a claim was given to the run, if it was; else nothing."""
        selected = {p for run in self.evidence.runs for p in run.selection if p.endswith(".py")}
        mine = f"/{record.head.file}"
        return sorted(p for p in selected if Path(p).resolve().as_posix().endswith(mine))[:1]

    def _with_snippet(self, shown: Witness, finders: Sequence[HuntRecord]) -> Witness:
        """With the program of the hunt that met this witness, written beside it."""
        for hunt in finders:
            if hunt.snippet:
                file = Path(shown.file).with_suffix(".py").as_posix()
                atomic_files.write(self.out / file, hunt.snippet)
                return replace(shown, snippet=hunt.snippet, snippet_href=quote(file))
        reasons = [hunt.no_snippet for hunt in finders if hunt.no_snippet]
        return replace(shown, no_snippet=reasons[0] if reasons else "this run recorded none")

    def drawn(self, name: str, uses: Mapping[str, Sequence[str]], sizes: graph.Sizes) -> Graph | None:
        """The drawing of what uses what, or None if nothing does."""
        drawing = graph.draw(uses, sizes)
        if drawing is None:
            return None
        boxes = []
        for node in drawing.nodes:
            shown = self.names[node.id]
            boxes.append(
                Box(
                    x=node.x,
                    y=node.y,
                    label=shown if len(shown) <= _LABEL else shown[: _LABEL - 1].rstrip() + "…",
                    name=shown,
                    href=self.hrefs[node.id],
                    outcome=self.outcomes[node.id],
                    rests_on_broken=bool(self.broken_lemmas[node.id]),
                )
            )
        edges = [(edge.path, self.outcomes[edge.lemma] in BROKEN) for edge in drawing.edges]
        return Graph(name, boxes, edges, drawing.width, drawing.height, sizes.width, sizes.height)


def _told_once(mutants: Sequence[Mutant]) -> list[Mutant]:
    """The mutants of a claim without what one of them says twice, or says after another."""
    said: set[tuple[str, str]] = set()
    shown = []
    for mutant in mutants:
        changes = [change for change in mutant.changes if change.after != mutant.name]
        if mutant.name == ZERO_WEIGHTS:  # whose code is the same in every claim
            changes = []
        for k, change in enumerate(changes):
            if change.before == change.after:  # they differ in what is not written there
                changes[k] = replace(change, before="", after="")
            elif (change.what, change.before) in said:
                changes[k] = replace(change, before="")
            said.add((change.what, change.before))
        shown.append(replace(mutant, changes=changes))
    together = [list(run) for _, run in groupby(shown, key=lambda mutant: mutant.because)]
    return [
        replace(mutant, rows=0 if k else len(run)) if mutant.because else mutant
        for run in together
        for k, mutant in enumerate(run)
    ]


_REFUTED = re.compile(r"^refuted after [\w, ]+? \((.*?)\)(.*)")
"""How a mutant was killed, whose instances stand beside it."""


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


def _without_summary(record: ClaimRecord) -> str:
    """The description, less its first paragraph where that is the summary shown above it."""
    first, _, remainder = record.description.strip().partition("\n\n")
    same = " ".join(first.split()).rstrip(".") == " ".join(record.head.summary.split()).rstrip(".")
    return remainder if same else record.description


def _in_words(reading: ReadingVerdict, because: str, adds: str) -> tuple[str, str]:
    """What became of a reading, less what stands beside it: the reason and what is added; and its scope."""
    # Of an open reading the reason is all that was found.
    found = reading.found if reading.outcome == "undecided" else reading.found.removesuffix(because).rstrip()
    if adds:  # which stands below it
        found = found.replace(f"; with {adds.rstrip('.')}", "", 1)
    sentence, scope = words.sentence(replace(reading, found=found)), reading.scope
    if reading.found and reading.outcome == "refuted":  # the table of hunts has the rest
        scope = ""
    elif reading.found:  # what it has said already
        scope = "; ".join(part for part in scope.split("; ") if not _is_said(part, sentence))
    elif scope.lower().startswith(sentence.lower()):
        sentence, scope = scope, ""
    if scope.rstrip(".").lower() in sentence.lower():
        scope = ""
    return sentence[:1].upper() + sentence[1:], scope


def _is_said(part: str, sentence: str) -> bool:
    """Whether a sentence says what this part of a scope does; the ratio stands in the table, too."""
    if part.endswith("the conclusion is trivial"):
        return "says nothing" in sentence
    return part.startswith("largest ratio") or part.lower() in sentence.lower()
