r"""The norm of a transformer is a norm, and one layer is Lipschitz in its parameters, in this norm.

The slides "define the following norm": over the layers, the maximum of $\max_m\{\|Q_m\|,\|K_m\|\}+\sum_m
\|V_m\|+\|W_1\|+\|W_2\|$ in operator norms. ($\widetilde W_0,\widetilde W_1$ are not in it: on them it is no
norm.) Weights are diagonal in the hunt, so that operator norms are exact.

``lipschitz``: the transformer "is Lipschitz continuous to this norm when inputs are bounded". Parameters are
read as those of $\Theta(B_\theta)$, of norm at most $B$: an attention layer is cubic in its weights (with
$D=N=1$, $h=1$ and $V=Q=K=t$ the output is $1+t^3$), so that no constant serves all $\theta$.
"""

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

from lemmata import at_most, box, dims, dyadics, in_ball, lines, mutants, printed, reals, scales, theorem
from lemmata.numbers import Array, abs, max, maximum, norm, relu, sum
from theorems.pca import PAPER

ROLES = ("V", "Q", "K", "W1", "W2")

Parts = Mapping[str, Array]
"""Diagonals by their role: ``(..., M, D)`` for those of the heads V, Q and K, ``(..., D)`` for the MLP's."""


def operator(diagonal: Array) -> Array:
    """The operator norm of a diagonal matrix."""
    return max(abs(diagonal), -1)


def attention_norm(parts: Parts) -> Array:
    """``max_m {|Q_m|, |K_m|} + sum_m |V_m|``, the share of the attention in the norm of a layer."""
    largest = max(maximum(operator(parts["Q"]), operator(parts["K"])), -1)
    return largest + sum(operator(parts["V"]), -1)


def layer_norm(parts: Parts) -> Array:
    """The slides' norm of one layer with diagonal weights, or of each of several layers."""
    return attention_norm(parts) + operator(parts["W1"]) + operator(parts["W2"])


def transformer_norm(parts: Parts) -> Array:
    """The slides' norm: the largest of the layers."""
    return max(layer_norm(parts))


def with_a_product(parts: Parts) -> Array:
    """The same with the product of the MLP's norms in the place of their sum."""
    return max(attention_norm(parts) + operator(parts["W1"]) * operator(parts["W2"]))


def largest_entry(parts: Parts) -> Array:
    return reduce(maximum, [max(abs(part)) for part in parts.values()])


def two_sets(
    V1: Array,
    Q1: Array,
    K1: Array,
    W11: Array,
    W21: Array,
    V2: Array,
    Q2: Array,
    K2: Array,
    W12: Array,
    W22: Array,
) -> tuple[Parts, Parts]:
    r"""$\theta$ and $\theta'$."""
    first, second = (V1, Q1, K1, W11, W21), (V2, Q2, K2, W12, W22)
    return dict(zip(ROLES, first, strict=True)), dict(zip(ROLES, second, strict=True))


WEIGHTS: dict[str, Any] = {
    f"{role}{i}": reals("L", "D") if "W" in role else reals("L", "M", "D") for role in ROLES for i in (1, 2)
}
"""The diagonals of two sets of weights."""


@theorem(
    PAPER,
    "norm of a transformer, definition",
    rank="step",
    origin="read",
    at=lines(68, 70),
    D=dims(1, 2),
    L=dims(1, 2),
    M=dims(1, 3),
    t=dyadics(-2, 2, of="(-inf, inf)"),
    **WEIGHTS,
)
@printed(
    r"$\|\theta+\theta'\|_{op}\le\|\theta\|_{op}+\|\theta'\|_{op}$, $\|t\theta\|_{op}=|t|\,\|\theta\|_{op}$, "
    r"and no absolute value of an entry of $\theta$ exceeds $\|\theta\|_{op}$, for all $\theta,\theta'$ with "
    "diagonal weights and all t."
)
@mutants(
    {
        "the product of the MLP's norms": dict(size=with_a_product),
        "the first layer alone": dict(size=lambda parts: layer_norm(parts)[0]),
        "the square": dict(size=lambda parts: transformer_norm(parts) ** 2),
    }
)
def it_is_a_norm(t, weights=two_sets, size: Callable[[Parts], Array] = transformer_norm):
    """What the slides call the norm of a transformer is homogeneous, subadditive and bounds every weight."""
    first, second = weights
    of_sum = size({role: first[role] + second[role] for role in ROLES})
    of_multiple, multiple = size({role: t * first[role] for role in ROLES}), abs(t) * size(first)
    # An equation is two inequalities.
    return at_most(
        [of_sum, of_multiple, multiple, largest_entry(first)],
        [size(first) + size(second), multiple, of_multiple, size(first)],
    )


def output(H: Array, parts: Parts) -> Array:
    """One layer on tokens by rows."""
    V, Q, K = (parts[role][:, None, :] for role in ("V", "Q", "K"))  # the heads have an axis of their own
    H = H + sum(relu((H * Q) @ (H * K).mT) @ (H * V), 0) / len(H)
    return H + relu(H * parts["W1"]) * parts["W2"]


def of_one_layer(R: Array, B: Array) -> Array:
    # Let v, q, w_1, w_2 be the norms of V (the sum over heads), of Q and K, and of the MLP: v + q + w_1 + w_2
    # <= B on the way from one theta to the other. The output changes by at most q^2 R^3 (1 + w_1 w_2) for each
    # unit of V, twice v q R^3 (1 + w_1 w_2) for one of Q and K, and w (R + v q^2 R^3) for one of W_1 or W_2;
    # in norm the largest of these counts, and q^2 w_1 w_2, w v q^2 <= B^4 / 64.
    return B**4 * R**3 / 64 + maximum(B * R, B**2 * R**3)


SMALL: dict[str, Any] = {
    "why": "With one head and one feature, which are enough.",
    "D": dims(1, 1),
    "N": dims(1, 2),
    "M": dims(1, 1),
}


BOUNDED_WEIGHTS: dict[str, Any] = {
    f"{role}{i}": box(*(["D"] if "W" in role else ["M", "D"]), low="-largest", high="largest")
    for role in ROLES
    for i in (1, 2)
}


@theorem(
    PAPER,
    "norm of a transformer",
    id="transformer-norm/lipschitz",
    rank="step",
    origin="read",
    at=lines(72),
    D=dims(1, 3),
    N=dims(1, 4),
    M=dims(1, 3),
    R=scales(-6, 6, of="(0, inf)"),
    largest=scales(-6, 9, of="(0, inf)"),  # of the absolute values of the weights
    H=in_ball("N", "D", radius="R"),  # tokens by rows
    **BOUNDED_WEIGHTS,
)
@printed(
    r"For $\|\theta\|_{op},\|\theta'\|_{op}\le B$ (parameters of $\Theta(B)$) and $\|h_i\|\le R$, one layer "
    r"with diagonal weights: $\max_i\|TF_\theta(H)_i-TF_{\theta'}(H)_i\|\le\left(\tfrac1{64}B^4R^3+"
    r"\max\{BR,B^2R^3\}\right)\|\theta-\theta'\|_{op}$ (the slides name no constant).",
    slack="0.99999 was met outside, by two transformers that differ a little in $W_2$ or V alone, all other "
    "weights but $W_1$, or Q and K, being 0: a coincidence of ten matrices that is seldom drawn.",
)
@mutants(
    parameters_of_any_size=dict(constant=lambda R: lambda B: of_one_layer(R, 1)),
    half_of_the_constant=dict(SMALL, constant=lambda R: lambda B: of_one_layer(R, B) / 2),
    without_the_attention=dict(SMALL, constant=lambda R: lambda B: B**4 * R**3 / 64 + B * R),
    without_the_MLP=dict(SMALL, constant=lambda R: lambda B: B**4 * R**3 / 64 + B**2 * R**3),
)
def outputs_are_close(H, weights=two_sets, constant=lambda R: lambda B: of_one_layer(R, B)):
    """On bounded tokens one layer with diagonal, bounded weights is Lipschitz continuous in these."""
    first, second = weights
    change = layer_norm({role: first[role] - second[role] for role in ROLES})
    B = maximum(layer_norm(first), layer_norm(second))
    moved = max(norm(output(H, first) - output(H, second), axis=-1))
    return at_most(moved, constant(B) * change)
