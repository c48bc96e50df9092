"""Systems compared by a statistic of their errors, a replicate at a time."""

from math import log

import torch
from torch import Tensor

from lemmata import Margin, Prompt, at_most


def ordered(
    prompt: Prompt, better: tuple[str, ...], worse: tuple[str, ...], statistic: str, factor: float = 1.0
) -> Margin:
    """Each of ``better`` has less than the share ``1 / factor`` of the error of each of ``worse``.

    Compared are logarithms: what diverges does so by orders of magnitude that differ between seeds.
    """
    left = torch.stack([getattr(prompt, f"{name}_{statistic}") for name in better], 1).log()
    right = torch.stack([getattr(prompt, f"{name}_{statistic}") for name in worse], 1).log()
    margin = at_most(left.amax(1) + log(factor), right.amin(1))
    return margin.report(**numbers(prompt))


def ordered_pairs(
    prompt: Prompt, pairs: tuple[tuple[str, str], ...], statistic: str, factor: float = 1.0
) -> Margin:
    """The first of each pair has less than the share ``1 / factor`` of the error of the second.

    Each pair is judged: a replicate counts by its worst one.
    """
    left = torch.stack([getattr(prompt, f"{better}_{statistic}") for better, _ in pairs], 1).log()
    right = torch.stack([getattr(prompt, f"{worse}_{statistic}") for _, worse in pairs], 1).log()
    return at_most(left + log(factor), right).report(**numbers(prompt))


def numbers(prompt: Prompt) -> dict[str, Tensor]:
    """The measured quantities of one number a replicate, for a report."""
    return {name: value for name, value in sorted(prompt.items()) if value.ndim == 1}
