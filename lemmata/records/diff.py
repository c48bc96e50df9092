"""What changed between two runs: verdicts, constants, tightness, speed; and what got worse.

Either side is the JSON of ``verify --json``, the folder of a report, a file of evidence, the figures
of a benchmark, or a file of accepted verdicts (``docs/diff.md`` says what counts as a regression).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import isclose
from pathlib import Path
from typing import Any, Literal

from lemmata.errors import LemmataError
from lemmata.records import accepted, bench, codec, files, packing, strict, verdicts
from lemmata.records.accepted import Accepted
from lemmata.records.evidence import EvidenceError
from lemmata.records.finding import Value
from lemmata.records.judging import judge
from lemmata.records.verdicts import ReadingVerdict, Verdict, Verdicts
from lemmata.statement.vocabulary import NOT_ENCODED

SCHEMA = "lemmata/diff/1"
TIGHTNESS = 0.9
"""A ratio of the two sides below this share of the old one says that a hunt comes less near."""
FALL = 1.5
"""A benchmark's figure that is worse by this factor is a regression."""
_SLOWER, _SECONDS = 2.0, 1.0
"""A claim's time is reported if it changed by this factor and by this many seconds, beyond what all
claims together did: machines and their load differ."""
NUMBERS = ("constant", "tightness", "drawn", "speed")
SOURCE = "source"
_WORDS = (("observed", "probed", "exact", "proved"), ("tolerance-only", "genuine"))
_RESTING = ("undecided", "not-run", NOT_ENCODED)
_BAD = ("survived", "invalid")
_REMEDY = "write the file again"
_ABSOLUTE = (*bench.COSTS, "instances/s")


@dataclass(frozen=True)
class Side:
    """One of the two runs: its verdicts, accepted ones, or figures of benchmarks."""

    path: Path
    content: Verdicts | Accepted | Mapping[str, Any]

    @property
    def kind(self) -> Literal["verdicts", "accepted", "bench"]:
        """What it holds."""
        if isinstance(self.content, Accepted):
            return "accepted"
        return "verdicts" if isinstance(self.content, Verdicts) else "bench"

    @property
    def claims(self) -> dict[str, Verdict]:
        """The claims by id."""
        content = self.content
        judged = content.expanded() if isinstance(content, Accepted) else content
        return {c.id: c for c in judged.claims} if isinstance(judged, Verdicts) else {}

    @property
    def results(self) -> dict[str, Mapping[str, Any]]:
        """The figures of benchmarks by name."""
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
    what: str
    """``claim``, ``source`` (statement and check, or mutants), ``outcome``, ``evidence``, ``fate``, ``mutant``,
    ``teeth``, ``surprise``, ``constant``, ``tightness``, ``drawn`` (of quantities) or ``speed``."""
    old: str
    new: str
    regression: bool = False
    because: str = ""


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
        """The changes for the worse."""
        return tuple(change for change in self.changes if change.regression)

    def to_json(self) -> dict[str, Any]:
        """What ``--json`` writes."""
        return {
            "schema": SCHEMA,
            **{
                name: {"path": str(side.path), "kind": side.kind, "run": side.run}
                for name, side in (("old", self.old), ("new", self.new))
            },
            "compared": self.compared,
            "skipped": self.skipped,
            "regressions": len(self.regressions),
            "changes": [asdict(change) for change in self.changes],
        }


# -- reading ---------------------------------------------------------------------------------------


def load(path: Path) -> Side:
    """One side, whatever kind of file or folder it is.

    Raises:
        LemmataError: it cannot be read, or is none of the kinds.
    """
    if path.is_dir():
        return load(_in_folder(path))
    try:
        limit = verdicts.MAX_BYTES if path.suffix == ".json" else files.MAX_BYTES
        data = packing.plain(strict.read(packing.stored(path), limit), limit)
        if _is_evidence(data):
            return Side(path, judge(files.read(path)))
        document = strict.plain(strict.loads(data))
        schema = document.get("schema") if isinstance(document, dict) else None
        if schema == bench.SCHEMA:
            return Side(path, strict.validated(document, bench.SCHEMA, "bench-1.json", _REMEDY))
        if str(schema).startswith("lemmata/accepted/"):
            return Side(path, accepted.from_json(document))
        return Side(path, verdicts.from_json(document))
    except EvidenceError:
        raise
    except strict.StrictError as error:
        raise LemmataError(f"{path}: {error}") from None


def _in_folder(folder: Path) -> Path:
    for name in ("verdicts.json", "evidence.jsonl"):
        if packing.stored(folder / name).is_file():
            return folder / name
    raise LemmataError(
        f"{folder}: holds neither verdicts.json nor evidence.jsonl; name the --out of a run, or a file"
    )


def _is_evidence(data: bytes) -> bool:
    """Whether the first line is a whole record: the other kinds are one document."""
    head = data.split(b"\n", 1)[0]
    return b'"record"' in head and b"lemmata/evidence/" in head


# -- comparing -------------------------------------------------------------------------------------


def compare(old: Side, new: Side) -> Diff:
    """What changed from one run to another.

    Raises:
        LemmataError: one of them holds benchmarks, the other verdicts; or the new one is no run.
    """
    if new.kind == "accepted" and old.kind != "accepted":
        raise LemmataError(
            f"{new.path} holds accepted verdicts, {old.path} holds {_holds(old)}: name what was accepted first"
        )
    if (old.kind == "bench") != (new.kind == "bench"):
        raise LemmataError(
            f"{old.path} holds {_holds(old)}, {new.path} holds {_holds(new)}: compare like with like"
        )
    changes: list[Change] = []
    if old.kind == "bench":
        names = [*old.results], [*new.results]
        changes += _speeds(old, new)
    else:
        names = [*old.claims], [*new.claims]
        changes += _claims(old, new)
    gone = [name for name in names[0] if name not in names[1]]
    lost = [name for name in gone if accepted.wanted(name, new.run.get("selection") or ())]
    what = "speed" if old.kind == "bench" else "claim"
    changes += [Change(name, "", what, "there", "lost", True, "it is gone") for name in lost]
    return Diff(
        old,
        new,
        tuple(sorted(changes, key=lambda c: (not c.regression, c.what in NUMBERS))),
        len(names[0]) - len(gone),
        len(gone) - len(lost),
    )


def _claims(old: Side, new: Side) -> Iterator[Change]:
    before, after = old.claims, new.claims
    pairs = [(before[name], after[name]) for name in before if name in after]
    for one, other in pairs:
        yield from _claim(old, new, _aligned(one, other), other)
    if old.kind != "accepted":
        yield from _times(pairs)
    for name, claim in after.items():
        if name not in before:
            yield _appeared(old, claim)


def _aligned(before: Verdict, after: Verdict) -> Verdict:
    """The earlier verdict with its statement under the name of the later one, printed or ours."""
    names = next(iter(before.readings)), next(iter(after.readings))
    if names[0] == names[1]:
        return before
    readings = {names[1] if k == names[0] else k: r for k, r in before.readings.items()}
    return replace(before, readings=readings)


def _holds(side: Side) -> str:
    return "benchmarks" if side.kind == "bench" else "verdicts"


def _appeared(old: Side, claim: Verdict) -> Change:
    outcomes = ", ".join(f"{name} {r.outcome}" for name, r in claim.readings.items())
    if old.kind == "accepted":
        return Change(claim.id, "", "claim", "", outcomes, True, "it is not accepted yet")
    odd = claim.surprises
    return Change(claim.id, "", "claim", "", outcomes, bool(odd), odd[0] if odd else "")


def _alike(old: Side, new: Side) -> bool:
    """Whether both runs had the same budget and draws, so that their words can be compared."""
    return all(old.run[name] == new.run[name] for name in ("profile", "seed"))


def _claim(old: Side, new: Side, before: Verdict, after: Verdict) -> Iterator[Change]:
    subject, accepting = before.id, old.kind == "accepted"
    yield from _source(accepting, before, after)
    idle = [all(r.outcome == "not-run" for r in c.readings.values()) for c in (before, after)]
    if idle[0] != idle[1] and new.run["profile"] != old.run["profile"]:
        return  # an experiment that only one of the profiles runs
    changes: list[Change] = []
    for name, reading in before.readings.items():
        if name not in after.readings:
            changes.append(Change(subject, name, "outcome", reading.outcome, "lost", True, "it is gone"))
            continue
        changes += _verdict(old, new, subject, name, reading, after.readings[name])
        if not accepting:
            changes += _numbers(old, new, after, name, reading)
            if _alike(old, new):
                changes += _drawn(subject, name, reading, after.readings[name])
    for name, reading in after.readings.items():
        if name not in before.readings:
            because = "it is not accepted yet" if accepting else ""
            changes.append(Change(subject, name, "outcome", "", reading.outcome, accepting, because))
    changes += _mutants(accepting, before, after)
    if not accepting:
        if before.discriminating and not after.discriminating:
            because = "the check does not discriminate any more"
            changes.append(Change(subject, "", "teeth", "discriminating", "not", True, because))
        new_surprise = after.surprises and not before.surprises
        if new_surprise and not any(c.regression for c in changes):
            changes.append(Change(subject, "", "surprise", "", after.surprises[0], True, "new"))
    yield from changes


def _source(accepting: bool, before: Verdict, after: Verdict) -> Iterator[Change]:
    """Whether the verdicts are about the same statement, check and mutants; older files do not say."""
    because = "it is not what is accepted" if accepting else ""
    for where, was, now in (
        ("", before.source_digest, after.source_digest),
        ("mutants", before.mutants_digest, after.mutants_digest),
    ):
        if was and now and was != now:
            yield Change(before.id, where, SOURCE, was, now, accepting, because)


def _verdict(
    old: Side, new: Side, subject: str, name: str, before: ReadingVerdict, after: ReadingVerdict
) -> Iterator[Change]:
    accepting, alike = old.kind == "accepted", _alike(old, new)
    was, now = before.outcome, after.outcome
    if (was, before.expected) != (now, after.expected):
        words = [
            r.outcome + ("" if r.outcome == r.expected else f", expected {r.expected}") for r in (before, after)
        ]
        newly = now != after.expected and (was == before.expected or now not in _RESTING)
        because = "it differs from what is expected" if newly else ""
        if now == NOT_ENCODED and was not in ("", NOT_ENCODED):
            newly, because = True, "its check is gone"
        if accepting and not newly:
            because = "it is not what is accepted"
        worse = newly or accepting
        yield Change(subject, name, "outcome", words[0], words[1], worse, because)
    elif was not in _RESTING and before.evidence != after.evidence:
        strengths = before.evidence, after.evidence
        weaker = any(
            set(strengths) <= set(scale) and scale.index(strengths[1]) < scale.index(strengths[0])
            for scale in _WORDS
        )
        because = "the evidence is weaker" if weaker else "it is not what is accepted"
        if alike or not accepting:
            worse = alike and (weaker or accepting)
            yield Change(subject, name, "evidence", *strengths, worse, because if worse else "")


def _mutants(accepting: bool, before: Verdict, after: Verdict) -> Iterator[Change]:
    was = {m.name: m.fate for m in before.mutants}
    now = {m.name: m.fate for m in after.mutants}
    for name in [*was, *(n for n in now if n not in was)]:
        old, new = was.get(name, ""), now.get(name, "")
        if old == new:
            continue
        worse = new in _BAD and old not in _BAD
        because = f"it {'survives' if new == 'survived' else 'cannot be judged'}" if worse else ""
        if accepting and not worse:
            because = "it is not what is accepted"
        what = "fate" if old and new else "mutant"
        yield Change(before.id, f"mutant {name!r}", what, old, new or "lost", worse or accepting, because)


def _numbers(old: Side, new: Side, claim: Verdict, name: str, before: ReadingVerdict) -> Iterator[Change]:
    after = claim.readings[name]
    if before.outcome != after.outcome or after.outcome not in ("holds", "untestable"):
        return  # a violated statement has no constant, and a witness is as good as another
    rate = claim.kind == "rate"
    for quantity, was in before.constants.items():
        now = after.constants.get(quantity)
        if now is not None and _apart(was, now):
            worse = rate and now[0] > was[1] and min(was[1] - was[0], now[1] - now[0]) > 0
            because = "its interval lies wholly above the old one" if worse else ""
            ends = _interval(was), _interval(now)
            yield Change(claim.id, f"{name}: {quantity}", "constant", *ends, worse, because)
    ratio, later = before.tightness, after.tightness
    if rate or ratio is None or later is None or ratio <= 0:
        return
    weaker = later < TIGHTNESS * ratio
    if weaker or later * TIGHTNESS > ratio:
        worse = weaker and _alike(old, new) and after.instances >= before.instances
        because = "the hunt comes less near to the bound" if worse else ""
        ratios = f"{ratio:.6g}", f"{later:.6g}"
        yield Change(claim.id, name, "tightness", *ratios, worse, because)


def _apart(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether two intervals have nothing in common, rounding apart."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return low > high and not isclose(low, high, rel_tol=1e-6, abs_tol=1e-12)


def _interval(ends: tuple[float, float]) -> str:
    low, high = (f"{end:.4g}" for end in ends)
    return low if low == high else f"[{low}, {high}]"


def _drawn(subject: str, name: str, before: ReadingVerdict, after: ReadingVerdict) -> Iterator[Change]:
    """Quantities of which another range was met, as where a space was edited."""
    moved = [q for q in {**before.drawn, **after.drawn} if before.drawn.get(q) != after.drawn.get(q)]
    if moved:
        yield Change(subject, name, "drawn", _ranges(before, moved), _ranges(after, moved))


def _ranges(reading: ReadingVerdict, quantities: Sequence[str]) -> str:
    met = {q: reading.drawn.get(q) for q in quantities}
    return "; ".join(f"{q}: {'nothing' if v is None else _met(v)}" for q, v in met.items())


def _met(values: Sequence[Value]) -> str:
    return ", ".join(f"{value:.4g}" if isinstance(value, float) else str(value) for value in values)


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
