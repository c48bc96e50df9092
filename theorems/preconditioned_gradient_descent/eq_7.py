r"""The sentences before (7): which entries of P and Q the loss of one layer depends on.

"This objective only depends on the last row of P and the first n columns of Q. In other words, what appears
in the first n rows of P and the last column of Q does not affect the in-context loss." The matrices are
$(d+1)\times(d+1)$: n stands for d. For $n<d$ a further column of Q matters (first sentence, the bare id);
for $n>d$ "the first n rows of P" include the last one (second sentence, ``rows``). With d both hold, as
(7) and appendix A.1 have it. The expectation is a sum over literal prompts, drawn at $dn\le4$, of a finite
signed law with the Gaussian moments that are needed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from constructions.gradient_descent import linear_transformer
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array, constant
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.one_layer import (
    ON_PROMPTS,
    Setting,
    loss,
    network,
    population,
    settings,
    square,
)


@dataclass(frozen=True)
class Exchanged(Setting):
    """Weights P and Q, and others (``P_else``, ``Q_else``) from which entries may be taken."""

    P_else: Tensor  # (d + 1, d + 1) what some entries of P are exchanged for
    Q_else: Tensor  # (d + 1, d + 1) and some of Q


ON_EXCHANGED: dict[str, Any] = {**ON_PROMPTS, "settings": settings(Exchanged, P_else=square, Q_else=square)}
only = PAPER.claim(
    "before (7)",
    id="eq-7",
    summary="The loss of one layer depends on the last row of P and the first n columns of Q only.",
    rank="slip",
    at=lines(108),
    **ON_EXCHANGED,
)
rows = PAPER.claim(
    "before (7), in other words",
    id="eq-7/rows",
    summary="The first n rows of P and the last column of Q do not affect the loss of one layer.",
    rank="slip",
    at=lines(108),
    **ON_EXCHANGED,
)
only.construction(network)
rows.construction(network)

Free = Callable[[Setting], tuple[slice, slice]]


def exchanged(old: Array, new: Array, rows: slice, columns: slice) -> Array:
    """``old`` with the entries in a block taken from ``new``."""
    where = torch.zeros(tuple(old.shape), dtype=torch.float64)
    where[rows, columns] = 1
    return old + (new - old) * constant(where, old)


LAW = (
    r"For one layer with independent $x^{(i)}\sim N(0,\Sigma)$ (the law of Theorem 1, where section 3 has any) "
    r"and $w_\star\sim N(0,I)$ ($\Sigma$ diagonal, drawn by the roots "
    r"of its entries: a rotation of the covariates goes into the first d rows and columns of P and Q): "
)
BECAUSE = "n is printed for d: P and Q have d + 1 rows and columns, whatever the number of samples."


@only.printed(
    LAW + r"$f(P,Q)$ depends on the last row of P and the first $n$ columns of Q only.",
    defect="typo",
    because=BECAUSE,
    fails_where=lambda s: s.n < s.d,
    free=lambda s: (slice(0, s.d), slice(s.n, None)),
)
@only.amended(
    LAW + r"$f(P,Q)$ depends on the last row of P and the first $d$ columns of Q only.",
    adds="d for n",
    free=lambda s: (slice(0, s.d), slice(s.d, None)),
)
@rows.printed(
    LAW + r"What appears in the first $n$ rows of P and the last column of Q does not affect $f(P,Q)$.",
    defect="typo",
    because=BECAUSE,
    fails_where=lambda s: s.n > s.d,
    free=lambda s: (slice(0, s.n), slice(s.d, None)),
)
@rows.amended(
    LAW + r"What appears in the first $d$ rows of P and the last column of Q does not affect $f(P,Q)$.",
    adds="d for n",
    free=lambda s: (slice(0, s.d), slice(s.d, None)),
)
def free_entries(s: Exchanged, tf: Transformer, prompt: Prompt, free: Free) -> Margin:
    """Some entries of P and Q do not affect the loss of one layer."""
    free_rows, free_columns = free(s)
    P = exchanged(s.P, s.P_else, free_rows, slice(None))
    Q = exchanged(s.Q, s.Q_else, slice(None), free_columns)
    m = population(s, prompt.root)
    return equal(loss(linear_transformer(P[None], Q[None]), m), loss(tf, m))


for claim in (only, rows):
    claim.mutant("all rows of P", free=lambda s: (slice(0, s.d + 1), slice(s.d, None)))
    claim.mutant("the last two columns of Q", free=lambda s: (slice(0, s.d), slice(s.d - 1, None)))
only.mutant("the last row of P instead of the others", free=lambda s: (slice(s.d, None), slice(s.d, None)))
