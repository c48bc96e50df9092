r"""Theorem 5.1 for unequal variances: the $M^V$ of its proof makes a layer diverge.

Section 4.1 allows rows with covariance $\operatorname{diag}(\sigma_1^2,\dots,\sigma_d^2)$,
$\sigma_1\ge\dots\ge\sigma_d$, and the proof sets $M^V=2I/\sigma_d^2$. The diagonal of $D^\top X$ is then
$\frac{2n}{2n+1}\sigma_i^2/\sigma_d^2$: with $\sigma=(2,1)$, $\mathbb S=\{1\}$ and $\gamma=1$ a layer
multiplies the error by 3 or so, for every c. Amended: $M^V=2\operatorname{diag}(\sigma_i^{-2})$ makes it
$\frac{2n}{2n+1}$; the other entries are $\frac{\sigma_j}{\sigma_i}$ times those of equal variances, at most
$\rho=\sigma_1/\sigma_d$ times, so that $c=\frac1{2\rho^2}$ is good.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from lemmata import Margin, Probability, Prompt, Space, at_most, dims, dyadics, lines, scales
from lemmata.numbers import Array, constant, norm
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1 import convergence
from theorems.sparse_recovery.theorem_5_1 import setting as equal_variances
from theorems.sparse_recovery.theorem_5_1.network import Weights, path
from theorems.sparse_recovery.theorem_5_1.setting import prompts, with_c_half


@dataclass(frozen=True)
class Setting(equal_variances.Setting):
    """sigma_1 is ``ratio``, the other standard deviations are 1."""

    ratio: int = 1


def sizes(amended: bool, ratio: int = 1, gamma: float = 0.0) -> Space:
    """The printed hypotheses for any c, or with c = 1/(2 rho^2); rho and gamma from these on."""
    base = with_c_half(1, 2)
    c = (lambda s: dyadics(0.5 / s.ratio**2, 0.5 / s.ratio**2)) if amended else scales(-1, 8)
    fields = {
        "ratio": dims(ratio, 2),
        **base.fields,
        "d": dims(2, 2),
        "K": dims(1, 3),
        "delta": scales(-2, 0, open_high=True),
        "gamma": dyadics(gamma, 1, open_low=gamma == 0),
        "c": c,
    }
    return replace(base, holder=Setting, fields=fields)


Diagonal = Callable[[Setting, Array], Array]
variances = PAPER.claim(
    "Theorem 5.1",
    id="theorem-5.1/covariances",
    origin="read",
    at=lines(597, 599),
    kind=Probability(failure=lambda s: s.delta),
    settings=sizes(False),
    prompts=prompts,
    uses=[convergence],
    examples=[
        Setting(d=2, S=1, K=2, delta=0.5, gamma=1.0, c=0.125, N0=355, n=360, ratio=2),
        Setting(d=2, S=1, K=2, delta=0.5, gamma=1.0, c=0.5, N0=89, n=96, ratio=2),
    ],
)


@variances.construction
def thresholds(s: Setting) -> list[Array]:
    """Gamma rho mu q^(k-1) with q = gamma rho mu + 1 - gamma 2 N_0/(2 N_0 + 1)."""
    q = s.gamma * s.coherence * s.ratio + 1 - s.gamma * (2 * s.N0) / (2 * s.N0 + 1)
    return [s.gamma * s.coherence * s.ratio * q**k for k in range(s.K)]


def deviations(s: Setting, like: Array) -> Array:
    """(sigma_1, ..., sigma_d) in the arithmetic of ``like``."""
    return constant([s.ratio] + [1] * (s.d - 1), like)


def printed(_s: Setting, _like: Array) -> Array:
    """The diagonal of 2 I / sigma_d^2 (sigma_d = 1)."""
    return 2


def by_variance(s: Setting, like: Array) -> Array:
    """The diagonal of 2 diag(sigma_i^-2)."""
    sigma = deviations(s, like)
    return 2 / (sigma * sigma)


@variances.printed(
    r"For rows of variances $\sigma_1^2\ge\dots\ge\sigma_d^2$, $M^V=\frac2{\sigma_d^2}I$, $\gamma\le1$ and "
    r"$n\ge N_0$: with probability at least $1-\delta$, $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta "
    r"e^{-\alpha_nK}$.",
    defect="construction",
    because="A coordinate of variance above 2 sigma_d^2 is overshot by more than its size, for every c.",
    diagonal=printed,
)
@variances.amended(
    r"With $M^V=2\operatorname{diag}(\sigma_i^{-2})$ and $c=\frac{\sigma_d^2}{2\sigma_1^2}$ (Rademacher rows "
    r"times $\sigma_i$, $S=1$).",
    adds="M^V = 2 diag(sigma_i^-2), c = sigma_d^2/(2 sigma_1^2); Rademacher rows times sigma_i, d = 2, S = 1",
    because="The diagonal is 2n/(2n + 1) again, and coherences grow by sigma_1/sigma_d at most.",
    settings=sizes(True),
    diagonal=by_variance,
)
def converges(s: Setting, tf: list[Array], prompt: Prompt, diagonal: Diagonal) -> Margin:
    """The network of the proof on columns of unequal variance; ``prompt.X`` is divided by them."""
    X = prompt.X * deviations(s, prompt.X)
    weights = Weights(diagonal(s, X) * s.gamma, tf)
    error = norm(path(weights, X, prompt.beta_star)[-1] - prompt.beta_star)
    return at_most(error, s.printed_rate**s.K)


variances.mutant("2 I / sigma_d^2", diagonal=printed, settings=sizes(True, 2, 1.0))
variances.mutant("half of it", diagonal=lambda s, like: by_variance(s, like) / 2)
variances.mutant("any c", settings=sizes(False))
