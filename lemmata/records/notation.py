r"""How names and functions of code are written in formulas: one rule of names, and one table.

In a template ``#1`` and ``#2`` are the first two arguments, ``#*`` is all of them; each stands between
brackets of the template's own, unless the entry names the level that its arguments need.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import NamedTuple

Level = IntEnum(
    "Level", "ALTERNATIVE OR AND NOT COMPARISON SUM BIG ENTRYWISE MATRIX PRODUCT FRACTION POWER ATOM", start=0
)
"""How tightly the parts of a formula hold together: what holds less than its place demands gets brackets."""


class Notation(NamedTuple):
    """How a call is written."""

    template: str
    level: int = Level.ATOM
    scalar: bool = False
    """Whether it gives one number, whatever it is given."""
    needs: int = Level.ALTERNATIVE
    """The level of its arguments."""


def _named(name: str) -> Notation:
    return Notation(rf"\operatorname{{{name}}}\left(#*\right)", Level.POWER)


_SAME = Notation("#1")
FUNCTIONS = {
    "abs": Notation(r"\left|#1\right|"),
    "sqrt": Notation(r"\sqrt{#1}"),
    "exp": Notation("e^{#1}", Level.POWER),
    "log": Notation(r"\log\left(#1\right)", Level.POWER),
    **dict.fromkeys(("cosine", "cos"), Notation(r"\cos\left(#1\right)", Level.POWER)),
    **dict.fromkeys(("sine", "sin"), Notation(r"\sin\left(#1\right)", Level.POWER)),
    "tanh": Notation(r"\tanh\left(#1\right)", Level.POWER),
    "ceil": Notation(r"\left\lceil#1\right\rceil", scalar=True),
    "floor": Notation(r"\left\lfloor#1\right\rfloor", scalar=True),
    "isqrt": Notation(r"\left\lfloor\sqrt{#1}\right\rfloor", scalar=True),
    "factorial": Notation("#1!", Level.POWER, scalar=True, needs=Level.ATOM),
    "comb": Notation(r"\binom{#1}{#2}", scalar=True),
    **dict.fromkeys(("maximum", "max"), Notation(r"\max\left(#*\right)", Level.POWER)),
    **dict.fromkeys(("minimum", "min"), Notation(r"\min\left(#*\right)", Level.POWER)),
    "relu": _named("ReLU"),
    "sign": _named("sign"),
    "unit": Notation(r"\frac{#1}{\left\|#1\right\|}", Level.FRACTION),
    "diag_embed": _named("diag"),
    "det": Notation(r"\det\left(#1\right)", Level.POWER, scalar=True),
    "inv": Notation("#1^{-1}", Level.POWER, needs=Level.ATOM),
    "trace": Notation(r"\operatorname{tr}\left(#1\right)", Level.POWER, scalar=True),
    "len": _named("length"),
    "log2": Notation(r"\log_{2}\left(#1\right)", Level.POWER),
    "softmax": _named("softmax"),
    "eigvalsh": _named("eigenvalues"),
    "svdvals": _named("singular\\:values"),
    "solve": Notation("#1^{-1} #2", Level.MATRIX, needs=Level.ATOM),
    "set": _named("set"),
    "eye": Notation("I_{#1}"),
    "zeros": Notation("0", scalar=True),
    "zeros_like": Notation("0", scalar=True),
    "ones": Notation(r"\mathbf{1}"),
    "ones_like": Notation(r"\mathbf{1}"),
    "pi": Notation(r"\pi", scalar=True),
    "Fraction": Notation(r"\frac{#1}{#2}", Level.FRACTION, scalar=True),
    "matmul": Notation("#1 #2", Level.PRODUCT, needs=Level.FRACTION),
    "equal": Notation("#1=#2", Level.COMPARISON, needs=Level.SUM),
    "at_most": Notation(r"#1\le #2", Level.COMPARISON, needs=Level.SUM),
    "less_than": Notation("#1<#2", Level.COMPARISON, needs=Level.SUM),
    "greater_than": Notation("#1>#2", Level.COMPARISON, needs=Level.SUM),
    "at_least": Notation(r"#1\ge #2", Level.COMPARISON, needs=Level.SUM),
    # What follows changes the kind or the shape of numbers and not the numbers.
    **dict.fromkeys(
        re.findall(
            r"\w+",
            "answer as_array as_tensor bool broadcast_to constant float full int list stored tensor tuple "
            "values",
        ),
        _SAME,
    ),
}
"""Functions that are known by their names."""

REDUCTIONS = {
    "sum": Notation(r"\sum#0 #1", Level.BIG, scalar=True, needs=Level.PRODUCT),
    "prod": Notation(r"\prod#0 #1", Level.BIG, scalar=True, needs=Level.PRODUCT),
    "mean": Notation(r"\operatorname{mean}#0\left(#1\right)", Level.POWER, scalar=True),
    "amax": Notation(r"\max#0\left(#1\right)", Level.POWER, scalar=True),
    "amin": Notation(r"\min#0\left(#1\right)", Level.POWER, scalar=True),
    "norm": Notation(r"\left\|#1\right\|#0", scalar=True),
}
"""Functions and methods along an axis, which ``#0`` names if it is not the last one."""

RESHAPING = ("broadcast_to", "expand", "reshape", "squeeze", "unsqueeze", "view")
"""What changes the axes of an array."""
METHODS = {
    **{name: FUNCTIONS[name] for name in ("abs", "sqrt", "exp", "log", "log2", "softmax", "relu", "sign")},
    "inverse": Notation("#1^{-1}", Level.POWER, needs=Level.ATOM),
    "max": REDUCTIONS["amax"],
    "min": REDUCTIONS["amin"],
    "diagonal": _named("diagonal"),
    "square": Notation("#1^2", Level.POWER, needs=Level.ATOM),
    **dict.fromkeys(re.findall(r"\w+", "clone detach double float item tolist"), _SAME),
    **dict.fromkeys(RESHAPING, _SAME),
}
"""Methods of arrays; the object is the first argument."""

TRANSPOSED = frozenset(["mT", "T", "mH"])
CONSTANTS = {"pi": r"\pi", "inf": r"\infty", "e": "e", "nan": r"\text{NaN}"}
"""Attributes of ``math`` and of torch."""

GREEK = re.findall(
    r"\w+",
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi "
    "psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega",
)
_LETTERS = {name: rf"\{name}" for name in GREEK} | {
    "lam": r"\lambda",
    "Lam": r"\Lambda",
    "eps": r"\epsilon",
    "ell": r"\ell",
    "tf": r"\mathrm{TF}",
    "sig": r"\sigma",
    "varphi": r"\varphi",
}
_ACCENTS = {"hat": r"\hat{%s}", "tilde": r"\tilde{%s}", "bar": r"\bar{%s}"}
_DECORATED = re.compile(r"(\w+?)(hat|tilde|bar|star)")
_ENGLISH = ("what", "that", "chat")
_RAISED = {"star": r"^{\ast}", "prime": "'", "inverse": "^{-1}", "dagger": r"^{\dagger}"}
_OPERATORS = {"max": r"\max", "min": r"\min"}
_BEFORE = {
    "log": r"\log ",
    **{word: rf"\mathrm{{{word}}}\:" for word in ("all", "next", "other", "own", "printed", "without")},
}
"""Words that say which one is meant, and no name that has an index: the printed N_0, another beta."""


def identifier(name: str) -> str:
    r"""A name as LaTeX: ``beta_star`` is ``\beta^{\ast}``, ``N0`` is ``N_{0}``, ``step_size`` is two words."""
    parts = [part for part in name.strip("_").split("_") if part]
    if not parts:
        return r"\cdot"
    if (decorated := _DECORATED.fullmatch(parts[0])) and parts[0] not in _ENGLISH and _letter(decorated[1]):
        parts = [*decorated.groups(), *parts[1:]]
    head, digits = _digits(parts[0])
    if not head or not (letter := _letter(head)):
        if len(parts) == 2 and parts[0] in _BEFORE and (letter := _index(parts[1])):
            return rf"{_BEFORE[head]}{letter}"
        if len(parts) > 1 and all(_index(part) for part in parts[1:]) and head and not digits:
            return rf"{_upright(head)}_{{{','.join(_index(part) for part in parts[1:])}}}"
        return _upright(*parts)
    below, raised = [digits] if digits else [], ""
    for part in parts[1:]:
        if part in _ACCENTS:
            letter = _ACCENTS[part] % letter
        elif part in _RAISED and not raised:
            raised = _RAISED[part]
        else:
            below.append(_index(part) or _upright(part))
    return letter + (f"_{{{','.join(below)}}}" if below else "") + raised


def _upright(*parts: str) -> str:
    r"""Words as a name; as a ``\text`` a relation beside them would get no space."""
    return rf"\mathrm{{{(chr(92) + ':').join(parts)}}}"


def _digits(text: str) -> tuple[str, str]:
    """A word and the digits at its end."""
    match = re.fullmatch(r"(.*?)(\d*)", text)
    return (match[1], match[2]) if match else (text, "")


def _letter(word: str) -> str:
    """A letter, or the name of one; empty for a word."""
    return word if len(word) == 1 else _LETTERS.get(word, "")


def _index(part: str) -> str:
    """What may stand below a letter by itself; empty for a word."""
    if part.isdigit():
        return part
    head, digits = _digits(part)
    letter = _OPERATORS.get(head) or _letter(head)
    return letter + (f"_{{{digits}}}" if digits and letter else "") if letter else ""


def words(text: str) -> str:
    """Words or code inside of a formula; braces would end them."""
    return rf"\text{{{text.translate(_PLAIN)}}}"


_PLAIN = str.maketrans({"{": "(", "}": ")", "\\": "/", "$": " ", "_": " ", "\n": " "})


_RELATION = re.compile(r"(?<=[^\s_^{(])\s*([=<>])\s*(?=[^\s_^})])")
"""Between two sides."""
_GROUP = r"\{([^{}]*)\}"


def plain(latex: str) -> str:
    r"""A formula for a terminal: ``\frac{a}{b}`` is ``(a)/(b)``, letters go by their names."""
    before, latex = "", _RELATION.sub(r" \1 ", latex)
    while before != latex:  # from the inside out: what has become plain has no braces any more
        before = latex
        for pattern, replacement in _PLAINER:
            latex = pattern.sub(replacement, latex)
    return " ".join(latex.split())


def spoken(text: str) -> str:
    """A text with formulas between dollars, for a terminal."""
    return re.sub(r"\$([^$]*)\$", lambda formula: plain(_spelled_out(formula[1])), text)


def _spelled_out(latex: str) -> str:
    r"""With the braces and spaces that authors leave out: ``\frac1{2\tau}`` is ``\frac{1}{2 \tau}``."""
    latex = re.sub(r"\\(sqrt|frac)\s*(\w)", r"\\\1{\2}", latex)
    latex = re.sub(rf"(\\frac{_GROUP})\s*(\w)", r"\1{\3}", latex)
    return re.sub(r"(?<=[A-Za-z0-9)}])\\(?=[A-Za-z])", r" \\", latex)


_PLAINER = [
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\\(?:text|mathrm|mathbf|operatorname)\{([^{}]*)\}", r"\1"),
        (r"\\(hat|tilde|bar)\{\\?(\w+)\}", r"\2\1"),
        (r"\\(?:left|right)(?![a-z])\.?", ""),
        (r"\^(?:\{\\top\}|\\top(?![a-z]))", "^T"),
        (r"\^(?:\{\\ast\}|\*)", "*"),
        (r"\\ell_(\d)", r"l\1"),
        (r"\\varepsilon(?![a-z])", r"\\epsilon"),
        (r"\\mathbb\s*\{?([A-Z])\}?", r"\1"),
        (r"\\underbrace" + _GROUP, r"\1"),
        (r"\\sqrt" + _GROUP, r"sqrt(\1)"),
        (r"\\binom" + _GROUP * 2, r"binom(\1, \2)"),
        (r"\\frac\{(\d+)\}\{(\d+)\}", r"\1/\2"),
        (rf"\\frac{_GROUP}{_GROUP}", r"(\1)/(\2)"),
        (r"\\begin\{cases\}|\\end\{cases\}", " "),
        (r"\\\\", "; "),
        (r"&", " "),
        (r"\\(?:quad|,|:|\s)", " "),
        (r"\\le(?![a-z])", " <= "),
        (r"\\ge(?![a-z])", " >= "),
        (r"\\ne(?![a-z])", " != "),
        (r"\\cdot(?![a-z])", " * "),
        (r"\\times(?![a-z])", " x "),
        (r"\\pm(?![a-z])", " +- "),
        (r"\\l?dots", "..."),
        (r"\\in(?![a-z])", " in "),
        (r"\\(?:mapsto|to)(?![a-z])", " -> "),
        (r"\\langle\s*", "<"),
        (r"\s*\\rangle(?![a-z])", ">"),
        (r"\\leftarrow", " <- "),
        (r"\\\|", "||"),
        (r"([_^])\{(\w|[a-z]{2,}|\\[a-z]+)\}", r"\1\2"),
        (r"([_^])\{([^{}]*)\}", r"\1(\2)"),
        (r"\\(?!frac|sqrt|binom|underbrace)([A-Za-z]+)", r"\1"),
        (r"\\([{}])", r"\1"),
    )
]
