"""Each hunt pays by itself for what the authors' cached functions have kept.

A budget of work (:mod:`lemmata.search.work`) decides how far sizes grow. What ``functools.lru_cache`` has
kept takes no work, and would let a hunt go farther the more was hunted before it in the same process. So for
the time of a hunt what such a function has kept counts as unknown until this hunt has asked for it: the first
time it does so under a budget the function runs again, and is counted, as in a fresh process.

Only names of modules are looked at: a cached method or closure, and what a check keeps by itself in a
dictionary, still take the work that they take the first time in a process.
"""

from __future__ import annotations

import functools
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from types import FunctionType, ModuleType
from typing import Any, Protocol, Self, cast

from lemmata.search.work import is_counted, is_library, uncounted

_Cached = functools._lru_cache_wrapper
_Call = tuple[Any, ...]
"""A cached function with arguments."""
_Place = tuple[dict[str, Any], str]
"""The names of a module, and one of them."""


class Noted(Protocol):
    """What code did, as whoever watches it notes it."""

    def apart(self) -> AbstractContextManager[Self]:
        """Notes what runs in the block by itself, and then adds it to what ran before."""

    def include(self, part: Any, /) -> None:
        """Adds what ran elsewhere, as if it had run here now."""


@dataclass
class _Seen:
    """The calls that ran within a block that is watched, or were entered as if they had."""

    noted: Noted
    calls: set[_Call] = field(default_factory=set)


_seen: ContextVar[_Seen | None] = ContextVar("_seen", default=None)
"""What ran within the innermost :func:`afresh`, or within the cached call of it that runs."""


@dataclass(frozen=True)
class _Result:
    """What a call gave, the cached calls that it made in turn, and what its code did, once it was watched."""

    value: Any
    calls: frozenset[_Call]
    noted: Noted | None = None


@dataclass
class _Made:
    """The cached calls that one hunt has made, and those within each cached function that is running."""

    known: set[_Call] = field(default_factory=set)
    inside: list[set[_Call]] = field(default_factory=list)

    def run(self, compute: Callable[[], Any]) -> _Result:
        self.inside.append(set())
        try:
            value = compute()
        finally:
            calls = self.inside.pop()
        return _Result(value, frozenset(calls))

    def enter(self, calls: frozenset[_Call]) -> None:
        """Enters calls that were made, by a function that is running or by the check itself."""
        self.known |= calls
        if self.inside:
            self.inside[-1].update(calls)


@contextmanager
def apart() -> Iterator[None]:
    """Within the block no work is saved by what other hunts of this process have computed."""
    made = _Made()
    places = [
        (names, name, value)
        for names, name in (*_places(len(sys.modules)), *_cached(sys.modules["__main__"]))
        if type(value := names.get(name)) is _Cached  # a module may have been loaded again
    ]
    watched = {value: _watched(value, made) for _, _, value in places}
    for names, name, value in places:
        names[name] = watched[value]
    try:
        yield
    finally:
        for names, name, value in places:
            names[name] = value
        made.known.clear()  # something may still hold the watched functions


@contextmanager
def afresh(noted: Noted) -> Iterator[None]:
    """Within the block what each cached call does is noted, too.

    Else it would be seen or not by whether something has asked for it before. It runs for that once in a
    process, and what it did is kept with its result.
    """
    with apart(), _noting(_Seen(noted)):
        yield


@contextmanager
def _noting(seen: _Seen) -> Iterator[None]:
    token = _seen.set(seen)
    try:
        yield
    finally:
        _seen.reset(token)


def _seen_in(seen: _Seen, result: _Result | None, compute: Callable[[], _Result]) -> _Result:
    """A result with what its code does, cached calls within it included; it is noted where it is asked for."""
    if result is not None and result.noted is not None:
        seen.noted.include(result.noted)
        return result
    with seen.noted.apart() as part, _noting(_Seen(part)), uncounted():
        return replace(compute(), noted=part)


def _watched(function: _Cached[Any], made: _Made) -> Callable[..., Any]:
    """The function, which says what is asked of it."""
    kept, most = _kept(function), cast("int | None", function.cache_parameters()["maxsize"])

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        this = (function, *args, *kwargs.items(), *map(type, args))
        compute = functools.partial(made.run, functools.partial(function.__wrapped__, *args, **kwargs))
        seen = _seen.get()
        if seen is not None and this not in seen.calls:
            kept[this] = _seen_in(seen, kept.get(this), compute)
            seen.calls.add(this)
        elif this not in made.known and is_counted():
            kept[this] = compute()  # not what is kept: an object may have grown faster with use
        elif this not in kept:
            with uncounted():
                kept[this] = compute()
        result = kept[this]
        kept.move_to_end(this)
        if most is not None and len(kept) > most:
            kept.popitem(last=False)
        made.enter(result.calls | {this})
        return result.value

    for name in ("__wrapped__", "cache_clear", "cache_info", "cache_parameters"):
        setattr(call, name, getattr(function, name))  # what an author asks of a cached function
    call.stands_for = function  # type: ignore[attr-defined]
    return call


@functools.lru_cache(1024)
def _kept(function: _Cached[Any]) -> OrderedDict[_Call, _Result]:
    """What hunts of this process have computed: later ones need not wait for it again."""
    return OrderedDict()


@functools.lru_cache(1)
def _places(loaded: int) -> list[_Place]:
    """Where the authors' cached functions stand; looked through again when more modules are ``loaded``.

    In ``__main__``, a notebook say, names come without modules: it is looked through each time.
    """
    files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
    authors = [name for name, file in files.items() if file and not is_library(file)]
    return [place for name in authors if name != "__main__" for place in _cached(sys.modules[name])]


def _cached(module: ModuleType) -> list[_Place]:
    """The names of a module that are cached functions, also those in whose place one that is watched stands."""
    return [
        (vars(module), name)
        for name, value in vars(module).items()
        if type(value) is _Cached
        or (type(value) is FunctionType and type(vars(value).get("stands_for")) is _Cached)
    ]
