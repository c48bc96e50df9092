r"""The algebra from the recursion to the final bounds, for any sequences that satisfy it.

Let $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$, $B_\eta=\max_{i\le\eta}b_i$, $e=\sqrt{2\epsilon_0}$, and let
$a_1\le e$, $b_1\le\lambda_1e$, $a_{\eta+1}\le(B_\eta+A_\eta)/\Delta$,
$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta+\lambda_{\eta+1}e$ (the hunt draws sequences up
to equality). "We use the fact $\lambda_\eta/ \Delta>1$ for all $\eta\in[k]$" (suffix ``ratio``): $\Delta$,
the smallest gap among the first k, may exceed $\lambda_k$, as for (10, 1). The step to $A+B$ (suffix
``step``) needs it; the sum it starts from (``start-sum``) is up to $3\lambda_1e$, not $2\lambda_1e$; the
product is in :mod:`theorems.pca.error_product`. With $\lambda_k-\lambda_{k+1}$ in $\Delta$, and 3 for 2,
all steps hold.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, at_least, at_most
from lemmata.numbers import stack
from theorems.pca import PAPER
from theorems.pca.instances_error_algebra import DELTA, Setting, common, steep, sums

ratio, step, start = (
    PAPER.claim("Finishing up", slug="error-recursion", suffix=suffix, **common)
    for suffix in ("ratio", "step", "start-sum")
)


@ratio.printed(
    r"$\frac{\lambda_\eta}{\Delta}\ge1$ for all $\eta\in[k]$ (printed with $>$).",
    expect="refuted",
    defect="proof-step",
    because="Delta has no gap below lambda_k: for (10, 1) it is 9.",
    complete=False,
    share=1,
)
@ratio.amended(
    r"$\frac{\lambda_\eta}{\Delta}\ge1$ for all $\eta\in[k]$, with " + DELTA + ".",
    complete=True,
    share=1,
)
def gap_is_small(s: Setting, prompt: Prompt, complete: bool, share: int) -> Margin:
    """Every eigenvalue is at least the gap."""
    return at_least(s.eigenvalue(s.k) / share + prompt.a[:, 0] * 0, s.delta(complete))


@step.printed(
    r"$A_{\eta+1}+B_{\eta+1}\le\frac{5\lambda_{\eta+1}}\Delta(A_\eta+B_\eta)+\lambda_1\sqrt{2\epsilon_0}$.",
    expect="refuted",
    defect="proof-step",
    because="It needs lambda_(eta+1) >= Delta, which fails for eta + 1 = k.",
    complete=False,
    factor=5,
)
@step.amended(
    r"$A_{\eta+1}+B_{\eta+1}\le\frac{5\lambda_{\eta+1}}\Delta(A_\eta+B_\eta)+"
    r"\lambda_1\sqrt{2\epsilon_0}$, with " + DELTA + ".",
    complete=True,
    factor=5,
)
def sum_grows(s: Setting, prompt: Prompt, complete: bool, factor: int) -> Margin:
    """The sum of the errors grows by a factor in each component."""
    found, delta = sums(s, prompt, complete), s.delta(complete)
    right = [
        found[eta - 1] * s.eigenvalue(eta + 1) * factor / delta + s.eigenvalue(1) * s.error
        for eta in range(1, s.k)
    ]
    return at_most(stack(found[1:], -1), stack(right, -1))


@start.printed(
    r"$A_1+b_1\le2\lambda_1\sqrt{2\epsilon_0}$ (printed with $=$).",
    expect="refuted",
    defect="constant",
    because="A_1 is 2 lambda_1 a_1 and b_1 up to lambda_1 a_1 more.",
    times=2,
)
@start.amended(r"$A_1+b_1\le3\lambda_1\sqrt{2\epsilon_0}$.", times=3)
def first_sum(s: Setting, prompt: Prompt, times: int) -> Margin:
    """The errors of the first component together."""
    return at_most(sums(s, prompt, True)[0], s.eigenvalue(1) * s.error * times)


ratio.mutant("the gap of the first k", complete=False)
ratio.mutant("twice the gap", share=2)


step.mutant("the gap of the first k", settings=steep, complete=False)


step.mutant("a factor 2", factor=2)


start.mutant("twice", times=2)


start.mutant("once", times=1)
