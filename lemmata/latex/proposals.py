r"""What can be read of a statement's quantities with certainty: a proposal of the spaces in which they lie.

Only what the words introduce ("for all $x\in\mathbb R^n$", "let $\lambda>0$") is read, and only in forms that
have one meaning. It is written into the stub as comments: whoever encodes the statement decides.
"""

from __future__ import annotations

import re

_FORMULA = re.compile(r"\\\[(?P<display>.*?)\\\]|\$(?P<inline>(?:[^$\\]|\\.)+)\$", re.DOTALL)
_INTRODUCES = re.compile(
    r"\b(?:for (?:all|every|any|each)|"
    r"let|given|suppose|assume|where|with|if|fix|whenever|provided|be|consider)\b",
    re.IGNORECASE,
)
_CONCLUDES = re.compile(
    r"\b(?:then|we have|holds?|"
    r"there (?:exists?|is|are)|implies|satisf\w+|it follows|for some|such that|iff|only if)\b",
    re.IGNORECASE,
)
_NAME = (
    r"[A-Za-z]|\\(?:alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|kappa|lambda|mu|nu|rho|sigma"
    r"|tau|omega|xi|phi|varphi)(?![A-Za-z])"
)
_NAMES = rf"(?P<names>(?:{_NAME})(?:\s*,\s*(?:{_NAME}))*)"
_NUMBER = r"-?\d+(?:\.\d+)?"
_LE, _GE = r"(?:\\leq?(?:slant)?(?![A-Za-z]))", r"(?:\\geq?(?:slant)?(?![A-Za-z]))"
_REALS = r"\\(?:mathbb|mathbf|bf|Bbb)\s*\{?\s*R\s*\}?|\\R(?![A-Za-z])"
_SIZE = rf"(?:{_NAME}|\d+)"
_POWER = rf"\^\s*(?:\{{\s*(?P<rows>{_SIZE})\s*(?:\\times\s*(?P<columns>{_SIZE})\s*)?\}}|(?P<size>{_SIZE}))"
_IN_REALS = re.compile(rf"{_NAMES}\s*\\in\s*(?:{_REALS})(?:\s*{_POWER})?")
_IN_NATURALS = re.compile(rf"{_NAMES}\s*\\in\s*\\mathbb\s*\{{?\s*N\s*\}}?")
_IN_SIGNS = re.compile(rf"{_NAMES}\s*\\in\s*\\\{{\s*(?:-1\s*,\s*\+?1|\\pm\s*1)\s*\\\}}(?:\s*{_POWER})?")
_IN_INTERVAL = re.compile(
    rf"{_NAMES}\s*\\in\s*(?P<opens>[\[(])\s*(?P<low>{_NUMBER})\s*,\s*"
    rf"(?P<high>{_NUMBER}|\\infty)\s*(?P<closes>[\])])"
)
_BETWEEN = re.compile(
    rf"(?P<low>{_NUMBER})\s*(?P<first><|{_LE})\s*(?P<names>{_NAME})\s*(?P<second><|{_LE})\s*(?P<high>{_NUMBER})"
)
_ABOVE = re.compile(rf"{_NAMES}\s*(?P<sign>>|{_GE})\s*(?P<low>\d+)")
_WHOLE = re.compile(r"[dijklmnpqrstDKLMNT]")
"""Letters that stand for whole numbers where they are at least 1, 2, ..."""
_PROBABILITY = re.compile(
    r"with probability (?:at least|exceeding|larger than|no less than)\s*(\$[^$]+\$)", re.IGNORECASE
)
_RELATION = re.compile(
    rf"{_LE}|{_GE}|\\lesssim|\\gtrsim|<|>|=|"
    r"\\(?:in|to|approx|sim|equiv|neq?|subset\w*|implies|iff|Rightarrow)(?![A-Za-z])"
)
_KEYWORDS = {"lambda": "lam"}


def of(latex: str) -> list[str]:
    """The lines of a proposal for a statement; none where nothing is certain."""
    quantities: dict[str, str] = {}
    for match in _FORMULA.finditer(latex):
        if match["inline"] and _introduced(latex[: match.start()]):
            around = latex[max(match.start() - 40, 0) : match.end() + 40]
            _read(match["inline"].strip().rstrip(".,;"), around, quantities)
    lines = [f"{name}={domain}" for name, domain in quantities.items()]
    lines += [
        f"It holds with probability at least {found}: a claim of the kind probability."
        for found in _PROBABILITY.findall(latex)
    ]
    sides = [
        found for match in _FORMULA.finditer(latex) if match["display"] and (found := _sides(match["display"]))
    ]
    if len(sides) == 1:
        lines += [f"left = {sides[0][0]}", f"right = {sides[0][1]}", "return at_most(left, right)"]
    return lines


def _introduced(before: str) -> bool:
    """Whether the words before a formula introduce it."""
    clause = re.split(r"[.;:](?=\s)|\\\]", re.sub(r"\$(?:[^$\\]|\\.)+\$", "$", before))[-1]
    words = [*_INTRODUCES.finditer(clause)]
    return (
        bool(words)
        and not _CONCLUDES.search(clause, words[-1].end())
        and not _CONCLUDES.search(clause[: words[0].start()][-12:])
    )


def _read(formula: str, around: str, quantities: dict[str, str]) -> None:
    if match := _IN_REALS.fullmatch(formula):
        rows, columns = match["rows"] or match["size"], match["columns"]
        for name in _names(match):
            if rows is None:
                quantities.setdefault(name, f'dyadics(-4, 4, of="(-inf, inf)"),  # ${formula}$')
                continue
            sizes = [_size(size, quantities) for size in (rows, columns) if size]
            alike = len(sizes) == 2 and sizes[0] == sizes[1] and re.search(r"\bsymmetric\b", around)
            domain = f"symmetric({sizes[0]})" if alike else f"reals({', '.join(sizes)})"
            quantities.setdefault(name, f"{domain},  # ${formula}$" + (", symmetric" if alike else ""))
    elif match := _IN_SIGNS.fullmatch(formula):
        size = match["rows"] or match["size"]
        for name in _names(match):
            quantities.setdefault(name, f"signs({_size(size, quantities) if size else 1}),  # ${formula}$")
    elif match := _IN_NATURALS.fullmatch(formula):
        for name in _names(match):
            quantities[name] = f"dims(1, 6),  # ${formula}$"
    elif match := _IN_INTERVAL.fullmatch(formula):
        high = "inf" if match["high"] == r"\infty" else match["high"]
        _interval(_names(match), match["opens"], match["low"], high, match["closes"], formula, quantities)
    elif match := _BETWEEN.fullmatch(formula):
        opens, closes = "(" if match["first"] == "<" else "[", ")" if match["second"] == "<" else "]"
        _interval(_names(match), opens, match["low"], match["high"], closes, formula, quantities)
    elif match := _ABOVE.fullmatch(formula):
        low, strict = int(match["low"]), match["sign"] == ">"
        for raw, name in zip(_raw(match), _names(match), strict=True):
            if _WHOLE.fullmatch(raw) and (low or not strict):
                first = low + strict
                quantities[name] = f"dims({first}, {first + 5}),  # ${formula}$"
            else:
                _interval([name], "(" if strict else "[", str(low), "inf", ")", formula, quantities)


def _interval(
    names: list[str], opens: str, low: str, high: str, closes: str, formula: str, quantities: dict[str, str]
) -> None:
    allowed = f"{opens}{low}, {high}{closes}"
    if high != "inf" and float(low) >= float(high):
        return
    if high == "inf":
        drawn = "scales(-10, 10" if (opens, float(low)) == ("(", 0) else f"dyadics({low}, {float(low) + 4:g}"
        open_low = ", open_low=True" if opens == "(" and not drawn.startswith("scales") else ""
        domain = f'{drawn}{open_low}, of="{allowed}")'
    else:
        ends = (", open_low=True" if opens == "(" else "") + (", open_high=True" if closes == ")" else "")
        domain = f"dyadics({low}, {high}{ends})"
    for name in names:
        quantities[name] = f"{domain},  # ${formula}$"


def _size(size: str, quantities: dict[str, str]) -> str:
    if size.isdigit():
        return size
    name = _python(size)
    quantities.setdefault(name, "dims(1, 6),")
    return f'"{name}"'


def _raw(match: re.Match[str]) -> list[str]:
    return [name.strip() for name in match["names"].split(",")]


def _names(match: re.Match[str]) -> list[str]:
    return [_python(name) for name in _raw(match)]


def _python(name: str) -> str:
    plain = name.strip().lstrip("\\")
    return _KEYWORDS.get(plain, plain)


def _sides(display: str) -> tuple[str, str] | None:
    r"""The smaller and the larger side of a displayed inequality that has one sign and one line."""
    display = display.strip().rstrip(".,;").strip()
    if "\\\\" in display or "&" in display or r"\begin" in display:
        return None
    depth, signs = 0, []
    for match in re.finditer(
        rf"\\[{{}}]|\\(?:left|right)(?![A-Za-z])|[{{}}()\[\]]|{_RELATION.pattern}", display
    ):
        if match[0] in ("{", "(", "["):
            depth += 1
        elif match[0] in ("}", ")", "]"):
            depth -= 1
        elif not depth and _RELATION.fullmatch(match[0]):
            signs.append(match)
    if len(signs) != 1 or re.search(r"\\(?:quad|qquad|text|mbox|forall|exists)", display):
        return None
    first, second = display[: signs[0].start()].strip(), display[signs[0].end() :].strip()
    if re.fullmatch(rf"{_LE}|<", signs[0][0]):
        return first, second
    return (second, first) if re.fullmatch(rf"{_GE}|>", signs[0][0]) else None
