"""What changed between two runs: verdicts, constants, tightness, speed; and what got worse.

Either side is the JSON of ``verify --json``, the folder of a report, a file of evidence, the figures
of a benchmark, or a file of accepted verdicts (``docs/diff.md`` says what counts as a regression).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isclose
from pathlib import Path
from typing import Any

from lemmata.errors import LemmataError
from lemmata.records import accepted, evidence, strict, verdicts

SCHEMA = "lemmata/diff/1"
TIGHTNESS = 0.9
"""A ratio of the two sides below this share of the old one says that a hunt comes less near."""
FALL = 1.5
"""A benchmark's figure that is worse by this factor is a regression."""
_SLOWER, _SECONDS = 2.0, 1.0
"""A claim's time is told if it changed by this factor and by this many seconds, beyond what all
claims together did: machines and their load differ."""
NUMBERS = ("constant", "tightness", "speed")
SOURCES = ("statement", "check")
_WORDS = (("observed", "probed", "exact", "proved"), ("tolerance-only", "genuine"))
_RESTING = ("undecided", "not-run")
_BAD = ("survived", "invalid")
_REMEDY = "write the file again"
_ABSOLUTE = (*evidence.COSTS, "instances/s")


@dataclass(frozen=True)
class Side:
    """One of the two runs; ``kind`` is ``verdicts``, ``accepted`` or ``bench``."""

    path: Path
    kind: str
    document: Mapping[str, Any]

    @property
    def run(self) -> Mapping[str, Any]:
        """The circumstances of the run."""
        return dict(self.document["run"])

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
    """``claim``, ``statement``, ``check``, ``outcome``, ``evidence``, ``fate``, ``mutant``, ``teeth``,
    ``surprise``, ``constant``, ``tightness`` or ``speed``."""
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
        data = strict.read(
            path, verdicts.MAX_BYTES if path.suffix == ".json" else evidence.MAX_BYTES
        )
        if _is_evidence(data):
            return Side(path, "verdicts", verdicts.judge(evidence.read(path)).document)
        document = strict.plain(strict.loads(data))
        found = document.get("schema") if isinstance(document, dict) else None
        if found == evidence.BENCH:
            told = strict.validated(document, evidence.BENCH, "bench-1.json", _REMEDY)
            return Side(path, "bench", told)
        if found == accepted.SCHEMA:
            told = strict.validated(document, accepted.SCHEMA, "accepted-1.json", _REMEDY)
            return Side(path, "accepted", accepted.expanded(told))
        told = strict.validated(document, verdicts.SCHEMA, "verdicts-1.json", _REMEDY)
        return Side(path, "verdicts", told)
    except evidence.EvidenceError:
        raise
    except strict.StrictError as error:
        raise LemmataError(f"{path}: {error}") from None


def _in_folder(folder: Path) -> Path:
    for name in ("verdicts.json", "evidence.jsonl"):
        if (folder / name).is_file():
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
            f"{new.path} holds accepted verdicts, {old.path} holds {_holds(old)}: name what was "
            "accepted first"
        )
    if (old.kind == "bench") != (new.kind == "bench"):
        raise LemmataError(
            f"{old.path} holds {_holds(old)}, {new.path} holds {_holds(new)}: compare like with like"
        )
    before, after = _by_name(old), _by_name(new)
    gone = [name for name in before if name not in after]
    lost = [name for name in gone if accepted.wanted(name, new.run)]
    changes: list[Change] = []
    if old.kind == "bench":
        changes += _speeds(old, new, before, after)
    else:
        both = [name for name in before if name in after]
        for name in both:
            changes += _claim(old, new, before[name], after[name])
        if old.kind != "accepted":
            changes += _times([(before[name], after[name]) for name in both])
        for name in after:
            if name not in before:
                changes.append(_appeared(old, after[name]))
    what = "speed" if old.kind == "bench" else "claim"
    changes += [Change(name, "", what, "there", "lost", True, "it is gone") for name in lost]
    return Diff(
        old,
        new,
        tuple(sorted(changes, key=lambda c: (not c.regression, c.what in NUMBERS))),
        len(before) - len(gone),
        len(gone) - len(lost),
    )


def _holds(side: Side) -> str:
    return "benchmarks" if side.kind == "bench" else "verdicts"


def _by_name(side: Side) -> dict[str, Mapping[str, Any]]:
    if side.kind == "bench":
        return {result["name"]: result for result in side.document["results"]}
    return {claim["id"]: claim for claim in side.document["claims"]}


def _appeared(old: Side, claim: Mapping[str, Any]) -> Change:
    told = ", ".join(f"{name} {r['outcome']}" for name, r in claim["readings"].items())
    if old.kind == "accepted":
        return Change(claim["id"], "", "claim", "", told, True, "it is not accepted yet")
    odd = claim["surprises"]
    return Change(claim["id"], "", "claim", "", told, bool(odd), odd[0] if odd else "")


def _alike(old: Side, new: Side) -> bool:
    """Whether both runs had the same budget and draws, so that their words can be compared."""
    return all(old.run[name] == new.run[name] for name in ("profile", "seed"))


def _claim(
    old: Side, new: Side, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Change]:
    subject, accepting = before["id"], old.kind == "accepted"
    yield from _sources(accepting, before, after)
    idle = [all(r["outcome"] == "not-run" for r in c["readings"].values()) for c in (before, after)]
    if idle[0] != idle[1] and new.run["profile"] != old.run["profile"]:
        return  # an experiment that only one of the profiles runs
    found: list[Change] = []
    for name, reading in before["readings"].items():
        if name in after["readings"]:
            told = after["readings"][name]
            found += _verdict(old, new, subject, name, reading, told)
            if not accepting:
                found += _numbers(old, new, after, name, reading, told)
        else:
            found.append(
                Change(subject, name, "outcome", reading["outcome"], "lost", True, "it is gone")
            )
    for name in after["readings"]:
        if name in before["readings"]:
            continue
        told = after["readings"][name]["outcome"]
        because = "it is not accepted yet" if accepting else ""
        found.append(Change(subject, name, "outcome", "", told, accepting, because))
    found += _mutants(accepting, before, after)
    if not accepting:
        if before["discriminating"] and not after["discriminating"]:
            because = "the check has lost its teeth"
            found.append(Change(subject, "", "teeth", "discriminating", "not", True, because))
        if after["surprises"] and not before["surprises"] and not any(c.regression for c in found):
            found.append(Change(subject, "", "surprise", "", after["surprises"][0], True, "new"))
    yield from found


def _sources(
    accepting: bool, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Change]:
    """Whether the verdicts are about the same statement and check; older files do not say."""
    was, now = before.get("source_digest", {}), after.get("source_digest", {})
    for part in SOURCES:
        if part in was and part in now and was[part] != now[part]:
            because = "it is not what is accepted" if accepting else ""
            yield Change(before["id"], "", part, was[part], now[part], accepting, because)


def _verdict(
    old: Side,
    new: Side,
    subject: str,
    name: str,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
) -> Iterator[Change]:
    accepting, alike = old.kind == "accepted", _alike(old, new)
    was, now = before["outcome"], after["outcome"]
    if (was, before["expected"]) != (now, after["expected"]):
        told = [
            r["outcome"] + ("" if r["outcome"] == r["expected"] else f", expected {r['expected']}")
            for r in (before, after)
        ]
        newly = now != after["expected"] and (was == before["expected"] or now not in _RESTING)
        because = "it differs from what is expected" if newly else ""
        if accepting and not newly:
            because = "it is not what is accepted"
        yield Change(subject, name, "outcome", told[0], told[1], newly or accepting, because)
    elif was not in _RESTING and before["evidence"] != after["evidence"]:
        words = before["evidence"], after["evidence"]
        weaker = any(
            set(words) <= set(scale) and scale.index(words[1]) < scale.index(words[0])
            for scale in _WORDS
        )
        because = "the evidence is weaker" if weaker else "it is not what is accepted"
        if alike or not accepting:
            worse = alike and (weaker or accepting)
            yield Change(subject, name, "evidence", *words, worse, because if worse else "")


def _mutants(
    accepting: bool, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Change]:
    was = {m["name"]: m["fate"] for m in before["mutants"]}
    now = {m["name"]: m["fate"] for m in after["mutants"]}
    for name in [*was, *(n for n in now if n not in was)]:
        old, new = was.get(name, ""), now.get(name, "")
        if old == new:
            continue
        worse = new in _BAD and old not in _BAD
        because = f"it {'survives' if new == 'survived' else 'cannot be judged'}" if worse else ""
        if accepting and not worse:
            because = "it is not what is accepted"
        what = "fate" if old and new else "mutant"
        yield Change(
            before["id"], f"mutant {name!r}", what, old, new or "lost", worse or accepting, because
        )


def _numbers(
    old: Side,
    new: Side,
    claim: Mapping[str, Any],
    name: str,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
) -> Iterator[Change]:
    if before["outcome"] != after["outcome"] or after["outcome"] not in ("holds", "untestable"):
        return  # a violated statement has no constant, and a witness is as good as another
    rate = claim["kind"] == "rate"
    for quantity, was in before["constants"].items():
        now = after["constants"].get(quantity)
        if now is not None and _apart(was, now):
            worse = rate and now[0] > was[1] and min(was[1] - was[0], now[1] - now[0]) > 0
            because = "its interval lies wholly above the old one" if worse else ""
            told = _interval(was), _interval(now)
            yield Change(claim["id"], f"{name}: {quantity}", "constant", *told, worse, because)
    ratios = before["tightness"], after["tightness"]
    if rate or None in ratios or ratios[0] <= 0:
        return
    weaker = ratios[1] < TIGHTNESS * ratios[0]
    if weaker or ratios[1] * TIGHTNESS > ratios[0]:
        worse = weaker and _alike(old, new) and after["instances"] >= before["instances"]
        because = "the hunt comes less near to the bound" if worse else ""
        told = f"{ratios[0]:.6g}", f"{ratios[1]:.6g}"
        yield Change(claim["id"], name, "tightness", *told, worse, because)


def _apart(one: list[float], other: list[float]) -> bool:
    """Whether two intervals have nothing in common, rounding apart."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return low > high and not isclose(low, high, rel_tol=1e-6, abs_tol=1e-12)


def _interval(ends: list[float]) -> str:
    low, high = (f"{end:.4g}" for end in ends)
    return low if low == high else f"[{low}, {high}]"


def _times(pairs: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> Iterator[Change]:
    """Claims that take another share of the time."""
    totals = [sum(pair[k]["seconds"] for pair in pairs) for k in (0, 1)]
    if not all(totals):
        return
    pace = totals[1] / totals[0]
    for before, after in pairs:
        slow, fast = sorted((before["seconds"] * pace, after["seconds"]), reverse=True)
        if slow > _SLOWER * fast and slow - fast > _SECONDS * max(pace, 1):
            was, now = (f"{claim['seconds']:.1f} s" for claim in (before, after))
            yield Change(before["id"], "", "speed", was, now)


def _speeds(
    old: Side, new: Side, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Change]:
    costs = new.run.get("lower_is_better")
    here = all(old.run[name] == new.run[name] for name in ("machine", "device"))
    for name, was in before.items():
        now = after.get(name)
        if now is None or was["unit"] != now["unit"] or was["value"] == now["value"]:
            continue
        lower = name in costs if costs is not None else now["unit"] in evidence.COSTS
        small, large = (was["value"], now["value"]) if lower else (now["value"], was["value"])
        fell = large > FALL * small
        worse = fell and (here or now["unit"] not in _ABSOLUTE)
        because = f"worse by more than a factor of {FALL:g}" if worse else ""
        values = [f"{side['value']:.4g} {side['unit']}" for side in (was, now)]
        yield Change(name, "", "speed", values[0], values[1], worse, because)
    for name, now in after.items():
        if name not in before:
            yield Change(name, "", "speed", "", f"{now['value']:.4g} {now['unit']}")
