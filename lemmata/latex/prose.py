r"""A statement's LaTeX as the pages and the terminal show it: words, with formulas between dollars.

Formulas stay LaTeX; references are written out by their numbers; what only says how words look goes. No word
goes with it: of a command that is not known here the arguments stay.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from lemmata.latex.files import JOINT, shown
from lemmata.latex.stream import end_of_group
from lemmata.latex.tables import pairs, words

_REFERENCE = re.compile(
    r"\\(?:[cC]refrange\*?\s*\{(?P<first>[^{}]*)\}\s*\{(?P<last>[^{}]*)\}"
    r"|(?P<how>ref|eqref|[cC]ref|[aA]utoref|c?pageref|labelcref|nameref|[vV]ref|thref|fullref|zcref|subref)\*?\s*"
    r"\{(?P<labels>[^{}]*)\})"
)
REFERS = words("""
    ref eqref cref Cref autoref Autoref pageref cpageref labelcref nameref vref Vref thref fullref zcref
    crefrange Crefrange subref
""")
"""The commands that refer to labels."""
_LABEL = re.compile(r"\\label\s*(?:\[[^\]]*\]\s*)?\{[^{}]*\}")
_MATH = (
    "equation|align|alignat|flalign|gather|multline|eqnarray|dmath|displaymath|math|IEEEeqnarray|xalignat|xxalignat"
    "|numcases|subnumcases|darray|dgroup|mathpar|prooftree"
)
_BEGINS_FORMULA = re.compile(rf"\\begin\s*\{{(?P<name>(?:{_MATH})\*?)\}}")
_NEXT = re.compile(
    r"\\(?:(?P<name>[A-Za-z@]+)\*?|(?P<sign>.)|$)|\$\$?|[{}~]|``|''|[?!]`|---?|`|[\x1c]", re.DOTALL
)
_OVERLAY = re.compile(r"<[\d,+.-]+>")
_DOLLAR = re.compile(r"\\.|[{}$]", re.DOTALL)
_OPTION = re.compile(r"\s*\[((?:[^\[\]{}]|\{[^{}]*\})*)\]")
_DROPPED = {
    **dict.fromkeys(
        words("""
                vspace hspace label index color includegraphics pagestyle thispagestyle hypertarget glsadd
                nocite linespread parbox scalebox raisebox textcolor colorbox fontfamily fontseries fontshape
                phantom hphantom vphantom marginpar uses lean proves discussion foreignlanguage cmidrule cline
                rowcolor cellcolor pdfbookmark rotatebox selectlanguage stepcounter setstretch captionsetup
            """),
        1,
    ),
    **dict.fromkeys(
        words("""
                fcolorbox multicolumn rule resizebox fontsize setcounter addtocounter setlength addtolength
            """),
        2,
    ),
    "addcontentsline": 3,
    **dict.fromkeys(("makebox", "framebox", "mbox", "textstyle"), 0),
}
"""How many of the first arguments of a command say nothing, beside its options."""
_SILENT = words("""
    em bf it rm sf tt sc sl itshape bfseries mdseries rmfamily sffamily ttfamily upshape slshape scshape
    normalfont tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge centering raggedright
    raggedleft noindent indent leavevmode protect unskip ignorespaces null strut nobreak allowbreak
    displaystyle textstyle scriptstyle limits nolimits sloppy fussy hfil hss vfill vfil obeylines selectfont
    boldmath unboldmath frenchspacing onehalfspacing doublespacing singlespacing hline toprule midrule
    bottomrule tableofcontents maketitle appendix relax makeatletter makeatother phantomsection nopagebreak
    pagebreak goodbreak filbreak flushbottom raggedbottom twocolumn onecolumn samepage hrule vrule xspace
    leqno tcblower pause leanok notready mathligsoff qedhere qed nonumber notag
""")
"""Commands without arguments that print no word."""
_BOXES = pairs("""
    minipage=1 tabular=1 tabular*=2 tabularx=2 array=1 multicols=1 adjustwidth=2 list=2 adjustbox=1 spacing=1
    wrapfigure=2 thebibliography=1 longtable=1 subfigure=1 CJK=2
""")
"""Environments whose first arguments say how they look, and how many."""
_SIGNS = {
    **pairs("""
        ss=ß o=ø O=Ø ae=æ AE=Æ oe=œ OE=Œ aa=å AA=Å l=ł L=Ł i=ı j=ȷ dots=... ldots=... textellipsis=... S=§
        P=¶ dag=† ddag=‡ copyright=© pounds=£ LaTeX=LaTeX TeX=TeX BibTeX=BibTeX textendash=– textemdash=—
        rq=’ textquoteright=’ textquoteleft=‘ lq=‘ textquotedblleft=“ textquotedblright=” glqq=„ grqq=“
        flqq=« frqq=» guillemotleft=« guillemotright=» og=« fg=» textdegree=° textbullet=• bullet=•
        textasciicircum=^ textunderscore=_ textbar=| textless=< textgreater=> th=þ dh=ð dj=đ ng=ŋ euro=€
        textregistered=® textdollar=\\$ lbrack=[ rbrack=] slash=/ textbraceleft={ textbraceright=} No=№
        textbackslash=\ue05c textasciitilde=\ue07e
    """),
    **dict.fromkeys(
        words("""
    qquad quad enspace thinspace newline par linebreak hfill break smallskip medskip bigskip newpage clearpage
    nobreakspace
    """),
        " ",
    ),
    **dict.fromkeys(("and", "And", "AND"), ", "),
}
_ACCENTS = pairs("""
    '=\u0301 `=\u0300 ^=\u0302 "=\u0308 ~=\u0303 .=\u0307 u=\u0306 v=\u030c H=\u030b c=\u0327 k=\u0328 r=\u030a
    b=\u0331 d=\u0323
""") | {"=": "\u0304"}
_LIGATURES = {JOINT: "", "{": "", "}": "", "~": " ", **pairs("?`=¿ !`=¡ ``=“ ''=” ---=— --=– `=‘ -=-")}
_BREAK = "\ue0f3"
"""Stands where words may not run into each other."""


def said(latex: str, refer: Callable[[str, str], str]) -> str:
    """What a statement says.

    Args:
        latex: what stands in its environment, with the author's own commands written out.
        refer: what stands for a command and the label to which it refers.
    """
    writer = _Writer(_REFERENCE.sub(lambda m: _referred(m, refer), latex))
    return _tidied(writer.words())


def plain(latex: str) -> str:
    """A title or a name without formatting, notes and line breaks."""
    latex = re.sub(
        r"\\(?:thanks|footnote|footnotemark|inst|affil|email|orcid)\s*(?:\[[^\]]*\])?\{[^{}]*\}", "", latex
    )
    return said(latex, lambda _, label: f"[{label}]").strip(" ,")


def _tidied(text: str) -> str:
    text = re.sub(rf"\s*{_BREAK}\s*", " ", text)
    text = " ".join(shown(text).split())
    text = re.sub(r"(\\\]|\$\$) ([.,;:])", r"\1\2", text)
    return re.sub(r" +([,.;])(?=\s|$)", r"\1", text).strip()


def _referred(match: re.Match[str], refer: Callable[[str, str], str]) -> str:
    if match["last"] is not None:
        return f"{refer('cref', match['first'].strip())}–{refer('ref', match['last'].strip())}"
    return ", ".join(refer(match["how"], label.strip()) for label in match["labels"].split(","))


class _Writer:
    """Goes through a text once."""

    def __init__(self, latex: str) -> None:
        self.latex, self.at = latex, 0

    def words(self) -> str:
        """All of it."""
        parts: list[str] = []
        text = self.latex
        while (match := _NEXT.search(text, self.at)) is not None:
            parts.append(text[self.at : match.start()])
            self.at = match.end()
            parts.append(self._one(match))
        parts.append(text[self.at :])
        return "".join(parts)

    def _one(self, match: re.Match[str]) -> str:
        sign = match[0]
        if sign[0] == "$":
            return self._dollars(match)
        if match["name"]:
            return self._command(match)
        if match["sign"] is None:
            return _LIGATURES.get(sign, sign)
        sign = match["sign"]
        if sign in "([":
            return self._formula(match.start(), "\\)" if sign == "(" else "\\]")
        if sign in _ACCENTS:
            return self._accented(_ACCENTS[sign])
        if sign == "\\":
            self._option()
            return " "
        if sign == "$":
            return r"\$"
        return "" if sign in "-/@!" else " " if sign in ",;: \n" else "" if sign in "()[]" else sign

    def _dollars(self, match: re.Match[str]) -> str:
        sign, depth = match[0], 0
        if sign == "$$" and (end := self.latex.find("$$", match.end())) >= 0:
            return self._kept(match.start(), end + 2)
        start = match.start() + (len(sign) - 1)
        for mark in _DOLLAR.finditer(self.latex, start + 1):
            if mark[0] in "{}":
                depth += 1 if mark[0] == "{" else -1
            elif mark[0] == "$" and depth <= 0:
                return self._kept(start, mark.end())
        return r"\$"

    def _formula(self, start: int, end: str) -> str:
        position = self.latex.find(end, start)
        if position < 0:
            return ""
        return self._kept(start, position + len(end))

    def _kept(self, start: int, end: int) -> str:
        """A formula, as it is."""
        self.at = end
        formula = " ".join(_LABEL.sub("", self.latex[start:end]).replace(JOINT, "").split())
        return f"{_BREAK}{formula}{_BREAK}" if formula.startswith(("\\[", "$$")) else formula

    def _argument(self) -> str | None:
        position = self.at
        while position < len(self.latex) and (self.latex[position].isspace()):
            position += 1
        if self.latex[position : position + 1] != "{":
            return None
        end = end_of_group(self.latex, position)
        end = end if end > 0 else len(self.latex)
        self.at = end
        return self.latex[position + 1 : end - 1]

    def _option(self) -> str | None:
        match = _OPTION.match(self.latex, self.at)
        if match is None:
            return None
        self.at = match.end()
        return match[1]

    def _accented(self, accent: str) -> str:
        argument = self._argument()
        if argument is None:
            single = re.compile(r"\s*(\\[A-Za-z]+\s*|.)", re.DOTALL).match(self.latex, self.at)
            if single is None:
                return ""
            self.at = single.end()
            argument = single[1].strip()
        words = _Writer(argument).words().replace("ı", "i").replace("ȷ", "j")
        return unicodedata.normalize("NFC", words[:1] + accent + words[1:]) if words else ""

    def _command(self, match: re.Match[str]) -> str:
        name: str = match["name"]
        if name == "begin":
            return self._begin(match)
        if name == "end":
            self._argument()
            return _BREAK
        if re.match(r"[A-Za-z]*[cC]ite", name):
            return self._cited()
        if name == "item":
            label = self._option()
            return f"{_BREAK}*{_BREAK}" if label is None else f"{_BREAK}{_Writer(label).words()} "
        if name in ("href", "hyperref", "hyperlink"):
            if self._option() is None:
                self._argument()
            return ""
        if name == "texorpdfstring":
            first, _ = self._argument(), self._argument()
            return _Writer(first or "").words()
        if name == "footnote":
            note = self._option(), self._argument()
            return f" [{_Writer(note[1] or '').words().strip()}]"
        if name == "ensuremath":
            return f"${self._argument() or ''}$"
        if name in _ACCENTS and (self.latex[self.at : self.at + 1] or " ") in "{ \\":
            return self._accented(_ACCENTS[name])
        if name in _SIGNS:
            return self._sign(_SIGNS[name])
        if name in _DROPPED:
            while self._option() is not None:
                pass
            for _ in range(_DROPPED[name]):
                self._argument()
            return ""
        if name in ("hskip", "vskip", "kern", "penalty"):
            length = re.compile(r"\s*(?:-?[\d.]+\s*(?:pt|em|ex|mm|cm|in|mu)?|\\[A-Za-z]+)").match(
                self.latex, self.at
            )
            self.at = length.end() if length else self.at
            return " "
        # One that is not known: its arguments follow, and stay.
        if overlay := _OVERLAY.match(self.latex, self.at):  # of beamer
            self.at = overlay.end()
        if name not in _SILENT and self.latex[self.at : self.at + 1] not in ("{", "["):
            return rf"\{name}"
        spaces = re.compile(r"\s*(?=[^\s{])").match(self.latex, self.at)
        self.at = spaces.end() if spaces else self.at
        return ""

    def _sign(self, sign: str) -> str:
        spaces = re.compile(r"[ \t]*\n?[ \t]*").match(self.latex, self.at)
        if spaces and self.latex[self.at : self.at + 2] != "{}":
            self.at = spaces.end()
        return sign

    def _begin(self, match: re.Match[str]) -> str:
        formula = _BEGINS_FORMULA.match(self.latex, match.start())
        if formula:
            end = self.latex.find(rf"\end{{{formula['name']}}}", formula.end())
            if end >= 0:
                self.at = end + len(rf"\end{{{formula['name']}}}")
                return _BREAK + _displayed(formula["name"], self.latex[formula.end() : end]) + _BREAK
        name = self._argument() or ""
        if name in ("tikzpicture", "tikzcd", "picture", "xy", "forest"):
            end = self.latex.find(rf"\end{{{name}}}", self.at)
            self.at = end if end >= 0 else len(self.latex)
            return f"{_BREAK}[{name}]"
        self._option()
        for _ in range(int(_BOXES.get(name, 0))):
            self._argument()
            self._option()
        return _BREAK

    def _cited(self) -> str:
        notes = [note for note in (self._option(), self._option()) if note is not None]
        keys = ", ".join(key.strip() for key in (self._argument() or "").split(","))
        before, after = (notes[0], notes[1]) if len(notes) == 2 else ("", notes[0] if notes else "")
        said = [f"{_Writer(before).words()} {keys}".strip(), _Writer(after).words()]
        return f"[{', '.join(part for part in said if part)}]"


def _displayed(name: str, inner: str) -> str:
    r"""A display between ``\[`` and ``\]``; of several lines, in what the pages set them with."""
    name = name.rstrip("*")
    inner = _LABEL.sub("", inner).replace(JOINT, "")
    inner = re.sub(
        r"\\(?:nonumber|notag|IEEEnonumber|IEEEyesnumber|IEEEyessubnumber)(?![A-Za-z])", "", inner
    ).strip()
    if name in ("mathpar", "prooftree"):
        return rf"\[{' '.join(inner.split())}\]"
    if name in ("alignat", "IEEEeqnarray", "xalignat", "xxalignat"):
        inner = re.sub(r"^\s*\{[^{}]*\}", "", inner)
    if name in ("numcases", "subnumcases") and inner.startswith("{"):
        end = end_of_group(inner, 0)
        return rf"\[{inner[1 : end - 1]}\begin{{cases}}{' '.join(inner[end:].split())}\end{{cases}}\]"
    if name == "eqnarray":
        inner = re.sub(r"&\s*([^&]*?)\s*&", r"&\1 ", inner)
    if name in ("gather", "multline"):
        inner = inner.replace("&", "")
    inner = " ".join(inner.split())
    if re.search(r"\\\\|&", inner) and not re.fullmatch(r"\\begin\{(\w+)\}.*\\end\{\1\}[.,;]?", inner):
        inner = rf"\begin{{align*}}{inner}\end{{align*}}"
    return rf"\[{inner}\]"
