r"""The matrix form and the vector form of an attention layer are not the same layer.

Definition of Attn: column $i$ of $V H\,\sigma((QH)^\top(KH))$ is $\sum_j\sigma(\langle Qh_j,Kh_i\rangle)Vh_j$,
while the vector form has $\sigma(\langle Qh_i,Kh_j\rangle)$: queries and keys are exchanged, which shows
from two tokens on. $\sigma((KH)^\top(QH))$, as rpe,2 has it, agrees. Definition 4 (suffix ``decoder``)
does the same and writes $\sigma(Q_mH)^\top(K_mH)$, the ReLU of the queries alone. With both repaired the
mask is right: column $i$ of MSK holds $1/i$ for $j\le i$.
"""

from __future__ import annotations

import torch

from lemmata.numbers import constant
from theorems.pca import PAPER
from theorems.pca.attention_layer import (
    as_displayed,
    common,
    exchanged,
    forms_agree,
    mask,
    prompts,
    queries_alone,
)

decoder = PAPER.claim("Definition 4", prompts=prompts, **common)


decoder.printed(
    r"$H+\sum_m(V_mH)(MSK\circ\sigma(Q_mH)^\top(K_mH))$ has the columns "
    r"$h_i+\sum_m\frac1i\sum_{j\le i}\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$.",
    expect="refuted",
    defect="typo",
    because="The ReLU stands on the queries alone, and queries and keys are exchanged.",
    scores=queries_alone,
    weight=mask,
    causal=True,
)(forms_agree)


decoder.amended(
    r"$H+\sum_m(V_mH)(MSK\circ\sigma((K_mH)^\top(Q_mH)))$ has the columns "
    r"$h_i+\sum_m\frac1i\sum_{j\le i}\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$.",
    scores=exchanged,
    weight=mask,
    causal=True,
)(forms_agree)


decoder.mutant("queries and keys exchanged", scores=as_displayed)


decoder.mutant("the mask transposed", weight=lambda s, like: mask(s, like).mT)


decoder.mutant(
    "1/N for 1/i", weight=lambda s, like: constant(torch.ones(s.N, s.N).triu(), like) / s.N
)
