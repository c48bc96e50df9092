r"""On the set S with isotropic covariates the network runs GD++.

After Theorem 5: for $\Sigma=I$ the algorithm that $A_i\propto I$, $B_i\propto I$ implement is exactly GD++ of
von Oswald et al. (2022), up to step sizes. The network (13) is compared after every layer with the
recursion of GD++: a gradient step on the residuals of size
$\eta_i=-a_i$, and a move of the covariates $x_j\leftarrow x_j-\gamma_i\frac1n\sum_kx_kx_k^\top x_j$ with
$\gamma_i=-a_ib_i$. The statement holds for any covariates, whatever their law.
"""

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from baselines.gradient import gd_plus_plus, labels
from constructions.gradient_descent import embed, preconditioned_gd_transformer, prediction
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, Space, dims, equal, lines, reals, space
from lemmata.numbers import Array, eye, full, stack
from theorems.preconditioned_gradient_descent import PAPER

Sizes = Callable[["Setting"], Array]


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    L: int
    a: Tensor  # (L,)
    b: Tensor  # (L,)


SETTINGS = space(
    Setting, d=dims(1, 3), n=dims(1, 3), L=dims(1, 3), a=lambda s: reals(s.L), b=lambda s: reals(s.L)
)


def prompts(s: Setting) -> Space:
    return space(X=reals(s.n, s.d), w_star=reals(s.d), query=reals(s.d))


algorithm = PAPER.claim(
    "after Theorem 5",
    id="theorem-5/gd-plus-plus",
    summary="On S with isotropic covariates the network runs GD++.",
    origin="read",
    at=lines(279),
    settings=SETTINGS,
    prompts=prompts,
)


@algorithm.construction
def transformer(s: Setting) -> Transformer:
    identity = eye(s.d, s.a)
    return preconditioned_gd_transformer(s.a[:, None, None] * identity, s.b[:, None, None] * identity)


@algorithm.printed(
    r"The algorithm implemented by $A_i=a_iI$, $B_i=b_iI$ (the points of $\mathcal S$ for $\Sigma=I$) is "
    r"exactly GD++ "
    r"with $\eta_i=-a_i$ for the gradient steps and $\gamma_i=-a_ib_i$ for the moves of the covariates, "
    r"$x_j\leftarrow x_j-\gamma_i\frac1n\sum_kx_kx_k^\top x_j$: after every layer, and for all samples, "
    r"$w_\star$ and "
    r"queries, the predicted label $-[Z_i]_{d+1,n+1}$ is the prediction of GD++ after i steps.",
    eta=lambda s: -s.a,
    gamma=lambda s: -s.a * s.b,
)
def network_runs_gd_plus_plus(
    s: Setting, tf: Transformer, prompt: Prompt, answer: Callable[[Array], Array], eta: Sizes, gamma: Sizes
) -> Margin:
    """The predicted label after every layer is the prediction of GD++ after as many steps."""
    y = labels(prompt.X, prompt.w_star)
    predicted = answer(stack(list(prediction(tf.run(embed(prompt.X, y, prompt.query)))), 1))
    path = gd_plus_plus(prompt.X, prompt.query, eta(s), gamma(s), y=y)
    return equal(predicted, stack(list(path), 1))


algorithm.mutant("ascent", eta=lambda s: s.a)
algorithm.mutant("the covariates stand still", gamma=lambda s: full(0, like=s.a))
algorithm.mutant("the move without a", gamma=lambda s: -s.b)
