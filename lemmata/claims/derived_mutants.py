"""The mutants that nobody writes: they follow from what an author declares.

- *Wrong answers* (:mod:`lemmata.claims.answers`) take the place of what a claim computes.
- *All weights zero*: a claim of a construction does not hold for a network that does nothing.
- *As printed*: where the printed reading is refuted, all that it fills in is put into the space of the
  amended one. An amendment that holds there for the printed ingredients lives by its space alone.
- *Without a hypothesis*: each that an amendment adds is dropped. What survives that is not needed.
- *Blocks* of a construction: zeroed, negated, one percent off (only where the author asks for it).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

from torch import Generator, Tensor

from lemmata.claims import sample_settings
from lemmata.claims.answers import ANOTHER, MEAN, UNTOUCHED, WRONG, names_untouched
from lemmata.claims.by_name import parameters
from lemmata.claims.claim import ANSWER, CONSTRUCTION, Claim, Reading, Variant
from lemmata.claims.domains.base import Domain
from lemmata.claims.domains.quantified import Quantified, some
from lemmata.claims.domains.whole import choices, dims
from lemmata.claims.mutants import changed, same, shown
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space, space
from lemmata.claims.vocabulary import AS_PRINTED, WITHOUT, ZERO_WEIGHTS
from lemmata.errors import ClaimError
from lemmata.numbers import zeros
from lemmata.numbers.exact import Exact
from lemmata.numbers.running_error import Tracked

_SETTINGS = 4
"""Settings at which two domains that depend on other quantities are compared."""
_DRAWS = 64
"""Values of the one domain that are looked for in the other."""


def derived(claim: Claim, by_hand: tuple[Variant, ...], blocks_at: Any) -> Iterator[Variant]:
    """The derived mutants of a claim whose readings are complete.

    Args:
        claim: the claim.
        by_hand: its mutants so far; none of them is derived again.
        blocks_at: the setting at which the blocks of the construction are enumerated; None: they are not.

    Raises:
        ClaimError: the construction has no blocks to enumerate.
    """
    survivor = claim.survivor
    base = replace(survivor.variant, role="mutant", family="", fails_where=None)
    if blocks_at is not None:
        yield from _blocks(base, blocks_at)
    if survivor.expect != "holds":
        return
    yield from _wrong_answers(base)
    if CONSTRUCTION in parameters(base.check):
        yield replace(base, name=ZERO_WEIGHTS, change=_silenced)
    printed = claim.readings["printed"]
    if survivor is not printed and printed.expect == "refuted" and not claim.kind.at_once:
        for mutant in (*_as_printed(base, printed), *_without_a_hypothesis(base, printed.variant)):
            if not any(_alike(mutant, other) for other in (printed.variant, *by_hand)):
                yield mutant


# -- answers and weights -----------------------------------------------------------------------------


def _wrong_answers(base: Variant) -> Iterator[Variant]:
    if ANSWER not in parameters(base.check) or ANSWER in base.ingredients:
        return
    for name in (*WRONG, ANOTHER, MEAN):
        missing = name == UNTOUCHED and not names_untouched(base.check)
        if not missing and not (name in (ANOTHER, MEAN) and base.prompts is None):
            yield replace(base, name=name, wrong=name)


def _silenced(tf: Any) -> Any:
    """The construction without weights.

    Raises:
        ClaimError: it has none.
    """
    silent = without_weights(tf)
    if silent is tf:
        raise ClaimError("the construction has no weights (no arrays, no real numbers)")
    return silent


def without_weights(tf: Any) -> Any:
    """A construction whose arrays and real numbers are all zero; sizes, words and functions stay."""
    if isinstance(tf, Tensor | Tracked | Exact):
        return zeros(tf.shape, like=tf)
    if isinstance(tf, float | Fraction):
        return 0
    parts: Any = dict(enumerate(tf)) if isinstance(tf, tuple | list) else tf
    if dataclass_like := is_dataclass(tf) and not isinstance(tf, type):
        parts = {field.name: getattr(tf, field.name) for field in fields(tf) if field.init}
    if not isinstance(parts, Mapping):
        return tf
    silent = {name: without_weights(part) for name, part in parts.items()}
    if all(silent[name] is part for name, part in parts.items()):
        return tf  # it need not be possible to make it anew of its parts
    if dataclass_like:
        return replace(tf, **silent)
    make: Callable[[Any], Any] = getattr(tf, "_make", type(tf))  # the fields of a named tuple are apart
    return make(silent.values() if isinstance(tf, tuple | list) else silent)


@dataclass(frozen=True)
class _Block:
    """Changes a construction by one of its own derived mutants."""

    name: str

    def __call__(self, tf: Any) -> Any:
        return tf.derived_mutant(self.name)


def _blocks(base: Variant, at: Any) -> Iterator[Variant]:
    if base.construction is None:
        raise ClaimError(f"{base.claim.id}: derived mutants need a construction")
    try:
        names = [name for name, _ in base.construction(at).derived_mutants()]
    except Exception as error:
        raise ClaimError(
            f"{base.claim.id}: no mutants can be derived of the construction at {at!r}: "
            f"{type(error).__name__}: {error}"
        ) from error
    for name in names:
        yield replace(base, name=name, change=_Block(name))


# -- against the printed reading ---------------------------------------------------------------------


def _as_printed(base: Variant, printed: Reading) -> Iterator[Variant]:
    """What the printed reading fills in, where the amended one holds."""
    old = printed.variant
    if set(changed(old, base)) <= {"settings", "prompts"}:
        return
    settings = _with_constants(base.settings, old.settings)
    if settings is None:
        return
    yield replace(
        base,
        name=AS_PRINTED,
        check=old.check,
        settings=settings,
        construction=old.construction,
        ingredients=old.ingredients,
        quantities=old.quantities,
        why="All that the printed reading fills in, where the amended one holds.",
    )


def _with_constants(amended: Space, printed: Space) -> Space | None:
    """The amended space with the open constants that only the printed one has; None if it lacks more."""
    missing = {name: field for name, field in printed.fields.items() if name not in amended.fields}
    if not missing:
        return amended
    if not missing.keys() <= printed.open_constants.keys() or amended.fields.keys() - printed.fields.keys():
        return None
    return replace(amended, holder=printed.holder, fields={**amended.fields, **missing})


def _without_a_hypothesis(base: Variant, printed: Variant) -> Iterator[Variant]:
    """The amended reading with the domain of one quantity, or what joins several, as printed."""
    drawn = sample_settings.settings(base.settings, _SETTINGS)
    for name, settings in _dropped(base.settings, printed.settings, drawn):
        yield replace(base, name=name, settings=settings)
    if base.prompts is None or printed.prompts is None or not drawn:
        return
    try:
        pairs = [(base.prompts(s), printed.prompts(s)) for s in drawn]
    except Exception:  # noqa: BLE001 - the printed prompts may need quantities that are not there
        return
    names = dict.fromkeys(name for one, other in pairs for name, _ in _dropped(one, other, (None,)))
    for name in names:
        yield replace(base, name=name, prompts=_Dropped(name, base.prompts, printed.prompts))


@dataclass(frozen=True)
class _Dropped:
    """The prompts of the amended reading, with one hypothesis as the printed one has it."""

    name: str
    prompts: Callable[[Any], Space]
    printed: Callable[[Any], Space]

    def __call__(self, s: Any) -> Space:
        amended = self.prompts(s)
        return dict(_dropped(amended, self.printed(s), (None,))).get(self.name, amended)


def _dropped(amended: Space, printed: Space, drawn: tuple[Any, ...]) -> Iterator[tuple[str, Space]]:
    """The amended space with one of its hypotheses as printed, for each that allows less than printed."""
    for name in (name for name in amended.fields if name in printed.fields):
        one, other = amended.fields[name], printed.fields[name]
        if isinstance(other, some):
            continue  # "there is a c" for one that is named asks for less
        if _differ(one, other) and any(_allows_less(_at(one, s), _at(other, s)) for s in drawn):
            wider = {**amended.fields, name: _reaching(one, other)}
            yield f"{WITHOUT}on {name}", replace(amended, fields=wider)
    where = amended.where
    if where is None or shown(where) == shown(printed.where):
        return
    if printed.where is None or printed.fields.keys() <= amended.fields.keys():
        free = replace(amended, where=printed.where)
        if not all(map(amended.admits, sample_settings.settings(free, _DRAWS))):
            yield f"{WITHOUT}that joins quantities", free


def _differ(one: Any, other: Any) -> bool:
    """Functions of one source are the same hypothesis."""
    domains = isinstance(one, Domain) and isinstance(other, Domain)
    return not same(one, other) if domains else shown(one) != shown(other)


def _at(field: Any, s: Any) -> Domain | None:
    domain: Domain | None = sample_settings.at(field, s)
    return domain.domain if isinstance(domain, Quantified) else domain


def _allows_less(one: Domain | None, other: Domain | None) -> bool:
    """Whether a domain lacks values that another one has."""
    if one is None or other is None:
        return False
    if isinstance(one, dims) and isinstance(other, dims):
        ends = [math.inf if domain.most is None else domain.most for domain in (one, other)]
        return one.low > other.low or ends[0] < ends[1]
    if isinstance(other, choices):
        return not all(map(one.contains, other.options))
    values = other.sample(Generator().manual_seed(0), _DRAWS)
    alone = space(value=one)
    return any(alone.explain(Prompt(value=value)) is not None for value in values)


def _reaching(one: Any, other: Any) -> Any:
    """The domain as printed; whole numbers beyond what the amended one allows are drawn, too."""
    if isinstance(one, dims) and isinstance(other, dims) and one.most is not None:
        beyond = 2 * one.most + 1 if other.most is None else other.most
        return replace(other, high=max(other.high, beyond))
    return other


def _alike(one: Variant, other: Variant) -> bool:
    """Whether two variants are the same but for their names."""
    if one.wrong or other.wrong or one.check is not other.check:
        return False
    return same(one.change, other.change) and not changed(one, other)
