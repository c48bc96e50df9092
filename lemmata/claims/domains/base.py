"""Where instances come from: the domains that a statement's hypotheses speak of.

A domain does three things for one quantity: ``strategy()`` draws small explicit values for the
adversarial search (dyadic, so that they are readable, exact in floating point, and shrink to
zeros and ones), ``sample()`` draws a batch from the law with a seeded generator, and
``contains()`` says whether a value meets the hypotheses, so that a witness can be re-checked.

It also says itself what it demands: ``words()`` in words and formulas, ``drawn_words()`` what is drawn of it.

Some domains are laws, which a probability may speak of (``uniform``, ``normal``, ``gaussian``, ``signs``,
``uniform_ball``, ``choices``). The others are made to find violations: see :class:`every`.
"""

from __future__ import annotations

import inspect
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from hypothesis import strategies as st
from torch import Generator, Tensor

from lemmata.claims.domains.template import Template, is_template
from lemmata.claims.intervals import Interval
from lemmata.claims.placeholders import is_unread
from lemmata.errors import ClaimError
from lemmata.numbers.literals import is_rounded, is_short

GRID = 8
"""Explicit draws are multiples of 1 / GRID."""


EXPLICIT_ENTRIES = 48
"""Arrays with more entries are drawn by a seed. Entry by entry would be slow to draw and to shrink."""


FINE = 64.0


STRATEGIES = 4096


NARROW = 2.0**-10
"""So near to its end, relative to its width, a domain has values that are drawn nowhere else."""


FAR = 2.0**10
"""Far out, where every real number is allowed."""


ROUNDING = 2.0**-40
"""More than the rounding of a sum of squares: nearer to a bound than this, exact sums decide."""


_HERE = __name__.rpartition(".")[0] + "."
_DRAWING = frozenset({"strategy", "sample", "latent", "is_law", "words", "law_words", "drawn_words"})
"""What a domain may have of its own and still have the values of the one that it is derived from."""
_HIDDEN = frozenset({"__getattr__", "__getattribute__"})
"""What could answer for anything else."""


@dataclass(frozen=True)
class Latent:
    """A law as what a function makes of independent numbers of one kind, which a rare search can tilt.

    Attributes:
        count: how many numbers one instance takes.
        value: from the numbers, ``(batch, count)``, to the values, ``(batch, *shape)``.
        options: 0 if the numbers are standard normal; else they are whole, from 0 to ``options - 1``, each as
            likely.
    """

    count: int
    value: Callable[[Tensor], Tensor]
    options: int = 0


class Domain(ABC):
    """The values that one quantity may take."""

    is_law: ClassVar[bool] = True
    """Whether :meth:`sample` draws from the law that a probability may speak of. The domains that are
    made to find violations (corners, mixtures of magnitudes) do not; see :class:`every`. A class with a
    ``sample`` of its own has a law of its own, unless it says otherwise."""
    is_discrete: ClassVar[bool] = False
    """Whether its values can be listed (:meth:`members`), however many they are: nothing lies between them."""
    takes_texts: ClassVar[bool] = False
    """Whether its arguments may be texts. Of others a text names quantities (:mod:`.template`)."""

    def __new__(cls, *arguments: Any, **named: Any) -> Any:
        if not cls.takes_texts and is_template(arguments, named):
            return cls.of_quantities(arguments, named)
        return super().__new__(cls)

    @classmethod
    def of_quantities(cls, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> Template:
        """What is made of arguments that name quantities.

        Raises:
            ClaimError: a domain of the class has other arguments.
        """
        takes = inspect.signature(cls.__init__)
        try:
            takes.bind(None, *arguments, **named)
        except TypeError as error:
            given = [*map(repr, arguments), *(f"{name}={value!r}" for name, value in named.items())]
            parts = [part.replace(annotation=part.empty) for part in takes.parameters.values()]
            names = ", ".join(map(str, parts[1:]))
            raise ClaimError(
                f"{cls.__name__}({', '.join(given)}): {error}; write {cls.__name__}({names})"
            ) from None
        return Template(cls, arguments, named)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = vars(cls)
        if "sample" in own and "is_law" not in own:
            cls.is_law = True
        if "sample" in own and "latent" not in own:
            cls.latent = Domain.latent  # type: ignore[method-assign]
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

    def latent(self) -> Latent | None:
        """Its law as what a function makes of normal numbers, or of choices; None where nobody has said it.

        A search for rare failures then moves such numbers one by one and tilts their law. The values of any
        other law are drawn anew by :meth:`sample`, all at a time.
        """
        return None

    @abstractmethod
    def contains(self, value: Any) -> bool:
        """Whether ``value`` (one instance, no batch axis) meets the hypotheses."""

    def members(self, most: int) -> Tensor | None:
        """``(members, *shape)`` all of its values, if there are at most so many; None of any other domain."""
        return None

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

    def beyond(self) -> tuple[tuple[float, ...], ...]:
        """Numbers that the statement allows beyond those that are drawn: to each side, the nearest first."""
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
    """Whether a class of this package says which values it holds: one derived from it may say anything."""
    own = {"contains", "shape"}
    return all(c.__module__.startswith(_HERE) or own.isdisjoint(vars(c)) for c in type(domain).__mro__)


def kind_of(domain: Domain) -> type[Domain]:
    """The class that says which values a domain has: its own, or one of this package.

    The latter where a class is derived from it and says no more than how values are drawn: these are the same.
    """
    for kind in type(domain).__mro__:
        if kind.__module__.startswith(_HERE):
            return kind
        own = {name for name in vars(kind) if not name.startswith(("__", "_abc")) or name in _HIDDEN}
        if len(kind.__bases__) != 1 or not own <= _DRAWING:
            break
    return type(domain)


def _shortened(number: float) -> float:
    """The nearest number of seven binary digits."""
    mantissa, exponent = math.frexp(number)
    return math.ldexp(round(mantissa * 2**7), exponent - 7)


def set_latex(shape: tuple[str, ...], entries: str = r"\mathbb R") -> str:
    """LaTeX of the arrays of a shape; one number has no exponent."""
    if shape in ONE_NUMBER:
        return entries
    sizes = [f"({size})" if shape[1:] and {"+", "-"} & {*size} else size for size in shape]
    return f"{entries}^{{{_TIMES.join(sizes)}}}"


def independent_words(shape: tuple[str, ...], law: str) -> str:
    """The law of an array's entries."""
    return law if shape in ONE_NUMBER else f"entries independent and {law}"


def interval_latex(low: str, high: str, open_low: Any = False, open_high: Any = False) -> str:
    """LaTeX of an interval."""
    return ("(" if open_low else "[") + f"{low},{high}" + (")" if open_high else "]")


def require_drawn_inside(domain: Any, low: Any, high: Any) -> None:
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


def numbers_beyond(of: str, low: float, high: float) -> tuple[tuple[float, ...], ...]:
    """What an interval allows below ``low`` and above ``high``, which are drawn: see :meth:`Domain.beyond`.

    Towards an end that is finite the distance to it is halved again and again, and the end itself comes last;
    where there is none, the distance from what is drawn is doubled. So small numbers are met on every scale.
    """
    if not of:
        return ()
    allowed, width = Interval.parse(of), max(high - low, abs(low), abs(high))
    sides = [(allowed.low, low, -width), (allowed.high, high, width)]
    return tuple(
        tuple(dict.fromkeys(v for v in _towards(end, drawn, step) if allowed.contains(v) and v != drawn))
        for end, drawn, step in sides
    )


def _towards(end: Fraction | float, drawn: float, step: float) -> list[float]:
    if math.isinf(end):
        return [drawn + step * 2.0**k for k in _DOUBLINGS]
    return [*(float(end) + (drawn - float(end)) * 2.0**-k for k in _DOUBLINGS), float(end)]


def drawn_latex(low: str, high: str, of: str) -> str:
    """What is drawn of an interval, if that is less."""
    if not of:
        return ""
    return f"up to ${high}$" if Interval.parse(of).latex[1:].startswith(f"{low},") else f"${low}$ to ${high}$"


def power_latex(exponent: str) -> str:
    """LaTeX of a power of two."""
    return str(2 ** int(exponent)) if exponent in _SMALL else f"2^{{{exponent}}}"


_TIMES = r"\times "


_DOUBLINGS = (1, 2, 4, 7, 10)
"""How often a distance is doubled or halved beyond what is drawn."""


ONE_NUMBER = ((), ("1",))


_SMALL = ("0", "1", "2", "3", "4", "5", "6")


def require_meant_number(where: str, value: Any) -> None:
    """Refuses a float, or a fraction made of one, also inside of tuples, that is only near what is meant.

    Raises:
        ClaimError: names the place, the number and what to write.
    """
    if isinstance(value, tuple):
        for part in value:
            require_meant_number(where, part)
    elif isinstance(value, float | Fraction) and not _is_meant(value):
        nearest = Fraction(value).limit_denominator(10**6)
        fraction = f"fraction {value} is the float {float(value)!r}, which"
        subject = fraction if isinstance(value, Fraction) else f"float {value!r}"
        raise ClaimError(
            f"{where}: the {subject} is near the number that is meant, no more; write "
            f"Fraction({nearest.numerator}, {nearest.denominator}), or a number in binary digits"
        )


def _is_meant(value: float | Fraction) -> bool:
    """Whether a number that is written down is none that was rounded."""
    return not is_rounded(value) if isinstance(value, Fraction) else is_short(value)


def inside_end(end: Any, toward: float) -> Any:
    """An end of a domain: itself if it is plainly meant, else the next float inside.

    A literal such as 0.3 is off by half a unit in the last place at most, so that no number beyond the
    end that is meant belongs to the domain. A fraction is treated alike.
    """
    if is_unread(end):
        return end
    number = float(end)
    if not _is_meant(end if isinstance(end, Fraction) else number):
        return math.nextafter(number, toward)
    if isinstance(end, Fraction):
        return number if number == end else math.nextafter(number, toward)
    return end


def set_ends(domain: Domain, low: Any, high: Any) -> None:
    """Sets ``low`` and ``high``, and as ``stated`` what they were given as."""
    object.__setattr__(domain, "stated", (low, high))
    if not (is_unread(low) or is_unread(high)):
        if not low <= high:
            raise ClaimError(f"{type(domain).__name__}: low={low} must not exceed high={high}")
        if low != high:
            low, high = inside_end(low, math.inf), inside_end(high, -math.inf)
        else:  # nothing lies inside of a point
            require_meant_number(type(domain).__name__, low)
    for name, end in (("low", low), ("high", high)):
        object.__setattr__(domain, name, end)


def set_shape(domain: Domain, shape: tuple[Any, ...]) -> None:
    """Sets ``shape``.

    Raises:
        ClaimError: it is not made of whole numbers >= 0.
    """
    if not all(isinstance(size, int) and size >= 0 for size in shape):
        raise ClaimError(
            f"{type(domain).__name__}: the shape {shape} is made of whole numbers >= 0; other arguments "
            "are named (low=, high=, radius=, mean=, deviation=)"
        )
    object.__setattr__(domain, "shape", shape)


def multiples(low: float, high: float, grid: int = GRID) -> tuple[float, ...]:
    """The multiples of ``1 / grid`` between two numbers: 0, then whole numbers, then halves, ..."""
    values = (k / grid for k in range(math.ceil(low * grid), math.floor(high * grid) + 1))
    return tuple(sorted(values, key=lambda v: (v.as_integer_ratio()[1], abs(v), v < 0)))
