"""Rates are fitted, never tested: an exponent and a drift of the constant, each with an interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Rate:
    """The fit ``error = constant * size ** -exponent`` with an interval for the exponent."""

    exponent: float
    low: float
    high: float
    constant: float


@dataclass(frozen=True)
class Drift:
    """How the empirical constant of a rate, error over bound, moves from the first octave of sizes on.

    ``per_octave`` is the logarithm to base 2 of the factor by which the constant grows when the
    size doubles, from the constants of the first octave to those of the last.
    """

    constants: tuple[tuple[float, float], ...]
    """For each octave the smallest size in it and the constant there."""
    largest: float
    """The largest constant of a single sample: what the data force."""
    per_octave: float
    low: float
    high: float
    octaves: float

    @property
    def direction(self) -> Literal["grows", "falls", "steady"]:
        """Which way the constant drifts, over at least two octaves and beyond its interval."""
        if self.octaves < 2 or self.low <= 0 <= self.high:
            return "steady"
        return "grows" if self.low > 0 else "falls"


def fit_rate(
    sizes: ArrayLike, errors: ArrayLike, *, confidence: float = 0.99, resamples: int = 2000, seed: int = 0
) -> Rate:
    """The exponent at which errors fall with size, with a bootstrap interval.

    The line goes through the logarithms of the mean error at each size. With several samples at
    every size these are resampled within their size; with single ones the residuals are, and the
    interval then says how straight the line is, not how noisy a sample.

    Raises:
        ValueError: fewer than three different sizes, or an error that is not positive and finite.
    """
    data = _Samples.of(sizes, errors)
    slopes = _slopes(data.logs, data.means(data.errors))
    spread = _slopes(data.logs, data.resampled(resamples, np.random.default_rng(seed)))
    low, high = _interval(-slopes[0], -spread, confidence, data.freedom)
    level = float((data.means(data.errors) - slopes[0] * data.logs).mean())
    return Rate(-float(slopes[0]), low, high, exp(level))


def fit_drift(
    sizes: ArrayLike, constants: ArrayLike, *, confidence: float = 0.99, resamples: int = 2000, seed: int = 0
) -> Drift:
    """Whether the constant of a rate moves over the octaves of size.

    Raises:
        ValueError: fewer than three different sizes, all sizes in one octave, or a constant that is
            not positive and finite.
    """
    data = _Samples.of(sizes, constants)
    octave = np.minimum(
        np.floor((data.logs - data.logs[0]) / log(2) + 1e-9), max(np.ceil(data.octaves - 1e-9) - 1, 0)
    ).astype(int)
    present = np.unique(octave)
    if len(present) < 2:
        raise ValueError("all sizes are in one octave; a drift needs at least two")
    groups = [np.flatnonzero(octave == o) for o in present]

    def drift(means: Floats) -> Floats:
        first, last = (means[..., group].mean(-1) for group in (groups[0], groups[-1]))
        way = data.logs[groups[-1]].mean() - data.logs[groups[0]].mean()
        return np.atleast_1d((last - first) / way)

    logs = data.means(data.errors)
    per_octave = float(drift(logs)[0])
    spread = drift(data.resampled(resamples, np.random.default_rng(seed)))
    low, high = _interval(per_octave, spread, confidence, data.freedom)
    return Drift(
        constants=tuple((float(np.exp(data.logs[g[0]])), float(np.exp(logs[g].mean()))) for g in groups),
        largest=float(data.errors.max()),
        per_octave=per_octave,
        low=low,
        high=high,
        octaves=data.octaves,
    )


@dataclass(frozen=True)
class _Samples:
    """Errors grouped by size; ``logs`` are the logarithms of the different sizes, ascending."""

    logs: Floats
    errors: Floats
    index: np.ndarray[Any, np.dtype[np.intp]]
    """For each error the place of its size."""

    @classmethod
    def of(cls, sizes: ArrayLike, errors: ArrayLike) -> _Samples:
        size, error = (np.asarray(v, dtype=np.float64).ravel() for v in (sizes, errors))
        if size.shape != error.shape:
            raise ValueError(f"{size.size} sizes but {error.size} errors")
        for name, values in (("sizes", size), ("errors", error)):
            if not bool((np.isfinite(values) & (values > 0)).all()):
                raise ValueError(f"{name} must be positive and finite; an error of 0 has no rate")
        unique, index = np.unique(size, return_inverse=True)
        if len(unique) < 3:
            raise ValueError(f"{len(unique)} different sizes; a rate needs at least three")
        order = np.argsort(index, kind="stable")
        return cls(np.log(unique), error[order], index[order])

    @property
    def octaves(self) -> float:
        return float((self.logs[-1] - self.logs[0]) / log(2))

    @property
    def counts(self) -> np.ndarray[Any, np.dtype[np.intp]]:
        return np.bincount(self.index)

    @property
    def repeated(self) -> bool:
        return bool(self.counts.min() > 1)

    @property
    def freedom(self) -> int:
        """Degrees of freedom behind the spread."""
        if self.repeated:
            return len(self.errors) - len(self.logs)
        return len(self.logs) - 2

    def means(self, errors: Floats) -> Floats:
        """Logarithms of the mean error at each size (along the last axis)."""
        starts = np.concatenate([[0], np.cumsum(self.counts)[:-1]])
        return np.asarray(np.log(np.add.reduceat(errors, starts, axis=-1) / self.counts))

    def resampled(self, times: int, random: np.random.Generator) -> Floats:
        """Bootstrap replicates of :meth:`means`, widened to make up for small groups."""
        centre = self.means(self.errors)
        if self.repeated:
            counts = self.counts[self.index]
            starts = np.concatenate([[0], np.cumsum(self.counts)[:-1]])[self.index]
            picks = starts + (random.random((times, len(self.errors))) * counts).astype(np.intp)
            # A bootstrap sample of n has the variance of its group times (n - 1) / n.
            wide = np.sqrt(self.counts / (self.counts - 1))
            return np.asarray(centre + (self.means(self.errors[picks]) - centre) * wide)
        slope = _slopes(self.logs, centre)[0]
        line = centre.mean() + slope * (self.logs - self.logs.mean())
        # Two of the degrees of freedom went into the line, so its residuals are too small.
        residuals = (centre - line) * sqrt(len(self.logs) / (len(self.logs) - 2))
        return np.asarray(line + random.choice(residuals, (times, len(self.logs))))


def _slopes(x: Floats, y: Floats) -> Floats:
    """Least-squares slopes of rows of y over x."""
    centred = x - x.mean()
    return np.atleast_1d(np.asarray(y @ centred / (centred @ centred)))


def _interval(centre: float, replicates: Floats, confidence: float, freedom: int) -> tuple[float, float]:
    """The bootstrap's percentiles, expanded for few degrees of freedom; they enclose ``centre``.

    The plain percentiles cover as if the spread were known (a normal quantile); the expanded ones
    are taken at the level that the normal law gives to the quantile of Student's t.
    """
    tail = float(special.ndtr(special.stdtrit(freedom, (1 - confidence) / 2)))
    low, high = np.quantile(replicates, [tail, 1 - tail])
    return min(float(low), float(centre)), max(float(high), float(centre))
