"""The domains of a setting and its prompt, where of the setting only whole numbers and choices are known."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from lemmata.claims.claim import Variant
from lemmata.claims.domains.base import Domain, is_built_in
from lemmata.claims.domains.whole import choices, dims
from lemmata.claims.placeholders import Depends, Unread, UnreadSize, is_unread
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space
from lemmata.prove.watching import noticing


class NotResolved(Exception):
    """Which domains there are depends on a real quantity, or nobody knows; it says so in a few words."""


@dataclass(frozen=True)
class Resolved:
    """Domains by the names of quantities.

    Each is the same, but for its ends, whatever the real quantities are.
    """

    settings: dict[str, Domain]
    prompts: dict[str, Domain] | None

    @property
    def is_finite(self) -> bool:
        """Whether settings have whole numbers and listed choices only, and prompts what can be listed."""
        of_prompts = (self.prompts or {}).values()
        return all(isinstance(d, dims | choices) for d in self.settings.values()) and all(
            d.is_discrete and is_built_in(d) for d in of_prompts
        )


def resolved(
    variant: Variant,
    s: Any,
    listed: Mapping[str, Any],
    free: Collection[str] = (),
    standing: Callable[[str], Any] = lambda _: Unread(),
) -> Resolved:
    """The domains of a reading where its whole numbers and choices are these.

    Args:
        variant: the reading.
        s: a setting with them.
        listed: their values by name.
        free: whole numbers beside them whose values are not read, either.
        standing: what later domains see of a real quantity, by its name.

    Raises:
        NotResolved: the space asks for the value of a real quantity, or cannot do without it.
    """
    asked: list[bool] = []
    try:
        with noticing(lambda: asked.append(True)):
            settings, known = _domains(variant.settings, listed, free, standing)
            prompts = None
            if variant.prompts is not None:
                unread = Prompt(**known) if isinstance(s, Prompt) else replace(s, **known)
                prompts, _ = _domains(variant.prompts(unread), {}, (), standing)
            for domain in (*settings.values(), *(prompts or {}).values()):
                if any(map(is_unread, getattr(domain, "shape", ()))):
                    raise Depends
    except Depends:
        raise NotResolved(
            "the space of a quantity depends on the value of a real quantity: let a size that is computed be a "
            "quantity (`dims`), with a hypothesis that says how large it is"
        ) from None
    except Exception:  # noqa: BLE001 - of the claim's own code
        asked.append(True)
    if asked:
        raise NotResolved("the space of a quantity is not known without the values of real quantities")
    whole = {name for name, domain in settings.items() if isinstance(domain, dims | choices)}
    if whole != {*listed, *free} or any(not isinstance(settings[name], dims) for name in free):
        raise NotResolved("which whole numbers there are depends on a real quantity")
    return Resolved(settings, prompts)


def _domains(
    space: Space, listed: Mapping[str, Any], free: Collection[str], standing: Callable[[str], Any]
) -> tuple[dict[str, Domain], dict[str, Any]]:
    """The domains, and what was known when they were found."""
    found: dict[str, Domain] = {}
    known: dict[str, Any] = {}
    for name, domain in space.resolve(known):
        found[name] = domain
        known[name] = listed[name] if name in listed else UnreadSize() if name in free else standing(name)
    return found, known
