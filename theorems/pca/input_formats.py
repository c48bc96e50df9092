r"""Why the decoder has $x_i$ and $y_i$ in different tokens: $[x_i;0]$ does not see $y_i$.

The slides give this as the reason for the two input formats. Tested on one masked layer in vector form, any
weights: exchanging all labels from $y_i$ on does not change the tokens $x_1,\dots,x_i$ of the output. In the
format of encoders, or without the mask, it does (mutants).
"""

from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, dims, equal, lines, reals, space
from lemmata.numbers import Array, concatenate, ones, stack, zeros
from theorems.pca import PAPER
from theorems.pca.attention_layer import vector_form


@dataclass(frozen=True)
class Setting:
    N: int
    M: int


def prompts(s: Setting) -> Space:
    """Weights on tokens (x; y; 1), samples with d = 1, and other labels."""
    square = reals(s.M, 3, 3)
    return space(V=square, Q=square, K=square, x=reals(s.N), y=reals(s.N), other=reals(s.N))


def tokens(x: Array, y: Array, together: bool) -> Array:
    """``(batch, 3, tokens)``: ``x_1, y_1, x_2, ...``, or one token a sample."""
    zero, one = zeros(x.shape, x), ones(x.shape, x)
    if together:
        return stack([x, y, one], 1)
    rows = [stack(pair, -1) for pair in ((x, zero), (zero, y), (one, one))]
    return stack([row.reshape(len(row), 2 * x.shape[1]) for row in rows], 1)


leak = PAPER.claim(
    "input formats differ",
    id="input-formats",
    rank="step",
    origin="read",
    at=lines(158),
    summary="In the format of decoders the token of a sample does not see its own label or later ones",
    settings=space(Setting, N=dims(1, 2), M=dims(1, 2)),
    prompts=prompts,
)


@leak.printed(
    r"In the decoder's format, $\widetilde h$ at $[x_i;0]$ does not depend on $y_i,\dots,y_N$.",
    causal=True,
    together=False,
)
def labels_are_not_seen(s: Setting, prompt: Prompt, causal: bool, together: bool) -> Margin:
    """The token of a sample does not see its own label or later ones."""

    def output(i: int, labels: Array) -> Array:
        H = tokens(prompt.x, labels, together)
        token = i if together else 2 * i
        return vector_form(Prompt(V=prompt.V, Q=prompt.Q, K=prompt.K, H=H), token, causal)

    samples = range(s.N)
    exchanged = [concatenate([prompt.y[:, :i], prompt.other[:, i:]], 1) for i in samples]
    return equal(
        stack([output(i, prompt.y) for i in samples], -1),
        stack([output(i, labels) for i, labels in enumerate(exchanged)], -1),
    )


leak.mutant("no mask", causal=False)
leak.mutant("one token a sample", together=True)
