r"""The macros of a paper, which its statements may use, and what is checked beside what is printed."""

from __future__ import annotations

from typing import Any

import pytest

from lemmata import Margin, Paper, amended, at_most, dims, mutants, printed, reals, theorem
from lemmata.claims.macros import expanded
from lemmata.errors import ClaimError
from lemmata.numbers import Number, Vector, max, sum
from lemmata.run.description import describe

MACROS = {
    r"\E": r"\mathbb E",
    r"\R": r"\mathbb{R}",
    r"\norm": r"\lVert #1\rVert",
    r"\inner": r"\langle #1,#2\rangle",
    r"\loss": r"\norm{#1}^2",
}


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        (r"$\norm{x}\le1$", r"$\lVert x\rVert\le1$"),
        (r"$\norm x$", r"$\lVert x\rVert$"),
        (r"$\norm\alpha$", r"$\lVert \alpha\rVert$"),
        (r"$\inner{A x}{\norm{y}}$", r"$\langle A x,\lVert y\rVert\rangle$"),
        (r"$\loss{\E x}$", r"$\lVert \mathbb E x\rVert^2$"),
        (r"$\norm{\{x\}}$", r"$\lVert \{x\}\rVert$"),
        (r"$\Em$ and $\Exp$", r"$\Em$ and $\Exp$"),
        (r"$x\in\R$, $\R^d$", r"$x\in\mathbb{R}$, $\mathbb{R}^d$"),
        (r"$\norm{}$", r"$\lVert {}\rVert$"),
        ("no formula", "no formula"),
    ],
)
def test_macros_are_written_out(text: str, whole: str) -> None:
    assert expanded("here", text, MACROS) == whole


@pytest.mark.parametrize("text", ["$\theta$", "$\frac12$", "$\beta$", "$\rho$", "$\nabla f$", "$\varepsilon$"])
def test_a_backslash_that_python_has_read_is_refused(text: str) -> None:
    paper = Paper("mine", "t", "a", 2026, "k", "s")
    with pytest.raises(ClaimError, match="which Python makes of a backslash"):
        paper.written_out(text)
    assert paper.written_out("two\nlines") == "two\nlines"


def test_a_letter_after_a_macro_is_not_swallowed() -> None:
    assert (
        expanded("here", r"$\half x\half{}y$", {r"\half": r"\frac12\cdot"})
        == r"$\frac12\cdot x\frac12\cdot{}y$"
    )
    assert expanded("here", r"$\swap ab$", {r"\swap": r"#2\le#1\le"}) == r"$b\le a\le$"


@pytest.mark.parametrize(
    ("macros", "problem"),
    [
        ({"norm": "x"}, "a name is a backslash and letters"),
        ({r"\n1": "x"}, "a name is a backslash and letters"),
        ({r"\two": "#2"}, "without a gap"),
        ({r"\a": r"\b", r"\b": r"\a"}, "contains itself"),
        ({r"\a": 1}, "is a text"),
    ],
)
def test_what_is_no_macro_is_refused(macros: dict[str, Any], problem: str) -> None:
    with pytest.raises(ClaimError, match=problem):
        Paper("mine", "Title", "Author", 2026, "key", "source.txt", macros=macros)


def test_a_missing_argument_is_an_error() -> None:
    for text in (r"$\norm$", r"\norm", r"$\inner{x}$", r"$\norm{x$"):
        with pytest.raises(ClaimError, match="lacks argument"):
            expanded("here", text, MACROS)


def test_a_claim_has_its_statement_without_macros() -> None:
    paper = Paper("mine", "Title", "Author", 2026, "key", "source.txt", macros=MACROS)

    @theorem(paper, "Lemma 1", n=dims(1, 4), x=reals("n"))
    @printed(
        r"$\norm{x}_1\le\norm{x}_\infty$ for $x\in\R^n$.",
        implies=r"$\sum_ix_i\le\norm x_\infty$, since $x_i\le|x_i|$.",
        defect="constant",
        because=r"$\norm{x}_1$ may be $n$ times as large.",
    )
    @amended(r"$\sum_ix_i\le n\norm{x}_\infty$", adds=r"the factor of $\norm{x}_\infty$", factor=lambda n: n)
    @mutants(half=dict(factor=lambda n: n / 2, why=r"half of $\norm{x}_\infty$"))
    def largest(x: Vector, factor: Number = 1) -> Margin:
        r"""The sum is at most a multiple of $\norm{x}_\infty$."""
        return at_most(sum(x), factor * max(abs(x)))

    record = describe(largest.complete())
    assert record.statement.latex == r"$\lVert x\rVert_1\le\lVert x\rVert_\infty$ for $x\in\mathbb{R}^n$."
    assert record.statement.implies == r"$\sum_ix_i\le\lVert x\rVert_\infty$, since $x_i\le|x_i|$."
    assert record.statement.because == r"$\lVert x\rVert_1$ may be $n$ times as large."
    assert record.survivor.adds == r"the factor of $\lVert x\rVert_\infty$"
    assert record.survivor.implies == ""
    assert record.changes["half"].why == r"half of $\lVert x\rVert_\infty$"
    assert record.head.summary == r"The sum is at most a multiple of $\lVert x\rVert_\infty$"
