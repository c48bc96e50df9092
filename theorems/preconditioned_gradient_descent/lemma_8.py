r"""Lemma 8: on S the order of the layers does not matter.

The loss is exact, with the $\frac1n$ of (4), which (23) drops into A. ``last-index``: the proof has the loss of
(23), which sees all of $A_0,\dots,A_k$, the $f$ of (5), which the lemma names, does not see $A_k$. At $d=n=1$,
$k=1$, $A=(-\frac12,-\frac14)$ the loss goes from $\frac34$ to $\frac{11}{16}$.

``critical-points``: two orders of one critical point are two points only if the $a_i$ differ. They do: for two
layers the loss on S is a quadratic function of $e_1=a_0+a_1$ and $e_2=a_0a_1$, and at its minimiser
$1+e_1s+e_2s^2$ is an orthogonal polynomial (footnote 1), whose roots are simple; and by (25) both orders are
critical in all directions. For $d=1$, $e_1^2-4e_2=\frac{8n^2}{(n+4)(n+2)^2}$.
"""

from fractions import Fraction
from typing import Any

from baselines.in_context_loss_rule import spectral_moment
from lemmata import Expectation, amended, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, constant, eye, sign, sqrt, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn, drawn_box, drawn_symmetric
from theorems.preconditioned_gradient_descent.exact_loss import covariance, inverse_loss, slope, times
from theorems.preconditioned_gradient_descent.layers import mask

SIGMA: dict[str, Any] = covariance() | {
    "spectrum": drawn_box("d", low=0.0625, high=16.0, of="(0, inf)"),
    "tilt": drawn(2, "d - 1"),
}
ON_S: dict[str, Any] = {
    "kind": Expectation(),
    "d": dims(1, 4),
    "n": dims(1, 6),
    **SIGMA,
    "L": dims(2, 4),  # matrices
    "i": dims(0, "L - 2", most="L - 2"),
    "j": dims("i + 1", "L - 1", most="L - 1"),
    "a": reals("L"),
}
LARGE = dict(
    d=6,
    n=40,
    L=3,
    i=0,
    j=2,
    spectrum=drawn_box(6, low=0.0625, high=16.0, of="(0, inf)").seeded(1),
    tilt=drawn(2, 5).seeded(2),
)
WRONG: dict[str, Any] = {
    "outside of S": dict(
        why="Other prompts: any matrices, not numbers.", N=drawn_symmetric("L", "d"), A=lambda N: N
    ),
    "one of the two takes the other sign": dict(flip=-1),
    "one of the two is doubled": dict(flip=2),
}


def exchanged(A: Array, i: int, j: int, flip: int) -> Array:
    """A with two of its matrices in each other's places, one of them times ``flip``."""
    order = list(range(len(A)))
    order[i], order[j] = j, i
    return stack([A[m] * (flip if place == i else 1) for place, m in enumerate(order)])


@theorem(PAPER, "Lemma 8", origin="read", at=lines(1440), examples=[LARGE], **ON_S)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, the weights (9), and $A_\ell=a_\ell\Sigma^{-1}$ for $\ell=0,\dots,k$, $L=k+1$. If "
    r"$\tilde A$ is A with $A_i$ and $A_j$ in each other's places, for any two of its matrices, then $f(\tilde "
    "A)=f(A)$ for the loss of (23), which all matrices of A take part in."
)
@mutants(WRONG)
def lemma(i, j, f=inverse_loss, A=lambda a, precision: times(a, precision), flip=1):
    """On S the loss does not depend on the order of the layers."""
    return equal(f(exchanged(A, i, j, flip)), f(A))


@theorem(
    PAPER, "Lemma 8, last index", id="lemma-8/last-index", rank="slip", at=lines(1440), uses=[lemma], **ON_S
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, the weights (9), and $A_\ell=a_\ell\Sigma^{-1}$ for $\ell=0,\dots,k$, $L=k+1$. If "
    r"$\tilde A$ is A with $A_i$ and $A_j$ in each other's places, for any $i,j\in\{0,\dots,k\}$, then "
    r"$f(\tilde A)=f(A)$ for the loss (5), which predicts with $Z_k$.",
    defect="typo",
    because="$Z_k$ does not depend on $A_k$: exchanged with another matrix, it comes into play.",
    fails_where=lambda j, L: j == L - 1,
    falls_with="preconditioned_gradient_descent/theorem-4/eq-23",
)
@amended(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, the weights (9), and $A_\ell=a_\ell\Sigma^{-1}$ for $\ell=0,\dots,k$, $L=k+1$. If "
    r"$\tilde A$ is A with $A_i$ and $A_j$ in each other's places, for any $i,j\in\{0,\dots,k-1\}$, then "
    r"$f(\tilde A)=f(A)$ for the loss (5), which predicts with $Z_k$.",
    adds="i, $j < k$",
    L=dims(3, 4),
    i=dims(0, "L - 3", most="L - 3"),
    j=dims("i + 1", "L - 2", most="L - 2"),
)
@mutants(WRONG)
def last_index(i, j, f=inverse_loss, A=lambda a, precision: times(a, precision), flip=1):
    """On S any two of the $k + 1$ matrices may change places in the loss that predicts after layer k."""
    return equal(f(exchanged(A, i, j, flip)[:-1]), f(A[:-1]))


@theorem(
    PAPER,
    "proof of Lemma 8",
    id="lemma-8/commute",
    rank="step",
    at=lines(1450, 1466),
    d=dims(1, 3),
    n=dims(1, 6),
    **SIGMA,
    X=drawn("d", "n + 1"),  # $X_0$
    a=drawn(2),  # the numbers of $A_\ell$ and $A_{\ell+1}$
)
@printed(
    r"For any $X_0\in\mathbb R^{d\times(n+1)}$, $M=\operatorname{diag}(1,\dots,1,0)$, $\Sigma\succ0$, and "
    r"$A_\ell=a_\ell\Sigma^{-1}$, $A_{\ell+1}=a_{\ell+1}\Sigma^{-1}$: $(I+MX_0^\top A_\ell X_0)(I+MX_0^\top "
    r"A_{\ell+1}X_0)=I+MX_0^\top A_\ell X_0+MX_0^\top A_{\ell+1}X_0+MX_0^\top A_\ell X_0MX_0^\top "
    r"A_{\ell+1}X_0=(I+MX_0^\top A_{\ell+1}X_0)(I+MX_0^\top A_\ell X_0)$."
)
@mutants(
    a_multiple_of_Sigma_for_the_second_matrix=dict(matrix=lambda Sigma: Sigma),
    nine_tenths_of_the_product_of_the_two=dict(share=Fraction(9, 10)),
)
def commute(n, precision, X, a, matrix=lambda precision: precision, share=1):
    """On S neighbouring factors of G commute."""
    one = eye(n + 1)
    first, second = (mask(n) @ X.T @ A @ X for A in (a[0] * precision, a[1] * matrix))
    product = (one + first) @ (one + second)
    expanded = one + first + second + first @ second * share
    return equal([product, product], [expanded, (one + second) @ (one + first)])


@theorem(
    PAPER,
    "section 7, critical points",
    id="lemma-8/critical-points",
    rank="step",
    origin="read",
    at=lines(314),
    kind=Expectation(),
    uses=[lemma],
    d=dims(1, 4),
    n=dims(1, 12),
    **SIGMA,
    R=drawn(2, "d", "d"),
)
@printed(
    "The loss f can have multiple critical points, as that of two layers with the weights (9), independent "
    r"$x^{(i)}\sim N(0,\Sigma)$ and $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, has: with $m_k$ the mean "
    r"of $\operatorname{Tr}(\frac1n\sum_{i\le n}g_ig_i^\top)^k$ for independent standard normal $g_i\in\mathbb "
    r"R^d$, and the roots $a<b$ of $z^2-e_1z+e_2$ for $e_1=\frac{m_2m_3-m_1m_4}{m_2m_4-m_3^2}$, "
    r"$e_2=\frac{m_1m_3-m_2^2}{m_2m_4-m_3^2}$, which are real and differ, both $A=(a\Sigma^{-1},b\Sigma^{-1})$ "
    r"and $(b\Sigma^{-1},a\Sigma^{-1})$ are critical points: the slope of f is 0 in every direction $R$ (of "
    "matrices that need not be symmetric)."
)
@mutants({"2 e_2 for 4 e_2 under the root": dict(times_e_2=2), "a double root": dict(root=0)})
def critical(d, n, Sigma, precision, R, times_e_2=4, root=1):
    """The loss can have two critical points that are orders of the same numbers."""
    m_1, m_2, m_3, m_4 = (spectral_moment(d, n, k) for k in (1, 2, 3, 4))
    below = m_2 * m_4 - m_3 * m_3
    e_1, e_2 = constant([(m_2 * m_3 - m_1 * m_4) / below, (m_1 * m_3 - m_2 * m_2) / below])
    half = root * sqrt(e_1 * e_1 - times_e_2 * e_2) / 2
    a, b = e_1 / 2 - half, e_1 / 2 + half
    points = times(stack([stack([a, b]), stack([b, a])]), precision)
    slopes = slope(points, R[None], Sigma, n, task="inverse", symmetric=False, precision=precision)
    return equal([*(slopes + 1), sign(b - a)], 1)  # one on both sides gives the slopes a size
