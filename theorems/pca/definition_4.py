r"""Definition 4: the matrix form and the vector form of a masked attention layer differ.

With both faults repaired the mask is right: column $i$ of MSK holds $1/i$ for $j\le i$.
"""

from lemmata import amended, equal, lines, mutants, printed, theorem
from lemmata.numbers import ones, sum, triu
from theorems.pca import PAPER
from theorems.pca.attention_layer import (
    LAYER,
    Scores,
    as_displayed,
    exchanged,
    mask,
    queries_alone,
    vector_form,
)


@theorem(PAPER, "Definition 4", rank="slip", at=lines(102, 116), **LAYER)
@printed(
    r"For all weights and H: $H+\sum_m(V_mH)(\mathrm{MSK}\circ\sigma(Q_mH)^\top(K_mH))$ has the columns "
    r"$h_i+\sum_m\frac1i\sum_{j\le i}\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$.",
    defect="typo",
    because="The ReLU stands on the queries alone, and queries and keys are exchanged.",
)
@amended(
    r"For all weights and H: $H+\sum_m(V_mH)(\mathrm{MSK}\circ\sigma((K_mH)^\top(Q_mH)))$ has the columns "
    r"$h_i+\sum_m\frac1i\sum_{j\le i}\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$.",
    adds="the ReLU on the whole product; keys and queries exchanged",
    scores=exchanged,
)
@mutants(
    {
        "queries and keys exchanged": dict(scores=as_displayed),
        "the mask transposed": dict(MSK=lambda N: mask(N).T),
        "1/N for 1/i": dict(MSK=lambda N: triu(ones((N, N))) / N),
    }
)
def masked_forms_agree(V, Q, K, H, scores: Scores = queries_alone, MSK=mask):
    """The matrix form of a masked attention layer and its vector form are the same layer."""
    matrix_form = sum(V @ H @ (MSK * scores(Q @ H, K @ H)), 0)
    return equal(matrix_form, vector_form(V, Q, K, H, causal=True))
