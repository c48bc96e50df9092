"""Where instances come from: the domains that a statement's hypotheses speak of.

A domain does three things for one quantity: ``strategy()`` draws small explicit values for the
adversarial search (dyadic, so that they are readable, exact in floating point, and shrink to
zeros and ones), ``sample()`` draws a batch from the law with a seeded generator, and
``contains()`` says whether a value meets the hypotheses, so that a witness can be re-checked.

It also says itself what it demands: ``words()`` in words and formulas, ``drawn_words()`` what is drawn of it.

Some domains are laws, which a probability may speak of (``uniform``, ``normal``, ``gaussian``, ``signs``,
``uniform_ball``, ``choices``). The others are made to find violations: see :class:`every`.

A space puts named domains together. A later field may depend on the earlier ones:
``space(Setting, d=dims(1, 3), theta=lambda s: dyadics(0, 2))``.
"""

from __future__ import annotations

import functools
import math
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, ClassVar, Literal

import torch
from hypothesis import assume
from hypothesis import strategies as st
from torch import Generator, Tensor

from lemmata.errors import ClaimError
from lemmata.numbers.literals import is_short
from lemmata.statement.intervals import Interval
from lemmata.statement.unread import is_unread

GRID = 8
"""Explicit draws are multiples of 1 / GRID."""
EXPLICIT_ENTRIES = 48
"""Arrays with more entries are drawn by a seed. Entry by entry would be slow to draw and to shrink."""
_FINE = 64.0
_STRATEGIES = 4096
_NARROW = 2.0**-10
"""So near to its end, relative to its width, a domain has values that are drawn nowhere else."""
_FAR = 2.0**10
"""Far out, where every real number is allowed."""
_ROUNDING = 2.0**-40
"""More than the rounding of a sum of squares: nearer to a bound than this, exact sums decide."""


class Domain(ABC):
    """The values that one quantity may take."""

    is_law: ClassVar[bool] = True
    """Whether :meth:`sample` draws from the law that a probability may speak of. The domains that are
    made to find violations (corners, mixtures of magnitudes) do not; see :class:`every`. A class with a
    ``sample`` of its own has a law of its own, unless it says otherwise."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = vars(cls)
        if "sample" in own and "is_law" not in own:
            cls.is_law = True
        if "words" not in own and own.keys() & {"__init__", "__annotations__", "sample", "contains"}:
            # What a parent says of itself is not true of other arguments, or of another law.
            for name in ("words", "law_words", "drawn_words"):
                setattr(cls, name, vars(Domain)[name])

    @abstractmethod
    def strategy(self) -> st.SearchStrategy[Any]:
        """Small explicit values, simplest first."""

    @abstractmethod
    def sample(self, generator: Generator, batch: int) -> Tensor:
        """``(batch, *shape)`` float64 values, which ``generator`` alone decides.

        Those of a law are distributed as it says. Other domains favour corners and coincidences.
        """

    @abstractmethod
    def contains(self, value: Any) -> bool:
        """Whether ``value`` (one instance, no batch axis) meets the hypotheses."""

    def project(self, values: Tensor) -> Tensor:
        """The batch moved onto the domain, for gradient steps."""
        return values

    def pick(self, generator: Generator) -> Any:
        """One value, in short numbers where it has such, which ``generator`` alone decides."""
        value = self.sample(generator, 1)[0]
        if value.ndim or self.contains(value):
            return value
        number = value.item()
        short = _shortened(number) if isinstance(number, float) else number
        return short if self.contains(short) else number

    def ends(self) -> tuple[Any, ...]:
        """Values at its far ends, or far out where it has none, as far as :meth:`contains` allows them."""
        return ()

    @property
    def is_point(self) -> bool:
        """Whether it is known to have one value only."""
        return False

    @staticmethod
    def words(name: str, *_: Any, **terms: Any) -> str:
        r"""What the domain demands of a quantity, ``"$x\\in\\mathbb R^d$ of norm at most $r$"``, say.

        A class says it as a static method; without one the first line of its docstring is shown.

        Args:
            name: LaTeX of the quantity.
            terms: by name the arguments of the constructor: LaTeX of what is a number, those of
                ``*shape`` as a tuple, anything else as it is.
        """
        return ""

    @staticmethod
    def law_words(*_: Any, **terms: Any) -> str:
        """What is random about the quantity, if the domain is a law: to be put behind the words."""
        return ""

    @staticmethod
    def drawn_words(*_: Any, **terms: Any) -> str:
        """What is drawn, if that is less than the hypothesis allows."""
        return ""


def is_built_in(domain: Domain) -> bool:
    """Whether a class of this module says which values it holds: one derived from it may say anything."""
    own = {"contains", "shape"}
    return all(c.__module__ == __name__ or own.isdisjoint(vars(c)) for c in type(domain).__mro__)


def _shortened(number: float) -> float:
    """The nearest number of seven binary digits."""
    mantissa, exponent = math.frexp(number)
    return math.ldexp(round(mantissa * 2**7), exponent - 7)


def _set_of(shape: tuple[str, ...], entries: str = r"\mathbb R") -> str:
    """LaTeX of the arrays of a shape; one number has no exponent."""
    if shape in _NUMBER:
        return entries
    sizes = [f"({size})" if shape[1:] and {"+", "-"} & {*size} else size for size in shape]
    return f"{entries}^{{{_TIMES.join(sizes)}}}"


def _independent(shape: tuple[str, ...], law: str) -> str:
    return law if shape in _NUMBER else f"entries independent and {law}"


def _interval(low: str, high: str, open_low: Any = False, open_high: Any = False) -> str:
    return ("(" if open_low else "[") + f"{low},{high}" + (")" if open_high else "]")


def _require_drawn_inside(domain: Any, low: Any, high: Any) -> None:
    """Refuses a domain that draws what its statement does not allow.

    Raises:
        ClaimError: says what is drawn and what is allowed.
    """
    allowed = Interval.parse(domain.of)
    if is_unread(low) or is_unread(high):
        return
    open_low, open_high = (getattr(domain, name, False) for name in ("open_low", "open_high"))
    if not (
        (allowed.contains(float(low)) or (open_low and low == allowed.low))
        and (allowed.contains(float(high)) or (open_high and high == allowed.high))
    ):
        raise ClaimError(
            f"{type(domain).__name__}: drawn from {float(low):g} to {float(high):g}, "
            f"which goes beyond of={domain.of!r}"
        )


def _drawn(low: str, high: str, of: str) -> str:
    """What is drawn of an interval, if that is less."""
    if not of:
        return ""
    return f"up to ${high}$" if Interval.parse(of).latex[1:].startswith(f"{low},") else f"${low}$ to ${high}$"


def _power(exponent: str) -> str:
    """LaTeX of a power of two."""
    return str(2 ** int(exponent)) if exponent in _SMALL else f"2^{{{exponent}}}"


_TIMES = r"\times "
_NUMBER = ((), ("1",))
_SMALL = ("0", "1", "2", "3", "4", "5", "6")


def require_meant_number(where: str, value: Any) -> None:
    """Refuses a float, also inside of tuples, that is only near the number that is meant.

    Raises:
        ClaimError: names the place, the number and what to write.
    """
    if isinstance(value, tuple):
        for part in value:
            require_meant_number(where, part)
    elif isinstance(value, float) and not is_short(value):
        nearest = Fraction(value).limit_denominator(10**6)
        raise ClaimError(
            f"{where}: the float {value!r} is near the number that is meant, no more; write "
            f"Fraction({nearest.numerator}, {nearest.denominator}), or a number in binary digits"
        )


def _inside_end(end: Any, toward: float) -> Any:
    """An end of a domain: itself if it is plainly meant, else the next float inside.

    A literal such as 0.3 is off by half a unit in the last place at most, so that no number beyond the
    end that is meant belongs to the domain. A fraction is treated alike.
    """
    if is_unread(end):
        return end
    number = float(end)
    if isinstance(end, Fraction):
        return number if number == end else math.nextafter(number, toward)
    return end if is_short(number) else math.nextafter(number, toward)


def _set_ends(domain: Domain, low: Any, high: Any) -> None:
    """Sets ``low`` and ``high``, and as ``stated`` what they were given as."""
    object.__setattr__(domain, "stated", (low, high))
    if not (is_unread(low) or is_unread(high)):
        if not low <= high:
            raise ClaimError(f"{type(domain).__name__}: low={low} must not exceed high={high}")
        if low != high:
            low, high = _inside_end(low, math.inf), _inside_end(high, -math.inf)
    for name, end in (("low", low), ("high", high)):
        object.__setattr__(domain, name, end)


def _set_shape(domain: Domain, shape: tuple[Any, ...]) -> None:
    if not all(isinstance(size, int) and size >= 0 for size in shape):
        raise ClaimError(
            f"{type(domain).__name__}: the shape {shape} is made of whole numbers >= 0; other arguments "
            "are named (low=, high=, radius=, mean=, deviation=)"
        )
    object.__setattr__(domain, "shape", shape)


@dataclass(frozen=True)
class _Quantified(Domain):
    """The values of a domain, under another quantifier than that of their space."""

    domain: Domain

    def strategy(self) -> st.SearchStrategy[Any]:
        return self.domain.strategy()

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return self.domain.sample(generator, batch)

    def contains(self, value: Any) -> bool:
        return self.domain.contains(value)

    def project(self, values: Tensor) -> Tensor:
        return self.domain.project(values)


@dataclass(frozen=True)
class every(_Quantified):
    """A quantity of a probability claim that is not random: the statement is made for each of its values.

    ``every(in_ball(3, radius=1))`` says "for every v in the ball, with probability at least ...". Values
    are drawn independently of the random quantities. A bound that holds for each value holds for every
    mixture of them, so that too many failures refute the statement.
    """

    def __post_init__(self) -> None:
        if not isinstance(self.domain, Domain):
            raise ClaimError(f"every: {self.domain!r} is no domain; write every(box(...)), say")


@dataclass(frozen=True)
class some(_Quantified):
    """An open constant: the statement says that a value exists, not that it holds for each.

    ``c=some(scales(-6, 8), weaker="larger")`` says "there is a c > 0"; with ``for_each=("d",)`` there may be
    another one for each d. It is solved for, not drawn (:mod:`lemmata.search.open_constants`): the hunt keeps
    the values that survive all that it tries, and only a range without any refutes the statement.

    Attributes:
        domain: the values in question.
        for_each: the quantities of the setting on which the constant may depend.
        weaker: ``"larger"`` if the statement with a larger value follows from the one with a smaller
            value (an upper bound's factor), ``"smaller"`` the other way round; None if neither.
        fails_at: for a range without an end: from a value to a setting with it at which the statement
            fails. It excludes what lies beyond the domain, as far as it is followed.
    """

    for_each: tuple[str, ...] = ()
    weaker: Literal["larger", "smaller"] | None = None
    fails_at: Callable[[Any], Any] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if isinstance(self.domain, _Quantified) or not isinstance(self.domain, Domain):
            raise ClaimError(f"some: {self.domain!r} is no domain of values; write some(scales(-6, 8)), say")
        if not isinstance(self.for_each, tuple):
            raise ClaimError(f'some: for_each={self.for_each!r} is no tuple of names; write ("d",), say')
        if self.weaker not in ("larger", "smaller", None):
            raise ClaimError(f"some: weaker={self.weaker!r} is none of 'larger', 'smaller' and None")
        if not isinstance(self.domain, choices | dims | dyadics | scales):
            raise ClaimError(
                f"some: the values of {self.domain!r} cannot be tried one by one; "
                "write choices(...), dims(...), dyadics(...) or scales(...)"
            )

    @property
    def candidates(self) -> list[Any]:
        """The values to try, in the order from the weakest statement to the strongest."""
        domain = self.domain
        if isinstance(domain, choices):
            values = list(domain.options)
        elif isinstance(domain, dims):
            values = list(range(domain.low, domain.high + 1))
        elif isinstance(domain, scales):
            values = [2.0**k for k in range(domain.low, domain.high + (not domain.open_high))]
        else:
            assert isinstance(domain, dyadics)
            values = list(domain.multiples())
        if self.weaker is None:
            return values
        return sorted(values, reverse=self.weaker == "larger")

    @property
    def whole(self) -> bool:
        """Whether a statement that fails at all candidates fails at each value that it allows.

        A scale is a window on a range without ends; one end of the others may be the statement's own.
        """
        domain = self.domain
        if isinstance(domain, choices):
            return True
        if isinstance(domain, dims):
            bounded = domain.most is not None and domain.high >= domain.most
            return self.weaker == "smaller" or bounded
        if isinstance(domain, dyadics) and self.weaker is not None:
            return not (domain.open_high if self.weaker == "larger" else domain.open_low)
        return False


@dataclass(frozen=True)
class dims(Domain):
    """Whole numbers from ``low`` up, drawn up to ``high``, small ones first.

    ``most`` is an upper bound that the statement itself demands; without it larger numbers than
    the drawn ones meet the hypotheses, too.
    """

    is_law = False

    low: int
    high: int
    most: int | None = field(default=None, repr=False)

    def strategy(self) -> st.SearchStrategy[int]:
        return _integers(self.low, self.high)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return torch.randint(self.low, self.high + 1, (batch,), generator=generator)

    def contains(self, value: Any) -> bool:
        return isinstance(value, int) and self.low <= value and (self.most is None or value <= self.most)

    def pick(self, generator: Generator) -> Any:
        return super().pick(generator) if self.low <= self.high else None

    def nearest(self, value: int) -> int:
        """The whole number of the domain that is nearest to ``value``."""
        value = max(value, self.low)
        return value if self.most is None else min(value, self.most)

    def ends(self) -> tuple[int, int]:
        return self.low, self.high

    @property
    def is_point(self) -> bool:
        return self.low == self.high

    @staticmethod
    def words(name: str, low: str, high: str, most: str | None = None) -> str:
        if most is None:
            return rf"whole numbers ${name}\ge {low}$"
        return f"${name}={low}$" if low == most else rf"whole numbers ${low}\le {name}\le {most}$"

    @staticmethod
    def drawn_words(low: str, high: str, most: str | None = None) -> str:
        return "" if high == most else f"${low}$" if low == high else f"${low}$ to ${high}$"


@dataclass(frozen=True)
class choices(Domain):
    """One of the listed values, the first being the simplest; as a law, each is equally likely.

    Numbers are whole, fractions, or floats that are plainly meant: ``Fraction(1, 10)`` is a tenth, and
    ``0.1`` is refused, since it is only near one.
    """

    options: tuple[Any, ...]

    def __init__(self, *options: Any) -> None:
        require_meant_number("choices", options)
        object.__setattr__(self, "options", options)

    def strategy(self) -> st.SearchStrategy[Any]:
        return st.sampled_from(self.options)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        index = torch.randint(0, len(self.options), (batch,), generator=generator)
        return torch.tensor([float(option) for option in self.options], dtype=torch.float64)[index]

    def contains(self, value: Any) -> bool:
        return value in self.options

    def pick(self, generator: Generator) -> Any:
        return self.options[int(torch.randint(len(self.options), (), generator=generator))]

    def ends(self) -> tuple[Any, Any]:
        return self.options[0], self.options[-1]

    @property
    def is_point(self) -> bool:
        return len(self.options) == 1

    @staticmethod
    def words(name: str, options: tuple[Any, ...]) -> str:
        if not all(isinstance(option, str) for option in options):
            return f"${name}$ is one of {len(options)} values"
        return f"${name}={options[0]}$" if len(options) == 1 else rf"${name}\in\{{{','.join(options)}\}}$"

    @staticmethod
    def law_words(options: tuple[Any, ...]) -> str:
        return "each as likely"


@dataclass(frozen=True)
class dyadics(Domain):
    """Real numbers from ``low`` to ``high`` (multiples of ``1 / grid`` when drawn); ends may be excluded.

    An end such as 0.3 is only near the number that is meant: the domain ends at the next float inside,
    so that it holds nothing below 3/10. So do :class:`box`, :class:`in_ball` and :class:`sparse`.

    Where the statement allows more than can be drawn, ``of`` says what it allows, as an interval:
    ``dyadics(0, 4, of="[0, inf)")``. So do :class:`scales` and :class:`box`.
    """

    is_law = False

    low: float | Fraction
    high: float | Fraction
    open_low: bool = False
    open_high: bool = False
    grid: int = GRID
    of: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        _set_ends(self, self.low, self.high)
        if self.of:
            _require_drawn_inside(self, self.low, self.high)

    def _ends(self) -> tuple[int, int]:
        """The first and the last multiple of 1 / grid."""
        first = math.ceil(self.low * self.grid) + (self.open_low and self.low * self.grid % 1 == 0)
        last = math.floor(self.high * self.grid) - (self.open_high and self.high * self.grid % 1 == 0)
        return first, last

    def strategy(self) -> st.SearchStrategy[float]:
        return _quotients(*self._ends(), self.grid)

    def multiples(self) -> list[float]:
        """The multiples of 1 / grid that it contains."""
        first, last = self._ends()
        return [k / self.grid for k in range(first, last + 1)]

    def sample(self, generator: Generator, batch: int) -> Tensor:
        unit = torch.rand(batch, generator=generator, dtype=torch.float64)
        low, high = float(self.low), float(self.high)
        return low + (high - low) * unit

    def contains(self, value: Any) -> bool:
        if self.of:  # an array of no axes is no number: a check would get it as one
            return not isinstance(value, Tensor) and Interval.parse(self.of).contains(value)
        return (
            isinstance(value, int | float)
            and (self.low < value if self.open_low else self.low <= value)
            and (value < self.high if self.open_high else value <= self.high)
        )

    def project(self, values: Tensor) -> Tensor:
        # As far as explicit draws go: nearer to an end that is excluded a claim may cost anything.
        return values.clamp(*(k / self.grid for k in self._ends()))

    def ends(self) -> tuple[float, ...]:
        # Between its ends and the multiples next to them nothing is drawn.
        low, high, narrow = float(self.low), float(self.high), (self.high - self.low) * _NARROW
        return tuple(v for v in (low, high, low + narrow, high - narrow) if self.contains(v))

    @property
    def is_point(self) -> bool:
        return self.low == self.high and not self.of

    @staticmethod
    def words(
        name: str,
        low: str,
        high: str,
        open_low: bool = False,
        open_high: bool = False,
        grid: str = "",
        of: str = "",
    ) -> str:
        if of:
            return f"${Interval.parse(of).of_number(name)}$"
        ends = _interval(low, high, open_low, open_high)
        return f"${name}={low}$" if low == high else rf"${name}\in{ends}$"

    @staticmethod
    def drawn_words(low: str, high: str, of: str = "", **_: Any) -> str:
        return _drawn(low, high, of)


@dataclass(frozen=True)
class scales(Domain):
    """Positive numbers from ``2^low`` to ``2^high``: quantities that span many scales.

    Drawn as 1, 1.25, 1.5 or 1.75 times a power of two, those near 1 first.
    """

    is_law = False

    low: int
    high: int
    open_high: bool = False
    of: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        if self.of:
            _require_drawn_inside(self, 2.0**self.low, 2.0**self.high)

    def strategy(self) -> st.SearchStrategy[float]:
        return _steps(self)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        unit = torch.rand(batch, generator=generator, dtype=torch.float64)
        return torch.exp2(self.low + (self.high - self.low) * unit)

    def contains(self, value: Any) -> bool:
        if self.of:  # an array of no axes is no number: a check would get it as one
            return not isinstance(value, Tensor) and Interval.parse(self.of).contains(value)
        return (
            isinstance(value, int | float)
            and 2.0**self.low <= value
            and (value < 2.0**self.high if self.open_high else value <= 2.0**self.high)
        )

    def project(self, values: Tensor) -> Tensor:
        return values.clamp(2.0**self.low, 2.0**self.high * (0.875 if self.open_high else 1))

    def ends(self) -> tuple[float, float]:
        return 2.0**self.low, 2.0**self.high * (0.875 if self.open_high else 1)

    @property
    def is_point(self) -> bool:
        return self.low == self.high and not self.of

    @staticmethod
    def words(name: str, low: str, high: str, open_high: bool = False, of: str = "") -> str:
        if of:
            return f"${Interval.parse(of).of_number(name)}$"
        ends = _interval(_power(low), _power(high), open_high=open_high)
        return f"${name}={_power(low)}$" if low == high else rf"${name}\in{ends}$"

    @staticmethod
    def drawn_words(low: str, high: str, open_high: bool = False, of: str = "") -> str:
        return _drawn(_power(low), _power(high), of)


class _Array(Domain):
    """Arrays of a fixed shape with explicit entries, or drawn by a seed if there are many."""

    shape: tuple[int, ...]

    @abstractmethod
    def grid(self) -> tuple[float, ...]:
        """The explicit entries, the simplest first; at least one."""

    def strategy(self) -> st.SearchStrategy[Tensor]:
        return _by_entries(self)

    def seeded(self, seed: int) -> Tensor:
        """One array by a seed; 0 is the simplest one."""
        if seed == 0:
            return self.project(torch.zeros(1, *self.shape, dtype=torch.float64))[0]
        return self.sample(Generator().manual_seed(seed), 1)[0]

    def _assemble(self, entries: list[float]) -> Tensor:
        return torch.tensor(entries, dtype=torch.float64).reshape(self.shape)

    def contains(self, value: Any) -> bool:
        return (
            isinstance(value, Tensor)
            and tuple(value.shape) == tuple(self.shape)
            and bool(torch.isfinite(value).all())
        )


def _exact_sum(terms: Iterable[Fraction]) -> Fraction:
    """The sum of fractions: whether a bound is met must not hang on rounding."""
    return functools.reduce(operator.add, terms, Fraction(0))


def _short(values: Tensor) -> Tensor:
    """Where all entries of the last axis are short dyadic numbers, whose sums are exact."""
    return (values * 2.0**20 == (values * 2.0**20).round()).all(-1, keepdim=True)


def multiples(low: float, high: float, grid: int = GRID) -> tuple[float, ...]:
    """The multiples of ``1 / grid`` between two numbers: 0, then whole numbers, then halves, ..."""
    values = (k / grid for k in range(math.ceil(low * grid), math.floor(high * grid) + 1))
    return tuple(sorted(values, key=lambda v: (v.as_integer_ratio()[1], abs(v), v < 0)))


# Strategies are cached: Hypothesis validates each new one at length before it draws from it.


@functools.lru_cache(_STRATEGIES)
def _integers(low: int, high: int) -> st.SearchStrategy[int]:
    return st.integers(low, high)


@functools.lru_cache(_STRATEGIES)
def _quotients(first: int, last: int, grid: int) -> st.SearchStrategy[float]:
    return st.integers(first, last).map(lambda k: k / grid)


@functools.lru_cache(_STRATEGIES)
def by_seed(domain: _Array) -> st.SearchStrategy[Tensor]:
    """Arrays of the domain, each drawn by one number; the simplest one first."""
    return st.integers(0, 2**16).map(domain.seeded)


@functools.lru_cache(_STRATEGIES)
def _by_entries(domain: _Array) -> st.SearchStrategy[Tensor]:
    entries = math.prod(domain.shape)
    if entries > EXPLICIT_ENTRIES:
        return by_seed(domain)
    if not entries:
        return st.just(domain._assemble([]))
    # One draw for all entries: one by one they would take ten times as long. Each byte shrinks.
    table = _table(domain.grid())
    return st.binary(min_size=entries, max_size=entries).map(
        lambda draws: domain._assemble([table[byte] for byte in draws])
    )


@functools.cache
def _steps(domain: scales) -> st.SearchStrategy[float]:
    steps = [2.0**k * m / 4 for k in range(domain.low, domain.high) for m in (4, 5, 6, 7)]
    if not domain.open_high:
        steps.append(2.0**domain.high)
    return st.sampled_from(sorted(steps, key=lambda v: abs(math.log2(v))))


@functools.cache
def _table(grid: tuple[float, ...]) -> tuple[float, ...]:
    """An entry for each byte: half of them are the eight simplest, a quarter the two ends."""
    parts = ((128, grid[:8]), (64, (max(grid), min(grid))), (64, grid))
    return tuple(values[k * len(values) // size] for size, values in parts for k in range(size))


@dataclass(frozen=True)
class reals(_Array):
    """Arrays of any real numbers, drawn at magnitudes from 1/4 to 4 (no law: see :class:`normal`)."""

    is_law = False

    shape: tuple[int, ...]

    def __init__(self, *shape: int) -> None:
        _set_shape(self, shape)

    def grid(self) -> tuple[float, ...]:
        return multiples(-4.0, 4.0)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        values = torch.randn(batch, *self.shape, generator=generator, dtype=torch.float64)
        size = torch.randint(-2, 3, (batch,), generator=generator).to(torch.float64)
        scaled = values * torch.exp2(size).reshape(-1, *[1] * len(self.shape))
        return torch.round(scaled * _FINE) / _FINE

    def ends(self) -> tuple[Tensor, ...]:
        return tuple(torch.full(self.shape, end, dtype=torch.float64) for end in (_FAR, -_FAR))

    @staticmethod
    def words(name: str, shape: tuple[str, ...]) -> str:
        return rf"${name}\in{_set_of(shape)}$"


@dataclass(frozen=True)
class box(_Array):
    """Arrays of the given shape with entries between ``low`` and ``high`` (named arguments).

    A quarter of the draws lies at the ends more often than not, so that they are no law: see
    :class:`uniform`.
    """

    is_law = False

    shape: tuple[int, ...]
    low: float
    high: float
    of: str = field(repr=False)

    def __init__(self, *shape: int, low: float | Fraction, high: float | Fraction, of: str = "") -> None:
        _set_shape(self, shape)
        _set_ends(self, low, high)
        object.__setattr__(self, "of", of)
        if of:
            _require_drawn_inside(self, self.low, self.high)

    def grid(self) -> tuple[float, ...]:
        return multiples(self.low, self.high) or (self.low, self.high)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        unit = torch.rand(batch, *self.shape, generator=generator, dtype=torch.float64)
        # A quarter of the instances stretches beyond the box and is clipped: corners matter.
        stretch = torch.where(torch.arange(batch) % 4 == 0, 3.0, 1.0)
        unit = (unit - 0.5) * stretch.reshape(-1, *[1] * len(self.shape)) + 0.5
        values = self.low + (self.high - self.low) * unit
        return self.project(torch.round(values * _FINE) / _FINE)

    def contains(self, value: Any) -> bool:
        if self.of:
            return super().contains(value) and Interval.parse(self.of).contains(value)
        return super().contains(value) and bool(((value >= self.low) & (value <= self.high)).all())

    def project(self, values: Tensor) -> Tensor:
        return values.clamp(self.low, self.high)

    def ends(self) -> tuple[Tensor, ...]:
        return tuple(torch.full(self.shape, end, dtype=torch.float64) for end in (self.low, self.high))

    @property
    def is_point(self) -> bool:
        return self.low == self.high and not self.of

    @staticmethod
    def words(name: str, shape: tuple[str, ...], low: str, high: str, of: str = "") -> str:
        if of:
            allowed = Interval.parse(of)
            if shape in _NUMBER:
                return f"${allowed.of_number(name)}$"
            return rf"${name}\in{_set_of(shape, allowed.latex)}$"
        if low == high:
            return f"${name}={low}$" if shape in _NUMBER else f"all entries of ${name}$ are ${low}$"
        return rf"${name}\in{_set_of(shape, _interval(low, high))}$"

    @staticmethod
    def drawn_words(shape: tuple[str, ...], low: str, high: str, of: str = "") -> str:
        return _drawn(low, high, of)


@dataclass(frozen=True)
class uniform(box):
    """Arrays of the given shape, entries independent and uniform between ``low`` and ``high``.

    ``uniform(n, d, low=-1, high=1)`` has shape ``(n, d)``. It is exactly that law when sampled; the search
    for a readable witness draws short numbers.
    """

    def __init__(self, *shape: int, low: float | Fraction = 0.0, high: float | Fraction = 1.0) -> None:
        super().__init__(*shape, low=low, high=high)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        unit = torch.rand(batch, *self.shape, generator=generator, dtype=torch.float64)
        return self.project(self.low + (self.high - self.low) * unit)

    @staticmethod
    def words(name: str, shape: tuple[str, ...], low: str = "0", high: str = "1", of: str = "") -> str:
        return box.words(name, shape, low, high)

    @staticmethod
    def law_words(shape: tuple[str, ...], low: str = "0", high: str = "1") -> str:
        return _independent(shape, "uniform")


@dataclass(frozen=True)
class signs(_Array):
    """Arrays of the given shape, entries independent and -1 or 1, each as likely (Rademacher)."""

    shape: tuple[int, ...]

    def __init__(self, *shape: int) -> None:
        _set_shape(self, shape)

    def grid(self) -> tuple[float, ...]:
        return 1.0, -1.0

    def sample(self, generator: Generator, batch: int) -> Tensor:
        bits = torch.randint(0, 2, (batch, *self.shape), generator=generator, dtype=torch.float64)
        return bits.mul_(2).sub_(1)

    def contains(self, value: Any) -> bool:
        return super().contains(value) and bool((value.abs() == 1).all())

    def project(self, values: Tensor) -> Tensor:
        return torch.where(values < 0, -1.0, 1.0).to(values.dtype)

    @staticmethod
    def words(name: str, shape: tuple[str, ...]) -> str:
        return rf"${name}\in" + _set_of(shape, r"\{-1,1\}") + "$"

    @staticmethod
    def law_words(shape: tuple[str, ...]) -> str:
        return "each sign as likely" if shape in _NUMBER else "entries independent, each sign as likely"


@dataclass(frozen=True)
class gaussian(reals):
    """Arrays of the given shape, entries independent and standard normal (exactly so when sampled).

    The direction ``unit(x)`` of a vector x is uniform on the sphere.
    """

    def __init__(self, *shape: int) -> None:
        super().__init__(*shape)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return torch.randn(batch, *self.shape, generator=generator, dtype=torch.float64)

    @staticmethod
    def words(name: str, shape: tuple[str, ...]) -> str:
        return reals.words(name, shape)

    @staticmethod
    def law_words(shape: tuple[str, ...]) -> str:
        return _independent(shape, "standard normal")


@dataclass(frozen=True)
class normal(gaussian):
    """Arrays of the given shape, entries independent and normal with this mean and standard deviation."""

    mean: float = 0.0
    deviation: float = 1.0

    def __init__(self, *shape: int, mean: float = 0.0, deviation: float = 1.0) -> None:
        super().__init__(*shape)
        if not deviation > 0:
            raise ClaimError(f"normal: deviation={deviation} must be above 0")
        object.__setattr__(self, "mean", mean)
        object.__setattr__(self, "deviation", deviation)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return self.mean + self.deviation * super().sample(generator, batch)

    @staticmethod
    def words(name: str, shape: tuple[str, ...], mean: str = "0", deviation: str = "1") -> str:
        return reals.words(name, shape)

    @staticmethod
    def law_words(shape: tuple[str, ...], mean: str = "0", deviation: str = "1") -> str:
        return _independent(shape, f"normal with mean ${mean}$ and standard deviation ${deviation}$")


@dataclass(frozen=True)
class in_ball(_Array):
    """Arrays whose last-axis vectors have Euclidean norm at most ``radius``.

    The draws favour short vectors and coarse numbers, so that they are no law: see
    :class:`uniform_ball`.
    """

    is_law = False

    shape: tuple[int, ...]
    radius: float

    def __init__(self, *shape: int, radius: float | Fraction) -> None:
        _set_shape(self, shape)
        if not is_unread(radius) and not radius >= 0:
            raise ClaimError(f"{type(self).__name__}: radius={radius} must not be below 0")
        object.__setattr__(self, "stated", (-radius, radius))
        object.__setattr__(self, "radius", _inside_end(radius, 0))

    def grid(self) -> tuple[float, ...]:
        return multiples(-self.radius, self.radius)

    def _assemble(self, entries: list[float]) -> Tensor:
        return self.project(super()._assemble(entries))

    def sample(self, generator: Generator, batch: int) -> Tensor:
        values = torch.randn(batch, *self.shape, generator=generator, dtype=torch.float64)
        size = torch.rand(batch, *self.shape[:-1], 1, generator=generator, dtype=torch.float64)
        length = values.norm(dim=-1, keepdim=True).clamp_min(1e-300)
        # In place: new memory would cost more than the arithmetic.
        values.mul_(size.sqrt() * (self.radius * _FINE) / length).round_().div_(_FINE)
        return self.project(values)

    def contains(self, value: Any) -> bool:
        if not super().contains(value):
            return False
        sizes = (value * value).sum(-1)
        close = (sizes / self.radius**2 - 1).abs() < _ROUNDING if self.radius else sizes == 0
        if bool(((sizes > self.radius**2) & ~close).any()):
            return False
        rows = value[close].reshape(-1, value.shape[-1]).tolist()
        square = Fraction(self.radius) ** 2
        return all(_exact_sum(Fraction(v) ** 2 for v in row) <= square for row in rows)

    def project(self, values: Tensor) -> Tensor:
        if not self.radius:
            return torch.zeros_like(values)
        # Halving is exact, so dyadic entries stay dyadic: it takes at most a few rounds.
        squares = (values * values).sum(-1, keepdim=True)
        while bool((outside := squares > self.radius**2).any()):
            values = torch.where(outside, values / 2, values)
            squares = (values * values).sum(-1, keepdim=True)
        close = squares > self.radius**2 * (1 - _ROUNDING)
        if not bool(close.any()):
            return values
        return torch.where(close & ~_short(values), values * (1 - _ROUNDING), values)

    @property
    def is_point(self) -> bool:
        return not self.radius

    @staticmethod
    def words(name: str, shape: tuple[str, ...], radius: str) -> str:
        if shape in _NUMBER:
            return rf"$|{name}|\le {radius}$"
        vectors = "with rows of norm" if len(shape) > 1 else "of norm"
        return rf"${name}\in{_set_of(shape)}$ {vectors} at most ${radius}$"


@dataclass(frozen=True)
class uniform_ball(in_ball):
    """Arrays whose last-axis vectors are independent and uniform in the ball of this radius."""

    def __init__(self, *shape: int, radius: float | Fraction = 1.0) -> None:
        super().__init__(*shape, radius=radius)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        values = torch.randn(batch, *self.shape, generator=generator, dtype=torch.float64)
        unit = torch.rand(batch, *self.shape[:-1], 1, generator=generator, dtype=torch.float64)
        length = values.norm(dim=-1, keepdim=True).clamp_min(1e-300)
        # The share of the ball within a radius is its power d; what rounding puts outside moves in.
        return self.project(values * (self.radius * unit ** (1 / self.shape[-1]) / length))

    @staticmethod
    def words(name: str, shape: tuple[str, ...], radius: str = "1") -> str:
        return in_ball.words(name, shape, radius)

    @staticmethod
    def law_words(shape: tuple[str, ...], radius: str = "1") -> str:
        return "independent and uniform in the ball" if len(shape) > 1 else "uniform in the ball"


@dataclass(frozen=True)
class symmetric(_Array):
    """``count`` symmetric matrices of size ``d``: shape ``(count, d, d)``."""

    is_law = False

    count: int
    d: int = -1  # there is no default: __post_init__ says what to write

    def __post_init__(self) -> None:
        if self.d < 0:
            raise TypeError(
                f"symmetric({self.count}): symmetric(count, d) are count symmetric matrices of size d; write "
                f"symmetric(1, {self.count}) for one, and in a check prompt.A[:, 0] for A=symmetric(1, ...)"
            )

    @property
    def shape(self) -> tuple[int, ...]:  # type: ignore[override]
        return (self.count, self.d, self.d)

    def grid(self) -> tuple[float, ...]:
        return multiples(-2.0, 2.0)

    def _assemble(self, entries: list[float]) -> Tensor:
        lower = torch.tril(super()._assemble(entries))  # no halves: the entries stay as drawn
        return lower + torch.tril(lower, -1).mT

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return self.project(reals(*self.shape).sample(generator, batch))

    def contains(self, value: Any) -> bool:
        return super().contains(value) and bool((value == value.mT).all())

    def project(self, values: Tensor) -> Tensor:
        return (values + values.mT) / 2

    @staticmethod
    def words(name: str, count: str, d: str) -> str:
        subject = " symmetric" if count == "1" else f", ${count}$ symmetric matrices"
        size = rf"{d}\times {d}" if count == "1" else rf"{count}\times {d}\times {d}"
        return rf"${name}\in\mathbb R^{{{size}}}${subject}"


@dataclass(frozen=True)
class sparse(_Array):
    """Vectors of length ``d`` with at most ``S`` non-zero entries and l1 norm at most ``bound``."""

    is_law = False

    d: int
    S: int
    bound: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "bound", _inside_end(self.bound, 0))

    @property
    def shape(self) -> tuple[int, ...]:  # type: ignore[override]
        return (self.d,)

    def grid(self) -> tuple[float, ...]:
        return 0.0, self.bound, -self.bound, self.bound / 2, -self.bound / 2

    def _assemble(self, entries: list[float]) -> Tensor:
        return self.project(super()._assemble(entries)[None])[0]

    def sample(self, generator: Generator, batch: int) -> Tensor:
        values = torch.randn(batch, self.d, generator=generator, dtype=torch.float64)
        order = torch.rand(batch, self.d, generator=generator).argsort(-1)
        values = torch.where(order < self.S, values, 0.0)
        norm = values.abs().sum(-1, keepdim=True).clamp_min(1e-300)
        return self.project(torch.round(values / norm * self.bound * _FINE) / _FINE)

    def contains(self, value: Any) -> bool:
        return (
            super().contains(value)
            and int((value != 0).sum()) <= self.S
            and _exact_sum(map(Fraction, value.abs().tolist())) <= Fraction(self.bound)
        )

    def project(self, values: Tensor) -> Tensor:
        order = values.abs().argsort(stable=True, dim=-1, descending=True)
        rank = order.argsort(stable=True, dim=-1)
        values = torch.where(rank < self.S, values, 0.0)
        while bool((outside := values.abs().sum(-1, keepdim=True) > self.bound).any()):
            values = torch.where(outside, values / 2, values)
        close = values.abs().sum(-1, keepdim=True) > self.bound * (1 - _ROUNDING)
        return torch.where(close & ~_short(values), values * (1 - _ROUNDING), values)

    @property
    def is_point(self) -> bool:
        return not self.bound

    @staticmethod
    def words(name: str, d: str, S: str, bound: str) -> str:  # noqa: N803
        entries = f"at most ${S}$ non-zero {'entry' if S == '1' else 'entries'}"
        return rf"${name}\in\mathbb R^{{{d}}}$, {entries}, $\|{name}\|_1\le {bound}$"


@dataclass(frozen=True)
class _Only(Domain):
    """One value, which is held fixed while others are drawn."""

    is_law = False

    value: Any

    def strategy(self) -> st.SearchStrategy[Any]:
        return st.just(self.value)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        value = torch.as_tensor(self.value)
        return value.expand(batch, *value.shape)

    def pick(self, generator: Generator) -> Any:
        return self.value

    def contains(self, value: Any) -> bool:
        if isinstance(value, Tensor) and isinstance(self.value, Tensor):
            return torch.equal(value, self.value)
        return type(value) is type(self.value) and bool(value == self.value)


Field = Domain | Callable[[Any], Domain]


def _is_default(value: Any, default: Any) -> bool:
    return type(value) is type(default) and bool(value == default)


@dataclass(frozen=True)
class Space:
    """Named quantities with their domains, and the type that holds one instance of them all."""

    holder: Callable[..., Any]
    fields: Mapping[str, Field]
    where: Callable[[Any], bool] | None = None

    def __post_init__(self) -> None:
        if not is_dataclass(self.holder):
            return
        held = {field_.name: field_ for field_ in fields(self.holder) if field_.init}
        if unknown := sorted(self.fields.keys() - held.keys()):
            raise ClaimError(
                f"{self.holder.__name__} has no field {', '.join(unknown)}; it has {', '.join(held)}"
            )
        for name in held.keys() - self.fields.keys():  # it keeps its default
            if held[name].default is MISSING and held[name].default_factory is MISSING:
                raise ClaimError(f"the space says nothing of {name}, a field of {self.holder.__name__}")
            require_meant_number(f"{name}, which is left to its default", held[name].default)

    def strategy(self, growth: int | None = None) -> st.SearchStrategy[Any]:
        """One explicit instance; draws that fail ``where`` are discarded.

        ``growth`` limits how far each whole number may exceed its smallest value.
        """
        return _instances(Opaque(self), growth)

    def draw(self, draw: st.DrawFn, growth: int | None = None) -> Any:
        """As :meth:`strategy`, for use inside of a composite one.

        That spares a strategy of its own, which Hypothesis would look over at length.
        """
        values: dict[str, Any] = {}
        for name, domain in self.resolve(values):
            if growth is not None and isinstance(domain, dims):
                domain = replace(domain, high=min(domain.high, domain.low + growth))
            values[name] = draw(domain.strategy())
        instance = self.holder(**values)
        if self.where is not None:
            assume(self.where(instance))
        return instance

    @property
    def open_constants(self) -> dict[str, some]:
        """The constants that the statement says exist."""
        return {name: field_ for name, field_ in self.fields.items() if isinstance(field_, some)}

    def holding(self, values: Mapping[str, Any]) -> Space:
        """The space in which these quantities have one value each."""
        return replace(self, fields={**self.fields, **{name: _Only(value) for name, value in values.items()}})

    def resolve(self, values: dict[str, Any]) -> Iterator[tuple[str, Domain]]:
        """The domains in order; ``values`` is read for the fields that depend on earlier ones."""
        for name, domain in self._declared(values):
            yield name, domain.domain if isinstance(domain, _Quantified) else domain

    def _declared(self, values: dict[str, Any]) -> Iterator[tuple[str, Domain]]:
        for name, spec in self.fields.items():
            domain = spec if isinstance(spec, Domain) else spec(SimpleNamespace(**values))
            if not isinstance(domain, Domain):
                raise ClaimError(f"space: the field {name} gave {domain!r}, not a domain")
            if domain is not spec and isinstance(domain, some):
                raise ClaimError(
                    f"space: the open constant {name} is given as {name}=some(...) itself, not by a function; "
                    "for_each= names the quantities on which it may depend"
                )
            yield name, domain

    def require_laws(self, instance: Any) -> None:
        """Refuses domains that are no law, where a probability is to be tested.

        Args:
            instance: of the space, on which domains of later quantities may depend.

        Raises:
            ClaimError: a domain is no law, nor inside of :class:`every`; names the quantity.
        """
        for name, domain in self._declared(vars(instance)):
            if not domain.is_law:
                raise ClaimError(
                    f"the quantity {name} of a probability claim is drawn from {domain}, whose draws are "
                    "made to find violations and follow no law: use uniform, normal, gaussian, signs or "
                    f"uniform_ball for its law, or every({type(domain).__name__}(...)) if the "
                    "probability is stated for each of its values"
                )

    def assembled(self, choose: Callable[[str, Domain], Any]) -> Any:
        """An instance of what ``choose`` gives for each quantity and its domain; None if it lies outside."""
        values: dict[str, Any] = {}
        for name, domain in self.resolve(values):
            values[name] = choose(name, domain)
        instance = self.holder(**values)
        return instance if self.explain(instance) is None else None

    def project(self, instance: Any) -> Any:
        """A batch of instances moved onto the domains, quantity by quantity."""
        values: dict[str, Any] = {}
        for name, domain in self.resolve(values):
            values[name] = domain.project(getattr(instance, name))
        return self.holder(**values)

    def sample(self, generator: Generator, batch: int) -> Any:
        """A batch of instances from the law, every quantity with a leading batch axis.

        The batch is smaller by the draws that fail ``where``, which is evaluated one by one: a hypothesis
        on large batches is better stated in the check, by ``Margin.given``.
        """
        values: dict[str, Any] = {}
        for name, domain in self.resolve(values):
            values[name] = domain.sample(generator, batch)
        if self.where is not None:
            rows = [
                row
                for row in range(batch)
                if self.where(self.holder(**{name: value[row] for name, value in values.items()}))
            ]
            values = {name: value[rows] for name, value in values.items()}
        return self.holder(**values)

    def explain(self, instance: Any) -> str | None:
        """Why ``instance`` lies outside of the space, or None if it lies inside."""
        values: dict[str, Any] = {}
        defaults = getattr(type(instance), "__dataclass_fields__", {})
        unknown = sorted(
            name
            for name, value in quantities(instance).items()
            # A field that the space leaves out keeps its default.
            if name not in self.fields and not (name in defaults and _is_default(value, defaults[name].default))
        )
        if unknown:
            return f"{', '.join(unknown)} is no quantity of {sorted(self.fields)}"
        for name, domain in self.resolve(values):
            if not hasattr(instance, name):
                return f"{name} is missing"
            values[name] = value = getattr(instance, name)
            if isinstance(value, Tensor) and not value.ndim and not isinstance(domain, _Array):
                value = value.item()  # a scalar of a prompt
                value = int(value) if isinstance(domain, dims) and value == int(value) else value
            if not domain.contains(value):
                return f"{name} lies outside of {domain}"
        if self.where is not None and not self.where(instance):
            return "the hypotheses that join several quantities are not met"
        return None

    def __call__(self, _setting: Any = None) -> Space:
        return self


def quantities(instance: Any) -> dict[str, Any]:
    """The numbers of an instance by name; what a dataclass derives from its fields is not among them."""
    if is_dataclass(instance):
        return {f.name: getattr(instance, f.name) for f in fields(instance)}
    return dict(vars(instance))


class Opaque:
    """Hands something to a strategy that Hypothesis would describe at length in every draw."""

    def __init__(self, it: Any) -> None:
        self.it = it


@st.composite
def _instances(draw: st.DrawFn, space: Opaque, growth: int | None) -> Any:
    """One instance of a space. Defined once: the decorator reads source code, which takes long."""
    return space.it.draw(draw, growth)


def space(
    holder: Callable[..., Any] | None = None, *, where: Callable[[Any], bool] | None = None, **fields: Field
) -> Space:
    """A space of instances held by ``holder`` (a frozen dataclass; a plain prompt if left out).

    ``where`` joins several quantities in one hypothesis; draws that fail it are discarded and
    counted.
    """
    return Space(holder or Prompt, fields, where)


class Prompt:
    """The data of a batch of instances: each quantity is an attribute with a leading batch axis."""

    def __init__(self, **quantities: Any) -> None:
        self.__dict__.update(quantities)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the prompt has no quantity {name!r}; it has {sorted(self.__dict__)}")

    def items(self) -> Any:
        """The quantities by name."""
        return self.__dict__.items()

    def __len__(self) -> int:
        return len(next(iter(self.__dict__.values())))

    def map(self, function: Callable[[Any], Any]) -> Prompt:
        """A prompt with ``function`` applied to every quantity."""
        return Prompt(**{name: function(value) for name, value in self.items()})

    def take(self, index: Tensor | slice) -> Prompt:
        """The instances at ``index``."""
        return self.map(lambda value: value[index])

    def followed_by(self, *others: Prompt) -> Prompt:
        """The instances of all these batches."""
        if not others:
            return self
        return Prompt(
            **{
                name: torch.cat([value, *(getattr(other, name) for other in others)])
                for name, value in self.items()
            }
        )

    def __repr__(self) -> str:
        return f"Prompt({', '.join(f'{k}={v!r}' for k, v in self.items())})"


def within(prompt: Prompt, space: Space) -> Tensor:
    """The places of the projected instances that meet the hypotheses which join several quantities."""
    if space.where is None:
        return torch.arange(len(prompt))
    rows = [prompt.take(slice(i, i + 1)).map(lambda v: v[0]) for i in range(len(prompt))]
    keep = [i for i, row in enumerate(rows) if space.explain(row) is None]
    return torch.tensor(keep, dtype=torch.long)


def inside(prompt: Prompt, space: Space) -> Prompt:
    """The projected instances that meet the hypotheses which join several quantities."""
    return prompt if space.where is None else prompt.take(within(prompt, space))
