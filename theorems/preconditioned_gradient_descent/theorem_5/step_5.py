r"""Step 5 of the proof of Theorem 5 (B.3): steps 2 to 4 again, where $A_j$ moves; the spade and the heart.

(46) is (39) and (44) with $A_j$ as the argument (the text leaves $B_j$ there). (47), (48), (49) are (40), (41),
(43), with the same checks; ``eq-48/layer-above`` is the chain after (48), which has the slips of (42), and
$A_j$ for $R_j$ (its first line, for $i\le j$, has $U_\Sigma$ for $U_\Sigma^\top$, which is harmless: 0 on both
sides). ``eq-49/match``: (49) is said to match (48) "when $C=U_\Sigma^{-1}SU_\Sigma$", which is the
direction of the other case, (40): with it (47) is wrong.

(50) is (45), but here the product's own $A_j$ moves as well: the derivative of G is the spade, in which the
$A_i$ of the product stand still, and the heart, what its $A_j$ adds (``split``). ``spade`` and (51), whose
number the text extraction has lost, are the second and the last line of the spade's expansion, with the
slips of (45): $A_\ell$ for $A_j$ as an argument, $X_i$ for $X_\ell$. (52) moves $U_\Sigma$ of the heart to
the direction. The last chain, which gives (36), is ``theorem_4/step_3``. Below it stands "Thus
$\mathbf E_U[G(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)]=G(X_0,A_j+t\mathbf E_U[U_\Sigma^\top R_jU_\Sigma])$", which
is true in B.2, where the covariates stand still, and fails here as in step 4 (``inside``).
"""

from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array, full
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.dual import Dual
from theorems.preconditioned_gradient_descent.equivariance import (
    ANYWHERE,
    BELOW_THE_LAST,
    LAYERS_IN_S,
    ON_S,
    PLANE,
    PRODUCT_IN_S,
    STILL,
    Anywhere,
    Setting,
    Transport,
    along,
    congruent,
    conjugate,
    settings,
    turned,
)
from theorems.preconditioned_gradient_descent.layers import Model, layers, mask, model, product, slopes
from theorems.preconditioned_gradient_descent.theorem_4.step_2 import (
    by_U,
    direction_transformed_instead,
    transformed_alike,
)
from theorems.preconditioned_gradient_descent.theorem_4.step_3 import OVER_SIGNED, SMALL, mean
from theorems.preconditioned_gradient_descent.theorem_5.eq_31 import eq_31
from theorems.preconditioned_gradient_descent.theorem_5.step_2 import (
    AT_D,
    LINES,
    SHAPES,
    SQUARE,
    THIRD,
    dynamics,
    layer_above,
    third_line,
)
from theorems.preconditioned_gradient_descent.theorem_5.step_3 import (
    AT_U,
    LAST,
    expansion_of_g,
    last_line,
    moved_by_the_layers,
)
from theorems.preconditioned_gradient_descent.theorem_5.step_4 import (
    circle,
    mean_of_the_derivative,
    mean_over_the_circle,
)


def all_layers(m: Model, X_0: Array) -> list[Dual]:
    """X_0, ..., X_L and G."""
    return [*m.covariates(X_0), m.G(X_0)]


eq_46 = PAPER.claim(
    "(46)",
    id="theorem-5/step-5/eq-46",
    summary="On S, transformed covariates give transformed layers and a transformed G.",
    rank="step",
    origin="read",
    at=lines(1263, 1275),
    examples=[PLANE],
    **STILL,
)
eq_46.printed(
    rf"{PRODUCT_IN_S}$X_i(U_\Sigma X_0)=U_\Sigma X_i(X_0)$ for all i, and $G(U_\Sigma X_0)=U_\Sigma G(X_0)$ "
    r"(with $A_j$ as the argument; $B_j$ is printed).",
    quantity=all_layers,
    image=by_U,
)(transformed_alike)
eq_46.mutant("the inverse", image=lambda s, x: s.U_Sigma_inverse @ x)
eq_46.mutant("not at all", image=lambda s, x: x)
eq_46.mutant("A and B outside of S", settings=settings(Anywhere, moving=False))

eq_47 = PAPER.claim(
    "(47)",
    id="theorem-5/step-5/eq-47",
    summary="On S, as A moves, transforming the covariates transforms the direction of the layers.",
    rank="step",
    at=lines(1275, 1280),
    **ON_S,
)
eq_47.printed(
    LAYERS_IN_S + r"for any matrix $R_j$, at $t=0$, for all i: "
    r"$U_\Sigma^{-1}\frac d{dt}X_i(U_\Sigma X_0,A_j+tR_j)=\frac d{dt}X_i(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)$.",
    quantity=layers,
    moving="A",
    transport=congruent,
)(direction_transformed_instead)
eq_47.mutant("the direction itself", transport=lambda s, C: C)
eq_47.mutant("the inverse in place of U^T", transport=conjugate)

eq_48 = PAPER.claim(
    "(48)",
    id="theorem-5/step-5/eq-48",
    summary="As A moves, the derivatives of the layers follow the product rule.",
    rank="step",
    at=lines(1282, 1306),
    uses=[eq_31],
    **ANYWHERE,
)
eq_48.printed(LINES % ("A_j", "A_j+tC", r"B_jX_jMX_j^\top CX_j"), moving="A", terms=3)(dynamics)
eq_48.mutant("without the last product", terms=2)
eq_48.mutant("without the products", terms=0)

after_48 = PAPER.claim(
    "after (48)",
    id="theorem-5/step-5/eq-48/layer-above",
    summary="As A moves, the first layer above has the derivative that the induction starts with.",
    rank="slip",
    at=lines(1308, 1322),
    uses=[eq_46],
    **ON_S,
)
after_48.printed(
    LAYERS_IN_S + r"for any matrix $R_j$, at $t=0$: $U_\Sigma^{-1}\frac d{dt}X_{j+1}(U_\Sigma "
    r"X_0,A_j+tR_j)=U_\Sigma^{-1}B_jU_\Sigma X_j(X_0)M"
    r"X_j(U_\Sigma X_0)^\top A_j=\frac d{dt}X_{j+1}(U_\Sigma X_0,A_j+tU_\Sigma^\top R_jU_\Sigma X_j)$"
    + AT_D
    + ".",
    defect="typo",
    because=SHAPES + " A_j stands for R_j.",
    moving="A",
    transport=congruent,
    **SQUARE,
)(layer_above)
after_48.amended(
    LAYERS_IN_S + r"for any matrix $R_j$, at $t=0$: $U_\Sigma^{-1}\frac d{dt}X_{j+1}(U_\Sigma "
    r"X_0,A_j+tR_j)=U_\Sigma^{-1}B_jU_\Sigma X_j(X_0)M"
    r"X_j(U_\Sigma X_0)^\top R_jX_j(U_\Sigma X_0)=\frac d{dt}X_{j+1}(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)$.",
    adds="R_j X_j for A_j in the middle; the derivative at X_0, along a direction without X_j",
    moving="A",
    transport=congruent,
    repaired=1,
)(layer_above)
after_48.mutant("as printed, where the shapes agree", why="Elsewhere it has no meaning.", **SQUARE)
after_48.mutant("the direction itself", transport=lambda s, C: C)
after_48.mutant("the inverse in place of U^T", transport=conjugate)

eq_49 = PAPER.claim(
    "(49)",
    id="theorem-5/step-5/eq-49",
    summary="As A moves, the derivatives of transformed layers follow the plain dynamics.",
    rank="step",
    at=lines(1324, 1351),
    uses=[eq_46, eq_48],
    **BELOW_THE_LAST,
)
eq_49.printed(
    THIRD % ("R_j", r"A_j+tU_\Sigma^\top R_jU_\Sigma", "A_j+tR_j"), moving="A", transport=congruent, terms=3
)(third_line)
eq_49.mutant("without the last product", terms=2)
eq_49.mutant("without the products", terms=0)
eq_49.mutant("the inverse in place of U^T", transport=conjugate)

match = PAPER.claim(
    "after (49)",
    id="theorem-5/step-5/eq-49/match",
    summary="As A moves, transforming the covariates transforms the direction as it does where B moves.",
    rank="slip",
    origin="read",
    at=lines(1353),
    uses=[eq_48, eq_49],
    **ON_S,
)


MATCH = (
    LAYERS_IN_S
    + r"for any matrix $R_j$, at $t=0$, with $C=%s$, at which (49) is to match the third line of (48): "
    r"$U_\Sigma^{-1}\frac d{dt}X_i(U_\Sigma X_0,A_j+tR_j)=\frac d{dt}X_i(X_0,A_j+tC)$ for all i."
)


@match.printed(
    MATCH % r"U_\Sigma^{-1}SU_\Sigma$ with $S=R_j",
    defect="typo",
    because="It is that of (40), copied; (47) and (49) have C = U_Sigma^T R_j U_Sigma.",
    transport=conjugate,
)
@match.amended(
    MATCH % r"U_\Sigma^\top R_jU_\Sigma",
    adds="U_Sigma^T R_j U_Sigma for U_Sigma^-1 S U_Sigma",
    transport=congruent,
)
def direction_of_the_match(s: Setting, prompt: Prompt, transport: Transport) -> Margin:
    """The direction at which the two sides of the induction match."""
    transformed = model(s, "A", prompt.C).covariates(turned(s, prompt))
    plain = model(s, "A", transport(s, prompt.C)).covariates(prompt.X)
    return equal(s.U_Sigma_inverse @ slopes(transformed), slopes(plain))


match.mutant("R_j itself", transport=lambda s, C: C)
match.mutant("minus", transport=lambda s, C: -congruent(s, C))

eq_50 = PAPER.claim(
    "(50)",
    id="theorem-5/step-5/eq-50",
    summary="On S, as A moves, transforming the covariates transforms the direction of G.",
    rank="step",
    at=lines(1355, 1360),
    uses=[eq_46, eq_47],
    **ON_S,
)
eq_50.printed(
    PRODUCT_IN_S + r"for any matrix $R_j$, at $t=0$: "
    r"$U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)=\frac d{dt}G(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)$.",
    quantity=product,
    moving="A",
    transport=congruent,
)(direction_transformed_instead)
eq_50.mutant("the direction itself", transport=lambda s, C: C)
eq_50.mutant("the inverse in place of U^T", transport=conjugate)

split = PAPER.claim(
    "(50), spade and heart",
    id="theorem-5/step-5/eq-50/split",
    summary="As A moves, the derivative of G is the spade plus the heart.",
    rank="step",
    at=lines(1362, 1378),
    **ON_S,
)


def heart(m: Model, X_0: Array, start: Array) -> Array:
    """``start`` in place of X_0, with C in place of the j-th factor's A_j."""
    term, M = start, mask(m.s.n, X_0)
    for k, (X, A) in enumerate(zip(m.covariates(X_0), m.s.A, strict=False)):
        middle = m.C if k == m.s.j else A
        step = term @ M @ X.value.mT @ middle @ X.value
        term = step if k == m.s.j else term + step
    return term


HEART = (
    r"\heartsuit=X_0\prod_{i<j}(I+MX_i^\top A_iX_i)\cdot MX_j^\top R_jX_j\cdot\prod_{i>j}(I+MX_i^\top A_iX_i)"
)


@split.printed(
    AT_U % "R_j" + r"$U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)=\spadesuit+\heartsuit$, where "
    r"$\spadesuit=U_\Sigma^{-1}\frac d{dt}(U_\Sigma X_0\prod_i(I+MX_i^\top A_iX_i))$ moves the $X_i$ with "
    rf"$A_j+tR_j$ and leaves the $A_i$ of the product, and ${HEART}$.",
    hearts=1,
)
def spade_and_heart(s: Setting, prompt: Prompt, hearts: int) -> Margin:
    """The derivative of G has two parts."""
    m, X_0 = model(s, "A", prompt.C), turned(s, prompt)
    spade = s.U_Sigma_inverse @ moved_by_the_layers(m, X_0).slope
    return equal(s.U_Sigma_inverse @ m.G(X_0).slope, spade + heart(m, X_0, prompt.X) * hearts)


split.mutant("no heart", hearts=0)
split.mutant("minus the heart", hearts=-1)

SPADE_IS = AT_U % "R_j" + (
    r"for $\spadesuit=U_\Sigma^{-1}\frac d{dt}(U_\Sigma X_0\prod_i(I+MX_i^\top A_iX_i))$, in which the $X_i$ "
    r"move with $A_j+tR_j$ and the $A_i$ of the product do not: "
)
expansion = PAPER.claim(
    "proof of (50)",
    id="theorem-5/step-5/eq-50/spade",
    summary="The spade is a sum over the layers, with other networks in its products.",
    rank="slip",
    at=lines(1380, 1395),
    **ON_S,
)
expansion.printed(
    SPADE_IS
    + r"$\spadesuit=X_0\sum_i\prod_{\ell<i}(I+MX_\ell(A_j)^\top A_\ell X_i(A_\ell))M\frac d{dt}(X_i(A_j+tR_j)"
    r"^\top A_iX_i(A_j+tR_j))\prod_{\ell>i}(I+MX_\ell(A_j)^\top A_\ell X_i(A_\ell))$.",
    defect="typo",
    because="X_i for X_l and A_l for A_j in the products. (Below the last layer: A_k moves no X_i.)",
    fails_where=lambda s: s.j < s.k,
    moving="A",
    swapped=1,
    second=1,
)(expansion_of_g)
expansion.amended(
    SPADE_IS
    + r"$\spadesuit=X_0\sum_i\prod_{\ell<i}(I+MX_\ell(A_j)^\top A_\ell X_\ell(A_j))M\frac d{dt}(X_i(A_j+tR_j)"
    r"^\top A_iX_i(A_j+tR_j))\prod_{\ell>i}(I+MX_\ell(A_j)^\top A_\ell X_\ell(A_j))$.",
    adds="X_l at A_j for X_i at A_l in the products",
    moving="A",
    swapped=0,
    second=1,
)(expansion_of_g)
expansion.mutant("the second factor with the other sign", second=-1)
expansion.mutant("the second factor twice", second=2)

eq_51 = PAPER.claim(
    "(51)",
    id="theorem-5/step-5/eq-51",
    summary="The spade at transformed covariates is a sum over the plain layers of other networks.",
    rank="slip",
    at=lines(1394, 1398),
    possible_extraction=True,
    uses=[eq_46, eq_47],
    **BELOW_THE_LAST,
)
SPADE = (
    r"for $\spadesuit$, which is $U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)$ with the $A_i$ of the "
    r"product standing still: $\spadesuit"
)
CONGRUENT = r"U_\Sigma^\top R_jU_\Sigma"
eq_51.printed(
    LAST % ("R_j", SPADE, "A_j", r"A_\ell", "A_j", r"A_\ell", CONGRUENT),
    defect="typo",
    because="A_l for A_j in the products: with two layers above the j-th, X_(j+1) is that of another network.",
    fails_where=lambda s: s.j <= s.k - 2,
    moving="A",
    transport=congruent,
    swapped=1,
    second=1,
)(last_line)
eq_51.amended(
    LAST % ("R_j", SPADE, "A_j", "A_j", "A_j", "A_j", CONGRUENT),
    adds="A_j for A_l in the products",
    moving="A",
    transport=congruent,
    swapped=0,
    second=1,
)(last_line)
eq_51.mutant("the direction itself", transport=lambda s, C: C)
eq_51.mutant("twice the direction", transport=lambda s, C: congruent(s, C) * 2)
eq_51.mutant("the inverse in place of U^T", transport=conjugate)
eq_51.mutant("the second factor with the other sign", second=-1)

eq_52 = PAPER.claim(
    "(52)",
    id="theorem-5/step-5/eq-52",
    summary="The heart at transformed covariates is that of the transformed direction at the plain ones.",
    rank="step",
    at=lines(1400),
    possible_extraction=True,
    uses=[eq_46],
    **ON_S,
)


@eq_52.printed(
    AT_U % "R_j"
    + rf"for ${HEART}$: "
    + r"$\heartsuit=X_0\prod_{i<j}(I+MX_i^\top A_iX_i)\cdot MX_j^\top U_\Sigma^\top R_jU_\Sigma X_j\cdot"
    r"\prod_{i>j}(I+MX_i^\top A_iX_i)$, all at $X_0$.",
    transport=congruent,
)
def heart_at_the_untransformed(s: Setting, prompt: Prompt, transport: Transport) -> Margin:
    """The heart in terms of the covariates themselves."""
    transformed = heart(model(s, "A", prompt.C), turned(s, prompt), prompt.X)
    plain = heart(model(s, "A", transport(s, prompt.C)), prompt.X, prompt.X)
    return equal(transformed, plain)


eq_52.mutant("the direction itself", transport=lambda s, C: C)
eq_52.mutant("the inverse in place of U^T", transport=conjugate)

inside = PAPER.claim(
    "B.3, end of step 5",
    id="theorem-5/step-5/inside",
    summary="With B the mean over rotations may be taken inside of G, as A moves.",
    rank="step",
    at=lines(1434),
    settings=settings(**SMALL),
    prompts=along,
    uses=[eq_50],
    pinned=dict.fromkeys(("d", "k", "j"), "as printed: one counterexample is enough to refute"),
)
FOR_ANY = PRODUCT_IN_S + r"for any matrix $R_j$ and a uniformly random orthogonal $U$: "

inside.printed(
    FOR_ANY + r"$\mathbf E_U[G(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)]="
    r"G(X_0,A_j+t\mathbf E_U[U_\Sigma^\top R_jU_\Sigma])$ for all t (absorbed into $R_j$).",
    defect="proof-step",
    because="Only the derivative at t = 0 is affine in the direction (and only it is used): with two layers "
    "G is cubic in A_0, which moves X_1. (Here with R_0 = Sigma^(-1/2) K Sigma^(-1/2) for symmetric K of trace "
    "0: U^T K U runs uniformly around a circle, and four points of it have its means up to degree 3.)",
    settings=settings(below=1, d=(2, 2), layers=2),
    prompts=circle,
    moving="A",
)(mean_over_the_circle)
inside.amended(
    FOR_ANY
    + r"$\mathbf E_U[\frac d{dt}G(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)]=\frac d{dt}G(X_0,A_j+t\mathbf E_U"
    r"[U_\Sigma^\top R_jU_\Sigma])$ at $t=0$" + OVER_SIGNED + ".",
    adds="the derivative of G at t = 0 for G",
    moving="A",
    average=mean,
)(mean_of_the_derivative)
inside.mutant("all but one of the signed permutations", average=lambda each: mean(each[1:]))
inside.mutant("nine tenths of the mean", average=lambda each: mean(each) * 9 / 10)
inside.mutant("zero for the mean", average=lambda each: full(0, like=each[0]))
