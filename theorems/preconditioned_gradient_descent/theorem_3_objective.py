r"""The display of the loss that opens the proof of Theorem 3.

The proof writes the loss as the mean trace over all $n+1$ tokens, with neither the mask $I-M$ that
keeps the query alone nor the factor $\frac1n$ of (4) (suffix ``objective``; its products run over
$A_1,A_2$ on the left and $A_0,A_1$ on the right, which is read as the same pair on both sides). For
each realisation it exceeds the squared error of the query by the squared residuals of the examples,
so that the means differ as well. With $I-M$ on both sides, as in (23), and $\frac1n$ it is right; the
rest of the proof uses invariances that both forms have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from baselines.gradient import labels
from constructions.gradient_descent import embed, entry, preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata.arrays import Array, concatenate, diag_embed, eye, ones, sum, trace, zeros
from lemmata.margins import Margin, equal
from lemmata.spaces import Prompt, Space, box, dims, reals, space, symmetric
from theorems.preconditioned_gradient_descent import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    A: Tensor  # (2, d, d) symmetric
    steps: Tensor  # (2, d)


SETTINGS = space(
    Setting,
    d=dims(1, 3),
    n=dims(1, 3),
    A=lambda s: symmetric(2, s.d),
    steps=lambda s: box(2, s.d, low=-1, high=1),
)


def prompts(s: Setting) -> Space:
    return space(X=reals(s.n, s.d), w_star=reals(s.d), query=reals(s.d))


objective = PAPER.claim(
    "proof of Theorem 3, objective",
    slug="theorem-3-objective",
    kind="forall",
    settings=SETTINGS,
    prompts=prompts,
)
objective.construction(lambda s: preconditioned_gd_transformer(s.A))
Keep = Callable[[Setting, Array], Array]


def query_alone(s: Setting, M: Array) -> Array:
    return eye(s.n + 1, M) - M


@objective.printed(
    r"$f(A_0,A_1)=\mathbf E\operatorname{Tr}\left(\prod(I+X_0^\top A_iX_0M)X_0^\top w_\star w_\star^\top X_0"
    r"\prod(I+MX_0^\top A_iX_0)\right)$, in each realisation.",
    expect="refuted",
    defect="proof-step",
    because="The trace runs over the examples as well, and the factor 1/n of (4) is missing.",
    keep=lambda s, M: eye(s.n + 1, M),
    over=lambda s: 1,
)
@objective.amended(
    r"$f(A_0,A_1)=\mathbf E\operatorname{Tr}\left((I-M)\prod(I+\frac1nX_0^\top A_iX_0M)X_0^\top w_\star"
    r"w_\star^\top X_0\prod(I+\frac1nMX_0^\top A_iX_0)(I-M)\right)$, in each realisation.",
    keep=query_alone,
    over=lambda s: s.n,
)
def display_is_the_squared_error(
    s: Setting, tf: Transformer, prompt: Prompt, keep: Keep, over: Callable[[Setting], int]
) -> Margin:
    """The display is the squared error of the query that (5) takes the mean of."""
    y = labels(prompt.X, prompt.w_star)
    answer = sum(prompt.query * prompt.w_star, -1)
    error = entry(tf.run(embed(prompt.X, y, prompt.query)))[-1] + answer
    X = concatenate([prompt.X.mT, prompt.query[..., None]], -1)
    M = diag_embed(concatenate([ones((s.n,), X), zeros((1,), X)], 0))
    row = prompt.w_star[:, None] @ X
    for i in range(2):
        row = row @ (eye(s.n + 1, X) + M @ X.mT @ s.A[i] @ X / over(s))
    kept = row @ keep(s, M)
    return equal(error * error, trace(kept.mT @ kept))


objective.mutant("the examples alone", keep=lambda s, M: M)
objective.mutant("without 1/n", over=lambda s: 1)
