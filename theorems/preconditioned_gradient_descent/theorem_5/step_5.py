r"""Step 5 of the proof of Theorem 5 (B.3): steps 2 to 4 again, where $A_j$ moves; the spade and the heart.

(46) is (39) and (44) with $A_j$ as the argument (the text leaves $B_j$ there); (48), the chain after it, and
(49) are (41), (42) and (43), and claims with them. (47) is (40). ``eq-49/match``: (49) is said to match (48)
"when $C=U_\Sigma^{-1}SU_\Sigma$", which is the direction of the other case, (40): with it (47) is wrong.

(50) is (45), but here the product's own $A_j$ moves as well: the derivative of G is the spade, in which the
$A_i$ of the product stand still, and the heart, what its $A_j$ adds (``split``). The expansion of the spade, up
to (51), whose number the text extraction has lost, is a claim with that of (45). (52) moves $U_\Sigma$ of the
heart to the direction. The steps of the last chain, which gives (36), are in step 3 of Theorem 4, its first and
last members in ``theorem-5/step-4/chain``. Below it stands "Thus
$\mathbf E_U[G(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)]=G(X_0,A_j+t\mathbf E_U[U_\Sigma^\top R_jU_\Sigma])$", which
is true in B.2, where the covariates stand still, and fails here as in step 4 (``inside``).
"""

from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array, full, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance import (
    LAYERS_IN_S,
    ON_S,
    PRODUCT_IN_S,
    Setting,
    Transport,
    along,
    congruent,
    conjugate,
    settings,
    turned,
)
from theorems.preconditioned_gradient_descent.layers import Model, mask, model, slopes
from theorems.preconditioned_gradient_descent.theorem_4.step_3 import OVER_SIGNED, mean
from theorems.preconditioned_gradient_descent.theorem_5.step_2 import (
    direction_transformed_instead,
    eq_39,
    eq_41,
    eq_43,
)
from theorems.preconditioned_gradient_descent.theorem_5.step_3 import moved_by_the_layers
from theorems.preconditioned_gradient_descent.theorem_5.step_4 import (
    circle,
    mean_of_the_derivative,
    mean_over_the_circle,
)

eq_47 = PAPER.claim(
    "(30), (47), (50)",
    id="theorem-5/step-5/eq-47",
    summary="On S, as A moves, transforming the covariates transforms the direction of the layers and of G.",
    rank="step",
    at=lines(1275, 1360),
    uses=[eq_39],
    **ON_S,
)
eq_47.printed(
    PRODUCT_IN_S + r"for any matrix $R_j$, at $t=0$, for all i: "
    r"$U_\Sigma^{-1}\frac d{dt}X_i(U_\Sigma X_0,A_j+tR_j)=\frac d{dt}X_i(X_0,A_j+tU_\Sigma^\top "
    r"R_jU_\Sigma)$, (47), and the same with G for $X_i$, (50) (with $b_i=0$ the outer sides of (30), printed "
    r"without $A_j+t$).",
    moving="A",
    transport=congruent,
)(direction_transformed_instead)
eq_47.mutant("the direction itself", transport=lambda s, C: C)
eq_47.mutant("the inverse in place of U^T", transport=conjugate)

match = PAPER.claim(
    "after (49)",
    id="theorem-5/step-5/eq-49/match",
    summary="As A moves, transforming the covariates transforms the direction as it does where B moves.",
    rank="slip",
    origin="read",
    at=lines(1353),
    uses=[eq_41, eq_43],
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

split = PAPER.claim(
    "(50), spade and heart; (52)",
    id="theorem-5/step-5/eq-50/split",
    summary="As A moves, the derivative of G is the spade plus the heart, which follows the direction.",
    rank="step",
    at=lines(1362, 1400),
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
    PRODUCT_IN_S
    + r"for any matrix $R_j$, at $t=0$, with all $X_i$ at $U_\Sigma X_0$ and the j-th matrix as an "
    r"argument: $U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)=\spadesuit+\heartsuit$, where "
    r"$\spadesuit=U_\Sigma^{-1}\frac d{dt}(U_\Sigma X_0\prod_i(I+MX_i^\top A_iX_i))$ moves the $X_i$ with "
    rf"$A_j+tR_j$ and leaves the $A_i$ of the product, and ${HEART}$; and, (52), "
    r"$\heartsuit=X_0\prod_{i<j}(I+MX_i^\top A_iX_i)\cdot MX_j^\top U_\Sigma^\top R_jU_\Sigma X_j\cdot"
    r"\prod_{i>j}(I+MX_i^\top A_iX_i)$, all at $X_0$.",
    hearts=1,
    transport=congruent,
)
def spade_and_heart(s: Setting, prompt: Prompt, hearts: int, transport: Transport) -> Margin:
    """The derivative of G has two parts."""
    m, X_0 = model(s, "A", prompt.C), turned(s, prompt)
    spade, own = s.U_Sigma_inverse @ moved_by_the_layers(m, X_0).slope, heart(m, X_0, prompt.X)
    plain = heart(model(s, "A", transport(s, prompt.C)), prompt.X, prompt.X)
    derivative = s.U_Sigma_inverse @ m.G(X_0).slope
    return equal(stack([derivative, own], 1), stack([spade + own * hearts, plain], 1))


split.mutant("no heart", hearts=0)
split.mutant("minus the heart", hearts=-1)
split.mutant("the direction itself", transport=lambda s, C: C)
split.mutant("the inverse in place of U^T", transport=conjugate)

inside = PAPER.claim(
    "B.3, end of step 5",
    id="theorem-5/step-5/inside",
    summary="With B the mean over rotations may be taken inside of G, as A moves.",
    rank="step",
    at=lines(1434),
    settings=settings(),
    prompts=along,
    uses=[eq_47],
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
