r"""What the form of a solver forces, whatever is learned: two facts behind figures 1 (b) and 2 of section 6.

1. `lista`: LISTA sees y and not X. $(X,\beta^*)$ and $(-X,-\beta^*)$ have the same y, so that the mean of
   their squared errors is $\|\hat\beta\|^2+\|\beta^*\|^2$: if $(X,\beta^*)$ and $(-X,-\beta^*)$ have the
   same law, no LISTA has less mean squared error than the prediction 0, which has $E\|\beta^*\|^2=S=3$. The
   "around 3" of figure 2 (appendix F) is a floor for LISTA's, and no training can pass it.
2. `lista-vm-ss`: where $\beta^*$ lies within a known support with projection P, LISTA-VM with the weights
   $PMP$ is no worse than LISTA-VM-SS with M. Trained to their best, LISTA-VM-SS has no advantage, tenfold or
   other.
"""

from fractions import Fraction

from baselines.proximal import soft_threshold
from lemmata import at_least, at_most, box, dims, mutants, printed, reals, theorem
from lemmata.numbers import Array, Matrix, constant, diag, zeros
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
