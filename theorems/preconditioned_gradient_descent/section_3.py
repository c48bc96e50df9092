r"""Section 3: what is said of the factor $\frac1n$ of (4), and (i) and (ii) on the landscape of the loss.

``scaling-factor``: the factor "does not influence the expressive power of the transformer". For weights that
serve every n this is no statement: then the factor is what makes the update a mean.

``non-convex``: at the middle of the segment $P=Q=0$. In A alone, or in b alone, the loss is convex.
"""

from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial

from baselines.in_context_loss_rule import spectral_moment
from constructions.gradient_descent import linear_transformer
from lemmata import Expectation, dims, dyadics, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, constant, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.exact_loss import covariance, in_context_loss, times
from theorems.preconditioned_gradient_descent.theorem_1 import ANY_COVARIANCE, below, f, minimum, optimum

End = Callable[[Array, Array], tuple[Array, Array]]


@theorem(
    PAPER,
    "section 3, scaling factor",
    id="section-3/scaling-factor",
    origin="read",
    at=lines(81),
    given=["P", "Q"],
    d=dims(1, 2),
    n=dims(1, 3),
    L=dims(1, 2),
    P=drawn("L", "d + 1", "d + 1"),
    Q=drawn("L", "d + 1", "d + 1"),
    Z=drawn("d + 1", "n + 1"),
    construction=linear_transformer,
)
@printed(
    r"For every n and every $Z_0$, the transformer (4) with any $P_\ell,Q_\ell$ is "
    r"$Z_{\ell+1}=Z_\ell+\mathrm{Attn}_{P_\ell,Q_\ell}(Z_\ell)$ with $\frac1nP_\ell$ in place of $P_\ell$, "
    r"where $\mathrm{Attn}_{P,Q}(Z)=PZM(Z^\top QZ)$ and $M=\operatorname{diag}(1,\dots,1,0)$. (For each n "
    "these are all networks without the factor.)"
)
@mutants(
    {
        "the same P": dict(share=lambda P: P),
        "over n + 1": dict(share=lambda P, n: P / (n + 1)),
        "without the mask": dict(tokens=lambda n: n + 1),
    }
)
def scaling_factor(Q, Z, tf, share=lambda P, n: P / n, tokens=lambda n: n):
    """The factor 1/n of a layer can be moved into its weights."""
    state = Z
    for P_l, Q_l in zip(share, Q, strict=True):
        unmasked = state[:, :tokens]  # Z M, without its last column
        state = state + P_l @ unmasked @ (unmasked.T @ Q_l @ state)
    return equal(tf(Z), state)


@theorem(
    PAPER,
    "Section 3, (i)",
    id="section-3/non-convex",
    origin="read",
    at=lines(93),
    kind=Expectation(),
    uses=[minimum],
    **ANY_COVARIANCE,
    gamma=dyadics(0.125, 4, of="(0, inf)"),
)
@printed(
    r"f is not convex for one layer: with b and A of (8) for independent $x^{(i)}\sim N(0,\Sigma)$, "
    r"$\Sigma\ne0$ with eigenvalues $\lambda_i$, $w_\star\sim N(0,I)$ and any $\gamma>0$, in the middle of the "
    r"segment from $(\gamma b,\gamma^{-1}A)$ to $(-\gamma b,-\gamma^{-1}A)$ the loss is above the mean of the "
    r"ends by $\sum_i\lambda_i^2/(\frac{n+1}n\lambda_i+\frac1n\sum_k\lambda_k)>0$."
)
@mutants(
    A_alone_changes=dict(other=lambda b, A: (b, -A)),
    b_alone_changes=dict(other=lambda b, A: (-b, A)),
    a_tenth_more=dict(share=Fraction(11, 10)),
)
def non_convex(n, spectrum, U, Sigma, gamma, other: End = lambda b, A: (-b, -A), share=1):
    """The loss of a single layer is not convex."""
    b, A = optimum(U, below(n, spectrum))
    b, A = b * gamma, A / gamma
    c, B = other(b, A)
    ends = f(b, A, Sigma, n) + f(c, B, Sigma, n)
    gap = sum(spectrum**2 / below(n, spectrum))
    return equal(f((b + c) / 2, (A + B) / 2, Sigma, n), ends / 2 + gap * share)


def leading(d: int, n: int, L: int) -> Fraction:
    """What the 2L-th difference of a polynomial of degree 2L is, from its leading coefficient."""
    return factorial(2 * L) * spectral_moment(d, n, 2 * L)


@theorem(
    PAPER,
    "Section 3, (ii)",
    id="section-3/nonlinear",
    origin="read",
    at=lines(94),
    kind=Expectation(),
    d=dims(1, 3),
    n=dims(1, 20),
    L=dims(1, 3),
    **covariance(),
    t=reals(1),
)
@printed(
    r"f is highly nonlinear, read as: for L layers (9), independent $x^{(i)}\sim N(0,\Sigma)$, $\Sigma\succ0$, "
    r"and $w_\star\sim N(0,\Sigma^{-1})$, along $A_i=t\Sigma^{-1}$ it is a polynomial of degree exactly $2L$ "
    r"in t: from every t its $2L$-th difference with step 1 is $(2L)!\,\mathbf E\operatorname{tr}H^{2L}>0$, "
    r"with $H=\frac1n\sum_ig_ig_i^\top$ for n independent standard normal $g_i\in\mathbb R^d$."
)
@mutants(
    {
        "of degree L": dict(order=lambda L: L),
        "of degree 2L - 1": dict(order=lambda L: 2 * L - 1),
        "2L + 1 times the difference": dict(difference=lambda d, n, L: leading(d, n, L) * (2 * L + 1)),
        "a difference of zero": dict(difference=Fraction(0)),
    }
)
def nonlinear(n, L, Sigma, precision, t, order=lambda L: 2 * L, difference=leading):
    """With sparse weights the loss has, along one line, twice the number of layers as its degree."""
    total: Array = 0
    for step in range(order + 1):
        a = constant([1] * L) * (t[0] + step)
        sign = (-1) ** (order - step)
        total = total + sign * comb(order, step) * in_context_loss(
            times(a, precision), Sigma, n, task="inverse"
        )
    return equal(total, difference)
