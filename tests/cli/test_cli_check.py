"""``lemmata check`` and ``lemmata verify --watch``: what helps while a claim file is written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from lemmata.commands import watch
from lemmata.commands.cli import main
from tests.cli.helpers import SMALL, Run, assert_misuse, environment, hunts, process

BEGIN = """
from dataclasses import dataclass
from lemmata import Paper, at_most, choices, dims, reals, symmetric
from lemmata.claims.space import space
from lemmata.numbers import abs, max, sum

PAPER = Paper("written", "t", "a", 2026, "k", "s")

@dataclass(frozen=True)
class Setting:
    n: int
    k: int
"""
GOOD = """
claim = PAPER.claim(
    "Lemma 1", summary="The sum is at most n times the largest",
    settings=space(Setting, n=dims(1, 4), k=dims(1, 3)), prompts=lambda s: space(x=reals(s.n)),
)

@claim.printed("$\\\\|x\\\\|_1\\\\le kn\\\\|x\\\\|_\\\\infty$", factor=lambda n: n)
def check(k, x, factor):
    return at_most(sum(abs(x)), k * factor * max(abs(x)))

claim.mutant("half", factor=lambda n: n / 8)
"""
READS = """def check(k, x, factor):
    return at_most(sum(abs(x)), k * factor * max(abs(x)))"""
READS_LESS = READS.replace("k, x", "x").replace("k * ", "")


def checked(cli: Run, folder: Path, text: str, name: str) -> tuple[int, list[str]]:
    (folder / f"{name}.py").write_text(BEGIN.replace('"written"', f'"{name}"') + text, encoding="utf-8")
    told = cli("check", f"{name}.py")
    return told.status, [line for line in told.out.splitlines() if line.startswith(name)]


def test_a_good_file_has_no_remarks(cli: Run, tmp_path: Path) -> None:
    assert checked(cli, tmp_path, GOOD, "good") == (0, [])


def test_a_family_whose_instances_grow_too_large_is_remarked(cli: Run, tmp_path: Path) -> None:
    text = """
from lemmata import box, scales, some

claim = PAPER.claim(
    "Lemma 1", summary="The size is bounded",
    settings=space(Setting, n=dims(1, 8), k=some(scales(0, 1), weaker="larger", fails_at=lambda k: FAMILY)),
    prompts=lambda s: space(A=box(s.n, s.n, low=-1, high=1)),
)

@claim.printed("$n\\\\le k^2$", defect="constant", because="The size has no bound.")
def check(n, k, A):
    return at_most(n + 0 * sum(A, (-2, -1)), k * k)
"""
    _, remarks = checked(cli, tmp_path, text.replace("FAMILY", "Setting(int(k * k) + 1, k)"), "growing")
    assert any("fails_at of k is not followed to k = 64: an instance there takes too" in r for r in remarks)
    _, remarks = checked(cli, tmp_path, text.replace("FAMILY", "Setting(8, k)"), "small")
    assert not any("fails_at" in r for r in remarks)


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "remark"),
    [
        ("unread", READS, READS_LESS, 18, "k is drawn and never read"),
        ("unused", "x=reals(s.n))", "x=reals(s.n), y=reals(s.n))", 18, "y is drawn and never read"),
        ("pinned", "k=dims(1, 3)", "k=choices(2)", 18, "k has one value only: say why nothing is lost"),
        ("floats", "k * factor", "k * 1.1 * factor", 20, "the check cannot run in floats with a running"),
        ("breaks", "k * factor", "k.m * factor", 20, "the check breaks in float64: AttributeError"),
        ("sizes", "x=reals(s.n))", "x=symmetric())", 15, "no instance can be drawn: TypeError: symmetric"),
        ("silent", 'summary="The sum is at most n times the largest"', "batch=8", 18, "no summary"),
        ("mutants", 'claim.mutant("half", factor=lambda n: n / 8)', "", 18, "no mutants"),
        pytest.param(*("weak", "n / 8)", "n + 1)", 18, "the mutant 'half' survives"), marks=pytest.mark.slow),
        ("slipped", "lambda n: n / 8)", "lambda n: 1 / 3)", 20, "the mutant 'half' breaks: the float 0.333"),
        ("odd", "n / 8)", "n.m)", 23, "the mutant 'half' breaks: AttributeError"),
        ("false", "k * factor", "k / 64 * factor", 18, "expected to hold, and fails on one of a few draws"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(
    cli: Run, tmp_path: Path, name: str, old: str, new: str, line: int, remark: str
) -> None:
    assert old in GOOD
    status, lines = checked(cli, tmp_path, GOOD.replace(old, new), name)
    assert status == 1
    assert any(f"{name}/lemma-1" in said and remark in said for said in lines), lines
    (said,) = (said for said in lines if remark in said)
    assert abs(int(said.split(":")[1]) - line) <= 2, said


def test_a_probability_of_what_follows_no_law_is_remarked(cli: Run, tmp_path: Path) -> None:
    text = "from lemmata import Probability\n" + GOOD.replace(
        'claim(\n    "Lemma 1",', 'claim(\n    "Lemma 1", kind=Probability(failure=lambda s: 0.5),'
    )
    status, lines = checked(cli, tmp_path, text, "lawless")
    assert status == 1
    assert [said for said in lines if "follow no law: use uniform" in said]


def test_a_quantity_that_is_named_and_changes_nothing_never_enters(cli: Run, tmp_path: Path) -> None:
    text = (
        GOOD.replace("x=reals(s.n))", "x=reals(s.n), y=reals(s.n))")
        .replace("k, x,", "k, x, y,")
        .replace("sum(abs(x))", "sum(abs(x + 0 * y))")
    )
    status, lines = checked(cli, tmp_path, text, "named")
    assert status == 1
    assert [said for said in lines if "y seems never to enter: other values of it changed no margin" in said]


def test_what_a_constant_gradient_is_taken_at_enters(cli: Run, tmp_path: Path) -> None:
    text = "from lemmata.numbers import gradient\n" + GOOD.replace("sum(abs(x))", "sum(abs(slope))").replace(
        "max(abs(x))", "max(abs(y))"
    ).replace("    return at_most", "    slope = gradient(lambda t: t @ y, x)\n    return at_most")
    text = text.replace("x=reals(s.n))", "x=reals(s.n), y=reals(s.n))").replace("k, x,", "k, x, y,")
    assert checked(cli, tmp_path, text, "sloped") == (0, [])


AMENDED = GOOD.replace(
    "@claim.printed(",
    """@claim.printed(
    "$x$", defect="statement", because="y is larger.", factor=lambda n: n,
    prompts=lambda s: space(x=reals(s.n), y=reals(s.n)),
)
def printed(k, x, y, factor):
    return at_most(sum(abs(x + y)), k * max(abs(x)))

@claim.amended(adds="no y", latex=""",
)


def test_a_derived_mutant_that_breaks_is_no_fault(cli: Run, tmp_path: Path) -> None:
    """Its prompts have no y, which the printed check reads; a mutant by hand that breaks is one."""
    assert "the mutant 'as printed'" not in "".join(checked(cli, tmp_path, AMENDED, "derived")[1])
    status, lines = checked(cli, tmp_path, AMENDED.replace("n / 8)", "n.m)"), "by_hand")
    assert status == 1 and any("the mutant 'half' breaks" in line for line in lines)


def asking(question: str, hypothesis: str) -> str:
    """A statement whose margin is the answer to a question."""
    return "from lemmata import at_least, box\nfrom lemmata.numbers import where\n" + GOOD.replace(
        "x=reals(s.n))", f"x=box(s.n, low=1, high=2), y=box(s.n, low=-2, high=0), {hypothesis})"
    ).replace(
        "return at_most", "answer = " + question + "\n    return at_least(answer, k * factor / 64)\n    at_most"
    ).replace("lambda n: n / 8)", "64)").replace("k, x,", "k, x, y,")


@pytest.mark.parametrize(
    ("question", "hypothesis", "named"),
    [
        ("where(x > y, 1, 0 * x)", "", ""),
        ("where(x > 0, 1, 0 * x + 0 * y)", "", "y"),
        ("where(x > 0, 1, 0 * x)", "where=lambda p: bool((p.y < p.x).all())", ""),
    ],
)
def test_what_a_question_or_a_hypothesis_asks_for_enters(
    cli: Run, tmp_path: Path, question: str, hypothesis: str, named: str
) -> None:
    name = f"asks_{len(question)}_{len(hypothesis)}"
    lines = checked(cli, tmp_path, asking(question, hypothesis), name)[1]
    assert not [line for line in lines if "breaks" in line], lines
    assert any("seems never to enter" in line for line in lines) == bool(named), lines


def test_a_file_that_cannot_be_read_is_remarked_with_its_line(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "open.py").write_text("x = 1\ny = (\n")
    told = cli("check", "open.py")
    assert told.status == 1
    assert told.out.startswith("open.py:2: cannot be imported: SyntaxError")
    for wrong, right in (
        ("from lemmata import uniforme", "did you mean uniform?"),
        ("from lemmata import norm", "write `from lemmata.numbers import norm`"),
        ("from lemmata.numbers import svdvals", "write linalg.svdvals"),
        ("from lemmata.numbers import conca", "did you mean concat?"),
    ):
        (tmp_path / "names.py").write_text(wrong + "\n")
        assert right in cli("check", "names.py").out
    (tmp_path / "empty.py").write_text("x = 1\n")
    assert "defines no claim" in cli("check", "empty.py").out


def test_several_files_are_all_checked(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "unread.py").write_text(BEGIN.replace("written", "unread") + GOOD.replace(READS, READS_LESS))
    (tmp_path / "others.py").write_text("x = 1\n")
    assert checked(cli, tmp_path, GOOD, "whole")[0] == 0
    told = cli("check", "unread.py", "others.py", "whole.py")
    assert told.status == 1
    assert "k is drawn and never read" in told.out
    assert "others.py: defines no claim" in told.out
    assert "no remarks on 1 claim" in told.out
    told = cli("check", "--skip-others", "others.py", "whole.py")
    assert told.status == 0 and "others.py" not in told.out


def test_misuse_of_check(cli: Run, tmp_path: Path) -> None:
    assert_misuse(cli("check", "nowhere.py"), "nowhere.py: there is no such file")
    (tmp_path / "notes.txt").write_text("")
    assert_misuse(cli("check", "notes.txt"), "its name ends in .py")


@pytest.mark.slow
def test_one_file_loads_no_installed_paper(tmp_path: Path) -> None:
    (tmp_path / "alone.py").write_text(BEGIN + GOOD)
    look = (
        "import sys; from lemmata.commands.cli import main; status = main(sys.argv[1:]); "
        "print('loaded', [m for m in sys.modules if m.startswith('theorems.')]); sys.exit(status)"
    )
    for command in (["check", "alone.py"], ["show", "alone.py"], ["list", "alone.py"]):
        done = subprocess.run(
            [sys.executable, "-c", look, *command],
            cwd=tmp_path,
            env=environment(LEMMATA_CACHE=str(tmp_path / "cache")),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[-1] == "loaded []"
    told = process("verify", "alone.py", "--workers", 1, "--out", "out", cwd=tmp_path)
    assert told.status == 0, told.err


def test_a_file_whose_id_an_installed_paper_has_is_still_refused(cli: Run, tmp_path: Path) -> None:
    text = BEGIN.replace('"written"', '"pca"') + GOOD.replace("Lemma 1", "Lemma 8")
    (tmp_path / "taken.py").write_text(text)
    assert cli("list").status == 0  # the index is there then
    assert_misuse(cli("list", "taken.py"), "the id pca/lemma-8 is taken twice")


class TestWatching:
    def test_it_wants_a_file(self, cli: Run) -> None:
        assert_misuse(cli("verify", "pca", "--watch"), "name it (lemmata verify FILE --watch)")
        assert_misuse(cli("verify", "nowhere.py", "--watch"), "there is no such file")

    def test_files_beside_it_are_watched(self, tmp_path: Path) -> None:
        claim, helper = tmp_path / "claim.py", tmp_path / "helper.py"
        claim.write_text("")
        helper.write_text("")
        before = watch.saved([claim])
        helper.write_text("x = 1")
        assert watch.saved([claim]) != before

    @pytest.mark.slow
    def test_a_save_runs_it_again_and_an_interrupt_ends_it(self, tmp_path: Path) -> None:
        (tmp_path / "small.py").write_text(SMALL, encoding="utf-8")
        evidence = tmp_path / "out" / "evidence.jsonl"
        with subprocess.Popen(
            [
                sys.executable,
                "-m",
                "lemmata",
                "verify",
                "small.py",
                "--watch",
                "--out",
                "out",
                "--workers",
                "1",
            ],
            cwd=tmp_path,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as child:
            try:
                until(lambda: (tmp_path / "out" / "index.html").exists())
                first = evidence.stat().st_ino
                (tmp_path / "small.py").write_text(SMALL + "# saved\n", encoding="utf-8")
                until(lambda: evidence.exists() and evidence.stat().st_ino != first)
                until(lambda: bool(hunts(tmp_path / "out")))
                os.killpg(child.pid, signal.SIGINT)
                _, told = child.communicate(timeout=300)
            finally:
                if child.poll() is None:
                    os.killpg(child.pid, signal.SIGKILL)
        assert child.returncode == 130
        assert "Traceback" not in told
        assert hunts(tmp_path / "out")


def until(condition: Callable[[], bool], seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


def test_the_command_line_is_run_again_as_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    typed: list[tuple[str, ...]] = []

    def run(select: list[str], argv: tuple[str, ...]) -> int:
        typed.append(argv)
        return 130

    monkeypatch.setattr(watch, "run", run)
    assert main(["verify", "x.py", "--watch", "--seed", "3"]) == 130
    assert typed == [("verify", "x.py", "--watch", "--seed", "3")]
