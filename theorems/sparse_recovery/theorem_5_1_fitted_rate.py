r"""Linear convergence, fitted: the slope of the log error over the layers is at most that of the bound.

With S = 1 and $\|\beta^*\|_1=b_\beta$ the error on the support is $e_{k+1}=(1-\gamma a)e_k+
\gamma\mu q^k$, so that $e_k/q^k$ never grows, and the least-squares slope of $\log e_k$ over the layers is
at most $\log q$, on the same event. At $n=N_0$ it is $\log q$. The figure has the network's Lasso objective
and its distance to the certified Lasso solution beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lemmata import Margin, Prompt, at_most, dims
from lemmata.numbers import Array, as_array, log, norm, stack, sum
from theorems.sparse_recovery import PAPER, figures_lasso
from theorems.sparse_recovery.instances_theorem_5_1 import (
    EXAMPLE,
    Setting,
    explicit,
    prompts,
)
from theorems.sparse_recovery.instances_theorem_5_1_network import Weights, network, path
from theorems.sparse_recovery.theorem_5_1 import convergence

Rate = Callable[[Setting], Array]
several = explicit(least=3, S=1)
# At n = N_0 the two sides are equal: floats cannot tell, so that n starts one later.
longer = replace(several, fields={**several.fields, "n": lambda s: dims(s.N0 + 1, s.N0 + 24)})
fitted = PAPER.claim(
    "Theorem 5.1", suffix="fitted-rate", kind="probability", settings=longer,
    prompts=prompts, failure=lambda s: s.delta, uses=[convergence],
    examples=[replace(EXAMPLE, d=24, K=6, n=64)],
)  # fmt: skip
fitted.construction(network)
fitted.figure(figures_lasso.beside_the_lasso)


@fitted.printed(
    r"Linear convergence (amended Theorem 5.1, S = 1, $\|\beta^*\|_1=b_\beta$): with probability at least "
    r"$1-\delta$ the least-squares slope of $\log\|\beta^{(k)}-\beta^*\|$ over k is at most $\log q$.",
    rate=lambda s: s.q,
)
def slope(s: Setting, tf: Weights, prompt: Prompt, rate: Rate) -> Margin:
    """The fitted rate of convergence is at least as fast as the bound's."""
    estimates = stack(path(tf, prompt.X, prompt.beta_star), 0)
    errors = norm(estimates - prompt.beta_star)
    logs = log(errors)
    steps = [logs[k] * (2 * k - s.K) for k in range(s.K + 1)]
    spread = (s.K * (s.K + 1) * (s.K + 2)) // 3  # sum of (2k - K)^2
    found = sum(stack(steps, 0), 0) * 2 / spread
    bound = found * 0 + as_array(log(rate(s)), like=found)
    return at_most(found, bound).report(fitted_log_rate=found, bound_log_rate=bound)


fitted.mutant("the square of the rate", rate=lambda s: s.q * s.q)


@fitted.mutant("thresholds that do not fall")
def constant_thresholds(tf: Weights) -> Weights:
    return Weights(tf.scale, tf.theta[:1] * len(tf.theta))
