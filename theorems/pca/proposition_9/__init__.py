r"""The generalisation bound needs the size of the loss in it.

Proposition 9: with probability at least $1-\xi$ the minimiser of the empirical risk over
$\Theta(B_\theta,B_M)$ has an expected loss of at most the infimum plus $C\sqrt{(k^3LB_Md^2\log(B_X+k)+
\log(1/\xi))/n}$. $B_\theta$, which bounds the outputs, does not occur. Let $d=N=k=1$, $v_1=1$ the start, and
$X\in\{x_A,x_B\}$, $x_A<x_B$, the second with probability $p$. An MLP on the constant 1 of the identity block
adds $\beta\sigma(x-x_A)$ to the start, $W_1$ of norm $w_1\sqrt{1+x_A^2}$ and $W_2$ of norm $w_2$ giving every
$\beta=w_1w_2$ from 0 to $B_\theta^2/(4\sqrt{1+x_A^2})$ (the layer's attention is 0). None has a loss at $x_A$,
so that all of them minimise the empirical risk if no $x_B$ is among the n samples, which happens with
probability $(1-p)^n$. Wherever that exceeds $\xi$, the bound fails for large $B_\theta$: for every C that does
not depend on it. (It is about *the* minimiser; it is tested for the worst one, since there are many.)

Amended: with the largest loss G over the class and the support as a factor; G itself grows with $B_\theta$
like a power that depends on the depth (more than its square with attention). Tested on this family only: C,
"the ERM solution" and the class are not explicit enough for more. A trained transformer is in
:mod:`theorems.pca.proposition_9.training`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmata import Margin, Prompt, at_most, dims, dyadics, lines, scales, some, space
from lemmata.numbers import Array, log, relu, sign, sqrt
from theorems.pca import PAPER
from theorems.pca.theorem_7 import second


@dataclass(frozen=True)
class Drawn:
    """n samples of a matrix that is x_B with probability p, the confidence xi, and the size of the weights."""

    n: int
    p: float
    xi: float
    B_theta: float

    @property
    def unseen(self) -> Array:
        """The probability that x_B is not among the samples."""
        return (1 - self.p) ** self.n


@dataclass(frozen=True)
class Setting(Drawn):
    """The same, and the constant."""

    C: float


def large_weights(C: float) -> Setting:
    """Weights that exceed the constant."""
    return Setting(n=1, p=0.5, xi=0.25, B_theta=2.0**60, C=C)


FREE: dict[str, Any] = {
    "n": dims(1, 12),
    "p": dyadics(0, 1, open_low=True, open_high=True),
    "xi": scales(-20, 0, open_high=True),
    "B_theta": scales(0, 60),
}

generalisation = PAPER.claim(
    "Proposition 9",
    rank="headline",
    origin="read",
    at=lines(268, 272),
    summary="A minimiser of the empirical risk generalises with an excess that does not depend on the size "
    "of its weights",
    settings=space(Setting, **FREE, C=some(scales(0, 20), weaker="larger", fails_at=large_weights)),
    prompts=space(x_A=dyadics(0.25, 1), apart=dyadics(0.5, 1)),
    uses=[second],
    examples=[large_weights(2.0**20)],
)

Size = Callable[[Any, Array], Array]


@generalisation.printed(
    r"There is a C, which does not depend on $B_\theta$: with probability at least $1-\xi$ every minimiser "
    r"$\hat\theta$ of the empirical risk has $\mathbb E[L(TF_{\hat\theta}(H),V)]\le\inf_\theta\mathbb E[L]+C"
    r"\sqrt{\frac{k^3LB_Md^2\log(B_X+k)+\log(1/\xi)}{n}}$.",
    defect="statement",
    because="The loss is bounded in terms of B_theta only, which does not occur: with probability (1-p)^n > "
    "xi a minimiser errs by a multiple of p B_theta^2.",
    size=lambda s, largest: s.C,
)
@generalisation.amended(
    r"For $d=N=k=L=B_M=1$, a matrix with two values and the family of transformers "
    r"$x\mapsto1+\beta\sigma(x-x_A)$, $0\le\beta\le\frac14B_\theta^2(1+x_A^2)^{-1/2}$: with probability at "
    r"least $1-\xi$ every minimiser $\hat\theta$ of the "
    r"empirical risk has $\mathbb E[L(TF_{\hat\theta}(H),V)]\le\inf_\theta\mathbb E[L]+G"
    r"\sqrt{\frac{k^3LB_Md^2\log(B_X+k)+\log(1/\xi)}{n}}$, $G=\sup_{\theta,X}L(TF_\theta(H),V)$.",
    adds="the largest loss G as a factor; this family of transformers, at d = N = k = L = B_M = 1",
    slack="At most 0.64 for this family, whatever x_A, x_B are: by (1 - p)^n > xi the left side over the right "
    "one is at most p / log(1 / (1 - p))^(1/2); 0.55 at x_B = 3/4, the smallest that is drawn.",
    settings=space(Drawn, **FREE),
    size=lambda s, largest: largest,
)
def minimiser_generalises(s: Drawn, prompt: Prompt, size: Size) -> Margin:
    """The worst minimiser of the empirical risk has a small expected loss."""
    x_A, x_B = prompt.x_A, prompt.x_A + prompt.apart
    # The output at x is 1 + beta relu(x - x_A): no loss at x_A; the infimum is 0, at beta = 0.
    largest = relu(x_B - x_A) * (s.B_theta * s.B_theta / 4) / sqrt(x_A * x_A + 1)
    complexity = log(x_B * x_B + 1)  # k = L = B_M = d = 1 and B_X = x_B^2
    right = size(s, largest) * sqrt((complexity + log(1 / s.xi)) / s.n)
    return at_most(largest * s.p, right).given(sign(s.unseen - s.xi) - 1)


generalisation.mutant("the root of G", size=lambda s, largest: sqrt(largest))
generalisation.mutant("half of G", size=lambda s, largest: largest / 2)
