r"""The loss in terms of G, before (28) and (38): an outer product that became a number.

$Y_{k+1}^\top Y_{k+1}=G^\top w_\star w_\star^\top G$, printed as $G^\top w_\star^\top w_\star G$, which is
$\|w_\star\|^2G^\top G$. The display is one of means: with $\Sigma=I$ the printed one is d times the loss. As
printed both means are sums over literal prompts (one layer, $w_\star=\Sigma^{-1/2}e_i$, since both sides are
quadratic forms in $w_\star$); the amended identity holds for every prompt and number of layers.
"""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from lemmata import Margin, Prompt, box, dims, equal, space, symmetric
from lemmata.numbers import Array, constant, diag_embed, sum, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance import eq_44
from theorems.preconditioned_gradient_descent.instances_equivariance import prompts, settings
from theorems.preconditioned_gradient_descent.instances_equivariance_model import last, mask, model
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting
from theorems.preconditioned_gradient_descent.instances_means import with_query


@dataclass(frozen=True)
class OneLayer:
    d: int
    n: int
    root: Tensor  # (d,), of the spectrum of Sigma
    A: Tensor  # (1, d, d)


one_layer = space(
    OneLayer,
    d=dims(1, 2),
    n=lambda s: dims(1, 3 - s.d, most=3 - s.d),
    root=lambda s: box(s.d, low=0.5, high=2.0),
    A=lambda s: symmetric(1, s.d),
)
outer = PAPER.claim(
    "before (28), outer product",
    slug="equivariance-outer",
    kind="expectation",
    settings=settings(in_S=False),
    prompts=prompts,
    uses=[eq_44],
)


@outer.printed(
    r"$\mathbf E\operatorname{Tr}((I-M)Y_{k+1}^\top Y_{k+1}(I-M))="
    r"\mathbf E\operatorname{Tr}((I-M)G^\top w_\star^\top w_\star G(I-M))$.",
    expect="refuted",
    defect="typo",
    because="The factors are in the other order; the next line has the mean of w_star w_star^T.",
    settings=one_layer,
    prompts=None,
)
def means(s: OneLayer) -> Margin:
    """The mean loss in terms of G."""
    law = with_query(s.n * s.d, 3, s.d)
    X = diag_embed(s.root) @ constant(law.points, s.A).reshape(-1, s.n + 1, s.d).mT
    M, rest = mask(s, X), last(s, X)  # type: ignore[arg-type]
    w = diag_embed(1 / s.root)
    # Row i is Y_1 for w = Sigma^(-1/2) e_i.
    Y = w @ X
    Y = Y + Y @ M @ X.mT @ s.A[0] @ X
    G = X + X @ M @ X.mT @ s.A[0] @ X
    left = trace(rest @ Y.mT @ Y @ rest)
    return equal(law.mean(left), law.mean(trace(rest @ G.mT @ G @ rest) * sum(w * w, (0, 1))))


@outer.amended(
    r"$\operatorname{Tr}((I-M)Y_{k+1}^\top Y_{k+1}(I-M))="
    r"\operatorname{Tr}((I-M)G^\top w_\star w_\star^\top G(I-M))$, for every prompt.",
    seen=0,
    sign=1,
)
def outer_product(s: Setting, prompt: Prompt, seen: int, sign: int) -> Margin:
    """The loss of a prompt in terms of G."""
    m, w = model(s), prompt.w[..., None]
    Y, G = m.states(prompt.X, prompt.w)[-1].value[:, s.d :], m.G(prompt.X, sign).value
    rest: Array = last(s, G)
    square = mask(s, G) if seen else rest
    found = trace(rest @ Y.mT @ Y @ rest)
    return equal(found, trace(square @ G.mT @ w @ w.mT @ G @ square))


outer.mutant("the other tokens", seen=1)
outer.mutant("no layer", sign=0)
outer.mutant("minus in G", sign=-1)
