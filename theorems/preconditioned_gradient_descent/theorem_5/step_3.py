r"""Step 3 of the proof of Theorem 5 (B.3): G and its derivative under $X_0\mapsto U_\Sigma X_0$.

$G=X_0\prod_{i=0}^k(I+MX_i^\top A_iX_i)$. (44) and (45) are what (39) and (40) say of G, and parts of their
claim.

The expansion in the proof of (45) is printed with slips. Its second line has $X_\ell^\top A_\ell X_i$ with
$B_\ell$ as an argument for $X_\ell^\top A_\ell X_\ell$ with $B_j$, and moves only the first $X_i$ with t. Its
last lines have a second M before $X_i^\top$, which is harmless ($M^2=M$), and $X_\ell(X_0,B_\ell)$ for
$X_\ell(X_0,B_j)$ in the products: another layer, from three layers on. Step 5 has the same lines for the spade
of (50), up to (51), with the same slips, but for the second $X_i$. All this is one claim.
"""

import functools
import operator
from collections.abc import Callable

from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance import (
    ON_S,
    PRODUCT_IN_S,
    Setting,
    Transport,
    congruent,
    conjugate,
    turned,
)
from theorems.preconditioned_gradient_descent.layers import Model, covariates_with, mask, model
from theorems.preconditioned_gradient_descent.theorem_5.step_2 import BOTH, eq_39, itself, moved_by_the_layers

expansion = PAPER.claim(
    "proofs of (45) and (50)",
    id="theorem-5/step-3/eq-45/expansion",
    summary="As B moves, the derivative of G, and as A moves, its spade, is a sum over the layers with those "
    "of other networks in its products.",
    rank="slip",
    at=lines(1199, 1215),
    uses=[eq_39],
    **ON_S,
)
LINES = PRODUCT_IN_S + (
    r"for any matrix C, at $t=0$, with the j-th B as an argument: $U_\Sigma^{-1}\frac d{dt}G(U_\Sigma "
    r"X_0,B_j+tC)=X_0\sum_i\prod_{\ell<i}(I+MX_\ell(B_j)^\top A_\ell %s)M\frac d{dt}(X_i(B_j+tC)^\top A_i%s)"
    r"\prod_{\ell>i}(I+MX_\ell(B_j)^\top A_\ell %s)$, all $X_i$ at $U_\Sigma X_0$, "
    r"$=X_0\sum_i\prod_{\ell<i}(I+MX_\ell(B_j)^\top A_\ell %s)M(\dot X_i^\top A_iX_i+MX_i^\top A_i\dot X_i)"
    r"\prod_{\ell>i}(I+MX_\ell(B_j)^\top A_\ell %s)$, all at $X_0$, with $\dot X_i$ for $\frac d{dt}X_i$ along "
    r"$U_\Sigma^{-1}CU_\Sigma$. And, with $A_j$ and $A_\ell$ for $B_j$ and $B_\ell$ in all arguments%s and "
    r"$U_\Sigma^\top CU_\Sigma$ for $U_\Sigma^{-1}CU_\Sigma$, the same for $\spadesuit$, up to (51): for "
    r"$U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,A_j+tC)$ with the $A_i$ of the product standing still."
)
AT_J, AT_ELL = r"X_\ell(B_j)", r"X_\ell(B_\ell)"
Layer = Callable[[Setting, list[list[Array]], int, int], Array]


def sum_of_terms(m: Model, X_0: Array, start: Array, right: Layer, second: int = 1) -> Array:
    """The sum over i: ``start``, then the factors, of which the i-th moves; ``right`` is what they end in."""
    path, M, terms = m.covariates(X_0), mask(m.s.n, X_0), []
    # X_i of the network whose B_j (or A_j) is its B_l (or A_l), by l and i.
    networks = [[X.value for X in other] for other in covariates_with(m.s, m.moving, X_0)]
    for i in range(m.s.k + 1):
        term = start
        for ell, (X, A) in enumerate(zip(path, m.s.A, strict=False)):
            if ell == i:
                slope = X.slope.mT @ A @ X.value  # and its transpose: A is symmetric
                term = term @ M @ (slope + M @ slope.mT * second)
            else:
                term = term + term @ M @ X.value.mT @ A @ right(m.s, networks, ell, i)
        terms.append(term)
    return functools.reduce(operator.add, terms)


@expansion.printed(
    LINES % (r"X_i(B_\ell)", "X_i(B_j)", r"X_i(B_\ell)", AT_ELL, AT_ELL, ", $X_i(A_j+tC)$ for $X_i(B_j)$"),
    defect="typo",
    because="X_i for X_l and B_l for B_j in the products (A_l for A_j in the spade); as B moves, the second "
    "X_i moves with t, too. In the last line X_l is that of another network. (Below the last layer: B_k and "
    "A_k move no X_i.)",
    fails_where=lambda s: s.j < s.k,
    transports=(conjugate, congruent),
    early=lambda s, X, ell, i: X[ell][i],
    late=lambda s, X, ell, i: X[ell][ell],
    second=(0, 1),
)
@expansion.amended(
    LINES % (AT_J, "X_i(B_j+tC)", AT_J, AT_J, AT_J, ""),
    adds="X_l at B_j for X_i or X_l at B_l in the products, the same with A; both X_i move with t",
    transports=(conjugate, congruent),
    early=lambda s, X, ell, i: X[s.j][ell],
    late=lambda s, X, ell, i: X[s.j][ell],
    second=(1, 1),
)
def expansions(
    s: Setting,
    prompt: Prompt,
    transports: tuple[Transport, Transport],
    early: Layer,
    late: Layer,
    second: tuple[int, int],
) -> Margin:
    """The expansions of the derivative of G, and of its spade."""
    U_X, literal, stated = turned(s, prompt), [], []
    for moving, transport, both in zip(BOTH, transports, second, strict=True):
        transformed, plain = model(s, moving, prompt.C), model(s, moving, transport(s, prompt.C))
        # The spade leaves out that the A_j of the product moves; B_j is not in the product.
        G = transformed.G(U_X) if moving == "B" else moved_by_the_layers(transformed, U_X)
        literal += [s.U_Sigma_inverse @ G.slope] * 2
        stated += [
            sum_of_terms(transformed, U_X, prompt.X, early, both),
            sum_of_terms(plain, prompt.X, prompt.X, late),
        ]
    return equal(stack(literal, 1), stack(stated, 1))


expansion.mutant("the second factor with the other sign", second=(-1, -1))
expansion.mutant("the second factor twice", second=(2, 2))
expansion.mutant("the direction itself", transports=(itself, itself))
expansion.mutant("the two directions exchanged", transports=(congruent, conjugate))
