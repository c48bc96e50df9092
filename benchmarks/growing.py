"""A package of very many small claims, written for the benchmark of growth, and a run of it without its hunts.

Of each kind of claim (one holds, one is refuted as printed) a single one is hunted; the records of the others
are copies of what that hunt saw. So what is timed is all that the engine does around the hunts.
"""

from __future__ import annotations

import importlib
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from lemmata.commands.report import write_report
from lemmata.records import files
from lemmata.records.evidence import End, HuntRecord
from lemmata.records.judging import judge
from lemmata.run import coverage, description, digests, registry
from lemmata.run.hunting import PROFILES, hunt
from lemmata.run.plan import Plan

STAGES = {
    "registry": "the papers are loaded and the claims checked",
    "campaign": "claims are selected, planned and described",
    "evidence": "records are appended one by one, read again and judged",
    "report": "witnesses, verdicts and pages are written",
}
_WARM = 20
"""Claims of a package that goes through all of it first: imports, fonts and templates are left out."""

_PAPER = '''"""A paper of very many claims."""

from lemmata import Paper

PAPER = Paper("{name}", "On growth", "A. Grower", 2026, "grower2026", "source.txt", modules="{name}")
'''
_HEAD = '''"""Claims {first} and following."""

from {name} import PAPER
from lemmata import at_most, dims, lines, mutants, printed, reals, theorem

'''
_CLAIM = '''
@theorem(
    PAPER, "Lemma {k}", id="{id}", d=dims(1, 3), x=reals("d"), at=lines({k}), uses=[{uses}], rank="{rank}",
    summary="The {k}th coordinate is at most {limit}",
)
@printed(r"$\\|x\\|_2^2 \\ge -{limit}$ in step {k}"{expected})
@mutants(shifted=dict(limit=-{k} - 1))
def claim_{k}(x, limit={limit}):
    """The square of a norm is at least that."""
    return at_most(-(x @ x), limit)
'''
_REFUTED = ', expect="refuted", defect="constant", because="The norm can be {k}."'
_IN_A_FILE, _IN_A_SECTION, _BROKEN = 5, 50, 10


def write(folder: Path, name: str, claims: int) -> str:
    """Writes an installed package with so many claims into a folder; its entry point.

    The claims of a section rest on those before them; every tenth is refuted as printed.
    """
    package = folder / name
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(_PAPER.format(name=name), encoding="utf-8")
    (package / "source.txt").write_text("a line\n" * (claims + 1), encoding="utf-8")
    for first in range(1, claims + 1, _IN_A_FILE):
        numbers = range(first, min(first + _IN_A_FILE, claims + 1))
        text = _HEAD.format(name=name, first=first) + "".join(_claim(name, k) for k in numbers)
        (package / f"section_{first}.py").write_text(text, encoding="utf-8")
    info = folder / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", encoding="utf-8")
    entry = f"{name}:PAPER"
    (info / "entry_points.txt").write_text(f"[lemmata.papers]\n{name} = {entry}\n", encoding="utf-8")
    return entry


def _claim(name: str, k: int) -> str:
    place = (k - 1) % _IN_A_SECTION
    uses = ", ".join(f'"{name}/{_id(k - back)}"' for back in (1, 7) if back <= place)
    broken = k % _BROKEN == 0
    expected = _REFUTED.format(k=k) if broken else ""
    rank = "headline" if k == 1 else "result" if place == 0 else "step"
    return _CLAIM.format(k=k, id=_id(k), uses=uses, expected=expected, limit=-k if broken else k, rank=rank)


def _id(k: int) -> str:
    return f"section-{k - (k - 1) % _IN_A_FILE}/lemma-{k}"


def around(folder: Path, claims: int) -> tuple[dict[str, float], float]:
    """In a process of its own: seconds of the processor for each of :data:`STAGES`, and peak memory (MiB)."""
    sys.path.insert(0, str(folder))
    for name, count in ((f"warm_{claims}", _WARM), (f"claims_{claims}", claims)):
        entry = write(folder, name, count)
        importlib.invalidate_caches()
        seconds = _run(folder / f"report_{name}", entry)
    return seconds, peak()


def _run(out: Path, entry: str) -> dict[str, float]:
    """The seconds of a run of a package without its hunts."""
    seconds: dict[str, float] = {}

    @contextmanager
    def timed(stage: str) -> Iterator[None]:
        start = time.process_time()
        yield
        seconds[stage] = time.process_time() - start

    out.mkdir()
    path = out / "evidence.jsonl"
    with timed("registry"):
        library = registry.load(only=[entry])
    with timed("campaign"):
        claims = library.select([f"{topic}/*" for topic in library.papers])
        plan = Plan(tuple(claims), "quick", 0, "cpu", 1, library.alpha)
        tasks, reader = plan.tasks(), digests.Reader()
        papers = map(coverage.describe, library.papers.values())
        files.append(path, [plan.header(), *papers, *(description.describe(c, reader) for c in claims)])
    # One of each kind; where a claim stands says which.
    profile = replace(PROFILES["quick"], examples=20, settings=2, batch=64, climbs=1, steps=5)
    seen = {(_broken(c.id), v.name): hunt(v, profile) for c in claims[:_BROKEN] for v in c.variants()}
    with timed("evidence"):
        for task in tasks:
            assert task.variant is not None
            files.append(path, [_of(task.claim, seen[_broken(task.claim), task.variant])])
        files.append(path, [End(seconds=1.0, instances=0)])
        evidence = files.read(path)
        judged = judge(evidence)
    with timed("report"):
        write_report(evidence, judged, out)
    return seconds


def peak(who: int = resource.RUSAGE_SELF) -> float:
    """The most memory that this process has had, or one of its children, in MiB."""
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(who).ru_maxrss / unit


def _of(claim: str, hunt: HuntRecord) -> HuntRecord:
    """A record as if it were of another claim, with all that speaks of the claim in it."""
    witness, certificate = hunt.witness, hunt.finding.certificate
    return replace(
        hunt,
        claim=claim,
        finding=replace(
            hunt.finding,
            witness=witness and replace(witness, claim=claim),
            certificate=certificate and replace(certificate, claim=claim),
        ),
    )


def _broken(claim: str) -> bool:
    return int(claim.rpartition("-")[2]) % _BROKEN == 0
