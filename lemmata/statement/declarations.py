"""How an author declares a claim: in any order, and the claim is made when all has been said.

:meth:`Paper.claim <lemmata.statement.papers.Paper.claim>` returns a :class:`Declaration`, whose decorators
and methods collect readings, mutants and what else belongs to the claim. Completing it checks everything
once and makes the :class:`~lemmata.statement.claims.Claim`, which nothing changes any more. What is
misspelt, dropped or contradictory is an error there: when the paper is loaded, or at the first use.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal, TypeVar, get_args

from lemmata.errors import ClaimError
from lemmata.statement.claims import ANSWER, CONSTRUCTION, Claim, Experiment, Reading, Variant, parameters
from lemmata.statement.derived import derived
from lemmata.statement.ingredients import fits, parameter_types
from lemmata.statement.margins import Margin
from lemmata.statement.mutants import require_one_change
from lemmata.statement.spaces import Space, require_meant_number
from lemmata.statement.vocabulary import NOT_ENCODED, Defect, Expectation
from lemmata.statement.written.hypotheses import pinned

_READINGS: tuple[Literal["printed", "amended"], ...] = ("printed", "amended")
_ARGUMENTS = ("s", "prompt", CONSTRUCTION, ANSWER)
"""What the engine passes to a check by itself."""
_SPACES = ("settings", "prompts", "construction")
"""What a reading or a mutant may replace, beside ingredients."""
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
    """The check of a reading; what changes the construction for a mutant."""
    why: str = ""
    """Of a mutant that changes more than one thing."""


@dataclass(eq=False)
class Declaration:
    """A claim in the making; :meth:`complete` makes it."""

    draft: Claim
    """What :meth:`Paper.claim` was given, and what belongs to no reading or mutant."""
    _readings: dict[str, _Declared] = field(default_factory=dict)
    _mutants: dict[str, _Declared] = field(default_factory=dict)
    _check: Callable[..., Margin] | None = None
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

    # -- what the statement speaks of --------------------------------------------------------------

    def check(self, function: Check) -> Check:
        """Decorator: the check of all readings that decorate none of their own.

        It takes ``s`` (the setting), ``prompt`` and ``tf`` (the construction), as far as it wants them,
        and ingredients, which readings and mutants fill in by name. A check that bounds the error of
        something computed takes ``answer``, too, and passes that through it: ``answer(tf(prompt)[-1],
        untouched=prompt.start)``. Wrong answers in its place are then mutants by themselves.
        """
        self._check, self._claim = function, None
        return function

    def construction(self, function: Construction) -> Construction:
        """Decorator: the construction. It is given the setting and nothing else."""
        if len(inspect.signature(function).parameters) != 1:
            raise ClaimError(
                f"{self.id}: the construction {function.__name__} must take the setting and "
                "nothing else; weights that see the data prove nothing"
            )
        self._construction, self._claim = function, None
        return function

    def response(self, function: F) -> F:
        """Decorator: the witness of a further "there exists" inside the statement.

        The first parameter is the setting; the others name the parts of the prompt that it may see.
        """
        self._add(responses=MappingProxyType({**self.draft.responses, function.__name__: function}))
        return function

    # -- readings ----------------------------------------------------------------------------------

    def printed(
        self,
        latex: str,
        *,
        expect: Expectation | None = None,
        because: str = "",
        defect: Defect | None = None,
        family: Claim | Declaration | str = "",
        fails_where: Callable[..., bool] | None = None,
        slack: str = "",
        **ingredients: Any,
    ) -> Callable[[Check], Check]:
        """The statement as the paper prints it, quantifiers included; may decorate its check.

        A claim of origin ``ours``, which no paper prints, states itself here as well.

        Args:
            latex: the statement.
            expect: what you expect of it: holds, refuted, vacuous, undecided or untestable. Without it a
                reading that names its defect is refuted (vacuous if that is the defect), another holds.
            because: why.
            defect: what is wrong with it, if it is expected to be refuted or vacuous.
            family: of a rate, the claim of this paper, or its id, that proves the growth of the
                constant: it says so by ``proves_growth_of``, and the rate is refuted only where it holds.
            fails_where: where it fails, as ``because`` says: of the setting (``lambda s: s.gamma > 1``), or of
                the setting and one prompt (``lambda s, prompt: ...``). The witness has to lie there.
            slack: why its bound is not met to within a tenth by the worst that is known.
            ingredients: what the check leaves open; ``settings``, ``prompts`` and ``construction`` in the
                place of the claim's.

        Raises:
            ClaimError: the expectation has no defect or no reason, or the reading is declared twice.
        """
        for argument, word, known in (("expect", expect, Expectation), ("defect", defect, Defect)):
            if word is not None and word not in get_args(known):
                raise ClaimError(f"{self.id}: {argument}={word!r} is none of {', '.join(get_args(known))}")
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
        words = {"latex": latex, "expect": expect, "because": because, "defect": defect}
        more = {"family": identifier(family), "fails_where": fails_where, "slack": slack}
        return self._reading("printed", words | more, ingredients)

    def stated(self, latex: str, unwritten: Check) -> None:
        """What the paper prints, of a statement that nobody has encoded (:mod:`lemmata.statement.stubs`)."""
        words = {"latex": latex, "expect": NOT_ENCODED, "because": "", "defect": None}
        self._reading("printed", words, {})(unwritten)

    def amended(
        self, latex: str, *, because: str = "", adds: str = "", slack: str = "", **ingredients: Any
    ) -> Callable[[Check], Check]:
        """The smallest change of the statement that survives; may decorate its check.

        ``adds`` says in a few words what it adds or changes ("Rademacher rows, c = 1/2"), ``slack`` why its
        bound is not met to within a tenth by the worst that is known, if it is not.

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
                "no check; one with a check by PAPER.claim(...)"
            )
        if name in self._readings:
            raise ClaimError(f"{self.id}: the reading {name!r} is defined twice")
        self._readings[name] = declared = _Declared(ingredients, words)
        self._claim = None

        def attach(check: Check) -> Check:
            declared.function, self._claim = check, None
            return check

        return attach

    # -- mutants -----------------------------------------------------------------------------------

    def mutant(self, name: str, *, why: str = "", **ingredients: Any) -> Callable[[F], F]:
        """A deliberately wrong variant of the surviving reading, which the check must refute.

        It changes ingredients (``claim.mutant("bias +theta", sign=1)``), decorates a function that changes
        the construction (parameters ``tf``, and ``s`` if wanted), or both. It changes one thing on the
        reading's own space; where it has to change two, ``why`` says why.

        Raises:
            ClaimError: the name is taken, or the function has other parameters.
        """
        if name in self._mutants or name in _READINGS:
            raise ClaimError(f"{self.id}: the name {name!r} is taken")
        self._mutants[name] = declared = _Declared(ingredients, why=why)
        self._claim = None

        def attach(function: F) -> F:
            names = set(inspect.signature(function).parameters)
            if CONSTRUCTION not in names or names - {CONSTRUCTION, "s"}:
                raise ClaimError(
                    f"{self.id}: the mutant {name!r} changes the construction, so its parameters "
                    f"are {CONSTRUCTION} and, if wanted, s; it has {sorted(names)}"
                )
            declared.function, self._claim = function, None
            return function

        return attach

    def mutants(self, changes: Mapping[str, Mapping[str, Any] | Callable[..., Any]]) -> None:
        """Several mutants by name: the ingredients of each, or what changes the construction."""
        for name, change in changes.items():
            if callable(change):
                self.mutant(name)(change)
            else:
                self.mutant(name, **change)

    def waive(self, mutant: str, because: str) -> None:
        """Declares a mutant equivalent to the original, with the reason."""
        if not because:
            raise ClaimError(f"{self.id}: waiving {mutant!r} needs a reason")
        self._add(waived=MappingProxyType({**self.draft.waived, mutant: because}))

    def derive_mutants(self, at: Any) -> None:
        """Adds the mutants of the construction's own blocks, enumerated at the setting ``at``.

        Meant for the claim that states the exact identity of the construction.
        """
        self._derive_at, self._claim = at, None

    # -- experiments and figures -------------------------------------------------------------------

    def experiment(
        self,
        *,
        quick: Any = None,
        standard: Any = None,
        deep: Any = None,
        paper: Mapping[str, str] | None = None,
    ) -> Callable[[F], F]:
        """Decorator: runs the experiment of a claim of that kind.

        The function takes ``s`` (the configuration), and ``device`` and ``seed`` if it wants them; it
        returns named float64 numbers with one row a replicate.

        Args:
            quick: the configuration in the profile of that name; None where it is not run: that profile is
                for what takes a second or two.
            standard: the same.
            deep: the same.
            paper: what the paper says, in its words, about quantities that the check reports.

        Raises:
            ClaimError: the claim is of another kind, or the function takes something else.
        """
        if not self.draft.kind.at_once:
            raise ClaimError(f"{self.id}: only a claim of kind experiment runs one")

        def attach(function: F) -> F:
            if unknown := set(inspect.signature(function).parameters) - {"s", "device", "seed"}:
                raise ClaimError(f"{self.id}: an experiment is given s, device and seed, not {sorted(unknown)}")
            configurations = MappingProxyType({"quick": quick, "standard": standard, "deep": deep})
            words = MappingProxyType(dict(paper or {}))
            self._add(experiment_of=Experiment(function, configurations, words))
            return function

        return attach

    def figure(self, function: F) -> F:
        """Decorator: makes a :class:`~lemmata.FigureRecord` for the claim's page, or several.

        For an experiment the function is given its configuration and what it gave.
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

    def variant(self, name: str) -> Variant:
        """The reading or mutant of that name, of the claim as declared so far."""
        return self.complete().variant(name)

    def _complete(self) -> Claim:
        if "printed" not in self._readings:
            raise ClaimError(f"{self.id}: there is no printed reading")
        # A variant knows its claim: both dictionaries are filled below, and by nobody else.
        readings: dict[str, Reading] = {}
        mutants: dict[str, Variant] = {}
        claim = replace(self.draft, readings=MappingProxyType(readings), mutants=MappingProxyType(mutants))
        common = {name: getattr(claim, name) for name in ("settings", "prompts")}
        common["construction"] = self._construction
        for role in _READINGS:
            if reading := self._readings.get(role):
                check = reading.function or self._check
                if check is None:
                    raise ClaimError(
                        f"{self.id}: the reading {role!r} has no check; let it decorate one, or give "
                        "one to all readings by the decorator check"
                    )
                words = dict(reading.words)
                variant = _variant(claim, role, "reading", check, common | reading.ingredients)
                variant = replace(variant, family=words.pop("family", ""))
                readings[role] = Reading(role, variant=variant, **words)
        survivor = claim.survivor.variant
        common = {name: getattr(survivor, name) for name in _SPACES} | dict(survivor.ingredients)
        for name, mutant in self._mutants.items():
            if not mutant.ingredients and mutant.function is None:
                raise ClaimError(f"{self.id}: the mutant {name!r} changes nothing")
            variant = _variant(claim, name, "mutant", survivor.check, common | mutant.ingredients)
            mutants[name] = replace(variant, change=mutant.function, why=mutant.why)
            require_one_change(mutants[name], survivor)
        for variant in derived(claim, tuple(mutants.values()), self._derive_at):
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
    parameters = inspect.signature(check).parameters
    names = set(parameters)
    missing = names - {*_ARGUMENTS, *claim.responses, *ingredients}
    defaults = {key for key in missing if parameters[key].default is not inspect.Parameter.empty}
    unknown = set(ingredients) - names - set(claim.responses)
    if missing or unknown:
        raise ClaimError(
            f"{where}: "
            + (f"the check leaves {sorted(missing)} open and nothing fills it in; " * bool(missing))
            + (
                f"the default of {sorted(defaults)} counts for nothing, give the reading a value; "
                * bool(defaults)
            )
            + (f"the check has no ingredient {sorted(unknown)}; " * bool(unknown))
            + f"its parameters are {sorted(names)}"
        )
    types = parameter_types(check)
    for key, value in ingredients.items():
        if key not in claim.responses and not fits(value, types.get(key, Any)):
            raise ClaimError(
                f"{where}: the ingredient {key} is {value!r}, but the check expects "
                f"{inspect.formatannotation(types[key])}; change one of them"
            )
        if not claim.kind.estimated:
            require_meant_number(f"{where}: {key}", value)
    if CONSTRUCTION in names and values["construction"] is None:
        raise ClaimError(f"{where}: the check wants {CONSTRUCTION} but none is given")
    if not isinstance(values["settings"], Space):
        raise ClaimError(f"{where}: settings must be a space(...), got {values['settings']!r}")
    if claim.kind.hunted and not values["settings"].fields and values["prompts"] is None:
        raise ClaimError(f"{where}: it has neither settings nor prompts: nothing would be drawn")
    spaces = {key: values[key] for key in _SPACES}
    return Variant(claim, name, role, check, ingredients=MappingProxyType(ingredients), **spaces)


def _check_region(claim: Claim, reading: Reading) -> None:
    """Where a reading is said to fail is a predicate that its hunt can be restricted to."""
    region = reading.fails_where
    if region is None:
        return
    start = f"{claim.id}: fails_where= of a claim of kind {claim.kind}"
    if claim.kind.estimated:
        raise ClaimError(f"{start} has no meaning: it is estimated as a whole; say where it fails in because=")
    count = len(parameters(region))
    if count not in (1, 2):
        raise ClaimError(
            f"{claim.id}: fails_where= takes the setting, or the setting and one prompt; it has "
            f"{count} parameters: write lambda s: ..., or lambda s, prompt: ..."
        )
    if count == 2 and reading.variant.prompts is None:
        raise ClaimError(f"{claim.id}: fails_where= asks for a prompt and there is none; write lambda s: ...")
    if count == 2 and claim.kind.budgeted:
        raise ClaimError(
            f"{start} is of the setting alone (lambda s: ...): a probability fails at a setting, at no prompt"
        )


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
    amended = claim.readings.get("amended")
    if claim.paper.modules and amended and not amended.adds:
        raise ClaimError(
            f"{claim.id}: the amended reading does not say what it adds to the printed statement or "
            'changes in it; say so in a few words (adds="c = 1/2")'
        )
    if amended and amended.latex == claim.readings["printed"].latex:
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
            raise ClaimError(
                f"{claim.id}: the example {example!r} meets the hypotheses of no reading and of no "
                f"mutant, so that nothing tries it: {reasons[0]}; mend it or leave it out"
            )
