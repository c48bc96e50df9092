"""What a claim is: a check with some ingredients left open, and what fills them in.

A *paper* owns *claims*. A claim says: for every setting there is a construction such that for every
prompt the margin is not negative. *Readings* (as printed, as amended) and *mutants* (deliberately
wrong variants of the reading that survives) fill in the ingredients that the check leaves open; each
declares the outcome that it expects, and a surprise fails the run.

The order of quantifiers is enforced by signature. A construction is called with the setting and
nothing else, an ingredient that is a function of quantities with those that its parameters name.

All of this is values. :mod:`~lemmata.claims.theorem` is how an author makes them.
"""

from __future__ import annotations

import functools
import inspect
import itertools
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from lemmata.claims.answers import OTHERS, WRONG, Answer, of_others, recorded, the_answer
from lemmata.claims.by_name import Instance, Network, parameters
from lemmata.claims.heads import Head
from lemmata.claims.ids import Lines
from lemmata.claims.kinds import Kind
from lemmata.claims.margin import Margin
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space
from lemmata.claims.vocabulary import Defect, Origin, Outcome, Rank, Role
from lemmata.errors import ClaimError
from lemmata.numbers import arithmetic, over_batches, values
from lemmata.numbers.instance_arrays import DifferentWays, of_one_instance

if TYPE_CHECKING:
    from lemmata.claims.paper import Paper

_nothing = functools.partial(MappingProxyType[str, Any], {})
CONSTRUCTION = "tf"
"""The name under which a check and its mutants receive the construction."""
ANSWER = "answer"
"""The name under which a check receives what it passes an answer through."""
MEASURED = "measured"
"""The name under which the check of an experiment receives all that was measured, by name."""


@dataclass(frozen=True)
class Variant:
    """A reading or a mutant of a claim: everything that a hunt needs, with no ingredient open."""

    claim: Claim
    name: str
    role: Role
    check: Callable[..., Margin]
    settings: Space
    prompts: Callable[[Any], Space] | None
    construction: Callable[[Any], Any] | None
    ingredients: Mapping[str, Any]
    change: Callable[..., Any] | None = None
    wrong: str = ""
    """Of a mutant with a wrong answer (:mod:`lemmata.claims.answers`): its name."""
    why: str = ""
    """Of a mutant that changes more than one thing: why it has to."""
    family: str = ""
    """For a rate: the claim that proves what a drift of the constant suggests."""
    fails_where: Callable[..., bool] | None = None
    """Of a reading: where it is said to fail, of the setting, or of the setting and one prompt without a batch
    axis."""
    open: str = ""
    """Of a reading that nobody has decided, and that is not hunted: what is missing."""
    quantities: frozenset[str] = frozenset()
    """The ingredients that are given as functions of quantities."""

    @property
    def stored_witness(self) -> Path | None:
        """The path of this reading's stored witness, which need not exist; None for a mutant."""
        return self._stored_in("witnesses")

    @property
    def stored_proof(self) -> Path | None:
        """The path of what was found when this reading was last sought to be proved; as for a witness."""
        return self._stored_in("proofs")

    def _stored_in(self, name: str) -> Path | None:
        folder = self.claim.paper.folder
        if folder is None or self.role != "reading":
            return None
        return folder / name / f"{self.claim.slug}.{self.name}.json"

    def is_said_to_fail(self, s: Any, prompt: Prompt | None) -> bool:
        """Whether one instance, a batch of one, lies where this reading is said to fail."""
        region = self.fails_where
        if region is None:
            return True
        if not speaks_of_prompts(region):
            return bool(region(s))
        return prompt is not None and bool(region(s, prompt.map(lambda value: value[0])))

    def construct(self, s: Any) -> Any:
        """The construction for a setting (changed, if this is a mutant of it)."""
        if self.construction is None:
            return None
        built = self.construction(s)
        return built if self.change is None else self.change(built)

    def evaluate(self, s: Any, prompt: Prompt | None, tf: Any = None, others: Prompt | None = None) -> Margin:
        """The margin on a batch of prompts.

        Args:
            s: the setting.
            prompt: the batch; None where the statement speaks of the setting alone.
            tf: what :meth:`construct` gave for ``s``.
            others: prompts beside the batch, whose answers mutants take
                (:data:`~lemmata.claims.answers.OTHERS`).

        Raises:
            TypeError: the check returns no margin.
            ValueError: the margin is one for all instances, but depends on them.
        """
        answer = WRONG.get(self.wrong, the_answer)
        if self.wrong in OTHERS:
            answers: list[Any] = []
            self._margin(s, others, tf, partial(recorded, answers))
            # again from the first at the next evaluation
            answer = partial(of_others, itertools.cycle(answers))
        margin = self._margin(s, prompt, tf, answer)
        if prompt is None or not margin.single:
            return margin
        alone = self._margin(s, prompt.take(slice(1)), tf, answer) if len(prompt) > 1 else margin
        one, every = values(alone.slack), values(margin.slack)
        # To the last bit: what does not depend on the prompts is computed alike from any of them.
        if not one.expand(every.shape).allclose(every, rtol=0, atol=0, equal_nan=True):
            raise ValueError(
                "the margin is one number for several instances and depends on which instances they are: "
                "code behind over_batches keeps their axis"
            )
        return margin.repeated(len(prompt))

    def outside(self, s: Any, prompt: Prompt | None) -> str | None:
        """Why a setting with one prompt does not meet the hypotheses; None if it does."""
        reason = self.settings.explain(s)
        if reason is None and prompt is not None and self.prompts is not None:
            reason = self.prompts(s).explain(prompt.map(lambda value: value[0]))
        return reason

    def _margin(self, s: Any, prompt: Prompt | None, tf: Any, answer: Answer) -> Margin:
        """The margin; where the instances go different ways in the check, each way by itself."""
        instance = Instance(s, prompt)
        try:
            with of_one_instance(instance.like):
                known = {name: self._ingredient(name, instance) for name in self.ingredients}
                names = parameters(self.check)
                if CONSTRUCTION in names:
                    known[CONSTRUCTION] = Network(tf)
                if ANSWER in names:
                    known[ANSWER] = over_batches(answer)
                if self.claim.kind.at_once:
                    known[MEASURED] = {name: instance[name] for name in instance.data}
                margin = self.check(**{n: known[n] if n in known else instance[n] for n in names})
        except DifferentWays as ways:
            assert prompt is not None
            places = [ways.taken.nonzero()[:, 0], (~ways.taken).nonzero()[:, 0]]
            parts = [self._margin(s, prompt.take(place), tf, answer) for place in places]
            return Margin.joined(parts, places)
        if not isinstance(margin, Margin):
            raise TypeError(
                f"the check returned {type(margin).__name__}; a check returns a Margin: write at_most(a, b) "
                "for a <= b, equal(a, b) for a == b, and so at_least, less_than, greater_than"
            )
        return margin

    def _ingredient(self, name: str, instance: Instance) -> Any:
        """An ingredient as the check is to see it: of one that is a function of quantities, its value."""
        value = self.ingredients[name]
        if name in self.quantities:
            return value(**instance.given_to(value))
        return arithmetic.plain(value)


@dataclass(frozen=True)
class Reading:
    """A statement as printed or as amended, with the outcome that it deserves."""

    name: Literal["printed", "amended"]
    latex: str
    expect: Outcome
    """What the author expects of it; ``not-encoded`` of a statement without a check."""
    because: str
    defect: Defect | None
    variant: Variant
    adds: str = ""
    """What an amendment adds to the printed statement, or changes in it: "it holds with ..."."""
    slack: str = ""
    """Why its bound is not met to within a tenth by the worst that is known."""
    implies: str = ""
    """What is checked, where that follows from the statement and is not the statement itself, and why."""
    falls_with: str = ""
    """The claim whose argument refutes this one as well (:mod:`lemmata.claims.roots`)."""

    @property
    def says(self) -> str:
        """The statement, and what of it is checked."""
        return f"{self.latex} {self.implies}" if self.implies else self.latex


def speaks_of_prompts(region: Callable[..., bool]) -> bool:
    """Whether ``fails_where`` is a predicate of the setting and a prompt, not of the setting alone."""
    return len(parameters(region)) == 2


@dataclass(frozen=True, eq=False)
class Claim:
    """One statement of a paper, complete and ready to be put to the test.

    Authors declare it through :func:`~lemmata.claims.theorem.theorem`, which says what the fields
    mean. ``readings`` and ``mutants`` are by name, the printed reading first.
    """

    paper: Paper
    id: str
    label: str
    kind: Kind
    settings: Space
    prompts: Callable[[Any], Space] | None
    uses: tuple[str, ...] = ()
    examples: tuple[Any, ...] = ()
    batch: int | None = None
    proves_growth_of: str = ""
    rank: Rank = "result"
    origin: Origin = "printed"
    at: Lines | None = None
    possible_extraction: bool = False
    part: str = ""
    """What it is about where other claims have its label."""
    says: str = ""
    """What the statement asserts, in one sentence of its own; :attr:`summary` reads it."""
    pinned: Mapping[str, str] = field(default_factory=_nothing)
    """Why nothing is lost, by quantity, where the space has one value and the statement many."""
    readings: Mapping[str, Reading] = field(default_factory=_nothing)
    mutants: Mapping[str, Variant] = field(default_factory=_nothing)
    waived: Mapping[str, str] = field(default_factory=_nothing)
    figure_of: Callable[..., Any] | None = None
    symbols_of: Callable[..., Mapping[str, Any]] | None = None

    def __repr__(self) -> str:
        return f"<claim {self.id} ({self.kind}): {', '.join(self.readings)}>"

    @property
    def head(self) -> Head:
        """What lists say of it."""
        own = ("id", "label", "part", "rank", "origin", "at", "summary", "file")
        named = {name: getattr(self, name) for name in own}
        return Head(paper=self.paper.key, kind=self.kind.name, **named)

    @property
    def slug(self) -> str:
        """The id below the topic."""
        return self.id.partition("/")[2]

    @property
    def survivor(self) -> Reading:
        """The reading that mutants change: the amended one if there is one, else the printed."""
        return self.readings["amended" if "amended" in self.readings else "printed"]

    def variants(self) -> tuple[Variant, ...]:
        """Readings first, then hand-written mutants, then derived ones."""
        return (*(reading.variant for reading in self.readings.values()), *self.mutants.values())

    def variant(self, name: str) -> Variant:
        """The variant called ``name``.

        Raises:
            ClaimError: there is none.
        """
        for variant in self.variants():
            if variant.name == name:
                return variant
        names = ", ".join(repr(variant.name) for variant in self.variants())
        raise ClaimError(f"{self.id} has no variant {name!r}; it has {names}")

    def family_of(self, variant: Variant) -> Claim | None:
        """The claim that proves the growth of a rate's constant, which one of its readings names.

        Raises:
            ClaimError: it is no claim of the paper, cannot prove a growth, or does not say that it
                proves this one.
        """
        if not variant.family:
            return None
        start = f"{self.id}, {variant.name}: the family {variant.family!r}, which is to confirm the drift,"
        declaration = self.paper.declared.get(variant.family)
        if declaration is None:
            raise ClaimError(f"{start} is no claim of this paper")
        family = declaration.complete()
        if family.kind.estimated:
            raise ClaimError(f"{start} is of kind {family.kind}: what is estimated proves no growth")
        if family.proves_growth_of != self.id:
            raise ClaimError(
                f"{start} does not say that it proves this growth: if it does, give its claim "
                f"proves_growth_of={self.id!r}"
            )
        return family

    @property
    def kept_run(self) -> Path | None:
        """Where the last run of an experiment is kept, if it was; None without a folder of the paper."""
        folder = self.paper.folder if self.kind.at_once else None
        return folder / "runs" / f"{self.slug}.jsonl" if folder else None

    # -- where it stands -------------------------------------------------------------------------

    @property
    def module_of_id(self) -> str:
        """The module of the paper's package whose path the id begins with; empty if there is none."""
        parts = re.sub("[.-]", "_", self.slug).split("/")
        paths = (".".join([self.paper.modules, *parts[:n]]) for n in range(len(parts), 0, -1))
        return next((path for path in paths if self.paper.modules and path in sys.modules), "")

    @property
    def module(self) -> str:
        """The module that holds the claim: that of its id, or of its check if the paper has no package."""
        return self.module_of_id or self.readings["printed"].variant.check.__module__

    @property
    def file(self) -> str:
        """The file that holds the claim; empty for one that was typed in."""
        return getattr(sys.modules.get(self.module), "__file__", None) or ""

    @property
    def description(self) -> str:
        """The docstring of the claim's file."""
        if not self.file:
            return ""  # a notebook: that text is IPython's
        return inspect.cleandoc(sys.modules[self.module].__doc__ or "")

    @property
    def summary(self) -> str:
        """The claim in one line: its own, else the first line of its check's docstring, or of its file's."""
        if self.says:
            return self.says
        for text in (self.readings["printed"].variant.check.__doc__, self.description):
            if text and text.strip():
                return text.strip().splitlines()[0].rstrip(".")
        return self.label
