r"""A conversion as in Proposition 6 has less than the proposition grants.

2 layers, 3 heads in each, hidden dimension 2 and $\|\theta\|_2\le12$ are printed; the norm is read as the
one that the slides define, $\max_m\{\|Q_m\|,\|K_m\|\}+\sum_m\|V_m\|$ in each layer. The conversion of
:mod:`constructions.format_conversion` has 2 layers, one head in each, no hidden layer and norm 5, for any
number of samples and all $D\ge d+4$: layers, heads and norm are counted here, what it computes is checked in
``proposition-6/submatrix``. (A Euclidean norm of all parameters would grow with $d$: the values carry $I_d$.)
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import add

from baselines.pca import eigenvalues
from constructions.format_conversion import format_conversion
from constructions.transformer import Transformer
from lemmata import Margin, at_most, dims, lines, space
from lemmata.numbers import Array, concatenate, constant, maximum, sqrt, stack, stored
from theorems.pca import PAPER
from theorems.pca.proposition_6 import submatrix


@dataclass(frozen=True)
class Setting:
    """d features, D = d + 4 + spare."""

    d: int
    spare: int  # rows of zeros in the position vectors


def conversion(s: Setting) -> Transformer:
    """The conversion of ``proposition-6/submatrix``; it does not depend on the number of samples."""
    return format_conversion(s.d, s.spare)


resources = PAPER.claim(
    "Proposition 6",
    part="layers, heads and norm",
    id="proposition-6/resources",
    origin="ours",
    at=lines(165),
    summary="The conversion of the format of decoders into that of encoders has two layers, one head in each, "
    "and a norm of at most 5",
    settings=space(Setting, d=dims(1, 2), spare=dims(0, 2)),
    uses=[submatrix],
)


def resources_of(tf: Transformer, like: Array) -> Array:
    """The number of layers, the most heads in one layer, and the norm.

    The shape is ``(1, 3)``.
    """
    roles = [(layer, role) for layer in tf.layers for role in layer.weights()]
    weights = [stored(w.array, like) for layer in tf.layers for w in layer.weights().values()]
    # The operator norm of W is the root of the largest eigenvalue of W^T W.
    operator = sqrt(eigenvalues(stack([W.mT @ W for W in weights], 0)).value[:, :1])
    norms, heads = [], 0
    for layer in tf.layers:
        by_kind: dict[str, list[Array]] = {"Q": [], "K": [], "V": []}
        for (owner, role), size in zip(roles, operator, strict=True):
            if owner is layer:
                by_kind[role[-1]].append(size)
        norms.append(reduce(maximum, by_kind["Q"] + by_kind["K"]) + reduce(add, by_kind["V"]))
        heads = max(heads, len(layer.weights()) // 3)
    counts = constant([len(tf.layers), heads], norms[0])
    return concatenate([counts, maximum(norms[0], norms[-1])], 0)[None]


def scaled(factor: int) -> Callable[[Setting], Transformer]:
    """The keys times ``factor``, without dividing the queries."""

    def build(s: Setting) -> Transformer:
        tf = conversion(s)
        layers = []
        for layer in tf.layers:
            keys = {r: w.array * factor for r, w in layer.weights().items() if r[-1] == "K"}
            layers.append(layer.with_weights(keys))
        return Transformer(tf.stream, tuple(layers))

    return build


@resources.printed(
    r"For all $D\ge d+4$ the conversion of the decoder's input into the format of encoders (that of part "
    r"submatrix, for any N) has at most 2 layers, at most one head in each (granted: 3) and "
    r"$\|\theta\|_{op}\le5$ (granted: 12).",
    construction=conversion,
    claimed=(2, 1, 5),
)
def conversion_is_within(s: Setting, tf: Transformer, claimed: tuple[int, ...]) -> Margin:
    """Layers, heads and norm of the conversion are at most these three."""
    return at_most(resources_of(tf, like=s.d), [claimed])


resources.mutant("norm at most 4", claimed=(2, 1, 4))
resources.mutant("no head", claimed=(2, 0, 5))
resources.mutant("one layer", claimed=(1, 1, 5))
resources.mutant("keys twice as large", construction=scaled(2))
resources.waive(
    "all weights zero",
    because="Layers and heads are counted whatever they do; what the conversion does is in part submatrix.",
)
