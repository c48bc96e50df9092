r"""The proof of Lemma 4, display by display ($\sigma_d=1$).

The range $1:i-1$ of its displays is read as the $n=(i-1)/2$ rows before the token, (ii) as its two terms apart.

- `expansion`: the sign of $X^\top Y$ is wrong.
- `shrinkage`: $\|\mathcal S_\theta(x)\|\le\|x\|$ is right (and so is the last line, an identity).
- `step-i`: $M^V=\frac2{\sigma_d^2}I$ has a factor 2 that the display does not have in front of $\|X^\top Y\|$
  (at $\beta=0$ the two sides are twice and once the same number), and $I-\frac\gamma iM^VG_n$ may expand.
- `interlacing`, step (ii): it needs $\sigma_{\min}(G_n)/(2n+1)\ge\sigma_{\min}(X^\top X)/(N+1)$ "by the Cauchy
  interlacing theorem", which says the opposite: rows only add to eigenvalues; and already n = N fails. (Tested
  for d = 1 and 2, where eigenvalues are roots of quadratics.)
- `step-ii`: it also needs $\|X^\top Y\|\le(2n+1)db_xb_\beta$, which scales wrongly in $b_x$.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from baselines.proximal import soft_threshold
from lemmata import Margin, Prompt, at_least, at_most, dims, dyadics, equal, in_ball, lines, reals, space
from lemmata.numbers import Array, norm, sqrt, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_4.setting import (
    Setting,
    data,
    gram,
    matrix,
    rows,
    settings,
    spectra,
    without,
)


def correlation(prompt: Prompt, X: Array) -> Array:
    """X^T Y of the rows X, with Y = X beta*: ``(batch, d)``."""
    return (gram(X) @ prompt.beta_star[..., None])[..., 0]


def pieces(s: Setting, prompt: Prompt, X: Array) -> tuple[Array, Array, Array]:
    """beta^(k) ``(batch, d)``, G_n and X^T Y of the n rows X."""
    return prompt.u * s.b_beta * 4, gram(X), correlation(prompt, X)


def moved(s: Setting, prompt: Prompt, X: Array, sign: int) -> Array:
    """(I - gamma/i M^V G) beta +- gamma/i M^V X^T Y."""
    beta, G, XY = pieces(s, prompt, X)
    return beta - ((G @ beta[..., None])[..., 0] - XY * sign) * s.gamma * 2 / (2 * s.n + 1)


expansion = PAPER.claim(
    "Lemma 4",
    part="the step written out",
    id="lemma-4/proof/expansion",
    rank="slip",
    origin="read",
    at=lines(790, 792),
    summary="Written out, the step of Lemma 4 subtracts the label term",
    settings=without(settings(), "theta"),
    prompts=data,
)


@expansion.printed(
    r"For the $n$ rows $X$, $Y=X\beta^*$, $i=2n+1$, $M^V=\frac2{\sigma_d^2}I$: "
    r"$\beta-\frac\gamma iM^VX^\top(X\beta-Y)=(I-\frac\gamma iM^VX^\top X)\beta-\frac\gamma iM^VX^\top Y$.",
    defect="typo",
    because="The last sign is a plus.",
    sign=-1,
)
@expansion.amended(
    r"For the $n$ rows $X$, $Y=X\beta^*$, $i=2n+1$, $M^V=\frac2{\sigma_d^2}I$: "
    r"$\beta-\frac\gamma iM^VX^\top(X\beta-Y)=(I-\frac\gamma iM^VX^\top X)\beta+\frac\gamma iM^VX^\top Y$.",
    adds="a plus before the last term",
    sign=1,
)
def expands(s: Setting, prompt: Prompt, sign: int) -> Margin:
    """The step written out."""
    beta, X = prompt.u * s.b_beta * 4, prompt.X[:, : s.n]
    residual = X @ beta[..., None] - X @ prompt.beta_star[..., None]
    step = (X.mT @ residual)[..., 0] * s.gamma * 2 / (2 * s.n + 1)
    return equal(beta - step, moved(s, prompt, X, sign))


expansion.mutant("without Y", sign=0)
expansion.mutant("Y twice", sign=2)


@dataclass(frozen=True)
class Threshold:
    d: int
    theta: float


shrinkage = PAPER.claim(
    "Lemma 4",
    part="soft thresholding",
    id="lemma-4/proof/shrinkage",
    rank="step",
    origin="read",
    at=lines(794),
    summary="Soft thresholding does not lengthen a vector",
    settings=space(Threshold, d=dims(1, 4), theta=dyadics(0, 4, of="[0, inf)")),
    prompts=lambda s: space(x=reals(s.d)),
)


@shrinkage.printed(r"$\|\mathcal S_\theta(x)\|\le\|x\|$ for all x, read with $\theta\ge0$.", share=1)
def shrinks(s: Threshold, prompt: Prompt, share: Fraction | int) -> Margin:
    """Soft thresholding does not increase the norm."""
    return at_most(norm(soft_threshold(prompt.x, s.theta)), norm(prompt.x) * share)


shrinkage.mutant("it shortens by a tenth", share=Fraction(9, 10))
shrinkage.mutant("it shortens by a half", share=Fraction(1, 2))

first = PAPER.claim(
    "Lemma 4",
    part="step (i)",
    id="lemma-4/proof/step-i",
    rank="step",
    origin="read",
    at=lines(796, 798),
    summary=(
        "Step (i): before thresholding the norm is a contraction of the last one plus gamma / i times |X^T Y|"
    ),
    settings=without(settings(shortest=False), "theta"),
    prompts=spectra,
)


@first.printed(
    r"(i), a plus for the minus of its last term, for the $n$ rows $X$, of singular values $\sigma$, "
    r"$G_n=X^\top X$, $Y=X\beta^*$, $i=2n+1$, $n\ge d$: "
    r"$\|(I-\frac\gamma iM^VG_n)\beta+\frac\gamma iM^VX^\top Y\|\le(1-\frac\gamma{i\sigma_d^2}\sigma_{\min}"
    r"(G_n))\|\beta\|+\frac\gamma{i\sigma_d^2}\|X^\top Y\|$ by $M^V=\frac2{\sigma_d^2}I$.",
    defect="proof-step",
    because="The factor 2 of M^V is lost in the last term, and a long step makes I - G expand.",
    double=1,
    cap=0,
)
@first.amended(
    r"For the $n$ rows $X$, of singular values $\sigma$, $G_n=X^\top X$, $Y=X\beta^*$, $i=2n+1$, $n\ge d$, "
    r"if $\frac{2\gamma}{i\sigma_d^2}\lambda_{\max}(G_n)\le1$: $\|(I-\frac\gamma iM^VG_n)\beta+\frac\gamma "
    r"iM^VX^\top Y\|\le(1-\frac{2\gamma}{i\sigma_d^2}\sigma_{\min}(G_n))\|\beta\|+\frac{2\gamma}{i\sigma_d^2}"
    r"\|X^\top Y\|$ by $M^V=\frac2{\sigma_d^2}I$.",
    adds="2 gamma for gamma on the right; 2 gamma lambda_max(G_n)/(i sigma_d^2) <= 1",
    double=2,
    cap=1,
)
def triangle(s: Setting, prompt: Prompt, double: int, cap: int) -> Margin:
    """The norm after the step, before thresholding."""
    X, low, high = matrix(s, prompt)
    beta, _, XY = pieces(s, prompt, X)
    share = s.gamma * double / (2 * s.n + 1)
    bound = (1 - low * share) * norm(beta) + norm(XY) * share
    margin = at_most(norm(moved(s, prompt, X, 1)), bound)
    return margin.given(high * s.gamma * -2 / (2 * s.n + 1) + cap) if cap else margin


first.mutant("four times", double=4)
first.mutant("a long step", cap=3)

whole = without(settings(), "gamma", "theta")
pairs = without(whole, "b_beta")
pairs = replace(pairs, fields={**pairs.fields, "d": dims(1, 2, most=2)})
second = PAPER.claim(
    "Lemma 4",
    part="smallest eigenvalues",
    id="lemma-4/proof/interlacing",
    rank="step",
    origin="read",
    at=lines(796, 798),
    summary="The smallest eigenvalue of a prefix over i is at least that of all rows over N + 1",
    settings=pairs,
    prompts=lambda s: space(X=in_ball(s.N, s.d, radius=s.b_x)),
)


def extremes(G: Array) -> tuple[Array, Array]:
    """The smallest and largest eigenvalue of symmetric matrices of size 1 or 2."""
    if G.shape[-1] == 1:
        return G[:, 0, 0], G[:, 0, 0]
    a, b, c = G[:, 0, 0], G[:, 0, 1], G[:, 1, 1]
    half, root = (a + c) / 2, sqrt((a - c) * (a - c) + b * b * 4) / 2
    return half - root, half + root


Sides = Callable[[Setting, Prompt], tuple[Array, Array]]


def shares(s: Setting, prompt: Prompt) -> tuple[Array, Array]:
    """lambda_min(G_n)/i and lambda_min(X^T X)/(N + 1)."""
    part, whole = extremes(gram(prompt.X[:, : s.n]))[0], extremes(gram(prompt.X))[0]
    return part / (2 * s.n + 1), whole / (s.N + 1)


def weyl(s: Setting, prompt: Prompt, low: float = 1, high: float = 1) -> tuple[Array, Array]:
    """What the other rows add and the most that they can, the least that they can and what they add."""
    part, whole = extremes(gram(prompt.X[:, : s.n]))[0], extremes(gram(prompt.X))[0]
    least, most = extremes(gram(prompt.X) - gram(prompt.X[:, : s.n]))
    added = whole - part
    return stack([added, most * high], -1), stack([least * low, added], -1)


@second.printed(
    r"(ii) by Cauchy interlacing, $d\le2$: $\frac1i\sigma_{\min}(G_n)\ge\frac1{N+1}\sigma_{\min}(X^\top X)$ "
    r"for $G_n=X_{1:n}^\top X_{1:n}$, $n\le N$, $i=2n+1$.",
    defect="proof-step",
    because="Interlacing says that rows add to eigenvalues; and 2N + 1 > N + 1 at n = N.",
    sides=shares,
)
@second.amended(
    r"$\lambda_{\min}(R)\le\lambda_{\min}(X^\top X)-\lambda_{\min}(G_n)\le\lambda_{\max}(R)$ for "
    r"$G_n=X_{1:n}^\top X_{1:n}$, the other rows' $R=X^\top X-G_n$, $n\le N$, $d\le2$.",
    adds="what the other rows add, without 1/i and 1/(N + 1); d <= 2",
    because="Weyl's inequalities.",
    sides=weyl,
)
def interlaces(s: Setting, prompt: Prompt, sides: Sides) -> Margin:
    """The smallest eigenvalue of a prefix against that of all rows."""
    return at_least(*sides(s, prompt))


second.mutant("twice the least", sides=lambda s, prompt: weyl(s, prompt, low=2))
second.mutant("half of the most", sides=lambda s, prompt: weyl(s, prompt, high=1 / 2))

correlated = PAPER.claim(
    "Lemma 4",
    part="step (ii)",
    id="lemma-4/proof/step-ii",
    rank="step",
    origin="read",
    at=lines(796, 798),
    summary="Step (ii): the correlation of the rows with the labels, over i, is at most d b_x b_beta",
    settings=whole,
    prompts=rows,
    examples=[Setting(d=1, N=3, n=3, b_x=4.0, b_beta=1.0)],
)


@correlated.printed(
    r"(ii) For $n\le N$ rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, $Y=X\beta^*$ and $i=2n+1$: "
    r"$\frac1i\|X_{1:n}^\top Y_{1:n}\|\le db_xb_\beta$.",
    defect="proof-step",
    because="The left side is of the second degree in b_x, the right side of the first.",
    fails_where=lambda s: s.n * s.b_x > (2 * s.n + 1) * s.d,
    bound=lambda s: s.b_x * s.b_beta * s.d,
)
@correlated.amended(
    r"For $n\le N$ rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, $Y=X\beta^*$ and $i=2n+1$: "
    r"$\frac1i\|X_{1:n}^\top Y_{1:n}\|\le\frac n{2n+1}b_x^2b_\beta$.",
    adds="n b_x^2 b_beta/(2n + 1) for d b_x b_beta",
    bound=lambda s: s.b_x * s.b_x * s.b_beta * s.n / (2 * s.n + 1),
)
def correlates(s: Setting, prompt: Prompt, bound: Callable[[Setting], Array]) -> Margin:
    """The correlation of the rows with the labels."""
    XY = correlation(prompt, prompt.X[:, : s.n])
    return at_most(norm(XY) / (2 * s.n + 1), bound(s))


correlated.mutant("nine tenths", bound=lambda s: s.b_x * s.b_x * s.b_beta * s.n * 9 / (20 * s.n + 10))
correlated.mutant("half", bound=lambda s: s.b_x * s.b_x * s.b_beta * s.n / (4 * s.n + 2))
correlated.mutant("one row", bound=lambda s: s.b_x * s.b_x * s.b_beta / (2 * s.n + 1))
