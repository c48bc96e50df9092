"""Kinds of claims: how a statement is tested depends on what sort of statement it is.

The engine asks no claim which kind it is of; what differs stands here, and each kind of
:mod:`lemmata.search.kinds` says it of itself. A kind of one's own is a frozen dataclass derived from
:class:`Kind`, whose fields are its options: it needs a name and a ``hunt``.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from lemmata.errors import ClaimError

if TYPE_CHECKING:
    from lemmata.claims.claim import Claim, Variant

WITNESSES: dict[str, tuple[str, ...]] = {
    "forall": ("instance",),
    "expectation": ("instance",),
    "probability": ("setting", "instance"),
    "rate": ("rate",),
    "experiment": (),
}
"""By the name of a kind: the kinds of witnesses that refute its claims."""


@dataclass(frozen=True)
class Runs:
    """What an experiment runs in which profile, and what the paper says about the numbers, in its words."""

    run: Callable[..., Any]
    configurations: Mapping[str, Any]
    """By profile; None where it is not run."""
    paper: Mapping[str, str]


@dataclass(frozen=True)
class Kind(ABC):
    """What sort of statement a claim makes."""

    name: ClassVar[str]
    """What evidence and verdicts call it."""
    budgeted: ClassVar[bool] = False
    """Whether its hunts test a probability, and so take a share of the budget for false alarms."""
    estimated: ClassVar[bool] = False
    """Whether it is estimated: in floats alone, once (no shards), and it proves nothing for others."""
    at_once: ClassVar[bool] = False
    """Whether one run, which may take a day, serves all readings, mutants and figures."""
    provable: ClassVar[bool] = False
    """Whether it asserts something of every instance, which a certificate may decide."""
    hunted: ClassVar[bool] = True
    """Whether there is a check to run; not for a statement that nobody has encoded yet."""
    grows: ClassVar[bool] = False
    """Whether it has a constant whose growth another claim, its family, may prove."""

    @property
    def runs(self) -> Runs | None:
        """What an experiment runs."""
        return None

    def validate(self, claim: Claim) -> None:  # noqa: B027 - most kinds need nothing more
        """Looks whether the claim has what a statement of this kind needs.

        Raises:
            ClaimError: it has not.
        """

    def stated(self, formula: str, variant: Variant) -> str:
        """The formula of a variant's check, in LaTeX, with what the kind makes of it."""
        return formula

    def witnesses(self, variant: Variant) -> tuple[str, ...]:
        """The kinds of witnesses that refute a variant: one of another kind says nothing of it.

        A draw that fails refutes no statement that holds with a probability, say. Of a kind of one's own it is
        a violating instance if the kind is ``provable``, else none.
        """
        return WITNESSES.get(self.name, ("instance",) if self.provable else ())

    @abstractmethod
    def hunt(self, search: Any) -> Any:
        """The :class:`~lemmata.records.finding.Finding` of a :class:`~lemmata.search.stages.Search`."""

    def replay(self, search: Any, witness: Any) -> Any:
        """The :class:`~lemmata.records.witness.Replay` of a witness that is no violating instance.

        Raises:
            LemmataError: no claim of this kind has such a witness.
        """
        raise witness.unfit(self.name, ())

    def __str__(self) -> str:
        return self.name

    def draw(self, claim: Claim, profile: str, seed: int, device: str) -> Any:
        """What the claim's figure function makes: a figure, or several."""
        assert claim.figure_of is not None
        return claim.figure_of()


def checked(kind: Kind | None) -> Kind:
    """The kind itself, or ``ForAll`` where none is given.

    Raises:
        ClaimError: it is not a kind.
    """
    if kind is None:
        default: Kind = importlib.import_module("lemmata").ForAll()  # which imports this module
        return default
    if not isinstance(kind, Kind):
        raise ClaimError(
            "kind must be one of ForAll(), Probability(), Expectation(), Rate(), Experiment(), or one of your "
            f"own that is derived from Kind; got {kind!r}"
        )
    return kind
