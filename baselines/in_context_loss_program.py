"""Means of sums of traces of words in a Wishart matrix, as index lists that any arithmetic evaluates."""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, chain
from math import prod
from typing import Any

import numpy as np
import torch
from torch import Tensor

from baselines.in_context_loss_words import Alphabet, Letters, Polynomial, expectation
from lemmata.numbers import Array, broadcast_to, concat, eye, stack, sum, values, zeros
from lemmata.numbers.exact import Exact, Ring, number
from lemmata.numbers.running_error import UNIT_ROUNDOFF, Tracked, gamma


@dataclass(frozen=True, eq=False)
class Sums:
    """Sums of numbers that have the same index.

    Attributes:
        index: the index of each number.
        size: the number of indices; a sum of no numbers is 0.
        order: the numbers by their indices, those of one index side by side.
        starts: where in this order another index begins.
        indices: which they are.
        most: the most numbers of one index.
    """

    index: Tensor
    size: int
    order: Tensor
    starts: Tensor
    indices: Tensor
    most: int

    @classmethod
    def of(cls, index: Tensor, size: int) -> Sums:
        """The sums by ``index``, of ``size`` indices."""
        numbers: dict[int, list[int]] = {}
        for place, of in enumerate(index.tolist()):
            numbers.setdefault(of, []).append(place)
        counts = list(map(len, numbers.values()))
        return cls(
            index=index,
            size=size,
            order=torch.tensor(list(chain(*numbers.values()))),
            starts=torch.tensor([0, *accumulate(counts)][:-1]),
            indices=torch.tensor(list(numbers)),
            most=max(counts),
        )

    def __call__(self, x: Array) -> Array:
        """``(..., numbers)`` to ``(..., indices)``, in the arithmetic of ``x``."""
        if isinstance(x, Exact):
            total = zeros((*x.shape[:-1], self.size), x).values.copy()
            total[..., self.indices.numpy()] = np.add.reduceat(
                x.values.take(self.order.numpy(), -1), self.starts.numpy(), -1
            )
            return Exact(total, x.ring)
        if isinstance(x, Tracked):
            # A sum of m terms, in whatever order, is off by at most gamma(m) times the sum of their sizes
            # (Higham, section 4.2). The bound is such a sum itself: the last factor is for its own roundings.
            error = self._added(x.error) + gamma(self.most) * self._added(x.value.abs())
            return Tracked(self._added(x.value), error * (1 + gamma(2 * self.most + 8)))
        return self._added(x)

    def on(self, device: str) -> Sums:
        """The sums on another device than the CPU."""
        return replace(self, index=self.index.to(device))

    def _added(self, x: Tensor) -> Tensor:
        return x.new_zeros(*x.shape[:-1], self.size).index_add(-1, self.index.to(x.device), x)


@dataclass(frozen=True, eq=False)
class Program:
    """An expectation as index lists: products of letters, traces of them, products of traces.

    Attributes:
        letters: the letters in use.
        levels: for products of length 2, 3, ...: which shorter product, times which letter.
        halves: ``(2, traces)``, the two products whose product has the trace.
        products: for products of 1, 2, ... traces: which shorter product, times which trace.
        product_sums: what belongs to each of these, added up by its trace, and by its shorter product.
        word_sums: what belongs to each trace, added up by its first half, and by its second.
        polynomials: the coefficient of each of these in powers of 1/n, empty where it only leads on.
    """

    letters: tuple[int, ...]
    levels: tuple[tuple[Tensor, Tensor], ...]
    halves: Tensor
    products: tuple[tuple[Tensor, Tensor], ...]
    product_sums: tuple[tuple[Sums, Sums], ...]
    word_sums: tuple[Sums, Sums]
    polynomials: tuple[tuple[Polynomial, ...], ...]

    def evaluate(
        self, letters: Mapping[int, Array], d: int, n: int, along: Mapping[int, Array] | None = None
    ) -> Array:
        """The expectation ``(...)`` at matrices ``(..., d, d)``, batched over the leading axes.

        With ``along`` its derivative in the direction that moves each letter by the matrix given
        (letters left out stay), in the same arithmetic: forward along each direction up to the words,
        backward from the result to them.
        """
        moved = along or {}
        like = _richest([*letters.values(), *moved.values()])
        program = (
            _on(self, str(like.device)) if isinstance(like, Tensor) and like.device.type != "cpu" else self
        )

        def base(matrices: Mapping[int, Array], first: Array, *lead: tuple[int, ...]) -> Array:
            shape = (*np.broadcast_shapes(*lead, *(m.shape[:-2] for m in matrices.values())), d, d)
            each = [matrices[c] if c in matrices else zeros((d, d), like) for c in self.letters]
            return stack([broadcast_to(x, shape) for x in (first, *each)], -3)

        letter = base(letters, eye(d, like))
        # The values may have fewer leading axes than the slopes: many directions at one point.
        slope = base(moved, zeros((d, d), like), letter.shape[:-3]) if along is not None else None
        pool, slopes = [letter], [slope]
        for parent, index in program.levels:
            before, factor = _take(pool[-1], parent, -3), _take(letter, index, -3)
            pool.append(before @ factor)
            if slope is not None:
                slopes.append(_take(slopes[-1], parent, -3) @ factor + before @ _take(slope, index, -3))
        head, tail = (_take(concat(pool, -3), half, -3) for half in program.halves)
        trace = sum(head * tail.mT, (-2, -1))
        # Each product with the trace that it ends in; none of one trace has a shorter one.
        ends = [_take(trace, index, -1) for _, index in program.products]
        products = ends[:1]
        for end, (parent, _) in zip(ends[1:], program.products[1:], strict=True):
            products.append(_take(products[-1], parent, -1) * end)
        coefficients = self._at(n, like)
        if slope is None:
            return (concat(products, -1)[..., None, :] @ coefficients)[..., 0, 0]
        # Backward from here: there are many more traces than words, and fewer points than directions.
        share = program._gradient(products, ends, coefficients)[..., None, None]
        of_head, of_tail = program.word_sums
        gradient = _of_matrices(of_head, share * tail.mT) + _of_matrices(of_tail, share * head.mT)
        return sum(gradient * concat(slopes, -3), (-3, -2, -1))

    def _gradient(self, products: list[Array], ends: list[Array], coefficients: Array) -> Array:
        """The derivative of the expectation in each trace, by backward differentiation.

        Products are many: they are differentiated once for all directions.
        """
        lead, last = tuple(products[0].shape[:-1]), coefficients.shape[0]
        gradient: Array = None
        change: Array = None
        for level in reversed(range(len(products))):
            by_trace, by_shorter = self.product_sums[level]
            first = last - products[level].shape[-1]
            own = coefficients[first:last, 0]
            last = first
            change = broadcast_to(own, (*lead, *own.shape)) if change is None else change + own
            if level:
                share = by_trace(change * _take(products[level - 1], self.products[level][0], -1))
                change = by_shorter(change * ends[level])
            else:
                share = by_trace(change)
            gradient = share if gradient is None else gradient + share
        return gradient

    def _at(self, n: int, like: Array) -> Array:
        """The coefficients at n in the arithmetic of ``like``, correctly rounded: one column."""
        if isinstance(n, Exact):  # a variable, and each function of it is one more
            return stack([_value(polynomial, n) for level in self.polynomials for polynomial in level], 0)[
                :, None
            ]
        if not isinstance(like, Exact):
            floats = _floats(self, int(n), str(values(like).device))
            return Tracked(floats, floats * UNIT_ROUNDOFF) if isinstance(like, Tracked) else floats
        # Of some rings there are several, for one proof each.
        numbers = _numbers.__wrapped__ if like.ring in ("formal", "enclosure") else _numbers
        return numbers(self, int(n), like.ring)


# Kept by functions of the module, not by the program: what another hunt has asked of it saves no work that is
# counted (lemmata.search.caches).


@functools.lru_cache(maxsize=16)
def _on(program: Program, device: str) -> Program:
    """The program on another device than the CPU."""

    def moved(pairs: tuple[tuple[Tensor, Tensor], ...]) -> tuple[tuple[Tensor, Tensor], ...]:
        return tuple((a.to(device), b.to(device)) for a, b in pairs)

    return replace(
        program,
        levels=moved(program.levels),
        halves=program.halves.to(device),
        products=moved(program.products),
        product_sums=tuple((a.on(device), b.on(device)) for a, b in program.product_sums),
        word_sums=(program.word_sums[0].on(device), program.word_sums[1].on(device)),
    )


@functools.lru_cache(maxsize=1024)
def _exactly(program: Program, n: int) -> tuple[Fraction, ...]:
    return tuple(_value(polynomial, n) for level in program.polynomials for polynomial in level)


@functools.lru_cache(maxsize=1024)
def _floats(program: Program, n: int, device: str) -> Tensor:
    numbers = [float(c) for c in _exactly(program, n)]
    return torch.tensor(numbers, dtype=torch.float64, device=device)[:, None]


@functools.lru_cache(maxsize=1024)
def _numbers(program: Program, n: int, ring: Ring) -> Exact:
    return Exact([[number(c, ring)] for c in _exactly(program, n)], ring)


def _value(polynomial: Polynomial, n: Any) -> Any:
    if isinstance(n, Exact):
        return functools.reduce(operator.add, (c / n**k for k, c in polynomial.items()), 0 * n)
    top = max(polynomial, default=0)
    total = 0
    for power, coefficient in polynomial.items():
        total += coefficient * n ** (top - power)
    return Fraction(total, n**top)


def assemble(words: Mapping[Letters, int], alphabet: Alphabet) -> Program:
    """The mean of a sum of traces of words in S (the letter 0) and others, as index lists."""
    polynomials = expectation(words, alphabet)
    traces = sorted({t for monomial in polynomials for t in monomial}, key=lambda t: (len(t), t))
    letters_used = tuple(sorted({c for t in traces for c in t}))
    # Every trace is that of the product of two halves, and every half grows letter by letter.
    cut = {t: (len(t) + 1) // 2 for t in traces}
    prefixes = {h[:i] for t in traces for h in (t[: cut[t]], t[cut[t] :]) for i in range(len(h) + 1)}
    by_length: dict[int, list[Letters]] = {}
    for prefix in sorted(prefixes | {()}, key=lambda p: (len(p), p)):
        by_length.setdefault(len(prefix), []).append(prefix)
    by_length[1] = [(c,) for c in letters_used]
    place = {p: i for i, p in enumerate(p for k in sorted(by_length) for p in by_length[k])}
    levels = []
    for length in range(2, max(by_length, default=0) + 1):
        before = {p: i for i, p in enumerate(by_length[length - 1])}
        if length == 2:  # the base holds the identity first
            before = {p: i + 1 for p, i in before.items()}
        levels.append(
            (
                torch.tensor([before[p[:-1]] for p in by_length[length]]),
                torch.tensor([1 + letters_used.index(p[-1]) for p in by_length[length]]),
            )
        )
    number_of = {t: i for i, t in enumerate(traces)}
    products, coefficients = _tree({tuple(number_of[t] for t in m): c for m, c in polynomials.items()})
    sizes = [1, *(len(ends) for _, ends in products)]
    halves = torch.tensor([[place[t[: cut[t]]], place[t[cut[t] :]]] for t in traces]).T.contiguous()
    size = len(place)
    return Program(
        letters_used,
        tuple(levels),
        halves,
        products,
        tuple(
            (Sums.of(ends, len(traces)), Sums.of(parents, shorter))
            for (parents, ends), shorter in zip(products, sizes[:-1], strict=True)
        ),
        (Sums.of(halves[0], size), Sums.of(halves[1], size)),
        coefficients,
    )


def _tree(
    monomials: dict[tuple[int, ...], Polynomial],
) -> tuple[tuple[tuple[Tensor, Tensor], ...], tuple[tuple[Polynomial, ...], ...]]:
    """Products that share their beginnings: each is a shorter one times one more trace."""
    depth = max(map(len, monomials), default=0)
    products, polynomials = [], []
    before: dict[tuple[int, ...], int] = {(): 0}
    for length in range(1, depth + 1):
        level = sorted({m[:length] for m in monomials if len(m) >= length})
        parents = torch.tensor([before[m[:-1]] for m in level])
        products.append((parents, torch.tensor([m[-1] for m in level])))
        polynomials.append(tuple(monomials.get(m, {}) for m in level))
        before = {m: i for i, m in enumerate(level)}
    return tuple(products), tuple(polynomials)


def _richest(arrays: list[Array]) -> Array:
    for kind in (Exact, Tracked):
        for array in arrays:
            if isinstance(array, kind):
                return array
    return arrays[0]


def _of_matrices(sums: Sums, x: Array) -> Array:
    """Sums of matrices: ``(..., numbers, d, d)`` to ``(..., indices, d, d)``."""
    lead, matrix = tuple(x.shape[:-3]), tuple(x.shape[-2:])
    return sums(x.reshape(*lead, -1, prod(matrix)).mT).mT.reshape(*lead, sums.size, *matrix)


def _take(x: Array, index: Tensor, axis: int) -> Array:
    if isinstance(x, Tensor):
        return x.index_select(axis, index)
    if isinstance(x, Tracked):
        index = index.to(x.value.device)
        return Tracked(x.value.index_select(axis, index), x.error.index_select(axis, index))
    return Exact(x.values.take(index.numpy(), axis), x.ring)
