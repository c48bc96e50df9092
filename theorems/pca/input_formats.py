"""Why the decoder has $x_i$ and $y_i$ in different tokens: $[x_i;0]$ does not see $y_i$.

The slides give this as the reason for the two input formats. Layers are masked attention in vector form, then
an MLP layer. In the format of encoders, or without the mask, the token of $x_i$ does see $y_i$ (mutants).
"""

from constructions.format_conversion import decoder_format, encoder_format
from lemmata import dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, concat, over_batches, relu, stack
from theorems.pca import PAPER
from theorems.pca.attention_layer import vector_form


@theorem(
    PAPER,
    "input formats differ",
    rank="step",
    origin="read",
    at=lines(158),
    d=dims(1, 2),
    N=dims(1, 3),
    M=dims(1, 2),
    L=dims(1, 2),
    D_prime=dims(1, 2),  # the hidden dimension of the MLP layers
    spare=dims(0, 1),  # further rows of zeros
    V=reals("L", "M", "d + 4 + spare", "d + 4 + spare"),
    Q=reals("L", "M", "d + 4 + spare", "d + 4 + spare"),
    K=reals("L", "M", "d + 4 + spare", "d + 4 + spare"),
    W1=reals("L", "D_prime", "d + 4 + spare"),
    W2=reals("L", "d + 4 + spare", "D_prime"),
    X=reals("d", "N"),
    query=reals("d"),
    y=reals("N"),
    other=reals("N"),
)
@printed(
    r"In the decoder's format, $\widetilde h_{2i-1}$, the output at $[x_i;0;p_{2i-1}]$, does not depend on "
    r"$y_i,\dots,y_N$ (other labels leave it as it is), for all $i\in[N]$, $X$, query and weights "
    r"$V,Q,K,W_1,W_2$ of a decoder of L layers ($D\ge d+4$, with spare rows of zeros)."
)
@mutants(no_mask=dict(causal=False), one_token_a_sample=dict(together=True))
def labels_are_not_seen(N, spare, V, Q, K, W1, W2, X, query, y, other, causal=True, together=False):
    """In the format of decoders the token of a sample does not see its own label or later ones."""

    def output(i: int, labels: Array) -> Array:
        if together:
            H = over_batches(encoder_format)(X, labels, query, spare + 1)
        else:
            H = over_batches(decoder_format)(X, labels, query, spare)
        for layer in range(len(V)):
            H = H + vector_form(V[layer], Q[layer], K[layer], H, causal=causal)
            H = H + W2[layer] @ relu(W1[layer] @ H)
        return H[:, i if together else 2 * i]

    exchanged = [concat([y[:i], other[i:]]) for i in range(N)]
    return equal(stack([output(i, y) for i in range(N)]), stack([output(i, exchanged[i]) for i in range(N)]))
