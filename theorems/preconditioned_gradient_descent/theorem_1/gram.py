r"""After Theorem 1, 1: the covariance "is also close to the Gram matrix formed from the samples".

Read with the Gram matrix $XX^\top$, without a factor (section 5.2 writes $XX^\top$ in the Hessian and in
$\mathbf E[XX^\top]^{-1}$): it grows with n, and its mean squared distance to $\Sigma$ with it, like $n^2$. With
$\frac1nXX^\top$ that distance is $(\operatorname{tr}\Sigma^2+(\operatorname{tr}\Sigma)^2)/n$, which tends to 0.
"Close for large n" is read as: at most this number, from $n=16$ on; no other bound with limit 0 would save the
line for large n. Without the factor the distance passes it from $n=2$ on, for each $\Sigma\ne0$. ("Which" is
read as $\Sigma$; of its inverse the sentence would be false.)

Diagonal $\Sigma$, with the squares of ``root``, are enough: x turned by an orthogonal V turns $XX^\top$ and
$\Sigma$ into $VXX^\top V^\top$ and $V\Sigma V^\top$, and neither the distance nor the traces change. The
expectation is a sum over literal samples, of a finite law with the moments of the Gaussian that are needed
(``finite_law``).
"""

from collections.abc import Callable

from lemmata import Expectation, Margin, Prompt, at_most, dims, equal, lines, space
from lemmata.numbers import Array, diag_embed, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.finite_law import Sizes, law, sizes, spectra

gram = PAPER.claim(
    "after Theorem 1, Gram matrix",
    id="theorem-1/gram",
    summary="The Gram matrix of the samples is close to their covariance.",
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
    r"For $x^{(i)}\sim N(0,\Sigma)$ and $X=[x^{(1)}\dots x^{(n)}]$ ($\Sigma$ diagonal, drawn by the roots of "
    r"its entries: turning the $x^{(i)}$ turns $XX^\top$ and $\Sigma$ alike): "
)


@gram.printed(
    GAUSSIAN + r"the Gram matrix is close to $\Sigma$ for large n, read as: from $n=16$ on, "
    r"$\mathbf E\|XX^\top-\Sigma\|_F^2\le\frac1n"
    r"(\operatorname{tr}\Sigma^2+(\operatorname{tr}\Sigma)^2)$.",
    defect="statement",
    because="The Gram matrix has to be divided by n: its mean is n Sigma, too large from two samples on "
    "(unless Sigma is 0).",
    fails_where=lambda s, prompt: bool((prompt.root != 0).any()),
    settings=space(Sizes, d=dims(1, 2), n=dims(16, 17)),
    over=lambda n: 1,
    size=spread,
    conclusion=at_most,
)
@gram.amended(
    GAUSSIAN + r"$\mathbf E\|\frac1nXX^\top-\Sigma\|_F^2=\frac1n"
    r"(\operatorname{tr}\Sigma^2+(\operatorname{tr}\Sigma)^2)$.",
    adds="the factor 1/n of the Gram matrix, and the equality",
    over=lambda n: n,
    size=spread,
    conclusion=equal,
)
def distance_of_the_gram_matrix(
    s: Sizes,
    prompt: Prompt,
    over: Callable[[int], int],
    size: Callable[[Array], Array],
    conclusion: Callable[[Array, Array], Margin],
) -> Margin:
    """The Gram matrix of the samples is close to the covariance."""
    m = law(s, prompt.root, 3)
    gap = m.x.mT @ m.x / over(s.n) - diag_embed(m.lam)[:, None]
    return conclusion(m.mean(sum(gap * gap, (-2, -1))), size(m.lam) / s.n)


gram.mutant("over n squared", over=lambda n: n * n)
gram.mutant("the square of the trace alone", size=lambda lam: sum(lam, -1) * sum(lam, -1))
gram.mutant("twice the trace of the square", size=lambda lam: sum(lam * lam, -1) * 2)
