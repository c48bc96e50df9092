r"""Corollary 10: the loss of a minimiser of the empirical risk, by the bounds of Theorem 7 and Proposition 9.

$\lesssim$ may hide $B_\theta$, since Theorem 7 takes $\theta$ from $\Theta(B_{\lambda_1},B_M)$ and
$\lambda_1\le B_X$. ($\lambda_i$ belongs to no matrix of the left side.) The example has the matrices and
transformers of :mod:`theorems.pca.proposition_9`; every start is $\pm\mathbf v_1$.

Its parts: ``logarithm``, a slip in the last term; ``probability`` and ``conditional``, its exceptional set;
``rate``, what its bound becomes at the best accuracies.
"""

from lemmata import amended, at_most, lines, mutants, printed, theorem
from lemmata.numbers import log
from theorems.pca import PAPER
from theorems.pca.corollary_10.figure import best_bounds
from theorems.pca.proposition_9 import MATRICES, SAMPLES, largest_loss, minimiser_generalises, unseen
from theorems.pca.theorem_7 import second


@theorem(
    PAPER,
    "Corollary 10",
    rank="headline",
    at=lines(276, 278),
    uses=[minimiser_generalises, second],
    **SAMPLES,
    **MATRICES,
)
@printed(
    r"Under assumption 1, with probability at least $1-\xi-\frac{k\sqrt\delta}{\sqrt\pi}-k\exp(-C"
    r"\delta^{-1/2})$ for all $\delta<d^{-1}$ we have for all $\epsilon,\epsilon_0>0$, $L_{PCA}(\theta,P):="
    r"\mathbb E[L(TF_\theta(H),V)\,|\,\theta,P]\lesssim\tau\epsilon k\lambda_1^2+\frac{\epsilon_0\lambda_1^2}{"
    r"\Delta^2}\sum_{\eta=1}^{k-1}\prod_{i=1}^\eta{\frac{25\lambda_{i+1}^2}{\Delta^2}}^{1/2}+\sqrt{\frac{k^3"
    r"\log(\delta/\epsilon_0)B_X^dd^2\log(B_X+k)+\log(1/\xi)}{n\epsilon_0\epsilon^2}}$ (for the logarithm see "
    "corollary-10/logarithm).",
    open=r"What refutes Proposition 9 is a bound without $B_\theta$, which $\lesssim$ may hide here; what "
    "refutes Theorem 7 is about single matrices, and this is an expectation. No proof is known to us, either.",
)
@amended(
    r"For $d=N=k=1$, $X\in\{x_A,x_B\}$, $x_A<x_B$, $x_B$ with probability p, and the transformers $x\mapsto1+"
    r"\beta\sigma(x-x_A)$, $0\le\beta\le\frac14B_\theta^2(1+x_A^2)^{-1/2}$: with probability at least $1-\xi$ "
    r"every minimiser $\hat\theta$ of the empirical risk has $\mathbb E[L(TF_{\hat\theta}(H),V)\,|\,P]\le "
    r"G\,\frac{\log(1/\xi)}n$, $G=\sup_{\theta,X}L(TF_\theta(H),V)$.",
    adds="one example only, not a theorem on all: these matrices and transformers, for which the largest "
    r"loss G times $\log(1/\xi)/n$ is enough",
    slack="Attained in the limit of small p.",
)
@mutants(three_quarters_of_it=dict(factor=3 / 4), half_of_it=dict(factor=1 / 2))
def loss_is_bounded(n, p, xi, B_theta, x_A, apart, factor=1):
    """A minimiser of the empirical risk keeps the bounds of Theorem 7 and Proposition 9 together."""
    # What no sample shows has at most the probability log(1/xi) / n.
    G = largest_loss(x_A, apart, B_theta)
    return at_most(G * p, factor * G * log(1 / xi) / n).given(unseen(n, p) - xi, strict=True)


loss_is_bounded.figure(best_bounds)
