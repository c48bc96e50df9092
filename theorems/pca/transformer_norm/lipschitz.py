r"""One layer is Lipschitz in its parameters, where these and the tokens are bounded.

The slides say that the transformer "is Lipschitz continuous to this norm when inputs are bounded". Parameters
are read as those of $\Theta(B_\theta)$, of norm at most $B$: an attention layer is cubic in its weights (with
$D=N=1$, $h=1$ and $V=Q=K=t$ the output is $1+t^3$), so that no constant serves all $\theta$. Weights are
diagonal in the hunt, so that operator norms are exact; the change is measured by the norm of the difference.
"""

from typing import Any

from lemmata import at_most, box, dims, in_ball, lines, mutants, printed, scales, theorem
from lemmata.numbers import Array, max, maximum, norm, relu, sum
from theorems.pca import PAPER
from theorems.pca.transformer_norm import ROLES, Parts, layer_norm, two_sets


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
    D=dims(1, 3),
    N=dims(1, 4),
    M=dims(1, 3),
    R=scales(-6, 6, of="(0, inf)"),
    largest=scales(-6, 9, of="(0, inf)"),  # of the absolute values of the weights
    H=in_ball("N", "D", radius="R"),  # tokens by rows
    **WEIGHTS,
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
