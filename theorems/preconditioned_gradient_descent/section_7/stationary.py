r"""Stationary points at which training stands still, for one layer and for two.

Section 7 says of Theorem 1's loss that gradient-based training "may nonetheless converge to a different
stationary point". One layer, parametrisation (7): at $b=0$ and $A=[K;0]$ with
$\operatorname{tr}(K\Sigma^2)=0$, $K=0$ among them, the gradient is zero, since there $\mathbf E[CA\Sigma
w_\star]=0$; the loss is that of the zero network, above the minimum. ``equal-layers``: two layers (9) that
begin with $A_0=A_1=a\Sigma^{-1}$ have equal slopes and stay equal under gradient descent in
$a_0,a_1$; every such point is above the minimum over S, whose two numbers differ.
"""

from collections.abc import Callable

from baselines.gaussian_moments import in_context_loss
from baselines.in_context_loss_spectrum import spectral_loss, spectral_slope
from lemmata import Expectation, Margin, Prompt, Space, dims, equal, lines, reals, space
from lemmata.numbers import Array, concatenate, constant, full, sign, stack, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.footnote_1 import Sizes
from theorems.preconditioned_gradient_descent.theorem_1 import minimum
from theorems.preconditioned_gradient_descent.theorem_1.setting import Setting, printed_form, settings
from theorems.preconditioned_gradient_descent.theorem_3.scalar import least
from theorems.preconditioned_gradient_descent.theorem_4 import theorem


def point_and_direction(s: Setting) -> Space:
    """K, and a direction in b and A."""
    return space(K=drawn(s.d, s.d), b=drawn(s.d + 1), A=drawn(s.d + 1, s.d))


one_layer = PAPER.claim(
    "Section 7, stationary points of one layer",
    id="section-7/stationary",
    summary="The loss of one layer has stationary points that are no minima, at which descent stands still.",
    origin="ours",
    at=lines(315),
    kind=Expectation(),
    settings=settings(),
    prompts=point_and_direction,
    uses=[minimum],
)
Part = Callable[[Setting, Array], Array]


def traceless(s: Setting, K: Array) -> Array:
    """K less a multiple of I: tr(K Sigma^2) = 0."""
    square = s.Sigma @ s.Sigma
    share = trace(K @ square) / trace(square)
    one = s.U @ s.U.mT
    return K - one * share[:, None, None]


@one_layer.printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$, $\Sigma\succ0$, $w_\star\sim N(0,I_d)$, and f the loss (5) "
    r"of one layer with "
    r"the parametrisation (7). At $b=0$, $A=\begin{bmatrix}K\\0\end{bmatrix}$ with "
    r"$\operatorname{tr}(K\Sigma^2)=0$ the gradient of f is zero, and $f(b,A)>\min f$.",
    part=traceless,
)
def stands_still(s: Setting, prompt: Prompt, part: Part) -> Margin:
    """The derivative is zero in every direction, and the loss is above the minimum."""
    top = part(s, prompt.K)
    A = concatenate([top, full(0, like=top[:, :1])], 1)
    best_b, best_A = printed_form(s)
    # A polynomial p of degree 4 in the step t: 8 p(1) + p(-2) - 8 p(-1) - p(2) is 12 p'(0).
    steps = (1, -2, -1, 2, 0)
    f = in_context_loss(
        concatenate([*(prompt.b * t for t in steps), best_b[None]], 0),
        concatenate([*(A + prompt.A * t for t in steps), best_A[None]], 0),
        s.Sigma,
        s.n,
    )
    p, least_loss = f[:-1].reshape(len(steps), len(prompt)), f[-1:]
    above = sign(p[4] - least_loss)
    return equal(stack([p[0] * 8 + p[1], above], 1), stack([p[2] * 8 + p[3], full(1, like=above)], 1))


one_layer.mutant("any K", part=lambda s, K: K)
one_layer.mutant("K of trace 0", part=lambda s, K: K - s.U @ s.U.mT * (trace(K) / s.d)[:, None, None])

equal_layers = PAPER.claim(
    "Section 7, equal layers",
    id="section-7/stationary/equal-layers",
    summary="Two equal layers of S have equal slopes, and a loss above the minimum over S.",
    origin="ours",
    at=lines(315),
    kind=Expectation(),
    settings=space(Sizes, d=dims(1, 5), n=dims(1, 20), L=dims(2, 2, most=2)),
    pinned={"L": "the statement is about two layers"},
    prompts=lambda s: space(a=reals(1)),
    uses=[theorem],
)


@equal_layers.printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, and f the "
    r"loss (5) with the weights (9) of two layers that it sees, on $\mathcal S$. At every "
    r"$A_0=A_1=a\Sigma^{-1}$ the slopes of f in $a_0$ and in $a_1$ are equal (so that gradient descent in "
    r"$a_0,a_1$ keeps $a_0=a_1$), and $f>\min_{\mathcal S}f$.",
    gap=0,
)
def equal_slopes(s: Sizes, prompt: Prompt, gap: int) -> Margin:
    """Equal layers have equal slopes and are above the minimum."""
    a = concatenate([prompt.a, prompt.a + gap], 1)
    one, zero = full(1, like=prompt.a), full(0, like=prompt.a)
    units = concatenate([one, zero], 1), concatenate([zero, one], 1)
    first, second = (spectral_slope(a, unit, s.d, s.n) for unit in units)
    above = sign(spectral_loss(a, s.d, s.n) - constant([least(s.d, s.n)], a))
    return equal(stack([first, above], 1), stack([second, full(1, like=above)], 1))


equal_layers.mutant("layers that differ by 1", gap=1)
