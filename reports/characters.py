"""Texts with formulas as text alone, for long lists: characters instead of MathML."""

from __future__ import annotations

import functools
import re
from xml.etree.ElementTree import Element

from markupsafe import Markup, escape

from lemmata.records.words import without_roles

from . import limits, mathml, words

_FORMULA = re.compile(r"\$\$?((?:\\.|[^$\\])+)\$\$?|\\\((.+?)\\\)|\\\[(.+?)\\\]", re.DOTALL)
_POWER = re.compile(r"\^(?:\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)|(\w))")
_INDEX = re.compile(r"(?<=[^\W\d_]|\))_(?:([Α-ω])|(?<!\w\w_)(?:\(([^()]*)\)|(\w)(?![A-Za-z0-9_])))")
"""An index; behind two letters, as in a name of the code, only a Greek letter is one."""
_RAISED = str.maketrans("0123456789+-−=()nikT", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱᵏᵀ")
_LOWERED = str.maketrans("0123456789+-−=()aeijklmnoprstx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑᵢⱼₖₗₘₙₒₚᵣₛₜₓ")


@functools.lru_cache(4096)
def text(source: str) -> str:
    """A line without markup: formulas become characters, as far as there are some; not escaped."""
    source = words.with_formulas(without_roles(" ".join(source[: limits.TEXT].split())))
    end, parts = 0, []
    for match in _FORMULA.finditer(source):
        parts += [_words(source[end : match.start()]), _formula(match[1] or match[2] or match[3])]
        end = match.end()
    return "".join([*parts, _words(source[end:])])


def raised(text: str) -> Markup:
    """Such a text for a page: what no small character stands for is made small there."""
    html = str(escape(text))
    html = _POWER.sub(lambda match: f"<sup>{match[1] or match[2]}</sup>", html)
    return Markup(_INDEX.sub(lambda match: f"<sub>{match[1] or match[2] or match[3]}</sub>", html))


def _words(source: str) -> str:
    """What stands between formulas."""
    return source.replace("`", "").replace("\\$", "$")


def _formula(latex: str) -> str:
    try:
        return re.sub(r"\s+", " ", _flat(mathml.convert(latex))).strip()
    except mathml.FormulaError:
        return latex


def _flat(node: Element) -> str:
    """A formula in one line."""
    parts = [_flat(child) for child in node]
    match node.tag:
        case "msup" | "mover" if len(parts) == 2:
            return parts[0] + _small(parts[1], "^", _RAISED)
        case "msub" | "munder" if len(parts) == 2:
            return parts[0] + _small(parts[1], "_", _LOWERED)
        case "msubsup" | "munderover" if len(parts) == 3:
            return parts[0] + _small(parts[1], "_", _LOWERED) + _small(parts[2], "^", _RAISED)
        case "mfrac" if len(parts) == 2:
            return f"{_grouped(parts[0])}/{_grouped(parts[1])}"
        case "msqrt":
            return f"√{_grouped(''.join(parts))}"
        case "mspace":
            return " "
        case "mo":
            sign = (node.text or "").strip()
            if sign == ",":
                return ", "
            return f" {sign} " if sign in _SPACED and node.get("form") != "prefix" else sign
        case "mtr":
            return ", ".join(parts) + "; "
    return (node.text or "") + "".join(parts)


_SPACED = frozenset("=<>≤≥≠∈⊂→≈≪≫∼+:") | {"−", "≔", "⪰", "≻", "⟶", "⇒"}


def _small(part: str, sign: str, table: dict[int, int]) -> str:
    part = part.replace(" ", "")
    if part in ("′", "*", "∗", "⋆", "⊤", "¯", "^", "~"):
        return part
    if part and all(ord(c) in table for c in part):
        return part.translate(table)
    return sign + (part if len(part) == 1 or re.fullmatch(r"\([^()]*\)", part) else f"({part})")


def _grouped(part: str) -> str:
    part = part.strip()
    return part if re.fullmatch(r"\w*|\([^()]*\)", part) else f"({part})"
