"""Outcomes, strengths, defects and numbers, as the pages say them."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence

from lemmata.records.evidence import ClaimRecord
from lemmata.records.finding import SequentialTest
from lemmata.records.notation import GREEK, identifier
from lemmata.records.papers import Lines, PaperRecord
from lemmata.records.verdicts import ReadingVerdict
from lemmata.records.words import GARBLED as GARBLED
from lemmata.records.words import Counted, says_nothing, tried

OUTCOMES = {
    "holds": "No violation was found.",
    "refuted": "A violation was found.",
    "vacuous": "The statement says nothing: its hypotheses cannot be met or its bound is trivial.",
    "undecided": "Neither confirmed nor refuted: it is open, or precision or a package is lacking.",
    "untestable": "No value of an unspecified constant can be excluded.",
    "not-run": "Not run in this profile.",
    "not-encoded": "Nobody has written a check for it yet.",
}
"""What a reading can come to, in the order in which counts are shown."""

FATES = {
    "killed": "The check refutes this wrong variant, as it should.",
    "survived": "The check does not notice this wrong variant.",
    "invalid": "The variant did not run or cannot be judged.",
    "waived": "The variant is equivalent to the original.",
    "not-run": "Not run in this profile.",
}

STRENGTHS = {
    "observed": "on random instances",
    "probed": "on random instances and under adversarial search",
    "exact": "every instance counted was decided in exact arithmetic, adversarial search included",
    "proved": "a certificate decides every instance at the sizes that it names",
    "genuine": "the violation survives exact or ball arithmetic, or an error-controlled test",
    "tolerance-only": "observed in floating point only, not confirmed in exact arithmetic",
}

METHODS = {
    "identity": "by identity",
    "boxes": "by boxes",
    "signs": "by signs",
    "squares": "by squares",
    "exhaustive": "by exhaustion",
}
"""What the methods of certificates are called."""

PROVED_BY = {
    "identity": "both sides are the same function of all real quantities, whatever the hypotheses on them; "
    "it says nothing where a denominator vanishes",
    "boxes": "each box of a cover of the whole space was decided, in intervals with rational ends",
    "signs": "the space was cut into parts, on each of which right minus left, as a quotient of polynomials, "
    "has no negative coefficient, or is composed of squares and of polynomials that have none",
    "squares": "the space was cut into parts, on each of which right minus left, as a quotient of polynomials "
    "(variables stand for roots, exponentials and logarithms), is a sum of squares, each times something "
    "that is not negative",
    "exhaustive": "every instance was decided in exact arithmetic",
}
"""What the method of a certificate shows."""

BOUNDS = {
    "sharp": "met to within a tenth",
    "slack": "not met to within a tenth",
    "loose": "loose: nowhere within a factor of ten",
}

ORIGINS = {
    "printed": "The source asserts exactly this",
    "read": "The source leaves something open; the statement below is how we read it",
    "ours": "Beyond the paper: no sentence of the source says it",
}

RANKS = {
    "headline": "what the paper is read for",
    "result": "a numbered statement, or part of a main one",
    "step": "a step of a proof, or a side remark",
    "slip": "a small matter: notation, a typo, a trivial display",
}

DEFECTS = {
    "statement": "the statement itself is false",
    "construction": "the printed weights fail; that some weights exist is another matter",
    "proof-step": "a step of the proof is false",
    "constant": "a constant, a factor or a power is wrong, or the constant cannot exist",
    "vacuous": "the hypotheses cannot be met, or the bound says nothing",
    "typo": "it is a slip of the pen",
    "extraction": "the slip may have arisen when the text was extracted from the source",
}

CONFIRMATIONS = {
    "rational": "rational arithmetic",
    "ball": "ball arithmetic",
    "running error": "a running error bound in floating point",
    "exact probability": "its exact probability",
    "e-value": "an e-value on fresh draws",
}

RELATIONS = {"<=": "≤", "<": "<", ">=": "≥", "=": "="}

KINDS = {
    "forall": "About all instances",
    "probability": "About a probability",
    "expectation": "About an expectation",
    "rate": "About a rate",
    "experiment": "An experiment",
    "not-encoded": "Not encoded yet",
}

NONE = "–"
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


_SHORT = {
    **{name.lower(): name for name in ("ALISTA", "CVXPY", "FISTA", "ISTA", "LISTA", "TF")},
    "cp": "CP",
    "vm": "VM",
    "ss": "SS",
    "gpt2": "GPT-2",
}
"""Names of methods, which code writes in small letters."""


_SET = r"\$\$.+?\$\$|\$(?:\\.|[^$\\])+\$|``[^`]+``|`[^`]+`|\\\(.+?\\\)|\\\[.+?\\\]"
_GREEK = "|".join(sorted(GREEK, key=len, reverse=True))
_WRITTEN = re.compile(
    rf"(?P<set>{_SET})"
    r"|(?<![\w.])(?P<mantissa>\d+(?:\.\d+)?)e(?P<exponent>[+-]?\d+)(?!\w)"
    r"|(?<![\w^.])2\^(?P<power>-?\d+|\[[^\[\]]*\])(?!\w)"
    rf"|(?<![\w\\/.-])(?P<name>(?:{_GREEK})(?:_\w+|\d)?|[A-Za-z]_\w+)(?![\w-]|\.\w| (?:function|distribution))",
    re.DOTALL,
)
"""What stands in a text as a formula or code; and what the engine writes of powers and quantities."""


def with_formulas(text: str) -> str:
    """A text in which powers and names of quantities, as the engine writes them, are formulas."""

    def as_formula(match: re.Match[str]) -> str:
        if match["set"]:
            return match[0]
        if match["mantissa"]:
            return rf"${match['mantissa']}\cdot10^{{{int(match['exponent'])}}}$"
        return f"$2^{{{match['power']}}}$" if match["power"] else f"${identifier(match['name'])}$"

    return _WRITTEN.sub(as_formula, text)


def quantity(name: str) -> str:
    """The name of something measured, as a reader has it."""
    said = " ".join(_letter(word) or _SHORT.get(word, word) for word in name.split("_"))
    return re.sub(r"\b(A?LISTA) (CP|VM)( SS)?\b", lambda m: "-".join(m[0].split()), said)


def _letter(word: str) -> str:
    """The Greek letter of this name, if there is one."""
    size = "SMALL" if word.islower() else "CAPITAL"
    name = f"GREEK {size} LETTER {word.lower().replace('lambda', 'lamda')}"
    return unicodedata.lookup(name) if word in GREEK else ""


def failure(because: str) -> str:
    """Why something cannot be evaluated, without what only a programmer reads: the kind of error, and where."""
    said = _RAISED.sub(r"\1\2", because)
    return _EMPTY.sub(r"no value is left (at least \2, at most \1)", said)


_RAISED = re.compile(r"^(It cannot be evaluated: )\w+: (.*?)(?: \([\w./]+:\d+, ?\w*\)?)?$", re.DOTALL)
_EMPTY = re.compile(r"Cannot have max_value=(\S+) < min_value=(\S+)")


def passage(at: Lines, paper: PaperRecord) -> str:
    """Its section, where that is known, and its lines."""
    lines = f"line {at.first}" if at.first == at.last else f"lines {at.first} to {at.last}"
    return ", ".join(filter(None, [paper.section(at), lines]))


def place(claim: ClaimRecord, paper: PaperRecord) -> str:
    """Where in a paper a claim stands; empty where no more than its file is known."""
    at = claim.head.at
    if at is None:
        return "nowhere in the paper" if claim.head.origin == "ours" else _FILE.sub("", claim.source)
    file = f"{at.file} in " if at.file not in ("", claim.source) else ""
    return f"{passage(at, paper)} of {file}our text of the paper"


_FILE = re.compile(r"^[\w./-]+\.\w{2,4}$")
"""The name of a file, which readers do not have."""


def origin(claim: ClaimRecord) -> str:
    """Who asserts a claim; of what the extraction may have garbled, what is known is its text."""
    said = ORIGINS[claim.head.origin]
    return said.replace("The source", "The extracted text") if claim.possible_extraction else said


def reading(claim: ClaimRecord, name: str) -> str:
    """What a reading is called: where the source leaves something open its statement is ours."""
    return _READINGS["read" if name == "printed" and claim.head.origin == "read" else name]


_READINGS = {"printed": "As printed", "read": "As we read it", "amended": "As amended", "ours": "As we say it"}


def position(file: str, line: int) -> str:
    """A place in code; empty if it has none."""
    return f"{file}:{line}" if line else ""


def upright(page: str) -> str:
    """A page with a replacement character for what no reader sees.

    Control characters, halves of characters, and the marks that turn the rest of a line around.
    """
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", page)


def cut(text: str, most: int) -> str:
    """The beginning of a text that is too long."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def count(n: float) -> str:
    """A whole number with separators, as long as its digits can be read."""
    return f"{int(n):,}" if abs(n) < 1e15 else number(float(n))


def plural(n: int, one: str, many: str | None = None) -> str:
    """A count with its noun."""
    return f"{count(n)} {one if n == 1 else many or one + 's'}"


def number(x: float | None, digits: int = 3) -> str:
    """A number to so many significant digits, powers of ten written out."""
    if x is None or math.isnan(x):
        return NONE
    if math.isinf(x):
        return "∞" if x > 0 else "−∞"
    if abs(x) < 1e6 and x == int(x):
        return f"{int(x):,}".replace("-", "−")
    mantissa, _, exponent = f"{x:.{digits}g}".partition("e")
    mantissa = mantissa.replace("-", "−")
    if not exponent:
        return mantissa
    power = "10" + str(int(exponent)).translate(SUPERSCRIPTS)
    return {"1": power, "−1": "−" + power}.get(mantissa, f"{mantissa} × {power}")


def ratio(x: float | None) -> str:
    """A ratio of two sides; just below one, its distance from one is what matters."""
    if x is not None and 0.9995 <= x < 1:
        return "1 − " + number(1 - x, 2)
    return number(x)


def duration(seconds: float) -> str:
    """A time span in the largest fitting unit."""
    if seconds < 0.1:
        return "under 0.1 s"
    if seconds < 120:
        return f"{seconds:.1f} s"
    minutes, remainder = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {remainder} s"


def interval(ends: Sequence[float]) -> str:
    """A measured constant: one number, or the range in which it was met."""
    low, high = map(number, ends)
    return low if low == high else f"{low} to {high}"


def amount(counted: Counted) -> str:
    """What was tried, settings and prompts apart, for a cell of a table."""
    return tried(counted) if counted.settings is not None else count(counted.instances)


def at_most(test: SequentialTest) -> str:
    """The bound on a setting's failure probability, where it says something."""
    return "says nothing" if says_nothing(test) else number(test.upper)


def sentence(reading: ReadingVerdict) -> str:
    """What was found of a reading, without a full stop."""
    return reading.found.rstrip(".")
