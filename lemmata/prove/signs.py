"""Proofs by signs of coefficients: the space is cut into parts on each of which no coefficient is negative.

Each real number of a setting and its prompt is a quotient of polynomials in variables that are not negative, or
free (:mod:`lemmata.prove.quotient`). Where a sign on which the check depends is not known (of the
difference of which the larger is taken, say, or of right minus left), the part is cut in two: along a
variable y, at a quotient ``B / A`` of the others. Then y is ``B / A + z`` or ``(B / A) z / (1 + z)``, with
``z >= 0``; of a free one ``(B + z) / A`` or ``(B - z) / A``. That decides the sign of ``A y - B``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import isinf

from lemmata.prove.boxes import DONE, VOID, NotBoxable, Whole
from lemmata.prove.quotient import (
    ONE,
    VARIABLES,
    ZERO,
    Form,
    Orthant,
    Polynomial,
    Quotient,
    coefficients,
    constant,
    reduced,
)
from lemmata.search.work import Work

MOST_PARTS = 512
"""Of one setting."""
_DEEPEST = 16
"""Cuts on the way to a part."""
_OBSTACLES = {
    "a denominator that may vanish": "a denominator may be 0 somewhere in its space: leave 0 out of a domain "
    '(`of="(0, inf)"`, or of several `where=lambda x: all(v > 0 for v in x)`), or multiply both sides by it',
    "the root of what may be negative": "a root is taken of what is not seen to be at least 0: write it as "
    "a square, or as a sum of what is not negative",
    "the logarithm of what may not be positive": "a logarithm is taken of what is not seen to be above 0: "
    'leave 0 out of a domain (`of="(0, inf)"`)',
    "an enclosure is no number": "its check asks for the value of a real number (`values`, `float`, `ceil`), "
    "or for the eigenvalues of a matrix larger than 2: let that number be a quantity, with a hypothesis "
    "(`given`) that says what it is",
    "a comparison that holds on a part of the box": "its check compares numbers, and goes two ways: write "
    "`maximum`, `minimum`, `abs` or `relu`",
    "a sign that jumps": "a sign is taken of what may be 0, and is not multiplied by what vanishes there: "
    "write `abs`, `relu` or soft thresholding",
    "pi is no quotient of polynomials": "pi is in it, and no polynomial has that value: state it with a "
    "fraction on the side that makes it stronger",
    "a polynomial of many terms": "what it computes grows to a polynomial of more than 3000 terms: state it "
    "of fewer layers or coordinates, or its steps as claims of their own",
    "exponentials of too small parts of a monomial": "the exponents are too many different parts of one "
    "quantity: let the smallest of these parts be the quantity",
}
_NO_QUOTIENT = ", which is no quotient of polynomials"
"""What was refused, and what might be written instead."""
Cut = tuple[int, Polynomial, Polynomial]
"""A variable y, and the numerator and denominator of where it is cut."""


def cover(space: Whole, work: Work, evaluated: Callable[[], None] = lambda: None) -> str | None:
    """A tree of parts that decide the statement on the whole space; None where it is seen not to hold on one.

    It names, separated by blanks, for each part from the first to the last where it is cut in two
    (``b:a+1|2``: the second variable at (a + 1) / 2), or :data:`DONE` or :data:`VOID`.

    Args:
        space: what is cut.
        work: what it costs.
        evaluated: is called once a part is evaluated, or can be cut where it is not.

    Raises:
        NotBoxable: what was refused on a part that cannot be cut.
    """
    stack = [(each, first(each, work), 0) for each in reversed(space.with_signs())]
    tree: list[str] = []
    while stack:
        space, part, depth = stack.pop()
        seen = space.slacks(space.sides, part, strictly=True)
        if seen is not None:
            evaluated()
            slacks, active = seen
            if any(slack.jumps for slack in slacks):
                return None
            part.undecided = next((v.top for v in slacks if not part.is_not_negative(v.top)), None)
            if not active or part.undecided is None:
                tree.append(DONE if active else VOID)
                continue
            if sum(part.undecided.coeffs()) < 0:  # so it is where all variables are 1
                return None
        cut = None if part.undecided is None or depth == _DEEPEST else _cut(part)
        if seen is None and cut is None:
            raise NotBoxable(obstacle(part.why))
        evaluated()
        if cut is None or len(tree) + len(stack) > 2 * MOST_PARTS:
            return None
        tree.append(text(cut))
        stack += [(space, half, depth + 1) for half in reversed(halves(part, cut))]
    return " ".join(tree)


def obstacle(why: str) -> str:
    """What stops a method, from what was refused; nothing if nothing is known of it."""
    if why.endswith(_NO_QUOTIENT):
        name = why.removesuffix(_NO_QUOTIENT)
        return f"{name} is no quotient of polynomials: let its value be a quantity with known bounds"
    return _OBSTACLES.get(why, why and f"it stops at {why}")


def first(space: Whole, work: Work) -> Orthant:
    """The whole space."""
    forms, free = [], set()
    for i, ((low, high), y) in enumerate(zip(space.sides, VARIABLES, strict=False)):
        ends = isinf(low), isinf(high)
        if all(ends):
            free.add(i)
            forms.append((y, ONE))
        elif any(ends):
            forms.append((constant(low) + y if ends[1] else constant(high) - y, ONE))
        else:
            forms.append((constant(low) + constant(high) * y, ONE + y))
    for row in space.shares:  # what sums to 1 is in the ratio of numbers that are not negative
        total = sum((VARIABLES[i] for i in row), ZERO)
        forms[row.start : row.stop] = [reduced(VARIABLES[i], total, Orthant(Quotient)) for i in row]
    nonzero, finite = space.inside
    return Orthant(
        Quotient, work.spend, forms=tuple(forms), free=frozenset(free), nonzero=nonzero, finite=finite
    )


def _cut(part: Orthant) -> Cut | None:
    """Where to cut for the sign of what is undecided; None where no cut is known."""
    _, factors = part.undecided.factor()
    open_ones = [
        factor
        for factor, times in sorted(factors, key=lambda pair: len(pair[0]))
        if times % 2 and not any(part.is_not_negative(sign * factor) for sign in (1, -1))
    ]
    for factor in open_ones:
        if found := list(solutions(part, factor)):
            return min(found, key=lambda cut: (len(cut[1]) + len(cut[2]), cut[0] not in part.free, cut[0]))
    for factor in open_ones:
        degrees = factor.degrees()
        if met := [i for i in sorted(part.free) if degrees[i]]:
            return met[0], ZERO, ONE
        if (cut := _between(factor)) is not None:
            return cut
    return None


def solutions(part: Orthant, p: Polynomial) -> Iterator[Cut]:
    """Where a polynomial vanishes, for each variable in which it is linear with a coefficient of one sign."""
    degrees = p.degrees()
    for i in (i for i, degree in enumerate(degrees) if degree == 1):
        parts = coefficients(p, i)
        a, b = parts[1], -parts.get(0, ZERO)
        a, b = (a, b) if a.leading_coefficient() > 0 else (-a, -b)
        fit = [a] if i in part.free else [a, b]
        if all(_is_positive(part, q) for q in fit):
            yield i, b, a


def _is_positive(part: Orthant, p: Polynomial) -> bool:
    degrees = p.degrees()
    return not p.is_zero() and part.is_plain(p) and not any(degrees[i] for i in part.free)


def _between(p: Polynomial) -> Cut | None:
    """A cut at 1, or at another variable: of the two, most terms with unlike signs differ by these."""
    differences: Counter[tuple[int, ...]] = Counter()
    terms = list(p.terms())
    for below in (m for m, c in terms if c < 0):
        for above in (m for m, c in terms if c > 0):
            powers = [a - b for a, b in zip(below, above, strict=True)]
            which = tuple(i for i, power in enumerate(powers) if power)
            if len(which) == 1 or (len(which) == 2 and powers[which[0]] * powers[which[1]] < 0):
                differences[which] += 1
    if not differences:
        return None
    chosen, *others = max(sorted(differences), key=lambda which: differences[which])
    return chosen, VARIABLES[others[0]] if others else ONE, ONE


def halves(part: Orthant, cut: Cut) -> list[Orthant]:
    """The two parts of a cut."""
    i, b, a = cut
    y = VARIABLES[i]
    free = part.free - {i}
    if i in part.free:
        values = [(b + y, a), (b - y, a)]
    else:
        values = [(b + a * y, a), (b * y, a * (ONE + y))]
    nonzero, finite = part.nonzero - {i}, part.finite - {i}  # where it is cut is a point of the space
    fresh = replace(part, free=free, nonzero=nonzero, finite=finite, undecided=None, joined=(), asked=False)
    return [
        replace(fresh, forms=tuple(_substituted(form, i, value, fresh) for form in part.forms))
        for value in values
    ]


def _substituted(form: Form, i: int, value: Form, part: Orthant) -> Form:
    """A quotient with another one in the place of a variable."""
    top, bottom = (coefficients(p, i) for p in form)
    most = max(*top, *bottom, 0)
    powers = [value[0] ** k * value[1] ** (most - k) for k in range(most + 1)]
    made = [sum((p * powers[k] for k, p in side.items()), ZERO) for side in (top, bottom)]
    return reduced(made[0], made[1], part)


def text(cut: Cut) -> str:
    """As a tree names a cut."""
    i, b, a = cut
    return f"{chr(ord('a') + i)}:{_written(b)}|{_written(a)}"


def _written(p: Polynomial) -> str:
    """As ``3/2*a^2*b-c``."""
    return str(p).replace(" ", "")
