"""Systems compared by a statistic of their errors."""

from lemmata import Margin, at_most
from lemmata.numbers import Array, Measured, log, max, min


def ordered(
    measured: Measured, better: tuple[str, ...], worse: tuple[str, ...], statistic: str, factor: float = 1.0
) -> Margin:
    """Each of ``better`` has less than the share ``1 / factor`` of the error of each of ``worse``.

    Compared are logarithms: what diverges does so by orders of magnitude that differ between seeds.
    """
    left, right = ([log(measured[f"{name}_{statistic}"]) for name in names] for names in (better, worse))
    return at_most(max(left) + log(factor), min(right)).report(**numbers(measured))


def ordered_pairs(
    measured: Measured, pairs: tuple[tuple[str, str], ...], statistic: str, factor: float = 1.0
) -> Margin:
    """The first of each pair has less than the share ``1 / factor`` of the error of the second.

    Each pair is judged: a replicate counts by its worst one.
    """
    left = [log(measured[f"{better}_{statistic}"]) + log(factor) for better, _ in pairs]
    right = [log(measured[f"{worse}_{statistic}"]) for _, worse in pairs]
    return at_most(left, right).report(**numbers(measured))


def numbers(measured: Measured) -> dict[str, Array]:
    """The measured quantities that are one number, for a report."""
    return {name: value for name, value in sorted(measured.items()) if value.ndim == 0}
