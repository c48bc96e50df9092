"""``lemmata verify --timings``: where the time of a run went."""

from __future__ import annotations

from collections.abc import Mapping

from rich.table import Table

from lemmata.commands.output import cell, console
from lemmata.records import clock
from lemmata.records.verdicts import Verdicts

_SLOWEST = 10


def show(judged: Verdicts, spent: Mapping[str, float]) -> None:
    """Prints the seconds of all processes by part of the work, and the claims that took longest."""
    parts = Table("part of the work", box=None, pad_edge=False)
    parts.add_column("seconds", justify="right")
    parts.add_column("share", justify="right")
    for title, seconds, share in clock.table(spent):
        parts.add_row(title, f"{seconds:.1f}", f"{share:.0%}")
    claims = Table("slowest claims", box=None, pad_edge=False)
    claims.add_column("seconds", justify="right")
    for claim in sorted(judged.claims, key=lambda claim: -claim.seconds)[:_SLOWEST]:
        claims.add_row(cell(claim.id), f"{claim.seconds:.1f}")
    for table in (parts, claims):
        console().print(table)
