"""A verdict on a probability says first down to which failure probability it could see."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lemmata import Declaration, Paper, Probability, at_most, choices, signs, uniform
from lemmata.claims.margin import Margin
from lemmata.claims.space import space
from lemmata.records.finding import SequentialTest
from lemmata.records.words import down_to
from lemmata.run.hunting import PROFILES, hunt
from lemmata.run.interactive import hunt as by_hand


@dataclass(frozen=True)
class Setting:
    delta: float


def rare(allowed: float, true: float) -> Declaration:
    """Fails with probability ``true``, and may with probability ``allowed``."""
    claim = Paper("topic", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 1",
        kind=Probability(failure=lambda s: s.delta),
        settings=space(Setting, delta=choices(allowed)),
        prompts=lambda s: space(u=uniform(1)),
    )

    @claim.printed("A uniform number is at most 1 - p, with a probability of at least 1 - delta.")
    def small(u: Any) -> Margin:
        """A uniform number is not above."""
        return at_most(u[0], 1 - Fraction(true))

    return claim


def test_what_draws_cannot_see_is_said_first() -> None:
    """Draws do not tell a true statement from a false one; a search for rare failures may."""
    told = by_hand(rare(2.0**-60, 0.0)).judged.readings["printed"]
    assert told.outcome == "holds"
    start = "tested down to failure probabilities of about 0.002"
    allowed = " (the statement allows 8.7e-19, far less than these draws can show)"
    assert told.found.startswith(f"Holds, {start}")
    assert told.scope.startswith(start)
    assert allowed in told.found.partition(" on ")[0]
    assert "), while a search for rarer ones saw none down to a probability of about " in told.found
    found = by_hand(rare(2.0**-60, 2.0**-20)).judged.readings["printed"]
    assert found.outcome == "refuted"
    assert "failures with a probability of about " in found.found


def test_what_draws_see_is_said_with_what_is_allowed() -> None:
    held = by_hand(rare(0.25, 0.125)).judged.readings["printed"]
    assert held.found.startswith("Holds, tested down to failure probabilities of about 0.3")
    assert "(the statement allows 0.25)," in held.found
    assert by_hand(rare(0.125, 0.25)).outcomes == {"printed": "refuted"}


def test_of_several_settings_the_blindest_is_named() -> None:
    def test(allowed: float, detectable: float | None) -> SequentialTest:
        return SequentialTest(
            allowed=allowed, n=2000, failures=0, e_value=0.1, level=1e-8, upper=0.01, detectable=detectable
        )

    assert down_to([]) == ""
    assert down_to([test(1, None)]) == ""
    told = down_to([test(0.5, 0.6), test(1e-9, 0.002), test(1, None)])
    assert told.startswith("tested down to failure probabilities of about 0.002 (the statement allows 1e-09")
    assert "(the statement allows none, which no draws can show)" in down_to([test(0, 0.002)])
    blind = "on too few draws to tell certain failure from what the statement allows"
    assert down_to([test(0.999, None)]) == f"tested {blind} (0.999)"
    assert down_to([test(0.999, None), test(0.995, None)]) == f"tested {blind} (0.995 to 0.999)"
    told = down_to([test(0.999, None), test(0.25, 0.3)])
    assert told.startswith("tested down to failure probabilities of about 0.3 ")
    assert told.endswith(f", and at 1 setting {blind} (0.999)")


def test_settings_at_which_draws_can_tell_come_first() -> None:
    """Where 0.999 is allowed no 2,000 draws tell anything: what allows less is tested instead."""
    claim = Paper("blind", "t", "a", 2026, "k", "s").claim(
        "L",
        kind=Probability(failure=lambda s: s.p),
        settings=space(p=choices(*(1 - 2.0**-k for k in range(11, 16)), 0.5)),
        prompts=lambda s: space(e=signs(1)),
    )
    claim.printed("e is at most 0")(lambda e: at_most(e[0], 0))
    tests = hunt(claim.complete().variant("printed"), PROFILES["quick"]).finding.scope.tests
    assert tests[0].allowed == 0.5
    assert tests[0].detectable is not None
