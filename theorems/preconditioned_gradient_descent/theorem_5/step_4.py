r"""Step 4 of the proof of Theorem 5 (B.3): the mean over U turns a direction in $B_j$ into one of S.

As step 3 of Theorem 4, whose checks these are. ``equality-i``: the slope at $U_\Sigma X_0$ along $S_j$ is that
at $X_0$ along $U_\Sigma^{-1}S_jU_\Sigma$. ``average``: the mean of this direction is $s_jI$ with
$s_j=\frac1d\operatorname{Tr}(\Sigma^{-1/2}S_j\Sigma^{1/2})$. Means over U are means over the
signed permutations, for the reason given there.

``inside``: "Thus
$\mathbf E_U[G(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)]=G(X_0,B_j+t\mathbf E_U[U_\Sigma^{-1}S_jU_\Sigma])$". What is
affine in the direction is the derivative at $t=0$; G is not: $X_{j+1}$ enters it twice. With two layers and
$j=0$ G is quadratic in $B_0$. The counterexample has $d=2$ and $K=\Sigma^{-1/2}S\Sigma^{1/2}$ symmetric with
trace 0: then $U^\top KU$ runs uniformly around a circle, four points of which have the means of all
polynomials of degree 3.
"""

from lemmata import ForAll, Margin, Prompt, Space, equal, lines, space
from lemmata.numbers import Array, concatenate, full, stack, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.equivariance import (
    ON_S,
    PRODUCT_IN_S,
    Covariance,
    InS,
    Setting,
    along,
    congruent,
    conjugate,
    covariances,
    settings,
)
from theorems.preconditioned_gradient_descent.layers import Model, Moving, model
from theorems.preconditioned_gradient_descent.theorem_4.step_3 import (
    OVER_SIGNED,
    RANDOM,
    SMALL,
    Mean,
    average_direction,
    directions,
    mean,
    slope_at_the_untransformed,
    transformed,
)
from theorems.preconditioned_gradient_descent.theorem_5.step_3 import eq_44, eq_45

equality = PAPER.claim(
    "B.3, step 4 (i)",
    id="theorem-5/step-4/equality-i",
    summary="The slope along S at transformed covariates is that along the transformed S at the plain ones.",
    rank="step",
    origin="read",
    at=lines(1217, 1229),
    uses=[eq_44, eq_45],
    **ON_S,
)
equality.printed(
    PRODUCT_IN_S + r"for any matrix $S_j$, at $t=0$: "
    r"$\operatorname{Tr}((I-M)G(U_\Sigma X_0,B_j)^\top\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,B_j+tS_j)(I-M))="
    r"\operatorname{Tr}((I-M)G(X_0,B_j)^\top\Sigma^{-1}\frac d{dt}G(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)(I-M))$, "
    r"so that the means in (i) agree.",
    moving="B",
    transport=conjugate,
)(slope_at_the_untransformed)
equality.mutant("the direction itself", transport=lambda s, C: C)
equality.mutant("U^T in place of the inverse", transport=congruent)

average = PAPER.claim(
    "B.3, step 4",
    id="theorem-5/step-4/average",
    summary="The transformed direction in B is on average a multiple of the identity.",
    rank="step",
    origin="read",
    at=lines(1236, 1247),
    kind=ForAll(),
    settings=covariances,
    prompts=directions,
)


def s_j(s: Covariance, S: Array) -> Array:
    """s_j = Tr(Sigma^(-1/2) S_j Sigma^(1/2)) / d."""
    return trace(s.power(-1) @ S @ s.power(1)) / s.d


average.printed(
    rf"For {RANDOM}, and any matrix $S_j$: "
    r"$\mathbf E_U[U_\Sigma^{-1}S_jU_\Sigma]=s_jI$, "
    r"$s_j=\frac1d\operatorname{Tr}(\Sigma^{-1/2}S_j\Sigma^{1/2})$" + OVER_SIGNED + ".",
    moving="B",
    share=s_j,
    image=0,
)(average_direction)
average.mutant("s_j times the inverse of Sigma", image=-2)
average.mutant("without 1 / d", share=lambda s, S: s_j(s, S) * s.d)
average.mutant("a tenth more", share=lambda s, S: s_j(s, S) * 11 / 10)

inside = PAPER.claim(
    "B.3, end of step 4",
    id="theorem-5/step-4/inside",
    summary="With B the mean over rotations may be taken inside of G.",
    rank="step",
    at=lines(1247),
    settings=settings(**SMALL),
    prompts=along,
    uses=[eq_45],
    pinned=dict.fromkeys(("d", "k", "j"), "as printed: one counterexample is enough to refute"),
)
FOR_ANY = PRODUCT_IN_S + r"for any matrix $S_j$ and a uniformly random orthogonal $U$: "


def circle(s: InS) -> Space:
    """X_0, and the first row of K."""
    return space(X=drawn(s.d, s.n + 1), K=drawn(2))


@inside.printed(
    FOR_ANY + r"$\mathbf E_U[G(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)]="
    r"G(X_0,B_j+t\mathbf E_U[U_\Sigma^{-1}S_jU_\Sigma])$ for all t (absorbed into $S_j$).",
    defect="proof-step",
    because="Only the derivative at t = 0 is affine in the direction (and only it is used): with two layers "
    "G is quadratic in B_0. (Here with S_0 = Sigma^(1/2) K Sigma^(-1/2) for symmetric K of trace 0: U^T K U "
    "runs uniformly around a circle, and four points of it have its means up to degree 3.)",
    settings=settings(below=1, d=(2, 2), layers=2),
    prompts=circle,
    moving="B",
)
def mean_over_the_circle(s: Setting, prompt: Prompt, moving: Moving) -> Margin:
    """The mean over U taken inside of G, for K symmetric of order 2 with trace 0, whose mean is 0."""
    p, q = prompt.K[:, :1], prompt.K[:, 1:]
    each = []
    for x, y in ((p, q), (-q, p), (-p, -q), (q, -p)):
        K = stack([concatenate([x, y], 1), concatenate([y, -x], 1)], 1)
        C = s.power(1 if moving == "B" else -1) @ K @ s.power(-1)
        each.append(Model(s, moving, shift=C).G(prompt.X).value)
    return equal(mean(each), model(s).G(prompt.X).value)


@inside.amended(
    FOR_ANY + r"$\mathbf E_U[\frac d{dt}G(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)]=\frac d{dt}G(X_0,B_j+t\mathbf E_U"
    r"[U_\Sigma^{-1}S_jU_\Sigma])$ at $t=0$" + OVER_SIGNED + ".",
    adds="the derivative of G at t = 0 for G",
    moving="B",
    average=mean,
)
def mean_of_the_derivative(s: Setting, prompt: Prompt, moving: Moving, average: Mean) -> Margin:
    """The mean over U taken inside of the derivative of G."""
    directions = transformed(s, prompt.C, moving)
    each = [model(s, moving, C).G(prompt.X).slope for C in directions]
    return equal(average(each), model(s, moving, mean(directions)).G(prompt.X).slope)


inside.mutant("all but one of the signed permutations", average=lambda each: mean(each[1:]))
inside.mutant("nine tenths of the mean", average=lambda each: mean(each) * 9 / 10)
inside.mutant("zero for the mean", average=lambda each: full(0, like=each[0]))
