"""What a claim is: a check with some ingredients left open.

A *paper* owns *claims*. A claim says: for every setting there is a construction such that for every
prompt the margin is not negative. *Readings* (as printed, as amended) and *mutants* (deliberately
wrong variants) fill in the ingredients that the check leaves open; each declares the outcome that
it expects, and a surprise fails the run.

The order of quantifiers is enforced by signature. A construction is called with the setting and
nothing else, a response with the setting and those parts of the prompt that its parameters name.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from lemmata.errors import ClaimError
from lemmata.numbers import arithmetic, values
from lemmata.statement.ids import ID, Lines
from lemmata.statement.margins import Margin
from lemmata.statement.spaces import Prompt, Space, require_meant_number

if TYPE_CHECKING:
    from lemmata.run.interactive import Verdict

Kind = Literal["forall", "probability", "expectation", "rate", "experiment"]
Expectation = Literal["holds", "refuted", "vacuous", "undecided", "untestable"]
Defect = Literal[
    "statement", "construction", "proof-step", "constant", "vacuous", "typo", "extraction"
]
Rank = Literal["headline", "result", "step", "slip"]
Origin = Literal["printed", "read", "ours"]
CONSTRUCTION = "tf"
"""The name under which a check and its mutants receive the construction."""
_ENGINE = ("s", "prompt", CONSTRUCTION)
_SPACES = ("settings", "prompts", "construction")
_IN_FLOATS: tuple[Kind, ...] = ("rate", "experiment")
"""Kinds whose checks run in floats alone."""
_ORDER: tuple[Literal["printed", "amended"], ...] = ("printed", "amended")


@dataclass(frozen=True)
class Variant:
    """A reading or a mutant of a claim: everything that a hunt needs, with no ingredient open."""

    claim: Claim
    name: str
    role: Literal["reading", "mutant"]
    check: Callable[..., Margin]
    settings: Space
    prompts: Callable[[Any], Space] | None
    construction: Callable[[Any], Any] | None
    ingredients: dict[str, Any]
    change: Callable[..., Any] | None = None
    family: str = ""
    """For kind "rate": the claim that proves what a drift of the constant suggests."""

    @property
    def stored_witness(self) -> Path | None:
        """Where a witness of this reading is kept with the claims, found or not."""
        folder = self.claim.paper.folder
        if folder is None or self.role != "reading":
            return None
        return folder / "witnesses" / f"{self.claim.slug}.{self.name}.json"

    def construct(self, s: Any) -> Any:
        """The construction for a setting (changed, if this is a mutant of it)."""
        if self.construction is None:
            return None
        built = self.construction(s)
        return built if self.change is None else self.change(**_pick(self.change, built, s))

    def evaluate(self, s: Any, prompt: Prompt | None, tf: Any = None) -> Margin:
        """The margin on a batch of prompts; ``tf`` is what :meth:`construct` gave for ``s``."""
        margin = self._margin(s, prompt, tf)
        if prompt is None or not margin.single:
            return margin
        alone = self._margin(s, prompt.take(slice(1)), tf) if len(prompt) > 1 else margin
        one, every = values(alone.slack), values(margin.slack)
        if not one.expand(every.shape).allclose(every, equal_nan=True):
            raise ValueError(
                "the margin is one number for the whole batch of prompts and depends on which prompts "
                "they are; a check keeps the leading batch axis of the prompts"
            )
        return margin.repeated(len(prompt))

    def _margin(self, s: Any, prompt: Prompt | None, tf: Any) -> Margin:
        given: dict[str, Any] = {"s": s, "prompt": prompt, CONSTRUCTION: tf}
        given |= {name: arithmetic.plain(value) for name, value in self.ingredients.items()}
        for name, response in self.claim.responses.items():
            function = self.ingredients.get(name, response)
            seen = _parameters(function)[1:]
            given[name] = function(s, *(getattr(prompt, part) for part in seen))
        margin = self.check(**{name: given[name] for name in _parameters(self.check)})
        if not isinstance(margin, Margin):
            raise TypeError(
                f"the check returned {type(margin).__name__}; a check returns a Margin "
                "(lemmata.statement.margins.equal, at_most, at_least)"
            )
        return margin


@dataclass(frozen=True)
class Experiment:
    """What to run in which profile, and what the paper says about the numbers, in its words."""

    run: Callable[..., Prompt]
    configurations: dict[str, Any]
    paper: dict[str, str]


@dataclass(frozen=True)
class Reading:
    """A statement as printed or as amended, with the outcome that it deserves."""

    name: Literal["printed", "amended"]
    latex: str
    expect: Expectation
    because: str
    defect: Defect | None
    variant: Variant
    adds: str = ""
    """What an amendment adds to the printed statement, or changes in it."""


def _id(claim: Claim | str) -> str:
    return claim if isinstance(claim, str) else claim.id


def _pick(function: Callable[..., Any], built: Any, s: Any) -> dict[str, Any]:
    return {name: {CONSTRUCTION: built, "s": s}[name] for name in _parameters(function)}


@functools.lru_cache(4096)
def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a function's parameters; reading a signature takes long."""
    return tuple(inspect.signature(function).parameters)


@dataclass(eq=False)
class Claim:
    """One statement of a paper, put to the test; made by :meth:`Paper.claim`."""

    paper: Paper
    id: str
    label: str
    kind: Kind
    settings: Space
    prompts: Callable[[Any], Space] | None
    uses: tuple[str, ...]
    examples: tuple[Any, ...]
    failure: Callable[[Any], Any] | None
    module: str
    file: str
    rank: Rank = "result"
    origin: Origin = "printed"
    at: Lines | None = None
    possible_extraction: bool = False
    readings: dict[str, Reading] = field(default_factory=dict)
    mutants: dict[str, Variant] = field(default_factory=dict)
    waived: dict[str, str] = field(default_factory=dict)
    responses: dict[str, Callable[..., Any]] = field(default_factory=dict)
    build: Callable[[Any], Any] | None = None
    figure_of: Callable[..., Any] | None = None
    ladder: tuple[Any, ...] = ()
    size: Callable[[Any], Any] | None = None
    batch: int | None = None
    experiment_of: Experiment | None = None
    derive_at: Any = None
    proves_growth_of: str = ""
    _check: Callable[..., Margin] | None = None

    # -- ingredients ---------------------------------------------------------------------------

    def construction(self, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Decorator: the construction. It is given the setting and nothing else."""
        if len(inspect.signature(function).parameters) != 1:
            raise ClaimError(
                f"{self.id}: the construction {function.__name__} must take the setting and "
                "nothing else; weights that see the data prove nothing"
            )
        self.build = function
        return function

    def response(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Decorator: the witness of a further "there exists" inside the statement.

        The first parameter is the setting; the others name the parts of the prompt it may see.
        """
        self.responses[function.__name__] = function
        return function

    # -- readings ------------------------------------------------------------------------------

    def printed(
        self,
        latex: str,
        *,
        expect: Expectation = "holds",
        because: str = "",
        defect: Defect | None = None,
        family: Claim | str = "",
        **ingredients: Any,
    ) -> Callable[[Callable[..., Margin]], Callable[..., Margin]]:
        """Decorator for the check: the statement as the paper prints it, quantifiers included.

        ``family`` (kind "rate") is the claim of this paper, or its id, that proves the growth of the
        constant: it says so by ``proves_growth_of``, and the rate is refuted only where it holds.
        """
        if (expect in ("refuted", "vacuous")) != (defect is not None) or (defect and not because):
            raise ClaimError(
                f"{self.id}: a printed reading that is expected to be refuted or vacuous names its "
                f"defect (one of {', '.join(get_args(Defect))}) and says why in because="
            )
        return self._reading("printed", latex, expect, because, defect, ingredients, _id(family))

    def amended(
        self, latex: str, *, because: str = "", adds: str = "", **ingredients: Any
    ) -> Callable[[Callable[..., Margin]], Callable[..., Margin]]:
        """Decorator for the check: the smallest change of the statement that survives.

        ``adds`` says in a few words what it adds or changes ("Rademacher rows, c = 1/2").
        """
        return self._reading("amended", latex, "holds", because, None, ingredients, adds=adds)

    def _reading(
        self,
        name: Literal["printed", "amended"],
        latex: str,
        expect: Expectation,
        because: str,
        defect: Defect | None,
        ingredients: dict[str, Any],
        family: str = "",
        adds: str = "",
    ) -> Callable[[Callable[..., Margin]], Callable[..., Margin]]:
        if family and self.kind != "rate":
            raise ClaimError(f"{self.id}: family= confirms the drift of a rate, this is no rate")
        if name in self.readings:
            raise ClaimError(f"{self.id}: the reading {name!r} is defined twice")
        if self.mutants:
            raise ClaimError(
                f"{self.id}: the reading {name!r} is declared after the mutant "
                f"{next(iter(self.mutants))!r}, which would be one of another reading; declare the "
                "readings first"
            )

        def attach(check: Callable[..., Margin]) -> Callable[..., Margin]:
            self._check = check
            variant = replace(self._variant(name, "reading", check, ingredients), family=family)
            self.readings[name] = Reading(name, latex, expect, because, defect, variant, adds)
            # Decorators run from the bottom up; the printed reading comes first all the same.
            self.readings = {k: self.readings[k] for k in _ORDER if k in self.readings}
            return check

        return attach

    # -- mutants -------------------------------------------------------------------------------

    def mutant(self, name: str, **ingredients: Any) -> Callable[[Callable[..., Any]], Any]:
        """A deliberately wrong variant of the surviving reading, which the check must refute.

        With ingredients it is complete: ``claim.mutant("bias +theta", sign=1)``. It also decorates a
        function that changes the construction: parameter ``tf`` (and ``s`` if wanted).
        """
        if name in self.mutants or name in self.readings:
            raise ClaimError(f"{self.id}: the name {name!r} is taken")
        survivor = self.survivor
        merged = {**self._given(survivor.variant), **ingredients}
        if ingredients:
            self.mutants[name] = self._variant(name, "mutant", survivor.variant.check, merged)

        def attach(function: Callable[..., Any]) -> Callable[..., Any]:
            wanted = set(inspect.signature(function).parameters)
            if CONSTRUCTION not in wanted or wanted - {CONSTRUCTION, "s"}:
                raise ClaimError(
                    f"{self.id}: the mutant {name!r} changes the construction, so its parameters "
                    f"are {CONSTRUCTION} and, if wanted, s; it has {sorted(wanted)}"
                )
            self.mutants[name] = self._variant(
                name, "mutant", survivor.variant.check, merged, function
            )
            return function

        return attach

    def waive(self, mutant: str, because: str) -> None:
        """Declares a mutant equivalent to the original, with the reason."""
        if not because:
            raise ClaimError(f"{self.id}: waiving {mutant!r} needs a reason")
        self.waived[mutant] = because

    def derive_mutants(self, at: Any) -> None:
        """Adds the mutants of the construction's own blocks, enumerated at the setting ``at``.

        Meant for the claim that states the exact identity of the construction.
        """
        self.derive_at = at

    def experiment(
        self,
        *,
        standard: Any = None,
        deep: Any = None,
        paper: Mapping[str, str] | None = None,
    ) -> Callable[[Callable[..., Prompt]], Callable[..., Prompt]]:
        """Decorator: runs the experiment of a claim of that kind.

        The function takes ``s`` (the configuration), and ``device`` and ``seed`` if it wants them; it
        returns named float64 numbers with one row a replicate.

        Args:
            standard: the configuration in the profile of that name; None where it is not run.
            deep: the same.
            paper: what the paper says, in its words, about quantities that the check reports.
        """
        if self.kind != "experiment":
            raise ClaimError(f"{self.id}: only a claim of kind experiment runs one")
        configurations = {"standard": standard, "deep": deep}

        def attach(function: Callable[..., Prompt]) -> Callable[..., Prompt]:
            unknown = set(inspect.signature(function).parameters) - {"s", "device", "seed"}
            if unknown:
                raise ClaimError(
                    f"{self.id}: an experiment is given s, device and seed, not {sorted(unknown)}"
                )
            self.experiment_of = Experiment(function, configurations, dict(paper or {}))
            return function

        return attach

    def figure(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Decorator: makes a :class:`~lemmata.records.evidence.FigureRecord` for the claim's page, or several.

        For an experiment the function is given its configuration and what it gave.
        """
        self.figure_of = function
        return function

    # -- by hand ---------------------------------------------------------------------------------

    def hunt(self, profile: str = "quick", seed: int = 0, variant: str | None = None) -> Verdict:
        """Puts the claim to the test here and now; see :func:`lemmata.run.interactive.hunt_claim`."""
        from lemmata.run.interactive import hunt_claim  # which imports this module

        return hunt_claim(self, profile, seed, variant)

    @property
    def slug(self) -> str:
        """The id below the topic."""
        return self.id.partition("/")[2]

    def __repr__(self) -> str:
        return f"<claim {self.id} ({self.kind}): {', '.join(self.readings)}>"

    def _repr_html_(self) -> str:
        from lemmata.run import notebook

        return notebook.claim(self)

    # -- what the engine reads -------------------------------------------------------------------

    @property
    def survivor(self) -> Reading:
        """The reading that mutants change: the amended one if there is one, else the printed."""
        for name in ("amended", "printed"):
            if name in self.readings:
                return self.readings[name]
        raise ClaimError(f"{self.id}: define a reading before a mutant")

    def variants(self) -> Iterator[Variant]:
        """Readings first, then hand-written mutants, then derived ones.

        Raises:
            ClaimError: the claim is incomplete, waives what it has not, or has an example that
                nothing tries.
        """
        if "printed" not in self.readings:
            raise ClaimError(f"{self.id}: there is no printed reading")
        mutants = [*self.mutants.values(), *self._derived()]
        if unknown := sorted(set(self.waived) - {mutant.name for mutant in mutants}):
            raise ClaimError(f"{self.id} waives {unknown}, but has no such mutants")
        every = [*(reading.variant for reading in self.readings.values()), *mutants]
        self._check_examples(every)
        for reading in self.readings.values():
            self.family_of(reading.variant)
        self._check_growth()
        yield from every

    def family_of(self, variant: Variant) -> Claim | None:
        """The claim that proves the growth of a rate's constant, which one of its readings names.

        Raises:
            ClaimError: it is no claim of the paper, cannot prove a growth, or does not say that it
                proves this one.
        """
        if not variant.family:
            return None
        family = self.paper.claims.get(variant.family)
        told = f"{self.id}, {variant.name}: the family {variant.family!r}, which is to confirm the drift,"
        if family is None:
            raise ClaimError(f"{told} is no claim of this paper")
        if family.kind in ("rate", "experiment"):
            raise ClaimError(f"{told} is of kind {family.kind}: what is estimated proves no growth")
        if family.proves_growth_of != self.id:
            raise ClaimError(
                f"{told} does not say that it proves this growth: if it does, give its claim "
                f"proves_growth_of={self.id!r}"
            )
        return family

    def _check_growth(self) -> None:
        """Whether the rate whose growth this claim proves rests on it."""
        if not self.proves_growth_of:
            return
        rate = self.paper.claims.get(self.proves_growth_of)
        told = f"{self.id}: proves_growth_of={self.proves_growth_of!r}"
        if rate is None:
            raise ClaimError(f"{told} is no claim of this paper")
        if rate.kind != "rate":
            raise ClaimError(f"{told} is of kind {rate.kind}; only a rate's constant grows")
        if all(reading.variant.family != self.id for reading in rate.readings.values()):
            raise ClaimError(f"{told} does not rest on it: name it there by family={self.id!r}")

    def _check_examples(self, variants: Sequence[Variant]) -> None:
        """Every hand-picked setting has to be tried by somebody."""
        for example in self.examples:
            try:
                reasons = [variant.settings.explain(example) for variant in variants]
            except Exception:  # noqa: BLE001 - a defect of the space, which the hunt reports
                continue
            if None not in reasons:
                raise ClaimError(
                    f"{self.id}: the example {example!r} meets the hypotheses of no reading and of no "
                    f"mutant, so that nothing tries it: {reasons[0]}; mend it or leave it out"
                )

    def variant(self, name: str) -> Variant:
        """The variant called ``name``."""
        for variant in self.variants():
            if variant.name == name:
                return variant
        raise ClaimError(f"{self.id} has no variant {name!r}")

    @property
    def summary(self) -> str:
        """The claim in one line: the first line of its check's docstring, else of its file's."""
        for text in (self._check and self._check.__doc__, self.description):
            if text and text.strip():
                return text.strip().splitlines()[0].rstrip(".")
        return self.label

    @property
    def description(self) -> str:
        """The docstring of the claim's file."""
        module = sys.modules.get(self.module)
        if getattr(module, "__file__", None) is None:
            return ""  # a notebook: that text is IPython's
        return inspect.cleandoc(module.__doc__ or "")

    def _derived(self) -> Iterator[Variant]:
        if self.derive_at is None:
            return
        variant = self.survivor.variant
        if variant.construction is None:
            raise ClaimError(f"{self.id}: derived mutants need a construction")
        for name, _ in variant.construction(self.derive_at).derived_mutants():
            yield self._variant(
                name,
                "mutant",
                variant.check,
                self._given(variant),
                _Derived(name),
            )

    def _given(self, variant: Variant) -> dict[str, Any]:
        return {
            **variant.ingredients,
            "settings": variant.settings,
            "prompts": variant.prompts,
            "construction": variant.construction,
        }

    def _variant(
        self,
        name: str,
        role: Literal["reading", "mutant"],
        check: Callable[..., Margin],
        ingredients: dict[str, Any],
        change: Callable[..., Any] | None = None,
    ) -> Variant:
        rest = {k: v for k, v in ingredients.items() if k not in _SPACES}
        wanted = set(inspect.signature(check).parameters)
        open_ = wanted - set(_ENGINE) - set(self.responses) - set(rest)
        unknown = set(rest) - wanted - set(self.responses)
        if open_ or unknown:
            raise ClaimError(
                f"{self.id}, {name}: "
                + (
                    f"the check leaves {sorted(open_)} open and nothing fills it in; "
                    if open_
                    else ""
                )
                + (f"the check has no ingredient {sorted(unknown)}; " if unknown else "")
                + f"its parameters are {sorted(wanted)}"
            )
        if self.kind not in _IN_FLOATS:
            for ingredient, value in rest.items():
                require_meant_number(f"{self.id}, {name}: {ingredient}", value)
        construction = ingredients.get("construction", self.build)
        if CONSTRUCTION in wanted and construction is None:
            raise ClaimError(f"{self.id}, {name}: the check wants {CONSTRUCTION} but none is given")
        settings = ingredients.get("settings", self.settings)
        if not isinstance(settings, Space):
            raise ClaimError(f"{self.id}, {name}: settings must be a space(...), got {settings!r}")
        prompts = ingredients.get("prompts", self.prompts)
        return Variant(self, name, role, check, settings, prompts, construction, rest, change)


@dataclass(frozen=True)
class _Derived:
    """Changes a construction by one of its own derived mutants."""

    name: str

    def __call__(self, tf: Any) -> Any:
        return tf.derived_mutant(self.name)


@dataclass
class Paper:
    """A source of claims.

    Args:
        topic: the folder of its claims; ids read ``topic/slug``.
        title, authors, year: the paper itself.
        key: how it is cited.
        source: the file in which it was read.
        modules: the package whose modules define the claims (found by importing them all).
    """

    topic: str
    title: str
    authors: str
    year: int
    key: str
    source: str
    modules: str = ""
    claims: dict[str, Claim] = field(default_factory=dict)

    @property
    def citation(self) -> str:
        """Authors, title and year in one line."""
        return f"{self.authors}, {self.title}, {self.year}"

    def claim(
        self,
        label: str,
        *,
        kind: Kind,
        settings: Space,
        prompts: Callable[[Any], Space] | Space | None = None,
        id: str = "",
        suffix: str = "",
        slug: str = "",
        rank: Rank = "result",
        origin: Origin = "printed",
        at: Lines | None = None,
        possible_extraction: bool = False,
        uses: Sequence[Claim | str] = (),
        examples: Sequence[Any] = (),
        failure: Callable[[Any], Any] | None = None,
        ladder: Sequence[Any] = (),
        size: Callable[[Any], Any] | None = None,
        batch: int | None = None,
        proves_growth_of: Claim | str = "",
    ) -> Claim:
        """A claim of this paper.

        Args:
            label: where it stands, in the paper's words ("Theorem 4.1"); the id is made from it.
            kind: forall, probability, expectation, rate or experiment.
            settings: what the weights may depend on, with the hypotheses.
            prompts: from a setting to the space of the data (None if the setting is all).
            id: the id below the topic, where it is not the label in small letters: the path of the
                module, and a part of the statement after it ("theorem-5.1/construction").
            suffix: an older way to name a part, to go with the next release.
            slug: an older name of ``id``, to go with it.
            rank: headline, result, step or slip.
            origin: printed, read (one way to read what the source leaves open) or ours.
            at: where the source says it: ``lines(412, 431)``.
            possible_extraction: whether the text extraction of the source may be at fault.
            uses: the claims that this one rests on.
            examples: hand-picked settings, tried first.
            failure: for kind "probability", from a setting to the failure probability allowed.
            ladder: for kind "rate", settings of growing size.
            size: for kind "rate", from a setting to its size.
            batch: the most prompts drawn at a time, where one costs much (a solver, say).
            proves_growth_of: the claim of kind "rate", or its id, whose constant this one proves to
                grow; that rate names this claim as its ``family``.
        """
        if kind not in get_args(Kind):
            raise ClaimError(f"kind must be one of {', '.join(get_args(Kind))}, got {kind!r}")
        base = id or slug or re.sub(r"[^a-z0-9.]+", "-", label.lower()).strip("-")
        identifier = f"{self.topic}/{base}" + (f"-{suffix}" if suffix else "")
        if not ID.fullmatch(identifier):
            raise ClaimError(
                f"{identifier!r} is no id: a topic is made of a-z, 0-9 and _, names of a-z, 0-9, . and -, "
                "parted by /; give id= where the label does not make one"
            )
        if identifier in self.claims:
            raise ClaimError(f"the id {identifier} is defined twice")
        if kind == "probability" and prompts is not None and failure is None:
            raise ClaimError(f"{identifier}: a sampled probability claim states failure=")
        if (kind == "rate") != (size is not None) or (kind == "rate") != bool(ladder):
            raise ClaimError(
                f"{identifier}: a claim of kind rate, and no other, has ladder= and size="
            )
        caller = sys._getframe(1)
        claim = Claim(
            paper=self,
            id=identifier,
            label=label,
            kind=kind,
            settings=settings,
            prompts=prompts,
            uses=tuple(u if isinstance(u, str) else u.id for u in uses),
            examples=tuple(examples),
            failure=failure,
            ladder=tuple(ladder),
            size=size,
            batch=batch,
            proves_growth_of=_id(proves_growth_of),
            rank=rank,
            origin=origin,
            at=at,
            possible_extraction=possible_extraction,
            module=caller.f_globals["__name__"],
            file=caller.f_code.co_filename,
        )
        self.claims[identifier] = claim
        return claim

    def load(self) -> None:
        """Imports every module of the paper's package, which defines its claims."""
        if not self.modules:
            return
        package = importlib.import_module(self.modules)
        for module in sorted(
            m.name for m in pkgutil.walk_packages(package.__path__, f"{self.modules}.")
        ):
            importlib.import_module(module)

    @property
    def folder(self) -> Path | None:
        """The folder of the paper's claims, which also holds its coverage data."""
        package = sys.modules.get(self.modules)
        file = getattr(package, "__file__", None)
        return Path(file).parent if file else None
