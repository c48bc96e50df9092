r"""Step 2 of the proof of Theorem 4 (B.2): G and its derivative under $X_0\mapsto U_\Sigma X_0$.

On S, $U_\Sigma^\top A_iU_\Sigma=A_i$. So transformed covariates give a transformed G, (29); and what
transforming the covariates does to the derivative of G in the direction $R_j$, transforming the direction
does, too, (30). B.3 has both again with B, for every layer and for G (steps 2, 3 and 5 of Theorem 5): the
checks are those of this file.

(30) prints $\frac d{dt}G(U_\Sigma X_0,R_j)$, where nothing depends on t, so that the derivative is zero.
Its two outer sides are read with $A_j+tR_j$, as (47) and (50) write it; ``product`` is its first line as it
is printed.
"""

from lemmata import ForAll, Margin, Prompt, equal, lines
from lemmata.numbers import Array, eye, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance import (
    NO_LAYER_MOVES,
    ON_S_WITHOUT_B,
    SPARSE_IN_S,
    AnywhereWithoutB,
    InSWithoutB,
    Setting,
    Transport,
    congruent,
    conjugate,
    prompts,
    settings,
    turned,
)
from theorems.preconditioned_gradient_descent.layers import (
    Moving,
    Quantity,
    mask,
    model,
    product,
    slopes,
    values,
)

eq_29 = PAPER.claim(
    "(29)",
    id="theorem-4/step-2/eq-29",
    summary="On S, without B, transformed covariates give a transformed G.",
    rank="step",
    at=lines(854, 863),
    kind=ForAll(),
    settings=settings(InSWithoutB, moving=False),
    pinned=NO_LAYER_MOVES,
    prompts=prompts,
)
eq_30 = PAPER.claim(
    "(30), outer sides",
    id="theorem-4/step-2/eq-30",
    summary="On S, without B, transforming the covariates transforms the direction of the derivative of G.",
    rank="step",
    origin="read",
    at=lines(865, 874),
    **ON_S_WITHOUT_B,
)
eq_30_product = PAPER.claim(
    "(30), first line",
    id="theorem-4/step-2/eq-30/product",
    summary="The derivative of G at the direction alone is a product with it in place of one factor.",
    rank="slip",
    at=lines(865, 868),
    **ON_S_WITHOUT_B,
)


def by_U(s: Setting, x: Array) -> Array:
    """U_Sigma x."""
    return s.U_Sigma @ x


@eq_29.printed(rf"{SPARSE_IN_S}$G(U_\Sigma X_0)=U_\Sigma G(X_0)$.", quantity=product, image=by_U)
def transformed_alike(s: Setting, prompt: Prompt, quantity: Quantity, image: Transport) -> Margin:
    """Transformed covariates give transformed layers."""
    m = model(s)
    transformed, plain = quantity(m, turned(s, prompt)), quantity(m, prompt.X)
    return equal(values(transformed), stack([image(s, x.value) for x in plain], 1))


ARGUMENT = r"for any matrix $R_j$, at $t=0$, with the j-th matrix of G as its argument: "


@eq_30.printed(
    SPARSE_IN_S
    + ARGUMENT
    + r"$\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)=U_\Sigma\frac d{dt}G(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)$ "
    r"(printed without $A_j+t$, which leaves nothing to derive).",
    quantity=product,
    moving="A",
    transport=congruent,
)
def direction_transformed_instead(
    s: Setting, prompt: Prompt, quantity: Quantity, moving: Moving, transport: Transport
) -> Margin:
    """Transforming the covariates has the effect of transforming the direction."""
    transformed = quantity(model(s, moving, prompt.C), turned(s, prompt))
    plain = quantity(model(s, moving, transport(s, prompt.C)), prompt.X)
    return equal(slopes(transformed), s.U_Sigma @ slopes(plain))


FIRST_LINE = (
    r"=U_\Sigma X_0\left(\prod_{i<j}(I+MX_0^\top A_iX_0)\right)MX_0^\top U_\Sigma^\top R_jU_\Sigma X_0"
    r"\prod_{i>j}(I+MX_0^\top A_iX_0)$."
)


@eq_30_product.printed(
    SPARSE_IN_S + ARGUMENT + r"$\frac d{dt}G(U_\Sigma X_0,R_j)" + FIRST_LINE,
    defect="typo",
    because="R_j does not depend on t: A_j + t R_j is meant.",
    speed=0,
    transport=congruent,
)
@eq_30_product.amended(
    SPARSE_IN_S + ARGUMENT + r"$\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)" + FIRST_LINE,
    adds="A_j + t R_j for R_j on the left",
    speed=1,
    transport=congruent,
)
def derivative_as_a_product(s: Setting, prompt: Prompt, speed: int, transport: Transport) -> Margin:
    """The derivative of G has the direction in place of one factor."""
    derivative = model(s, "A", prompt.C * speed).G(turned(s, prompt)).slope
    X, M = prompt.X, mask(s.n, prompt.X)
    chain = s.U_Sigma @ X
    for i in range(s.k + 1):
        if i == s.j:
            chain = chain @ M @ X.mT @ transport(s, prompt.C) @ X
        else:
            chain = chain @ (eye(s.n + 1, X) + M @ X.mT @ s.A[i] @ X)
    return equal(derivative, chain)


eq_29.mutant("the inverse", image=lambda s, x: s.U_Sigma_inverse @ x)
eq_29.mutant("not at all", image=lambda s, x: x)
eq_29.mutant("A outside of S", settings=settings(AnywhereWithoutB, moving=False))
eq_30.mutant("the direction itself", transport=lambda s, C: C)
eq_30.mutant("the inverse in place of U^T", transport=conjugate)
eq_30_product.mutant("the direction itself", transport=lambda s, C: C)
eq_30_product.mutant("the inverse in place of U^T", transport=conjugate)
eq_30_product.mutant("twice as fast", speed=2)
