"""Climbs towards a violation: by gradients over the prompts, by trials over the setting.

A batch meets what fails on a set of positive size. What fails only within a millionth of a curve, or
only where two eigenvalues nearly coincide, has to be approached. No step leaves the hypotheses.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from lemmata.errors import CheckFailed
from lemmata.numbers.arrays import values
from lemmata.search import trials
from lemmata.search.examiner import Examiner
from lemmata.statement.margins import Margin
from lemmata.statement.spaces import Prompt, Space, inside, within

_LONG, _SHORT = 0.3, 0.02
"""Lengths of the first and of the last of the long steps."""
_MOMENTUM = 0.6
_OVERSHOOT = 1.5
"""Past the zero of the linearised slack, so that the sequence enters a violated set (below 2)."""
_BEYOND = 2.0**-20
"""How far below zero the slack is aimed at, relative to the two sides."""
_FARTHEST = 8.0
"""No such step is longer than this, or than the largest number that it moves: numbers may double."""
_GIVE_UP = 2.0**-30
"""A step that has been halved to this share is not worth another."""
_PATIENCE = 8
"""After so many steps that bring no point a hundredth nearer to a violation the next kind follows."""
_WORTH = 0.01
_NO_RATIO = 2_000.0
"""Above the logarithm of the ratio of any two floats."""


@dataclass(frozen=True)
class Endpoint:
    """Where a climb ended: one setting, the prompts and their smallest relative margins."""

    setting: Any
    prompt: Prompt | None


def climb(
    examiner: Examiner, s: Any, prompt: Prompt | None, space: Space | None, steps: int, *, move_setting: bool
) -> Iterator[Endpoint]:
    """The ends of climbs that bring the statement nearer to failing, all within the hypotheses.

    First the prompts at ``s`` move, then (with ``move_setting``) the setting under them, one number at
    a time. An equality is not climbed: it fails almost everywhere or nowhere. An error on the way is
    raised after the ends that were reached before it.
    """
    if examiner.evaluate(s, prompt).relation == "=":
        return
    if prompt is not None and space is not None:
        path = _Path(examiner, s, space, prompt)
        if path.smooth:
            error = _follow(path, steps)
            prompt = path.best
            yield Endpoint(s, prompt)
            if error is not None:
                raise error
    end = trials.move_setting(examiner, s, prompt, steps) if move_setting else None
    if end:
        yield Endpoint(*end)


# -- prompts ---------------------------------------------------------------------------------------


def _follow(path: _Path, steps: int) -> Exception | None:
    """Moves every point; returns an error that comes up after a point has reached a violation.

    The first half of the steps follows, with lengths that shrink, the gradient of the logarithm of
    the ratio of the two sides, which does not flatten far from a violation. The second half aims at
    a slack of zero (Polyak's steps), is taken only where it helps, and homes in on thin sets: the
    distance to one falls by a constant factor each time.
    """
    long = steps // 2
    try:
        for step in range(long):
            path.long(_LONG * (_SHORT / _LONG) ** (step / max(long - 1, 1)))
            steps -= 1
            if path.idle > _PATIENCE:
                break
        path.return_to_best()
        for _ in range(steps):
            if not path.short() or path.idle > _PATIENCE:
                break
    except Exception as error:
        if not bool((path.lowest < 0).any()):
            raise
        return error  # the caller first judges the violation that a point seems to have reached
    return None


class _Path:
    """The points of a batch, each with its own path, and the best place on each path."""

    def __init__(self, examiner: Examiner, s: Any, space: Space, prompt: Prompt) -> None:
        self.examiner, self.s, self.space = examiner, s, space
        self.best = prompt
        self.largest = float(_largest(prompt).max())
        self.limit = math.inf  # no point goes where a number is larger than this
        self.lowest = torch.full((len(prompt),), torch.inf, dtype=torch.float64)
        self.share = torch.full((len(prompt),), _OVERSHOOT, dtype=torch.float64)
        self.momentum: dict[str, Tensor] = {}
        self.idle = 0
        self.at = self._evaluate(prompt, ratio=True)

    @property
    def smooth(self) -> bool:
        return bool((self.at.norm() > 0).any())

    def _evaluate(self, prompt: Prompt, *, ratio: bool) -> _Place:
        leaves = {
            name: value.detach().clone().requires_grad_(value.is_floating_point())
            for name, value in prompt.items()
        }
        with torch.enable_grad():
            margin = self.examiner.evaluate(self.s, Prompt(**leaves))
            log_ratio = _ratio(margin)
            goal = values(margin.slack)
            if ratio:
                goal = torch.where(torch.isnan(log_ratio), margin.relative, log_ratio)
            goal = torch.where(margin.active & torch.isfinite(goal), goal, 0.0).sum()
            moving = {name: leaf for name, leaf in leaves.items() if leaf.requires_grad}
            gradients = (
                torch.autograd.grad(goal, list(moving.values()), materialize_grads=True)
                if goal.requires_grad
                else [torch.zeros_like(leaf) for leaf in moving.values()]
            )
        with torch.no_grad():
            distance = _distance(margin.relative, log_ratio).cpu()
        defined = margin.active.cpu() & ~torch.isnan(distance)
        place = _Place(
            prompt,
            {n: g.nan_to_num(0.0, 0.0, 0.0) for n, g in zip(moving, gradients, strict=True)},
            values(margin.slack).detach().cpu(),
            margin.scale.detach().cpu(),
        )
        distance = torch.where(defined, distance, torch.inf)
        better = distance < self.lowest
        self.best = _select(better, prompt, self.best)
        goal_distance = self.lowest * torch.where(self.lowest > 0, 1 - _WORTH, 1 + _WORTH)
        self.idle = 0 if bool((distance < goal_distance).any()) else self.idle + 1
        self.lowest = torch.where(better, distance, self.lowest)
        return place

    def _step(self, way: dict[str, Tensor], length: Tensor, *, ratio: bool) -> _Place:
        """The places after a step; a point that would leave the hypotheses or the floats stays."""
        numbers = dict(self.at.prompt.items())
        for name, g in way.items():
            numbers[name] = numbers[name] - _spread(length, g) * g
        stepped: Prompt = self.space.project(Prompt(**numbers))
        if self.space.where is not None:
            admissible = torch.zeros(len(stepped), dtype=torch.bool)
            admissible[within(stepped, self.space)] = True
            stepped = _select(admissible, stepped, self.at.prompt)
        if math.isfinite(self.limit):
            stepped = _select(_largest(stepped) <= self.limit, stepped, self.at.prompt)
        try:
            return self._evaluate(stepped, ratio=ratio)
        except CheckFailed:
            large = _largest(stepped) > self.largest
            outgrown = stepped.take(large.nonzero()[:, 0])
            if not len(outgrown) or not self.examiner.float_range_ends(self.s, outgrown):
                raise
            self.limit = float(_largest(self.at.prompt).max())
            return self._evaluate(_select(~large, stepped, self.at.prompt), ratio=ratio)

    def long(self, length: float) -> None:
        """A step of the given length along the gradient, with momentum."""
        norm = self.at.norm().clamp_min(1e-300)
        for name, g in self.at.gradient.items():
            before = self.momentum.get(name, torch.zeros_like(g))
            self.momentum[name] = _MOMENTUM * before + (1 - _MOMENTUM) * g / _spread(norm, g)
        self.at = self._step(self.momentum, torch.full_like(norm, length), ratio=True)

    def return_to_best(self) -> None:
        """Moves every point to the best place on its path."""
        self.at = self._evaluate(self.best, ratio=False)
        self.idle = 0

    def short(self) -> bool:
        """A step towards a slack of zero, taken where it helps, halved where it does not.

        Polyak's step: the linearised slack vanishes at the distance slack / norm along the gradient.
        A longer step, by the factor ``share`` below 2, still contracts the distance to a convex set.
        """
        at, before = self.at, self.lowest
        gap = at.slack.abs() + _BEYOND * at.scale
        norm = at.norm()
        farthest = _largest(at.prompt).clamp_min(_FARTHEST)
        length = torch.minimum(self.share * gap / norm, farthest) / norm
        new = self._step(at.gradient, torch.where(norm > 0, length, 0.0), ratio=False)
        better = self.lowest < before
        self.share = torch.where(better, _OVERSHOOT, self.share / 2)
        self.at = _Place(
            _select(better, new.prompt, at.prompt),
            {n: torch.where(_spread(better, g), new.gradient[n], g) for n, g in at.gradient.items()},
            torch.where(better, new.slack, at.slack),
            torch.where(better, new.scale, at.scale),
        )
        return bool((self.share > _GIVE_UP).any())


@dataclass(frozen=True)
class _Place:
    """Where the points are, with the gradient of what they descend."""

    prompt: Prompt
    gradient: dict[str, Tensor]
    slack: Tensor
    scale: Tensor

    def norm(self) -> Tensor:
        """``(points,)`` the Euclidean norm of each one's gradient."""
        parts = [g.reshape(len(g), -1).square().sum(-1) for g in self.gradient.values()]
        return torch.stack(parts).sum(0).sqrt() if parts else torch.zeros(len(self.prompt))


def _ratio(margin: Margin) -> Tensor:
    """Logarithm of right over left side in the worst entry, NaN if they have none.

    Of two negative sides it is that of left over right, so that it falls towards a violation, too.
    """
    left, right = values(margin.left), values(margin.right)
    worst = (left - right).detach().nan_to_num(-torch.inf).argmax(-1, keepdim=True)
    a, b = left.gather(-1, worst)[:, 0], right.gather(-1, worst)[:, 0]
    alike = a.detach().sign() * b.detach().sign() > 0
    defined = alike & torch.isfinite(a) & torch.isfinite(b)
    a, b = (torch.where(defined, side, torch.ones_like(side)) for side in (a, b))
    return torch.where(defined, (b.abs().log() - a.abs().log()) * a.detach().sign(), torch.nan)


def _distance(relative: Tensor, ratio: Tensor) -> Tensor:
    """``(batch,)`` how far the statement is from failing: negative where it fails.

    Up to a half it is the relative margin, which resolves small distances as finely as floats allow.
    Beyond, that flattens towards 1, and the logarithm of the ratio of the two sides takes over.
    """
    far = torch.where(torch.isnan(ratio), relative + _NO_RATIO, ratio.clamp_min(math.log(2)))
    return torch.where(relative > 0.5, far - math.log(2) + 0.5, relative)


def _largest(prompt: Prompt) -> Tensor:
    """``(points,)`` the largest absolute value of the numbers of each one."""
    rows = [v.reshape(len(v), -1).abs() for _, v in prompt.items() if v.is_floating_point()]
    return torch.cat([torch.zeros(len(prompt), 1, dtype=torch.float64), *rows], 1).amax(1)


def _spread(numbers: Tensor, like: Tensor) -> Tensor:
    """One number a point, against arrays with more axes."""
    return numbers.reshape(-1, *[1] * (like.ndim - 1))


def _select(where: Tensor, new: Prompt, old: Prompt) -> Prompt:
    return Prompt(**{n: torch.where(_spread(where, v), v, getattr(old, n)) for n, v in new.items()})


def rounded(prompt: Prompt, bits: int, space: Space) -> Prompt:
    """The prompts with entries that are multiples of ``2^-bits``, moved onto their domains.

    Those that then fail a hypothesis (one that joins several quantities, say) are left out: maybe all.
    """
    points: Prompt = space.project(prompt.map(lambda v: torch.round(v * 2**bits) / 2**bits))
    return inside(points, space)
