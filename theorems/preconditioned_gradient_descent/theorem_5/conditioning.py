r"""After Theorem 5: $B_i=b_iI$ gives "the Gram matrix better condition number with each iteration".

Said of all parameter matrices in S. For $\Sigma=I$ a layer maps every eigenvalue $g$ of $\frac1nXX^\top$ to
$g(1+cg)^2$ with $c=a_ib_i$. For $c>0$ this is worse unless all eigenvalues are equal; for $c<0$ a prompt with
an eigenvalue $1/|c|$ becomes singular: no layer with $c\ne0$ does it for every prompt. It does where
$-1/(2g_{\max})\le c\le0$: for eigenvalues $h<g$ there $(1+cg)^2\le(1+ch)^2$, so that the larger one does not
gain on the smaller one, and $h^2(1+ch)^2\le g^2(1+cg)^2$ (as $v(1-v)$ grows up to $v=\frac12$), so that the
smaller one does not overtake by more. The range is sharp: with $u=|c|g_{\max}$ in $(\frac12,1)$ the second
inequality fails for $|c|h$ in $(1-u,u)$, at $u\ge1$ some $1+ch$ vanishes. Samples are diagonal ($n=d$):
rotations of the covariates and of the samples lead from $n\ge d$ to that, and the layer commutes with them.
The network runs literally.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import floor
from typing import Any

import torch

from baselines.gradient import labels
from constructions.gradient_descent import embed, preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, Space, at_most, box, dims, dyadics, lines, space
from lemmata.numbers import amax, diag_embed, full, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_5 import theorem


@dataclass(frozen=True)
class Setting:
    d: int
    a: float
    b: float


SIZES: dict[str, Any] = {
    "d": dims(2, 6),
    "a": dyadics(-2, 2, of="(-inf, inf)"),
    "b": dyadics(-2, 2, of="(-inf, inf)"),
}


def samples(s: Setting) -> Space:
    """Diagonals of X."""
    return space(x=box(s.d, low=0.25, high=2.0, of="(0, inf)"))


def samples_up_to(largest: float) -> Callable[[Setting], Space]:
    """Diagonals of X; the largest eigenvalue of the Gram matrix over n is at most ``largest / |c|``."""

    def prompts(s: Setting) -> Space:
        high = 2.0
        if s.a * s.b != 0:
            root = (s.d * largest / abs(s.a * s.b)) ** 0.5
            high = min(high, floor(root * 64) / 64)
        return space(x=box(s.d, low=high / 8, high=high))

    return prompts


conditioning = PAPER.claim(
    "after Theorem 5, condition number",
    id="theorem-5/conditioning",
    summary="On S every layer improves the condition number of the Gram matrix.",
    origin="read",
    at=lines(279),
    settings=space(Setting, **SIZES),
    prompts=samples,
    uses=[theorem],
)


@conditioning.construction
def layer(s: Setting) -> Transformer:
    one = torch.eye(s.d).double()[None]
    return preconditioned_gd_transformer(one * s.a, one * s.b)


def anisotropic(s: Setting) -> Transformer:
    """With A = a Sigma^-1 for another Sigma."""
    one = torch.eye(s.d).double()[None]
    precision = one.clone()
    precision[0, 0, 0] = 0.25
    return preconditioned_gd_transformer(precision * s.a, one * s.b)


@conditioning.printed(
    r"At $A_i=a_i\Sigma^{-1}$, $B_i=b_iI$ with any $a_i,b_i$, $d\ge2$, the Gram matrix $X_{i+1}X_{i+1}^\top$ "
    r"of the samples has a condition number at most that of $X_iX_i^\top$ (here for $\Sigma=I$ and "
    r"$X_i=\operatorname{diag}(x)$ of $n=d$ "
    r"samples).",
    defect="statement",
    because="The eigenvalues $g$ of the Gram matrix over n become $g(1+abg)^2$: for $ab>0$ the ratio of "
    "unequal ones grows, for $ab<0$ some prompt becomes singular.",
    fails_where=lambda s: s.a * s.b != 0,
    better=1,
)
@conditioning.amended(
    r"For $\Sigma=I$, at $A_i=a_iI$, $B_i=b_iI$ with $-\frac1{2g_{\max}}\le a_ib_i\le0$, where $g_{\max}$ is "
    r"the largest eigenvalue of $\frac1nX_iX_i^\top$, the Gram matrix of the samples in $X_{i+1}$ has a "
    r"condition number at most that of $X_i$ (here for $X_i=\operatorname{diag}(x)$ of $n=d$ samples; "
    r"rotations lead there from any $n\ge d$).",
    adds="Sigma = I; -1/(2 g_max) <= a_i b_i <= 0, with g_max the largest eigenvalue of the Gram matrix over n",
    settings=space(Setting, where=lambda s: s.a * s.b <= 0, **SIZES),
    prompts=samples_up_to(0.5),
    better=1,
)
def better_conditioned(s: Setting, tf: Transformer, prompt: Prompt, better: int) -> Margin:
    """A layer does not make the Gram matrix of the covariates worse conditioned."""
    X = diag_embed(prompt.x)
    zero = full(0, like=prompt.x)
    after = tf(embed(X, labels(X, zero), zero))[:, : s.d, : s.d]
    g, h = prompt.x * prompt.x, sum(after * after, -1)
    return at_most(amax(h, -1) * -amax(-g, -1) * better, amax(g, -1) * -amax(-h, -1))


conditioning.mutant("an eighth beyond the range", prompts=samples_up_to(0.5625))
conditioning.mutant("Sigma = diag(4, 1, ..., 1)", construction=anisotropic)
conditioning.mutant("by a factor of two", better=2)
conditioning.mutant("b negated", construction=lambda s: layer(Setting(s.d, s.a, -s.b)))
conditioning.waive(
    "all weights zero", because="Such a layer has a_i b_i = 0, which the statement allows: it keeps X."
)
