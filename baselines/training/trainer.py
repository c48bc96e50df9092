"""Training: what a trainable is, and the loop that trains one to a checkpoint.

Trainables are found through the entry-point group ``lemmata.trainables``. One says how to build a model,
what its loss is and how it is scored; its configurations are frozen dataclasses, one for each scale, with
a field ``recipe``.

The data of step ``k`` depend on the seed and ``k`` alone, and a checkpoint holds the optimiser's state:
on one kind of machine a training that was killed and resumed ends with the same weights as one that was
not.
"""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from importlib import metadata
from math import cos, isfinite, pi
from pathlib import Path
from typing import Any, Literal

import torch
from torch import Generator, Tensor, nn

import lemmata
from baselines.training import checkpoints
from baselines.training.checkpoints import Checkpoint
from lemmata.errors import LemmataError

GROUP = "lemmata.trainables"
EVERY = 60.0
"""Seconds between saves: what a killed training loses at most."""
_RECENT = 100
"""Steps whose losses a display tells the median of."""
Precision = Literal["float32", "tf32", "bfloat16"]
Point = dict[str, Any]
"""A point of the curve: step, seconds, loss (its mean since the last one), scores."""


@dataclass(frozen=True)
class Recipe:
    """How a model is optimised: AdamW without decay, a linear rise and half a cosine down to 0."""

    steps: int
    learning_rate: float = 1e-3
    warmup: float = 0.05
    """The share of the steps in which the rate rises."""
    clip: float = 1.0
    """The largest norm of a gradient."""
    precision: Precision = "float32"
    """``tf32``: products in TF32 on CUDA; ``bfloat16``: autocast. Weights are float32 in each."""
    points: int = 40
    """How often the curve is scored."""


@dataclass(frozen=True)
class Trainable:
    """A model that can be trained by ``lemmata train``.

    Attributes:
        summary: one line.
        scales: configurations by name, the first being the default; frozen dataclasses with ``recipe``.
        build: the initial model for a configuration and a seed, on the CPU, in float32.
        loss: of one step's data, drawn with the generator on its device.
        score: errors of held-out instances ``(instances,)``, drawn with the generator; the engine reports
            their mean and quantiles.
    """

    summary: str
    scales: Mapping[str, Any]
    build: Callable[[Any, int], nn.Module]
    loss: Callable[[nn.Module, Any, Generator], Tensor]
    score: Callable[[nn.Module, Any, Generator], Tensor]


@dataclass(frozen=True)
class Trained:
    """What a training came to."""

    path: Path
    metadata: dict[str, Any]
    ended: Literal["done", "time is up", "interrupted"]


def trainables() -> dict[str, Trainable]:
    """The trainables of all installed packages, by name.

    Raises:
        LemmataError: one of them cannot be imported, or is no Trainable.
    """
    known: dict[str, Trainable] = {}
    for entry in sorted(metadata.entry_points(group=GROUP), key=lambda e: e.name):
        try:
            loaded = entry.load()
        except Exception as error:
            raise LemmataError(
                f"the trainable {entry.name} ({entry.value}) cannot be imported: "
                f"{type(error).__name__}: {error}"
            ) from error
        if not isinstance(loaded, Trainable):
            raise LemmataError(
                f"the entry point {entry.name} = {entry.value} of group {GROUP} is "
                f"{type(loaded).__name__}, not a baselines.training.trainer.Trainable"
            )
        known[entry.name] = loaded
    return known


def configured(trainable: Trainable, scale: str | None, changes: Mapping[str, str]) -> Any:
    """The configuration of a scale with some fields (its own or its recipe's) changed.

    Raises:
        LemmataError: an unknown scale or field, or a value that is none of the field's.
    """
    scale = scale or next(iter(trainable.scales))
    if scale not in trainable.scales:
        raise LemmataError(f"--scale {scale}: there are {', '.join(trainable.scales)}")
    configuration = trainable.scales[scale]
    changed: dict[str | None, dict[str, Any]] = {}
    for name, text in changes.items():
        part, value = _parsed(configuration, name, text)
        changed.setdefault(part, {})[name] = value
    options = " ".join(f"{name}={text}" for name, text in changes.items())
    try:  # the fields of a part at once: it may refuse some without the others
        for part, values in changed.items():
            if part is not None:
                values = {part: replace(getattr(configuration, part), **values)}
            configuration = replace(configuration, **values)
    except ValueError as error:
        raise LemmataError(f"--set {options}: {error}") from None
    return configuration


def _parsed(configuration: Any, name: str, text: str) -> tuple[str | None, Any]:
    """The part of the configuration that has the field (None: itself), and the value."""
    for at in (None, *(f.name for f in fields(configuration))):
        part = configuration if at is None else getattr(configuration, at)
        if not is_dataclass(part) or name not in {f.name for f in fields(part)}:
            continue
        old = getattr(part, name)
        if is_dataclass(old):
            continue
        try:
            return at, text if isinstance(old, str) else type(old)(text)
        except ValueError:
            kind = "a whole number" if isinstance(old, int) else "a number"
            raise LemmataError(f"--set {name}={text}: expected {kind}") from None
    raise LemmataError(f"--set {name}={text}: there are {', '.join(sorted(flat(configuration)))}")


def flat(configuration: Any) -> dict[str, Any]:
    """The fields of a configuration and of its parts, which is how ``--set`` names them.

    Args:
        configuration: a dataclass, or what a checkpoint tells of one.
    """
    fields: dict[str, Any] = {}
    nested = configuration if isinstance(configuration, dict) else asdict(configuration)
    for name, value in nested.items():
        fields |= value if isinstance(value, dict) else {name: value}
    return fields


def configuration_of(
    trainable: Trainable, metadata: Mapping[str, Any], changes: Mapping[str, str] | None = None
) -> Any:
    """The configuration of a checkpoint, with some fields changed.

    Raises:
        LemmataError: as :func:`configured`.
    """
    earlier = {name: str(value) for name, value in flat(metadata["configuration"]).items()}
    return configured(trainable, None, earlier | dict(changes or {}))


def generator(device: str | torch.device, *purpose: object) -> Generator:
    """A generator whose draws depend on ``purpose`` (a seed and a step, say) alone."""
    digest = hashlib.blake2b("/".join(map(str, purpose)).encode(), digest_size=7).digest()
    return Generator(device).manual_seed(int.from_bytes(digest, "big"))


def statistics(errors: Tensor) -> dict[str, float]:
    """Mean, median, deciles and the mean without the largest and smallest five percent."""
    errors = errors.detach().double().flatten().sort().values
    cut = len(errors) // 20
    inner = errors[cut : len(errors) - cut]
    summary = {"mean": float(errors.mean()), "trimmed": float(inner.mean())}
    for share, name in ((0.1, "p10"), (0.5, "median"), (0.9, "p90")):
        summary[name] = float(errors.quantile(share))
    return summary


def of_zero(trainable: Trainable, configuration: Any, seed: int, device: str) -> dict[str, float]:
    """The statistics of what predicting 0 misses on the held-out instances: a model that learns has less."""
    model = trainable.build(configuration, seed).to(device).eval()
    with torch.no_grad(), model.register_forward_hook(lambda model, inputs, output: _zeros(output)):
        return statistics(trainable.score(model, configuration, generator(device, seed, "held out")))


def _zeros(output: Any) -> Any:
    """Zeros in the place of an output: of a tensor, or of each in a list or a tuple."""
    return torch.zeros_like(output) if isinstance(output, Tensor) else type(output)(map(_zeros, output))


def load(trainable: Trainable, configuration: Any, path: Path) -> tuple[nn.Module, Checkpoint]:
    """The model of a checkpoint, on the CPU and not training.

    Raises:
        LemmataError: the file is damaged, or is that of another configuration.
    """
    checkpoint = checkpoints.read(path)
    model = trainable.build(configuration, int(checkpoint.metadata["seed"]))
    checkpoints.fitting(path, checkpoint.weights(), model.state_dict())
    model.load_state_dict(checkpoint.weights())
    return model.eval().requires_grad_(False), checkpoint


def train(
    name: str,
    trainable: Trainable,
    configuration: Any,
    path: Path,
    *,
    seed: int = 0,
    device: str = "cpu",
    minutes: float | None = None,
    resume: bool = False,
    stop: Callable[[], bool] = lambda: False,
    progress: Callable[[int, float | None], None] = lambda step, loss: None,
    every: float = EVERY,
    command: str = "",
) -> Trained:
    """Trains to the file ``path``; beside it ``.resume.safetensors`` holds what resuming needs.

    Args:
        name: of the trainable.
        trainable: what is trained.
        configuration: one of its own, whatever was changed in it.
        path: ``....safetensors``.
        seed: decides the initial weights and all data.
        device: where it runs.
        minutes: it stops after that many, with a checkpoint; resumed, it has as many again.
        resume: go on where the file of an earlier training ends.
        stop: asked after every step; if it says so, the training ends with a checkpoint.
        progress: told the step and, now and then, the median loss of the last hundred steps: single losses
            jump while the error falls.
        every: seconds between saves.
        command: what was typed; kept in the checkpoint.

    Raises:
        LemmataError: a loss that is not finite, a checkpoint that cannot be read, written or does not fit, that
            is there although nothing is to be resumed, or that has more steps than are asked for.
    """
    start = time.monotonic()
    recipe: Recipe = configuration.recipe
    resume_file = path.with_suffix(".resume.safetensors")
    model = trainable.build(configuration, seed).to(device)
    optimiser = torch.optim.AdamW(model.parameters(), lr=recipe.learning_rate, weight_decay=0.0)
    metadata = _metadata(name, configuration, seed, device) | {"command": command}
    before = 0.0
    if resume:
        metadata |= _resumed(resume_file, metadata, model, optimiser)
        before = metadata["seconds"]
        if metadata["step"] > recipe.steps:
            raise LemmataError(
                f"{resume_file}: there is a training of step {metadata['step']} here, beyond --steps "
                f"{recipe.steps}; ask for more, or name another --out"
            )
    elif resume_file.exists():
        step = checkpoints.read(resume_file).metadata["step"]
        raise LemmataError(
            f"{resume_file}: there is a training of step {step} here; "
            "go on with --resume, or name another --out"
        )

    def save(ended: bool) -> None:
        metadata["seconds"] = before + time.monotonic() - start
        weights = {f"model/{k}": v for k, v in model.state_dict().items()}
        if any(v.is_floating_point() and not bool(v.isfinite().all()) for v in weights.values()):
            raise _not_finite(metadata, resume_file)
        checkpoints.write(resume_file, Checkpoint(metadata, weights | _state(optimiser)))
        if ended:
            checkpoints.write(path, Checkpoint(metadata, weights))

    def point(loss: Tensor | None) -> None:
        model.eval()
        with torch.no_grad():
            errors = trainable.score(model, configuration, generator(device, seed, "held out"))
        model.train()
        scores = statistics(errors)
        if not all(map(isfinite, (*scores.values(), float(loss or 0.0)))):
            raise _not_finite(metadata, resume_file)
        metadata["curve"].append(
            {
                "step": metadata["step"],
                "seconds": round(before + time.monotonic() - start, 2),
                "loss": None if loss is None else _short(float(loss)),
                **{name: _short(value) for name, value in scores.items()},
            }
        )

    if not metadata["curve"]:
        point(None)
        save(ended=False)  # a place that cannot be written is found before anything is spent
    saved, losses, ended = time.monotonic(), [], "done"
    recent: deque[Tensor] = deque(maxlen=_RECENT)
    steps = recipe.steps
    spacing = max(1, steps // recipe.points)
    with _precision(recipe.precision, device) as autocast:
        while metadata["step"] < steps:
            step = metadata["step"]
            for group in optimiser.param_groups:
                group["lr"] = recipe.learning_rate * _rate(step, steps, recipe.warmup)
            optimiser.zero_grad(set_to_none=True)
            with autocast():
                loss = trainable.loss(model, configuration, generator(device, seed, step))
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(model.parameters(), recipe.clip)
            optimiser.step()
            losses.append(loss.detach())
            recent.append(loss.detach())
            metadata["step"] = step + 1
            now = time.monotonic()
            ended = "time is up" if minutes is not None and now - start >= 60 * minutes else "done"
            ended = "interrupted" if stop() else ended
            last = metadata["step"] == steps or ended != "done"
            if last or metadata["step"] % spacing == 0 or now - saved >= every:
                mean = torch.stack(losses).mean()
                if not bool(mean.isfinite()):
                    raise _not_finite(metadata, resume_file)
                progress(metadata["step"], float(torch.stack(list(recent)).median()))
                if last or metadata["step"] % spacing == 0:
                    point(mean)
                    losses = []
                if last or now - saved >= every:
                    save(ended=last)
                    saved = time.monotonic()
            else:
                progress(metadata["step"], None)
            if last:
                break
    if not path.exists():
        save(ended=True)
    return Trained(path, metadata, ended)  # type: ignore[arg-type]


def _short(value: float) -> float:
    return float(f"{value:.5g}")  # curves are in every checkpoint


def _rate(step: int, steps: int, warmup: float) -> float:
    rising = min(1.0, (step + 1) / max(1.0, warmup * steps))
    return rising * 0.5 * (1 + cos(pi * step / steps))


class _precision:
    """The context in which losses are computed; TF32 is set back at the end."""

    def __init__(self, precision: Precision, device: str) -> None:
        self.precision, self.kind = precision, torch.device(device).type

    def __enter__(self) -> Callable[[], Any]:
        self.old = torch.get_float32_matmul_precision()
        if self.precision == "tf32":
            torch.set_float32_matmul_precision("high")
        if self.precision == "bfloat16":
            return lambda: torch.autocast(self.kind, dtype=torch.bfloat16)
        return nullcontext

    def __exit__(self, *_: object) -> None:
        torch.set_float32_matmul_precision(self.old)


def _metadata(name: str, configuration: Any, seed: int, device: str) -> dict[str, Any]:
    from lemmata.run.machine import device_name

    return {
        "name": name,
        "configuration": asdict(configuration),
        "seed": seed,
        "step": 0,
        "seconds": 0.0,
        "device": device_name(device),
        "threads": torch.get_num_threads(),
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "version": lemmata.__version__,
        "torch": torch.__version__,
        "curve": [],
    }


def _state(optimiser: torch.optim.Optimizer) -> dict[str, Tensor]:
    state = optimiser.state_dict()["state"]
    return {f"adam/{i}/{k}": v for i, held in state.items() for k, v in held.items()}


def _resumed(
    file: Path, metadata: dict[str, Any], model: nn.Module, optimiser: torch.optim.Optimizer
) -> dict[str, Any]:
    """Restores model and optimiser; what its metadata say."""
    checkpoint = checkpoints.read(file)
    stored = checkpoint.metadata
    for key in ("name", "seed", "configuration"):
        ours, theirs = _comparable(metadata[key]), _comparable(stored[key])
        if ours != theirs:
            raise LemmataError(
                f"{file}: was trained with {_difference(key, theirs, ours)}; resume it with the same, or "
                "name another --out"
            )
    checkpoints.fitting(file, checkpoint.weights(), model.state_dict())
    model.load_state_dict(checkpoint.weights())
    state: dict[int, dict[str, Tensor]] = {}
    parameters = list(model.parameters())
    for key, value in checkpoint.tensors.items():
        if key.startswith("adam/"):
            _, index, part = key.split("/")
            state.setdefault(int(index), {})[part] = value
    for i, held in state.items():
        if i >= len(parameters) or held["exp_avg"].shape != parameters[i].shape:
            raise LemmataError(f"{file}: the optimiser's state does not fit the model; train anew")
    groups = optimiser.state_dict()["param_groups"]
    optimiser.load_state_dict({"state": state, "param_groups": groups})
    return {key: stored[key] for key in ("step", "seconds", "curve", "started")}


def _comparable(value: Any) -> Any:
    """Without the number of steps, which a resumed training may change."""
    if not isinstance(value, dict):
        return value
    inner = {k: _comparable(v) for k, v in value.items()}
    inner.pop("steps", None)
    return inner


def _difference(key: str, theirs: Any, ours: Any) -> str:
    if not isinstance(theirs, dict) or not isinstance(ours, dict):
        return f"{key}={theirs}, not {ours}"
    name = next(k for k in {**theirs, **ours} if theirs.get(k) != ours.get(k))
    return _difference(name, theirs.get(name), ours.get(name))


def _not_finite(metadata: Mapping[str, Any], file: Path) -> LemmataError:
    where = "no checkpoint was written"
    if file.exists():
        where = f"{file} holds step {checkpoints.read(file).metadata['step']}"
    return LemmataError(
        f"the loss is not finite at step {metadata['step']}; {where}. Train anew in another --out with a "
        "smaller rate (--set learning_rate=...) or another --seed"
    )
