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
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import Array, stack
from theorems.pca import PAPER
from theorems.pca.instances_error_algebra import DELTA, Setting, common, offset
from theorems.pca.instances_error_recursion_sequences import sequences

rewritten, own_error, with_offset = (
    PAPER.claim("Finishing up", slug="error-recursion", suffix=suffix, **common)
    for suffix in ("rewritten", "own-error", "offset")
)


@rewritten.printed(
    r"$\frac1{2\lambda_{\eta+1}}(A_{\eta+1}-A_\eta)\le\frac{\max_{i\in[\eta]}b_i+A_\eta}\Delta$.",
    share=2,
)
def sums_are_rewritten(s: Setting, prompt: Prompt, share: float) -> Margin:
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
