r"""Section 6, the experiments: the solvers, what is trained and how, and errors on common instances.

``problem.py`` draws the instances, ``trainables.py`` lists what is trained (``unrolled.py``,
``in_context.py``), ``systems.py`` loads it, ``measured.py`` scores it, ``solvers.py`` has what is not trained.
What the text says beside the figures are claims: ``references.py``, ``probe.py``, ``scalar.py``, and here what
needs no training.

What the form of a solver forces, whatever is learned. LISTA sees y and not X: if $(X,\beta^*)$ and
$(-X,-\beta^*)$ have the same law, no LISTA has less mean squared error than the prediction 0, which has
$E\|\beta^*\|^2=S=3$, the "around 3" of figure 2 (appendix F). And LISTA-VM can have a known support in its
weights: trained to their best, LISTA-VM-SS has no advantage, tenfold or other.

ALISTA is not meta-trained since the problem of its weights, which is not written down, is called non-convex.
Read as $\min_W\max_{i\ne j}|W_i^\top X_j|$ with $W_i^\top X_i=1$ it is a linear program for each column
(``baselines.analytic_weights.coherence_weights`` solves all of a 10 x 20 matrix in a fraction of a second).
"""

from fractions import Fraction

from baselines.proximal import soft_threshold
from lemmata import at_least, at_most, box, dims, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, Matrix, Vector, abs, constant, diag, max, min, zeros
from theorems.sparse_recovery import PAPER

THRESHOLDS = box("K", low=0.0, high=2.0, of="[0, inf)")
"""One threshold a layer."""


@theorem(
    PAPER,
    "Figure 2, LISTA's floor",
    id="section-6/forced-by-form/lista",
    rank="step",
    origin="ours",
    d=dims(1, 4),
    N=dims(1, 3),
    K=dims(1, 3),
    X=reals("N", "d"),
    beta=reals("d"),
    theta=THRESHOLDS,
    W1=reals("K", "d", "N"),
    W2=reals("K", "d", "d"),
)
@printed(
    r"For LISTA, $\beta^{(k+1)}=\mathcal S_{\theta^{(k)}}(W_1^{(k)}y+W_2^{(k)}\beta^{(k)})$ from 0 with any "
    r"weights and $\theta^{(k)}\ge0$, $\hat\beta=\beta^{(K+1)}$ and $y=X\beta^*$, the sum of the squared "
    r"errors at $(X,\beta^*)$ and $(-X,-\beta^*)$ is at least that of 0: "
    r"$\|\hat\beta-\beta^*\|^2+\|\hat\beta+\beta^*\|^2\ge2\|\beta^*\|^2$."
)
@mutants({"LISTA-CP, which sees X": dict(sees_X=1), "a tenth more": dict(share=Fraction(11, 10))})
def no_better_than_zero(d, K, X, beta, theta, W1, W2, sees_X=0, share=1):
    """LISTA, which sees y alone, has on two instances no less squared error together than 0 has."""
    total: Array = 0
    for way in (1, -1):
        estimate = zeros(d)
        for k in range(K):
            residual = X @ beta - sees_X * way * X @ estimate
            estimate = soft_threshold(W1[k] @ residual + W2[k] @ estimate, theta[k])
        total = total + (estimate - way * beta) @ (estimate - way * beta)
    return at_least(total, beta @ beta * 2 * share)


@theorem(
    PAPER,
    "Figure 1 (b), LISTA-VM-SS",
    id="section-6/forced-by-form/lista-vm-ss",
    rank="step",
    origin="ours",
    d=dims(1, 4),
    N=dims(1, 3),
    K=dims(1, 3),
    support=dims(1, "d", most="d"),  # the known support is the first so many coordinates
    X=reals("N", "d"),
    beta=reals("d"),
    theta=THRESHOLDS,
    M=reals("K", "d", "d"),
)
@printed(
    r"With P the projection on a support that holds that of $\beta^*$ and $y=X\beta^*$: LISTA-VM with the "
    r"weights $PM^{(k)}P$ and any thresholds $\ge0$ on X is at most as far from $\beta^*$ as with $M^{(k)}$ "
    "and the same thresholds on $XP$, which is LISTA-VM-SS."
)
@mutants(the_weights_not_projected=dict(projected=False), vectors_of_any_support=dict(supported=False))
def no_worse_than_known_support(d, N, K, support, X, beta, theta, M, projected=True, supported=True):
    """On a known support LISTA-VM with projected weights is no worse than LISTA-VM-SS."""
    P = diag(constant([1] * support + [0] * (d - support)))
    beta = P @ beta if supported else beta
    y = X @ beta

    def error(X: Matrix, M: Array) -> Array:
        estimate = zeros(d)
        for k in range(K):
            step = M[k] @ (X.T @ (X @ estimate - y)) / (2 * N + 1)
            estimate = soft_threshold(estimate - step, theta[k])
        return (estimate - beta) @ (estimate - beta)

    return at_most(error(X, P @ M @ P if projected else M), error(X @ P, M))


@theorem(
    PAPER,
    "section 6, ALISTA's weights",
    id="section-6/alista",
    rank="step",
    origin="ours",
    at=lines(219),
    d=dims(1, 4),  # the other columns
    N=dims(1, 3),
    X=reals("N", "d"),
    w=reals("N"),
    v=reals("N"),
)
@printed(
    r"For one column i and $f(w)=\max_{j\ne i}|w^\top X_{:,j}|$, which $w^\top X_{:,i}=1$ constrains linearly: "
    r"$f(\frac{w+v}2)\le\frac{f(w)+f(v)}2$ for all $X$, $w$ and $v$.",
    because="A maximum of absolute values of linear functions is convex.",
)
@mutants(nine_tenths_of_the_mean=dict(share=Fraction(9, 10)), the_smallest_product=dict(most=False))
def middle(X, w, v, most=True, share=1):
    """The problem that ALISTA's weights solve, which section 6 calls non-convex, is convex."""

    def f(w: Vector) -> Array:
        return max(abs(w @ X)) if most else min(abs(w @ X))

    return at_most(f((w + v) / 2), (f(w) + f(v)) / 2 * share)
