"""Gradient ascent on the violation, over the prompt and the continuous parts of the setting."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import torch
from torch import Tensor

from lemmata.examiner import Examiner
from lemmata.spaces import Domain, Prompt, Space

_STEP = 0.05
_LAST = 1e-5
"""The last climber's steps shrink to this share of the first one's; the first one's stay."""
_DECAY = (0.9, 0.99)


@dataclass(frozen=True)
class Summit:
    """Where a climb ended: one setting, the prompts and their smallest relative margins."""

    setting: Any
    prompt: Prompt | None


def climb(
    examiner: Examiner,
    s: Any,
    prompt: Prompt | None,
    space: Space | None,
    steps: int,
    *,
    move_setting: bool,
) -> list[Summit]:
    """Where projected gradient steps arrive that lower the relative margin.

    Climbers differ in how fast their steps shrink, so that wide valleys are crossed and narrow ones
    are entered. Empty where there is nothing to climb: an equality (it fails almost everywhere or
    nowhere), or a margin that does not depend smoothly on anything.
    """
    if examiner.evaluate(s, prompt).relation == "=":
        return []
    summits = []
    if prompt is not None and space is not None:
        summits += _prompts(examiner, s, prompt, space, steps)
    if not move_setting:
        return summits
    return summits + _settings(examiner, summits[0] if summits else Summit(s, prompt), steps)


def _prompts(examiner: Examiner, s: Any, prompt: Prompt, space: Space, steps: int) -> list[Summit]:
    names = [name for name, value in prompt.items() if value.is_floating_point()]
    start = [getattr(prompt, name).clone() for name in names]
    pace = torch.logspace(0, 1, len(prompt), dtype=torch.float64)
    pace = _LAST ** ((pace - 1) / 9)

    def changed(values: list[Tensor]) -> Prompt:
        return Prompt(**{**dict(prompt.items()), **dict(zip(names, values, strict=True))})

    def losses(values: list[Tensor]) -> Tensor:
        margin = examiner.evaluate(s, changed(values))
        return torch.where(margin.active, margin.relative, torch.inf)

    def project(values: list[Tensor]) -> list[Tensor]:
        moved: Prompt = space.project(changed(values))
        return [getattr(moved, name) for name in names]

    found = _descend(losses, project, start, pace, steps)
    if found is None:
        return []
    return [Summit(s, changed(found))]


def _settings(examiner: Examiner, start: Summit, steps: int) -> list[Summit]:
    """Moves the setting's real numbers; the prompts stay where they are, as far as they may."""
    s = start.setting
    if not is_dataclass(s):
        return []
    domains = dict(examiner.variant.settings.resolve(vars(s)))
    names = [f.name for f in fields(s) if _is_real(getattr(s, f.name))]
    if not names:
        return []
    best: list[tuple[float, Any]] = []

    def rebuilt(values: list[Tensor]) -> Any:
        return replace(s, **dict(zip(names, values, strict=True)))  # type: ignore[type-var]

    def plain(values: list[Tensor]) -> Any:
        """The setting as it is drawn: numbers are floats, arrays are detached."""
        told = {
            name: value.item() if isinstance(getattr(s, name), float) else value.clone()
            for name, value in zip(names, (v.detach() for v in values), strict=True)
        }
        return replace(s, **told)  # type: ignore[type-var]

    def losses(values: list[Tensor]) -> Tensor:
        candidate = plain(values)
        if examiner.variant.settings.explain(candidate) is not None:
            raise _Outside
        margin = examiner.evaluate(rebuilt(values), start.prompt, cached=False)
        relative = torch.where(margin.active, margin.relative, torch.inf).min()
        best.append((float(relative), candidate))
        return relative[None]

    def project(values: list[Tensor]) -> list[Tensor]:
        return [_projected(domains[name], value) for name, value in zip(names, values, strict=True)]

    for last in (1.0, _LAST):  # restarts: wide steps, then steps that shrink
        begin = [torch.as_tensor(getattr(s, name), dtype=torch.float64).clone() for name in names]
        try:
            with warnings.catch_warnings():
                # Sizes read off a setting's number (how many steps?) carry no gradient: so be it.
                warnings.simplefilter("ignore")
                _descend(
                    losses, project, begin, torch.tensor([last], dtype=torch.float64), steps // 2
                )
        except _Outside:  # a hypothesis that joins several quantities: the way ends here
            continue
        except Exception:  # noqa: BLE001 - written for plain numbers, it may raise anything on tensors
            return []
    if not best:
        return []
    candidate = min(best, key=lambda pair: pair[0])[1]
    if start.prompt is None or examiner.variant.prompts is None:
        return [Summit(candidate, start.prompt)]
    # The prompts' own hypotheses may depend on the setting.
    moved: Prompt = examiner.variant.prompts(candidate).project(start.prompt)
    return [Summit(candidate, moved)]


class _Outside(Exception):
    """The setting does not meet the hypotheses."""


def _is_real(value: Any) -> bool:
    return isinstance(value, float) or (isinstance(value, Tensor) and value.is_floating_point())


def _projected(domain: Domain, value: Tensor) -> Tensor:
    return domain.project(value[None])[0]


def _descend(
    losses: Callable[[list[Tensor]], Tensor],
    project: Callable[[list[Tensor]], list[Tensor]],
    start: list[Tensor],
    pace: Tensor,
    steps: int,
) -> list[Tensor] | None:
    """Adam with a step of its own for each climber, which keeps the best place that it saw.

    Args:
        losses: from the current values to one number a climber (or one for all).
        project: moves values onto their domains.
        start: values, with the climbers as leading axis if there are several.
        pace: ``(climbers,)`` the share of the first step that the last one has.
        steps: how many.
    """
    current = [value.clone().requires_grad_() for value in start]
    first = [torch.zeros_like(value) for value in start]
    second = [torch.zeros_like(value) for value in start]
    best = [value.clone() for value in start]
    lowest: Tensor | None = None
    for step in range(steps):
        with torch.enable_grad():
            told = losses(current)
            if not told.requires_grad:
                return None
            finite = torch.where(torch.isfinite(told), told, 0.0)
            gradients = torch.autograd.grad(finite.sum(), current, materialize_grads=True)
        seen = told.detach().to(start[0].device)
        better = seen < lowest if lowest is not None else torch.ones_like(seen, dtype=torch.bool)
        lowest = seen if lowest is None else torch.minimum(seen, lowest)
        reach = _STEP * pace ** (step / max(steps - 1, 1))
        moved = []
        for k, (value, gradient) in enumerate(zip(current, gradients, strict=True)):
            shape = [-1] + [1] * (value.ndim - 1) if value.ndim and len(seen) > 1 else []
            best[k] = torch.where(better.reshape(shape), value.detach(), best[k])
            g = gradient.nan_to_num(0.0, 0.0, 0.0)
            first[k] = _DECAY[0] * first[k] + (1 - _DECAY[0]) * g
            second[k] = _DECAY[1] * second[k] + (1 - _DECAY[1]) * g * g
            mean = first[k] / (1 - _DECAY[0] ** (step + 1))
            size = (second[k] / (1 - _DECAY[1] ** (step + 1))).sqrt()
            moved.append(value.detach() - reach.reshape(shape) * mean / (size + 1e-12))
        current = [value.detach().requires_grad_() for value in project(moved)]
    return best


def rounded(prompt: Prompt, bits: int, space: Space) -> Prompt:
    """The prompts with entries that are multiples of ``2^-bits``, moved onto their domains."""
    near: Prompt = space.project(prompt.map(lambda v: torch.round(v * 2**bits) / 2**bits))
    return near
