r"""Theorem 5: on the set S the gradient comes arbitrarily close to zero, also where the covariates move.

(14) and (33). The infimum is attained at an explicit point, for every $\Sigma$, $n$ and number of layers:
$A_i=0$ and $B_i=-\frac12I$ but for the last layer, $A_{L-1}=-\frac n{n+d+1}\Sigma^{-1}$ (``footnote-2`` says
why); it is a saddle. ``minimiser``: the same at a local minimum over S, found by descent to rounding. As in
Theorem 4 the query $x^{(n+1)}$ is of the same law by section 3. The exact loss of three layers that move has
too many words: with more than two layers the slope is evaluated as a sum of slopes of two. The theorem's "any
PSD matrix" is read as positive definite, as its next line says ($\Sigma^{-1}$ is used).

``gd-plus-plus``, for any covariates: GD++ is that of von Oswald et al. (2022).

``conditioning``: $B_i=b_iI$ gives "the Gram matrix better condition number with each iteration". For $\Sigma=I$
a layer maps every eigenvalue $g$ of $\frac1nXX^\top$ to $g(1+cg)^2$ with $c=a_ib_i$. Where $-1/(2g_{\max})\le
c\le0$, for eigenvalues $h<g$, $(1+cg)^2\le(1+ch)^2$, so that the larger one does not gain on the smaller one,
and $h^2(1+ch)^2\le g^2(1+cg)^2$ (as $v(1-v)$ grows up to $v=\frac12$), so that the smaller one does not
overtake by more. The range is sharp: with $u=|c|g_{\max}$ in $(\frac12,1)$ the second inequality fails for
$|c|h$ in $(1-u,u)$, at $u\ge1$ some $1+ch$ vanishes. Samples are diagonal ($n=d$): rotations of the covariates
and of the samples lead from $n\ge d$ to that, and the layer commutes with them.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from baselines import gradient as baselines
from baselines.gaussian_moments import Task
from baselines.in_context_loss_minimisers import critical_point_with_b, minimiser_with_b
from constructions.gradient_descent import preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import (
    Expectation,
    Margin,
    amended,
    at_most,
    box,
    choices,
    dims,
    dyadics,
    equal,
    lines,
    mutants,
    printed,
    reals,
    scales,
    theorem,
)
from lemmata.numbers import (
    Array,
    abs,
    constant,
    diag,
    diag_embed,
    eye,
    max,
    min,
    over_batches,
    stack,
    stored,
    sum,
    values,
)
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.exact_loss import FIGURES, covariance, slope, squared, times
from theorems.preconditioned_gradient_descent.forward_pass import embed
from theorems.preconditioned_gradient_descent.theorem_5.figure import plots

Point = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]


def explicit(d: int, n: int, L: int) -> Point:
    """The $a_i$ and $b_i$ of the explicit critical point."""
    a, b = critical_point_with_b(d, n, L)
    return a, (*b, Fraction(1))  # the last B has no influence


def minimiser(d: int, n: int, L: int) -> Point:
    """The $a_i$ and $b_i$ of a local minimum over S, found by descent."""
    found = over_batches(minimiser_with_b)(d, n, L, starts=1)
    a, b = (tuple(Fraction(v) for v in x.tolist()) for x in found)
    return a, (*b, Fraction(1))


def scaled(point: Point, a: Fraction = Fraction(1), b: Fraction = Fraction(1)) -> Point:
    """The point with all a_i times ``a`` and all b_i times ``b``."""
    return tuple(x * a for x in point[0]), tuple(x * b for x in point[1])


def matrices(point: Point, precision: Array) -> tuple[Array, Array]:
    """A and B at a point of S."""
    a, b = map(stored, point)
    return times(a, precision), times(b, eye(len(precision)))


def slope_along(
    R: Array, S: Array, point: Point, Sigma: Array, precision: Array, n: int, task: Task = "inverse"
) -> Array:
    """The slope of the loss at the point along (R, S); of $L > 2$ layers a sum over the pairs $(i, L - 1)$.

    Of more than two layers the point has ``A_i = 0`` but for the last: to first order layers before it do not
    meet, and each acts as if it were alone before the last one. Only the first pair moves the last layer.
    """
    A, B = matrices(point, precision)
    law: dict[str, Any] = {"task": task, "precision": precision, "symmetric": False}
    last = len(R) - 1
    if last <= 1:
        return slope(A, R, Sigma, n, B=B, S=S, **law)
    total: Array = 0
    for i in range(last):
        pair, once = [i, last], constant([1, int(i == 0)])[:, None, None]
        total = total + slope(A[pair], R[pair] * once, Sigma, n, B=B[pair], S=S[pair] * once, **law)
    return total


def wrong(point: Callable[[int, int, int], Point]) -> dict[str, Any]:
    """Mutants that move the point, or change the law of w."""
    return {
        "every a_i one percent off": dict(point=lambda d, n, L: scaled(point(d, n, L), a=Fraction(101, 100))),
        "every b_i negated": dict(point=lambda d, n, L: scaled(point(d, n, L), b=Fraction(-1))),
        "every b_i zero": dict(point=lambda d, n, L: scaled(point(d, n, L), b=Fraction(0))),
        "isotropic w": dict(task="identity"),
    }


def slope_is_small(along: Array, R: Array, S: Array, m: int) -> Margin:
    """The slope along (R, S) is at most $2^{-m}$ times its norm."""
    size = squared(R) + squared(S)
    margin = at_most(along**2, size / 2**m / 2**m)
    return margin.report(slope_of_unit_directions=lambda: abs(values(along)) / values(size) ** 0.5)


@theorem(
    PAPER,
    "Theorem 5",
    rank="headline",
    at=lines(265, 277),
    kind=Expectation(),
    uses=["preconditioned_gradient_descent/footnote-2", "preconditioned_gradient_descent/footnote-2/saddle"],
    d=dims(1, 3),
    n=dims(1, 10),
    L=dims(1, 4),
    **covariance(),
    m=dims(20, 40),
    R=drawn("L", "d", "d"),
    S=drawn("L", "d", "d"),
    examples=[FIGURES | dict(n=10, L=2)],
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$ (the theorem lists $i\le n$; section 3 has the "
    r"query among its i.i.d. rows), $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, and f the loss (5) with "
    "the weights (13) (f and its gradient for $A_i$ that need not be symmetric: that among symmetric ones is "
    r"no larger). With the layers $0,\dots,k$ that f sees ($k=L-1$, any L): $\inf_{(A,B)\in\mathcal "
    r"S}\sum_{i=0}^k\|\nabla_{A_i}f(A,B)\|_F^2+\|\nabla_{B_i}f(A,B)\|_F^2=0$, where $(A,B)\in\mathcal S$ means "
    r"$A_i=a_i\Sigma^{-1}$, $B_i=b_iI$ for all i: for every $m\ge20$, and so for every m, some "
    r"$(A,B)\in\mathcal S$ has $|\sum_i\langle\nabla_{A_i}f,R_i\rangle+\langle\nabla_{B_i}f,S_i\rangle|"
    r"\le2^{-m}\|(R,S)\|_F$ for all $R_i$ and $S_i$. (The left side for $L>2$ is evaluated as a sum over "
    "$i<L-1$ of the slopes of the two layers i and $L-1$: at a point with $A_i=0$ for all these i they add up "
    "to it.)",
    because="The gradient is exactly zero at a point of S where all layers but the last are idle, $A_i = 0$ "
    "and $B_i = -I/2$ (claim footnote-2); from two layers on it is a saddle, no minimum (claim "
    "footnote-2/saddle).",
    slack="At the explicit point the gradient is exactly zero (claim footnote-2): rounding alone is left.",
)
@mutants(wrong(explicit))
def theorem_5(n, m, Sigma, precision, R, S, point=explicit, task="inverse"):
    """Where the covariates move, the gradient on the set S comes arbitrarily close to zero."""
    return slope_is_small(slope_along(R, S, point, Sigma, precision, n, task), R, S, m)


theorem_5.figure(plots)


@theorem(
    PAPER,
    "Theorem 5, minimiser over S",
    id="theorem-5/minimiser",
    origin="ours",
    kind=Expectation(),
    pinned={"L": "the statement is about two layers"},
    d=dims(1, 2, most=2),
    n=dims(1, 2, most=2),
    L=dims(2, 2, most=2),
    **covariance(bounded=True),
    m=dims(19, 38, most=38),
    R=drawn("L", "d", "d"),
    S=drawn("L", "d", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$ (the theorem lists $i\le n$; section 3 has the "
    r"query among its i.i.d. rows), $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, and f the loss (5) with "
    "the weights (13) (f and its gradient for $A_i$ that need not be symmetric: that among symmetric ones is "
    r"no larger). With two layers, $d,n\le2$ and $\frac14I\preceq\Sigma\preceq4I$ the gradient vanishes at the "
    r"point where descent of f over $A_i=a_i\Sigma^{-1}$, $B_i=b_iI$ ends (a local minimum there; that it is "
    r"one is not checked), up to rounding: $|\sum_i\langle\nabla_{A_i}f,R_i\rangle+\langle\nabla_{B_i}f,S_i"
    r"\rangle|\le2^{-m}\|(R,S)\|_F$ for all $R_i$ and $S_i$, for $19\le m\le38$.",
    slack="The gradient at the minimum itself is zero: what the rounding of its float64 numbers leaves is, "
    "at the drawn sizes, $2^{-7}$ of the bound with the largest m or less. Nearer than that comes only the "
    "rounding of float64, in which most prompts are searched.",
)
@mutants(wrong(minimiser))
def at_minimiser(n, m, Sigma, precision, R, S, point=minimiser, task="inverse"):
    """With two layers the gradient vanishes, up to rounding, at the point of S to which descent leads."""
    return slope_is_small(slope_along(R, S, point, Sigma, precision, n, task), R, S, m)


def gd_plus_plus(X: Array, query: Array, y: Array, eta: Array, gamma: Array) -> Array:
    """The predictions of GD++ after every step, ``(batch, L + 1)``."""
    return stack(list(baselines.gd_plus_plus(X, query, eta, gamma, y=y)), 1)


@theorem(
    PAPER,
    "after Theorem 5",
    id="theorem-5/gd-plus-plus",
    origin="read",
    at=lines(279),
    given=["a", "b"],
    d=dims(1, 3),
    n=dims(1, 3),
    L=dims(1, 3),
    a=reals("L"),
    b=reals("L"),
    X=reals("n", "d"),
    w_star=reals("d"),
    query=reals("d"),
    construction=lambda d, a, b: preconditioned_gd_transformer(times(a, eye(d, a)), times(b, eye(d, b))),
)
@printed(
    r"The algorithm implemented by $A_i=a_iI$, $B_i=b_iI$ (the points of $\mathcal S$ for $\Sigma=I$) is "
    r"exactly GD++ with $\eta_i=-a_i$ for the gradient steps and $\gamma_i=-a_ib_i$ for the moves of the "
    r"covariates, $x_j\leftarrow x_j-\gamma_i\frac1n\sum_kx_kx_k^\top x_j$: after every layer, and for all "
    r"samples, $w_\star$ and queries, the predicted label $-[Z_i]_{d+1,n+1}$ is the prediction of GD++ after i "
    "steps."
)
@mutants(
    ascent=dict(eta=lambda a: a),
    the_covariates_stand_still=dict(gamma=lambda a: 0 * a),
    the_move_without_a=dict(gamma=lambda b: -b),
)
def gd_plus_plus_is_run(X, w_star, query, tf, answer, eta=lambda a: -a, gamma=lambda a, b: -a * b):
    """On S with isotropic covariates the network runs GD++."""
    y = X @ w_star
    predicted = answer(stack([-Z[-1, -1] for Z in tf.run(embed(X, y, query))]))
    path = over_batches(gd_plus_plus, given=["eta", "gamma"])
    return equal(predicted, path(X, query, y, eta=eta, gamma=gamma))


def of_samples_up_to(largest: Fraction, *, attained: bool = False) -> dict[str, Any]:
    r"""Every $a$, $b$ and $x=tw$, $ab\le0$, whose Gram matrix has eigenvalues up to ``largest`` over $|ab|$.

    That ``of_a`` and ``of_b`` may be 0 leaves the other weight free.
    """
    unit = choices(1) if attained else dyadics(0, 1)
    return {
        "t": scales(-4, 4, of="(0, inf)"),
        "r": scales(-2, 2, of="(0, inf)"),
        "side": choices(-1, 1),
        "of_a": unit,
        "of_b": unit,
        "a": lambda r, side, of_a: side * r * of_a,
        "b": lambda d, t, r, side, of_b: -side * of_b * d * largest / (r * t**2),
        "w": box("d", low=Fraction(1, 8), high=1, of="(0, 1]"),
    }


def layer(a: Array, b: Array, d: int, first: Fraction | int = 1) -> Transformer:
    r"""One layer with $A=a\Sigma^{-1}$ and $B=bI$, for a diagonal $\Sigma^{-1}$ that begins with ``first``."""
    precision = diag_embed(constant([first] + [1] * (d - 1), a))
    return preconditioned_gd_transformer((a * precision)[None], (b * eye(d, b))[None])


@theorem(
    PAPER,
    "after Theorem 5, condition number",
    id="theorem-5/conditioning",
    rank="step",
    origin="read",
    at=lines(279),
    uses=[theorem_5],
    d=dims(2, 6),
    **of_samples_up_to(Fraction(1, 2)),
    construction=lambda d, a, b: layer(a, b, d),
)
@printed(
    r"Parameter matrices in $\mathcal S$ ($A_i=a_i\Sigma^{-1}$, $B_i=b_iI$) implement the following "
    "algorithm: $B_i=b_iI$ transforms the covariates themselves to make the Gram matrix have better "
    "condition number with each iteration.",
    open=r"It does not say for which $a_i$, $b_i$ and prompts. For every prompt no layer with $a_ib_i\ne0$ "
    r"does it at $\Sigma=I$: the eigenvalues $g$ of the Gram matrix over n become $g(1+a_ib_ig)^2$, so that "
    "for $a_ib_i>0$ the ratio of unequal ones grows, and for $a_ib_i<0$ some prompt becomes singular.",
)
@amended(
    r"For $\Sigma=I$, at $A_i=a_iI$, $B_i=b_iI$ with $-\frac1{2g_{\max}}\le a_ib_i\le0$, where $g_{\max}$ is "
    r"the largest eigenvalue of $\frac1nX_iX_i^\top$, the Gram matrix of the samples in $X_{i+1}$ has a "
    r"condition number at most that of $X_i$ (here for $X_i=\operatorname{diag}(x)$ of $n=d$ samples; "
    r"rotations lead there from any $n\ge d$).",
    adds=r"$\Sigma = I$; $-1/(2 g_{\max}) \le a_i b_i \le 0$, with $g_{\max}$ the largest eigenvalue of the "
    "Gram matrix over n",
)
@mutants(
    {
        "an eighth beyond the range": of_samples_up_to(Fraction(9, 16), attained=True),
        "Sigma = diag(4, 1, ..., 1)": dict(construction=lambda d, a, b: layer(a, b, d, first=Fraction(1, 4))),
        "by a factor of two": dict(better=2),
        "b negated": dict(construction=lambda d, a, b: layer(a, -b, d)),
    }
)
def conditioning(d, t, w, tf, better=1):
    """On S every layer improves the condition number of the Gram matrix."""
    x = t * w
    after = tf(embed(diag(x), 0 * x, 0 * x))[:d, :d]
    g, h = x**2, sum(after**2, axis=1)
    # The largest of h over the smallest is the largest quotient of two.
    return at_most(h[:, None] * min(g) * better, max(g) * h)


conditioning.waive(
    "all weights zero", because="Such a layer has $a_i b_i = 0$, which the statement allows: it keeps X."
)
