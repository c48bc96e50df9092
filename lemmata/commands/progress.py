"""The live progress of a campaign, on standard error: what was found last, how far it is, for how long."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Column

from lemmata.commands import terminal
from lemmata.commands.rows import MARKS
from lemmata.records.evidence import HuntRecord, Record

_BAR = 20


class Display:
    """A line as wide as the terminal; what does not fit of a claim's name is cut, the numbers are not.

    Where standard error is no terminal there is nothing: the summary tells what came of it.
    """

    def __init__(self) -> None:
        console = Console(stderr=True)
        self.progress = Progress(
            TextColumn(
                "{task.description}",
                markup=False,
                table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis"),
            ),
            BarColumn(bar_width=_BAR if console.width >= 100 else _BAR // 2),
            MofNCompleteColumn(table_column=Column(no_wrap=True)),
            TimeElapsedColumn(table_column=Column(no_wrap=True)),
            console=console,
            expand=True,
            auto_refresh=console.is_terminal,  # else there is nothing to refresh, nor a thread for it
            disable=not console.is_terminal,
        )

    def __enter__(self) -> Display:
        self.task = self.progress.add_task("starting workers", total=None)
        return self

    def __exit__(self, *_: object) -> None:
        if self.progress.finished:
            self.progress.update(self.task, description="all hunts done")
        self.progress.stop()

    def update(self, done: int, total: int, record: Record | None) -> None:
        """Shows how many hunts are done, and what the last of them saw."""
        description = "hunting"
        if record is not None:  # only now, since workers are not forked from several threads
            self.progress.start()
        if isinstance(record, HuntRecord):
            # A mutant that is refuted is no bad news: marks are for what the paper says.
            mark = MARKS.get(record.outcome, "!") if record.role == "reading" else "·"
            description = terminal.line(f"{mark} {record.claim} ({record.variant})")
        self.progress.update(self.task, completed=done, total=total, description=description)
