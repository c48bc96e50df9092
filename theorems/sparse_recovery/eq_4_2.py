"""(4.2), the embedding of an instance: the constructed network's input is that.

(C.4) repeats it, and so does (5) of the slides.
"""

from collections.abc import Callable
from dataclasses import dataclass

from constructions.lista_vm import embed
from lemmata import Margin, Prompt, dims, equal, lines, reals, space
from lemmata.numbers import Array, concatenate, full, stack
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    N: int


embedding = PAPER.claim(
    "(4.2)",
    id="eq-4.2",
    rank="step",
    at=lines(133, 137),
    summary="The network reads each measurement twice, without and with its label, and then the query",
    settings=space(Setting, d=dims(1, 6), N=dims(1, 6)),
    prompts=lambda s: space(X=reals(s.N, s.d), y=reals(s.N), query=reals(s.d)),
)
Columns = Callable[[Setting, Prompt], Array]


def columns(s: Setting, p: Prompt, flags: tuple[int, int] = (1, 0), label_first: bool = False) -> Array:
    """The columns of (4.2), one by one: ``(batch, 2d + 2, 2N + 1)``."""

    def token(x: Array, y: Array, flag: int) -> Array:
        return concatenate([x, y, full(0, like=x), flag], 1)

    tokens = []
    for n in range(s.N):
        y = p.y[:, n : n + 1]
        pair = (y, 0) if label_first else (0, y)
        tokens += [token(p.X[:, n], y, flag) for y, flag in zip(pair, flags, strict=True)]
    return stack([*tokens, token(p.query, 0, flags[0])], 2)


@embedding.printed(
    r"For all $x_n\in\mathbb R^d$ and $y_n\in\mathbb R$ the input $H^{(1)}\in\mathbb R^{(2d+2)\times(2N+1)}$ "
    r"has the columns $(x_n;0;0_d;1)$ and $(x_n;y_n;0_d;0)$ for "
    r"$n\in[N]$, then $(x_{N+1};0;0_d;1)$.",
    expected=columns,
)
def input_is_4_2(s: Setting, prompt: Prompt, expected: Columns) -> Margin:
    """The input of the constructed network is (4.2)."""
    return equal(embed(prompt.X, prompt.y, prompt.query), expected(s, prompt))


embedding.mutant("labels at odd tokens", expected=lambda s, p: columns(s, p, label_first=True))
embedding.mutant("flags exchanged", expected=lambda s, p: columns(s, p, flags=(0, 1)))
