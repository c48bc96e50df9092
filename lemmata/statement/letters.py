r"""The letters of a statement beside the quantities that its check knows.

Compared are base letters: $\beta^{(k)}_{2n+1}$ and ``beta_star`` have the letter beta. What stands in indices and
exponents alone does not count, nor do functions ($f(x)$), what the statement defines itself ($q=\dots$), names
of sets and operators, and the usual letters of indices.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

from lemmata.statement.claims import ANSWER, CONSTRUCTION, Reading
from lemmata.statement.formulas import Hypothesis
from lemmata.statement.notation import identifier

_FORMULA = re.compile(r"\$\$?(.+?)\$\$?|\\\[(.+?)\\\]|\\\((.+?)\\\)", re.DOTALL)
_TOKEN = re.compile(
    r"""\\(?:text|textrm|mathrm|operatorname\*?|mathsf|texttt|label|begin|end)\s*\{[^{}]*\}
    | \\math(?:bb|cal|scr|frak|ds)\s*(?:\{[^{}]*\}|\\?\w) | \\[A-Za-z]+ | \\. | [A-Za-z] | [_^{}=(:,;] | \S""",
    re.VERBOSE,
)
_GREEK = frozenset(
    [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "zeta",
        "eta",
        "theta",
        "iota",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "rho",
        "sigma",
        "tau",
        "upsilon",
        "phi",
        "chi",
        "psi",
        "omega",
        "Gamma",
        "Delta",
        "Theta",
        "Lambda",
        "Xi",
        "Pi",
        "Sigma",
        "Upsilon",
        "Phi",
        "Psi",
        "Omega",
        "ell",
    ]
)
_INDICES = frozenset(["i", "j", "k", "l", "m", "ell"])
_CONSTANTS = frozenset(["e", "I", "O", "T"])
_START = frozenset([",", ";", "{", "&", ""])
_SPACE = frozenset([r"\,", r"\;", r"\ ", r"\quad", r"\qquad", r"\!", r"\left", r"\right", r"\bigl", r"\bigr"])
_NO_AUTHORS = frozenset(["lemmata", "torch", "numpy", "math", "builtins", "functools", "fractions"])
_NOT_OURS = frozenset(["s", "prompt", CONSTRUCTION, ANSWER])


@dataclass(frozen=True)
class Letters:
    """What a statement and its check do not have in common.

    Attributes:
        undrawn: LaTeX of letters of the statement that no quantity carries.
        unstated: quantities of the space that the statement does not mention.
    """

    undrawn: tuple[str, ...] = ()
    unstated: tuple[str, ...] = ()


@dataclass
class _Met:
    """Of a letter: where it was met."""

    plain: bool = False
    free: bool = False
    """As something else than a function, or the left side of a definition."""
    defined: bool = False


def letters(reading: Reading, hypotheses: tuple[Hypothesis, ...]) -> Letters:
    """What the statement has and the check has not, and the other way round."""
    variant = reading.variant
    names = [h.quantity for h in hypotheses if h.quantity]
    holder = variant.settings.holder
    carried = {base for name in [*names, *_other_names(reading, holder)] for base in _letters(identifier(name))}
    stated = _letters(_formulas(reading.latex))
    shown = {base for h in hypotheses for base in _letters(_formulas(h.text.partition("in")[2]))}
    undrawn = [
        letter
        for letter, met in stated.items()
        if met.free and not met.defined and letter not in carried | _INDICES | _CONSTANTS
    ]
    words = {word.lower() for word in re.findall(r"[A-Za-z]{3,}", reading.latex)}
    unstated = [
        name
        for name in names
        if not set(_letters(identifier(name))) & (stated.keys() | shown)
        and not words & set(re.split(r"[_\d]+", name.lower()))
    ]
    return Letters(tuple(_latex(letter) for letter in undrawn), tuple(unstated))


def _latex(letter: str) -> str:
    return letter if len(letter) == 1 else f"\\{letter}"


def _other_names(reading: Reading, holder: Any) -> Iterator[str]:
    """The names under which the check knows something that no domain draws."""
    variant = reading.variant
    yield from variant.claim.responses
    parts = [variant.check, holder, variant.construction, variant.prompts, *variant.ingredients.values()]
    waiting, known = [part for part in parts if part is not None], set[int]()
    while waiting:
        part = waiting.pop()
        part = inspect.unwrap(part) if callable(part) else part
        if id(part) in known or str(getattr(part, "__module__", "lemmata")).partition(".")[0] in _NO_AUTHORS:
            continue
        known.add(id(part))
        if isinstance(part, type):
            yield from (name for name in vars(part) if not name.startswith("__"))
            yield from getattr(part, "__dataclass_fields__", ())
            waiting += [p.fget for p in vars(part).values() if isinstance(p, property)]
        elif isinstance(part, FunctionType):
            yield from _names(part.__code__)
            cells = dict(zip(part.__code__.co_freevars, part.__closure__ or (), strict=True))
            waiting += [part.__globals__[name] for name in _names(part.__code__) if name in part.__globals__]
            waiting += [cell.cell_contents for cell in cells.values() if cell is not None]


def _names(code: CodeType) -> Iterator[str]:
    yield from (
        name for name in (*code.co_varnames, *code.co_names, *code.co_freevars) if name not in _NOT_OURS
    )
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def _formulas(latex: str) -> str:
    """The formulas of a statement, each on a line of its own; all of it if it has no dollars."""
    pieces = ["".join(groups) for groups in _FORMULA.findall(latex)]
    return "\n".join(pieces) if pieces else latex if "\\" in latex else ""


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
            if (len(letter) == 1 and letter.isalpha() and not token.startswith("\\")) or letter in _GREEK:
                this = met.setdefault(letter, _Met())
                if not inside:
                    follows = _following(tokens, k + 1)
                    this.plain = True
                    this.defined |= follows in ("=", ":", r"\coloneqq") and before in _START
                    this.free |= follows != "("
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
