"""Kinds of claims: how a statement is tested depends on what sort of statement it is.

The engine asks no claim which kind it is of; what differs stands here, and each kind of
:mod:`lemmata.search.kinds` says it of itself. A kind of one's own is a frozen dataclass derived from
:class:`Kind`, whose fields are its options: it needs a name and a ``hunt``.
"""

from __future__ import annotations

import importlib
import warnings
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from lemmata.errors import ClaimError

if TYPE_CHECKING:
    from lemmata.statement.claims import Claim, Variant

_NAMES = {
    "forall": "ForAll",
    "probability": "Probability",
    "expectation": "Expectation",
    "rate": "Rate",
    "experiment": "Experiment",
}
"""What the front door calls the kinds that were strings."""


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

    def validate(self, claim: Claim) -> None:  # noqa: B027 - most kinds need nothing more
        """Looks whether the claim has what a statement of this kind needs.

        Raises:
            ClaimError: it has not.
        """

    def stated(self, formula: str, variant: Variant) -> str:
        """The formula of a variant's check, in LaTeX, with what the kind makes of it."""
        return formula

    @abstractmethod
    def hunt(self, search: Any) -> Any:
        """The :class:`~lemmata.records.finding.Finding` of a :class:`~lemmata.search.stages.Search`."""

    def replay(self, search: Any, witness: Any) -> Any:
        """The :class:`~lemmata.records.witness.Replay` of a witness that is no violating instance.

        Raises:
            LemmataError: no claim of this kind has such a witness.
        """
        raise witness.unfit(self.name)

    def __str__(self) -> str:
        return self.name

    def draw(self, claim: Claim, profile: str, seed: int, device: str) -> Any:
        """What the claim's figure function makes: a figure, or several."""
        assert claim.figure_of is not None
        return claim.figure_of()


def resolve(kind: Kind | str | None, options: dict[str, Any]) -> Kind:
    """The kind itself (``ForAll`` unless it is said), or the one that a string named before.

    Raises:
        ClaimError: there is no such kind, or it has no such option.
    """
    stated = {name: value for name, value in options.items() if value not in (None, ())}
    if isinstance(kind, Kind):
        if stated:
            raise ClaimError(
                f"{', '.join(stated)}: options of a kind are given to it, as in "
                f"kind={type(kind).__name__}({next(iter(stated))}=...)"
            )
        return kind
    name = kind or "forall"
    if name not in _NAMES:
        raise ClaimError(
            f"kind must be one of {', '.join(f'{name}()' for name in _NAMES.values())}, or one of "
            f"your own that is derived from lemmata.statement.kinds.Kind; got {kind!r}"
        )
    made = getattr(importlib.import_module("lemmata"), _NAMES[name])
    if kind is not None:
        form = f"{made.__name__}({', '.join(f'{name}=...' for name in stated)})"
        message = f"kind={kind!r} goes with the next release: write kind={form}, from lemmata"
        warnings.warn(message, DeprecationWarning, stacklevel=3)
    try:
        resolved: Kind = made(**stated)
    except TypeError as error:  # an option is missing, or is none of its
        raise ClaimError(f"kind={name!r}: {error}") from None
    return resolved
