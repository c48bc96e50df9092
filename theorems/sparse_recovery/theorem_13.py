r"""Theorems 12 to 14 of the slides (Q. Liu 2025), which restate 4.1, 5.1 and 5.2.

Theorem 12 is Theorem 4.1 word for word (its claims cover it). Theorem 13 adds "for any randomly generated
sparse recovery instance" to Theorem 5.1. It is tested with one draw of rows for two lengths, $N_0$ and
$n\ge N_0$, at once (the order of Theorem 5.1, one length at a time, is its own claim), and fails as that
does, for steps above 1, whatever $c$. Theorem 14's second part says of every $n\in[N_0+1:N+1]$ that
$|y_n-\hat y_n|\le c_5e^{-\alpha_nK}$: $\hat y_n$ is made from $n-1$ measurements, for which Theorem 13 has
$\alpha_{n-1}<\alpha_n$. (Its first part is Theorem 5.2's on linear read-outs, with constants that the slides
do not define; see theorem-5.2-linear.) Amended: explicit constants for Rademacher rows, one rate for all
lengths, and for several lengths their number times the failure probability.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from baselines.proximal import lista_vm_from_all
from lemmata.arrays import Array, absolute, as_array, norm, stack, sum
from lemmata.margins import Margin, at_most
from lemmata.spaces import Prompt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_theorem_5_1 import (
    Setting,
    Weights,
    as_printed,
    dense,
    explicit,
    network,
)
from theorems.sparse_recovery.theorem_5_1 import convergence
from theorems.sparse_recovery.theorem_5_2_query import label, prompts

thirteen, fourteen = (
    PAPER.claim(
        name, kind="probability", settings=as_printed, prompts=prompts,
        failure=failure, uses=[claim],
    )
    for name, claim, failure in (
        ("Theorem 13", convergence, lambda s: min(2 * float(s.delta), 1.0)),
        ("Theorem 14", label, lambda s: s.delta),
    )
)  # fmt: skip
thirteen.construction(network)
fourteen.construction(network)
Rate = Callable[[Setting], Array]


def estimate(s: Setting, tf: Weights, prompt: Prompt, n: int) -> Array:
    """The estimate after K layers from the first n rows."""
    y = (prompt.X @ prompt.beta_star[..., None])[..., 0]
    M, theta = dense(s, tf, prompt.X)
    return lista_vm_from_all(prompt.X[:, :n], y[:, :n], M, theta)[-1]


@thirteen.printed(
    r"With the network of the proof (step $\gamma\le\frac32$), for any randomly generated instance, with "
    r"probability at least $1-\delta$ for any $n\in[N_0:N]$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta "
    r"e^{-\alpha_nK}$.",
    expect="refuted",
    defect="statement",
    because="As Theorem 5.1: a step above 1 overshoots, and the printed rate falls.",
    rate=lambda s: s.printed_rate,
)
@thirteen.amended(
    r"For Rademacher rows, $\gamma\le1$ and Theorem 5.1's amended $q<1$: with probability at least $1-2\delta$ "
    r"for two lengths at once, $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta q^K$.",
    because="The failure probabilities of the lengths add up.",
    settings=explicit(),
    rate=lambda s: s.q,
)
def converges_at_both_lengths(s: Setting, tf: Weights, prompt: Prompt, rate: Rate) -> Margin:
    """After K layers the estimates from N_0 and from n rows are both within the bound."""
    errors = [norm(estimate(s, tf, prompt, n) - prompt.beta_star) for n in (s.N0, s.n)]
    error = stack(errors, 1)
    return at_most(error, as_array(rate(s) ** s.K, like=error) + error * 0)


@fourteen.printed(
    r"Under the same setting, for $n+1\in[N_0+1:N+1]$ and the query read-out, with probability at "
    r"least $1-\delta$: $|y_{n+1}-\hat y_{n+1}|\le c_5e^{-\alpha_{n+1}K}$, $c_5=\sqrt db_xb_\beta$.",
    expect="refuted",
    defect="statement",
    because="As Theorem 13, on which it rests; no c_5 helps at large K.",
    rate=lambda s: replace(s, n=s.n + 1).printed_rate,
)
@fourteen.amended(
    r"For Rademacher rows, $\gamma\le1$ and Theorem 5.1's amended $q<1$, with probability at least $1-\delta$: "
    r"$|y_{n+1}-\hat y_{n+1}|\le\sqrt db_xb_\beta q^K$ (for Rademacher rows $b_x=\sqrt d$, so $b_x$ would do).",
    because="Theorem 13 as amended, at n measurements.",
    settings=explicit(),
    rate=lambda s: s.q,
)
def label_is_predicted(s: Setting, tf: Weights, prompt: Prompt, rate: Rate) -> Margin:
    """The label of the query is predicted within a multiple of the K-th power of the rate."""
    away = estimate(s, tf, prompt, s.n) - prompt.beta_star
    error = absolute(sum(prompt.query * away, -1))
    return at_most(error, as_array(rate(s) ** s.K, like=error) * s.d + error * 0)


thirteen.mutant("no threshold")(lambda tf: Weights(tf.scale, [t * 0 for t in tf.theta]))
for claim in (thirteen, fourteen):
    claim.mutant("1/n in place of 1/(2n+1)")(lambda tf: Weights(tf.scale * 2, tf.theta))
thirteen.mutant("the square of the rate", rate=lambda s: s.q * s.q)
fourteen.mutant("three times the step")(lambda tf: Weights(tf.scale * 3, tf.theta))
fourteen.mutant("three times the exponent", rate=lambda s: s.q * s.q * s.q)
