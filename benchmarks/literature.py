"""Theorems of the literature that are known to be false, as one would have written them down.

Beside each stands a true twin: the same statement with the hypothesis that was missing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmata import Claim, ForAll, Margin, Paper, at_most, box, dims, dyadics, reals, scales
from lemmata.claims.space import space
from lemmata.numbers import abs, concat, eye, maximum, minimum, relu, sqrt, stack, sum, trace

PAPER = Paper("literature", "Theorems that fell", "Many", 2018, "literature", "benchmarks")


@dataclass(frozen=True)
class Fallen:
    """A theorem that is false, and a true one of the same form."""

    claim: Claim
    twin: Claim
    source: str
    """Who showed that it is false."""


theorems: dict[str, Fallen] = {}


def _stands(label: str, check: Callable[..., Margin], **options: Any) -> Claim:
    """A statement that is declared to hold, as its author would."""
    claim = PAPER.claim(label, kind=ForAll(), **options)
    claim.printed(label)(check)
    return claim.complete()


# -- heavy ball ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pieces:
    """Where the slope of the gradient may change: at so many places."""

    knots: int


MOST, LEAST = 25, 1
"""The moduli of smoothness and of strong convexity."""
STEP = (1, 9)
"""Polyak's 4 / (sqrt(L) + sqrt(m))^2; his momentum is 4/9, as (sqrt(L) - sqrt(m))^2 is 16."""
PULLS = 48


def gradient(x: Any, slopes: Any, gaps: Any) -> Any:
    """Of a function of one number whose minimum is at 0: linear between knots right of it."""
    slopes = maximum(minimum(slopes, MOST), LEAST)
    value, knot = slopes[0] * x, 0
    for piece in range(gaps.shape[0]):
        knot = knot + gaps[piece]
        value = value + (slopes[piece + 1] - slopes[piece]) * relu(x - knot)
    return value


def heavy_ball(slopes: Any, gaps: Any, start: Any) -> Margin:
    """After 48 steps the ball is a thousand times nearer to the minimum than where it was let go."""
    before = x = start[0]
    for _ in range(PULLS):
        pulled = gradient(x, slopes, gaps) * STEP[0] / STEP[1]
        before, x = x, x - pulled + (x - before) * 4 / 9
    return at_most(abs(x) * 1000, abs(start[0]))


def curves(s: Pieces) -> Any:
    """Gradients with slopes between the two moduli, many at their ends, and where it is let go."""
    return space(
        slopes=box(s.knots + 1, low=-11.0, high=37.0),
        gaps=box(s.knots, low=0.0, high=4.0),
        start=box(1, low=-64.0, high=64.0),
    )


theorems["heavy ball"] = Fallen(
    _stands(
        "heavy ball with Polyak's parameters converges for smooth strongly convex functions",
        heavy_ball,
        settings=space(Pieces, knots=dims(0, 2)),
        prompts=curves,
    ),
    _stands(
        "heavy ball with Polyak's parameters converges for convex quadratics",
        heavy_ball,
        settings=space(Pieces, knots=dims(0, 0, most=0)),
        prompts=curves,
    ),
    "Lessard, Recht and Packard 2016",
)


# -- the alternating direction method of multipliers -----------------------------------------------


@dataclass(frozen=True)
class Blocks:
    """The number of blocks, of one number each."""

    blocks: int


DOUBLINGS = 8


def sweep(columns: list[Any], state: list[Any]) -> list[Any]:
    """One step for A x = 0: the parts A_j x_j one after the other, then the multipliers."""
    *parts, multiplier = state
    for j, column in enumerate(columns):
        residual = multiplier
        for i, part in enumerate(parts):
            residual = residual if i == j else residual - part
        share = sum(column * residual, -1) / sum(column * column, -1)
        parts[j] = column * share
    for part in parts:
        multiplier = multiplier - part
    return [*parts, multiplier]


def converges(blocks: Any, A: Any) -> Margin:
    """If every start converges then no trace of a power of the iteration exceeds its size."""
    columns = [A[:, j] for j in range(blocks)]
    units = eye(blocks, A)
    nothing = columns[0] * 0
    images = []
    for j in range(1, blocks):  # the state is x_2, ..., x_n and the multipliers
        parts = [columns[i] if i == j else nothing for i in range(blocks)]
        images.append([*parts, nothing])
    images += [[nothing] * blocks + [nothing + units[i]] for i in range(blocks)]
    rows = []
    for image in images:
        *parts, multiplier = sweep(columns, image)
        pairs = zip(parts[1:], columns[1:], strict=True)
        shares = [sum(c * part, -1) / sum(c * c, -1) for part, c in pairs]
        rows.append(concat([stack(shares, -1), multiplier], -1))
    iterated = stack(rows, -2)
    for _ in range(DOUBLINGS):
        iterated = iterated @ iterated
    return at_most(abs(trace(iterated)), 2 * blocks - 1)


def systems(s: Blocks) -> Any:
    """Square systems whose columns do not vanish."""
    return space(A=reals(s.blocks, s.blocks), where=lambda p: bool((p.A != 0).any(0).all()))


theorems["three-block ADMM"] = Fallen(
    _stands(
        "the alternating direction method of multipliers converges with three blocks",
        converges,
        settings=space(Blocks, blocks=dims(3, 3, most=3)),
        prompts=systems,
    ),
    _stands(
        "the alternating direction method of multipliers converges with two blocks",
        converges,
        settings=space(Blocks, blocks=dims(2, 2, most=2)),
        prompts=systems,
    ),
    "Chen, He, Ye and Yuan 2016",
)


# -- Adam ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Game:
    """Losses of slopes C, -1, -1, C, ... on [-1, 1], and who plays against them."""

    rounds: int
    C: float
    decay: float
    step: float
    start: float


def regret(long_memory: bool) -> Callable[..., Margin]:
    """The regret after T = 3 rounds is at most (2 C / a + a C / sqrt(1 - b)) sqrt(T)."""

    def bounded(rounds: Any, C: Any, decay: Any, step: Any, start: Any) -> Margin:
        x, square, divisor, lost = start, 0.0, 0.0, 0.0
        for t in range(3 * rounds):
            slope = C if t % 3 == 0 else -1
            lost = lost + slope * (x + 1)  # the best number is -1
            square = square * decay + slope * slope * (1 - decay)
            divisor = maximum(divisor, square) if long_memory else square
            x = x - step * slope / (sqrt(divisor) * sqrt(t + 1))
            x = maximum(minimum(x, 1), -1)
        turns = sqrt(3 * rounds)
        return at_most(lost, (C * 2 / step + step * C / sqrt(1 - decay)) * turns)

    return bounded


games = space(
    Game,
    rounds=dims(1, 64),
    C=dyadics(2.0, 16.0),
    decay=dyadics(0.0, 1.0, open_high=True),
    step=scales(-2, 2),
    start=dyadics(-1.0, 1.0),
)
theorems["Adam"] = Fallen(
    _stands("the average regret of Adam tends to zero", regret(long_memory=False), settings=games),
    _stands("the average regret of AMSGrad tends to zero", regret(long_memory=True), settings=games),
    "Reddi, Kale and Kumar 2018",
)
