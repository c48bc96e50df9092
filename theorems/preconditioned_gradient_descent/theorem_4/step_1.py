r"""Step 1 of the proof of Theorem 4 (B.2): the slope is the sum over the layers, so that (27) gives (25).

$\frac d{dt}f(A+tR)=\sum_j\frac d{dt}f(A(tR_j,j))$ at $t=0$, at any A, in S or not; slopes of the exact loss.
G and (28), set up at the end of this step, are those of B.3: ``theorem_5/step_1``.
"""

from collections.abc import Callable

from baselines.in_context_loss import slope
from lemmata import Expectation, Margin, Prompt, Space, equal, lines, space
from lemmata.numbers import Array, concatenate, eye, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import Setting, settings
from theorems.preconditioned_gradient_descent.draws import drawn, drawn_symmetric
from theorems.preconditioned_gradient_descent.theorem_4.eq_25 import SPACES, in_S, inequality, slope_in_S


def one_by_one(s: Setting, R: Array) -> Array:
    """For each layer the direction that moves this layer alone: ``(batch, L, L, d, d)``."""
    return R[:, None] * eye(s.L, R)[:, :, None, None]


layerwise = PAPER.claim(
    "(27)", id="theorem-4/step-1/eq-27", rank="step", at=lines(815, 819), uses=[inequality], **SPACES
)
layerwise.printed(
    r"For every $j$ and $R_j$ there is $\tilde R_j=r_j\Sigma^{-1}$ with "
    r"$\frac{d}{dt}f(A(t\tilde R_j,j))\le\frac{d}{dt}f(A(tR_j,j))$ (it is an equality).",
    tilde=in_S,
    task="inverse",
    layers=one_by_one,
    conclusion=equal,
)(slope_in_S)
layerwise.mutant("not divided by d", tilde=lambda s, R: in_S(s, R) * (s.d + 1))
layerwise.mutant("isotropic w", task="identity")


def anywhere(s: Setting) -> Space:
    """A point and a direction, in S or not."""
    return space(
        A=drawn_symmetric(s.L, s.d), R=drawn_symmetric(s.L, s.d), B=drawn(s.L, s.d, s.d), S=drawn(s.L, s.d, s.d)
    )


by_layers = PAPER.claim(
    "below (27)",
    id="theorem-4/step-1/layers",
    rank="step",
    at=lines(821),
    kind=Expectation(),
    settings=settings(d=2, n=3, L=3),
    prompts=anywhere,
)
Parts = Callable[[Setting, Array], Array]


@by_layers.printed(r"At $t=0$, $\frac d{dt}f(A+tR)=\sum_{j=0}^k\frac d{dt}f(A(tR_j,j))$.", parts=one_by_one)
def sum_over_layers(s: Setting, prompt: Prompt, parts: Parts) -> Margin:
    """The slope of the loss is the sum of those of the layers."""
    directions = concatenate([prompt.R[:, None], parts(s, prompt.R)], 1)
    slopes = slope(prompt.A[:, None], directions, s.Sigma, s.n, task="inverse")
    return equal(slopes[:, 0], sum(slopes[:, 1:], 1))


by_layers.mutant("the last layer is left out", parts=lambda s, R: one_by_one(s, R)[:, :-1])
by_layers.mutant("twice", parts=lambda s, R: one_by_one(s, R) * 2)
by_layers.mutant("the mean", parts=lambda s, R: one_by_one(s, R) / (s.L + 1))
