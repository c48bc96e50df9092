"""What changed between two runs: verdicts, constants, tightness, speed; and what got worse.

Either side is the JSON of ``verify --json``, the folder of a report, a file of evidence, the figures
of a benchmark, or a file of accepted verdicts (``docs/diff.md`` says what counts as a regression).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from math import isclose
from pathlib import Path
from typing import Any, Final, Literal, TypedDict, get_args

from lemmata.claims.vocabulary import NOT_ENCODED
from lemmata.errors import LemmataError
from lemmata.records import accepted, bench, codec, files, packing, strict_json, verdicts
from lemmata.records.accepted import Accepted
from lemmata.records.evidence import EvidenceError
from lemmata.records.finding import Drawn, Value
from lemmata.records.judging import judge
from lemmata.records.verdicts import ReadingVerdict, Verdict, Verdicts

SCHEMA = "lemmata/diff/1"
TIGHTNESS = 0.9
"""A ratio of the two sides below this share of the old one says that a hunt comes less near."""
FALL = 1.5
"""A benchmark's figure that is worse by this factor is a regression."""
_SLOWER, _SECONDS = 2.0, 1.0
"""A claim's time is reported if it changed by this factor and by this many seconds, beyond what all
claims together did: machines and their load differ."""
_WORDS = (("observed", "probed", "exact", "proved"), ("tolerance-only", "genuine"))
_RESTING = ("undecided", "not-run", NOT_ENCODED)
_BAD = ("survived", "invalid")
_ABSOLUTE = (*bench.COSTS, "instances/s")


Kind = Literal["verdicts", "accepted", "bench"]
_Number = Literal["constant", "tightness", "drawn", "speed"]
What = Literal["claim", "source", "outcome", "evidence", "fate", "mutant", "teeth", "surprise"] | _Number
NUMBERS: tuple[str, ...] = get_args(_Number)
SOURCE: Final = "source"


@dataclass(frozen=True)
class Side:
    """One of the two runs: its verdicts, accepted ones, or figures of benchmarks."""

    path: Path
    content: Verdicts | Accepted | Mapping[str, Any]

    @property
    def kind(self) -> Kind:
        if isinstance(self.content, Accepted):
            return "accepted"
        return "verdicts" if isinstance(self.content, Verdicts) else "bench"

    @property
    def claims(self) -> dict[str, Verdict]:
        """By id."""
        content = self.content
        judged = content.expanded() if isinstance(content, Accepted) else content
        return {c.id: c for c in judged.claims} if isinstance(judged, Verdicts) else {}

    @property
    def results(self) -> dict[str, Mapping[str, Any]]:
        """Of benchmarks, by name."""
        figures = {} if isinstance(self.content, Verdicts | Accepted) else self.content
        return {result["name"]: result for result in figures.get("results", ())}

    @property
    def run(self) -> dict[str, Any]:
        """The circumstances of the run, as far as they are known."""
        if isinstance(self.content, Verdicts):
            return codec.encode(self.content.run)
        if isinstance(self.content, Accepted):
            return {"profile": self.content.profile, "seed": self.content.seed}
        return dict(self.content["run"])

    @property
    def name(self) -> str:
        """The run in words."""
        run = self.run
        words = ["accepted verdicts"] if self.kind == "accepted" else []
        if "profile" in run:
            words.append(f"profile {run['profile']}, seed {run['seed']}")
        versions = run.get("versions") or [run[name] for name in ("version",) if name in run]
        words += [" and ".join(f"version {v}" for v in versions)] if versions else []
        return f"{self.path} ({', '.join(words)})"


@dataclass(frozen=True)
class Change:
    """One difference. ``regression`` says that it got worse, ``because`` why that is so."""

    subject: str
    """The id of a claim, or the name of a benchmark."""
    where: str
    """``printed``, ``amended``, a mutant in quotes, or nothing for the claim itself."""
    what: What
    """``source``: statement and check, or mutants; ``drawn``: of quantities."""
    old: str
    new: str
    regression: bool = False
    because: str = ""


class SideDocument(TypedDict):
    """Where one side is, and what it holds."""

    path: str
    kind: Kind
    run: dict[str, Any]


class Document(TypedDict):
    """What ``lemmata diff --json`` writes."""

    schema: Literal["lemmata/diff/1"]
    old: SideDocument
    new: SideDocument
    compared: int
    skipped: int
    regressions: int
    changes: list[Change]


@dataclass(frozen=True)
class Diff:
    """All differences of two runs: regressions first, then verdicts, then numbers."""

    old: Side
    new: Side
    changes: tuple[Change, ...]
    compared: int
    """Claims (or benchmarks) that both have."""
    skipped: int
    """Claims that the new run was not asked for."""

    @property
    def regressions(self) -> tuple[Change, ...]:
        return tuple(change for change in self.changes if change.regression)

    def to_json(self) -> dict[str, Any]:
        """What ``--json`` writes."""
        old, new = ({"path": str(s.path), "kind": s.kind, "run": s.run} for s in (self.old, self.new))
        return {
            "schema": SCHEMA,
            "old": old,
            "new": new,
            "compared": self.compared,
            "skipped": self.skipped,
            "regressions": len(self.regressions),
            "changes": [asdict(change) for change in self.changes],
        }


# -- reading ---------------------------------------------------------------------------------------


def load(path: Path) -> Side:
    """One side, whatever kind of file or folder it is.

    Raises:
        LemmataError: it cannot be read, or is of another kind.
    """
    if path.is_dir():
        return load(_in_folder(path))
    try:
        limit = verdicts.MAX_BYTES if path.suffix == ".json" else files.MAX_BYTES
        data = packing.plain(strict_json.read(packing.stored(path), limit), limit)
        # The first line of evidence is a whole record, the other kinds are one document.
        first = data.split(b"\n", 1)[0]
        if b'"record"' in first and b"lemmata/evidence/" in first:
            return Side(path, judge(files.read(path)))
        document = strict_json.plain(strict_json.loads(data))
        schema = document.get("schema") if isinstance(document, dict) else None
        if schema == bench.SCHEMA:
            return Side(path, bench.from_json(document))
        if str(schema).startswith("lemmata/accepted/"):
            return Side(path, accepted.from_json(document))
        return Side(path, verdicts.from_json(document))
    except EvidenceError:
        raise
    except strict_json.StrictError as error:
        raise LemmataError(f"{path}: {error}") from None


def _in_folder(folder: Path) -> Path:
    for name in ("verdicts.json", "evidence.jsonl"):
        if packing.stored(folder / name).is_file():
            return folder / name
    raise LemmataError(
        f"{folder}: holds neither verdicts.json nor evidence.jsonl; name the --out of a run, or a file"
    )


# -- comparing -------------------------------------------------------------------------------------


def compare(old: Side, new: Side) -> Diff:
    """What changed from one run to another.

    Raises:
        LemmataError: one of them holds benchmarks, the other verdicts; or the new one is no run.
    """
    holds = ["benchmarks" if side.kind == "bench" else "verdicts" for side in (old, new)]
    if new.kind == "accepted" and old.kind != "accepted":
        raise LemmataError(
            f"{new.path} holds accepted verdicts, {old.path} holds {holds[0]}: name what was accepted first"
        )
    if holds[0] != holds[1]:
        raise LemmataError(f"{old.path} holds {holds[0]}, {new.path} holds {holds[1]}: compare like with like")
    if old.kind == "bench":
        before, after, changes = [*old.results], [*new.results], list(_speeds(old, new))
    else:
        before, after, changes = [*old.claims], [*new.claims], list(_Comparison(old, new).changes())
    gone = [name for name in before if name not in after]
    lost = [name for name in gone if accepted.wanted(name, new.run.get("selection") or ())]
    what: What = "speed" if old.kind == "bench" else "claim"
    changes += [Change(name, "", what, "there", "lost", True, "it is gone") for name in lost]
    ordered = sorted(changes, key=lambda change: (not change.regression, change.what in NUMBERS))
    return Diff(old, new, tuple(ordered), len(before) - len(gone), len(gone) - len(lost))


@dataclass(frozen=True)
class _Comparison:
    """Of the verdicts of two runs, or of a run with what is accepted."""

    old: Side
    new: Side

    @property
    def accepting(self) -> bool:
        """Whether every difference is a regression until it is accepted."""
        return self.old.kind == "accepted"

    @cached_property
    def alike(self) -> bool:
        """Whether both runs had the same budget and draws, so that their words can be compared."""
        return all(self.old.run[name] == self.new.run[name] for name in ("profile", "seed"))

    def changes(self) -> Iterator[Change]:
        before, after = self.old.claims, self.new.claims
        pairs = [(before[name], after[name]) for name in before if name in after]
        for one, other in pairs:
            yield from self.claim(_aligned(one, other), other)
        if not self.accepting:
            yield from _times(pairs)
        for name, claim in after.items():
            if name not in before:
                outcomes = ", ".join(f"{reading} {r.outcome}" for reading, r in claim.readings.items())
                odd = "it is not accepted yet" if self.accepting else next(iter(claim.surprises), "")
                yield Change(name, "", "claim", "", outcomes, bool(odd), odd)

    def claim(self, before: Verdict, after: Verdict) -> Iterator[Change]:
        yield from self.source(before, after)
        idle = [all(r.outcome == "not-run" for r in c.readings.values()) for c in (before, after)]
        if idle[0] != idle[1] and self.new.run["profile"] != self.old.run["profile"]:
            return  # an experiment that only one of the profiles runs
        changes = [*self.readings(before, after), *self.mutants(before, after)]
        if not self.accepting:
            if before.discriminating and not after.discriminating:
                because = "the check does not discriminate any more"
                changes.append(Change(before.id, "", "teeth", "discriminating", "not", True, because))
            new_surprise = after.surprises and not before.surprises
            if new_surprise and not any(c.regression for c in changes):
                changes.append(Change(before.id, "", "surprise", "", after.surprises[0], True, "new"))
        yield from changes

    def source(self, before: Verdict, after: Verdict) -> Iterator[Change]:
        """Whether the verdicts are about the same statement, check and mutants, if both say it."""
        because = "it differs from what was accepted" if self.accepting else ""
        for where, was, now in (
            ("", before.source_digest, after.source_digest),
            ("mutants", before.mutants_digest, after.mutants_digest),
        ):
            if was and now and was != now:
                yield Change(before.id, where, SOURCE, was, now, self.accepting, because)

    def readings(self, before: Verdict, after: Verdict) -> Iterator[Change]:
        for name, reading in before.readings.items():
            later = after.readings.get(name)
            if later is None:
                yield Change(before.id, name, "outcome", reading.outcome, "lost", True, "it is gone")
                continue
            yield from self.verdict(before.id, name, reading, later)
            if not self.accepting:
                yield from self.numbers(after, name, reading, later)
                if self.alike:
                    yield from _drawn(before.id, name, reading, later)
        because = "it is not accepted yet" if self.accepting else ""
        for name, reading in after.readings.items():
            if name not in before.readings:
                yield Change(before.id, name, "outcome", "", reading.outcome, self.accepting, because)

    def verdict(self, claim: str, name: str, before: ReadingVerdict, after: ReadingVerdict) -> Iterator[Change]:
        was, now = before.outcome, after.outcome
        strengths = before.evidence, after.evidence
        if (was, before.expected) != (now, after.expected):
            words = [
                r.outcome + ("" if r.outcome == r.expected else f", expected {r.expected}")
                for r in (before, after)
            ]
            newly = now != after.expected and (was == before.expected or now not in _RESTING)
            because = "it differs from what is expected" if newly else ""
            if now == NOT_ENCODED and was not in ("", NOT_ENCODED):
                newly, because = True, "its check is gone"
            if self.accepting and not newly:
                because = "it differs from what was accepted"
            yield Change(claim, name, "outcome", words[0], words[1], newly or self.accepting, because)
        elif was not in _RESTING and strengths[0] != strengths[1] and (self.alike or not self.accepting):
            weaker = any(
                set(strengths) <= set(scale) and scale.index(strengths[1]) < scale.index(strengths[0])
                for scale in _WORDS
            )
            because = "the evidence is weaker" if weaker else "it differs from what was accepted"
            worse = self.alike and (weaker or self.accepting)
            yield Change(claim, name, "evidence", *strengths, worse, because if worse else "")

    def mutants(self, before: Verdict, after: Verdict) -> Iterator[Change]:
        was = {m.name: m.fate for m in before.mutants}
        now = {m.name: m.fate for m in after.mutants}
        for name in [*was, *(n for n in now if n not in was)]:
            old, new = was.get(name, ""), now.get(name, "")
            if old == new:
                continue
            worse = new in _BAD and old not in _BAD
            because = f"it {'survives' if new == 'survived' else 'cannot be judged'}" if worse else ""
            if self.accepting and not worse:
                because = "it differs from what was accepted"
            what: What = "fate" if old and new else "mutant"
            worse = worse or self.accepting
            yield Change(before.id, f"mutant {name!r}", what, old, new or "lost", worse, because)

    def numbers(
        self, claim: Verdict, name: str, before: ReadingVerdict, after: ReadingVerdict
    ) -> Iterator[Change]:
        """Constants whose intervals lie apart, and bounds that the hunt comes less or more near to."""
        if before.outcome != after.outcome or after.outcome not in ("holds", "untestable"):
            return  # a violated statement has no constant, and a witness is as good as another
        rate = claim.head.kind == "rate"
        for quantity, was in before.constants.items():
            now = after.constants.get(quantity)
            if now is not None and _apart(was, now):
                worse = rate and now[0] > was[1] and min(was[1] - was[0], now[1] - now[0]) > 0
                because = "its interval lies wholly above the old one" if worse else ""
                ends = _interval(was), _interval(now)
                yield Change(claim.id, f"{name}: {quantity}", "constant", *ends, worse, because)
        ratio, later = before.finding.tightness, after.finding.tightness
        if rate or ratio is None or later is None or ratio <= 0:
            return
        weaker = later < TIGHTNESS * ratio
        if weaker or later * TIGHTNESS > ratio:
            worse = weaker and self.alike and after.finding.instances >= before.finding.instances
            because = "the hunt comes less near to the bound" if worse else ""
            yield Change(claim.id, name, "tightness", f"{ratio:.6g}", f"{later:.6g}", worse, because)


def _aligned(before: Verdict, after: Verdict) -> Verdict:
    """The earlier verdict with its statement under the name of the later one, printed or ours."""
    was, now = next(iter(before.readings)), next(iter(after.readings))
    return replace(before, readings={now if k == was else k: r for k, r in before.readings.items()})


def _apart(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether two intervals have nothing in common, rounding apart."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return low > high and not isclose(low, high, rel_tol=1e-6, abs_tol=1e-12)


def _interval(ends: tuple[float, float]) -> str:
    low, high = (f"{end:.4g}" for end in ends)
    return low if low == high else f"[{low}, {high}]"


def _drawn(subject: str, name: str, before: ReadingVerdict, after: ReadingVerdict) -> Iterator[Change]:
    """Quantities of which another range was met, as where a space was edited."""
    old_drawn, new_drawn = before.finding.scope.drawn, after.finding.scope.drawn
    moved = [q for q in {**old_drawn, **new_drawn} if old_drawn.get(q) != new_drawn.get(q)]
    if moved:
        yield Change(subject, name, "drawn", _ranges(old_drawn, moved), _ranges(new_drawn, moved))


def _ranges(drawn: Drawn, quantities: Sequence[str]) -> str:
    def shown(values: Sequence[Value]) -> str:
        return ", ".join(f"{v:.4g}" if isinstance(v, float) else str(v) for v in values)

    return "; ".join(f"{q}: {shown(drawn[q]) if q in drawn else 'nothing'}" for q in quantities)


def _times(pairs: Sequence[tuple[Verdict, Verdict]]) -> Iterator[Change]:
    """Claims that take another share of the time."""
    totals = [sum(pair[k].seconds for pair in pairs) for k in (0, 1)]
    if not all(totals):
        return
    pace = totals[1] / totals[0]
    for before, after in pairs:
        slow, fast = sorted((before.seconds * pace, after.seconds), reverse=True)
        if slow > _SLOWER * fast and slow - fast > _SECONDS * max(pace, 1):
            was, now = (f"{claim.seconds:.1f} s" for claim in (before, after))
            yield Change(before.id, "", "speed", was, now)


def _speeds(old: Side, new: Side) -> Iterator[Change]:
    before, after = old.results, new.results
    costs = new.run.get("lower_is_better")
    same_machine = all(old.run[name] == new.run[name] for name in ("machine", "device"))
    for name, was in before.items():
        now = after.get(name)
        if now is None or was["unit"] != now["unit"] or was["value"] == now["value"]:
            continue
        lower = name in costs if costs is not None else now["unit"] in bench.COSTS
        small, large = (was["value"], now["value"]) if lower else (now["value"], was["value"])
        slower = large > FALL * small
        worse = slower and (same_machine or now["unit"] not in _ABSOLUTE)
        because = f"worse by more than a factor of {FALL:g}" if worse else ""
        values = [f"{side['value']:.4g} {side['unit']}" for side in (was, now)]
        yield Change(name, "", "speed", values[0], values[1], worse, because)
    for name, now in after.items():
        if name not in before:
            yield Change(name, "", "speed", "", f"{now['value']:.4g} {now['unit']}")
