r"""Step 4 of the proof of Theorem 5 (B.3): the mean over U turns a direction in $B_j$ into one of S.

``chain``: the slope of a prompt's loss at $U_\Sigma X_0$ along $S_j$, (38), is that at $X_0$ along
$U_\Sigma^{-1}S_jU_\Sigma$, (i); the mean of this direction is $s_jI$ (``theorem-4/step-3/average``, where it is
said why means over U are means over the signed permutations); so in the mean over U the slope along any
direction is that along its multiple of the inverse covariance (A, step 5 and, without B, B.2) or of I (B). It
holds for every $X_0$, and so in the mean over $X_0$: that is (36) and (37), with equality, for any number of
layers.

``inside``: "Thus
$\mathbf E_U[G(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)]=G(X_0,B_j+t\mathbf E_U[U_\Sigma^{-1}S_jU_\Sigma])$". What is
affine in the direction is the derivative at $t=0$; G is not: $X_{j+1}$ enters it twice. With two layers and
$j=0$ G is quadratic in $B_0$. The counterexample has $d=2$ and $K=\Sigma^{-1/2}S\Sigma^{1/2}$ symmetric with
trace 0: then $U^\top KU$ runs uniformly around a circle, four points of which have the means of all
polynomials of degree 3.
"""

from lemmata import ForAll, Margin, Prompt, Space, equal, lines, space
from lemmata.numbers import Array, concatenate, eye, full, stack, sum, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.dual import Dual, still
from theorems.preconditioned_gradient_descent.equivariance import (
    PRODUCT_IN_S,
    Anywhere,
    InS,
    Setting,
    Transport,
    along,
    congruent,
    conjugate,
    settings,
    turned,
)
from theorems.preconditioned_gradient_descent.layers import Model, Moving, last, model
from theorems.preconditioned_gradient_descent.theorem_4.step_1 import half_slope
from theorems.preconditioned_gradient_descent.theorem_4.step_3 import (
    OVER_SIGNED,
    Mean,
    Share,
    average,
    mean,
    r,
    s_j,
    signed_permutations,
    transformed,
)
from theorems.preconditioned_gradient_descent.theorem_5.step_2 import BOTH, eq_39, itself

inside = PAPER.claim(
    "B.3, end of step 4",
    id="theorem-5/step-4/inside",
    summary="With B the mean over rotations may be taken inside of G.",
    rank="step",
    at=lines(1247),
    settings=settings(),
    prompts=along,
    uses=[eq_39],
    pinned=dict.fromkeys(("d", "k", "j"), "as printed: one counterexample is enough to refute"),
)


def slope_of_a_prompt(s: Setting, G: Dual) -> Array:
    """The slope of Tr((I - M) G^T Sigma^-1 G (I - M)), the mean over w_star of a prompt's loss."""
    query = still(last(s.n, G.value))
    return trace((query @ G.mT @ still(s.power(-2)) @ G @ query).slope)


chain = PAPER.claim(
    "(38); B.2, step 3; B.3, steps 4 and 5",
    id="theorem-5/step-4/chain",
    summary="A prompt's slope along a direction at transformed covariates is that along the transformed one at "
    "the plain ones, in the mean over rotations that along a multiple of the inverse covariance in A, of I in "
    "B.",
    rank="step",
    origin="read",
    at=lines(1217, 1247),
    kind=ForAll(),
    settings=settings(),  # the slopes of four layers leave the range of float64
    prompts=along,
    uses=[eq_39, average],
)


@chain.printed(
    PRODUCT_IN_S + r"let $\ell(G)=\operatorname{Tr}((I-M)G^\top\Sigma^{-1}G(I-M))$, the mean over $w_\star$ of "
    r"the loss of a prompt, and $h(G)=\operatorname{Tr}((I-M)G^\top\Sigma^{-1}\dot G(I-M))$, with the dot for "
    r"$\frac d{dt}$ at $t=0$. For every $X_0$ and any matrix C, as $A_j$ moves by tC, "
    r"$\frac d{dt}\ell(G(U_\Sigma X_0))=2h(G(U_\Sigma X_0))=2h(G(X_0))$, where on the right $A_j$ moves by "
    r"$tU_\Sigma^\top CU_\Sigma$ ($b_i=0$ is B.2, any $b_i$ the end of B.3); and as $B_j$ moves by tC, with "
    r"$tU_\Sigma^{-1}CU_\Sigma$ on the right, the last line of (38) and (i) of step 4. For a uniformly random "
    r"orthogonal $U$, $\mathbf E_U[\frac d{dt}\ell(G(U_\Sigma X_0))]=\frac d{dt}\ell(G(X_0))$, where on the "
    r"right $A_j$ moves by $tr_j\Sigma^{-1}$, $r_j=\frac1d\operatorname{Tr}(\Sigma^{1/2}C\Sigma^{1/2})$, or "
    r"$B_j$ by $ts_jI$, $s_j=\frac1d\operatorname{Tr}(\Sigma^{-1/2}C\Sigma^{1/2})$"
    + OVER_SIGNED
    + r". (Read for each $X_0$; as $U_\Sigma X_0$ has the law of $X_0$, the means agree, and the last ones are "
    r"(36) and (37), with equality.)",
    factor=2,
    transports=(conjugate, congruent),
    shares=(s_j, r),
)
def slope_in_the_mean(
    s: Setting,
    prompt: Prompt,
    factor: int,
    transports: tuple[Transport, Transport],
    shares: tuple[Share, Share],
) -> Margin:
    """The slope at transformed covariates, and its mean over U."""
    rotations = signed_permutations(s.d, prompt.X)
    X = concatenate([s.power(1) @ U @ s.power(-1) @ prompt.X for U in rotations], 0)
    C = concatenate([prompt.C] * len(rotations), 0)
    in_S = eye(s.d, C), s.power(-2)
    literal, stated = [], []
    for moving, transport, share, multiple in zip(BOTH, transports, shares, in_S, strict=True):
        G = model(s, moving, prompt.C).G(turned(s, prompt))
        plain = model(s, moving, transport(s, prompt.C)).G(prompt.X)
        of_S = model(s, moving, multiple * share(s, prompt.C)[:, None, None]).G(prompt.X)
        slopes = slope_of_a_prompt(s, model(s, moving, C).G(X)).reshape(len(rotations), -1)
        literal += [slope_of_a_prompt(s, G)] * 2 + [sum(slopes, 0) / len(rotations)]
        stated += [half_slope(s, G) * factor, half_slope(s, plain) * 2, slope_of_a_prompt(s, of_S)]
    return equal(stack(literal, 1), stack(stated, 1))


chain.mutant("without the factor 2", factor=1)
chain.mutant("the direction itself, as B moves", transports=(itself, congruent))
chain.mutant("U^T in place of the inverse, as B moves", transports=(congruent, congruent))
chain.mutant("the direction itself, as A moves", transports=(conjugate, itself))
chain.mutant("the inverse in place of U^T, as A moves", transports=(conjugate, conjugate))
chain.mutant("without 1 / d in s_j", shares=(lambda s, S: s_j(s, S) * s.d, r))
chain.mutant("a tenth more in r_j", shares=(s_j, lambda s, R: r(s, R) * 11 / 10))
chain.mutant("A and B outside of S", settings=settings(Anywhere))

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
    X = concatenate([prompt.X] * len(directions), 0)
    each = model(s, moving, concatenate(directions, 0)).G(X).slope
    each = each.reshape(len(directions), *prompt.X.shape)
    return equal(average(list(each)), model(s, moving, mean(directions)).G(prompt.X).slope)


inside.mutant("all but one of the signed permutations", average=lambda each: mean(each[1:]))
inside.mutant("nine tenths of the mean", average=lambda each: mean(each) * 9 / 10)
inside.mutant("zero for the mean", average=lambda each: full(0, like=each[0]))
