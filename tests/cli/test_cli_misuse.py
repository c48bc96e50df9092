"""Bad input: a short message that says what to do, status 2, no traceback, nothing lost."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch

from tests.cli.helpers import CLAIM, SMALL, Run, Told, assert_misuse, hunts

needs_no_cuda = pytest.mark.skipif(torch.cuda.is_available(), reason="there is a CUDA device")


class TestSelections:
    @pytest.mark.parametrize("command", ["list", "verify"])
    @pytest.mark.parametrize(
        ("select", "words"),
        [
            ("pca/lemma-9", ("nothing is selected by 'pca/lemma-9'", "`lemmata list`")),
            ("lemma-8", ("did you mean pca/lemma-8/tail, pca/lemma-8,",)),
            ("pcr", ("nothing is selected by 'pcr'",)),
            ("pca/axiom*", ("nothing is selected by 'pca/axiom*'",)),
            ("none.py", ("none.py: there is no such file",)),
            ("", ("nothing is selected by ''",)),
            ("[bold]x[/]", ("nothing is selected by '[bold]x[/]'",)),
        ],
    )
    def test_of_nothing(self, cli: Run, command: str, select: str, words: tuple[str, ...]) -> None:
        assert_misuse(cli(command, select), *words)

    @pytest.mark.parametrize("command", ["list", "verify", "check"])
    def test_of_a_folder_without_claims(self, cli: Run, tmp_path: Path, command: str) -> None:
        (tmp_path / "mine").mkdir()
        (tmp_path / "mine" / "__init__.py").write_text("", encoding="utf-8")
        assert_misuse(cli(command, "mine"), "no file in this folder declares a claim")

    def test_of_a_record_names_the_files_beside_it(self, cli: Run, tmp_path: Path) -> None:
        (tmp_path / "recorded").mkdir()
        (tmp_path / "recorded" / "__init__.py").write_text("", encoding="utf-8")
        told = cli("list", "recorded/__init__.py")
        assert_misuse(told, "it holds the paper's record. Name the files beside it (recorded/[a-z]*.py)")

    def test_one_wrong_among_right_ones(self, cli: Run) -> None:
        assert_misuse(cli("verify", CLAIM, "pca/lemma-9"), "'pca/lemma-9'")

    def test_show_of_nothing(self, cli: Run) -> None:
        assert_misuse(cli("show", "pca/lemma-9"), "nothing is selected by 'pca/lemma-9'")


class TestOptions:
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--seed", "-1"], ("--seed", "must be a whole number >= 0, got '-1'")),
            (["--seed", "1.5"], ("--seed", "got '1.5'")),
            (["--seed", "²"], ("--seed",)),
            (["--seed", "9" * 5000], ("--seed",)),
            (["--seed"], ("--seed", "expected one argument")),
            (["--workers", "0"], ("--workers", "must be auto or a whole number >= 1, got '0'")),
            (["--workers", "many"], ("--workers", "got 'many'")),
            (["--limit", "0"], ("--limit", "must be a whole number >= 1, got '0'")),
            (["--profile", "x"], ("--profile", "invalid choice: 'x'", "quick")),
            (["--only", "holds"], ("--only", "invalid choice: 'holds'")),
            (["--bogus"], ("unrecognized arguments: --bogus",)),
            (["--device", "foo"], ("--device must be auto, cpu, cuda or cuda:i, got 'foo'",)),
            (["--device", ""], ("--device must be",)),
            (["--device", "cuda:"], ("--device must be",)),
            (["--device", "cuda:x"], ("--device must be",)),
            (["--device", "CPU"], ("--device must be",)),
        ],
        ids=lambda v: str(v)[:30],
    )
    def test_of_verify(self, cli: Run, arguments: list[str], words: tuple[str, ...]) -> None:
        told = cli("verify", CLAIM, *arguments)
        assert told.status == 2
        assert "Traceback" not in told.err
        assert all(word in told.err for word in words), told.err

    @needs_no_cuda
    @pytest.mark.parametrize("device", ["cuda", "cuda:0", "cuda:7"])
    def test_cuda_where_there_is_none(self, cli: Run, device: str) -> None:
        told = cli("verify", CLAIM, "--device", device)
        assert_misuse(told, f"--device {device}: this machine has no CUDA device", "--device cpu")

    @pytest.mark.parametrize("arguments", [["verity"], ["show"], ["replay"], ["show", "a", "b"]])
    def test_of_other_commands(self, cli: Run, arguments: list[str]) -> None:
        told = cli(*arguments)
        assert told.status == 2
        assert told.err.startswith("lemmata")
        assert told.err.count("\n") == 1


HEAD = SMALL.split("holds = claim")[0]
CHECK = "(lambda t, limit: at_most(t, limit))"
WRONG_FILES: dict[str, tuple[str, tuple[str, ...]]] = {
    "import that is missing": ("import nothing_of_this_name", ("ModuleNotFoundError",)),
    "syntax": ("def f(:", ("SyntaxError", "line 1")),
    "exception": ("1 / 0", ("ZeroDivisionError",)),
    "exit": ("raise SystemExit(0)", ("SystemExit",)),
    "empty": ("", ("defines no claim", "@theorem(...)")),
    "no claim": (HEAD, ("defines no claim",)),
    "reading with an unknown ingredient": (
        HEAD + f"claim('x').printed('x', limit=1, gamma=2){CHECK}",
        ("mine/x, printed: the check has no ingredient ['gamma']",),
    ),
    "reading with an ingredient left open": (
        HEAD + f"claim('x').printed('x'){CHECK}",
        ("mine/x, printed: the check leaves ['limit'] open",),
    ),
    "mutant without a reading": (
        HEAD + "claim('x').mutant('m', limit=2)",
        ("mine/x: there is no printed reading",),
    ),
    "unknown kind": (
        HEAD + "claim('x', kind='exists')",
        ("kind must be one of ForAll(), Probability(), Expectation()", "got 'exists'"),
    ),
    "refuted without defect": (
        HEAD + f"claim('x').printed('x', expect='refuted', limit=1){CHECK}",
        ("mine/x: a printed reading that is expected to be refuted", "names its defect"),
    ),
    "two of one id": (
        HEAD + f"claim('x').printed('x', limit=1){CHECK}\nclaim('X')",
        ("the id mine/x is defined twice",),
    ),
    "an installed id": (
        HEAD.replace('Paper("mine"', 'Paper("pca"') + f"claim('Lemma 8').printed('x', limit=1){CHECK}",
        ("the id pca/lemma-8 is taken twice", "claim.py", "lemma_8.py", "rename"),
    ),
}  # fmt: skip


class TestClaimFiles:
    @pytest.mark.parametrize("name", WRONG_FILES)
    def test_that_are_wrong(self, cli: Run, tmp_path: Path, name: str) -> None:
        text, words = WRONG_FILES[name]
        (tmp_path / "claim.py").write_text(text, encoding="utf-8")
        assert_misuse(cli("list", "claim.py"), *words)

    def test_without_a_printed_reading(self, cli: Run, tmp_path: Path) -> None:
        text = HEAD + f"claim('x').amended('x', limit=1){CHECK}"
        (tmp_path / "claim.py").write_text(text, encoding="utf-8")
        assert_misuse(cli("verify", "claim.py"), "mine/x: there is no printed reading")


class TestOutput:
    @pytest.fixture(params=["a file", "below a file", "/proc", "read-only"])
    def unwritable(self, request: pytest.FixtureRequest, tmp_path: Path) -> Path:
        file = tmp_path / "file"
        file.write_text("mine", encoding="utf-8")
        if request.param == "a file":
            return file
        if request.param == "below a file":
            return file / "out"
        if request.param == "/proc":
            if not Path("/proc/version").exists():
                pytest.skip("no /proc here")
            return Path("/proc/out")
        folder = tmp_path / "locked"
        folder.mkdir(mode=0o500)
        if os.access(folder, os.W_OK):
            pytest.skip("root may write anywhere")
        return folder / "out"

    @pytest.mark.parametrize("command", ["verify", "report"])
    def test_folders_that_cannot_be_written(
        self, cli: Run, unwritable: Path, command: str, verified: tuple[Path, Told]
    ) -> None:
        what: Any = CLAIM if command == "verify" else verified[0] / "evidence.jsonl"
        told = cli(command, what, "--out", unwritable)
        assert_misuse(told, f"--out {unwritable}: cannot be written (", "name a folder that can")

    def test_a_json_file_that_cannot_be_written_is_noticed_before_the_run(
        self, cli: Run, tmp_path: Path
    ) -> None:
        for path in (tmp_path, tmp_path / "none" / "v.json"):
            told = cli("verify", CLAIM, "--out", "out", "--json", path)
            assert_misuse(told, f"--json {path}: cannot be written (", "name a file that can")
        assert not (tmp_path / "out" / "evidence.jsonl").exists()

    def test_misuse_leaves_an_earlier_run_alone(
        self, cli: Run, verified: tuple[Path, Told], tmp_path: Path
    ) -> None:
        before = hunts(verified[0])
        for wrong in (["--device", "foo"], ["--only", "undecided"], ["pca/lemma-9"]):
            assert cli("verify", CLAIM, "--out", verified[0], *wrong).status == 2
        assert hunts(verified[0]) == before

    @pytest.mark.parametrize("file", ["verdicts.json", "index.html"])
    def test_a_disk_that_is_full_when_the_report_is_written(
        self, cli: Run, verified: tuple[Path, Told], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
    ) -> None:
        out = Path(shutil.copytree(verified[0], tmp_path / "out"))
        write = Path.write_text

        def full(path: Path, *arguments: Any, **options: Any) -> int:
            if file not in path.name:
                return write(path, *arguments, **options)
            write(path, str(arguments[0])[:8192], **options)  # as far as there is room
            raise OSError(errno.ENOSPC, "No space left on device")

        before = (out / file).read_text(encoding="utf-8")
        monkeypatch.setattr(Path, "write_text", full)
        told = cli("verify", CLAIM, "--out", out, "--resume")
        assert_misuse(
            told,
            f"{out / file}: cannot be written (No space left on device); the evidence is whole",
            "--resume",
        )
        assert (out / file).read_text(encoding="utf-8") == before  # nothing stays cut off
        assert not list(out.rglob("*.part"))
        assert hunts(out) == hunts(verified[0])

    def test_code_that_leaves_the_program_is_no_success(
        self, cli: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def leave() -> None:
            raise SystemExit(0)

        monkeypatch.setattr("lemmata.run.registry.load", lambda files: leave())
        assert_misuse(cli("verify"), "the code of a claim or of a package has called sys.exit(0)")
