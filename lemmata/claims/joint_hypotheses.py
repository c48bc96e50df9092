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
from lemmata.numbers.exact import NotExact, Ring, ball_precision

Hypothesis = Callable[[Any], Any]
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
