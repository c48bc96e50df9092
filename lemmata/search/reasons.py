"""Whether a witness against the printed reading shows the reason that is given: at it the amended one holds.

A statement may fail at an instance for another reason than the one that its amendment removes. Where the
amended reading fails as well, the witness shows something else, and a better one is sought. Where a hypothesis
of the amended reading leaves the instance out, that hypothesis is the reason. The two readings may speak of
different quantities; an instance is carried over by their names.
"""

from __future__ import annotations

import types
import typing
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import partial
from math import log
from typing import Any

import torch
from torch import Tensor

from lemmata.claims import syntax
from lemmata.claims.claim import Variant
from lemmata.claims.kinds import Kind
from lemmata.claims.margin import Margin
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space
from lemmata.errors import described
from lemmata.formulas.conclusions import given
from lemmata.formulas.hypotheses import hypotheses
from lemmata.records.finding import ToldApart
from lemmata.records.notation import identifier
from lemmata.records.rare import RareLaw
from lemmata.records.sequential_tests import FALSE_ALARM_BUDGET, Bet, Wealth
from lemmata.records.witness import Witness
from lemmata.search.drawing.seeds import generator
from lemmata.search.encoding import decode_witness
from lemmata.search.examiner import Examiner
from lemmata.search.kinds.probability import Probability, count
from lemmata.search.rare.seek import bets, placed
from lemmata.search.regions import joined

_DRAWS = 512
"""Prompts at the setting of a witness on which an amended probability is tested,"""
_RARE = 2**16
"""Margins evaluated at draws of a law that makes failures frequent."""
_EXPLORED = 64
"""and at each setting that a search for such a witness looks at."""
_ROUNDING = 2.0**-20
"""A relative margin of the amended reading above minus this may be rounding."""
Instance = tuple[Any, Prompt | None]


class NotComparable(Exception):
    """The amended reading speaks of what the witness does not have; says of what."""


def amended_of(variant: Variant) -> Variant | None:
    """The amended reading beside a printed one; None where there is none."""
    amended = variant.claim.readings.get("amended")
    is_printed = variant.role == "reading" and variant.name == "printed"
    return amended.variant if is_printed and amended is not None else None


def told_apart(variant: Variant, witness: Witness) -> ToldApart | None:
    """What becomes of the amended reading at a witness against the printed one; None if nothing is amended."""
    amended = amended_of(variant)
    if amended is None:
        return None
    if witness.kind == "rate":
        return ToldApart("not comparable", "the witness is a growing size, not one instance")
    s, prompt = decode_witness(variant, witness)
    try:
        return _beyond(amended, s, prompt, alone=witness.kind == "setting", law=witness.law)
    except Exception as error:  # noqa: BLE001 - whatever a claim's own code raises; its own hunt reports it
        return ToldApart("undecided", f"its check breaks there: {described(error)}")


def shows_the_reason(variant: Variant, s: Any, prompt: Prompt | None) -> bool:
    """Whether what the amended reading changes plays a part at an instance, a batch of one."""
    amended = amended_of(variant)
    return amended is None or not _beyond(amended, s, prompt, alone=False).fails_too


@dataclass(frozen=True)
class _Narrowed(Variant):
    """The printed reading with one more hypothesis: at the instance the amended check does not fail."""

    amended: Variant | None = None

    def evaluate(self, s: Any, prompt: Prompt | None, tf: Any = None, others: Prompt | None = None) -> Margin:
        margin = super().evaluate(s, prompt, tf, others)
        assert self.amended is not None
        instance = carried(self.amended, s, prompt, typed=False)
        other = self.amended.evaluate(*instance, self.amended.construct(instance[0]))
        if isinstance(other.slack, Tensor):  # floats: what looks like rounding is decided later
            fails = (other.relative < -_ROUNDING) & other.active
        else:
            fails = other.statuses()[0]
        if len(fails) > 1:
            margin = margin.repeated(len(fails))
        return replace(margin, active=margin.active & ~fails)


def where_told_apart(variant: Variant) -> Variant | None:
    """The printed reading on those instances alone that show what the amended one changes.

    None where that changes hypotheses alone: no other witness would show more.
    """
    amended = amended_of(variant)
    if amended is None or not _changes_more(amended):
        return None
    if variant.prompts is not None and isinstance(variant.claim.kind, Probability):
        judged = partial(_beyond, amended, prompt=None, alone=True, draws=_EXPLORED)
        return replace(variant, settings=joined(variant.settings, lambda s: not judged(s).fails_too))
    return _Narrowed(**{f.name: getattr(variant, f.name) for f in fields(Variant)}, amended=amended)


def _beyond(
    amended: Variant,
    s: Any,
    prompt: Prompt | None,
    *,
    alone: bool,
    draws: int = _DRAWS,
    law: RareLaw | None = None,
) -> ToldApart:
    """What becomes of the amended reading at an instance, or at a setting ``alone`` and by a law."""
    try:
        s, prompt = carried(amended, s, prompt, alone=alone)
    except NotComparable as reason:
        return ToldApart("not comparable", str(reason))
    sampled = alone and amended.prompts is not None
    judged = partial(_sampled, amended, s, draws, law) if sampled else partial(_decided, amended, s, prompt)
    outside = amended.outside(s, prompt)
    if not outside:
        return judged()
    only = False
    if _changes_more(amended):
        with suppress(Exception):  # it was never meant to be evaluated there
            only = judged().amended == "fails"
    return ToldApart("left out", _demanded(amended, outside), only)


def _changes_more(amended: Variant) -> bool:
    """Whether the amended reading evaluates something else than the printed one, not the same elsewhere."""
    printed = amended.claim.readings["printed"].variant
    before, after = printed.ingredients, amended.ingredients
    alike = before.keys() == after.keys() and all(_same(value, after[name]) for name, value in before.items())
    return printed.check is not amended.check or not alike


def _same(one: Any, other: Any) -> bool:
    """Whether two ingredients are one, as far as can be told; arrays are not looked into."""
    return one is other or (type(one) is type(other) and not isinstance(one, Tensor) and bool(one == other))


def _decided(amended: Variant, s: Any, prompt: Prompt | None) -> ToldApart:
    """What the strongest arithmetic says of one instance that lies in the spaces of the amended reading."""
    examiner = Examiner(amended, torch.device("cpu"))
    decision = examiner.decide(s, prompt)
    if decision.decided and decision.violation is None and not decision.holds:
        return ToldApart("left out", _given(amended))
    if decision.decided:
        return ToldApart("fails" if decision.violation is not None else "holds")
    tracked = examiner.bounded(s, prompt)
    if tracked is None:
        return ToldApart("undecided")
    violated, holds, _ = tracked.statuses()
    return ToldApart("fails" if bool(violated.any()) else "holds" if bool(holds.all()) else "undecided")


def _sampled(amended: Variant, s: Any, size: int, law: RareLaw | None) -> ToldApart:
    """Whether the amended reading fails too often at a setting, on draws of its own or of a witness."""
    kind: Kind = amended.claim.kind
    if not isinstance(kind, Probability) or kind.failure is None or amended.prompts is None:
        return ToldApart("not comparable", "it speaks of one prompt, and the witness of many draws")
    allowed = min(max(float(kind.failure(s)), 0.0), 1.0)
    examiner, source = Examiner(amended, torch.device("cpu")), generator("told apart", amended.claim.id)
    if law is not None and 0 < allowed < 1:
        place = placed(examiner, s, amended.prompts(s), law)
        if place is None:
            return ToldApart("not comparable", "its data have another law")
        bet = Bet(allowed)
        for bet in bets(place, law, allowed, _RARE, source):
            if bet.log_e >= -log(FALSE_ALARM_BUDGET):
                return ToldApart("fails")
        return ToldApart("holds" if bet.n and bet.total <= allowed * bet.n else "undecided")
    counted = count(examiner, s, amended.prompts(s).sample(source, size), every=True)
    if Wealth(allowed, counted.met, counted.failures).rejects(FALSE_ALARM_BUDGET):
        return ToldApart("fails")
    return ToldApart("holds" if counted.failures + counted.undecided <= allowed * counted.met else "undecided")


# -- the same instance, for another reading ----------------------------------------------------------


def carried(
    other: Variant, s: Any, prompt: Prompt | None, *, alone: bool = False, typed: bool = True
) -> Instance:
    """The instance in the quantities of another reading, by their names; without a prompt if ``alone``.

    Types are compared (``typed``) unless it is one of another arithmetic.

    Raises:
        NotComparable: the other reading speaks of quantities that the instance lacks.
    """
    setting = _setting(other.settings, s, typed)
    if alone or other.prompts is None:
        return setting, None
    try:
        wanted = list(other.prompts(setting).fields)
    except Exception:
        if other.settings.explain(setting) is None:
            raise
        return setting, None  # there are no prompts at a setting that its hypotheses leave out
    _require(wanted, {} if prompt is None else dict(prompt.items()))
    return setting, Prompt(**{name: getattr(prompt, name) for name in wanted})


def _setting(space: Space, s: Any, typed: bool) -> Any:
    """The setting as one of another space; what only the old space has (an open constant, say) is left out."""
    holder = space.holder
    if not is_dataclass(holder):
        return holder()
    mine = {f.name: getattr(s, f.name) for f in fields(s)} if is_dataclass(s) else {}
    wanted = [f for f in fields(holder) if f.init]
    optional = {f.name for f in wanted if f.default is not MISSING or f.default_factory is not MISSING}
    names = [f.name for f in wanted if f.name in space.fields or f.name not in optional]
    _require(names, mine)
    hints = syntax.hints(holder) if typed else {}
    return holder(**{name: _typed(name, mine[name], hints.get(name)) for name in names})


def _require(wanted: list[str], mine: dict[str, Any]) -> None:
    if missing := [name for name in wanted if name not in mine]:
        raise NotComparable(f"it speaks of {', '.join(map(_letter, missing))}, which the witness does not have")


def _typed(name: str, value: Any, hint: Any) -> Any:
    """The value as the other reading has it.

    Raises:
        NotComparable: it has another type there: one name stands for two things.
    """
    options = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    classes = [typing.get_origin(option) or option for option in options if option is not Any]  # Any is a class
    kinds = tuple(kind for kind in classes if isinstance(kind, type))
    if float in kinds and isinstance(value, int) and not isinstance(value, bool | kinds):
        return float(value)
    if kinds and not isinstance(value, kinds):
        raise NotComparable(f"{_letter(name)} is something else in it")
    return value


def _letter(name: str) -> str:
    """The name of a quantity as texts set it."""
    return f"${identifier(name)}$"


# -- the hypothesis that leaves an instance out --------------------------------------------------------


def _demanded(amended: Variant, outside: str) -> str:
    r"""The hypothesis in the words of the claim's page: whole numbers $N\ge d$."""
    rows = hypotheses(amended)
    of_one = [row.text for row in rows if row.quantity and outside.startswith(f"{row.quantity} lies outside")]
    joint = [row.text for row in rows if not row.quantity]
    (text,) = (of_one or joint or [outside])[:1]
    return text.partition("; ")[0]


def _given(amended: Variant) -> str:
    """The hypotheses that the amended check states and the printed one does not; all that it states if none."""
    all_of_them = given(amended)
    printed = given(amended.claim.readings["printed"].variant)
    added = [text for text in all_of_them if text not in printed] or all_of_them
    return " and ".join(f"${text}$" for text in added) or "a hypothesis of its check"
