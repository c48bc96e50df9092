"""Statements whose truth is known, for testing the hunt itself and for measuring its power.

``falsehoods`` are declared to be refuted and ``truths`` to hold. ``hidden`` ones are false but
declared to hold, as a paper's author would, and each is out of reach for all stages of the hunt but
one or two; a control beside it, of the same form and as near to equality, is true.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torch import Tensor

from lemmata import (
    Claim,
    ForAll,
    Margin,
    Paper,
    Probability,
    at_most,
    box,
    dims,
    dyadics,
    equal,
    reals,
    scales,
    signs,
    symmetric,
)
from lemmata.claims.space import Space, space
from lemmata.numbers import abs, concat, constant, max, maximum, minimum, norm, relu, sign, sqrt, sum

PAPER = Paper("planted", "Planted statements", "Nobody", 2026, "planted", "benchmarks")


@dataclass(frozen=True)
class Size:
    """The length of the vectors."""

    d: int


@dataclass(frozen=True)
class Chance:
    """The number of coins."""

    n: int


sizes = space(Size, d=dims(1, 6))
vectors: Callable[[Any], Space] = lambda s: space(x=reals(s.d), y=reals(s.d))  # noqa: E731
falsehoods: dict[str, Claim] = {}
truths: dict[str, Claim] = {}


def _plant(
    name: str,
    check: Callable[..., Margin],
    *,
    true: bool,
    settings: Space = sizes,
    prompts: Any = vectors,
    **options: Any,
) -> Claim:
    failure = options.pop("failure", None)
    kind = ForAll() if failure is None else Probability(failure=failure)
    construction = options.pop("construction", None)
    declaration = PAPER.claim(name, kind=kind, settings=settings, prompts=prompts, **options)
    if construction is not None:
        declaration.construction(construction)
    declaration.printed(
        name, expect="holds" if true else "refuted", defect=None if true else "statement", because="planted"
    )(check)
    (truths if true else falsehoods)[name] = claim = declaration.complete()
    return claim


def falsehood(name: str, check: Callable[..., Margin], **options: Any) -> Claim:
    """Plants a statement that is false and declared to be."""
    return _plant(name, check, true=False, **options)


def truth(name: str, check: Callable[..., Margin], **options: Any) -> Claim:
    """Plants a statement that is true and declared to be."""
    return _plant(name, check, true=True, **options)


def square(x: Any) -> Any:
    """The squared Euclidean norm."""
    return sum(x * x, -1)


def dot(x: Any, y: Any) -> Any:
    """The inner product."""
    return sum(x * y, -1)


falsehood("off by one in a prefix sum", lambda d, x: equal(sum(x[: d - 1], -1), sum(x, -1)))
falsehood("wrong sign", lambda x: equal(relu(x) + relu(-x), x))
falsehood("wrong factor", lambda x, y: at_most(square(x + y), square(x) + square(y)))
falsehood("half a percent off", lambda x, y: at_most(square(x + y) * 200, (square(x) + square(y)) * 399))
falsehood("missing hypothesis: non-negative numbers", lambda x: at_most(sum(sqrt(x * x), -1), sum(x, -1)))
falsehood(
    "wrong order of quantifiers",
    lambda x, tf: equal(tf(x), max(abs(x), -1)),
    construction=lambda s: functools.partial(dot, reals(s.d).seeded(1)),
)
falsehood("false only at the origin of a coordinate", lambda x: equal(sign(x) * sign(x), 1))
falsehood(
    "false only where all entries are equal",
    lambda d, x: at_most(sum(x, -1) * sum(x, -1) + 1, square(x) * d + _apart(x)),
    settings=space(Size, d=dims(2, 4)),
)
falsehood("false only past a size", lambda d: at_most(2 ** (d - 1), 8 + d), prompts=None)
falsehood(
    "false only in four dimensions, near equal entries",
    lambda x: at_most(sum(x, -1) ** 2, 3 * sum(x**2, -1)),
    settings=space(Size, d=dims(1, 4)),
)
falsehood(
    "false only in a corner of the box",
    lambda d, u: at_most(sum(u, -1) * 8, d * 8 - 1),
    prompts=lambda s: space(u=box(s.d, low=-1.0, high=1.0)),
)
falsehood(
    "transposes do not reverse a product",
    lambda A, B: equal((A @ B).mT, A.mT @ B.mT),
    prompts=lambda s: space(A=reals(s.d, s.d), B=reals(s.d, s.d)),
    settings=space(Size, d=dims(1, 3)),
)
falsehood(
    "false only for a large parameter",
    lambda t: at_most(t, sqrt(t) * 300),
    settings=space(
        dataclass(frozen=True)(type("Scale", (), {"__annotations__": {"t": float}})), t=scales(-20, 20)
    ),
    prompts=None,
)
falsehood(
    "fails with twice the stated probability",
    lambda n, e: at_most(sum(e, -1), n - 1),
    settings=space(Chance, n=dims(2, 5)),
    prompts=lambda s: space(e=signs(s.n)),
    failure=lambda s: 0.5 ** (s.n + 1),
)

truth("squares of sums", lambda x, y: at_most(square(x + y), (square(x) + square(y)) * 2))
truth(
    "matrix products associate",
    lambda A, B: equal(A @ (B @ A), (A @ B) @ A),
    prompts=lambda s: space(A=reals(s.d, s.d), B=reals(s.d, s.d)),
)
truth("the triangle inequality", lambda x, y: at_most(norm(x + y), norm(x) + norm(y)))
truth(
    "Cauchy and Schwarz, with equality for parallel vectors",
    lambda x, t: at_most(dot(x, x * t) * dot(x, x * t), square(x) * square(x * t)),
    prompts=lambda s: space(x=reals(s.d), t=reals(1)),
)
truth(
    "cancellation that leaves nothing but rounding",
    lambda x, y: at_most(abs(dot(x, x) + dot(y, y) * 3 - dot(y, y) * 3), square(x)),
)
truth(
    "fails with exactly the stated probability",
    lambda n, e: at_most(sum(e, -1), n - 1),
    settings=space(Chance, n=dims(2, 5)),
    prompts=lambda s: space(e=signs(s.n)),
    failure=lambda s: 0.5**s.n,
)


def _apart(x: Any) -> Any:
    """Zero where all entries are equal, at least 1 where they differ by 1/64 or more."""
    spread = max(x, -1) + max(-x, -1)
    return maximum(spread * 64, spread * spread * 4096)


@dataclass(frozen=True)
class Level:
    """A number between the ends that a claim names."""

    t: float


impossible = PAPER.claim(
    "no instance meets the hypothesis",
    kind=ForAll(),
    settings=space(Level, t=dyadics(-1, 1)),
    prompts=lambda s: space(x=reals(2)),
)
impossible.printed("x", expect="vacuous", defect="vacuous", because="planted")(
    lambda x: at_most(square(x), square(x)).given(-square(x) - 1)
)
rejected = PAPER.claim(
    "no setting meets the hypothesis",
    kind=ForAll(),
    settings=space(Level, t=dyadics(-1, 1), where=lambda s: s.t > 2),
    prompts=None,
)
rejected.printed("t", expect="vacuous", defect="vacuous", because="planted")(lambda t: at_most(t, t))
says_nothing = PAPER.claim(
    "the bound is infinite", kind=ForAll(), settings=space(Level, t=dyadics(0, 1)), prompts=None
)
says_nothing.printed("t", expect="vacuous", defect="vacuous", because="planted")(
    lambda t: at_most(t, 1).trivial_where(1 - t)
)


# -- hidden ones -----------------------------------------------------------------------------------

HAND_PICKED, ADVERSARIAL = "hand-picked settings", "adversarial search"
BATCHES, ASCENT = "batches from the law", "gradient ascent on the violation"


@dataclass(frozen=True)
class Hidden:
    """A false claim declared to hold, and a true one of the same form."""

    claim: Claim
    control: Claim
    where: str
    """Where it fails, in words."""
    stages: tuple[str, ...]
    """The stages that can find it; why the others cannot stands beside it."""


hidden: dict[str, Hidden] = {}


def hide(
    name: str,
    check: Callable[..., Margin],
    control: Callable[..., Margin],
    *stages: str,
    where: str,
    settings: Space = sizes,
    prompts: Any = vectors,
    **options: Any,
) -> None:
    """Plants a falsehood that is declared to hold, and its true control."""
    made = []
    for label, body in ((name, check), (f"{name} (control)", control)):
        claim = PAPER.claim(label, kind=ForAll(), settings=settings, prompts=prompts, **options)
        claim.printed(label)(body)
        made.append(claim.complete())
    hidden[name] = Hidden(made[0], made[1], where, stages)


# Thin sets. Explicit draws are multiples of 1/8 up to 4, batches of 1/64 up to 36 (the law's normal
# numbers end at 8.6 times 4): no draw comes near enough, and what does is not drawn.


def golden(x: Any, y: Any) -> Any:
    """x^2 - xy - y^2: a non-zero whole number for whole numbers that are not both zero."""
    return sum(x * x - x * y - y * y, -1)


NARROW = 2**24
"""Above x^2 + y^2 for whole numbers up to 64 * 36."""
hide(
    "false only within 3e-8 of an irrational line",
    lambda x, y: at_most((square(x) + square(y)) ** 2, golden(x, y) ** 2 * NARROW**2),
    lambda x, y: at_most(
        (square(x) + square(y)) ** 2, golden(x, y) ** 2 * NARROW**2 + (square(x) + square(y)) ** 2
    ),
    ASCENT,
    where="thin set",
    settings=space(Size, d=dims(1, 1)),
)


def thirds(x: Any) -> Any:
    """The squared distance of 3x from (1, -1, 1, ...): at least 1/64 on multiples of 1/64, /9."""
    return square(x * 3 - constant([1 - i % 2 * 2 for i in range(len(x))]))


hide(
    "false only within a thousandth of one point",
    lambda x: at_most(1, thirds(x) * 2**17),
    lambda x: at_most(1, thirds(x) * 2**17 + 1),
    ASCENT,
    where="thin set",
    settings=space(Size, d=dims(2, 4)),
    prompts=lambda s: space(x=reals(s.d)),
)
hide(
    "false only within a thousandth of one point of an edge of the box",
    lambda u: at_most(1, (1 - u[0] + thirds(u[1:])) * 2**17),
    lambda u: at_most(1, (1 - u[0] + thirds(u[1:])) * 2**17 + 1),
    ASCENT,
    where="thin set",
    settings=space(Size, d=dims(2, 4)),
    prompts=lambda s: space(u=box(s.d, low=-1.0, high=1.0)),
)


VALLEY = 2**103
VALLEYS = tuple((3 * i - 4, 5 * j - 3) for i in range(4) for j in range(2))


def valleys(x: Any, deepest: int) -> Any:
    """Eight valleys around a third of each of VALLEYS, all but one of which end far above zero."""
    product = 1
    for number, centre in enumerate(VALLEYS):
        away = square(x * 3 - constant(list(centre)))
        product = product * (minimum(away, 8) * 2**12 + (deepest if number == 6 else 2**9))
    return product


hide(
    "false only at the bottom of one of eight valleys",
    lambda x: at_most(VALLEY, valleys(x, 0)),
    lambda x: at_most(VALLEY, valleys(x, 1)),
    ASCENT,
    where="thin set",
    settings=space(Size, d=dims(2, 2)),
    prompts=lambda s: space(x=reals(2)),
)

# Near-equal eigenvalues. Spectra are drawn on grids: two eigenvalues are equal or far apart.


@dataclass(frozen=True)
class Pair:
    """The two largest eigenvalues."""

    a: float
    b: float


@dataclass(frozen=True)
class Spectrum:
    """Eigenvalues, the one in question first."""

    d: int
    values: Tensor


def power(x: Any, doublings: int) -> Any:
    """The number to the power 2^doublings."""
    for _ in range(doublings):
        x = x * x
    return x


hide(
    "the power method has converged after 64 steps",
    lambda b, a: at_most(power(b, 6) * 2, power(a, 6)),
    lambda b, a: at_most(power(b, 6), power(a, 6)),
    ASCENT,  # drawn ratios of eigenvalues are 7/8 or less
    where="near-equal eigenvalues",
    settings=space(Pair, a=scales(-3, 3), b=scales(-3, 3), where=lambda s: s.b < s.a),
    prompts=None,
)
hide(
    "the power method has converged after 32 steps from any good start",
    lambda b, a, x: at_most(abs(x[1]) * power(b, 5) * 4, abs(x[0]) * power(a, 5)).given(abs(x[0]) - abs(x[1])),
    lambda b, a, x: at_most(abs(x[1]) * power(b, 5), abs(x[0]) * power(a, 5)).given(abs(x[0]) - abs(x[1])),
    ASCENT,  # drawn ratios are 15/16 or less
    where="near-equal eigenvalues",
    settings=space(Pair, a=dyadics(0.5, 2), b=dyadics(0.5, 2), where=lambda s: s.b < s.a),
    prompts=lambda s: space(x=reals(2)),
)


def residual(values: Any, x: Any) -> Any:
    """The squared length of A v - lambda v, lambda an eigenvalue of A and v orthogonal to its vector."""
    return square((values[1:] - values[:1]) * x)


def distinct(s: Any) -> bool:
    """Whether no two eigenvalues are equal."""
    return bool(len(set(s.values.tolist())) == s.d)


hide(
    "a vector orthogonal to an eigenvector leaves a residual of a hundredth",
    lambda values, x: at_most(square(x), residual(values, x) * 10**4),
    lambda values, x: at_most(residual(values, x) * 4, square(x) * 9),
    ASCENT,  # drawn eigenvalues are equal, which the hypothesis excludes, or 1/8 apart
    where="near-equal eigenvalues",
    settings=space(Spectrum, d=dims(2, 3), values=lambda s: box(s.d, low=0.5, high=2.0), where=distinct),
    prompts=lambda s: space(x=reals(s.d - 1)),
)


def discriminant(A: Any) -> Any:
    """The squared gap of the eigenvalues of a symmetric matrix of size 2."""
    return (A[0, 0, 0] - A[0, 1, 1]) ** 2 + A[0, 0, 1] ** 2 * 4


hide(
    "the eigenvalues of a matrix that are not equal have a gap above 1/91",
    lambda A: at_most(1, discriminant(A) * 2**13).given(discriminant(A) * 2**30 - 1),
    lambda A: at_most(1, discriminant(A) * 2**31).given(discriminant(A) * 2**30 - 1),
    ASCENT,  # drawn gaps are 0, which the hypothesis excludes, or at least 1/64
    where="near-equal eigenvalues",
    settings=space(Size, d=dims(1, 1)),
    prompts=lambda s: space(A=symmetric(1, 2)),
)

# Past a size.

hide(
    "the l1 norm is at most twice the Euclidean norm",
    lambda x: at_most(sum(abs(x), -1) ** 2, square(x) * 4),
    lambda d, x: at_most(sum(abs(x), -1) ** 2, square(x) * d),
    ADVERSARIAL,
    BATCHES,  # from d = 5 on, for entries of nearly one magnitude
    where="past a size",
    settings=space(Size, d=dims(1, 8)),
    prompts=lambda s: space(x=reals(s.d)),
)
hide(
    "a sum of numbers up to one is at most 24",
    lambda u: at_most(sum(u, -1), 24),
    lambda d, u: at_most(sum(u, -1), d),
    ASCENT,  # batches have sums of up to about 15; arrays beyond 24 entries are drawn by a seed
    where="past a size",
    settings=space(Size, d=dims(1, 40)),
    prompts=lambda s: space(u=box(s.d, low=-1.0, high=1.0)),
)
hide(
    "a sum is below 50 (a size that is never drawn)",
    lambda d: at_most(d * (d + 1), 100),
    lambda d: at_most(d * (d + 1), d * d * 2),
    HAND_PICKED,  # the space draws up to 6, and the statement knows no largest size
    where="past a size",
    prompts=None,
    examples=(Size(12),),
)

# Exact coincidences: flat everywhere else, so that there is nothing to climb.

hide(
    "two non-zero vectors are never equal",
    lambda x, y: equal(maximum(sign(square(x - y)), 1 - sign(square(x))), 1),
    lambda x, y: equal(dot(x - y, x + y), square(x) - square(y)),
    ADVERSARIAL,
    BATCHES,
    where="exact coincidence",
    settings=space(Size, d=dims(3, 4)),
)
hide(
    "two vectors without zeros are never orthogonal",
    lambda x, y: at_most(1, abs(sign(dot(x, y)))).given(-max(-abs(concat([x, y], -1)), -1) * 2**30 - 1),
    lambda x, y: at_most(dot(x, y) ** 2, square(x) * square(y)),
    ADVERSARIAL,
    BATCHES,
    where="exact coincidence",
    settings=space(Size, d=dims(2, 4)),
)
