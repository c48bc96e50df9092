"""One claim put to the test by hand, in a notebook or at a prompt: ``lemmata.hunt(claim)``.

What comes back shows itself, as text and (in a notebook) as HTML. Nothing is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lemmata.claims.claim import Claim
from lemmata.claims.declarations import Declaration, completed
from lemmata.errors import LemmataError
from lemmata.records import judging, verdicts, witness
from lemmata.records.evidence import Evidence, HuntRecord, Run
from lemmata.records.sequential_tests import FALSE_ALARM_BUDGET, SERIES
from lemmata.records.witness import Replay
from lemmata.run import notebook
from lemmata.run.description import describe
from lemmata.run.hunting import hunt as hunt_variant
from lemmata.run.replay import replay
from lemmata.search.profiles import PROFILES


@dataclass(frozen=True)
class Witness:
    """What shows a refutation, in exact numbers; ``stored`` is what the witness file holds."""

    stored: witness.Witness

    @staticmethod
    def load(path: str | Path) -> Witness:
        """A witness from its file.

        Raises:
            LemmataError: the file cannot be read, was changed, or is no witness.
        """
        try:
            return Witness(witness.parse(Path(path).read_bytes()))
        except OSError as error:
            raise LemmataError(f"{path}: cannot be read ({error.strerror})") from None
        except witness.WitnessError as error:
            raise LemmataError(f"{path}: {error}") from None

    @property
    def setting(self) -> dict[str, Any]:
        """The fields of the setting: whole numbers and fractions as text."""
        return self.stored.setting

    @property
    def prompt(self) -> dict[str, Any]:
        """The quantities of the prompt as nested lists of such numbers; empty if there are none."""
        return self.stored.prompt or {}

    def replay(self, claim: Claim | Declaration) -> Replay:
        """Re-checks the witness: the hypotheses, then the statement, exactly if possible.

        Raises:
            LemmataError: it is of another claim, or does not fit it.
        """
        if claim.id != self.stored.claim:
            raise LemmataError(f"the witness is of {self.stored.claim}, not of {claim.id}")
        return replay(completed(claim), self.stored)

    def __repr__(self) -> str:
        it = self.stored
        sides = (
            f"left {it.left} {it.relation} right {it.right} fails"
            if it.kind == "instance"
            else str(it.statistics)
        )
        place = ", ".join(f"{k} = {v}" for k, v in {**self.setting, **self.prompt}.items())
        return f"{it.claim} ({it.variant}): at {place}, {sides}"

    def _repr_html_(self) -> str:
        return notebook.witness(self.stored)


@dataclass(frozen=True)
class Verdict:
    """What a hunt said of a claim.

    Attributes:
        claim: the claim.
        judged: the verdict as ``verdicts.json`` has it.
        hunts: what each hunt saw, by the name of the reading or mutant.
    """

    claim: Claim
    judged: verdicts.Verdict
    hunts: dict[str, HuntRecord]

    @property
    def surprises(self) -> list[str]:
        """What differs from what the claim expects, a line each."""
        return list(self.judged.surprises)

    @property
    def outcomes(self) -> dict[str, str]:
        """By name: the outcomes of the readings, the fates of the mutants."""
        readings = [r.outcome for r in self.judged.readings.values()]
        outcomes = dict(zip(self.claim.readings, readings, strict=True))
        fates = {mutant.name: mutant.fate for mutant in self.judged.mutants}
        return {name: {**outcomes, **fates}[name] for name in self.hunts}

    def witness(self, variant: str = "printed") -> Witness | None:
        """What refutes a reading or kills a mutant; None if nothing did.

        Raises:
            LemmataError: there was no hunt for it.
        """
        if variant not in self.hunts:
            raise LemmataError(f"{self.claim.id}: {variant!r} was not hunted, only {', '.join(self.hunts)}")
        stored = self.hunts[variant].witness
        return None if stored is None else Witness(stored)

    def __repr__(self) -> str:
        lines = [f"{self.claim.id} ({self.claim.kind})"]
        lines += [f"  {n}: {o}; {self.hunts[n].finding.words}" for n, o in self.outcomes.items()]
        lines += [f"  surprise: {line}" for line in self.surprises]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return notebook.verdict(self.judged, self.outcomes, self.hunts)


def hunt(
    claim: Claim | Declaration,
    profile: str = "quick",
    seed: int = 0,
    variant: str | None = None,
    alpha: float | None = None,
) -> Verdict:
    """Hunts for the readings and mutants of one claim, in this process, on the CPU, in one shard.

    For a probability it spends the error budget of a campaign of its own.

    Args:
        claim: the claim, or its declaration, which is completed.
        profile: ``quick``, ``standard`` or ``deep``.
        seed: decides every draw.
        variant: one reading or mutant only.
        alpha: each hunt's share of an error budget that others share, too.

    Raises:
        LemmataError: an argument is not one of these, or the declaration cannot be completed.
    """
    if profile not in PROFILES:
        raise LemmataError(f"the profile must be one of {', '.join(PROFILES)}, got {profile!r}")
    if type(seed) is not int or seed < 0:
        raise LemmataError(f"the seed must be a whole number >= 0, got {seed!r}")
    claim = completed(claim)
    if not claim.kind.hunted:
        raise LemmataError(f"{claim.id} is not encoded yet: it has no check that could be run")
    variants = claim.variants()
    selected = variants if variant is None else (claim.variant(variant),)
    if alpha is None:
        alpha = FALSE_ALARM_BUDGET / (SERIES * len(variants))
    records = [hunt_variant(each, PROFILES[profile], seed, alpha=alpha) for each in selected]
    # A drift refutes a rate only where the family that proves the growth holds.
    drifts = [v for v, r in zip(selected, records, strict=True) if r.outcome == "refuted"]
    families = [family for each in drifts if (family := claim.family_of(each)) is not None]
    proofs = [hunt_variant(f.survivor.variant, PROFILES[profile], seed, alpha=alpha) for f in families]
    judged = judge(claim, [*records, *proofs], families)
    return Verdict(claim, judged, {r.variant: r for r in records})


def judge(claim: Claim, records: list[HuntRecord], families: Sequence[Claim] = ()) -> verdicts.Verdict:
    """The verdict on a claim from what hunts saw, as ``lemmata verify`` judges it.

    ``families`` are the claims that its rates rest on; their hunts are among the records.
    """
    run = Run("", "quick", 0, "", "", "", None, 0.0)
    described = {each.id: describe(each) for each in (claim, *families)}
    evidence = Evidence((run,), described, {r.key: r for r in records}, (), ())
    return judging.judge(evidence).claims[0]
