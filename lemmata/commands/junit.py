"""JUnit XML, which hosted CIs show: a suite a claim, a case for each reading and mutant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree

from lemmata.commands.terminal import shown
from lemmata.records.notation import spoken
from lemmata.records.verdicts import Verdict, Verdicts

_SKIPPED = ("undecided", "not-run", "not-encoded")
_NOTHING_RAN = ("not-run", "not-encoded")
_NO_XML = re.compile("[\ufffe\uffff]")
"""What XML 1.0 cannot hold even when escaped, beyond what a terminal is not shown either."""


def text(judged: Verdicts) -> str:
    """The report of a judged run.

    A surprise is a failure; what was not run, not decided or waived is skipped, with the reason.
    Times are those of whole claims: they stand on the suites.
    """
    seconds = f"{judged.run.seconds:.3f}"
    root = ElementTree.Element("testsuites", name="lemmata", time=seconds)
    totals = {"tests": 0, "failures": 0, "skipped": 0}
    for claim in judged.claims:
        suite = ElementTree.SubElement(root, "testsuite", name=claim.id)
        counts = dict.fromkeys(totals, 0)
        for variant, skipped, message in _cases(claim):
            case = ElementTree.SubElement(suite, "testcase", classname=claim.id, name=_clean(variant))
            counts["tests"] += 1
            if lines := judged.surprising.get((claim.id, variant)):
                counts["failures"] += 1
                failure = ElementTree.SubElement(case, "failure", message=_clean(spoken(lines[0])))
                failure.text = _clean(spoken("\n".join([*lines, claim.because]).strip()))
            elif skipped:
                counts["skipped"] += 1
                ElementTree.SubElement(case, "skipped", message=_clean(message))
            else:
                ElementTree.SubElement(case, "system-out").text = _clean(message)
        _count(suite, counts)
        suite.set("time", f"{claim.seconds:.3f}")
        totals = {name: totals[name] + counts[name] for name in totals}
    _count(root, totals)
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _cases(claim: Verdict) -> Iterator[tuple[str, bool, str]]:
    """Each reading and mutant: its name, whether it counts as skipped, and what is said of it."""
    for name, reading in claim.readings.items():
        strength = "" if reading.outcome in _NOTHING_RAN else f" ({reading.strength})"
        text = f"{reading.outcome}{strength}: {spoken(reading.found or reading.scope)}"
        yield name, reading.outcome in _SKIPPED, text
    for mutant in claim.mutants:
        yield mutant.name, mutant.fate != "killed", f"{mutant.fate}: {spoken(mutant.because)}"


def _count(element: ElementTree.Element, counts: Mapping[str, int]) -> None:
    for name, count in counts.items():
        element.set(name, str(count))
    element.set("errors", "0")


def _clean(text: str) -> str:
    return _NO_XML.sub("\ufffd", shown(text))
