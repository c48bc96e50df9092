"""Proofs by squares: right minus left is a sum of squares, times what is not negative.

The space of a statement is an orthant, as for signs (:mod:`lemmata.prove.signs`), with further variables for
roots, exponentials and logarithms (:mod:`lemmata.prove.squares_variables`). Where the larger of two numbers
is taken, or a sign, and it is not known which, the space is cut in two where they meet, or the two cases are
looked at; where that does not do, the larger of two is a further variable, unless an identity says which it is.
In each part the numerator of right minus left has to have an identity
(:mod:`lemmata.prove.squares_identity`).

An interval is the orthant of one variable, and so a product of intervals; or else a half line, or the whole
line, of which the ends of the interval are known (Putinar 1993), as of a ball what its radius says. Ends may be
computed from other quantities. What a statement supposes (``Margin.given``) is known, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from math import inf, isinf, prod
from typing import Any

from lemmata.claims.domains.arrays import in_ball, sparse
from lemmata.claims.placeholders import is_unread
from lemmata.numbers import enclosure
from lemmata.numbers.arithmetic import using
from lemmata.numbers.enclosure import Undecided
from lemmata.numbers.exact import Exact
from lemmata.prove.boxes import DEPENDS, DONE, VOID, NotBoxable, Quantity, Whole
from lemmata.prove.quotient import ONE, VARIABLES, ZERO, Polynomial, Quotient, coefficients, constant
from lemmata.prove.signs import Cut, first, halves, obstacle, solutions, text
from lemmata.prove.squares_identity import at, identity, is_too_large, lowest, of_products, variables, written
from lemmata.prove.squares_program import is_there
from lemmata.prove.squares_variables import MOST_PARTS, Extended
from lemmata.records.certificate import Identity
from lemmata.records.notation import identifier
from lemmata.search.work import Work

CASE, LEMMA, RAMPS, SQUARES = "?", "!", "+", "s"
"""In a tree: two cases, of a polynomial not negative, and not positive; a polynomial that is not negative, as
an identity says; that there are ramps from here on; a part that identities decide."""
_MOST_PARTS = 16
_DEEPEST, _MOST_HALVED = 10, 5
_FOR_EVALUATIONS = 16
"""The part of the work in which the check may be evaluated on parts of the space; others go to identities."""
_SHORT = 16
"""Terms of what identities are asked of before there are cases."""
_FEWER_CASES = "state it of one unit or coordinate, or suppose which of two numbers is larger (`given`)"
MEET, _AT = "both sides meet", " at "
"""Where a reason names a point."""
_CHOICES = "the larger of two", "a sign"
"""Where one of two is taken, each of them may be looked at."""
_OF_A_ROOT = "the root of what may be negative"
_UNSEEN = ("a denominator that may vanish", _OF_A_ROOT, "the logarithm of what may not be positive")
"""Of what more is known here, or at least where it is not so."""
BEYOND_SIGNS = (
    DEPENDS,
    *map(obstacle, (*_CHOICES, *_UNSEEN)),
    *(
        obstacle(f"the function {name}, which is no quotient of polynomials")
        for name in ("sqrt", "exp", "log", "sin", "cos")
    ),
)
"""What stops signs, and not squares."""


def cover(space: Whole, work: Work) -> tuple[Whole, str, tuple[Identity, ...], int]:
    """A tree of parts, with the identities that decide the statement on them.

    Returns:
        the space that they cover, which may be larger; the tree; its identities; over how many exponentials are
        taken of monomials.

    Raises:
        NotBoxable: says what it stuck at.
    """
    if not is_there():
        raise NotBoxable("squares need clarabel, which is not installed: pip install clarabel")
    reasons = []
    for wider in _spaces(space):
        parts, ramps = 1, 0
        while parts:
            tree = list[str]()
            try:
                identities = _parts(space, wider, parts, work, tree, ramps=ramps)
                return wider, " ".join(tree), identities, parts
            except _Stuck as stuck:
                reasons.append(str(stuck))
                if tree and ramps < 2:
                    ramps += 1
                    continue
                if isinstance(stuck, _TooMuch):
                    raise NotBoxable(str(stuck)) from None
                parts, ramps = stuck.wanted if parts < stuck.wanted <= MOST_PARTS else 0, 0
    raise NotBoxable(next((why for why in reasons if _AT in why), reasons[-1]))


class _Stuck(Exception):
    """What is not decided; over how many parts of monomials exponentials might be taken instead."""

    def __init__(self, why: str, wanted: int = 1) -> None:
        super().__init__(why)
        self.wanted = wanted


class _TooMuch(_Stuck):
    """Cases: no wider space, and no other parts of monomials, would take less."""


def _spaces(space: Whole) -> Iterator[Whole]:
    """The space, and the one whose intervals are half lines or lines; of balls that one first."""
    wider = replace(space, quantities=tuple(_wider(q) for q in space.quantities))
    both = [space, wider] if all(q.radius is None for q in space.quantities) else [wider, space]
    yield from both if wider.sides != space.sides else both[:1]


def _wider(q: Quantity) -> Quantity:
    if q.low == q.high or isinf(q.low) or isinf(q.high) or q.kind == "simplex":
        return q
    return replace(q, low=q.low, high=inf) if q.low >= 0 else replace(q, low=-inf, high=inf, above=False)


def _whole(space: Whole, wider: Whole, parts: int, work: Work) -> Extended:
    """The wider space, with what is known of the narrower one."""
    orthant = first(wider, work)
    shares, sides = {i for row in wider.shares for i in row}, enumerate(wider.sides)
    known: list[Polynomial] = []
    rest = iter(zip(space.sides, wider.sides, orthant.forms, strict=True))
    for q in space.quantities:
        entries = [*islice(rest, prod(q.shape))]
        plain = [(narrow, wide, top) for narrow, wide, (top, bottom) in entries if bottom == ONE]
        if q.low >= q.high:
            continue
        known += [top - constant(narrow[0]) for narrow, wide, top in plain if wide[0] < narrow[0]]
        known += [constant(narrow[1]) - top for narrow, wide, top in plain if wide[1] > narrow[1]]
        if q.radius is not None and q.shape and len(plain) == len(entries):
            tops = [top for *_, top in plain]
            n = q.shape[-1]
            rows = [tops[i : i + n] for i in range(0, len(tops), n)]
            known += [constant(q.radius) ** 2 - sum(x * x for x in row) for row in rows]
    whole = Extended(
        Quotient,
        work.spend,
        forms=orthant.forms,
        free=orthant.free,
        nonzero=orthant.nonzero,
        finite=orthant.finite,
        parts=parts,
        known=tuple(known),
        closed=all(isinf(low) or isinf(high) or low == high or i in shares for i, (low, high) in sides),
    )
    if any(q.depends or q.kind == "sparse" for q in space.quantities):
        with enclosure.on(whole), using("enclosure"):
            values = space.entries(wider.sides, whole)
            for name, domain in space.computed(values).items():
                whole.known += tuple(_between(whole, domain, values[name]))
    return whole


def _between(part: Extended, domain: Any, x: Exact) -> Iterator[Polynomial]:
    """What is not negative since a quantity lies between ends that are computed.

    Raises:
        NotBoxable: it is not seen that these ends are apart from each other, but on borders: where a space has
            no inner points nothing would be said of what is continuous.
    """
    is_sparse = isinstance(domain, sparse)
    stated = (-domain.bound, domain.bound) if is_sparse else domain.stated
    low, high = (
        end.number.values.item() if is_unread(end) else Quotient.of(Fraction(end), Fraction(end))
        for end in stated
    )
    width = (high - low).top
    if width.is_zero() or not part.is_plain(width):
        raise NotBoxable("of a quantity whose range depends on another one it is not seen that its ends differ")
    entries = [*x.values.flat]
    rows = x.values.reshape(-1, x.shape[-1]).tolist() if x.ndim else [entries]
    if is_sparse:  # the sum of absolute values is at most the bound
        found = [
            high - sum(s * v for s, v in zip(signs, entries, strict=True)) for signs in _signs(len(entries))
        ]
    elif isinstance(domain, in_ball):
        found = [high**2 - sum(v**2 for v in row) for row in rows]
    else:
        found = [v - low for v in entries if is_unread(stated[0])]
        found += [high - v for v in entries if is_unread(stated[1])]
    yield from (q.top for q in found)


def _signs(n: int) -> Iterator[tuple[int, ...]]:
    return product((1, -1), repeat=n)


def _parts(
    space: Whole, wider: Whole, parts: int, work: Work, tree: list[str], *, ramps: int
) -> tuple[Identity, ...]:
    """Fills a tree, and returns its identities.

    ``ramps`` is 1 where there are ramps, and 2 where a few of these may be taken in two cases.

    Raises:
        _Stuck: a part is not decided.
    """
    firsts = zip(space.with_signs(), wider.with_signs(), strict=True)
    stack = [(outer, _whole(inner, outer, parts, work), 0) for inner, outer in firsts][::-1]
    identities = list[Identity]()
    left = work.limit // (2 if ramps else _FOR_EVALUATIONS)  # with ramps there are few cases
    while stack:
        space, part, depth = stack.pop()
        if ramps and not part.ramps:
            tree.append(RAMPS)
            part.ramps = True
        here, before = replace(part), work.done
        seen = space.slacks(space.sides, part, strictly=True)
        left -= work.done - before if tree else 0
        if left < 0:
            raise _TooMuch(f"its cases of signs take too much work: {_FEWER_CASES}")
        if lemmas := [*_lemmas(here, part)]:
            tree += [f"{LEMMA}{len(identities) + k}:{written(p)}" for k, (p, _) in enumerate(lemmas)]
            identities += [why for _, why in lemmas]
            decided = (*here.decided, *(p for p, _ in lemmas))
            stack.append((space, replace(here, decided=decided), depth))
            continue
        if seen is None and (found := _seen_after_all(part)) is not None:
            p, identity_of_p = found
            tree.append(f"{LEMMA}{len(identities)}:{written(p)}")
            identities.append(identity_of_p)
            fresh = replace(part, decided=(*part.decided, p), undecided=None, asked=False, why="")
            stack.append((space, fresh, depth))
            continue
        if seen is None:
            word, cases = _cases(space, part)
            if depth == _DEEPEST or len(tree) + len(stack) > 2 * _MOST_PARTS:
                raise _TooMuch(f"it has more than {_MOST_PARTS} cases of signs: {_FEWER_CASES}")
            tree.append(word)
            stack += [(space, case, depth + 1) for case in reversed(cases)]
            continue
        slacks, active = seen
        if active and any(slack.jumps for slack in slacks):
            raise _Stuck(obstacle("a sign that jumps"))
        numbers, again, count = list[str](), None, len(identities)
        for slack in slacks if active else ():
            if part.is_not_negative(slack.top):
                numbers.append("")
                continue
            why = of_products(part, slack.top)
            if why is None and ramps == 2 and depth < _MOST_HALVED:
                again = _halved(part, slack.top)
            if again is not None:
                break
            identities.append(why or _decided(space, part, slack))
            numbers.append(str(len(identities) - 1))
        if again is not None:
            del identities[count:]
            tree.append(again[0])
            stack += [(space, case, depth + 1) for case in reversed(again[1])]
            continue
        tree.append(VOID if not active else f"{SQUARES}{','.join(numbers)}" if any(numbers) else DONE)
    return tuple(identities)


def _halved(part: Extended, p: Polynomial) -> tuple[str, list[Extended]] | None:
    """Two cases of a ramp of a polynomial, first of one that is subtracted: it is what it is taken of, or 0."""
    places = sorted(variables(p) & part.of_name("ramp"))
    places.sort(key=lambda i: not part.is_plain(-coefficients(p, i)[1]))
    tops = [part.made[i - len(part.forms)].top for i in places]
    q = next((q for q in tops if q not in part.known and -q not in part.known), None)
    return (f"{CASE}{written(q)}", [part.case(q), part.case(-q)]) if q is not None else None


def _lemmas(here: Extended, part: Extended) -> Iterator[tuple[Polynomial, Identity]]:
    """Of ramps that an evaluation has made what is inside, or its negative; of what a root is taken of itself.

    Args:
        here: the part before it was evaluated.
        part: and after that.
    """
    asked = [sign * f.top for f in part.made if f.name == "ramp" and f not in here.made for sign in (1, -1)]
    if part.undecided is not None and part.why == _OF_A_ROOT:
        asked.append(part.undecided)
    for p in asked:
        if variables(p) <= {*range(len(here.forms) + len(here.made))}:
            near = tuple(q for q in here.known if variables(q) <= variables(p))
            if (found := identity(replace(here, known=near), p)) is not None:
                yield p, found


def _seen_after_all(part: Extended) -> tuple[Polynomial, Identity] | None:
    """A factor of what is undecided that is of one sign, as an identity says, if it speaks of a function."""
    if part.undecided is None or part.why not in _CHOICES:
        return None
    for q in (q for q, times in part.undecided.factor()[1] if times % 2):
        if not part.of_space(q) and len(q) <= _SHORT and not _is_known(part, q):
            for p in (q, -q):
                if (found := identity(replace(part, hypotheses=(), joined=()), p)) is not None:
                    return p, found
    return None


def _is_known(part: Extended, p: Polynomial) -> bool:
    """Whether it is seen to be of one sign."""
    return part.is_not_negative(p) or part.is_not_negative(-p)


def _decided(space: Whole, part: Extended, slack: Quotient) -> Identity:
    """Why right minus left is nowhere negative."""
    before = part.made, part.free, part.nonzero, part.finite
    with enclosure.on(part), suppress(Undecided):
        lifted = part.lifted(slack)
        if lifted is not None and (found := identity(part, lifted, exponential=True)) is not None:
            return found
    part.made, part.free, part.nonzero, part.finite = before
    found = identity(part, slack.top)
    if found is None:
        raise _Stuck(_missed(space, part, slack.top), part.wanted)
    return found


def _missed(space: Whole, part: Extended, p: Polynomial) -> str:
    """What is said of a polynomial that is not seen to be a sum of squares: where it is 0, or below 0."""
    point, value = lowest(part.told(), p)
    if value > 0 or not point:
        size = f"right minus left, of {len(p)} terms and degree {p.total_degree()}, "
        if is_too_large(p):
            return f"{size}is too large for sums of squares: state it of fewer layers or coordinates"
        return f"{size}is not seen to be a sum of squares: state what its proof uses as hypotheses or as claims"
    at = _named(space, part, point)
    if value < 0:
        return (
            f"right minus left is below 0 at {at}, which only a hypothesis can rule out that is not known to "
            "proofs: `.given(...)`, the ends of domains and comparisons that `where` joins by `and` are"
        )
    return f"{MEET}{_AT}{at}, and right minus left is not seen to be a sum of squares"


def _not_positive(space: Whole, part: Extended, p: Polynomial | None) -> str:
    """Where what was refused is not above 0, if that is at one of some simple points."""
    point, value = lowest(part, p) if p is not None else ((), 1)
    if value > 0 or not point:
        return ""
    return f"; it is {'below 0' if value < 0 else '0'}{_AT}{_named(space, part, point)}"


def _named(space: Whole, part: Extended, point: tuple[Any, ...]) -> str:
    """The values of the quantities at a point."""
    found = []
    with enclosure.on(part), using("enclosure"):
        quantities = space.entries(space.sides, part)
    for q in space.quantities:
        entries = [str(at(v.top, point) / at(v.bottom, point)) for v in quantities[q.name].values.flat]
        found.append(f"${identifier(q.name)}$ = " + (f"({', '.join(entries)})" if q.shape else entries[0]))
    return ", ".join(found)


def _cases(space: Whole, part: Extended) -> tuple[str, list[Extended]]:
    """How to go on where a sign is not known: cut where a polynomial vanishes, or in two cases.

    Raises:
        _Stuck: something else was refused.
    """
    p = part.undecided
    for i in (i for i in sorted(part.free) if part.why not in _CHOICES):
        if any(above and top == VARIABLES[i] ** 2 * top.leading_coefficient() for top, _, above in part.joined):
            return text((i, ZERO, ONE)), _halves(part, (i, ZERO, ONE))  # it is not 0, as is supposed
    if p is None or part.why not in _CHOICES:
        raise _Stuck(obstacle(part.why) + _not_positive(space, part, p), part.wanted)
    odd = [q for q, times in p.factor()[1] if times % 2]
    unseen = [q for q in odd if not _is_known(part, q)] or [p]
    if all(map(part.of_space, part.known)):
        cuts = [cut for q in unseen if part.of_space(q) for cut in solutions(part, q)]
        if cuts:
            cut = min(cuts, key=lambda cut: (len(cut[1]) + len(cut[2]), cut[0] not in part.free, cut[0]))
            return text(cut), _halves(part, cut)
    q = min(unseen, key=len)
    return f"{CASE}{written(q)}", [part.case(q), part.case(-q)]


def _halves(part: Extended, cut: Cut) -> list[Extended]:
    """Of a cut. What is known of a part is known of both halves."""
    count = len(part.forms)
    inner = frozenset(range(count))
    bare = replace(
        part,
        forms=(*part.forms, *((q, ONE) for q in part.known)),
        free=part.free & inner,
        nonzero=part.nonzero & inner,
        finite=part.finite & inner,
        known=(),
        decided=(),
        made=(),
        why="",
    )
    both: list[Any] = [*halves(bare, cut)]
    return [
        replace(
            half,
            forms=half.forms[:count],
            known=tuple(top for top, _ in half.forms[count:] if top != 0),
            closed=part.closed and cut[2].is_constant(),
        )
        for half in both
    ]
