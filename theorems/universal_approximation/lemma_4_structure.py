r"""Size of the transformer, and what it leaves alone.

Lemma 4 i): L layers and at most four heads each, on a stream of $d+2n+7$ rows. (111): after the first layer
only $\rho$ and $\widehat y$ change. Both hold for the printed weights.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import torch

from constructions.transformer import Transformer
from constructions.universal import LogisticAttention, embed, universal_transformer
from lemmata import Margin, Prompt, at_most, dims, equal, space
from lemmata.numbers import concatenate
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_lemma_4 import (
    Setting,
    prompts,
    settings,
    transformer,
)


@dataclass(frozen=True)
class Sizes:
    d: int
    n: int
    T: int

    @property
    def L(self) -> int:
        """An odd number, so that (L - 1) / 2 steps fit in."""
        return 2 * self.T + 1


heads = PAPER.claim(
    "Lemma 4, i)",
    slug="lemma-4-i",
    kind="forall",
    settings=space(Sizes, d=dims(1, 4), n=dims(1, 5), T=dims(0, 4)),
)


@heads.printed(
    r"The transformer has $L$ layers (an attention and a feed-forward layer each), at most 4 heads per "
    r"layer and the dimension $D=d+2n+7$.",
    dimension=lambda s: s.d + 2 * s.n + 7,
    most=4,
)
def size_of_the_transformer(s: Sizes, dimension: Callable[[Sizes], int], most: int) -> Margin:
    """Layers, heads and dimension of the construction."""
    count, size, layers = _measured(s.d, s.n, s.L)
    allowed = [most] * len(count) + [dimension(s), layers]
    return at_most([[*count, size, 2 * s.L]], [allowed])


@cache
def _measured(d: int, n: int, L: int) -> tuple[tuple[int, ...], int, int]:
    """Heads of every attention layer, rows of the stream, and all layers."""
    ones = torch.ones(n, d, dtype=torch.float64)
    tf = universal_transformer(
        ones, ones[:, 0], N=1, L=L, lam=1.0, tau_ff=1.0, tau=(1.0, 1.0), weights="repaired"
    )
    attention = [layer for layer in tf.layers if isinstance(layer, LogisticAttention)]
    return tuple(len(layer.heads) for layer in attention), tf.stream.size, len(tf.layers)


heads.mutant("three heads", dimension=lambda s: s.d + 2 * s.n + 7, most=3)
heads.mutant("one row less", dimension=lambda s: s.d + 2 * s.n + 6, most=4)

fixed = PAPER.claim(
    "(111)", slug="construction-layers-111", kind="forall", settings=settings(), prompts=prompts
)
STAY = ("x", "one", "y", "w", "phi", "lam")


@fixed.printed(
    r"$\phi_j^{(l)}=\phi_j$, $\lambda^{(l)}=\overline\lambda$, $y_j^{(l)}=y_j^{(0)}$, "
    r"$w_j^{(l)}=w_j^{(0)}$ for all "
    r"$1\le l\le L$, $1\le j\le N+1$.",
    construction=transformer("printed"),
    names=STAY,
)
def the_other_blocks_stay(
    s: Setting, tf: Transformer, prompt: Prompt, names: tuple[str, ...]
) -> Margin:
    """After the first layer the features, the labels and the penalty stay what they are."""
    states = tf.run(embed(prompt.X, prompt.y, prompt.query, s.n))[2:]
    first = concatenate([tf.stream.read(states[0], name) for name in names], 1)
    later = [concatenate([tf.stream.read(H, name) for name in names], 1) for H in states]
    return equal(concatenate(later, 2), concatenate([first] * len(later), 2))


fixed.mutant("rho stays", names=(*STAY, "rho"))
fixed.mutant("yhat stays", names=(*STAY, "yhat"))
