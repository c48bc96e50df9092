"""Identities: a polynomial, times a positive one, as a sum of squares times what is not negative.

A variable that is not negative is the square of one that may have either sign: then no sign is left but of
what is *known*. Squares are sought among monomials that may occur (inside half of the Newton polytope, or of
no larger degree where roots are carried out or something is known), sorted by the symmetries of the
polynomial: a change of signs that it does not see splits its matrix (Gatermann and Parrilo 2004). The
multipliers that are tried are 1, products of roots, and the sum of all squares (Reznick 1995).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import flint
import numpy as np

from lemmata.prove.quotient import CONTEXT, MOST_VARIABLES, ONE, VARIABLES, ZERO, Polynomial
from lemmata.prove.squares_linear import products
from lemmata.prove.squares_program import Found, Gram, Monomial, Terms, solved
from lemmata.prove.squares_variables import WAVES, Extended
from lemmata.records.certificate import Identity, Squares

_MOST_TERMS, _MOST_DEGREE, _MOST_ROWS, _MOST_ENTRIES, _LARGEST = 400, 24, 700, 5000, 45
"""What is larger is not tried: terms of a polynomial, its degree, equations, entries, rows of a matrix."""
_MOST_CHARACTERS = 2**13
"""Of a polynomial: the checker reads no longer ones."""
_MOST_CANDIDATES = 4000
_MOST_FACTS, _MOST_TOGETHER, _MOST_SIZES = 24, 8, 4
"""Facts of which one is a factor of a square, of which several are, and variables of a multiplier."""
_POINTS, _FEW, _MOST_SIMPLE = 512, 3, 6
_DIRECTIONS = 400


def identity(part: Extended, p: Polynomial, *, exponential: bool = False) -> Identity | None:
    """Why a polynomial is nowhere negative on a part; None where it is not seen.

    Hypotheses are used if it is not seen without. That something is above 0 is so around each point at which it
    is; of what is not below 0 no more may be known than of single points, and a positive factor has to be so
    at each of these.
    """
    if is_too_large(p):
        return None
    strictly, all_of = part.supposing(strict=True), part.supposing(strict=False)
    tries = [(part, False)]
    tries += [(strictly, False)] if strictly is not part else []
    tries += [(all_of, True)] if len(all_of.known) > len(strictly.known) else []
    for here, everywhere in tries:
        found = _identity(here, p, exponential=exponential, everywhere=everywhere)
        if found is not None and _longest(found) <= _MOST_CHARACTERS:
            return found
    return None


def is_too_large(p: Polynomial) -> bool:
    """Whether a polynomial is not looked at."""
    return len(p) > _MOST_TERMS or p.total_degree() > _MOST_DEGREE


def _longest(found: Identity) -> int:
    """The characters of its longest polynomial."""
    of_squares = (text for each in found.squares for text in (each.factor, *each.known, *each.basis))
    return max(map(len, (found.multiplier, *of_squares)))


def _identity(part: Extended, p: Polynomial, *, exponential: bool, everywhere: bool) -> Identity | None:
    """With what is known.

    Args:
        part: where.
        p: what is not negative.
        exponential: whether that is an exponential less 1.
        everywhere: whether the positive factor has to be so at each point.
    """
    if is_somewhere_negative(part, p):
        return None
    assumed = part.assumed()
    part, p = _by_powers(part, p)
    multiplier, rest = (ONE, p) if everywhere else _without_roots(part, p)
    square, plain, core = _split(part, rest)
    facts, may_vanish = tuple(part.facts()), part.of_name("log") | part.of_name("ramp")
    near = tuple(q for q in facts if variables(q) <= variables(core))
    tries: list[tuple[Polynomial, tuple[Polynomial, ...], int]]
    if everywhere:
        positive = _product(variables(core) & part.nonzero - may_vanish)
        tries = [(ONE, near, 1), (ONE, facts, 1), (positive, facts, 1), (ONE, facts, 2)]
        tries += [(_one_and_squares(part, core), facts, 1)]
    else:
        tries = [(factor, (), 0) for factor in _multipliers(part, core)]
        tries[1:1] = [(ONE, near, 1)] if near else []
        tries += [(ONE, near, 2)] if len(near) > 1 else []
        tries += [(ONE, facts, 2)] if len(facts) > len(near) else []
        spoken = variables(core).union(*map(variables, facts))
        tries += [(_product(spoken - part.free - may_vanish), facts, 1)] if facts else []
    for factor, known, together in tries:
        squares = _squares(part, part.normal(factor * core), known, together, even=everywhere)
        if squares is not None:
            return Identity(
                multiplier=written(multiplier * factor),
                exponential=exponential,
                assumed=assumed,
                squares=tuple(
                    Squares(
                        factor=written(outer * plain),
                        known=tuple(map(written, known)),
                        basis=tuple(written(b * square) for b in basis),
                        gram=gram,
                    )
                    for outer, known, basis, gram in squares
                ),
            )
    return None


def of_products(part: Extended, p: Polynomial) -> Identity | None:
    """Why a polynomial is nowhere negative, by products of what is known alone."""
    if is_too_large(p):
        return None
    supposing = part.supposing(strict=False)
    for here in (part, supposing) if supposing is not part else (part,):
        found = _of_products(here, p)
        if found is not None and _longest(found) <= _MOST_CHARACTERS:
            return found
    return None


def _of_products(part: Extended, p: Polynomial) -> Identity | None:
    if p.is_zero() or is_somewhere_negative(part, p):
        return None
    facts = (*part.facts(), *part.decided, *part.compared())
    squares = products(part, p, facts)
    if squares is None:
        return None
    return Identity(
        multiplier="1",
        exponential=False,
        assumed=part.assumed(),
        squares=tuple(
            Squares(
                factor=written(outer),
                known=tuple(map(written, known)),
                basis=tuple(map(written, basis)),
                gram=gram,
            )
            for outer, known, basis, gram in squares
        ),
    )


def written(p: Polynomial) -> str:
    """As ``3/2*a^2*b-c``."""
    return str(p).replace(" ", "")


# -- what goes before ------------------------------------------------------------------------------------


def _by_powers(part: Extended, p: Polynomial) -> tuple[Extended, Polynomial]:
    """With v^n in the place of each variable of which a root v is taken by itself."""
    for i, further in enumerate(part.made, len(part.forms)):
        if further.name != "root" or further.top not in VARIABLES:
            continue
        powers = [VARIABLES[i] ** further.n if v == further.top else v for v in VARIABLES]

        def put(q: Polynomial, powers: list[Polynomial] = powers) -> Polynomial:
            return q.compose(*powers, ctx=CONTEXT)

        made = [f._replace(top=put(f.top), bottom=put(f.bottom)) for f in part.made]
        made[i - len(part.forms)] = further._replace(name="itself")
        part, p = replace(part, made=tuple(made), known=tuple(map(put, part.known))), put(p)
    return part, p


def _without_roots(part: Extended, p: Polynomial) -> tuple[Polynomial, Polynomial]:
    """A multiplier ``A + B v`` for each root v in ``A - B v``, if it has no minus signs, and the product."""
    multiplier, changed = ONE, True
    while changed:
        changed = False
        for i in reversed(range(len(part.forms), len(part.forms) + len(part.made))):
            further, degree = part.made[i - len(part.forms)], p.degrees()[i]
            if further.name != "root" or further.n != 2 or degree != 1:
                continue
            flipped = p.compose(*(-v if k == i else v for k, v in enumerate(VARIABLES)), ctx=CONTEXT)
            # Several roots that are subtracted go together, but that may leave products of these.
            others = (flipped,) if multiplier != ONE else (flipped, _without_signs(p))
            other = next(filter(part.is_plain, others), None)
            if other is None or (other * p).total_degree() > _MOST_DEGREE:
                continue
            if len(squared := part.normal(other * p)) <= _MOST_TERMS:
                multiplier, p, changed = multiplier * other, squared, True
    return multiplier, p


def _without_signs(p: Polynomial) -> Polynomial:
    """What is subtracted is added."""
    return CONTEXT.from_dict({m: abs(c) for m, c in p.terms()})


def _split(part: Extended, p: Polynomial) -> tuple[Polynomial, Polynomial, Polynomial]:
    """A polynomial as a square, times one without minus signs, times the rest."""
    square = plain = ONE
    if p.is_zero():
        return ONE, ONE, p
    unit, factors = p.factor()
    rest = CONTEXT.constant(unit)
    for q, times in factors:
        square *= q ** (times // 2)
        if times % 2 and part.is_plain(q):
            plain *= q
        elif times % 2:
            rest *= q
    return square, plain, rest


def _multipliers(part: Extended, p: Polynomial) -> Iterator[Polynomial]:
    yield ONE
    if p.is_zero():
        return
    degrees, count = p.degrees(), len(part.forms)
    roots = [
        i for i in range(count, count + len(part.made)) if degrees[i] and part.made[i - count].name == "root"
    ]
    if roots:
        found = ONE
        for i in roots:
            found *= VARIABLES[i]
        yield found
    weights = _weights(part)
    sizes = {_weight(m, weights) for m in _terms(p)}
    total = _one_and_squares(part, p)
    if not total.is_constant():
        yield total if len(sizes) > 1 else total - ONE


def _one_and_squares(part: Extended, p: Polynomial) -> Polynomial:
    """The sum of 1 and of the squares of its variables, but for roots."""
    used = sorted(variables(p) - part.of_name("root"))
    return sum((VARIABLES[i] ** (2 if i in part.free else 1) for i in used), ONE)


def _product(some: set[int]) -> Polynomial:
    """Of a few variables: of radii and norms, where inner products are compared."""
    found = ONE
    for i in sorted(some)[:_MOST_SIZES]:
        found *= VARIABLES[i]
    return found


def _terms(p: Polynomial) -> Terms:
    return {tuple(map(int, m)): c for m, c in p.terms()}


def _weights(part: Extended) -> list[Any]:
    """The degree of each variable; of a root that of what it is the root of, by its exponent."""
    found: list[Any] = [flint.fmpq(1)] * MOST_VARIABLES
    for i, further in enumerate(part.made, len(part.forms)):
        if further.name in ("root", "ramp"):
            degree = max(_weight(m, found) for m in _terms(further.top))
            found[i] = degree / further.n if further.name == "root" else degree
    return found


def _weight(m: Monomial, weights: list[Any]) -> Any:
    return sum((w * k for w, k in zip(weights, m, strict=True) if k), flint.fmpq(0))


# -- points ----------------------------------------------------------------------------------------------


def is_somewhere_negative(part: Extended, p: Polynomial) -> bool:
    """Whether it is at one of some points, always the same."""
    points, where = _points(part)
    values, size = _at(p, points)
    return bool((where & (values < -1e-7 * size)).any())


def lowest(part: Extended, p: Polynomial) -> tuple[tuple[Any, ...], Any]:
    """The first of some simple points of a part at which a polynomial is smallest, and its value there.

    No point is given where roots, exponentials or logarithms occur: they have no rational values.
    """
    known = [q for q in part.known if part.of_space(q)]
    used = variables(p).union(*map(variables, known))
    if any(i >= len(part.forms) for i in used) or len(used) > _MOST_SIMPLE:
        return (), flint.fmpq(1)
    best: tuple[tuple[Any, ...], Any] = (), flint.fmpq(1)
    some = [1, 0, -1] if len(used) > _FEW else [1, 0, -1, flint.fmpq(1, 2), 2, flint.fmpq(-1, 2), -2]
    for values in product(*([v for v in some if i in part.free or v >= 0] for i in sorted(used))):
        places = dict(zip(sorted(used), values, strict=True))
        point = tuple(flint.fmpq(places.get(i, 1)) for i in range(MOST_VARIABLES))
        there = all(at(q, point) >= 0 for q in known) and all(at(below, point) for _, below in part.forms)
        if there and at(p, point) < best[1]:
            best = point, at(p, point)
    return best


def at(p: Polynomial, point: tuple[Any, ...]) -> Any:
    """The value of a polynomial."""
    return p(*point)


def _points(part: Extended) -> tuple[Any, Any]:
    """Points of a part, and which of them are such."""
    draws = np.random.default_rng(0)
    points = draws.choice([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0], (_POINTS, MOST_VARIABLES))
    points[: _POINTS // 2] = draws.normal(size=(_POINTS // 2, MOST_VARIABLES)) * 2.0 ** draws.integers(
        -2, 3, (_POINTS // 2, 1)
    )
    for i in range(len(part.forms)):
        if i not in part.free:
            points[:, i] = np.abs(points[:, i])
    with np.errstate(all="ignore"):
        for i, further in enumerate(part.made, len(part.forms)):
            top, bottom = _at(further.top, points)[0], _at(further.bottom, points)[0]
            if further.name in ("root", "itself"):
                points[:, i] = np.maximum(top, 0) ** (1 / further.n)
            elif further.name == "ramp":
                points[:, i] = np.maximum(top, 0)
            elif further.name in WAVES:
                points[:, i] = getattr(np, further.name)(top / bottom)
            else:
                points[:, i] = (
                    np.exp(top / bottom / further.n) if further.name == "exp" else np.log(top / bottom)
                )
        where = np.isfinite(points).all(1)
        for q in part.known:
            where &= _at(q, points)[0] >= 0
    return points, where


def _at(p: Polynomial, points: Any) -> tuple[Any, Any]:
    """The values of a polynomial, and of the sum of the absolute values of its terms."""
    value = size = np.zeros(len(points))
    with np.errstate(all="ignore"):
        for m, c in _terms(p).items():
            term = np.full(len(points), int(c.p) / int(c.q))
            for i, k in enumerate(m):
                if k:
                    term = term * points[:, i] ** k
            value, size = value + term, size + np.abs(term)
    return value, size


# -- squares ---------------------------------------------------------------------------------------------

Sum = tuple[Polynomial, tuple[Polynomial, ...], list[Polynomial], tuple[str, ...]]
"""A factor without minus signs, factors that are known, a basis and the triangle of a matrix."""


def _squares(
    part: Extended, p: Polynomial, facts: tuple[Polynomial, ...], together: int, *, even: bool = False
) -> list[Sum] | None:
    """A polynomial as a sum of squares, times what is not negative; None where none is found.

    Args:
        part: where.
        p: the polynomial.
        facts: what is known not to be negative.
        together: so many of these may be factors of one square.
        even: whether the degree is the next even one, if facts are used.
    """
    if p.is_zero() or part.is_plain(p):
        return [(p, (), [ONE], ("1",))] if not p.is_zero() else []
    blocks = _blocks(part, p, facts, together, even=even)
    if blocks is None:
        return None
    target = _terms(p)
    found = solved(target, [gram for _, _, _, gram in blocks], part.spend)
    if found is None:
        return None
    return [
        (outer, known, *_combined(basis, one))
        for (outer, known, basis, _), one in zip(blocks, found, strict=True)
        if one.basis.ncols()
    ]


def _combined(basis: list[Polynomial], one: Found) -> tuple[list[Polynomial], tuple[str, ...]]:
    size = one.basis.ncols()
    combined = [
        sum((b * one.basis[i, k] for i, b in enumerate(basis) if one.basis[i, k]), ZERO) for k in range(size)
    ]
    return combined, tuple(str(one.matrix[i, j]) for i in range(size) for j in range(i, size))


Block = tuple[Polynomial, tuple[Polynomial, ...], list[Polynomial], Gram]


def _blocks(
    part: Extended, p: Polynomial, facts: tuple[Polynomial, ...], together: int, *, even: bool
) -> list[Block] | None:
    """The matrices that are sought; None where they would be too many, or too large."""
    used, facts = _used(part, p, facts, _MOST_FACTS if together < 2 else _MOST_TOGETHER)
    weights = _weights(part)
    least, most = (f(_weight(m, weights) for m in _terms(p)) for f in (min, max))
    scales = [1 if i in part.free else 2 for i in range(MOST_VARIABLES)]
    carried = part.of_name("root") | part.of_name("ramp")
    rooted = [i for i in used if i in carried]
    known = [some for n in range(together + 1) for some in combinations(facts, n)]
    if together == 1:  # both ends of an interval
        known += [pair for pair in combinations(facts, 2) if (pair[0] + pair[1]).is_constant()]
    if facts:  # what is lowest and highest may cancel
        least, most = flint.fmpq(0), max([most, *(_weight(m, weights) for q in facts for m in _terms(q))])
        most = -2 * (-most / 2).floor() if even else most
    span = _span(part, p, facts, rooted, scales)
    hull = None if rooted or facts else _Hull(p, scales, used)
    blocks: list[Block] = []
    candidates = _candidates(part, used, weights, scales, most, rooted)
    if candidates is None:
        return None
    for factors in known:
        q = ONE
        for factor in factors:
            q = part.normal(q * factor)
        if q.is_zero():
            continue
        heaviest = max(_weight(m, weights) for m in _terms(q))
        lightest = min(_weight(m, weights) for m in _terms(q))
        classes: dict[Monomial, list[Monomial]] = {}
        for z, weight in candidates:
            if weight * 2 + heaviest > most or weight * 2 + lightest < least:
                continue
            if hull is not None and not hull.holds(z):
                continue
            classes.setdefault(_class(z, span), []).append(z)
        for members in classes.values():
            parity = tuple(k % 2 if scales[i] == 2 else 0 for i, k in enumerate(members[0]))
            outer = _monomial(parity)
            basis = [
                _monomial(tuple((k - e) // s for k, e, s in zip(z, parity, scales, strict=True)))
                for z in members
            ]
            blocks.append((outer, factors, basis, Gram(0, {})))
    return _with_products(part, p, blocks)


def _with_products(part: Extended, p: Polynomial, blocks: list[Block]) -> list[Block] | None:
    """With what each entry is multiplied by, without rows whose entries have to be 0."""
    if sum(len(basis) * (len(basis) + 1) // 2 for _, _, basis, _ in blocks) > 4 * _MOST_ENTRIES:
        return None
    tables: list[dict[tuple[int, int], Terms]] = []
    for outer, factors, basis, _ in blocks:
        whole = outer
        for q in factors:
            whole = part.normal(whole * q)
        table = {}
        for j, b in enumerate(basis):
            inner = whole * b
            for i in range(j + 1):
                table[i, j] = _terms(part.normal(inner * basis[i]))
        part.spend(len(table))
        tables.append(table)
    support = set(_terms(p))
    alive = [set(range(len(basis))) for _, _, basis, _ in blocks]
    while True:
        # A monomial that only squares have, all with one sign, has to vanish: so have these squares.
        signs: dict[Monomial, set[int]] = {}
        for table, rows in zip(tables, alive, strict=True):
            for (i, j), terms in table.items():
                if i in rows and j in rows:
                    for m, c in terms.items():
                        signs.setdefault(m, set()).add(0 if i != j else 1 if c > 0 else -1)
        empty = {m for m, met in signs.items() if m not in support and len(met) == 1 and 0 not in met}
        gone = [
            {i for i in rows if not table[i, i] or not empty.isdisjoint(table[i, i])}  # or it is 0
            for table, rows in zip(tables, alive, strict=True)
        ]
        if not any(gone):
            break
        for rows, dead in zip(alive, gone, strict=True):
            rows -= dead
    found: list[Block] = []
    for (outer, factors, basis, _), table, rows in zip(blocks, tables, alive, strict=True):
        if not rows:
            continue
        place = {i: k for k, i in enumerate(sorted(rows))}
        products = {(place[i], place[j]): t for (i, j), t in table.items() if i in place and j in place}
        found.append((outer, factors, [basis[i] for i in place], Gram(len(place), products)))
    entries = sum(len(gram.products) for *_, gram in found)
    monomials = {m for *_, gram in found for terms in gram.products.values() for m in terms}
    too_large = any(gram.size > _LARGEST for *_, gram in found) or len(monomials) > _MOST_ROWS
    return None if too_large or entries > _MOST_ENTRIES or not support <= monomials else found


def _used(
    part: Extended, p: Polynomial, facts: tuple[Polynomial, ...], most: int
) -> tuple[list[int], tuple[Polynomial, ...]]:
    """The variables of a polynomial and of what its roots are taken of; facts that speak of such."""
    used = variables(p)
    known: list[Polynomial] = []
    spoken = set[int]().union(*map(variables, facts))
    for _ in range(2):  # what is known of these may bring in others
        for i, further in reversed([*enumerate(part.made, len(part.forms))]):
            if further.name == "root":
                of = variables(further.top)
                used |= {i} if i in spoken and of & used else set()
                used |= of if i in used else set()
        known = [q for q in facts if variables(q) & used][:most]
        used = used.union(*map(variables, known))
    return sorted(used), tuple(known)


def variables(p: Polynomial) -> set[int]:
    """The places of those that occur."""
    return {i for i, degree in enumerate(p.degrees()) if degree}


def _candidates(
    part: Extended, used: list[int], weights: list[Any], scales: list[int], most: Any, rooted: list[int]
) -> list[tuple[Monomial, Any]] | None:
    """Monomials whose squares have no larger weight, in variables whose squares are those of the polynomial."""
    found: list[tuple[Monomial, Any]] = [((0,) * MOST_VARIABLES, flint.fmpq(0))]
    for i in used:
        step = weights[i] / scales[i]
        highest = scales[i] * (part.made[i - len(part.forms)].n - 1) if i in rooted else _MOST_DEGREE
        more = []
        for z, weight in found:
            for k in range(1, highest + 1):
                if 2 * (weight + k * step) > most:
                    break
                more.append(((*z[:i], k, *z[i + 1 :]), weight + k * step))
        found += more
        if len(found) > _MOST_CANDIDATES:
            return None
    return found


class _Hull:
    """What surely holds the Newton polytope of a polynomial: it is seen from many directions."""

    def __init__(self, p: Polynomial, scales: list[int], used: list[int]) -> None:
        self.used = used
        vertices = np.array([[m[i] * scales[i] for i in used] for m in _terms(p)], dtype=np.int64)
        n = len(used)
        few = (
            list(product((-1, 0, 1), repeat=n)) if n <= 4 else [*map(tuple, np.vstack([np.eye(n), -np.eye(n)]))]
        )
        draws = np.random.default_rng(0).integers(-4, 5, (_DIRECTIONS, n))
        self.directions = np.vstack([np.array(few), np.ones((1, n)), -np.ones((1, n)), draws]).astype(np.int64)
        self.ends = (self.directions @ vertices.T).max(1)

    def holds(self, z: Monomial) -> bool:
        """Whether the square of a monomial is in it."""
        return bool((self.directions @ np.array([2 * z[i] for i in self.used]) <= self.ends).all())


def _span(
    part: Extended, p: Polynomial, facts: tuple[Polynomial, ...], rooted: list[int], scales: list[int]
) -> list[Monomial]:
    """Exponents modulo 2 of what no change of signs may alter, reduced: each begins where no other does."""
    exponents = [m for q in (p, *facts) for m in _terms(q)]
    exponents += [m for i in rooted for m in _terms(part.made[i - len(part.forms)].top)]
    found: list[Monomial] = []
    for m in exponents:
        odd = _class(tuple(k * s for k, s in zip(m, scales, strict=True)), found)
        if any(odd):
            found = [_class(other, [odd]) for other in found] + [odd]
    return found


def _class(z: Monomial, span: list[Monomial]) -> Monomial:
    """A monomial modulo squares and these: two of one class are seen alike by all changes of signs."""
    odd = tuple(k % 2 for k in z)
    for row in span:
        if odd[row.index(1)]:
            odd = tuple(a ^ b for a, b in zip(odd, row, strict=True))
    return odd


def _monomial(powers: Monomial) -> Polynomial:
    return CONTEXT.from_dict({powers: 1})
