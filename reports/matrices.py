"""Exact numbers, vectors and matrices of a witness, small enough to read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from markupsafe import Markup, escape

from lemmata.records.notation import identifier

from . import characters, words

READABLE = 60
"""An array with more entries is folded away."""
SHOWN = 2_000
"""An array with more entries is not shown at all; its file has it."""
_NUMBER = re.compile(r"-?\d{1,4000}(?:/\d{1,4000})?")
_POWER = re.compile(r"(-?)1/(\d{4,4000})")
_LARGE = 12
"""One over a power of two is written as one from this exponent on."""
_EXPONENT = re.compile("[⁻⁰¹²³⁴-⁹]+")
_DIGITS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "−0123456789")
_LONGEST, _LONGEST_FRACTION = 24, 12


@dataclass(frozen=True)
class Quantity:
    """A named value: ``form`` is ``scalar``, ``vector``, ``small``, ``folded`` or ``omitted``.

    ``symbol`` is the name as the statement writes it, ``meaning`` what it stands for.
    """

    name: str
    form: str
    html: Markup
    size: str = ""
    relation: str = "="
    symbol: Markup | str = ""
    meaning: Markup | str = ""


def quantities(
    values: Mapping[str, Any],
    symbols: Mapping[str, Markup] = MappingProxyType({}),
    meanings: Mapping[str, Markup] = MappingProxyType({}),
) -> list[Quantity]:
    """Each named value as HTML, scalars first."""
    parts = [
        replace(_quantity(str(name), value), symbol=symbols.get(name, ""), meaning=meanings.get(name, ""))
        for name, value in values.items()
    ]
    return sorted(parts, key=lambda quantity: quantity.form != "scalar")


def inline(values: Mapping[str, Any]) -> Markup:
    """A setting in one line: ``d = 1, N = 2``, its quantities as statements call them."""
    texts = {characters.text(f"${identifier(name)}$"): plain(value) for name, value in values.items()}
    return Markup(", ").join(
        characters.raised(f"{name} {text if text.startswith('≈') else '= ' + text}")
        for name, text in texts.items()
    )


def _quantity(name: str, value: Any) -> Quantity:
    if not isinstance(value, list):
        text = plain(value)
        relation = "≈" if text.startswith("≈") else "="
        return Quantity(name, "scalar", escape(text.lstrip("≈ ")), relation=relation)
    entries = _entries(value)
    size = " × ".join(map(str, _shape(value))) + f", {words.plural(entries, 'entry', 'entries')}"
    if entries > SHOWN:
        return Quantity(name, "omitted", Markup(""), size)
    if entries <= READABLE and not any(isinstance(entry, list) for entry in value):
        return Quantity(name, "vector", escape(f"({', '.join(map(plain, value))})"), size)
    return Quantity(name, "small" if entries <= READABLE else "folded", _array(value), size)


def raised(text: Markup) -> Markup:
    """A value with exponents that a browser raises: the digits of fonts stand at different heights."""
    return Markup(_EXPONENT.sub(lambda found: f"<sup>{found[0].translate(_DIGITS)}</sup>", text))


def _entries(value: Any) -> int:
    return sum(map(_entries, value)) if isinstance(value, list) else 1


def _shape(value: Any) -> list[int]:
    shape = []
    while isinstance(value, list):
        shape.append(len(value))
        value = value[0] if value else None
    return shape


def _array(value: list[Any]) -> Markup:
    """A vector, a matrix, or a stack of them with the index of each."""
    if _is_matrix(value) or not any(isinstance(v, list) for v in value):
        return _math(_brackets(value))
    stack = (
        Markup('<figure class="slice"><figcaption>{}</figcaption>{}</figure>').format(index, slice_)
        for index, slice_ in _slices(value, ())
    )
    return Markup("").join(stack)


def _slices(value: list[Any], index: tuple[int, ...]) -> Iterator[tuple[str, Markup]]:
    for k, part in enumerate(value, start=1):
        position = (*index, k)
        if not isinstance(part, list):
            shown = _cell(plain(part))
        elif _is_matrix(part) or not any(isinstance(v, list) for v in part):
            shown = _brackets(part)
        else:
            yield from _slices(part, position)
            continue
        yield f"[{', '.join(map(str, position))}]", _math(shown)


def _is_matrix(value: list[Any]) -> bool:
    """Rows of one length, with no further nesting."""
    rows = [row for row in value if isinstance(row, list)]
    flat = not any(isinstance(cell, list) for row in rows for cell in row)
    return bool(rows) and len(rows) == len(value) and flat and len({len(r) for r in rows}) == 1


def _brackets(value: list[Any]) -> Markup:
    rows = value if value and isinstance(value[0], list) else [value]
    cells = Markup("").join(
        Markup("<mtr>{}</mtr>").format(
            Markup("").join(Markup("<mtd>{}</mtd>").format(_cell(plain(cell))) for cell in row)
        )
        for row in rows
    )
    left, right = ("[", "]") if rows is value else ("(", ")")
    return Markup("<mrow><mo>{}</mo><mtable>{}</mtable><mo>{}</mo></mrow>").format(left, cells, right)


def _math(content: Markup) -> Markup:
    return Markup("<math>{}</math>").format(content)


def _cell(text: str) -> Markup:
    tag = "mn" if text.lstrip("≈ −")[:1].isdigit() else "mtext"
    return Markup("<{0}>{1}</{0}>").format(Markup(tag), escape(text))


def plain(value: Any) -> str:
    """One exact value as text; a fraction too long to read is rounded and says so."""
    if isinstance(value, list):
        return "[" + ", ".join(map(plain, value)) + "]"
    if value is None:
        return words.NONE
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return words.number(value, 6)
    text = str(value)
    if not _NUMBER.fullmatch(text):
        return text
    if power := _POWER.fullmatch(text):
        exponent = int(power[2]).bit_length() - 1
        if exponent >= _LARGE and int(power[2]) == 1 << exponent:
            return f"{power[1].replace('-', '−')}2⁻{str(exponent).translate(words.SUPERSCRIPTS)}"
    if len(text) <= (_LONGEST_FRACTION if "/" in text else _LONGEST):
        return text.replace("-", "−")
    try:
        return "≈ " + words.number(float(Fraction(text)), 6)
    except (OverflowError, ZeroDivisionError):
        return f"a number of {len(text)} characters"
