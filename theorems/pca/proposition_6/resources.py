r"""A conversion as in Proposition 6 has less than the proposition grants.

The norm is read as the one that the slides define, $\max_m\{\|Q_m\|,\|K_m\|\}+\sum_m\|V_m\|$ in each layer.
Layers, heads and norm of the conversion of :mod:`constructions.format_conversion` are counted here, what it
computes is checked in ``proposition-6/submatrix``. (A Euclidean norm of all parameters would grow with $d$: the
values carry $I_d$.)
"""

from collections.abc import Callable
from functools import reduce

from baselines.pca import eigenvalues
from constructions.transformer import Transformer
from lemmata import at_most, dims, lines, mutants, printed, theorem
from lemmata.numbers import Array, maximum, over_batches, sqrt, stored
from theorems.pca import PAPER
from theorems.pca.proposition_6 import conversion, encoder_format_is_contained


def operator_norm(W: Array) -> Array:
    """The root of the largest eigenvalue of ``W^T W``."""
    return sqrt(over_batches(lambda A: eigenvalues(A).value[..., 0])(W.T @ W))


def resources_of(tf: Transformer) -> list[Array]:
    """The number of layers, the most heads in one layer, and the norm."""
    norms = []
    for layer in tf.layers:
        sizes = [(role[-1], operator_norm(stored(w.array))) for role, w in layer.weights().items()]
        norms.append(
            reduce(maximum, [n for role, n in sizes if role != "V"])
            + sum(n for role, n in sizes if role == "V")
        )
    heads = max(len(layer.weights()) // 3 for layer in tf.layers)
    return [len(tf.layers), heads, reduce(maximum, norms)]


def scaled(factor: int) -> Callable[[int, int], Transformer]:
    """The keys times ``factor``, without dividing the queries."""

    def build(d: int, spare: int) -> Transformer:
        tf = conversion(d, spare)
        layers = []
        for layer in tf.layers:
            keys = {r: w.array * factor for r, w in layer.weights().items() if r[-1] == "K"}
            layers.append(layer.with_weights(keys))
        return Transformer(tf.stream, tuple(layers))

    return build


@theorem(
    PAPER,
    "Proposition 6",
    part="layers, heads and norm",
    origin="ours",
    at=lines(165),
    uses=[encoder_format_is_contained],
    d=dims(1, 2),
    spare=dims(0, 2),  # rows of zeros in the position vectors: D = d + 4 + spare
    construction=conversion,
)
@printed(
    r"For all $D\ge d+4$ the conversion of the decoder's input into the format of encoders (that of part "
    "submatrix, for any N) has at most 2 layers, at most one head in each (granted: 3) and "
    r"$\|\theta\|_{op}\le5$ (granted: 12)."
)
@mutants(
    norm_at_most_4=dict(claimed=(2, 1, 4)),
    no_head=dict(claimed=(2, 0, 5)),
    one_layer=dict(claimed=(1, 1, 5)),
    keys_twice_as_large=dict(construction=scaled(2)),
)
def conversion_is_within(d, tf, claimed=(2, 1, 5)):
    """The conversion from decoders to encoders has two layers, one head in each, and a norm of at most 5."""
    return at_most(resources_of(tf), list(claimed))


conversion_is_within.waive(
    "all weights zero",
    because="Layers and heads are counted whatever they do; what the conversion does is in part submatrix.",
)
