"""Profiles: how much is spent on a hunt, in instances, so that a seed decides everything.

Some five hundred claims take three or four minutes on two cores with ``quick``; ``standard`` draws ten times
as much, ``deep`` two hundred times.
"""

from __future__ import annotations

from dataclasses import dataclass

EXPERIMENT_LIMIT = 24 * 3_600.0
"""Seconds that an experiment may take, which trains for hours, unless the command line says otherwise."""


@dataclass(frozen=True)
class Profile:
    """A budget in instances."""

    name: str
    examples: int
    """Explicit instances drawn by Hypothesis, and half as many at the smallest sizes.

    A mutant gets three times as many; a reading that is an equality gets half of the former.
    """
    settings: int
    """Settings tested with batches from the law."""
    batch: int
    """Instances in each of these batches."""
    draws: int
    """Draws for each setting of a probability claim."""
    exact: int
    """Explicit instances of a reading evaluated exactly although nothing looked wrong."""
    climbs: int
    """Settings at which the violation is driven up by gradient steps."""
    steps: int
    """Gradient steps of each climb."""
    survey: int = 0
    """Different settings of a reading, at the least, where its space has so many."""
    work: int = 0
    """Work of a reading at sizes beyond the drawn ones, in numbers produced."""
    sizes: int = 0
    """No whole number grows beyond this."""
    shrinks: int = 200
    """Smaller candidates tried for a witness."""
    shards: int = 1
    """Parts into which a hunt is cut unless the command line says otherwise."""
    limit: float = 600
    """Seconds that a hunt may take unless the command line says otherwise.

    Many times what any hunt needs: it only ends hunts that would never end.
    """


PROFILES = {
    profile.name: profile
    for profile in (
        Profile(
            "quick",
            examples=18,
            settings=3,
            batch=128,
            draws=2_000,
            exact=6,
            climbs=2,
            steps=32,
            survey=60,
            work=2**22,
            sizes=128,
        ),
        Profile(
            "standard",
            examples=200,
            settings=16,
            batch=512,
            draws=20_000,
            exact=32,
            climbs=8,
            steps=120,
            survey=256,
            work=2**29,
            sizes=512,
            limit=3_600,
        ),
        Profile(
            "deep",
            examples=4_000,
            settings=120,
            batch=2_048,
            draws=200_000,
            exact=256,
            climbs=60,
            steps=500,
            survey=2_048,
            work=2**34,
            sizes=2_048,
            shrinks=1_000,
            shards=4,
            limit=6 * 3_600,
        ),
    )
}
