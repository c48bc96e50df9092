r"""How the errors of one component reach the next, in real deflation.

Section 4 of the slides, with $a_\eta=\|v_\eta-p_\eta\|_2$ and $b_\eta=|\lambda_\eta-\hat\lambda_\eta|$ for the
iterates of Algorithm 1 after $\tau$ steps (the eigenvector is the one on the side of the iterate).

Parts ``a`` and ``b``: the first display bounds $a_{\eta+1}$, $b_{\eta+1}$ by the errors of the *earlier*
components alone: with $p_1=v_1$ it says that $p_2$ is exact, after any number of iterations. The component's
own $\sqrt{2\epsilon_0}$ is missing. And $\Delta$ has to include the gap $\lambda_k-\lambda_{k+1}$: without it
nothing keeps $v_k$ apart from $v_{k+1}$. The amended readings take the Davis and Kahan constant $2\sqrt2$.
All suppose $|p_{3,i}^\top v_i|>\delta$; the amended ones $\lambda_{i+1}\le(1-\epsilon_0)^2\lambda_i$, too, and
C = 1. As printed C is open, and may depend on d.

Part ``b-own``: the display ends in "$\sum_{i=1}^\eta2\lambda_ia_i+\lambda_ia_i$", where the last i belongs to
no sum. In part ``b`` it is read as part of the sum. Read as $\lambda_{\eta+1}a_{\eta+1}$, as the line that
follows suggests, it holds, without a relative gap and for any number of iterations.

Part ``start``: after $\tau\ge C\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}$ iterations "the starting point
is given by" $a_1\le\sqrt{2\epsilon_0}$, $b_1\le\lambda_1\sqrt{2\epsilon_0}$. Nothing supposes a relative gap
of $\epsilon_0$: with $\lambda_2\to\lambda_1$ the iterate stays between $v_1$ and $v_2$ for as many iterations
as one likes, so that $a_1$ is refuted for every C.

Spectra and errors are in :mod:`theorems.pca.finishing_up.deflation`.
"""

from collections.abc import Callable
from dataclasses import replace

from lemmata import Margin, Prompt, at_most, box, choices, dims, lines, space
from lemmata.numbers import Array, amax, concatenate, sqrt, stack, sum
from theorems.pca import PAPER
from theorems.pca.finishing_up.deflation import (
    ALL_GAPS,
    FIRST_GAPS,
    FOUND,
    ONE_SIZE,
    OPEN,
    RELATIVE,
    Errors,
    Setting,
    any_gap,
    errors,
    gap,
    near,
    prompts,
    relative,
    root,
)

vectors = PAPER.claim(
    "recursion",
    id="finishing-up/recursion/a",
    rank="step",
    origin="read",
    at=lines(504, 508),
    summary="The error of the next eigenvector is at most what the earlier components left behind, over the "
    "gap",
    settings=any_gap(2),
    pinned=ONE_SIZE,
    prompts=prompts,
    examples=[near(2)(16.0)],
)
numbers = PAPER.claim(
    "recursion",
    id="finishing-up/recursion/b",
    rank="step",
    origin="read",
    at=lines(504, 508),
    summary="The error of the next eigenvalue is at most what the earlier components left behind",
    possible_extraction=True,
    settings=any_gap(2),
    pinned=ONE_SIZE,
    prompts=prompts,
    examples=[near(2)(16.0)],
)
own = PAPER.claim(
    "recursion",
    id="finishing-up/recursion/b-own",
    rank="step",
    origin="read",
    at=lines(504, 508),
    summary="The error of the next eigenvalue is at most what the earlier components left behind and what "
    "its own vector adds",
    settings=space(
        Setting,
        k=dims(2, 3),
        eps=choices(0.5, 0.25),
        delta=choices(0.25, 0.125),
        ratios=lambda s: box(s.k, low=0.0625, high=1 - 2**-6),
    ),
    prompts=prompts,
)
start = PAPER.claim(
    "recursion",
    id="finishing-up/recursion/start",
    rank="step",
    origin="read",
    at=lines(510),
    summary="Enough iterations make the errors of the first component as small as sqrt(2 eps_0)",
    settings=any_gap(1),
    pinned=ONE_SIZE,
    prompts=prompts,
    examples=[near(1)(16.0)],
)
Bound = Callable[[Setting, Errors, int], Array]
"""The right side for component eta + 1 from the errors, ``(batch,)``."""


def sums(s: Setting, e: Errors, eta: int) -> tuple[Array, Array]:
    """``max_{i <= eta} b_i`` and ``sum_{i <= eta} 2 lambda_i a_i``."""
    weighted = sum(e.a[:, :eta] * s.eigenvalues[:eta] * 2, -1)
    return amax(e.b[:, :eta], -1), weighted


def vector_bound(square: int, complete: bool) -> Bound:
    """The earlier errors over Delta, times the root of ``square``; ``complete`` adds what is missing.

    That is the gap below ``lambda_k`` in Delta, and the component's own ``sqrt(2 eps_0)``.
    """

    def bound(s: Setting, e: Errors, eta: int) -> Array:
        largest, weighted = sums(s, e, eta)
        # By Davis and Kahan, eigenvectors of two symmetric matrices at distance x are at most
        # 2 sqrt(2) x / Delta apart; x is what the earlier components were removed wrongly by.
        total = (largest + weighted) / gap(s, s.k + 1 if complete else s.k)
        return total * sqrt(square) + (root(s) if complete else 0)

    return bound


def eigenvalue_bound(complete: bool, share: int = 1) -> Bound:
    """The same for the eigenvalue, with ``lambda_i a_i`` in the sum; over ``share``."""

    def bound(s: Setting, e: Errors, eta: int) -> Array:
        largest, weighted = sums(s, e, eta)
        value = s.eigenvalues[eta]
        ratio = value * 2 / gap(s, s.k + 1 if complete else s.k)
        total = ratio * largest + weighted * 3 / 2
        return (total + (value * root(s) if complete else 0)) / share

    return bound


@vectors.printed(
    OPEN
    + "With "
    + FIRST_GAPS
    + r": $a_{\eta+1}\le\frac{\max_{i\in[\eta]}b_i+\sum_{i=1}^\eta2\lambda_ia_i}{\Delta}$.",
    defect="proof-step",
    because="The component's own finite iteration is missing: p_1 = v_1 makes the right side 0, whatever C is.",
    bound=vector_bound(1, False),
)
@vectors.amended(
    RELATIVE
    + "with "
    + ALL_GAPS
    + r": $a_{\eta+1}\le2\sqrt2\,\frac{\max_{i\in[\eta]}b_i+\sum_{i=1}^\eta2\lambda_ia_i}{\Delta}+"
    r"\sqrt{2\epsilon_0}$ for $\eta\in[k-1]$.",
    adds="relative gaps; C = 1; lambda_k - lambda_(k+1) in Delta; the constant 2 sqrt 2; the own sqrt(2 eps_0)",
    settings=relative,
    bound=vector_bound(8, True),
)
def next_vector(s: Setting, prompt: Prompt, bound: Bound) -> Margin:
    """The error of the next eigenvector is bounded by those of the earlier ones."""
    e = errors(s, prompt)
    return at_most(e.a[:, 1:], stack([bound(s, e, eta) for eta in range(1, s.k)], -1))


@numbers.printed(
    OPEN
    + "With "
    + FIRST_GAPS
    + r": $b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta\max_{i\in[\eta]}b_i+\sum_{i=1}^\eta(2"
    r"\lambda_ia_i+\lambda_ia_i)$ for $\eta\in[k-1]$ (brackets restored).",
    defect="proof-step",
    because="The component's own finite iteration is missing: p_1 = v_1 makes the right side 0, whatever C is.",
    bound=eigenvalue_bound(False),
)
@numbers.amended(
    RELATIVE
    + "with "
    + ALL_GAPS
    + r": $b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta\max_{i\in[\eta]}b_i+\sum_{i=1}^\eta3\lambda_ia_i+"
    r"\lambda_{\eta+1}\sqrt{2\epsilon_0}$ for $\eta\in[k-1]$.",
    adds="relative gaps; C = 1; lambda_k - lambda_(k+1) in Delta; the own lambda sqrt(2 eps_0)",
    settings=relative,
    bound=eigenvalue_bound(True),
)
def next_eigenvalue(s: Setting, prompt: Prompt, bound: Bound) -> Margin:
    """The error of the next eigenvalue is bounded by those of the earlier components."""
    e = errors(s, prompt)
    return at_most(e.b[:, 1:], stack([bound(s, e, eta) for eta in range(1, s.k)], -1))


@own.printed(
    FOUND
    + "With "
    + FIRST_GAPS
    + r": $b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta\max_{i\in[\eta]}b_i+\sum_{i=1}^\eta2\lambda_ia_i+"
    r"\lambda_{\eta+1}a_{\eta+1}$.",
    share=1,
    last=1,
)
def next_eigenvalue_by_its_vector(s: Setting, prompt: Prompt, share: int, last: int) -> Margin:
    """The error of the next eigenvalue is bounded by earlier errors and that of its own vector."""
    e, value, right = errors(s, prompt), s.eigenvalues, []
    # |lambda - |A p|| <= |A p - lambda v|, and the matrix that is left is at most the sum of
    # b_i + lambda_i a_i from the exact one: room for the rest.
    for eta in range(1, s.k):
        largest, weighted = sums(s, e, eta)
        total = value[eta] * 2 / gap(s, s.k) * largest + weighted
        right.append((total + value[eta] * e.a[:, eta] * last) / share)
    return at_most(e.b[:, 1:], stack(right, -1))


@start.printed(
    OPEN + r"$a_1\le\sqrt{2\epsilon_0}$ and $b_1\le\lambda_1\sqrt{2\epsilon_0}$.",
    defect="proof-step",
    because="No relative gap is supposed: with lambda_2 near lambda_1 no fixed number of iterations finds "
    "v_1 from every start, whatever C is.",
    fails_where=lambda s: bool(s.ratios[0] > (1 - s.eps) ** 2),
    share=1,
)
@start.amended(
    RELATIVE + r"$a_1\le\sqrt{2\epsilon_0}$ and $b_1\le\lambda_1\sqrt{2\epsilon_0}$.",
    adds="relative gaps: lambda_(i+1) <= (1 - eps_0)^2 lambda_i; C = 1",
    settings=relative,
    share=1,
)
def first_component(s: Setting, prompt: Prompt, share: int) -> Margin:
    """The errors of the first component."""
    e = errors(s, prompt)
    right = root(s) * s.eigenvalues[:1] / share
    return at_most(concatenate([e.a[:, :1], e.b[:, :1]], 1), right)


vectors.mutant("the printed bound", bound=vector_bound(1, False))
vectors.mutant("a quarter of the own error alone", bound=lambda s, e, eta: root(s) / 4)
numbers.mutant("the printed bound", bound=eigenvalue_bound(False))
numbers.mutant("a hundredth", bound=eigenvalue_bound(True, 100))
own.mutant("without its own error", share=1, last=0)
own.mutant("a sixteenth", share=16, last=1)
start.mutant("a sixteenth", share=16)
start.mutant(
    "any gap",
    settings=replace(
        relative, fields={**relative.fields, "ratios": lambda s: box(s.k, low=0.9375, high=0.984375)}
    ),
)
