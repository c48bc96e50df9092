"""``lemmata new``: what is written runs, teaches, and overwrites nothing."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from lemmata import LemmataError, hunt
from lemmata.commands import new
from lemmata.commands.cli import main
from lemmata.run import registry
from lemmata.run.coverage import of_folder, of_paper

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "theorems" / "old").mkdir(parents=True)
    (tmp_path / "theorems" / "old" / "__init__.py").write_text("PAPER = 1\n")
    (tmp_path / "theorems" / "old" / "coverage.tsv").write_text(
        "source\tlabel\tline\tclaims\tnote\np.txt\tdisplay\t3\told/a, old/lemma-2\t\n"
    )
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "lemmata"\n')
    return tmp_path


def files(folder: Path) -> dict[str, str]:
    return {
        p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8")
        for p in folder.rglob("*")
        if p.is_file()
    }


def test_outside_a_topic_is_a_package_in_the_current_folder(tmp_path: Path) -> None:
    written = new.write("fresh_topic", "theorem-4.1", tmp_path)
    assert set(files(tmp_path)) == {
        "fresh_topic/__init__.py",
        "fresh_topic/coverage.tsv",
        "fresh_topic/theorem_4_1.py",
    }
    assert written.claim == tmp_path / "fresh_topic" / "theorem_4_1.py"
    assert not written.entry_point
    told = new.report(written, tmp_path)
    assert "next: lemmata verify fresh_topic/theorem_4_1.py" in told.splitlines()
    assert "code: whoever" in told and "runs it" in told


def test_in_a_checkout_a_topic_is_a_room_of_theorems(checkout: Path) -> None:
    (checkout / "docs").mkdir()
    written = new.write("fresh_topic", "lemma-2", checkout / "docs")
    assert written.claim == checkout / "theorems" / "fresh_topic" / "lemma_2.py"
    assert "from theorems.fresh_topic import PAPER" in written.claim.read_text()
    told = new.report(written, checkout)
    assert '    fresh_topic = "theorems.fresh_topic:PAPER"' in told.splitlines()
    assert "next: lemmata verify theorems/fresh_topic/lemma_2.py" in told.splitlines()


def test_the_entry_point_line_has_the_form_of_ours() -> None:
    ours = tomllib.loads((ROOT / "papers" / "pyproject.toml").read_text())["project"]["entry-points"]
    assert ours["lemmata.papers"]["pca"] == "theorems.pca:PAPER"


def test_a_topic_that_exists_gets_the_claim_and_its_row(checkout: Path) -> None:
    before = files(checkout)
    written = new.write("old", "theorem-1", checkout)
    row = "paper.txt\tTheorem 1\t1\told/theorem-1, old/theorem-1/first-part\t\n"
    coverage = "theorems/old/coverage.tsv"
    before[coverage] += row
    assert {k: v for k, v in files(checkout).items() if k in before} == before
    assert f"added a row to {coverage}" in new.report(written, checkout)
    assert written.files == (checkout / "theorems" / "old" / "theorem_1.py",)
    assert not written.entry_point


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_a_row_stands_on_a_line_of_its_own(checkout: Path, end: str) -> None:
    coverage = checkout / "theorems" / "old" / "coverage.tsv"
    coverage.write_text(coverage.read_text().rstrip("\n") + end)
    new.write("old", "theorem-1", checkout)
    assert [row.claims for row in of_folder(coverage.parent).rows] == [
        ("old/a", "old/lemma-2"),
        ("old/theorem-1", "old/theorem-1/first-part"),
    ]


def test_a_broken_coverage_is_said_before_anything_is_written(checkout: Path) -> None:
    (checkout / "theorems" / "old" / "coverage.tsv").write_text("no header\n")
    before = files(checkout)
    with pytest.raises(LemmataError, match="the header should be"):
        new.write("old", "theorem-1", checkout)
    assert files(checkout) == before


def test_a_project_of_someone_else_is_not_the_checkout(checkout: Path) -> None:
    nested = checkout / "examples" / "mine"
    nested.mkdir(parents=True)
    (nested / "pyproject.toml").write_text('[project]\nname = "mine"\n')
    assert new.write("fresh_topic", "lemma-1", nested).claim.parent == nested / "fresh_topic"


@pytest.mark.parametrize("broken", ["", "[project", "project = 1\n"])
def test_a_broken_project_file_above_is_no_obstacle(tmp_path: Path, broken: str) -> None:
    (tmp_path / "pyproject.toml").write_text(broken)
    assert new.write("fresh_topic", "lemma-1", tmp_path).claim.is_file()


@pytest.mark.parametrize(
    ("topic", "claim", "words"),
    [
        ("Sums", "lemma-1", "the topic 'Sums'"),
        ("4sums", "lemma-1", "the topic '4sums'"),
        ("su-ms", "lemma-1", "the topic 'su-ms'"),
        ("../up", "lemma-1", "the topic '../up'"),
        ("class", "lemma-1", "the topic 'class'"),
        ("", "lemma-1", "the topic ''"),
        ("fresh_topic", "Lemma", "the claim 'Lemma'"),
        ("fresh_topic", "4.1", "the claim '4.1'"),
        ("fresh_topic", "a/b", "the claim 'a/b'"),
        ("fresh_topic", "a..b", "the claim 'a..b'"),
        ("fresh_topic", "lemma-1\n", "the claim 'lemma-1"),
        ("fresh_topic", "lambda", "the claim 'lambda'"),
        ("fresh_topic", '"""', 'the claim \'"""\''),
        ("json", "lemma-1", "already has a module of that name"),
        ("pca", "lemma-1", "that of an installed paper"),
        ("folder", "taken", "folder/taken.py is there already"),
        ("folder", "fine", "defines no PAPER"),
        ("file", "fine", "is no folder"),
    ],
)
def test_what_cannot_be_written_is_said_in_a_line(tmp_path: Path, topic: str, claim: str, words: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "__init__.py").write_text("# no PAPER here\n")
    (tmp_path / "folder" / "taken.py").write_text("x = 1\n")
    (tmp_path / "file").write_text("")
    before = files(tmp_path)
    with pytest.raises(LemmataError) as caught:
        new.write(topic, claim, tmp_path)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert files(tmp_path) == before
    assert len(list(tmp_path.iterdir())) == 2


def test_an_id_that_another_file_has_is_refused(checkout: Path) -> None:
    with pytest.raises(LemmataError, match="the id old/lemma-2 is taken"):
        new.write("old", "lemma-2", checkout)


@pytest.mark.parametrize("name", ["theorem-4.1", "a", "a-long-name.of_many-parts-" + "x" * 40])
def test_what_is_written_is_tidy(tmp_path: Path, name: str) -> None:
    text = new.write("fresh_topic", name, tmp_path).claim.read_text()
    lines = text.splitlines()
    assert all(len(line) <= 112 and line == line.rstrip() for line in lines)
    compile(text, name, "exec")


@pytest.mark.slow
def test_the_claims_are_found_by_path_and_by_their_neighbours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metadata, "entry_points", lambda group: [])
    one = new.write("imported_topic", "one", tmp_path).claim
    two = new.write("imported_topic", "two", tmp_path).claim
    two.write_text(two.read_text() + "\nfrom imported_topic.one import square_of_the_sum as neighbour\n")
    library = registry.load((str(one), str(two)))
    assert list(library.claims) == [
        f"imported_topic/{name}" for name in ("one/first-part", "one", "two/first-part", "two")
    ]
    assert len(library.select([str(two)])) == 2
    coverage = of_paper(library.papers["imported_topic"])
    assert len(coverage.rows) == 2
    assert coverage.named == set(library.claims)
    for name in ("one/first-part", "two"):
        told = hunt(library.claim(f"imported_topic/{name}"))
        assert not told.surprises, told
        assert told.judged.discriminating
    assert told.outcomes["printed"] == "refuted"


def test_a_file_alone_is_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who writes an erratum writes it in the shape of what they are shown."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "claim.py"]) == 0
    lines = (tmp_path / "claim.py").read_text(encoding="utf-8").partition("@theorem")[2].splitlines()
    assert max(map(len, lines)) <= 112
    assert sum(not line.startswith("#") for line in lines) <= 7


@pytest.mark.slow
def test_a_file_alone_is_its_own_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "claim.py"]) == 0
    assert capsys.readouterr().out.startswith("wrote claim.py\n")
    assert set(files(tmp_path)) == {"claim.py"}
    assert main(["verify", "claim.py", "--workers", "1"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "claim/claim-1 ✗ refuted (genuine) ✓ holds (proved at n = 2 to 4) 1/1" in told
    assert main(["verify", ".", "--workers", "1"]) == 0  # the folder knows it for a claim file


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["4.py"], "4.py: the name of a claim file is that of a Python module"),
        (["class.py"], "class.py: the name of a claim file is that of a Python module"),
        (["taken.py"], "taken.py is there already"),
        (["no/claim.py"], "there is no folder"),
        (["claim.py", "lemma-1"], "leave lemma-1 out"),
    ],
)
def test_a_file_that_cannot_be_written_is_said_in_a_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("taken.py").write_text("x = 1\n")
    assert main(["new", *arguments]) == 2
    assert words in capsys.readouterr().err
    assert set(files(tmp_path)) == {"taken.py"}


def test_two_topics_of_one_name_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "entry_points", lambda group: [])
    files = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        files.append(str(new.write("twofold_topic", "lemma-1", folder).claim))
    with pytest.raises(LemmataError, match=r"Python's module twofold_topic.lemma_1 is another file"):
        registry.load(tuple(files))


def test_the_command_says_what_to_do_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "fresh_topic", "lemma-1"]) == 0
    assert capsys.readouterr().out.endswith("next: lemmata verify fresh_topic/lemma_1.py\n")
    assert main(["new", "fresh_topic", "lemma-1"]) == 2
    assert "fresh_topic/lemma_1.py is there already" in capsys.readouterr().err
    assert main(["new", "fresh_topic"]) == 2
