"""The command ``lemmata replay``: re-checks a stored witness or certificate alone."""

from __future__ import annotations

import argparse
from pathlib import Path

from lemmata.commands import terminal
from lemmata.commands.options import claims_file, load, positive
from lemmata.commands.output import say
from lemmata.errors import LemmataError
from lemmata.records import certificate, kept_proof, strict_json
from lemmata.records.certificate import Certificate
from lemmata.records.witness import MAX_BYTES, Replay, WitnessError, parse

_LIMIT = 600
"""Seconds. Our own files take a few; a stranger's may be made to take for ever."""


def add(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command to its parser."""
    command.add_argument(
        "witness", type=Path, metavar="FILE", help="of a witness, a certificate or a kept proof"
    )
    claims_file(command)
    command.add_argument(
        "--limit",
        type=positive,
        default=_LIMIT,
        metavar="SECONDS",
        help="how long it may take before it counts as not confirmed (%(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Re-checks the file and prints how; returns the exit status."""
    try:
        data = strict_json.read(arguments.witness, MAX_BYTES)
        proves = any(schema.encode() in data for schema in (certificate.SCHEMA, kept_proof.SCHEMA))
        stored = kept_proof.certificate_in(data) if proves else parse(data)
    except (strict_json.StrictError, WitnessError) as error:
        raise LemmataError(f"{arguments.witness}: {error}") from None
    from lemmata.run.digests import Reader
    from lemmata.run.replay import recheck, replay
    from lemmata.run.replay_limits import OutOfTimeError, limited

    library = load([arguments.file] if arguments.file else [])
    try:
        claim = library.claim(stored.claim)
    except LemmataError as error:
        hint = "" if arguments.file else "; a file that holds it is named after the witness"
        raise LemmataError(f"{error}{hint}") from None
    try:
        with limited(arguments.limit):
            if isinstance(stored, Certificate):
                result = recheck(claim, stored, Reader().digest(claim))
            else:
                result = replay(claim, stored)
    except OutOfTimeError:
        result = Replay(False, (f"it is not decided within {arguments.limit:g} s (--limit)",))
    except (LemmataError, KeyboardInterrupt):
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a claim's own code raises is its defect
        because = strict_json.brief(f"{type(error).__name__}: {error}")
        result = Replay(False, (f"the statement cannot be evaluated: {because}",))
    for line in result.report:
        print(terminal.line(line))
    word = "confirmed" if result.confirmed else "NOT confirmed"
    say(f"{claim.id} ({stored.variant}): {word}")
    return 0 if result.confirmed else 1
