r"""Formulas that prose writes in plain letters, `lambda_1 - lambda_2 <= 2 eps`, found and said in LaTeX.

Authors write most formulas between dollars; in a short remark, the name of a mutant or the meaning of a
symbol they write what a terminal shows, too. A run of such text counts as a formula only if something in
it cannot be English: a Greek letter by name, an index or a power, a relation, a root, a sum of letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lemmata.records.symbols import GREEK

_GREEK = frozenset([*GREEK, "eps", "lam", "varepsilon", "varphi"])
_CALLED = {"eps": "varepsilon", "epsilon": "varepsilon", "lam": "lambda"}
_FUNCTIONS = frozenset(
    (
        "log",
        "ln",
        "exp",
        "sqrt",
        "max",
        "min",
        "sin",
        "cos",
        "tan",
        "tanh",
        "tr",
        "det",
        "rank",
        "sign",
        "diag",
        "Var",
        "Cov",
    )
)
_NAMED = frozenset(("log", "ln", "exp", "max", "min", "sin", "cos", "tan", "tanh", "det"))
"""Functions that LaTeX has a command for."""
_OVER = {"hat": "hat", "bar": "bar", "tilde": "tilde"}
_RELATIONS = {
    "<=": r"\le",
    ">=": r"\ge",
    "!=": r"\ne",
    "==": "=",
    "=": "=",
    "<": "<",
    ">": ">",
    "->": r"\to",
    "<<": r"\ll",
    ">>": r"\gg",
}
_BRACKETS = {"(": "()", "[": "[]", "|": "||", "||": (r"\|", r"\|"), "<": (r"\langle ", r"\rangle ")}
_ARTICLES = frozenset("aAI")
"""Letters that are words of their own."""
_PREPOSITIONS = frozenset(("in", "at", "to", "of", "up"))
_TOKEN = re.compile(
    r"""
      (?P<number>\d{1,3}(?:,\d{3})+(?!\d)|\d+(?:\.\d+)?(?:e[+-]?\d+)?)
    | (?P<name>[A-Za-z]+\d*)
    | (?P<sign><=|>=|!=|==|->|<<|>>|\.\.\.|\|\||[-+*/=<>^_()\[\]{}|,:'])
    | (?P<space>[ \t]*\n[ \t]*(?!\s)|[ \t]+(?![ \t\n]))
    """,
    re.VERBOSE,
)
_START = re.compile(r"(?<![\w.\\^])(?<!\w')(?:[(\[|<]*-?[A-Za-z0-9])")
_NUMBERED = re.compile(r"\b[A-Z][a-z]+\.? $")
"""What a number belongs to: `Theorem 5`, `Part 2`."""
_LEFT_OVER = {"<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "sqrt(": "√("}
_REST = re.compile("|".join(map(re.escape, _LEFT_OVER)))


def formulas(text: str) -> Iterator[tuple[str, str, str]]:
    """The text in pieces: words, and the formula behind them in LaTeX and as it was written.

    All are empty strings where there is nothing. Signs among the words are said in Unicode.
    """
    done, at = 0, 0
    while found := _START.search(text, at):
        start = at = found.start()
        run = _run(text, start)
        if run is None:
            at = _past(text, start)
            continue
        end, latex = run
        yield _rest(text[done:start]), latex, text[start:end]
        done = at = end
    yield _rest(text[done:]), "", ""


def _rest(text: str) -> str:
    return _REST.sub(lambda match: _LEFT_OVER[match[0]], text)


def _past(text: str, start: int) -> int:
    """Where to look next: behind an opening bracket, a sign, or a whole word."""
    word = re.compile(r"[A-Za-z0-9]+").match(text, start)
    return word.end() if word else start + 1


def _run(text: str, start: int) -> tuple[int, str] | None:
    """The longest formula that starts here: its end and its LaTeX."""
    if text[start].isdigit() and _NUMBERED.search(text, max(0, start - 15), start):
        return None
    parser = _Parser(text, start)
    latex = parser.relation(0)
    if latex is None or not parser.evidence:
        return None
    end = parser.at
    following = text[end : end + 2]
    if re.match(r"\w|\.\w", following):
        return None
    return end, latex


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    end: int


class _Parser:
    """Reads as much as is a formula. ``at`` is how far it came, ``evidence`` whether it can only be one."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.at = start
        self.evidence = False
        self.powered = False  # within brackets that have a power any word is a factor

    def token(self, at: int | None = None) -> _Token:
        match = _TOKEN.match(self.text, self.at if at is None else at)
        if match is None:
            return _Token("end", "", self.at if at is None else at)
        return _Token(str(match.lastgroup), match[0], match.end())

    def behind_space(self) -> tuple[bool, _Token]:
        """The next token that is no space, and whether there was one before it."""
        token = self.token()
        return (True, self.token(token.end)) if token.kind == "space" else (False, token)

    def accept(self, sign: str) -> bool:
        """Steps over this sign, spaces before it included, if it comes."""
        _, token = self.behind_space()
        if token.text != sign:
            return False
        self.at = token.end
        return True

    def relation(self, depth: int) -> str | None:
        left = self.sum(depth)
        while left is not None:
            before = self.at, self.evidence
            _, token = self.behind_space()
            sign = _RELATIONS.get(token.text)
            if sign is not None:
                self.at = token.end
                self.skip_space()
                right = self.sum(depth)
                if right is not None:
                    left, self.evidence = f"{left} {sign} {right}", True
                    continue
            elif token.text == "," and (more := self.series(depth)) is not None:
                left += more
                continue
            self.at, self.evidence = before
            break
        return left

    def series(self, depth: int) -> str | None:
        """`, ..., L` after a formula."""
        before = self.at, self.evidence
        if self.accept(",") and self.accept("...") and self.accept(","):
            self.skip_space()
            last = self.sum(depth)
            if last is not None:
                self.evidence = True
                return rf", \ldots, {last}"
        self.at, self.evidence = before
        return None

    def skip_space(self) -> None:
        token = self.token()
        if token.kind == "space":
            self.at = token.end

    def sum(self, depth: int) -> str | None:
        sign = ""
        if self.token().text == "-":
            self.at, sign = self.token().end, "-"
        left = self.product(depth)
        while left is not None:
            before = self.at, self.evidence
            spaced, token = self.behind_space()
            if token.text not in ("+", "-"):
                break
            self.at = token.end
            after = self.token().kind == "space"
            # A hyphen joins words; a minus has spaces around it, or stands in brackets or between k and 1.
            near = depth or (left[-1:].islower() and self.token().kind == "number")
            minus = spaced == after and (spaced or near)
            if token.text == "-" and not minus:
                self.at = before[0]
                break
            self.skip_space()
            right = self.product(depth)
            if right is None:
                self.at, self.evidence = before
                break
            self.evidence |= any(c.isalpha() for c in left + right)
            left = f"{left} {token.text} {right}"
        return None if left is None else sign + left

    def product(self, depth: int) -> str | None:
        first = self.token()
        left = self.factor(depth)
        while left is not None:
            before = self.at, self.evidence
            spaced, token = self.behind_space()
            if token.text in ("*", "/"):
                self.at = token.end
                self.skip_space()
                right = self.factor(depth)
                sign = "/" if token.text == "/" else r"\cdot "
                if right is not None and (spaced or token.text == "/"):
                    left += f" {sign} {right}"
                    continue
            elif self.may_follow(spaced, token, left, first, depth):
                self.at = token.end - len(token.text)
                right = self.factor(depth)
                if right is not None:
                    left += rf"\,{right}" if spaced and token.text != "(" else right
                    continue
            self.at, self.evidence = before
            break
        return left

    def may_follow(self, spaced: bool, token: _Token, left: str, first: _Token, depth: int) -> bool:
        """Whether this is a further factor, without a sign in between."""
        scripted = self.text[token.end : token.end + 1] in ("_", "^")
        if token.text == "[":
            return left == "E" and not spaced
        if token.text == "(":
            group = self.text[token.end : token.end + 40].partition(")")[0]
            return not spaced or re.search(r"\w\s?[-+*/]", group) is not None
        if token.kind != "name":
            return False
        if not spaced:
            return left[-1:].isdigit()
        if first.text in _ARTICLES and left == first.text and not depth:
            return False
        return token.text not in _ARTICLES or scripted or depth > 0 or token.text == "I"

    def factor(self, depth: int) -> str | None:
        before = self.at, self.evidence
        base = self.primary(depth)
        if base is None:
            self.at, self.evidence = before
            return None
        scripts = {"_": "", "^": ""}
        while (sign := self.token().text) in ("^", "_", "'", "["):
            if sign == "[":  # an index as a program has it, but E[...] is an expectation
                state = self.at, self.evidence
                index = None if base == "E" or scripts["_"] or not base[-1:].isalpha() else self.group("[")
                if index is None:
                    self.at, self.evidence = state
                    break
                scripts["_"], self.evidence = index, True
                continue
            if sign == "'":
                if self.text[self.at + 1 : self.at + 2].isalpha():
                    break  # an apostrophe
                self.at += 1
                scripts["^"] += r"\prime"
                continue
            here = self.at
            self.at += 1
            script = self.script(sign, base)
            if script is None or scripts[sign]:
                self.at = here
                break
            self.evidence = True
            if sign == "_" and script in _OVER and not scripts["^"]:
                base = rf"\{_OVER[script]}{{{base}}}"
            else:
                scripts[sign] = rf"\mathrm{{{script}}}" if script in _OVER else script
        if base == "R" and scripts["^"] in tuple("dknmN"):
            base = r"\mathbb{R}"
        return base + "".join(f"{sign}{{{script}}}" for sign, script in scripts.items() if script)

    def script(self, sign: str, base: str) -> str | None:
        token = self.token()
        minus = ""
        if sign == "^" and token.text == "-":
            minus = "-"
            self.at = token.end
            token = self.token()
        if token.text in ("(", "{", "["):
            inner = self.group(token.text)
            if inner is None:
                return None
            if token.text == "[":
                return f"[{inner}]"
            # x^(n + 1) is the token of an index, A^(1/2) and 2^(k + 1) are powers.
            index = sign == "^" and token.text == "(" and not minus and not re.search(r"^-|[/.]", inner)
            return minus + (f"({inner})" if index and not base.isdigit() and base != "e" else inner)
        if sign == "^" and token.text in ("*", "+"):
            self.at = token.end
            return token.text
        if token.kind == "number":
            self.at = token.end
            return minus + token.text
        if token.kind != "name":
            return None
        self.at = token.end
        if token.text in _OVER:
            return token.text
        if sign == "^" and token.text == "T":
            return r"\top"
        if token.text == "star":
            return r"\star"
        named = _letter(token.text, indices=token.text not in _PREPOSITIONS)
        if named is None:
            command = rf"\{token.text}" if token.text in ("max", "min") else rf"\mathrm{{{token.text}}}"
            named = command
        return minus + named

    def group(self, opening: str) -> str | None:
        """What stands in brackets, with commas between; the brackets themselves are stepped over."""
        closing = {"(": ")", "[": "]", "{": "}", "|": "|", "||": "||", "<": ">"}[opening]
        self.at = self.token().end
        parts: list[str] = []
        while True:
            self.skip_space()
            if self.accept("..."):
                part: str | None = r"\ldots"
            else:
                part = self.sum(1) if opening == "<" else self.relation(1)
            if part is None:
                return None
            parts.append(part)
            if self.accept(closing):
                return "".join(parts)
            separator = next(filter(self.accept, (",", ":")), None)
            if separator is None:
                return None
            parts.append(f"{separator} " if separator == "," else separator)

    def is_powered(self, token: _Token) -> bool:
        """Whether the bracket that opens here has a power."""
        return token.text == "(" and re.match(r"[^()]*\)\^", self.text[token.end :]) is not None

    def primary(self, depth: int) -> str | None:
        token = self.token()
        if token.kind == "number":
            self.at = token.end
            return self.number(token.text)
        if token.text in _BRACKETS:
            powered, self.powered = self.powered, self.powered or self.is_powered(token)
            inner = self.group(token.text)
            self.powered = powered
            if inner is None or (token.text == "<" and "," not in inner):
                return None
            opened, closed = _BRACKETS[token.text]
            return f"{opened}{inner}{closed}"
        if token.kind != "name":
            return None
        if token.text in _FUNCTIONS:
            return self.call(token, depth)
        letter = _letter(token.text)
        if letter is None:
            self.at = token.end
            return rf"\mathrm{{{token.text}}}" if self.powered and depth else None
        if len(letter) == 2 and letter.isupper() and self.text[token.end : token.end + 1] != "^":
            return None
        if token.text in _ARTICLES and not depth and not self.is_letter(token):
            return None
        self.at = token.end
        self.evidence |= token.text.rstrip("0123456789") in _GREEK or token.text[1:] == "0"
        self.evidence |= token.text in ("l1", "l2")
        return letter

    def is_letter(self, token: _Token) -> bool:
        """Whether what could be an article is followed by what only a letter has."""
        return (
            re.match(r"[_^'(]| ?(?:[<>!]?=|[<>+*/]| - )|\Z", self.text[token.end : token.end + 3]) is not None
        )

    def number(self, text: str) -> str:
        mantissa, _, exponent = text.partition("e")
        if not exponent:
            return text.replace(",", "{,}")
        self.evidence = True
        power = f"10^{{{int(exponent)}}}"
        return power if mantissa == "1" else rf"{mantissa}\times {power}"

    def call(self, token: _Token, depth: int) -> str | None:
        """A function and what it is taken of."""
        self.at = token.end
        name = rf"\{token.text}" if token.text in _NAMED else rf"\operatorname{{{token.text}}}"
        if self.token().text == "(":
            inner = self.group("(")
            if inner is None:
                return None
            self.evidence = True
            return rf"\sqrt{{{inner}}}" if token.text == "sqrt" else f"{name}({inner})"
        if (depth or token.text in ("log", "ln", "sin", "cos")) and self.token().kind == "space":
            self.skip_space()
            if self.token().text in _ARTICLES or self.token().kind != "name":
                return None
            of = self.factor(0)
            if of is not None:
                self.evidence = True
                return f"{name} {of}"
        return None


def _letter(name: str, indices: bool = False) -> str | None:
    """A letter, Greek by its name, with a number as its index, or two ``indices``; None for any other word."""
    word = name.rstrip("0123456789")
    index = name[len(word) :]
    if word in _GREEK:
        letter = rf"\{_CALLED.get(word, word)} "
    elif len(word) == 1:
        letter = r"\ell" if word == "l" and index in ("1", "2") else word
    elif len(word) == 2 and (word.isupper() or indices) and not index:
        letter = word  # X X^T without a space, an index i j
    else:
        return None
    return letter + (f"_{index}" if len(index) == 1 else f"_{{{index}}}" if index else "")
