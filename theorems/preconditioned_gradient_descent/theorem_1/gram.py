r"""After Theorem 1, 1: the covariance "is also close to the Gram matrix formed from the samples".

Read with the Gram matrix $\frac1nXX^\top$, and with $\Sigma$ for "which" (of $\Sigma^{-1}$, or without the
factor, the sentence would be false; that section 5.2 forgets the factor is ``section-5.2/inverse``): its mean
squared distance to $\Sigma$ is $(\operatorname{tr}\Sigma^2+(\operatorname{tr}\Sigma)^2)/n$, which tends to 0.

Diagonal $\Sigma$, with the squares of ``root``, are enough: x turned by an orthogonal V turns $XX^\top$ and
$\Sigma$ into $VXX^\top V^\top$ and $V\Sigma V^\top$, and neither the distance nor the traces change. The
expectation is a sum over literal samples, of a finite law with the moments of the Gaussian that are needed.
"""

from collections.abc import Callable

from lemmata import Expectation, Margin, Prompt, equal, lines
from lemmata.numbers import Array, diag_embed, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.finite_law import Sizes, law, sizes, spectra

gram = PAPER.claim(
    "after Theorem 1, Gram matrix",
    id="theorem-1/gram",
    summary="The mean squared distance of the Gram matrix of the samples from their covariance falls as 1/n.",
    rank="step",
    origin="read",
    at=lines(144),
    kind=Expectation(),
    settings=sizes(d=2, n=3),
    prompts=spectra,
)


def spread(lam: Array) -> Array:
    """Tr Sigma^2 + (tr Sigma)^2."""
    total = sum(lam, -1)
    return sum(lam * lam, -1) + total * total


GAUSSIAN = (
    r"For n independent $x^{(i)}\sim N(0,\Sigma)$ and $X=[x^{(1)}\dots x^{(n)}]$ ($\Sigma$ diagonal, drawn "
    r"by the roots of "
    r"its entries: turning the $x^{(i)}$ turns $XX^\top$ and $\Sigma$ alike): "
)


@gram.printed(
    GAUSSIAN + r"the Gram matrix $\frac1nXX^\top$ is close to $\Sigma$ for large n, read as: "
    r"$\mathbf E\|\frac1nXX^\top-\Sigma\|_F^2=\frac1n(\operatorname{tr}\Sigma^2+(\operatorname{tr}\Sigma)^2)$.",
    over=lambda n: n,
    size=spread,
)
def distance_of_the_gram_matrix(
    s: Sizes, prompt: Prompt, over: Callable[[int], int], size: Callable[[Array], Array]
) -> Margin:
    """The Gram matrix of the samples is close to the covariance."""
    m = law(s, prompt.root, 3)
    gap = m.x.mT @ m.x / over(s.n) - diag_embed(m.lam)[:, None]
    return equal(m.mean(sum(gap * gap, (-2, -1))), size(m.lam) / s.n)


gram.mutant("without the factor 1/n", over=lambda n: 1)
gram.mutant("over n squared", over=lambda n: n * n)
gram.mutant("the square of the trace alone", size=lambda lam: sum(lam, -1) * sum(lam, -1))
gram.mutant("twice the trace of the square", size=lambda lam: sum(lam * lam, -1) * 2)
