r"""The matrix form and the vector form of an attention layer are not the same layer.

$\sigma((KH)^\top(QH))$, as the slides have it in the layer rpe,2, agrees with the vector form.
"""

from collections.abc import Callable
from typing import Any

from lemmata import amended, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, constant, ones, relu, stack, sum, triu
from theorems.pca import PAPER

LAYER: dict[str, Any] = {
    "D": dims(1, 2),
    "N": dims(1, 3),
    "M": dims(1, 2),
    "V": reals("M", "D", "D"),
    "Q": reals("M", "D", "D"),
    "K": reals("M", "D", "D"),
    "H": reals("D", "N"),
    "examples": [dict(D=1, N=2, M=1)],
}
Scores = Callable[[Array, Array], Array]


def as_displayed(Q: Array, K: Array) -> Array:
    return relu(Q.mT @ K)


def exchanged(Q: Array, K: Array) -> Array:
    return relu(K.mT @ Q)


def queries_alone(Q: Array, K: Array) -> Array:
    return relu(Q).mT @ K


def mask(N: int) -> Array:
    """MSK: 1/i in column i, down to row i."""
    return triu(ones((N, N))) / constant(list(range(1, N + 1)))


def vector_form(V: Array, Q: Array, K: Array, H: Array, *, causal: bool) -> Array:
    r"""$\sum_m\frac1n\sum_{j\le n}\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$ in columns, n = i if causal."""
    columns = []
    for i in range(H.shape[1]):
        n = i + 1 if causal else H.shape[1]
        products = (Q @ H[:, i])[:, None, :] @ (K @ H[:, :n])
        columns.append(sum(relu(products) * (V @ H[:, :n]), (0, 2)) / n)
    return stack(columns, 1)


@theorem(PAPER, "Definition of Attn", rank="slip", at=lines(36, 40), **LAYER)
@printed(
    r"For all weights and H: $H+\frac1N\sum_mV_mH\,\sigma((Q_mH)^\top(K_mH))$ has the columns "
    r"$h_i+\sum_m\frac1N\sum_j\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$.",
    defect="typo",
    because=r"Its columns have $\langle Q h_j, K h_i\rangle$: queries and keys are exchanged, which shows "
    "from two tokens on.",
    fails_where=lambda N: N >= 2,
)
@amended(
    r"For all weights and H: $H+\frac1N\sum_mV_mH\,\sigma((K_mH)^\top(Q_mH))$ has the columns "
    r"$h_i+\sum_m\frac1N\sum_j\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$.",
    adds=r"scores $(K H)^\top (Q H)$: keys and queries exchanged",
    scores=exchanged,
)
@mutants(
    {
        "sigma(Q H)^T (K H), as in Definition 4": dict(scores=queries_alone),
        "no mean": dict(weight=1),
        "the mask of the decoder": dict(weight=mask),
    }
)
def forms_agree(V, Q, K, H, scores: Scores = as_displayed, weight=lambda N: ones((N, N)) / N):
    """The matrix form of an attention layer and its vector form are the same layer."""
    matrix_form = sum(V @ H @ (scores(Q @ H, K @ H) * weight), 0)
    return equal(matrix_form, vector_form(V, Q, K, H, causal=False))
