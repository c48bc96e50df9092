r"""What a source does to counters: declares, sets and shows them, and numbers them within each other."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lemmata.latex.counters import FORMS, written
from lemmata.latex.tables import Commands, bound
from lemmata.latex.theorems import DECLARES

if TYPE_CHECKING:
    from lemmata.latex.expanding import Expander


def _print_counter(reader: Expander, how: str) -> None:
    name = reader.argument().strip()
    reader.printed(written(how, reader.counters.values.get(reader.counters.of(name), 0)))


def _set_counter(reader: Expander, *, add: bool) -> None:
    name, text = reader.argument().strip(), reader.written(reader.argument())
    value = reader.counters.value(text)
    if value is None:
        if name in reader.counters:
            reader.remark(
                f"{reader.place()}: the counter {name} is set to {text.strip()}, which is not known here"
            )
        return
    reader.counters.set(name, value + (reader.counters.values.get(reader.counters.of(name), 0) if add else 0))
    reader.events += 1


def _new_counter(reader: Expander) -> None:
    name = reader.argument().strip()
    reader.counters.declare(name)
    if above := reader.option():
        reader.counters.number_within(name, above.strip(), shown=False)


def _within(reader: Expander, *, out: bool = False) -> None:
    shown, form = not reader.follows("*"), reader.option()
    name, above = reader.argument().strip(), reader.argument().strip()
    if out:
        reader.counters.number_without(name, above, shown=shown)
        return
    reader.counters.number_within(name, above, shown=shown)
    if form and shown:
        reader.counters.shown_as[name] = rf"\the{above}.{form}{{{name}}}"


def _alias_counter(reader: Expander) -> None:
    name, other = reader.argument().strip(), reader.argument().strip()
    reader.counters.declare(name)
    reader.counters.same[name] = other
    reader.counters.shown_as[name] = rf"\the{other}"


def _declares(reader: Expander, how: str) -> None:
    reader.theorems.declare(how, reader, reader.counters)
    reader.only_prints.clear()
    reader.events += 1


def commands(reader: Expander) -> Commands:
    """The commands that work on counters, and those that declare statements, which have some."""
    return {
        **{name: partial(_declares, reader, name) for name in DECLARES},
        **{name: partial(_print_counter, reader, name) for name in FORMS},
        **bound(
            reader,
            {
                "setcounter": partial(_set_counter, add=False),
                "addtocounter": partial(_set_counter, add=True),
                "stepcounter": lambda r: r.counters.step(r.argument().strip()),
                "newcounter": _new_counter,
                "numberwithin counterwithin": _within,
                "counterwithout": partial(_within, out=True),
                "@addtoreset": lambda r: r.counters.number_within(
                    r.argument().strip(), r.argument().strip(), shown=False
                ),
                "newaliascnt": _alias_counter,
                "theoremstyle": lambda r: setattr(r.theorems, "style", r.argument().strip()),
            },
        ),
    }
