r"""Papers in forty styles, which are written here together with what TeX prints: numbers, words, references.

A paper is drawn (sections, statements in all kinds of dress, displays, lists, floats, proofs, comments) and
numbered by a few lines of its own, which share nothing with what is tried. Its words are made up, each stands
once, so that one that is lost or read twice is seen. Everything is decided by the name of the style.
"""

from __future__ import annotations

import gzip
import io
import random
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

ROMAN = ("", "I", "II", "III", "IV", "V", "VI")
LAYOUT = r"""\ProvidesPackage{venue}
\RequirePackage{ifpdf}
\ifpdf\input{glyphtounicode}\fi
\newif\if@final \@finalfalse
\if@final \def\@toptitle{\hrule} \else {\def\@toptitle{\begin{center}} \fi
\renewcommand{\maketitle}{\par\begingroup \@maketitle \let\maketitle\relax \endgroup}
\renewcommand{\@maketitle}{\vbox{\hsize\textwidth \begin{center}\@title\end{center}}}
\def\section{\@startsection{section}{1}{\z@}{-2ex}{1ex}{\bf}}
\renewenvironment{abstract}{\begin{quote}}{\end{quote}\\[3mm]}
\def\@float#1{\@ifnextchar[{\@xfloat{#1}}{\edef\reserved@a{\noexpand\@xfloat{#1}[tbp]}\reserved@a}}
\endinput
\newtheorem{theorem}{Never read}
"""
"""What the style files of conferences look like to a reader."""


@dataclass(frozen=True)
class Kind:
    """A kind of statement: its environment, how it is printed, and with what it is counted."""

    environment: str
    title: str
    counted: str = "all"


@dataclass(frozen=True)
class Style:
    """How a paper is written.

    Attributes:
        preamble: its class and declarations.
        kinds: of statements.
        within: what begins statements anew (nothing, ``section``, ``chapter``).
        displays: what begins displays anew.
        files: those that lie beside it.
        begin: how a statement begins; it is given environment, name and label.
        end: how it ends.
        chapters: whether it has chapters.
        form: how sections are numbered.
        pack: how it is handed in.
    """

    preamble: str
    kinds: tuple[Kind, ...]
    within: str = ""
    displays: str = ""
    files: dict[str, str] = field(default_factory=dict)
    begin: Callable[[str, str, str], str] = lambda env, name, label: (
        rf"\begin{{{env}}}{f'[{name}]' if name else ''}\label{{{label}}}"
    )
    end: Callable[[str], str] = lambda env: rf"\end{{{env}}}"
    chapters: bool = False
    form: Callable[[int], str] = str
    pack: str = "folder"
    proof: str = "proof"


@dataclass
class Expected:
    """A statement as it is printed."""

    title: str
    number: str
    name: str
    label: str
    words: list[str]
    """In the order of the text: words, numbers of items, references."""


@dataclass
class Paper:
    """A paper: its files, what is handed in, and what is true of it."""

    source: Path
    statements: list[Expected]
    displays: list[str]
    hidden: list[str]
    """Words that are not printed."""


def _shared(*kinds: Kind) -> str:
    first, *others = kinds
    return rf"\newtheorem{{{first.environment}}}{{{first.title}}}[section]" + "".join(
        rf"\newtheorem{{{k.environment}}}[{first.environment}]{{{k.title}}}" for k in others
    )


THEOREM, LEMMA = Kind("theorem", "Theorem"), Kind("lemma", "Lemma")
COROLLARY, DEFINITION = Kind("corollary", "Corollary"), Kind("definition", "Definition")
USUAL = (THEOREM, LEMMA, COROLLARY, DEFINITION)
APART = tuple(replace(kind, counted=kind.environment) for kind in USUAL)
ARTICLE = "\\documentclass[11pt]{article}\n"
AMS = ARTICLE + "\\usepackage{amsmath,amsthm,hyperref,enumitem}\n"
SHARED = _shared(*USUAL) + "\n"
OWN = "".join(rf"\newtheorem{{{k.environment}}}{{{k.title}}}" for k in USUAL) + "\n"


def _venue(name: str, kinds: tuple[Kind, ...] = APART, declared: str = OWN, **more: Any) -> Style:
    """A conference: its style file lies beside an article."""
    return Style(f"{ARTICLE}\\usepackage{{{name}}}\n{declared}", kinds, files={f"{name}.sty": LAYOUT}, **more)


def _class(name: str, kinds: tuple[Kind, ...] = USUAL, declared: str = "", **more: Any) -> Style:
    """A journal: its class lies beside the paper, and declares the statements."""
    plain = name.partition("]")[2] or name
    option, _, plain = name.rpartition("]")
    option = f"{option}]" if option else ""
    layout = LAYOUT.replace("ProvidesPackage", "ProvidesClass")
    return Style(
        f"\\documentclass{option}{{{plain}}}\n{declared}", kinds, files={f"{plain}.cls": layout}, **more
    )


def _named(*pairs: tuple[str, str]) -> tuple[Kind, ...]:
    return tuple(Kind(environment, title) for environment, title in pairs)


def _wrapped(env: str, name: str, label: str) -> str:
    return rf"\begin{{my{env}}}" + (f"[{name}]" if name else "") + rf"\label{{{label}}}"


GERMAN = _named(("satz", "Satz"), ("hilfssatz", "Hilfssatz"), ("folg", "Folgerung"), ("defn", "Definition"))
FRENCH = _named(("theo", "Théorème"), ("lem", "Lemme"), ("coro", "Corollaire"), ("defi", "Définition"))
SPANISH = _named(("teo", "Teorema"), ("lema", "Lema"), ("cor", "Corolario"), ("obs", "Observación"))
CHINESE = _named(("dingli", "定理"), ("yinli", "引理"), ("tuilun", "推论"), ("dingyi", "定义"))
JAPANESE = _named(("teiri", "定理"), ("hodai", "補題"), ("kei", "系"), ("teigi", "定義"))
STARRED = (THEOREM, LEMMA, Kind("main", "Main Theorem", ""))
LYX = _named(("thm", "Theorem"), ("lem", "Lemma"), ("cor", "Corollary"))

STYLES: dict[str, Style] = {
    "neurips": _venue("neurips_2023"),
    "icml": _venue("icml2022", USUAL, SHARED, within="section"),
    "iclr": _venue("iclr2022_conference", pack="tar.gz"),
    "aistats": _venue("aistats2019"),
    "tmlr": _venue("tmlr", USUAL, SHARED, within="section", pack="zip"),
    "aaai": _venue("aaai24"),
    "jmlr": _venue("jmlr2e", USUAL, ""),
    "an unknown conference": _venue("confstyle", USUAL, SHARED, within="section"),
    "colt": _class("colt2018"),
    "acm": _class("acmart", within="section"),
    "lipics": _class("lipics-v2021"),
    "llncs": _class("llncs", APART),
    "llncs, one counter": _class("[envcntsame]llncs"),
    "svjour": _class("[envcntsect]svjour3", APART, within="section"),
    "lmcs": _class(
        "lmcs",
        _named(("thm", "Theorem"), ("lem", "Lemma"), ("cor", "Corollary"), ("defi", "Definition")),
        within="section",
    ),
    "siam": _class(
        "siamart220329",
        (*USUAL, Kind("claim", "Claim")),
        "\\newsiamthm{claim}{Claim}\n",
        within="section",
        displays="section",
    ),
    "ieee": _class("IEEEtran", USUAL, SHARED, within="section", form=lambda n: ROMAN[n]),
    "elsevier": _class("elsarticle", USUAL, SHARED, within="section", pack="gz"),
    "revtex": _class("revtex4-2", USUAL, SHARED, within="section", form=lambda n: ROMAN[n]),
    "amsart": _class(
        "amsart", USUAL, SHARED + "\\numberwithin{equation}{section}\n", within="section", displays="section"
    ),
    "a class of one's own": Style(
        "\\documentclass{ourclass}\n",
        USUAL,
        within="section",
        files={"ourclass.cls": LAYOUT.replace("\\endinput", "\\LoadClass{article}\n" + SHARED + "\\endinput")},
    ),
    "a thesis": Style(
        "\\documentclass{report}\n\\usepackage{amsthm}\n" + SHARED.replace("[section]", "[chapter]"),
        USUAL,
        within="chapter",
        displays="chapter",
        chapters=True,
    ),
    "amsbook": Style("\\documentclass{amsbook}\n" + OWN, APART, chapters=True),
    "thmtools": Style(
        AMS + "\\usepackage{thmtools,thm-restate}\n\\declaretheorem[name=Theorem, "
        "numberwithin=section]{theorem}\n"
        "\\declaretheorem[sibling=theorem, style={definition}]{lemma}\n"
        "\\declaretheorem[title=Corollary,numberlike=theorem]{corollary}\n"
        "\\declaretheorem[name={Main Theorem}, numbered=no]{main}\n",
        (THEOREM, LEMMA, COROLLARY, Kind("main", "Main Theorem", "")),
        within="section",
        begin=lambda env, name, label: (
            rf"\begin{{{env}}}[" + (f"name={{{name}}}, " if name else "") + f"label={label}]"
        ),
    ),
    "restated": Style(
        AMS + "\\usepackage{thm-restate}\n" + SHARED,
        USUAL,
        within="section",
        begin=lambda env, name, label: (
            r"\begin{restatable}"
            + (f"[{name}]" if name else "")
            + rf"{{{env}}}{{again{label[2:]}}}\label{{{label}}}"
        ),
        end=lambda env: r"\end{restatable}",
    ),
    "tcolorbox": Style(
        AMS + "\\usepackage[most]{tcolorbox}\n\\newtcbtheorem[number "
        "within=section]{theorem}{Theorem}{colback=white,"
        "fonttitle=\\bfseries}{t}\n\\newtcbtheorem[use counter from=theorem]{lemma}{Lemma}{}{t}\n",
        (THEOREM, LEMMA),
        within="section",
        begin=lambda env, name, label: rf"\begin{{{env}}}{{{name}}}{{{label.removeprefix('t:')}}}",
    ),
    "ntheorem": Style(
        ARTICLE + "\\usepackage{ntheorem}\n" + OWN + "\\theoremstyle{nonumberplain}\n\\n"
        "ewtheorem{proof}{Proof}\n"
        "\\newtheorem{remark}{Remark}\n",
        (*APART, Kind("remark", "Remark", "")),
    ),
    "xparse": Style(
        AMS
        + SHARED
        + "\\NewDocumentEnvironment{mytheorem}{o}{\\IfNoValueTF{#1}{\\begin{theorem}}{\\begin{theorem}[#1]}}"
        "{\\end{theorem}}\n\\NewDocumentEnvironment{mylemma}{O{}}{\\begin{lemma}[#1]}{\\end{lemma}}\n",
        (THEOREM, LEMMA),
        within="section",
        begin=_wrapped,
        end=lambda env: rf"\end{{my{env}}}",
    ),
    "wrappers": Style(
        AMS + SHARED + "\\newcommand{\\newstatement}[2]{\\newtheorem{#1}[theorem]{#2}}\n\\n"
        "ewstatement{fact}{Fact}\n"
        "\\newenvironment{mytheorem}[1][]{\\begin{theorem}[#1]}{\\end{theorem}\\smallskip}\n"
        "\\newenvironment{myfact}[1][]{\\begin{quote}\\begin{fact}[#1]}{\\end{fact}\\end{quote}}\n",
        (THEOREM, Kind("fact", "Fact")),
        within="section",
        begin=_wrapped,
        end=lambda env: rf"\end{{my{env}}}",
    ),
    "commands": Style(
        AMS + SHARED + "\\newcommand{\\bt}{\\begin{theorem}}\\newcommand\\et{\\end{theorem}}\n"
        "\\def\\bl{\\begin{lemma}}\\def\\el{\\end{lemma}}\n",
        (THEOREM, LEMMA),
        within="section",
        begin=lambda env, name, label: "\\b" + env[0] + (f"[{name}]" if name else "") + rf" \label{{{label}}}",
        end=lambda env: "\\e" + env[0],
    ),
    "lyx": Style(
        AMS + "\\makeatletter\n\\theoremstyle{plain}\n\\newtheorem{thm}{\\protect\\theoremname}\n\\n"
        "ewtheorem{lem}[thm]{\\protect\\lemmaname}\n"
        "\\@ifundefined{c@chapter}{\\newtheorem{cor}[thm]{\\protect\\corollaryname}}{\\n"
        "ewtheorem{cor}{\\protect\\corollaryname}[chapter]}\n"
        "\\makeatother\n\\providecommand{\\theoremname}{Theorem}\\providecommand{\\lemmaname}{Lemma}\n"
        "\\providecommand{\\corollaryname}{Corollary}\n",
        LYX,
    ),
    "aliased counters": Style(
        AMS + "\\usepackage{aliascnt,cleveref}\n\\newtheorem{theorem}{Theorem}[section]\n\\n"
        "ewaliascnt{lemma}{theorem}\n"
        "\\newtheorem{lemma}[lemma]{Lemma}\n\\aliascntresetthe{lemma}\n\\makeatletter\\n"
        "ewtheorem{corollary}{Corollary}[section]\n"
        "\\let\\c@corollary\\c@theorem\\makeatother\n",
        (THEOREM, LEMMA, COROLLARY),
        within="section",
    ),
    "starred": Style(AMS + SHARED + "\\newtheorem*{main}{Main Theorem}\n", STARRED, within="section"),
    "inner numbers": Style(
        AMS + SHARED + "\\newtheorem{innercustom}{Theorem}\n\\n"
        "ewenvironment{custom}[1]{\\renewcommand\\theinnercustom{#1}"
        "\\innercustom}{\\endinnercustom}\n",
        (LEMMA, COROLLARY, Kind("custom", "Theorem", "given")),
        within="section",
        begin=lambda env, name, label: (
            rf"\begin{{{env}}}" + ("{A7}" if env == "custom" else "") + rf"\label{{{label}}}"
        ),
    ),
    "german": Style(
        ARTICLE + "\\usepackage[ngerman]{babel}\n" + _shared(*GERMAN) + "\\newtheorem*{beweis}{Beweis}\n",
        GERMAN,
        "section",
        proof="beweis",
    ),
    "french": Style(ARTICLE + "\\usepackage[french]{babel}\n" + _shared(*FRENCH) + "\n", FRENCH, "section"),
    "spanish": Style(ARTICLE + _shared(*SPANISH) + "\n", SPANISH, "section"),
    "chinese": Style("\\documentclass{ctexart}\n" + _shared(*CHINESE) + "\n", CHINESE, "section"),
    "japanese": Style("\\documentclass{jsarticle}\n" + _shared(*JAPANESE) + "\n", JAPANESE, "section"),
    "conditions": Style(
        AMS
        + "\\newif\\ifjournal \\newif\\iflong\n\\journaltrue\n\\ifjournal "
        + SHARED
        + "\\else "
        + OWN
        + "\\fi\n"
        "\\ifdefined\\draft \\numberwithin{equation}{section}\\fi\n\\iflong\\newtheorem{theorem}{Never}\\fi\n",
        USUAL,
        within="section",
    ),
    "equations and theorems": Style(
        AMS
        + "\\numberwithin{equation}{section}\n"
        + "".join(rf"\newtheorem{{{k.environment}}}[equation]{{{k.title}}}" for k in USUAL)
        + "\n",
        tuple(replace(kind, counted="equation") for kind in USUAL),
        within="section",
        displays="section",
    ),
}


def _words() -> Iterator[str]:
    """Words that are in no language, each once."""
    consonants, vowels, k = "bdfgklmnprstvz", "aeiou", 0
    while True:
        n, word = k * 7919 % (14 * 5) ** 3, ""
        for _ in range(3):
            n, part = divmod(n, 70)
            word += consonants[part // 5] + vowels[part % 5]
        yield word + "q"
        k += 1


class _Writer:
    """Writes a paper, and keeps what is true of it."""

    def __init__(self, name: str, style: Style) -> None:
        self.style, self.draw, self.words = style, random.Random(name), _words()
        self.parts: list[str] = []
        self.statements: list[Expected] = []
        self.displays: list[str] = []
        self.hidden: list[str] = []
        self.counts: dict[str, int] = {}
        self.chapter = self.section = 0
        self.appendix = False
        self.labels = 0
        self.targets: list[tuple[str, str, str]] = []

    # -- numbers -----------------------------------------------------------------------------------

    def _unit(self, within: str) -> str:
        if not within:
            return ""
        number = self.chapter if within == "chapter" else self.section
        if self.appendix and (within == "chapter") == self.style.chapters:
            return "@ABCDEF"[number] + "."
        return f"{self.style.form(number)}."

    def _next(self, counter: str, within: str) -> str:
        self.counts[counter] = self.counts.get(counter, 0) + 1
        return f"{self._unit(within)}{self.counts[counter]}"

    def _begins(self, unit: str) -> None:
        """A section or a chapter begins counters anew."""
        style = self.style
        for counter in list(self.counts):
            within = style.displays if counter == "equation" else style.within
            if within == unit:
                self.counts[counter] = 0

    def head(self, unit: str) -> None:
        """A section or a chapter."""
        if unit == "chapter":
            self.chapter, self.section = self.chapter + 1, 0
        else:
            self.section += 1
        self._begins(unit)
        self.parts.append(rf"\{unit}{{{next(self.words)}}}")

    # -- text --------------------------------------------------------------------------------------

    def _said(self, words: list[str]) -> str:
        """A few words in some dress; the words go to ``words``."""
        word, draw = next(self.words), self.draw
        words.append(word)
        kind = draw.randrange(18)
        if kind < 9:
            how = ("emph", "textsf", "mbox", "texttt", "textup", "mine", "uline", "underline", "textnormal")[
                kind
            ]
            return rf"\{how}{{{word}}}"
        if kind == 9:
            return rf"{{\bf {word}}}"
        if kind == 10:
            return rf"\textcolor{{blue}}{{{word}}}"
        if kind == 11:
            return rf"\href{{http://a.org/b%20c#d_e}}{{{word}}}"
        if kind == 12:
            words[-1:] = [word, (note := next(self.words))]
            return rf"{word}\footnote{{{note}}}"
        if kind == 13:
            self.hidden.append(hidden := next(self.words))
            return f"{word} % {hidden} }} \\begin{{theorem}}\n"
        if kind == 14:
            words.append(r"\mathbb{R}^{n}")
            return rf"{word} $x\in\RR^{{n}}$"
        if kind == 15:
            return rf"\parbox{{2cm}}{{{word}}}"
        if kind == 16:
            self.hidden.append(hidden := next(self.words))
            return rf"\iffalse {hidden}\else {word}\fi"
        return word

    def _refers(self, words: list[str]) -> str:
        if not self.targets:
            return self._said(words)
        label, title, number = self.draw.choice(self.targets)
        if not number:
            words.append(f"[{label}]")
            return rf"\ref{{{label}}}"
        if self.draw.random() < 0.5:
            words.append(f"({number})" if title == "Equation" else f"{title} {number}")
            return rf"\cref{{{label}}}"
        words.append(number)
        return rf"\ref{{{label}}}"

    def sentence(self, words: list[str]) -> str:
        """Words, references and formulas."""
        parts = [self._said(words) for _ in range(self.draw.randint(2, 5))]
        if self.draw.random() < 0.4:
            parts.append(self._refers(words))
        return " ".join(parts)

    def _label(self) -> str:
        self.labels += 1
        return f"t:x{'abcdefghijklmnopqrstuvwxyz'[self.labels % 26]}{'abcdefghij'[self.labels // 26]}"

    # -- parts -------------------------------------------------------------------------------------

    def display(self) -> str:
        """A numbered display, in one line or in several."""
        label, kind, within = self._label(), self.draw.randrange(5), self.style.displays
        if kind == 0:
            number = self._next("equation", within)
            self.displays.append(number)
            self.targets.append((label, "Equation", number))
            return f"\\begin{{equation}}\\label{{{label}}} a_1 = b \\end{{equation}}"
        if kind == 1:
            first, second = self._next("equation", within), self._next("equation", within)
            self.displays += [first, second]
            self.targets.append((label, "Equation", second))
            return (
                f"\\begin{{align}} a &= b \\\\[2pt] c &= d \\nonumber \\\\ e &= \\norm{{f}} "
                f"\\label{{{label}}}\\end{{align}}"
            )
        if kind == 2:
            self.displays.append("P1")
            self.targets.append((label, "Equation", "P1"))
            return f"\\begin{{equation}} a \\tag{{P1}}\\label{{{label}}} \\end{{equation}}"
        if kind == 3:
            return "\\[ a = b \\] \\begin{align*} c &= d \\end{align*}"
        number = self._next("equation", within)
        self.displays += [f"{number}a", f"{number}b"]
        return "\\begin{subequations}\\begin{align} a &= b \\\\ c &= d \\end{align}\\end{subequations}"

    def statement(self) -> None:
        """A statement."""
        kind, draw = self.draw.choice(self.style.kinds), self.draw
        number = (
            ""
            if not kind.counted
            else "A7"
            if kind.counted == "given"
            else self._next(kind.counted, self.style.within)
        )
        label, words = self._label(), list[str]()
        name = next(self.words) if draw.random() < 0.4 and kind.counted != "given" else ""
        begin = self.style.begin(kind.environment, name, label)
        if r"\innercustom" in self.style.preamble:
            name = ""
        expected = Expected(kind.title, number, name, label, words)
        parts = [self.sentence(words)]
        for _ in range(draw.randrange(3)):
            choice = draw.randrange(3)
            if choice == 0:
                items = []
                for n in range(draw.randint(1, 3)):
                    words.append(f"({ROMAN[n + 1].lower()})")
                    items.append(rf"\item {self.sentence(words)}")
                parts.append("\\begin{enumerate}[label=(\\roman*)]\n" + "\n".join(items) + "\n\\end{enumerate}")
            elif choice == 1:
                parts.append(self.display())
            else:
                parts.append(self.sentence(words))
        if number:
            self.targets.append((label, kind.title, number))
        self.statements.append(expected)
        self.parts.append("\n".join([begin, *parts, self.style.end(kind.environment)]))

    def other(self) -> None:
        """What is no statement."""
        kind = self.draw.randrange(7)
        hidden = [next(self.words), next(self.words)]
        if kind == 0:
            lines = [
                f"\\begin{{{self.style.proof}}}",
                self.sentence([]),
                self.display(),
                f"\\end{{{self.style.proof}}}",
            ]
        elif kind == 1:
            lines = ["%\\begin{comment}", self.sentence([]), "%\\end{comment}"]
        elif kind == 2:
            lines = [
                r"\begin{verbatim}",
                rf"\begin{{theorem}} 100% {hidden[0]} {{ \end{{theorem}}",
                r"\end{verbatim}",
            ]
        elif kind == 3:
            label = self._label()
            self.targets.append((label, "", ""))
            lines = [rf"\begin{{figure}}\caption{{{hidden[0]}}}\label{{{label}}}\end{{figure}}"]
        elif kind == 4:
            lines = [r"\iffalse", rf"\begin{{theorem}} {hidden[0]} \ifx a b c \fi \end{{theorem}}", r"\fi"]
        elif kind == 5:
            lines = [self.display()]
        else:
            lines = [self.sentence([]) + r" \verb|\end{document}|, 50\% of it."]
        self.parts.append("\n".join(lines))
        self.hidden += hidden

    def whole(self) -> str:
        """The text of the paper."""
        for part in range(4):
            if part == 3:
                self.parts.append(r"\appendix")
                self.appendix, self.section, self.chapter = True, 0, 0 if self.style.chapters else self.chapter
            if self.style.chapters:
                self.head("chapter")
            self.head("section")
            for _ in range(5):
                self.draw.choice((self.statement, self.statement, self.other))()
        return "\n".join(self.parts)


def write(name: str, folder: Path) -> Paper:
    """Writes the paper of a style into a folder."""
    style = STYLES[name]
    writer = _Writer(name, style)
    body = writer.whole()
    macros = (
        "\\newcommand{\\mine}[1]{\\textsc{#1}}\n\\def\\RR{\\mathbb{R}}\n\\newcommand{\\n"
        "orm}[2][2]{\\|#2\\|_{#1}}\n"
    )
    half = len(writer.parts) // 2
    files = dict(style.files)
    text = (
        f"{style.preamble}{macros}\\title{{A paper}}\\author{{A. Author}}\n\\begin{{document}}\n\\maketitle\n"
    )
    if style.pack == "gz":
        text += body
    else:
        text += "\n".join(writer.parts[:half]) + "\n\\input{sections/more}\n"
        files["sections/more.tex"] = "\n".join(writer.parts[half:]) + "\n"
        files["sections/unused.tex"] = "\\begin{theorem} Not read. \\end{theorem}\n"
    files["paper.tex"] = text + "\n\\end{document}\n"
    return Paper(_packed(folder, files, style.pack), writer.statements, writer.displays, writer.hidden)


def _packed(folder: Path, files: dict[str, str], how: str) -> Path:
    if how == "folder":
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        return folder
    packed = folder / f"2101.00001.{how}"
    if how == "zip":
        with zipfile.ZipFile(packed, "w") as archive:
            for path, text in files.items():
                archive.writestr(path, text)
    elif how == "gz":
        packed.write_bytes(gzip.compress(files["paper.tex"].encode()))
    else:
        with tarfile.open(packed, "w:gz") as tape:
            for path, text in files.items():
                member = tarfile.TarInfo(path)
                member.size = len(text.encode())
                tape.addfile(member, io.BytesIO(text.encode()))
    return packed
