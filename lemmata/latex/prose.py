r"""A statement's LaTeX as the pages and the terminal show it: words, with formulas between dollars.

Formulas stay LaTeX; references are written out by their numbers; what only says how words look goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_REFERENCE = re.compile(
    r"\\(?P<how>ref|eqref|cref|Cref|autoref|cpageref|labelcref|nameref|vref|Vref|thref)\*?\s*\{(?P<labels>[^{}]*)\}"
)
_CITED = re.compile(r"\\(?:no)?cite[A-Za-z]*\*?\s*(?:\[([^\]]*)\]\s*)?(?:\[[^\]]*\]\s*)?\{([^{}]*)\}")
_LABEL = re.compile(r"\\label\s*(?:\[[^\]]*\]\s*)?\{[^{}]*\}")
_DISPLAY = re.compile(
    r"\\begin\s*\{(?P<name>equation|align|alignat|flalign|gather|multline|eqnarray|dmath|displaymath|math"
    r"|IEEEeqnarray)(?P<star>\*?)\}(?P<inner>.*?)\\end\s*\{(?P=name)(?P=star)\}",
    re.DOTALL,
)
_NOTE = re.compile(r"\\(?:thanks|footnote|footnotemark|inst|affil|email|orcid)\s*(?:\[[^\]]*\])?\{[^{}]*\}")
_SPACES = re.compile(r"\s+")
_KEPT = "\ue000"
"""Stands for a formula while words are read: a character that Unicode leaves to everybody."""
_FORMULA = re.compile(r"\\\[.*?\\\]|\\\(.*?\\\)|\$\$.*?\$\$|\$(?:\\.|[^$\\])*\$", re.DOTALL)


def said(latex: str, references: Mapping[str, tuple[str, str]]) -> str:
    """What a statement says.

    Args:
        latex: what stands in its environment, with the author's own commands written out.
        references: what labels refer to: title and number.
    """
    latex = _REFERENCE.sub(lambda m: _referred(m, references), latex)
    latex = _DISPLAY.sub(_displayed, _LABEL.sub("", _CITED.sub(_cited, latex)))
    formulas: list[str] = []

    def keep(match: re.Match[str]) -> str:
        formulas.append(" ".join(_LABEL.sub("", match[0]).split()))
        return f" {_KEPT} " if match[0].startswith(("\\[", "$$")) else _KEPT

    words = _words(_FORMULA.sub(keep, latex))
    parts = words.split(_KEPT)
    text = parts[0] + "".join(f + part for f, part in zip(formulas, parts[1:], strict=False))
    return re.sub(r"(\\\]|\$\$) ([.,;:])", r"\1\2", text).strip()


def referring(latex: str) -> Iterator[tuple[int, str, str]]:
    """The references of a text: where each stands, its command and its label."""
    for match in _REFERENCE.finditer(latex):
        for label in match["labels"].split(","):
            yield match.start(), match["how"], label.strip()


def plain(latex: str) -> str:
    """A title or a name without formatting, notes and line breaks."""
    latex = _CITED.sub(_cited, _NOTE.sub("", latex)).replace(r"\\", " ")
    latex = re.sub(r"\\(?:and|And|AND)(?![A-Za-z])", ", ", latex)
    return re.sub(r"\s+([,.])", r"\1", _words(latex)).strip(" ,")


def _words(latex: str) -> str:
    from pylatexenc.latex2text import LatexNodes2Text

    reader = LatexNodes2Text(math_mode="verbatim", keep_comments=False)
    text: str = reader.latex_to_text(latex, tolerant_parsing=True)
    return _SPACES.sub(" ", text).strip()


def _cited(match: re.Match[str]) -> str:
    return f"[{match[2].strip()}{', ' + match[1] if match[1] else ''}]"


def _displayed(match: re.Match[str]) -> str:
    r"""A display between ``\[`` and ``\]``; of several lines, in what the pages set them with."""
    inner = re.sub(r"\\(?:nonumber|notag)(?![A-Za-z])", "", match["inner"]).strip()
    if match["name"] in ("alignat", "IEEEeqnarray"):
        inner = re.sub(r"^\{[^{}]*\}", "", inner)
    if match["name"] == "eqnarray":
        inner = re.sub(r"&\s*([^&]*?)\s*&", r"&\1 ", inner)
    if match["name"] == "gather" or match["name"] == "multline":
        inner = inner.replace("&", "")
    if re.search(r"\\\\|&", inner) and not inner.startswith(r"\begin{"):
        inner = rf"\begin{{align*}}{inner}\end{{align*}}"
    return rf"\[{inner}\]"


def _referred(match: re.Match[str], references: Mapping[str, tuple[str, str]]) -> str:
    how, several = match["how"], []
    for label in match["labels"].split(","):
        title, number = references.get(label.strip(), ("", ""))
        if not number:
            several.append(f"[{label.strip()}]")
        elif how == "eqref" or (title == "Equation" and how != "ref"):
            several.append(f"({number})")
        elif how == "ref":
            several.append(number)
        else:
            several.append(f"{title} {number}".strip())
    return ", ".join(several)
