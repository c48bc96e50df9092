"""Benchmarks: ratios measured in one run, found through the entry-point group ``lemmata.benchmarks``.

A benchmark is a callable that takes a :class:`Bench` and returns :class:`Result` s; its name
is that of the entry point. One with the attribute ``on_request = True`` runs only if it is named.
The table names a missed target, which is no failure: timings depend on the machine and on what else it does.
"""

from __future__ import annotations

import fnmatch
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib import metadata
from statistics import median
from typing import Any

from lemmata import LemmataError
from lemmata.records.bench import COSTS

GROUP = "lemmata.benchmarks"
SCHEMA = "lemmata/bench/1"
Shape = tuple[int, int, int]
"""Rows, inner length and columns of a matrix product."""
_SHOWN = ("name", "value", "unit", "against", "instances", "floor_share")


@dataclass(frozen=True)
class Result:
    """One figure.

    Attributes:
        name: what was measured.
        value: the ratio (or, on a device, the absolute figure that ``unit`` names).
        unit: of the value; ``x`` for a ratio of times.
        against: what it was compared with.
        instances: how many instances were measured.
        floor_share: the time that the operations and bytes counted on paper would take at this
            machine's own throughput, measured for products of these sizes, over the measured time; None
            where nothing was counted.
        at_least, at_most: the target; None where the figure is only reported.
        note: more to say, printed below the table.
    """

    name: str
    value: float
    unit: str
    against: str
    instances: int
    floor_share: float | None = None
    at_least: float | None = None
    at_most: float | None = None
    note: str = ""

    @property
    def target(self) -> str:
        """The target in words; empty where there is none."""
        if self.at_least is not None:
            return f">= {self.at_least:g}"
        return "" if self.at_most is None else f"<= {self.at_most:g}"

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None where there is none."""
        if self.at_least is not None:
            return self.value >= self.at_least
        return None if self.at_most is None else self.value <= self.at_most

    @property
    def better(self) -> str:
        """``higher`` or ``lower``: what its target wants; else a time or a count wants to be low."""
        costly = self.at_least is None and self.unit in COSTS
        return "lower" if self.at_most is not None or costly else "higher"

    def document(self) -> dict[str, Any]:
        """What the JSON holds."""
        return {name: value for name, value in asdict(self).items() if name in _SHOWN}


@dataclass
class Bench:
    """The argument of a benchmark.

    Attributes:
        device: ``cpu`` or ``cuda[:i]``; what is judged runs on the CPU all the same.
        scale: instance counts and repetitions are multiplied by it (tests make it small).
        progress: called with what is being measured.
        measured: throughputs of this machine, measured once a run.
        skipped: benchmarks that need a package which is not installed, with the reason.
    """

    device: str = "cpu"
    scale: float = 1.0
    progress: Callable[[str], None] = lambda text: None
    measured: dict[str, float] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)

    def count(self, number: int, minimum: int = 1) -> int:
        """``number`` of instances or repetitions, scaled."""
        return max(minimum, round(number * self.scale))

    def interleaved(self, sides: Mapping[str, Callable[[], Any]], repeats: int) -> dict[str, list[float]]:
        """Seconds of each side, measured in turn so that they share what disturbs the machine."""
        for side in sides.values():  # caches and allocations
            side()
            self.wait()
        seconds: dict[str, list[float]] = {name: [] for name in sides}
        for _ in range(self.count(repeats)):
            for name, side in sides.items():
                start = time.perf_counter()
                side()
                self.wait()
                seconds[name].append(time.perf_counter() - start)
        return seconds

    def wait(self) -> None:
        """Waits until the device is idle."""
        if self.device != "cpu":
            import torch

            torch.cuda.synchronize(self.device)

    def matrix_product(self, device: str = "cpu", dtype: Any = None) -> float:
        """Operations a second of this machine's matrix product (one thread on the CPU).

        The best of what several sizes and repetitions give: it is what can be reached.
        """
        import torch

        dtype = dtype or torch.float64
        name = f"matrix product {str(dtype).removeprefix('torch.')} {device}, operations/s"
        if name not in self.measured:
            best = 0.0
            for size in (512, 1024) if device == "cpu" else (4096, 8192):
                size = self.count(size, 64)
                a = torch.randn(size, size, dtype=torch.float32).to(device, dtype)
                b = torch.randn(size, size, dtype=torch.float32).to(device, dtype)
                seconds = self.interleaved({"": lambda a=a, b=b: a @ b}, 8)[""]  # type: ignore[misc]
                best = max(best, 2 * size**3 / min(seconds))
            self.measured[name] = best
        return self.measured[name]

    def bandwidth(self) -> float:
        """Bytes a second that one thread copies, reads and writes counted."""
        import torch

        name = "copy cpu, bytes/s"
        if name not in self.measured:
            a = torch.zeros(self.count(2**24, 2**12), dtype=torch.float64)
            b = torch.zeros_like(a)
            seconds = self.interleaved({"": lambda: b.copy_(a)}, 8)[""]
            self.measured[name] = 2 * a.numel() * a.element_size() / min(seconds)
        return self.measured[name]

    def product(self, shape: Shape) -> float:
        """Seconds of one product ``(rows, inner) @ (inner, columns)`` among many, one thread of the CPU.

        The best of several numbers of products at a time, with operands that stay in the cache, and of
        both layouts of the second one: it is what can be reached at this size.
        """
        import torch

        rows, inner, columns = shape
        name = f"matrix product {rows} x {inner} x {columns}, operations/s"
        if name not in self.measured:
            each, best = 8 * (rows * inner + inner * columns + rows * columns), 0.0
            for kilobytes in (64, 256, 1024):
                count = max(1, kilobytes * 2**10 // each)
                a = torch.randn(count, rows, inner, dtype=torch.float64)
                b = torch.randn(count, inner, columns, dtype=torch.float64)
                c = torch.empty(count, rows, columns, dtype=torch.float64)
                for factor in (b, b.mT.contiguous().mT):
                    product = partial(torch.bmm, a, factor, out=c)
                    repeats = max(20, int(2e8 / (2 * count * rows * inner * columns)))
                    seconds = min(self.interleaved({"": product}, min(repeats, 200))[""])
                    best = max(best, 2 * count * rows * inner * columns / seconds)
            self.measured[name] = best
        return 2 * rows * inner * columns / self.measured[name]

    def floor(self, products: Mapping[Shape, float], transferred: float) -> float:
        """Seconds that work counted on paper takes on the CPU at the least.

        Args:
            products: how many matrix products of each shape ``(rows, inner, columns)``; each shape is
                measured by itself, since small products are far from the speed of large ones.
            transferred: bytes read and written.
        """
        operations = sum(count * self.product(shape) for shape, count in products.items())
        return max(operations, transferred / self.bandwidth())


def ratio(seconds: Mapping[str, Sequence[float]], slow: str, fast: str) -> float:
    """How many times longer ``slow`` takes: the median over the rounds of the ratio in each."""
    return median(s / f for s, f in zip(seconds[slow], seconds[fast], strict=True))


Benchmark = Callable[[Bench], Iterable[Result]]


def available() -> dict[str, Benchmark]:
    """The benchmarks of all installed packages, by name.

    Raises:
        LemmataError: one of them cannot be imported.
    """
    benchmarks: dict[str, Benchmark] = {}
    for entry in metadata.entry_points(group=GROUP):
        try:
            benchmarks[entry.name] = entry.load()
        except Exception as error:
            raise LemmataError(
                f"the benchmark {entry.name} ({entry.value}) cannot be imported: "
                f"{type(error).__name__}: {error}"
            ) from error
    return benchmarks


def select(benchmarks: Mapping[str, Benchmark], patterns: Sequence[str]) -> dict[str, Benchmark]:
    """Benchmarks by name or glob; without a pattern all that do not run on request only.

    Raises:
        LemmataError: there is no benchmark, or a pattern selects none.
    """
    if not benchmarks:
        raise LemmataError(f"no benchmark is installed (entry-point group {GROUP})")
    if not patterns:
        return {n: b for n, b in benchmarks.items() if not getattr(b, "on_request", False)}
    selected: set[str] = set()
    for pattern in patterns:
        names = {name for name in benchmarks if fnmatch.fnmatchcase(name, pattern)}
        if not names:
            raise LemmataError(f"no benchmark is selected by {pattern!r}; there are {', '.join(benchmarks)}")
        selected |= names
    return {n: b for n, b in benchmarks.items() if n in selected}


def run(benchmarks: Mapping[str, Benchmark], bench: Bench) -> Iterator[Result]:
    """The results, as they come."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        for name, benchmark in benchmarks.items():
            bench.progress(name)
            try:
                yield from benchmark(bench)
            except ImportError as error:
                bench.skipped[name] = str(error)
    finally:
        torch.set_num_threads(threads)


def document(results: Sequence[Result], bench: Bench, seconds: float) -> dict[str, Any]:
    """What ``--json`` writes; a JSON Schema for it is ``schemas/bench-1.json``."""
    from lemmata.run.plan import Plan

    header = Plan((), "bench", 0, bench.device, 1, 0.0).header()
    machine = {
        name: getattr(header, name)
        for name in ("version", "device", "machine", "started", "commit", "python", "libraries")
    }
    measured = {name: float(f"{value:.4g}") for name, value in bench.measured.items()}
    figures = {
        "threads": 1,
        "seconds": round(seconds, 3),
        "measured": measured,
        "lower_is_better": [result.name for result in results if result.better == "lower"],
    }
    return {"schema": SCHEMA, "run": machine | figures, "results": [result.document() for result in results]}
