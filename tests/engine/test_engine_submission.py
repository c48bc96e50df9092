"""Papers as they are handed in: statements in any dress, folders, archives, what TeX wrote beside."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from lemmata import LemmataError
from lemmata.latex import reader
from lemmata.latex.document import Display, Document, Statement

SOURCES = Path(__file__).parent / "latex" / "hostile"
TEXT = "\\documentclass{article}\\newtheorem{thm}{Theorem}\\begin{document}\n%s\n\\end{document}\n"


def printed(document: Document) -> str:
    """Statements and displays, a line each."""
    lines = []
    for item in document.items:
        if isinstance(item, Display):
            lines.append(f"({item.number})")
        else:
            name = f" ({item.name})" if item.name else ""
            lines.append(f"{f'{item.title} {item.number}'.strip()}{name}: {item.latex}")
    return "\n".join(lines) + "\n"


def words(document: Document) -> list[str]:
    return [item.latex for item in document.items if isinstance(item, Statement)]


@pytest.mark.parametrize("folder", sorted(SOURCES.iterdir()), ids=lambda folder: folder.name)
def test_a_statement_in_any_dress_is_read_as_it_is_printed(folder: Path) -> None:
    document = reader.read(folder)
    assert printed(document) == (folder / "printed.txt").read_text(encoding="utf-8")
    remarks = folder / "remarks.txt"
    told = remarks.read_text(encoding="utf-8") if remarks.exists() else ""
    assert "".join(f"{remark}\n" for remark in document.remarks) == told


def tree(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def thm(text: str) -> str:
    return f"\\begin{{thm}} {text} \\end{{thm}}"


@pytest.mark.parametrize(
    ("files", "main"),
    [
        ({"x.tex": thm("part"), "y.tex": TEXT % "\\input{x}", "z.sty": ""}, "y.tex"),
        ({"a.tex": TEXT % "", "b/main.tex": TEXT % thm("one"), "a.txt": ""}, "a.tex"),
        ({"main.tex": TEXT % thm("one"), "supplement.tex": TEXT % thm("two, and longer")}, "main.tex"),
        ({"one.tex": TEXT % "", "two.tex": TEXT % "", "two.bbl": ""}, "two.tex"),
        ({"main.tex": TEXT % "", "v2.tex": TEXT % "", "00README.XXX": "v2.tex toplevelfile\n"}, "v2.tex"),
        (
            {
                "main.tex": TEXT % "",
                "v2.tex": TEXT % "",
                "00README.json": '{"sources": [{"filename": "v2.tex", "usage": "toplevel"}]}',
            },
            "v2.tex",
        ),
        (
            {"main.tex": TEXT % "\\subfile{s}", "s.tex": TEXT.replace("article", "subfiles") % thm("s")},
            "main.tex",
        ),
    ],
)
def test_the_main_file_is_found(tmp_path: Path, files: dict[str, str], main: str) -> None:
    document = reader.read(tree(tmp_path, {"notes.tex": "% \\documentclass{article}", **files}))
    assert document.main == main


def test_a_part_by_itself_is_read_with_a_remark(tmp_path: Path) -> None:
    document = reader.read(tree(tmp_path, {"only.tex": thm("part")}))
    assert words(document) == ["part"]
    assert document.remarks[0].startswith("only.tex has no \\begin{document}: it is read as a part")


def test_that_one_of_several_documents_was_taken_is_said(tmp_path: Path) -> None:
    tree(tmp_path, {"main.tex": TEXT % thm("one"), "cover_letter.tex": TEXT % thm("two")})
    assert reader.read(tmp_path).remarks == ("main.tex is read; cover_letter.tex is a document as well",)


def packed(folder: Path, how: str, files: dict[str, bytes]) -> Path:
    path = folder / f"paper.{how}"
    if how == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in files.items():
                archive.writestr(name, data)
    elif how == "gz":
        path.write_bytes(gzip.compress(next(iter(files.values()))))
    else:
        mode: Any = f"w:{how.partition('.')[2]}"
        with tarfile.open(path, mode) as tape:
            for name, data in files.items():
                member = tarfile.TarInfo(name)
                member.size = len(data)
                tape.addfile(member, io.BytesIO(data))
    return path


@pytest.mark.parametrize("how", ["zip", "gz", "tar", "tar.gz", "tar.bz2"])
def test_an_archive_is_read_in_memory(tmp_path: Path, how: str) -> None:
    files = {"src/ms.tex": (TEXT % thm("packed")).encode(), "src/figure.pdf": b"%PDF\0", "../evil.tex": b"x"}
    source = packed(tmp_path, how, files)
    assert words(reader.read(source)) == ["packed"]
    assert list(tmp_path.iterdir()) == [source]


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("x.tar.gz", b"\x1f\x8bbroken", "cannot be unpacked"),
        ("x.zip", b"PK\x03\x04broken", "cannot be unpacked"),
        ("x.pdf", b"%PDF-1.5\0\0", "is no text: name a LaTeX file, a folder, or an archive"),
    ],
)
def test_what_is_no_source_is_refused(tmp_path: Path, name: str, data: bytes, told: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(LemmataError, match=told):
        reader.read(tmp_path / name)


def test_a_folder_without_a_document_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LemmataError, match="has no LaTeX file"):
        reader.read(tmp_path)
    tree(tmp_path, {"one.tex": "x", "two.tex": "y"})
    with pytest.raises(LemmataError, match=r"only one\.tex, two\.tex: name the main file"):
        reader.read(tmp_path)


AUX = r"""\relax
\newlabel{a}{{\relax 3.7}{4}{A name}{thm.3.7}{}}
\newlabel{a@cref}{{[theorem][7][3]3.7}{[1][4][]4}}
\newlabel{e}{{3.2b}{5}}
\@input{chapter.aux}
"""


@pytest.mark.parametrize("beside", [True, False])
def test_what_tex_wrote_makes_numbers_exact(tmp_path: Path, beside: bool) -> None:
    body = (
        "\\begin{thm}\\label{a} One, \\cref{c}. \\end{thm}\\begin{thm} Next, by \\cref{a}. \\end{thm}\n"
        "\\begin{equation}\\label{e} 1 \\end{equation}\\begin{thm}\\label{c} Three, \\eqref{e}. \\end{thm}"
    )
    aux = "main.aux" if beside else "build/out.aux"
    tree(tmp_path, {"main.tex": TEXT % body, aux: AUX, "chapter.aux": "\\newlabel{c}{{B.1}{9}}\n"})
    document = reader.read(tmp_path / "main.tex", None if beside else tmp_path / aux)
    assert printed(document).splitlines() == [
        "Theorem 3.7: One, Theorem B.1.",
        "Theorem 3.8: Next, by Theorem 3.7.",
        "(3.2b)",
        "Theorem B.1: Three, (3.2b).",
    ]
    with pytest.raises(LemmataError, match=r"--aux .*there is no such file"):
        reader.read(tmp_path / "main.tex", tmp_path / "nothing.aux")


@pytest.mark.parametrize(
    "text",
    [
        r"\def\a{\b\b}\def\b{\a\a}\a",
        r"\title{\input{main}}",
        r"\newtheorem{x}{\begin{x}}\begin{x}\end{x}",
        r"\begin{\end{document}}\end{\begin{thm}}",
        r"\csname\csname x\endcsname",
        r"\expandafter\expandafter\expandafter\x",
        r"\begin{thm}[\end{thm}] \begin{equation}\tag{\end{equation}}",
        r"\newenvironment{y}{\begin{y}}{\end{y}}\begin{y}",
        r"\@ifnextchar\@ifstar\ifx\ifnum\ifcase\else\or\fi\fi\fi",
        r"\closed@{99}\ended@ \setlist\newlist\item\setcounter{thm}{\value{thm}+}",
    ],
)
def test_no_source_breaks_the_reader(tmp_path: Path, text: str) -> None:
    document = reader.read(tree(tmp_path, {"main.tex": TEXT % f"{thm('first')}\n{text}\n{thm('last')}"}))
    assert words(document)[0] == "first"
