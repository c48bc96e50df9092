r"""Footnote 3: the objective does not depend on $B_2$. It is about three layers; the last B never matters."""

from constructions.gradient_descent import preconditioned_gd_transformer
from lemmata import dims, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, over_batches, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.forward_pass import NETWORK, PROMPT, embed
from theorems.preconditioned_gradient_descent.layers import replaced


def run(Z: Array, A: Array, B: Array) -> Array:
    """The network (13) on a batch of prompts."""
    return preconditioned_gd_transformer(A, B)(Z)


@theorem(
    PAPER,
    "footnote 3",
    rank="step",
    origin="read",
    at=lines(293),
    **NETWORK | {"given": ["A", "B", "other"], "d": dims(1, 3), "n": dims(1, 6)},
    other=drawn("d", "d"),  # what takes the place of a B
    **PROMPT,
)
@printed(
    r"With the weights (13) the objective does not depend on the last B, which is $B_2$ for three layers: for "
    r"every prompt the last row of $Z_L$, which has the prediction, does not depend on $B_{L-1}$."
)
@mutants(
    {
        "the first B (the last one for one layer)": dict(layer=0),
        "the last but one (the last for one layer)": dict(layer=lambda L: max(L - 2, 0)),
    }
)
def footnote_3(A, B, other, X, w_star, query, tf, layer=lambda L: L - 1):
    """The objective does not depend on the last B."""
    Z = embed(X, X @ w_star, query)
    changed = over_batches(run, given=["A", "B"])(Z, A=A, B=stack(replaced(B, layer, other)))
    return equal(tf(Z)[-1], changed[-1])
