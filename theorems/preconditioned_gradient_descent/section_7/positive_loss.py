r"""Does the loss go to 0? It does not: no network of a given depth comes near it.

Section 1 and the captions of figures 1 and 3 speak of a loss "close to 0", of its "convergence to 0". For
whitened data the residual of the network is $w^\top D\,x$, where each entry of the matrix D is a polynomial in
the nd numbers of the samples, and D is I where they are 0. Its degree is $2J$: $J=L$ for the weights (9),
where D is $\prod_i(I+GA_i)$ with the Gram matrix G, and $J=\frac{3^L-1}2$ for (13), where the covariates move
with degree $3^i$. A polynomial q of degree $2J$ in N standard normal numbers has $\mathbf Eq^2\ge
q(0)^2/\binom{N/2+J}J$, by the Hermite polynomials of even degree at 0. So $f=\mathbf E\|D\|_F^2\ge
d/\binom{nd/2+J}J$. For $d=1$ and (9) this is the minimum itself: the best polynomial is one in $\sum_ix_i^2$.
"""

import functools
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from baselines.in_context_loss import in_context_loss
from baselines.in_context_loss_minimisers import minimiser_near, minimiser_with_b
from lemmata import Expectation, Margin, Prompt, Space, at_least, lines, space
from lemmata.numbers import concatenate, constant, eye
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import Setting, settings, times
from theorems.preconditioned_gradient_descent.draws import drawn, drawn_symmetric

Bound = Callable[[Setting], Fraction]


def weights(s: Setting) -> Space:
    """Symmetric A_i."""
    return space(A=drawn_symmetric(s.L, s.d))


def weights_with_B(s: Setting) -> Space:
    """Symmetric A_i, and any B_i."""
    return space(A=drawn_symmetric(s.L, s.d), B=drawn(s.L, s.d, s.d))


sparse = PAPER.claim(
    "Section 1, does the loss go to 0",
    id="section-7/positive-loss",
    summary="No network with sparse weights has a loss below an explicit positive number.",
    origin="ours",
    at=lines(31),
    kind=Expectation(),
    settings=settings(d=3, n=10, L=4, deepest=4),
    prompts=weights,
)
moving = PAPER.claim(
    "Section 1, does the loss go to 0 where the covariates move",
    id="section-7/positive-loss/moving",
    summary="No network whose covariates move has a loss below an explicit positive number.",
    origin="ours",
    at=lines(31),
    kind=Expectation(),
    settings=settings(d=2, n=4, L=2, deepest=2),
    prompts=weights_with_B,
)


def floor(s: Setting, J: int) -> Fraction:
    """The number d over the binomial coefficient of nd / 2 + J over J."""
    factors = (Fraction(s.n * s.d + 2 * i, 2 * i) for i in range(1, J + 1))
    return s.d / functools.reduce(operator.mul, factors, Fraction(1))


LAW = (
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, and f the "
    r"loss (5) with the weights (%s) of the L layers that it sees. Then "
)


@sparse.printed(
    LAW % "9" + r"$f(A)\ge d/\binom{nd/2+L}{L}$ for all symmetric $A_i$ (met for $d=1$); here for $L\le4$.",
    bound=lambda s: floor(s, s.L),
)
def loss_is_above(s: Setting, prompt: Prompt, bound: Bound) -> Margin:
    """The loss of any sparse weights, and of those near the best point of S, is above a bound."""
    best = times(constant(minimiser_near(s.d, s.n, s.L, 60), s.spectrum), s.precision)
    A = concatenate([prompt.A, best + prompt.A / 64, best + prompt.A / 4096], 0)
    law: dict[str, Any] = {"task": "inverse", "precision": s.precision}
    loss = in_context_loss(A, s.Sigma, s.n, **law).reshape(3, len(prompt)).mT
    return at_least(loss, bound(s))


@moving.printed(
    LAW
    % "13"
    + r"$f(A,B)\ge d/\binom{nd/2+J}{J}$, $J=\frac{3^L-1}2$, for all symmetric $A_i$ and all $B_i$ (met for "
    r"$d=L=1$); here for $L\le2$.",
    bound=lambda s: floor(s, (3**s.L - 1) // 2),
)
def loss_with_B_is_above(s: Setting, prompt: Prompt, bound: Bound) -> Margin:
    """The loss of any weights, and of those near a local minimum over S, is above a bound."""
    a, b = (tuple(Fraction(v) for v in x.tolist()) for x in minimiser_with_b(s.d, s.n, s.L, starts=1))
    best_A = times(constant(a, s.spectrum), s.precision)
    best_B = times(constant((*b, Fraction(1)), s.spectrum), eye(s.d, s.spectrum))
    A = concatenate([prompt.A, best_A + prompt.A / 64, best_A + prompt.A / 4096], 0)
    B = concatenate([prompt.B, best_B + prompt.B / 64, best_B + prompt.B / 4096], 0)
    law: dict[str, Any] = {"task": "inverse", "precision": s.precision}
    loss = in_context_loss(A, s.Sigma, s.n, B=B, **law).reshape(3, len(prompt)).mT
    return at_least(loss, bound(s))


sparse.mutant("one layer fewer", bound=lambda s: floor(s, s.L - 1))
sparse.mutant("a tenth more", bound=lambda s: floor(s, s.L) * 11 / 10)
moving.mutant("no layer", bound=lambda s: floor(s, 0))
moving.mutant("the bound of one layer, doubled", bound=lambda s: floor(s, 1) * 2)
