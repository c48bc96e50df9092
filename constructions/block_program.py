r"""A plan laid out for chunks of one shape: the memory that they pass through and the calls to make.

All that can be decided beforehand is decided when a program is made; a chunk costs its calls and nothing
else. Every chunk works in the same memory, so that it stays in the cache. What several heads share (a
product $\beta_i^\top x_j$, say) is made once; so is, over all layers, what only depends on blocks that no
layer writes: it is *still*.

Two ReLUs of opposite scale that mirror each other are taken together,

$$\sigma(f+z)-\sigma(f-z)=\max(z,-f)+\min(z,f),$$

where the maximum is the first ReLU less $f$ and the minimum is $f$ less the second one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Self, TypeVar

import torch
from torch import Tensor

from constructions.block_plan import (
    AttentionPlan,
    HeadPlan,
    HiddenPlan,
    Map,
    MlpPlan,
    Step,
    Terms,
    padded,
    still,
    used_again,
)
from constructions.streams import Stream
from constructions.transformer import Layer

_Shape = tuple[int, ...]


@dataclass(frozen=True)
class _Value:
    """A tensor ``(batch, tokens, padded size)`` and the name of what it holds: equal if that is equal."""

    tensor: Tensor
    name: Hashable
    size: int


@dataclass(frozen=True)
class _Sum:
    """A sum of ``scale * tensor``, each with the name of what it holds."""

    terms: tuple[tuple[float, Hashable, Tensor], ...]

    @property
    def name(self) -> Hashable:
        return tuple((scale, name) for scale, name, _ in self.terms)

    @property
    def negative(self) -> Hashable:
        """The name of minus the sum."""
        return tuple((-scale, name) for scale, name, _ in self.terms)


@dataclass(frozen=True)
class _Scores:
    """A part of one head: ``scale * relu(still + moving)``."""

    scale: float
    still: _Sum
    moving: _Sum

    def mirrors(self, other: Self) -> bool:
        """Whether it is ``-scale * relu(still - moving)`` of the other one, with something still."""
        return (
            self.scale == -other.scale
            and bool(self.still.terms and self.moving.terms)
            and self.still.name == other.still.name
            and self.moving.name == other.moving.negative
        )


@dataclass(frozen=True)
class _Hidden:
    """Hidden units ``relu(scale * value + bias)``; without a value they are the same at every token."""

    scale: float
    value: _Value | None
    plan: HiddenPlan

    def mirrors(self, other: Self) -> bool:
        """Whether it takes away ``relu(bias - ...)`` where the other one adds ``relu(bias + ...)``."""
        if self.value is None or other.value is None:
            return False
        bias, same = self.plan.bias, other.plan.bias
        return (
            self.scale == -other.scale
            and self.value.name == other.value.name
            and bias is not None
            and same is not None
            and torch.equal(bias, same)
            and [(written, told.key, told.scale) for written, told in self.plan.writes]
            == [(written, told.key, -told.scale) for written, told in other.plan.writes]
        )


_Part = TypeVar("_Part", _Scores, _Hidden)


def _paired(parts: Iterable[_Part]) -> list[tuple[_Part, bool]]:
    """The parts, each with whether it stands for itself and for one that mirrors it."""
    rest, found = list(parts), []
    while rest:
        part = rest.pop(0)
        mirror = next((k for k, other in enumerate(rest) if part.mirrors(other)), None)
        if mirror is not None:
            rest.pop(mirror)
        found.append((part, mirror is not None))
    return found


class Program:
    """The calls that run a plan on chunks of one shape.

    Args:
        steps: the plan.
        stream: the residual stream of the tokens.
        like: tokens ``(batch, D, tokens)``; only their shape, dtype and device count.
    """

    def __init__(self, steps: Sequence[Step], stream: Stream, like: Tensor) -> None:
        self._stream = stream
        self._like = like.new_empty(0)
        self._batch, _, self._real = like.shape
        self._tokens = padded(self._real)  # tokens after the last real one change no real one
        self._square = (self._batch, self._tokens, self._tokens)
        self._still = still(steps, stream)
        self._again = used_again(steps)
        self._memory: dict[Hashable, Tensor] = {}
        self._taken = 0
        self._kept: dict[Hashable, Tensor] = {}
        self._passing: dict[Hashable, Tensor] = {}  # kept until the next layer
        self._calls: list[list[Callable[[], object]]] = [[]]
        self._state: dict[str, _Value] = {}
        self._state |= self._named({name: self._place(name) for name in stream.names})
        self._states = [self._shown(self._state)]
        self._beyond = [value.tensor[:, self._real :] for value in self._state.values()]
        for step in steps:
            self._lay_out(step)

    # -- running it

    def load(self, H: Tensor) -> None:
        """Takes in the tokens of a chunk."""
        self._fill(self._states[0], H)
        if self._tokens > self._real:
            for tokens in self._beyond:  # no chunk goes on with what another one left there
                tokens.zero_()

    def step(self, k: int) -> None:
        """Runs layer ``k``, counted from 1, on what the one before it left."""
        for call in self._calls[k]:
            call()

    def block(self, name: str, k: int) -> Tensor:
        """A block ``(batch, tokens, size)`` after layer ``k``, until another layer is run."""
        return self._states[k][name]

    def whole(self, out: Tensor, k: int) -> Tensor:
        """All blocks, as the tokens of the dense forward, written to ``(batch, tokens, D)``."""
        return self._joined(self._states[k], out)

    def _joined(self, blocks: Mapping[str, Tensor], out: Tensor) -> Tensor:
        for name, where in self._stream.slices.items():
            out[..., where] = blocks[name]
        return out.mT

    def _fill(self, blocks: Mapping[str, Tensor], H: Tensor) -> None:
        for name, where in self._stream.slices.items():
            blocks[name].copy_(H[:, where].mT)

    # -- laying it out

    def _lay_out(self, step: Step) -> None:
        self._calls.append([])
        self._passing.clear()
        self._taken = 0
        if isinstance(step, AttentionPlan):
            written = self._attend(step)
        elif isinstance(step, MlpPlan):
            written = self._perceive(step)
        else:
            written = self._run_as_it_is(step)
        self._state |= self._named(written)
        self._states.append(self._shown(self._state))

    def _named(self, written: Mapping[str, Tensor]) -> dict[str, _Value]:
        """The blocks that this layer writes, with names of their own."""
        sizes, layer = self._stream.sizes, len(self._calls)
        return {n: _Value(t, ("block", n, layer), sizes[n]) for n, t in written.items()}

    def _shown(self, state: Mapping[str, _Value]) -> dict[str, Tensor]:
        """The blocks without what they are filled up with."""
        return {name: it.tensor[:, : self._real, : it.size] for name, it in state.items()}

    def _write(
        self, out: Tensor, function: Callable[..., object], *args: object, **named: object
    ) -> Tensor:
        """Notes a call that writes to ``out``."""
        self._calls[-1].append(partial(function, *args, out=out, **named))
        return out

    def _change(self, method: Callable[..., object], *args: object, **named: object) -> None:
        """Notes a call of a method that changes its tensor."""
        self._calls[-1].append(partial(method, *args, **named))

    def _run_as_it_is(self, layer: Layer) -> dict[str, Tensor]:
        places = {name: self._place(name) for name in self._state}
        before, after = self._states[-1], self._shown(self._named(places))
        whole = self._new((self._batch, self._real, self._stream.size))
        self._change(lambda: self._fill(after, layer(self._joined(before, whole))))
        return places

    # -- memory

    def _take(self, name: Hashable, shape: _Shape) -> Tensor:
        if (name, shape) not in self._memory:
            self._memory[name, shape] = self._like.new_zeros(shape)
        return self._memory[name, shape]

    def _place(self, name: str) -> Tensor:
        """Where the next value of a block is written; the present one stays untouched."""
        shape = (self._batch, self._tokens, padded(self._stream.sizes[name]))
        one, other = (self._take(("block", name, k), shape) for k in (0, 1))
        return other if name in self._state and self._state[name].tensor is one else one

    def _new(self, shape: _Shape) -> Tensor:
        """Memory until the next layer, or until ``_taken`` is set back."""
        self._taken += 1
        return self._take(self._taken, shape)

    def _once(
        self, name: Hashable, keep: bool, shape: _Shape, make: Callable[[Tensor], object]
    ) -> Tensor:
        """The tensor of this name; written by ``make`` if it has not been made yet."""
        store = self._kept if keep else self._passing
        if name not in store:
            store[name] = self._take(name, shape) if keep else self._new(shape)
            make(store[name])
        return store[name]

    # -- linear forms

    def _applied(self, read: str, told: Map) -> _Value:
        """The map without its scale."""
        value = self._state[read]
        if told.array is None:
            return value
        keep = read in self._still and (read, told.key) in self._again
        name = ("map", told.key, value.name)
        shape = (self._batch, self._tokens, told.array.shape[-1])
        make = partial(self._times, value.tensor, value.size, told.array)
        return _Value(self._once(name, keep, shape, make), name, told.size)

    def _times(self, tensor: Tensor, size: int, array: Tensor, out: Tensor) -> Tensor:
        if array.ndim == 1:
            return self._write(out, torch.mul, tensor, array)
        rows = tensor.view(-1, tensor.shape[-1])[:, :size]
        self._write(out.view(-1, out.shape[-1]), torch.mm, rows, array)
        return out

    def _form(self, terms: Terms) -> tuple[float, _Value]:
        """The sum of the terms as a scale and a value."""
        parts = [(told.scale, self._applied(read, told)) for read, told in terms]
        if len(parts) == 1:
            return parts[0]
        total = _Sum(tuple((scale, value.name, value.tensor) for scale, value in parts))
        keep = self._still.issuperset(read for read, _ in terms)
        name, first = ("form", total.name), parts[0][1]
        make = partial(self._add_up, total)
        return 1.0, _Value(
            self._once(name, keep, tuple(first.tensor.shape), make), name, first.size
        )

    def _add_up(self, total: _Sum, out: Tensor) -> Tensor:
        (scale, _, tensor), *rest = total.terms
        if scale == 1 and rest:
            (second, _, other), *rest = rest
            self._write(out, torch.add, tensor, other, alpha=second)
        else:
            self._write(out, torch.mul, tensor, scale)
        for scale, _, tensor in rest:
            self._change(out.add_, tensor, alpha=scale)
        return out

    # -- attention

    def _attend(self, step: AttentionPlan) -> dict[str, Tensor]:
        groups: dict[tuple[str, str, int], list[_Scores]] = {}
        maps: dict[int, Map] = {}
        for head in step.heads:
            still, moving = self._scores(head)
            for written, read, told in head.values:
                scores = _Scores(told.scale, still, moving)
                groups.setdefault((written, read, told.key), []).append(scores)
                maps[told.key] = told
        weights: dict[Hashable, Tensor] = {}
        parts: list[tuple[str, Tensor, Tensor]] = []
        for (written, read, key), members in groups.items():
            heads = tuple(
                (scores.scale, scores.still.name, scores.moving.name) for scores in members
            )
            if heads not in weights:
                weights[heads] = self._weights(members)
            parts.append((written, weights[heads], self._applied(read, maps[key]).tensor))
        found: dict[str, Tensor] = {}
        real = slice(self._real)
        for written, weight, moved in parts:
            if written not in found:
                start = self._state[written].tensor
                # All that is made of the block has been made, so that it may change in place.
                if any(start is other for _, _, other in parts):
                    self._copied(start, place := self._place(written))
                    start = place
                found[written] = start
            self._change(found[written].baddbmm_, weight[:, :, real], moved[:, real])
        return found

    def _scores(self, head: HeadPlan) -> tuple[_Sum, _Sum]:
        """What is still in the scores of a head, and what is not."""
        parts: dict[bool, list[tuple[float, Hashable, Tensor]]] = {True: [], False: []}
        for query, key in head.scores:
            (a, q), (b, k) = self._form(query), self._form(key)
            still_key = self._still.issuperset(read for read, _ in key)
            keep = still_key and self._still.issuperset(read for read, _ in query)
            name = ("product", q.name, k.name)
            make = partial(self._products, q, k, still_key)
            parts[keep].append((a * b, name, self._once(name, keep, self._square, make)))
        return _Sum(tuple(parts[True])), _Sum(tuple(parts[False]))

    def _products(self, q: _Value, k: _Value, still_key: bool, out: Tensor) -> Tensor:
        """All inner products of queries and keys."""
        queries, keys = q.tensor[..., : q.size], k.tensor[..., : k.size].mT
        if q.size == 1:
            return self._write(out, torch.mul, queries, keys)
        if still_key:  # a product with keys that lie in rows is faster
            shape = (self._batch, k.size, self._tokens)
            keys = self._once(("rows", k.name), True, shape, partial(self._copied, keys))
        return self._write(out, torch.bmm, queries, keys)

    def _copied(self, tensor: Tensor, out: Tensor) -> None:
        self._change(out.copy_, tensor)

    def _weights(self, members: Sequence[_Scores]) -> Tensor:
        """The sum of the heads' weights, masked and averaged."""
        kept = [scores for scores in members if not scores.moving.terms]
        anew = [scores for scores in members if scores.moving.terms]
        fixed = None
        if kept:
            name = ("weights", *((scores.scale, scores.still.name) for scores in kept))
            fixed = self._once(name, True, self._square, partial(self._averaged, kept))
        if not anew:
            assert fixed is not None
            return fixed
        return self._averaged(anew, self._new(self._square), fixed)

    def _averaged(
        self, members: Sequence[_Scores], out: Tensor, fixed: Tensor | None = None
    ) -> Tensor:
        """For the keys j <= i (counted from 1) 1 / i of the sum of ReLUs, added to ``fixed``."""
        scale, total = self._sum_of_heads(members)
        positions = torch.arange(1, self._tokens + 1, device=out.device, dtype=out.dtype)
        average = out.new_full(self._square[1:], scale).tril() / positions[:, None]
        if fixed is None:
            return self._write(out, torch.mul, total, average)
        return self._write(out, torch.addcmul, fixed, total, average)

    def _sum_of_heads(self, members: Sequence[_Scores]) -> tuple[float, Tensor]:
        """A scale and a tensor; their product is the sum of the ReLUs."""
        terms = [
            self._pair_of_heads(scores) if pair else (scores.scale, self._head(scores))
            for scores, pair in _paired(members)
        ]
        (scale, total), *rest = sorted(terms, key=lambda term: abs(term[0]) != 1)
        for other, tensor in rest:
            self._change(total.add_, tensor, alpha=other / scale)
        return scale, total

    def _head(self, scores: _Scores) -> Tensor:
        """``relu(still + moving)``."""
        out = self._new(self._square)
        if not scores.moving.terms:
            return self._write(out, torch.clamp_min, self._still_scores(scores), 0.0)
        if scores.still.terms:
            (scale, _, first), *rest = scores.moving.terms
            self._write(out, torch.add, self._still_scores(scores), first, alpha=scale)
            for scale, _, tensor in rest:
                self._change(out.add_, tensor, alpha=scale)
        else:
            self._add_up(scores.moving, out)
        self._change(out.relu_)
        return out

    def _pair_of_heads(self, scores: _Scores) -> tuple[float, Tensor]:
        """``scale * (relu(still + moving) - relu(still - moving))`` as a scale and a tensor."""
        (sign, _, z), *rest = scores.moving.terms
        if rest or abs(sign) != 1:
            sign, z = 1.0, self._add_up(scores.moving, self._new(self._square))
        f = self._still_scores(scores)
        name = ("minus", scores.still.name)
        minus = self._once(name, True, self._square, lambda out: self._write(out, torch.neg, f))
        return scores.scale * sign, self._pair(z, f, minus)

    def _still_scores(self, scores: _Scores) -> Tensor:
        name = ("scores", scores.still.name)
        return self._once(name, True, self._square, partial(self._add_up, scores.still))

    def _pair(self, z: Tensor, f: Tensor, minus_f: Tensor) -> Tensor:
        """``relu(f + z) - relu(f - z)``."""
        out = self._write(self._new(tuple(z.shape)), torch.maximum, z, minus_f)
        taken = self._taken
        self._change(out.add_, self._write(self._new(tuple(z.shape)), torch.minimum, z, f))
        self._taken = taken
        return out

    # -- token-wise

    def _perceive(self, step: MlpPlan) -> dict[str, Tensor]:
        found: dict[str, Tensor] = {}
        for hidden, pair in _paired([self._hidden(plan) for plan in step.hidden]):
            taken = self._taken
            sign, active = self._pair_of_hidden(hidden) if pair else self._activation(hidden)
            for written, told in hidden.plan.writes:
                moved = self._moved(active, hidden.plan.size, told)
                scale = sign * told.scale
                if written in found:
                    self._change(found[written].add_, moved, alpha=scale)
                else:
                    start, place = self._state[written].tensor, self._place(written)
                    found[written] = self._write(place, torch.add, start, moved, alpha=scale)
            self._taken = taken
        return found

    def _hidden(self, plan: HiddenPlan) -> _Hidden:
        return _Hidden(*self._form(plan.reads), plan) if plan.reads else _Hidden(1.0, None, plan)

    def _activation(self, hidden: _Hidden) -> tuple[float, Tensor]:
        """A sign and a tensor; their product is ``relu(scale * value + bias)``."""
        scale, value, bias = hidden.scale, hidden.value, hidden.plan.bias
        if value is None:
            assert bias is not None
            return 1.0, torch.relu(bias)
        out = self._new(tuple(value.tensor.shape))
        if bias is None and scale == 1:
            return 1.0, self._write(out, torch.clamp_min, value.tensor, 0.0)
        if bias is None and scale == -1:
            return -1.0, self._write(out, torch.clamp_max, value.tensor, 0.0)
        if bias is None:
            self._write(out, torch.mul, value.tensor, scale)
        else:
            self._write(out, torch.add, bias, value.tensor, alpha=scale)
        self._change(out.relu_)
        return 1.0, out

    def _pair_of_hidden(self, hidden: _Hidden) -> tuple[float, Tensor]:
        """``relu(bias + scale * value) - relu(bias - scale * value)`` as a sign and a tensor."""
        scale, value, bias = hidden.scale, hidden.value, hidden.plan.bias
        assert value is not None and bias is not None
        z = value.tensor
        if abs(scale) != 1:
            z = self._write(self._new(tuple(z.shape)), torch.mul, z, abs(scale))
        return math.copysign(1.0, scale), self._pair(z, bias, -bias)

    def _moved(self, active: Tensor, size: int, told: Map) -> Tensor:
        """What a hidden block writes by a map, without its scale."""
        if told.array is None:
            return active
        if active.ndim == 1:  # it reads nothing, so that it is known
            return active * told.array if told.array.ndim == 1 else active[:size] @ told.array
        out = self._new((self._batch, self._tokens, told.array.shape[-1]))
        return self._times(active, size, told.array, out)
