"""What holds in nearly every order of a few numbers: all orders are run through, ties among them included.

An equality (of a sorting network, of a median) that fails in one of 5,040 orders is hardly ever drawn, and no
slope leads to it. The numbers of one draw are put into each order, and some made equal: a statement that speaks
of orders alone cannot tell more apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from lemmata.claims.domains.arrays import ArrayDomain
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space, inside
from lemmata.search.examiner import Violation
from lemmata.search.work import Spent, Work

if TYPE_CHECKING:
    from lemmata.search.stages import Search

_MOST = 7
"""Numbers: these have 47,293 orders with ties."""
_TOGETHER = 1024
"""Prompts at a time."""
_DRAWN = 16
"""Draws of which one is put into all orders."""
_WORK = 4
"""Of each quantity the orders may take so many times what sizes beyond the drawn ones take."""


def orders(search: Search) -> Violation | None:
    """A violation in one of the orders of a quantity's numbers, where these are most, up to seven."""
    if search.examiner.relation != "=" or search.variant.prompts is None:
        return None  # an inequality is climbed, with ties among the trials
    most: dict[str, tuple[int, Any]] = {}
    for _, s in search.visited.values():
        for name, numbers in _few(search.space(s)):
            if numbers > most.get(name, (1,))[0] and not search.is_proved(s):
                most[name] = numbers, s
    for name, (_, s) in most.items():
        if violation := _in_any_order(search, s, name):
            return violation
    return None


def _few(space: Space | None) -> Iterator[tuple[str, int]]:
    """The quantities that are a few real numbers, and how many."""
    for name, domain in space.fields.items() if space else ():
        numbers = prod(domain.shape) if isinstance(domain, ArrayDomain) and not domain.is_discrete else 0
        if 1 < numbers <= _MOST:
            yield name, numbers


def _in_any_order(search: Search, s: Any, name: str) -> Violation | None:
    space, drawn = search.space(s), search.batch(s, _DRAWN, "orders", name)
    if space is None or drawn is None or not len(drawn):
        return None
    numbers = getattr(drawn, name).flatten(1).sort(1).values
    best = int((numbers.diff(dim=1) != 0).sum(1).argmax())  # laws draw ties, too
    left = _WORK * search.profile.work
    for ranks in torch.split(_orders(numbers.shape[1]), _TOGETHER):
        values = numbers[best][ranks].reshape(-1, *getattr(drawn, name).shape[1:])
        others = {other: value[[best]].expand(len(ranks), *value.shape[1:]) for other, value in drawn.items()}
        try:
            with Work(left) as work:
                batch = inside(space.project(Prompt(**{**others, name: values})), space)
                readout = search.examiner.readout(s, batch) if len(batch) else None
        except Spent:
            return None
        left -= work.done
        if readout and (violation := search.examiner.judge(s, batch, readout)) and search.admissible(violation):
            return violation
    return None


@cache
def _orders(n: int) -> Tensor:
    """``(orders, n)`` the ranks of n numbers in their orders: without ties, of two levels, of three, ..."""
    ranks = torch.cartesian_prod(*[torch.arange(n)] * n)
    met = torch.zeros(len(ranks), n, dtype=torch.bool).scatter(1, ranks, True)
    ranks = ranks[(met[:, 1:] <= met[:, :-1]).all(1)]  # none is left out below one that is met
    levels = ranks.amax(1) + 1
    return ranks[torch.where(levels == n, 0, levels).argsort(stable=True)]
