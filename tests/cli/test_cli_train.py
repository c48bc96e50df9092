"""``lemmata train``: it trains, stops, goes on and evaluates; what is wrong is said in one line."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from baselines.training import checkpoints as train_checkpoints
from tests.cli.helpers import Run, assert_misuse, environment

SHORT = ("--set", "points=2", "signals=8", "--steps", "6")
RESUME = "lista.resume.safetensors"


def test_without_a_name_the_trainables_are_listed(cli: Run) -> None:
    told = cli("train")
    assert told.status == 0
    for name in ("lista-vm", "small-tf", "gpt2"):
        assert name in told.out


def test_it_trains_goes_on_and_evaluates(cli: Run, tmp_path: Path) -> None:
    told = cli("train", "lista", *SHORT, "--seed", 1, "--device", "cpu")
    assert told.status == 0, told
    file = tmp_path / "trained" / "lista.safetensors"
    assert "done: step 6 of 6" in told.out
    assert "checkpoint: trained/lista.safetensors" in told.out
    assert "predicting 0" in told.out
    assert "predicting 0 has an error of" in told.err
    assert "lista: step 6 of 6, median loss" in told.err  # a line in a log
    kept = train_checkpoints.read(file).metadata
    assert kept["command"] == "lemmata train lista --seed 1 --set points=2 signals=8 --steps 6"
    again = cli("train", "lista", *SHORT, "--seed", 1)
    assert_misuse(again, "there is a training of step 6 here", "--resume", "--out")
    more = cli("train", "lista", *SHORT[:-1], 9, "--seed", 1, "--resume")
    assert (more.status, "done: step 9 of 9" in more.out) == (0, True), more
    assert train_checkpoints.read(file).metadata["step"] == 9
    scored = cli("train", "lista", "--evaluate", file)
    assert scored.status == 0
    assert "median" in scored.out
    assert "lemmata train lista --seed 1" in scored.out
    other = cli("train", "lista", "--evaluate", file, "--set", "S=1")
    assert other.out.splitlines()[1] != scored.out.splitlines()[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nothing",), ("no trainable 'nothing'", "small-tf")),
        (("lista", "--scale", "huge"), ("--scale huge", "small, full")),
        (("lista", "--set", "K"), ("--set K: expected FIELD=VALUE",)),
        (("lista", "--set", "k=1"), ("--set k=1", "learning_rate")),
        (("lista", "--set", "S=21"), ("S=21", "S <= support <= d")),
        (("lista", "--set", "law=normal"), ("law is 'normal'", "gaussian or bounded")),
        (("small-tf", "--set", "labels=first"), ("labels is 'first'",)),
        (("lista", "--steps", "0"), ("whole number >= 1",)),
        (("lista", "--minutes", "-1"), ("number above 0",)),
        (("lista", "--device", "gpu"), ("--device must be",)),
        (("lista", "--resume"), ("cannot be read", "No such file")),
        (("lista", "--evaluate", "none.safetensors"), ("none.safetensors: cannot be read",)),
    ],
)
def test_misuse_is_one_line(cli: Run, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    told = cli("train", *arguments)
    assert told.status == 2
    assert "Traceback" not in told.err
    for word in words:
        assert word in told.err


def test_damaged_and_foreign_checkpoints_are_refused(cli: Run, tmp_path: Path) -> None:
    assert cli("train", "lista", *SHORT).status == 0
    file = tmp_path / "trained" / "lista.safetensors"
    assert_misuse(cli("train", "lista-vm", "--evaluate", file), "of lista, not of lista-vm")
    assert_misuse(cli("train", "lista", "--set", "K=3", "--evaluate", file), "W1 is (12, 20, 10)")
    assert_misuse(cli("train", "lista", "--set", "K=3", "--resume"), "trained with")
    file.write_bytes(file.read_bytes()[:-100])
    assert_misuse(cli("train", "lista", "--evaluate", file), "no whole checkpoint")


def test_a_missing_package_is_named(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "safetensors.torch", None)
    assert_misuse(cli("train", "lista", *SHORT), "pip install 'lemmata[train]'")
    monkeypatch.setitem(sys.modules, "transformers", None)
    assert_misuse(cli("train", "gpt2"), "transformers is not installed")


@pytest.mark.slow
def test_a_killed_training_is_resumed_and_an_interrupt_keeps_what_is_done(cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "trained" / RESUME
    command = [sys.executable, "-m", "lemmata", "train", "lista", "--set", "points=2", "signals=8"]

    def started(*options: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [*command, "--steps", "1000000", *options], env=environment(), stdout=pipe, stderr=pipe, text=True
        )

    running = started()
    wait_for(file, running)
    running.send_signal(signal.SIGKILL)
    running.communicate(timeout=60)
    before = train_checkpoints.read(file).metadata["step"]

    running = started("--resume")
    assert running.stderr is not None
    assert "training lista to trained/lista.safetensors" in running.stderr.readline()
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=300)
    assert running.returncode == 130, err
    assert "Traceback" not in err
    assert "interrupted: step" in out
    assert "go on with --resume" in err
    after = train_checkpoints.read(file).metadata["step"]
    assert after > before
    changes = ("--set", "points=2", "signals=8", "--steps", after + 5)
    assert f"done: step {after + 5}" in cli("train", "lista", *changes, "--resume").out


def wait_for(file: Path, running: subprocess.Popen[str]) -> None:
    end = time.monotonic() + 300
    while not file.exists():
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < end
        time.sleep(0.1)
