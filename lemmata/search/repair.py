"""Instances that meet hypotheses which hardly any draw meets: draws are repaired.

A draw is moved onto the hypothesis that it misses most, along its gradient, again and again. An equality is
not met so to the last bit: the numbers are then rounded, and some of them solved for. Whether an instance meets
the hypotheses is decided as of any other.

What fails only where a hypothesis is met with equality (a determinant of 0) is hardly drawn, and no slope ends
there: where there are hypotheses, the numbers -1, 0 and 1 are put into small instances.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import torch
from torch import Generator, Tensor

from lemmata.claims.margin import Margin, minimum_over_entries, supposing
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space, within
from lemmata.search.climbing.rows import Rows
from lemmata.search.examiner import Examiner
from lemmata.search.survey import PLAIN, drawn, size
from lemmata.search.work import Spent, Work

if TYPE_CHECKING:
    from lemmata.search.stages import Search

_RARE = 16
"""Draws are repaired where fewer than one of so many meets the hypotheses."""
_DRAWN = 32
"""Draws at each setting."""
_SETTINGS = 2
"""Settings drawn for it beside the hardest one."""
_STEPS = 64
"""Along gradients;"""
_CLOSE = 2.0**-30
"""nearer than this share of the numbers they are as good as there."""
_AHEAD = 2.0**-16
"""So far beyond the edge of a hypothesis is aimed at, relative to the numbers."""
_NEWTON = 8
_TRIES = 6
"""Choices of the numbers that are solved for, for each way to round."""
_SOLVED = 12
"""Draws whose numbers are solved for."""
_FINEST = 2.0**20
_SIGNS = 3**6
"""Instances of the numbers -1, 0 and 1, all if they are no more, at each"""
_SIZES = 4
"""of the smallest sizes that were met."""
_EDGES = 16
"""They may take so many times what sizes beyond the drawn ones take."""
_TOLD = 16
"""So many of them that fail are looked at closely."""


def repaired(search: Search) -> Iterator[tuple[Any, Prompt]]:
    """Settings with prompts that meet the hypotheses, where draws hardly ever do."""
    examiner = search.examiner
    met = examiner.instances - examiner.inactive
    if search.variant.prompts is None or met * _RARE > examiner.instances + search.discarded:
        return
    generator = search.generator("repair")
    others = (drawn(search.variant.settings, generator) for _ in range(_SETTINGS))
    for s in chain(search.hardest(1), filter(None, others)):
        space = search.space(s)
        if space is None or search.is_proved(s):
            continue
        with suppress(Exception):  # what is evaluated where hypotheses fail says nothing of the check
            prompt = _Repair(examiner, s, space, generator).run()
            if len(prompt):
                yield s, prompt


def on_edges(search: Search) -> Iterator[tuple[Any, Prompt]]:
    """Settings with prompts of the numbers -1, 0 and 1 that fail and meet a hypothesis with equality."""
    if search.variant.prompts is None:
        return
    hardest: dict[int, Any] = {}
    for _, s in sorted(search.visited.values(), key=lambda met: met[0]):
        hardest.setdefault(size(s), s)
    for _, s in sorted(hardest.items())[:_SIZES]:
        space = search.space(s)
        if space is None or not (space.where or search.examiner.inactive) or search.is_proved(s):
            continue
        prompt = None
        with suppress(Spent, Exception), Work(_EDGES * search.profile.work):  # as in repaired()
            prompt = _Repair(search.examiner, s, space, search.generator("edges")).on_edges()
        if prompt:
            yield s, prompt


class _Repair:
    """Draws at one setting, on their way to the hypotheses."""

    def __init__(self, examiner: Examiner, s: Any, space: Space, generator: Generator) -> None:
        self.examiner, self.s, self.space, self.generator = examiner, s, space, generator
        self.draws: Prompt = replace(space, where=None).sample(generator, _DRAWN)
        self.rows = Rows(self.draws)

    def run(self) -> Prompt:
        """The prompts that meet the hypotheses: those that gradients led there, and those solved for."""
        at = self.rows.of(self.draws)
        for _ in range(_STEPS):
            slack, gradient = self._worst(at)
            aimed = slack - _AHEAD * _size(at)
            if not bool((aimed < 0).any()):
                break
            length = (-aimed).clamp_min(0.0) / gradient.square().sum(1).clamp_min(1e-300)
            at = self._projected(at + length[:, None] * gradient)
        found = self._met(at)
        if len(found) >= len(at) // 2:
            return found
        return found.followed_by(self._met(self._solved(at[:_SOLVED])))

    def on_edges(self) -> Prompt:
        """Prompts of the numbers -1, 0 and 1 that fail and meet the hypotheses, one of them with equality."""
        numbers, count = torch.tensor([0.0, 1.0, -1.0], dtype=torch.float64), len(self.rows.count)
        if 3**count <= _SIGNS:
            at = torch.cartesian_prod(*[numbers] * count).reshape(-1, count)
        else:
            at = numbers[torch.randint(3, (_SIGNS, count), generator=self.generator)]
        at = torch.unique(self._projected(at), dim=0)
        # Nothing is evaluated outside of the hypotheses of the space.
        at = at[within(self.space.project(self.rows.prompt(at)), self.space)]
        prompt = self.rows.prompt(at)
        if not len(at):
            return prompt
        slacks = self._slacks(at)
        prompt = prompt.take(((slacks >= 0).all(1) & (slacks == 0).any(1)).nonzero().flatten())
        if not len(prompt):
            return prompt
        readout = self.examiner.readout(self.s, prompt)
        return prompt.take((readout.active & (readout.counting < -PLAIN)).nonzero().flatten()[:_TOLD])

    def _slacks(self, at: Tensor) -> Tensor:
        """``(points, hypotheses)`` by how much each is met."""
        prompt = self.rows.prompt(at)
        found: list[Any] = []

        def note(margin: Margin, hypothesis: Any, strict: bool) -> None:
            found.append(getattr(hypothesis, "raw", hypothesis))

        where = getattr(self.space.where, "slacks", None)
        if where is not None:
            found += where(prompt)
        with supposing(note):
            self.examiner.evaluate(self.s, prompt)
        batches = [torch.as_tensor(x, dtype=torch.float64) for x in found]
        return torch.cat([x.reshape(len(at), -1) for x in batches if x.ndim and len(x) == len(at)], 1)

    def _worst(self, at: Tensor) -> tuple[Tensor, Tensor]:
        """``(points,)`` the slack of the hypothesis that is missed most, and its gradient."""
        with torch.enable_grad():
            leaf = at.detach().clone().requires_grad_()
            slack = minimum_over_entries(self._slacks(leaf))
            (gradient,) = torch.autograd.grad(slack.sum(), leaf)
        return slack.detach(), gradient.nan_to_num(0.0, 0.0, 0.0)

    def _projected(self, at: Tensor) -> Tensor:
        prompt: Prompt = self.space.project(self.rows.prompt(at))
        return self.rows.of(prompt)

    def _met(self, at: Tensor) -> Prompt:
        """Those of the points that meet the hypotheses of the space and of the check."""
        prompt: Prompt = self.space.project(self.rows.prompt(at))
        prompt = prompt.take(within(prompt, self.space))
        return prompt.take(self.examiner.readout(self.s, prompt).active) if len(prompt) else prompt

    def _solved(self, at: Tensor) -> Tensor:
        """Points with rounded numbers, some of which are solved for so that hypotheses are met to the last bit.

        Newton's method for the hypotheses that were missed on the way, in as many numbers as these are, or in
        those of one quantity.
        """
        powers = at.sign() * torch.exp2(at.abs().clamp_min(_CLOSE).log2().round())
        start = torch.cat([(at * 8).round() / 8, at.round(), powers])
        found = []
        for number in range(_TRIES):
            at, free = start.clone(), torch.zeros_like(start, dtype=torch.bool)
            slacks, jacobian = self._linear(at)
            missed = slacks < 0
            for point, count in enumerate(missed.sum(1).tolist()):
                places = torch.randperm(at.shape[1], generator=self.generator)
                of_one = self.rows.first == self.rows.first[places[0]]
                free[point, places[:count] if number % 2 else of_one] = True
            for _ in range(_NEWTON):
                if not bool((slacks < 0).any()):
                    break
                missed |= slacks < 0
                part = torch.where(missed[:, :, None] & free[:, None, :], jacobian, 0.0)
                step = torch.linalg.pinv(part) @ torch.where(missed, -slacks, 0.0)[:, :, None]
                at = torch.where(free, ((at + step[:, :, 0]) * _FINEST).round() / _FINEST, at)
                slacks, jacobian = self._linear(at)
            met = (slacks >= 0).all(1)
            found.append(at[met])
            start = start[~met]
            if not len(start):
                break
        return torch.cat(found)

    def _linear(self, at: Tensor) -> tuple[Tensor, Tensor]:
        """``(points, hypotheses)`` the slacks, and ``(points, hypotheses, numbers)`` their gradients."""
        with torch.enable_grad():
            leaf = at.detach().clone().requires_grad_()
            slacks = self._slacks(leaf)
            parts = [torch.autograd.grad(x.sum(), leaf, retain_graph=True)[0] for x in slacks.unbind(1)]
        return slacks.detach(), torch.stack(parts, 1).nan_to_num(0.0, 0.0, 0.0)


def _size(at: Tensor) -> Tensor:
    return at.abs().amax(1).clamp_min(1.0)
