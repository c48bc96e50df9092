r"""Section 5.2: linear regression with a distorted view of the data, and the loss of one prompt.

$\bar x,\bar w_\star\sim N(0,I)$, $y=\langle\bar x,\bar w_\star\rangle$, $x=W\bar x$,
$\Sigma=WW^\top\succ0$. The instance is $W=V\operatorname{diag}(r)V^\top O$ with orthogonal V and O, so that
every root is rational; any invertible W has this form.

The bare id is "for $w_\star:=\Sigma^{-1/2}\bar w_\star$, $y^{(i)}=\langle x^{(i)},w_\star\rangle$", which
fails unless W is symmetric positive definite: $W=-1$ turns the labels around. It is
$w_\star=W^{-\top}\bar w_\star$, of the same law. ``law-of-x``, ``law-of-w`` are the covariances, ``inverse``
is $\Sigma^{-1}=\mathbf E[XX^\top]^{-1}$, where $\frac1n$ is missing.

$R_{w_\star}(w)=\frac1{2n}(w-w_\star)^\top XX^\top(w-w_\star)$ (``loss``). Its Hessian is
$\frac1nXX^\top$, where the text has $\frac1{2n}XX^\top$ "(at least in the case of large n)": it is not at
any n (``hessian``). "For any fixed prompt, Newton's method corresponds to $A_i\propto(XX^\top)^{-1}$"
(``newton``): with $A=-n(XX^\top)^{-1}$ the step (11) lands on $w_\star$. For $n<d$ there is no inverse, and no
A at all: $AXX^\top$ has rank at most n, so that $\|AXX^\top-I\|_F^2\ge d-n$ for every A, the certified left
side. That $A_i\propto\Sigma^{-1}$ "appears to be locally optimal" is ``theorem-4/locally-optimal``.
"""

import functools
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torch import Tensor

from baselines.gradient import labels, least_squares, least_squares_gradient
from lemmata import Declaration, ForAll, Margin, Prompt, Space, box, choices, dims, equal, lines, reals, space
from lemmata.numbers import Array, concatenate, diag_embed, eye, rotation, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.finite_law import normal


@dataclass(frozen=True)
class Covariance:
    d: int
    root: Tensor  # (d,) singular values of W
    tilt: Tensor  # (2, d - 1) the two reflections whose product is V, the eigenvectors of Sigma

    def power(self, p: int) -> Array:
        """Sigma^(p / 2)."""
        V, r = rotation(self.tilt), self.root if p > 0 else 1 / self.root
        return V @ diag_embed(r ** abs(p)) @ V.mT


@dataclass(frozen=True)
class Distortion(Covariance):
    reflections: int  # how many make up O
    turn: Tensor  # (reflections, d - 1) the reflections whose product is O, in W = Sigma^(1/2) O

    @property
    def W(self) -> Array:
        return self.power(1) @ rotation(self.turn)

    @property
    def W_inverse(self) -> Array:
        return rotation(self.turn).mT @ self.power(-1)

    @property
    def symmetric_positive_definite(self) -> bool:
        """W = Sigma^(1/2): its orthogonal factor is the identity."""
        return self.reflections == 2 and bool((self.turn[0] == self.turn[1]).all())


@dataclass(frozen=True)
class Setting(Distortion):
    n: int


COVARIANCES: dict[str, Any] = {
    "d": dims(1, 3),
    "root": lambda s: box(s.d, low=0.5, high=2.0, of="(0, inf)"),
    "tilt": lambda s: reals(2, s.d - 1),
}
DISTORTIONS: dict[str, Any] = {
    **COVARIANCES,
    "reflections": choices(1, 2, 3),  # one or two are not all of the orthogonal matrices
    "turn": lambda s: reals(s.reflections, s.d - 1),
}
covariances = space(Covariance, **COVARIANCES)
distortions = space(Distortion, **DISTORTIONS)
settings = space(Setting, **DISTORTIONS, n=dims(1, 3))


def latent(s: Setting) -> Space:
    """Latent covariates and task."""
    return space(X=reals(s.n, s.d), w_bar=reals(s.d))


@dataclass(frozen=True)
class Sizes:
    d: int
    n: int


sizes = space(Sizes, d=dims(1, 4), n=dims(1, 6))


def prompts(s: Sizes) -> Space:
    """Samples and task, and a point w."""
    return space(X=reals(s.n, s.d), w_star=reals(s.d), w=reals(s.d))


ON_A_PROMPT: dict[str, Any] = {"settings": sizes, "prompts": prompts}


Matrix = Callable[[Any], Array]


def sentence(label: str, id: str, **more: Any) -> Declaration:
    """A claim about the distorted view; the whole scenario is one line of the source."""
    common: dict[str, Any] = {"rank": "step", "at": lines(207), "kind": ForAll(), "settings": settings}
    return PAPER.claim(label, id=id, **{**common, **more})


scenario = sentence(
    "section 5.2",
    "section-5.2",
    summary="The labels are linear in the distorted covariates, with the weights given by the inverse root.",
    prompts=latent,
)


DISTORTED = (
    r"With $y^{(i)}=\langle\bar x^{(i)},\bar w_\star\rangle$, $x^{(i)}=W\bar x^{(i)}$, W invertible and "
    r"$\Sigma=WW^\top$: "
)
LATENT = r"With $\bar %s\sim N(0,I)$, W invertible and $\Sigma=WW^\top$: "


@scenario.printed(
    DISTORTED + r"for $w_\star:=\Sigma^{-1/2}\bar w_\star$, $y^{(i)}=\langle x^{(i)},w_\star\rangle$.",
    defect="statement",
    because="Sigma^(-1/2) W is the orthogonal factor of W, the identity only for W symmetric positive "
    "definite. W = -1 changes the sign of every label.",
    fails_where=lambda s: not s.symmetric_positive_definite,
    matrix=lambda s: s.power(-1),
)
@scenario.amended(
    DISTORTED + r"for $w_\star:=W^{-\top}\bar w_\star$, $y^{(i)}=\langle x^{(i)},w_\star\rangle$.",
    because="W^T W^-T = I; and this w_star has the law of the printed one, covariance (W W^T)^-1.",
    adds="the inverse of W transposed for the inverse root of Sigma",
    matrix=lambda s: s.W_inverse.mT,
)
def labels_of_the_distorted_view(s: Setting, prompt: Prompt, matrix: Matrix) -> Margin:
    """The labels are linear in the distorted covariates."""
    w_star = (matrix(s) @ prompt.w_bar[..., None])[..., 0]
    return equal(labels(prompt.X, prompt.w_bar), labels(prompt.X @ s.W.mT, w_star))


scenario.mutant("the root itself", matrix=lambda s: s.power(1))
scenario.mutant("the inverse of W", matrix=lambda s: s.W_inverse)

law_x = sentence(
    "section 5.2, law of x",
    "section-5.2/law-of-x",
    summary="The distorted covariates have the covariance Sigma.",
    settings=distortions,
)
law_w = sentence(
    "section 5.2, law of w",
    "section-5.2/law-of-w",
    summary="The weights given by the inverse root have the covariance inverse to Sigma.",
    settings=covariances,
)
law_own = sentence(
    "section 5.2, law of w amended",
    "section-5.2/law-of-w/amended",
    summary="The weights given by the inverse of the distortion have the covariance inverse to Sigma.",
    settings=distortions,
    origin="ours",
    at=None,
)


def mean_of_squares(s: Covariance, matrix: Array, rows: int) -> Array:
    """E[X X^T] for ``rows`` columns ``matrix @ g`` with g standard normal, over a finite law."""
    g = normal(rows * s.d, matrix)
    columns = g.x.reshape(-1, rows, s.d) @ matrix.mT
    return g.mean(columns.mT @ columns)


@law_x.printed(
    LATENT % r"x^{(i)}" + r"$x^{(i)}=W\bar x^{(i)}\sim N(0,\Sigma)$, that is, its covariance is $\Sigma$.",
    matrix=lambda s: s.W,
    stated=lambda s: s.power(2),
)
@law_w.printed(
    LATENT % r"w_\star" + r"$w_\star=\Sigma^{-1/2}\bar w_\star\sim N(0,\Sigma^{-1})$, that is, its "
    r"covariance is $\Sigma^{-1}$.",
    matrix=lambda s: s.power(-1),
    stated=lambda s: s.power(-2),
)
@law_own.printed(
    LATENT % r"w_\star" + r"$w_\star=W^{-\top}\bar w_\star\sim N(0,\Sigma^{-1})$, that is, its "
    r"covariance is $\Sigma^{-1}$.",
    matrix=lambda s: s.W_inverse.mT,
    stated=lambda s: s.power(-2),
)
def covariance(s: Covariance, matrix: Matrix, stated: Matrix) -> Margin:
    """The covariance of a linear image of a standard normal vector."""
    return equal(mean_of_squares(s, matrix(s), 1), stated(s)[None])


law_x.mutant("the root of Sigma", stated=lambda s: s.power(1))
law_x.mutant("the inverse of W", matrix=lambda s: s.W_inverse)
law_w.mutant("Sigma", stated=lambda s: s.power(2))
law_w.mutant("the root of the inverse", stated=lambda s: s.power(-1))
law_own.mutant("Sigma", stated=lambda s: s.power(2))
law_own.mutant("not transposed", matrix=lambda s: s.W_inverse)

inverse = sentence(
    "section 5.2, inverse",
    "section-5.2/inverse",
    summary="The inverse covariance is the inverse of the mean Gram matrix.",
    rank="slip",
)


@inverse.printed(
    r"For $x^{(i)}\sim N(0,\Sigma)$, $\Sigma\succ0$, and $X=[x^{(1)}\dots x^{(n)}]$: $\Sigma^{-1}=\mathbf "
    r"E[XX^\top]^{-1}$.",
    defect="typo",
    because="The mean of X X^T is n Sigma.",
    fails_where=lambda s: s.n > 1,
    over=lambda n: 1,
)
@inverse.amended(
    r"For $x^{(i)}\sim N(0,\Sigma)$, $\Sigma\succ0$, and $X=[x^{(1)}\dots x^{(n)}]$: "
    r"$\Sigma^{-1}=\mathbf E[\frac1nXX^\top]^{-1}$.",
    adds="the factor 1/n",
    over=lambda n: n,
)
def inverse_of_the_mean(s: Setting, over: Callable[[int], int]) -> Margin:
    """The inverse covariance as the inverse of a mean."""
    mean = mean_of_squares(s, s.W, s.n) / over(s.n)
    return equal(s.power(-2) @ mean, eye(s.d, s.root)[None])


inverse.mutant("over n squared", over=lambda n: n * n)
inverse.mutant("over n + 1", over=lambda n: n + 1)

form = sentence(
    "section 5.2, loss",
    "section-5.2/loss",
    summary="The loss of a prompt is a quadratic form of its Gram matrix.",
    **ON_A_PROMPT,
)


def quadratic(s: Sizes, prompt: Prompt, w: Array) -> Array:
    """(10), for w_star = w_star."""
    return least_squares(prompt.X, labels(prompt.X, prompt.w_star), w)


@form.printed(
    r"For all samples, $w_\star$ and w, with $X=[x^{(1)}\dots x^{(n)}]$: (10) is "
    r"$R_{w_\star}(w)=\frac1{2n}(w-w_\star)^\top XX^\top(w-w_\star)$.",
    twice=2,
)
def loss_of_a_prompt(s: Sizes, prompt: Prompt, twice: int) -> Margin:
    """The least-squares loss as a quadratic form."""
    gap = prompt.w - prompt.w_star
    XX = prompt.X.mT @ prompt.X
    form = sum((XX @ gap[..., None])[..., 0] * gap, -1) / (twice * s.n)
    return equal(quadratic(s, prompt, prompt.w), form)


form.mutant("over n", twice=1)
form.mutant("over 4 n", twice=4)

hessian = sentence(
    "section 5.2, hessian",
    "section-5.2/hessian",
    summary="With many samples the Hessian of the loss of a prompt is the Gram matrix over 2n.",
    origin="read",
    **ON_A_PROMPT,
)


@hessian.printed(
    r"For all samples, $w_\star$ and w, with $X=[x^{(1)}\dots x^{(n)}]$: "
    r"$\nabla^2R_{w_\star}(w)=\frac1{2n}XX^\top$ with R of (10), "
    r"at least for large n, read as: from $n=100$ on.",
    defect="statement",
    because="The Hessian of a quadratic form is twice its matrix, at every n.",
    settings=space(Sizes, d=dims(1, 2), n=dims(100, 102)),
    over=lambda n: 2 * n,
)
@hessian.amended(
    r"For all samples, $w_\star$ and w, with $X=[x^{(1)}\dots x^{(n)}]$: "
    r"$\nabla^2R_{w_\star}(w)=\frac1nXX^\top$ with R of (10).",
    adds="1/n for 1/(2n), at every n",
    over=lambda n: n,
)
def second_derivative(s: Sizes, prompt: Prompt, over: Callable[[int], int]) -> Margin:
    """The Hessian of the least-squares loss."""
    XX, units = prompt.X.mT @ prompt.X / over(s.n), eye(s.d, prompt.X)

    def at(*steps: Array) -> Array:
        return quadratic(s, prompt, prompt.w + functools.reduce(operator.add, steps, 0))

    mixed = [at(e, g) - at(e) - at(g) + at() for e in units for g in units]
    return equal(stack(mixed, 1), XX.reshape(len(prompt), s.d * s.d))


hessian.mutant("over n squared", over=lambda n: n * n)
hessian.mutant("over n + 1", over=lambda n: n + 1)

newton = sentence(
    "section 5.2, newton",
    "section-5.2/newton",
    summary="For every prompt the inverse Gram matrix gives a Newton step to the true weights.",
    origin="read",
    **ON_A_PROMPT,
)


@newton.printed(
    r"For any fixed prompt (so the text, which does not ask for $n\ge d$) and any w, $A=-n(XX^\top)^{-1}$ "
    r"takes (11), with $R_{w_\star}$, to $w_\star$ in one step, and makes the problem well-conditioned: "
    r"$AXX^\top\propto I$.",
    defect="statement",
    because="With fewer samples than dimensions X X^T has no inverse, and no A does: A X X^T has rank at most "
    "n < d, and a squared distance of d - n or more from I. (Nor has a singular X X^T an inverse for n >= d, "
    "as at X = 0: this is not evaluated, since the step is compared after multiplying by X X^T.)",
    over=1,
)
@newton.amended(
    r"For any prompt with $n\ge d$ and $XX^\top$ invertible, and any w, $A=-n(XX^\top)^{-1}$ takes (11), with "
    r"$R_{w_\star}$, to $w_\star$ in one step, and $AXX^\top=-nI$. (Checked is $n\nabla R_{w_\star}(w)=XX^\top"
    r"(w-w_\star)$, which for invertible $XX^\top$ says it.)",
    adds="n >= d, and an invertible X X^T",
    settings=Space(sizes.holder, sizes.fields, where=lambda s: s.n >= s.d),
    over=1,
)
def newton_step(s: Sizes, prompt: Prompt, over: int) -> Margin:
    """Newton's method is the preconditioner (X X^T)^-1."""
    gradient = least_squares_gradient(prompt.X, labels(prompt.X, prompt.w_star), prompt.w)
    # The step -n (X X^T)^-1 gradient is the one from w to w_star, seen through X X^T.
    seen = (prompt.X.mT @ prompt.X @ (prompt.w - prompt.w_star)[..., None])[..., 0]
    missing = max(s.d - s.n, 0)  # the squared distance of A X X^T from I is at least this, for every A
    return equal(concatenate([missing, gradient * s.n / over], 1), concatenate([0, seen], 1))


newton.mutant("half of the step", over=2)
newton.mutant("a third of the step", over=3)
