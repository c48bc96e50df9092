r"""The matrix form and the vector form of an attention layer are not the same layer.

Definition of Attn: column $i$ of $V H\,\sigma((QH)^\top(KH))$ is $\sum_j\sigma(\langle Qh_j,Kh_i\rangle)Vh_j$,
while the vector form has $\sigma(\langle Qh_i,Kh_j\rangle)$: queries and keys are exchanged, which shows
from two tokens on. $\sigma((KH)^\top(QH))$, as rpe,2 has it, agrees. Definition 4 (suffix ``decoder``)
does the same and writes $\sigma(Q_mH)^\top(K_mH)$, the ReLU of the queries alone. With both repaired the
mask is right: column $i$ of MSK holds $1/i$ for $j\le i$.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, constant, stack, sum
from theorems.pca import PAPER
from theorems.pca.instances_attention import (
    Scores,
    Setting,
    as_displayed,
    common,
    exchanged,
    mask,
    mean,
    prompts,
    queries_alone,
    vector_form,
)

encoder = PAPER.claim("Definition of Attn", slug="attention-forms", prompts=prompts, **common)


decoder = PAPER.claim(
    "Definition 4", slug="attention-forms", suffix="decoder", prompts=prompts, **common
)


@encoder.printed(
    r"$H+\frac1N\sum_mV_mH\,\sigma((Q_mH)^\top(K_mH))$ has the columns "
    r"$h_i+\sum_m\frac1N\sum_j\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$.",
    expect="refuted",
    defect="typo",
    because="Its columns have <Q h_j, K h_i>: queries and keys are exchanged.",
    scores=as_displayed,
    weight=mean,
    causal=False,
)
@encoder.amended(
    r"$H+\frac1N\sum_mV_mH\,\sigma((K_mH)^\top(Q_mH))$ has the columns "
    r"$h_i+\sum_m\frac1N\sum_j\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$.",
    scores=exchanged,
    weight=mean,
    causal=False,
)
def forms_agree(
    s: Setting,
    prompt: Prompt,
    scores: Scores,
    weight: Callable[[Setting, Array], Array],
    causal: bool,
) -> Margin:
    """The matrix form of the attention layer has the columns of its vector form."""
    H = prompt.H[:, None]
    mixed = scores(prompt.Q @ H, prompt.K @ H) * weight(s, prompt.H)
    columns = [vector_form(prompt, i, causal) for i in range(s.N)]
    return equal(sum((prompt.V @ H) @ mixed, 1), stack(columns, -1))


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


encoder.mutant("ReLU of the queries", scores=queries_alone)


encoder.mutant("no mean", weight=lambda s, like: mean(s, like) * s.N)


encoder.mutant("the mask of the decoder", weight=mask)


decoder.mutant("queries and keys exchanged", scores=as_displayed)


decoder.mutant("the mask transposed", weight=lambda s, like: mask(s, like).mT)


decoder.mutant(
    "1/N for 1/i", weight=lambda s, like: constant(torch.ones(s.N, s.N).triu(), like) / s.N
)
