r"""Lemma 8 with the loss (5): the last index must not be exchanged.

The lemma lists $A_0,\dots,A_k$ and lets any two of $0,\dots,k$ change places. Its proof has the loss of (23),
which sees all of them (claim ``lemma-8``, for every number of layers that the loss sees). The $f$ of (5), which
the lemma names, predicts with $Z_k$ and does not see $A_k$: exchanging it with another one brings a new matrix
into play. At $d=n=1$, $k=1$, $A=(-\frac12,-\frac14)$ the loss goes from $\frac34$ to $\frac{11}{16}$.
"""

from __future__ import annotations

from typing import Any

from baselines.in_context_loss import in_context_loss
from lemmata import Margin, Prompt, Space, box, dims, equal, space
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_draws import drawn_box, drawn_symmetric
from theorems.preconditioned_gradient_descent.lemma_8 import Setting, lemma


def settings(unused: int) -> Space:
    """``L = k + 1`` matrices; both indices leave out the last ``unused`` of them."""
    return space(
        Setting,
        d=dims(1, 2),
        n=dims(1, 3),
        L=dims(2 + unused, 3),
        i=lambda s: dims(0, s.L - 2 - unused, most=s.L - 2 - unused),
        j=lambda s: dims(s.i + 1, s.L - 1 - unused, most=s.L - 1 - unused),
        spectrum=lambda s: drawn_box(s.d, low=0.5, high=2.0),
        tilt=lambda s: drawn_box(2, s.d - 1, low=-1.0, high=1.0),
    )


claim = PAPER.claim(
    "Lemma 8, last index",
    slug="lemma-8-last-index",
    kind="expectation",
    settings=settings(0),
    prompts=lambda s: space(a=box(s.L, low=-1.0, high=1.0), off=drawn_symmetric(s.L, s.d)),
    uses=[lemma],
)


@claim.printed(
    r"With the loss (5), which predicts with $Z_k$: $f(\tilde A)=f(A)$ if $A_i$ and $A_j$ change places, for "
    r"any $i,j\in\{0,\dots,k\}$.",
    expect="refuted",
    defect="typo",
    because="Z_k does not depend on A_k: exchanged with another matrix, it comes into play.",
    outside=0,
    factor=1,
)
@claim.amended(
    r"With the loss (5): $f(\tilde A)=f(A)$ if $A_i$ and $A_j$ change places, for any "
    r"$i,j\in\{0,\dots,k-1\}$.",
    outside=0,
    factor=1,
    settings=settings(1),
)
def order_of_the_layers_in_use(s: Setting, prompt: Prompt, outside: int, factor: int) -> Margin:
    """On S the loss (5) does not depend on the order of the layers."""
    precision = s.power(-1)
    A = prompt.a[..., None, None] * precision + prompt.off * outside
    order = list(range(s.L))
    order[s.i], order[s.j] = s.j, s.i
    law: dict[str, Any] = {"task": "inverse", "precision": precision}
    before, after = (
        in_context_loss(B[:, : s.L - 1], s.power(1), s.n, **law) for B in (A, A[:, order] * factor)
    )
    return equal(after, before)


claim.mutant("outside of S", outside=1)
claim.mutant("with other signs", factor=-1)
claim.mutant("twice the matrices", factor=2)
