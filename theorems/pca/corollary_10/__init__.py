r"""Corollary 10: the loss of a minimiser of the empirical risk, bounded without the size of its weights.

With probability at least $1-\xi-\frac{k\sqrt\delta}{\sqrt\pi}-k\exp(-C\delta^{-1/2})$, for all
$\epsilon,\epsilon_0>0$, $L_{PCA}$ is up to a constant at most $\tau\epsilon k\lambda_1^2$, a term that is an
empty sum at $k=1$, and the term of Proposition 9 with what Theorem 7 needs for $L,B_M$ (with the logarithm that
is meant). Matrices and transformers are those of Proposition 9, with $d=N=k=1$, where every start is
$\pm\mathbf v_1$: a minimiser whose samples miss $x_B$ errs by a multiple of $pB_\theta^2$. ($\lambda_1$ counts
as $B_X=x_B^2$.)

Amended, for these matrices and transformers: the loss is at most the largest one, G, times $\log(1/\xi)/n$.
This is one example, no theorem on all.

Its parts: ``logarithm``, a slip in the last term; ``probability`` and ``conditional``, its exceptional set;
``rate`` and ``rate_optimised``, what its bound becomes at the best accuracies.
"""

from typing import Any

from lemmata import Margin, amended, at_most, lines, mutants, printed, scales, some, theorem
from lemmata.numbers import Array, exp, log, pi, sqrt
from theorems.pca import PAPER
from theorems.pca.proposition_9 import MATRICES, SAMPLES, largest_loss, minimiser_generalises, unseen


def large_weights(C: float) -> dict[str, Any]:
    """Weights that exceed the constant."""
    return dict(n=1, p=0.5, xi=0.125, B_theta=2.0**60, C=C, eps=0.5, eps0=0.5, delta=2.0**-12)


def loss_is_seldom_unseen(
    n: int, p: Array, xi: Array, B_theta: Array, x_A: Array, apart: Array, factor: float = 1
) -> Margin:
    """What no sample shows has at most the probability log(1/xi) / n."""
    G = largest_loss(x_A, apart, B_theta)
    return at_most(G * p, factor * G * log(1 / xi) / n).given(unseen(n, p) - xi, strict=True)


@theorem(
    PAPER,
    "Corollary 10",
    rank="headline",
    origin="read",
    at=lines(276, 278),
    uses=[minimiser_generalises],
    examples=[large_weights(2.0**20)],
    **SAMPLES,
    C=some(scales(0, 20), weaker="larger", fails_at=large_weights),
    eps=scales(-20, 0, of="(0, inf)"),
    eps0=scales(-20, -1, of="(0, 1)"),
    delta=scales(-30, -1, of="(0, 1)"),
    **MATRICES,
)
@printed(
    r"There is a C, which does not depend on $B_\theta$, such that for every distribution that assumption 1 "
    r"allows (tried: $d=N=1$, $X\in\{x_A,x_B\}$, $x_B$ with probability p, $\lambda_1=B_X=x_B^2$): with "
    r"probability at least $1-\xi-\frac{k\sqrt\delta}{\sqrt\pi}-k\exp(-C\delta^{-1/2})$, every minimiser "
    r"$\hat\theta$ of the empirical risk has, for $k=1$ (no second term) and all $\epsilon,\epsilon_0$, "
    r"$\delta<d^{-1}$, with the logarithm that is meant (part logarithm): $\mathbb "
    r"E[L(TF_{\hat\theta}(H),V)\,|\,P]\le C\left(\tau\epsilon k\lambda_1^2+\sqrt{\frac{k^3\log(1/(\epsilon_0"
    r"\delta))B_X^dd^2\log(B_X+k)+\log(1/\xi)}{n\epsilon_0\epsilon^2}}\right)$, "
    r"$\tau=\log(1/(\epsilon_0\delta))/\epsilon_0$.",
    defect="statement",
    because=r"The loss is bounded in terms of $B_\theta$ only, which does not occur: where the samples miss a "
    r"matrix of probability p, a minimiser errs by a multiple of $p B_\theta^2$.",
)
@amended(
    r"For $d=N=k=1$, $X\in\{x_A,x_B\}$, $x_A<x_B$, and the transformers $x\mapsto1+\beta\sigma(x-x_A)$, "
    r"$0\le\beta\le\frac14B_\theta^2(1+x_A^2)^{-1/2}$: with probability at least $1-\xi$ every minimiser "
    r"$\hat\theta$ of the empirical risk has $\mathbb E[L(TF_{\hat\theta}(H),V)\,|\,P]\le "
    r"G\,\frac{\log(1/\xi)}n$, $G=\sup_{\theta,X}L(TF_\theta(H),V)$.",
    adds="one example only, not a theorem on all: these matrices and transformers, for which the largest "
    r"loss G times $\log(1/\xi)/n$ is enough",
    slack="Attained in the limit of small p.",
    check=loss_is_seldom_unseen,
    C=None,
    eps=None,
    eps0=None,
    delta=None,
)
@mutants(three_quarters_of_it=dict(factor=3 / 4), half_of_it=dict(factor=1 / 2))
def loss_is_bounded(
    n: int,
    p: Array,
    xi: Array,
    B_theta: Array,
    C: Array,
    eps: Array,
    eps0: Array,
    delta: Array,
    x_A: Array,
    apart: Array,
) -> Margin:
    """A minimiser of the empirical risk keeps the bounds of Theorem 7 and Proposition 9, whatever its size."""
    B_X = (x_A + apart) ** 2
    logarithm = log(1 / (eps0 * delta))
    last = (B_X * log(B_X + 1) * logarithm + log(1 / xi)) / (n * eps0 * eps * eps)
    right = C * (B_X * B_X * logarithm / eps0 * eps + sqrt(last))
    allowed = xi + sqrt(delta / pi(delta)) + exp(-C / sqrt(delta))
    margin = at_most(p * largest_loss(x_A, apart, B_theta), right)
    return margin.given(unseen(n, p) - allowed, strict=True)
