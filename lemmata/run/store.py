"""Evidence kept between runs: a file a claim, in the user's cache folder, named by what it rests on.

A file is what ``evidence.jsonl`` holds of the claim, compressed, behind a line with the digest of the rest. It
is read like a stranger's: refused if it is damaged, is another claim's, or rests on something else. Programs
of witnesses, which are code, are taken from it only if this user has written them, as a key that lies apart
says, and by what writes them today. Of more than :data:`MOST` bytes, what was not used for longest is removed.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import hmac
import json
import os
import secrets
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from importlib import metadata
from pathlib import Path

from lemmata.records import atomic_files, files, json_lines, packing, strict_json
from lemmata.records.evidence import Basis, Evidence, EvidenceError, Record
from lemmata.run import index, sources

SCHEMA = "lemmata/kept/1"
MOST = 256 * 2**20
"""Bytes of all files; all claims of four papers take 2 MB."""
_MOST_OF_ONE = 64 * 2**20


class DamagedError(EvidenceError):
    """Kept evidence cannot be used, and should be."""


def folder() -> Path:
    """Where evidence is kept."""
    return index.folder() / "hunts"


def get(digest: str) -> Evidence | None:
    """What is kept of the claim whose basis has a digest; None if nothing is.

    Raises:
        DamagedError: it is damaged, or is something else; it has been removed.
    """
    try:
        path = _path(digest)
        data = path.read_bytes()
    except (OSError, RuntimeError):  # RuntimeError: there is no home
        return None
    try:
        found = _read(data)
        if [basis.digest for basis in found.bases.values()] != [digest] or set(found.claims) != set(
            found.bases
        ):
            raise EvidenceError("it is of something else")
    except (EvidenceError, strict_json.StrictError) as error:
        with suppress(OSError):
            path.unlink()
        raise DamagedError(f"{path}: {error}") from None
    with suppress(OSError):
        os.utime(path)  # what is used is not old
    return found


def put(basis: Basis, records: Iterable[Record]) -> None:
    """Keeps what was seen of a claim, if it can be written."""
    body = "".join(f"{json_lines.to_json(record)}\n" for record in (*records, basis)).encode()
    head = json.dumps({"schema": SCHEMA, "sha256": hashlib.sha256(body).hexdigest(), "by": _by(body)}).encode()
    with suppress(OSError, RuntimeError):
        path = _path(basis.digest)
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_files.beside(path) as part:  # whole or not at all: another run may read it now
            part.write_bytes(gzip.compress(head + b"\n" + body, mtime=0))


def prune(most: int = MOST) -> None:
    """Removes the oldest files beyond so many bytes, and what a run that was killed has left."""
    with suppress(OSError, RuntimeError):
        found = sorted(((p.stat(), p) for p in folder().iterdir()), key=lambda each: -each[0].st_mtime)
        total = 0
        for status, path in found:
            total += status.st_size
            if total > most:
                path.unlink(missing_ok=True)


def _path(digest: str) -> Path:
    return folder() / f"{digest}.jsonl.gz"


def _read(data: bytes) -> Evidence:
    head, _, body = packing.plain(data, _MOST_OF_ONE).partition(b"\n")
    said = strict_json.loads(head.decode(errors="replace"))
    if not isinstance(said, dict) or said.get("schema") != SCHEMA:
        raise EvidenceError("it is not evidence that was kept")
    if said.get("sha256") != hashlib.sha256(body).hexdigest():
        raise EvidenceError("it was changed")
    records = [json_lines.from_json(line) for line in body.decode(errors="replace").split("\n")[:-1]]
    ours = bool(by := _by(body)) and hmac.compare_digest(by, str(said.get("by")))
    return files.gather(records if ours else map(files.without_program, records))


def _by(body: bytes) -> str:
    """What only this user can say of evidence, while programs are written as today; empty if nothing."""
    key = _key()
    return hmac.new(key, f"{_writers()}\n".encode() + body, "sha256").hexdigest() if key else ""


@functools.cache
def _writers() -> str:
    """A digest of the packages that write programs."""
    entries = sorted(metadata.entry_points(group="lemmata.snippets"), key=lambda e: e.value)
    return " ".join(f"{e.value} {sources.package(e.module.partition('.')[0])}" for e in entries)


def _key() -> bytes:
    """A secret of this user, beside the folder; empty if it cannot be kept."""
    with suppress(OSError, RuntimeError):
        path = index.folder() / "key"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent)  # which nobody else can read
            with os.fdopen(handle, "wb") as file:
                file.write(secrets.token_bytes(32))
            with suppress(FileExistsError):
                os.link(name, path)  # whole, and never in the place of another
            Path(name).unlink()
        return path.read_bytes()
    return b""
