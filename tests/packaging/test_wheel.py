"""Wheel and sdist hold what they should, and the wheel works far from the checkout."""

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
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
FOLDERS = ("lemmata", "theorems", "constructions", "baselines", "reports", "training", "snippets", "benchmarks")
SHADOWS = ("theorems", "constructions", "baselines", "reports", "benchmarks", "tests")
BIN = "Scripts" if os.name == "nt" else "bin"


@dataclass(frozen=True)
class Built:
    """A copy of the checkout and what was built from it."""

    checkout: Path
    wheel: Path
    sdist: Path

    def files(self) -> set[str]:
        """The files of the folders in the checkout."""
        paths = (p for folder in FOLDERS for p in (self.checkout / folder).rglob("*") if p.is_file())
        return {p.relative_to(self.checkout).as_posix() for p in paths}


def run(*words: str | Path, cwd: Path, **extra: str) -> subprocess.CompletedProcess[str]:
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
    assert done.returncode == 0, (
        f"{words}\nexit {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    )
    return done


@pytest.fixture(scope="module")
def built(copy_checkout: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("build")
    checkout = copy_checkout(folder / "checkout")
    finished = checkout / "reports" / "html"
    finished.mkdir(parents=True, exist_ok=True)
    (finished / "index.html").write_text("pages of an earlier run")
    # The sdist first and the wheel from it: what the sdist lacks, the wheel lacks too.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, checkout, cwd=folder)
    (finished / "index.html").unlink()
    (wheel,) = folder.glob("*.whl")
    (sdist,) = folder.glob("*.tar.gz")
    return Built(checkout, wheel, sdist)


@pytest.fixture(scope="module")
def environment(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel, which sees this one's packages but not the checkout."""
    folder = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    python = folder / "venv" / BIN / "python"
    pip = (sys.executable, "-m", "pip", "--python", python)
    run(*pip, "install", "--no-deps", "--no-index", built.wheel, cwd=folder)
    # Only now: pip would see an installed lemmata there and leave the wheel out. Python does not
    # read the .pth files of folders that a .pth file names, so an editable lemmata stays unseen.
    purelib = run(
        python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder
    ).stdout.strip()
    ours = [p for p in sys.path if Path(p).name in ("site-packages", "dist-packages")]
    (Path(purelib) / "dependencies.pth").write_text("\n".join(ours) + "\n", encoding="utf-8")
    return folder / "venv"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose own folders have the names of ours, and do not bear being imported."""
    for name in SHADOWS:
        (tmp_path / name).mkdir()
        text = f"raise RuntimeError('the project\\'s own {name} was imported')\n"
        (tmp_path / name / "__init__.py").write_text(text, encoding="utf-8")
    return tmp_path


def test_wheel_holds_the_folders_with_their_data_and_nothing_else(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        names = {n for n in archive.namelist() if not n.endswith("/")}
    packed = {n for n in names if not re.match(r"lemmata-[^/]*\.dist-info/", n)}
    assert packed == built.files()


@pytest.mark.parametrize(
    "pattern",
    [
        r"lemmata/py\.typed",
        r"lemmata/schemas/.*\.json",
        r"lemmata/templates/claim\.py\.j2",
        r"reports/templates/.+",
        r"reports/static/.+\.css",
        r"reports/static/.+\.js",
        r"reports/static/math\.woff2",
        r"reports/static/math-OFL\.txt",
        r"theorems/pca/coverage\.tsv",
    ],
)
def test_wheel_holds_data(built: Built, pattern: str) -> None:
    # The comparison with the checkout would be content if both had lost a file.
    with zipfile.ZipFile(built.wheel) as archive:
        assert [n for n in archive.namelist() if re.fullmatch(pattern, n)]


def test_wheel_declares_papers_reports_and_command(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        (name,) = (n for n in archive.namelist() if n.endswith(".dist-info/entry_points.txt"))
        text = archive.read(name).decode()
        assert [n for n in archive.namelist() if n.endswith("licenses/LICENSE")]
    for group in ("console_scripts", "lemmata.papers", "lemmata.reports", "lemmata.benchmarks", "pytest11"):
        assert f"[{group}]" in text


def test_sdist_holds_the_tests_and_no_finished_pages(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = {n.partition("/")[2] for n in archive.getnames()}
    wanted = {"tests/packaging/test_wheel.py", "README.md", "LICENSE", "constraints.txt", "tox.ini"}
    assert wanted | built.files() <= names
    assert not [n for n in names if n.startswith("reports/html")]


@pytest.fixture(params=["console script", "python -m lemmata"])
def lemmata(request: pytest.FixtureRequest, environment: Path) -> tuple[str, ...]:
    if request.param == "console script":
        return (str(environment / BIN / "lemmata"),)
    return (str(environment / BIN / "python"), "-m", "lemmata")


def test_wheel_lists_claims_beside_folders_of_the_same_names(lemmata: tuple[str, ...], project: Path) -> None:
    listed = json.loads(run(*lemmata, "list", "--json", cwd=project).stdout)
    topics = {claim["id"].partition("/")[0] for claim in listed["claims"]}
    assert {"pca", "sparse_recovery"} <= topics
    assert "pca/lemma-8" in run(*lemmata, "list", cwd=project).stdout


def test_wheel_verifies_beside_folders_of_the_same_names(lemmata: tuple[str, ...], project: Path) -> None:
    run(*lemmata, "verify", "pca/lemma-8", "--json", "v.json", cwd=project)
    verdicts = json.loads((project / "v.json").read_text(encoding="utf-8"))
    assert "pca/lemma-8" in {claim["id"] for claim in verdicts["claims"]}
    # the default --out, inside the project's own folder of that name
    assert (project / "reports" / "html" / "index.html").is_file()


def test_engine_is_imported_from_the_wheel(environment: Path, tmp_path: Path) -> None:
    code = "import lemmata, theorems, reports; print(lemmata.__file__, theorems.__path__)"
    told = run(environment / BIN / "python", "-c", code, cwd=tmp_path).stdout
    assert str(environment) in told


def test_wheel_brings_the_plugin_for_pytest(environment: Path, project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    # -P: as the command `pytest`, which does not put the folder that it is called in first
    words = ("-P", "-m", "pytest", "-rA", "-p", "no:cacheprovider", "--lemmata", "--pyargs")
    told = run(
        environment / BIN / "python", *words, "theorems.pca.lemma_8", "-k", "lemma-8 and printed", cwd=project
    )
    assert re.search(r"^PASSED .*pca/lemma-8: printed", told.stdout, re.MULTILINE), told.stdout


def test_schemas_are_read_from_the_wheel(built: Built, environment: Path, tmp_path: Path) -> None:
    code = (
        "import json; from importlib import resources; "
        "print(*(json.loads(f.read_text('utf-8'))['$id'] "
        "for f in (resources.files('lemmata') / 'schemas').iterdir()))"
    )
    told = run(environment / BIN / "python", "-c", code, cwd=tmp_path).stdout.split()
    assert len(told) == len(list((built.checkout / "lemmata" / "schemas").glob("*.json")))
    assert {"lemmata/claims/1", "lemmata/witness/1", "lemmata/certificate/1", "lemmata/verdicts/2"} <= set(told)


def test_what_is_imported_at_once_is_a_dependency(built: Built) -> None:
    """The environment above sees more than the wheel asks for; an empty one has the dependencies alone."""
    project = tomllib.loads((built.checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split(r"[<>=]", dependency)[0] for dependency in project["dependencies"]}
    declared |= {"markupsafe"}  # jinja2's own
    declared |= set(FOLDERS) | sys.stdlib_module_names
    for name in sorted(n for n in built.files() if n.endswith(".py")):
        names: set[str] = set()
        for node in ast.parse((built.checkout / name).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names.add(node.module or "")
        serves_tests = name in ("lemmata/pytest_plugin.py", "lemmata/testing.py")
        allowed = declared | ({"pytest"} if serves_tests else set())
        assert {n.partition(".")[0] for n in names} <= allowed, name
