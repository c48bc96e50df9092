r"""The sentence after Theorem 3: two iterations of descent with coordinate-wise step sizes.

The two-layer network with diagonal $A_0,A_1$ runs two iterations of gradient descent in which every
coordinate has a step size of its own. That they achieve the minimal loss is Theorem 3 itself.
"""

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from baselines.gradient import labels, least_squares_gradient
from constructions.gradient_descent import embed, preconditioned_gd_transformer, prediction
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, Space, dims, equal, lines, reals, space
from lemmata.numbers import Array, diag_embed, full, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.lemma_2 import entry
from theorems.preconditioned_gradient_descent.theorem_3 import theorem


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    a: Tensor  # (2, d), the diagonals of A_0 and A_1


SETTINGS = space(Setting, d=dims(1, 3), n=dims(1, 3), a=lambda s: reals(2, s.d))


def prompts(s: Setting) -> Space:
    return space(X=reals(s.n, s.d), w_star=reals(s.d), query=reals(s.d))


stepsizes = PAPER.claim(
    "after Theorem 3",
    id="theorem-3/stepsizes",
    summary="Diagonal matrices run two steps of descent with a step size for each coordinate.",
    rank="step",
    origin="read",
    at=lines(199),
    settings=SETTINGS,
    prompts=prompts,
    uses=[entry, theorem],
)
stepsizes.construction(lambda s: preconditioned_gd_transformer(diag_embed(s.a)))


@stepsizes.printed(
    r"The network (9) with $A_k=\operatorname{diag}(a_k)$, $k=0,1$, runs two iterations of gradient descent "
    r"with coordinate-wise step sizes: for all samples, $w_\star$ and queries "
    r"$-[Z_2]_{d+1,n+1}=\langle x^{(n+1)},w_2\rangle$, where "
    r"$w_0=0$ and $w_{k+1}[c]=w_k[c]+a_k[c]\,\partial_cR_{w_\star}(w_k)$ for every coordinate c, R of (10).",
    size=lambda s, k: s.a[k],
)
def coordinatewise_steps(
    s: Setting,
    tf: Transformer,
    prompt: Prompt,
    answer: Callable[[Array], Array],
    size: Callable[[Setting, int], Array],
) -> Margin:
    """The predicted label is that of two steps, each coordinate with its own step size."""
    y = labels(prompt.X, prompt.w_star)
    w = full(0, like=prompt.w_star)
    for k in range(2):
        w = w + least_squares_gradient(prompt.X, y, w) * size(s, k)
    predicted = answer(prediction(tf.run(embed(prompt.X, y, prompt.query)))[-1])
    return equal(predicted, sum(w * prompt.query, -1))


stepsizes.mutant("one step size for all", size=lambda s, k: s.a[k, :1])
stepsizes.mutant("ascent", size=lambda s, k: -s.a[k])
stepsizes.mutant("the steps exchanged", size=lambda s, k: s.a[1 - k])
