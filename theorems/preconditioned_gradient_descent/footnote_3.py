r"""Footnote 3: the objective does not depend on $B_2$. It is about three layers; the last B never matters."""

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from constructions.gradient_descent import preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import concatenate
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.forward_pass import ON_A_PROMPT, Setting, deep, run, weights


@dataclass(frozen=True)
class Exchanged(Setting):
    """With a matrix in place of one of the B."""

    other: Tensor  # (1, d, d) what takes the place of a B


footnote_3 = PAPER.claim(
    "footnote 3",
    summary="The objective does not depend on the last B.",
    rank="step",
    origin="read",
    at=lines(293),
    **{**ON_A_PROMPT, "settings": deep(1, 3, Exchanged, other=lambda s: drawn(1, s.d, s.d))},
)
footnote_3.construction(weights)


@footnote_3.printed(
    r"With the weights (13) the objective does not depend on the last B, which is $B_2$ for three layers: for "
    r"every prompt the last row of $Z_L$, which has the prediction, does not depend on $B_{L-1}$.",
    layer=lambda s: s.L - 1,
)
def last_B(s: Exchanged, tf: Transformer, prompt: Prompt, layer: Callable[[Setting], int]) -> Margin:
    """The output does not depend on the last B."""
    k = layer(s)
    B = concatenate([s.B[:k], s.other, s.B[k + 1 :]], 0)
    changed = preconditioned_gd_transformer(s.A, B)
    return equal(run(tf, prompt)[-1][:, -1], run(changed, prompt)[-1][:, -1])


footnote_3.mutant("the first B (the last one for one layer)", layer=lambda s: 0)
footnote_3.mutant("the last but one (the last for one layer)", layer=lambda s: max(s.L - 2, 0))
