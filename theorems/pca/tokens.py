"""The tokens $H=(X;P)$ on which the layers of the construction act, and their settings."""

from dataclasses import dataclass
from typing import Any, Protocol

from constructions.pca_printed import printed_stream
from constructions.streams import Stream
from lemmata import ForAll, Prompt, Space, dims, reals, space
from lemmata.numbers import Array, broadcast_to, concatenate, eye, zeros

DESIGNED = (
    r"On the input $H=(X;p_1;\dots;p_{k+3})$ ($p_1=0$, $p_2=[I_d\;0]$, starts in $p_3$, 0 below), for "
    r"every $X$ with $N\ge d$: "
)
COVARIANCE = (
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, for every $X$ with $N\ge d$, with $\widetilde y=0$, "
    r"$p_1=[XX^\top\;0]$, $p_2=[I_d\;0]$, any vectors as starts in $p_3$, and 0 below where nothing is said, "
    r"attention being without the factor $1/N$: "
)


@dataclass(frozen=True)
class Setting:
    d: int
    N: int
    k: int


settings = space(Setting, d=dims(1, 3), N=lambda s: dims(s.d, s.d + 2), k=lambda s: dims(1, s.d, most=s.d))

TWO = Setting(d=2, N=2, k=2)


def prompts(s: Setting) -> Space:
    """X by columns and the starts, not normalised (a layer does not need it)."""
    return space(X=reals(s.d, s.N), starts=reals(s.k, s.d))


ON_TOKENS: dict[str, Any] = {"kind": ForAll(), "settings": settings, "prompts": prompts, "examples": [TWO]}
"""A claim on one layer: the tokens of any setting, the smallest one with two components first."""


class Sized(Protocol):
    """Features and tokens."""

    @property
    def d(self) -> int: ...

    @property
    def N(self) -> int: ...


def padded(columns: Array, N: int) -> Array:
    """The columns, and columns of zeros behind them up to ``N``.

    ``(batch, d, m)`` becomes ``(batch, d, N)``.
    """
    missing = N - columns.shape[-1]
    if not missing:
        return columns
    return concatenate([columns, zeros((*columns.shape[:-1], missing), columns)], -1)


def identity(s: Sized, like: Array) -> Array:
    """``(batch, d, N)``: the block ``[I_d 0]`` for every instance."""
    return broadcast_to(padded(eye(s.d, like)[None], s.N), (like.shape[0], s.d, s.N))


def tokens(s: Setting, prompt: Prompt, *, y: bool = True, **blocks: Array) -> Array:
    """The tokens ``(batch, D, N)`` with X, the identity block, the starts, and further blocks.

    A block ``(batch, d, m)`` stands in the first m tokens.
    """
    columns = {
        "x": prompt.X,
        "p2": identity(s, prompt.X),
        "p3": padded(prompt.starts.mT, s.N),
        **{name: padded(block, s.N) for name, block in blocks.items()},
    }
    return printed_stream(s.d, s.k, y=y).embed(**columns)


def stream_with_y(s: Setting) -> Stream:
    """X, y, p1 to p(k+3)."""
    return printed_stream(s.d, s.k)


def gram(prompt: Prompt) -> Array:
    """``X X^T``."""
    return prompt.X @ prompt.X.mT
