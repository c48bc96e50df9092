"""The hypotheses of every reading can be set, say something, and hold no code."""

from __future__ import annotations

import functools
import re

from torch import Generator

from lemmata.claims import sample_settings
from lemmata.claims.claim import Reading
from lemmata.formulas.hypotheses import hypotheses, region
from lemmata.formulas.letters import letters
from lemmata.records.formula import Formula, Hypothesis
from lemmata.run import registry
from reports import mathml

PYTHON = re.compile(r"\blambda |\bs\.\w|\bprompt\.\w|<\w|__|\bNone\b|\bFalse\b|\bTrue\b")
UNREAD = 3
"""The spaces of so many claims are said for one setting: their code is more than one expression."""


@functools.cache
def every() -> list[tuple[str, Reading, Hypothesis]]:
    """Each hypothesis of each reading."""
    readings = [(c.id, r) for c in registry.load().claims.values() for r in c.readings.values()]
    return [(claim, r, row) for claim, r in readings for row in hypotheses(r.variant)]


def test_every_reading_has_some() -> None:
    have = {(claim, reading.name) for claim, reading, _ in every()}
    claims = registry.load().claims.values()
    assert have == {(c.id, name) for c in claims if not c.kind.at_once for name in c.readings}


def test_each_says_something_that_can_be_set() -> None:
    for claim, _, row in every():
        assert row.text.strip("$ "), (claim, row)
        for latex in re.findall(r"\$([^$]+)\$", f"{row.text} {row.drawn}"):
            mathml.convert(latex)


def test_no_code_leaks() -> None:
    leaks = [(claim, row.text) for claim, _, row in every() if PYTHON.search(row.text + row.drawn)]
    assert not leaks


def test_few_are_said_for_one_setting_only() -> None:
    assert len({claim for claim, _, row in every() if "(at $" in row.text}) <= UNREAD


def test_where_a_reading_fails_can_be_set() -> None:
    for claim in registry.load().claims.values():
        for reading in claim.readings.values():
            variant = reading.variant
            if variant.fails_where is not None:
                mathml.convert(region(variant.fails_where, variant.settings.holder))


def test_what_is_said_to_be_idle_is_never_read() -> None:
    claims = [c for c in registry.load().claims.values() if not (c.kind.at_once or c.kind.estimated)]
    for reading in (reading for claim in claims for reading in claim.readings.values()):
        variant, read = reading.variant, list[str]()
        if idle := letters(reading, hypotheses(variant), Formula()).idle:
            s = sample_settings.recording(sample_settings.settings(variant.settings, 1)[0], read)
            drawn = variant.prompts(s).sample(Generator().manual_seed(0), 2) if variant.prompts else None
            variant.evaluate(s, drawn and sample_settings.recording(drawn, read), variant.construct(s))
        assert not set(idle) & set(read), (variant.claim, idle)
