"""Products: a polynomial as a sum of products of what is not negative, each times a positive number.

Where a space is cut out by linear facts, or ramps are compared, no square is needed: what is true follows from
products of few facts (Handelman 1988). Which, and how often, is a linear program. A vertex of it names products
that are independent of each other; their numbers are then computed from these alone, in fractions. What comes
out is exact, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, combinations_with_replacement
from operator import sub
from typing import Any, NamedTuple

import flint
import numpy as np

from lemmata.prove.quotient import CONTEXT, ONE, Polynomial
from lemmata.prove.squares_variables import Extended

_ROUNDS = (0, False), (1, False), (1, True), (2, False), (2, True)
"""So many facts in a product; whether it, or one of fewer, may share a monomial with other products alone."""
_MOST_PRODUCTS, _MOST_ROWS = 2000, 1000
"""Products that are looked at together, and their monomials."""
_MOST_USED = 500
"""Products of a certificate: the checker reads few more."""
_SMALL = 1e-9
_COST = 16

Sum = tuple[Polynomial, tuple[Polynomial, ...], list[Polynomial], tuple[str, ...]]
"""A factor without minus signs, factors that are known, a basis and the triangle of a matrix."""


class Product(NamedTuple):
    """What is not negative: ``factor``, times what is known, times the square of ``base``."""

    whole: Polynomial
    factor: Polynomial
    known: tuple[Polynomial, ...]
    base: Polynomial


def products(part: Extended, p: Polynomial, facts: Iterable[Polynomial]) -> list[Sum] | None:
    """A polynomial as such a sum; None where none is found.

    A product is a monomial times facts. It shares a monomial with the polynomial, or with other products.

    Args:
        part: where.
        p: the polynomial.
        facts: what is known not to be negative.
    """
    facts = [*{str(q): q for q in facts if not q.is_constant()}.values()]
    most, found, met = p.total_degree(), dict[str, Product](), set[tuple[tuple[int, ...], Any]]()
    goals = {*p.monoms()}
    for together, again in _ROUNDS:
        before = len(found)
        if again:
            goals = {m for one in found.values() for m in one.whole.monoms()}
        places, counts = range(len(facts)), range(0 if again else together, together + 1)
        for some in chain.from_iterable(combinations_with_replacement(places, n) for n in counts):
            known = tuple(facts[k] for k in some)
            q = ONE
            for fact in known:
                q = part.normal(q * fact)
            if q == 0 or q.total_degree() > most:
                continue
            part.spend(1 + len(q))
            for z in {z for m in q.monoms() for goal in goals if (z := _quotient(part, goal, m)) is not None}:
                if (some, z) in met or sum(z) + q.total_degree() > most:
                    continue
                met.add((some, z))
                base = _monomial(tuple(k // 2 if i in part.free else 0 for i, k in enumerate(z)))
                factor = _monomial(tuple(0 if i in part.free else k for i, k in enumerate(z)))
                whole = part.normal(q * factor * base * base)
                if whole != 0:
                    c = abs(whole.leading_coefficient())
                    found.setdefault(str(whole / c), Product(whole, factor, known, base))
                if len(found) > _MOST_PRODUCTS:
                    return None
        if len(found) == before:
            continue
        part.spend(len(found))
        if (chosen := _chosen(p, [*found.values()], part.spend)) is not None:
            return [(one.factor, one.known, [one.base], (str(c),)) for one, c in chosen]
    return None


def _quotient(part: Extended, m: tuple[int, ...], n: tuple[int, ...]) -> tuple[int, ...] | None:
    """One monomial over another one, if that is one that is never negative."""
    z = tuple(map(sub, m, n))
    return None if min(z) < 0 or any(z[i] % 2 for i in part.free) else z


def _monomial(powers: tuple[int, ...]) -> Polynomial:
    return CONTEXT.from_dict({powers: 1})


def _chosen(
    p: Polynomial, some: list[Product], spend: Callable[[int], None]
) -> list[tuple[Product, Any]] | None:
    """Those products of which a positive multiple is taken, and which."""
    from scipy.optimize import linprog
    from scipy.sparse import coo_matrix

    columns = [dict(one.whole.terms()) for one in some]
    target = dict(p.terms())
    rows = {m: k for k, m in enumerate({m: 0 for column in columns for m in column})}
    if not columns or not rows.keys() >= target.keys() or len(rows) > _MOST_ROWS:
        return None
    sizes = [max(abs(float(c.p) / float(c.q)) for c in column.values()) for column in columns]
    entries = [
        (rows[m], k, float(c.p) / float(c.q) / sizes[k])
        for k, column in enumerate(columns)
        for m, c in column.items()
    ]
    spend(_COST * len(entries))
    i, j, values = zip(*entries, strict=True)
    matrix = coo_matrix((values, (i, j)), shape=(len(rows), len(columns))).tocsc()
    right = np.zeros(len(rows))
    for m, c in target.items():
        right[rows[m]] = float(c.p) / float(c.q)
    found = linprog(np.ones(len(columns)), A_eq=matrix, b_eq=right, method="highs-ds")
    if found.status != 0:
        return None
    used = [k for k, x in enumerate(found.x) if x > _SMALL]
    return _exactly(target, [(some[k], columns[k]) for k in used]) if len(used) <= _MOST_USED else None


def _exactly(
    target: dict[Any, Any], some: list[tuple[Product, dict[Any, Any]]]
) -> list[tuple[Product, Any]] | None:
    """The numbers with which these products add up to a polynomial, if they are positive."""
    count = len(some)
    rows = {m: k for k, m in enumerate({m: 0 for _, column in some for m in column})}
    if not rows.keys() >= target.keys():
        return None
    system = flint.fmpq_mat(len(rows), count + 1)
    for k, (_, column) in enumerate(some):
        for m, c in column.items():
            system[rows[m], k] = c
    for m, c in target.items():
        system[rows[m], count] = c
    system, rank = system.rref()
    if rank != count or any(system[k, k] != 1 for k in range(count)):
        return None  # they are not independent, or do not add up to it
    numbers = [system[k, count] for k in range(count)]
    return [(one, c) for (one, _), c in zip(some, numbers, strict=True) if c] if min(numbers) >= 0 else None
