"""The hunt: a search for one setting and prompt on which a statement fails.

The stages are in :mod:`~lemmata.search.stages`, probabilities in :mod:`~lemmata.search.probability`,
rates in :mod:`~lemmata.search.rates`, experiments in :mod:`~lemmata.search.experiments`; here what they
found becomes a record.
"""

from __future__ import annotations

import time
from importlib import metadata
from typing import Any

import torch
from torch import Tensor

from lemmata.errors import CheckFailed, LemmataError, MissingDependency, described
from lemmata.numbers import exact
from lemmata.records import witness
from lemmata.records.evidence import HuntRecord, Outcome, Strength, decided_exactly
from lemmata.records.merging import excluded
from lemmata.search import experiments, probability, rates
from lemmata.search.examiner import Examiner, Violation, first
from lemmata.search.profiles import PROFILES, Profile
from lemmata.search.seeds import derive
from lemmata.search.stages import Search
from lemmata.statement.claims import Variant

__all__ = ["PROFILES", "Profile", "hunt"]


def hunt(
    variant: Variant,
    profile: Profile,
    seed: int = 0,
    device: str = "cpu",
    alpha: float = 1e-8,
    shard: int = 0,
    chunk: int | None = None,
) -> HuntRecord:
    """Puts one reading or mutant to the test and returns what was seen.

    Args:
        variant: the reading or mutant.
        profile: the budget in instances.
        seed: decides every draw, together with the names of the claim and of the variant.
        device: where batches run.
        alpha: this hunt's share of the campaign's false-alarm budget.
        shard: which part of a hunt that is cut into several; shard 0 draws what an uncut hunt does.
        chunk: instances evaluated at a time; by default as many as suit the device.
    """
    start = time.perf_counter()
    examiner = Examiner(variant, torch.device(device), chunk)
    own = derive(seed, variant.claim.id, variant.name, *([f"shard {shard}"] if shard else []))
    search = Search(variant, profile, examiner, own)
    outcome: Outcome
    strength: Strength = "observed"
    found: dict[str, Any] = {}
    because = ""
    try:
        if variant.claim.kind == "experiment":
            outcome, strength, found = experiments.compare(examiner, profile, seed)
        elif variant.claim.kind == "rate":
            outcome, strength, found = rates.fit(search)
        elif variant.claim.kind == "probability" and variant.prompts is not None:
            outcome, strength, found = probability.test(search, alpha)
        else:
            outcome, strength, found = _universal(search)
    except MissingDependency as error:
        outcome, because = "undecided", str(error)
    except (LemmataError, CheckFailed) as error:
        outcome, because = "error", str(error)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a claim's own code raises is its defect
        outcome, because = "error", described(error)
    snippet, no_snippet = _snippet(variant, found.get("witness"))
    return HuntRecord(
        claim=variant.claim.id,
        variant=variant.name,
        role=variant.role,
        outcome=outcome,
        evidence=strength,
        instances=examiner.instances - examiner.inactive,
        scope=because or _scope(examiner, search, outcome, found),
        seed=seed,
        shard=shard,
        profile=profile.name,
        seconds=time.perf_counter() - start,
        stage=examiner.stage,
        margin=_finite(examiner.margin),
        tightness=_finite(examiner.tightness),
        discarded=search.discarded,
        inactive=examiner.inactive,
        undecided=examiner.undecided,
        exact=examiner.exact,
        measured=examiner.measured,
        histogram=_histogram(examiner.relatives),
        tests=found.get("tests", []),
        witness=found.get("witness"),
        because=because,
        snippet=snippet,
        no_snippet=no_snippet,
    )


def _snippet(variant: Variant, payload: dict[str, Any] | None) -> tuple[str, str]:
    """The witness of a reading as a program, or why there is none."""
    if variant.role != "reading" or payload is None:
        return "", ""
    if payload["kind"] != "instance":
        return "", "the evidence is many draws or sizes, no single instance"
    for entry in metadata.entry_points(group="lemmata.snippets"):
        program: tuple[str, str] = entry.load()(variant, payload)
        return program
    return "", "no package that writes programs is installed"


def _universal(search: Search) -> tuple[Outcome, Strength, dict[str, Any]]:
    """For all settings and prompts: refuted by one genuine violation."""
    examiner = search.examiner
    violation = search.run()
    if violation is not None:
        _require_admissible(search.variant, violation)
        if search.variant.role == "reading":
            _require_repeatable(search.variant, violation)
        sealed = _seal(search.variant, violation)
        return "refuted", "genuine" if violation.genuine else "tolerance-only", {"witness": sealed}
    met = examiner.instances - examiner.inactive
    if met == 0 or examiner.trivial == met:
        return "vacuous", "probed", {}
    if examiner.undecided and not examiner.decided:
        return "undecided", "tolerance-only", {}
    return "holds", "exact" if examiner.exact == met else "probed", {}


def _require_admissible(variant: Variant, violation: Violation) -> None:
    """What is sealed meets the hypotheses, whichever stage it comes from.

    Raises:
        CheckFailed: a domain draws what it does not contain, or a check wrote into its data.
    """
    s, prompt = violation.setting, violation.prompt
    outside = variant.settings.explain(s)
    if outside is None and prompt is not None and variant.prompts is not None:
        outside = variant.prompts(s).explain(first(prompt))
    if outside is not None:
        raise CheckFailed(
            f"a violation was found outside of the hypotheses ({outside}), at setting "
            f"{witness.encode_fields(s)}: a law or strategy leaves its own domain (see "
            "lemmata.testing.check_domain), or the check changes its data in place"
        )


def _require_repeatable(variant: Variant, violation: Violation) -> None:
    """What refutes a reading is seen again where everything is built anew.

    Raises:
        CheckFailed: it is not, or not as certainly.
    """
    fresh = Examiner(variant, torch.device("cpu"))
    again = fresh.confirm(violation.setting, violation.prompt)
    if again is None or again.genuine < violation.genuine:
        raise CheckFailed(
            "a violation is not seen again where everything is built anew, at setting "
            f"{witness.encode_fields(violation.setting)}: the check, a construction or a response keeps "
            "something from one evaluation to the next (a list that it empties, weights that it "
            "changes in place), or draws at random"
        )


def _seal(variant: Variant, violation: Violation) -> dict[str, Any]:
    margin = violation.margin
    prompt = violation.prompt
    return witness.seal(
        {
            "claim": variant.claim.id,
            "variant": variant.name,
            "kind": "instance",
            "setting": witness.encode_fields(violation.setting),
            "prompt": None if prompt is None else witness.encode_fields(first(prompt)),
            "left": witness.encode(margin.left[0]),
            "right": witness.encode(margin.right[0]),
            "relation": margin.relation,
            "relative": float(margin.relative[0]),
            "confirmed": violation.confirmed,
            "statistics": None,
        }
    )


# -- in words ----------------------------------------------------------------------------------


def _finite(value: float | None) -> float | None:
    return value if value is not None and abs(value) != float("inf") else None


def _histogram(relatives: list[Tensor]) -> dict[str, list[float]] | None:
    """Relative margins in 24 bins between their extremes (clipped to [-1, 1])."""
    if not relatives:
        return None
    values = torch.cat(relatives).clamp(-1.0, 1.0)
    low, high = float(values.min()), float(values.max())
    if low == high or len(values) < 20:
        return None
    counts = torch.histc(values, bins=24, min=low, max=high)
    edges = torch.linspace(low, high, 25, dtype=torch.float64)
    return {"edges": edges.tolist(), "counts": counts.tolist()}


def _scope(examiner: Examiner, search: Search, outcome: Outcome, found: dict[str, Any]) -> str:
    """One sentence in words: what was drawn, how many, how near the bound came."""
    n = f"{examiner.instances:,}"
    if outcome == "not-run":
        return "not run: an experiment, which this profile leaves out"
    if "interval" in found:
        low, high = found["interval"]
        return (
            f"{outcome}: over {found['replicates']} replicates the mean slack lies in "
            f"[{low:.4g}, {high:.4g}] ({experiments.CONFIDENCE:.0%} confidence)"
        )
    if "rate" in found:
        needs = "; no exact family confirms that it grows" if outcome == "undecided" else ""
        return f"{outcome} on {n} instances: {found['rate']}{needs}"
    if outcome == "refuted":
        payload = found["witness"]
        if payload["kind"] == "setting":
            told = payload["statistics"]
            return (
                f"refuted: {told['failures']:,} of {told['n']:,} fresh draws fail at one setting "
                f"where the statement allows a share of {told['allowed']:.4g} "
                f"(e-value {told['e_value']:.3g})"
            )
        ways = {
            "rational": "confirmed in exact rational arithmetic",
            "ball": f"confirmed in ball arithmetic at {exact.BALL_BITS} bits",
            "running error": "beyond the running error bound of float64, not confirmed exactly",
        }
        return f"refuted after {n} instances ({examiner.stage}), {ways[payload['confirmed']]}"
    if outcome == "vacuous":
        met = examiner.instances - examiner.inactive
        if met == 0:
            return f"vacuous: none of {n} instances meets the hypotheses"
        return f"vacuous: on all of {met:,} instances the conclusion says nothing"
    if outcome == "undecided" and found.get("tests"):
        unclear = max(found["tests"], key=lambda test: test["undecided"])
        return (
            f"undecided: {unclear['undecided']:,} of {unclear['n']:,} fresh draws at one setting lie "
            "within their own error bound; the statement would be refuted if they failed"
        )
    if outcome == "undecided":
        return (
            f"undecided: of {n} instances the {examiner.tracked:,} with the smallest slack all lie "
            "within their own error bound"
        )
    met = examiner.instances - examiner.inactive
    words = [f"holds on {met:,} instances, {decided_exactly(examiner.exact, met)}"]
    if examiner.inactive:
        words.append(f"{examiner.inactive:,} more do not meet the hypotheses")
    if examiner.undecided:
        words.append(f"{examiner.undecided:,} within rounding of equality")
    if examiner.trivial:
        words.append(f"on {examiner.trivial:,} the conclusion is trivial")
    if found.get("tests"):
        words.append(excluded(found["tests"]))
    if examiner.tightness is not None:
        words.append(f"largest ratio of the two sides {examiner.tightness:.6g}")
    return "; ".join(words)
