"""The real numbers of a batch of prompts as rows of one matrix, for searches that move numbers."""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.claims.prompt import Prompt


class Rows:
    """Between prompts and the matrix ``(points, numbers)`` of their floating-point numbers.

    Attributes:
        first, count: ``(numbers,)`` where the quantity that a column belongs to begins, and its length.
    """

    def __init__(self, prompt: Prompt) -> None:
        self._like = prompt
        self._names = [name for name, value in prompt.items() if value.is_floating_point()]
        self._sizes = [getattr(prompt, name)[0].numel() for name in self._names]
        sizes = torch.tensor(self._sizes, dtype=torch.int64)
        self.count = sizes.repeat_interleave(sizes)
        self.first = (sizes.cumsum(0) - sizes).repeat_interleave(sizes)

    def of(self, prompt: Prompt) -> Tensor:
        return self.joined({name: getattr(prompt, name) for name in self._names}, len(prompt))

    def joined(self, parts: dict[str, Tensor], points: int) -> Tensor:
        """One row from arrays for each quantity, ``(points, ...)``."""
        rows = [parts[name].reshape(points, -1) for name in self._names]
        return torch.cat(rows, 1) if rows else torch.zeros(points, 0, dtype=torch.float64)

    def prompt(self, rows: Tensor) -> Prompt:
        """The prompts with these numbers; whole numbers are those of the first prompts, or of the first one."""
        parts = dict(zip(self._names, torch.split(rows, self._sizes, 1), strict=True))
        like = (
            self._like
            if len(rows) == len(self._like)
            else self._like.take(torch.zeros(len(rows), dtype=torch.long))
        )
        return Prompt(**{n: parts[n].reshape(v.shape) if n in parts else v for n, v in like.items()})
