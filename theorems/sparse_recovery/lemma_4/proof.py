r"""The proof of Lemma 4, display by display ($\sigma_d=1$).

The range $1:i-1$ of its displays is read as the $n=(i-1)/2$ rows before the token, (ii) as its two terms apart;
eigenvalues are roots of quadratics for $d\le2$. In (i) the two sides are twice and once the same number at
$\beta=0$, and $I-\frac\gamma iM^VG_n$ may expand.
"""

from fractions import Fraction

from baselines.proximal import soft_threshold
from lemmata import (
    amended,
    at_least,
    at_most,
    dims,
    dyadics,
    equal,
    in_ball,
    lines,
    mutants,
    printed,
    reals,
    sparse,
    theorem,
)
from lemmata.numbers import Array, Matrix, max, min, norm, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_4 import SIZES, SPECTRUM, STEPS, matrix


@theorem(
    PAPER,
    "Lemma 4",
    part="the step written out",
    id="lemma-4/proof/expansion",
    rank="slip",
    origin="read",
    at=lines(790, 792),
    **SIZES,
    gamma=STEPS,
    X=in_ball("N", "d", radius="b_x"),
    beta_star=sparse("d", "d", "b_beta"),
    u=in_ball("d", radius=1.0),
)
@printed(
    r"For the $n$ rows $X$, $Y=X\beta^*$, $i=2n+1$, $M^V=\frac2{\sigma_d^2}I$: $\beta-\frac\gamma "
    r"iM^VX^\top(X\beta-Y)=(I-\frac\gamma iM^VX^\top X)\beta-\frac\gamma iM^VX^\top Y$.",
    defect="typo",
    because="The last sign is a plus.",
)
@amended(
    r"For the $n$ rows $X$, $Y=X\beta^*$, $i=2n+1$, $M^V=\frac2{\sigma_d^2}I$: $\beta-\frac\gamma "
    r"iM^VX^\top(X\beta-Y)=(I-\frac\gamma iM^VX^\top X)\beta+\frac\gamma iM^VX^\top Y$.",
    adds="a plus before the last term",
    sign=1,
)
@mutants(without_Y=dict(sign=0), Y_twice=dict(sign=2))
def expands(n, b_beta, gamma, X, beta_star, u, sign=-1):
    """Written out, the step of Lemma 4 subtracts the label term."""
    X, beta, step = X[:n], 4 * b_beta * u, 2 * gamma / (2 * n + 1)
    Y = X @ beta_star
    return equal(beta - step * X.T @ (X @ beta - Y), beta - step * X.T @ X @ beta + sign * step * X.T @ Y)


@theorem(
    PAPER,
    "Lemma 4",
    part="soft thresholding",
    id="lemma-4/proof/shrinkage",
    rank="step",
    origin="read",
    at=lines(794),
    d=dims(1, 4),
    theta=dyadics(0, 4, of="[0, inf)"),
    x=reals("d"),
)
@printed(r"$\|\mathcal S_\theta(x)\|\le\|x\|$ for all x, read with $\theta\ge0$.")
@mutants(it_shortens_by_a_tenth=dict(share=Fraction(9, 10)), it_shortens_by_a_half=dict(share=1 / 2))
def shrinks(x, theta, share=1):
    """Soft thresholding does not lengthen a vector."""
    return at_most(norm(soft_threshold(x, theta)), share * norm(x))


@theorem(
    PAPER,
    "Lemma 4",
    part="step (i)",
    id="lemma-4/proof/step-i",
    rank="step",
    origin="read",
    at=lines(796, 798),
    **(SIZES | dict(n=dims("N", "N", most="N"))),
    gamma=STEPS,
    **SPECTRUM,
)
@printed(
    r"(i), a plus for the minus of its last term, for the $n$ rows $X$, of singular values $\sigma$, "
    r"$G_n=X^\top X$, $Y=X\beta^*$, $i=2n+1$, $n\ge d$: $\|(I-\frac\gamma iM^VG_n)\beta+\frac\gamma iM^VX^\top "
    r"Y\|\le(1-\frac\gamma{i\sigma_d^2}\sigma_{\min}(G_n))\|\beta\|+\frac\gamma{i\sigma_d^2}\|X^\top Y\|$ by "
    r"$M^V=\frac2{\sigma_d^2}I$.",
    defect="proof-step",
    because="The factor 2 of $M^V$ is lost in the last term, and a long step makes $I - G$ expand.",
)
@amended(
    r"For the $n$ rows $X$, of singular values $\sigma$, $G_n=X^\top X$, $Y=X\beta^*$, $i=2n+1$, $n\ge d$, if "
    r"$\frac{2\gamma}{i\sigma_d^2}\lambda_{\max}(G_n)\le1$: $\|(I-\frac\gamma iM^VG_n)\beta+\frac\gamma "
    r"iM^VX^\top Y\|\le(1-\frac{2\gamma}{i\sigma_d^2}\sigma_{\min}(G_n))\|\beta\|+\frac{2\gamma}{i\sigma_d"
    r"^2}\|X^\top Y\|$ by $M^V=\frac2{\sigma_d^2}I$.",
    adds=r"$2 \gamma$ for $\gamma$ on the right; $2 \gamma \lambda_{\max}(G_n)/(i \sigma_d^2) \le 1$",
    double=2,
    cap=1,
)
@mutants(four_times=dict(double=4), a_long_step=dict(cap=3))
def triangle(N, n, b_beta, gamma, sigma, left, right, beta_star, u, double=1, cap=0):
    r"""Step (i): before thresholding the norm contracts, but for $\gamma/i$ times $|X^\top Y|$."""
    X, beta, share = matrix(N, sigma, left, right), 4 * b_beta * u, gamma / (2 * n + 1)
    XY = X.T @ X @ beta_star
    moved = beta - 2 * share * (X.T @ X @ beta - XY)
    margin = at_most(
        norm(moved), (1 - double * share * min(sigma) ** 2) * norm(beta) + double * share * norm(XY)
    )
    return margin.given(cap - 2 * share * max(sigma) ** 2) if cap else margin


def extremes(G: Matrix) -> tuple[Array, Array]:
    """The smallest and largest eigenvalue of a symmetric matrix of size 1 or 2."""
    if len(G) == 1:
        return G[0, 0], G[0, 0]
    (a, b), (_, c) = G
    half, root = (a + c) / 2, sqrt((a - c) ** 2 + 4 * b * b) / 2
    return half - root, half + root


@theorem(
    PAPER,
    "Lemma 4",
    part="smallest eigenvalues",
    id="lemma-4/proof/interlacing",
    rank="step",
    origin="read",
    at=lines(796, 798),
    d=dims(1, 2, most=2),
    N=SIZES["N"],
    n=SIZES["n"],
    b_x=SIZES["b_x"],
    X=in_ball("N", "d", radius="b_x"),
)
@printed(
    r"(ii) by Cauchy interlacing, $d\le2$: $\frac1i\sigma_{\min}(G_n)\ge\frac1{N+1}\sigma_{\min}(X^\top X)$ "
    r"for $G_n=X_{1:n}^\top X_{1:n}$, $n\le N$, $i=2n+1$.",
    defect="proof-step",
    because="Interlacing says that rows add to eigenvalues, so that those of a prefix are smaller.",
    falls_with="sparse_recovery/lemma-4",
)
@amended(
    r"$\lambda_{\min}(R)\le\lambda_{\min}(X^\top X)-\lambda_{\min}(G_n)\le\lambda_{\max}(R)$ for "
    r"$G_n=X_{1:n}^\top X_{1:n}$, the other rows' $R=X^\top X-G_n$, $n\le N$, $d\le2$.",
    adds=r"what the other rows add, without 1/i and $1/(N + 1)$; $d \le 2$",
    because="Weyl's inequalities.",
    weyl=True,
)
@mutants(twice_the_least=dict(low=2), half_of_the_most=dict(high=1 / 2))
def interlaces(N, n, X, weyl=False, low=1, high=1):
    """The smallest eigenvalue of a prefix over i is at least that of all rows over $N + 1$."""
    part, whole = X[:n].T @ X[:n], X.T @ X
    if not weyl:
        return at_least(extremes(part)[0] / (2 * n + 1), extremes(whole)[0] / (N + 1))
    least, most = extremes(whole - part)
    added = extremes(whole)[0] - extremes(part)[0]
    return at_least([added, high * most], [low * least, added])


@theorem(
    PAPER,
    "Lemma 4",
    part="step (ii)",
    id="lemma-4/proof/step-ii",
    rank="step",
    origin="read",
    at=lines(796, 798),
    **SIZES,
    X=in_ball("N", "d", radius="b_x"),
    beta_star=sparse("d", "d", "b_beta"),
    examples=[dict(d=1, N=3, n=3, b_x=4.0, b_beta=1.0)],
)
@printed(
    r"(ii) For $n\le N$ rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, $Y=X\beta^*$ and $i=2n+1$: "
    r"$\frac1i\|X_{1:n}^\top Y_{1:n}\|\le db_xb_\beta$.",
    defect="proof-step",
    because="The left side is of the second degree in $b_x$, the right side of the first.",
    falls_with="sparse_recovery/proposition-1/eq-c.9",
    fails_where=lambda d, n, b_x: n * b_x > (2 * n + 1) * d,
    bound=lambda d, b_x, b_beta: d * b_x * b_beta,
)
@amended(
    r"For $n\le N$ rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, $Y=X\beta^*$ and $i=2n+1$: "
    r"$\frac1i\|X_{1:n}^\top Y_{1:n}\|\le\frac n{2n+1}b_x^2b_\beta$.",
    adds=r"$n b_x^2 b_\beta/(2n + 1)$ for $d b_x b_\beta$",
    bound=lambda n, b_x, b_beta: n * b_x**2 * b_beta / (2 * n + 1),
)
@mutants(
    nine_tenths=dict(bound=lambda n, b_x, b_beta: 9 * n * b_x**2 * b_beta / (20 * n + 10)),
    half=dict(bound=lambda n, b_x, b_beta: n * b_x**2 * b_beta / (4 * n + 2)),
    one_row=dict(bound=lambda n, b_x, b_beta: b_x**2 * b_beta / (2 * n + 1)),
)
def correlates(n, X, beta_star, bound):
    r"""Step (ii): the correlation of the rows with the labels, over i, is at most $d b_x b_\beta$."""
    return at_most(norm(X[:n].T @ X[:n] @ beta_star) / (2 * n + 1), bound)
