"""Texts: words, formulas and code, escaped and told apart."""

from __future__ import annotations

import pytest

from reports.text import Typesetter


@pytest.mark.parametrize("latex", [r"\(x\)", "$x$", r"$\text{if $x$}$"])
def test_formulas_in_a_line(latex: str) -> None:
    assert Typesetter().line(f"a {latex} b").count("<math>") == 1


def test_words_are_escaped() -> None:
    html = Typesetter().line("a < b & <script> $x$ `<b>` \\$5")
    assert html.startswith("a &lt; b &amp; &lt;script&gt; <math>")
    assert html.endswith("<code>&lt;b&gt;</code> $5")


def test_a_lonely_dollar_is_a_dollar() -> None:
    assert Typesetter().line("it costs $5") == "it costs $5"


def test_displays_stand_between_paragraphs() -> None:
    html = Typesetter().statement("For all $x$:\n$$x = x.$$\nAlways.")
    assert [html.count(tag) for tag in ("<p>", '<div class="display">')] == [2, 1]


def test_a_statement_without_dollars_is_a_formula() -> None:
    assert 'display="block"' in Typesetter().statement(r"\|x\| \ge 0")
    assert "<math" not in Typesetter().statement("It holds.")


def test_a_formula_that_cannot_be_converted_is_shown_as_source_and_reported() -> None:
    typesetter = Typesetter()
    html = typesetter.statement(r"Before $\unheardof{<b>}$ after.")
    assert r'<code class="unconverted">\unheardof{&lt;b&gt;}</code>' in html
    assert typesetter.problems == [r"unknown command \unheardof in: \unheardof{<b>}"]


def test_a_command_outside_of_formulas_is_reported() -> None:
    typesetter = Typesetter()
    typesetter.statement(r"For \emph{all} $x$.")
    assert len(typesetter.problems) == 1


def test_a_docstring_has_paragraphs_lists_and_code() -> None:
    html = Typesetter().prose("One\nline.\n\n- first\n  goes on\n- second\n\n    x = 1\n    y < 2\n")
    assert html.split("\n", 2)[0] == "<p>One"
    assert "<ul><li>first goes on</li><li>second</li></ul>" in html
    assert "<pre><code>x = 1\ny &lt; 2</code></pre>" in html


def test_differences_between_statements_are_marked() -> None:
    printed, amended = Typesetter().compared(
        "For every prompt, $a + b$ is small.", "For every short prompt, $a - b$ is small."
    )
    assert "<mark>" not in printed
    assert "<mark>short </mark>" in amended
    assert 'class="differs">−</mo>' in amended


def test_statements_with_nothing_in_common_are_not_marked() -> None:
    printed, amended = Typesetter().compared("One thing.", "Quite another matter")
    assert "<mark>" not in printed + amended


def test_equal_statements_are_not_marked() -> None:
    one, other = Typesetter().compared("The $x$ of $y$.", "The  $x$ of\n$y$.")
    assert "<mark>" not in one + other
    assert "differs" not in one + other


@pytest.mark.parametrize(
    "role", [":mod:`a.b.root`", ":py:func:`~a.root`", ":class:`root`", ":func:`words <a.root>`"]
)
def test_a_role_is_the_last_name(role: str) -> None:
    setter = Typesetter()
    assert setter.line(f"see {role}.") == "see <code>root</code>."
    assert "<code>root</code>" in setter.prose(f"First.\n\nSee {role}.")


def test_a_power_in_words_is_a_formula() -> None:
    line = Typesetter().line("down to 2^-14, up to 2^10")
    assert line.count("<msup>") == 2
    assert "^" not in line
