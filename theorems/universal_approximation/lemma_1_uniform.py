r"""All functions and all inputs at once: Lemma 1 as printed, on the line.

(27): there are n features such that for every f some coefficients, which see f and not x, serve every x.
The proof takes coefficients that depend on x (claim ``cover``); the statement is true all the same. On the
line steep ramps at evenly spaced offsets make a staircase: one ramp with $t=-2$, which is 1 on the ball,
carries $f(-1)-f(0)$, and the ramp in the middle of a cell carries the increment of f over it. That is
within $\widetilde C_{\mathcal F}(\frac1{n-1}+\frac1{4\tau})$, which (27) exceeds with the constant 1 for
$n\ge4$, since $|\mathcal N_\varepsilon|\ge2$ for $\varepsilon<1$ (and (27) is trivial for larger
$\varepsilon$).

In several dimensions: let $|\rho_{f,i}|\le\Gamma_{\mathcal F}$. By minimax the best such coefficients for f
miss $f^{\mathsf{approx}}$ by at most $\Gamma_{\mathcal F}\sup_\nu(\mathbb
E|\langle\phi,\nu\rangle|-\frac1n\sum_i|\langle\phi_i,\nu\rangle|)$ over measures of mass 1, and that is
$O(\tau\varepsilon+\sqrt{\log M/n})$ for random features by symmetrisation and contraction, with M the
covering number of the ball alone. So (27) holds, up to its constant, and needs no cover of $\mathcal F$
(``lemma-1-directions`` computes an example).
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.barron import phi
from lemmata import Margin, Prompt, at_most
from lemmata.numbers import Array, absolute, as_array, constant, log, sqrt, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_features import (
    Setting,
    barron,
    change,
    offsets,
    prompts,
    settings,
    staircase,
)

uniform = PAPER.claim(
    "Lemma 1, (27)", slug="lemma-1", kind="forall", settings=settings, prompts=prompts
)
uniform.response(staircase)
Bound = Callable[[Setting, Array], Array]


def right_of_27(s: Setting, like: Array) -> Array:
    """With the constant 1, the smallest covering number below eps = 1, and no term in eps."""
    return 1 / as_array(s.tau, like) + sqrt(log(as_array(2, like)) / s.n)


def without_the_first(s: Setting, b: Array, omega: Array, theta: Array) -> Array:
    """Nothing carries the value at the left end."""
    return staircase(s, b, omega, theta) * constant([0.0] + [1.0] * (s.n - 1), b)


@uniform.printed(
    r"There are features (29) such that for every $f\in\mathcal F$ some coefficients "
    r"$\rho^\star_{f,i}$ satisfy "
    r"$\left|f(x)-f(0)-\frac1n\sum_i\rho^\star_{f,i}\phi_i^{\mathsf{feature}}(x)\right|\le C_{\mathcal F}\left("
    r"\frac1\tau+\tau\varepsilon+\sqrt{\frac{\log|\mathcal N_\varepsilon|}n}\right)$ for every "
    r"$\|x\|_2\le1$; here "
    r"with $|\mathcal N_\varepsilon|=2$ and no $\tau\varepsilon$.",
    bound=right_of_27,
)
def features_serve_the_class(s: Setting, prompt: Prompt, staircase: Array, bound: Bound) -> Margin:
    """A few ramps serve every function at every input, with coefficients of its own."""
    ramps = phi((prompt.x - offsets(s, prompt.x)) * as_array(s.tau, prompt.x))
    value = change(prompt.b, prompt.omega, prompt.theta, prompt.x)[:, 0]
    error = absolute(value - sum(ramps * staircase, -1))
    return at_most(error, barron(prompt) * bound(s, error))


uniform.mutant("a tenth", bound=lambda s, like: right_of_27(s, like) / 10)
uniform.mutant("no constant ramp", bound=right_of_27, staircase=without_the_first)
uniform.mutant(
    "twice the coefficients",
    bound=right_of_27,
    staircase=lambda s, b, omega, theta: staircase(s, b, omega, theta) * 2,
)
