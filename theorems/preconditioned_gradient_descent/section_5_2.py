r"""Section 5.2: linear regression with a distorted view of the data, and the loss of one prompt.

The instance is $W=V\operatorname{diag}(r)V^\top O$ with orthogonal V and O, so that every root is rational; any
invertible W has this form. ``newton``: for $n<d$ there is no inverse, nor another A but 0 with $AXX^\top\propto
I$. That $A_i\propto\Sigma^{-1}$ "appears to be locally optimal" is ``theorem-4/locally-optimal``.
"""

from collections.abc import Callable
from typing import Any

from lemmata import amended, box, choices, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, eye, gradient, rotation, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance import power
from theorems.preconditioned_gradient_descent.finite_law import normal

COVARIANCE: dict[str, Any] = {
    "rank": "step",
    "d": dims(1, 3),
    "root": box("d", low=0.5, high=2.0, of="(0, inf)"),  # the singular values of W
    "tilt": reals(2, "d - 1"),  # the two reflections whose product is V, the eigenvectors of $\Sigma$
    "half": lambda root, tilt: power(root, tilt, 1),  # $\Sigma^{1/2}$
    "half_inverse": lambda root, tilt: power(root, tilt, -1),
    "Sigma": lambda root, tilt: power(root, tilt, 2),
    "precision": lambda root, tilt: power(root, tilt, -2),
}
DISTORTION: dict[str, Any] = COVARIANCE | {
    "reflections": choices(1, 2, 3),  # of O: one or two are not all of the orthogonal matrices
    "turn": reals("reflections", "d - 1"),  # the reflections whose product is O, in $W=\Sigma^{1/2}O$
    "W": lambda half, turn: half @ rotation(turn),
    "W_inverse": lambda half_inverse, turn: rotation(turn).mT @ half_inverse,
}
PROMPT: dict[str, Any] = {
    "rank": "step",
    "at": lines(207),
    "d": dims(1, 4),
    "n": dims(1, 6),
    "X": reals("n", "d"),
    "w_star": reals("d"),
    "w": reals("d"),
}


@theorem(PAPER, "section 5.2", at=lines(207), **DISTORTION, n=dims(1, 3), X=reals("n", "d"), w_bar=reals("d"))
@printed(
    r"With $y^{(i)}=\langle\bar x^{(i)},\bar w_\star\rangle$, $x^{(i)}=W\bar x^{(i)}$, W invertible and "
    r"$\Sigma=WW^\top$: for $w_\star:=\Sigma^{-1/2}\bar w_\star$, $y^{(i)}=\langle x^{(i)},w_\star\rangle$.",
    defect="statement",
    because=r"$\Sigma^{-1/2} W$ is the orthogonal factor of W, the identity only for W symmetric positive "
    "definite. $W = -1$ changes the sign of every label.",
    fails_where=lambda reflections, turn: reflections != 2 or sum((turn[0] - turn[1]) ** 2) > 0,
)
@amended(
    r"With $y^{(i)}=\langle\bar x^{(i)},\bar w_\star\rangle$, $x^{(i)}=W\bar x^{(i)}$, W invertible and "
    r"$\Sigma=WW^\top$: for $w_\star:=W^{-\top}\bar w_\star$, $y^{(i)}=\langle x^{(i)},w_\star\rangle$.",
    because=r"$W^\top W^{-\top} = I$; and this $w_\star$ has the law of the printed one, covariance "
    r"$(W W^\top)^{-1}$.",
    adds=r"the inverse of W transposed for the inverse root of $\Sigma$",
    to_w_star=lambda W_inverse: W_inverse.T,
)
@mutants(
    the_root_itself=dict(to_w_star=lambda half: half),
    the_inverse_of_W=dict(to_w_star=lambda W_inverse: W_inverse),
)
def scenario(W, X, w_bar, to_w_star=lambda half_inverse: half_inverse):
    """The labels are linear in the distorted covariates, with the weights given by the inverse root."""
    return equal(X @ w_bar, (X @ W.T) @ (to_w_star @ w_bar))


def mean_of_squares(d: int, matrix: Array, rows: int) -> Array:
    r"""$E[X X^\top]$ for ``rows`` columns ``matrix @ g`` with g standard normal, over a finite law."""
    g = normal(rows * d)
    columns = g.x.reshape(-1, rows, d) @ matrix.T
    return g.mean(columns.mT @ columns)


@theorem(PAPER, "section 5.2, law of x", id="section-5.2/law-of-x", at=lines(207), **DISTORTION)
@printed(
    r"With $\bar x^{(i)}\sim N(0,I)$, W invertible and $\Sigma=WW^\top$: $x^{(i)}=W\bar x^{(i)}\sim "
    r"N(0,\Sigma)$, that is, its covariance is $\Sigma$."
)
@mutants(
    the_root_of_Sigma=dict(stated=lambda half: half), the_inverse_of_W=dict(matrix=lambda W_inverse: W_inverse)
)
def law_x(d, matrix=lambda W: W, stated=lambda Sigma: Sigma):
    r"""The distorted covariates have the covariance $\Sigma$."""
    return equal(mean_of_squares(d, matrix, 1), stated)


@theorem(PAPER, "section 5.2, law of w", id="section-5.2/law-of-w", at=lines(207), **COVARIANCE)
@printed(
    r"With $\bar w_\star\sim N(0,I)$, W invertible and $\Sigma=WW^\top$: $w_\star=\Sigma^{-1/2}\bar "
    r"w_\star\sim N(0,\Sigma^{-1})$, that is, its covariance is $\Sigma^{-1}$."
)
@mutants(
    Sigma=dict(stated=lambda Sigma: Sigma),
    the_root_of_the_inverse=dict(stated=lambda half_inverse: half_inverse),
)
def law_w(d, half_inverse, stated=lambda precision: precision):
    r"""The weights given by the inverse root have the covariance inverse to $\Sigma$."""
    return equal(mean_of_squares(d, half_inverse, 1), stated)


@theorem(PAPER, "section 5.2, law of w amended", id="section-5.2/law-of-w/amended", origin="ours", **DISTORTION)
@printed(
    r"With $\bar w_\star\sim N(0,I)$, W invertible and $\Sigma=WW^\top$: $w_\star=W^{-\top}\bar w_\star\sim "
    r"N(0,\Sigma^{-1})$, that is, its covariance is $\Sigma^{-1}$."
)
@mutants(Sigma=dict(stated=lambda Sigma: Sigma), not_transposed=dict(matrix=lambda W_inverse: W_inverse))
def law_own(d, matrix=lambda W_inverse: W_inverse.T, stated=lambda precision: precision):
    r"""The weights given by the inverse of the distortion have the covariance inverse to $\Sigma$."""
    return equal(mean_of_squares(d, matrix, 1), stated)


@theorem(
    PAPER,
    "section 5.2, inverse",
    id="section-5.2/inverse",
    at=lines(207),
    **DISTORTION | {"rank": "slip"},
    n=dims(1, 3),
)
@printed(
    r"For $x^{(i)}\sim N(0,\Sigma)$, $\Sigma\succ0$, and $X=[x^{(1)}\dots x^{(n)}]$: $\Sigma^{-1}=\mathbf "
    r"E[XX^\top]^{-1}$.",
    defect="typo",
    because=r"The mean of $X X^\top$ is $n \Sigma$.",
    fails_where=lambda n: n > 1,
)
@amended(
    r"For $x^{(i)}\sim N(0,\Sigma)$, $\Sigma\succ0$, and $X=[x^{(1)}\dots x^{(n)}]$: $\Sigma^{-1}=\mathbf "
    r"E[\frac1nXX^\top]^{-1}$.",
    adds="the factor 1/n",
    over=lambda n: n,
)
@mutants({"over n squared": dict(over=lambda n: n * n), "over n + 1": dict(over=lambda n: n + 1)})
def inverse(d, n, W, precision, over=1):
    """The inverse covariance is the inverse of the mean Gram matrix."""
    return equal(precision @ mean_of_squares(d, W, n) / over, eye(d))


def loss(X: Array, w_star: Array, w: Array) -> Array:
    r"""(10), $R_{w_\star}(w)=\frac1{2n}\sum_i(w^\top x_i-w_\star^\top x_i)^2$."""
    return sum((X @ w - X @ w_star) ** 2) / (2 * len(X))


@theorem(PAPER, "section 5.2, loss", id="section-5.2/loss", **PROMPT)
@printed(
    r"For all samples, $w_\star$ and w, with $X=[x^{(1)}\dots x^{(n)}]$: (10) is "
    r"$R_{w_\star}(w)=\frac1{2n}(w-w_\star)^\top XX^\top(w-w_\star)$."
)
@mutants({"over n": dict(twice=1), "over 4 n": dict(twice=4)})
def form(n, X, w_star, w, twice=2):
    """The loss of a prompt is a quadratic form of its Gram matrix."""
    gap = w - w_star
    return equal(loss(X, w_star, w), gap @ (X.T @ X) @ gap / (twice * n))


@theorem(PAPER, "section 5.2, hessian", id="section-5.2/hessian", origin="read", **PROMPT)
@printed(
    r"For all samples, $w_\star$ and w, with $X=[x^{(1)}\dots x^{(n)}]$: "
    r"$\nabla^2R_{w_\star}(w)=\frac1{2n}XX^\top$ with R of (10), at least for large n, read as: from $n=100$ "
    "on.",
    defect="statement",
    because="The Hessian of a quadratic form is twice its matrix, at every n.",
    d=dims(1, 2),
    n=dims(100, 102),
)
@amended(
    r"For all samples, $w_\star$ and w, with $X=[x^{(1)}\dots x^{(n)}]$: "
    r"$\nabla^2R_{w_\star}(w)=\frac1nXX^\top$ with R of (10).",
    adds="1/n for 1/(2n), at every n",
    over=lambda n: n,
)
@mutants({"over n squared": dict(over=lambda n: n * n), "over n + 1": dict(over=lambda n: n + 1)})
def hessian(d, X, w_star, w, over=lambda n: 2 * n):
    """With many samples the Hessian of the loss of a prompt is the Gram matrix over 2n."""

    def slope(k: int) -> Callable[[Array], Array]:
        return lambda w: gradient(lambda v: loss(X, w_star, v), w)[k]

    return equal(stack([gradient(slope(k), w) for k in range(d)]), X.T @ X / over)


@theorem(PAPER, "section 5.2, newton", id="section-5.2/newton", origin="read", **PROMPT)
@printed(
    r"For any fixed prompt, Newton's method corresponds to $A_i\propto(XX^\top)^{-1}$, which makes the "
    r"problem well-conditioned. Read for prompts for which $XX^\top$ has an inverse, as the formula "
    r"supposes: for any w, $A=-n(XX^\top)^{-1}$ takes (11), with $R_{w_\star}$, to $w_\star$ in one step.",
    implies=r"$n\nabla R_{w_\star}(w)=XX^\top(w-w_\star)$, which for invertible $XX^\top$ says the same, at "
    "every prompt.",
)
@mutants(half_of_the_step=dict(over=2), a_third_of_the_step=dict(over=3))
def newton(n, X, w_star, w, over=1):
    """The inverse Gram matrix, where there is one, gives a Newton step to the true weights."""
    slope = gradient(lambda w: loss(X, w_star, w), w)
    # The step -n (X X^T)^-1 gradient is the one from w to w_star, seen through X X^T.
    return equal(n * slope / over, X.T @ X @ (w - w_star))
