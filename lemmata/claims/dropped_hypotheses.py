"""A reading without one of its hypotheses: where that hypothesis fails, and all others are met.

A hypothesis is what one domain demands (an end of its range, a norm, independent entries), one part of
``where=``, or one ``given`` of the check. A violation of the statement *there* shows that the hypothesis is
needed. Where the check has no value without it (a quotient by zero, a matrix that cannot be made), nothing is
violated: it is undefined there, which is counted.
"""

from __future__ import annotations

import ast
import functools
import inspect
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any

import torch
from torch import Generator

from lemmata.claims import sample_settings, syntax
from lemmata.claims.by_name import Condition
from lemmata.claims.claim import Claim, Variant
from lemmata.claims.domains.base import Domain
from lemmata.claims.domains.beyond import Beyond, Empty, beyond, dependent, lies_beyond
from lemmata.claims.domains.quantified import Quantified
from lemmata.claims.domains.whole import dims
from lemmata.claims.joint_hypotheses import Joined
from lemmata.claims.margin import Margin, supposing, where_it_fails
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space, space
from lemmata.errors import ClaimError, described
from lemmata.numbers import arithmetic, values
from lemmata.numbers.advice import NotInVocabulary
from lemmata.numbers.exact import NotExact
from lemmata.numbers.literals import FloatSlipped

PREFIX = "without: "
"""How the names of these variants begin."""
_FAILS = "it fails"
_SETTINGS = 4
"""Settings that are looked at for what there is to drop."""
_ONE_BY_ONE = 8
"""Instances of a batch that are evaluated by themselves where the batch cannot be."""
Site = tuple[CodeType, int]
"""Where in the code of a check a hypothesis is stated."""
Prompts = Callable[[Any], Space]


@dataclass
class Undefined:
    """What had no value where a hypothesis fails: how often, and for which reasons."""

    count: int = 0
    reasons: Counter[str] = field(default_factory=Counter)

    def note(self, because: str, count: int = 1) -> None:
        """Counts so many instances, or settings."""
        self.count += count
        self.reasons[because] += count

    @property
    def because(self) -> str:
        """The reason that was met most often."""
        return next((reason for reason, _ in self.reasons.most_common(1)), "")


@dataclass(frozen=True)
class Without(Variant):
    """A reading where one hypothesis fails.

    Attributes:
        quantity: whose domain states it; empty of what joins several.
        formula: what is dropped, as code, where no domain states it.
        instead: in words, what is so instead.
        whole: the reading in which that hypothesis is dropped, or moved, and nothing is demanded in its place.
    """

    quantity: str = ""
    formula: str = ""
    instead: str = _FAILS
    whole: Variant | None = None
    dropped: Given | None = None
    undefined: Undefined = field(default_factory=Undefined, compare=False)

    def construct(self, s: Any) -> Any:
        """The construction for a setting; what it raises, where there is none."""
        try:
            return super().construct(s)
        except _SIGNALS:
            raise
        except Exception as error:  # noqa: BLE001 - there is none without the hypothesis
            return _Missing(described(error))

    def evaluate(self, s: Any, prompt: Prompt | None, tf: Any = None, others: Prompt | None = None) -> Margin:
        """The margin where it is defined; the other instances do not count."""
        if isinstance(tf, _Missing):
            return self._nowhere(prompt, tf.because)
        try:
            with self.dropped.failing() if self.dropped else nullcontext():
                margin = super().evaluate(s, prompt, tf, others)
        except _SIGNALS:
            raise
        except Exception as error:  # noqa: BLE001 - the check is written for where the hypothesis is met
            if prompt is None or len(prompt) == 1:
                return self._nowhere(prompt, described(error))
            return self._one_by_one(s, prompt, tf, others)
        return self._where_defined(margin)

    def _one_by_one(self, s: Any, prompt: Prompt, tf: Any, others: Prompt | None) -> Margin:
        few = min(len(prompt), _ONE_BY_ONE)
        parts = [self.evaluate(s, prompt.take(slice(k, k + 1)), tf, others) for k in range(few)]
        known = next((part for part in parts if bool(part.active.any())), parts[0])
        none = replace(known, active=torch.zeros_like(known.active))
        parts = [part if part.left.shape == known.left.shape else none for part in parts]
        parts += [none] * (len(prompt) - few)
        return Margin.joined(parts, [torch.tensor([k]) for k in range(len(prompt))])

    def _nowhere(self, prompt: Prompt | None, because: str) -> Margin:
        count = 1 if prompt is None else len(prompt)
        self.undefined.note(because, count)
        nan = torch.full((count, 1), torch.nan, dtype=torch.float64)
        no = torch.zeros(count, dtype=torch.bool)
        return Margin(nan[:, 0], torch.zeros(count, dtype=torch.float64), "<=", nan, nan, no, no, single=False)

    def _where_defined(self, margin: Margin) -> Margin:
        """The margin on the instances on which both sides, and what is given, are numbers."""
        sides = [torch.isfinite(values(side)).all(-1) for side in (margin.left, margin.right)]
        defined = sides[0] & sides[1] & ~torch.isnan(values(margin.slack))
        for where in margin.undefined.values():
            defined = defined & ~where
        if lost := int((margin.active & ~defined).sum()):
            self.undefined.note("the two sides are no numbers", lost)
        return replace(margin, active=margin.active & defined, undefined={})


_SIGNALS = (NotExact, FloatSlipped, NotInVocabulary, MemoryError)
"""What says something of the arithmetic, and nothing of the claim."""


@dataclass(frozen=True)
class _Missing:
    """Stands for a construction that there is not."""

    because: str


def without(reading: Variant) -> Iterator[Without]:
    """A reading without each of its hypotheses in turn: of the setting, of the prompt, of the check."""
    drawn = sample_settings.settings(reading.settings, _SETTINGS)
    yield from _without_domains_of_settings(reading, drawn)
    yield from _without_domains_of_prompts(reading, drawn)
    yield from _without_where(reading, drawn)
    yield from _without_given(reading, drawn)


def find(claim: Claim, name: str) -> Variant:
    """The variant of that name, which may be the surviving reading without a hypothesis.

    Raises:
        ClaimError: there is none.
    """
    if not name.startswith(PREFIX):
        return claim.variant(name)
    found = next((each for each in without(claim.survivor.variant) if each.name == name), None)
    if found is None:
        raise ClaimError(f"{claim.id} has no hypothesis called {name.removeprefix(PREFIX)!r}")
    return found


def _made(reading: Variant, name: str, **changes: Any) -> Without:
    plain = {f.name: getattr(reading, f.name) for f in fields(Variant)}
    plain |= {"name": PREFIX + name, "fails_where": None, "family": ""}
    return Without(**{**plain, **changes})


def _is_random(reading: Variant) -> bool:
    """Whether a probability is stated over the prompts: to look at some of these alone would be another one."""
    return reading.claim.kind.budgeted and reading.prompts is not None


# -- domains -------------------------------------------------------------------------------------------


def _without_domains_of_settings(reading: Variant, drawn: tuple[Any, ...]) -> Iterator[Without]:
    for name, given in reading.settings.fields.items():
        domains = [given] if isinstance(given, Domain) else _made_at(given, drawn)
        for each in _demands(domains):
            undefined = Undefined()
            whole = _with_field(reading.settings, name, each.demand, undefined)
            prompts = reading.prompts and partial(_prompts_if_any, reading.prompts, undefined)
            lies = partial(_lies_beyond, name, given)
            yield _made(
                reading,
                f"{name} {each.demand}",
                settings=_joined(whole, lies, *([partial(_makes, prompts)] if prompts else [])),
                prompts=prompts,
                quantity=name,
                instead=each.instead,
                whole=replace(reading, settings=whole, fails_where=None),
                undefined=undefined,
            )


def _without_domains_of_prompts(reading: Variant, drawn: tuple[Any, ...]) -> Iterator[Without]:
    prompts = reading.prompts
    if prompts is None:
        return
    spaces = _made_at(prompts, drawn)
    random = _is_random(reading)
    for name in dict.fromkeys(name for made in spaces for name in made.fields):
        domains = [d for made in spaces for d in _fields_of(made, name)]
        demands = _demands(domains, independence=random)
        for each in demands:
            undefined = Undefined()
            moved = partial(_moved_prompts, prompts, name, each.demand, undefined)
            yield _made(
                reading,
                f"{name} {each.demand}",
                prompts=partial(moved, only_beyond=each.demand != "independence"),
                quantity=name,
                instead=each.instead,
                whole=replace(reading, prompts=moved, fails_where=None),
                undefined=undefined,
            )


def _fields_of(made: Space, name: str) -> list[Domain]:
    given = made.fields.get(name)
    if isinstance(given, Domain):
        return [given]
    with suppress(Exception):
        values = made.sample(Generator().manual_seed(0), 1)
        row = Prompt(**{key: value[0] for key, value in values.items()})
        return [given(row)] if given is not None else []
    return []


def _made_at(function: Callable[[Any], Any], drawn: tuple[Any, ...]) -> list[Any]:
    """What a function of the setting gives, at settings at which it gives something."""
    return [made for s in drawn if (made := sample_settings.at(function, s)) is not None]


def _demands(domains: list[Domain], *, independence: bool = False) -> list[Beyond]:
    """What some of these domains demand, each thing once."""
    found: dict[str, Beyond] = {}
    for domain in domains:
        if independence and not hasattr(domain, "domain"):
            law = dependent(domain)
            found |= {law.demand: law} if law else {}
            continue  # a probability speaks of this law and of no other values
        found |= {each.demand: each for each in beyond(domain) if each.demand not in found}
    return list(found.values())


def _moved(given: Any, demand: str, s: Any) -> Domain:
    """The domain of a quantity beyond one of its demands; where it demands nothing there, itself."""
    domain = given if isinstance(given, Domain) else given(s)
    if demand == "independence":
        each = dependent(domain)
        return domain if each is None else each.domain
    return next((each.domain for each in beyond(domain) if each.demand == demand), domain)


def _following(name: str, given: Callable[[Any], Domain], undefined: Undefined, s: Any) -> Domain:
    """A domain that depends on what was moved: empty where there is none."""
    try:
        return _of_values(given(s))
    except Exception as error:  # noqa: BLE001 - there is no such domain
        undefined.note(f"no {name}: {described(error)}")
    nothing: Domain = Empty()
    return nothing


def _of_values(domain: Domain) -> Domain:
    """A domain, if it has any value.

    Raises:
        ClaimError: it has none.
    """
    ends = domain.domain if isinstance(domain, Quantified) else domain
    if isinstance(ends, dims) and ends.low > ends.high:
        raise ClaimError(f"there is no whole number from {ends.low} to {ends.high}")
    domain.strategy().validate()
    return domain


def _with_field(made: Space, name: str, demand: str, undefined: Undefined) -> Space:
    """A space with one domain moved, and those that depend on others such that they may be empty."""
    all_fields: dict[str, Any] = {
        key: given if isinstance(given, Domain) else partial(_following, key, given, undefined)
        for key, given in made.fields.items()
    }
    moved = partial(_moved, made.fields[name], demand)
    all_fields[name] = moved(None) if isinstance(made.fields[name], Domain) else moved
    tolerant = tuple(partial(_tolerated, part, undefined) for part in _joint(made))
    return replace(made, fields=all_fields, where=Joined(tolerant) if tolerant else None)


def _tolerated(part: Callable[[Any], Any], undefined: Undefined, instance: Any) -> Any:
    """A hypothesis that is written for where another one is met; without a value it is not met."""
    if arithmetic.of(0) is not None:  # what exact numbers do not follow is left to floats
        return part(instance)
    try:
        return part(instance)
    except Exception as error:  # noqa: BLE001 - of the claim's own code
        undefined.note(described(error))
        return False


def _lies_beyond(name: str, given: Any, instance: Any) -> bool:
    """Whether a quantity of a setting or a prompt lies outside of its domain."""
    domain = given if isinstance(given, Domain) else given(instance)
    return lies_beyond(domain, getattr(instance, name))


def _prompts_if_any(prompts: Prompts, undefined: Undefined, s: Any) -> Space:
    """The prompts of a setting, none where there is no space of them."""
    try:
        made = prompts(s)
        for given in made.fields.values():
            if isinstance(given, Domain):
                _of_values(given)
        return made
    except Exception as error:  # noqa: BLE001 - a shape below 0, say
        undefined.note(described(error))
        return space(where=_nothing, none=Empty())


def _nothing(_: Any) -> bool:
    return False


def _makes(prompts: Prompts, s: Any) -> bool:
    """Whether there are prompts at a setting."""
    return arithmetic.of(0) is not None or prompts(s).where is not _nothing


def _moved_prompts(
    prompts: Prompts, name: str, demand: str, undefined: Undefined, s: Any, *, only_beyond: bool = False
) -> Space:
    """Prompts with one domain moved."""
    made = prompts(s)
    given = made.fields.get(name)
    if given is None:
        return made
    moved = _with_field(made, name, demand, undefined)
    return _joined(moved, partial(_lies_beyond, name, given)) if only_beyond else moved


def _joined(made: Space, *tests: Callable[[Any], bool]) -> Space:
    return replace(made, where=Joined((*_joint(made), *tests)))


def _joint(made: Space) -> tuple[Callable[[Any], Any], ...]:
    """What joins quantities of a space, as it is declared."""
    return made.where.parts if isinstance(made.where, Joined) else (made.where,) if made.where else ()


# -- what joins quantities -----------------------------------------------------------------------------


def _without_where(reading: Variant, drawn: tuple[Any, ...]) -> Iterator[Without]:
    of_setting = reading.settings.where
    for number, part in enumerate(_parts(of_setting), 1):
        others = [other for other in _parts(of_setting) if other is not part]
        whole = replace(reading.settings, where=Joined(tuple(others)) if others else None)
        yield _made(
            reading,
            f"where {number}",
            settings=_joined(whole, partial(_fails, part)),
            formula=_written(part),
            whole=replace(reading, settings=whole, fails_where=None),
        )
    prompts = reading.prompts
    spaces = _made_at(prompts, drawn) if prompts else []
    for number, part in enumerate(_parts(spaces[0].where) if spaces else (), 1):
        assert prompts
        dropped = partial(_without_part, prompts, number - 1)
        yield _made(
            reading,
            f"where {number}",
            prompts=partial(dropped, failing=not _is_random(reading)),
            formula=_written(part),
            whole=replace(reading, prompts=dropped, fails_where=None),
        )


def _fails(part: Callable[[Any], Any], instance: Any) -> bool:
    """Whether a hypothesis fails."""
    return not part(instance)


def _without_part(prompts: Prompts, number: int, s: Any, *, failing: bool = False) -> Space:
    """Prompts without one part of what joins their quantities, or where it fails."""
    made = prompts(s)
    parts = _parts(made.where)
    others = tuple(part for k, part in enumerate(parts) if k != number)
    kept = others + ((partial(_fails, parts[number]),) if failing else ())
    return replace(made, where=Joined(kept) if kept else None)


def _parts(where: Any) -> tuple[Callable[[Any], Any], ...]:
    """The hypotheses of which a ``where=`` is made: what stands between ``and``."""
    if where is None:
        return ()
    if isinstance(where, Joined):
        return tuple(part for each in where.parts for part in _parts(each))
    node, function = syntax.syntax(where), syntax.plain(where)
    body = node.body if isinstance(node, ast.Lambda) else None
    if not (isinstance(body, ast.BoolOp) and isinstance(body.op, ast.And)) or function is None:
        return (where,)
    assert isinstance(node, ast.Lambda)
    return tuple(_conjunct(where, function, node.args, part) for part in body.values)


@functools.lru_cache(1024)
def _conjunct(where: Any, function: Any, arguments: ast.arguments, part: ast.expr) -> Any:
    """One side of an ``and`` as a hypothesis by itself."""
    alone = ast.Expression(ast.Lambda(arguments, part))
    names = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
    made = eval(compile(ast.fix_missing_locations(alone), "<a part of where=>", "eval"), names)
    made.__doc__ = ast.unparse(part)
    return _with_function(where, made)


def _with_function(where: Any, made: Callable[..., Any]) -> Any:
    """A condition of the same kind, of another function."""
    if hasattr(where, "condition"):
        return replace(where, __wrapped__=made, condition=_with_function(where.condition, made))
    if isinstance(where, Condition):
        return Condition(made, where.of_prompt)
    return made


def _written(part: Callable[..., Any]) -> str:
    """The code of a hypothesis."""
    function = syntax.plain(part)
    if function is not None and function.__code__.co_filename.startswith("<a part"):
        return function.__doc__ or ""
    node = syntax.syntax(part)
    if isinstance(node, ast.Lambda):
        return ast.unparse(node.body)
    return syntax.meaning(function).rstrip(".") if function is not None else ""


# -- what the check supposes ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Given:
    """One ``given`` of a check."""

    site: Site
    fails: bool

    def failing(self) -> AbstractContextManager[None]:
        """A block in which that hypothesis is dropped, or turned round."""
        return supposing(self._instead)

    def _instead(self, margin: Margin, hypothesis: Any, strict: bool) -> Margin | None:
        if _site() != self.site:
            return None
        return where_it_fails(margin, hypothesis, strict) if self.fails else margin


@dataclass(frozen=True)
class Dropping(Variant):
    """A reading without one ``given`` of its check."""

    dropped: Given | None = None

    def evaluate(self, s: Any, prompt: Prompt | None, tf: Any = None, others: Prompt | None = None) -> Margin:
        """The margin without that hypothesis."""
        assert self.dropped is not None
        with self.dropped.failing():
            return super().evaluate(s, prompt, tf, others)


def _site() -> Site:
    """Where ``given`` was called: two calls up is the function that asks, three up what called that."""
    frame = sys._getframe(3)
    return frame.f_code, frame.f_lasti


def _without_given(reading: Variant, drawn: tuple[Any, ...]) -> Iterator[Without]:
    met: dict[Site, None] = {}

    def note(*_: Any) -> None:
        met.setdefault(_site())

    for s in drawn:
        with suppress(Exception), supposing(note):
            prompt = reading.prompts(s).sample(Generator().manual_seed(0), 2) if reading.prompts else None
            reading.evaluate(s, prompt, reading.construct(s))
    found = sorted(met, key=_place)
    for number, site in enumerate(found, 1):
        plain = {f.name: getattr(reading, f.name) for f in fields(Variant)} | {"fails_where": None}
        yield _made(
            reading,
            f"given {number}",
            formula=_stated(site),
            dropped=Given(site, not _is_random(reading)),
            whole=Dropping(**plain, dropped=Given(site, fails=False)),
        )


def _place(site: Site) -> tuple[str, int, int]:
    line, _, column, _ = _position(site)
    return site[0].co_filename, line, column


def _position(site: Site) -> tuple[int, int, int, int]:
    code, last = site
    line, end, column, end_column = [*code.co_positions()][last // 2]
    return line or 0, end or 0, column or 0, end_column or 0


def _stated(site: Site) -> str:
    """The code of a hypothesis that a check states: its number, and how it compares with 0."""
    line, end, column, end_column = _position(site)
    wanted = (line, column, end, end_column)
    with suppress(OSError, SyntaxError):
        for node in syntax.nodes(Path(site[0].co_filename).read_bytes()):
            if not (isinstance(node, ast.Call) and node.args):
                continue
            if (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset) == wanted:
                strict = any(k.arg == "strict" and getattr(k.value, "value", False) for k in node.keywords)
                return f"{ast.unparse(node.args[0])} {'>' if strict else '>='} 0"
    return ""
