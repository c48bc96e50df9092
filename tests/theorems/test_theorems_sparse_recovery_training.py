"""What section 6 trains: its instances, every trainable, the shipped checkpoints, and statistics of errors."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from baselines.training import checkpoints as train_checkpoints
from baselines.training import trainer as training
from constructions.trained import READOUTS
from lemmata.errors import MissingDependency
from lemmata.numbers import InstanceArray
from theorems.sparse_recovery.section_6.comparison import ordered, ordered_pairs
from theorems.sparse_recovery.section_6.measured import instances, label_errors, table
from theorems.sparse_recovery.section_6.probe import explained
from theorems.sparse_recovery.section_6.problem import Problem, draw
from theorems.sparse_recovery.section_6.systems import FOLDER, SYSTEMS, Trained, system


@pytest.mark.parametrize("law", ["gaussian", "bounded"])
def test_instances_are_those_of_section_6(law: str) -> None:
    p = Problem(support=10, law=law)  # type: ignore[arg-type]
    b = draw(p, torch.Generator().manual_seed(0), 4_000, torch.float64)
    assert b.X.shape == (4_000, 10, 20)
    assert torch.equal((b.beta != 0).sum(-1), torch.full((4_000,), 3))
    assert not b.beta[:, 10:].any()
    assert (b.beta[:, :10] != 0).any(0).all()
    torch.testing.assert_close(b.y, torch.einsum("bnd,bd->bn", b.X, b.beta))
    torch.testing.assert_close(b.label, (b.query * b.beta).sum(-1))
    # Variances are 1, so that predicting 0 has the error S.
    assert float(b.X.square().mean()) == pytest.approx(1, abs=0.01)
    assert float(b.beta.square().sum(-1).mean()) == pytest.approx(3, abs=0.15)
    if law == "bounded":
        assert torch.equal(b.X.abs(), torch.ones_like(b.X))
        assert float(b.beta.abs().amax()) <= 3**0.5


def test_impossible_instances_are_refused() -> None:
    with pytest.raises(ValueError, match="S=3, support=2"):
        Problem(support=2)
    with pytest.raises(ValueError, match="law is 'uniform'"):
        Problem(law="uniform")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sorted(training.trainables()))
def test_every_trainable_trains_and_is_scored(name: str, tmp_path: Path) -> None:
    trainable = training.trainables()[name]
    given = next(iter(trainable.scales.values()))
    c = replace(given, recipe=replace(given.recipe, steps=2, points=1))
    told = training.train(name, trainable, c, tmp_path / "a.safetensors").metadata
    assert [point["step"] for point in told["curve"]] == [0, 2]
    _, checkpoint = training.load(trainable, c, tmp_path / "a.safetensors")
    start = trainable.build(c, 0).state_dict()
    moved = [k for k, v in checkpoint.weights().items() if not torch.equal(v, start[k])]
    assert moved
    assert training.configuration_of(trainable, checkpoint.metadata) == c
    full = trainable.scales["full"]
    assert full.problem.d == 20
    assert full.problem.N == 10
    assert full.problem.S == 3


@pytest.mark.parametrize("readout", READOUTS)
def test_small_tf_of_the_papers_size_is_finite_at_the_start(readout: str) -> None:
    trainable = training.trainables()["small-tf"]
    c = training.configured(trainable, "full", {"readout": readout})
    assert (c.layers, c.heads, c.problem.d, c.problem.N) == (12, 4, 20, 10)
    model = trainable.build(c, 0).requires_grad_(False)
    assert float(trainable.score(model, c, training.generator("cpu", 0, "held out")).amax()) < 1e4


@pytest.mark.slow
def test_small_tf_of_the_papers_size_learns_within_a_hundred_steps(tmp_path: Path) -> None:
    """The recipe of the scale ``full`` cut to a hundred steps of 16 prompts, which a CPU can afford."""
    trainable = training.trainables()["small-tf"]
    c = training.configured(trainable, "full", {"batch": "16", "steps": "100", "points": "2"})
    told = training.train("small-tf", trainable, c, tmp_path / "a.safetensors").metadata
    first, half, last = (point["mean"] for point in told["curve"])
    assert half < first / 2
    assert last < half


@pytest.mark.parametrize("tag", SYSTEMS)
def test_checkpoints_say_what_made_them(tag: str) -> None:
    commands = set()
    for seed in range(3):
        told = train_checkpoints.read(FOLDER / f"{tag}-{seed}.safetensors").metadata
        assert (told["name"], told["seed"]) == (SYSTEMS[tag][0], seed)
        assert told["command"].startswith(f"lemmata train {told['name']} --seed {seed}")
        assert told["device"].startswith("cpu")
        assert told["seconds"] > 0
        assert told["step"] == told["configuration"]["recipe"]["steps"]
        assert told["curve"][-1]["step"] == told["step"]
        commands.add(told["command"])
    assert len(commands) == 3


def test_checkpoints_are_small_and_known() -> None:
    files = sorted(FOLDER.iterdir())
    assert {f.name for f in files} == {f"{t}-{k}.safetensors" for t in SYSTEMS for k in range(3)}
    assert sum(f.stat().st_size for f in files) < 2.1 * 2**20


@pytest.mark.parametrize("tag", ["lista", "lista-vm-ss-10", "alista", "reduced-small-tf"])
def test_a_checkpoint_scores_what_its_curve_says(tag: str) -> None:
    name = SYSTEMS[tag][0]
    trainable = training.trainables()[name]
    path = FOLDER / f"{tag}-1.safetensors"
    told = train_checkpoints.read(path).metadata
    model, _ = training.load(trainable, training.configuration_of(trainable, told), path)
    errors = trainable.score(
        model, training.configuration_of(trainable, told), training.generator("cpu", 1, "held out")
    )
    # The median: other hardware rounds differently, and what diverges magnifies that.
    known = told["curve"][-1]["median"]
    assert training.statistics(errors)["median"] == pytest.approx(known, rel=1e-3)


def test_a_full_training_is_not_started_on_a_cpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MissingDependency, match="needs a GPU"):
        system("reduced-small-tf", 1, 0, "cpu")
    assert not list(tmp_path.iterdir())


def test_errors_are_compared_by_their_ratio() -> None:
    rows = table([{"a": torch.full((40,), 2.0), "b-c": torch.full((40,), 8.0)}])
    found = {name: InstanceArray(value) for name, value in rows.items()}
    slack = ordered(found, ("a",), ("b_c",), "median", 2.0).slack
    assert float(slack) == pytest.approx(torch.tensor(2.0).log().item())
    assert float(ordered(found, ("b_c",), ("a",), "mean").slack) < 0


def test_of_several_pairs_each_replicate_counts_by_its_worst() -> None:
    of_a, of_b = torch.tensor([1.0, 8.0]).double(), torch.tensor([8.0, 1.0]).double()
    zero = torch.full((2,), 4.0, dtype=torch.float64)
    found = {name: InstanceArray(x) for name, x in (("a_mean", of_a), ("b_mean", of_b), ("zero_mean", zero))}
    slack = ordered_pairs(found, (("a", "zero"), ("b", "zero")), "mean").slack
    # In the mean over replicates neither pair fails.
    assert float(ordered(found, ("a",), ("zero",), "mean").slack.mean()) > 0
    torch.testing.assert_close(slack, -torch.full_like(zero, 2.0).log())


def test_a_probe_explains_what_is_linear_and_nothing_else() -> None:
    g = torch.Generator().manual_seed(0)
    features = torch.randn(4_000, 5, generator=g, dtype=torch.float64)
    targets = features @ torch.randn(5, 3, generator=g, dtype=torch.float64)
    assert float(explained(features, targets)) > 0.999
    noise = torch.randn(4_000, 3, generator=g, dtype=torch.float64)
    assert abs(float(explained(features, noise))) < 0.05
    assert float(explained(features, targets + noise * targets.std())) == pytest.approx(0.5, abs=0.2)


def test_instances_of_a_replicate_are_shared_by_systems() -> None:
    s = Trained(0, 50)
    model, c, _ = system("reduced-small-tf", 0, 0)
    first, second = (instances(s, c.problem, 0, 0, "cpu") for _ in range(2))
    assert torch.equal(first.X, second.X)
    assert not torch.equal(first.X, instances(s, c.problem, 0, 1, "cpu").X)
    whole = label_errors(model, instances(Trained(0, 300), c.problem, 0, 0, "cpu"))
    assert whole.shape == (300,)
