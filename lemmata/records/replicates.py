"""Of the replicates of an experiment: an interval for their middle, and how many of them a difference needs.

The mean has Student's interval, which supposes that margins are near normal, or many. The median has that
of order statistics (the sign test inverted), which supposes nothing: heavy tails do not widen it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from lemmata.claims.vocabulary import Middle

Numbers = np.ndarray[Any, np.dtype[Any]]
CONFIDENCE = 0.99
"""Of the interval by which an experiment is judged: at least so often it holds the true middle."""
_MOST = 2**24


def interval(margins: ArrayLike, middle: Middle, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """An interval for the mean or the median of what replicates are drawn from.

    Args:
        margins: ``(replicates,)``, independent; a single one stands for itself.
        middle: which of the two.
        confidence: how often, at least, such intervals hold it.

    Raises:
        ValueError: there are no margins, or too few for the median.
    """
    ordered = np.sort(np.asarray(margins, dtype=np.float64))
    count = len(ordered)
    if not count:
        raise ValueError("the experiment has no replicate")
    if count == 1:
        return float(ordered[0]), float(ordered[0])
    if middle == "median":
        aside = int(_set_aside(np.array([count]), confidence)[0])
        if aside < 0:
            least = int(np.argmax(_set_aside(np.arange(2**8), confidence) >= 0))
            raise ValueError(f"the median of {count} replicates has no {confidence:.0%} interval; {least} do")
        return float(ordered[aside]), float(ordered[count - 1 - aside])
    reach = float(_student(np.array([count]), confidence)[0]) * float(ordered.std(ddof=1)) / sqrt(count)
    return float(ordered.mean()) - reach, float(ordered.mean()) + reach


def replicates_for_mean(effect: float, *, power: float = 0.9, confidence: float = CONFIDENCE) -> int:
    """The fewest replicates whose mean margin is told from 0, where margins are normal.

    Args:
        effect: the mean margin over the standard deviation of the margins, as a pilot or the paper has them.
        power: how often the experiment then comes out as ``holds`` (of a negative mean: as ``refuted``).
        confidence: of the interval; where the true mean is 0, the experiment comes out either way with
            probability ``1 - confidence``.

    Raises:
        ValueError: ``effect`` is 0 or too small, or a probability lies outside of (0, 1).
    """

    def reached(counts: Numbers) -> Numbers:
        shift = abs(effect) * np.sqrt(counts)
        # The upper tail of one law of Student is the lower tail of its mirror image.
        return np.asarray(special.nctdtr(counts - 1, -shift, -_student(counts, confidence)))

    return _fewest(reached, abs(effect), power, confidence)


def replicates_for_median(share: float, *, power: float = 0.9, confidence: float = CONFIDENCE) -> int:
    """The fewest replicates whose median margin is told from 0, whatever the law of the margins.

    Args:
        share: of the replicates in which the statement holds; 0.5 is a median of 0.
        power: how often the experiment then comes out as ``holds`` (of a share below 0.5: as ``refuted``).
        confidence: as of :func:`replicates_for_mean`.

    Raises:
        ValueError: ``share`` is 0.5 or too near to it, or a probability lies outside of (0, 1).
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share={share} must be between 0 and 1")
    against = min(share, 1 - share)

    def reached(counts: Numbers) -> Numbers:
        aside = _set_aside(counts, confidence)
        return np.where(aside < 0, 0.0, special.bdtr(np.maximum(aside, 0), counts, against))

    return _fewest(reached, 0.5 - against, power, confidence)


def _fewest(reached: Callable[[Numbers], Numbers], distance: float, power: float, confidence: float) -> int:
    """The smallest number of replicates with that power; ``reached`` gives that of many at a time."""
    for name, value in (("power", power), ("confidence", confidence)):
        if not 0 < value < 1:
            raise ValueError(f"{name}={value} must be between 0 and 1")
    start, size = 2, 2**8
    while distance > 0 and start < _MOST:
        counts = np.arange(start, start + size)
        enough = reached(counts) >= power
        if enough.any():
            return int(counts[int(np.argmax(enough))])
        start, size = start + size, 2 * size
    raise ValueError(f"fewer than {_MOST:,} replicates do not tell this from no difference")


def _student(counts: Numbers, confidence: float) -> Numbers:
    """Student's quantile by which an interval reaches out, in standard errors."""
    return np.asarray(special.stdtrit(counts - 1, (1 + confidence) / 2))


def _set_aside(counts: Numbers, confidence: float) -> Numbers:
    """How many of the smallest lie below the median's interval, and of the largest above; -1: it has no end."""
    tail = (1 - confidence) / 2
    guess = np.floor(np.nan_to_num(special.bdtrik(tail, counts, 0.5))).astype(np.int64)
    aside = np.full(len(counts), -1)
    for candidate in (guess - 1, guess, guess + 1):  # floats: it may be one off
        outside = special.bdtr(np.maximum(candidate, 0), counts, 0.5) <= tail
        aside = np.where((candidate >= 0) & outside, candidate, aside)
    return aside
