"""The two distributions: wheels and sdists hold what they should, and the wheels work far from the checkout."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from configparser import ConfigParser
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
LEMMATA = {"lemmata": "lemmata", "reports": "lemmata/reports"}
PAPERS = {"theorems": "theorems", "constructions": "constructions", "baselines": "baselines"}
"""The folders of each distribution, with the names under which its wheel has them."""
COMMON = ("theorems", "constructions", "baselines", "reports", "training", "snippets", "benchmarks", "tests")
"""Names that a project may well have for folders of its own."""
BIN = "Scripts" if os.name == "nt" else "bin"


@dataclass(frozen=True)
class Built:
    """A distribution, built from a copy of the checkout."""

    checkout: Path
    project: Path
    folders: dict[str, str]
    wheel: Path
    sdist: Path

    def files(self) -> dict[str, str]:
        """The files of the folders in the checkout, with their paths in the wheel."""
        return {
            f"{folder}/{name}": f"{packed}/{name}"
            for folder, packed in self.folders.items()
            for path in (self.checkout / folder).rglob("*")
            if path.is_file()
            for name in [path.relative_to(self.checkout / folder).as_posix()]
        }

    def packed(self) -> set[str]:
        """The files in the wheel, without its metadata."""
        with zipfile.ZipFile(self.wheel) as archive:
            names = {name for name in archive.namelist() if not name.endswith("/")}
        return {name for name in names if not re.match(r"[^/]*\.dist-info/", name)}

    def entry_points(self) -> set[str]:
        """The groups in which the wheel declares something."""
        with zipfile.ZipFile(self.wheel) as archive:
            (name,) = (n for n in archive.namelist() if n.endswith(".dist-info/entry_points.txt"))
            parser = ConfigParser(delimiters="=")
            parser.read_string(archive.read(name).decode())
        return set(parser.sections())


def run(*words: str | Path, cwd: Path, status: int = 0, **extra: str) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=environment | extra,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == status, (
        f"{words}\nexit {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    )
    return done


@pytest.fixture(scope="module")
def checkout(copy_checkout: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_checkout(tmp_path_factory.mktemp("copy") / "checkout")


def build(checkout: Path, project: Path, folders: dict[str, str], target: Path) -> Built:
    # The sdist first and the wheel from it: what the sdist lacks, the wheel lacks too.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", target, project, cwd=target)
    (wheel,) = target.glob("*.whl")
    (sdist,) = target.glob("*.tar.gz")
    return Built(checkout, project, folders, wheel, sdist)


@pytest.fixture(scope="module")
def lemmata(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    finished = checkout / "reports" / "html"
    finished.mkdir(parents=True, exist_ok=True)
    (finished / "index.html").write_text("pages of an earlier run")
    built = build(checkout, checkout, LEMMATA, tmp_path_factory.mktemp("lemmata"))
    (finished / "index.html").unlink()
    return built


@pytest.fixture(scope="module")
def papers(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(checkout, checkout / "papers", PAPERS, tmp_path_factory.mktemp("papers"))


@pytest.fixture(scope="module", params=["lemmata", "papers"])
def either(request: pytest.FixtureRequest) -> Built:
    built: Built = request.getfixturevalue(request.param)
    return built


def environment(folder: Path, *wheels: Path) -> Path:
    """A fresh environment with the wheels, which sees this one's packages but not the checkout."""
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    python = folder / "venv" / BIN / "python"
    pip = (sys.executable, "-m", "pip", "--python", python)
    run(*pip, "install", "--no-deps", "--no-index", *wheels, cwd=folder)
    # Only now: pip would see an installed lemmata there and leave the wheel out. Python does not
    # read the .pth files of folders that a .pth file names, so an editable lemmata stays unseen.
    purelib = run(
        python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder
    ).stdout.strip()
    ours = [p for p in sys.path if Path(p).name in ("site-packages", "dist-packages")]
    (Path(purelib) / "dependencies.pth").write_text("\n".join(ours) + "\n", encoding="utf-8")
    return folder / "venv" / BIN


@pytest.fixture(scope="module")
def alone(lemmata: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment for a paper of one's own: with ``lemmata`` and nothing else of ours."""
    return environment(tmp_path_factory.mktemp("alone"), lemmata.wheel)


@pytest.fixture(scope="module")
def both(lemmata: Built, papers: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with both distributions."""
    return environment(tmp_path_factory.mktemp("both"), lemmata.wheel, papers.wheel)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose folders have common names, and do not bear being imported."""
    for name in COMMON:
        (tmp_path / name).mkdir()
        text = f"raise RuntimeError('the project\\'s own {name} was imported')\n"
        (tmp_path / name / "__init__.py").write_text(text, encoding="utf-8")
    return tmp_path


def test_wheel_holds_the_folders_with_their_data_and_nothing_else(either: Built) -> None:
    assert either.packed() == set(either.files().values())


def test_names_that_can_be_imported(lemmata: Built, papers: Built) -> None:
    assert {name.partition("/")[0] for name in lemmata.packed()} == {"lemmata"}
    assert {name.partition("/")[0] for name in papers.packed()} == {"theorems", "constructions", "baselines"}


@pytest.mark.parametrize(
    "pattern",
    [
        r"lemmata/py\.typed",
        r"lemmata/schemas/.*\.json",
        r"lemmata/templates/claim\.py\.j2",
        r"lemmata/reports/templates/.+",
        r"lemmata/reports/static/.+\.css",
        r"lemmata/reports/static/.+\.js",
        r"lemmata/reports/static/math\.woff2",
        r"lemmata/reports/static/math-OFL\.txt",
        r"lemmata/reports/programs/writer\.py",
        r"theorems/pca/coverage\.tsv",
        r"theorems/.+/checkpoints/.+\.safetensors",
        r"baselines/training/trainer\.py",
    ],
)
def test_wheel_holds_data(lemmata: Built, papers: Built, pattern: str) -> None:
    # The comparison with the checkout would be content if both had lost a file.
    assert [name for name in lemmata.packed() | papers.packed() if re.fullmatch(pattern, name)]


def test_wheels_declare_what_they_bring(lemmata: Built, papers: Built) -> None:
    pages = {"lemmata.reports", "lemmata.diffs", "lemmata.histories", "lemmata.snippets"}
    assert lemmata.entry_points() == {"console_scripts", "pytest11"} | pages
    assert papers.entry_points() == {"lemmata.papers", "lemmata.trainables", "lemmata.commands"}


def test_wheel_has_its_licence(either: Built) -> None:
    with zipfile.ZipFile(either.wheel) as archive:
        assert [n for n in archive.namelist() if n.endswith("licenses/LICENSE")]


def test_sdist_holds_the_tests_and_no_finished_pages(lemmata: Built) -> None:
    with tarfile.open(lemmata.sdist) as archive:
        names = {n.partition("/")[2] for n in archive.getnames()}
    wanted = {"tests/packaging/test_wheel.py", "README.md", "LICENSE", "constraints.txt", "tox.ini"}
    assert wanted | set(lemmata.files()) <= names
    assert {"papers/pyproject.toml", "theorems/pca/__init__.py", "benchmarks/command.py"} <= names
    assert not [n for n in names if n.startswith("reports/html")]


def both_ways(folder: Path) -> list[tuple[str | Path, ...]]:
    """The two ways to call the command: the console script and the module."""
    return [(folder / "lemmata",), (folder / "python", "-m", "lemmata")]


def test_without_papers_the_list_says_so(alone: Path, project: Path) -> None:
    for command in both_ways(alone):
        told = run(*command, "list", cwd=project)
        assert told.stdout == ""
        assert "no installed package declares papers" in told.stderr
        assert json.loads(run(*command, "list", "--json", cwd=project).stdout)["claims"] == []
    told = run(*command, "verify", cwd=project, status=2)
    assert "nothing to verify: no installed package declares papers" in told.stderr
    told = run(*command, "verify", "pca", cwd=project, status=2)
    assert "nothing is selected by 'pca': no installed package declares papers" in told.stderr


@pytest.mark.parametrize(
    ("word", "said"), [("bench", "in the repository only"), ("train", "comes with the package lemmata-papers")]
)
def test_commands_of_the_repository_are_told(alone: Path, project: Path, word: str, said: str) -> None:
    told = run(alone / "lemmata", word, cwd=project, status=2)
    assert said in told.stderr
    assert len(told.stderr.splitlines()) == 1


def test_a_paper_of_ones_own_gets_pages_and_programs(alone: Path, project: Path) -> None:
    run(alone / "lemmata", "new", "sums", "theorem-1", cwd=project)
    for command in both_ways(alone):
        told = run(*command, "verify", "sums/theorem_1.py", "--json", "v.json", cwd=project)
        assert "0 surprises" in told.stdout
    verdicts = json.loads((project / "v.json").read_text(encoding="utf-8"))
    claims = {claim["id"]: claim for claim in verdicts["claims"]}
    assert claims["sums/theorem-1"]["readings"]["printed"]["outcome"] == "refuted"
    # the default --out, inside the project's own folder of that name
    pages = project / "reports" / "html"
    assert (pages / "index.html").is_file()
    assert (pages / "claims" / "sums" / "theorem-1.html").is_file()
    (program,) = pages.rglob("theorem-1*.py")
    assert "lemmata" not in program.read_text(encoding="utf-8")
    run(alone / "python", program, cwd=project)
    before = pages / "verdicts.json"
    run(alone / "lemmata", "diff", before, pages, "--out", pages, cwd=project)
    assert (pages / "diff.html").is_file()


def test_the_example_to_copy_needs_lemmata_alone(lemmata: Built, alone: Path, project: Path) -> None:
    example = lemmata.checkout / "examples" / "step_sizes"
    declared = tomllib.loads((example / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert declared["dependencies"] == ["lemmata"]
    told = run(alone / "lemmata", "verify", example / "step_sizes" / "proposition_6.py", cwd=project)
    assert "0 surprises" in told.stdout
    assert (project / "reports" / "html" / "claims" / "step_sizes" / "proposition-6.html").is_file()


def test_pages_are_imported_by_one_name(lemmata: Built, alone: Path, project: Path) -> None:
    modules = sorted(
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in lemmata.packed()
        if name.startswith("lemmata/reports/") and name.endswith(".py")
    )
    code = (
        f"import importlib, sys\nfor name in {modules}:\n    importlib.import_module(name)\n"
        f"assert not {set(COMMON)} & set(sys.modules)"
    )
    run(alone / "python", "-c", code, cwd=project.parent)


def test_wheels_list_claims_beside_folders_of_the_same_names(both: Path, project: Path) -> None:
    for command in both_ways(both):
        listed = json.loads(run(*command, "list", "--json", cwd=project).stdout)
        topics = {claim["id"].partition("/")[0] for claim in listed["claims"]}
        assert {"pca", "sparse_recovery"} <= topics
        assert "pca/lemma-8" in run(*command, "list", cwd=project).stdout


def test_wheels_verify_beside_folders_of_the_same_names(both: Path, project: Path) -> None:
    for command in both_ways(both):
        run(*command, "verify", "pca/lemma-8", "--json", "v.json", cwd=project)
        verdicts = json.loads((project / "v.json").read_text(encoding="utf-8"))
        assert "pca/lemma-8" in {claim["id"] for claim in verdicts["claims"]}
        assert (project / "reports" / "html" / "index.html").is_file()


def test_wheels_train(both: Path, project: Path) -> None:
    assert "lista-vm" in run(both / "lemmata", "train", cwd=project).stdout


def test_all_is_imported_from_the_wheels(both: Path, tmp_path: Path) -> None:
    code = (
        "import lemmata, theorems, lemmata.reports as r; print(lemmata.__file__, theorems.__file__, r.__file__)"
    )
    for file in run(both / "python", "-c", code, cwd=tmp_path).stdout.split():
        assert Path(file).is_relative_to(both.parent)


def test_wheel_brings_the_plugin_for_pytest(both: Path, project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    # -P: as the command `pytest`, which does not put the folder that it is called in first
    words = ("-P", "-m", "pytest", "-rA", "-p", "no:cacheprovider", "--lemmata", "--pyargs")
    told = run(both / "python", *words, "theorems.pca.lemma_8", "-k", "lemma-8", cwd=project)
    assert re.search(r"^PASSED .*pca/lemma-8$", told.stdout, re.MULTILINE), told.stdout


def test_schemas_are_read_from_the_wheel(lemmata: Built, alone: Path, tmp_path: Path) -> None:
    code = (
        "import json; from importlib import resources; "
        "print(*(json.loads(f.read_text('utf-8'))['$id'] "
        "for f in (resources.files('lemmata') / 'schemas').iterdir()))"
    )
    told = run(alone / "python", "-c", code, cwd=tmp_path).stdout.split()
    assert len(told) == len(list((lemmata.checkout / "lemmata" / "schemas").glob("*.json")))
    assert {"lemmata/claims/1", "lemmata/witness/1", "lemmata/certificate/1", "lemmata/verdicts/1"} <= set(told)


def test_what_is_imported_at_once_is_a_dependency(either: Built) -> None:
    """The environments above see more than a wheel asks for; an empty one has the dependencies alone."""
    project = tomllib.loads((either.project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split(r"[<>=]", dependency)[0] for dependency in project["dependencies"]}
    declared |= {"markupsafe"} if "jinja2" in declared else set()  # jinja2's own
    declared |= {"flint"} if "python-flint" in declared else set()  # its module
    declared |= {name.partition("/")[0] for name in either.packed()} | sys.stdlib_module_names
    for name in sorted(n for n in either.files() if n.endswith(".py")):
        names: set[str] = set()
        for node in ast.parse((either.checkout / name).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add(node.module or "")
        serves_tests = name in ("lemmata/pytest_plugin.py", "lemmata/testing.py")
        allowed = declared | ({"pytest"} if serves_tests else set())
        assert {n.partition(".")[0] for n in names} <= allowed, name
