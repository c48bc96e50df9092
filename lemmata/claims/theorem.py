r'''A claim as a theorist writes it: a decorated check of one instance.

::

    @theorem("Theorem 1", n=dims(1, 6), x=reals("n"))
    @printed(r"$(\sum_ix_i)^2\le\|x\|_2^2$.", defect="constant", because="The factor n is missing.")
    @amended(r"$(\sum_ix_i)^2\le n\|x\|_2^2$.", adds="the factor n", factor=lambda n: n)
    @mutants(one_less=dict(factor=lambda n: n - 1))
    def square_of_the_sum(x, factor=1):
        """The square of a sum is at most the sum of squares."""
        return at_most(sum(x) ** 2, factor * (x @ x))

A quantity stands once, with its domain; one that follows from what is given is a function of it,
``m=lambda d: 2 * d``. The check's parameters are quantities and ingredients; the default of an ingredient is
what the printed reading has. A reading or a mutant says what it changes: an ingredient, the
domain of a quantity (None where it has no such quantity), the hypothesis ``where``, the construction. An
ingredient that is given as a function of quantities, by their names, is the number that the function gives.

What the rest depends on is *given*: sizes and other single numbers, and what a domain names. Arrays that
nothing depends on are the *data* of an instance. ``given=`` names others that are given. A construction sees
numbers, and the arrays that ``given=`` names; it never sees the data.
'''

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from torch import Generator

from lemmata.claims.by_name import Condition, OfSetting, of_setting, parameters
from lemmata.claims.declarations import PENDING, Declaration, Written
from lemmata.claims.domains.arrays import ArrayDomain
from lemmata.claims.domains.base import Domain
from lemmata.claims.domains.quantified import Quantified
from lemmata.claims.domains.template import Template
from lemmata.claims.ids import of_label, of_module
from lemmata.claims.kinds import Kind
from lemmata.claims.mutants import same
from lemmata.claims.paper import Paper
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space, setting_class, space
from lemmata.errors import ClaimError, described

Check = Callable[..., Any]
_ENGINE = ("tf", "answer")
"""What the engine passes to a check by itself."""


def _pending(check: Check) -> Written:
    if not inspect.isfunction(check):
        raise ClaimError("printed, amended and mutants stand below theorem(...), above the check")
    return PENDING.setdefault(check, Written())


def printed(latex: str, **words: Any) -> Callable[[Check], Check]:
    """The statement as the paper prints it, quantifiers included; of origin ``ours``, as you state it.

    Args:
        latex: the statement.
        words: what it changes of what stands in ``theorem`` and in the check's defaults, and

            - ``expect``: what you expect of it: holds, refuted, vacuous, undecided or untestable. Without it a
              reading that names its defect is refuted (vacuous if that is the defect), another holds.
            - ``because``: why.
            - ``implies``: what is checked, where that is not the statement itself but follows from it, and why.
            - ``defect``: what is wrong with it, if it is expected to be refuted or vacuous.
            - ``family``: of a rate, the claim of this paper, or its id, that proves the growth of the
              constant: it says so by ``proves_growth_of``, and the rate is refuted only where it holds.
            - ``falls_with``: the claim of this paper, or its id, whose argument refutes this one as well: the
              errata then tell the argument once, there, and list this claim with it.
            - ``fails_where``: where it fails, as ``because`` says, of quantities by name. The witness has to
              lie there.
            - ``open``: that nobody has decided it, and what is missing. It is not hunted, and undecided.
            - ``slack``: why its bound is not met to within a tenth by the worst that is known.
            - ``check``: another check, where another inequality is what it comes to.

    Raises:
        ClaimError: the expectation has no defect or no reason, or the reading is declared twice.
    """
    return _reading("printed", latex, words)


def amended(latex: str, *, of: Declaration | None = None, **words: Any) -> Callable[[Check], Any]:
    """The smallest change of the statement that survives.

    Its words, beside changes and ``because``, ``slack`` and ``check`` as of :func:`printed`: ``adds`` says in a
    few words what it adds or changes, and ends the sentence "it holds with ..." ("Rademacher rows, c = 1/2").

    Where it speaks of other quantities than what is printed (that is refuted by a certificate, say), it
    stands above a check of its own: ``of`` is the claim, and all its quantities are given here.
    """
    return _reading("amended", latex, words) if of is None else _amendment(of, latex, words)


def _reading(role: str, latex: str, words: dict[str, Any]) -> Callable[[Check], Check]:
    def attach(check: Check) -> Check:
        written = _pending(check)
        if role in written.readings:
            raise ClaimError(f"{check.__name__}: the reading {role!r} is defined twice")
        written.readings[role] = latex, words
        return check

    return attach


def _amendment(of: Declaration, latex: str, words: dict[str, Any]) -> Callable[[Check], Declaration]:
    parts = {"where": words.pop("where", None), "construction": words.pop("construction", None)}
    parts["given"] = words.pop("given", ())
    examples = words.pop("examples", ())
    said = {k: v for k, v in words.items() if k in _WORDS["amended"]}
    quantities = {k: v for k, v in words.items() if k not in said}

    def attach(check: Check) -> Declaration:
        statement = _Statement(of.label, check, quantities, **parts)
        spaces = statement.spaces({})
        network = {"construction": parts["construction"] and statement.of_given(parts["construction"])}
        statement.read(of, "amended", latex, said, spaces | network)
        of.try_first(spaces["settings"], examples)
        statement.mutate(of, PENDING.pop(check, Written()).mutants, {})
        return of

    return attach


def mutants(
    named: Mapping[str, Mapping[str, Any]] | None = None, /, **changes: Mapping[str, Any]
) -> Callable[[Check], Check]:
    """Deliberately wrong variants of the surviving reading, by name: what each changes.

    ``_`` stands for a space; names in a dictionary stand as they are: ``mutants({"1 / k^2": dict(power=2)})``.
    """
    spoken = {name.replace("_", " "): change for name, change in changes.items()}

    def attach(check: Check) -> Check:
        for name, change in {**(named or {}), **spoken}.items():
            if not isinstance(change, Mapping):
                raise ClaimError(f"mutants: {name}={change!r} is no dict(...) of what the mutant changes")
            _pending(check).mutants[name] = dict(change)
        return check

    return attach


def theorem(
    paper: Paper | str,
    label: str = "",
    /,
    *,
    given: Iterable[str] = (),
    where: Callable[..., Any] | None = None,
    construction: Callable[..., Any] | None = None,
    **head_and_quantities: Any,
) -> Callable[[Check], Declaration]:
    """Declares a claim of a paper, whose check of one instance it decorates.

    Args:
        paper: whose claim it is; left out where the file is all that there is: it is its own paper then.
        label: where it stands, in the paper's words.
        given: quantities that are given, beside those that the rest depends on.
        where: a hypothesis that joins several quantities, of them by name.
        construction: of what is given by name, the network that the check receives as ``tf``.
        head_and_quantities: each quantity with its domain, or with a function of quantities by name that gives
            one, and

            - ``kind``: ``ForAll()`` unless it is said, ``Probability(failure=...)``, ``Expectation()``,
              ``Rate(ladder=..., size=...)``, ``Experiment()``, or one of your own.
            - ``id``: the id below the topic, where it is not the label in small letters: the path of the
              module, and a part of the statement after it ("theorem-5.1/construction").
            - ``part``: what the claim is about where others have the same label ("the printed construction").
            - ``rank``: headline, result, step or slip.
            - ``origin``: printed (the source asserts exactly this), read (one way to read what the source
              leaves open) or ours (no sentence of the source says it; ``printed`` states it).
            - ``at``: where the source says it: ``lines(412, 431)``.
            - ``possible_extraction``: whether the text extraction of the source may be at fault.
            - ``summary``: what the statement asserts, in one plain sentence that no other claim has.
            - ``pinned``: for a quantity that the statement leaves free and the space fixes to one value: why
              nothing is lost by it.
            - ``uses``: the claims that this one rests on.
            - ``examples``: hand-picked settings, tried first.
            - ``batch``: the most instances drawn at a time, where one costs much (a solver, say).
            - ``proves_growth_of``: the claim on a rate, or its id, whose constant this one proves to
              grow; that rate names this claim as its ``family``.

    Raises:
        ClaimError: the check asks for what is no quantity and has no default; a reading or a mutant changes
            what is neither; a function asks for what is not given before.
    """
    if not isinstance(paper, str) and not label:
        raise ClaimError(
            f'a claim is declared by @theorem(PAPER, "Theorem 1", n=dims(1, 6), ...), or without a paper by '
            f'@theorem("Claim 1", ...); got {paper!r} and the label {label!r}'
        )
    head = {k: v for k, v in head_and_quantities.items() if k in _HEAD}
    for name, value in (head | {"given": given, "where": where, "construction": construction}).items():
        if isinstance(value, Domain | Template):
            raise ClaimError(
                f"{label or paper}: {name}= is an argument of theorem(...) itself, so that no quantity can "
                f"have this name; got {value!r}: give the quantity another name, also in the check"
            )
    quantities = {k: v for k, v in head_and_quantities.items() if k not in _HEAD}

    def declare(check: Check) -> Declaration:
        written = PENDING.pop(check, Written())
        of, said = (_paper_of(check, paper), paper) if isinstance(paper, str) else (paper, label)
        measures = getattr(head.get("kind"), "at_once", False)
        if measures and quantities:
            raise ClaimError(
                f"{said}: nothing is drawn of an experiment: give what is run, Experiment(run, standard=dict("
                f"{', '.join(f'{name}=...' for name in quantities)}))"
            )
        statement = _Statement(said, check, quantities, where, construction, tuple(given), measures)
        summary = (inspect.getdoc(check) or "").partition("\n")[0].rstrip(".")
        kind = {"kind": statement.kind(head["kind"])} if "kind" in head else {}
        place = {"id": _id(check, of, said), "summary": summary}
        declaration = of.claim(said, **{**place, **statement.spaces({}), **head, **kind})
        statement.declare(declaration, written)
        return declaration

    return declare


def _id(check: Check, of: Paper, label: str) -> str:
    """The id where none is given: that of the label if it leads to the module, else that of the module."""
    place = check.__module__.partition(f"{of.modules}.")[2] if of.modules else ""
    named = of_label(label)
    return named if not place or re.sub("[.-]", "_", named) == place else of_module(place)


def _paper_of(check: Check, label: str) -> Paper:
    """The paper of a file that names none: the file itself, or the notebook."""
    names = check.__globals__
    known = names.get("PAPER")
    if isinstance(known, Paper):
        if "__file__" not in names:  # a cell that runs again declares its claim anew
            for again in [id for id, declared in known.declared.items() if declared.label == label]:
                del known.declared[again]
        return known
    file = Path(names.get("__file__", "notebook.py"))
    title = (names.get("__doc__") or "").strip().partition("\n")[0].rstrip(".") or file.stem
    topic = re.sub(r"[^a-z0-9]+", "_", file.stem.lower()).strip("_") or "claims"
    names["PAPER"] = paper = Paper(
        topic=topic, title=title, authors="", year=0, key=file.stem, source=file.name
    )
    return paper


_HEAD = frozenset(inspect.signature(Paper.claim).parameters) - {"self", "label", "settings", "prompts"}


@dataclass(frozen=True)
class Prompts:
    """The data of one instance, given a setting: their domains, and what joins them with what is given."""

    fields: Mapping[str, Any]
    where: Condition | None

    def __call__(self, s: Any) -> Space:
        fields = {
            name: each if isinstance(each, Domain) else self._domain(each, s)
            for name, each in self.fields.items()
        }
        return Space(Prompt, fields, self.where and self.where.beside(s))

    def _domain(self, of: Any, s: Any) -> Any:
        """The domain for the setting; one that depends on other data as well, as a function of these."""
        names = of.names if isinstance(of, Template) else parameters(of.__wrapped__)
        if not any(name in self.fields for name in names):
            return of(s)
        return lambda values: of(_Both(s, values))


@dataclass(frozen=True)
class _Both:
    """What is given and what has been drawn of the data, for a domain that depends on both."""

    s: Any
    values: Any

    def __getattr__(self, name: str) -> Any:
        return getattr(self.values, name) if hasattr(self.values, name) else getattr(self.s, name)


@dataclass(frozen=True)
class _Statement:
    """What a claim speaks of, as it is declared above its check."""

    label: str
    check: Check
    quantities: Mapping[str, Any]
    where: Callable[..., Any] | None
    construction: Callable[..., Any] | None
    given: tuple[str, ...]
    measures: bool = False
    """Whether it is an experiment, whose check names what was measured or is run."""

    def __post_init__(self) -> None:
        self._require_known("given=", self.given, self.quantities)
        for name, value in self.quantities.items():
            if not self._is_domain(value):
                raise ClaimError(
                    f"{self.label}: {name}={value!r} is no domain, and no argument of a claim; a quantity is "
                    "given with its domain, as n=dims(1, 6), or as a function of others, x=lambda n: reals(n)"
                )

    def _require_known(self, what: str, names: Iterable[str], quantities: Iterable[str]) -> None:
        if unknown := [name for name in names if name not in quantities]:
            raise ClaimError(
                f"{self.label}: {what} asks for {', '.join(unknown)}; the quantities are "
                f"{', '.join(quantities) or 'none'}"
            )

    def kind(self, kind: Kind) -> Kind:
        """The kind of the claim, its functions of quantities by name (a failure) as of the setting."""
        if self.measures or not is_dataclass(kind):
            return kind
        functions = {f.name: getattr(kind, f.name) for f in fields(kind) if f.init}
        made = {
            name: of_setting(value, self.quantities)
            for name, value in functions.items()
            if inspect.isfunction(value) and {*parameters(value)} <= {*self.quantities}
        }
        return replace(kind, **made)

    @property
    def ingredients(self) -> dict[str, Any]:
        """What the check leaves open, with the defaults that it has."""
        asked = inspect.signature(self.check).parameters.values()
        return {p.name: p.default for p in asked if p.name not in (*self.quantities, *_ENGINE)}

    def _names(self, value: Any) -> tuple[str, ...]:
        """The quantities on which a domain depends."""
        if isinstance(value, Template):
            return value.names
        return parameters(value) if callable(value) and not isinstance(value, Domain) else ()

    def _is_domain(self, value: Any) -> bool:
        """Whether it is a domain, or a function of quantities that gives one."""
        return isinstance(value, Domain | Template) or callable(value)

    def _are_given(self, quantities: Mapping[str, Any]) -> set[str]:
        """The quantities of the setting: single numbers, and what a domain names."""
        named = {*self.given}
        for value in quantities.values():
            named |= {*self._names(value)}
        found = {name for name, value in quantities.items() if name in named or _is_number(value)}
        values: dict[str, Any] = {}
        for name, value in quantities.items():
            if name not in found and not isinstance(value, Domain | Template):
                domain = _drawn(value, quantities, values)
                found |= {name} if _is_number(domain) else set()
        return found

    def spaces(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """The settings and the prompts, with other domains of some quantities, or another hypothesis."""
        changed = {**self.quantities, **{k: v for k, v in changes.items() if k != "where"}}
        quantities = {name: value for name, value in changed.items() if value is not None}
        where = changes.get("where", self.where)
        given = self._are_given(quantities)
        before: dict[str, Any] = {}
        settings: dict[str, Any] = {}
        data: dict[str, Any] = {}
        derived: dict[str, Any] = {}
        for name, value in quantities.items():
            made = value if isinstance(value, Domain) else _depending(self.label, name, value, before)
            is_derived = _is_derived(f"{self.label}: {name}", value, quantities)
            (derived if is_derived else settings if name in given else data)[name] = made
            before[name] = made
        holder = setting_class(tuple(settings), tuple(derived.items())) if settings else None
        if where is not None:
            self._require_known("where=", parameters(where), quantities)
        of_data = where is not None and any(name in data for name in parameters(where))
        condition = None if where is None else Condition(where, of_data)
        return {
            "settings": space(holder, where=None if of_data else condition, **settings),
            "prompts": Prompts(data, condition if of_data else None) if data else None,
        }

    def of_given(self, construction: Callable[..., Any]) -> OfSetting:
        """A construction of what is given.

        Raises:
            ClaimError: it asks for the data, or for what is no quantity.
        """
        asked = [name for name in parameters(construction) if name in self.quantities]
        if seen := [name for name in asked if not self._stands_before(name)]:
            raise ClaimError(
                f"{self.label}: the construction asks for {', '.join(seen)}, the data of an instance: weights "
                f"that see it prove nothing; if the statement gives it before the network, say given={seen}"
            )
        return of_setting(construction, self.quantities)

    def _stands_before(self, name: str) -> bool:
        """Whether a construction may see it: one number, what ``given=`` names, what follows from these.

        That the domain of another quantity names an array does not put it before the network.
        """
        value = self.quantities[name]
        if name in self.given or _is_number(value):
            return True
        if isinstance(value, Domain | Template):
            return False
        drawn = _drawn(value, self.quantities, {})
        if isinstance(drawn, Domain | Template):
            return _is_number(drawn)
        return all(map(self._stands_before, parameters(value)))

    # -- readings and mutants --------------------------------------------------------------------------

    def declare(self, declaration: Declaration, written: Written) -> None:
        """Gives a declaration its readings and mutants, as they stand above the check."""
        if "printed" not in written.readings:
            raise ClaimError(
                f"{declaration.id}: there is no printed reading: write @printed(...) below theorem(...)"
            )
        if self.construction is not None:
            declaration.construction(self.of_given(self.construction))
        for role in (role for role in ("printed", "amended") if role in written.readings):
            latex, words = written.readings[role]
            said = {k: v for k, v in words.items() if k in _WORDS[role]}
            changes = {k: v for k, v in words.items() if k not in (*_WORDS[role], "check")}
            if region := said.get("fails_where"):
                self._require_known("fails_where=", parameters(region), self.quantities)
                data = getattr(declaration.draft.prompts, "fields", ())
                said["fails_where"] = Condition(region, any(name in data for name in parameters(region)))
            of = self._with_check(words)
            of.read(declaration, role, latex, said, of._changed(role, changes, {}))
        survivor = written.readings.get("amended", written.readings["printed"])[1]
        self._with_check(survivor).mutate(declaration, written.mutants, survivor)

    def _with_check(self, words: Mapping[str, Any]) -> _Statement:
        """The statement with the check that a reading names, where another inequality is what it comes to."""
        return replace(self, check=words["check"]) if "check" in words else self

    def read(
        self, declaration: Declaration, role: str, latex: str, said: Mapping[str, Any], changes: dict[str, Any]
    ) -> None:
        """Gives a declaration one reading, by this check."""
        open_ = {k: v for k, v in self.ingredients.items() if v is not inspect.Parameter.empty}
        getattr(declaration, role)(latex, **said, **{**open_, **changes})(self.check)

    def mutate(
        self, declaration: Declaration, mutants: Mapping[str, Mapping[str, Any]], survivor: Mapping[str, Any]
    ) -> None:
        """Gives a declaration the mutants of its surviving reading, which changes ``survivor``."""
        for name, change in mutants.items():
            said = {k: v for k, v in change.items() if k == "why"}
            changes = {k: v for k, v in change.items() if k != "why"}
            declaration.mutant(name, **said, **self._changed(name, changes, survivor))

    def _changed(self, role: str, changes: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
        """What a reading or a mutant changes, as the declaration takes it, after what was changed before."""
        found: dict[str, Any] = {}
        spaces: dict[str, Any] = {}
        for name, value in changes.items():
            if name in self.ingredients:
                if (
                    callable(value)
                    and isinstance(self.ingredients[name], int | float | Fraction)
                    and not self.measures
                ):
                    self._require_known(f"{role}: {name}", parameters(value), self.quantities)
                found[name] = value
            elif name == "construction":
                found[name] = self.of_given(value)
            elif name == "where" or (name in self.quantities and (value is None or self._is_domain(value))):
                spaces[name] = value
            elif self._is_domain(value) and any(name in self._names(v) for v in changes.values()):
                spaces[name] = value  # another quantity, of which a changed one depends
            else:
                known = [
                    *self.ingredients,
                    *self.quantities,
                    "where",
                    "construction",
                    *_WORDS.get(role, ["why"]),
                ]
                raise ClaimError(
                    f"{self.label}, {role}: {name} is no ingredient of {self.check.__name__} (it has "
                    f"{', '.join(self.ingredients) or 'none'}), and {value!r} is no domain of a quantity"
                    + "".join(f"; did you mean {near}?" for near in get_close_matches(name, known, 1))
                )
        if spaces:
            kept = {k: v for k, v in before.items() if k in (*self.quantities, "where")}
            new, old = self.spaces({**kept, **spaces}), self.spaces(kept)
            found |= {k: v for k, v in new.items() if not same(v, old[k])}
        return found


_WORDS = {
    role: frozenset(
        p.name
        for p in inspect.signature(getattr(Declaration, role)).parameters.values()
        if p.kind is p.KEYWORD_ONLY
    )
    for role in ("printed", "amended")
}


def _is_number(value: Any) -> bool:
    """Whether a domain is of single numbers, as far as its class shows it."""
    if isinstance(value, Template):
        return (
            any(map(_is_number, value.inner))
            if issubclass(value.made, Quantified)
            else not issubclass(value.made, ArrayDomain)
        )
    if isinstance(value, Quantified):
        return _is_number(value.domain)
    return isinstance(value, Domain) and not isinstance(value, ArrayDomain)


def _is_derived(what: str, value: Any, quantities: Mapping[str, Any]) -> bool:
    """Whether a quantity is a function of others that gives a number or an array, and no domain.

    Raises:
        ClaimError: it gives neither at any of a few values of the others: nobody knows what it is.
    """
    if isinstance(value, Domain | Template):
        return False
    for seed in range(_ATTEMPTS):
        try:
            return not isinstance(_given_by(value, quantities, {}, seed), Domain | Template)
        except ClaimError:
            return False  # a domain that refuses the numbers of this draw
        except Exception as error:  # noqa: BLE001 - of the author's own code, for the values of this draw
            met = error
    raise ClaimError(f"{what} gives neither a domain nor a value: {described(met)}") from met


_ATTEMPTS = 8
"""Draws of other quantities, at some of which a function of them may have no value."""


def _drawn(function: Any, quantities: Mapping[str, Any], values: dict[str, Any]) -> Any:
    """What a function of quantities gives for simple values of these; None where that fails."""
    try:
        return _given_by(function, quantities, values)
    except Exception:  # noqa: BLE001 - of the author's own code: it is met again where instances are drawn
        return None


def _given_by(function: Any, quantities: Mapping[str, Any], values: dict[str, Any], seed: int = 0) -> Any:
    """The domain or the value that a function gives for values of other quantities, which a seed draws."""
    draws = Generator().manual_seed(seed)
    names = function.names if isinstance(function, Template) else parameters(function)
    for name in names:
        if name not in values:
            domain = quantities[name]
            if not isinstance(domain, Domain):
                domain = _given_by(domain, quantities, values, seed)
            # A quantity that follows from others has a value, and no domain.
            values[name] = domain.pick(draws) if isinstance(domain, Domain) else domain
    if isinstance(function, Template):
        return function(SimpleNamespace(**values))
    return function(**{name: values[name] for name in names})


def _depending(label: str, name: str, value: Any, before: Mapping[str, Any]) -> Any:
    if isinstance(value, Template):
        if unknown := [each for each in value.names if each not in before]:
            raise ClaimError(
                f"{label}: the domain of {name} names {', '.join(unknown)}; before it stand "
                f"{', '.join(before) or 'no quantities'}"
            )
        return value
    try:
        return of_setting(value, before)
    except ClaimError as error:
        raise ClaimError(f"{label}: the domain of {name}: {error}") from None
