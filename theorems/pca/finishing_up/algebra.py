r"""Three lines between the recursion of the errors and its solution, each by itself.

The slides rewrite the first recursion with the sums $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$ (suffix
``rewritten``: it holds). In the second (suffix ``own-error``) the component's own $\lambda_{\eta+1}
a_{\eta+1}$, as the dangling $\lambda_ia_i$ of the display before has to be read, becomes $\lambda_{\eta+1}
\sqrt{2\epsilon_0}$: but $\sqrt{2\epsilon_0}$ bounds $a_1$ alone. By the first recursion $a_2$ may be
$3\lambda_1\sqrt{2\epsilon_0}/\Delta$, which is larger. With that bound in its place the line holds. The line
that adds an offset (suffix ``offset``) has $\frac{\lambda_1\sqrt{2\epsilon_0}}\Delta$ on its left side and
$\frac{\lambda_1\sqrt{2\epsilon_0}}{5\lambda_1/\Delta-1}$ on its right, which differ by more than the other
terms leave wherever $\Delta$ is small, and have different units; the second one is meant on both sides.

The sequences satisfy what the line starts from, up to equality; $B_\eta=\max_{i\le\eta}b_i$.

The algebra from the recursion to the final bounds, for any sequences that satisfy it.

Let $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$, $B_\eta=\max_{i\le\eta}b_i$, $e=\sqrt{2\epsilon_0}$, and let
$a_1\le e$, $b_1\le\lambda_1e$, $a_{\eta+1}\le(B_\eta+A_\eta)/\Delta$,
$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta+\lambda_{\eta+1}e$ (the hunt draws sequences up
to equality). "We use the fact $\lambda_\eta/ \Delta>1$ for all $\eta\in[k]$" (suffix ``ratio``): $\Delta$,
the smallest gap among the first k, may exceed $\lambda_k$, as for (10, 1). The step to $A+B$ (suffix
``step``) needs it; the sum it starts from (``start-sum``) is up to $3\lambda_1e$, not $2\lambda_1e$; the
product is in :mod:`theorems.pca.finishing_up.algebra`. With $\lambda_k-\lambda_{k+1}$ in $\Delta$, and 3 for 2,
all steps hold.

From the recursion of the sums to a product.

Continues :mod:`theorems.pca.finishing_up.algebra`: $x_{\eta+1}\le q_{\eta+1}x_\eta+s$ with $x=A+B$,
$q_i=5\lambda_i/\Delta$, $s=\lambda_1\sqrt{2\epsilon_0}$ becomes a product for $x+c$ with an offset
$c\ge s/(q-1)$ for every factor q that occurs. The slides take the *largest* one, $5\lambda_1/\Delta$, which
fails from $\eta=1$ on. With that of $\lambda_k$ it holds. Brackets lost in the text are restored.

The final bounds as consequences of the recursion, and that on the eigenvalues in real deflation.

Section 4 of the slides ends in a bound on $a_{\eta+1}$ and one on $b_{\eta+1}$ for $\eta\in[k-1]$. Suffixes
``final-a-step``, ``final-b-step``: for all sequences that satisfy the recursion (with $a_1\le\sqrt{2
\epsilon_0}$, $b_1\le\lambda_1\sqrt{2\epsilon_0}$). The last factor $5\lambda_{\eta+1}/\Delta$ is smaller
than 1 where $\lambda_k$ is much smaller than the gap above it; then neither bound follows, and that on
$a$ is even negative. With $\lambda_k-\lambda_{k+1}$ in $\Delta$, 3 for 2 and the offset of $\lambda_k$ both
follow. Brackets lost in the text are restored. (In real deflation: the bare id and ``final-b``.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata import Margin, Prompt, at_least, at_most, lines
from lemmata.numbers import Array, stack
from theorems.pca import PAPER
from theorems.pca.finishing_up.sequences import (
    DELTA,
    Setting,
    common,
    offset,
    only_b,
    products,
    sequences,
    steep,
    sums,
)

rewritten, own_error, with_offset = (
    PAPER.claim("Finishing up", id=f"finishing-up/algebra/{part}", **common)
    for part in ("rewritten", "own-error", "offset")
)


@rewritten.printed(
    r"$\frac1{2\lambda_{\eta+1}}(A_{\eta+1}-A_\eta)\le\frac{\max_{i\in[\eta]}b_i+A_\eta}\Delta$.",
    share=2,
)
def sums_are_rewritten(s: Setting, prompt: Prompt, share: int) -> Margin:
    """The recursion of the vectors' errors, in terms of their weighted sums."""
    found, delta = sequences(s, prompt, False), s.delta(False)
    pairs = range(1, s.k)
    left = [(found.A[i] - found.A[i - 1]) / s.eigenvalue(i + 1) / share for i in pairs]
    right = [(found.B[i - 1] + found.A[i - 1]) / delta for i in pairs]
    return at_most(stack(left, -1), stack(right, -1))


Own = Callable[[Setting, Array], Array]


@own_error.printed(
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta\max_{i\in[\eta]}b_i+A_\eta+\lambda_{\eta+1}\sqrt{2\epsilon_0}"
    r"$, from the same with $\lambda_{\eta+1}a_{\eta+1}$ at the end.",
    expect="refuted",
    defect="proof-step",
    because="sqrt(2 eps_0) bounds a_1; the recursion allows 3 lambda_1 sqrt(2 eps_0) / Delta for a_2.",
    own=lambda s, total: total * 0 + s.error,
)
@own_error.amended(
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta\max_{i\in[\eta]}b_i+A_\eta+\lambda_{\eta+1}\frac{\max_{i\in"
    r"[\eta]}b_i+A_\eta}\Delta$, from the same with $\lambda_{\eta+1}a_{\eta+1}$ at the end.",
    own=lambda s, total: total / s.delta(False),
)
def own_error_is_replaced(s: Setting, prompt: Prompt, own: Own) -> Margin:
    """The recursion of the eigenvalues' errors without the component's own vector."""
    found, delta = sequences(s, prompt, False, own=True), s.delta(False)
    right = []
    for i in range(1, s.k):
        A, B, value = found.A[i - 1], found.B[i - 1], s.eigenvalue(i + 1)
        right.append(B * value * 2 / delta + A + own(s, A + B) * value)
    return at_most(stack(found.b[1:], -1), stack(right, -1))


@with_offset.printed(
    r"$A_{\eta+1}+B_{\eta+1}+\frac{\lambda_1\sqrt{2\epsilon_0}}\Delta\le\frac{5\lambda_1}\Delta\left(A_\eta+B_\eta+"
    r"\frac{\lambda_1\sqrt{2\epsilon_0}}{\frac{5\lambda_1}\Delta-1}\right)$ (brackets restored).",
    expect="refuted",
    defect="typo",
    because="The two offsets differ: the left one has lost 5 lambda_1 and the 1.",
    complete=False,
    added=lambda s: s.eigenvalue(1) * s.error / s.delta(False),
    factor=5,
)
@with_offset.amended(
    r"$A_{\eta+1}+B_{\eta+1}+\frac{\lambda_1\sqrt{2\epsilon_0}}{\frac{5\lambda_1}\Delta-1}\le\frac{5\lambda_1}\Delta"
    r"\left(A_\eta+B_\eta+\frac{\lambda_1\sqrt{2\epsilon_0}}{\frac{5\lambda_1}\Delta-1}\right)$, with "
    + DELTA
    + ".",
    complete=True,
    added=lambda s: offset(s, True, 1),
    factor=5,
)
def offset_is_added(
    s: Setting, prompt: Prompt, complete: bool, added: Callable[[Setting], Array], factor: int
) -> Margin:
    """The sums with an offset grow by a factor."""
    found, c = sequences(s, prompt, complete), offset(s, complete, 1)
    x = [A + B for A, B in zip(found.A, found.B, strict=True)]
    q = s.eigenvalue(1) * factor / s.delta(complete)
    return at_most(stack(x[1:], -1) + added(s), stack([(y + c) * q for y in x[:-1]], -1))


rewritten.mutant("without the 2", share=1)
rewritten.mutant("half of the 2", share=1.5)
own_error.mutant("the error of the first", own=lambda s, total: total * 0 + s.error)
own_error.mutant("half of the sums", own=lambda s, total: total / s.delta(False) / 2)
with_offset.mutant("a factor 2", factor=2)
with_offset.mutant("the printed offset", added=lambda s: s.eigenvalue(1) * s.error / s.delta(True))

ratio, step, start = (
    PAPER.claim("Finishing up", id=f"finishing-up/algebra/{part}", **common)
    for part in ("ratio", "step", "start-sum")
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

product = PAPER.claim(
    "Finishing up", id="finishing-up/algebra/product", rank="step", at=lines(527), **common
)


@product.printed(
    r"$A_{\eta+1}+B_{\eta+1}+c\le(A_1+b_1+c)\prod_{i=1}^\eta\frac{5\lambda_{i+1}}\Delta$, "
    r"$c=\frac{\lambda_1\sqrt{2\epsilon_0}}{5\lambda_1/\Delta-1}$.",
    expect="refuted",
    defect="proof-step",
    because="The offset that turns x -> q x + s into a product is s / (q - 1) for the smallest q, that of "
    "lambda_k; that of lambda_1 is too small.",
    complete=False,
    which=lambda s: 1,
)
@product.amended(
    r"$A_{\eta+1}+B_{\eta+1}+c\le(A_1+b_1+c)\prod_{i=1}^\eta\frac{5\lambda_{i+1}}\Delta$, "
    r"$c=\frac{\lambda_1\sqrt{2\epsilon_0}}{5\lambda_k/\Delta-1}$, with " + DELTA + ".",
    adds="the offset of lambda_k; lambda_k - lambda_(k+1) in Delta",
    complete=True,
    which=lambda s: s.k,
)
def sums_are_products(
    s: Setting, prompt: Prompt, complete: bool, which: Callable[[Setting], int]
) -> Margin:
    """The errors of the first components are bounded by a product."""
    found, c = sums(s, prompt, complete), offset(s, complete, which(s))
    right, bounds = found[0] + c, []
    for eta in range(1, s.k):
        right = right * s.eigenvalue(eta + 1) * 5 / s.delta(complete)
        bounds.append(right - c)
    return at_most(stack(found[1:], -1), stack(bounds, -1))


product.mutant("the gap of the first k", settings=steep, complete=False)
product.mutant("the offset of the largest factor", prompts=only_b, which=lambda s: 1)

vectors, numbers = (
    PAPER.claim("Finishing up", id=f"finishing-up/algebra/{part}", **common)
    for part in ("final-a", "final-b")
)

BECAUSE = (
    "The last factor 5 lambda_(eta+1) / Delta is below 1 where lambda_k is much smaller than the gap above "
    "it, and Delta does not have the gap below it."
)

PRODUCT = (
    r"\lambda_1\sqrt{2\epsilon_0}\left(%d+\frac1{\frac{5\lambda_%s}\Delta-1}\right)\prod_{i=1}^\eta"
    r"\frac{5\lambda_{i+1}}\Delta"
)

AMENDED: dict[str, Any] = {"complete": True, "which": lambda s: s.k, "twice": 3, "share": 1}

PRINTED: dict[str, Any] = {"complete": False, "which": lambda s: 1, "twice": 2, "share": 1}

Which = Callable[[Setting], int]


@vectors.printed(
    r"$a_{\eta+1}\le\frac1\Delta\left["
    + PRODUCT % (2, "1")
    + r"-\frac{\lambda_1\sqrt{2\epsilon_0}}{\frac{5\lambda_1}"
    r"\Delta-1}\right]$ by the recursion.",
    expect="refuted",
    defect="proof-step",
    because=BECAUSE,
    **PRINTED,
)
@vectors.amended(
    r"$a_{\eta+1}\le\frac1\Delta\left["
    + PRODUCT % (3, "k")
    + r"-\frac{\lambda_1\sqrt{2\epsilon_0}}{\frac{5\lambda_k}"
    r"\Delta-1}\right]$ by the recursion, with " + DELTA + ".",
    **AMENDED,
)
def vectors_follow(
    s: Setting, prompt: Prompt, complete: bool, which: Which, twice: int, share: int
) -> Margin:
    """The recursion implies the final bound on the eigenvectors."""
    found, c = sequences(s, prompt, complete), offset(s, complete, which(s))
    right = [(p - c) / s.delta(complete) for p in products(s, complete, which(s), twice, share)]
    left = stack(found.a[1:], -1)
    return at_most(left, left * 0 + stack(right, -1))


@numbers.printed(
    r"$b_{\eta+1}\le\frac{2\lambda_\eta}\Delta\,"
    + PRODUCT % (2, "1")
    + r"+\lambda_{\eta+1}\sqrt{2\epsilon_0}$ by the "
    "recursion.",
    expect="refuted",
    defect="proof-step",
    because=BECAUSE,
    **PRINTED,
)
@numbers.amended(
    r"$b_{\eta+1}\le\frac{2\lambda_\eta}\Delta\,"
    + PRODUCT % (3, "k")
    + r"+\lambda_{\eta+1}\sqrt{2\epsilon_0}$ by the "
    "recursion, with " + DELTA + ".",
    **AMENDED,
)
def numbers_follow(
    s: Setting, prompt: Prompt, complete: bool, which: Which, twice: int, share: int
) -> Margin:
    """The recursion implies the final bound on the eigenvalues."""
    left = stack(sequences(s, prompt, complete).b[1:], -1)
    right = [
        p * s.eigenvalue(eta) * 2 / s.delta(complete) + s.eigenvalue(eta + 1) * s.error
        for eta, p in enumerate(products(s, complete, which(s), twice, share), 1)
    ]
    return at_most(left, left * 0 + stack(right, -1))


for claim in (vectors, numbers):
    claim.mutant("the gap of the first k", settings=steep, **PRINTED)
    claim.mutant("a 32nd of the product", **{**AMENDED, "share": 32})
