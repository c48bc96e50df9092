"""What is run of an experiment: the numbers of its configurations, for pages, which import no claims."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from lemmata.claims import syntax

if TYPE_CHECKING:
    from lemmata.claims.claim import Claim


@dataclass(frozen=True)
class Configurations:
    """The configurations of an experiment.

    Attributes:
        configurations: by profile, the numbers of the configuration that it runs.
        meanings: what these numbers are, where the source says it.
        words: what the source says of the configuration, and of the function that runs it.
        place: where that function is.
    """

    configurations: dict[str, dict[str, str]]
    meanings: dict[str, str]
    words: tuple[str, ...]
    place: str

    @property
    def names(self) -> list[str]:
        """The numbers that some profile has."""
        return list(dict.fromkeys(name for values in self.configurations.values() for name in values))


def configurations(claim: Claim) -> Configurations | None:
    """What a claim runs, if it is an experiment."""
    experiment = claim.kind.runs
    if experiment is None:
        return None
    made = {profile: s for profile, s in experiment.configurations.items() if s is not None}
    kinds = dict.fromkeys(map(type, made.values()))
    file, line = syntax.place(experiment.run)
    return Configurations(
        configurations={profile: _numbers(s) for profile, s in made.items()},
        meanings={name: said for kind in kinds for name, said in syntax.fields(kind).items()},
        words=tuple(filter(None, map(_first_sentence, [*kinds, experiment.run]))),
        place=f"{file}:{line}" if line else "",
    )


def _numbers(s: Any) -> dict[str, str]:
    values = {f.name: getattr(s, f.name) for f in fields(s)} if is_dataclass(s) else {"s": s}
    return {
        name: f"{value:,}".removesuffix(".0") if isinstance(value, int | float) else str(value)
        for name, value in values.items()
    }


def _first_sentence(value: Any) -> str:
    """The first paragraph of a docstring; without one a dataclass has its signature, which says nothing."""
    text = inspect.cleandoc(value.__doc__ or "")
    return "" if text.startswith(f"{value.__name__}(") else " ".join(text.partition("\n\n")[0].split())
