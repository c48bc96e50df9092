"""A claim in the making, of what stands above its check (:mod:`lemmata.claims.theorem`).

A :class:`Declaration` collects readings, mutants and what else belongs to the claim. Completing it checks
everything once and makes the :class:`~lemmata.claims.claim.Claim`, which nothing changes any more. What is
misspelt, dropped or contradictory is an error there: when the paper is loaded, or at the first use.
"""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal, TypeVar, get_args

from lemmata.claims import sample_settings
from lemmata.claims.by_name import parameters
from lemmata.claims.claim import ANSWER, CONSTRUCTION, Claim, Reading, Variant, speaks_of_prompts
from lemmata.claims.derived_mutants import derived
from lemmata.claims.domains.base import require_meant_number
from lemmata.claims.ingredients import mismatch, of_quantities
from lemmata.claims.margin import Margin
from lemmata.claims.mutants import require_one_change
from lemmata.claims.pinned import pinned
from lemmata.claims.space import Space
from lemmata.claims.vocabulary import NOT_ENCODED, Defect, Expectation
from lemmata.errors import ClaimError

_READINGS: tuple[Literal["printed", "amended"], ...] = ("printed", "amended")
_SPACES = ("settings", "prompts", "construction")
"""What a reading or a mutant may replace, beside ingredients."""
_TEXTS = ("latex", "because", "adds", "slack", "implies")
"""The words of a reading that may use the paper's macros."""
F = TypeVar("F", bound=Callable[..., Any])
Check = TypeVar("Check", bound=Callable[..., Margin])
Construction = TypeVar("Construction", bound=Callable[[Any], Any])


@dataclass
class _Declared:
    """A reading or a mutant as far as it was declared."""

    ingredients: dict[str, Any]
    words: dict[str, Any] = field(default_factory=dict)
    """The fields of a reading."""
    function: Callable[..., Any] | None = None
    """The check of a reading."""
    why: str = ""
    """Of a mutant that changes more than one thing."""


@dataclass
class Written:
    """What stands above a check (:mod:`lemmata.claims.theorem`): its readings and mutants."""

    readings: dict[str, tuple[str, dict[str, Any]]] = field(default_factory=dict)
    mutants: dict[str, dict[str, Any]] = field(default_factory=dict)


PENDING: dict[Callable[..., Any], Written] = {}
"""Checks whose claim has not been declared yet: ``theorem`` stands above the others."""


def require_declared(module: str) -> None:
    """Refuses readings above a check of a loaded module, or of one within it, that no claim was made of.

    Raises:
        ClaimError: ``theorem(...)`` is missing there.
    """
    for check in PENDING:
        if check.__module__ == module or check.__module__.startswith(f"{module}."):
            raise ClaimError(
                f"{check.__module__}: above {check.__qualname__} stand readings or mutants, and no claim is "
                'made of them: write @theorem(PAPER, "Theorem 1", n=...) on top'
            )


@dataclass(eq=False)
class Declaration:
    """A claim in the making; :meth:`complete` makes it."""

    draft: Claim
    """What :meth:`Paper.claim` was given, and what belongs to no reading or mutant."""
    _readings: dict[str, _Declared] = field(default_factory=dict)
    _mutants: dict[str, _Declared] = field(default_factory=dict)
    _construction: Callable[[Any], Any] | None = None
    _derive_at: Any = None
    _claim: Claim | None = None
    """What was made of it, until more is declared."""

    def __repr__(self) -> str:
        return f"<declaration of {self.id}: {', '.join([*self._readings, *self._mutants])}>"

    @property
    def id(self) -> str:
        """The claim's id."""
        return self.draft.id

    @property
    def label(self) -> str:
        """Where the statement stands, in the paper's words."""
        return self.draft.label

    def _add(self, **fields: Any) -> None:
        self.draft, self._claim = replace(self.draft, **fields), None

    def try_first(self, settings: Space, examples: Iterable[Mapping[str, Any]]) -> None:
        """Adds examples of settings of an amended reading's own."""
        own = settings.of_settings()
        self._add(examples=(*self.draft.examples, *map(own.instance, examples)))

    # -- what the statement speaks of --------------------------------------------------------------

    def construction(self, function: Construction) -> Construction:
        """Decorator: the construction. It is given the setting and nothing else."""
        self._construction, self._claim = function, None
        return function

    # -- readings ----------------------------------------------------------------------------------

    def printed(
        self,
        latex: str,
        *,
        expect: Expectation | None = None,
        because: str = "",
        implies: str = "",
        defect: Defect | None = None,
        family: Claim | Declaration | str = "",
        falls_with: Claim | Declaration | str = "",
        fails_where: Callable[..., bool] | None = None,
        open: str = "",
        slack: str = "",
        **ingredients: Any,
    ) -> Callable[[Check], Check]:
        """The statement as the paper prints it; gives it its check (:func:`lemmata.printed`).

        ``ingredients`` are what the check leaves open, and ``settings``, ``prompts`` and ``construction`` in
        the place of the claim's.

        Raises:
            ClaimError: the expectation has no defect or no reason, or the reading is declared twice.
        """
        for argument, word, known in (("expect", expect, Expectation), ("defect", defect, Defect)):
            if word is not None and word not in get_args(known):
                raise ClaimError(f"{self.id}: {argument}={word!r} is none of {', '.join(get_args(known))}")
        if open and (expect or defect):
            raise ClaimError(f"{self.id}: open= is for a reading of which nobody knows what to expect")
        if open:
            expect, because = "undecided", because or open
        if expect is None:
            expect = "holds" if defect is None else "vacuous" if defect == "vacuous" else "refuted"
        if (expect in ("refuted", "vacuous")) != (defect is not None) or (defect and not because):
            raise ClaimError(
                f"{self.id}: a printed reading that is expected to be refuted or vacuous names its "
                f"defect (one of {', '.join(get_args(Defect))}) and says why in because="
            )
        if family and not self.draft.kind.grows:
            raise ClaimError(f"{self.id}: family= confirms the drift of a rate, this is no rate")
        if fails_where is not None and defect is None:
            raise ClaimError(f"{self.id}: fails_where= is for a reading that fails; this one names no defect")
        if falls_with and defect is None:
            raise ClaimError(f"{self.id}: falls_with= is for a reading that fails; this one names no defect")
        words = {"latex": latex, "expect": expect, "because": because, "defect": defect}
        words["falls_with"] = identifier(falls_with)
        more = {"family": identifier(family), "fails_where": fails_where, "slack": slack, "implies": implies}
        more["open"] = open
        return self._reading("printed", words | more, ingredients)

    def stated(self, latex: str, unwritten: Check) -> None:
        """What the paper prints, of a statement that nobody has encoded (:mod:`lemmata.claims.stubs`)."""
        words = {"latex": latex, "expect": NOT_ENCODED, "because": "", "defect": None}
        self._reading("printed", words, {})(unwritten)

    def amended(
        self, latex: str, *, because: str = "", adds: str = "", slack: str = "", **ingredients: Any
    ) -> Callable[[Check], Check]:
        """The smallest change of the statement that survives (:func:`lemmata.amended`).

        Raises:
            ClaimError: the reading is declared twice.
        """
        words = {"latex": latex, "expect": "holds", "because": because, "defect": None, "adds": adds}
        words["slack"] = slack
        return self._reading("amended", words, ingredients)

    def _reading(
        self, name: str, words: dict[str, Any], ingredients: dict[str, Any]
    ) -> Callable[[Check], Check]:
        if (words["expect"] == NOT_ENCODED) != (not self.draft.kind.hunted):
            raise ClaimError(
                f"{self.id}: a statement that is not encoded yet is declared by PAPER.not_encoded(...) and has "
                "no check; one with a check by @theorem(PAPER, ...)"
            )
        if name in self._readings:
            raise ClaimError(f"{self.id}: the reading {name!r} is defined twice")
        write = self.draft.paper.written_out
        words = {k: write(v) if isinstance(v, str) and k in _TEXTS else v for k, v in words.items()}
        self._readings[name] = declared = _Declared(ingredients, words)
        self._claim = None

        def attach(check: Check) -> Check:
            declared.function, self._claim = check, None
            return check

        return attach

    # -- mutants -----------------------------------------------------------------------------------

    def mutant(self, name: str, *, why: str = "", **ingredients: Any) -> None:
        """A deliberately wrong variant of the surviving reading, which the check must refute.

        It changes one thing on the reading's own space; where it has to change two, ``why`` says why.

        Raises:
            ClaimError: the name is taken.
        """
        if name in self._mutants or name in _READINGS:
            raise ClaimError(f"{self.id}: the name {name!r} is taken")
        self._mutants[name] = _Declared(ingredients, why=self.draft.paper.written_out(why))
        self._claim = None

    def waive(self, mutant: str, because: str) -> None:
        """Declares a mutant equivalent to the original, with the reason."""
        if not because:
            raise ClaimError(f"{self.id}: waiving {mutant!r} needs a reason")
        why = self.draft.paper.written_out(because)
        self._add(waived=MappingProxyType({**self.draft.waived, mutant: why}))

    def derive_mutants(self, at: Any) -> None:
        """Adds the mutants of the construction's own blocks, enumerated at the setting ``at``.

        Meant for the claim that states the exact identity of the construction.
        """
        self._derive_at, self._claim = at, None

    # -- figures ------------------------------------------------------------------------------------

    def figure(self, function: F) -> F:
        """Decorator: makes a :class:`~lemmata.FigureRecord` for the claim's page, or several.

        For an experiment the function takes by name what was measured, with one row a replicate, and
        what is run; as ``measured`` it is given all that was measured, as ``s`` the configuration.
        """
        self._add(figure_of=function)
        return function

    def in_symbols(self, function: F) -> F:
        """Decorator: a witness of the printed statement in the statement's symbols, for the claim's page.

        The function is given a setting, and if the claim has prompts one of them (without a batch axis). It
        gives values by name, or pairs of a value and a few words; names are written as those of quantities
        are (``v_k``, ``lam``). No verdict rests on it.
        """
        self._add(symbols_of=function)
        return function

    # -- the claim ---------------------------------------------------------------------------------

    def complete(self) -> Claim:
        """The claim as declared so far, checked.

        Raises:
            ClaimError: something is missing, unknown, of the wrong type, or tried by nobody.
        """
        if self._claim is None:
            self._claim = self._complete()
        return self._claim

    def hunt(self, **options: Any) -> Any:
        """The verdict of :func:`lemmata.hunt` on the claim, which shows itself."""
        return importlib.import_module("lemmata").hunt(self, **options)

    def variant(self, name: str) -> Variant:
        """The reading or mutant of that name, of the claim as declared so far."""
        return self.complete().variant(name)

    def _example(self, given: Any) -> Any:
        """A setting that an author picked, of whichever reading has its quantities."""
        own = (reading.ingredients.get("settings") for reading in self._readings.values())
        spaces = [space.of_settings() for space in (*own, self.draft.settings) if space is not None]
        fitting = (
            space for space in spaces if isinstance(given, Mapping) and given.keys() == space.fields.keys()
        )
        return next(fitting, spaces[-1]).instance(given)

    def _complete(self) -> Claim:
        if "printed" not in self._readings:
            raise ClaimError(f"{self.id}: there is no printed reading")
        # A variant knows its claim: both dictionaries are filled below, and by nobody else.
        readings: dict[str, Reading] = {}
        mutants: dict[str, Variant] = {}
        settings = self.draft.settings.of_settings()
        claim = replace(
            self.draft,
            settings=settings,
            examples=tuple(map(self._example, self.draft.examples)),
            readings=MappingProxyType(readings),
            mutants=MappingProxyType(mutants),
        )
        common = {name: getattr(claim, name) for name in ("settings", "prompts")}
        common["construction"] = self._construction
        for role in _READINGS:
            if reading := self._readings.get(role):
                check = reading.function
                if check is None:
                    raise ClaimError(f"{self.id}: the reading {role!r} has no check; let it decorate one")
                words = dict(reading.words)
                variant = _variant(claim, role, "reading", check, common | reading.ingredients)
                owned = {name: words.pop(name) for name in ("family", "fails_where", "open") if name in words}
                variant = replace(variant, **owned)
                readings[role] = Reading(role, variant=variant, **words)
        survivor = claim.survivor.variant
        common = {name: getattr(survivor, name) for name in _SPACES} | dict(survivor.ingredients)
        for name, mutant in self._mutants.items():
            if not mutant.ingredients:
                raise ClaimError(f"{self.id}: the mutant {name!r} changes nothing")
            variant = _variant(claim, name, "mutant", survivor.check, common | mutant.ingredients)
            mutants[name] = replace(variant, why=mutant.why)
            require_one_change(mutants[name], survivor)
        at = None if self._derive_at is None else survivor.settings.instance(self._derive_at)
        for variant in derived(claim, tuple(mutants.values()), at):
            if variant.name in mutants:
                raise ClaimError(f"{self.id}: the derived mutant {variant.name!r} has the name of another")
            mutants[variant.name] = variant
        _check_whole(claim)
        return claim


def identifier(claim: Claim | Declaration | str) -> str:
    """The id of a claim, however it is named."""
    return claim if isinstance(claim, str) else claim.id


def completed(claim: Claim | Declaration) -> Claim:
    """The claim that a declaration makes; a claim is itself."""
    return claim.complete() if isinstance(claim, Declaration) else claim


def _variant(
    claim: Claim,
    name: str,
    role: Literal["reading", "mutant"],
    check: Callable[..., Margin],
    values: dict[str, Any],
) -> Variant:
    """The check with its spaces, its construction and its ingredients, as ``values`` have them."""
    where = f"{claim.id}, {name}"
    ingredients = {key: value for key, value in values.items() if key not in _SPACES}
    names = set(parameters(check))
    values = values | {"settings": values["settings"].of_settings()}
    quantities = _quantities(values["settings"], values["prompts"], names)
    missing = names - {CONSTRUCTION, ANSWER, *ingredients}
    if claim.kind.at_once:  # an experiment measures what it asks for
        functions = filter(inspect.isfunction, ingredients.values())
        quantities = names.union(*map(parameters, functions)) - {*ingredients}
    missing -= quantities
    unknown = set(ingredients) - names
    if missing or unknown:
        raise ClaimError(
            f"{where}: "
            + (f"the check leaves {sorted(missing)} open and nothing fills it in; " * bool(missing))
            + (f"the check has no ingredient {sorted(unknown)}; " * bool(unknown))
            + f"its parameters are {sorted(names)}"
        )
    by_name = of_quantities(check, ingredients, quantities)
    for key, value in ingredients.items():
        if key not in by_name and (expected := mismatch(check, key, value)):
            raise ClaimError(
                f"{where}: the ingredient {key} is {value!r}, but the check {expected}; change one of them"
            )
        if not claim.kind.estimated:
            require_meant_number(f"{where}: {key}", value)
    if CONSTRUCTION in names and values["construction"] is None:
        raise ClaimError(f"{where}: the check wants {CONSTRUCTION} but none is given")
    if (
        claim.kind.hunted
        and not claim.kind.at_once
        and not values["settings"].fields
        and values["prompts"] is None
    ):
        raise ClaimError(f"{where}: it has neither settings nor prompts: nothing would be drawn")
    spaces = {key: values[key] for key in _SPACES}
    return Variant(
        claim, name, role, check, ingredients=MappingProxyType(ingredients), quantities=by_name, **spaces
    )


def _quantities(settings: Space, prompts: Any, asked: Iterable[str]) -> set[str]:
    """What a check may name: quantities, and what the setting's class derives from them."""
    own = vars(settings.holder)
    derived = [k for k, v in own.items() if isinstance(v, property | functools.cached_property)]
    return {*settings.fields, *own.get("__dataclass_fields__", ()), *derived, *_data(settings, prompts, asked)}


def _data(settings: Space, prompts: Any, asked: Iterable[str]) -> Iterable[str]:
    """The quantities of the prompts; of a function that does not say which, those at some setting."""
    if prompts is None or hasattr(prompts, "fields"):
        return getattr(prompts, "fields", ())
    try:
        return next(prompts(s).fields for s in sample_settings.settings(settings, 1))
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - whatever it is, it is met again where instances are drawn
        return asked


def _check_region(claim: Claim, reading: Reading) -> None:
    """Where a reading is said to fail is a predicate that its hunt can be restricted to."""
    region = reading.variant.fails_where
    if region is None:
        return
    start = f"{claim.id}: fails_where= of a claim of kind {claim.kind}"
    if claim.kind.estimated:
        raise ClaimError(f"{start} has no meaning: it is estimated as a whole; say where it fails in because=")
    if speaks_of_prompts(region) and claim.kind.budgeted:
        raise ClaimError(f"{start} is of what is given alone: a probability fails at a setting, at no data")


def _check_whole(claim: Claim) -> None:
    """What concerns a claim as a whole."""
    for reading in claim.readings.values():
        _check_region(claim, reading)
    if unknown := sorted(set(claim.waived) - set(claim.mutants)):
        raise ClaimError(f"{claim.id} waives {unknown}, but has no such mutants")
    if claim.paper.modules and not claim.module_of_id:
        raise ClaimError(
            f"{claim.id}: there is no module {claim.paper.modules}.{claim.slug.partition('/')[0]} (with _ for "
            "- and .) to which the id leads; an id begins with the path of the module that holds the claim"
        )
    amended, printed = claim.readings.get("amended"), claim.readings["printed"]
    if amended and printed.because and printed.expect == "holds":
        raise ClaimError(
            f"{claim.id}: the printed reading says because=, and the amended one what survives; say what is "
            f"wrong as well, defect= (one of {', '.join(get_args(Defect))})"
        )
    if claim.paper.modules and amended and not amended.adds:
        raise ClaimError(
            f"{claim.id}: the amended reading does not say what it adds to the printed statement or "
            'changes in it; say so in a few words (adds="c = 1/2")'
        )
    if amended and amended.latex == printed.latex:
        raise ClaimError(
            f"{claim.id}: the amended reading has the words of the printed one, so that nobody sees what it "
            "changes; say what is checked instead, and where"
        )
    if claim.pinned:
        points = set().union(*(pinned(reading.variant) for reading in claim.readings.values()))
        if several := sorted(set(claim.pinned) - points):
            raise ClaimError(
                f"{claim.id}: pinned= gives a reason for {', '.join(several)}, of which no reading draws one "
                f"value only (those of {', '.join(sorted(points)) or 'no quantity'} are); leave it out"
            )
    for example in claim.examples:
        try:
            reasons = [variant.settings.explain(example) for variant in claim.variants()]
        except Exception:  # noqa: BLE001 - a defect of the space, which the hunt reports
            continue
        if None not in reasons:
            if exact := [name for name, value in vars(example).items() if isinstance(value, Fraction)]:
                raise ClaimError(
                    f"{claim.id}: the example {example!r} has a fraction for {', '.join(exact)}: numbers of "
                    "examples are whole or floats, like drawn ones (1 / 3 is the float next to a third)"
                )
            raise ClaimError(
                f"{claim.id}: the example {example!r} meets the hypotheses of no reading and of no "
                f"mutant, so that nothing tries it: {reasons[0]}; mend it or leave it out"
            )
