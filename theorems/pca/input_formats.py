r"""Why the decoder has $x_i$ and $y_i$ in different tokens: $[x_i;0]$ does not see $y_i$.

The slides give this as the reason for the two input formats. Tested on decoders of one and two layers (masked
attention in vector form, then an MLP layer), any weights: exchanging all labels from $y_i$ on does not change
the token of $x_i$ in the output. In the format of encoders, or without the mask, it does (mutants).
"""

from dataclasses import dataclass
from typing import Any

from constructions.format_conversion import decoder_format, encoder_format
from lemmata import Margin, Prompt, Space, dims, equal, lines, reals, space
from lemmata.numbers import Array, concatenate, relu, stack
from theorems.pca import PAPER
from theorems.pca.attention_layer import vector_form


@dataclass(frozen=True)
class Setting:
    """d features, N samples, M heads, L layers, and the hidden dimension."""

    d: int
    N: int
    M: int
    L: int
    D_prime: int  # the hidden dimension of the MLP layers
    spare: int  # further rows of zeros

    @property
    def D(self) -> int:
        """x, y, and a position vector with zeros (one more where the pair index is missing)."""
        return self.d + 4 + self.spare


def prompts(s: Setting) -> Space:
    """Weights of L layers, samples, and other labels."""
    square = reals(s.L, s.M, s.D, s.D)
    parts: dict[str, Any] = {
        "V": square,
        "Q": square,
        "K": square,
        "W1": reals(s.L, s.D_prime, s.D),
        "W2": reals(s.L, s.D, s.D_prime),
    }
    return space(**parts, X=reals(s.d, s.N), query=reals(s.d), y=reals(s.N), other=reals(s.N))


def decoder(prompt: Prompt, H: Array, causal: bool) -> Array:
    """The tokens ``(batch, D, n)`` after all layers."""
    for i in range(prompt.V.shape[1]):
        layer = Prompt(V=prompt.V[:, i], Q=prompt.Q[:, i], K=prompt.K[:, i], H=H)
        H = H + stack([vector_form(layer, token, causal) for token in range(H.shape[-1])], -1)
        H = H + prompt.W2[:, i] @ relu(prompt.W1[:, i] @ H)
    return H


leak = PAPER.claim(
    "input formats differ",
    id="input-formats",
    rank="step",
    origin="read",
    at=lines(158),
    summary="In the format of decoders the token of a sample does not see its own label or later ones",
    settings=space(
        Setting, d=dims(1, 2), N=dims(1, 3), M=dims(1, 2), L=dims(1, 2), D_prime=dims(1, 2), spare=dims(0, 1)
    ),
    prompts=prompts,
)


@leak.printed(
    r"In the decoder's format, $\widetilde h_{2i-1}$, the output at $[x_i;0;p_{2i-1}]$, does not depend on "
    r"$y_i,\dots,y_N$ (other labels leave it as it is), for all $i\in[N]$, $X$, query and weights "
    r"$V,Q,K,W_1,W_2$ of a "
    r"decoder of L layers ($D\ge d+4$, with spare rows of zeros).",
    causal=True,
    together=False,
)
def labels_are_not_seen(s: Setting, prompt: Prompt, causal: bool, together: bool) -> Margin:
    """The token of a sample does not see its own label or later ones."""

    def output(i: int, labels: Array) -> Array:
        if together:
            return decoder(prompt, encoder_format(prompt.X, labels, prompt.query, s.spare + 1), causal)[..., i]
        return decoder(prompt, decoder_format(prompt.X, labels, prompt.query, s.spare), causal)[..., 2 * i]

    samples = range(s.N)
    exchanged = [concatenate([prompt.y[:, :i], prompt.other[:, i:]], 1) for i in samples]
    return equal(
        stack([output(i, prompt.y) for i in samples], -1),
        stack([output(i, labels) for i, labels in enumerate(exchanged)], -1),
    )


leak.mutant("no mask", causal=False)
leak.mutant("one token a sample", together=True)
