"""The command ``lemmata export``: a certificate as a file for the Rocq prover (Coq)."""

from __future__ import annotations

import argparse
from pathlib import Path

from lemmata.commands.options import load
from lemmata.errors import LemmataError
from lemmata.records import atomic_files, kept_proof, strict_json
from lemmata.records.witness import MAX_BYTES, WitnessError


def add(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command to its parser."""
    command.add_argument("certificate", type=Path, metavar="CERTIFICATE", help="the file of a certificate")
    command.add_argument(
        "file", nargs="?", metavar="CLAIM", help="the claim's file, if no installed paper has it"
    )
    command.add_argument(
        "--out", type=Path, metavar="FILE", help="where it goes (the name of the certificate, with .v)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Writes the file; returns the exit status."""
    try:
        stored = kept_proof.certificate_in(strict_json.read(arguments.certificate, MAX_BYTES))
    except (strict_json.StrictError, WitnessError) as error:
        raise LemmataError(f"{arguments.certificate}: {error}") from None
    from lemmata.prove.rocq import exported
    from lemmata.run.replay import proved_by

    claim = load([arguments.file] if arguments.file else []).claim(stored.claim)
    text = exported(proved_by(claim, stored), stored)
    letters = (c if c.isalnum() and c.isascii() else "_" for c in arguments.certificate.stem)
    out = arguments.out or Path(f"{''.join(letters)}.v")  # a file is a module, and has the name of one
    atomic_files.write(out, text)
    print(f"wrote {out}; check it by: coqc {out}")
    return 0
