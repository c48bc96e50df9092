r"""Step 2 of the proof of Theorem 5 (B.3): the layers and their derivatives under $X_0\mapsto U_\Sigma X_0$.

$X_i(X,C)$ are the first d rows after layer $i-1$, started at $X$ and with $B_j=C$. (39): transformed
covariates give transformed layers. (40): when $B_j$ moves in the direction $S_j$, transforming the covariates
has the effect of transforming the direction. The proof of (40) is an induction: (41) are the dynamics of the
derivative, for any A and B; (42) its start, at layer $j+1$; (43) its step, the third line of (41) for
$U_\Sigma^{-1}X_i$ at $U_\Sigma X_0$. Step 5 says the same where $A_j$ moves, with the checks of this file.

(42) is printed with slips: its middle expression lacks the last factor, the last one has a factor $X_j$ inside
the direction and $U_\Sigma X_0$ for $X_0$. The shapes agree only for $d=n+1$, and there the equations fail.
"""

from typing import Any

from lemmata import Margin, Prompt, Space, equal, lines
from lemmata.numbers import Array, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.dual import Dual
from theorems.preconditioned_gradient_descent.equivariance import (
    ANYWHERE,
    BELOW_THE_LAST,
    LAYERS,
    LAYERS_IN_S,
    ON_S,
    PLANE,
    STILL,
    Anywhere,
    Layers,
    MovingLayers,
    Setting,
    Transport,
    congruent,
    conjugate,
    settings,
    turned,
)
from theorems.preconditioned_gradient_descent.layers import Moving, layers, mask, model, slopes
from theorems.preconditioned_gradient_descent.theorem_4.step_2 import (
    by_U,
    direction_transformed_instead,
    transformed_alike,
)
from theorems.preconditioned_gradient_descent.theorem_5.eq_31 import eq_31

eq_39 = PAPER.claim(
    "(39)",
    id="theorem-5/step-2/eq-39",
    summary="On S transformed covariates give transformed layers.",
    rank="step",
    at=lines(1041, 1057),
    examples=[PLANE],
    **STILL,
)
eq_39.printed(rf"{LAYERS_IN_S}$X_i(U_\Sigma X_0)=U_\Sigma X_i(X_0)$ for all i.", quantity=layers, image=by_U)(
    transformed_alike
)
eq_39.mutant("the inverse", image=lambda s, x: s.U_Sigma_inverse @ x)
eq_39.mutant("not at all", image=lambda s, x: x)
eq_39.mutant("A and B outside of S", settings=settings(Anywhere, moving=False))

eq_40 = PAPER.claim(
    "(40)",
    id="theorem-5/step-2/eq-40",
    summary="On S, as B moves, transforming the covariates transforms the direction of the layers.",
    rank="step",
    at=lines(1059, 1064),
    **ON_S,
)
eq_40.printed(
    LAYERS_IN_S + r"for any matrix $S_j$, at $t=0$, for all i: "
    r"$U_\Sigma^{-1}\frac d{dt}X_i(U_\Sigma X_0,B_j+tS_j)=\frac d{dt}X_i(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)$.",
    quantity=layers,
    moving="B",
    transport=conjugate,
)(direction_transformed_instead)
eq_40.mutant("the direction itself", transport=lambda s, C: C)
eq_40.mutant("U^T in place of the inverse", transport=congruent)
eq_40.mutant("A and B outside of S", settings=settings(Anywhere))

eq_41 = PAPER.claim(
    "(41)",
    id="theorem-5/step-2/eq-41",
    summary="As B moves, the derivatives of the layers follow the product rule.",
    rank="step",
    at=lines(1066, 1090),
    uses=[eq_31],
    **ANYWHERE,
)
LINES = LAYERS + (
    r", with any matrices $A_i,B_i$, of which $%s$ moves as $%s$. Then at $t=0$, with $\dot X_i$ for "
    r"$\frac d{dt}X_i$: $\frac d{dt}X_\ell=0$ for $\ell\le j$; $\frac d{dt}X_{j+1}=%s$; for $i\ge j+1$: "
    r"$\frac d{dt}X_{i+1}=\dot X_i+B_i\dot X_iMX_i^\top A_iX_i+B_iX_iM\dot X_i^\top A_iX_i"
    r"+B_iX_iMX_i^\top A_i\dot X_i$."
)


def next_slope(s: Setting | Layers, i: int, X: Dual, terms: int) -> Array:
    """The third line for the layer after ``X = X_i``, with the first ``terms`` of its three products."""
    A, B, M, moves, X_i = s.A[i], s.B[i], mask(s.n, X.value), X.slope, X.value
    products = [moves @ M @ X_i.mT @ A @ X_i, X_i @ M @ moves.mT @ A @ X_i, X_i @ M @ X_i.mT @ A @ moves]
    for term in products[:terms]:
        moves = moves + B @ term
    return moves


@eq_41.printed(LINES % ("B_j", "B_j+tC", r"CX_jMX_j^\top A_jX_j"), moving="B", terms=3)
def dynamics(s: MovingLayers, prompt: Prompt, moving: Moving, terms: int) -> Margin:
    """The dynamics of the derivative of the layers."""
    path = model(s, moving, prompt.C).covariates(prompt.X)
    X_j, M = path[s.j].value, mask(s.n, prompt.X)
    left, middle = (prompt.C, s.A[s.j]) if moving == "B" else (s.B[s.j], prompt.C)
    lines_of_41 = [
        *[0] * (s.j + 1),
        left @ X_j @ M @ X_j.mT @ middle @ X_j,
        *(next_slope(s, i, path[i], terms) for i in range(s.j + 1, s.k + 1)),
    ]
    return equal(slopes(path), stack(lines_of_41, 1))


eq_41.mutant("without the last product", terms=2)
eq_41.mutant("without the products", terms=0)


def square(base: Space) -> Space:
    """Where the printed shapes agree."""
    return Space(base.holder, base.fields, where=lambda s: s.d == s.n + 1)


SHAPES = (
    "In the middle the last factor X_j is missing; at the end the direction has a factor X_j too many, and "
    "U_Sigma X_0 stands for X_0. The shapes agree for d = n + 1 only."
)
AT_D = r" (read where the shapes agree, for $d=n+1$)"
SQUARE: dict[str, Any] = {"settings": square(settings(d=(2, 3))), "repaired": 0}
eq_42 = PAPER.claim(
    "(42)",
    id="theorem-5/step-2/eq-42",
    summary="As B moves, the derivative of the first layer above ends in A, and is one at transformed "
    "covariates, along a direction with a layer in it.",
    rank="slip",
    at=lines(1092, 1104),
    uses=[eq_39],
    **ON_S,
)


@eq_42.printed(
    LAYERS_IN_S + r"for any matrix $S_j$, at $t=0$: $U_\Sigma^{-1}\frac d{dt}X_{j+1}(U_\Sigma "
    r"X_0,B_j+tS_j)=U_\Sigma^{-1}S_jU_\Sigma X_j(X_0)M"
    r"X_j(U_\Sigma X_0)^\top A_j=\frac d{dt}X_{j+1}(U_\Sigma X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma X_j)$"
    + AT_D
    + ".",
    defect="typo",
    because=SHAPES,
    moving="B",
    transport=conjugate,
    **SQUARE,
)
@eq_42.amended(
    LAYERS_IN_S + r"for any matrix $S_j$, at $t=0$: $U_\Sigma^{-1}\frac d{dt}X_{j+1}(U_\Sigma "
    r"X_0,B_j+tS_j)=U_\Sigma^{-1}S_jU_\Sigma X_j(X_0)M"
    r"X_j(U_\Sigma X_0)^\top A_jX_j(U_\Sigma X_0)=\frac d{dt}X_{j+1}(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)$.",
    adds="the last factor X_j; the derivative at X_0, along a direction without X_j",
    moving="B",
    transport=conjugate,
    repaired=1,
)
def layer_above(s: Setting, prompt: Prompt, moving: Moving, transport: Transport, repaired: int) -> Margin:
    """The derivative of the first layer that moves."""
    U_X, M, j = turned(s, prompt), mask(s.n, prompt.X), s.j
    transformed = model(s, moving, prompt.C).covariates(U_X)
    plain = model(s).covariates(prompt.X)[j].value
    left, right = (prompt.C, s.A[j]) if moving == "B" else (s.B[j], s.A[j])
    if repaired and moving == "A":
        right = prompt.C
    middle = s.U_Sigma_inverse @ left @ s.U_Sigma @ plain @ M @ transformed[j].value.mT @ right
    C = transport(s, prompt.C)
    if repaired:
        middle, end = middle @ transformed[j].value, model(s, moving, C).covariates(prompt.X)
    else:
        end = model(s, moving, C @ plain).covariates(U_X)
    derivative = s.U_Sigma_inverse @ transformed[j + 1].slope
    return equal(stack([derivative] * 2, 1), stack([middle, end[j + 1].slope], 1))


eq_42.mutant("as printed, where the shapes agree", why="Elsewhere it has no meaning.", **SQUARE)
eq_42.mutant("A and B outside of S", settings=settings(Anywhere))
eq_42.mutant("the direction itself", transport=lambda s, C: C)
eq_42.mutant("U^T in place of the inverse", transport=congruent)

eq_43 = PAPER.claim(
    "(43)",
    id="theorem-5/step-2/eq-43",
    summary="As B moves, the derivatives of transformed layers follow the plain dynamics.",
    rank="step",
    at=lines(1106, 1180),
    uses=[eq_39, eq_41],
    **BELOW_THE_LAST,
)
THIRD = LAYERS_IN_S + (
    r"for any matrix $%s$, at $t=0$, for $i\ge j+1$, with $X_i$ at $X_0$ and $\dot X_i=\frac "
    r"d{dt}X_i(X_0,%s)$: $U_\Sigma^{-1}\frac d{dt}X_{i+1}(U_\Sigma X_0,%s)"
    r"=\dot X_i+B_i\dot X_iMX_i^\top A_iX_i+B_iX_iM\dot X_i^\top A_iX_i+B_iX_iMX_i^\top A_i\dot X_i$."
)


@eq_43.printed(
    THIRD % ("S_j", r"B_j+tU_\Sigma^{-1}S_jU_\Sigma", "B_j+tS_j"), moving="B", transport=conjugate, terms=3
)
def third_line(s: Setting, prompt: Prompt, moving: Moving, transport: Transport, terms: int) -> Margin:
    """The third line of the dynamics for transformed covariates."""
    transformed = model(s, moving, prompt.C).covariates(turned(s, prompt))
    plain = model(s, moving, transport(s, prompt.C)).covariates(prompt.X)
    stated = [next_slope(s, i, plain[i], terms) for i in range(s.j + 1, s.k + 1)]
    return equal(s.U_Sigma_inverse @ slopes(transformed[s.j + 2 :]), stack(stated, 1))


eq_43.mutant("without the last product", terms=2)
eq_43.mutant("without the products", terms=0)
eq_43.mutant("A and B outside of S", settings=settings(Anywhere, below=1))
eq_43.mutant("U^T in place of the inverse", transport=congruent)
