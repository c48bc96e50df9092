r"""After Theorem 5: $B_i=b_iI$ gives "the Gram matrix better condition number with each iteration".

The sentence does not say for which $a_i$, $b_i$ and prompts: it is open. For $\Sigma=I$ a layer maps every
eigenvalue $g$ of $\frac1nXX^\top$ to $g(1+cg)^2$ with $c=a_ib_i$. For $c>0$ this is worse unless all
eigenvalues are equal; for $c<0$ a prompt with an eigenvalue $1/|c|$ becomes singular: no layer with $c\ne0$
does it for every prompt. It does where $-1/(2g_{\max})\le c\le0$: for eigenvalues $h<g$ there
$(1+cg)^2\le(1+ch)^2$, so that the larger one does not gain on the smaller one, and $h^2(1+ch)^2\le
g^2(1+cg)^2$ (as $v(1-v)$ grows up to $v=\frac12$), so that the smaller one does not overtake by more. The
range is sharp: with $u=|c|g_{\max}$ in $(\frac12,1)$ the second inequality fails for $|c|h$ in $(1-u,u)$, at
$u\ge1$ some $1+ch$ vanishes. Samples are diagonal ($n=d$): rotations of the covariates and of the samples
lead from $n\ge d$ to that, and the layer commutes with them. The network runs literally.
"""

from collections.abc import Callable
from math import floor

import torch

from constructions.gradient_descent import preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import amended, at_most, box, dims, dyadics, lines, mutants, printed, theorem
from lemmata.numbers import diag, max, min, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.prompts import embed
from theorems.preconditioned_gradient_descent.theorem_5 import theorem_5


def samples_up_to(largest: float) -> Callable[[int, float, float], box]:
    """Diagonals of X; the largest eigenvalue of the Gram matrix over n is at most ``largest / |c|``."""

    def domain(d: int, a: float, b: float) -> box:
        high = 2.0
        if a * b != 0:
            root = floor((d * largest / abs(a * b)) ** 0.5 * 64) / 64
            high = root if root < high else high
        return box(d, low=high / 8, high=high)

    return domain


def layer(d: int, a: float, b: float, first: float = 1.0) -> Transformer:
    r"""One layer with $A=a\Sigma^{-1}$ and $B=bI$, for a diagonal $\Sigma^{-1}$ that begins with ``first``."""
    precision = torch.diag(torch.tensor([first] + [1.0] * (d - 1)).double())
    return preconditioned_gd_transformer(precision[None] * a, torch.eye(d).double()[None] * b)


@theorem(
    PAPER,
    "after Theorem 5, condition number",
    rank="step",
    origin="read",
    at=lines(279),
    uses=[theorem_5],
    d=dims(2, 6),
    a=dyadics(-2, 2, of="(-inf, inf)"),
    b=dyadics(-2, 2, of="(-inf, inf)"),
    x=box("d", low=0.25, high=2.0, of="(0, inf)"),
    construction=lambda d, a, b: layer(d, a, b),
)
@printed(
    r"Parameter matrices in $\mathcal S$ ($A_i=a_i\Sigma^{-1}$, $B_i=b_iI$) implement the following "
    "algorithm: $B_i=b_iI$ transforms the covariates themselves to make the Gram matrix have better "
    "condition number with each iteration.",
    open=r"It does not say for which $a_i$, $b_i$ and prompts. For every prompt no layer with $a_ib_i\ne0$ "
    r"does it at $\Sigma=I$: the eigenvalues $g$ of the Gram matrix over n become $g(1+a_ib_ig)^2$, so that "
    "for $a_ib_i>0$ the ratio of unequal ones grows, and for $a_ib_i<0$ some prompt becomes singular.",
)
@amended(
    r"For $\Sigma=I$, at $A_i=a_iI$, $B_i=b_iI$ with $-\frac1{2g_{\max}}\le a_ib_i\le0$, where $g_{\max}$ is "
    r"the largest eigenvalue of $\frac1nX_iX_i^\top$, the Gram matrix of the samples in $X_{i+1}$ has a "
    r"condition number at most that of $X_i$ (here for $X_i=\operatorname{diag}(x)$ of $n=d$ samples; "
    r"rotations lead there from any $n\ge d$).",
    adds=r"$\Sigma = I$; $-1/(2 g_{\max}) \le a_i b_i \le 0$, with $g_{\max}$ the largest eigenvalue of the "
    "Gram matrix over n",
    where=lambda a, b: a * b <= 0,
    x=samples_up_to(0.5),
)
@mutants(
    {
        "an eighth beyond the range": dict(x=samples_up_to(0.5625)),
        "Sigma = diag(4, 1, ..., 1)": dict(construction=lambda d, a, b: layer(d, a, b, first=0.25)),
        "by a factor of two": dict(better=2),
        "b negated": dict(construction=lambda d, a, b: layer(d, a, -b)),
    }
)
def conditioning(d, x, tf, better=1):
    """On S every layer improves the condition number of the Gram matrix."""
    after = tf(embed(diag(x), 0 * x, 0 * x))[:d, :d]
    g, h = x**2, sum(after**2, axis=1)
    return at_most(max(h) * min(g) * better, max(g) * min(h))


conditioning.waive(
    "all weights zero", because="Such a layer has $a_i b_i = 0$, which the statement allows: it keeps X."
)
