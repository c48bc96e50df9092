r"""What the classes and styles of journals and conferences declare, as LaTeX that declares the same.

Their own files are not read: they are thousands of lines that lay pages out. Which version of a class a paper
has is rarely known; where versions differ the newest is meant.
"""

from __future__ import annotations

import re

_BOOKS = re.compile(
    r"\w*book|\w*report|\w*thesis|memoir|scrbook|svmono|svmult|book-?\w*|amsbook|gsm-l|surv-l|mitthesis"
)


def _theorems(names: str, first: str = "theorem", *, own: bool = False, within: str = "") -> str:
    r"""Declarations of environments ``name=Title``; they share the counter of the first, or have their own."""
    lines = []
    for entry in names.split():
        name, _, title = entry.partition("=")
        shared = "" if own or name == first else f"[{first}]"
        above = f"[{within}]" if within and not shared else ""
        lines.append(
            rf"\newtheorem{{{name}}}{shared}{{{(title or name.capitalize()).replace('_', ' ')}}}{above}"
        )
    return "".join(lines)


_JMLR = r"\newtheorem{example}{Example}" + _theorems(
    "theorem lemma proposition remark corollary definition conjecture axiom"
)
_LIPICS = (
    _theorems(
        "theorem lemma corollary proposition exercise definition conjecture observation example note "
        "remark claim"
    )
    + r"\newtheorem*{note*}{Note}\newtheorem*{remark*}{Remark}\newtheorem*{claim*}{Claim}"
)
_ACM = (
    r"\AtEndPreamble{\@ifundefined{theorem}{\newtheorem{theorem}{Theorem}[section]}{}"
    + "".join(
        rf"\@ifundefined{{{name}}}{{\newtheorem{{{name}}}[theorem]{{{name.capitalize()}}}}}{{}}"
        for name in ("conjecture", "proposition", "lemma", "corollary", "example", "definition")
    )
    + "}"
)
_SPRINGER_NAMES = (
    "theorem case conjecture corollary definition example exercise lemma note problem property "
    "proposition question "
    "solution remark"
)
_SPRINGER = (
    r"\option@{envcntsame}{"
    + _theorems(_SPRINGER_NAMES)
    + r"}{}\option@{envcntsect}{"
    + _theorems(_SPRINGER_NAMES, own=True, within="section")
    + r"}{}"
    + "".join(
        rf"\@ifundefined{{{name}}}{{\newtheorem{{{name}}}{{{name.capitalize()}}}}}{{}}"
        for name in _SPRINGER_NAMES.split()
    )
    + r"\newtheorem*{claim}{Claim}\option@{envcntreset}{"
    + "".join(rf"\@addtoreset{{{name}}}{{section}}" for name in _SPRINGER_NAMES.split())
    + "}{}"
)
_SIAM = (
    _theorems("theorem lemma corollary proposition definition", within="section")
    + r"\numberwithin{equation}{section}"
    + r"\newcommand{\newsiamthm}[2]{\newtheorem{#1}[theorem]{#2}}"
    + r"\newcommand{\newsiamremark}[2]{\newtheorem{#1}[theorem]{#2}}"
)
_LMCS = _theorems(
    "thm=Theorem cor=Corollary lem=Lemma prop=Proposition asm=Assumption rem=Remark rems=Remarks exa=Example "
    "exas=Examples defi=Definition conv=Convention conj=Conjecture prob=Problem oprob=Open_Problem "
    "algo=Algorithm "
    "obs=Observation desc=Description fact=Fact qu=Question oqu=Open_Question pty=Property clm=Claim "
    "nota=Notation "
    "com=Comment coms=Comments",
    "thm",
    within="section",
)
_ROMAN = r"\renewcommand{\thesection}{\Roman{section}}\renewcommand{\thesubsection}{%s\Alph{subsection}}"
_SHORT = (
    "thm=Theorem lem=Lemma claim=Claim axiom=Axiom conj=Conjecture fact=Fact hypo=Hypothesis "
    "assum=Assumption prop=Proposition "
    "crit=Criterion defn=Definition exmp=Example rem=Remark prob=Problem prin=Principle alg=Algorithm "
    "cor=Corollary"
)
_MDPI_NAMES = (
    "Theorem Lemma Corollary Proposition Characterization Property Problem Example ExamplesandDefinitions "
    "Remark Definition Hypothesis Notation Assumption Axiom Claim"
)
_MDPI = "".join(rf"\newtheorem{{{name}}}{{{name}}}" for name in _MDPI_NAMES.split())
_BEAMER_NAMES = "theorem lemma corollary definition definitions fact example examples"
_BEAMER = "".join(rf"\newtheorem*{{{name}}}{{{name.capitalize()}}}" for name in _BEAMER_NAMES.split())
_NOTHING = (
    r"article|amsart|amsproc|scrartcl|elsarticle|cas-[sd]c|sn-jnl|imsart|aomart|eptcs|easychair|standalone|letter"
    r"|neurips_\d+\w*|nips_?\d+\w*|nips\d*submit_e|icml\d+|iclr\d+\w*|aistats\d*\w*|tmlr|aaai\d*|ijcai\d*"
    r"|uai\d*\w*|acl\w*|emnlp\w*|cvpr|iccv|eccv|naacl\w*|ecai|interact|wlscirep|amsmath|amsthm|mathtools|natbib"
    r"|fancyhdr|algorithm\w*"
)
"""Those that declare nothing that matters here."""
_VENUES: tuple[tuple[str, str], ...] = (
    (r"jmlr|jmlr2e|pmlr|wcp|colt\d*|alt\d*|l4dc\d*|midl\w*", _JMLR),
    (r"lipics-v\d+\w*|oasics-v\d+|dagrep-v\d+|socg-lipics\S*|lipicsmaster", _LIPICS),
    (r"acmart|acmsmall|acmlarge|acmtog|sigconf|acmengage", _ACM),
    (r"llncs|svproc|lncs|svjour3?|svmult|svmono|svlnmult", _SPRINGER),
    (r"siamart\w*|siamltex\w*|siamonline\w*|siamproc\w*", _SIAM),
    (r"lmcs|lmcs-\w+", _LMCS),
    (r"IEEEtran|ieeeconf|IEEEtaes|ieeecolor|IEEEaccess", _ROMAN % r"\thesection-"),
    (r"revtex4(?:-\d)?|aastex\d*", _ROMAN % ""),
    (r"ifacconf|autart|ifacmtg", _theorems(_SHORT, "thm", own=True)),
    (r"mdpi|Definitions/mdpi", _MDPI),
    (
        r"amsbook|gsm-l|surv-l",
        r"\counterwithout{section}{chapter}\@addtoreset{section}{chapter}\counterwithout{equation}{chapter}",
    ),
    (r"beamer", _BEAMER),
    (_NOTHING, ""),
)


def of(name: str) -> str | None:
    """What a class or a style declares; None where it is not known here."""
    plain = name.rpartition("/")[2]
    return next((text for pattern, text in _VENUES if re.fullmatch(pattern, plain)), None)


def is_book(name: str) -> bool:
    """Whether a class numbers within chapters."""
    return _BOOKS.fullmatch(name.rpartition("/")[2]) is not None
