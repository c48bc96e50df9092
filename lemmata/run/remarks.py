"""What is wrong with a claim, as far as a few draws tell: quick, for whoever is writing it.

Nothing here is evidence: no reading is judged, and a mutant that survives a few draws may yet fall in a hunt.
"""

from __future__ import annotations

import inspect
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from lemmata.claims.claim import Claim, Reading, Variant
from lemmata.claims.margin import Margin
from lemmata.claims.pinned import pinned
from lemmata.claims.prompt import Prompt
from lemmata.claims.syntax import plain
from lemmata.claims.vocabulary import may_break
from lemmata.errors import CheckFailed, LemmataError, line_in
from lemmata.formulas.conclusions import conclusion
from lemmata.formulas.hypotheses import hypotheses
from lemmata.formulas.letters import letters
from lemmata.numbers import exact
from lemmata.numbers.arithmetic import Arithmetic
from lemmata.numbers.derivatives import points
from lemmata.numbers.exact import NotExact
from lemmata.numbers.literals import FloatSlipped
from lemmata.records.notation import GREEK
from lemmata.run.hunting import hunt
from lemmata.search.drawing.seeds import generator
from lemmata.search.evaluation import Readout, take
from lemmata.search.examiner import Examiner
from lemmata.search.open_constants import first_too_large
from lemmata.search.profiles import PROFILES
from lemmata.search.survey import drawn

_SETTINGS, _PROMPTS = 6, 32
"""Settings that are drawn of a reading, and prompts at each."""
_OF_MUTANTS = 24
"""Settings that are drawn of a mutant, the small ones among them first."""
_CLEAR = 2.0**-20
"""A relative margin below minus this is no rounding."""
_LIFTED: dict[Arithmetic, str] = {
    "tracked": "floats with a running error bound",
    "rational": "rationals",
    "ball": "balls",
}


@dataclass(frozen=True)
class Remark:
    """Something that is wrong, or weak, and the line of the claim's file that it is about."""

    claim: str
    line: int
    text: str


Instance = tuple[Any, Prompt | None]


def remarks(claim: Claim, deadline: float) -> Iterator[Remark]:
    """What is wrong with a claim.

    Args:
        claim: the claim, complete.
        deadline: after this moment of :func:`time.monotonic` no more mutants are tried.
    """
    if not claim.kind.hunted:
        left = "left to write are its quantities with their domains, a check of both sides, and mutants"
        yield Remark(claim.id, 0, f"not encoded yet: {left}; lemmata new SOME_TOPIC SOME_CLAIM writes a model")
        return
    if claim.summary == claim.label:
        yield _remark(claim, "no summary: say in a sentence what it asserts (summary=...)")
    for written, text in unset(claim):
        yield _remark(claim, f"{written!r} is a formula without dollars in {text!r}: write $...$")
    said: set[str] = set()
    for reading in claim.readings.values():
        for remark in (r for part in (_unread, _pinned, _evaluated, _cut_short) for r in part(claim, reading)):
            if remark.text not in said:
                said.add(remark.text)
                yield remark
    yield from _mutants(claim, deadline)


def _remark(claim: Claim, text: str, line: int = 0) -> Remark:
    """About a line of the claim's file, or else about its check."""
    if not line:
        with suppress(OSError, TypeError):
            line = inspect.getsourcelines(inspect.unwrap(claim.survivor.variant.check))[1]
    return Remark(claim.id, line or 1, text)


# -- words -------------------------------------------------------------------------------------------


_GREEK = "|".join(GREEK)
_SET_APART = re.compile(r"``[^`]+``|`[^`]+`|\$\$.+?\$\$|\$(?:\\.|[^$\\])+\$|\\\[.+?\\\]|\\\(.+?\\\)", re.DOTALL)
"""Code and formulas."""
_UNSET = re.compile(
    rf"""
      (?<![<>=\w])\S*(?:<=|>=|!=)\S*
    | (?<![\w./-])[A-Za-z]{{1,2}}\d?_(?:\w+|[({{][^)}}]*[)}}])
    | \b(?:{_GREEK}|eps|lam)(?:_\w+|_\(.*?\)|\d|\*|'|\s[-+*/=<>]\s\S+|[/^(|]\S*)
    | (?:(?<=\s)[-+*/=<>]\s|\d\s?|[/(|])(?:{_GREEK})\b(?!\s(?:function|distribution|law|variable))
    | [\w)\]]+\^[\w({{\[*-][^\s,;]*
    | \b(?:sqrt|sum_|prod_)\S*\(\S*
    | \\[A-Za-z]+\S*
    """,
    re.VERBOSE,
)
"""What can only be a formula; `n = 3` reads as well in words."""
_QUOTED = 60
"""Characters of a text that a remark quotes."""


def without_dollars(text: str) -> Iterator[str]:
    """The parts of a text that are formulas and do not stand between dollars, nor as code."""
    for match in _UNSET.finditer(_SET_APART.sub(lambda m: " " * len(m[0]), text)):
        yield match[0].strip(" ,.;:")


def texts(claim: Claim) -> Iterator[str]:
    """What pages say of a claim in its author's words, names of mutants and indented code apart."""
    yield claim.summary
    yield "\n".join(line for line in claim.description.splitlines() if not line.startswith("    "))
    for reading in claim.readings.values():
        yield from (reading.because, reading.adds, reading.slack, reading.implies)
    yield from claim.waived.values()
    yield from (mutant.why for mutant in claim.mutants.values())
    if claim.kind.runs is not None:
        yield from claim.kind.runs.paper.values()


def unset(claim: Claim) -> Iterator[tuple[str, str]]:
    """The formulas without dollars in what pages say of a claim, each with the text that it stands in, cut."""
    return ((written, _cut(text)) for text in texts(claim) for written in without_dollars(text))


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _QUOTED else f"{text[: _QUOTED - 3]}..."


# -- what never enters ---------------------------------------------------------------------------------


def _unread(claim: Claim, reading: Reading) -> Iterator[Remark]:
    """Quantities that are drawn and that no code names."""
    if claim.kind.at_once:
        return
    apart = letters(reading, hypotheses(reading.variant), conclusion(reading.variant))
    for name in apart.idle:
        yield _remark(claim, f"{name} is drawn and never read: the check does not depend on it")


def _pinned(claim: Claim, reading: Reading) -> Iterator[Remark]:
    """Quantities with one value only, and no reason."""
    for name, reason in pinned(reading.variant).items():
        if not reason:
            remedy = f"say why nothing is lost by it (pinned={{{name!r}: ...}}), or draw it"
            yield _remark(claim, f"{name} has one value only: {remedy}")


def _cut_short(claim: Claim, reading: Reading) -> Iterator[Remark]:
    """A family of settings that is to exclude an open constant, and soon becomes too large."""
    if reading.expect != "refuted" or claim.kind.estimated:
        return
    with suppress(Exception):  # a family that breaks is the hunt's to tell
        if found := first_too_large(reading.variant):
            name, value = found
            yield _remark(
                claim,
                f"the family fails_at of {name} is not followed to {name} = {value:g}: an instance there takes "
                "too much work; let it fail at smaller settings",
            )


def _without_effect(variant: Variant, examiner: Examiner, instances: list[Instance]) -> set[str]:
    """Quantities of the prompt whose exchange for other draws changes no margin nor point of a derivative."""
    changed: dict[str, bool] = {}
    for s, prompt in instances:
        if prompt is None or len(prompt) < 2:
            continue
        margin, before = _evaluated_with_points(examiner, s, prompt)
        if not margin.active.any():
            continue  # what enters hypotheses alone cannot show where none of the draws meets them
        is_flat = all(torch.equal(part, part[:1].expand_as(part)) for part in _parts(margin))
        for name, value in prompt.items():
            for other in _others(value, is_flat):
                if changed.get(name) or torch.equal(other, value):
                    continue
                try:
                    moved = Prompt(**{**dict(prompt.items()), name: other})
                    _, after = _evaluated_with_points(examiner, s, moved)
                except Exception:  # noqa: BLE001 - what was put together may lie outside of the hypotheses
                    changed[name] = True
                    continue
                changed[name] = len(before) != len(after) or not all(
                    torch.equal(one.nan_to_num(), other.nan_to_num())
                    for one, other in zip(before, after, strict=False)
                )
    return {name for name, effect in changed.items() if not effect}


def _others(value: Tensor, is_flat: bool) -> tuple[Tensor, ...]:
    """Values to put into the place of a quantity: those of the next instance.

    Where the margin is the same for all instances, the check may ask a question (``where(a > b, 1, 0)``) whose
    answer is always the same within the hypotheses: values from outside of them change it.
    """
    following = torch.roll(value, 1, 0)
    return (following, -value, value * 0, value * 2.0**10) if is_flat else (following,)


def _in_hypotheses(variant: Variant, instances: list[Instance]) -> set[str]:
    """The quantities of the prompt that a hypothesis names which joins several: there they enter."""
    spaces = [variant.prompts(s) for s, _ in instances] if variant.prompts is not None else []
    codes = [getattr(plain(space.where), "__code__", None) for space in spaces if space.where is not None]
    return {name for code in codes if code is not None for name in code.co_names}


def _without_effect_on_mutants(claim: Claim, names: set[str], instances: list[Instance]) -> set[str]:
    """Those of the names that change no mutant's margin either: an identity that holds hides what enters it."""
    for mutant in claim.mutants.values():
        if not names:
            break
        with suppress(Exception):  # one that breaks tells nothing here
            names = names & _without_effect(mutant, Examiner(mutant, torch.device("cpu")), instances)
    return names


def _evaluated_with_points(examiner: Examiner, s: Any, prompt: Prompt) -> tuple[Margin, list[Tensor]]:
    """A margin, and its parts with the points of derivatives, which enter although a gradient is constant."""
    with points() as found:
        margin = examiner.evaluate(s, prompt)
    return margin, [*_parts(margin), *(point for point in found if isinstance(point, Tensor))]


def _parts(margin: Margin) -> tuple[Tensor, ...]:
    """All that a verdict rests on; where two sides are equal whatever the data, their size tells."""
    return margin.slack, margin.scale, margin.active, margin.trivial


# -- in which arithmetic -------------------------------------------------------------------------------


def _evaluated(claim: Claim, reading: Reading) -> Iterator[Remark]:
    variant = reading.variant
    if claim.kind.estimated:
        return  # it is measured on a ladder or by an experiment, in floats alone
    examiner = Examiner(variant, torch.device("cpu"))
    try:
        instances = _instances(variant, _SETTINGS, _PROMPTS)
    except Exception as error:  # noqa: BLE001 - whatever a claim's own code raises is its defect
        yield _failed(claim, f"{reading.name}: no instance can be drawn", error)
        return
    if not instances:
        yield _remark(claim, f"{reading.name}: none of {_SETTINGS} draws meets the hypotheses")
        return
    try:
        readouts = [(s, prompt, examiner.readout(s, prompt)) for s, prompt in instances]
        # A probability may fail on a draw, and an open constant is solved for.
        must_hold = reading.expect == "holds" and not (claim.kind.budgeted or variant.settings.open_constants)
        fails = must_hold and any(_violated(examiner, *readout) for readout in readouts)
        idle: set[str] = set()
        if reading is claim.survivor:  # one that fails may do so because nothing enters it
            idle = _without_effect(variant, examiner, instances) - _in_hypotheses(variant, instances)
            idle = _without_effect_on_mutants(claim, idle, instances)
    except Exception as error:  # noqa: BLE001 - see above
        yield _failed(claim, f"{reading.name}: the check breaks in float64", error)
        return
    for name in sorted(idle):
        yield _remark(claim, f"{name} seems never to enter: other values of it changed no margin")
    if fails:
        yield _remark(claim, f"{reading.name} is expected to hold, and fails on one of a few draws")
    if not claim.kind.budgeted or reading.expect == "holds":
        yield from _lifted(claim, reading, examiner, instances)


def _violated(examiner: Examiner, s: Any, prompt: Prompt | None, readout: Readout) -> bool:
    """Whether the worst instance of a batch violates a statement, by more than floats tell where possible."""
    worst = int(readout.counting.argmin())
    if float(readout.counting[worst]) >= -_CLEAR:
        return False
    return examiner.confirm(s, take(prompt, slice(worst, worst + 1))) is not None


def _lifted(claim: Claim, reading: Reading, examiner: Examiner, instances: list[Instance]) -> Iterator[Remark]:
    """The arithmetics in which no draw can be evaluated; rationals need balls only where they fail."""
    failures: dict[Arithmetic, BaseException] = {}
    with exact.ball_precision():
        for arithmetic in _LIFTED:
            for s, prompt in instances:
                try:
                    examiner.evaluate_lifted(s, take(prompt, slice(1)), arithmetic)
                except Exception as error:  # noqa: BLE001 - see above
                    failures.setdefault(arithmetic, error)
                    if not isinstance(error, NotExact):
                        failures[arithmetic] = error
                        break
                else:
                    failures.pop(arithmetic, None)
                    break
    if isinstance(failures.get("rational"), NotExact) and "ball" not in failures:
        del failures["rational"]  # a root, say: balls enclose it
    alike: dict[str, list[Arithmetic]] = {}
    for arithmetic, failure in failures.items():
        alike.setdefault(str(failure), []).append(arithmetic)
    for several in alike.values():
        names = " nor in ".join(_LIFTED[arithmetic] for arithmetic in several)
        yield _failed(claim, f"{reading.name}: the check cannot run in {names}", failures[several[0]])


def _failed(claim: Claim, what: str, error: BaseException) -> Remark:
    """An error with the line of the claim's file at which it came up."""
    kind = "" if isinstance(error, LemmataError | CheckFailed | FloatSlipped) else f"{type(error).__name__}: "
    line = line_in(Path(claim.file), error) if claim.file else 0
    return _remark(claim, f"{what}: {kind}{' '.join(str(error).split())}", line)


def _instances(variant: Variant, settings: int, prompts: int) -> list[Instance]:
    """Draws at a few settings, always the same; the settings that its author picked among them."""
    randomness = generator("remarks", variant.claim.id)
    picked = [s for s in variant.claim.examples if variant.settings.explain(s) is None]
    drawings = [s for _ in range(4 * settings) if (s := drawn(variant.settings, randomness)) is not None]
    instances: list[Instance] = []
    for s in [*drawings[:settings], *picked[:1]]:
        space = None if variant.prompts is None else variant.prompts(s)
        prompt = None if space is None else space.sample(randomness, prompts)
        if space is not None and prompt is not None and variant.claim.kind.budgeted:
            space.require_laws(prompt)
        if prompt is None or len(prompt):
            instances.append((s, prompt))
    return instances


# -- mutants -------------------------------------------------------------------------------------------


def _mutants(claim: Claim, deadline: float) -> Iterator[Remark]:
    """Mutants that are missing, or that a few draws do not kill."""
    if not claim.mutants:
        yield _remark(claim, "no mutants: nothing shows that the check can fail")
        return
    survivor = claim.survivor
    if claim.kind.estimated or survivor.expect != "holds" or survivor.variant.settings.open_constants:
        return
    survivors: list[tuple[Variant, int]] = []
    late: list[str] = []
    for mutant in claim.mutants.values():
        if mutant.name in claim.waived:
            continue
        if time.monotonic() > deadline:
            late.append(repr(mutant.name))
            continue
        try:
            tried = _survived(mutant)
        except Exception as error:  # noqa: BLE001 - a mutant that breaks is invalid
            if not may_break(mutant.name):
                yield _failed(claim, f"the mutant {mutant.name!r} breaks", error)
            continue
        if tried is not None and not claim.kind.budgeted:  # else a few draws do not tell
            survivors.append((mutant, tried))
    for mutant, tried in survivors:
        hunted = time.monotonic() < deadline
        if hunted:
            record = hunt(mutant, PROFILES["quick"])
            if record.outcome == "error" and not may_break(mutant.name):
                yield _remark(claim, f"the mutant {mutant.name!r} breaks: {record.finding.because}")
            if record.outcome in ("refuted", "error"):
                continue
        more = " and a hunt" if hunted else "; there was no time for a hunt, which may kill it"
        yield _remark(claim, f"the mutant {mutant.name!r} survives {tried:,} draws{more}")
    if late:
        yield Remark(claim.id, 0, f"no time was left to try: {', '.join(late)}")


def _survived(mutant: Variant) -> int | None:
    """How many draws a mutant survives; None if one kills it."""
    examiner = Examiner(mutant, torch.device("cpu"))
    tried = 0
    for s, prompt in _instances(mutant, _OF_MUTANTS, _PROMPTS):
        readout = examiner.readout(s, prompt)
        if not tried:  # a float that slips in makes a mutant invalid, whatever float64 says
            _require_liftable(examiner, s, take(prompt, slice(1)))
        tried += int(readout.active.sum())
        if bool((readout.active & ~(readout.relative >= -_CLEAR)).any()):
            return None
    return tried


def _require_liftable(examiner: Examiner, s: Any, one: Prompt | None) -> None:
    """Evaluates an instance as a hunt does that decides it; what such arithmetic cannot tell does not matter.

    Raises:
        Exception: whatever the check raises there.
    """
    with suppress(NotExact, ZeroDivisionError):
        if examiner.variant.claim.kind.budgeted:
            examiner.evaluate_lifted(s, one, "tracked")
        else:
            examiner.confirm(s, one)


def every(claims: list[Claim], seconds: float, tell: Callable[[Remark], None]) -> None:
    """Tells the remarks on several claims, within about ``seconds``."""
    deadline = time.monotonic() + seconds
    for claim in claims:
        for remark in remarks(claim, deadline):
            tell(remark)
