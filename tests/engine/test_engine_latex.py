"""What is read of a LaTeX source: numbers as LaTeX prints them, places, words; and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemmata import LemmataError
from lemmata.latex import reader
from lemmata.latex.document import Display, Document, Statement

SOURCES = Path(__file__).parent / "latex"
BEFORE = "\\documentclass{article}\n\\newtheorem{thm}{Theorem}\n\\begin{document}\n"


def statements(document: Document) -> list[tuple[str, str, str, int, int]]:
    return [(i.title, i.number, i.file, i.first, i.last) for i in document.items if isinstance(i, Statement)]


def displays(document: Document) -> list[tuple[str, str, int]]:
    return [(i.number, i.file, i.first) for i in document.items if isinstance(i, Display)]


def read(folder: Path, body: str, before: str = BEFORE) -> Document:
    (folder / "main.tex").write_text(f"{before}{body}\n\\end{{document}}\n", encoding="utf-8")
    return reader.read(folder / "main.tex")


def words(document: Document) -> list[str]:
    return [item.latex for item in document.items if isinstance(item, Statement)]


class TestOneFile:
    """amsthm, counters that are shared and numbered within sections, one's own commands, cleveref."""

    document = reader.read(SOURCES / "plain" / "main.tex")

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

    document = reader.read(SOURCES / "divided" / "paper.tex")

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
        (said,) = self.document.remarks
        assert said.startswith("paper.tex:3: \\input{glyphtounicode}") and said.endswith("one of TeX's own")


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
    (said,) = read(tmp_path, body.replace("%s", "zettel"), before).remarks
    assert said.startswith("zettel: nothing declares such an environment")
    assert said.endswith("declare it in a copy by \\newtheorem")


class TestABook:
    """Chapters, statements within statements, numbers in Roman, a counter that is set."""

    document = reader.read(SOURCES / "book" / "thesis.tex")

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
        (
            "\\makeatletter\\@addtoreset{equation}{section}\\makeatother\n"
            + "\\section{a}\\begin{equation} a \\end{equation}" * 2,
            ["1", "1"],
        ),
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
        "\\newcommand{\\cut}[1]{}\\cut{\\begin{thm} d \\end{thm}}\\@gobble{\\begin{thm} e \\end{thm}}\n"
    )
    assert words(read(tmp_path, hidden + "\\begin{thm} seen, 5\\% of it \\end{thm}")) == ["seen, 5% of it"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "\\begin{thm} a \\begin{equation} b \\end{thm}",
            "main.tex:4: \\begin{equation} has no end before main.tex:4",
        ),
        ("\\begin{thm} a\n\n", "main.tex:4: \\begin{thm} has no end"),
        ("a } b", "main.tex:4: a brace closes what is not open"),
        ("\\end{nothing}", "main.tex:4: \\end{nothing} ends nothing that is open"),
        ("\\input{nowhere}", "main.tex:4: \\input{nowhere}: there is no such file"),
        ("\\input{circle}", "circle.tex:1: circle.tex reads itself, and is not read again"),
        ("\\input{latin}", "latin.tex: line 2: byte 0xe9 is no UTF-8"),
        ("\\newcommand{\\x}{\\label{a}\\x}\\x", "main.tex:4: the command \\x stands for itself"),
        ("\\def\\y{\\z\\z}\\def\\z{\\y\\y}\\y", "main.tex:4: the command \\"),
    ],
)
def test_what_tex_would_refuse_is_remarked_with_its_place_and_the_rest_is_read(
    tmp_path: Path, body: str, told: str
) -> None:
    (tmp_path / "circle.tex").write_text("\\input{circle}\n")
    (tmp_path / "latin.tex").write_bytes("one\ncafé\n".encode("latin-1"))
    document = read(tmp_path, f"{body}\n\\begin{{thm}} The last. \\end{{thm}}")
    assert words(document)[-1] == "The last."
    assert any(remark.startswith(told) for remark in document.remarks)


def test_a_file_that_is_no_main_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "part.tex").write_text("\\section{One}\n")
    with pytest.raises(LemmataError, match="name the main file"):
        reader.read(tmp_path / "part.tex")
    (tmp_path / "part.tex").write_text(BEFORE)
    with pytest.raises(LemmataError, match="cut off"):
        reader.read(tmp_path / "part.tex")
    with pytest.raises(LemmataError, match="no such file"):
        reader.read(tmp_path / "nothing.tex")


INPUTS = {
    "a01": [("Theorem", "1")],
    "b01": [("Theorem", "1")],
    "b02": [("Theorem", "1")],
    "c01": [("Theorem", "1")],
    "c03": [("Theorem", "1"), ("Lemma", "2")],
    "d01": [("Theorem", "1"), ("Theorem", "2")],
    "e01": [("Theorem", "1")],
    "f01": [("Theorem", "1")],
    "g01": [("Theorem", "1"), ("Lemma", "2"), ("Theorem", "3")],
    "g03": [("Theorem", "1"), ("Theorem", "2")],
    "h01": [("Theorem", "1")],
    "i01": [
        *(("Satz", "1"), ("Definition", "2"), ("Beispiel", "3"), ("Bemerkung", "4"), ("Korollar", "5")),
        *(("Annahme", "6"), ("Définition", "7"), ("Exemple", "8"), ("Théorème", "9"), ("Remarque", "10")),
        *(("Definitions", "11"), ("Examples", "12"), ("Definition and Theorem", "13")),
        *(
            ("Theorem-Definition", "14"),
            ("Situation", "15"),
            ("Conjecture", "17"),
            ("Standing assumption", "18"),
        ),
    ],
    "i02": [("Theorem", "1")],
    "i03": [("Theorem", "1.1")],
    "i05": [("Assumption", "1"), ("Theorem", "1"), ("Lemma", "1")],
    "i07": [("Theorem", str(n)) for n in range(1, 8)],
    "j01": [("Theorem", "1")],
    "k01": [("Theorem", "1.1"), ("Lemma", "1.2"), ("Proposition", "1.3"), ("Definition", "1.4")],
    "l01": [("Theorem", "1"), ("Remark", "")],
    "n01": [("Theorem", "1")],
}
"""What pdflatex prints for each of the smallest sources that were once misread."""


@pytest.mark.parametrize("name", INPUTS)
def test_a_source_that_was_once_misread_is_read_as_tex_sets_it(name: str) -> None:
    document = reader.read(SOURCES / "inputs" / name)
    assert [(title, number) for title, number, *_ in statements(document)] == INPUTS[name]
    assert document.remarks == ()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("b01", ["See there."]),
        (
            "d01",
            [
                (
                    r"For all $x$, $\lVert x\rVert_{2}\le\lVert x\rVert_{1}$ and "
                    r"$\lvert x\rvert\le\left\lvert x\right\rvert$."
                ),
                "Two is two.",
            ],
        ),
        ("e01", [r"Every $h\in\mathcal{H}$ is bounded."]),
        ("g03", ["One is one, see http://a.b/c%20d.", "Two."]),
        (
            "i02",
            [
                (
                    r"Alg halts for all $n\ge 1$, (a) in P, and runs 1. fast, 2. well, by (1). "
                    "Also word, both and box."
                )
            ],
        ),
        ("j01", ["Algorithm [alg:gd] of [alg:gd] converges, see Figure [fig:a], Table [tab:a], item 1."]),
        ("n01", ["By (1)."]),
    ],
)
def test_no_word_of_a_source_that_was_once_misread_is_lost(name: str, said: list[str]) -> None:
    assert words(reader.read(SOURCES / "inputs" / name)) == said
