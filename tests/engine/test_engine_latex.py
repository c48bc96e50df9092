"""What is read of a LaTeX source: numbers as LaTeX prints them, places, words; and what is refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from lemmata import LemmataError
from lemmata.latex import reading
from lemmata.latex.reading import Display, Document, Statement

SOURCES = Path(__file__).parent / "latex"
BEFORE = "\\documentclass{article}\n\\newtheorem{thm}{Theorem}\n\\begin{document}\n"


def statements(document: Document) -> list[tuple[str, str, str, int, int]]:
    return [(i.title, i.number, i.file, i.first, i.last) for i in document.items if isinstance(i, Statement)]


def displays(document: Document) -> list[tuple[str, str, int]]:
    return [(i.number, i.file, i.first) for i in document.items if isinstance(i, Display)]


def read(folder: Path, body: str, before: str = BEFORE) -> Document:
    (folder / "main.tex").write_text(f"{before}{body}\n\\end{{document}}\n", encoding="utf-8")
    return reading.read(folder / "main.tex")


def words(document: Document) -> list[str]:
    return [item.latex for item in document.items if isinstance(item, Statement)]


class TestOneFile:
    """amsthm, counters that are shared and numbered within sections, one's own commands, cleveref."""

    document = reading.read(SOURCES / "plain" / "main.tex")

    def test_statements_have_their_printed_numbers_and_lines(self) -> None:
        assert statements(self.document) == [
            ("Main Theorem", "", "main.tex", 29, 31),
            ("Assumption", "H1", "main.tex", 32, 32),
            ("Definition", "2.1", "main.tex", 36, 36),
            ("Lemma", "2.2", "main.tex", 37, 44),
            ("Theorem", "2.3", "main.tex", 48, 51),
            ("Corollary", "2.4", "main.tex", 52, 52),
            ("Lemma", "A.1", "main.tex", 61, 61),
        ]

    def test_displays_are_numbered_line_by_line(self) -> None:
        assert [number for number, *_ in displays(self.document)] == [
            *("1.1", "2.1", "P", "2.2", "A.1a", "A.1b", "A.2")
        ]

    def test_a_display_knows_its_statement_and_whether_it_stands_in_a_proof(self) -> None:
        found = {i.number: i for i in self.document.items if isinstance(i, Display)}
        assert found["2.1"].inside is not None
        assert found["2.1"].inside.number == "2.2"
        assert found["2.2"].in_proof
        assert not found["1.1"].in_proof and found["1.1"].inside is None

    def test_words_have_commands_written_out_and_references_by_number(self) -> None:
        said = dict(zip([s[1] for s in statements(self.document)], words(self.document), strict=True))
        assert said["H1"] == r"$f:\mathbb{R}^n\to\mathbb{R}$ is convex."
        assert said["2.3"].startswith("Under Assumption H1 and by Lemma 2.2, the sum of $x_i$ obeys \\[")
        assert said["2.4"].startswith("Equality holds in 2.3 iff ")
        assert said["2.4"].endswith("see (2.1) and [rudin].")
        assert r"\langle x, y \rangle &\le" in said["2.2"]
        assert "label" not in said["2.2"] and "nonumber" not in said["2.2"]

    def test_names_and_labels(self) -> None:
        lemma = next(i for i in self.document.items if isinstance(i, Statement) and i.number == "2.2")
        assert lemma.name == "Cauchy–Schwarz, [rudin, Thm. 2]"
        assert lemma.labels == ("lem:cs",)

    def test_the_paper_itself(self) -> None:
        assert self.document.title == "Sums of squares and their bounds"
        assert (self.document.authors, self.document.year) == ("Anna Müller, Bert de Vries", 2024)


class TestSeveralFiles:
    """thmtools in a package beside the paper, restatable statements, files that read files."""

    document = reading.read(SOURCES / "divided" / "paper.tex")

    def test_statements_stand_in_their_own_files(self) -> None:
        assert statements(self.document) == [
            ("Theorem", "1.1", "sections/intro.tex", 2, 5),
            ("Conjecture", "", "sections/intro.tex", 6, 6),
            ("Theorem", "2.1", "sections/more.tex", 1, 3),
            ("Proposition", "2.2", "sections/results.tex", 3, 4),
            ("Side Remark", "2.3", "sections/results.tex", 5, 5),
            ("Lemma", "1", "sections/results.tex", 6, 6),
            ("Theorem", "A.1", "sections/proofs.tex", 3, 3),
        ]

    def test_an_environment_of_ones_own_is_what_it_stands_for(self) -> None:
        assert displays(self.document) == [
            ("1", "sections/intro.tex", 4),
            ("2", "sections/proofs.tex", 4),
            ("3", "sections/proofs.tex", 4),
        ]

    def test_what_may_differ_is_remarked(self) -> None:
        said = "\n".join(self.document.remarks)
        assert "paper.tex:3: \\input{glyphtounicode}" in said
        assert "lemma: no \\newtheorem declares it" in said


def test_a_reference_to_nothing_is_remarked_where_it_stands(tmp_path: Path) -> None:
    before = BEFORE.replace(
        r"\begin{document}", "\\newcommand{\\under}[1]{Under \\cref{#1}}\n\\begin{document}"
    )
    document = read(
        tmp_path,
        "\\begin{thm}\\label{a}\n\\under{as:qaud}, and by \\cref{a,\nb},\nsee \\eqref{e} and \\ref{unnumbered}."
        "\n\\end{thm}\n\\begin{equation}\\label{e}x\\end{equation}"
        "\\begin{equation*}\\label{unnumbered}y\\end{equation*}",
        before,
    )
    assert words(document) == ["Under [as:qaud], and by Theorem 1, [b], see (1) and [unnumbered]."]
    assert document.remarks == (
        r"main.tex:6: \cref{as:qaud}: nothing that was read has this label; it stands as [as:qaud]",
        r"main.tex:6: \cref{b}: nothing that was read has this label; it stands as [b]",
    )


def test_a_label_that_is_given_twice_is_remarked(tmp_path: Path) -> None:
    (tmp_path / "more.tex").write_text("\\begin{thm}\\label{a}Second.\\end{thm}\n", encoding="utf-8")
    document = read(
        tmp_path,
        "\\begin{thm}\\label{a}First.\\end{thm}\n%\\label{b}\n\\input{more}\n"
        "\\begin{thm}\\label{b}By \\cref{a}.\\end{thm}",
    )
    assert words(document)[2] == "By Theorem 1."
    assert document.remarks == (
        r"more.tex:1: \label{a} is given again, first at main.tex:4: references are read as to the first",
    )


def test_boxes_of_tcolorbox_are_statements(tmp_path: Path) -> None:
    before = BEFORE.replace(
        r"\begin{document}",
        "\\newtcbtheorem{boxthm}{Theorem}{colback=white}{bt}\n"
        "\\newtcbtheorem[number within=section]{boxlem}{Lemma}{}{bl}\n"
        "\\newtcbtheorem[use counter from=boxlem]{boxcor}{Corollary}{}{bc}\n\\begin{document}",
    )
    document = read(
        tmp_path,
        "\\section{One}\n\\begin{boxthm}[colframe=red]{Weyl}{weyl}\n$a$\\end{boxthm}\n"
        "\\begin{boxlem}{}{}By \\cref{bt:weyl}.\\end{boxlem}\n\\begin{boxcor}{}{c}$c$\\end{boxcor}\n"
        "\\begin{boxcor*}{Plain}$d$\\end{boxcor*}",
        before,
    )
    assert [(title, number) for title, number, *_ in statements(document)] == [
        *(("Theorem", "1"), ("Lemma", "1.1"), ("Corollary", "1.2"), ("Corollary", ""))
    ]
    first, second, third, last = (item for item in document.items if isinstance(item, Statement))
    assert (first.name, first.labels, first.latex) == ("Weyl", ("bt:weyl",), "$a$")
    assert (second.name, second.labels, second.latex) == ("", (), "By Theorem 1.")
    assert third.labels == ("bc:c",) and last.name == "Plain"
    assert document.remarks == ()


def test_an_environment_that_nothing_declares_is_remarked(tmp_path: Path) -> None:
    before = BEFORE.replace(
        r"\begin{document}", "\\newtcolorbox{hint}{}\n\\newenvironment{mine}{}{}\n\\begin{document}"
    )
    body = (
        "\\begin{%s}$a$\\end{%s}\n\\begin{hint}x\\end{hint}\\begin{mine}y\\end{mine}"
        "\\begin{thm}$\\begin{pmatrix}1\\end{pmatrix}$\\end{thm}\\begin{figure*}z\\end{figure*}"
    )
    assert read(tmp_path, body.replace("%s", "center"), before).remarks == ()
    (said,) = read(tmp_path, body.replace("%s", "satz"), before).remarks
    assert said.startswith("satz: nothing declares such an environment")
    assert said.endswith("declare it in a copy by \\newtheorem")


class TestABook:
    """Chapters, statements within statements, numbers in Roman, a counter that is set."""

    document = reading.read(SOURCES / "book" / "thesis.tex")

    def test_statements_are_numbered_within_chapters(self) -> None:
        assert [(title, number) for title, number, *_ in statements(self.document)] == [
            ("Theorem", "1.1"),
            ("Claim", "1.1.1"),
            ("Lemma", "2.1"),
            ("Theorem", "2.2"),
            ("Claim", "2.2.1"),
            ("Claim", "2.2.2"),
            ("Remark", "5"),
            ("Theorem", "A.1"),
        ]

    def test_displays_are_numbered_as_the_paper_says(self) -> None:
        assert [number for number, *_ in displays(self.document)] == ["1.i", "1.ii", "2.i", "A.i"]


@pytest.mark.parametrize(
    ("body", "numbers"),
    [
        ("\\begin{align} a \\\\ b \\notag \\\\ c \\end{align}", ["1", "2"]),
        ("\\begin{align*} a \\tag{7} \\\\ b \\end{align*}", ["7"]),
        ("\\begin{equation}\\begin{aligned} a \\\\ b \\end{aligned}\\end{equation}", ["1"]),
        ("\\begin{equation} a \\nonumber \\end{equation} \\begin{equation} b \\end{equation}", ["1"]),
        ("\\setcounter{equation}{6}\\begin{equation} a \\end{equation}", ["7"]),
        ("\\[ a \\] $$ b $$ \\begin{displaymath} c \\end{displaymath}", []),
        ("\\renewcommand{\\theequation}{S\\arabic{equation}}\\begin{equation} a \\end{equation}", ["S1"]),
    ],
)
def test_which_displays_have_numbers(tmp_path: Path, body: str, numbers: list[str]) -> None:
    assert [number for number, *_ in displays(read(tmp_path, body))] == numbers


def test_what_is_commented_out_verbatim_or_switched_off_is_not_read(tmp_path: Path) -> None:
    hidden = (
        "% \\begin{thm} a \\end{thm}\n\\iffalse\\begin{thm} b \\end{thm}\\ifx x\\fi\\fi\n"
        "\\begin{comment}\\begin{thm} c \\end{thm}\\end{comment}\n\\verb|\\begin{thm}|\n"
    )
    assert words(read(tmp_path, hidden + "\\begin{thm} seen, 5\\% of it \\end{thm}")) == ["seen, 5% of it"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("\\begin{thm} a \\begin{equation} b \\end{thm}", "main.tex:4: the source does not balance"),
        ("\\begin{thm} a\n\n", 'open is begin environment "thm", from main.tex:4'),
        ("a } b", "main.tex:4: the source does not balance: unexpected mismatching closing brace"),
        ("\\input{nowhere}", "main.tex:4: \\input{nowhere}: there is no nowhere in"),
        ("\\input{circle}", "circle.tex:1: the files read each other in a circle, circle.tex -> circle.tex"),
        ("\\input{latin}", "latin.tex:2: the file is not UTF-8 (byte 0xe9)"),
        ("\\newcommand{\\x}{\\label{a}\\x}\\x", "main.tex:4: the command \\x stands for itself"),
    ],
)
def test_a_broken_source_is_refused_with_its_place(tmp_path: Path, body: str, told: str) -> None:
    (tmp_path / "circle.tex").write_text("\\input{circle}\n")
    (tmp_path / "latin.tex").write_bytes("one\ncafé\n".encode("latin-1"))
    with pytest.raises(LemmataError) as caught:
        read(tmp_path, body)
    assert told in str(caught.value)


def test_a_file_that_is_no_main_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "part.tex").write_text("\\section{One}\n")
    with pytest.raises(LemmataError, match="name the main file"):
        reading.read(tmp_path / "part.tex")
    (tmp_path / "part.tex").write_text(BEFORE)
    with pytest.raises(LemmataError, match="cut off"):
        reading.read(tmp_path / "part.tex")
    with pytest.raises(LemmataError, match="no such file"):
        reading.read(tmp_path / "nothing.tex")


def test_without_the_parser_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pylatexenc.latexwalker", None)
    with pytest.raises(LemmataError, match=r"pip install 'lemmata\[latex\]'"):
        reading.read(SOURCES / "plain" / "main.tex")
