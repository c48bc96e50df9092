"""The quantities that a reading fixes: those of which one value alone is drawn."""

from __future__ import annotations

from typing import Any

from lemmata.claims import sample_settings
from lemmata.claims.claim import Variant
from lemmata.claims.domains.base import Domain
from lemmata.claims.domains.quantified import every
from lemmata.claims.domains.whole import dims
from lemmata.claims.space import Space


def pinned(variant: Variant) -> dict[str, str]:
    """The quantities of which a reading draws one value, and the author's reasons (empty: none is given)."""
    if variant.claim.kind.at_once or variant.open:
        return {}
    settings = sample_settings.settings(variant.settings)
    names = [
        name for name in variant.settings.fields if _is_pinned(name, [(variant.settings, s) for s in settings])
    ]
    if variant.prompts is not None:
        spaces = [(made, s) for s in settings if (made := sample_settings.at(variant.prompts, s)) is not None]
        names += [name for name in (spaces[0][0].fields if spaces else ()) if _is_pinned(name, spaces)]
    return {name: variant.claim.pinned.get(name, "") for name in names}


def _is_pinned(name: str, spaces: list[tuple[Space, Any]]) -> bool:
    """Whether a quantity has one value, other than by being determined by others."""
    domains = [domain for made, s in spaces if (domain := _domain(made.fields.get(name), s)) is not None]
    if not domains or not all(domain.is_point for domain in domains):
        return False
    determined = any(_point(domain) != _point(domains[0]) for domain in domains)
    return not determined or any(isinstance(domain, dims) and domain.most is None for domain in domains)


def _point(domain: Domain) -> Any:
    """The only value of a domain of one point, whatever the shape; the domain itself if it does not say."""
    return getattr(domain, "options", None) or getattr(domain, "low", domain)


def _domain(field: Any, s: Any) -> Domain | None:
    domain: Domain | None = sample_settings.at(field, s)
    return domain.domain if isinstance(domain, every) else domain
