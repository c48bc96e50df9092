"""A paper: the source of claims, and where they are declared."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

from lemmata.claims import stubs
from lemmata.claims.claim import Claim
from lemmata.claims.declarations import Declaration, identifier, require_declared
from lemmata.claims.ids import ID, Lines, address_problem, of_label
from lemmata.claims.kinds import Kind, checked
from lemmata.claims.macros import expanded, require_macros
from lemmata.claims.roots import root
from lemmata.claims.space import Space, space
from lemmata.claims.vocabulary import Origin, Rank
from lemmata.errors import ClaimError

_NO_SETTING = space()
_READ = re.compile(r"[\a\x08\f\r\t\v]|\n(?=abla|eq\b)")
"""What Python makes of the backslash in alpha, beta, frac, rho, theta, varepsilon, nabla: r"..." keeps it."""


@functools.cache
def _lines_of(file: Path, changed: int) -> int:
    """How many lines a file had when it was changed last; each claim of a paper asks."""
    return len(file.read_bytes().splitlines())


@dataclass
class Paper:
    r"""A source of claims.

    Args:
        topic: the folder of its claims; ids read ``topic/statement``.
        title, authors, year: the paper itself.
        key: how it is cited.
        source: the file in which it was read.
        modules: the package whose modules declare the claims (found by importing them all).
        address: where it can be read on the web (``https://arxiv.org/abs/...``), if that is known.
        story: what was found in it, in two or three sentences for someone who knows the paper: which
            main statements stand, why others do not, what goes beyond it. Without it the report puts
            together what the claims say of themselves.
        lead: the id below the topic of the claim with whose first figure its page opens; without it the page
            takes a headline's figure that compares with a theory.
        macros: LaTeX macros for the texts of its claims, with what they stand for:
            ``{r"\norm": r"\lVert #1\rVert"}`` (:mod:`lemmata.claims.macros`).

    Raises:
        ClaimError: the address is none of the web, or a macro is none of LaTeX.
    """

    topic: str
    title: str
    authors: str
    year: int
    key: str
    source: str
    modules: str = ""
    address: str = ""
    story: str = ""
    lead: str = ""
    macros: Mapping[str, str] = field(default_factory=dict, repr=False)
    declared: dict[str, Declaration] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        """Looks at the address, to which pages link, and at the macros."""
        if problem := address_problem(self.address):
            raise ClaimError(f"the paper {self.topic}: address {problem}")
        require_macros(f"the paper {self.topic}", self.macros)

    def written_out(self, text: str) -> str:
        """A text of this paper's claims without its macros.

        Raises:
            ClaimError: an argument of a macro is missing, or Python has read a backslash for another character.
        """
        if read := _READ.search(text):
            raise ClaimError(
                f"the paper {self.topic}: the text {text!r} holds {read[0]!r}, which Python makes of a "
                'backslash and a letter: write r"..."'
            )
        return expanded(f"the paper {self.topic}", text, self.macros) if self.macros else text

    @property
    def citation(self) -> str:
        """Authors, title and year in one line."""
        return ", ".join(filter(None, [self.authors, self.title, str(self.year or "")]))

    def claim(
        self,
        label: str,
        *,
        part: str = "",
        settings: Space = _NO_SETTING,
        kind: Kind | None = None,
        prompts: Callable[[Any], Space] | Space | None = None,
        id: str = "",
        rank: Rank = "result",
        origin: Origin = "printed",
        at: Lines | None = None,
        possible_extraction: bool = False,
        summary: str = "",
        pinned: Mapping[str, str] | None = None,
        uses: Sequence[Claim | Declaration | str] = (),
        examples: Sequence[Any] = (),
        batch: int | None = None,
        proves_growth_of: Claim | Declaration | str = "",
    ) -> Declaration:
        """Begins the declaration of a claim: what :func:`~lemmata.claims.theorem.theorem` is built on.

        ``settings`` are what the weights may depend on, with the hypotheses; left out if the statement speaks
        of its data alone. ``prompts`` give, for a setting, the space of the data (None if the setting is all).
        The other arguments are those of ``theorem``.

        Raises:
            ClaimError: an argument is none of these, or the id is malformed or taken.
        """
        for argument, word, words in (("rank", rank, Rank), ("origin", origin, Origin)):
            if word not in get_args(words):
                raise ClaimError(f"{argument} must be one of {', '.join(get_args(words))}, got {word!r}")
        name = id or of_label(label)
        whole = f"{self.topic}/{name}"
        if not ID.fullmatch(whole):
            raise ClaimError(
                f"{whole!r} is no id: a topic is made of a-z, 0-9 and _, names of a-z, 0-9, . and -, "
                "parted by /; give id= where the label does not make one"
            )
        if whole in self.declared:
            raise ClaimError(f"the id {whole} is defined twice")
        if at is not None:
            self._check_place(whole, at)
        draft = Claim(
            paper=self,
            id=whole,
            label=label,
            part=part,
            kind=checked(kind),
            settings=settings,
            prompts=prompts,
            uses=tuple(map(identifier, uses)),
            examples=tuple(examples),
            batch=batch,
            proves_growth_of=identifier(proves_growth_of),
            rank=rank,
            origin=origin,
            at=at,
            possible_extraction=possible_extraction,
            says=self.written_out(summary.strip().removesuffix(".")),
            pinned=MappingProxyType({name: self.written_out(why) for name, why in (pinned or {}).items()}),
        )
        draft.kind.validate(draft)
        self.declared[whole] = declaration = Declaration(draft)
        return declaration

    def not_encoded(
        self, label: str, latex: str, *, id: str = "", rank: Rank = "result", at: Lines | None = None
    ) -> Declaration:
        """Declares a statement of this paper for which nobody has written a check yet.

        It is counted and shown as not encoded and never run. Whoever encodes it replaces this by
        :func:`~lemmata.claims.theorem.theorem`, with the same id.

        Args:
            label: where it stands, in the paper's words ("Theorem 4.1"); the id is made from it.
            latex: what the paper prints: words, with formulas between dollars.
            id: the id below the topic, where it is not the label in small letters.
            rank: headline, result, step or slip.
            at: where the source says it: ``lines(412, 431)``.

        Raises:
            ClaimError: an argument is none of these, there are no words, or the id is malformed or taken.
        """
        summary = f"{label} is not encoded yet"
        declaration = self.claim(label, id=id, rank=rank, at=at, kind=stubs.NotEncoded(), summary=summary)
        if not latex.strip():
            raise ClaimError(f"{declaration.id}: a statement that is not encoded yet has its words at least")
        declaration.stated(latex.strip(), stubs.unwritten)
        return declaration

    def _check_place(self, claim: str, at: Lines) -> None:
        if not isinstance(at, Lines):
            raise ClaimError(f"{claim}: at must be lines(first, last), got {at!r}")
        file = self.folder and self.folder / (at.file or self.source)
        if file and file.is_file():
            count = _lines_of(file, file.stat().st_mtime_ns)
            if at.last > count:
                raise ClaimError(f"{claim}: at names line {at.last} of {file.name}, which has {count} lines")

    @property
    def claims(self) -> dict[str, Claim]:
        """The claims by id, complete.

        Raises:
            ClaimError: one of them is not as it has to be.
        """
        return {name: declaration.complete() for name, declaration in self.declared.items()}

    def import_modules(self) -> None:
        """Imports every module of the paper's package, if it has one."""
        if self.modules:
            package = importlib.import_module(self.modules)
            walk = pkgutil.walk_packages(package.__path__, f"{self.modules}.")
            for module in sorted(m.name for m in walk):
                importlib.import_module(module)

    def load(self) -> None:
        """Imports every module of the paper's package and checks the claims that they declare.

        Each has a summary of its own: what a reader sees of it in lists is that.

        Raises:
            ClaimError: a claim is not as it has to be.
        """
        self.import_modules()
        if self.modules:
            require_declared(self.modules)
        self.check_references()
        if self.lead and f"{self.topic}/{self.lead}" not in self.declared:
            raise ClaimError(f"the paper {self.topic}: lead={self.lead!r} is the id of none of its claims")
        if unsaid := self.unsaid:
            raise ClaimError("; ".join([unsaid[0], *([f"and {len(unsaid) - 1} more"] if unsaid[1:] else [])]))

    def check_references(self) -> None:
        """Whether what claims say of each other is so.

        Rates and the claims that prove their growth name each other; what falls with another claim's argument
        names that claim.

        Raises:
            ClaimError: one does not, or a claim is not as it has to be.
        """
        claims = self.claims
        for claim in claims.values():
            root(claim)
            for reading in claim.readings.values():
                claim.family_of(reading.variant)
            if not claim.proves_growth_of:
                continue
            rate = claims.get(claim.proves_growth_of)
            start = f"{claim.id}: proves_growth_of={claim.proves_growth_of!r}"
            if rate is None:
                raise ClaimError(f"{start} is no claim of this paper")
            if not rate.kind.grows:
                raise ClaimError(f"{start} is of kind {rate.kind}; only a rate's constant grows")
            if all(reading.variant.family != claim.id for reading in rate.readings.values()):
                raise ClaimError(f"{start} does not rest on it: name it there by family={claim.id!r}")

    @property
    def unsaid(self) -> list[str]:
        """The claims that do not say in a sentence of their own what the statement asserts, each with why."""
        first: dict[str, str] = {}
        problems: list[str] = []
        remedy = 'give it summary="..." (one sentence that asserts what the statement asserts)'
        for claim in self.claims.values():
            other = first.setdefault(claim.summary, claim.id)
            if claim.summary == claim.label:
                problems.append(f"{claim.id} has no summary; {remedy}")
            elif other != claim.id:
                problems.append(f"{claim.id} has the summary of {other}, {claim.summary!r}; {remedy}")
        return problems

    @property
    def folder(self) -> Path | None:
        """The folder of the paper's claims, which also holds its coverage data."""
        package = sys.modules.get(self.modules)
        file = getattr(package, "__file__", None)
        return Path(file).parent if file else None
