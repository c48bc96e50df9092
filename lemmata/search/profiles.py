"""Profiles: how much is spent on a hunt, in instances, so that a seed decides everything.

Some five hundred claims take three to ten minutes on two cores with ``quick``; ``standard`` draws ten times
as much, ``deep`` two hundred times. With ``quick`` less is spent where less hangs on it. ``brief`` is for in
between: mutants are hunted as with ``quick``, readings with a third of that, or until a certificate is checked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lemmata.claims.claim import Variant

EXPERIMENT_LIMIT = 24 * 3_600.0
"""Seconds that an experiment may take, which trains for hours, unless the command line says otherwise."""


@dataclass(frozen=True)
class Profile:
    """A budget in instances."""

    name: str
    examples: int
    """Explicit instances drawn by Hypothesis, and half as many at the smallest sizes.

    A mutant gets six times as many; a reading that is an equality gets half of the former.
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
    """The least number of different settings of a reading, as far as its space has them."""
    work: int = 0
    """Work of a reading at sizes beyond the drawn ones, in numbers produced."""
    sizes: int = 0
    """No whole number grows beyond this."""
    rare: int = 0
    """Margins evaluated for failures of a probability claim that are too rare for its draws,"""
    rare_work: int = 0
    """and the work of that, in numbers produced."""
    proof: int = 2**17
    """Operations on functions of variables, for the certificate of a reading that holds."""
    proved: int = 8
    """Settings that a certificate covers, at most."""
    doubts: int = 1
    """One refuted mutant in so many, as seeds decide, is offered to proof, which has to refuse it; so is each
    refuted reading."""
    trusts_proofs: bool = False
    """Whether a certificate ends the hunt for a reading, whose other sizes are then drawn less."""
    shrinks: int = 200
    """Smaller candidates tried for a witness."""
    readings: int = 1
    """A reading gets one in so many of the budget; a mutant, which has to fall, all of it,"""
    minor: int = 1
    """and a reading on which little hangs, a step of a proof or a slip of the pen, one in so many."""
    shards: int = 1
    """Parts into which a hunt is cut unless the command line says otherwise."""
    limit: float = 600
    """Seconds that a hunt may take unless the command line says otherwise.

    Many times what any hunt needs: it only ends hunts that would never end.
    """

    @property
    def glance(self) -> Profile:
        """A small part of the budget, for what is looked at closely afterwards."""
        return replace(
            self,
            examples=-(-self.examples // 2),
            settings=1,
            draws=-(-self.draws // 4),
            climbs=1,
            steps=-(-self.steps // 2),
            survey=0,
            work=0,
            rare=0,
        )

    def share(self, variant: Variant) -> int:
        """Which part of the budget a hunt gets.

        What is estimated (a rate, an experiment) has a ladder or a configuration, and no such budget.
        """
        if variant.role == "mutant" or variant.claim.kind.estimated:
            return 1
        return self.minor if variant.claim.rank in ("step", "slip") else self.readings

    def cut(self, share: int) -> Profile:
        """One in ``share`` of the budget."""
        return replace(self, **{name: -(-getattr(self, name) // share) for name in _CUT})


_CUT = ("examples", "settings", "draws", "exact", "climbs", "survey", "work", "rare", "rare_work")
"""What a part of a budget is a part of: climbs, batches and shrinking are as thorough as ever."""

_QUICK = Profile(
    "quick",
    examples=18,
    settings=3,
    batch=128,
    draws=2_000,
    exact=6,
    climbs=2,
    steps=24,
    survey=60,
    work=2**22,
    rare=2**17,
    rare_work=2**27,
    sizes=128,
    doubts=8,
    minor=2,
)
PROFILES = {
    profile.name: profile
    for profile in (
        replace(_QUICK, name="brief", doubts=32, readings=3, minor=6, trusts_proofs=True),
        _QUICK,
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
            rare=2**20,
            rare_work=2**32,
            sizes=512,
            proof=2**20,
            proved=32,
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
            rare=2**23,
            rare_work=2**36,
            sizes=2_048,
            proof=2**23,
            proved=64,
            shrinks=1_000,
            shards=4,
            limit=6 * 3_600,
        ),
    )
}
