r"""Transformers are Lipschitz in their parameters, if these are bounded, too.

The slides say that the transformer "is Lipschitz continuous to this norm when inputs are bounded". An
attention layer is cubic in its weights: with $D=N=1$, $h=1$ and $V=Q=K=t$ the output is $1+t^3$, so no
constant serves all $\theta$, whatever the bound on the inputs. For $\|\theta\|\le B$ and tokens of norm at
most $R$ one layer (attention, then MLP) has the constant $\frac1{64}B^4R^3+\max\{BR,B^2R^3\}$, for any number
of heads. Weights are diagonal in the hunt, so that operator norms are exact; the change is measured by the norm
of the difference.
"""

import math
from typing import Any

from lemmata import (
    Margin,
    amended,
    at_most,
    box,
    choices,
    dims,
    in_ball,
    lines,
    mutants,
    printed,
    scales,
    some,
    theorem,
)
from lemmata.numbers import Array, max, maximum, norm, relu, sum
from theorems.pca import PAPER
from theorems.pca.transformer_norm import ROLES, Parts, layer_norm


def growing(C: float) -> dict[str, Any]:
    """Weights so large that ``V = Q = K = largest`` exceed the constant."""
    return dict(D=1, N=1, M=1, R=1.0, largest=2.0 ** math.ceil(math.log2(C) / 2 + 4), C=C)


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


WEIGHTS: dict[str, Any] = {
    f"{role}{i}": box(*(["D"] if "W" in role else ["M", "D"]), low="-largest", high="largest")
    for role in ROLES
    for i in (1, 2)
}
"""The diagonals of two sets of weights."""


@theorem(
    PAPER,
    "norm of a transformer",
    rank="step",
    origin="read",
    at=lines(72),
    pinned={"R": "C may depend on R, so that all C have to fail at one R: at $R = 1$ they do"},
    examples=[growing(2.0**10)],
    D=dims(1, 2),
    N=dims(1, 3),
    M=dims(1, 2),
    R=choices(1.0),
    largest=scales(-6, 9),  # of the absolute values of the weights
    C=some(scales(-10, 10), for_each=("R",), weaker="larger", fails_at=growing),
    H=in_ball("N", "D", radius="R"),  # tokens by rows
    **WEIGHTS,
)
@printed(
    r"For every R there is a C with $\max_i\|TF_\theta(H)_i-TF_{\theta'}(H)_i\|\le C\|\theta-\theta'\|_{op}$ "
    r"for all $\theta,\theta'$, of any size, and all H with $\|h_i\|\le R$ (one layer; read so, since inputs "
    "alone are said to be bounded).",
    defect="statement",
    because="The output grows like $t^3$ with the weights $V = Q = K = t$, which exceeds every C.",
)
@amended(
    r"For $\|\theta\|,\|\theta'\|\le B$ and $\|h_i\|\le R$, one layer with diagonal weights: "
    r"$\max_i\|TF_\theta(H)_i-TF_{\theta'}(H)_i\|\le\left(\tfrac1{64}B^4R^3+\max\{BR,B^2R^3\}\right)\|"
    r"\theta-\theta'\|_{op}$.",
    adds="parameters of norm at most B; one layer, with diagonal weights; the constant",
    slack="0.99999 was met outside, by two transformers that differ a little in $W_2$ or V alone, all other "
    "weights but $W_1$, or Q and K, being 0: a coincidence of ten matrices that is seldom drawn.",
    D=dims(1, 3),
    N=dims(1, 4),
    M=dims(1, 3),
    R=scales(-6, 6, of="(0, inf)"),
    C=None,
    constant=lambda R: lambda B: of_one_layer(R, B),
)
@mutants(
    half_of_the_constant=dict(SMALL, constant=lambda R: lambda B: of_one_layer(R, B) / 2),
    without_the_attention=dict(SMALL, constant=lambda R: lambda B: B**4 * R**3 / 64 + B * R),
    without_the_MLP=dict(SMALL, constant=lambda R: lambda B: B**4 * R**3 / 64 + B**2 * R**3),
)
def outputs_are_close(
    H: Array,
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
    constant: Any = lambda C: lambda B: C,
) -> Margin:
    """On bounded inputs a transformer is Lipschitz continuous in its parameters."""
    first = dict(zip(ROLES, (V1, Q1, K1, W11, W21), strict=True))
    second = dict(zip(ROLES, (V2, Q2, K2, W12, W22), strict=True))
    change = layer_norm({role: first[role] - second[role] for role in ROLES})
    B = maximum(layer_norm(first), layer_norm(second))
    moved = max(norm(output(H, first) - output(H, second), axis=-1))
    return at_most(moved, constant(B) * change)
