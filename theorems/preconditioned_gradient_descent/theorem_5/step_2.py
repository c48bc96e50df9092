r"""Step 2 of the proof of Theorem 5 (B.3): the layers and their derivatives under $X_0\mapsto U_\Sigma X_0$.

$X_i(X,C)$ are the first d rows after layer $i-1$, started at $X$ and with $B_j=C$. ``eq-39`` is what steps 2,
3 and 5 show, and step 2 of B.2 without B. (39): transformed covariates give transformed layers, and, (44), a
transformed G; (46) says so again in step 5, and (29) in B.2. (40): when $B_j$ moves in the direction $S_j$,
transforming the covariates has the effect of transforming the direction, for G as well, (45); (47) and (50) say
so where $A_j$ moves, and of them (30) is a case.

The proof of (40) is an induction: (41) are the dynamics of the derivative, for any A and B; (42) its start, at
layer $j+1$; (43) its step, the third line of (41) for $U_\Sigma^{-1}X_i$ at $U_\Sigma X_0$. Step 5 says the
same where $A_j$ moves: (48) is here with (41), (49) with (43). There the product's own $A_j$ moves as well: the
derivative of G is the spade, in which the $A_i$ of the product stand still, and the heart, what its $A_j$ adds;
(52) moves $U_\Sigma$ of the heart to the direction. They are parts of ``eq-43``.

(42) is printed with slips: its middle expression lacks the last factor, the last one has a factor $X_j$ inside
the direction and $U_\Sigma X_0$ for $X_0$. The shapes agree only for $d=n+1$, and there the equations fail. The
chain after (48) has the same slips, and $A_j$ for $R_j$ (its first line, for $i\le j$, has $U_\Sigma$ for
$U_\Sigma^\top$, which is harmless: 0 on both sides).
"""

from typing import Any

from lemmata import Margin, Prompt, Space, equal, lines
from lemmata.numbers import Array, concatenate, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.dual import Dual, still
from theorems.preconditioned_gradient_descent.equivariance import (
    ANYWHERE,
    LAYERS,
    LAYERS_IN_S,
    ON_S,
    PLANE,
    PRODUCT_IN_S,
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
from theorems.preconditioned_gradient_descent.layers import Model, Moving, mask, model, slopes, values
from theorems.preconditioned_gradient_descent.lemma_9 import eq_54


def by_U(s: Setting, x: Array) -> Array:
    """U_Sigma x."""
    return s.U_Sigma @ x


def itself(s: Setting, C: Array) -> Array:
    """C."""
    return C


def everything(m: Model, X_0: Array) -> list[Dual]:
    """X_0, ..., X_L and G."""
    return [*m.covariates(X_0), m.G(X_0)]


BOTH: tuple[Moving, Moving] = ("B", "A")
eq_39 = PAPER.claim(
    "(29), (30), (39), (40), (44) to (47), (50)",
    id="theorem-5/step-2/eq-39",
    summary="On S, transformed covariates give transformed layers and a transformed G, and as B or A moves, "
    "their derivatives along the transformed direction.",
    rank="step",
    at=lines(1041, 1064),
    examples=[PLANE],
    **ON_S,
)


@eq_39.printed(
    PRODUCT_IN_S + r"for all i: $X_i(U_\Sigma X_0)=U_\Sigma X_i(X_0)$, (39), and $G(U_\Sigma X_0)=U_\Sigma "
    r"G(X_0)$, (44) ((46) says both with $A_j$ as the argument, where it prints $B_j$; (29) is (44) with "
    r"$b_i=0$). And for any matrices $S_j$ and $R_j$, at $t=0$: "
    r"$U_\Sigma^{-1}\frac d{dt}X_i(U_\Sigma X_0,B_j+tS_j)=\frac d{dt}X_i(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)$, "
    r"(40), and the same with G for $X_i$, (45); "
    r"$U_\Sigma^{-1}\frac d{dt}X_i(U_\Sigma X_0,A_j+tR_j)=\frac d{dt}X_i(X_0,A_j+tU_\Sigma^\top "
    r"R_jU_\Sigma)$, (47), and the same with G for $X_i$, (50) (with $b_i=0$ the outer sides of (30), printed "
    r"without $A_j+t$).",
    image=by_U,
    transports=(conjugate, congruent),
)
def transformed_alike(
    s: Setting, prompt: Prompt, image: Transport, transports: tuple[Transport, Transport]
) -> Margin:
    """What transforming the covariates does to the layers, to G and to their derivatives."""
    literal, stated = [], []
    for moving, transport in zip(BOTH, transports, strict=True):
        transformed = everything(model(s, moving, prompt.C), turned(s, prompt))
        plain = everything(model(s, moving, transport(s, prompt.C)), prompt.X)
        literal += [values(transformed), slopes(transformed)]
        stated += [image(s, values(plain)), s.U_Sigma @ slopes(plain)]
    return equal(stack(literal, 1), stack(stated, 1))


eq_39.mutant("the inverse", image=lambda s, x: s.U_Sigma_inverse @ x)
eq_39.mutant("not at all", image=itself)
eq_39.mutant("A and B outside of S", settings=settings(Anywhere))
eq_39.mutant("the direction itself, as B moves", transports=(itself, congruent))
eq_39.mutant("U^T in place of the inverse, as B moves", transports=(congruent, congruent))
eq_39.mutant("the direction itself, as A moves", transports=(conjugate, itself))
eq_39.mutant("the inverse in place of U^T, as A moves", transports=(conjugate, conjugate))

eq_41 = PAPER.claim(
    "(41), (48)",
    id="theorem-5/step-2/eq-41",
    summary="As one A or B moves, the derivatives of the layers follow the product rule.",
    rank="step",
    at=lines(1066, 1090),
    uses=[eq_54],
    **ANYWHERE,
)
LINES = LAYERS + (
    r", with any matrices $A_i,B_i$, of which $B_j$ moves as $B_j+tC$, (41), or $A_j$ as $A_j+tC$, (48). Then "
    r"at $t=0$, with $\dot X_i$ for $\frac d{dt}X_i$: $\frac d{dt}X_\ell=0$ for $\ell\le j$; $\frac "
    r"d{dt}X_{j+1}$ is $CX_jMX_j^\top A_jX_j$ or $B_jX_jMX_j^\top CX_j$; for $i\ge j+1$: $\frac "
    r"d{dt}X_{i+1}=\dot X_i+B_i\dot X_iMX_i^\top A_iX_i+B_iX_iM\dot X_i^\top A_iX_i+B_iX_iMX_i^\top A_i\dot "
    r"X_i$."
)


def next_slope(s: Setting | Layers, i: int, X: Dual, terms: int) -> Array:
    """The third line for the layer after ``X = X_i``, with the first ``terms`` of its three products."""
    A, B, M, moves, X_i = s.A[i], s.B[i], mask(s.n, X.value), X.slope, X.value
    products = [moves @ M @ X_i.mT @ A @ X_i, X_i @ M @ moves.mT @ A @ X_i, X_i @ M @ X_i.mT @ A @ moves]
    for term in products[:terms]:
        moves = moves + B @ term
    return moves


@eq_41.printed(LINES, terms=3)
def dynamics(s: MovingLayers, prompt: Prompt, terms: int) -> Margin:
    """The dynamics of the derivative of the layers."""
    literal, stated = [], []
    for moving in BOTH:
        path = model(s, moving, prompt.C).covariates(prompt.X)
        X_j, M = path[s.j].value, mask(s.n, prompt.X)
        left, middle = (prompt.C, s.A[s.j]) if moving == "B" else (s.B[s.j], prompt.C)
        literal.append(slopes(path))
        stated += [
            *[0] * (s.j + 1),
            left @ X_j @ M @ X_j.mT @ middle @ X_j,
            *(next_slope(s, i, path[i], terms) for i in range(s.j + 1, s.k + 1)),
        ]
    return equal(concatenate(literal, 1), stack(stated, 1))


eq_41.mutant("without the last product", terms=2)
eq_41.mutant("without the products", terms=0)


def square(base: Space) -> Space:
    """Where the printed shapes agree."""
    return Space(base.holder, base.fields, where=lambda s: s.d == s.n + 1)


AT_D = r" (read where the shapes agree, for $d=n+1$, with $X_j=X_j(X_0)$ in the direction)"
SQUARE: dict[str, Any] = {"settings": square(settings(d=(2, 3))), "repaired": 0}
eq_42 = PAPER.claim(
    "(42), after (48)",
    id="theorem-5/step-2/eq-42",
    summary="As B or A moves, the derivative of the first layer above ends in A, and is one at transformed "
    "covariates, along a direction with a layer in it.",
    rank="slip",
    origin="read",
    at=lines(1092, 1104),
    uses=[eq_39],
    **ON_S,
)
START = (
    r"U_\Sigma^{-1}\frac d{dt}X_{j+1}(U_\Sigma X_0,%s_j+tC)="
    r"U_\Sigma^{-1}%sU_\Sigma X_j(X_0)MX_j(U_\Sigma X_0)^\top"
)
IN_B, IN_A = START % ("B", "C"), START % ("A", "B_j")


@eq_42.printed(
    LAYERS_IN_S + rf"for any matrix C, as $S_j$ and as $R_j$, at $t=0$: (42), ${IN_B} A_j=\frac "
    r"d{dt}X_{j+1}(U_\Sigma X_0,B_j+tU_\Sigma^{-1}CU_\Sigma X_j)$, and, after (48), "
    rf"${IN_A} A_j=\frac d{{dt}}X_{{j+1}}(U_\Sigma X_0,A_j+tU_\Sigma^\top CU_\Sigma X_j)$" + AT_D + ".",
    defect="typo",
    because="In the middle the last factor X_j is missing (after (48) A_j stands for R_j, too); at the end the "
    "direction has a factor X_j too many, and U_Sigma X_0 stands for X_0. The shapes agree for d = n + 1 only.",
    transports=(conjugate, congruent),
    **SQUARE,
)
@eq_42.amended(
    LAYERS_IN_S
    + rf"for any matrix C, as $S_j$ and as $R_j$, at $t=0$: (42), ${IN_B} A_jX_j(U_\Sigma X_0)=\frac "
    r"d{dt}X_{j+1}(X_0,B_j+tU_\Sigma^{-1}CU_\Sigma)$, and, after (48), "
    rf"${IN_A} CX_j(U_\Sigma X_0)=\frac d{{dt}}X_{{j+1}}(X_0,A_j+tU_\Sigma^\top CU_\Sigma)$.",
    adds="the last factor X_j (after (48) R_j X_j for A_j); the derivative at X_0, the direction without X_j",
    transports=(conjugate, congruent),
    repaired=1,
)
def layer_above(s: Setting, prompt: Prompt, transports: tuple[Transport, Transport], repaired: int) -> Margin:
    """The derivative of the first layer that moves."""
    U_X, M, j = turned(s, prompt), mask(s.n, prompt.X), s.j
    plain, literal, stated = model(s).covariates(prompt.X)[j].value, [], []
    for moving, transport in zip(BOTH, transports, strict=True):
        transformed, C = model(s, moving, prompt.C).covariates(U_X), transport(s, prompt.C)
        left = prompt.C if moving == "B" else s.B[j]
        right = prompt.C if moving == "A" and repaired else s.A[j]
        start = s.U_Sigma_inverse @ left @ s.U_Sigma @ plain @ M @ transformed[j].value.mT @ right
        middle = start @ transformed[j].value if repaired else start
        end = model(s, moving, C if repaired else C @ plain).covariates(prompt.X if repaired else U_X)
        literal += [s.U_Sigma_inverse @ transformed[j + 1].slope] * 2
        stated += [middle, end[j + 1].slope]
    return equal(stack(literal, 1), stack(stated, 1))


eq_42.mutant("as printed, where the shapes agree", why="Elsewhere it has no meaning.", **SQUARE)
eq_42.mutant("A and B outside of S", settings=settings(Anywhere))
eq_42.mutant("the direction itself", transports=(lambda s, C: C, lambda s, C: C))
eq_42.mutant("the two directions exchanged", transports=(congruent, conjugate))

eq_43 = PAPER.claim(
    "(43), (49), (50) by spade and heart, (52)",
    id="theorem-5/step-2/eq-43",
    summary="As one A or B moves, the derivatives of transformed layers follow the plain dynamics, and as A "
    "does, that of G is the spade plus the heart, which follows the direction.",
    rank="step",
    at=lines(1106, 1180),
    uses=[eq_39, eq_41],
    **ON_S,
)


def moved_by_the_layers(m: Model, X_0: Array) -> Dual:
    """The spade: X_0 times the factors of G, in which the layers move, and the A_i of the factors do not."""
    G, M = still(X_0), still(mask(m.s.n, X_0))
    for X, A in zip(m.covariates(X_0), m.s.A, strict=False):
        G = G + G @ M @ X.mT @ still(A[None]) @ X
    return G


def heart(m: Model, X_0: Array, start: Array) -> Array:
    """``start`` in place of X_0, with C in place of the j-th factor's A_j."""
    term, M = start, mask(m.s.n, X_0)
    for k, (X, A) in enumerate(zip(m.covariates(X_0), m.s.A, strict=False)):
        middle = m.C if k == m.s.j else A
        step = term @ M @ X.value.mT @ middle @ X.value
        term = step if k == m.s.j else term + step
    return term


@eq_43.printed(
    PRODUCT_IN_S + r"for any matrix C, at $t=0$, for $i\ge j+1$, with $X_i$ at $X_0$, as $B_j$ moves by tC and "
    r"$\dot X_i=\frac d{dt}X_i(X_0,B_j+tU_\Sigma^{-1}CU_\Sigma)$, (43), or as $A_j$ does and $\dot X_i=\frac "
    r"d{dt}X_i(X_0,A_j+tU_\Sigma^\top CU_\Sigma)$, (49): $U_\Sigma^{-1}\frac d{dt}X_{i+1}(U_\Sigma X_0)=\dot "
    r"X_i+B_i\dot X_iMX_i^\top A_iX_i+B_iX_iM\dot X_i^\top A_iX_i+B_iX_iMX_i^\top A_i\dot X_i$. And with $R_j$ "
    r"for C, all $X_i$ at $U_\Sigma X_0$ and the j-th matrix as an argument: "
    r"$U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)=\spadesuit+\heartsuit$, where "
    r"$\spadesuit=U_\Sigma^{-1}\frac d{dt}(U_\Sigma X_0\prod_i(I+MX_i^\top A_iX_i))$ moves the $X_i$ with "
    r"$A_j+tR_j$ and leaves the $A_i$ of the product, and $\heartsuit=X_0\prod_{i<j}(I+MX_i^\top A_iX_i)\cdot "
    r"MX_j^\top R_jX_j\cdot\prod_{i>j}(I+MX_i^\top A_iX_i)$; and, (52), "
    r"$\heartsuit=X_0\prod_{i<j}(I+MX_i^\top A_iX_i)\cdot MX_j^\top U_\Sigma^\top R_jU_\Sigma X_j\cdot"
    r"\prod_{i>j}(I+MX_i^\top A_iX_i)$, all at $X_0$.",
    transports=(conjugate, congruent),
    terms=3,
    hearts=1,
    in_the_heart=congruent,
)
def derivatives_in_parts(
    s: Setting,
    prompt: Prompt,
    transports: tuple[Transport, Transport],
    terms: int,
    hearts: int,
    in_the_heart: Transport,
) -> Margin:
    """The derivatives of the layers and of G at transformed covariates, part by part."""
    U_X, C, literal, stated = turned(s, prompt), prompt.C, [], []
    for moving, transport in zip(BOTH, transports, strict=True):
        transformed = model(s, moving, C).covariates(U_X)
        plain = model(s, moving, transport(s, C)).covariates(prompt.X)
        literal += [s.U_Sigma_inverse @ X.slope for X in transformed[s.j + 2 :]]
        stated += [next_slope(s, i, plain[i], terms) for i in range(s.j + 1, s.k + 1)]
    m = model(s, "A", C)
    spade, own = s.U_Sigma_inverse @ moved_by_the_layers(m, U_X).slope, heart(m, U_X, prompt.X)
    literal += [s.U_Sigma_inverse @ m.G(U_X).slope, own]
    stated += [spade + own * hearts, heart(model(s, "A", in_the_heart(s, C)), prompt.X, prompt.X)]
    return equal(stack(literal, 1), stack(stated, 1))


eq_43.mutant("without the last product", terms=2)
eq_43.mutant("without the products", terms=0)
eq_43.mutant("A and B outside of S", settings=settings(Anywhere))
eq_43.mutant("the two directions exchanged", transports=(congruent, conjugate))
eq_43.mutant("no heart", hearts=0)
eq_43.mutant("minus the heart", hearts=-1)
eq_43.mutant("in the heart the direction itself", in_the_heart=itself)
eq_43.mutant("in the heart the inverse in place of U^T", in_the_heart=conjugate)
