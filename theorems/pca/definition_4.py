r"""Definition 4: the matrix form and the vector form of a masked attention layer differ.

As in :mod:`theorems.pca.attention_layer`, queries and keys are exchanged; besides, the ReLU stands on the
queries alone, $\sigma(Q_mH)^\top(K_mH)$. With both repaired the mask is right: column $i$ of MSK holds
$1/i$ for $j\le i$.
"""

import torch

from lemmata import lines
from lemmata.numbers import constant
from theorems.pca import PAPER
from theorems.pca.attention_layer import (
    TWO_TOKENS,
    as_displayed,
    exchanged,
    forms_agree,
    mask,
    prompts,
    queries_alone,
    settings,
)

decoder = PAPER.claim(
    "Definition 4",
    rank="slip",
    at=lines(102, 116),
    summary="The matrix form of a masked attention layer and its vector form are the same layer",
    settings=settings,
    prompts=prompts,
    examples=[TWO_TOKENS],
)

decoder.printed(
    r"For all weights and H: $H+\sum_m(V_mH)(\mathrm{MSK}\circ\sigma(Q_mH)^\top(K_mH))$ has the columns "
    r"$h_i+\sum_m\frac1i\sum_{j\le i}\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$.",
    defect="typo",
    because="The ReLU stands on the queries alone, and queries and keys are exchanged.",
    scores=queries_alone,
    weight=mask,
    causal=True,
)(forms_agree)
decoder.amended(
    r"For all weights and H: $H+\sum_m(V_mH)(\mathrm{MSK}\circ\sigma((K_mH)^\top(Q_mH)))$ has the columns "
    r"$h_i+\sum_m\frac1i\sum_{j\le i}\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$.",
    adds="the ReLU on the whole product; keys and queries exchanged",
    scores=exchanged,
    weight=mask,
    causal=True,
)(forms_agree)

decoder.mutant("queries and keys exchanged", scores=as_displayed)
decoder.mutant("the mask transposed", weight=lambda s, like: mask(s, like).mT)
decoder.mutant("1/N for 1/i", weight=lambda s, like: constant(torch.ones(s.N, s.N).triu(), like) / s.N)
