"""Nothing is hunted twice: evidence of earlier runs, for claims of which nothing has changed.

It is looked for in the user's cache folder (:mod:`lemmata.run.store`), then in the last run of the folder that
this one writes to. What is found there has to rest on the same basis, has to be complete, and the witnesses
of readings have to be confirmed once more. Of certificates it is only asked that they are as they were made:
to check them anew takes longer than many a hunt.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from lemmata.claims.claim import Claim
from lemmata.claims.vocabulary import may_break
from lemmata.errors import LemmataError
from lemmata.records import files, packing
from lemmata.records.evidence import Basis, ClaimRecord, Evidence, EvidenceError, HuntRecord, Run
from lemmata.records.figures import FigureRecord
from lemmata.records.judging import judge
from lemmata.run import store
from lemmata.run.basis import Bases, is_good
from lemmata.run.plan import UNDRAWN, Plan, Result
from lemmata.run.replay import replay
from lemmata.run.replay_limits import OutOfTimeError, limited

_LIMIT = 10.0
"""Seconds for the witness of a reading; our own take milliseconds."""


@dataclass(frozen=True)
class Found:
    """What an earlier run has seen of a claim."""

    record: ClaimRecord
    evidence: Evidence
    basis: Basis

    @property
    def results(self) -> tuple[Result, ...]:
        """Its hunts, which are kept small until they are asked for, and its figures."""
        claim = self.record.id
        return *self.evidence.of(claim), *(figure for figure in self.evidence.figures if figure.claim == claim)


@dataclass
class Earlier:
    """The evidence of earlier runs that a plan may use.

    Attributes:
        plan: whose claims they are of.
        header: of the run that may use it.
        path: the evidence of the folder that the run writes to.
        fresh: whether nothing is used again; what is hunted is kept all the same.
    """

    plan: Plan
    header: Run
    path: Path | None = None
    fresh: bool = False
    bases: Bases = field(init=False)

    def __post_init__(self) -> None:
        self.bases = Bases(self.plan, self.header)

    def found(self) -> dict[str, Found]:
        """By claim: what need not be hunted again."""
        if self.fresh:
            return {}
        wanted = {digest: claim for claim, digest in self.bases.digests.items()}
        found: dict[str, Found] = {}
        for digest, claim in wanted.items():
            try:
                evidence = store.get(digest)
            except store.DamagedError as error:
                _say(claim, error)
                continue
            if evidence is not None:
                found |= self._usable(evidence, [claim])
        missing = {digest: claim for digest, claim in wanted.items() if claim not in found}
        if self.path is not None and missing:
            try:
                found |= self._usable(_last(self.path, missing), missing.values())
            except EvidenceError as error:
                warnings.warn(f"{error}: nothing of it is used again", stacklevel=2)
        return found

    def _usable(self, evidence: Evidence, claims: Iterable[str]) -> Iterator[tuple[str, Found]]:
        for claim in claims:
            basis, record = evidence.bases.get(claim), evidence.claims.get(claim)
            if basis is None or record is None or basis.digest != self.bases.digests[claim]:
                continue
            if not is_good(basis, self.plan.claim(claim)):
                continue
            found = Found(record, evidence, basis)
            if reason := self._unusable(self.plan.claim(claim), found.results):
                _say(claim, reason)
                continue
            yield claim, found

    def _unusable(self, claim: Claim, results: tuple[Result, ...]) -> str:
        """Why results are not what a hunt of the claim would leave; empty if they are."""
        hunts = [result for result in results if isinstance(result, HuntRecord)]
        names, shards = (variant.name for variant in claim.variants()), range(self.plan.shards_of(claim))
        asked = {(name, shard, self.plan.seed, self.plan.profile) for name in names for shard in shards}
        if {(hunt.variant, hunt.shard, hunt.seed, hunt.profile) for hunt in hunts} != asked:
            return "its hunts have changed"
        if any(map(_failed, hunts)):
            return "a hunt failed"
        reasons = (_unconfirmed(claim, hunt) for hunt in hunts if hunt.role == "reading" and hunt.witness)
        return next(filter(None, reasons), "")

    # -- what is kept --------------------------------------------------------------------------------

    def kept(self, evidence: Evidence, hunted: Iterable[str]) -> list[Basis]:
        """Keeps what was seen of claims that were hunted just now; returns on what that rests.

        Left out are claims that surprise or failed, whose hunts are not complete, or whose sources may have
        been edited since they were loaded.
        """
        now = datetime.now(UTC).isoformat(timespec="seconds")
        claims = map(self.plan.claim, hunted)
        bases = [basis for claim in claims if (basis := self.bases.of(claim, now))]
        judged = {verdict.id: verdict for verdict in judge(evidence).claims} if bases else {}
        kept = []
        for basis in bases:
            claim, figures = basis.claim, [f for f in evidence.figures if f.claim == basis.claim]
            results = (*evidence.of(claim), *figures)
            undrawn = any(isinstance(f, FigureRecord) and f.caption.startswith(UNDRAWN) for f in figures)
            if judged[claim].surprises or undrawn or self._unusable(self.plan.claim(claim), results):
                continue
            store.put(basis, [self.header, evidence.claims[claim], *results])
            kept.append(basis)
        if kept:
            store.prune()
        return kept


def _last(path: Path, wanted: Iterable[str]) -> Evidence:
    """The evidence of a folder, if it has some of the digests that are wanted; else none.

    Raises:
        EvidenceError: it cannot be read.
    """
    with suppress(OSError, EOFError), packing.opened(path) as file:
        text = file.read(files.MAX_BYTES)
        if any(digest.encode() in text for digest in wanted):
            return files.read(path)
    return files.gather(())


def _failed(hunt: HuntRecord) -> bool:
    """Whether a hunt might end otherwise another time; that a derived mutant breaks its check is no fault."""
    breaks = may_break(hunt.variant) and "memory" not in hunt.finding.because.lower()
    return hunt.lost or (hunt.outcome == "error" and not breaks)


def _unconfirmed(claim: Claim, hunt: HuntRecord) -> str:
    """Why a witness shows nothing; empty if it does."""
    assert hunt.witness is not None
    try:
        with limited(_LIMIT):
            again = replay(claim, hunt.witness)
    except OutOfTimeError:
        return f"its witness is not confirmed within {_LIMIT:g} s"
    except LemmataError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - whatever a claim's own code raises
        return f"its witness cannot be evaluated ({type(error).__name__})"
    return "" if again.confirmed else "its witness is not confirmed"


def _say(claim: str, reason: object) -> None:
    warnings.warn(f"{claim}: what was kept of it cannot be used ({reason}); it is hunted again", stacklevel=3)
