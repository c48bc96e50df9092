"""Statements whose truth is known, for testing the hunt itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmata.arrays import absolute, amax, maximum, norm, relu, sign, sqrt, sum
from lemmata.claims import Claim, Kind, Paper
from lemmata.margins import Margin, at_most, equal
from lemmata.spaces import Space, box, dims, dyadics, reals, scales, signs, space

PAPER = Paper("planted", "Planted statements", "Nobody", 2026, "planted", "tests/quality")


@dataclass(frozen=True)
class Size:
    d: int


@dataclass(frozen=True)
class Chance:
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
    kind: Kind = "probability" if "failure" in options else "forall"
    construction = options.pop("construction", None)
    claim = PAPER.claim(name, kind=kind, settings=settings, prompts=prompts, **options)
    if construction is not None:
        claim.construction(construction)
    claim.printed(
        name,
        expect="holds" if true else "refuted",
        defect=None if true else "statement",
        because="planted",
    )(check)
    (truths if true else falsehoods)[name] = claim
    return claim


def falsehood(name: str, check: Callable[..., Margin], **options: Any) -> Claim:
    return _plant(name, check, true=False, **options)


def truth(name: str, check: Callable[..., Margin], **options: Any) -> Claim:
    return _plant(name, check, true=True, **options)


def square(x: Any) -> Any:
    return sum(x * x, -1)


def dot(x: Any, y: Any) -> Any:
    return sum(x * y, -1)


falsehood(
    "off by one in a prefix sum",
    lambda s, prompt: equal(sum(prompt.x[:, : s.d - 1], -1), sum(prompt.x, -1)),
)
falsehood("wrong sign", lambda s, prompt: equal(relu(prompt.x) + relu(-prompt.x), prompt.x))
falsehood(
    "wrong factor",
    lambda s, prompt: at_most(square(prompt.x + prompt.y), square(prompt.x) + square(prompt.y)),
)
falsehood(
    "half a percent off",
    lambda s, prompt: at_most(
        square(prompt.x + prompt.y) * 200, (square(prompt.x) + square(prompt.y)) * 399
    ),
)
falsehood(
    "missing hypothesis: non-negative numbers",
    lambda s, prompt: at_most(sum(sqrt(prompt.x * prompt.x), -1), sum(prompt.x, -1)),
)
falsehood(
    "wrong order of quantifiers",
    lambda s, tf, prompt: equal(dot(tf, prompt.x), amax(absolute(prompt.x), -1)),
    construction=lambda s: reals(s.d).seeded(1),
)
falsehood(
    "false only at the origin of a coordinate",
    lambda s, prompt: equal(sign(prompt.x) * sign(prompt.x), prompt.x * 0 + 1),
)
falsehood(
    "false only where all entries are equal",
    lambda s, prompt: at_most(
        sum(prompt.x, -1) * sum(prompt.x, -1) + 1, square(prompt.x) * s.d + _apart(prompt.x)
    ),
    settings=space(Size, d=dims(2, 4)),
)
falsehood(
    "false only past a size",
    lambda s: at_most(2 ** (s.d - 1), 8 + s.d),
    prompts=None,
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
        dataclass(frozen=True)(type("Scale", (), {"__annotations__": {"t": float}})),
        t=scales(-20, 20),
    ),
    prompts=None,
)
falsehood(
    "fails with twice the stated probability",
    lambda s, prompt: at_most(sum(prompt.e, -1), prompt.e[:, 0] * 0 + s.n - 1),
    settings=space(Chance, n=dims(2, 5)),
    prompts=lambda s: space(e=signs(s.n)),
    failure=lambda s: 0.5 ** (s.n + 1),
)

truth(
    "squares of sums",
    lambda s, prompt: at_most(
        square(prompt.x + prompt.y), (square(prompt.x) + square(prompt.y)) * 2
    ),
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
        absolute(
            dot(prompt.x, prompt.x) + dot(prompt.y, prompt.y) * 3 - dot(prompt.y, prompt.y) * 3
        ),
        square(prompt.x),
    ),
)
truth(
    "fails with exactly the stated probability",
    lambda s, prompt: at_most(sum(prompt.e, -1), prompt.e[:, 0] * 0 + s.n - 1),
    settings=space(Chance, n=dims(2, 5)),
    prompts=lambda s: space(e=signs(s.n)),
    failure=lambda s: 0.5**s.n,
)


def _apart(x: Any) -> Any:
    """Zero where all entries are equal, at least 1 where they differ by 1/64 or more."""
    spread = amax(x, -1) + amax(-x, -1)
    return maximum(spread * 64, spread * spread * 4096)


@dataclass(frozen=True)
class Level:
    t: float


impossible = PAPER.claim(
    "no instance meets the hypothesis",
    kind="forall",
    settings=space(Level, t=dyadics(-1, 1)),
    prompts=lambda s: space(x=reals(2)),
)
impossible.printed("x", expect="vacuous", defect="vacuous", because="planted")(
    lambda s, prompt: at_most(square(prompt.x), square(prompt.x)).given(-square(prompt.x) - 1)
)
rejected = PAPER.claim(
    "no setting meets the hypothesis",
    kind="forall",
    settings=space(Level, t=dyadics(-1, 1), where=lambda s: s.t > 2),
    prompts=None,
)
rejected.printed("t", expect="vacuous", defect="vacuous", because="planted")(
    lambda s: at_most(s.t, s.t)
)
says_nothing = PAPER.claim(
    "the bound is infinite",
    kind="forall",
    settings=space(Level, t=dyadics(0, 1)),
    prompts=None,
)
says_nothing.printed("t", expect="vacuous", defect="vacuous", because="planted")(
    lambda s: at_most(s.t, 1).trivial_where(1 - s.t)
)
