"""Where a statement fails and how near it comes: settings with the worst of their prompts, for the plots.

A hunt meets many settings, and what it saw of each is kept as it goes. One that ends with its first violation
has met few: then settings are drawn over the whole space of the statement, for the plots alone. That takes no
part in the verdict, draws from a generator of its own, and ends with a budget of work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lemmata.records.figures import Landscape
from lemmata.records.notation import identifier
from lemmata.search.drawing.seeds import derive
from lemmata.search.examiner import Examiner
from lemmata.search.survey import drawn
from lemmata.search.tally import Key, Point, Points
from lemmata.search.work import Spent, counted

if TYPE_CHECKING:
    from lemmata.search.stages import Search

_KEPT = 64
"""Points that are kept."""
_NEAREST = 16
"""The number of them that have the smallest margins."""
_WANTED = 60
"""Settings drawn for the plots."""
_TRIES = 3
"""Draws for each of them: some fail the hypotheses, and on some a check breaks."""
_PROMPTS, _OF_A_PROBABILITY = 16, 64
"""Prompts at each."""
_WORK, _AT_ONCE, _TIMED = 3 * 2**21, 2**21, 3
"""Work for all of them, for the first few of which it is counted, and for one of these."""
_DIGITS = 5


def landscape(search: Search, refuted: bool) -> Landscape | None:
    """What the plots of a reading need; None where there are not two settings.

    Args:
        search: the hunt of a reading, which has ended.
        refuted: whether it ended with a violation, and so before it had seen much.
    """
    points, claim = search.examiner.points, search.variant.claim
    if points is None or claim.kind.at_once or claim.rank == "slip":
        return None
    with suppress(Exception):  # the hunt has its verdict, which a plot must not cost
        return _seen(search, points, refuted)
    return None


def _seen(search: Search, points: Points, refuted: bool) -> Landscape | None:
    kind = search.variant.claim.kind
    met = list(points.met.items())
    more = list(_surveyed(search, {key for key, _ in met})) if refuted and not kind.estimated else []
    kept = _chosen(met, _KEPT - min(len(more), _KEPT // 2))
    kept += more[: _KEPT - len(kept)]
    surveyed = min(len(more), len(kept))
    return _recorded(kept, surveyed, search) if len(kept) > 1 else None


def _chosen(met: list[tuple[Key, Point]], most: int) -> list[tuple[Key, Point]]:
    """Those nearest to a violation, and of the others as many as there is room for, over all margins."""
    if len(met) <= most:
        return met
    ranked = sorted(met, key=lambda pair: pair[1].margin)
    others = ranked[_NEAREST:]
    room = max(most - _NEAREST, 1)
    return ranked[:_NEAREST] + [others[k * len(others) // room] for k in range(room)]


def _prompts(search: Search) -> int:
    if search.variant.prompts is None:
        return 0
    return _PROMPTS if _failure(search) is None else _OF_A_PROBABILITY


def _failure(search: Search) -> Any:
    """What gives the failure probability that a statement allows, if it is one on a probability."""
    return getattr(search.variant.claim.kind, "failure", None) if search.variant.prompts is not None else None


def _surveyed(search: Search, met: set[Key]) -> Iterable[tuple[Key, Point]]:
    """Settings over the whole space of a reading, whatever is said of where it fails."""
    variant = search.variant.claim.variant(search.variant.name)
    # What is counted as work must not hang on how a batch is cut.
    examiner = Examiner(variant, search.examiner.device)
    whole = replace(search, variant=variant, examiner=examiner, seed=derive(search.seed, "landscape"))
    generator, points, left, costs = whole.generator("settings"), Points(), _WORK, [0]
    number = _prompts(whole)
    for tried in range(_TRIES * _WANTED):
        s = drawn(variant.settings, generator)
        if s is None or examiner.settings.key(s) in met or len(points.met) >= _WANTED:
            continue
        if left < max(costs):
            return list(points.met.items())
        try:
            batch = whole.batch(s, number, "prompts", tried)
            if batch is not None and not len(batch):
                continue
            if len(costs) <= _TIMED:
                with counted(_AT_ONCE) as work:
                    readout = examiner.readout(s, batch)
                costs.append(work.done)
            else:
                readout = examiner.readout(s, batch)
            left -= max(costs)
        except Spent:
            left -= _AT_ONCE
            continue
        except Exception:  # noqa: BLE001 - the hunt has its verdict: what breaks here is no news
            left -= max(costs)
            continue
        if bool(readout.active.any()):
            points.add(examiner.settings.key(s), s, readout)
    return list(points.met.items())


def _recorded(points: Sequence[tuple[Key, Point]], surveyed: int, search: Search) -> Landscape:
    columns: dict[str, list[float]] = {}
    letters: dict[str, str] = {}
    names = dict.fromkeys(name for key, _ in points for name, *_ in key)
    numbers = [{name: values for name, *values in key} for key, _ in points]
    for name in names:
        several = any(len(of.get(name, ())) > 1 for of in numbers)
        values = [_number(of.get(name, ()), several) for of in numbers]
        met = [v for v in values if v is not None]
        if len(met) == len(values) and len(set(met)) > 1:
            letter = identifier(name)
            columns[name] = [_rounded(v) for v in met]
            letters[name] = rf"\max {letter}/\min {letter}" if several else letter
    worst = [point for _, point in points]
    equalities = all(point.ratio is None for point in worst)
    failure = _failure(search)
    probable = worst if failure is not None else []
    return Landscape(
        quantities=columns,
        letters=letters,
        margins=[_rounded(point.margin) for point in worst],
        ratios=[] if equalities else [None if p.ratio is None else _rounded(p.ratio) for p in worst],
        drawn=[point.drawn for point in probable],
        failing=[point.failing for point in probable],
        allowed=[_rounded(min(max(float(failure(point.setting)), 0.0), 1.0)) for point in probable],
        surveyed=surveyed,
        prompts=_prompts(search) if surveyed else 0,
    )


def _number(numbers: Sequence[Any], several: bool) -> float | None:
    """The number of a quantity; of several positive ones how far they lie apart."""
    if not numbers or any(isinstance(v, bool | str) or v is None for v in numbers):
        return None
    if not several:
        return float(numbers[0])
    return max(numbers) / min(numbers) if min(numbers) > 0 else None


def _rounded(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")
