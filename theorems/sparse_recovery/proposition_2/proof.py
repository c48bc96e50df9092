r"""The proof of Proposition 2: from n >= N_0 and event A to a contraction, (D.5) to (D.14) and the last line.

$N_0=8(4S-2)^2(\log d+\log S-\log\delta)/c$. On event A (D.4), read with $X_j$ in its third line, Proposition
2 wants the conditions (D.2) of Lemma 1: (D.5), $\gamma(2S-1) \sigma_{\max}+|1-\gamma\sigma_{\min}|\le1$, and
(D.6), $\gamma D_{:,i}^\top X_{:,i}\le1$, for every step $\gamma<1.6$. The diagonal may be as large as $\frac
n{n+2}(1+\dots)$, about 1, so that (D.6) allows no step much above $1$; $\gamma\le0.84$ is safe for every $S$
($0.8498$ is where (D.14) ends at $S=1$). Only nc enters: the refutations hold for every c. Display by
display:

- (D.8), (D.10), (D.12) and (D.13) are right. One inference in (D.9), $\frac12(1-x)\le\frac n{n+2}(1-x)$,
  needs $n\ge2$; its conclusion holds for n = 1 all the same if $n\ge N_0$, since (D.8) leaves a factor of
  $\sqrt2$ and more.
- (D.6) speaks of every column $i\in[d]$, and (D.11), which does not say over which i its maximum is, is to give
  it; but event A bounds the diagonal on $\mathbb S$ only. Lemma 1 needs no more than $\mathbb S$.
- `range`: (D.14) wants $\gamma\le1/\big(\frac n{n+2}(1+\sqrt{\frac{\log S-\log\delta}{nc}})\big)$. The proof
  bounds this from below by $2/(1+\sqrt{1/(8(4S-2))})\ge1.6$: but a number below 1 is not at least 1.6. The 2
  has no source, and the square of $4S-2$ got lost; what is true is $1/(1+\frac1{\sqrt8(4S-2)})\ge0.84$.
- `two-thirds`: the last line replaces $\frac n{n+2}$ by $\frac23$, which needs $n\ge4$: $n\ge N_0$ does not
  give that if c is large (or $\delta$ near 1).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from lemmata import Margin, Prompt, Space, at_least, at_most, box, dims, lines, space
from lemmata.numbers import Array, absolute, amax, concatenate, full, log, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.event_a import (
    Dimensions,
    Setting,
    Sizes,
    at,
    chances,
    data,
    in_event,
    lengths,
    occurring,
    row,
    sizes,
)
from theorems.sparse_recovery.powers import powers
from theorems.sparse_recovery.proposition_2.figure import lengths as plot_of_lengths
from theorems.sparse_recovery.proposition_2.recursion import FACTOR

chain = PAPER.claim(
    "(D.7) to (D.14)",
    id="proposition-2/proof",
    rank="step",
    origin="read",
    at=lines(690, 728),
    summary="Event A and n >= N_0 give (D.5), and (D.6) on the support, for every step up to 1.6",
    pinned=FACTOR,
    settings=occurring(sizes(1.6)),
    prompts=data,
    examples=[Sizes(d=1, S=1, n=40, gamma=1.5, factor=128)],
)
chain.figure(plot_of_lengths)
CONDITIONS = (
    r"If $n\ge N_0$ (excess is $n/N_0$) and event A occurs (its third line with $X_{1:n,j}$; it needs $n\ge "
    r"S$; t says "
    r"where in its ranges), then for every "
    r"$\gamma\le%s$ (D.5) holds, $\gamma"
    r"(2S-1)\sigma_{\max}+|1-\gamma\sigma_{\min}|\le1$, and (D.6) on $\mathbb S$, $\gamma D_{:,i}^\top "
    r"X_{:,i}\le1$ for all $i\in"
    r"\mathbb S$."
)
"""Event A says nothing of the other columns."""


@chain.printed(
    CONDITIONS % "1.6",
    defect="proof-step",
    because="Event A lets the diagonal be n/(n+2) or more, so gamma times it may exceed 1.",
    fails_where=lambda s: s.gamma > Fraction(21, 25),
)
@chain.amended(
    CONDITIONS % "0.84",
    adds="gamma <= 0.84 for gamma <= 1.6",
    because="By (D.14) with the arithmetic of its last line corrected.",
    settings=occurring(sizes(0.84)),
)
def contraction_is_possible(s: Sizes, prompt: Prompt) -> Margin:
    """Event A and n >= N_0 give (D.5), and (D.6) on S."""
    smallest, coherence, largest = in_event(at(s, prompt), prompt)
    rate = coherence * s.gamma * (2 * s.S - 1) + absolute(1 - smallest * s.gamma)
    return at_most(row(rate, largest * s.gamma), 1)


chain.mutant("steps up to 3/2", settings=occurring(sizes(1.5)))
chain.mutant("an eighth of N_0", settings=occurring(sizes(0.84, factor=16)))

square_roots = PAPER.claim(
    "(D.8)",
    id="proposition-2/proof/eq-d.8",
    rank="step",
    at=lines(698, 700),
    summary="From n >= N_0 the root of n is at least the sum of two roots that (D.8) ends with",
    pinned=FACTOR,
    settings=lengths(),
    prompts=chances,
)


@square_roots.printed(
    r"If $n\ge N_0$ (excess is $n/N_0$): $\sqrt n\ge2\sqrt2(4S-2)\sqrt{\frac{\log d+\log "
    r"S-\log\delta}c}\ge\sqrt2(4S-2)\sqrt{"
    r"\frac{\log d+\log S-2\log\delta}c}\ge(4S-2)\big(\sqrt{\frac{\log d-\log\delta}c}+\sqrt{\frac{\log S"
    r"-\log\delta}c}\big)\ge(4S-2)\sqrt{\frac{\log d-\log\delta}c}+\sqrt{\frac{\log S-\log\delta}c}$.",
    eight=8,
    two=2,
)
def roots(s: Dimensions, prompt: Prompt, eight: int, two: int) -> Margin:
    """The square root of n is at least a sum of two square roots."""
    a, b = log(s.d / prompt.delta), log(s.S / prompt.delta)
    most, width = log(s.d * s.S / prompt.delta), 4 * s.S - 2
    parts = sqrt(a), sqrt(b)
    falling = [
        sqrt(at(s, prompt).nc),
        sqrt(most * eight) * width,
        sqrt((a + b) * two) * width,
        (parts[0] + parts[1]) * width,
        parts[0] * width + parts[1],
    ]
    return at_most(row(*falling[1:]), row(*falling[:-1]))


square_roots.mutant("16 in place of 8", eight=16)
square_roots.mutant("1 in place of 2", two=1)

ranked = PAPER.claim(
    "(D.9)",
    id="proposition-2/proof/eq-d.9",
    rank="step",
    at=lines(702, 704),
    summary="From n >= N_0 on the bound on the coherence, times 2S - 1, is at most that on the diagonal",
    pinned=FACTOR,
    settings=lengths(),
    prompts=chances,
)


@ranked.printed(
    r"For $n\ge N_0$ (excess is $n/N_0$): $\frac1{\sqrt n}\Big((2S-1)\sqrt{\frac{\log "
    r"d-\log\delta}c}+\frac12\sqrt{\frac{\log S"
    r"-\log\delta}c}\Big)\le\frac12$, $(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}\le\frac12\Big(1-\sqrt{"
    r"\frac{\log S-\log\delta}{nc}}\Big)$ and $(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}\le\frac n{n+2}"
    r"\Big(1-\sqrt{"
    r"\frac{\log S-\log\delta}{nc}}\Big)$.",
    extra=2,
)
def coherence_is_small(s: Dimensions, prompt: Prompt, extra: int) -> Margin:
    """The bound on the coherence is at most the bound on the diagonal."""
    q, width = at(s, prompt), 2 * s.S - 1
    x, y = q.dimension, q.support
    left = row(x * width + y / 2, x * width, x * width)
    return at_most(left, row(1 / 2, (1 - y) / 2, (1 - y) * s.n / (s.n + extra)))


ranked.mutant("a sixteenth of N_0", settings=lengths(factor=8))
ranked.mutant("n / (n + 8)", extra=8)

ordered = PAPER.claim(
    "(D.10)",
    id="proposition-2/proof/eq-d.10",
    rank="step",
    origin="read",
    at=lines(706, 708),
    summary="On event A the coherence times 2S - 1 is at most the smallest diagonal entry on the support",
    pinned=FACTOR,
    settings=occurring(lengths()),
    prompts=data,
)


@ordered.printed(
    r"On event A (its third line with $X_{1:n,j}$; it needs $n\ge S$; t says where in its ranges) with $n\ge "
    r"N_0$ (excess "
    r"is $n/N_0$): "
    r"$\sigma_{\max}(2S-1)\le(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}\le\frac n{n+2}\Big(1-"
    r"\sqrt{\frac{\log S-\log\delta}{nc}}\Big)\le\sigma_{\min}$.",
    width=1,
)
def coherence_is_below_the_diagonal(s: Dimensions, prompt: Prompt, width: int) -> Margin:
    """The coherence times 2S - 1 is at most the smallest diagonal entry."""
    q = at(s, prompt)
    smallest, coherence, _ = in_event(q, prompt)
    middle = q.dimension * (2 * s.S - 1) * width
    bound = (1 - q.support) * s.n / (s.n + 2)
    rising = coherence * (2 * s.S - 1), middle, bound, smallest
    return at_most(row(*rising[:-1]), row(*rising[1:]))


ordered.mutant("8S - 4 for 2S - 1 in the second term", width=4)
ordered.mutant("a sixteenth of N_0", settings=occurring(lengths(factor=8)))

contracting = PAPER.claim(
    "(D.11) to (D.13)",
    id="proposition-2/proof/eq-d.12",
    rank="step",
    origin="read",
    at=lines(712, 720),
    summary="On event A with n >= N_0 a step of at most one over the diagonal on S gives (D.5), and (D.6) on S",
    pinned=FACTOR,
    settings=occurring(sizes(1.6)),
    prompts=data,
    examples=[Sizes(d=1, S=1, n=40, gamma=1.5, factor=128)],
)


@contracting.printed(
    r"If $\gamma\le\min\{1/\sigma_{\min},1/\max_iD_{:,i}^\top X_{:,i}\}$ (D.11), the maximum over $\mathbb "
    r"S$, then on event A "
    r"(its third line with $X_{1:n,j}$; it needs $n\ge S$; t says where in its ranges) with $n\ge N_0$ "
    r"(excess is "
    r"$n/N_0$): $\gamma(2S-1)\sigma_{\max}+|1-\gamma\sigma_{\min}|\le\gamma\sigma_{\min}+|1-\gamma"
    r"\sigma_{\min}|=1$ (that is $\gamma\sigma_{\min}\le1$), and (D.6) on $\mathbb S$, $\gamma D_{:,i}^\top "
    r"X_{:,i}\le1$.",
    cap=1,
)
def contracts(s: Sizes, prompt: Prompt, cap: int) -> Margin:
    """A step of at most one over the diagonal on S gives (D.5), and (D.6) on S."""
    smallest, coherence, largest = in_event(at(s, prompt), prompt)
    step = smallest * s.gamma
    rate = coherence * s.gamma * (2 * s.S - 1) + absolute(1 - step)
    left = row(rate, step, largest * s.gamma)
    return at_most(left, row(step + absolute(1 - step), 1, 1)).given(cap - largest * s.gamma)


contracting.mutant("twice the step", cap=2)
contracting.mutant("n from N_0 / 16", settings=occurring(sizes(1.6, factor=8)))


@dataclass(frozen=True)
class Lengths:
    S: int
    n: int


def rows_from(first: int) -> Space:
    return space(Lengths, S=dims(1, 3), n=dims(first, first + 6))


inferred = PAPER.claim(
    "(D.9)",
    part="the step to n/(n + 2)",
    id="proposition-2/proof/eq-d.9-inference",
    rank="step",
    origin="read",
    at=lines(704),
    summary="In (D.9) a half may be replaced by n / (n + 2), whatever the two roots are",
    settings=rows_from(1),
    prompts=space(x=powers(-20, 0), y=powers(-20, 0)),
)


@inferred.printed(
    r"By itself, for any $x,y\in(0,1]$ in place of the two roots and without $n\ge N_0$: $(2S-1)x\le\frac12"
    r"(1-y)$ implies $(2S-1)x\le\frac n{n+2}(1-y)$.",
    defect="proof-step",
    because="At n = 1 the factor n/(n+2) is a third. (With n >= N_0 the conclusion holds there, too, but not "
    "by this.)",
    fails_where=lambda s: s.n == 1,
    half=2,
    extra=2,
)
@inferred.amended(
    r"$(2S-1)x\le\frac12(1-y)$ implies $(2S-1)x\le\frac n{n+2}(1-y)$ for $x,y\in(0,1]$ and $n\ge2$.",
    adds="n >= 2",
    settings=rows_from(2),
    half=2,
    extra=2,
)
def implied(s: Lengths, prompt: Prompt, half: int, extra: int) -> Margin:
    """A half may be replaced by n / (n + 2)."""
    left, room = prompt.x * (2 * s.S - 1), 1 - prompt.y
    return at_most(left, room * s.n / (s.n + extra)).given(room - left * half)


inferred.mutant("without the half", half=1)
inferred.mutant("n / (n + 3)", extra=3)

Number = Callable[[Setting], Array]


def allowed(s: Setting) -> Array:
    """The right side of (D.14)."""
    return 1 / ((s.support + 1) * s.n / (s.n + 2))


def with_another(s: Dimensions) -> Space:
    """The quantities of event A, and the diagonal entry of a column outside of the support.

    For n > S there is one of any length orthogonal to those of the support; the others may be 0. For n = S its
    length is bounded, by its products with them; there, only 0 is tried.
    """
    return space(
        delta=powers(-6, 0, open_high=True),
        excess=powers(0, 6),
        t=box(3, low=0.0, high=1.0),
        outside=box(1, low=0.0, high=4.0, of="[0, inf)") if s.n > s.S else box(1, low=0.0, high=0.0),
    )


columns = PAPER.claim(
    "(D.14)",
    id="proposition-2/proof/eq-d.14",
    rank="step",
    origin="read",
    at=lines(720, 724),
    summary="On event A the largest step that (D.14) admits keeps gamma times every diagonal entry at most 1",
    pinned=FACTOR,
    settings=occurring(lengths(spare=1)),
    prompts=with_another,
    examples=[Dimensions(d=2, S=1, n=2)],
)
LARGEST_STEP = (
    r"On event A (its third line with $X_{1:n,j}$; it needs $n\ge S$; t says where in its ranges) with $n\ge "
    r"N_0$ (excess "
    r"is $n/N_0$), the largest step of "
    r"(D.14), $\gamma=1/\big(\frac n{n+2}(1+\sqrt{\frac{\log S-\log\delta}{nc}})\big)$, gives "
)


@columns.printed(
    LARGEST_STEP
    + r"(D.11), which is to give (D.6): $\gamma D_{:,i}^\top X_{:,i}\le1$ for all $i\in[d]$ (outside is an "
    r"entry for an $i\notin\mathbb S$).",
    defect="proof-step",
    because="Event A bounds the diagonal on S only; a column outside of S, orthogonal to the others, may be "
    "longer.",
    fails_where=lambda s: s.n > s.S,
    everywhere=True,
    stretch=1,
)
@columns.amended(
    LARGEST_STEP
    + r"$\gamma D_{:,i}^\top X_{:,i}\le1$ for all $i\in\mathbb S$ (which is all that Lemma 1 needs).",
    because="Event A bounds the diagonal on S by what the step is divided by.",
    adds="i in S for i in [d]",
    everywhere=False,
    stretch=1,
)
def columns_are_bounded(s: Dimensions, prompt: Prompt, everywhere: bool, stretch: Fraction | int) -> Margin:
    """The largest step that (D.14) admits keeps gamma times the diagonal at most 1; smaller ones do, too."""
    q = at(s, prompt)
    largest = in_event(q, prompt)[2]
    diagonal = largest[:, None]
    if everywhere:
        diagonal = concatenate([diagonal, prompt.outside], -1)
    return at_most(amax(diagonal, -1) * allowed(q) * stretch, 1)


columns.mutant("twice the step", stretch=2)
columns.mutant("a step that is longer by an eighth", stretch=Fraction(9, 8))

steps = PAPER.claim(
    "after (D.14)",
    id="proposition-2/proof/range",
    rank="step",
    at=lines(724, 728),
    summary="From n >= N_0 on (D.14) admits every step up to 1.6",
    pinned=FACTOR,
    settings=lengths(),
    prompts=chances,
)


@steps.printed(
    r"For $n\ge N_0$ (excess is $n/N_0$): $\frac1{\frac n{n+2}(1+\sqrt{\frac{\log "
    r"S-\log\delta}{nc}})}\ge\frac1{1+\sqrt{\frac"
    r"{\log S-\log\delta}{N_0c}}}\ge\frac2{1+\sqrt{\frac1{8(4S-2)}}}\ge1.6$: any $\gamma\le1.6$ meets "
    r"(D.14).",
    defect="proof-step",
    because="The second term is below 1, the third at least 1.6. Its 2 has no source, and 4S - 2 should "
    "be squared.",
    middle=lambda s: 2 / (1 + 1 / sqrt(8 * (4 * s.S - 2))),
    least=Fraction(8, 5),
)
@steps.amended(
    r"For $n\ge N_0$ (excess is $n/N_0$): $\frac1{\frac n{n+2}(1+\sqrt{\frac{\log "
    r"S-\log\delta}{nc}})}\ge\frac1{1+\sqrt{\frac{"
    r"\log S-\log\delta}{N_0c}}}\ge"
    r"\frac1{1+\frac1{\sqrt8(4S-2)}}\ge0.84$: any $\gamma\le0.84$ meets (D.14).",
    adds="1 for 2, (4S - 2)^2 for 4S - 2, 0.84 for 1.6",
    because="N_0 is 8 (4S-2)^2 times at least (log S - log delta)/c.",
    middle=lambda s: 1 / (1 + 1 / sqrt(8 * (4 * s.S - 2) ** 2)),
    least=Fraction(21, 25),
)
def range_of_gamma(s: Dimensions, prompt: Prompt, middle: Number, least: Fraction) -> Margin:
    """The largest step that (D.14) allows is at least a constant."""
    q = at(s, prompt)
    between = full(middle(q), like=q.excess)
    at_N0 = 1 / (q.support * sqrt(q.excess) + 1)  # n / N_0 is the excess
    return at_least(row(allowed(q), at_N0, between), row(at_N0, between, least))


steps.mutant("0.85", least=Fraction(17, 20))
steps.mutant("1 / (8 (4S - 2)) for the root", middle=lambda s: 1 / (1 + 1 / (8 * (4 * s.S - 2))))

thirds = PAPER.claim(
    "end of D.1",
    id="proposition-2/proof/two-thirds",
    rank="step",
    origin="read",
    at=lines(728, 730),
    summary="From n >= N_0 on n / (n + 2) in the rate may be replaced by 2/3",
    pinned=FACTOR,
    settings=sizes(1.6),
    prompts=chances,
)


@thirds.printed(
    r"From the third line of the last chain to the fourth, without what both sides share, for $\gamma\le1.6$ "
    r"and $n\ge N_0$ (excess is $n/N_0$): "
    r"$1-\gamma\frac n{n+2}+\gamma\frac n{n+2}\sqrt{\frac{\log S-\log\delta}{nc}}\le1-\frac23"
    r"\gamma+\gamma\sqrt{\frac{\log S-\log\delta}{nc}}$.",
    defect="proof-step",
    because="n/(n+2) is less than 2/3 for n < 4, which n >= N_0 does not exclude where c is large.",
    fails_where=lambda s: s.n < 4,
    share=2,
)
@thirds.amended(
    r"For $\gamma\le1.6$ and $n\ge\max(4,N_0)$ (excess is $n/N_0$): "
    r"$1-\gamma\frac n{n+2}+\gamma\frac n{n+2}\sqrt{\frac{\log S-\log\delta}{nc}}\le1-"
    r"\frac23\gamma+\gamma\sqrt{\frac{\log S-\log\delta}{nc}}$.",
    adds="n >= 4",
    settings=sizes(1.6, first=4),
    share=2,
)
def two_thirds(s: Sizes, prompt: Prompt, share: int) -> Margin:
    """The rate with n / (n + 2) is at most the one with 2/3."""
    q = at(s, prompt)
    rate = (q.support - 1) * s.gamma * s.n / (s.n + 2) + 1
    return at_most(row(rate), row(q.support * s.gamma + 1 - s.gamma * share / 3))


thirds.mutant("from 3 on", settings=sizes(1.6, first=3))
thirds.mutant("the whole step", share=3)
