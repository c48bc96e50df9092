"""Instances that meet hypotheses which hardly any draw meets: draws are repaired.

A draw is moved onto the hypothesis that it misses most, along its gradient, again and again. An equality is not
met so to the last bit: the numbers are then rounded, and as many of them as there are hypotheses left are solved
for. What decides whether an instance meets the hypotheses is what decides it of any other.
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
from lemmata.search.survey import drawn

if TYPE_CHECKING:
    from lemmata.search.stages import Search

_RARE = 16
"""Draws are repaired where fewer than one of so many meets the hypotheses."""
_DRAWN = 32
"""Draws at each setting, of which as many as there are settings are repaired."""
_SETTINGS = 3
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


def repaired(search: Search) -> Iterator[tuple[Any, Prompt]]:
    """Settings with prompts that meet the hypotheses, where draws hardly ever do."""
    examiner = search.examiner
    met = examiner.instances - examiner.inactive
    if search.variant.prompts is None or met * _RARE > examiner.instances + search.discarded:
        return
    generator = search.generator("repair")
    others = (drawn(search.variant.settings, generator) for _ in range(_SETTINGS))
    for s in chain(search.hardest(_SETTINGS), filter(None, others)):
        space = search.space(s)
        if space is None or search.is_proved(s):
            continue
        with suppress(Exception):  # what is evaluated where hypotheses fail says nothing of the check
            prompt = _Repair(examiner, s, space, generator).run()
            if len(prompt):
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
        solved = [row for row in at[:_SOLVED] for row in self._solved(row)]
        return found if not solved else found.followed_by(self._met(torch.stack(solved)))

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

    def _solved(self, row: Tensor) -> Iterator[Tensor]:
        """A point with rounded numbers, some of which are solved for so that hypotheses are met to the last bit."""
        powers = row.sign() * torch.exp2(row.abs().clamp_min(_CLOSE).log2().round())
        for start in ((row * 8).round() / 8, row.round(), powers):
            for _ in range(_TRIES):
                at = start.clone()
                slacks, jacobian = self._linear(at)
                missed = (slacks < 0).nonzero()[:, 0]
                if not len(missed):
                    yield at
                    break
                places = torch.randperm(len(row), generator=self.generator)[: len(missed)]
                for _ in range(_NEWTON):
                    part = jacobian[missed][:, places]
                    step = torch.linalg.lstsq(part, -slacks[missed, None]).solution[:, 0]
                    at[places] = ((at[places] + step) * _FINEST).round() / _FINEST
                    slacks, jacobian = self._linear(at)
                    if not bool((slacks < 0).any()) or not bool(torch.isfinite(at).all()):
                        break
                if not bool((slacks < 0).any()):
                    yield at
                    break

    def _linear(self, at: Tensor) -> tuple[Tensor, Tensor]:
        """``(hypotheses,)`` the slacks at one point, and ``(hypotheses, numbers)`` their gradients."""
        with torch.enable_grad():
            leaf = at.detach().clone()[None].requires_grad_()
            slacks = self._slacks(leaf)[0]
            rows = [torch.autograd.grad(x, leaf, retain_graph=True)[0][0] for x in slacks]
        return slacks.detach(), torch.stack(rows).nan_to_num(0.0, 0.0, 0.0)


def _size(at: Tensor) -> Tensor:
    return at.abs().amax(1).clamp_min(1.0)
