r"""The letters of a statement beside the quantities that its check knows.

Compared are base letters: $\beta^{(k)}_{2n+1}$ and ``beta_star`` have the letter beta. What stands in indices
and exponents alone does not count, nor do functions ($f(x)$), what the statement defines itself
($q=\dots$), names of sets and operators, and the usual letters of indices.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from lemmata.claims import reachable_names
from lemmata.claims.by_name import OfSetting, parameters
from lemmata.claims.claim import ANSWER, CONSTRUCTION, Reading, Variant
from lemmata.claims.domains.template import Template
from lemmata.records.formula import Formula, Hypothesis
from lemmata.records.notation import identifier

_FORMULA = re.compile(r"\$\$?(.+?)\$\$?|\\\[(.+?)\\\]|\\\((.+?)\\\)", re.DOTALL)
_TOKEN = re.compile(
    r"""\\(?:text|textrm|mathrm|operatorname\*?|mathsf|texttt|label|begin|end)\s*\{[^{}]*\}
    | \\mathbf\s*(?:[EP1]|\{[EP1]\}) | \\math(?:bb|cal|scr|frak|ds)\s*(?:\{[^{}]*\}|\\?\w)
    | \\frac\s*\{?d\}?\s*\{d\w\}
    | \\mathrm\s*[a-z] | (?<=\\,)d(?=\s*\\?[a-z]) | \\[A-Za-z]+ | \\. | [A-Za-z] | [_^{}=(:,;] | \S""",
    re.VERBOSE,
)
_INDICES = frozenset(["i", "j", "k", "l", "m", "ell"])
_MATRICES = frozenset("XYZHWPVxyzhwpv")
"""Letters that a matrix and its rows or columns share."""
_CONSTANTS = frozenset(["e", "I", "O", "T"])
_ENGLISH = frozenset(["a", "A", "I"])
_SAID = re.compile(r"(?:^|[\s$(])\\?([A-Za-z]+)(?:[_^][^\s$]+)?\$?,? (?:(?:the|being|be|as|an?)\b|of \()")
"""A letter that the statement explains in words: with $\\mu$ the spectral measure, the $\\gamma$ of (82)."""
_SAME = re.compile(r"\W*the same\b", re.IGNORECASE)
"""So begins a statement that says only what it changes in the printed one."""
_DEFINING = frozenset(["=", ":", r"\coloneqq", r"\sim"])
_START = frozenset([",", ";", "{", "&", ""])
_SPACE = frozenset([r"\,", r"\;", r"\ ", r"\quad", r"\qquad", r"\!", r"\left", r"\right", r"\bigl", r"\bigr"])
_OBJECTS = frozenset([CONSTRUCTION, ANSWER])


@dataclass(frozen=True)
class Letters:
    """What a statement and its check do not have in common.

    Attributes:
        undrawn: LaTeX of letters of the statement that no quantity carries.
        unstated: quantities of the space that the statement does not mention, nor the printed one where an
            amended statement is the same but for what it says.
        idle: quantities that nothing reads.
    """

    undrawn: tuple[str, ...] = ()
    unstated: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()


@dataclass
class _Met:
    """Of a letter: where it was met."""

    plain: bool = False
    free: bool = False
    """As something else than a function, or the left side of a definition."""
    defined: bool = False


def letters(reading: Reading, hypotheses: tuple[Hypothesis, ...], formula: Formula) -> Letters:
    """What a statement has and its check has not, and the other way round."""
    if not hypotheses:  # an experiment
        return Letters()
    quantities = [h.quantity for h in hypotheses if h.quantity]
    code = reachable_names.names(reading.variant)
    stated = _letters(_formulas(reading.says))
    referred = _referred(reading)
    mentioned = stated.keys() | _letters(_formulas(referred)).keys()
    words = set(re.findall("[a-z]{3,}", f"{reading.says} {referred}".lower()))
    derived = {name for name in vars(reading.variant.settings.holder) if not name.startswith("_")}
    known = {base for name in {*quantities, *code, *derived} - _OBJECTS for base in carried(name)}
    known |= {letter.swapcase() for letter in known & _MATRICES}
    known |= _explained(hypotheses, formula) | {
        word.removeprefix("var") for word in _SAID.findall(reading.says)
    }
    undrawn = [
        letter
        for letter, met in stated.items()
        if met.free
        and not met.defined
        and not re.search(rf"(\{{|mathrm )d\\?{letter}\b", reading.says)
        and letter not in known | _INDICES | _CONSTANTS
    ]
    elsewhere = {name: _mentioned(hypotheses, name) for name in quantities}
    unstated = [
        name
        for name in quantities
        if not carried(name) & (mentioned | elsewhere[name])
        and not words & set(re.split(r"[_\d]+", name.lower()))
    ]
    whole = bool(code & reachable_names.WHOLE)
    read = code | _named_by_domains(reading.variant)
    idle = [name for name in quantities if not (whole or name in read or carried(name) & elsewhere[name])]
    return Letters(tuple(map(_latex, undrawn)), tuple(n for n in unstated if n not in idle), tuple(idle))


def _referred(reading: Reading) -> str:
    """The printed statement, where an amended one is "The same for ..."; else nothing."""
    printed = reading.variant.claim.readings.get("printed")
    return printed.says if printed is not None and _SAME.match(reading.says) else ""


def stated(latex: str) -> frozenset[str]:
    """The base letters of a statement's formulas."""
    return frozenset(_letters(_formulas(latex)))


def _explained(hypotheses: tuple[Hypothesis, ...], formula: Formula) -> set[str]:
    """The letters that the hypotheses and the formula or code of the check show, in formulas or in words."""
    texts = [formula.latex, *(f"{d.symbol} {d.formula}" for d in formula.definitions)]
    said = " ".join(
        [*(h.text for h in hypotheses), *(d.meaning for d in formula.definitions)]
        + [source.code for source in formula.sources]
    )
    named = {base for word in re.findall(r"[A-Za-z]+", said) if word not in _ENGLISH for base in carried(word)}
    return {letter for latex in texts for letter in _letters(latex)} | named


@functools.lru_cache(16384)
def carried(name: str) -> frozenset[str]:
    """The base letters of a name."""
    return frozenset(_letters(identifier(name)))


def _named_by_domains(variant: Variant) -> set[str]:
    """The quantities on which the domains of others depend by name."""
    domains = (*variant.settings.fields.values(), *getattr(variant.prompts, "fields", {}).values())
    templates = {name for each in domains if isinstance(each, Template) for name in each.names}
    functions = [each.__wrapped__ for each in domains if isinstance(each, OfSetting)]
    return templates.union(*map(parameters, functions))


def _mentioned(hypotheses: tuple[Hypothesis, ...], name: str) -> set[str]:
    """The letters of the hypotheses on other quantities: what is a size, say, is seen there."""
    others = [_formulas(f"{h.text} {h.drawn}") for h in hypotheses if h.quantity != name]
    return {letter for latex in others for letter in _letters(latex)}


def _latex(letter: str) -> str:
    return letter if len(letter) == 1 else f"\\{letter}"


def _formulas(latex: str) -> str:
    """The formulas of a statement, each on a line of its own; all of it if it has no dollars."""
    pieces = ["".join(groups) for groups in _FORMULA.findall(latex)]
    return "\n".join(pieces) if pieces else latex if "\\" in latex else ""


@functools.cache
def _is_letter(word: str) -> bool:
    """Whether it is a letter, or the name of one."""
    return word.isalpha() and identifier(word) == _latex(word)


@functools.lru_cache(1024)
def _letters(latex: str) -> dict[str, _Met]:
    met: dict[str, _Met] = {}
    for line in latex.split("\n"):
        tokens = [t for t in _TOKEN.findall(line) if t not in _SPACE]
        depth: list[bool] = []  # of each open brace: whether it is an index or an exponent
        script = False
        before = ""
        for k, token in enumerate(tokens):
            inside = script or any(depth)
            if token in ("_", "^"):
                script = True
                continue
            if token == "{":
                depth.append(script)
                script = False
                continue
            if token == "}":
                depth and depth.pop()
                continue
            script = False
            letter = token.removeprefix("\\").removeprefix("var")
            if _is_letter(letter):
                this = met.setdefault(letter, _Met())
                if not inside:
                    follows = _following(tokens, k + 1)
                    this.plain = True
                    this.defined |= follows in _DEFINING and before in (
                        _START | {"="} if follows == "=" else _START
                    )
                    this.free |= follows != "(" and before != "["
            before = token
    return met


def _following(tokens: list[str], k: int) -> str:
    """The token after a letter and its indices and exponents."""
    while k < len(tokens) and tokens[k] in ("_", "^", "'"):
        if tokens[k] == "'":
            k += 1
            continue
        k += 1
        if k < len(tokens) and tokens[k] == "{":
            open_braces = 0
            while k < len(tokens):
                open_braces += (tokens[k] == "{") - (tokens[k] == "}")
                k += 1
                if not open_braces:
                    break
        else:
            k += 1
    return tokens[k] if k < len(tokens) else ""
