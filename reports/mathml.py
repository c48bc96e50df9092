r"""One formula from LaTeX to MathML that browsers show well.

`latex2mathml` does the parsing. What it returns is rebuilt here from an allowed list of elements
and attributes, because it escapes nothing (`\text{<script>}` comes through as it is), and because
browsers implement MathML Core only: bold letters have to be other characters, and spaces around
named functions have to be written out.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element, tostring

from latex2mathml.converter import convert_to_element
from latex2mathml.symbols_parser import convert_symbol

from . import limits


class FormulaError(ValueError):
    """A formula cannot be shown; the message says why."""


def convert(latex: str, *, display: bool = False) -> Element:
    """The formula as a `<math>` element.

    Raises:
        FormulaError: the formula is malformed, uses a command that is not known, or is longer or nested
            deeper than :mod:`reports.limits` allows.
    """
    if len(latex) > limits.FORMULA:
        raise FormulaError(f"{len(latex):,} characters, at most {limits.FORMULA:,} are set")
    source = _prepare(latex)
    math = _parse(source, display)
    if any(node.get("linebreak") for node in math.iter()):
        # Browsers ignore line breaks between elements; lines have to be rows of a table.
        math = _parse(rf"\begin{{align*}}{source}\end{{align*}}", display)
    tidy = _rebuild(math, _Place(display=display))
    if display:
        tidy.set("display", "block")
    return tidy


def render(math: Element) -> str:
    """The element as text, escaped, without what every browser assumes by itself."""
    for row in math.iter():
        if row.tag in _ROWS:
            _leave_out_what_is_assumed(list(row))
    for sign in math.iter("mo"):  # a norm has no space around its bars in any form
        if sign.text == "‖" and sign.get("lspace") == sign.get("rspace") == "0":
            sign.attrib = {name: value for name, value in sign.attrib.items() if name[1:] != "space"}
    for name in math.iter("mi"):  # what is no letter is upright by itself, but for two signs
        if name.get("mathvariant") and not (name.text or "").isalpha() and (name.text or "") not in "∂∇":
            del name.attrib["mathvariant"]
    if len(math) == 1 and math[0].tag == "mrow" and not math[0].attrib:  # which every formula is
        math[:] = list(math[0])
    text = tostring(math, encoding="unicode", short_empty_elements=False)
    return _SPACE.sub(r"\1/>", text)


def _leave_out_what_is_assumed(row: list[Element]) -> None:
    """Attributes that say what an operator does by itself in this row."""
    for node in row if len(row) > 1 else ():
        sign, attributes = node.text or " ", node.attrib
        if sign in ":∼±" and node.get("stretchy") == "false":
            del attributes["stretchy"]
        bar = sign == "|" and (node in (row[0], row[-1]) or attributes.get("form") in ("prefix", "postfix"))
        if sign in _FENCES:
            usual = {"form": _FENCES[sign], "stretchy": "true"}
        elif bar or (sign in _SIGNS and node is row[0] and "form" not in attributes):
            usual = {"lspace": "0", "rspace": "0"}
        else:
            inside = node is not row[0] and node is not row[-1]
            usual = {"form": "infix"} if inside or sign not in _SEVERAL else {}
        if usual.items() <= attributes.items():
            node.attrib = {name: value for name, value in attributes.items() if name not in usual}


_FENCES = dict.fromkeys("([{⌈⌊⟨", "prefix") | dict.fromkeys(")]}⌉⌋⟩", "postfix")
"""Brackets have one form, wherever they stand."""
_SIGNS = frozenset("+−±∓")
"""At the beginning of a row they belong to what follows, without a space."""
_SEVERAL = _SIGNS | frozenset("|‖!")
"""What has another form at an end of a row than inside of it."""
_SPACE = re.compile(r"(<mspace [^>]*)></mspace>")


# -- before parsing: what latex2mathml does not know -------------------------------------------

_REWRITES = [
    (re.compile(r"\\label\{[^{}]*\}|\\(?:nonumber|notag)\b"), ""),
    (re.compile(r"\\(begin|end)\{(?:aligned|split|gathered|gather\*?|align)\}"), r"\\\1{align*}"),
    (re.compile(r"\\\\\s*\[-?[\d.]+\s*(?:pt|em|ex|mm|cm)\]"), r"\\\\ "),
    # An opening bracket here would be read as an option.
    (re.compile(r"(\\begin\{(?:[pbvBV]?matrix|cases)\*?\}|\\\\)\s*\["), r"\1\\lbrack "),
    (re.compile(r"\\operatorname\*?\{arg\s*(?:\\[,;! ]|~)?\s*(min|max)\}"), r"\\arg\1"),
    (re.compile(r"\\arg\s*\\(min|max)\b"), r"\\arg\1"),
    (re.compile(r"\\arg(?![a-z])"), r"\\operatorname{arg}"),
    (re.compile(r"\\operatorname\*"), r"\\operatorname"),
    (re.compile(r"\\math(?:ds|bbm)\b"), r"\\mathbb"),
    (re.compile(r"\\tag\{"), r"\\qquad\\tag{"),
]
_TEXT = re.compile(r"\\text\{([^{}]*\$[^{}]*)\}")


def _prepare(latex: str) -> str:
    for pattern, replacement in _REWRITES:
        latex = pattern.sub(replacement, latex)
    return _TEXT.sub(_math_in_text, latex)


def _math_in_text(match: re.Match[str]) -> str:
    r"""Formulas inside of words, `\text{if $x$}`, taken out of the words."""
    parts = match[1].split("$")
    return "".join(p if k % 2 else rf"\text{{{p}}}" for k, p in enumerate(parts) if p)


def _parse(latex: str, display: bool) -> Element:
    try:
        parsed: Element = convert_to_element(latex, display="block" if display else "inline")
    except RecursionError:
        raise FormulaError(_TOO_DEEP) from None
    except Exception as error:  # noqa: BLE001 - the parser raises its own and builtin errors alike
        raise FormulaError(_in_words(error)) from None
    level, depth = [parsed], 0
    while level:
        depth += 1
        if depth > limits.DEPTH:
            raise FormulaError(_TOO_DEEP)
        level = [child for node in level for child in node]
    return parsed


_TOO_DEEP = f"nested more than {limits.DEPTH} levels deep"


def _in_words(error: Exception) -> str:
    """The parser says most of it in the names of its errors, `MissingEndError`."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(error).__name__).lower()
    return f"the parser says: {name.removesuffix(' error')} {error}".strip()


# -- after parsing: only what is known passes --------------------------------------------------

_LEAVES = frozenset(("mi", "mo", "mn", "mtext", "mspace"))
_ROWS = frozenset(("math", "mrow", "mstyle", "mtd", "msqrt", "mphantom", "mpadded"))
_SCRIPTS = frozenset(("msub", "msup", "msubsup", "munder", "mover", "munderover"))
_TABLES = frozenset(("mtable", "mtr"))
_FIXED = frozenset(("mfrac", "mroot"))
_ELEMENTS = _LEAVES | _ROWS | _SCRIPTS | _TABLES | _FIXED
_ATTRIBUTES = frozenset(
    ("accent", "displaystyle", "form", "linethickness", "maxsize", "minsize", "movablelimits")
    + ("scriptlevel", "stretchy", "width")
)
_VALUE = re.compile(r"[\w.+-]{1,20}")
_REFERENCE = re.compile(r"&#x([0-9A-Fa-f]{1,6});")
_PLAIN = frozenset("∞∅∂∇∀∃⊤⊥…⋯⋮⋱%#$&")
"""Symbols that stand for things, so that no operator's space belongs around them."""
_DELIMITERS = frozenset("|‖")
_TIGHT = _DELIMITERS | {"/"}
"""Operators without a space around them."""
_ACCENTS = {"―": "‾"}
_LIMITS = frozenset(("min", "max", "sup", "inf", "lim", "argmin", "argmax", "limsup", "liminf"))
_STYLES = {
    "bold": ("BOLD",),
    "bold-italic": ("BOLD ITALIC", "BOLD"),
    "double-struck": ("DOUBLE-STRUCK",),
    "script": ("SCRIPT",),
    "fraktur": ("FRAKTUR", "BLACK-LETTER"),
    "sans-serif": ("SANS-SERIF",),
    "monospace": ("MONOSPACE",),
}
"""Styles of letters as Unicode names them, with a second choice where there is none."""


@dataclass(frozen=True)
class _Place:
    """Where a node stands: in a display, in an index."""

    display: bool
    script: bool = False


def _rebuild(old: Element, place: _Place) -> Element:
    if old.tag in _LEAVES:
        return _leaf(old, place)
    new = Element(old.tag if old.tag in _ELEMENTS else "mrow", _attributes(old))
    inner = place
    if new.tag == "mfrac" or (new.tag == "mtable" and old.get("displaystyle") != "true"):
        inner = replace(place, display=False)
    index = replace(inner, script=True)
    children = [_rebuild(child, index if k and new.tag in _SCRIPTS else inner) for k, child in enumerate(old)]
    if new.tag in ("msub", "msup", "msubsup"):
        for sign in (child for child in children[1:] if child.tag == "mo"):
            sign.tag, sign.attrib = "mi", {}  # a star is a name there, not an operation
    if new.tag in _ROWS:
        children = list(_spaced(_joined(children), place))
    if new.tag == "mrow" and len(children) == 1:
        return children[0]
    new.extend(children)
    _limits(new, place)
    if new.tag == "mover" and new[-1].tag == "mo":
        new.set("accent", "true")
        new[-1].text = _ACCENTS.get(new[-1].text or "", new[-1].text)
        if old.get("accent") == "true":  # a hat on one letter; a wide hat comes without
            new[-1].set("stretchy", "false")
    if new.tag == "mtd" and (side := old.get("columnalign")) in ("left", "right"):
        new.set("class", side)
    if new.tag == "mtable" and old.get("displaystyle") == "true":
        new.set("class", "aligned")
    return new


def _attributes(old: Element) -> dict[str, str]:
    return {
        name: value for name, value in sorted(old.items()) if name in _ATTRIBUTES and _VALUE.fullmatch(value)
    }


def _leaf(old: Element, place: _Place) -> Element:
    text = _characters(old)
    new = Element(old.tag, _attributes(old))
    variant = old.get("mathvariant", "")
    new.text = "".join(_styled(c, variant) for c in text) if old.tag != "mtext" else text
    if variant == "normal":
        new.set("mathvariant", "normal")
    if old.tag in ("mi", "mo") and len(text) == 1:
        _classify(new, text)
    elif old.tag == "mo" and _is_word(text):
        new.tag = "mi"
    if new.tag == "mo" and (text in _TIGHT or (place.script and "stretchy" not in new.attrib)):
        new.set("lspace", "0")
        new.set("rspace", "0")
    return new


def _characters(old: Element) -> str:
    raw = old.text or ""
    if raw == "&" and old.tag != "mtext":
        raise FormulaError("a stray & outside of a matrix")
    text = _REFERENCE.sub(_referred, raw)
    if old.tag == "mtext" or not (text.startswith("\\") and len(text) > 1):
        return text
    known = convert_symbol(text)
    if known is None:
        raise FormulaError(f"unknown command {text}")
    return chr(int(known, 16))


def _referred(reference: re.Match[str]) -> str:
    code = int(reference[1], 16)
    if code > sys.maxunicode:
        raise FormulaError(f"{reference[0]} stands for no character")
    return chr(code)


def _styled(character: str, variant: str) -> str:
    """The letter of a style that looks like this one; it has a place of its own in Unicode."""
    name = re.sub(r"^(LATIN|GREEK) (\w+) LETTER", r"\2", unicodedata.name(character, ""))
    for style in _STYLES.get(variant, ()):
        for styled in (f"MATHEMATICAL {style} {name}", f"{style} {name}"):
            try:
                return unicodedata.lookup(styled)
            except KeyError:
                continue
    return character


def _classify(new: Element, text: str) -> None:
    """Identifier or operator: the parser calls many an operator an identifier."""
    if text in _PLAIN:
        new.tag = "mi"
        new.set("mathvariant", "normal")
    elif new.tag == "mi" and (unicodedata.category(text) in ("Sm", "Ps", "Pe") or text in ":~"):
        new.tag = "mo"
        new.set("stretchy", "false")
        new.text = "∼" if text == "~" else text


def _is_word(text: str) -> bool:
    return len(text) > 1 and "".join(text.split()).isalpha()


def _joined(children: list[Element]) -> Iterator[Element]:
    """Upright letters side by side are one name; a colon and an equals sign are one relation."""
    last: Element | None = None
    for child in children:
        if last is not None and _is_upright(last) and _is_upright(child):
            last.text = (last.text or "") + (child.text or "")
        elif last is not None and (last.tag, last.text, child.text) == ("mo", ":", "="):
            last.text = "≔"
        else:
            if last is not None:
                yield _named(last)
            last = child
    if last is not None:
        yield _named(last)


def _is_upright(node: Element) -> bool:
    letters = (node.text or "").isascii() and (node.text or "").isalpha()
    return node.tag == "mi" and node.get("mathvariant") == "normal" and letters


def _named(node: Element) -> Element:
    if node.tag == "mi" and len(node.text or "") > 1:
        node.attrib.pop("mathvariant", None)  # several letters are upright by themselves
    return node


def _spaced(children: Iterator[Element], place: _Place) -> Iterator[Element]:
    """Thin spaces between the name of a function and what stands beside it."""
    last: Element | None = None
    for child in children:
        if child.text in ("−", "+") and last is not None and _is_operator(last):
            child.set("form", "prefix")  # a sign, not an operation
        if last is not None and not place.script:
            after_name = _is_name(last) and not _opens(child)
            before_name = _is_name(child) and not _is_operator(last)
            if (after_name or before_name) and "mspace" not in (last.tag, child.tag):
                yield Element("mspace", {"width": "0.167em"})
        yield child
        last = child


def _is_name(node: Element) -> bool:
    if node.tag in _SCRIPTS:
        return _is_name(node[0])
    return node.tag == "mi" and _is_word(node.text or "")


def _opens(node: Element) -> bool:
    first = next(n for n in node.iter() if not len(n))
    return first.tag == "mo" and first.text not in _DELIMITERS


def _is_operator(node: Element) -> bool:
    return node.tag == "mo" and (node.text or "") not in ")]}⟩|‖!"


def _limits(new: Element, place: _Place) -> None:
    """In a display, what a minimum is taken over stands below it."""
    if not place.display or place.script or new.tag not in ("msub", "msubsup"):
        return
    if "".join((new[0].text or "").split()) in _LIMITS:
        new.tag = {"msub": "munder", "msubsup": "munderover"}[new.tag]
