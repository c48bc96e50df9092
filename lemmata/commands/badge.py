"""The badge of a run: how many claims are as expected, and how many surprises there are."""

from __future__ import annotations

from lemmata.records.verdicts import Verdicts

_ADVANCE = 6.6
"""Width of a character at 11 px, a little generous: `textLength` makes it exact."""
_GOOD, _BAD, _OLD = "#1a6840", "#a3231c", "#3d444c"


def svg(verdicts: Verdicts) -> str:
    """A badge of 20 px height, with its words as text alternative; it fetches nothing."""
    claims = [claim for claim in verdicts.claims if claim.encoded]  # of the others nothing is known
    stubs = len(verdicts.claims) - len(claims)
    calm = sum(not claim.surprises for claim in claims)
    surprises = len(verdicts.surprises)
    label = f"{calm} of {len(claims)} as expected"
    if surprises:
        label += f", {surprises} surprise{'' if surprises == 1 else 's'}"
    if stubs:
        label += f", {stubs} not encoded"
    left, right = (round(_ADVANCE * len(text)) + 12 for text in ("claims", label))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" '
        f'aria-label="claims: {label}"><title>claims: {label}</title>'
        f'<rect width="{left + right}" height="20" rx="3" fill="{_BAD if surprises else _GOOD}"/>'
        f'<path d="M3 0h{left - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="{_OLD}"/>'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        f'<text x="6" y="14" textLength="{left - 12}">claims</text>'
        f'<text x="{left + 6}" y="14" textLength="{right - 12}">{label}</text></g></svg>\n'
    )
