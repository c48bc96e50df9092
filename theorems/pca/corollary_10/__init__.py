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

from dataclasses import dataclass

from lemmata import Margin, Prompt, at_most, lines, scales, some, space
from lemmata.numbers import Array, exp, log, pi, relu, sqrt
from theorems.pca import PAPER
from theorems.pca.proposition_9 import FREE, Drawn, generalisation
from theorems.pca.strictly import strictly


@dataclass(frozen=True)
class Setting(Drawn):
    """Samples, the size of the weights, the constant, and what the corollary chooses freely."""

    C: float
    eps: float
    eps0: float
    delta: float

    @property
    def exceptional(self) -> Array:
        """What the corollary takes from the probability, beside xi."""
        return sqrt(self.delta / pi(self.delta)) + exp(-self.C / sqrt(self.delta))


def large_weights(C: float) -> Setting:
    """Weights that exceed the constant."""
    return Setting(1, p=0.5, xi=0.125, B_theta=2.0**60, C=C, eps=0.5, eps0=0.5, delta=2.0**-12)


loss = PAPER.claim(
    "Corollary 10",
    rank="headline",
    origin="read",
    at=lines(276, 278),
    summary="A minimiser of the empirical risk has a loss up to the bounds of Theorem 7 and Proposition 9, "
    "whatever the size of its weights is",
    settings=space(
        Setting,
        **FREE,
        C=some(scales(0, 20), weaker="larger", fails_at=large_weights),
        eps=scales(-20, 0, of="(0, inf)"),
        eps0=scales(-20, -1, of="(0, 1)"),
        delta=scales(-30, -1, of="(0, 1)"),
    ),
    prompts=generalisation.draft.prompts,
    uses=[generalisation],
    examples=[large_weights(2.0**20)],
)


@loss.printed(
    r"There is a C, which does not depend on $B_\theta$, such that for every distribution that assumption 1 "
    r"allows (tried: $d=N=1$, $X\in\{x_A,x_B\}$, $x_B$ with probability p, $\lambda_1=B_X=x_B^2$): with "
    r"probability at least "
    r"$1-\xi-\frac{k\sqrt\delta}{\sqrt\pi}-k\exp(-C\delta^{-1/2})$, "
    r"every minimiser $\hat\theta$ of the empirical risk has, for $k=1$ (no second term) and all "
    r"$\epsilon,\epsilon_0$, $\delta<d^{-1}$, with the logarithm that is meant (part logarithm): $\mathbb "
    r"E[L(TF_{\hat\theta}(H),V)\,|\,P]\le C\left(\tau\epsilon "
    r"k\lambda_1^2+\sqrt{\frac{k^3\log(1/(\epsilon_0\delta))B_X^dd^2\log(B_X+k)+\log(1/\xi)}{n\epsilon_0\epsilon^2}}"
    r"\right)$, $\tau=\log(1/(\epsilon_0\delta))/\epsilon_0$.",
    defect="statement",
    because="The loss is bounded in terms of B_theta only, which does not occur: where the samples miss a "
    "matrix of probability p, a minimiser errs by a multiple of p B_theta^2.",
)
def loss_is_bounded(s: Setting, prompt: Prompt) -> Margin:
    """The worst minimiser of the empirical risk has a small expected loss."""
    B_X = (prompt.x_A + prompt.apart) ** 2
    logarithm = log(1 / (s.eps0 * s.delta))
    last = (B_X * log(B_X + 1) * logarithm + log(1 / s.xi)) / (s.n * s.eps0 * s.eps * s.eps)
    right = (B_X * B_X * logarithm / s.eps0 * s.eps + sqrt(last)) * s.C
    allowed = s.xi + s.exceptional
    return at_most(largest(s, prompt) * s.p, right).given(strictly(s.unseen, above=allowed))


@loss.amended(
    r"For $d=N=k=1$, $X\in\{x_A,x_B\}$, $x_A<x_B$, and the transformers $x\mapsto1+\beta\sigma(x-x_A)$, "
    r"$0\le\beta\le\frac14B_\theta^2(1+x_A^2)^{-1/2}$: with probability at least $1-\xi$ every minimiser "
    r"$\hat\theta$ of the empirical risk has $\mathbb E[L(TF_{\hat\theta}(H),V)\,|\,P]\le G\,"
    r"\frac{\log(1/\xi)}n$, "
    r"$G=\sup_{\theta,X}L(TF_\theta(H),V)$.",
    adds="one example only, not a theorem on all: these matrices and transformers, for which the largest "
    "loss G "
    "times log(1/xi) / n is enough",
    slack="Attained in the limit of small p.",
    settings=space(Drawn, **FREE),
    factor=1,
)
def loss_is_seldom_unseen(s: Drawn, prompt: Prompt, factor: float) -> Margin:
    """What no sample shows has at most the probability log(1/xi) / n."""
    G = largest(s, prompt)
    return at_most(G * s.p, G * log(1 / s.xi) / s.n * factor).given(strictly(s.unseen, above=s.xi))


def largest(s: Drawn, prompt: Prompt) -> Array:
    """The largest loss: that at ``x_B`` for the largest beta."""
    return relu(prompt.apart) * (s.B_theta * s.B_theta / 4) / sqrt(prompt.x_A * prompt.x_A + 1)


loss.mutant("three quarters of it", factor=3 / 4)
loss.mutant("half of it", factor=1 / 2)
