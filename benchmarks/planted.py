"""Statements whose truth is known, for testing the hunt itself and for measuring its power.

``falsehoods`` are declared to be refuted and ``truths`` to hold. ``hidden`` ones are false but
declared to hold, as a paper's author would, and each is out of reach for all stages of the hunt but
one or two; a control beside it, of the same form and as near to equality, is true.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from lemmata import (
    Claim,
    ForAll,
    Margin,
    Paper,
    Probability,
    Space,
    at_most,
    box,
    dims,
    dyadics,
    equal,
    reals,
    scales,
    signs,
    space,
    symmetric,
)
from lemmata.numbers import abs, concat, max, maximum, minimum, norm, relu, sign, sqrt, sum

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


falsehood(
    "off by one in a prefix sum", lambda s, prompt: equal(sum(prompt.x[:, : s.d - 1], -1), sum(prompt.x, -1))
)
falsehood("wrong sign", lambda s, prompt: equal(relu(prompt.x) + relu(-prompt.x), prompt.x))
falsehood(
    "wrong factor", lambda s, prompt: at_most(square(prompt.x + prompt.y), square(prompt.x) + square(prompt.y))
)
falsehood(
    "half a percent off",
    lambda s, prompt: at_most(square(prompt.x + prompt.y) * 200, (square(prompt.x) + square(prompt.y)) * 399),
)
falsehood(
    "missing hypothesis: non-negative numbers",
    lambda s, prompt: at_most(sum(sqrt(prompt.x * prompt.x), -1), sum(prompt.x, -1)),
)
falsehood(
    "wrong order of quantifiers",
    lambda s, tf, prompt: equal(dot(tf, prompt.x), max(abs(prompt.x), -1)),
    construction=lambda s: reals(s.d).seeded(1),
)
falsehood(
    "false only at the origin of a coordinate", lambda s, prompt: equal(sign(prompt.x) * sign(prompt.x), 1)
)
falsehood(
    "false only where all entries are equal",
    lambda s, prompt: at_most(
        sum(prompt.x, -1) * sum(prompt.x, -1) + 1, square(prompt.x) * s.d + _apart(prompt.x)
    ),
    settings=space(Size, d=dims(2, 4)),
)
falsehood("false only past a size", lambda s: at_most(2 ** (s.d - 1), 8 + s.d), prompts=None)
falsehood(
    "false only in four dimensions, near equal entries",
    lambda s, prompt: at_most(sum(prompt.x, -1) ** 2, 3 * sum(prompt.x**2, -1)),
    settings=space(Size, d=dims(1, 4)),
)
falsehood(
    "false only in a corner of the box",
    lambda s, prompt: at_most(sum(prompt.u, -1) * 8, s.d * 8 - 1),
    prompts=lambda s: space(u=box(s.d, low=-1.0, high=1.0)),
)
falsehood(
    "transposes do not reverse a product",
    lambda s, prompt: equal((prompt.A @ prompt.B).mT, prompt.A.mT @ prompt.B.mT),
    prompts=lambda s: space(A=reals(s.d, s.d), B=reals(s.d, s.d)),
    settings=space(Size, d=dims(1, 3)),
)
falsehood(
    "false only for a large parameter",
    lambda s: at_most(s.t, sqrt(s.t) * 300),
    settings=space(
        dataclass(frozen=True)(type("Scale", (), {"__annotations__": {"t": float}})), t=scales(-20, 20)
    ),
    prompts=None,
)
falsehood(
    "fails with twice the stated probability",
    lambda s, prompt: at_most(sum(prompt.e, -1), s.n - 1),
    settings=space(Chance, n=dims(2, 5)),
    prompts=lambda s: space(e=signs(s.n)),
    failure=lambda s: 0.5 ** (s.n + 1),
)

truth(
    "squares of sums",
    lambda s, prompt: at_most(square(prompt.x + prompt.y), (square(prompt.x) + square(prompt.y)) * 2),
)
truth(
    "matrix products associate",
    lambda s, prompt: equal(prompt.A @ (prompt.B @ prompt.A), (prompt.A @ prompt.B) @ prompt.A),
    prompts=lambda s: space(A=reals(s.d, s.d), B=reals(s.d, s.d)),
)
truth(
    "the triangle inequality",
    lambda s, prompt: at_most(norm(prompt.x + prompt.y), norm(prompt.x) + norm(prompt.y)),
)
truth(
    "Cauchy and Schwarz, with equality for parallel vectors",
    lambda s, prompt: at_most(
        dot(prompt.x, prompt.x * prompt.t) * dot(prompt.x, prompt.x * prompt.t),
        square(prompt.x) * square(prompt.x * prompt.t),
    ),
    prompts=lambda s: space(x=reals(s.d), t=reals(1)),
)
truth(
    "cancellation that leaves nothing but rounding",
    lambda s, prompt: at_most(
        abs(dot(prompt.x, prompt.x) + dot(prompt.y, prompt.y) * 3 - dot(prompt.y, prompt.y) * 3),
        square(prompt.x),
    ),
)
truth(
    "fails with exactly the stated probability",
    lambda s, prompt: at_most(sum(prompt.e, -1), s.n - 1),
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
    lambda s, prompt: at_most(square(prompt.x), square(prompt.x)).given(-square(prompt.x) - 1)
)
rejected = PAPER.claim(
    "no setting meets the hypothesis",
    kind=ForAll(),
    settings=space(Level, t=dyadics(-1, 1), where=lambda s: s.t > 2),
    prompts=None,
)
rejected.printed("t", expect="vacuous", defect="vacuous", because="planted")(lambda s: at_most(s.t, s.t))
says_nothing = PAPER.claim(
    "the bound is infinite", kind=ForAll(), settings=space(Level, t=dyadics(0, 1)), prompts=None
)
says_nothing.printed("t", expect="vacuous", defect="vacuous", because="planted")(
    lambda s: at_most(s.t, 1).trivial_where(1 - s.t)
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
    lambda s, prompt: at_most(
        (square(prompt.x) + square(prompt.y)) ** 2, golden(prompt.x, prompt.y) ** 2 * NARROW**2
    ),
    lambda s, prompt: at_most(
        (square(prompt.x) + square(prompt.y)) ** 2,
        golden(prompt.x, prompt.y) ** 2 * NARROW**2 + (square(prompt.x) + square(prompt.y)) ** 2,
    ),
    ASCENT,
    where="thin set",
    settings=space(Size, d=dims(1, 1)),
)


def thirds(x: Any) -> Any:
    """The squared distance of 3x from (1, -1, 1, ...): at least 1/64 on multiples of 1/64, /9."""
    places = torch.arange(x.shape[-1]) % 2 * -2.0 + 1
    return square(x * 3 - places.to(torch.float64))


hide(
    "false only within a thousandth of one point",
    lambda s, prompt: at_most(1, thirds(prompt.x) * 2**17),
    lambda s, prompt: at_most(1, thirds(prompt.x) * 2**17 + 1),
    ASCENT,
    where="thin set",
    settings=space(Size, d=dims(2, 4)),
    prompts=lambda s: space(x=reals(s.d)),
)
hide(
    "false only within a thousandth of one point of an edge of the box",
    lambda s, prompt: at_most(1, (1 - prompt.u[:, 0] + thirds(prompt.u[:, 1:])) * 2**17),
    lambda s, prompt: at_most(1, (1 - prompt.u[:, 0] + thirds(prompt.u[:, 1:])) * 2**17 + 1),
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
        away = square(x * 3 - torch.tensor(centre, dtype=torch.float64))
        product = product * (minimum(away, 8) * 2**12 + (deepest if number == 6 else 2**9))
    return product


hide(
    "false only at the bottom of one of eight valleys",
    lambda s, prompt: at_most(VALLEY, valleys(prompt.x, 0)),
    lambda s, prompt: at_most(VALLEY, valleys(prompt.x, 1)),
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
    lambda s: at_most(power(s.b, 6) * 2, power(s.a, 6)),
    lambda s: at_most(power(s.b, 6), power(s.a, 6)),
    ASCENT,  # drawn ratios of eigenvalues are 7/8 or less
    where="near-equal eigenvalues",
    settings=space(Pair, a=scales(-3, 3), b=scales(-3, 3), where=lambda s: s.b < s.a),
    prompts=None,
)
hide(
    "the power method has converged after 32 steps from any good start",
    lambda s, prompt: at_most(
        abs(prompt.x[:, 1]) * power(s.b, 5) * 4, abs(prompt.x[:, 0]) * power(s.a, 5)
    ).given(abs(prompt.x[:, 0]) - abs(prompt.x[:, 1])),
    lambda s, prompt: at_most(abs(prompt.x[:, 1]) * power(s.b, 5), abs(prompt.x[:, 0]) * power(s.a, 5)).given(
        abs(prompt.x[:, 0]) - abs(prompt.x[:, 1])
    ),
    ASCENT,  # drawn ratios are 15/16 or less
    where="near-equal eigenvalues",
    settings=space(Pair, a=dyadics(0.5, 2), b=dyadics(0.5, 2), where=lambda s: s.b < s.a),
    prompts=lambda s: space(x=reals(2)),
)


def residual(s: Any, x: Any) -> Any:
    """The squared length of A v - lambda v, lambda an eigenvalue of A and v orthogonal to its vector."""
    return square((s.values[1:] - s.values[:1]) * x)


def distinct(s: Any) -> bool:
    """Whether no two eigenvalues are equal."""
    return bool(len(set(s.values.tolist())) == s.d)


hide(
    "a vector orthogonal to an eigenvector leaves a residual of a hundredth",
    lambda s, prompt: at_most(square(prompt.x), residual(s, prompt.x) * 10**4),
    lambda s, prompt: at_most(residual(s, prompt.x) * 4, square(prompt.x) * 9),
    ASCENT,  # drawn eigenvalues are equal, which the hypothesis excludes, or 1/8 apart
    where="near-equal eigenvalues",
    settings=space(Spectrum, d=dims(2, 3), values=lambda s: box(s.d, low=0.5, high=2.0), where=distinct),
    prompts=lambda s: space(x=reals(s.d - 1)),
)


def discriminant(A: Any) -> Any:
    """The squared gap of the eigenvalues of a symmetric matrix of size 2."""
    return (A[:, 0, 0, 0] - A[:, 0, 1, 1]) ** 2 + A[:, 0, 0, 1] ** 2 * 4


hide(
    "the eigenvalues of a matrix that are not equal have a gap above 1/91",
    lambda s, prompt: at_most(1, discriminant(prompt.A) * 2**13).given(discriminant(prompt.A) * 2**30 - 1),
    lambda s, prompt: at_most(1, discriminant(prompt.A) * 2**31).given(discriminant(prompt.A) * 2**30 - 1),
    ASCENT,  # drawn gaps are 0, which the hypothesis excludes, or at least 1/64
    where="near-equal eigenvalues",
    settings=space(Size, d=dims(1, 1)),
    prompts=lambda s: space(A=symmetric(1, 2)),
)

# Past a size.

hide(
    "the l1 norm is at most twice the Euclidean norm",
    lambda s, prompt: at_most(sum(abs(prompt.x), -1) ** 2, square(prompt.x) * 4),
    lambda s, prompt: at_most(sum(abs(prompt.x), -1) ** 2, square(prompt.x) * s.d),
    ADVERSARIAL,
    BATCHES,  # from d = 5 on, for entries of nearly one magnitude
    where="past a size",
    settings=space(Size, d=dims(1, 8)),
    prompts=lambda s: space(x=reals(s.d)),
)
hide(
    "a sum of numbers up to one is at most 24",
    lambda s, prompt: at_most(sum(prompt.u, -1), 24),
    lambda s, prompt: at_most(sum(prompt.u, -1), s.d),
    ASCENT,  # batches have sums of up to about 15; arrays beyond 24 entries are drawn by a seed
    where="past a size",
    settings=space(Size, d=dims(1, 40)),
    prompts=lambda s: space(u=box(s.d, low=-1.0, high=1.0)),
)
hide(
    "a sum is below 50 (a size that is never drawn)",
    lambda s: at_most(s.d * (s.d + 1), 100),
    lambda s: at_most(s.d * (s.d + 1), s.d * s.d * 2),
    HAND_PICKED,  # the space draws up to 6, and the statement knows no largest size
    where="past a size",
    prompts=None,
    examples=(Size(12),),
)

# Exact coincidences: flat everywhere else, so that there is nothing to climb.

hide(
    "two non-zero vectors are never equal",
    lambda s, prompt: equal(maximum(sign(square(prompt.x - prompt.y)), 1 - sign(square(prompt.x))), 1),
    lambda s, prompt: equal(dot(prompt.x - prompt.y, prompt.x + prompt.y), square(prompt.x) - square(prompt.y)),
    ADVERSARIAL,
    BATCHES,
    where="exact coincidence",
    settings=space(Size, d=dims(3, 4)),
)
hide(
    "two vectors without zeros are never orthogonal",
    lambda s, prompt: at_most(1, abs(sign(dot(prompt.x, prompt.y)))).given(
        -max(-abs(concat([prompt.x, prompt.y], -1)), -1) * 2**30 - 1
    ),
    lambda s, prompt: at_most(dot(prompt.x, prompt.y) ** 2, square(prompt.x) * square(prompt.y)),
    ADVERSARIAL,
    BATCHES,
    where="exact coincidence",
    settings=space(Size, d=dims(2, 4)),
)
