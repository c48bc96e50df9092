r"""Lemma 4: the estimates stay bounded. Not by the printed constant, not for every prefix or step.

Lemma 4: if $\|\beta^{(k)}\|\le C_x=\frac{db_xb_\beta(N+1)}{\sigma_{\min}(X^\top X)}$ then
$\|\beta^{(k+1)}\|\le C_x$. For N < d, the usual case, $\sigma_{\min}=0$ and nothing is said. For $N\ge d$ it
fails at a prefix n < d: in directions that the first n rows do not see nothing shrinks. With $X=4I_2$, n = 1,
$\gamma=\frac3{32}$, $\beta^*=(1,0)$ and $\beta^{(k)}=(0,C_x)$ the first coordinate becomes 1 and the norm
grows, at a step that overshoots nothing (with threshold 0). Cauchy interlacing goes the other way: more rows,
larger eigenvalues.

Amended, for the n rows of the token 2n+1: if $\frac{2\gamma}{(2n+1)\sigma_d^2}\lambda_{\max}(X^\top
X)\le1$, with $C_x=\frac{nb_x^2b_\beta}{\lambda_{\min}(X^\top X)}$ ($\|X^\top y\|\le nb_x^2b_\beta$; the paper:
$db_xb_\beta$). X is a diagonal between d reflections on either side, any matrix of known eigenvalues.
$\sigma_d$ only scales $\gamma$, which stands for $\gamma/\sigma_d^2$.
"""

from collections.abc import Callable

from baselines.proximal import soft_threshold
from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import sum
from lemmata.statement.margins import maximum, minimum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_4.setting import FLOOR, STEP, Setting, gram, matrix, settings, spectra

Number = Callable[[Setting], float]
"""A numerator of C_x."""


def printed_top(s: Setting) -> float:
    """The numerator d b_x b_beta (N + 1)."""
    return s.b_x * s.b_beta * (s.d * (s.N + 1))


def amended_top(s: Setting) -> float:
    """The numerator n b_x^2 b_beta, a bound on the norm of X^T y."""
    return s.b_x * s.b_x * s.b_beta * s.n


lemma = PAPER.claim(
    "Lemma 4",
    origin="read",
    at=lines(788),
    summary=(
        "No layer leaves the ball whose radius is d b_x b_beta (N + 1) over the smallest eigenvalue of X^T X"
    ),
    settings=settings(),
    prompts=spectra,
    examples=[
        Setting(d=2, N=2, n=1, b_x=4.0, b_beta=1.0, gamma=0.09375, theta=0.0),
        Setting(d=1, N=4, n=4, b_x=3.0, b_beta=1.0, gamma=1.0, theta=0.0),
        Setting(d=1, N=1, n=1, b_x=1.0, b_beta=1.0, gamma=1.0, theta=0.0),
    ],
)


@lemma.printed(
    STEP + r"if $\|\beta^{(k)}\|\le C_x$, then $\|\beta^{(k+1)}\|\le C_x$, $C_x=\frac{db_xb_\beta(N+1)}{"
    r"\sigma_{\min}(X^\top X)}$, for $n\le N$, $N\ge d$ and $\sigma_{\min}(X^\top X)\ge2^{-20}$.",
    defect="statement",
    because="With threshold 0 a prefix of fewer than d rows does not shrink what it does not see, however "
    "short the step is. (A long step may overshoot, and X^T y may be as large as n b_x^2 b_beta.)",
    fails_where=lambda s: s.n < s.d,
    top=printed_top,
    cap=0,
)
@lemma.amended(
    STEP + r"if $\|\beta^{(k)}\|\le C_x$ and $\frac{2\gamma}{(2n+1)\sigma_d^2}\lambda_{\max}(G_n)\le1$, then "
    r"$\|\beta^{(k+1)}\|\le C_x$, $C_x=\frac{nb_x^2b_\beta}{\lambda_{\min}(G_n)}$, $G_n=X_{1:n}^\top X_{1:n}$, "
    r"$n\ge d$, $\lambda_{\min}(G_n)\ge2^{-20}$ (only these n rows are drawn).",
    adds="the n rows of the token in C_x, n >= d; 2 gamma lambda_max/((2n + 1) sigma_d^2) <= 1; C_x = n b_x^2 "
    "b_beta/lambda_min",
    settings=settings(shortest=False),
    top=amended_top,
    cap=1,
)
def stays_bounded(s: Setting, prompt: Prompt, top: Number, cap: int) -> Margin:
    """One layer does not leave the ball."""
    X, low, high = matrix(s, prompt)
    C = top(s) / maximum(low, 1 / FLOOR)  # C_x is infinite at 0
    beta = prompt.u * C[:, None]
    gradient = (gram(X[:, : s.n]) @ (beta - prompt.beta_star)[..., None])[..., 0]
    next_beta = soft_threshold(beta - gradient * s.gamma * 2 / (2 * s.n + 1), s.theta)
    met = low - 1 / FLOOR
    if cap:
        met = minimum(met, high * s.gamma * -2 / (2 * s.n + 1) + cap)
    return at_most(sum(next_beta * next_beta, -1), C * C).given(met)


lemma.mutant("n b_x b_beta / 2", top=lambda s: s.b_x * s.b_beta * s.n / 2)
lemma.mutant("nine tenths of the constant", top=lambda s: amended_top(s) * 9 / 10)
lemma.mutant("half the constant", top=lambda s: amended_top(s) / 2)
lemma.mutant("steps of twice the length", cap=2)
