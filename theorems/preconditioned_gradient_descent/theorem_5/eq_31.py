r"""(31): the dynamics of the covariates and of the labels, with the product form of $Y_{i+1}$.

(22) is the same without B, where the covariates stand still. The factor $\frac1n$ of (4) is absorbed into the
$A_i$.
"""

from collections.abc import Callable

from lemmata import ForAll, Margin, Prompt, equal, lines
from lemmata.numbers import Array, concatenate, eye, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance import Layers, any_layers, with_task
from theorems.preconditioned_gradient_descent.layers import mask, model

eq_31 = PAPER.claim(
    "(31)",
    id="theorem-5/eq-31",
    summary="A layer moves covariates and labels by the masked Gram matrix.",
    rank="step",
    at=lines(922, 932),
    kind=ForAll(),
    settings=any_layers,
    prompts=with_task,
)


@eq_31.printed(
    r"For the layers (4) with the weights (13), whose $A_i$ need not be symmetric, the factor $\frac1n$ of (4) "
    r"absorbed into $A_i$, any $X_0$, "
    r"$Y_0=w_\star^\top X_0$ and "
    r"$M=\operatorname{diag}(1,\dots,1,0)$: the first d rows and the last one follow "
    r"$X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ and "
    r"$Y_{i+1}=Y_i+Y_iMX_i^\top A_iX_i=Y_0\prod_{\ell=0}^i(I+MX_\ell^\top A_\ell X_\ell)$.",
    masking=mask,
)
def dynamics_of_the_rows(s: Layers, prompt: Prompt, masking: Callable[[int, Array], Array]) -> Margin:
    """The dynamics of the covariates and of the labels."""
    states = [Z.value for Z in model(s).states(prompt.X, prompt.w)]
    M = masking(s.n, prompt.X)
    literal, stated, product = [], [], states[0][:, s.d :]
    for i in range(s.k + 1):
        X, Y, after = states[i][:, : s.d], states[i][:, s.d :], states[i + 1]
        step = M @ X.mT @ s.A[i] @ X
        product = product + product @ step
        literal.append(concatenate([after, after[:, s.d :]], 1))
        stated.append(concatenate([X + s.B[i] @ X @ step, Y + Y @ step, product], 1))
    return equal(stack(literal, 1), stack(stated, 1))


eq_31.mutant("without the mask", masking=lambda n, X: eye(n + 1, X))
eq_31.mutant("twice the step", masking=lambda n, X: mask(n, X) * 2)
