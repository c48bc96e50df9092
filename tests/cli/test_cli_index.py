"""The index of the claims says what they say, is made again when a source changes, and needs no torch."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import textwrap
from pathlib import Path
from types import ModuleType

import pytest

from lemmata.run import index, registry
from lemmata.run.plan import Plan
from tests.cli.helpers import CLAIM, Run, Told, assert_misuse, environment, process

PACKAGE = {
    "__init__.py": """
        from lemmata import Paper
        PAPER = Paper("fruit", "On fruit", "A. Grower", 2026, "grower2026", "source.txt", modules="orchard")
        """,
    "lemma_1.py": '''
        """About apples."""
        from dataclasses import dataclass
        from lemmata import at_most, dims, lines
        from lemmata.claims.space import space
        from orchard import PAPER

        @dataclass(frozen=True)
        class Size:
            d: int

        says = "Apples are round."
        claim = PAPER.claim("Lemma 1", settings=space(Size, d=dims(1, 2)), at=lines(3), summary=says)
        claim.printed("x", limit=2)(lambda d, limit: at_most(d, limit))
        claim.mutant("one", limit=1)
        ''',
}


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which the index is kept."""
    monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


class TestSays:
    def test_what_the_claims_say(self) -> None:
        library, known = registry.load(), index.load()
        assert list(known.claims) == list(library.claims)
        assert list(known.papers) == list(library.papers)
        for claim in library.claims.values():
            head = known.claims[claim.id].head
            assert (head.kind, head.label, head.rank) == (claim.kind.name, claim.label, claim.rank)
            assert (head.origin, head.summary, head.file) == (claim.origin, claim.summary, claim.file)
            assert (head.topic, head.paper) == (claim.paper.topic, claim.paper.key)
            assert (head.part, head.at) == (claim.part, claim.at)

    def test_the_module_from_which_a_claim_is_had_alone(self) -> None:
        library, known = registry.load(), index.load()
        for entry in known.claims.values():
            head = entry.head
            alone = registry.load_one(known.papers[head.topic].entry, entry.module, head.id)
            assert alone is library.claims[head.id]

    def test_a_module_that_only_imports_a_claim_does_not_declare_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        library, name = registry.load(), "before_theorems"
        module = ModuleType(name)
        module.__file__ = __file__
        vars(module)["claim"] = library.claims[CLAIM].paper.declared[CLAIM]
        monkeypatch.setitem(sys.modules, name, module)
        assert index.of(library).claims[CLAIM].module == "theorems.pca.lemma_8"

    def test_the_same_when_it_is_read_again(self, kept: Path) -> None:
        fresh = index.load()
        assert len(list(kept.iterdir())) == 1
        assert index.load() == fresh
        assert index.kept() == fresh


class TestKept:
    @pytest.mark.parametrize("text", ["", "{}", "[]", '{"schema": "lemmata/index/1"}', "\xff"])
    def test_what_is_broken_is_made_again(self, kept: Path, text: str) -> None:
        fresh = index.load()
        (file,) = kept.iterdir()
        file.write_text(text, encoding="latin-1")
        assert index.load() == fresh
        assert json.loads(file.read_text(encoding="utf-8"))["claims"]

    def test_rows_that_do_not_fit_are_made_again(self, kept: Path) -> None:
        fresh = index.load()
        (file,) = kept.iterdir()
        document = json.loads(file.read_text(encoding="utf-8"))
        document["claims"][0] = ["too short"]
        file.write_text(json.dumps(document), encoding="utf-8")
        assert index.load() == fresh

    def test_a_folder_that_is_no_package_does_not_count(self, kept: Path) -> None:
        importlib.import_module("docs.claims")  # a namespace: other processes may find more of it, or less
        index.keep(registry.load())
        (file,) = kept.iterdir()
        packages = json.loads(file.read_text(encoding="utf-8"))["packages"]
        assert "theorems" in packages
        assert "docs" not in packages

    def test_nowhere_is_no_error(self, cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "file").write_text("", encoding="utf-8")
        monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path / "file" / "cache"))
        assert CLAIM in cli("list", CLAIM).out

    def test_by_verify_as_well(self, cli: Run, kept: Path) -> None:
        assert_misuse(cli("verify", CLAIM, "--only", "refuted"), "there is no earlier run")
        assert len(list(kept.iterdir())) == 1

    def test_no_more_than_a_few(self, kept: Path) -> None:
        kept.mkdir()
        for k in range(20):
            (kept / f"claims-{k}.json").write_text("{}", encoding="utf-8")
        index.load()
        assert len(list(kept.iterdir())) == 8


@pytest.mark.slow
def test_a_changed_source_is_seen(tmp_path: Path) -> None:
    for name, text in PACKAGE.items():
        file = tmp_path / "orchard" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(textwrap.dedent(text), encoding="utf-8")
    info = tmp_path / "orchard-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: orchard\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[lemmata.papers]\nfruit = orchard:PAPER\n", encoding="utf-8")

    def listed(*command: str) -> list[list[str]]:
        path = f"{tmp_path}:{Path(index.__file__).parents[2]}"
        told = process(*command, cwd=tmp_path, PYTHONPATH=path, LEMMATA_CACHE=str(tmp_path / "cache"))
        assert told.status == 0, told.err
        return [line.split("\t") for line in told.out.splitlines()]

    row = ["fruit/lemma-1", "forall", "Lemma 1", "", "Apples are round"]
    assert listed("list", "fruit") == [row]
    lemma = tmp_path / "orchard" / "lemma_1.py"
    lemma.write_text(lemma.read_text(encoding="utf-8").replace("round", "sweet"), encoding="utf-8")
    assert listed("list", "fruit") == [[*row[:4], "Apples are sweet"]]
    other = lemma.read_text(encoding="utf-8").replace("Lemma 1", "Lemma 2").replace("Apples", "Pears")
    (tmp_path / "orchard" / "lemma_2.py").write_text(other, encoding="utf-8")
    assert [cells[0] for cells in listed("list", "fruit")] == ["fruit/lemma-1", "fruit/lemma-2"]
    lemma.unlink()
    assert [cells[0] for cells in listed("list", "fruit")] == ["fruit/lemma-2"]
    assert ["  limit = 2"] not in listed("show", "fruit/lemma-2")


LOOK = """
import sys
from lemmata.commands.cli import main
status = main(sys.argv[1:])
heavy = {"torch", "numpy", "scipy", "hypothesis", "cvxpy", "rich", "theorems.pca"} & set(sys.modules)
print(status, sorted(heavy), file=sys.stderr)
"""
COMPLETED = """
try:
    main([])
except SystemExit as stop:
    status = stop.code
"""


@pytest.mark.parametrize("command", [("list",), ("list", "--json"), ("show", "pca"), ("show", CLAIM)])
def test_commands_that_look_import_nothing_heavy(
    verified: tuple[Path, Told], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path / "cache"))  # others write in that of all tests
    index.load()
    done = subprocess.run(
        [sys.executable, "-c", LOOK, *command, "--out", str(verified[0])],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert CLAIM in done.stdout
    assert done.stderr == "0 []\n"


@pytest.mark.parametrize(
    "line", ["lemmata show pca/", "lemmata verify pca/", "lemmata list rank:", "lemmata ver"]
)
def test_completion_imports_nothing_heavy(tmp_path: Path, line: str) -> None:
    index.load()
    asks = {"_ARGCOMPLETE": "1", "COMP_LINE": line, "COMP_POINT": str(len(line))}
    done = subprocess.run(
        [sys.executable, "-c", LOOK.replace("status = main(sys.argv[1:])", COMPLETED).replace(', "rich"', "")],
        cwd=tmp_path,
        env=environment(**asks, _ARGCOMPLETE_STDOUT_FILENAME="/dev/stdout"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert line.split()[-1] in done.stdout
    assert done.stderr == "0 []\n"


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOOK.replace(', "rich"', ""), "--help"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "verify" in done.stdout and done.stderr == "0 []\n"


HUNTER = """
import sys
from lemmata.run import campaign
from lemmata.run.plan import Task
campaign._start((), tuple(sys.path), papers=("theorems.pca:PAPER",))
for variant in campaign._library.claim(sys.argv[1]).variants():
    task = Task(sys.argv[1], variant.name)
    assert "records" in campaign.answer(task, profile="quick", seed=0, device="cpu", alpha=1e-8)
print(*sorted(sys.modules))
"""


@pytest.mark.slow
def test_a_worker_imports_only_what_its_claims_need(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", HUNTER, CLAIM],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.split())
    papers = {name for name in loaded if name.startswith("theorems.") and name.count(".") == 1}
    assert papers == {"theorems.pca"}
    heavy = {"cvxpy", "sklearn", "transformers", "matplotlib", "sympy", "jinja2", "scipy.optimize"}
    heavy |= {"reports.site"}  # programs of witnesses are written by workers, pages are not
    assert not heavy & loaded


class TestOneOfThePapers:
    """Where the index is fresh, the papers that are not selected are not loaded; nothing else differs."""

    def test_the_same_claims_with_the_same_budget_and_digests(self, kept: Path) -> None:
        whole = registry.load()
        known = index.keep(whole)
        found = known.needed(["pca/lemma-8", "pca/l*"])
        assert found is not None and found[0] == ("theorems.pca:PAPER",)
        part = registry.load(only=found[0], elsewhere=found[1])
        assert list(part.papers) == ["pca"]
        assert part.alpha == whole.alpha
        assert list(part.claims) == [c for c in whole.claims if c.startswith("pca/")]
        assert Plan((part.claims[CLAIM],), "quick", 0, "cpu", 1, part.alpha).papers == found[0]

    @pytest.mark.parametrize("pattern", ["no/such-claim", "outcome:refuted", "mine.py", "rank:colonel"])
    def test_what_only_all_of_them_can_tell(self, kept: Path, tmp_path: Path, pattern: str) -> None:
        (tmp_path / "mine.py").write_text("", encoding="utf-8")
        assert index.load().needed([pattern]) is None

    @pytest.mark.slow
    def test_the_digests_of_a_claim_do_not_hang_on_what_else_is_loaded(self, tmp_path: Path) -> None:
        code = """
            import sys
            from lemmata.run import digests, registry
            library = registry.load(only=sys.argv[1:] or None)
            reader = digests.Reader()
            for claim in library.claims.values():
                if claim.paper.topic == "pca":
                    print(claim.id, reader.digest(claim), reader.mutants(claim))
            """
        told = [
            subprocess.run(
                [sys.executable, "-c", textwrap.dedent(code), *only],
                cwd=tmp_path,
                env=environment(),
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for only in ([], ["theorems.pca:PAPER"])
        ]
        assert told[0] == told[1]
        assert CLAIM in told[0]

    @pytest.mark.slow
    def test_verify_loads_it_alone(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path / "cache"))
        index.load()
        look = LOOK.replace('"torch", "numpy", "scipy", "hypothesis", "cvxpy", "rich", "theorems.pca"',
                            '"cvxpy", "theorems.pca", "theorems.sparse_recovery"')  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-c", look, "verify", CLAIM, "--workers", "1", "--out", "out"],
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr.splitlines()[-1] == "0 ['theorems.pca']"
