r"""After Theorem 5: $B_i=b_iI$ gives "the Gram matrix better condition number with each iteration".

Said of all parameter matrices in S. For $\Sigma=I$ a layer maps every eigenvalue $g$ of $\frac1nXX^\top$ to
$g(1+cg)^2$ with $c=a_ib_i$. For $c>0$ this is always worse; for $c<0$ a prompt with an eigenvalue $1/|c|$
becomes singular: no layer with $c\ne0$ does it for every prompt. It does where $-1/(3g_{\max})\le c\le0$, for
there $g(1+cg)^2$ grows with g, and $(1+cg)^2$ falls. Samples are diagonal, the network runs literally.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import floor

from torch import Tensor

from baselines.gradient import labels
from constructions.gradient_descent import embed, preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, Space, at_most, box, dims, lines, space
from lemmata.numbers import amax, constant, diag_embed, full, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_5 import theorem


@dataclass(frozen=True)
class Setting:
    d: int
    a: Tensor  # (1,)
    b: Tensor  # (1,)


def settings(high: float) -> Space:
    return space(
        Setting, d=dims(2, 3), a=lambda s: box(1, low=-2, high=high), b=lambda s: box(1, low=0, high=2)
    )


def samples(largest: float | None = None) -> Callable[[Setting], Space]:
    """Diagonals of X; the largest eigenvalue of the Gram matrix is at most ``largest / 3 |c|``."""

    def prompts(s: Setting) -> Space:
        high = 2.0
        if largest is not None and float(s.a * s.b) != 0:
            root = (s.d * largest / (3 * abs(float(s.a * s.b)))) ** 0.5
            high = min(high, floor(root * 64) / 64)
        return space(x=box(s.d, low=high / 8, high=high))

    return prompts


conditioning = PAPER.claim(
    "after Theorem 5, condition number",
    id="theorem-5/conditioning",
    origin="read",
    at=lines(279),
    settings=settings(2),
    prompts=samples(),
    uses=[theorem],
)


@conditioning.construction
def layer(s: Setting) -> Transformer:
    one = constant([[1.0 if i == j else 0.0 for j in range(s.d)] for i in range(s.d)], s.a)
    return preconditioned_gd_transformer((one * s.a)[None], (one * s.b)[None])


@conditioning.printed(
    r"For any $a_i,b_i$ the Gram matrix of $X_{i+1}$ has a condition number at most that of $X_i$.",
    defect="statement",
    because="Its eigenvalues g become g (1 + a b g)^2: for a b > 0 their ratios grow, for a b < 0 some prompt "
    "becomes singular.",
    better=1,
)
@conditioning.amended(
    r"For $\Sigma=I$ the Gram matrix of $X_{i+1}$ has a condition number at most that of $X_i$ if "
    r"$-\frac1{3g_{\max}}\le a_ib_i\le0$.",
    adds="Sigma = I, diagonal samples; -1/(3 g_max) <= a_i b_i <= 0, with g_max the largest eigenvalue of the "
    "Gram matrix over n",
    settings=settings(0),
    prompts=samples(1),
    better=1,
)
def better_conditioned(s: Setting, tf: Transformer, prompt: Prompt, better: int) -> Margin:
    """A layer does not make the Gram matrix of the covariates worse conditioned."""
    X = diag_embed(prompt.x)
    zero = full(0, like=prompt.x)
    after = tf(embed(X, labels(X, zero), zero))[:, : s.d, : s.d]
    g, h = prompt.x * prompt.x, sum(after * after, -1)
    return at_most(amax(h, -1) * -amax(-g, -1) * better, amax(g, -1) * -amax(-h, -1))


conditioning.mutant("three times the range", prompts=samples(3))
conditioning.mutant("by a factor of two", better=2)
conditioning.mutant("B negated", construction=lambda s: layer(Setting(s.d, s.a, -s.b)))
