r"""Step 5 of the proof of Theorem 5 (B.3): steps 2 to 4 again, where $A_j$ moves.

What it repeats is claimed with its model: in step 2 (46), which is (39) and (44) with $A_j$ as the argument
(the text leaves $B_j$ there), (47) to (50), the chain after (48), and (52); in step 3 the expansion of
the spade of (50), up to (51), whose number the text extraction has lost; in step 4 the last chain, which gives
(36).

``eq-49/match``: (49) is said to match (48) "when $C=U_\Sigma^{-1}SU_\Sigma$", which is the direction of the
other case, (40): with it (47) is wrong.

``inside``: below the last chain stands "Thus
$\mathbf E_U[G(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)]=G(X_0,A_j+t\mathbf E_U[U_\Sigma^\top R_jU_\Sigma])$", which
is true in B.2, where the covariates stand still, and fails here as in step 4.
"""

from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import full
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
from theorems.preconditioned_gradient_descent.layers import model, slopes
from theorems.preconditioned_gradient_descent.theorem_4.step_3 import OVER_SIGNED, mean
from theorems.preconditioned_gradient_descent.theorem_5.step_2 import eq_39, eq_41, eq_43
from theorems.preconditioned_gradient_descent.theorem_5.step_4 import (
    circle,
    mean_of_the_derivative,
    mean_over_the_circle,
)

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

inside = PAPER.claim(
    "B.3, end of step 5",
    id="theorem-5/step-5/inside",
    summary="With B the mean over rotations may be taken inside of G, as A moves.",
    rank="step",
    at=lines(1434),
    settings=settings(),
    prompts=along,
    uses=[eq_39],
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
