"""Whether a certificate says something: sizes count at which another statement is false, or cannot be proved.

At the smallest sizes much is trivial: both sides are one number there, or a wrong statement is as true as a
right one. What is decided at such sizes raises no verdict. A size counts if the printed ingredients are false
there in the space of the amended reading, or cannot be proved by the same means; of a statement that holds as
printed one of the mutants has to be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import torch

from lemmata.claims.claim import Variant
from lemmata.claims.domains.base import Domain
from lemmata.claims.margin import noting_hypotheses
from lemmata.claims.space import Space
from lemmata.claims.vocabulary import AS_PRINTED
from lemmata.search.drawing.seeds import generator
from lemmata.search.examiner import Examiner
from lemmata.search.work import Spent, Work

_DRAWS = 4
"""Settings of one size that are looked at,"""
_PROMPTS = 32
"""each with so many prompts."""
_WORK = 2**22
"""Numbers that one evaluation may produce."""


def rivals(variant: Variant) -> Iterator[tuple[Variant, ...]]:
    """What a certificate of a reading has to be told from; the first of these groups that can be evaluated.

    Of an amended reading it is the printed one: as the mutant *as printed*, in the amended space, where the
    spaces differ. Where that is waived, where the amendment is a hypothesis and no more, and for a statement
    that holds as printed, it is every mutant.
    """
    claim = variant.claim
    if variant.name != claim.survivor.name:
        return  # the mutants are of the other reading
    printed = claim.readings["printed"].variant
    if variant.name != printed.name and AS_PRINTED not in claim.waived and _differ(printed, variant):
        if AS_PRINTED in claim.mutants:
            yield (claim.mutants[AS_PRINTED],)
        yield (replace(printed, role="mutant"),)  # of its whole space, wherever it is said to fail
    yield tuple(mutant for name, mutant in claim.mutants.items() if name not in claim.waived)


def _differ(one: Variant, other: Variant) -> bool:
    """Whether two readings evaluate something else, and not the same in another space."""
    parts = [(v.check, v.construction, dict(v.ingredients)) for v in (one, other)]
    return parts[0] != parts[1]


def has_content(
    variant: Variant, names: Mapping[str, Any], is_proved: Callable[[Variant, tuple[Any, dict[str, Any]]], bool]
) -> bool:
    """Whether a statement is told from its rivals at one size.

    Args:
        variant: a reading that is proved there.
        names: the whole numbers and choices of that size.
        is_proved: whether a rival is proved by the same means, at a setting with these whole numbers.
    """
    for group in rivals(variant):
        survivors = []
        for rival in group:
            settings = _settings(rival.settings, names)
            fails = _fails(rival, settings)
            if fails:
                return True
            survivors += [(rival, settings[0])] if fails is False else []
        if survivors:
            return not all(is_proved(rival, (s, dict(names))) for rival, s in survivors)
    return True  # there is nothing to compare it with


def is_of_nothing(variant: Variant, names: Mapping[str, Any]) -> bool:
    """Whether a number that the check supposes to be >= 0 (``Margin.given``) is so at no instance of one size.

    As far as a few draws show it. A statement of nothing is proved easily, and its mutants that leave the
    hypothesis out are false there. Each number counts by itself, so that an equation (``1 - x @ x`` and
    ``x @ x - 1``), which draws do not meet, is met from both sides.
    """
    examiner, met = Examiner(variant, torch.device("cpu"), compares=False), list[torch.Tensor]()
    count = _PROMPTS if variant.prompts is None else _DRAWS
    for number, s in enumerate(_settings(variant.settings, names, count)):
        with suppress(Spent, Exception), Work(_WORK), noting_hypotheses() as seen:
            prompt = None if variant.prompts is None else variant.prompts(s).sample(_draws(number), _PROMPTS)
            examiner.readout(s, prompt)
            if not seen:  # it supposes nothing
                return False
            met.append(torch.cat(seen))
    if len({len(each) for each in met}) != 1:  # it cannot be evaluated, or supposes more here than there
        return False
    return not bool(torch.stack(met).any(0).all())


def _draws(number: int) -> torch.Generator:
    return generator("content", number)


def _settings(space: Space, names: Mapping[str, Any], count: int = _DRAWS) -> list[Any]:
    """Some settings of one size."""
    found = []
    for draw in range(count):
        draws = _draws(draw)

        def choose(name: str, domain: Domain, draws: torch.Generator = draws) -> Any:
            return names[name] if name in names else domain.pick(draws)

        with suppress(Exception):  # of the claim's own code
            found += [s] if (s := space.assembled(choose)) is not None else []
    return found


def _fails(rival: Variant, settings: list[Any]) -> bool | None:
    """Whether a rival is seen to fail at one of these settings; None if it can be evaluated at none of them."""
    examiner, evaluated = Examiner(rival, torch.device("cpu"), compares=False), False
    for number, s in enumerate(settings):
        with suppress(Spent, Exception), Work(_WORK):
            prompt = None if rival.prompts is None else rival.prompts(s).sample(_draws(number), _PROMPTS)
            readout = examiner.readout(s, prompt)
            evaluated = True
            violation = examiner.judge(s, prompt, readout, thorough=False)
            if violation is not None and rival.outside(violation.setting, violation.prompt) is None:
                return True
    return False if evaluated else None
