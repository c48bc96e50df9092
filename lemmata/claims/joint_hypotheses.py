"""Whether an instance meets a hypothesis that joins several quantities (``where=``): in exact arithmetic.

A hypothesis such as ``linalg.det(p.A) != 0`` that floats decide lets a singular matrix pass, or leaves a
regular one out, as rounding has it; what is then refuted is no theorem. So a hypothesis that floats say is met
is asked again of the same instance in rationals, and in balls where rationals have no answer. What balls leave
open is not met: an instance more or less is no loss, a false refutation is one. Code that exact numbers cannot
follow (functions of torch, ``float(s.r)``) keeps the answer of floats.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmata.numbers import literals
from lemmata.numbers.arithmetic import using
from lemmata.numbers.exact import NotExact, Ring, answering, ball_precision

Hypothesis = Callable[[Any], Any]
_MOST_COMPARISONS = 4
_RINGS: tuple[Ring, ...] = ("rational", "ball")


@dataclass(frozen=True)
class Joined:
    """Several hypotheses, each of which is decided by itself."""

    parts: tuple[Hypothesis, ...]

    def __call__(self, instance: Any) -> bool:
        return all(part(instance) for part in self.parts)

    def slacks(self, prompts: Any) -> list[Any]:
        """By how much the hypotheses hold at each of a batch, of which that is known."""
        return [slack for part in self.parts if hasattr(part, "slacks") for slack in part.slacks(prompts)]


def met(where: Hypothesis, instance: Any, lift: Callable[[Any, Ring], Any]) -> bool:
    """Whether an instance certainly meets a hypothesis.

    Args:
        where: of one instance, without a batch axis.
        instance: in floats.
        lift: gives it in an exact arithmetic.
    """
    if isinstance(where, Joined):
        return all(met(part, instance, lift) for part in where.parts)
    if not where(instance):
        return False
    found = exactly(where, instance, lift)
    return found is None or found


def exactly(where: Hypothesis, instance: Any, lift: Callable[[Any, Ring], Any]) -> bool | None:
    """What exact arithmetic says of a hypothesis, False if it leaves it open; None where it cannot follow."""
    for ring in _RINGS:
        try:
            with using(ring), ball_precision(), literals.as_stored():
                exact = lift(instance, ring)
        except Exception:  # noqa: BLE001 - an infinite number, or what is no number at all
            return None
        try:
            with using(ring), ball_precision(), literals.as_stored():
                return bool(where(exact))
        except NotExact:
            continue
        except ZeroDivisionError:
            return False  # it has no value there
        except Exception:  # noqa: BLE001 - it is written for floats
            return None
    return False


def supposed(where: Hypothesis, instance: Any) -> tuple[tuple[Any, bool], ...]:
    """What a hypothesis says wherever it is met: numbers that are >= 0, and whether > 0.

    It is read by its answers: where all its comparisons hold it has to be met, and where the k-th is the first
    that fails it has to fail without another comparison. So each of them holds wherever it is met (as if they
    were joined by ``and``); of a hypothesis that answers otherwise nothing is said.

    Args:
        where: of one instance.
        instance: in numbers that stand for all values of the quantities at once.
    """
    if isinstance(where, Joined):
        return tuple(each for part in where.parts for each in supposed(part, instance))

    def answers(first_that_fails: int) -> tuple[bool, list[tuple[Any, bool]]]:
        compared: list[tuple[Any, bool]] = []

        def answer(x: Any, relation: str) -> bool:
            compared.append((-x, relation == "<"))
            return len(compared) - 1 != first_that_fails

        with answering(answer):
            return bool(where(instance)), compared

    is_met, found = answers(-1)
    if not is_met or len(found) > _MOST_COMPARISONS:
        return ()
    for k in range(len(found)):
        is_met, compared = answers(k)
        if is_met or len(compared) != k + 1:
            return ()
    return tuple(found)
