"""Training: a killed one goes on as if nothing had been, and whatever ends it leaves a whole checkpoint."""

from __future__ import annotations

import errno
import json
import os
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Generator, Tensor, nn

from baselines.training import checkpoints as train_checkpoints
from baselines.training import trainer as training
from baselines.training.checkpoints import Checkpoint
from baselines.training.trainer import Recipe, Trainable
from lemmata import LemmataError
from lemmata.errors import MissingDependency


@dataclass(frozen=True)
class Line:
    recipe: Recipe = field(default_factory=lambda: Recipe(24, learning_rate=0.1, points=4))
    size: int = 3
    noise: float = 0.0
    kind: str = "plain"

    def __post_init__(self) -> None:
        if self.size > 9:
            raise ValueError(f"size is {self.size}; expected at most 9")


def data(c: Line, g: Generator) -> tuple[Tensor, Tensor]:
    x = torch.randn(16, c.size, generator=g)
    return x, x.sum(-1, keepdim=True)


def build(c: Line, seed: int) -> nn.Module:
    model = nn.Linear(c.size, 1)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=training.generator("cpu", seed)))
    return model


def score(model: nn.Module, c: Line, g: Generator) -> Tensor:
    x, y = data(c, g)
    return (model(x) - y).square()[:, 0]


def loss(model: nn.Module, c: Line, g: Generator) -> Tensor:
    return score(model, c, g).mean()


LINE = Trainable("a line", {"small": Line(), "large": Line(size=5)}, build, loss, score)
Train = Callable[..., training.Trained]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "out" / "line.safetensors"


@pytest.fixture
def train(path: Path) -> Train:
    def run(trainable: Trainable = LINE, c: Line | None = None, **options: Any) -> training.Trained:
        return training.train("line", trainable, c or Line(), path, **options)

    return run


def kept(path: Path) -> Path:
    return path.with_suffix(".resume.safetensors")


def weights(path: Path) -> dict[str, Tensor]:
    return train_checkpoints.read(path).weights()


def after(step: int) -> Callable[[], bool]:
    asked = iter(range(1, 10_000))
    return lambda: next(asked) >= step


def test_a_training_lowers_the_loss_and_tells_how_it_was_made(train: Train, path: Path) -> None:
    trained = train(command="lemmata train line", seed=3)
    told = train_checkpoints.read(path).metadata
    assert trained.ended == "done"
    assert told["curve"][-1]["mean"] < told["curve"][0]["mean"] / 4
    assert [p["step"] for p in told["curve"]] == [0, 6, 12, 18, 24]
    assert told["command"] == "lemmata train line"
    assert (told["seed"], told["step"]) == (3, 24)
    assert told["configuration"]["recipe"]["learning_rate"] == 0.1
    assert told["device"].startswith("cpu")
    assert told["seconds"] > 0
    # The header alone says all of it: no pickle, and readable without torch.
    content = path.read_bytes()
    (size,) = struct.unpack("<Q", content[:8])
    assert "lemmata" in json.loads(content[8 : 8 + size])["__metadata__"]


def test_an_interrupted_and_resumed_training_equals_an_unbroken_one(
    train: Train, path: Path, tmp_path: Path
) -> None:
    assert train(stop=after(10)).ended == "interrupted"
    assert train_checkpoints.read(path).metadata["step"] == 10
    train(resume=True)
    whole = tmp_path / "whole.safetensors"
    training.train("line", LINE, Line(), whole)
    for name, value in weights(whole).items():
        assert torch.equal(value, weights(path)[name])
    other = tmp_path / "other.safetensors"
    training.train("line", LINE, Line(), other, seed=1)
    assert not torch.equal(weights(whole)["weight"], weights(other)["weight"])


def test_a_killed_training_loses_only_what_came_after_the_last_save(train: Train, path: Path) -> None:
    def die(step: int, loss: float | None) -> None:
        if step == 8:
            raise SystemError("killed")

    with pytest.raises(SystemError):
        train(progress=die, every=0.0)
    assert train_checkpoints.read(kept(path)).metadata["step"] == 7
    assert train(resume=True).metadata["step"] == 24
    assert not list(path.parent.glob("*.part"))


def test_what_is_there_is_not_overwritten(train: Train, path: Path) -> None:
    train(stop=after(5))
    before = kept(path).read_bytes()
    with pytest.raises(LemmataError, match=r"step 5 here; go on with --resume"):
        train()
    assert kept(path).read_bytes() == before


def test_a_budget_of_time_ends_it_early_and_it_can_go_on(train: Train) -> None:
    assert train(minutes=1e-9).ended == "time is up"
    assert train(resume=True).ended == "done"


def test_more_steps_are_added_but_nothing_else_is_changed(train: Train) -> None:
    train()
    longer = replace(Line(), recipe=replace(Line().recipe, steps=30))
    assert train(c=longer, resume=True).metadata["step"] == 30
    with pytest.raises(LemmataError, match=r"step 30 here, beyond --steps 24"):
        train(resume=True)
    with pytest.raises(LemmataError, match=r"trained with size=3, not 4"):
        train(c=Line(size=4), resume=True)
    with pytest.raises(LemmataError, match=r"trained with seed=0, not 1"):
        train(seed=1, resume=True)


def test_nothing_to_resume_is_said(train: Train) -> None:
    with pytest.raises(LemmataError, match=r"cannot be read \(No such file"):
        train(resume=True)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[: len(content) // 2],
        lambda content: b"",
        lambda content: b"not at all a checkpoint",
        lambda content: content.replace(b"lemmata/checkpoint/1", b"lemmata/checkpoint/9"),
        lambda content: content.replace(b"__metadata__", b"__metadolto__"),
    ],
)
def test_a_damaged_checkpoint_is_refused_in_one_line(
    train: Train, path: Path, damage: Callable[[bytes], bytes]
) -> None:
    train(stop=after(3))
    kept(path).write_bytes(damage(kept(path).read_bytes()))
    with pytest.raises(LemmataError, match=r"no whole checkpoint of|schema") as caught:
        train(resume=True)
    assert "\n" not in str(caught.value)


def changed(path: Path, change: Callable[[dict[str, Tensor]], object]) -> None:
    checkpoint = train_checkpoints.read(path)
    change(checkpoint.tensors)
    train_checkpoints.write(path, checkpoint)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t: t.update({"model/weight": torch.zeros(1, 9)}), r"weight is \(1, 9\) float32"),
        (lambda t: t.update({"model/bias": torch.zeros(1).double()}), r"bias is \(1,\) float64"),
        (lambda t: t.pop("model/bias"), "bias is missing"),
        (lambda t: t.update({"model/more": torch.zeros(1)}), "more is not one of the model's"),
        (lambda t: t["model/weight"].fill_(torch.nan), "weight is not finite"),
        (lambda t: t.update({"adam/0/exp_avg": torch.zeros(7)}), "optimiser's state does not fit"),
    ],
)
def test_a_checkpoint_of_another_shape_is_refused(
    train: Train, path: Path, change: Callable[[dict[str, Tensor]], object], words: str
) -> None:
    train(stop=after(3))
    changed(kept(path), change)
    with pytest.raises(LemmataError, match=words):
        train(resume=True)


def test_a_loss_that_is_not_finite_ends_it_with_the_last_finite_checkpoint(train: Train, path: Path) -> None:
    calls = iter(range(100))

    def breaks(model: nn.Module, c: Line, g: Generator) -> Tensor:
        return loss(model, c, g) * (float("nan") if next(calls) >= 7 else 1.0)

    with pytest.raises(LemmataError, match=r"not finite at step 8; .* holds step 7"):
        train(replace(LINE, loss=breaks), every=0.0)
    assert train_checkpoints.read(kept(path)).weights()["weight"].isfinite().all()


def test_a_full_disk_keeps_the_checkpoint_before(
    train: Train, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = iter(range(100))

    def fsync(descriptor: int) -> None:
        if next(written) >= 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(LemmataError, match=r"No space left on device.*before is kept"):
        train(every=0.0)
    monkeypatch.undo()
    assert train_checkpoints.read(kept(path)).metadata["step"] == 3
    assert [p.name for p in path.parent.iterdir()] == [kept(path).name]
    assert train(resume=True).ended == "done"


def test_a_place_that_cannot_be_written_is_found_before_anything_is_spent(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    steps: list[int] = []
    with pytest.raises(LemmataError, match=r"cannot be written \(.*nothing was saved before"):
        training.train(
            "line",
            LINE,
            Line(),
            tmp_path / "file" / "line.safetensors",
            progress=lambda step, loss: steps.append(step),
        )
    assert steps == []


def test_a_model_is_loaded_as_it_was_scored(train: Train, path: Path) -> None:
    told = train().metadata
    model, checkpoint = training.load(LINE, Line(), path)
    errors = score(model, Line(), training.generator("cpu", 0, "held out"))
    known = told["curve"][-1]["mean"]
    assert training.statistics(errors)["mean"] == pytest.approx(known, rel=1e-4)
    assert checkpoint.metadata["name"] == "line"
    with pytest.raises(LemmataError, match="weight"):
        training.load(LINE, Line(size=4), path)


def test_a_configuration_is_changed_by_name() -> None:
    changes = {"size": "4", "learning_rate": "0.5", "kind": "other", "noise": "1"}
    c = training.configured(LINE, None, changes)
    assert (c.size, c.recipe.learning_rate, c.kind, c.noise) == (4, 0.5, "other", 1.0)
    assert training.configured(LINE, "large", {}).size == 5


@pytest.mark.parametrize(
    ("scale", "changes", "words"),
    [
        ("huge", {}, "there are small, large"),
        (None, {"recipe": "1"}, "there are clip, kind, learning_rate"),
        (None, {"steps": "1.5"}, "--set steps=1.5: expected a whole number"),
        (None, {"noise": "much"}, "--set noise=much: expected a number"),
        (None, {"size": "10"}, "--set size=10: size is 10; expected at most 9"),
    ],
)
def test_a_wrong_change_is_refused(scale: str | None, changes: dict[str, str], words: str) -> None:
    with pytest.raises(LemmataError, match=words):
        training.configured(LINE, scale, changes)


def test_one_divergent_instance_moves_the_mean_but_not_the_rest() -> None:
    errors = torch.ones(100)
    errors[7] = 1e6
    told = training.statistics(errors)
    assert told["mean"] == pytest.approx(1e4, rel=0.01)
    assert told["trimmed"] == told["median"] == told["p10"] == told["p90"] == 1.0


def test_without_safetensors_the_remedy_is_named(train: Train, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "safetensors.torch", None)
    with pytest.raises(MissingDependency, match=r"pip install 'lemmata\[train\]'"):
        train()


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "a.safetensors"
    for number in (1.0, 2.0):
        train_checkpoints.write(file, Checkpoint({"n": number}, {"x": torch.tensor([number])}))
    read = train_checkpoints.read(file)
    assert read.metadata["n"] == read.tensors["x"].item() == 2.0
    assert [p.name for p in tmp_path.iterdir()] == ["a.safetensors"]


def test_installed_trainables_are_found() -> None:
    found = training.trainables()
    assert {"lista", "lista-meta", "lista-cp", "lista-cp-meta", "alista"} <= set(found)
    assert {"lista-vm", "lista-vm-ss", "small-tf", "gpt2"} <= set(found)
    assert all("full" in t.scales for t in found.values())


def test_what_predicting_zero_misses_is_the_size_of_the_labels() -> None:
    c = Line()
    told = training.of_zero(LINE, c, 0, "cpu")
    y = data(c, training.generator("cpu", 0, "held out"))[1]
    assert told == training.statistics(y.square()[:, 0])


def test_a_display_is_told_the_median_of_the_last_losses(train: Train) -> None:
    jumping = iter([1.0] * 12 + [1000.0] + [1.0] * 11)

    def jumps(model: nn.Module, c: Line, g: Generator) -> Tensor:
        size = next(jumping)
        return loss(model, c, g) * 0 + size

    told: list[float] = []
    train(replace(LINE, loss=jumps), progress=lambda step, loss: told.append(loss) if loss else None)
    assert told
    assert set(told) == {1.0}
