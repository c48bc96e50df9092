"""What a check gets as ``answer``, by which it passes what a claim computes (an estimate, a label, a loss).

In a reading that is the answer itself. In derived mutants a wrong answer takes its place: a bound that holds
for 0 or for the input untouched as well says nothing about what was computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

from lemmata.claims.vocabulary import WRONG_ANSWERS
from lemmata.numbers import Array, as_array, broadcast_to, zeros

Answer = Callable[..., Array]


def the_answer(value: Array, *, untouched: Array | None = None) -> Array:
    """What a reading's check receives as ``answer``: it gives back what was computed.

    ``untouched`` is the input, where that could pass for an answer.
    """
    return value


def zero(value: Array, *, untouched: Array | None = None) -> Array:
    """Zeros in the place of the answer."""
    return zeros(as_array(value, value).shape, like=value)


def negated(value: Array, *, untouched: Array | None = None) -> Array:
    """The answer with the other sign."""
    return -value


def the_input(value: Array, *, untouched: Array | None = None) -> Array:
    """The input, as if nothing had been computed."""
    return value if untouched is None else untouched


def recorded(answers: list[Array], value: Array, *, untouched: Array | None = None) -> Array:
    """Gives back what was computed, and keeps it."""
    answers.append(value)
    return value


def of_others(answers: Iterator[Array], value: Array, *, untouched: Array | None = None) -> Array:
    """The mean answer of other instances, whose answers come in the order in which the check asks for them."""
    others = as_array(next(answers), value)
    mean = others if others.ndim == 0 or len(others) == 1 else others.sum(0) / others.shape[0]
    return broadcast_to(mean, as_array(value, value).shape)


ZERO, NEGATED, UNTOUCHED, ANOTHER, MEAN = WRONG_ANSWERS
WRONG: dict[str, Answer] = {ZERO: zero, NEGATED: negated, UNTOUCHED: the_input}
"""Wrong answers by the names of the mutants."""
OTHERS = {ANOTHER: 1, MEAN: 8}
"""Of those that need other instances: how many. The mean is the best prediction that sees no instance."""


def names_untouched(check: Callable[..., Any]) -> bool:
    """Whether the code of a check names the input that could pass for an answer (``untouched=``)."""
    code = getattr(check, "__code__", None)
    return code is not None and _has_keyword(code, "untouched")


def _has_keyword(code: CodeType, keyword: str) -> bool:
    """Keywords of calls are a tuple among the constants; functions inside are constants, too."""
    return any(
        _has_keyword(constant, keyword)
        if isinstance(constant, CodeType)
        else isinstance(constant, tuple) and keyword in constant
        for constant in code.co_consts
    )
