"""Climbs towards a violation: by gradients and trials over the prompts, by trials over the setting.

A batch meets what fails on a set of positive size. What fails only within a millionth of a curve, or
only where two eigenvalues nearly coincide, has to be approached. No step leaves the hypotheses.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, fields
from typing import Any, TypeVar

import torch
from torch import Generator, Tensor

from lemmata.claims.margin import Margin
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space, inside, within
from lemmata.errors import CheckFailed
from lemmata.numbers.arrays import values
from lemmata.search.climbing import setting_search
from lemmata.search.climbing.pattern_search import wander
from lemmata.search.climbing.quasi_newton import Curvature
from lemmata.search.climbing.rows import Rows
from lemmata.search.climbing.smoothing import Kinks, Smoothed, smallest, stopped_by
from lemmata.search.examiner import Examiner

_LONG = 0.3
"""The length of a step where nothing is known of the second derivative."""
_BACK = 0.25
"""The share of a step that is tried after one that went too far."""
_LOST = 2.0**-12
"""Below this share of a step what is known of the second derivative is forgotten."""
_AHEAD = 2.0**-24
"""How far ahead, relative to its numbers, a point looks whether its domains hold it back."""
_OVERSHOOT = 1.5
"""Past the zero of the linearised slack, so that the sequence enters a violated set (below 2)."""
_BEYOND = 2.0**-20
"""How far below zero the slack is aimed at, relative to the two sides."""
_FARTHEST = 8.0
"""No step is longer than this, or than the largest number that it moves: numbers may double."""
_GIVE_UP = 2.0**-30
"""A step that has been halved to this share is not worth another."""
_PATIENCE = 8
"""The next kind of step follows after this many that bring no point a hundredth nearer to a violation."""
_WORTH = 0.01
_WIDTHS = (1.0, 2.0**-2, 2.0**-4, 2.0**-6, 2.0**-9)
"""Of the kinks of a smoothed climb, one after the other, relative to the numbers at them."""
_SMOOTHED_POINTS = 12
"""Of these there are fewer: each takes many times as many steps."""
_PASSES = (0.5, 1.0, 2.0)
"""Through all widths, each with so many times the steps."""
_NO_RATIO = 2_000.0
"""Above the logarithm of the ratio of any two floats."""
_Result = TypeVar("_Result")
_Distance = TypeVar("_Distance", float, Tensor)


@dataclass(frozen=True)
class Endpoint:
    """Where a climb ended: one setting, the prompts and their smallest relative margins."""

    setting: Any
    prompt: Prompt | None
    distance: float = math.inf
    """How far the statement is from failing at the nearest of the prompts; negative where it fails."""


def climb(
    examiner: Examiner,
    s: Any,
    prompt: Prompt | None,
    space: Space | None,
    steps: int,
    generator: Generator,
    *,
    move_setting: bool,
) -> Iterator[Endpoint]:
    """The ends of climbs that bring the statement nearer to failing, all within the hypotheses.

    First the prompts at ``s`` move, by gradients where there are some, then by trials; then (with
    ``move_setting``) the setting under them, one number at a time. An equality is not climbed: it fails
    almost everywhere or nowhere. An error on the way is raised after the ends that were reached before it.
    """
    if examiner.evaluate(s, prompt).relation == "=":
        return
    if prompt is not None and space is not None:
        path = _Path(examiner, s, space, prompt)
        if path.smooth:
            error = _follow(path, steps)
            if error is not None:
                yield Endpoint(s, path.prompt)
                raise error
        path.best = wander(path.rows, path.best, path.moved, path.distance, steps, generator)
        prompt = path.prompt
        yield Endpoint(s, prompt, float(path.distance(path.best).min()))
    end = setting_search.move_setting(examiner, s, prompt, steps) if move_setting else None
    if end:
        yield Endpoint(*end)


def climb_smoothed(
    examiner: Examiner, s: Any, prompt: Prompt, space: Space, steps: int, nearest: float
) -> Iterator[Endpoint]:
    """The ends of climbs along ridges: the kinks of the two sides are smooth at first, then less and less.

    None where it was not kinks that stopped the climb to these prompts
    (:mod:`lemmata.search.climbing.smoothing`). After a pass that has brought the statement nearer to failing
    than ``nearest`` follows a longer one.
    """
    ends = _Path(examiner, s, space, prompt)
    path = _Path(examiner, s, space, prompt.take(ends.lowest.argsort(stable=True)[:_SMOOTHED_POINTS]))
    if not path.smooth or (kinks := path.kinks()) is None:
        return
    at = path.best
    for part in _PASSES:
        length = math.ceil(part * steps)
        try:
            for width in _WIDTHS:
                path.smoothing = kinks, width
                path.start, path.idle = path.place(at, ratio=True), 0
                _, at = _descend(path, length)
        except Exception:  # noqa: BLE001 - of a check whose smooth form breaks: it is another statement
            return
        path.smoothing = None
        path.start, path.idle = path.place(at, ratio=True), 0
        error = _follow(path, min(length, steps))
        reached = path.nearest
        yield Endpoint(s, path.prompt, reached)
        if error is not None:
            raise error
        if reached < 0 or reached > _worth(nearest):
            return
        at, nearest = path.best, reached


# -- prompts ---------------------------------------------------------------------------------------


def _follow(path: _Path, steps: int) -> Exception | None:
    """Moves every point by gradients; returns an error that comes up after a point reached a violation.

    The first half of the steps are quasi-Newton steps on the logarithm of the ratio of the two sides, which
    does not flatten far from a violation. The second half aims at a slack of zero (Polyak's steps), is
    taken only where it helps, and homes in on thin sets: the distance to one falls by a constant factor
    each time.
    """
    try:
        taken, _ = _descend(path, steps // 2)
        _home_in(path, steps - taken)
    except Exception as error:
        if not bool((path.lowest < 0).any()):
            raise
        return error  # the caller first judges the violation that a point seems to have reached
    return None


def _descend(path: _Path, steps: int) -> tuple[int, Tensor]:
    """Quasi-Newton steps, each point's shortened until it helps: how many were taken, and where they ended."""
    at, curvature = path.start, Curvature()
    gradient = path.free(at)
    way, share = curvature.way(gradient, _LONG), torch.ones(len(at.at), dtype=torch.float64)
    for step in range(steps):
        length = share * (path.farthest(at) / way.norm(dim=1).clamp_min(_FARTHEST)).clamp_max(1.0)
        new = path.place(at.at + length[:, None] * way, ratio=True)
        slope = path.free(new)
        better = new.goal < at.goal
        curvature.add(*(torch.where(better[:, None], x, 0.0) for x in (new.at - at.at, slope - gradient)))
        at, gradient = at.where(better, new), torch.where(better[:, None], slope, gradient)
        lost = ~better & (share < _LOST)
        curvature.forget(lost)
        way = torch.where((better | lost)[:, None], curvature.way(gradient, _LONG), way)
        share = torch.where(better | lost, 1.0, share * _BACK)
        if path.idle > _PATIENCE:
            return step + 1, at.at
    return steps, at.at


def _home_in(path: _Path, steps: int) -> None:
    """Steps towards a slack of zero from the best places, taken where they help, halved where not.

    Polyak's step: the linearised slack vanishes at the distance slack / norm along the gradient.
    A longer step, by the factor ``share`` below 2, still contracts the distance to a convex set.
    """
    at = path.place(path.best, ratio=False)
    path.idle, share = 0, torch.full((len(at.at),), _OVERSHOOT, dtype=torch.float64)
    for _ in range(steps):
        before, norm = path.lowest, at.gradient.norm(dim=1)
        gap = at.slack.abs() + _BEYOND * at.scale
        length = torch.minimum(share * gap / norm, path.farthest(at)) / norm
        new = path.place(at.at - torch.where(norm > 0, length, 0.0)[:, None] * at.gradient, ratio=False)
        better = path.lowest < before
        at, share = at.where(better, new), torch.where(better, _OVERSHOOT, share / 2)
        if not bool((share > _GIVE_UP).any()) or path.idle > _PATIENCE:
            return


@dataclass(frozen=True)
class _Place:
    """Where the points are, ``(points, numbers)``, with what they descend and its gradient."""

    at: Tensor
    gradient: Tensor
    goal: Tensor
    slack: Tensor
    scale: Tensor

    def where(self, better: Tensor, new: _Place) -> _Place:
        """The new places where said, else these."""
        pairs = ((getattr(self, f.name), getattr(new, f.name)) for f in fields(self))
        return _Place(*(torch.where(better.reshape(-1, *[1] * (x.ndim - 1)), y, x) for x, y in pairs))


class _Path:
    """The points of a batch, each with its own path, and the best place on each path."""

    def __init__(self, examiner: Examiner, s: Any, space: Space, prompt: Prompt) -> None:
        self.examiner, self.s, self.space = examiner, s, space
        self.rows = Rows(prompt)
        self.best = self.last = self.rows.of(prompt)
        self.smoothing: tuple[Kinks, float] | None = None
        """Which kinks are smooth at the moment, and their width."""
        self.limit = math.inf  # no point goes where a number is larger than this
        self.lowest = torch.full((len(prompt),), torch.inf, dtype=torch.float64)
        self.idle = 0
        self.start = self._evaluate(self.best, ratio=True)

    @property
    def smooth(self) -> bool:
        return bool((self.start.gradient != 0).any())

    def kinks(self) -> Kinks | None:
        """The kinks that the two sides end with, if a point is at one."""
        return stopped_by(lambda: self.examiner.evaluate(self.s, self._leaves(self.best)))

    @property
    def nearest(self) -> float:
        """How far the statement is from failing at the best of the best places."""
        return float(self.lowest.min())

    @property
    def prompt(self) -> Prompt:
        """The best places as prompts, as far as they meet the hypotheses in more than floats."""
        return inside(self.rows.prompt(self.best), self.space)

    def moved(self, at: Tensor) -> Tensor:
        """The points moved onto their domains; one that leaves the hypotheses or the floats stays."""
        prompt: Prompt = self.space.project(self.rows.prompt(at))
        stepped = self.rows.of(prompt)
        if self.space.where is not None:
            admissible = torch.zeros(len(prompt), dtype=torch.bool)
            admissible[within(prompt, self.space, exactly=False)] = True  # the ends are looked at again
            stepped = torch.where(admissible[:, None], stepped, self.last)
        return torch.where(_largest(stepped)[:, None] <= self.limit, stepped, self.last)

    def place(self, at: Tensor, *, ratio: bool) -> _Place:
        """The places, moved into the hypotheses, with the gradient of the ratio or of the slack."""
        return self._guarded(lambda points: self._evaluate(points, ratio=ratio), self.moved(at))

    def distance(self, at: Tensor) -> Tensor:
        """How far the statement is from failing at points within the hypotheses; inf if undefined."""

        def evaluate(points: Tensor) -> Tensor:
            with torch.no_grad():
                margin = self.examiner.evaluate(self.s, self.rows.prompt(points))
                return _distance(margin, _ratio(margin))

        return self._guarded(evaluate, at)

    def free(self, place: _Place) -> Tensor:
        """The gradient without what the domains hold back."""
        size = place.gradient.norm(dim=1, keepdim=True).clamp_min(1e-300)
        ahead = _AHEAD * _largest(place.at).clamp_min(_AHEAD)[:, None] / size
        prompt: Prompt = self.space.project(self.rows.prompt(place.at - ahead * place.gradient))
        return torch.where(place.gradient == 0, 0.0, (place.at - self.rows.of(prompt)) / ahead)

    def farthest(self, place: _Place) -> Tensor:
        """``(points,)`` the longest step."""
        return _largest(place.at).clamp_min(_FARTHEST)

    def _guarded(self, evaluate: Callable[[Tensor], _Result], at: Tensor) -> _Result:
        """Evaluates; points so large that the range of floats ends stay where all were last."""
        try:
            return evaluate(at)
        except CheckFailed:
            large = _largest(at) > _largest(self.last).max()
            outgrown = self.rows.prompt(at).take(large.nonzero()[:, 0])
            if not len(outgrown) or not self.examiner.float_range_ends(self.s, outgrown):
                raise
            self.limit = float(_largest(self.last).max())
            return evaluate(torch.where(large[:, None], self.last, at))

    def _evaluate(self, at: Tensor, *, ratio: bool) -> _Place:
        leaves = self._leaves(at)
        smooth = Smoothed(*self.smoothing) if self.smoothing else nullcontext()
        width = self.smoothing[1] if self.smoothing else 0.0
        with torch.enable_grad():
            with smooth:
                margin = self.examiner.evaluate(self.s, leaves)
            log_ratio = _ratio(margin, width)
            goals = values(margin.slack)
            if ratio:
                goals = torch.where(torch.isnan(log_ratio), margin.relative, log_ratio)
            goals = torch.where(margin.active & torch.isfinite(goals), goals, 0.0)
            moving = {name: leaf for name, leaf in leaves.items() if leaf.requires_grad}
            gradients = (
                torch.autograd.grad(goals.sum(), list(moving.values()), materialize_grads=True)
                if goals.requires_grad
                else [torch.zeros_like(leaf) for leaf in moving.values()]
            )
        distance = _distance(margin, log_ratio)
        if self.smoothing:  # of another statement
            return self._placed(at, moving, gradients, goals, margin, distance)
        better = distance < self.lowest
        self.best = torch.where(better[:, None], at, self.best)
        self.idle = 0 if bool((distance < _worth(self.lowest)).any()) else self.idle + 1
        self.lowest = torch.where(better, distance, self.lowest)
        return self._placed(at, moving, gradients, goals, margin, distance)

    def _leaves(self, at: Tensor) -> Prompt:
        return Prompt(
            **{
                name: value.detach().clone().requires_grad_(value.is_floating_point())
                for name, value in self.rows.prompt(at).items()
            }
        )

    def _placed(
        self,
        at: Tensor,
        moving: Iterable[str],
        gradients: Iterable[Tensor],
        goals: Tensor,
        margin: Margin,
        distance: Tensor,
    ) -> _Place:
        self.last = at
        gradient = self.rows.joined(dict(zip(moving, gradients, strict=True)), len(at))
        return _Place(
            at,
            gradient.nan_to_num(0.0, 0.0, 0.0),
            torch.where(torch.isinf(distance), torch.inf, goals.detach().cpu()),
            values(margin.slack).detach().cpu(),
            margin.scale.detach().cpu(),
        )


def _ratio(margin: Margin, width: float = 0.0) -> Tensor:
    """Logarithm of right over left side in the worst entry, NaN if they have none.

    Of two negative sides it is that of left over right, so that it falls towards a violation, too. With a
    width it is a smooth smallest one of all entries in which both sides are positive.
    """
    left, right = values(margin.left), values(margin.right)
    if width and left.shape[1] > 1:
        both = (left.detach() > 0) & (right.detach() > 0) & torch.isfinite(left + right)
        a, b = (torch.where(both, side, torch.ones_like(side)) for side in (left, right))
        ratios = torch.where(both, b.log() - a.log(), torch.inf)
        return torch.where(both.any(1), smallest(ratios, width), torch.nan)
    worst = (left - right).detach().nan_to_num(-torch.inf).argmax(-1, keepdim=True)
    a, b = left.gather(-1, worst)[:, 0], right.gather(-1, worst)[:, 0]
    alike = a.detach().sign() * b.detach().sign() > 0
    defined = alike & torch.isfinite(a) & torch.isfinite(b)
    a, b = (torch.where(defined, side, torch.ones_like(side)) for side in (a, b))
    return torch.where(defined, (b.abs().log() - a.abs().log()) * a.detach().sign(), torch.nan)


def _distance(margin: Margin, ratio: Tensor) -> Tensor:
    """``(batch,)`` how far the statement is from failing: negative where it fails, inf if undefined.

    Up to a half it is the relative margin, which resolves small distances as finely as floats allow.
    Beyond, that flattens towards 1, and the logarithm of the ratio of the two sides takes over.
    """
    relative, ratio = margin.relative.detach().cpu(), ratio.detach().cpu()
    far = torch.where(torch.isnan(ratio), relative + _NO_RATIO, ratio.clamp_min(math.log(2)))
    distance = torch.where(relative > 0.5, far - math.log(2) + 0.5, relative)
    return torch.where(margin.active.cpu() & ~torch.isnan(distance), distance, torch.inf)


def _worth(distance: _Distance) -> _Distance:
    """What is a hundredth nearer to a violation, or beyond one."""
    return distance - _WORTH * abs(distance)


def _largest(rows: Tensor) -> Tensor:
    """``(points,)`` the largest absolute value of the numbers of each one."""
    return rows.abs().amax(1) if rows.shape[1] else torch.zeros(len(rows), dtype=torch.float64)


def rounded(prompt: Prompt, bits: int, space: Space) -> Prompt:
    """The prompts with entries that are multiples of ``2^-bits``, moved onto their domains.

    Those that then fail a hypothesis (one that joins several quantities, say) are left out: maybe all.
    """
    points: Prompt = space.project(prompt.map(lambda v: torch.round(v * 2**bits) / 2**bits))
    return inside(points, space)
