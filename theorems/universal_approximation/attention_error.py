r"""How far the attention layers are from an exact gradient step and an exact prediction: (120) and (125).

(120), first line: with $\eta=\frac1{2n}$ the error of (118) beside (108) is at most
$\frac{4\eta^2}{N\tau}\left(\sum_{i\le N}y_i^2+\sum_{i\le N+1}(\phi_i^\top\rho)^2+\widehat
y^2\right)+\frac{2\eta}N|\widehat y-\phi_{N+1}^\top\rho|$ in every entry. (125): the error of (124) is at
most $2(\phi_{N+1}^\top\rho)^2/\tau$. Both hold as printed.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import Array, absolute, amax, as_array, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_layers import Setting, settings, states
from theorems.universal_approximation.instances_layers_displays import (
    State,
    display_108,
    display_118,
    display_124,
    scores,
    state,
)

gradient = PAPER.claim(
    "(120)", slug="attention-error", kind="forall", settings=settings(2), prompts=states
)
prediction = PAPER.claim(
    "(125)", slug="attention-error-125", kind="forall", settings=settings(2), prompts=states
)
Bound = Callable[[Setting, State], Array]


def bound_120(s: Setting, p: State) -> Array:
    """The first line of (120) at a state, ``(batch,)``."""
    return curvature(s, p) + leak(s, p)


def curvature(s: Setting, p: State) -> Array:
    own = scores(p)
    squares = sum(p.y * p.y, -1) + sum(own * own, -1) + p.yhat[:, 0] ** 2
    return squares / (s.n * s.n * s.N) / as_array(s.tau, squares)


def leak(s: Setting, p: State) -> Array:
    """What the query's own feature adds where the prediction is not exact."""
    return absolute(p.yhat[:, 0] - query_score(p)) / (s.n * s.N)


def query_score(p: State) -> Array:
    return sum(p.phi[:, -1] * p.rho, -1)


@gradient.printed(
    r"$\|e^{(l)}\|_\infty\le\frac{4\eta^2}{N\tau}\sum_{i=1}^N(y_i)^2+\frac{4\eta^2}{N\tau}\sum_{i=1}^{N+1}"
    r"\left(\phi_i^\top\rho\right)^2+\frac{4\eta^2\widehat y^2}{N\tau}+\frac{2\eta}N\left|\widehat "
    r"y-\phi_{N+1}^\top\rho\right|$.",
    bound=bound_120,
)
def error_of_the_gradient_step(s: Setting, prompt: Prompt, bound: Bound) -> Margin:
    """The linearised gradient step is near the exact one."""
    p = state(s, prompt)
    error = amax(absolute(display_118(s, p) - display_108(s, p)), -1)
    return at_most(error, bound(s, p))


gradient.mutant("no leak of the query", bound=curvature)
gradient.mutant("the leak alone", bound=leak)
gradient.mutant("half the leak", bound=lambda s, p: curvature(s, p) / 8 + leak(s, p) / 2)


@prediction.printed(
    r"$|\widetilde e^{(l)}|\le\frac{2\left((\phi_{N+1})^\top\rho\right)^2}\tau$.",
    bound=lambda score, tau: score * score * 2 / tau,
)
def error_of_the_prediction(
    s: Setting, prompt: Prompt, bound: Callable[[Array, Array], Array]
) -> Margin:
    """The linearised prediction is near the exact one."""
    p = state(s, prompt)
    score = query_score(p)
    error = absolute(display_124(s, p)[:, 0] - p.yhat[:, 0] - score)
    return at_most(error, bound(score, as_array(s.tau, score)))


prediction.mutant("a tenth of a square", bound=lambda score, tau: score * score / 10 / tau)
prediction.mutant("a higher order", bound=lambda score, tau: score**4 / tau**3)
