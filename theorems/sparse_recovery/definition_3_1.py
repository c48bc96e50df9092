r"""Definition 3.1, masked attention: its two forms, by matrices and token by token, agree."""

from collections.abc import Callable

from constructions.attention import Attention
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import constant, relu
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import Setting, attention, prompts, settings, state

masked = PAPER.claim("Definition 3.1", rank="step", at=lines(63, 71), settings=settings, prompts=prompts)


@masked.printed(
    r"$H+\sum_mV_mH\,\mathrm{mask}(\sigma((K_mH)^\top Q_mH))$ has the columns "
    r"$h_i+\sum_m\sum_{j=1}^i\frac1i\sigma((Q_mh_i)^\top K_mh_j)V_mh_j$.",
    construction=attention,
    normal=lambda i, j: i,
)
def matrix_form_is_token_form(
    s: Setting, tf: Attention, prompt: Prompt, normal: Callable[[int, int], int]
) -> Margin:
    """The matrix form of masked attention and its token form agree."""
    H = state(s, prompt)
    tokens = range(1, H.shape[-1] + 1)
    mask = constant([[float(j <= i) for i in tokens] for j in tokens], H)
    share = constant([[float(normal(i, j)) for i in tokens] for j in tokens], H)
    matrix = H
    for head in tf.heads:
        scores = relu((head.K @ H).mT @ (head.Q @ H))
        matrix = matrix + (head.V @ H) @ (scores * mask / share)
    return equal(matrix, tf(H))


masked.mutant("1 / j", normal=lambda i, j: j)
masked.mutant("1 / 3", normal=lambda i, j: 3)
