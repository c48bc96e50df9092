r"""Lemma 4: the estimates stay bounded. Not by the printed constant, not for every prefix or step.

Lemma 4: if $\|\beta^{(k)}\|\le C_x=\frac{db_xb_\beta(N+1)}{\sigma_{\min}(X^\top X)}$ then $\|\beta^{(k+1)}\|\le
C_x$.
For N < d, the usual case, $\sigma_{\min}=0$ and nothing is said. For $N\ge d$ it fails at a prefix n < d:
in directions that the first n rows do not see nothing shrinks. With $X=I_2$, n = 1, $\beta^*=(1,0)$
and $\beta^{(k)}=(0,C_x)$ the first coordinate becomes $\frac23\gamma$ and the norm grows, for every step
(with threshold 0). Cauchy interlacing goes the other way: more rows, larger eigenvalues.

Amended: for the token 2n+1 with $G_n=X_{1:n}^\top X_{1:n}$, if $\frac{2\gamma}{(2n+1)\sigma_d^2}\lambda_{\max}(
G_n)\le1$, with $C_x=\frac{nb_x^2b_\beta}{\lambda_{\min}(G_n)}$ ($\|X^\top y\|\le nb_x^2b_\beta$; the paper has
$db_xb_\beta$). d is 1 or 2 here, where eigenvalues are roots of quadratics.
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.proximal import soft_threshold
from lemmata.arrays import Array, sum
from lemmata.margins import Margin, at_most, maximum, minimum
from lemmata.spaces import Prompt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_lemma_4 import (
    FLOOR,
    Setting,
    data,
    extremes,
    gram,
    settings,
)

Number = Callable[[Setting], Array]


def printed_top(s: Setting) -> Array:
    """The numerator of C_x: d b_x b_beta (N + 1)."""
    return s.b_x * s.b_beta * (s.d * (s.N + 1))


def amended_top(s: Setting) -> Array:
    """N b_x^2 b_beta, a bound on the norm of X^T y."""
    return s.b_x * s.b_x * s.b_beta * s.n


lemma = PAPER.claim(
    "Lemma 4", kind="forall", settings=settings, prompts=data,
    examples=[
        Setting(2, 2, 1, 1.0, 1.0, 1.0, 0.0), Setting(1, 4, 4, 3.0, 1.0, 1.0, 0.0),
        Setting(1, 1, 1, 1.0, 1.0, 1.0, 0.0),
    ],
)  # fmt: skip


@lemma.printed(
    r"If $\|\beta^{(k)}\|\le C_x$, then $\|\beta^{(k+1)}\|\le C_x$, $C_x=\frac{db_xb_\beta(N+1)}{\sigma_{\min}"
    r"(X^\top X)}$, $M^V=\frac2{\sigma_d^2}I$ ($\sigma_d=1$, $N\ge d$).",
    expect="refuted",
    defect="statement",
    because="A prefix of fewer than d rows does not shrink what it does not see; a long step overshoots; "
    "X^T y may be as large as n b_x^2 b_beta.",
    top=printed_top,
    cap=0,
)
@lemma.amended(
    r"The same for the token $2n+1$ if $\frac{2\gamma}{2n+1}\lambda_{\max}(G_n)\le1$, with $C_x=\frac{nb_x^2"
    r"b_\beta}{\lambda_{\min}(G_n)}$.",
    top=amended_top,
    cap=1,
)
def stays_bounded(s: Setting, prompt: Prompt, top: Number, cap: int) -> Margin:
    """One layer does not leave the ball."""
    X = prompt.X[:, : s.n]
    low, high = extremes(gram(X if cap else prompt.X))
    floor = low * 0 + s.gamma / s.gamma / FLOOR  # C_x is infinite at 0
    C = (low * 0 + top(s)) / maximum(low, floor)
    beta = prompt.u * C[:, None]
    gradient = (gram(X) @ (beta - prompt.beta_star)[..., None])[..., 0]
    found = soft_threshold(beta - gradient * s.gamma * 2 / (2 * s.n + 1), s.theta)
    met = low - floor
    if cap:
        met = minimum(met, high * s.gamma * -2 / (2 * s.n + 1) + cap)
    return at_most(sum(found * found, -1), C * C).given(met)


lemma.mutant("n b_x b_beta", top=lambda s: s.b_x * s.b_beta * s.n)
lemma.mutant("half the constant", top=lambda s: amended_top(s) / 2)
lemma.mutant("steps of twice the length", cap=2)
