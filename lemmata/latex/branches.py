r"""The branches of conditions: the one that is taken is read, or both where that cannot be known."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lemmata.latex import conditions
from lemmata.latex.conditions import Branch
from lemmata.latex.files import Place
from lemmata.latex.tables import Commands, bound

if TYPE_CHECKING:
    from lemmata.latex.expanding import Expander


def begin(reader: Expander, name: str) -> None:
    r"""A condition that a ``\fi`` closes has begun."""
    place = reader.place()
    if name == "ifcase":
        _case(reader, place)
        return
    taken = conditions.decide(name, reader)
    if taken is False:
        if conditions.skip(reader, stops=("else",)) == "else":
            reader.branches.append(Branch(True, place, reader.events, name))
        return
    reader.undecided |= taken is None
    reader.branches.append(Branch(taken is not None, place, reader.events, name))


def _case(reader: Expander, place: Place) -> None:
    value = conditions.number(reader)
    for _ in range(value or 0):
        if conditions.skip(reader, stops=("or", "else")) != "or":
            break
    reader.branches.append(Branch(value is not None, place, reader.events, "ifcase"))


def _else(reader: Expander) -> None:
    if reader.branches and reader.branches[-1].decided:
        conditions.skip(reader, stops=())
        reader.branches.pop()


def _fi(reader: Expander) -> None:
    if reader.branches:
        branch = reader.branches.pop()
        if not branch.decided and (reader.events != branch.before or reader.out is not None):
            reader.both_read(branch)


def _ask(reader: Expander, name: str) -> None:
    place, before = reader.place(), reader.events
    taken = conditions.ASKS[name](reader)
    first, second = reader.argument(), reader.argument()
    if taken is None:
        reader.branches.append(Branch(False, place, before, name))
        reader.push(rf"{first} {second}\fi ")
    else:
        reader.push(first if taken else second)


def _ask_for_one(reader: Expander, name: str) -> None:
    other, wanted = conditions.ASK_FOR_ONE[name]
    taken, text = conditions.ASKS[other](reader), reader.argument()
    if taken is wanted:
        reader.push(text)


def _newif(reader: Expander) -> None:
    reader.switches.setdefault(conditions.next_token(reader)[1:], False)
    reader.only_prints.clear()


def commands(reader: Expander) -> Commands:
    """The commands that belong to conditions, but for those that begin them."""
    return {
        **bound(reader, {"else or": _else, "fi": _fi, "newif": _newif}),
        **{name: partial(_ask, reader, name) for name in conditions.ASKS},
        **{name: partial(_ask_for_one, reader, name) for name in conditions.ASK_FOR_ONE},
    }
