"""The command ``lemmata verify``: runs the hunts and writes the report."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lemmata.commands import exit_status, junit, keep, previous_run, programs, summary, watch
from lemmata.commands.options import DEFAULT_OUT, EVIDENCE, load, positive, seed, selecting, workers
from lemmata.commands.output import dump, openable, say, writable
from lemmata.commands.progress import Display
from lemmata.commands.report import write_report
from lemmata.errors import LemmataError
from lemmata.records import atomic_files, clock, files, packing
from lemmata.records.judging import judge
from lemmata.records.verdicts import Verdicts
from lemmata.records.witness import to_document
from lemmata.records.words import plural
from lemmata.run import lock, machine, pool, reads, registry
from lemmata.run.folders import unfolded
from lemmata.run.selection import NO_PAPERS, filters, is_file
from lemmata.search.profiles import PROFILES

if TYPE_CHECKING:
    from lemmata.claims.claim import Claim
    from lemmata.run.registry import Library


def add(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command to its parser."""
    selecting(command)
    command.add_argument(
        "--profile", choices=tuple(PROFILES), default="quick", help="the budget, in instances (%(default)s)"
    )
    command.add_argument(
        "--seed", type=seed, default=0, help="decides every draw, whatever the workers (%(default)s)"
    )
    command.add_argument(
        "--device", default="auto", metavar="auto|cpu|cuda[:i]", help="where batches run (%(default)s)"
    )
    command.add_argument(
        "--workers", type=workers, default="auto", metavar="N|auto", help="processes; auto: one a core"
    )
    command.add_argument("--cluster", metavar="ADDRESS|local", help="hunt on the workers of a dask scheduler")
    command.add_argument(
        "--shards", type=positive, metavar="N", help="hunts of each variant; else the profile's"
    )
    command.add_argument(
        "--limit",
        type=positive,
        metavar="SECONDS",
        help="how long a hunt may take before it is given up (else the profile's limit, which is generous)",
    )
    command.add_argument(
        "--out", type=Path, default=DEFAULT_OUT, metavar="DIR", help="where the report goes (%(default)s)"
    )
    command.add_argument("--json", type=Path, metavar="FILE", help="write the verdicts there too")
    command.add_argument("--junit", type=Path, metavar="FILE", help="write a JUnit report for a CI there")
    command.add_argument(
        "--keep-witnesses",
        action="store_true",
        help="leave witnesses in the folders of the claims: later runs try them first",
    )
    command.add_argument(
        "--keep-proofs",
        action="store_true",
        help="leave what was found of proofs in the folders of the claims: later runs check that instead",
    )
    command.add_argument(
        "--keep-runs",
        action="store_true",
        help="store what experiments measured with their claims: reports whose run leaves them out show it",
    )
    command.add_argument(
        "--only", choices=("refuted", "undecided"), help="claims whose last verdict in --out is this"
    )
    command.add_argument(
        "--fresh",
        action="store_true",
        default=bool(os.environ.get("LEMMATA_FRESH")),
        help="hunt everything, also what has not changed since an earlier run",
    )
    command.add_argument(
        "--resume",
        action="store_true",
        help="go on with a run that was cut off: same seed, profile and sources",
    )
    command.add_argument(
        "--strict", action="store_true", help="exit 3 if something is undecided, or a claim has no mutants"
    )
    command.add_argument(
        "--needs",
        action="store_true",
        help="also drop each hypothesis of what survives, to see which it needs (of headlines and results, and "
        "of claims that SELECT names by id)",
    )
    command.add_argument("--all", action="store_true", help="end with a table of all claims")
    command.add_argument(
        "--timings", action="store_true", help="end with where the time went, by part of the work and by claim"
    )
    command.add_argument(
        "--watch",
        action="store_true",
        help="run again whenever a claim file of SELECT is saved; ends with Ctrl-C",
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the campaign in the folder of ``--out``; returns the exit status."""
    arguments.select = unfolded(previous_run.places(arguments.select, arguments.out))
    if arguments.watch:
        return watch.run(arguments.select, arguments.argv)
    in_time = machine.one_thread()  # before anything imports torch
    writable(arguments.out)
    with lock.alone(arguments.out):
        return _campaign(arguments, in_time)


def _campaign(arguments: argparse.Namespace, in_time: bool) -> int:
    """Runs the hunts and writes the report; ``in_time`` says whether torch was yet to be imported."""
    from lemmata.run import campaign, kept_proofs
    from lemmata.run.plan import Plan
    from lemmata.run.reuse import Earlier

    out: Path = arguments.out
    for option, file in (("--json", arguments.json), ("--junit", arguments.junit)):
        if file:
            openable(file, option)  # not only when all is done
    device = _device(arguments)
    with clock.at("start-up"):
        reads.watch()
        library = load(arguments.select)
    claims = _claims(arguments, library)
    plan = Plan(
        claims=tuple(claims),
        profile=arguments.profile,
        seed=arguments.seed,
        device=device,
        workers=pool.worker_count(arguments.workers, device),
        alpha=library.alpha,
        files=tuple(p for p in arguments.select if is_file(p)),
        alone=library.alone,
        selection=_selection(arguments.select, claims),
        shards=arguments.shards or PROFILES[arguments.profile].shards,
        cluster=arguments.cluster,
        fork=in_time and device == "cpu" and sys.platform == "linux",
        limit=arguments.limit,
        needs=_asked_for_needs(claims, arguments.select) if arguments.needs else (),
    )
    if arguments.resume:
        _say_what_is_resumed(out / EVIDENCE)
    else:
        _say_what_is_replaced(out, claims)
    earlier = partial(Earlier, plan, path=out / EVIDENCE, fresh=arguments.fresh)
    with Display() as display:
        evidence = campaign.run(
            plan, out / EVIDENCE, resume=arguments.resume, earlier=earlier, progress=display.update
        )
    with clock.at("programs"):
        evidence = programs.written(claims, evidence, plan.workers if plan.fork else 1)
    judged = judge(evidence, made_here=not arguments.resume)
    try:
        with clock.at("pages"):
            index = write_report(evidence, judged, out)
        if arguments.json:
            dump(judged.to_json(), arguments.json)
        if arguments.junit:
            atomic_files.write(arguments.junit, junit.text(judged))
        if arguments.keep_witnesses:
            _keep(claims, judged)
        if arguments.keep_proofs:
            kept_proofs.keep(claims, evidence)
        if arguments.keep_runs:
            keep.keep(library.claims, evidence)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise LemmataError(
            f"{error.filename or out}: cannot be written ({error.strerror or error}); the evidence is "
            f"whole in {packing.stored(out / EVIDENCE)}: make room, and go on with --resume"
        ) from None
    in_files = _files(claims, arguments.select)
    context = summary.Context(
        citations={claim.paper.topic: claim.paper.citation for claim in claims},
        out=out,
        files=in_files,
        options=(
            *(("--shards", str(arguments.shards)) if arguments.shards else ()),
            *(("--device", device) if device != "cpu" else ()),
        ),
        unset=_unset(claims, in_files),
    )
    summary.show(judged, context, every=arguments.all)
    if arguments.timings:
        summary.show_timings(judged, evidence.ends[-1].spent | clock.taken())
    print(f"report: {index}")
    return exit_status.of(judged, strict=arguments.strict)


def _unset(claims: list[Claim], in_files: Mapping[str, str]) -> dict[str, list[str]]:
    """The texts that have a formula without dollars, by the claims of files; ``lemmata check`` names each."""
    from lemmata.run.remarks import unset

    looked_at = [claim for claim in claims if claim.id in in_files and claim.kind.hunted]
    found = {claim.id: list(dict.fromkeys(text for _, text in unset(claim))) for claim in looked_at}
    return {claim: several for claim, several in found.items() if several}


def _asked_for_needs(claims: list[Claim], select: list[str]) -> tuple[str, ...]:
    """The claims whose hypotheses are dropped.

    Raises:
        LemmataError: there is none.
    """
    from lemmata.run.needed_hypotheses import can_be_asked

    asked = [claim for claim in claims if claim.rank in ("headline", "result") or claim.id in select]
    found = tuple(claim.id for claim in asked if can_be_asked(claim))
    if not found:
        raise LemmataError(
            "--needs: no claim of SELECT is a headline or a result that is to hold for every instance; a step "
            "or a slip is looked at if it is named by its id"
        )
    return found


def _device(arguments: argparse.Namespace) -> str:
    """Where batches run; on other machines each worker resolves it for itself."""
    if machine.is_here(arguments.cluster):
        return machine.resolve_device(arguments.device)
    if arguments.workers != "auto":
        raise LemmataError(
            f"--workers {arguments.workers} --cluster {arguments.cluster}: a scheduler has workers "
            "of its own; leave --workers out (with --cluster local it says how many to start)"
        )
    return str(arguments.device)


def _claims(arguments: argparse.Namespace, library: Library) -> list[Claim]:
    """What is to be verified: the selection, what ``--only`` leaves of it, and the families of its rates."""
    claims = library.select(arguments.select, previous_run.asked(arguments.out))
    if not claims:
        raise LemmataError(f"nothing to verify: {NO_PAPERS}")
    if arguments.only:
        claims = _only(claims, arguments.only, arguments.out)
    return _with_families(claims, library)


def _with_families(claims: list[Claim], library: Library) -> list[Claim]:
    """The claims and those that prove the growth of a rate among them; says which were added."""
    wanted = {
        family.id: claim.id
        for claim in claims
        for reading in claim.readings.values()
        if (family := claim.family_of(reading.variant)) is not None
    }
    selected = {claim.id for claim in claims}
    for name, rate in wanted.items():
        if name not in selected:
            say(f"also verified: {name}, since {rate} is refuted only where it holds")
    return [claim for claim in library.claims.values() if claim.id in selected | set(wanted)]


def _selection(select: list[str], claims: list[Claim]) -> tuple[str, ...]:
    """What the run was asked for, as its record has it: where filters have narrowed it, claim by claim."""
    if not filters(select):
        return tuple(select)
    return (*filter(is_file, select), *(claim.id for claim in claims))


def _say_what_is_resumed(evidence: Path) -> None:
    """Says so if there is no run to go on with, or if it was finished."""
    if not packing.stored(evidence).exists():
        say(f"nothing to resume: there is no run in {evidence.parent}; this is a new one")
    elif (run := files.read(evidence)).ends and len(run.ends) == len(run.runs):
        say(f"the run in {evidence.parent} was finished: only what it did not hunt is hunted now")


def _say_what_is_replaced(out: Path, claims: list[Claim]) -> None:
    """Says so if the report in the folder is of claims that this run leaves out."""
    with suppress(LemmataError):  # what cannot be read is no report
        before = previous_run.read(out).claims
        if not before.keys() <= {claim.id for claim in claims}:
            said = f"this replaces the report of {plural(len(before), 'claim')} in {out}"
            say(f"{said}; name another folder by --out to keep it")


def _files(claims: list[Claim], select: list[str]) -> dict[str, str]:
    """The file among those selected that has to be named with a claim, for claims of no installed paper."""
    installed = {entry.module for entry in registry.entries()}
    named = {Path(pattern).resolve(): pattern for pattern in select if is_file(pattern)}
    return {
        claim.id: named[path]
        for claim in claims
        if claim.paper.modules not in installed and (path := Path(claim.file).resolve()) in named
    }


def _keep(claims: list[Claim], judged: Verdicts) -> None:
    """Leaves the witnesses of readings that are expected to be refuted with their claims."""
    by_id = {claim.id: claim for claim in claims}
    for witness in judged.witnesses.values():
        reading = by_id[witness.claim].readings[witness.variant]
        path = reading.variant.stored_witness
        if path is None or witness.kind != "instance" or reading.expect != "refuted":
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic_files.write(path, json.dumps(to_document(witness), indent=1) + "\n")
        print(f"kept: {path}")


def _only(claims: list[Claim], outcome: str, out: Path) -> list[Claim]:
    """The claims whose last verdict is this, also where the last run was cut off."""
    if not packing.stored(out / EVIDENCE).exists():
        raise LemmataError(f"--only {outcome}: there is no earlier run in {out}; run without it")
    earlier = judge(files.read(out / EVIDENCE)).claims
    known = {v.id for v in earlier if any(r.outcome == outcome for r in v.readings.values())}
    matching = [claim for claim in claims if claim.id in known]
    if not matching:
        raise LemmataError(f"--only {outcome}: no selected claim was {outcome} in {out}")
    return matching
